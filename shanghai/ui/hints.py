"""A hint on demand: what a computer player of the table would do with one seat's view."""

from random import Random
from typing import Final

from shanghai.bots import LEVELS
from shanghai.bots.base import never
from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    HandOver,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.solver import lay_offs
from shanghai.engine.view import SeatView
from shanghai.ui.table_words import call_name, number
from shanghai.ui.widgets.cards import CardStyle

_LEVEL: Final = "simple"


def hint(view: SeatView, style: CardStyle) -> str:
    """What the computer player would do now, as a sentence; one that fails spoils nothing."""
    try:
        bot = LEVELS[_LEVEL].make(view.viewer, Random(0), never)
        on_turn = view.turn == view.viewer
        return hint_text(bot.decide(view) if on_turn else bot.wants_call(view), view, style)
    except Exception:
        return "No hint is to be had just now."


def hint_text(action: SeatAction | None, view: SeatView, style: CardStyle) -> str:
    """A hint as a sentence; None stands for letting the card on offer go by."""
    match action:
        case None:
            return "Hint: let this card go by."
        case Draw():
            return "Hint: draw from the stock."
        case Take():
            return "Hint: take the discard."
        case Pass():
            return "Hint: let the discard go."
        case Call():
            return f"Hint: {call_name(view.rules)}."
        case CallShanghai():
            return "Hint: call SHANGHAI."
        case GoDown(melds=melds):
            laid = "; ".join(style.texts(meld.cards) for meld in melds)
            return f"Hint: go down with {laid}."
        case LayOff(card=card, meld=meld):
            count = len(lay_offs(view.seats[view.viewer].hand, view.table, view.rules))
            all_of_them = f"; a lays all {number(count)} that fit" if count > 1 else ""
            return f"Hint: lay {style.text(card)} on meld {meld + 1}{all_of_them}."
        case Swap(card=card, meld=meld):
            return f"Hint: give {style.text(card)} for the joker in meld {meld + 1}."
        case Discard(card=card, shanghai=shanghai):
            return f"Hint: discard {style.text(card)}{' and say SHANGHAI' if shanghai else ''}."
        case EndTurn():
            return "Hint: end the turn with the last card kept."
        case HandOver():
            return ""
