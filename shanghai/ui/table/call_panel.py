"""What the call window says of a moment: whose card it is, what each seat may do, who is next."""

from collections.abc import Sequence
from typing import NamedTuple

from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.kit.seat_marks import seat_look
from shanghai.ui.table.call_window import Button, CallWindow, Cap
from shanghai.ui.table.session.calling import callers_before, turn_comes_first
from shanghai.ui.table.session.session import Session
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name, counted
from shanghai.words.prices import besides
from shanghai.words.short_names import name_at
from shanghai.words.table import (
    first_right_text,
    hand_over_text,
    on_turn_text,
    shanghai_line,
    toss_text,
    waiting_text,
)


class PanelKeys(NamedTuple):
    """The keys that the sentences of the window name: of the hand-over and of SHANGHAI."""

    hand_over: str = ""
    shanghai: str = ""


def call_panel(
    session: Session,
    style: CardStyle,
    keys: PanelKeys,
    caps: Sequence[Cap] = (),
    clock: Row = (),
) -> CallWindow:
    """The window over the card on offer; without buttons where nobody may call."""
    view = session.public()
    is_open = bool(session.callers() or session.shanghai_callers() or view.calls)
    if not is_open:
        said = tuple(
            line for line in (toss_line(view, style), *hand_over_line(session, keys)) if line
        )
        return CallWindow(
            next_text(view), view.top, said, caps=tuple(caps), clock=clock, plain=True
        )
    return CallWindow(
        f"{call_name(view.rules)}?",
        view.top,
        ((*toss_line(view, style), Bit(f"  {cost_text(view)}", "dim")),),
        "Say it aloud, then press the number.",
        buttons(session, style),
        urgent_text(session, keys),
        tuple(caps),
        clock,
    )


def toss_line(view: SeatView, style: CardStyle) -> Row:
    """Who tossed the top discard, the name in the colour of its seat."""
    if view.top is None:
        return ()
    tosser = view.tossers[0]
    plain = tosser == NOBODY or view.locked or not view.live or view.given_up
    if plain:
        return (Bit(f"{toss_text(view)}.", "strong"),)
    return (
        Bit(name_at(view, tosser), seat_look(tosser)),
        Bit(" tossed the ", "strong"),
        card_bit(view.top, style),
        Bit(".", "strong"),
    )


def cost_text(view: SeatView) -> str:
    """What a call out of turn costs."""
    cost = view.rules.cost_in(view.round)
    said = f"+{counted(cost, 'card')}" if cost else "no extra card"
    return f"Out of turn: {said}{besides(view)}"


def hand_over_line(session: Session, keys: PanelKeys) -> list[Row]:
    """Who takes the keyboard, where a person does."""
    view = session.public()
    if view.turn == NOBODY or session.is_bot(view.turn):
        return []
    said = hand_over_text if view.phase is Phase.DRAW else on_turn_text
    return [(Bit(said(name_at(view, view.turn), keys.hand_over), "accent"),)]


def next_text(view: SeatView) -> str:
    """The title of the plain hand-over."""
    return f"{name_at(view, view.turn)} is next" if view.turn != NOBODY else "A moment"


def urgent_text(session: Session, keys: PanelKeys) -> str:
    """Who has called and who comes first, or that the card fits, where the table is told."""
    view = session.public()
    said = [waiting_text(view, callers_before(session))] if view.calls else []
    if view.calls and turn_comes_first(session):
        said.append(first_right_text(view, session.is_bot(view.turn)))
    if session.tells_shanghai and session.shanghai_callers():
        said.append(shanghai_line(view, keys.shanghai))
    return " ".join(said)


def buttons(session: Session, style: CardStyle) -> tuple[Button, ...]:
    """A button for each seat."""
    view = session.public()
    seats = seat_numbers(view.players)
    return tuple(_button(session, view, seat, session.names[seat], style) for seat in seats)


def _button(
    session: Session, view: SeatView, seat: SeatIndex, name: str, style: CardStyle
) -> Button:
    """The button of one seat."""
    target = ("command", f"seat-{seat + 1}")
    word = call_name(view.rules)
    if seat in view.calls:
        return Button(seat, name, f"{word}!", "called", target)
    if seat in session.callers():
        return Button(seat, name, f"{chips_text(view, seat, style)} may call", "may", target)
    return Button(seat, name, why_not_text(session, view, seat), "off", target)


def chips_text(view: SeatView, seat: SeatIndex, style: CardStyle) -> str:
    """The calls that a seat has left, as chips or as a figure."""
    chip, left = "o" if style.ascii else "●", view.calls_left(seat)
    return chip * left if left <= 3 else f"{left}{chip}"


def why_not_text(session: Session, view: SeatView, seat: SeatIndex) -> str:
    """In two or three words why a seat does not call."""
    if view.tossers and seat == view.tossers[0]:
        return "tossed it"
    if seat == view.turn:
        return "draws next" if view.phase is Phase.DRAW else "on turn"
    if session.is_bot(seat):
        return "computer"
    if not view.calls_left(seat):
        return "no calls left"
    if view.seats[seat].down and not view.rules.call_when_down:
        return "is down"
    return "may not call"
