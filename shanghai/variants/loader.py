"""Reads variant files as `Rules`. A file with `extends` has only what differs from a base."""

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, inspect, structs

from shanghai.engine.parameters.checks import Problem, RulePath, check_variant
from shanghai.engine.parameters.fields import ANNOTATIONS, RULES
from shanghai.engine.parameters.parts import Source
from shanghai.engine.rules import Rules
from shanghai.storage.paths import SHIPPED
from shanghai.variants.file_types import ALWAYS_REQUIRED, ENTRIES, REQUIRED, file_type
from shanghai.variants.house_rules import (
    check_house_rules,
    cleaned,
    faults_of,
    merged,
    plain_value,
    rules_of,
    with_house_rules,
)
from shanghai.variants.library import (
    MAX_BYTES,
    OWN_FOLDER,
    Library,
    is_path,
    known_variants,
    more_variants,
    named_id,
    own_library,
    read_yaml_file,
    shipped_file,
    shipped_variants,
    variant_files,
)
from shanghai.words import variants as words
from shanghai.words.games import of_game
from shanghai.words.grammar import counted, listed, table_words, within
from shanghai.words.language import in_english, spoken
from shanghai.words.rulebook.guess import meaning, nearest_meaning
from shanghai.words.rulebook.rules import KEY_WORDS, RULE_WORDS
from shanghai.words.sanitize import sanitize
from shanghai.yamlio import reader as strict_yaml
from shanghai.yamlio.reader import Fault, Faults, Node, plain
from shanghai.yamlio.schema_reader import Hints, Reader, did_you_mean

MAX_NODES: Final = 10_000
_NO_LIBRARY: Final = Library()


def _stand_in(kind: inspect.Type) -> object:
    """Some value of a type."""
    match kind:
        case inspect.Metadata():
            return _stand_in(kind.type)
        case inspect.VarTupleType():
            return [0] * (kind.min_length or 0)
        case inspect.IntType():
            return kind.ge or 0
        case _:
            return "x"


@functools.cache
def _stand_ins() -> Mapping[str, Any]:
    """A value for each required rule, used in place of faulty ones to check the other rules."""
    return {key: _stand_in(inspect.type_info(ANNOTATIONS[key])) for key in REQUIRED}


def _example(key: str) -> str:
    """An example of a value of a key, or of a whole file for an empty key; it may be empty."""
    return KEY_WORDS[key].example if key in KEY_WORDS else "" if key else words.EXAMPLE_FILE


_HINTS: Final = Hints(_example, meaning, nearest_meaning)


class ReadFile(Struct):
    """A variant file that was read: its good values, its faults, and its bad or missing keys."""

    name: str
    node: Node
    value: dict[str, Any]
    faults: list[Fault]
    bad: set[str]


def load_variant(
    id_or_path: str | Path,
    house_rules: Mapping[str, object] | None = None,
    library: Library = _NO_LIBRARY,
) -> Rules:
    """The rules of a variant, by its id or by the path of its file.

    A text is a path if it has a slash or ends with `.yaml` or `.yml`. Raises Faults if there is no
    such variant, or if its file or the house rules have mistakes.
    """
    if isinstance(id_or_path, Path) or is_path(id_or_path):
        rules = _load_file(id_or_path, library)
    elif shipped_file(id_or_path) is not None:
        rules = _shipped(id_or_path)
    elif (path := library.find(id_or_path)) is not None:
        rules = _load_file(path, library)
    else:
        message = words.NO_VARIANT.format(name=sanitize(id_or_path, 40))
        raise Faults([Fault(words.VARIANT_HERE, 0, 0, message, _nearest(id_or_path, library))])
    return with_house_rules(rules, house_rules) if house_rules else rules


def read_variant(data: str | bytes, name: str, library: Library = _NO_LIBRARY) -> Rules:
    """The rules of the text of a variant file called `name`. Raises Faults with all mistakes."""
    return _read(read_keys(data, name), None, library)


class Offer:
    """A variant to choose: its rules, or the first fault of its file and the number of faults.

    A file is only read when more than its name is needed, as a family may have hundreds.
    """

    def __init__(
        self, rules: Rules | None = None, path: Path | None = None, library: Library = _NO_LIBRARY
    ) -> None:
        """Offers these rules, or the rules in a file."""
        self.file = "" if path is None else sanitize(path.name, 40)
        """The name of the file, empty for a shipped variant."""
        self._rules, self._path, self._library = rules, path, library

    @functools.cached_property
    def _content(self) -> tuple[Rules | None, str, int]:
        if self._rules is not None or self._path is None:
            return self._rules, "", 0
        try:
            return load_variant(self._path, library=self._library), "", 0
        except Faults as error:
            first = error.faults[0]
            facts = {"line": first.line, "column": first.column, "hint": first.hint}
            sentence = words.FAULT_AT(is_placed=first.line > 0, message=first.message, **facts)
            return None, sanitize(sentence, 300), len(error.faults)

    @property
    def rules(self) -> Rules | None:
        """The rules; None where the file has faults."""
        return self._content[0]

    @property
    def fault(self) -> str:
        """The first fault of the file as a sentence, empty where it has none."""
        return self._content[1]

    @property
    def faults(self) -> int:
        """The number of faults of the file."""
        return self._content[2]

    @property
    def key(self) -> str:
        """The key of the variant among all offers: the name of its file, or its id if shipped."""
        return self.file or ("" if self._rules is None else self._rules.id)

    def is_named_like_file(self, variant: str) -> bool:
        """Whether the file is named after this id; of a shipped variant, whether it has this id."""
        return self.key in (variant, f"{variant}.yaml")

    def has_id(self, variant: str) -> bool:
        """Whether the variant has this id. A file that does not name the id is not read whole."""
        is_unread = self._rules is None and self._path is not None
        if is_unread and self._path is not None and named_id(self._path) != variant:
            return False
        return self.rules is not None and self.rules.id == variant


def place_of(offers: Sequence[Offer], variant: str) -> int | None:
    """The index of the offer with an id; None if there is none."""
    # Most files are named after their id: the others need not be opened.
    indexes = [index for index, offer in enumerate(offers) if offer.is_named_like_file(variant)]
    if variant and shipped_file(variant) is None:
        indexes += range(len(offers))
    return next((index for index in indexes if offers[index].has_id(variant)), None)


class Agreed(Struct, frozen=True):
    """What was agreed on before a game: the rules of the variant without house rules (`plain`) and
    with them, the indexes of the chosen house rules, and the chosen rounds, empty for all."""

    plain: Rules
    rules: Rules
    house_rules: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()


def own_variants(data: Path, others: Sequence[str] = ()) -> list[Offer]:
    """The variants in the folder `variants` of a data folder, and those in the files `others`.

    The files of the folder are read once, when they are needed. They are read again after one of
    them has changed.
    """
    paths = variant_files(data / OWN_FOLDER)
    offers = _offers_of(data, tuple((path, _version(path)) for path in paths), spoken())
    known = {path.absolute() for path in paths} if others else set()
    rest = [path for other in others if (path := Path(other)).absolute() not in known]
    return [*offers, *(Offer(path=path, library=own_library(data)) for path in rest)]


@functools.lru_cache(maxsize=1)
def _offers_of(
    data: Path, files: tuple[tuple[Path, tuple[int, ...]], ...], _language: str
) -> list[Offer]:
    """The offers of the files of a folder. They are kept while all arguments stay the same."""
    return [Offer(path=path, library=own_library(data)) for path, _ in files]


def _version(path: Path) -> tuple[int, ...]:
    """A value that is another one after a file has changed; empty if it cannot be read."""
    try:
        facts = path.stat()
    except OSError:
        return ()
    return facts.st_ino, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_size


def read_value(text: str) -> object:
    """The value of a text such as `10`, `true` or `[7, 10, 10]`. Raises Faults for others."""
    documents = strict_yaml.read_nodes(text, words.VALUE_HERE, max_bytes=4096, max_nodes=500)
    if len(documents) != 1:
        raise Faults([Fault(words.VALUE_HERE, 0, 0, words.ONE_VALUE)])
    return plain(documents[0])


def read_keys(data: str | bytes, name: str) -> ReadFile:
    """Reads the keys of a variant file with their faults. Raises Faults if it cannot read any."""
    documents, faults = strict_yaml.scan_nodes(data, name, max_bytes=MAX_BYTES, max_nodes=MAX_NODES)
    if not documents:
        raise Faults(faults or [Fault(name, 1, 1, words.EMPTY_FILE, words.EXAMPLE_FILE)])
    node = documents[0]
    for second in documents[1:2]:
        place = (second.line, second.column)
        faults.append(Fault(name, *place, words.SECOND_DOCUMENT, words.ONE_VARIANT))
    skip = {(fault.line, fault.column) for fault in faults}
    reader = Reader(name, skip, _HINTS, ENTRIES)
    value = reader.read(node, file_type())
    if isinstance(node, strict_yaml.Mapping):
        _check_keys(node, reader)
    good = {key: item for key, item in (value or {}).items() if key not in reader.bad}
    return ReadFile(name, node, cleaned(good), [*faults, *reader.faults], reader.bad)


def _check_keys(node: strict_yaml.Mapping, reader: Reader) -> None:
    """Adds faults for missing keys, and for `rounds` where it cannot be."""
    rounds = node.keys.get("rounds")
    if "extends" not in node.value:
        for key in REQUIRED:
            if key not in node.value and key not in ALWAYS_REQUIRED:
                hint = words.KEY_OR_EXTENDS.format(key=key, example=_example(key))
                reader.fault(node, (), words.KEY_MISSING.format(key=key), hint)
                reader.bad.add(key)
        if rounds is not None:
            reader.fault(rounds, ("rounds",), words.ROUNDS_WITH_EXTENDS, words.WRITE_CONTRACTS)
    elif rounds is not None and "contracts" in node.value:
        reader.fault(rounds, ("rounds",), words.ROUNDS_AND_CONTRACTS, words.LEAVE_ONE_OUT)


def _load_file(path: str | Path, library: Library) -> Rules:
    data = read_yaml_file(path, max_bytes=MAX_BYTES)
    return _read(read_keys(data, str(path)), Path(path), library.with_folder_of(Path(path)))


def _read(first: ReadFile, path: Path | None, library: Library) -> Rules:
    """The rules of a file. Its base, and the base of that in turn, are read too.

    `path` is None if the text is in no file. Raises Faults with places in the first file.
    """
    if "extends" in first.bad:
        raise Faults(first.faults)
    chain, base = [first], None
    seen = [] if path is None else [path.resolve()]
    while base is None and "extends" in chain[-1].value:
        wanted = chain[-1].value["extends"]
        if (shipped := shipped_file(wanted)) is not None and shipped.resolve() not in seen:
            base = _shipped(wanted)
            break
        path_of_base = library.find(wanted)
        if path_of_base is None:
            message = words.NO_VARIANT.format(name=wanted)
            if len(chain) > 1:
                message = words.OF_EXTENDED.format(file=chain[-1].name, fault=message)
            raise _chain_fault(first, message, _nearest(wanted, library))
        if path_of_base.resolve() in seen:
            ids = [str(each.value.get("id", each.name)) for each in chain]
            start = ids.index(wanted) if wanted in ids else 0
            circle = " extends ".join([*ids[start:], wanted])
            raise _chain_fault(first, words.IN_A_CIRCLE.format(circle=circle))
        seen.append(path_of_base.resolve())
        try:
            data = read_yaml_file(path_of_base, max_bytes=MAX_BYTES)
            chain.append(read_keys(data, str(path_of_base)))
        except Faults as error:
            raise _chain_fault(first, _first_of(error)) from None
    for each in reversed(chain):
        try:
            base = _build(each, base)
        except Faults as error:
            if each is first:
                raise
            raise _chain_fault(first, _first_of(error)) from None
    assert base is not None
    return base


def _build(file: ReadFile, base: Rules | None) -> Rules:
    """The rules of one file and its base, if it has one. Raises Faults for its mistakes."""
    faults = list(file.faults)
    if isinstance(file.node, strict_yaml.Mapping):
        problems = [*check_rounds(base, file.value)] if base is not None else []
        bad = file.bad | {"contracts" for _ in problems}
        known = _stand_ins() if bad else {}
        value = {**known, **file.value} if base is None else inherited(base, file.value)
        rules = rules_of(value)
        if base is not None:
            rules = with_origins(rules, base, file.value)
        problems += check_variant(rules, bad)
        if not faults and not problems and _offers_own_house_rules(file, base):
            problems += check_house_rules(rules)
        without = functools.partial(_without, file.value, base) if base is not None else None
        faults += faults_of(problems, file.node, file.name, without)
    if faults:
        raise Faults(faults)
    if base is not None and not file.value.get("summary"):
        return structs.replace(rules, summary=_summary(base, rules))
    return rules


def _offers_own_house_rules(file: ReadFile, base: Rules | None) -> bool:
    """Whether a file offers house rules that must be checked.

    House rules of shipped files are checked by the tests, as checking ten takes as long as reading
    the file.
    """
    is_shipped = Path(file.name).is_relative_to(SHIPPED)
    return not is_shipped and (base is None or "house_rules" in file.value)


def _without(own: Mapping[str, Any], base: Rules, key: str) -> Rules:
    """The rules of a file with a base, as if it did not have one of its keys."""
    return rules_of(inherited(base, {name: item for name, item in own.items() if name != key}))


@functools.cache
def _shipped_ids() -> tuple[str, ...]:
    return shipped_variants()


def summary_and_text(rules: Rules) -> tuple[str, str]:
    """The summary and the text of a variant, in the current language if they can be translated."""
    is_own = shipped_file(rules.id) is None
    for base in map(_shipped, _shipped_ids() if is_own else ()):
        if rules.text == _own_text(base):
            is_made = rules.summary == _summary(base, rules)
            summary = _summary_in_language(base, rules) if is_made else rules.summary
            return summary, words.OWN_TEXT(rules=of_game(base.name))
    return of_game(rules.summary), of_game(rules.text)


def _chain_fault(first: ReadFile, message: str, hint: str = "") -> Faults:
    """The faults of the first file of a chain, and one more at its key `extends`."""
    assert isinstance(first.node, strict_yaml.Mapping)
    place = first.node.value["extends"]
    fault = Fault(first.name, place.line, place.column, f"extends: {message}", hint)
    return Faults([*first.faults, fault])


def _first_of(error: Faults) -> str:
    """A sentence with the first fault of a base, and the number of its other faults."""
    others = words.AND_MORE.format(count=len(error.faults) - 1) if len(error.faults) > 1 else ""
    return words.EXTENDED_FAULT.format(fault=f"{error.faults[0]}{others}")


def _nearest(wanted: str, library: Library) -> str:
    """A hint for an unknown id: a similar id, or how to list all of them."""
    known = [*known_variants(), *library.ids(), *more_variants()]
    return did_you_mean(wanted, known) or words.LISTED_BY


@functools.cache
def _shipped(name: str) -> Rules:
    """The rules of a shipped variant."""
    file = shipped_file(name)
    assert file is not None
    return _load_file(file, _NO_LIBRARY)


def inherited(base: Rules, own: Mapping[str, Any]) -> dict[str, Any]:
    """The plain values `own` of a file together with those that it inherits from its base.

    Inherited rules by round are cut or continued to the number of rounds of the file.
    """
    value: dict[str, Any] = plain_value(base)
    value |= {"summary": "", "text": _own_text(base), "sources": {}}
    chosen = _rounds_taken(base, own)
    if chosen is not None:
        keys = ("contracts", *_going_by("round"), *_going_by("rounds"))
        by_round = [(value, key) for key in keys]
        by_round += [(value, key) for key in _going_by("price") if base.call_price_by == "round"]
        by_round += [
            (pack, f"{key}_by_round") for pack in value["packs"] for key in ("decks", "jokers")
        ]
        by_round += [(small, "deal") for small in value["deal_for"]]
        for owner, key in by_round:
            if values := owner.get(key):
                owner[key] = [values[min(index, len(values) - 1)] for index in chosen]
        value["all_in_rounds"] = [
            number for number, index in enumerate(chosen, 1) if index + 1 in base.all_in_rounds
        ]
    if "call_cost" in own and "call_costs" not in own:
        value["call_costs"] = []
    table_words = _merged_words(value["words"], own.get("words", {}))
    value |= {key: item for key, item in own.items() if key not in ("rounds", "extends")}
    return value | {"words": table_words}


def _going_by(what: str) -> list[str]:
    """The keys of the rules with such a list: see `Rule.goes_by`."""
    return [key for key, rule in RULES.items() if rule.goes_by == what]


def _merged_words(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The words of a base, replaced by those of a file. A new word loses the old word's forms."""
    merged_words = base | own
    for forms in ("plurals", "articles"):
        inherited_forms = {name: form for name, form in base[forms].items() if name not in own}
        merged_words[forms] = inherited_forms | own.get(forms, {})
    return merged_words


def _rounds_taken(base: Rules, own: Mapping[str, Any]) -> list[int] | None:
    """For each round of a file the index of the base's round; None if it has the same rounds."""
    if "rounds" in own:
        rounds = own["rounds"]
        numbers = range(1, rounds + 1) if isinstance(rounds, int) else rounds
        return [number - 1 for number in numbers if number <= len(base.contracts)] or None
    if "contracts" in own and len(own["contracts"]) != len(base.contracts):
        return list(range(len(own["contracts"]))) or None
    return None


def check_rounds(base: Rules, own: Mapping[str, Any]) -> Iterator[Problem]:
    """Yields the problems of the key `rounds`, by which a file takes rounds from its base."""
    rounds = own.get("rounds", ())
    numbers = enumerate(rounds) if isinstance(rounds, list) else [(None, rounds or 1)]
    for index, number in numbers:
        if number > len(base.contracts):
            path: RulePath = ("rounds",) if index is None else ("rounds", index)
            there = counted(len(base.contracts), table_words(base)["round"])
            facts = {"number": number, "base": of_game(base.name), "there": there}
            yield Problem(path, "rounds-of-base", facts)
    if rounds == []:
        yield Problem(("rounds",), "picks-no-round")


def with_origins(rules: Rules, base: Rules, own_keys: Collection[str]) -> Rules:
    """The rules of a file with what its base gives: the sources of inherited rules, a length, a
    summary, and the house rules that still change something. `own_keys` are those of the file."""
    set_here = {*own_keys, "contracts"} if "rounds" in own_keys else {*own_keys}
    changed = {key for key in RULES.keys() & set_here if getattr(rules, key) != getattr(base, key)}
    sources = dict(base.sources)
    for key in RULES:
        if key in changed:
            sources.pop(key, None)
        else:
            source = base.sources.get(key, Source())
            sources[key] = structs.replace(source, origin=source.origin or base.name)
    summary, minutes = rules.summary or base.name, rules.minutes
    if "minutes" not in own_keys:
        # As long for each round as in the base.
        minutes = max(1, base.minutes * len(rules.contracts) // len(base.contracts))
    sources |= rules.sources
    rules = structs.replace(rules, sources=sources, summary=summary, minutes=minutes)
    if "house_rules" in own_keys:
        return rules
    options = []
    for option in base.house_rules:
        if not {*option.set} & changed:
            # It must still change something, and the game must be possible.
            other = merged(rules, option.set)
            if any(getattr(other, key) != getattr(rules, key) for key in option.set):
                options += [option] if not any(check_variant(other)) else []
    return structs.replace(rules, house_rules=tuple(options))


@in_english()
def _own_text(base: Rules) -> str:
    return words.OWN_TEXT(rules=base.name)


def _summary_in_language(base: Rules, rules: Rules) -> str:
    """A sentence with the most important differences between rules and their base."""
    rounds = words.SO_MANY(rules, count=len(rules.contracts), goes_on=rules.is_bounded)
    changed = [
        rounds if key == "contracts" else f"{within(rule.title)}: {rule.in_words(rules)}"
        for key, rule in RULE_WORDS.items()
        if getattr(rules, key) != getattr(base, key) and not rules.sources.get(key, Source()).origin
    ]
    if not changed:
        return words.RULE_FOR_RULE(rules=of_game(base.name))
    limit = 4 if len(changed) == 4 else 3
    others = [words.MORE_RULES.format(count=len(changed) - limit)] if changed[limit:] else []
    return words.BUT(rules=of_game(base.name), changes=listed([*changed[:limit], *others], ";"))


_summary = in_english()(_summary_in_language)
