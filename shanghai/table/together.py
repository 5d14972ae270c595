"""Which cards of a hand go into one meld with another card."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from shanghai.bots.planner import goes_with
from shanghai.engine.cards import Card, face_of, rank_of, suit_of
from shanghai.engine.melds import run_starts
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Situation
from shanghai.engine.wild import is_wild

NAMED: Final = 3
"""The most cards of a meld that is not whole that are named as going with another one."""
_SMALLEST: Final = 3
"""The cards of the smallest set and run where the contract names no sizes."""


class Together(NamedTuple):
    """The natural cards of a hand that go with a card, and whether they make a whole meld."""

    pairs: tuple[Card, ...] = ()
    """Cards of the same rank."""
    beside: tuple[Card, ...] = ()
    """Cards of the same suit that one run of the contract can hold with the card."""
    is_set: bool = False
    """Whether the card and `pairs` are a set of the contract without any other card."""
    is_run: bool = False
    """Whether the card and `beside` are a run of the contract without any other card."""

    @property
    def size(self) -> int:
        """How many cards go with the card."""
        return len(self.pairs) + len(self.beside)

    @property
    def whole(self) -> "Together":
        """The whole melds alone. All cards if there is no whole meld."""
        if self.is_set == self.is_run:
            return self
        return self._replace(beside=()) if self.is_set else self._replace(pairs=())


def together(
    view: Situation, seat: SeatIndex, cards: Sequence[Card], card: Card, named: int
) -> Together:
    """The cards of a hand that go with `card` in a meld that a seat may lay.

    Of a meld that is not whole at most `named` cards are given, the nearest ones. A run needs a
    card that is at most two ranks away, and takes no card of which the hand has the like. A wild
    card goes with all cards, so it has none here.
    """
    contract = view.to_lay(seat)
    naturals = [each for each in cards if each != card and not is_wild(view.rules, each)]
    close = {each for each in naturals if goes_with(view, seat, face_of(each), face_of(card))}
    same = [each for each in naturals if each in close and rank_of(each) == rank_of(card)]
    if not view.rules.repeated_suits or contract.set_suits == "different":
        one_each = {face_of(each): each for each in same if face_of(each) != face_of(card)}
        same = list(one_each.values())
    size = min((size for each in contract.options for size in each.sets), default=_SMALLEST)
    pairs, is_set = tuple(same[: max(named, size - 1)]), len(same) >= size - 1
    is_twin = any(face_of(each) == face_of(card) for each in naturals)
    if is_twin or all(rank_of(each) == rank_of(card) for each in close):
        return Together(pairs, is_set=is_set)
    of_suit = [each for each in naturals if suit_of(each) == suit_of(card)]
    best, is_run = _fullest_run(view, contract, of_suit, card)
    nearest = sorted(best, key=lambda each: best[each])[: len(best) if is_run else named]
    return Together(pairs, tuple(each for each in best if each in nearest), is_set, is_run)


def _fullest_run(
    view: Situation, contract: Contract, of_suit: Sequence[Card], card: Card
) -> tuple[dict[Card, int], bool]:
    """The cards of a suit that fill the most places of a run with `card`, from low to high, each
    with its distance from the card, and whether the run is whole. A whole run comes first, then
    the fullest, then the closest."""
    lengths = {size for each in contract.options for size in each.runs} or {_SMALLEST}
    by_rank = {rank_of(each): each for each in of_suit if rank_of(each) != rank_of(card)}
    best: tuple[dict[Card, int], bool] = {}, False
    worth = (False, 0, 0)
    for length in sorted(lengths):
        for start in run_starts(view.rules, length):
            ranks = [(place - 1) % 13 + 1 for place in range(start, start + length)]
            if rank_of(card) not in ranks:
                continue
            own = ranks.index(rank_of(card))
            in_run = {
                by_rank[rank]: abs(at - own) for at, rank in enumerate(ranks) if rank in by_rank
            }
            is_whole = len(in_run) == length - 1
            if (is_whole, len(in_run), -sum(in_run.values())) > worth:
                worth = is_whole, len(in_run), -sum(in_run.values())
                best = in_run, is_whole
    return best
