"""The decisions of a finished game, each with the moves that its player could make."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from shanghai.bots.planner import Unseen
from shanghai.engine import actions
from shanghai.engine.calls import callers
from shanghai.engine.cards import Card, Face
from shanghai.engine.events import RoundEnded
from shanghai.engine.legal import legal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.seen import view_for
from shanghai.engine.shanghai import shanghai_callers
from shanghai.engine.solver import shortage
from shanghai.engine.state import Phase, Situation, State
from shanghai.engine.wild import is_wild
from shanghai.storage.journal import Journal, Step, opened_course
from shanghai.words.moves import Move

Certainty = Literal["clear", "maybe", ""]

_SURE: Final = 3.9
"""A cost is clear from so many standard errors on. By chance that is one in twenty thousand."""
_LIKELY: Final = 1.7
"""A cost is likely from so many standard errors on."""
LEAST_CLEAR: Final = 3.0
"""The fewest points of a clear cost if the cards show the reason, then if only the play-outs do."""
_LEAST_UNSHOWN: Final = 10.0
LEAST_COST: Final = 1.0
"""The fewest points of a cost that is named at all."""
_INTERVAL: Final = 1.96
"""A 95 % interval reaches so many standard errors to either side."""


class Cost(Struct, frozen=True, omit_defaults=True):
    """What a decision cost more than a better move, in points of the round compared with the mean
    of the others. `error` is the standard error. `best` is the index of the better move, 0 if none
    is better."""

    number: int
    points: float = 0.0
    error: float = 0.0
    best: int = 0
    is_plain: bool = True
    """Whether the cards of the decision show the reason."""
    is_out: bool = False
    """Whether the better move goes out."""
    own: float = 0.0
    """The part that the player paid in own points. The rest was given to others."""

    @property
    def certainty(self) -> Certainty:
        """`clear` for a clear error, `maybe` for a likely one, "" if neither can be said."""
        if not self.best:
            return ""
        if self.points > max(self._least, _SURE * self.error):
            return "clear"
        return "maybe" if self.points > max(LEAST_COST, _LIKELY * self.error) else ""

    @property
    def is_in_doubt(self) -> bool:
        """Whether more worlds might change its certainty."""
        lower, upper = self.interval
        return self.certainty != "clear" and (lower < LEAST_COST < upper or upper > self._least)

    @property
    def _least(self) -> float:
        return LEAST_CLEAR if self.is_plain else _LEAST_UNSHOWN

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and upper end of the 95 % interval of the points."""
        return self.points - _INTERVAL * self.error, self.points + _INTERVAL * self.error


class Bought(Struct, frozen=True):
    """How many discards a seat took or bought in a round, and by seat how many more points that
    makes on average."""

    seat: SeatIndex
    count: int
    points: tuple[float, ...]


class RoundLuck(Struct, frozen=True):
    """The points of a round by seat, split into parts. They are the sum of `expected`, `deal`,
    `stock` and all `moves`."""

    round: int
    expected: tuple[float, ...]
    """The points to be expected before the deal."""
    deal: tuple[float, ...]
    """What the deal changed."""
    stock: tuple[float, ...]
    """What the cards from the stock changed, whoever drew them."""
    moves: tuple[tuple[float, ...], ...]
    """By seat that moved, and by seat, what its moves changed."""
    bought: tuple[Bought, ...] = ()


_LAY_DOWNS: Final = 3
_MOST: Final[dict[type, int]] = {actions.LayOff: 8, actions.Swap: 4, actions.CallShanghai: 4}
"""By kind of move how many are tried: the first ones in the list of legal moves."""


class Decision(Struct, frozen=True):
    """A moment at which a seat could choose among `moves`, the one that it made first. `at` is the
    number of moves in the course of the game before it."""

    at: int
    round: int
    seat: SeatIndex
    moves: tuple[Move, ...]


def decisions_of(read: Journal) -> list[Decision]:
    """Every decision of a finished game in which there was a choice, in order."""
    steps = enumerate(opened_course(read))
    return [choice for at, step in steps for choice in choices_of(at, step)]


def choices_of(at: int, step: Step) -> Iterator[Decision]:
    """Yields the decisions at a move: that of the seat that moved, and those of seats that did not
    call. `at` is the number of moves before it."""
    before, action = step.before, step.action
    if before.phase not in (Phase.DRAW, Phase.PLAY):
        return
    choices: list[tuple[SeatIndex, list[Move]]] = []
    match action:
        case _ if isinstance(action, actions.AnyCall):
            choices.append((action.seat, [actions.without_chance(action), None]))
        case actions.Draw() | actions.Pass() | actions.Take():
            choices += _let_go(before, action)
            choices.append((action.seat, _draws(before, actions.without_chance(action))))
        case _ if isinstance(action, actions.SeatAction) and not isinstance(
            action, actions.HandOver
        ):
            choices.append((action.seat, _plays(before, action)))
        case _:
            return
    for seat, moves in choices:
        if len(moves) > 1:
            yield Decision(at, before.round, seat, tuple(moves))


def _let_go(
    state: State, action: actions.Draw | actions.Pass | actions.Take
) -> Iterator[tuple[SeatIndex, list[Move]]]:
    """Yields the seats that did not call although the card helps them, each with its moves. None
    after a pass without a waiting call, as they may still call."""
    if isinstance(action, actions.Pass) and not state.calls:
        return
    may_call = () if isinstance(action, actions.Take) else callers(state)
    for seat in sorted({*may_call, *shanghai_callers(state)}):
        if seat in state.calls:
            continue
        is_due = seat in may_call and is_wanted(state, seat)
        kinds: tuple[type, ...] = (actions.CallShanghai,)
        if is_due:
            kinds = (actions.CallShanghai, actions.Call)
        calls = [call for call in legal(view_for(state, seat)) if isinstance(call, kinds)]
        yield seat, [None, *_bounded(calls)]


def is_wanted(state: Situation, seat: SeatIndex) -> bool:
    """Whether the top discard brings a seat that is not down nearer to its contract."""
    holder, top = state.seats[seat], state.top
    return not holder.down and top is not None and helps(state, seat, holder.hand, top)


def helps(state: Situation, seat: SeatIndex, hand: Sequence[Card], card: Card | Face) -> bool:
    """Whether a card brings a hand nearer to the contract of a seat."""
    rules, contract = state.rules, state.contract_of(seat)
    short = shortage(hand, contract, rules)
    if not short or is_wild(rules, card):
        return short > 0
    return shortage((*hand, card), contract, rules, short) < short


def helping(state: State, seat: SeatIndex, hand: Sequence[Card]) -> int:
    """How many unseen cards would bring a hand nearer to the contract of a seat."""
    out = Counter(Unseen(state, (*state.seats[seat].hand, *state.discards)).faces())
    return sum(count for face, count in out.items() if helps(state, seat, hand, face))


def _draws(state: State, action: Move) -> list[Move]:
    """The moves of the player on turn in the draw phase, the one that was made first."""
    kinds = actions.Take, actions.Draw, type(action)
    moves = [move for move in legal(view_for(state, state.turn)) if isinstance(move, kinds)]
    if not any(isinstance(move, actions.Take) for move in moves):
        return [action]
    return [action, *(move for move in moves if move != action)]


def _plays(state: State, action: actions.SeatAction) -> list[Move]:
    """The moves of the player on turn after the draw, the one that was made first."""
    view = view_for(state, state.turn)
    listed = list(legal(view, _LAY_DOWNS))
    declared = {move.card for move in listed if isinstance(move, actions.Discard) and move.shanghai}
    moves = [
        move
        for move in listed
        if not actions.same_move(move, action)
        and not (isinstance(move, actions.Discard) and not move.shanghai and move.card in declared)
    ]
    return [action, *_bounded(moves)]


def _bounded(moves: list[actions.SeatAction]) -> list[actions.SeatAction]:
    """The moves without those of a kind beyond its limit in `_MOST`."""
    counted: Counter[type] = Counter()
    tried = []
    for move in moves:
        counted[type(move)] += 1
        if counted[type(move)] <= _MOST.get(type(move), len(moves)):
            tried.append(move)
    return tried


def rounds_played(read: Journal) -> list[tuple[int, tuple[int, ...]]]:
    """The number of each finished round, with the points of each seat by the rules."""
    events = (event for step in opened_course(read) for event in step.events)
    return [(event.round, event.points) for event in events if isinstance(event, RoundEnded)]
