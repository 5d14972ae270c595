"""Melds: what makes a set or a run, which melds make a contract, and where a card fits."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Final

from msgspec import structs

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import (
    COLOURS,
    FACE_OF,
    NATURAL_FACES,
    SUITS_IN,
    Card,
    Face,
    natural_face,
    rank_of,
    suit_of,
)
from shanghai.engine.parameters.parts import Contract, RunsOf
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.rules import MeldRules, Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import End, Kind, Meld
from shanghai.engine.wild import is_natural, is_wild, stands_in

Places = tuple[End | None, ...]
"""Where a meld takes a card: (None,) for a set, the fitting ends of a run, or ()."""
Openings = Mapping[Face, Places]
"""The faces that a meld takes, each with its places."""

LONGEST_RUN: Final = 13
"""The most cards of a run, which has each rank once (ALL-3)."""
SUITS: Final = 4
"""The most cards of a set that may have each suit only once."""
RUN_SUITS: Final[Mapping[RunsOf, tuple[int, ...]]] = {
    "suit": (0, 1, 2, 3), "colour": (4, 5), "any": (-1,)
}  # fmt: skip
"""The suits that a run of a contract can have, as indexes of `SUITS_IN`."""


def run_bounds(rules: Rules | MeldRules) -> tuple[int, int]:
    """The lowest and the highest place of a run: 1 for a low ace, 14 for a high one.

    Where runs go round the corner the 13 places form a ring.
    """
    return (2 if rules.ace == "high" else 1), (13 if rules.ace in ("low", "round") else 14)


def run_starts(rules: Rules | MeldRules, size: int) -> range:
    """The places where a run of `size` cards may begin: 1 is a low ace, 14 a high one."""
    if rules.ace == "round":
        return range(1, 14) if size <= LONGEST_RUN else range(0)
    lowest, highest = run_bounds(rules)
    return range(lowest, highest - size + 2)


def continues(rules: Rules, last: int, low: int) -> bool:
    """Whether a run from the place `low` continues a run up to the place `last` (RG-7, GD-7)."""
    return low == (last % 13 if rules.ace == "round" else last) + 1


def read_meld(rules: Rules, owner: SeatIndex, meld_cards: MeldCards) -> Meld | Refusal:
    """The meld that cards make, with what each wild card is laid as, or why they make none.

    If they can make several melds, it is the one in which most cards are laid as themselves. Of
    those it is the first, by suit and then by place.
    """
    melds = _read(rules, owner, meld_cards)
    if isinstance(melds, Refusal):
        return melds
    legal = [meld for meld in melds if refuse_wild(rules, meld) is None]
    best = min(legal or melds, key=lambda meld: meld.wild_count) if len(melds) > 1 else melds[0]
    return refuse_wild(rules, best) or best


def readings(rules: Rules, owner: SeatIndex, meld_cards: MeldCards) -> list[Meld]:
    """All melds that cards can make. There can be several if all are wild, or suits may mix."""
    melds = _read(rules, owner, meld_cards)
    if isinstance(melds, Refusal):
        return []
    return [meld for meld in melds if refuse_wild(rules, meld) is None]


def _read(rules: Rules, owner: SeatIndex, meld_cards: MeldCards) -> list[Meld] | Refusal:
    """All melds that cards can make, without a check of their wild cards; or why they make none."""
    kind, cards = meld_cards.kind, meld_cards.cards
    is_run = kind is Kind.RUN
    least = rules.least_run if is_run else rules.least_set
    if len(cards) < least:
        return refusal("too-short", "ALL-3", cards=cards, least=least, kind=kind.value)
    if not any(is_natural(rules, card) for card in cards):
        return refusal("no-natural", "ALL-3", cards=cards)
    return _read_run(rules, owner, cards) if is_run else _read_set(rules, owner, cards)


def refuse_wild(rules: Rules, meld: Meld) -> Refusal | None:
    """Why a meld may not have its wild cards: they are all, too many, or two are side by side."""
    wild, size = meld.wild_count, len(meld.cards)
    if wild == size:
        return refusal("no-natural", "ALL-3", cards=meld.cards)
    if not rules.joker_cap.allows(meld.is_run, size, wild):
        return _over_cap(rules, meld.is_run, size, wild)
    if not rules.adjacent_wild and meld.is_run and wild > 1:
        places = meld.wild_places
        if any(after - before == 1 for before, after in pairwise(places)):
            return refusal("wild-adjacent", "adjacent_wild", cards=meld.cards)
    return None


def _over_cap(rules: Rules, is_run: bool, size: int, jokers: int) -> Refusal:
    """The refusal of a meld with more jokers than its size allows."""
    most = rules.joker_cap.most_for(is_run, size)
    kind = (Kind.RUN if is_run else Kind.SET).value
    rule = "joker_cap_by_round" if rules.joker_cap_by_round else "joker_cap"
    return refusal("too-many-jokers", rule, kind=kind, size=size, jokers=jokers, most=most)


def _read_set(rules: Rules, owner: SeatIndex, cards: tuple[Card, ...]) -> list[Meld] | Refusal:
    ranks = {rank_of(card) for card in cards if not is_wild(rules, card)}
    if len(ranks) > 1:
        return refusal("not-one-rank", "ALL-3", cards=cards)
    if not ranks:
        # All are wild: the set has the rank of one of them.
        ranks = {rank_of(card) for card in cards if is_natural(rules, card)}
    if not rules.repeated_suits:
        if len(cards) > SUITS:
            return refusal("suits-full", "repeated_suits", cards=cards)
        suits = [suit_of(card) for card in cards if not is_wild(rules, card)]
        if len(set(suits)) < len(suits):
            return refusal("suit-twice", "repeated_suits", cards=cards)
    return [_set_of(rules, owner, cards, rank) for rank in sorted(ranks)]


def _set_of(rules: Rules, owner: SeatIndex, cards: tuple[Card, ...], rank: int) -> Meld:
    """The set of this rank that the cards make.

    If a set may have each suit only once, a second wild card of a suit is laid as another card.
    """
    wild, suits = list[int](), set[int]()
    for index, card in enumerate(cards if rules.other_wild else ()):
        is_repeated = (
            not rules.repeated_suits and is_natural(rules, card) and suit_of(card) in suits
        )
        if is_repeated or _is_substitute(rules, card, rank):
            wild.append(index)
        elif is_natural(rules, card):
            suits.add(suit_of(card))
    return Meld(owner, Kind.SET, cards, rank, wild=tuple(wild))


def _joins_as_wild(rules: Rules, meld: Meld, card: Card | Face) -> bool:
    """Whether a card that is no joker is laid as another card when it is laid off on a set."""
    if _is_substitute(rules, card, meld.low):
        return True
    if rules.repeated_suits or FACE_OF[card] not in rules.other_wild:
        return False
    return bool(meld.edges >> suit_of(card) & 1)


def _is_substitute(rules: Rules, card: Card | Face, rank: int, suit: int = -1) -> bool:
    """Whether a card that is no joker is laid as another card at a place of this rank and suit."""
    return FACE_OF[card] in rules.other_wild and stands_in(rules, card, rank, suit)


def _read_run(rules: Rules, owner: SeatIndex, cards: tuple[Card, ...]) -> list[Meld] | Refusal:
    size = len(cards)
    if size > LONGEST_RUN:
        return refusal("too-long", "ALL-3", cards=cards, most=LONGEST_RUN)
    fixed = [(i, card) for i, card in enumerate(cards) if not is_wild(rules, card)]
    suits = suits_of_run(rules, {suit_of(card) for _, card in fixed})
    if not suits:
        is_colour = 4 in rules.run_kinds
        rule = "contracts" if is_colour else "ALL-3"
        return refusal("not-one-suit", rule, cards=cards, is_colour=is_colour)
    starts = run_starts(rules, size)
    if not fixed:
        return _runs_with_wild(rules, owner, cards, list(starts), suits)
    # The first natural card says where the run begins.
    low = (rank_of(fixed[0][1]) - fixed[0][0] - 1) % 13 + 1
    if low not in starts or not _is_in_order(low, fixed):
        # In order and not beyond a high ace, so that only the place of the ace is wrong.
        if low < 16 - size and _is_in_order(low, fixed):
            return refusal("ace-out-of-place", "ace", cards=cards, ace=rules.ace)
        return refusal("not-consecutive", "ALL-3", cards=cards)
    if not rules.other_wild:
        return [Meld(owner, Kind.RUN, cards, low, suits[0])]
    return _runs_with_wild(rules, owner, cards, [low], suits)


def suits_of_run(rules: Rules, card_suits: set[int]) -> list[int]:
    """The suit numbers that a run with cards of these suits may have, single suits first."""
    return [suit for suit in (*range(4), *rules.run_kinds) if card_suits.issubset(SUITS_IN[suit])]


def _runs_with_wild(
    rules: Rules, owner: SeatIndex, cards: tuple[Card, ...], lows: list[int], suits: list[int]
) -> list[Meld]:
    """The runs of these cards that begin at one of `lows` and have one of `suits`."""
    runs = []
    for suit in suits:
        for low in lows:
            wild = [
                i
                for i, card in enumerate(cards)
                if _is_substitute(rules, card, (low + i - 1) % 13 + 1, suit)
            ]
            runs.append(Meld(owner, Kind.RUN, cards, low, suit, tuple(wild)))
    return runs


def _is_in_order(low: int, naturals: list[tuple[int, Card]]) -> bool:
    """Whether each natural card, with its index, has the right rank in a run from `low` on."""
    return all((low + i - 1) % 13 + 1 == rank_of(card) for i, card in naturals)


def _of_contract(bad: Refusal, contract: Contract) -> Refusal:
    """The refusal of a meld, with the contract as its rule if that is stricter about suits."""
    if bad.rule == "repeated_suits" and contract.set_suits == "different":
        return structs.replace(bad, rule="contracts")
    if bad.code != "not-one-suit":
        return bad
    is_colour = any(option.runs_of == "colour" for option in contract.options)
    rule = "contracts" if is_colour else "ALL-3"
    return structs.replace(bad, rule=rule, facts={**bad.facts, "is_colour": is_colour})


def read_lay_down(
    rules: Rules, contract: Contract, owner: SeatIndex, lay_down: Sequence[MeldCards]
) -> tuple[Meld, ...] | Refusal:
    """The melds of a lay-down, or why they do not make the contract.

    A meld that can be read in several ways is read so that it goes with the others, if it can be.
    """
    if any(option.set_suits != contract.set_suits for option in contract.options):
        return _read_options(rules, contract, owner, lay_down)
    rules = rules.laying(contract)
    melds = []
    for meld_cards in lay_down:
        meld = read_meld(rules, owner, meld_cards)
        if isinstance(meld, Refusal):
            return _of_contract(meld, contract)
        melds.append(meld)
    bad = refuse_lay_down(rules, contract, melds)
    if bad is None:
        return tuple(melds)
    is_by_option = bool(contract.alternatives) and bad.code in _BY_SIZE
    if rules.other_wild and (is_by_option or bad.code in _BY_READING):
        for others in product(*(readings(rules, owner, cards) for cards in lay_down)):
            if refuse_lay_down(rules, contract, others) is None:
                return others
    return bad


def _read_options(
    rules: Rules, contract: Contract, owner: SeatIndex, lay_down: Sequence[MeldCards]
) -> tuple[Meld, ...] | Refusal:
    """The melds of a lay-down by the first option that they make, or why they make none."""
    refusals: list[Refusal] = []
    for option in contract.options:
        melds = read_lay_down(rules, option, owner, lay_down)
        if not isinstance(melds, Refusal):
            return melds
        refusals.append(melds)
    others = (bad for bad in refusals if bad.code != "not-the-contract")
    return next(
        others, structs.replace(refusals[0], facts=refusals[0].facts | {"contract": contract})
    )


_BY_READING: Final = (
    "same-rank", "adjacent", "not-one-suit", "wild-in-contract", "not-clean", "not-royal",
    "suits-beside", "too-few-points",
)  # fmt: skip
"""Refusals that may not apply if the wild cards of the lay-down are read as other cards."""
_BY_SIZE: Final = ("too-small", "too-large")
"""Refusals that may not apply to another option, if the wild cards are read as other cards."""


def refuse_lay_down(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    """Why melds that are legal alone do not make the contract (ALL-5, RG-7, GD-6, GD-7)."""
    if contract.alternatives:
        return _refuse_options(rules, contract, melds)
    rules = rules.laying(contract)
    return (
        _refuse_sizes(rules, contract, melds)
        or _refuse_together(rules, contract, melds)
        or _refuse_conditions(rules, contract, melds)
    )


def what_is_left(
    rules: Rules, contract: Contract, parts: Sequence[Meld]
) -> tuple[Contract, ...] | Refusal:
    """What is still to be laid of a contract after some melds, or why it is impossible (HR-12).

    There is a contract for each option that is still possible. It has no melds if the option is
    fulfilled. The largest melds count for the largest that are asked for.
    """
    left: list[Contract] = []
    refusals: list[Refusal] = []
    for option in contract.options:
        rest = _rest_of(rules.laying(option), option, parts)
        if isinstance(rest, Refusal):
            refusals.append(rest)
        else:
            left.append(rest)
    others = (bad for bad in refusals if bad.code != "not-the-contract")
    return tuple(left) or next(others, _not_the_contract(contract, parts))


def _rest_of(rules: Rules, option: Contract, parts: Sequence[Meld]) -> Contract | Refusal:
    """What is still to be laid of one option of a contract, or why it is impossible."""
    set_sizes = [len(meld.cards) for meld in parts if not meld.is_run]
    run_sizes = [len(meld.cards) for meld in parts if meld.is_run]
    sets, runs = (
        _unmet(rules, wanted, sizes)
        for wanted, sizes in ((option.sets, set_sizes), (option.runs, run_sizes))
    )
    if sets is None or runs is None:
        return _not_the_contract(option, parts)
    if bad := _refuse_together(rules, option, parts) or _refuse_conditions(rules, option, parts):
        return bad
    most_wild = option.most_wild
    if option.caps_wild and not option.clean:
        most_wild -= sum(meld.wild_count for meld in parts)
    return structs.replace(option, sets=sets, runs=runs, most_wild=most_wild)


def _unmet(rules: Rules, wanted: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...] | None:
    """The wanted sizes without those that melds of `sizes` fulfil; None if a meld fits none."""
    left = sorted(wanted)
    for size in sorted(sizes, reverse=True):
        met = [one for one in left if (one == size if rules.exact_sizes else one <= size)]
        if not met:
            return None
        left.remove(max(met))
    return tuple(left)


def _not_the_contract(contract: Contract, melds: Sequence[Meld]) -> Refusal:
    runs = sum(meld.is_run for meld in melds)
    sets = len(melds) - runs
    return refusal("not-the-contract", "ALL-5", sets=sets, runs=runs, contract=contract)


def _refuse_sizes(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    sets = sorted((len(m.cards) for m in melds if not m.is_run), reverse=True)
    runs = sorted((len(m.cards) for m in melds if m.is_run), reverse=True)
    over = len(sets) - len(contract.sets), len(runs) - len(contract.runs)
    if min(over) < 0 or (max(over) > 0 and not contract.points):
        return _not_the_contract(contract, melds)
    for kind, sizes, wanted in (("set", sets, contract.sets), ("run", runs, contract.runs)):
        for size, least in zip(sizes, sorted(wanted, reverse=True), strict=False):
            if size < least:
                return refusal("too-small", "ALL-5", kind=kind, size=size, least=least)
            if size > least and rules.exact_sizes:
                return refusal("too-large", "exact_sizes", kind=kind, size=size, most=least)
    return None


def _refuse_together(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    """Why the melds may not be laid together: their ranks, their suits, or runs that join."""
    if not rules.same_rank_sets or contract.ranks == "different":
        ranks = [m.low for m in melds if not m.is_run]
        for rank in ranks:
            if ranks.count(rank) > 1:
                rule = "contracts" if rules.same_rank_sets else "same_rank_sets"
                is_one_set = rules.repeated_suits and not rules.same_rank_sets
                return refusal("same-rank", rule, rank=rank, is_one_set=is_one_set)
    runs = [m for m in melds if m.is_run]
    for number, one in enumerate(runs if contract.suits != "any" else ()):
        for other in runs[:number]:
            if not beside(contract, one.suit, other.suit):
                return refusal("suits-beside", "contracts", suits=contract.suits)
    return None if rules.adjacent_runs else _refuse_adjacent(rules, contract, runs)


def beside(contract: Contract, suit: int, other: int) -> bool:
    """Whether a contract lets a run of `suit` and a run of `other` be laid together."""
    match contract.suits:
        case "different":
            return suit != other
        case "one":
            return suit == other
        case "colour":
            return COLOURS[suit] == COLOURS[other]
        case _:
            return True


def _refuse_conditions(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    wild = sum(meld.wild_count for meld in melds)
    if wild > contract.wild_cap:
        code = "wild-in-contract" if contract.wild_cap else "not-clean"
        return refusal(code, "contracts", jokers=wild, most=contract.wild_cap)
    for meld in melds:
        if not meld.is_run and not rules.repeated_suits and (bad := _refuse_suits(meld)):
            return _of_contract(bad, contract)
        if meld.is_run and not set(SUITS_IN[meld.suit]) <= _suits_with(contract, meld.suit):
            is_colour = contract.runs_of == "colour"
            return refusal("not-one-suit", "contracts", cards=meld.cards, is_colour=is_colour)
        if meld.is_run and contract.royal and (meld.low, len(meld.cards)) != (1, LONGEST_RUN):
            return refusal("not-royal", "contracts", cards=meld.cards)
    if contract.points:
        worth = sum(meld_worth(rules, meld) for meld in melds)
        if worth < contract.points:
            return refusal("too-few-points", "contracts", worth=worth, least=contract.points)
    return None


def _refuse_suits(meld: Meld) -> Refusal | None:
    """Why a set has a suit twice, or more cards than suits. A wild card takes a missing suit."""
    if len(meld.cards) > SUITS:
        return refusal("suits-full", "repeated_suits", cards=meld.cards)
    wild = meld.wild_places
    suits = [suit_of(card) for index, card in enumerate(meld.cards) if index not in wild]
    is_twice = len(set(suits)) < len(suits)
    return refusal("suit-twice", "repeated_suits", cards=meld.cards) if is_twice else None


def _suits_with(contract: Contract, suit: int) -> set[int]:
    """The suits that a run of the contract may have if it has cards of this suit number."""
    possible = (SUITS_IN[each] for each in RUN_SUITS[contract.runs_of])
    return {each for suits in possible if SUITS_IN[suit][0] in suits for each in suits}


def meld_worth(rules: Rules, meld: Meld) -> int:
    """The points of a meld for going down; a wild card counts as the card it is laid as."""
    worths = rules.place_worths
    if not meld.is_run:
        return worths[meld.low if meld.low > 1 else 14] * len(meld.cards)
    places = range(meld.low, meld.last_place + 1)
    return sum(worths[place if place < 15 else place - 13] for place in places)


def _refuse_options(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> Refusal | None:
    refusals = [refuse_lay_down(rules, option, melds) for option in contract.options]
    if None in refusals:
        return None
    # The option with the right numbers of sets and runs has the clearest reason.
    others = (bad for bad in refusals if bad and bad.code != "not-the-contract")
    return next(others, _not_the_contract(contract, melds))


def _refuse_adjacent(rules: Rules, contract: Contract, runs: Sequence[Meld]) -> Refusal | None:
    for one in runs:
        for other in runs:
            same_suits = _suits_with(contract, one.suit) == _suits_with(contract, other.suit)
            is_next = continues(rules, one.last_place, other.low)
            if one is not other and same_suits and is_next:
                is_suit = contract.runs_of == "suit"
                facts = {"low": one.cards, "high": other.cards, "is_suit": is_suit}
                return refusal("adjacent", "adjacent_runs", **facts)
    return None


class _Openings(dict[tuple[bool | int, ...], Openings]):
    """The openings of melds by their shape. They are worked out when they are first needed."""

    def __init__(self, rules: MeldRules, wild: frozenset[Face]) -> None:
        self._cap, self._wild, self._barred = rules.joker_cap, wild, rules.never_natural
        self._no_adjacent_wild = not rules.adjacent_wild
        self._each_suit_once = not rules.repeated_suits
        self._needs_edges = self._no_adjacent_wild or self._each_suit_once
        """Whether the openings of a meld depend on its edges too, and not only on its shape."""
        bounds = {"low": (1, 13), "high": (2, 14), "both": (1, 14), "round": (-12, 26)}
        self._lowest, self._highest = bounds[rules.ace]
        self._last: tuple[tuple[Meld, ...], tuple[Openings, ...]] = (), ()

    def of(self, table: tuple[Meld, ...]) -> tuple[Openings, ...]:
        """The openings of all melds of a table. Those of the last table are remembered."""
        last_table, openings = self._last
        if last_table is not table:
            if self._needs_edges:
                openings = tuple(map(self.one, table))
            else:
                openings = tuple([self[meld.shape] for meld in table])
            self._last = table, openings
        return openings

    def one(self, meld: Meld) -> Openings:
        """The openings of one meld."""
        return self[(*meld.shape, meld.edges) if self._needs_edges else meld.shape]

    def __missing__(self, shape: tuple[bool | int, ...]) -> Openings:
        is_run, low, suit, size, wild = shape[:5]
        edges = shape[5] if self._needs_edges else 0
        takes_natural = self._cap.allows(bool(is_run), size + 1, wild)
        takes_wild = self._cap.allows(bool(is_run), size + 1, wild + 1)
        openings: dict[Face, Places] = {}
        for end, faces in self._faces_at_ends(bool(is_run), low, suit, size, edges):
            naturals = faces - self._barred
            if takes_natural:
                for face in naturals:
                    openings[face] = (*openings.get(face, ()), end)
            is_next_to_wild = end is not None and edges >> end & 1
            if takes_wild and not (self._no_adjacent_wild and is_next_to_wild):
                for face in self._wild - naturals:
                    openings[face] = (*openings.get(face, ()), end)
        self[shape] = openings
        return openings

    def _faces_at_ends(
        self, is_run: bool, low: int, suit: int, size: int, edges: int
    ) -> Iterator[tuple[End | None, frozenset[Face]]]:
        """Yields each end of a run, or None for a set, with the natural cards that fit there."""
        if not is_run:
            faces = NATURAL_FACES[low - 1 :: 13]
            if self._each_suit_once:
                faces = tuple(face for face in faces if not edges >> suit_of(face) & 1)
            if not self._each_suit_once or size < SUITS:
                yield None, frozenset(faces)
        elif size < LONGEST_RUN:
            for end, place in ((End.LOW, low - 1), (End.HIGH, low + size)):
                if self._lowest <= place <= self._highest:
                    yield end, frozenset([natural_face(each, place) for each in SUITS_IN[suit]])


_openings = lru_cache(maxsize=32)(_Openings)


def openings(rules: Rules, table: tuple[Meld, ...]) -> tuple[Openings, ...]:
    """For each meld the faces that it takes, each with its places."""
    return _openings(rules.meld_rules, rules.wild_faces).of(table)


def openings_of(rules: MeldRules, wild: frozenset[Face], meld: Meld) -> Openings:
    """The faces that one meld takes, each with its places. `wild` are the wild faces."""
    return _openings(rules, wild).one(meld)


def places(rules: Rules, meld: Meld, card: Card | Face) -> Places:
    """The places where a meld takes a card: (None,) for a set, the fitting ends of a run, or ()."""
    return openings_of(rules.meld_rules, rules.wild_faces, meld).get(FACE_OF[card], ())


def refuse_place(rules: Rules, meld: Meld, card: Card, end: End | None) -> Refusal | None:
    """Why a card may not be laid on a meld. `end` may be None if no more than one end fits."""
    if end is not None and not meld.is_run:
        return refusal("no-ends", "ALL-6")
    fitting = places(rules, meld, card)
    if not fitting:
        size, wild = len(meld.cards) + 1, meld.wild_count + is_wild(rules, card)
        if not rules.joker_cap.allows(meld.is_run, size, wild):
            return _over_cap(rules, meld.is_run, size, wild)
        if meld.is_run:
            if is_wild(rules, card) and size <= LONGEST_RUN and not rules.adjacent_wild:
                return refusal("wild-adjacent", "adjacent_wild", cards=meld.cards)
        elif not rules.repeated_suits and (is_wild(rules, card) or rank_of(card) == meld.low):
            code = "suits-full" if size > SUITS else "suit-twice"
            return refusal(code, "repeated_suits", cards=(*meld.cards, card))
        return refusal("does-not-fit", "ALL-3", card=card, cards=meld.cards, kind=meld.kind.value)
    if end is None and len(fitting) > 1:
        return refusal("both-ends", "ALL-4", card=card)
    if end is not None and end not in fitting:
        if is_wild(rules, card) and _touches_wild(rules, meld, end):
            return refusal("wild-adjacent", "adjacent_wild", cards=meld.cards)
        return refusal("wrong-end", "ALL-4", card=card, end=end.name.lower())
    return None


def _touches_wild(rules: Rules, meld: Meld, end: End) -> bool:
    """Whether an end of a run takes no wild card only because the card there is wild (HR-1)."""
    lowest, highest = run_bounds(rules)
    place = meld.low - 1 if end is End.LOW else meld.last_place + 1
    has_room = rules.ace == "round" or lowest <= place <= highest
    return has_room and not rules.adjacent_wild and bool(meld.edges >> end & 1)


def extended(rules: Rules, meld: Meld, card: Card | Face, end: End | None) -> Meld:
    """The meld with the card laid on it, at a place that `refuse_place` allows."""
    cards, low, wild = meld.cards, meld.low, meld.wild
    if meld.kind is Kind.SET:
        wild = (*wild, len(cards)) if _joins_as_wild(rules, meld, card) else wild
        return structs.replace(meld, cards=(*cards, card), wild=wild)
    if (places(rules, meld, card)[0] if end is None else end) is End.LOW:
        low = (low - 2) % 13 + 1
        wild = tuple([index + 1 for index in wild])
        if _is_substitute(rules, card, low, meld.suit):
            wild = (0, *wild)
        return structs.replace(meld, cards=(card, *cards), low=low, wild=wild)
    if _is_substitute(rules, card, meld.last_place % 13 + 1, meld.suit):
        wild = (*wild, len(cards))
    return structs.replace(meld, cards=(*cards, card), wild=wild)


def replaced(meld: Meld, card: Card, index: int) -> Meld:
    """The meld with the wild card at `index` replaced by the natural card that it is laid as."""
    cards = (*meld.cards[:index], card, *meld.cards[index + 1 :])
    wild = tuple([other for other in meld.wild if other != index])
    return structs.replace(meld, cards=cards, wild=wild)
