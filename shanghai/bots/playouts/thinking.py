"""How the master thinks: it compares the hard player's move with others in many worlds."""

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.hard import HardBot
from shanghai.bots.memory import Memory
from shanghai.bots.playouts import drawing, search
from shanghai.bots.playouts.compact_rules import CompactRules, compact_rules_of
from shanghai.bots.protocol import IsLate, SearchQuestion, Thought
from shanghai.bots.simple import PLAN_TURNS
from shanghai.engine import actions
from shanghai.engine.cards import Face, face_of
from shanghai.engine.events import Event
from shanghai.engine.game import refuse
from shanghai.engine.melds import places
from shanghai.engine.seats import SeatIndex
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import SeatView
from shanghai.engine.turn import may_lay, without
from shanghai.engine.wild import is_wild

Move = actions.SeatAction | None
"""A move, or None for no call of the top discard."""
Drawing = Callable[[CompactRules, SeatIndex, drawing.Seen, int, int], drawing.Worlds]
"""Makes worlds from the rules, the viewer, what it has seen, how many to make, and the seed."""

BATCHES: Final = (16, 16, 32, 64, 128)
"""How many worlds are tried before the moves are compared again. The last number repeats."""
SURE: Final = 0.5
"""By how many standard errors a move must be better than the hard player's."""
_SURE_TO_KEEP: Final = 2.5
"""The same for a discard instead of a lay-off, even for the hard player's own discard, as that
keeps a card that fits a meld. It must be as sure in fresh worlds, since it may have been lucky in
those that chose it."""
_FRESH: Final = 1024
"""How many fresh worlds are tried for that, if so many may be tried at all."""
_CLEAR: Final = 4.0
"""A move that is better by so many standard errors is chosen at once."""
_FIRST_CLEAR: Final = 64
"""That happens only after so many worlds."""
_HOPES: Final = (
    *((16, 2.5), (32, 2.0), (64, 1.6), (128, 1.3)),
    *((256, 1.0), (512, 0.7), (1024, 0.5)),
)
"""Pairs of a number of worlds and of standard errors. After so many worlds a move that seems worse
by more than that is tried no further, as it will hardly become the better one."""
_LEFT: Final = ((64, 8), (128, 7), (256, 6), (512, 5), (1024, 4))
"""Pairs of a number of worlds and of moves. After so many worlds at most so many moves go on."""
_LAY_DOWNS: Final = 3
_SWAPS: Final = 3
_LAY_OFFS: Final = 2
_ELSEWHERE: Final = 3


class Thinker(HardBot):
    """Searches for the best move of one seat. It knows only what that seat sees."""

    def __init__(
        self, seat: SeatIndex, random: Random, draw_worlds: Drawing = drawing.worlds_for
    ) -> None:
        super().__init__(seat, random)
        self._memory = Memory()
        self._draw_worlds = draw_worlds

    def notice(self, event: Event) -> None:
        """Takes note of an event as the hard player does, and remembers all cards seen."""
        super().notice(event)
        self._memory.notice(event)

    def choose(self, view: SeatView, most: int, is_late: IsLate, *, is_call: bool) -> Thought:
        """The best move for a view, or call with `is_call`. It tries at most `most` worlds, and
        stops when `is_late` returns true."""
        own: Move = self.wants_call(view) if is_call else self.decide(view)
        seed = self._random.getrandbits(60)
        compact = compact_rules_of(view)
        if compact is None or most <= 0 or self._turns > PLAN_TURNS:
            return Thought(own)
        moves = self._calls(view, own) if is_call else self._moves(view, own)
        if len(moves) < 2:
            return Thought(own)
        thought = self._compare(compact, view, moves, most, seed, is_late)
        return thought._replace(is_changed=thought.move != own)

    def _calls(self, view: SeatView, own: Move) -> list[Move]:
        """The moves to compare for a call: the call and None, the hard player's choice first."""
        call = actions.Call(self.seat, view.rules.call_word)
        if own not in (None, call) or view.seats[self.seat].down or self.lacks_room(view):
            return [own]
        if own is None and (view.all_in or refuse(view, call) is not None):
            return [own]
        return [own, call if own is None else None]

    def _moves(self, view: SeatView, own: Move) -> list[Move]:
        """The legal moves to compare in the seat's turn, the hard player's first. If that is a
        discard, lay-offs come before it."""
        won = self._best_swaps(view)[:_SWAPS]
        match own:
            case actions.Take():
                rest: actions.SeatAction = actions.Draw(self.seat)
                if view.calls and view.rules.beneath == "open":
                    rest = actions.Pass(self.seat)
                moves: list[Move] = [own, rest]
            case actions.Draw() | actions.Pass():
                moves = [own, actions.Take(self.seat)]
            case actions.Discard():
                moves = [*self._lay_offs(view), own, *won, *self._throws(view, own)]
            case actions.GoDown():
                lay_downs, thrown = self._lay_downs(view)[:_LAY_DOWNS], self._throws(view, None)[:2]
                moves = [own, *won, *lay_downs, *thrown]
            case actions.LayOff() if not self._goes_out(view):
                moves = [own, *self._elsewhere(view, own), *won, *self._throws(view, None)[:2]]
            case actions.Swap():
                moves = [own, *won]
            case _:
                moves = [own]
        legal: list[Move] = []
        for move in moves:
            if move is not None and move not in legal and refuse(view, move) is None:
                legal.append(move)
        return legal

    def _best_swaps(self, view: SeatView) -> list[actions.Swap]:
        """The exchanges of a card for a wild one, once by face and meld. Those come first after
        which the hand lacks the fewest cards."""
        hand = view.seats[self.seat].hand
        short: dict[tuple[int, Face], tuple[int, actions.Swap]] = {}
        for swap, joker in self._swaps(view):
            after = (*without(hand, swap.card), joker)
            short.setdefault((swap.meld, face_of(swap.card)), (self.short(view, after), swap))
        return [swap for _, swap in sorted(short.values(), key=lambda each: each[0])]

    def _lay_offs(self, view: SeatView) -> list[Move]:
        """Some lay-offs to compare with a discard."""
        if not may_lay(view, self.seat):
            return []
        steps = lay_offs(view.seats[self.seat].hand, view.table, view.rules, self.seat)
        return [
            actions.LayOff(self.seat, each.card, each.meld, each.end) for each in steps[:_LAY_OFFS]
        ]

    def _elsewhere(self, view: SeatView, own: actions.LayOff) -> list[Move]:
        """If the hard player lays off a wild card, lay-offs of it at other places."""
        melds = enumerate(view.table if is_wild(view.rules, own.card) else ())
        spots = [
            (index, end) for index, meld in melds for end in places(view.rules, meld, own.card)
        ]
        others = [spot for spot in spots if spot != (own.meld, own.end)][:_ELSEWHERE]
        return [actions.LayOff(self.seat, own.card, index, end) for index, end in others]

    def _throws(self, view: SeatView, own: actions.Discard | None) -> list[Move]:
        """Discards other than the hard player's, one of each face, the least needed first."""
        moves: dict[Face, Move] = {}
        for card in self._discards(view):
            if own is not None and face_of(card) == face_of(own.card):
                continue
            is_declared = refuse(view, actions.Discard(self.seat, card, True)) is None
            moves.setdefault(face_of(card), actions.Discard(self.seat, card, is_declared))
        return list(moves.values())

    def _goes_out(self, view: SeatView) -> bool:
        hand = view.seats[self.seat].hand
        return len(lay_offs(hand, view.table, view.rules, self.seat)) == len(hand)

    def _compare(
        self,
        compact: CompactRules,
        view: SeatView,
        moves: list[Move],
        most: int,
        seed: int,
        is_late: IsLate,
    ) -> Thought:
        """The best move that is surely better than the first one, or else the first one."""
        chance, seen = Random(seed), drawing.read_view(view, self._memory)

        def play(tried: list[Move], count: int) -> NDArray[np.float64]:
            worlds = self._draw_worlds(compact, view.viewer, seen, count, chance.getrandbits(60))
            points = search.play_moves(compact, view, tried, worlds)
            return search.costs(points, self.seat, compact.sides)

        cost: NDArray[np.float64] = np.zeros((0, len(moves)))
        open_ = list(range(len(moves)))
        number = 0
        while True:
            count = min(BATCHES[min(number, len(BATCHES) - 1)], most - len(cost))
            more = np.full((count, len(moves)), np.nan)
            more[:, open_] = play([moves[i] for i in open_], count)
            cost, number = np.concatenate((cost, more)), number + 1
            means, errors = search.judged(cost[:, open_])
            open_, is_clear = _still_open(open_, means, errors, len(cost))
            if is_clear or len(open_) < 2 or len(cost) >= most or is_late():
                break
        open_ = _best_lay_off_first(moves, open_, cost)
        best = _surely_best(moves, open_, cost)
        first, chosen = moves[open_[0]], moves[open_[best]]
        others = _costs_more(moves, open_[best], cost)
        if _keeps(first, chosen):
            fresh = search.judged(play([first, chosen], min(most, _FRESH)))
            if fresh.means[1] + _SURE_TO_KEEP * fresh.errors[1] >= 0:
                return Thought(first, len(cost), others=_costs_more(moves, open_[0], cost))
        means, errors = search.judged(cost[:, open_])
        gain, error = -float(means[best]), float(errors[best])
        return Thought(chosen, len(cost), best > 0, gain, error, others)


def _costs_more(
    moves: list[Move], chosen: int, cost: NDArray[np.float64]
) -> tuple[tuple[Move, float], ...]:
    """The moves other than the chosen one, with the points that each costs more in the worlds in
    which both were tried."""
    more = np.nanmean(cost - cost[:, [chosen]], axis=0)
    return tuple((move, float(more[i])) for i, move in enumerate(moves) if i != chosen)


def _keeps(own: Move, other: Move) -> bool:
    """Whether the move `other` keeps a card that the move `own` lays off."""
    return isinstance(own, actions.LayOff) and isinstance(other, actions.Discard)


def _surely_best(moves: list[Move], open_: list[int], cost: NDArray[np.float64]) -> int:
    """The index in `open_` of the cheapest move that is surely cheaper than the first one there,
    0 if none is."""
    means, errors = search.judged(cost[:, open_])
    first = moves[open_[0]]
    sure = np.array([_SURE_TO_KEEP if _keeps(first, moves[i]) else SURE for i in open_])
    surely = means + sure * errors < 0
    return int(np.argmin(np.where(surely, means, np.inf))) if surely.any() else 0


def _best_lay_off_first(
    moves: list[Move], open_: list[int], cost: NDArray[np.float64]
) -> list[int]:
    """The moves that are still tried. If the first one is a lay-off, the cheapest lay-off comes
    first: a card that fits is kept only if that beats each place where it could be laid."""
    if not isinstance(moves[0], actions.LayOff):
        return open_
    lay_off_numbers = [i for i in open_ if isinstance(moves[i], actions.LayOff)]
    best = min(lay_off_numbers, key=lambda i: float(cost[:, i].mean()))
    return [best, *(i for i in open_ if i != best)]


def _still_open(
    open_: list[int], means: NDArray[np.float64], errors: NDArray[np.float64], tried: int
) -> tuple[list[int], bool]:
    """The moves to try further, always with the first, and whether one is clearly better. `tried`
    is the number of worlds so far."""
    hope = [hope for after, hope in _HOPES if tried >= after][-1]
    is_clear = tried >= _FIRST_CLEAR and bool((means + _CLEAR * errors < 0).any())
    most = min((left for after, left in _LEFT if tried >= after), default=len(open_))
    hopeful = [i for i in range(1, len(open_)) if means[i] - hope * errors[i] < 0]
    hopeful = sorted(hopeful, key=lambda i: float(means[i]))[: most - 1]
    return [open_[0], *(open_[i] for i in sorted(hopeful))], is_clear


def answer(question: SearchQuestion) -> Thought:
    """The answer to a question. It is the same for the same seed, unless the time runs out."""
    thinker = Thinker(question.seat, Random(question.seed))
    for event in question.events:
        thinker.notice(event)
    due = None if question.seconds is None else monotonic() + question.seconds

    def is_late() -> bool:
        return due is not None and monotonic() > due

    return thinker.choose(question.view, question.max_worlds, is_late, is_call=question.is_call)
