"""Calls while another screen lies over the table: they stay open until the next player draws."""

from typing import Any

from shanghai.engine.actions import Call
from shanghai.engine.seats import SeatIndex
from shanghai.engine.view import SeatView
from shanghai.text.phrases import call_name
from shanghai.text.short_names import name_at
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.session.session import Session
from shanghai.ui.text.log_lines import sentence_row
from shanghai.ui.text.table import TAKES_BACK, waiting_text
from shanghai.ui.widgets.cards import CardStyle
from shanghai.ui.widgets.keybar import Key


def _session(screen: BaseScreen[Any]) -> Session | None:
    """The session of the table that lies below, if there is one."""
    for below in reversed(screen.app.screen_stack):
        session = getattr(below, "session", None)
        if isinstance(session, Session):
            return session
    return None


def seat_key(
    view: SeatView, seat: SeatIndex, word: str, action: str, may: bool = True, *, shown: bool = True
) -> Key:
    """The key of a seat for an action: its number, and beside that its name."""
    name = name_at(view, seat)
    return Key(str(seat + 1), f"{name} {word}", action, may, shown=shown, name=name)


def unsay_keys(view: SeatView, session: Session) -> tuple[Key, ...]:
    """The key that takes back the call that was made last, if its seat may do so alone."""
    return tuple(
        seat_key(view, seat, TAKES_BACK, f"unsay({seat})")
        for seat in view.seat_numbers
        if session.back.call(seat) is not None
    )


def seat_keys(screen: BaseScreen[Any]) -> tuple[Key, ...]:
    """A key for each seat of a person that may call the top discard now."""
    session = _session(screen)
    if session is None:
        return ()
    view, word = session.public(), call_name(session.rules)
    return tuple(seat_key(view, seat, word, f"call_for({seat})") for seat in session.callers())


def call_for(screen: BaseScreen[Any], seat: SeatIndex) -> None:
    """Calls for a seat, and says so on the screen; nothing of the caller's cards shows."""
    session = _session(screen)
    if session is None:
        return
    said = session.do(Call(seat, session.rules.call_word)) or waiting_text(
        session.public(), session.before()
    )
    if not said:
        style = getattr(screen.app, "card_style", CardStyle())
        said = "".join(bit.text for bit in sentence_row(session.log.lately(1)[-1].text, style))
    screen.show_call(said)
    screen.refresh_keys()
