"""The rules page as plain lines, generated from `Rules` so that it cannot drift from the game."""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct, structs

from shanghai.engine.parameters.fields import CLAUSES, DEFAULTS, HINTS, RULES, page
from shanghai.engine.parameters.parts import Contract, Source
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
"""The words of each general clause: its sentence and its ruling, as far as the rules leave them."""
_PAGE: Final = page()
KEYS_BY_HEADING: Final[Mapping[str, tuple[str, ...]]] = {
    heading: tuple(key for key in keys if key not in CLAUSES) for heading, keys in _PAGE.items()
}
"""The rules of play by the headings of the page."""


class RuleLine(Struct, frozen=True):
    """One rule of the page: its key is a field of `Rules` or a clause, `ruling` empty where the
    text settles it, `keys` can change it, `origin` is the variant it is taken over from."""

    heading: str
    rule: str
    sentence: str
    clauses: tuple[str, ...]
    ruling: str
    keys: tuple[str, ...] = ()
    origin: str = ""

    @property
    def source(self) -> str:
        """Where it is read from, such as `RG-3` or `California: CA-5`; nothing where unknown."""
        clauses = listed(self.clauses, ",")
        origin = of_game(self.origin)
        return f"{origin}: {clauses}" if origin and clauses else origin or clauses

    @property
    def change(self) -> str:
        """What changes it, by the names that the workshop has for it, in a sentence."""
        titles = [KEY_WORDS[key].title for key in self.keys]
        return say.CHANGED_BY(titles=titles) if titles else say.UNCHANGEABLE


class Difference(Struct, frozen=True):
    """A rule in which two variants differ: its key, what it is called, and both in short."""

    key: str
    title: str
    first: str
    second: str


def rule_lines(rules: Rules, players: int | None = None) -> list[RuleLine]:
    """The whole rules page in reading order; with a number of players it names their pack."""
    return [
        _line(rules, heading, key, sentence)
        for heading, keys in _PAGE.items()
        for key in keys
        if (sentence := _sentence(rules, key, players))
    ]


def _line(rules: Rules, heading: str, key: str, sentence: str) -> RuleLine:
    """A line of the page, with the source of the rule that decides what it says."""
    decider = _decider(rules, key)
    changing = CLAUSES[key].ruled_by if key in CLAUSES else (key,)
    # The ruling of another rule is in its own line.
    clauses, ruling = _source(rules, key) if decider == key else ((), "")
    origin = rule_origin(rules, decider)
    return RuleLine(HEADINGS[heading], key, sentence, clauses, ruling, changing, origin)


def _decider(rules: Rules, key: str) -> str:
    """The rule that a line is to be credited to: its own, or a changed one that its sentence tells.

    A clause of the text is not named for what a file or a house rule says instead of it.
    """
    changed = _changed_here(rules)
    if key in changed:
        return key
    sentence = _sentence(rules, key, None)
    for other in changed:
        for value in _other_values(rules, other):
            if _sentence(structs.replace(rules, **{other: value}), key, None) != sentence:
                return other
    return key


def _changed_here(rules: Rules) -> list[str]:
    """The rules that a file changes of those it extends, or a house rule of those of its game."""
    sources = rules.sources
    is_derived = any(source.origin for source in sources.values())
    return [
        key
        for key in RULES
        for source in (sources.get(key, Source()),)
        if (is_derived and not source.origin) or house_rule_of(source.ruling) is not None
    ]


def _other_values(rules: Rules, key: str) -> list[object]:
    """Values that a rule could have as well.

    The usual one; where it has that, the opposite of a yes or no, all other choices, the next
    number. In place of contracts, which have no usual value, one simple set in each round.
    """
    value = getattr(rules, key)
    if key == "contracts":
        return [(Contract((3,)),) * len(rules.contracts)]
    if key in DEFAULTS and value != DEFAULTS[key]:
        return [DEFAULTS[key]]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    return [choice for choice in _choices(key) if choice != value]


def _choices(key: str) -> tuple[object, ...]:
    """The words that a rule may be, where it is one of a few."""
    kind = get_args(HINTS[key])[0]
    return get_args(kind) if get_origin(kind) is Literal else ()


def differences(a: Rules, b: Rules) -> list[Difference]:
    """What differs between two rule systems, each told in its own words."""
    alike = structs.replace(b, words=a.words)
    names = [filled_by_rules(say.WORDS, rules) for rules in (a, b, b)]
    rows = [("words", KEY_WORDS["words"].title, *names)]
    for keys in KEYS_BY_HEADING.values():
        for key in keys:
            if getattr(a, key) == getattr(b, key):
                continue
            rule = RULE_WORDS[key]
            rows.append((key, rule.title, rule.short(a), rule.short(alike), rule.short(b)))
    for number in range(1, max(len(a.contracts), len(b.contracts)) + 1):
        one, same, two = (
            contract_text(rules, number) if number <= len(rules.contracts) else "-"
            for rules in (a, alike, b)
        )
        rows.append(("contracts", say.CONTRACT(number=number), one, same, two))
    return [Difference(key, title, one, two) for key, title, one, same, two in rows if one != same]


def differing_sentences(a: Rules, b: Rules) -> list[tuple[str, str, str]]:
    """The rules of the page that differ, but for contracts: heading, both sentences, origin."""
    first, alike = _by_rule(a), _by_rule(structs.replace(b, words=a.words))
    second = _by_rule(b)
    return [
        (
            HEADINGS[heading],
            with_origin(a, _decider(a, key), first.get(key, "")),
            with_origin(b, _decider(b, key), second.get(key, "")),
        )
        for heading, keys in _PAGE.items()
        for key in keys
        if key != "contracts" and first.get(key) != alike.get(key)
    ]


def _by_rule(rules: Rules) -> dict[str, str]:
    return {line.rule: line.sentence for line in rule_lines(rules)}


def rule_origin(rules: Rules, key: str) -> str:
    """The variant that a rule is taken over from, `own rule`, `a house rule`; else ""."""
    sources = rules.sources
    if key in sources and house_rule_of(sources[key].ruling) is not None:
        return say.BY_HOUSE_RULE
    if key in sources and sources[key].origin:
        return of_game(sources[key].origin)
    is_derived = any(source.origin for source in sources.values())
    return say.THIS_FILE if is_derived and key not in CLAUSES else ""


def with_origin(rules: Rules, key: str, value: str) -> str:
    """A text on a rule and behind it where that comes from, where that is to be said."""
    origin = rule_origin(rules, key)
    return say.WITH_ORIGIN(value=value, origin=of_game(origin)) if value and origin else value


def brief(rules: Rules) -> list[str]:
    """Four to six short phrases that say what makes a variant different."""
    least, most, cap = rules.min_players, rules.max_players, rules.joker_cap
    jokers = [step[1] for step in (*cap.sets, *cap.runs)] or [0]
    values = {
        "players": least if least == most else f"{least}-{most}",
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
    source = rules.sources.get(key, Source())
    ruling = ruling_text(source.ruling)
    if key in CLAUSES:
        return source.clauses or (key,), ruling or filled_by_rules(
            CLAUSE_WORDS[key].get("ruling", ""), rules
        )
    return source.clauses, ruling


def _sentence(rules: Rules, key: str, players: int | None) -> str:
    if key == "packs" and players is not None:
        pack = next(pack for pack in rules.packs if players <= pack.up_to)
        return say.PACK_OF(players=players, pack=pack_text(pack))
    if key == "ALL-9" and not any(rules.call_limit):
        return ""
    if key in CLAUSES:
        return filled_by_rules(CLAUSE_WORDS[key]["sentence"], rules)
    return RULE_WORDS[key].sentence(rules)
