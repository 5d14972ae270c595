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
from shanghai.words import tutorial as words
from shanghai.words.short_names import name_at


class KeyAdvice(NamedTuple):
    """The id of the command to do and what it is done for; none where there is only to wait."""

    command: str
    words: str


BACK: Final = KeyAdvice("back", words.TO_GO_BACK)


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
        return KeyAdvice("go-on", words.TO_END)
    return KeyAdvice("go-on", words.TO_SCORECARD)


def _on_own_screen(screen: PlayerScreen, course: Course, session: Session) -> KeyAdvice:
    move = course.next
    if move is None or not course.is_learners:
        if screen.is_offered:
            return KeyAdvice("no-call", words.TO_LET_GO)
        return KeyAdvice("", _waiting(session))
    match move:
        case Draw():
            return KeyAdvice("draw", words.TO_DRAW)
        case Take():
            return KeyAdvice("take", words.TO_TAKE)
        case Call(seat=seat):
            return KeyAdvice(f"seat-{seat + 1}", words.TO_CALL)
        case CallShanghai():
            return KeyAdvice("shanghai", words.TO_CALL_SHANGHAI)
        case GoDown():
            return KeyAdvice("go-down", words.TO_LAY_OUT)
        case LayOff() if course.say is not None and course.say.step == "lay all":
            return KeyAdvice("lay-all", words.TO_LAY_ALL)
        case LayOff(card=card):
            return _with_card(screen.hand, card, KeyAdvice("lay-off", words.TO_LAY_OFF))
        case Swap(card=card):
            return _with_card(screen.hand, card, KeyAdvice("exchange", words.TO_EXCHANGE))
        case Discard(card=card, shanghai=True):
            return _with_card(screen.hand, card, KeyAdvice("discard-shanghai", words.TO_TOSS))
        case Discard(card=card):
            return _with_card(screen.hand, card, KeyAdvice("discard", words.TO_DISCARD))
        case _:
            return BACK


def _with_card(hand: Hand, card: Card, then: KeyAdvice) -> KeyAdvice:
    """How to pick a card, and what to do with it then."""
    if hand.picked == (card,):
        return then
    if hand.picked:
        return KeyAdvice("step-back", words.TO_PUT_BACK)
    if hand.current == card:
        return KeyAdvice("pick", words.TO_PICK.format(card=label(card)))
    count = len(hand.cards)
    ahead = (hand.cards.index(card) - hand.cursor) % count
    command = "card-right" if ahead <= count // 2 else "card-left"
    return KeyAdvice(command, words.TO_MOVE.format(card=label(card)))


def _going_down(screen: LayDownScreen, course: Course) -> KeyAdvice:
    """The lay-down of the lesson is the best one, which is shown first."""
    move = course.next
    if not isinstance(move, GoDown) or not screen.proposals:
        return BACK
    if course.wants(GoDown(move.seat, screen.staged.laid)):
        return KeyAdvice("lay-down", words.TO_LAY_DOWN)
    if screen.at > 0:
        return KeyAdvice("clear-melds", words.TO_CLEAR)
    return KeyAdvice("next-lay-down", words.TO_LAY_BEST)


def _at_a_choice(screen: ChooseScreen, course: Course) -> KeyAdvice:
    move: SeatAction | None = course.next
    if isinstance(move, LayOff | Swap | CallShanghai):
        for option in screen.options:
            end = None if isinstance(move, Swap) else move.end
            if (option.meld, option.end) == (move.meld, end):
                number = option.number
                return KeyAdvice(f"number-{number}", words.TO_CHOOSE.format(number=number))
    return BACK


def _waiting(session: Session) -> str:
    view = session.public()
    if view.turn < 0 or not session.is_bot(view.turn):
        return words.A_MOMENT
    return words.ON_TURN.format(name=name_at(view, view.turn))
