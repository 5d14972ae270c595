"""Parts of sentences of the rules page: numbers by round, points, packs, prices, facts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeVar

from shanghai.engine.cards import RANK_NAMES
from shanghai.engine.parameters.parts import DealFor, JokerCap, Pack
from shanghai.engine.rules import Rules
from shanghai.engine.stalemate import MOST_TURNS
from shanghai.words.contracts import contract_row, span
from shanghai.words.grammar import Noun, listed, table_words
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_PLURALS, call_verb

say = Messages("rules")
_UpTo = TypeVar("_UpTo", Pack, DealFor)


def by_round(rules: Rules, values: Sequence[int]) -> str:
    """The value of each round, with equal ones joined, such as `3 in deals 1-8, 4 in deals 9-10`.

    If each player has a contract of their own, the values are by contract. If the number of rounds
    is open, the last value is for all further ones.
    """
    if len(set(values)) == 1:
        return say.VALUE_ALWAYS(rules, value=values[0])
    numbers: dict[int, list[int]] = {}
    for number, value in enumerate(values, 1):
        numbers.setdefault(value, []).append(number)
    parts: list[str] = []
    for value, rounds in numbers.items():
        text = say.VALUE_FOR if rules.goes_on else say.VALUE_IN
        if rules.is_by_player and rounds[-1] == len(values) < rules.rounds:
            text = say.VALUE_FROM
        parts.append(text(rules, value=value, count=len(rounds), which=span(rounds)))
    return listed(parts, ",")


def call_cost_text(rules: Rules) -> str:
    """How many cards come with a call, such as `2 extra cards`, or `0 to 3` if it varies."""
    costs = rules.call_costs or (rules.call_cost,)
    least, most = min(costs), max(costs)
    key = "some" if most > least else "one" if most else "none"
    return say.of("EXTRA_CARDS", key, least=least, most=most)


def ranks_text(points: tuple[int, ...]) -> str:
    """The points of the ranks, with neighbours of equal points joined: `A 20, 2-7 5, 8-K 10`.
    `points` begins with the ace. 2 to 10 are one part if each counts its face value."""
    is_face_value = all(points[i] == i + 1 for i in range(1, 10))
    parts: list[str] = []
    for indexes in ([0], range(1, 10), range(10, 13)) if is_face_value else (range(13),):
        if is_face_value and 1 in indexes:
            parts.append(say.FACE_VALUE)
            continue
        for value, group in groupby(indexes, key=lambda i: points[i]):
            ranks = [RANK_NAMES[i] for i in group]
            ends = "-".join(dict.fromkeys((ranks[0], ranks[-1])))
            parts.append(say.RANKS(ranks=ends, points=value))
    return listed(parts, ",")


def pack_text(rules: Rules, pack: Pack) -> str:
    """A pack in words, such as `2 decks and 4 jokers, 108 cards`."""
    if not pack.decks_by_round and not pack.jokers_by_round:
        total, key = pack.decks * 52 + pack.jokers, "some" if pack.jokers else "none"
        return say.of("PACK", key, decks=pack.decks, jokers=pack.jokers, cards=total)
    rows = pack.decks_by_round or (pack.decks,), pack.jokers_by_round or (pack.jokers,)
    texts = say.table("IN_ROUNDS")
    return listed(
        [
            texts[what][len(row) > 1](row=[*map(str, row)], last=row[-1], again=rules.goes_on)
            for what, row in zip(("decks", "jokers"), rows, strict=True)
        ]
    )


def _by_players(rules: Rules, entries: tuple[_UpTo, ...]) -> Iterator[tuple[str, _UpTo]]:
    """Yields the entries that the game can use. Each comes after a text on how many players it is
    for, such as `3 to 5 players`."""
    sizes = rules.table_sizes or (rules.min_players, rules.max_players)
    least, largest = sizes[0], sizes[-1]
    for entry in entries:
        most = min(entry.up_to, largest)
        if most >= least:
            text = say.PLAYERS if most == least else say.FROM_TO_PLAYERS
            yield text(least=least, most=most), entry
            least = most + 1


def _for_all_rounds(rules: Rules, values: tuple[int, ...]) -> tuple[int, ...]:
    """A value for each round. If the list is too short, its last value is used again."""
    return (*values, *values[-1:] * len(rules.contracts))[: len(rules.contracts)]


def _prices(rules: Rules, prices: tuple[int, ...]) -> str:
    """Prices in words, by round or by call as the rules have it; empty if there are none."""
    if not prices:
        return ""
    if rules.call_price_by == "round":
        return by_round(rules, _for_all_rounds(rules, prices))
    while prices[-2:-1] == prices[-1:]:
        prices = prices[:-1]
    *first, last = prices
    if not first:
        return say.PRICE_ALWAYS(price=last)
    texts = say.lines("PRICES")
    parts = [
        (texts[i] if i < len(texts) else say.PRICE_AT)(price=price, number=i + 1)
        for i, price in enumerate(first)
    ]
    return listed([*parts, say.PRICE_FURTHER(rules, price=last)], ",")


def _out_bonuses(rules: Rules) -> list[int]:
    """The points that are taken off for going out, for each round."""
    return [rules.out_bonus_in(number) for number in range(1, len(rules.contracts) + 1)]


def _out_bonus(rules: Rules) -> str:
    """The points that are taken off for going out, in words; empty if there are none."""
    bonuses = _out_bonuses(rules)
    return by_round(rules, bonuses) if any(bonuses) else ""


def _one_bonus(rules: Rules) -> int | None:
    """The points that are taken off for going out, the same in all rounds; None if they differ."""
    first, *others = {*_out_bonuses(rules)}
    return None if others else first


def _prices_if_any(rules: Rules, prices: tuple[int, ...]) -> str:
    """Prices in words, empty if all of them are 0."""
    return _prices(rules, prices) if any(prices) else ""


def _points_in_melds(rules: Rules) -> str:
    """The points of cards in melds, which count for contracts that ask for points."""
    *points, high_ace = rules.place_worths[1:]
    ranks = ranks_text((high_ace, *points[1:]))
    return ranks if high_ace == points[0] else say.LOW_ACE(ranks=ranks, low=points[0])


def _steps(meld: Noun, steps: tuple[tuple[int, int], ...]) -> str:
    """How many jokers a meld may have by its size, such as `run 1 from 4 cards on, 2 from 5`. A
    step is the least size, and the number of jokers from it on."""
    texts = [say.FIRST_STEP, *[say.STEP] * len(steps)]
    parts = [
        text(meld=meld, most=most, least=least)
        for text, (least, most) in zip(texts, steps, strict=False)
    ]
    return listed(parts, ",")


def _by_size(rules: Rules, cap: JokerCap) -> list[str]:
    words = table_words(rules)
    return [_steps(words["set"], cap.sets), _steps(words["run"], cap.runs)]


def _only_in(rules: Rules, cap: JokerCap) -> str:
    """The word for the only kind of meld that may have jokers; empty if both kinds may."""
    words = table_words(rules)
    return {"any": "", "sets": words["set"], "runs": words["run"]}[cap.only]


def _cap_text(rules: Rules, cap: JokerCap) -> str:
    """How many jokers a meld may have, in words."""
    steps = _by_size(rules, cap) if cap.kind == "by-size" else []
    most = say.of("CAP", cap.kind, most_jokers=cap.most, jokers_by_size=steps)
    melds = _only_in(rules, cap)
    return say.CAP_IN(cap=most, joker_melds=melds) if melds else most


def _caps(rules: Rules) -> Iterator[str]:
    return (_cap_text(rules, cap) for cap in rules.joker_cap_by_round)


def _one_cap(rules: Rules) -> str:
    """How many jokers a meld may have if all rounds have the same cap; empty if they differ."""
    texts = {*_caps(rules)}
    return texts.pop() if len(texts) == 1 else ""


def _numbered(texts: Iterable[str]) -> list[str]:
    return [say.NUMBERED(number=number, what=what) for number, what in enumerate(texts, 1)]


def _one_contract(rules: Rules) -> str:
    """The contract that all rounds have. Empty if they differ, or if there is only one round."""
    texts = {contract_row(rules, contract) for contract in rules.contracts}
    return texts.pop() if len(texts) == 1 < len(rules.contracts) else ""


def _costs(rules: Rules) -> list[str]:
    """What costs a player points during a round, in words: calls, and SHANGHAI."""
    costs = {
        "calls": any(rules.call_points) and any(rules.call_limit),
        "shanghai": rules.shanghai and rules.shanghai_points > 0,
    }
    return [say.of("COSTS", name) for name, is_cost in costs.items() if is_cost]


def _asks(name: str, value: object) -> Callable[[Rules], bool]:
    """A function that says whether any contract, or alternative of one, has this value."""
    return lambda rules: any(getattr(option, name) == value for option in rules.options)


FACTS: Final[Mapping[str, Callable[[Rules], object]]] = {
    "to_call": call_verb,
    "call_kind": lambda rules: "own" if rules.words.call else rules.call_word,
    "side": lambda rules: Noun("left" if rules.direction == "clockwise" else "right"),
    "table_sizes": lambda rules: rules.table_sizes,
    "most_turns": lambda _: MOST_TURNS,
    "has_calls": lambda rules: any(rules.call_limit),
    "has_jokers": lambda rules: any(
        pack.jokers or any(pack.jokers_by_round) for pack in rules.packs
    ),
    "has_exchange": lambda rules: rules.exchange != "none",
    "takes_freely": lambda rules: rules.take_discard == "always",
    "packs": lambda rules: [
        say.PACK_FOR(players=players, pack=pack_text(rules, pack))
        for players, pack in _by_players(rules, rules.packs)
    ],
    "packs_up_to": lambda rules: [
        say.UP_TO(up_to=pack.up_to, what=pack_text(rules, pack)) for pack in rules.packs
    ],
    "deal": lambda rules: by_round(rules, rules.deal),
    "deals_apart": lambda rules: (
        rules.deal_for and rules.deal_for[-1].up_to >= max(rules.table_sizes, default=8)
    ),
    "deal_for": lambda rules: [
        say.DEAL_FOR(players=players, cards=by_round(rules, _for_all_rounds(rules, small.deal)))
        for players, small in _by_players(rules, rules.deal_for)
    ],
    "deal_up_to": lambda rules: [
        say.UP_TO(up_to=small.up_to, what=listed([*map(str, small.deal)], ","))
        for small in rules.deal_for
    ],
    "contracts": lambda rules: _numbered(contract_row(rules, each) for each in rules.contracts),
    "one_contract": _one_contract,
    "one_cap": _one_cap,
    "has_royal_runs": _asks("royal", True),
    "has_mixed_runs": _asks("runs_of", "any"),
    "has_colour_runs": _asks("runs_of", "colour"),
    "has_apart_sets": lambda rules: rules.repeated_suits and _asks("set_suits", "different")(rules),
    "asks_points": lambda rules: any(option.points for option in rules.options),
    "meld_points": _points_in_melds,
    "all_in_rounds": lambda rules: span(sorted(rules.all_in_rounds)),
    "all_in_count": lambda rules: len(rules.all_in_rounds),
    "wild_names": lambda rules: [RANK_PLURALS[rank] for rank in rules.wild_ranks],
    "wild_names_by_round": lambda rules: [RANK_PLURALS[rank] for rank in rules.wild_by_round],
    "joker_cap": lambda rules: _cap_text(rules, rules.joker_cap),
    "joker_cap_by_round": lambda rules: [*_caps(rules)],
    "caps_by_round": lambda rules: _numbered(_caps(rules)),
    "joker_melds": lambda rules: _only_in(rules, rules.joker_cap),
    "most_jokers": lambda rules: rules.joker_cap.most,
    "jokers_by_size": lambda rules: _by_size(rules, rules.joker_cap),
    "call_costs": lambda rules: _prices(rules, rules.call_costs),
    "call_points": lambda rules: _prices_if_any(rules, rules.call_points),
    "call_chips": lambda rules: _prices_if_any(rules, rules.call_chips),
    "call_limit": lambda rules: by_round(rules, rules.call_limit),
    "costs": _costs,
    "wins_when_down": lambda rules: rules.exchange_when == "down",
    "must_go_down": lambda rules: rules.exchange_duty == "go-down",
    "bans_playable": lambda rules: "playable" in rules.discard_ban,
    "banned": lambda rules: [say.of("BANS", ban) for ban in dict.fromkeys(rules.discard_ban)],
    "banned_short": lambda rules: [say.of("BANS_SHORT", ban) for ban in rules.discard_ban],
    "out_bonus": _out_bonus,
    "one_bonus": _one_bonus,
    "has_blind_bonus": lambda rules: rules.blind_bonus + rules.clean_blind_bonus > 0,
    "pays_blind": lambda rules: rules.blind_bonus > 0,
    "pays_clean": lambda rules: rules.clean_blind_bonus > rules.blind_bonus,
    "points": lambda rules: ranks_text(rules.points),
    "card_points": lambda rules: [
        say.table("SUIT_POINTS").get(card, say.CARD_POINTS)(card=card, points=points)
        for card, points in rules.card_points.items()
    ],
    "card_points_short": lambda rules: [
        say.CARD_POINTS(card=card, points=points) for card, points in rules.card_points.items()
    ],
}
"""Values that messages may name, apart from the rules. A name that is also a rule replaces it."""
