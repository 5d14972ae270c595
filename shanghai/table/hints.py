"""Hints on demand: what to do now and why, from what one seat has seen and nothing else."""

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.machine_code import is_ready
from shanghai.bots.protocol import MAX_WORLDS, IsLate, SearchEngine, SearchQuestion, Thought
from shanghai.engine import actions
from shanghai.engine.cards import HIDDEN, Card, face_of, label
from shanghai.engine.events import Dealt, Event
from shanghai.engine.game import refuse
from shanghai.engine.solver import lay_offs
from shanghai.engine.state import SeatView
from shanghai.table.places import Hint
from shanghai.table.reasons import Reasons, goes_out
from shanghai.table.why import Why
from shanghai.words import hints
from shanghai.words.hints import why_text
from shanghai.words.moves import Move, ShowCard, move_text

LayAll = Callable[[int], str]
"""Gives the words that a hint adds if several cards can be laid off, by their number."""
_LEVEL: Final = "hard"
_LEAST_GAIN: Final = 1.0
_LEAST_UNSHOWN: Final = 3.0
_LEAST_AGAINST: Final = 10.0
"""By how many points the search must find a move better than the hard player's: if the cards show a
reason against the other move, if they only speak for this one, and if they do neither or speak for
the other one."""
_LEAST_MORE: Final = 1.5
"""By how many points the search must find a plainer discard worse."""
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
    bot = LEVELS[_LEVEL].make(view.viewer, Random(0), is_late)
    for event in events:
        bot.notice(event)
    is_call, reasons = view.turn != view.viewer, Reasons(view, events)
    action = bot.wants_call(view) if is_call else bot.decide(view)
    if goes_out(view, action):
        return action, reasons.of(action)
    thought = _searched(view, events, search, is_call=is_call)
    if thought is not None and thought.is_changed:
        gain, error = thought.gain, thought.error
        shown = reasons.instead(thought.move, action)
        if shown is not None and gain >= max(_LEAST_GAIN, _SURE * error):
            return thought.move, shown
        why = reasons.searched(thought.move, action, thought.tried, gain)
        is_plain = why.first is not None and not reasons.speaks_against(thought.move, action)
        least = _LEAST_UNSHOWN if is_plain else _LEAST_AGAINST
        if shown is None and gain >= max(least, _SURE_UNSHOWN * error):
            return thought.move, why
    return _plain(action, thought, reasons)


def _plain(
    action: Move, thought: Thought | None, reasons: Reasons
) -> tuple[actions.SeatAction | None, Why | None]:
    """A move and its reason. A discard gives way to one that a person would think of before it,
    unless a search found that this one costs more."""
    plainer = reasons.plainer(action)
    if plainer is None or not isinstance(action, actions.Discard):
        return _of_call(action, thought, reasons)
    more = _costs_more(thought, plainer) - _costs_more(thought, action)
    if thought is None or more < _LEAST_MORE:
        return plainer, reasons.of(plainer)
    costs_more = Why("costs-more", thought.tried, round(more), card=plainer.card)
    return action, reasons.not_instead(action, plainer) or costs_more


def _of_call(
    action: Move, thought: Thought | None, reasons: Reasons
) -> tuple[actions.SeatAction | None, Why | None]:
    """A move and its reason. A call that would complete the contract is left only for the points
    that it costs more by a search, if there was one."""
    why = reasons.of(action)
    if why is None or why.code != "costs" or thought is None or not thought.others:
        return action, why
    tried = dict(thought.others) | {thought.move: 0.0}
    call, more = next((move, more) for move, more in tried.items() if move is not None)
    if more >= _LEAST_GAIN:
        return action, Why("call-costs", thought.tried, round(more), first=why)
    return (call, reasons.of(call)) if why.after == 0 else (action, why)


def _costs_more(thought: Thought | None, move: actions.Discard) -> float:
    """The points that a discard costs more than what a search chose, 0 where it did not try it."""
    for other, more in thought.others if thought is not None else ():
        if isinstance(other, actions.Discard) and face_of(other.card) == face_of(move.card):
            return more
    return 0.0


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
    """The reason of a hint as a sentence, or two. Empty if there is none."""
    if why is None:
        return ""
    if why.first is not None:
        parts = why.first, structs.replace(why, first=None)
        return " ".join(_reason(view, action, part, show) for part in parts)
    top = "" if view.top is None else show(view.top)
    thrown = getattr(action, "card", None)
    about = view.top if thrown is None else thrown
    of = about if why.card == HIDDEN else why.card

    def shown(card: Card) -> str:
        is_twin = of is not None and face_of(card) == face_of(of)
        return hints.say.ANOTHER(card=show(card)) if is_twin else show(card)

    facts = {name: given for name, given in structs.asdict(why).items() if name != "first"} | {
        "instead": move_text(view, why.instead, "doing", show),
        "kept": show(why.card) if why.card != HIDDEN else "",
        "thrown": top if thrown is None else show(thrown),
        "top": top,
        "pairs": [shown(card) for card in why.pairs],
        "beside": [show(card) for card in why.beside],
        "cards": [show(Card(card)) for card in why.cards],
        "of_ranks": hints.rank_plurals(why.cards),
    }
    return why_text(view, about=about, **facts)
