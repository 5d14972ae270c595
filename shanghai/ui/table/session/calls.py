"""Calls for the top discard: who is asked about it, who comes first, and calling for a seat."""

from functools import partial

from shanghai.engine.actions import Call
from shanghai.engine.cards import face_of
from shanghai.engine.melds import places
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.supply import holds_first_right, priority
from shanghai.engine.view import SeatView
from shanghai.ui.kit.command import Label
from shanghai.ui.kit.screen import TableBelow
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.session.session import Session
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name
from shanghai.words.table import seat_label, waiting_text


def table_below(session: Session, style: CardStyle) -> TableBelow:
    """A table as a screen that lies over it knows it: calls are open until the next draw."""
    return TableBelow(
        session.rules,
        session.public().round,
        partial(_label, session),
        partial(_why_not, session),
        partial(_call, session, style),
    )


def _label(session: Session, seat: SeatIndex) -> Label | None:
    if seat not in session.callers():
        return None
    return Label(*seat_label(session.public(), seat, call_name(session.rules)))


def _why_not(session: Session, seat: SeatIndex) -> str | None:
    found = session.why_no_call(seat)
    return None if found is None else session.sentence_of(found)


def _call(session: Session, style: CardStyle, seat: SeatIndex) -> str:
    """Calls for a seat and gives what there is to say of it; nothing of the caller's cards."""
    said = session.do(Call(seat, session.rules.call_word)) or waiting_text(
        session.public(), callers_before(session)
    )
    if not said:
        said = "".join(bit.text for bit in sentence_row(session.log.lately(1)[-1].text, style))
    return said


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


def card_helps(view: SeatView) -> bool:
    """Whether the top discard fits a meld of a seat that is down, or brings its contract nearer."""
    seat, top = view.seats[view.viewer], view.top
    if top is None:
        return False
    if seat.down:
        return any(places(view.rules, meld, top) for meld in view.table)
    from shanghai.engine.solver import distance

    return face_of(top) in distance(tuple(sorted(seat.hand)), view.contract, view.rules).helps
