"""Which key a learner presses now, on whatever screen, for the next move of a lesson."""

from typing import Any, Final, NamedTuple

from textual.screen import Screen

from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Discard,
    Draw,
    GoDown,
    LayOff,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import Card, label
from shanghai.lessons.course import Course
from shanghai.text.short_names import name_at
from shanghai.ui.screens.scores.round_over import RoundOverScreen
from shanghai.ui.screens.table.lay_down import DownScreen
from shanghai.ui.screens.table.place import PlaceScreen
from shanghai.ui.screens.table.player_view import OwnScreen
from shanghai.ui.session.hand import Hand
from shanghai.ui.session.session import Desk


class Advice(NamedTuple):
    """A key by Textual's name and what it is pressed for; no key where there is only to wait."""

    key: str
    words: str


BACK: Final = Advice("escape", "to go back to the lesson.")


def advice(screen: Screen[Any], course: Course, desk: Desk) -> Advice:
    """What to press on a screen of the lesson."""
    match screen:
        case RoundOverScreen():
            return _at_the_end(screen)
        case OwnScreen():
            return _on_own_screen(screen, course, desk)
        case DownScreen():
            return _going_down(screen, course)
        case PlaceScreen():
            return _at_a_choice(screen, course)
        case _:
            return BACK


def _at_the_end(screen: RoundOverScreen) -> Advice:
    if screen.shows_both or screen.has_class("-card"):
        return Advice("enter", "to end the lesson.")
    return Advice("enter", "to turn to the scorecard.")


def _on_own_screen(screen: OwnScreen, course: Course, desk: Desk) -> Advice:
    move = course.next
    if move is None or not course.is_learners:
        if screen.is_offered:
            return Advice("n", "to let the card go by.")
        return Advice("", _waiting(desk))
    match move:
        case Draw():
            return Advice("d", "to draw a card from the stock.")
        case Take():
            return Advice("t", "to take the discard.")
        case Call(seat=seat):
            return Advice(str(seat + 1), "to call for it: it is the number of your seat.")
        case CallShanghai():
            return Advice("s", "to call SHANGHAI.")
        case GoDown():
            return Advice("g", "to lay your melds out.")
        case LayOff() if course.say is not None and course.say.step == "lay all":
            return Advice("a", "to see all that fits, and again to lay it off.")
        case LayOff(card=card):
            return _with_card(screen.hand, card, Advice("l", "to lay it off."))
        case Swap(card=card):
            return _with_card(screen.hand, card, Advice("j", "to give it for the joker."))
        case Discard(card=card, shanghai=True):
            return _with_card(screen.hand, card, Advice("h", "to toss it with SHANGHAI."))
        case Discard(card=card):
            return _with_card(screen.hand, card, Advice("x", "to discard it."))
        case _:
            return BACK


def _with_card(hand: Hand, card: Card, then: Advice) -> Advice:
    """How to pick a card, and what to do with it then."""
    if hand.picked == (card,):
        return then
    if hand.picked:
        return Advice("escape", "to put the picked cards back.")
    if hand.current == card:
        return Advice("space", f"to pick the {label(card)}.")
    count = len(hand.cards)
    ahead = (hand.cards.index(card) - hand.cursor) % count
    key = "right" if ahead <= count // 2 else "left"
    return Advice(key, f"to move the cursor, as far as the {label(card)}.")


def _going_down(screen: DownScreen, course: Course) -> Advice:
    """The lay-down of the lesson is the best one, which is shown first."""
    move = course.next
    if not isinstance(move, GoDown) or not screen.proposals:
        return BACK
    if course.wants(GoDown(move.seat, screen.staged.laid)):
        return Advice("enter", "to lay the melds down.")
    if screen.at > 0:
        return Advice("u", "to take all back into the hand.")
    return Advice("tab", "to lay out the best way.")


def _at_a_choice(screen: PlaceScreen, course: Course) -> Advice:
    move: SeatAction | None = course.next
    if isinstance(move, LayOff | Swap | CallShanghai):
        for option in screen.options:
            end = None if isinstance(move, Swap) else move.end
            if (option.meld, option.end) == (move.meld, end):
                return Advice(str(option.number), f"to choose meld {option.number}.")
    return BACK


def _waiting(desk: Desk) -> str:
    view = desk.public()
    if view.turn < 0 or not desk.is_bot(view.turn):
        return "A moment."
    return f"{name_at(view, view.turn)} is on turn."
