"""The rules page as plain lines, generated from `Rules` so that it cannot drift from the game."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct, structs

from shanghai.engine.rule_parts import Source
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_text
from shanghai.words.phrases import call_name, counted, plural
from shanghai.words.rulebook.common import COMMON
from shanghai.words.rulebook.course import COURSE_SENTENCES, COURSE_SHORT
from shanghai.words.rulebook.meld_sentences import wild_names
from shanghai.words.rulebook.origins import rule_origin
from shanghai.words.rulebook.pieces import (
    by_round,
    pack_text,
    ranks_text,
    span,
    steps_text,
)
from shanghai.words.rulebook.sentences import SENTENCES


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
        if not self.keys:
            return "It cannot be changed."
        return f"Changed by {' and '.join(self.keys)}."


_PAGE: Final[dict[str, tuple[str, ...]]] = {
    "Players and cards": ("min_players", "max_players", "packs", "ALL-2", "ALL-13", "ALL-14"),
    "The deal": ("deal", "deal_for", "upcard", "ALL-1", "direction", "next_dealer"),
    "Contracts": (
        "contracts",
        "contracts_by",
        "most_rounds",
        "ALL-5",
        "exact_sizes",
        "all_in_rounds",
    ),
    "Melds": ("ALL-3", "ace", "repeated_suits", "same_rank_sets", "adjacent_runs"),
    "Jokers": (
        "ALL-4",
        "wild_ranks",
        "wild_cards",
        "upcard_wild",
        "wild_natural",
        "joker_cap",
        "adjacent_wild",
        "exchange_when",
        "exchange_in",
        "exchange",
        "exchange_duty",
    ),
    "The turn": ("ALL-7", "recycle", "renewals", "ALL-10", "ALL-11", "stalemate"),
    "Calls": (
        "call_word",
        "ALL-9",
        "call_cost",
        "call_price_by",
        "call_costs",
        "call_points",
        "call_chips",
        "chips",
        "bank",
        "call_limit",
        "calls_per_game",
        "own_discard",
        "call_order",
        "first_right",
        "call_when_down",
        "beneath",
    ),
    "Down and laying off": (
        "ALL-6",
        "meld_when_down",
        "lay_off_at_once",
        "lay_off_from",
        "lay_off_on",
    ),
    "SHANGHAI": (
        "shanghai",
        "shanghai_card",
        "shanghai_gives",
        "shanghai_cards",
        "shanghai_points",
    ),
    "Going out": (
        "last_discard",
        "must_discard",
        "discard_ban",
        "ALL-8",
        "out_bonus",
        "blind_bonus",
        "clean_blind_bonus",
    ),
    "Points": (
        "points",
        "card_points",
        "joker_points",
        "ALL-12",
        "not_down_penalty",
        "last_round_times",
    ),
}


KEYS_BY_HEADING: Final = {
    heading: tuple(key for key in keys if key not in COMMON) for heading, keys in _PAGE.items()
}
"""The rules of play by the headings of the page."""
_ON_CALLS: Final = frozenset(
    {"call_word", "ALL-9", "call_cost", "call_order", "first_right", "call_when_down", "beneath"}
)
"""The rules that have nothing to say where nobody has a call."""


def rule_lines(rules: Rules, players: int | None = None) -> list[RuleLine]:
    """The whole rules page in reading order; with a number of players it names their pack."""
    return [
        RuleLine(heading, key, sentence, *_source(rules, key), _keys(key), rule_origin(rules, key))
        for heading, keys in _PAGE.items()
        for key in keys
        if (sentence := _sentence(rules, key, players))
    ]


def differences(a: Rules, b: Rules) -> list[tuple[str, str, str]]:
    """What differs between two rule systems: the heading, the first's short value, the second's.

    Each is told in its own words; a word alone makes no difference but that of the words.
    """
    alike = structs.replace(b, words=a.words)
    rows = [("Words", _words(a), _words(b), _words(b))]
    shorts = _SHORT | COURSE_SHORT
    rows += [(head, short(a), short(alike), short(b)) for head, short in shorts.items()]
    for number in range(1, max(len(a.contracts), len(b.contracts)) + 1):
        first, compared, second = (
            contract_text(rules, number) if number <= len(rules.contracts) else "-"
            for rules in (a, alike, b)
        )
        rows.append((f"Contract {number}", first, compared, second))
    return [(head, first, second) for head, first, compared, second in rows if first != compared]


def differing_sentences(a: Rules, b: Rules) -> list[tuple[str, str, str]]:
    """The rules of the page that differ: the heading, and each one's own sentence, "" for none.

    Behind a sentence stands where it comes from, where that is another variant or a house rule.

    The contracts of the rounds, which are long, stand in `differences` one by one.
    """
    first, alike = _by_rule(a), _by_rule(structs.replace(b, words=a.words))
    second = _by_rule(b)
    return [
        (heading, _with_origin(a, key, first), _with_origin(b, key, second))
        for heading, keys in _PAGE.items()
        for key in keys
        if key != "contracts" and first.get(key) != alike.get(key)
    ]


def _with_origin(rules: Rules, key: str, sentences: dict[str, str]) -> str:
    origin = rule_origin(rules, key)
    said = sentences.get(key, "")
    return f"{said} ({origin})" if said and origin else said


def _by_rule(rules: Rules) -> dict[str, str]:
    return {line.rule: line.sentence for line in rule_lines(rules)}


def brief(rules: Rules) -> list[str]:
    """Four to six short phrases that say what makes a variant different."""
    calls = (
        f"{call_name(rules)}: {_SHORT['Cards for a call'](rules)}, {_first_call(rules)}"
        if any(rules.call_limit)
        else "nobody takes the discard out of turn"
    )
    phrases = [
        f"{_players(rules)} players, {_length(rules)}",
        calls,
        f"jokers in a meld: {_few_jokers(rules)}",
    ]
    phrases += [text for applies, text in _marks(rules) if applies][:3]
    if len(phrases) < 4:
        phrases.append(f"ace {_SHORT['Ace'](rules)}")
    return phrases


def _keys(key: str) -> tuple[str, ...]:
    """The keys that change a rule of the page."""
    if key not in COMMON:
        return (key,)
    return tuple(each for each in COMMON[key].keys if each in Rules.__struct_fields__)


def _source(rules: Rules, key: str) -> tuple[tuple[str, ...], str]:
    source = rules.sources.get(key, Source())
    if key in COMMON:
        return source.clauses or (key,), source.ruling or COMMON[key].ruling
    return source.clauses, source.ruling


def _sentence(rules: Rules, key: str, players: int | None) -> str:
    if key in _ON_CALLS and not any(rules.call_limit):
        return ""
    if key in COMMON:
        return COMMON[key].sentence(rules)
    if key == "packs" and players is not None:
        return f"{players} players use {pack_text(rules.pack(players))}."
    return (SENTENCES.get(key) or COURSE_SENTENCES[key])(rules)


def _words(rules: Rules) -> str:
    words = rules.words
    return f"{plural(words.set, words)}, {plural(words.run, words)}, {plural(words.round, words)}"


def _players(rules: Rules) -> str:
    least, most = rules.min_players, rules.max_players
    return str(least) if least == most else f"{least}-{most}"


def _length(rules: Rules) -> str:
    """How many rounds there are, or contracts where each player stays at one until it is met."""
    if rules.is_by_player:
        return f"{counted(len(rules.contracts), 'contract')}, each until it is met"
    return counted(rules.rounds, rules.words.round, rules.words)


def _first_call(rules: Rules) -> str:
    return {
        "turn": "nearest to the turn first",
        "dealer": "nearest to the dealer first",
        "first": "first to call has it",
    }[rules.call_order]


def _marks(rules: Rules) -> Iterator[tuple[bool, str]]:
    """What may set a variant apart, most telling first, and whether it does."""
    calls = any(rules.call_limit)
    yield rules.shanghai, "SHANGHAI declared and called"
    yield (
        bool(rules.all_in_rounds),
        f"{rules.words.round} {span(sorted(rules.all_in_rounds))}: whole hand, no discard",
    )
    yield not rules.last_discard, "nobody goes out by a discard"
    yield bool(rules.blind_bonus), f"{rules.blind_bonus} points off for going out blind"
    yield rules.exchange_duty == "go-down", "winning a joker obliges to go down"
    yield rules.exchange == "others", "jokers are stolen from others' melds"
    yield rules.exchange == "any", "jokers are won from any meld"
    yield not rules.lay_off_at_once, "no laying off in the turn of going down"
    yield calls and rules.first_right == "never", "no first right to the discard"
    yield calls and not rules.call_when_down, "no calls when down"


def _yes(text: Callable[[Rules], bool]) -> Callable[[Rules], str]:
    return lambda rules: "yes" if text(rules) else "no"


def _joker_cap(rules: Rules) -> str:
    cap = rules.joker_cap
    match cap.kind:
        case "any":
            return "any number"
        case "fixed":
            return f"{cap.most} at most"
        case "naturals":
            return "no more than naturals"
        case "by-size":
            words = rules.words
            return f"{steps_text(cap.sets, words.set)}; {steps_text(cap.runs, words.run)}"


def _few_jokers(rules: Rules) -> str:
    cap = rules.joker_cap
    if cap.kind != "by-size":
        return _joker_cap(rules)
    most = [step[1] for step in (*cap.sets, *cap.runs)]
    return f"{min(most)} to {max(most)}, by its size"


def _deal_for(rules: Rules) -> str:
    parts = [f"to {s.up_to}: {', '.join(map(str, s.deal))}" for s in rules.deal_for]
    return "; ".join(parts) or "none"


def _after_exchange(rules: Rules) -> str:
    if rules.exchange == "none":
        return "-"
    return {"go-down": "go down", "use": "lay it", "none": "free"}[rules.exchange_duty]


def _blind(rules: Rules) -> str:
    if not rules.blind_bonus:
        return "none"
    clean = rules.clean_blind_bonus
    return f"{rules.blind_bonus} off" + (f", {clean} without jokers" if clean else "")


_ACES: Final = {
    "low": "low",
    "high": "high",
    "both": "high or low",
    "round": "high, low or round the corner",
}


_SHORT: Final[dict[str, Callable[[Rules], str]]] = {
    "Players": _players,
    "Cards": lambda rules: "; ".join(f"to {p.up_to}: {pack_text(p)}" for p in rules.packs),
    "Rounds": lambda rules: str(len(rules.contracts)),
    "Cards dealt": lambda rules: by_round(rules, rules.deal),
    "Cards dealt to few": _deal_for,
    "Whole hand in": lambda rules: span(sorted(rules.all_in_rounds)) or "no round",
    "Ace": lambda rules: _ACES[rules.ace],
    "Two sets of one rank": _yes(lambda rules: rules.same_rank_sets),
    "Runs that touch": _yes(lambda rules: rules.adjacent_runs),
    "Wild besides jokers": lambda rules: ", ".join(wild_names(rules)) or "none",
    "Upcard's rank wild": _yes(lambda rules: rules.upcard_wild),
    "Wild cards side by side": _yes(lambda rules: rules.adjacent_wild),
    "A suit twice in a set": _yes(lambda rules: rules.repeated_suits),
    "Wild cards as themselves": _yes(lambda rules: rules.wild_natural),
    "Jokers in a meld": _joker_cap,
    "Jokers won from": lambda rules: {
        "none": "no meld",
        "any": "any meld",
        "others": "others' melds",
    }[rules.exchange],
    "Joker won, then": _after_exchange,
    "Call": call_name,
    "Cards for a call": lambda rules: counted(rules.call_cost, "extra card"),
    "Calls": lambda rules: by_round(rules, rules.call_limit),
    "Of several callers": _first_call,
    "First right": lambda rules: rules.first_right.replace("-", " "),
    "Calls when down": _yes(lambda rules: rules.call_when_down),
    "Card beneath": lambda rules: rules.beneath,
    "Lay off at once": _yes(lambda rules: rules.lay_off_at_once),
    "SHANGHAI": _yes(lambda rules: rules.shanghai),
    "Out by a discard": _yes(lambda rules: rules.last_discard),
    "Round that stands still": lambda rules: {"deal-again": "dealt again", "count": "counted"}[
        rules.stalemate
    ],
    "Discards as stock": lambda rules: {"shuffle": "shuffled", "turn": "turned over"}[
        rules.recycle
    ],
    "Points": lambda rules: f"{ranks_text(rules.points)}, joker {rules.joker_points}",
    "Out blind": _blind,
    "Upcard": _yes(lambda rules: rules.upcard),
    "Next dealer": lambda rules: rules.next_dealer,
    "Direction": lambda rules: rules.direction,
    "Exact sizes": _yes(lambda rules: rules.exact_sizes),
    "Calls in a game": lambda rules: str(rules.calls_per_game or "no limit"),
    "Own discard": lambda rules: "may be called" if rules.own_discard else "not called",
    "Lay off on": lambda rules: f"{rules.lay_off_on} melds".replace("none", "no"),
    "Joker won when": lambda rules: "down" if rules.exchange_when == "down" else "down or not",
    "Joker won in": lambda rules: "runs" if rules.exchange_in == "runs" else "any meld",
    "A discard to go out": lambda rules: "needed" if rules.must_discard else "not needed",
    "Not to be discarded": lambda rules: ", ".join(rules.discard_ban) or "nothing",
    "Renewals of the stock": lambda rules: rules.renewals,
    "Points of chosen cards": lambda rules: (
        ", ".join(f"{name} {points}" for name, points in rules.card_points.items()) or "none"
    ),
    "Points for going out": lambda rules: str(rules.out_bonus),
    "Not down": lambda rules: str(rules.not_down_penalty),
    "Last round counts": lambda rules: f"{rules.last_round_times} times",
}
"""The short value of each rule, by the heading of its row."""
