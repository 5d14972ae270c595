"""The rules page as plain lines, generated from `Rules` so that it cannot drift from the game."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.parameters.fields import CLAUSES, page
from shanghai.engine.parameters.parts import Source
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_text, span, whole_hand
from shanghai.words.games import house_rule_of, ruling_text
from shanghai.words.grammar import counted, listed, plural
from shanghai.words.messages import Messages
from shanghai.words.phrases import call_name
from shanghai.words.rulebook.clauses import CLAUSE_WORDS
from shanghai.words.rulebook.message import said
from shanghai.words.rulebook.pieces import pack_text
from shanghai.words.rulebook.rules import KEY_WORDS, RULE_WORDS

say = Messages("rulebook")
__getattr__ = say.__getattr__

HEADINGS: Final[Mapping[str, str]] = say.table("HEADINGS")
_PAGE: Final = {HEADINGS[heading]: keys for heading, keys in page().items()}
KEYS_BY_HEADING: Final = {
    heading: tuple(key for key in keys if key not in CLAUSES) for heading, keys in _PAGE.items()
}
"""The rules of play by the headings of the page."""


class RuleLine(Struct, frozen=True):
    """One rule of the page: its heading, its key (a field of `Rules` or a clause) and its text.

    `clauses` are where it is read from; `ruling` is empty where the text settles the rule, and
    `keys` are those that can change it. `origin` names the variant that it is taken over from.
    """

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
        clauses = ", ".join(self.clauses)
        return f"{self.origin}: {clauses}" if self.origin and clauses else self.origin or clauses

    @property
    def change(self) -> str:
        """How a house rule or a variant file changes it, in a sentence."""
        return f"Changed by {listed(self.keys)}." if self.keys else "It cannot be changed."


class Difference(Struct, frozen=True):
    """A rule in which two variants differ: its key, what it is called, and both in short."""

    key: str
    title: str
    first: str
    second: str


def rule_lines(rules: Rules, players: int | None = None) -> list[RuleLine]:
    """The whole rules page in reading order; with a number of players it names their pack."""
    return [
        RuleLine(heading, key, sentence, *_source(rules, key), changing, rule_origin(rules, key))
        for heading, keys in _PAGE.items()
        for key in keys
        if (sentence := _sentence(rules, key, players))
        for changing in (CLAUSES[key].ruled_by if key in CLAUSES else (key,),)
    ]


def differences(a: Rules, b: Rules) -> list[Difference]:
    """What differs between two rule systems, each told in its own words.

    A word alone makes no difference but that of the words.
    """
    alike = structs.replace(b, words=a.words)
    rows = [("words", KEY_WORDS["words"].title, _words(a), _words(b), _words(b))]
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
        rows.append(("contracts", f"Contract {number}", one, same, two))
    return [Difference(key, title, one, two) for key, title, one, same, two in rows if one != same]


def differing_sentences(a: Rules, b: Rules) -> list[tuple[str, str, str]]:
    """The rules of the page that differ: the heading, and each one's own sentence, "" for none.

    Behind a sentence stands where it comes from, where that is another variant or a house rule.

    The contracts of the rounds, which are long, stand in `differences` one by one.
    """
    first, alike = _by_rule(a), _by_rule(structs.replace(b, words=a.words))
    second = _by_rule(b)
    return [
        (heading, with_origin(a, key, first.get(key, "")), with_origin(b, key, second.get(key, "")))
        for heading, keys in _PAGE.items()
        for key in keys
        if key != "contracts" and first.get(key) != alike.get(key)
    ]


def _by_rule(rules: Rules) -> dict[str, str]:
    return {line.rule: line.sentence for line in rule_lines(rules)}


def rule_origin(rules: Rules, key: str) -> str:
    """The variant that a rule is taken over from, `this file`, `a house rule`; else ""."""
    sources = rules.sources
    if key in sources and house_rule_of(sources[key].ruling) is not None:
        return "a house rule"
    if key in sources and sources[key].origin:
        return sources[key].origin
    is_derived = any(source.origin for source in sources.values())
    return "this file" if is_derived and key not in CLAUSES else ""


def with_origin(rules: Rules, key: str, value: str) -> str:
    """A text on a rule and behind it where that comes from, where that is to be said."""
    origin = rule_origin(rules, key)
    return f"{value} ({origin})" if value and origin else value


def brief(rules: Rules) -> list[str]:
    """Four to six short phrases that say what makes a variant different."""
    cost, order = RULE_WORDS["call_cost"].short(rules), RULE_WORDS["call_order"].short(rules)
    calls = f"{call_name(rules)}: {cost}, {order}"
    phrases = [
        f"{_players(rules)} players, {_length(rules)}",
        calls if any(rules.call_limit) else "nobody takes the discard out of turn",
        f"jokers in a meld: {_few_jokers(rules)}",
    ]
    phrases += [text for applies, text in _marks(rules) if applies][:3]
    if len(phrases) < 4:
        phrases.append(f"ace {RULE_WORDS['ace'].short(rules)}")
    return phrases


def _source(rules: Rules, key: str) -> tuple[tuple[str, ...], str]:
    source = rules.sources.get(key, Source())
    if key in CLAUSES:
        return source.clauses or (key,), ruling_text(source.ruling) or said(
            CLAUSE_WORDS[key].ruling, rules
        )
    return source.clauses, ruling_text(source.ruling)


def _sentence(rules: Rules, key: str, players: int | None) -> str:
    if key == "packs" and players is not None:
        return f"{players} players use {pack_text(rules.pack(players))}."
    if key == "ALL-9" and not any(rules.call_limit):
        return ""
    if key in CLAUSES:
        return said(CLAUSE_WORDS[key].sentence, rules)
    return RULE_WORDS[key].sentence(rules)


def _words(rules: Rules) -> str:
    words = rules.words
    return f"{plural(words.set, words)}, {plural(words.run, words)}, {plural(words.round, words)}"


def _players(rules: Rules) -> str:
    least, most = rules.min_players, rules.max_players
    return str(least) if least == most else f"{least}-{most}"


def _length(rules: Rules) -> str:
    if rules.is_by_player:
        how = "in any order" if rules.is_choice else "each until it is met"
        return f"{counted(len(rules.contracts), 'contract')}, {how}"
    most = "at most " if rules.is_open else ""
    return most + counted(rules.rounds, rules.words.round, rules.words)


def _marks(rules: Rules) -> Iterator[tuple[bool, str]]:
    calls = any(rules.call_limit)
    yield rules.shanghai, "SHANGHAI declared and called"
    where = "contract" if rules.is_by_player else rules.words.round
    numbers = span(sorted(rules.all_in_rounds))
    yield bool(numbers), f"{where} {numbers}: whole hand{whole_hand(rules)}"
    yield rules.contracts_by == "first", "the first who goes down chooses the contract"
    yield bool(rules.end_at), f"ends above {rules.end_at} points"
    yield rules.last_turn, "a last turn for the others"
    yield not rules.last_discard, "nobody goes out by a discard"
    yield bool(rules.blind_bonus), f"{rules.blind_bonus} points off for going out blind"
    yield rules.exchange_duty == "go-down", "winning a joker obliges to go down"
    yield rules.exchange == "others", "jokers are stolen from others' melds"
    yield rules.exchange == "any", "jokers are won from any meld"
    yield not rules.lay_off_at_once, "no laying off in the turn of going down"
    yield calls and rules.first_right == "never", "no first right to the discard"
    yield calls and not rules.call_when_down, "no calls when down"


def _few_jokers(rules: Rules) -> str:
    cap = rules.joker_cap
    if cap.kind != "by-size":
        return RULE_WORDS["joker_cap"].short(rules)
    most = [step[1] for step in (*cap.sets, *cap.runs)]
    return f"{min(most)} to {max(most)}, by its size"
