"""The commands of a player's own view: before the draw, after it, and at any time."""

from typing import Final, Protocol

from msgspec import structs

from shanghai.engine.actions import (
    CallShanghai,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import Card, label
from shanghai.engine.game import refuse
from shanghai.engine.melds import places
from shanghai.engine.refusal import Refusal, refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.turn import may_lay
from shanghai.engine.view import SeatView
from shanghai.ui.commands import table
from shanghai.ui.commands.hand import CURSOR, HIDE, HINT, PICK, RANKS, SORT
from shanghai.ui.commands.table import HOLD, HURRY, OF_THE_TABLE
from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.seats import SEATS
from shanghai.ui.table.session.hand import Hand
from shanghai.ui.table.session.session import Session
from shanghai.words.own_turn import too_many_text
from shanghai.words.refusals import with_clauses


class OwnView(Protocol):
    """A player's own view, as far as its commands ask it."""

    session: Session
    seat: SeatIndex
    hand: Hand

    @property
    def view(self) -> SeatView:
        """What the player may see."""

    @property
    def is_offered(self) -> bool:
        """Whether the player, out of turn, is asked about the card on offer."""


# -- the moments --


def _is_drawing(own: OwnView) -> bool:
    return own.view.turn == own.seat and own.view.phase is Phase.DRAW


def _is_playing(own: OwnView) -> bool:
    return own.view.turn == own.seat and own.view.phase is Phase.PLAY


def _is_offered(own: OwnView) -> bool:
    return own.is_offered


def _may_be_shanghai(own: OwnView) -> bool:
    return own.view.rules.shanghai and (_is_drawing(own) or own.is_offered)


def _has_exchange(own: OwnView) -> bool:
    return _is_playing(own) and own.view.rules.exchange != "none"


def _has_declaring(own: OwnView) -> bool:
    return _is_playing(own) and own.view.rules.shanghai


def _may_end_without_discard(own: OwnView) -> bool:
    return _is_playing(own) and (not own.view.rules.last_discard or own.view.all_in)


# -- whether they may be done --


def _refused(own: OwnView, action: SeatAction) -> Refusal | None:
    """Why the rules turn a move of the player away, out of turn for that reason first."""
    view = own.view
    found = refuse(view, action)
    if found is not None and view.turn not in (own.seat, NOBODY):
        return refusal("not-on-turn", "ALL-7", seat=own.seat, turn=view.turn)
    return found


def _too_many(own: OwnView, what: str) -> Reason | None:
    """That one card is meant and several are picked."""
    count = len(own.hand.picked)
    return too_many_text(count, what) if own.view.turn == own.seat and count > 1 else None


def _of_card(own: OwnView) -> tuple[Card | None, Reason | None]:
    """The card that is meant, or why there is none."""
    card = own.hand.picked[0] if own.hand.picked else own.hand.current
    return card, None if card is not None else _refused(own, Draw(own.seat)) or "The hand is empty."


def _why_no_draw(own: OwnView) -> Reason | None:
    return None if _is_drawing(own) else _refused(own, Draw(own.seat))


def _why_no_take(own: OwnView) -> Reason | None:
    return _refused(own, Take(own.seat))


def _why_no_pass(own: OwnView) -> Reason | None:
    found = refuse(own.view, Pass(own.seat))
    if found is None and not own.view.calls and refuse(own.view, Take(own.seat)) is not None:
        return "There is nothing to let go: nobody has called, and the discard cannot be taken."
    return found


def _why_no_shanghai(own: OwnView) -> Reason | None:
    view = own.view
    if own.session.shanghai_callers():
        return None
    found = refuse(view, CallShanghai(own.seat, -1))
    if found is None or found.code == "no-such-meld":
        card = "" if view.top is None else label(view.top)
        return with_clauses(f"{card} fits on no meld of the table.", view.rules, "shanghai")
    return found


def _why_not_offered(own: OwnView) -> Reason | None:
    if own.is_offered:
        return None
    return f"No card is on offer to {own.session.short_names[own.seat]} now."


def _why_not_down(own: OwnView) -> Reason | None:
    view = own.view
    if _is_playing(own) and not view.seats[own.seat].down:
        return None
    if _is_playing(own) and view.rules.meld_when_down and may_lay(view, own.seat):
        return None
    return _refused(own, GoDown(own.seat, ()))


def _why_no_lay(own: OwnView, move: SeatAction) -> Reason | None:
    view = own.view
    held = view.seats[own.seat]
    if _is_playing(own) and may_lay(view, own.seat) and view.table:
        return None
    found = _refused(own, move)
    if found is not None and found.code == "no-such-meld":
        if not held.down:
            return refusal("not-down", "ALL-6", seat=own.seat)
        return "No meld lies on the table yet."
    return found


def _why_no_lay_off(own: OwnView) -> Reason | None:
    card, none = _of_card(own)
    if card is None:
        return none
    return _too_many(own, "lay-off") or _why_no_lay(own, LayOff(own.seat, card, 0))


def _why_no_lay_all(own: OwnView) -> Reason | None:
    card, none = _of_card(own)
    return none if card is None else _why_no_lay(own, LayOff(own.seat, card, 0))


_NO_JOKER: Final = ("joker-for-joker", "no-such-meld", "no-joker-there")
"""Refusals of an exchange where another card or meld would be refused too."""


def _why_no_exchange(own: OwnView) -> Reason | None:
    card, none = _of_card(own)
    if card is None:
        return none
    if many := _too_many(own, "exchange"):
        return many
    view = own.view
    if _has_exchange(own) and any(meld.wild_count for meld in view.table):
        return None
    found = _refused(own, Swap(own.seat, card, 0))
    if found is not None and found.code in _NO_JOKER:
        return with_clauses("No meld on the table holds a joker.", view.rules, "exchange")
    return found


def _why_no_discard(own: OwnView) -> Reason | None:
    card, none = _of_card(own)
    if card is None:
        return none
    return _too_many(own, "discard") or _refused(own, Discard(own.seat, own.hand.cards[0]))


def _why_no_declaring(own: OwnView) -> Reason | None:
    card, none = _of_card(own)
    if card is None:
        return none
    if many := _too_many(own, "discard"):
        return many
    view = own.view
    if _is_playing(own) and any(places(view.rules, meld, card) for meld in view.table):
        return None
    return _refused(own, Discard(own.seat, card, shanghai=True))


def _why_no_end(own: OwnView) -> Reason | None:
    return _refused(own, EndTurn(own.seat))


def _why_no_undo(own: OwnView) -> Reason | None:
    if own.session.back.is_possible:
        return None
    return f"No move of this {own.view.rules.words.round} can be taken back."


def _why_no_wish(own: OwnView) -> Reason | None:
    """No call is left, or being down ends one's calls."""
    view, seat = own.view, own.seat
    rules = view.rules
    if view.calls_left(seat) <= 0:
        limit = view.call_limit(seat)
        return refusal("no-calls-left", "call_limit", seat=seat, limit=limit)
    if view.seats[seat].down and not rules.call_when_down:
        return refusal("down-no-call", "call_when_down", seat=seat)
    return None


# -- words that change --


def _wishes_label(own: OwnView) -> str:
    count = own.session.wishes.of(own.seat).count
    return f"Wishes: {count}" if count else "Wishes"


def _go_down_label(own: OwnView) -> str:
    is_further = own.view.rules.meld_when_down and own.view.seats[own.seat].down
    return "New meld" if is_further else "Go down"


def _asks_no_more(own: OwnView) -> bool:
    session = own.session
    if session.is_silent:
        return not _is_playing(own)
    return own.is_offered and len(session.people) == 1 and not session.is_lesson


def _silence_label(own: OwnView) -> str:
    return "Ask me again" if own.session.is_silent else "No more calls"


DRAW: Final = Command(
    id="draw",
    keys="d",
    label="Draw",
    help="Draws a card from the stock.",
    when=_is_drawing,
    may=_why_no_draw,
)
TAKE: Final = Command(
    id="take",
    keys="t",
    label="Take",
    help="Takes the discard.",
    when=_is_drawing,
    may=_why_no_take,
)
LET_GO: Final = Command(
    id="let-go",
    keys="p",
    label="Let go",
    help="Lets the discard go to a caller.",
    when=_is_drawing,
    may=_why_no_pass,
)
SHANGHAI: Final = structs.replace(table.SHANGHAI, when=_may_be_shanghai, may=_why_no_shanghai)
NO_CALL: Final = Command(
    id="no-call",
    keys="n",
    label="No",
    help="Lets the card on offer go by.",
    when=_is_offered,
    may=_why_not_offered,
)
GO_DOWN: Final = Command(
    id="go-down",
    keys="g",
    label=_go_down_label,
    help="Lays the contract out.",
    when=_is_playing,
    may=_why_not_down,
)
LAY_OFF: Final = Command(
    id="lay-off",
    keys="l",
    label="Lay off",
    help="Lays the picked card off on a meld.",
    when=_is_playing,
    may=_why_no_lay_off,
)
LAY_ALL: Final = Command(
    id="lay-all",
    keys="a",
    label="Lay all",
    help="Shows all that can be laid off; pressed again it lays that off.",
    when=_is_playing,
    may=_why_no_lay_all,
)
EXCHANGE: Final = Command(
    id="exchange",
    keys="j",
    label="Joker",
    help="Gives a card for the joker that stands for it.",
    when=_has_exchange,
    may=_why_no_exchange,
)
DISCARD: Final = Command(
    id="discard",
    keys="x",
    label="Discard",
    help="Discards the picked card.",
    when=_is_playing,
    may=_why_no_discard,
)
DECLARE: Final = Command(
    id="discard-shanghai",
    keys="h",
    label="Discard SHANGHAI",
    help="Discards the picked card and declares SHANGHAI with it.",
    action="discard",
    parameters=(True,),
    when=_has_declaring,
    may=_why_no_declaring,
)
END_TURN: Final = Command(
    id="end-turn",
    keys="e",
    label="End turn",
    help="Ends the turn without a discard, in variants that allow it.",
    action="end",
    when=_may_end_without_discard,
    may=_why_no_end,
)
SILENCE: Final = Command(
    id="no-more-calls",
    keys="0",
    label=_silence_label,
    help="Against computers alone: no more questions about calls in this round, or again.",
    action="silence",
    when=_asks_no_more,
)
NEEDS: Final = Command(
    id="needs",
    keys="w",
    label="Needs",
    help="Shows or hides what the contract still needs.",
    shown=False,
)
UNDO: Final = structs.replace(table.UNDO, may=_why_no_undo)
WISHES: Final = Command(
    id="wishes",
    keys="f",
    label=_wishes_label,
    help="Marks cards to be called for when they are tossed.",
    may=_why_no_wish,
)
STEP_BACK: Final = Command(
    id="step-back",
    keys="escape,backspace",
    help="Puts all picked cards back.",
    shown=False,
)

BEFORE_DRAW: Final = (DRAW, TAKE, LET_GO)
CALLS: Final = (*SEATS, SHANGHAI, NO_CALL, HOLD, SILENCE, HURRY)
AFTER_DRAW: Final = (GO_DOWN, LAY_OFF, LAY_ALL, EXCHANGE, DISCARD, DECLARE, END_TURN)
ANY_TIME: Final = (PICK, SORT, HIDE, HINT, NEEDS, UNDO, WISHES, STEP_BACK)
OF_A_TURN: Final = (*BEFORE_DRAW, *AFTER_DRAW)
OWN_VIEW: Final = (
    *BEFORE_DRAW,
    *CALLS,
    *AFTER_DRAW,
    *ANY_TIME,
    *OF_THE_TABLE,
    *CURSOR,
    *RANKS,
)
