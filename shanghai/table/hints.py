"""A hint on demand: what to do now and why, from what one seat sees and has heard."""

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

from msgspec import Struct, structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.machine_code import is_ready
from shanghai.bots.planner import Collections, Unseen, mates, mates_in_one_meld
from shanghai.bots.protocol import (
    MOST_WORLDS,
    SECONDS,
    IsLate,
    SearchEngine,
    SearchQuestion,
    Thought,
)
from shanghai.engine import actions
from shanghai.engine.cards import HIDDEN, JOKER, Card, face_of, label
from shanghai.engine.events import Dealt, Event
from shanghai.engine.game import refuse
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import NOBODY, SeatIndex, next_seat
from shanghai.engine.solver import can_go_down, distance, lay_offs
from shanghai.engine.state import SeatView
from shanghai.engine.turn import is_playable, may_discard_last
from shanghai.engine.wild import is_wild
from shanghai.table.places import Hint
from shanghai.words import hints
from shanghai.words.hints import why_text
from shanghai.words.moves import Move, ShowCard, move_text

LayAll = Callable[[int], str]
"""What a hint adds where several cards can be laid off, by their number."""
_LEVEL: Final = "hard"
_NAMED: Final = 3
"""The most cards that are named as those which another one goes with."""
_SECONDS: Final = 10.0
"""Seconds for the advice that another program asks for."""
_NEAR: Final = 2
"""The most ranks between two cards of a suit that count as parts of one run."""


class Why(Struct, frozen=True):
    """A reason: what it is, and the figures that belong to it."""

    code: str
    """The name of its sentence."""
    before: int = 0
    after: int = 0
    seat: SeatIndex = NOBODY
    """The other player whom it is about."""
    card: Card = HIDDEN
    """The card that is kept, from that one or for oneself."""
    mates: tuple[Card, ...] = ()
    """The cards of the hand that it goes with."""
    instead: Move = None
    """What the hard player would have done."""


def advise(
    view: SeatView, events: Sequence[Event], is_late: IsLate, search: SearchEngine | None = None
) -> tuple[actions.SeatAction | None, Why | None]:
    """What to do after these events, None for letting the card on offer go by, and why; a `search`
    by another process is asked too."""
    bot, collected = LEVELS[_LEVEL].make(view.viewer, Random(0), is_late), Collections()
    for event in events:
        bot.notice(event)
        collected.notice(event)
    is_call = view.turn != view.viewer
    action = bot.wants_call(view) if is_call else bot.decide(view)
    thought = _searched(view, events, search, is_call=is_call)
    if thought is not None and thought.is_changed:
        return thought.move, Why("searched", thought.tried, round(thought.gain), instead=action)
    if isinstance(action, actions.Discard) and (
        why := _withheld_from(view, action.card, collected)
    ):
        return action, why
    return action, _why(view, action)


def _searched(
    view: SeatView, events: Sequence[Event], search: SearchEngine | None, *, is_call: bool
) -> Thought | None:
    """What the master's search says, where it has a process of its own that is ready."""
    if search is None or not search.is_apart or not is_ready():
        return None
    deals = (index for index, event in enumerate(events) if isinstance(event, Dealt))
    of_round = tuple(events[max(deals, default=0) :])
    question = SearchQuestion(view.viewer, view, of_round, 0, MOST_WORLDS, SECONDS, is_call)
    thought = search.think(question)
    if thought is None or (thought.move is not None and refuse(view, thought.move) is not None):
        return None
    return thought


def _withheld_from(view: SeatView, thrown: Card, collected: Collections) -> Why | None:
    """The heavier card that a discard keeps from the next player, who collects its like."""
    other = next_seat(view.viewer, view.players, 1)
    if view.seats[view.viewer].down or view.seats[other].down:
        return None
    points, taken = view.rules.face_points, collected.taken(view, other)
    short = _short(view, _hand(view))
    for card in sorted(_hand(view), key=lambda card: -points(face_of(card))):
        face = face_of(card)
        if is_wild(view.rules, card) or face % 13 == face_of(thrown) % 13:
            continue
        if points(face) < points(face_of(thrown)):
            return None
        if _short(view, _without(_hand(view), card)) > short:
            continue
        same = sum(one % 13 == face % 13 and one != JOKER for one in taken)
        if view.contract.sets and same:
            return Why("ranks", same, 0, other, card)
        near = [one for one in taken if one // 13 == face // 13 and 0 < abs(one - face) <= _NEAR]
        if view.contract.runs and near:
            return Why("suit", len(near), 0, other, card)
    return None


def _why(view: SeatView, action: actions.SeatAction | None) -> Why | None:
    match action:
        case actions.Take():
            return _why_card(view)
        case actions.Call():
            why = _why_card(view)
            return Why("room") if why.code in ("no-nearer", "no-meld", "holds") else why
        case actions.CallShanghai():
            return Why("shanghai")
        case actions.Pass() if view.calls:
            return Why("waits")
        case actions.Draw() | actions.Pass() | None:
            return _why_not_card(view)
        case actions.GoDown(melds=melds):
            melded = {card for meld in melds for card in meld.cards}
            left = [card for card in _hand(view) if card not in melded]
            return Why("down", after=hand_points(view.rules, left))
        case actions.LayOff(card=card):
            if _can_lay_all(view):
                return Why("out")
            return Why("lighter", after=view.rules.face_points(face_of(card)))
        case actions.Swap():
            return Why("fits" if view.seats[view.viewer].down else "joker")
        case actions.Discard(shanghai=True):
            return Why("declared")
        case actions.Discard() if len(_hand(view)) == 1:
            return Why("out")
        case actions.Discard(card=card) if view.seats[view.viewer].down:
            return _why_lighter(view, card)
        case actions.Discard(card=card):
            hand = _hand(view)
            rest = _without(hand, card)
            now, then = (distance(cards, view.contract, view.rules) for cards in (hand, rest))
            if now.short == then.short and face_of(card) in now.helps:
                return Why("helped", len(then.helps), then.short)
            compared = _why_spare(view, card) or _why_not_another(view, card)
            return compared or Why("spare", now.short, then.short)
        case actions.EndTurn():
            return Why("bound")
        case _:
            return None


def _why_spare(view: SeatView, thrown: Card) -> Why | None:
    """Why to throw a natural card that nothing goes with, or not another one that counts as much;
    None if the cards do not say so, or the contract is in hand."""
    hand, points = _hand(view), view.rules.face_points
    if is_wild(view.rules, thrown) or not _short(view, hand):
        return None
    worth = points(face_of(thrown))
    others = [card for card in hand if not is_wild(view.rules, card) and card != thrown]
    for card in sorted(others, key=lambda card: -points(face_of(card))):
        own = _mates_left(view, thrown, card)
        if points(face_of(card)) >= worth and own and face_of(card) != face_of(thrown):
            return Why("keeps", card=card, mates=own)
    return None if mates(view, view.viewer, hand, thrown) else Why("alone", after=worth)


def _why_lighter(view: SeatView, thrown: Card) -> Why:
    """Why a player who is down throws a card: none counts more, or the heaviest one fits a meld."""
    points = view.rules.face_points
    worth = points(face_of(thrown))
    heaviest = max(_hand(view), key=lambda card: points(face_of(card)))
    if points(face_of(heaviest)) <= worth:
        return Why("heaviest", after=worth)
    if is_playable(view, heaviest):
        return Why("fitting", card=heaviest)
    own = _mates_left(view, thrown, heaviest)
    return Why("keeps", card=heaviest, mates=own) if own else Why("points", after=worth)


def _why_not_another(view: SeatView, thrown: Card) -> Why | None:
    """Why to throw a card and not the heaviest other one: the contract needs that, or more cards
    help with it. None if neither is so."""
    hand, points = _hand(view), view.rules.face_points
    others = [
        card for card in hand if not is_wild(view.rules, card) and face_of(card) != face_of(thrown)
    ]
    if is_wild(view.rules, thrown) or not others:
        return None
    other = max(others, key=lambda card: points(face_of(card)))
    without_thrown, without_other = (
        distance(_without(hand, card), view.contract, view.rules) for card in (thrown, other)
    )
    if without_thrown.short < without_other.short:
        return Why("needed", card=other)
    unseen = Unseen(view, hand)
    many, few = (sum(map(unseen.count, each.helps)) for each in (without_thrown, without_other))
    if without_thrown.short == without_other.short and many > few:
        return Why("opens", many, few, card=other)
    return None


def _mates_left(view: SeatView, thrown: Card, card: Card) -> tuple[Card, ...]:
    """The cards that go with one in a meld, each face once, in the hand without one thrown."""
    return tuple(mates_in_one_meld(view, view.viewer, _without(_hand(view), thrown), card))


def _can_lay_all(view: SeatView) -> bool:
    """Whether all cards of a hand can be laid off, or all but a last discard."""
    left = len(_hand(view)) - len(lay_offs(_hand(view), view.table, view.rules, view.viewer))
    return left == 0 or (left == 1 and may_discard_last(view))


def _why_not_card(view: SeatView) -> Why:
    is_own_turn = view.turn == view.viewer
    if view.top is None or (is_own_turn and refuse(view, actions.Take(view.viewer)) is not None):
        return Why("no-card")
    why = _why_card(view)
    if why.code in ("no-nearer", "no-meld", "holds"):
        return why
    if is_own_turn:
        return Why("stock")
    return Why("costs", view.call_cost(view.viewer))


def _why_card(view: SeatView) -> Why:
    seat = view.seats[view.viewer]
    if view.top is None:
        return Why("no-card")
    if seat.down:
        if is_playable(view, view.top):
            return Why("fits")
        if view.rules.meld_when_down and _makes_meld(view, view.top):
            return Why("further")
        return Why("no-meld", after=view.rules.face_points(face_of(view.top)))
    now = distance(seat.hand, view.contract, view.rules)
    after = _short(view, (*seat.hand, view.top))
    if after < now.short:
        return Why("nearer", now.short, after)
    if now.short == 0:
        return Why("holds")
    unseen = Unseen(view, (*seat.hand, view.top))
    return Why("no-nearer", sum(map(unseen.count, now.helps)), after)


def _makes_meld(view: SeatView, card: Card) -> bool:
    """Whether a card gives the hand of a player who is down one more meld."""
    contract, hand = view.to_lay(view.viewer), _hand(view)
    has_one = can_go_down(hand, contract, view.rules)
    return not has_one and can_go_down((*hand, card), contract, view.rules)


def _without(hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in hand if other != card)


def _hand(view: SeatView) -> tuple[Card, ...]:
    return view.seats[view.viewer].hand


def _short(view: SeatView, hand: Sequence[Card]) -> int:
    return distance(hand, view.contract, view.rules).short


def advice(view: SeatView, events: Sequence[Event] = ()) -> Hint:
    """What a strong player would do in the seat of a view, and why. `events` are those of the round
    as the seat has seen them; without them it knows nothing of what the others collect."""
    return hint(view, events, label, _SECONDS)


def hint(
    view: SeatView,
    events: Sequence[Event],
    show: ShowCard,
    seconds: float,
    lay_all: LayAll = lambda many: "",
    search: SearchEngine | None = None,
) -> Hint:
    """What to do and why, from what a seat sees and has heard, within some seconds."""
    due = monotonic() + seconds

    def is_late() -> bool:
        return monotonic() > due

    try:
        action, why = advise(view, events, is_late, search)
        count = len(lay_offs(_hand(view), view.table, view.rules))
        more = lay_all(count) if isinstance(action, actions.LayOff) and count > 1 else ""
        text = hints.HINT.format(order=move_text(view, action, "do", show), more=more)
        if why is not None:
            facts = structs.asdict(why) | {
                "instead": move_text(view, why.instead, "doing", show),
                "kept": show(why.card) if why.card != HIDDEN else "",
                "mates": [show(card) for card in why.mates[:_NAMED]],
            }
            text += f" {why_text(view, **facts)}"
        return Hint(text, action)
    except Exception:
        return Hint(hints.NO_HINT, is_known=False)
