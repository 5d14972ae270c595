"""What each seat has just said and done in public, to be shown at its place on the table."""

from collections import Counter
from typing import Final, NamedTuple

from shanghai.engine import events
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import SeatView
from shanghai.ui.table.levels import face_of, present_level
from shanghai.ui.table.session import Session
from shanghai.words import computers as words
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at

_MOMENT: Final = 8
"""The number of events for which a word stays."""


class Talk(NamedTuple):
    """A seat's face and words, whether it has just used a call, and the jokers that it has won."""

    face: str = ""
    words: str = ""
    paid: bool = False
    jokers: int = 0


def table_talk(session: Session, *, remarks: bool) -> dict[SeatIndex, Talk]:
    """What each seat says. With `remarks`, computer players with a name say more."""
    view, speech, paid = session.public(), dict[SeatIndex, str](), set[SeatIndex]()
    levels = [present_level(session.level(seat)) for seat in view.seat_numbers]
    jokers: Counter[SeatIndex] = Counter()
    log, call = session.log.of_this_round(), f"{call_name(view.rules)}!"
    turn, turn_of = 0, dict[SeatIndex, int]()
    for at, event in log:
        if isinstance(event, events.Discarded | events.TurnEnded):
            turn += 1
            # A call is over, as another card is on offer, and news are for one turn of another.
            speech = {
                seat: word
                for seat, word in speech.items()
                if word != call and turn_of[seat] >= turn - 1
            }
        if isinstance(event, events.MovesUndone):
            speech.clear()
            paid.clear()
        seat, word = _news(view, event)
        if seat == NOBODY:
            continue
        jokers[seat] += isinstance(event, events.JokerSwapped)
        if at >= log[-1][0] - _MOMENT:
            speech[seat], turn_of[seat] = word, turn
            paid.update([seat] if isinstance(event, events.CallGranted) else [])
    for at, event in log[-_MOMENT:] if remarks else ():
        if remark := words.remark(event, at, levels, session.names):
            speech[remark[0]] = f'"{remark[1]}"'
    return {
        seat: Talk(face_of(level), speech.get(seat, ""), seat in paid, jokers[seat])
        for seat, level in zip(view.seat_numbers, levels, strict=True)
    }


def _news(view: SeatView, event: events.Event) -> tuple[SeatIndex, str]:
    """The seat that is to say something about an event, and the words. NOBODY if none."""
    match event:
        case events.CallGranted(seat=seat):
            return seat, f"{call_name(view.rules)}!"
        case events.ShanghaiCalled(seat=seat):
            return seat, words.CALLED_SHANGHAI
        case events.WentDown(seat=seat, part=False):
            return seat, words.IS_DOWN
        case events.JokerSwapped(seat=seat, meld=meld) if view.table[meld].owner != seat:
            return seat, words.WON_JOKER.format(name=name_at(view, view.table[meld].owner))
        case _:
            return NOBODY, ""
