"""Calls for a seat while any screen lies over the table: they are open until the next draw."""

from shanghai.engine.actions import Call
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.supply import holds_first_right, priority
from shanghai.engine.view import SeatView
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.session.session import Session
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at
from shanghai.words.table import waiting_text


def seat_words(view: SeatView, seat: SeatIndex, verb: str) -> tuple[str, str]:
    """What the number of a seat does, such as `Ann BUY`, and the player's name in that."""
    name = name_at(view, seat)
    return f"{name} {verb}", name


def call_words(session: Session, seat: SeatIndex) -> tuple[str, str]:
    """What the number of a seat does when it calls, and the player's name in that."""
    return seat_words(session.public(), seat, call_name(session.rules))


def callers_before(session: Session) -> tuple[SeatIndex, ...]:
    """The people who may still call and would come before every call that waits."""
    view = session.public()
    if not view.calls or view.rules.call_order == "first":
        return ()
    order = priority(view)
    first = min(order.index(seat) for seat in view.calls)
    able = session.callers()
    return tuple(seat for seat in order[:first] if seat in able)


def turn_comes_first(session: Session) -> bool:
    """Whether the player on turn may still take the card before any caller."""
    view = session.public()
    return view.phase is Phase.DRAW and holds_first_right(view)


def call_for(session: Session, seat: SeatIndex, style: CardStyle) -> str:
    """Calls for a seat and gives what there is to say of it; nothing of the caller's cards."""
    said = session.do(Call(seat, session.rules.call_word)) or waiting_text(
        session.public(), callers_before(session)
    )
    if not said:
        said = "".join(bit.text for bit in sentence_row(session.log.lately(1)[-1].text, style))
    return said
