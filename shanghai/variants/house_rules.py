"""House rules: changes of single rules of a variant. Also: rules read from plain values."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import structs

from shanghai.engine.parameters.checks import Problem, check_variant
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import HouseRule, Source
from shanghai.engine.rules import Rules
from shanghai.variants.file_types import (
    ENTRIES,
    GLYPHS,
    SINGLE_AS_LIST,
    SINGLE_FOR_ALL,
    changes_type,
)
from shanghai.words import variants as words
from shanghai.words.games import house_rule_of, house_ruling, of_game
from shanghai.words.problems import problem_text
from shanghai.words.rulebook.guess import meaning, nearest_meaning
from shanghai.words.sanitize import sanitize
from shanghai.yamlio.reader import (
    Fault,
    Faults,
    Mapping as MappingNode,
    Node,
    Scalar,
    Sequence as SequenceNode,
)
from shanghai.yamlio.schema_reader import Hints, Reader, did_you_mean, node_at, path_label

_HINTS: Final = Hints(meant=meaning, guess=nearest_meaning)
_TEXTS: Final = {"name": 40, "summary": 200, "text": 200, "sentence": 300, "ruling": 600}


def with_house_rules(
    rules: Rules,
    overrides: Mapping[str, object] | MappingNode,
    name: str = "",
    origins: Mapping[str, str] | None = None,
) -> Rules:
    """The rules with some changed. Raises Faults if changes are wrong or do not go together.

    If the changes are a node of a file, faults have its places in the file `name`. `origins` has
    the name of the house rule that sets a key, for keys that are set by one.
    """
    name = name or words.HOUSE_RULES_HERE
    node = overrides if isinstance(overrides, MappingNode) else _node(overrides)
    reader = Reader(name, hints=_HINTS, entries=ENTRIES)
    value = reader.read(node, changes_type())
    if reader.faults:
        raise Faults(reader.faults)
    changed = merged(rules, value)
    if problems := [*check_variant(changed)]:

        def without(key: str) -> Rules:
            return merged(rules, {name: item for name, item in value.items() if name != key})

        raise Faults(faults_of(problems, node, name, without))
    keys = [key for key in RULES if getattr(rules, key) != getattr(changed, key)]
    rulings: dict[str, str] = dict.fromkeys(keys, house_ruling())
    for key in {*keys} & {*(origins or {})}:
        rulings[key] = house_ruling((origins or {})[key])
    sources = {key: Source(ruling=ruling) for key, ruling in rulings.items()}
    return structs.replace(changed, sources=rules.sources | sources) if keys else rules


def with_chosen(
    rules: Rules, chosen: Iterable[HouseRule], overrides: Mapping[str, object] | None = None
) -> Rules:
    """The rules with the chosen house rules, and then with single rules changed; or Faults."""
    changes: dict[str, object] = {}
    origins: dict[str, str] = {}
    for option in chosen:
        changes |= option.set
        origins |= dict.fromkeys(option.set, option.name)
    for key, value in (overrides or {}).items():
        changes[key] = value
        origins.pop(key, None)
    return with_house_rules(rules, changes, origins=origins) if changes else rules


def house_rule_named(rules: Rules, name: str) -> HouseRule:
    """The house rule with a name, in English or in the current language. Raises Faults if none."""
    wanted, options = " ".join(name.split()).casefold(), rules.house_rules
    by_name = {option.name.casefold(): option for option in options}
    by_name |= {of_game(option.name).casefold(): option for option in options}
    if wanted in by_name:
        return by_name[wanted]
    names = {of_game(option.name).casefold(): of_game(option.name) for option in options}
    hint = did_you_mean(wanted, names)
    for small, original in names.items():
        hint = hint.replace(small, original)
    message = words.NO_HOUSE_RULE.format(rules=of_game(rules.name), name=sanitize(name, 60))
    raise Faults([Fault(words.HOUSE_RULES_HERE, 0, 0, message, hint or words.OR_A_VALUE)])


def is_changed(rules: Rules) -> bool:
    """Whether some rules were changed by house rules."""
    return any(house_rule_of(source.ruling) is not None for source in rules.sources.values())


def changed_rules(rules: Rules, base: Rules) -> dict[str, Any]:
    """The rules that differ from a base, as plain values for a file."""
    changed = [key for key in RULES if getattr(rules, key) != getattr(base, key)]
    return {key: plain_rule(rules, key) for key in changed}


def plain_rule(rules: Rules, key: str) -> Any:  # noqa: ANN401
    """The plain value of a rule. A list by round of equal values becomes a single value."""
    return shortest(key, plain_value(getattr(rules, key)))


def shortest(key: str, value: Any) -> Any:  # noqa: ANN401
    """A plain value of a key. A list by round of equal values becomes a single value."""
    is_even = key in SINGLE_FOR_ALL and value and value.count(value[0]) == len(value)
    return value[0] if is_even else value


def _node(value: object) -> Node:
    """A value as a YAML node without a place in a file."""
    if isinstance(value, Mapping):
        keys = {str(key): Scalar(str(key), str(key), 0, 0) for key in value}
        return MappingNode({str(key): _node(item) for key, item in value.items()}, keys, 0, 0)
    if isinstance(value, list | tuple):
        return SequenceNode(tuple(map(_node, value)), 0, 0)
    if value is None or isinstance(value, str | int | float | bool):
        return Scalar(value, _text(value), 0, 0)
    return _node(plain_value(value))


def _text(value: str | float | bool | None) -> str:
    """The text of a plain value in YAML."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_of(value: Mapping[str, Any]) -> Rules:
    """The rules made of plain values of the right types. A single value counts for all rounds."""
    lists = {key: value[key] for key in SINGLE_AS_LIST if key in value}
    lists = {key: each if isinstance(each, list) else [each] for key, each in lists.items()}
    if "wild_cards" in lists:
        lists["wild_cards"] = [_lettered(name) for name in lists["wild_cards"]]
    if points := value.get("card_points"):
        lists["card_points"] = {_lettered(name): worth for name, worth in points.items()}
    return msgspec.convert({**by_round_values(value), **lists}, Rules)


def by_round_values(value: Mapping[str, Any]) -> dict[str, Any]:
    """The plain values of rules, with a list in place of each single value for all rounds."""
    rounds = max(1, len(value["contracts"]))
    single = [key for key in SINGLE_FOR_ALL if isinstance(value.get(key), int | str | dict)]
    return {**value, **{key: [value[key]] * rounds for key in single}}


def _lettered(name: str) -> str:
    """The name of a card with a letter in place of a suit sign."""
    return name.translate({sign: letter for letter, sign in GLYPHS.items()})


def plain_value(value: object) -> Any:  # noqa: ANN401
    """A value of the rules as plain numbers, texts, lists and dicts, as files have them."""
    return msgspec.json.decode(msgspec.json.encode(value))


def merged(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    """The rules with some of them set to other plain values. Nothing is checked."""
    return rules_of({**plain_value(rules), **changes})


def check_house_rules(rules: Rules) -> Iterator[Problem]:
    """The problems of the house rules that a variant offers, if each is used alone."""
    plain = plain_value(rules)
    for index, option in enumerate(rules.house_rules):
        path = ("house_rules", index, "set")
        if not option.set:
            yield Problem(path, "sets-no-rule")
        for problem in check_variant(rules_of({**plain, **option.set})):
            yield structs.replace(problem, path=(*path, *problem.path))


def faults_of(
    problems: Iterable[Problem],
    node: Node,
    file: str,
    without: Callable[[str], Rules] | None = None,
) -> list[Fault]:
    """The problems as faults at their places in a file, of which `node` is the content.

    The fault of an inherited rule is at the key of the file that causes it. To find that key,
    `without` returns the rules of the file without one of its keys.
    """
    reader = Reader(file, entries=ENTRIES)
    reported: set[tuple[int, str]] = set()
    for problem in problems:
        message, hint = problem_text(problem)
        if problem.known:
            hint = did_you_mean(str(problem.path[-1]), problem.known)
        path = problem.path
        if isinstance(node, MappingNode) and without and path[0] not in node.value:
            path = (_culprit(problem, node, without),)
            message = f"{path_label(problem.path, ENTRIES)}: {message}"
        place = node_at(node, path)
        # A single number for all rounds is one fault, not one for each round.
        if (id(place), message) not in reported:
            reader.fault(place, path, message, hint)
        reported.add((id(place), message))
    return reader.faults


def _culprit(problem: Problem, node: MappingNode, without: Callable[[str], Rules]) -> str:
    """The key of a file without which a problem disappears; if there is none, the first key."""
    keys = [key for key in node.value if key in RULES or key == "rounds"]
    for key in keys:
        others = check_variant(without(key))
        if not any((each.code, each.path) == (problem.code, problem.path) for each in others):
            return key
    return next(iter(keys), next(iter(node.value)))


def cleaned(value: Any) -> Any:  # noqa: ANN401
    """A plain value in which all texts for players are made safe to show."""
    if isinstance(value, dict):
        return {
            key: sanitize(item, _TEXTS[key])
            if isinstance(item, str) and key in _TEXTS
            else cleaned(item)
            for key, item in value.items()
        }
    return [cleaned(item) for item in value] if isinstance(value, list) else value
