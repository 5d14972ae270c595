"""Hints on demand: what to do now and why, from what one seat has seen and nothing else."""

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.machine_code import is_ready
from shanghai.bots.planner import Collections
from shanghai.bots.protocol import MAX_WORLDS, IsLate, SearchEngine, SearchQuestion, Thought
from shanghai.engine import actions
from shanghai.engine.cards import HIDDEN, Card, label
from shanghai.engine.events import Dealt, Event
from shanghai.engine.game import refuse
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import SeatView
from shanghai.table.places import Hint
from shanghai.table.reasons import Reasons, Why, goes_out
from shanghai.words import hints
from shanghai.words.hints import why_text
from shanghai.words.moves import Move, ShowCard, move_text

LayAll = Callable[[int], str]
"""Gives the words that a hint adds if several cards can be laid off, by their number."""
_LEVEL: Final = "hard"
_LEAST_GAIN: Final = 1.0
_LEAST_UNSHOWN: Final = 3.0
_LEAST_AGAINST: Final = 6.0
"""By how many points the search must find a move better than the hard player's: if the cards show
a reason for it, if they do not, and if they speak for the other move."""
_SURE: Final = 1.0
_SURE_UNSHOWN: Final = 2.5
"""How many standard errors the gain must be: if the cards show a reason for it, and if not."""
_SECONDS: Final = 10.0
"""The most seconds for `advice`, which other programs ask for."""
_SEARCH_SECONDS: Final = 1.2
"""Seconds for the search of a hint."""


def advise(
    view: SeatView, events: Sequence[Event], is_late: IsLate, search: SearchEngine | None = None
) -> tuple[actions.SeatAction | None, Why | None]:
    """The best move and the reason for it. The move is None to let the card on offer go.

    `events` are those that the seat knows. A `search` in another process is asked too."""
    bot, collected = LEVELS[_LEVEL].make(view.viewer, Random(0), is_late), Collections()
    for event in events:
        bot.notice(event)
        collected.notice(event)
    is_call, reasons = view.turn != view.viewer, Reasons(view, collected)
    action = bot.wants_call(view) if is_call else bot.decide(view)
    if goes_out(view, action):
        return action, reasons.of(action)
    thought = _searched(view, events, search, is_call=is_call)
    if thought is not None and thought.is_changed:
        gain, error = thought.gain, thought.error
        shown = reasons.instead(thought.move, action)
        if shown is not None and gain >= max(_LEAST_GAIN, _SURE * error):
            return thought.move, shown
        is_against = reasons.speaks_against(thought.move, action)
        least = _LEAST_AGAINST if is_against else _LEAST_UNSHOWN
        if shown is None and gain >= max(least, _SURE_UNSHOWN * error):
            return thought.move, reasons.searched(thought.move, action, thought.tried, gain)
    return _plain(action, thought, reasons)


def _plain(
    action: Move, thought: Thought | None, reasons: Reasons
) -> tuple[actions.SeatAction | None, Why | None]:
    """A move and its reason. A discard gives way to one that a person would think of before it,
    unless a search found that one no better."""
    plainer = reasons.plainer(action)
    if plainer is None:
        return action, reasons.of(action)
    if thought is None or thought.tried == 0 or thought.move == plainer:
        return plainer, reasons.of(plainer)
    if not thought.is_changed:
        return action, Why("unbeaten", thought.tried, card=plainer.card)
    return action, reasons.of(action)


def _searched(
    view: SeatView, events: Sequence[Event], search: SearchEngine | None, *, is_call: bool
) -> Thought | None:
    """The result of the master's search. None if it has no process of its own that is ready."""
    if search is None or not search.in_other_process or not is_ready():
        return None
    deals = (index for index, event in enumerate(events) if isinstance(event, Dealt))
    of_round = tuple(events[max(deals, default=0) :])
    question = SearchQuestion(view.viewer, view, of_round, 0, MAX_WORLDS, _SEARCH_SECONDS, is_call)
    thought = search.think(question)
    if thought is None or (thought.move is not None and refuse(view, thought.move) is not None):
        return None
    return thought


def advice(view: SeatView, events: Sequence[Event] = ()) -> Hint:
    """What a strong player would do in the seat of a view, and why. `events` are those of the round
    as the seat knows them. Without them the hint knows nothing of what the others collect."""
    return hint(view, events, label, _SECONDS)


def hint(
    view: SeatView,
    events: Sequence[Event],
    show: ShowCard,
    seconds: float,
    lay_all: LayAll = lambda many: "",
    search: SearchEngine | None = None,
) -> Hint:
    """What to do and why, for the seat of a view that knows these events, in so many seconds."""
    due = monotonic() + seconds

    def is_late() -> bool:
        return monotonic() > due

    try:
        action, why = advise(view, events, is_late, search)
        return Hint(
            " ".join(
                filter(
                    None, (_order(view, action, show, lay_all), _reason(view, action, why, show))
                )
            ),
            action,
            compared=why.card if why is not None else HIDDEN,
        )
    except Exception:
        return Hint(hints.NO_HINT, is_known=False)


def _order(view: SeatView, action: Move, show: ShowCard, lay_all: LayAll) -> str:
    """What to do, as a sentence. For a card on offer out of turn it begins with yes or no."""
    order = move_text(view, action, "do", show)
    if view.turn != view.viewer:
        return (
            hints.say.NO.format(order=order)
            if action is None
            else hints.say.YES.format(order=order)
        )
    count = len(lay_offs(view.seats[view.viewer].hand, view.table, view.rules))
    more = lay_all(count) if isinstance(action, actions.LayOff) and count > 1 else ""
    return hints.HINT.format(order=order, more=more)


def _reason(view: SeatView, action: Move, why: Why | None, show: ShowCard) -> str:
    """The reason of a hint as a sentence. Empty if there is none."""
    if why is None:
        return ""
    top = "" if view.top is None else show(view.top)
    thrown = getattr(action, "card", None)
    facts = structs.asdict(why) | {
        "instead": move_text(view, why.instead, "doing", show),
        "kept": show(why.card) if why.card != HIDDEN else "",
        "thrown": top if thrown is None else show(thrown),
        "top": top,
        **{
            name: [show(Card(card)) for card in getattr(why, name)]
            for name in ("pairs", "beside", "cards")
        },
    }
    about = view.top if thrown is None else thrown
    return why_text(view, about=about, **facts)
