"""The rules page as plain lines. It is made from `Rules`, so that it always fits the game."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct, structs

from shanghai.engine.parameters.fields import ANNOTATIONS, CLAUSES, DEFAULTS, RULES, page
from shanghai.engine.parameters.parts import Contract, JokerCap, Source
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_text
from shanghai.words.games import house_rule_of, of_game, ruling_text
from shanghai.words.grammar import listed
from shanghai.words.messages import Messages
from shanghai.words.rulebook.message import filled_by_rules
from shanghai.words.rulebook.pieces import call_cost_text, pack_text
from shanghai.words.rulebook.rules import KEY_WORDS, RULE_WORDS

say = Messages("rulebook")

HEADINGS: Final[Mapping[str, str]] = say.table("HEADINGS")
CLAUSE_WORDS: Final[Mapping[str, Mapping[str, Any]]] = Messages("clauses").table("CLAUSES")
"""The words of each general clause: its sentence, and the ruling if the clause leaves one open."""
_WORKSHOP_TITLES: Final[Mapping[str, str]] = Messages("workshop").table("TITLES")
"""The titles of rules in the workshop, where they differ from the usual ones."""
_PAGE: Final = page()
KEYS_BY_HEADING: Final[Mapping[str, tuple[str, ...]]] = {
    heading: tuple(key for key in keys if key not in CLAUSES) for heading, keys in _PAGE.items()
}
"""The rules of play by the headings of the page."""


_ALL_LINES: Final = _PAGE | {"words": tuple(key for key in KEY_WORDS if key not in RULES)}
"""The keys of all lines that the page may have, by heading. A key under `words` is no rule of play.
It has a line only if a variant file has a ruling on it."""
_SAMPLES: Final[Mapping[str, tuple[object, ...]]] = {
    "contracts": (Contract((3,)), Contract((2,), (3,)), Contract(points=40)),
    "call_limit": (0, 1),
    "call_points": (1,),
    "out_bonus": (1,),
    "all_in_rounds": (1,),
    "joker_cap_by_round": (JokerCap("fixed"),),
    "wild_ranks": (2,),
    "wild_by_round": (2,),
}
"""For each rule that is a list, entries that another game could have in its rounds."""


class RuleLine(Struct, frozen=True):
    """A line of the rules page. `rule` is a field of `Rules` or a clause such as `ALL-7`.

    `ruling` says what was decided about it; it is empty if the clauses are clear. `keys` are the
    rules by which a table can change it, and `titles` what the workshop calls these. `origin` is
    the name of the variant that the rule comes from.
    """

    heading: str
    rule: str
    sentence: str
    clauses: tuple[str, ...]
    ruling: str
    keys: tuple[str, ...] = ()
    origin: str = ""
    titles: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where the rule is written, such as `RG-3` or `California: CA-5`; empty if unknown."""
        clauses = listed(self.clauses, ",")
        origin = of_game(self.origin)
        return f"{origin}: {clauses}" if origin and clauses else origin or clauses

    @property
    def change(self) -> str:
        """A sentence on which settings of the workshop change this rule, or that none does."""
        return say.CHANGED_BY(titles=self.titles) if self.titles else say.UNCHANGEABLE


class Difference(Struct, frozen=True):
    """A rule in which two variants differ: its key, its title, and both values in few words."""

    key: str
    title: str
    first: str
    second: str


def rule_lines(rules: Rules, players: int | None = None) -> list[RuleLine]:
    """The whole rules page, in order. With a number of players, it tells the pack for so many
    instead of all packs."""
    return [
        _line(rules, heading, key, sentence)
        for heading, keys in _ALL_LINES.items()
        for key in keys
        if (sentence := _sentence(rules, key, players) or _ruled_value(rules, key))
    ]


def _ruled_value(rules: Rules, key: str) -> str:
    """The text of a line for a key without a sentence, if the variant file has a ruling on it.

    For a rule it is its title with its value, for a clause its number, for any other key its title.
    It is empty if there is no ruling, or if the ruling is of a house rule.
    """
    ruling = rules.sources.get(key, Source()).ruling
    if not ruling or house_rule_of(ruling) is not None:
        return ""
    if key in RULES:
        value = RULE_WORDS[key].short(rules)
        return f"{workshop_title(rules, key)}: {value}." if _decider(rules, key) == key else ""
    return f"{key if key in CLAUSES else workshop_title(rules, key)}."


def sentences_under(rules: Rules, heading: str) -> Iterator[str]:
    """Yields the sentences of the rules page under one of its headings."""
    keys = [key for name, keys in _PAGE.items() if name == heading for key in keys]
    return (text for key in keys if (text := _sentence(rules, key, None)))


def _line(rules: Rules, heading: str, key: str, sentence: str) -> RuleLine:
    """A line of the page, with the source of the rule that decides it."""
    decider = _decider(rules, key)
    changing = CLAUSES[key].ruled_by if key in CLAUSES else (key,)
    clauses, ruling = _source(rules, key)
    if decider != key:
        # The ruling of another rule is in its own line; that of a clause follows from the rules.
        clauses, ruling = (), ruling if key in CLAUSES else ""
    origin = rule_origin(rules, decider)
    titles = tuple(workshop_title(rules, each) for each in changing)
    return RuleLine(HEADINGS[heading], key, sentence, clauses, ruling, changing, origin, titles)


def workshop_title(rules: Rules, key: str) -> str:
    """The title of a rule in the workshop, with the words of this table."""
    text = filled_by_rules(_WORKSHOP_TITLES.get(key, KEY_WORDS[key].title), rules)
    return text[:1].upper() + text[1:]


def _decider(rules: Rules, key: str) -> str:
    """The rule from which the line of `key` gets its source.

    It is `key` itself, unless its sentence depends on another rule that a file or a house rule has
    changed. Then the clauses of `key` do not say what the sentence says.
    """
    changed = _changed_here(rules)
    if key in changed:
        return key
    text = _text(rules, key)
    for other in changed:
        for value in _other_values(rules, other):
            if _text(structs.replace(rules, **{other: value}), key) != text:
                return other
    # If two changed rules have the same effect, undoing one alone does not change the sentence.
    unchanged = {other: values[0] for other in changed if (values := _other_values(rules, other))}
    if _text(structs.replace(rules, **unchanged), key) != text:
        return next((other for other in unchanged if key in RULES[other].changes), changed[0])
    return key


def _text(rules: Rules, key: str) -> tuple[str, str]:
    """The sentence of a rule, and for a clause its ruling, which can depend on the rules too."""
    return _sentence(rules, key, None), _source(rules, key)[1] if key in CLAUSES else ""


def credited_clauses(rules: Rules, key: str) -> tuple[str, ...]:
    """The clauses that a rule, or a general clause, may be credited to. There are none if its
    sentence depends on another rule that this table has changed."""
    is_on_page = key in RULES or key in CLAUSES
    return rules.clauses(key) if not is_on_page or _decider(rules, key) == key else ()


def _changed_here(rules: Rules) -> list[str]:
    """The rules that are changed: by a file that extends another one, or by a house rule."""
    sources = rules.sources
    is_derived = any(source.origin for source in sources.values())
    return [
        key
        for key in RULES
        for source in (sources.get(key, Source()),)
        if (is_derived and not source.origin) or house_rule_of(source.ruling) is not None
    ]


def _other_values(rules: Rules, key: str) -> list[object]:
    """Other values that a rule could have: its default, and others of the same type. These are the
    opposite of a yes or no, the next number, all other choices, or `_SAMPLES`."""
    value = getattr(rules, key)
    others: list[object] = [DEFAULTS[key]] if key in DEFAULTS else []
    if key in _SAMPLES:
        others += [(sample,) * len(rules.contracts) for sample in _SAMPLES[key]]
    elif isinstance(value, bool):
        others.append(not value)
    elif isinstance(value, int):
        others.append(value + 1)
    return [other for other in (*others, *_choices(key)) if other != value]


def _choices(key: str) -> tuple[object, ...]:
    """The values that a rule may have, if it is one of a few words; else none."""
    kind = get_args(ANNOTATIONS[key])[0]
    return get_args(kind) if get_origin(kind) is Literal else ()


def differences(a: Rules, b: Rules) -> list[Difference]:
    """The rules in which two variants differ, each value in the words of its variant. A difference
    in the words alone, such as books instead of sets, does not count."""
    in_same_words = structs.replace(b, words=a.words)
    names = [filled_by_rules(say.WORDS, rules) for rules in (a, b, b)]
    rows = [("words", KEY_WORDS["words"].title, *names)]
    for keys in KEYS_BY_HEADING.values():
        for key in keys:
            if getattr(a, key) == getattr(b, key):
                continue
            rule = RULE_WORDS[key]
            rows.append((key, rule.title, rule.short(a), rule.short(in_same_words), rule.short(b)))
    for number in range(1, max(len(a.contracts), len(b.contracts)) + 1):
        texts = (
            contract_text(rules, number) if number <= len(rules.contracts) else "-"
            for rules in (a, in_same_words, b)
        )
        rows.append(("contracts", say.CONTRACT(number=number), *texts))
    return [
        Difference(key, title, first, second)
        for key, title, first, second_in_same_words, second in rows
        if first != second_in_same_words
    ]


def differing_sentences(a: Rules, b: Rules) -> list[tuple[str, str, str]]:
    """For each rule of the page that differs: its heading, and the sentences of `a` and `b`.
    Contracts are left out. A sentence is empty if a variant does not have it."""
    first, in_same_words = _by_rule(a), _by_rule(structs.replace(b, words=a.words))
    second = _by_rule(b)
    return [
        (
            HEADINGS[heading],
            with_origin(a, _decider(a, key), first.get(key, "")),
            with_origin(b, _decider(b, key), second.get(key, "")),
        )
        for heading, keys in _PAGE.items()
        for key in keys
        if key != "contracts" and first.get(key) != in_same_words.get(key)
    ]


def _by_rule(rules: Rules) -> dict[str, str]:
    return {line.rule: line.sentence for line in rule_lines(rules)}


def rule_origin(rules: Rules, key: str) -> str:
    """Where a rule comes from: the name of a variant, this file, or a house rule. It is empty for a
    rule of a file that extends no other."""
    sources = rules.sources
    if key in sources and house_rule_of(sources[key].ruling) is not None:
        return say.BY_HOUSE_RULE
    if key in sources and sources[key].origin:
        return of_game(sources[key].origin)
    is_derived = any(source.origin for source in sources.values())
    return say.THIS_FILE if is_derived and key not in CLAUSES else ""


def with_origin(rules: Rules, key: str, value: str) -> str:
    """A text on a rule, followed by where the rule comes from, if it has another origin."""
    origin = rule_origin(rules, key)
    return say.WITH_ORIGIN(value=value, origin=of_game(origin)) if value and origin else value


def brief(rules: Rules) -> list[str]:
    """Four to six short phrases on what distinguishes a variant from others."""
    least, most, cap = rules.min_players, rules.max_players, rules.joker_cap
    sizes = f"{least}-{most}" if least < most else f"{most}"
    if rules.sides:
        sizes = listed([*map(str, rules.table_sizes)], "or")
    jokers = [step[1] for step in (*cap.sets, *cap.runs)] or [0]
    values = {
        "players": sizes,
        "contract_count": len(rules.contracts),
        "cost": call_cost_text(rules),
        "order": RULE_WORDS["call_order"].short(rules),
        "fewest": min(jokers),
        "most": max(jokers),
    }
    phrases = [filled_by_rules(each, rules, **values) for each in say.lines("BRIEF")]
    marks = [mark for each in say.lines("MARKS") if (mark := filled_by_rules(each, rules))]
    return [*phrases, *(marks[:3] or [say.table("ACE")[rules.ace]])]


def _source(rules: Rules, key: str) -> tuple[tuple[str, ...], str]:
    """The clauses of a rule or clause, and the ruling on it, which may be empty."""
    source = rules.sources.get(key, Source())
    ruling = ruling_text(source.ruling)
    if key in CLAUSES:
        return source.clauses or (key,), ruling or filled_by_rules(
            CLAUSE_WORDS[key].get("ruling", ""), rules
        )
    return source.clauses, ruling


def _sentence(rules: Rules, key: str, players: int | None) -> str:
    """The sentence on a rule or a clause; empty if there is nothing to tell of it."""
    if key == "packs" and players is not None:
        pack = next(pack for pack in rules.packs if players <= pack.up_to)
        return say.PACK_OF(players=players, pack=pack_text(rules, pack))
    if key == "ALL-9" and not any(rules.call_limit):
        return ""
    if key in CLAUSES:
        return filled_by_rules(CLAUSE_WORDS[key]["sentence"], rules)
    return RULE_WORDS[key].sentence(rules) if key in RULES else ""
