"""A hint on demand: what to do now and why, from what one seat sees and has heard."""

from collections.abc import Callable, Collection, Sequence
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
from shanghai.engine.cards import HIDDEN, JOKER, Card, Face, face_of, label
from shanghai.engine.events import Dealt, Event
from shanghai.engine.game import refuse
from shanghai.engine.melds import places
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import NOBODY, SeatIndex, next_seat
from shanghai.engine.solver import can_go_down, distance, lay_offs
from shanghai.engine.state import Phase, SeatView
from shanghai.engine.turn import is_playable, may_discard_last, may_lay_on
from shanghai.engine.wild import is_wild, wild_index
from shanghai.table.places import Hint
from shanghai.words import hints
from shanghai.words.hints import why_text
from shanghai.words.moves import Move, ShowCard, move_text

LayAll = Callable[[int], str]
"""What a hint adds where several cards can be laid off, by their number."""
_LEVEL: Final = "hard"
_NAMED: Final = 3
"""The most cards that are named as those which another one goes with."""
_FOR: Final = frozenset({"nearer", "completes", "goes", "fits", "further"})
_AGAINST: Final = frozenset({"stays", "no-nearer", "no-meld", "holds"})
"""Reasons that the cards show, also where a search has chosen the move: for the top discard and
against it."""
_LEAST_GAIN: Final = 1.0
"""The points by which a search must call a move better than the hard player's."""
_NEARLY_OUT: Final = 2
"""The cards of another player who is down from which on one hurries."""
_HELPING: Final = 2
"""The most cards that are named as those which would help."""
_MANY_MORE: Final = 2
"""How many more cards help from which on that is a reason."""
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
    pairs: tuple[Card, ...] = ()
    """The cards of its rank in the hand that it goes with."""
    beside: tuple[Card, ...] = ()
    """The cards of its suit in the hand that it goes with in a run."""
    helps: tuple[Face, ...] = ()
    """Some of the cards that would bring the hand nearer to its contract."""
    meld: int = 0
    """The number of the meld on the table that takes a card."""
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
    if thought is not None and thought.is_changed and thought.gain >= _LEAST_GAIN:
        seen = _why_instead(view, thought.move, action)
        gain = round(thought.gain)
        return thought.move, seen or Why("searched", thought.tried, gain, instead=action)
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
        case actions.Take() | actions.Call():
            why = _why_card(view)
            is_call = isinstance(action, actions.Call)
            return why if why.code in _FOR else Why("room") if is_call else None
        case actions.CallShanghai(meld=meld):
            return Why("shanghai", meld=meld + 1)
        case actions.Pass() if view.calls:
            return Why("waits")
        case actions.Draw() | actions.Pass() | None:
            return _why_not_card(view)
        case actions.GoDown(melds=melds):
            melded = {card for meld in melds for card in meld.cards}
            left = [card for card in _hand(view) if card not in melded]
            whole, after = (hand_points(view.rules, cards) for cards in (_hand(view), left))
            return Why("down", whole, after)
        case actions.LayOff(card=card):
            return _why_lay_off(view, card)
        case actions.Swap():
            return _why_swap(view, action)
        case actions.Discard(shanghai=True):
            return Why("declared")
        case actions.Discard() if len(_hand(view)) == 1:
            return Why("out")
        case actions.Discard(card=card) if view.seats[view.viewer].down:
            return _why_lighter(view, card)
        case actions.Discard(card=card):
            return _why_thrown(view, card)
        case actions.EndTurn():
            return Why("bound")
        case _:
            return None


def _why_instead(view: SeatView, move: Move, own: Move) -> Why | None:
    """Why to make a move and not another one, if the cards show it; None where they do not."""
    if view.phase is Phase.DRAW:
        why = _why(view, move)
        is_for = isinstance(move, actions.Take | actions.Call)
        return why if why is not None and why.code in (_FOR if is_for else _AGAINST) else None
    if not (isinstance(move, actions.Discard) and isinstance(own, actions.Discard)):
        return None
    if move.shanghai or view.seats[view.viewer].down or is_wild(view.rules, move.card):
        return None
    return _why_not(view, move.card, own.card)


def _why_lay_off(view: SeatView, card: Card) -> Why:
    """Why to lay off a card: that is out, somebody else is nearly out, or the points."""
    if _can_lay_all(view):
        return Why("out")
    down = [seat for seat in view.seats_after(view.viewer)[:-1] if view.seats[seat].down]
    nearest = min(down, key=lambda seat: len(view.seats[seat].hand), default=NOBODY)
    worth = view.rules.face_points(face_of(card))
    if nearest != NOBODY and len(view.seats[nearest].hand) <= _NEARLY_OUT:
        return Why("hurry", len(view.seats[nearest].hand), worth, nearest)
    return Why("lighter", hand_points(view.rules, _without(_hand(view), card)), worth)


def _why_swap(view: SeatView, action: actions.Swap) -> Why:
    """Why to win a joker: it brings the contract nearer, or can be laid at once."""
    if view.seats[view.viewer].down:
        return Why("fits-joker")
    won = view.table[action.meld].cards[
        wild_index(view.rules, view.table[action.meld], action.card)
    ]
    before = _short(view, _hand(view))
    after = _short(view, (*_without(_hand(view), action.card), won))
    return _nearer(before, after) if after < before else Why("joker")


def _nearer(before: int, after: int) -> Why:
    return Why("nearer" if after else "completes", before, after)


def _why_thrown(view: SeatView, thrown: Card) -> Why:
    """Why to throw a card before one is down: what another card of the hand serves instead, what
    the card lacks, or how little the hand loses."""
    hand, rules = _hand(view), view.rules
    now, then = (distance(cards, view.contract, rules) for cards in (hand, _without(hand, thrown)))
    if not now.short:
        return Why("holds" if not then.short else "spare", 0, then.short)
    if is_wild(rules, thrown):
        return Why("spare", now.short, then.short)
    worth = rules.face_points(face_of(thrown))
    for other in _others(view, thrown):
        is_heavy = rules.face_points(face_of(other)) >= worth
        if is_heavy and (why := _why_not(view, thrown, other)):
            return why
    if not mates(view, view.viewer, hand, thrown):
        return Why("alone", after=worth)
    for other in _others(view, thrown):
        if why := _why_not(view, thrown, other):
            return why
    if now.short == then.short and face_of(thrown) in now.helps:
        return Why("helped", len(then.helps), then.short)
    return Why("spare", now.short, then.short)


def _others(view: SeatView, thrown: Card) -> list[Card]:
    """The natural cards of the hand that one may throw instead, each face once, heaviest first."""
    points = view.rules.face_points
    faces = {face_of(card): card for card in _hand(view) if not is_wild(view.rules, card)}
    faces.pop(face_of(thrown), None)
    return sorted(faces.values(), key=lambda card: -points(face_of(card)))


def _why_not(view: SeatView, thrown: Card, other: Card) -> Why | None:
    """Why to throw one card and not another: the contract needs that, it goes with more cards of
    the hand, or more cards that are still out would help. None if no card shows it."""
    if is_wild(view.rules, other) or face_of(thrown) == face_of(other):
        return None
    hand = _hand(view)
    without_thrown, without_other = (
        distance(_without(hand, card), view.contract, view.rules) for card in (thrown, other)
    )
    pairs, beside = _pairs_and_beside(view, thrown, other)
    if without_thrown.short < without_other.short:
        return Why(
            "needed",
            without_thrown.short,
            without_other.short,
            card=other,
            pairs=pairs,
            beside=beside,
        )
    if without_thrown.short > without_other.short:
        return None
    own = mates(view, view.viewer, hand, thrown)
    if len(own) < len(pairs) + len(beside):
        return Why("more" if own else "keeps", card=other, pairs=pairs, beside=beside)
    unseen = Unseen(view, (*hand, *view.discards))
    many, few = (sum(map(unseen.count, each.helps)) for each in (without_thrown, without_other))
    return Why("opens", many, few, card=other) if many >= few + _MANY_MORE else None


def _pairs_and_beside(
    view: SeatView, thrown: Card, card: Card
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that go with one in a set and in a run, in the hand without one thrown."""
    rest, rank = _without(_hand(view), thrown), face_of(card) % 13
    same = [each for each in rest if face_of(each) % 13 == rank]
    others = [each for each in rest if each not in same]
    pairs, beside = (
        tuple(mates_in_one_meld(view, view.viewer, cards, card))[:_NAMED]
        for cards in (same, others)
    )
    return pairs, beside


def _why_lighter(view: SeatView, thrown: Card) -> Why:
    """Why a player who is down throws a card: none counts more, or the heaviest one fits a meld."""
    points = view.rules.face_points
    worth = points(face_of(thrown))
    heavier = [card for card in _hand(view) if points(face_of(card)) >= worth and card != thrown]
    for card in sorted(heavier, key=lambda card: -points(face_of(card))):
        if (meld := _meld_of(view, card)) and not is_playable(view, thrown):
            return Why("fitting", card=card, meld=meld)
    heaviest = max(_hand(view), key=lambda card: points(face_of(card)))
    if points(face_of(heaviest)) <= worth:
        return Why("heaviest" if is_playable(view, thrown) else "useless", after=worth)
    pairs, beside = _pairs_and_beside(view, thrown, heaviest)
    if pairs or beside:
        return Why("keeps", after=1, card=heaviest, pairs=pairs, beside=beside)
    return Why("points", after=worth)


def _meld_of(view: SeatView, card: Card) -> int:
    """The number of a meld on the table on which the viewer may lay a card, 0 if there is none."""
    for number, meld in enumerate(view.table, 1):
        if may_lay_on(view, view.viewer, meld) and places(view.rules, meld, card):
            return number
    return 0


def _can_lay_all(view: SeatView) -> bool:
    """Whether all cards of a hand can be laid off, or all but a last discard."""
    left = len(_hand(view)) - len(lay_offs(_hand(view), view.table, view.rules, view.viewer))
    return left == 0 or (left == 1 and may_discard_last(view))


def _why_not_card(view: SeatView) -> Why:
    is_own_turn = view.turn == view.viewer
    if view.top is None or (is_own_turn and refuse(view, actions.Take(view.viewer)) is not None):
        return Why("no-card")
    why = _why_card(view)
    if why.code in ("goes", "room"):
        is_alone = why.code == "room" and not is_wild(view.rules, view.top)
        return structs.replace(why, code="no-nearer" if is_alone else "stays")
    if why.code in ("no-meld", "holds"):
        return why
    if is_own_turn:
        return Why("stock")
    return Why("costs", view.call_cost(view.viewer))


def _why_card(view: SeatView) -> Why:
    """What the top discard does for a hand."""
    seat, top = view.seats[view.viewer], view.top
    if top is None:
        return Why("no-card")
    if seat.down:
        if meld := _meld_of(view, top):
            return Why("fits", meld=meld)
        if view.rules.meld_when_down and _makes_meld(view, top):
            return Why("further")
        return Why("no-meld", after=view.rules.face_points(face_of(top)))
    now = distance(seat.hand, view.contract, view.rules)
    after = _short(view, (*seat.hand, top))
    pairs, beside = _pairs_and_beside(view, top, top)
    if after < now.short:
        return structs.replace(_nearer(now.short, after), pairs=pairs, beside=beside)
    if now.short == 0:
        return Why("holds")
    return Why(
        "goes" if pairs or beside else "room",
        now.short,
        after,
        pairs=pairs,
        beside=beside,
        helps=_most_unseen(view, now.helps),
    )


def _most_unseen(view: SeatView, helps: Collection[Face]) -> tuple[Face, ...]:
    """A few natural cards that would help, of those of which most copies are still out, each rank
    once."""
    unseen = Unseen(view, (*_hand(view), *view.discards))
    out = [face for face in helps if unseen.count(face) and not is_wild(view.rules, face)]
    out.sort(key=lambda face: (-unseen.count(face), face))
    by_rank: dict[int, Face] = {}
    for face in out:
        by_rank.setdefault(face % 13, face)
    return tuple(by_rank.values())[:_HELPING]


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
    """What to do, as a sentence; out of turn, where a card is on offer, as a yes or a no."""
    order = move_text(view, action, "do", show)
    if view.turn != view.viewer:
        return (
            hints.say.NO.format(order=order)
            if action is None
            else hints.say.YES.format(order=order)
        )
    count = len(lay_offs(_hand(view), view.table, view.rules))
    more = lay_all(count) if isinstance(action, actions.LayOff) and count > 1 else ""
    return hints.HINT.format(order=order, more=more)


def _reason(view: SeatView, action: Move, why: Why | None, show: ShowCard) -> str:
    """The reason of a hint as a sentence, empty if there is none."""
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
            name: [show(card) for card in cards]
            for name, cards in (("pairs", why.pairs), ("beside", why.beside))
        },
        "helps": [show(Card(face)) for face in why.helps],
    }
    return why_text(view, **facts)
