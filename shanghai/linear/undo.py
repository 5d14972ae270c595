"""Taking moves back in lines: alone as far as the rules let one, else when everybody agrees."""

from msgspec import structs

from shanghai.engine.events import MovesUndone
from shanghai.engine.game import Refused
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.undo import UndoRequest
from shanghai.linear.table import LinearTable
from shanghai.words import linear as words
from shanghai.words.table import NO_MOVE_BACK


def undo(table: LinearTable, how_far: str = "") -> None:
    """Takes back the last move of the seat at the keyboard, or asks everybody (ALL-13).

    `how_far` counts the moves of people that the table goes back, 1 where it is empty.
    """
    own = None
    if table.at != NOBODY and not how_far:
        own = table.offers.own(table.at) or table.offers.call(table.at)
    if own is not None:
        _take_back(table, own)
        return
    ways = table.offers.ways()
    if not ways:
        table.say(NO_MOVE_BACK)
        return
    far = int(how_far[:4]) if how_far.isascii() and how_far.isdecimal() else 1
    order, first, _ = ways[min(max(far, 1), len(ways)) - 1]
    seat = table.at if table.at != NOBODY else order.seat
    if not table.is_alone:
        table.leave_seat()
    if _agreed(table, seat, first):
        _take_back(table, structs.replace(order, seat=seat))


def _agreed(table: LinearTable, asker: SeatIndex, first: int) -> bool:
    """Asks every other person, or the only one, whether what happened since is taken back."""
    events = table.host.log[first:]
    told = table.told(NOBODY, first)
    pairs = zip(events, told, strict=True)
    kept = [f"  {text}" for event, text in pairs if not isinstance(event, MovesUndone)]
    table.say(words.ASKS_BACK.format(name=table.name(asker)), *kept)
    people = [seat for seat in table.host.people() if seat != asker] or [asker]
    for seat in people:
        table.ask([words.AGREES.format(name=table.name(seat))])
        while (answer := table.read()[1].lower()) not in ("y", "yes", "n", "no"):
            table.say(words.YES_OR_NO)
        if answer.startswith("n"):
            table.say(words.NOTHING_BACK)
            return False
    return True


def _take_back(table: LinearTable, order: UndoRequest) -> None:
    try:
        table.host.take_back(order)
    except Refused as refused:
        table.say(table.why(refused.refusal))
