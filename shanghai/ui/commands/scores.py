"""The commands of the end of a round and of a game, and of the scorecard."""

from typing import Final, Protocol

from shanghai.ui.commands.evenings import REVIEW_GAME
from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import (
    BACK_Q,
    CLOSE,
    HELP,
    LEFT,
    NEXT,
    PREVIOUS,
    RIGHT,
    SCROLLING,
)


class RoundOver(Protocol):
    """The end of a round, as far as its commands ask it."""

    onward_label: str
    is_lesson: bool
    is_over: bool
    shows_both: bool
    shows_card: bool
    has_session: bool


def _onward_label(over: RoundOver) -> str:
    return over.onward_label


def _turn_label(over: RoundOver) -> str:
    return "Hands" if over.shows_card else ""


def _is_turn_shown(over: RoundOver) -> bool:
    # Before the scorecard Enter says the same.
    return over.shows_card and not over.shows_both


def _why_no_turn(over: RoundOver) -> Reason | None:
    return "" if over.shows_both else None


def _has_session(over: RoundOver) -> bool:
    return over.has_session


def _is_no_lesson(over: RoundOver) -> bool:
    return not over.is_lesson


def _is_not_over(over: RoundOver) -> bool:
    return not over.is_over


def _may_stop(over: RoundOver) -> bool:
    return over.has_session and not over.is_lesson and not over.is_over


def _why_no_leave(over: RoundOver) -> Reason | None:
    if over.is_over:
        return "The game is over: Enter leads to the result, where it is left."
    return None


CORRECT: Final = Command(
    id="correct", keys="c", label="Correct a score", help="Corrects a score of the table."
)
ROUND_OVER: Final = (
    *SCROLLING,
    Command(
        id="go-on",
        keys="enter,n",
        label=_onward_label,
        help="Goes on: to the scorecard, then to the next round.",
    ),
    Command(
        id="turn-over",
        keys="s",
        label=_turn_label,
        help="Turns from the hands to the scorecard, or back.",
        action="turn",
        may=_why_no_turn,
        shown=_is_turn_shown,
    ),
    CORRECT.on("c", when=_has_session, shown=_is_no_lesson),
    Command(id="leave-table", keys="q", when=_has_session, may=_why_no_leave, shown=_is_not_over),
    Command(
        id="stop-here",
        keys="x",
        label="Stop here",
        help="Pressed twice it counts the game as it stands.",
        when=_may_stop,
    ),
    HELP,
)


class GameOver(Protocol):
    """The end of a game, as far as its commands ask it."""

    @property
    def is_kept(self) -> bool:
        """Whether the game is on disk."""


def _is_kept(over: GameOver) -> bool:
    return over.is_kept


GAME_OVER: Final = (
    *SCROLLING,
    Command(
        id="rematch",
        keys="r",
        label="Rematch",
        help="Plays again with the same seats.",
        action="answer",
        parameters=("rematch",),
    ),
    Command(
        id="same-cards",
        keys="c",
        label="Same cards again",
        help="Plays again with the same seats and the very same cards.",
        action="answer",
        parameters=("same cards",),
    ),
    Command(
        id="whole-scorecard",
        keys="s",
        label="Scorecard",
        help="Shows the whole scorecard.",
        action="scorecard",
    ),
    REVIEW_GAME.on("v", when=_is_kept),
    HELP,
    Command(
        id="menu",
        keys="m,escape,q",
        label="Menu",
        help="Goes to the menu.",
        action="answer",
        parameters=("menu",),
    ),
)


class Scored(Protocol):
    """A screen of scores, as far as its commands ask it."""

    has_session: bool

    @property
    def has_scores(self) -> bool:
        """Whether a round has been scored yet."""


def _why_no_correct(scored: Scored) -> Reason | None:
    return None if scored.has_scores else "No round has been scored yet."


SCORECARD: Final = (
    *SCROLLING,
    CORRECT.on("c", when=_has_session, may=_why_no_correct),
    HELP,
    CLOSE,
)


class Correcting(Protocol):
    """The screen on which a score is corrected, as far as its commands ask it."""

    is_typing: bool

    @property
    def has_scores(self) -> bool:
        """Whether a round has been scored yet."""


def _is_typing(correcting: Correcting) -> bool:
    return correcting.is_typing


def _is_choosing(correcting: Correcting) -> bool:
    return not correcting.is_typing


def _why_no_score(correcting: Correcting) -> Reason | None:
    return None if correcting.has_scores else ""


CORRECTING: Final = (
    Command(
        id="submit-score",
        keys="enter",
        label="Correct",
        help="Corrects the score.",
        action="submit",
        when=_is_typing,
    ),
    Command(
        id="other-field",
        keys="tab,shift+tab",
        label="Other field",
        help="Goes to the other field.",
        when=_is_typing,
    ),
    Command(
        id="stop-typing",
        keys="escape",
        label="Back",
        help="Leaves the score as it is.",
        when=_is_typing,
    ),
    PREVIOUS.on(
        "up,k",
        label="Round",
        action="go",
        parameters=(-1, 0),
        cap="↑↓",
        shown=True,
        when=_is_choosing,
        may=_why_no_score,
    ),
    NEXT.on(
        "down,j",
        label="",
        action="go",
        parameters=(1, 0),
        shown=False,
        when=_is_choosing,
        may=_why_no_score,
    ),
    LEFT.on(
        "left,h",
        label="Player",
        action="go",
        parameters=(0, -1),
        cap="←→",
        shown=True,
        when=_is_choosing,
        may=_why_no_score,
    ),
    RIGHT.on(
        "right,l",
        label="",
        action="go",
        parameters=(0, 1),
        shown=False,
        when=_is_choosing,
        may=_why_no_score,
    ),
    Command(
        id="new-points",
        keys="enter,space",
        label="New points",
        help="Asks for the new points and the reason.",
        action="start_typing",
        when=_is_choosing,
        may=_why_no_score,
    ),
    HELP.on("question_mark,f1", when=_is_choosing),
    BACK_Q.on("escape,q", action="back", when=_is_choosing),
)
