"""The commands of the public screen: the hand-over of the keyboard and the call window in one."""

from typing import Final, Protocol

from msgspec import structs

from shanghai.engine.actions import Call, CallShanghai
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.ui.commands import table, turn
from shanghai.ui.commands.hand import HIDE, PICK, SORT
from shanghai.ui.commands.table import HOLD, HURRY, OF_THE_TABLE
from shanghai.ui.kit.command import Command, Label, Reason, elsewhere
from shanghai.ui.kit.seats import SEATS
from shanghai.ui.table.session.session import Session
from shanghai.words.short_names import name_at
from shanghai.words.table import (
    LOOK_WHO,
    NO_MOVE_BACK,
    NOBODY_ELSE,
    NOBODY_MAY_CALL,
    TIME_IS_UP,
    computer_first_text,
    keyboard_first_text,
    no_place_text,
    thinking_text,
)


class PublicView(Protocol):
    """The public screen, as far as its commands ask it."""

    session: Session
    is_looking: bool

    @property
    def view(self) -> SeatView:
        """What the whole table may see."""

    @property
    def waits_for(self) -> int:
        """The seat that the keyboard is handed to, NOBODY while a computer is on turn."""

    def cap(self, id: str) -> str:
        """What is written for the key of a command."""


def _is_awaited(public: PublicView) -> bool:
    return public.waits_for != NOBODY


def _is_window(public: PublicView) -> bool:
    return public.waits_for == NOBODY and public.session.window_open()


def _is_looking(public: PublicView) -> bool:
    return public.is_looking


def _is_shanghai(public: PublicView) -> bool:
    return public.view.rules.shanghai


def why_no_turn(public: PublicView) -> str:
    """What comes before any key of a turn."""
    turn = public.view.turn
    name = name_at(public.view, turn) if turn != NOBODY else ""
    if public.is_looking:
        return LOOK_WHO
    if public.waits_for != NOBODY:
        return keyboard_first_text(name, public.cap("hand-over"))
    if public.session.window_open():
        return computer_first_text(name, public.cap("nobody"))
    return thinking_text(name) if name else ""


def _why_not_here(public: PublicView) -> Reason | None:
    return why_no_turn(public) if public.is_looking or not _is_awaited(public) else None


def _why_not_nobody(public: PublicView) -> Reason | None:
    return why_no_turn(public) if public.is_looking or not _is_window(public) else None


def why_no_call(session: Session, seat: SeatIndex) -> Refusal | None:
    """Why a seat may not call for the top discard now, None where it may."""
    return session.refuse(Call(seat, session.rules.call_word))


def _why_nobody_looks(public: PublicView) -> Reason | None:
    """Why no person out of turn may call the card, as far as one sentence holds for all."""
    session = public.session
    if session.callers():
        return None
    if session.time_is_up:
        return TIME_IS_UP
    seats = (seat for seat in session.people if seat != public.view.turn)
    found = [why_no_call(session, seat) for seat in seats]
    if not found:
        return NOBODY_ELSE
    return found[0] if all(other == found[0] for other in found) else NOBODY_MAY_CALL


def why_no_shanghai(session: Session) -> Reason:
    """Why no person may call SHANGHAI on the top discard now (GD-18)."""
    view = session.public()
    if not session.people:
        return ""
    if session.time_is_up:
        return TIME_IS_UP
    tosser = view.tossers[0] if view.tossers else NOBODY
    seats = [seat for seat in session.people if seat != tosser] or list(session.people)
    if view.tossed and view.phase is Phase.DRAW and view.top is not None and seats[0] != tosser:
        return no_place_text(view, view.top)
    return session.refuse(CallShanghai(seats[0], 0)) or ""


def _why_nobody_calls_shanghai(public: PublicView) -> Reason | None:
    return None if public.session.shanghai_callers() else why_no_shanghai(public.session)


def _why_no_undo(public: PublicView) -> Reason | None:
    return None if public.session.back.is_possible else NO_MOVE_BACK


def _here_label(public: PublicView) -> Label:
    name = name_at(public.view, public.view.turn)
    return Label(f"{name} is here", name)


HAND_OVER: Final = Command(
    id="hand-over",
    keys="enter,m",
    label=_here_label,
    help="The keyboard is the next player's now.",
    when=_is_awaited,
    may=_why_not_here,
)
NOBODY_CALLS: Final = Command(
    id="nobody",
    keys="n,space",
    label="Nobody",
    help="Nobody wants the card: the computer that is next plays on.",
    when=_is_window,
    may=_why_not_nobody,
)
SHANGHAI: Final = structs.replace(table.SHANGHAI, when=_is_shanghai, may=_why_nobody_calls_shanghai)
LOOK_FIRST: Final = Command(
    id="look-first",
    keys="v",
    label="Look first",
    help="The next number lets that seat look at its hand before it calls.",
    may=_why_nobody_looks,
)
NO_LOOK: Final = Command(
    id="no-look",
    keys="escape",
    help="Nobody looks.",
    action="look_first",
    when=_is_looking,
    shown=False,
)
UNDO: Final = structs.replace(table.UNDO, may=_why_no_undo)
OF_A_TURN: Final = elsewhere(
    (*turn.OF_A_TURN, turn.NO_CALL, turn.WISHES, turn.NEEDS, HIDE, SORT, PICK, NOBODY_CALLS),
    why_no_turn,
)
PUBLIC: Final = (
    HAND_OVER,
    NOBODY_CALLS,
    *SEATS,
    SHANGHAI,
    LOOK_FIRST,
    NO_LOOK,
    UNDO,
    HOLD,
    HURRY,
    *OF_THE_TABLE,
    *OF_A_TURN,
    *elsewhere((HAND_OVER,), why_no_turn),
)
