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
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table.choose import ChooseScreen
from shanghai.ui.table.lay_down import LayDownScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.session.hand import Hand
from shanghai.ui.table.session.session import Session
from shanghai.words.short_names import name_at


class KeyAdvice(NamedTuple):
    """The id of the command to do and what it is done for; none where there is only to wait."""

    command: str
    words: str


BACK: Final = KeyAdvice("back", "to go back to the lesson.")


def advice(screen: Screen[Any], course: Course, session: Session) -> KeyAdvice:
    """What to press on a screen of the lesson."""
    match screen:
        case RoundOverScreen():
            return _at_the_end(screen)
        case PlayerScreen():
            return _on_own_screen(screen, course, session)
        case LayDownScreen():
            return _going_down(screen, course)
        case ChooseScreen():
            return _at_a_choice(screen, course)
        case _:
            return BACK


def _at_the_end(screen: RoundOverScreen) -> KeyAdvice:
    if screen.shows_both or screen.has_class("-card"):
        return KeyAdvice("go-on", "to end the lesson.")
    return KeyAdvice("go-on", "to turn to the scorecard.")


def _on_own_screen(screen: PlayerScreen, course: Course, session: Session) -> KeyAdvice:
    move = course.next
    if move is None or not course.is_learners:
        if screen.is_offered:
            return KeyAdvice("no-call", "to let the card go by.")
        return KeyAdvice("", _waiting(session))
    match move:
        case Draw():
            return KeyAdvice("draw", "to draw a card from the stock.")
        case Take():
            return KeyAdvice("take", "to take the discard.")
        case Call(seat=seat):
            return KeyAdvice(f"seat-{seat + 1}", "to call for it: it is the number of your seat.")
        case CallShanghai():
            return KeyAdvice("shanghai", "to call SHANGHAI.")
        case GoDown():
            return KeyAdvice("go-down", "to lay your melds out.")
        case LayOff() if course.say is not None and course.say.step == "lay all":
            return KeyAdvice("lay-all", "to see all that fits, and again to lay it off.")
        case LayOff(card=card):
            return _with_card(screen.hand, card, KeyAdvice("lay-off", "to lay it off."))
        case Swap(card=card):
            return _with_card(screen.hand, card, KeyAdvice("exchange", "to give it for the joker."))
        case Discard(card=card, shanghai=True):
            return _with_card(
                screen.hand, card, KeyAdvice("discard-shanghai", "to toss it with SHANGHAI.")
            )
        case Discard(card=card):
            return _with_card(screen.hand, card, KeyAdvice("discard", "to discard it."))
        case _:
            return BACK


def _with_card(hand: Hand, card: Card, then: KeyAdvice) -> KeyAdvice:
    """How to pick a card, and what to do with it then."""
    if hand.picked == (card,):
        return then
    if hand.picked:
        return KeyAdvice("step-back", "to put the picked cards back.")
    if hand.current == card:
        return KeyAdvice("pick", f"to pick the {label(card)}.")
    count = len(hand.cards)
    ahead = (hand.cards.index(card) - hand.cursor) % count
    command = "card-right" if ahead <= count // 2 else "card-left"
    return KeyAdvice(command, f"to move the cursor, as far as the {label(card)}.")


def _going_down(screen: LayDownScreen, course: Course) -> KeyAdvice:
    """The lay-down of the lesson is the best one, which is shown first."""
    move = course.next
    if not isinstance(move, GoDown) or not screen.proposals:
        return BACK
    if course.wants(GoDown(move.seat, screen.staged.laid)):
        return KeyAdvice("lay-down", "to lay the melds down.")
    if screen.at > 0:
        return KeyAdvice("clear-melds", "to take all back into the hand.")
    return KeyAdvice("next-lay-down", "to lay out the best way.")


def _at_a_choice(screen: ChooseScreen, course: Course) -> KeyAdvice:
    move: SeatAction | None = course.next
    if isinstance(move, LayOff | Swap | CallShanghai):
        for option in screen.options:
            end = None if isinstance(move, Swap) else move.end
            if (option.meld, option.end) == (move.meld, end):
                return KeyAdvice(f"number-{option.number}", f"to choose meld {option.number}.")
    return BACK


def _waiting(session: Session) -> str:
    view = session.public()
    if view.turn < 0 or not session.is_bot(view.turn):
        return "A moment."
    return f"{name_at(view, view.turn)} is on turn."
