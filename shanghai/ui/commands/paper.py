"""The commands of the score of a game with real cards."""

from collections.abc import Callable
from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK, HELP, LEFT, RIGHT, SCROLLING


class Scoring(Protocol):
    """The score of a game with real cards, as far as its commands ask it."""

    mode: str
    """What is asked: `out`, `hand`, `met`, `correct`, `points`, or `over`."""

    @property
    def has_scores(self) -> bool:
        """Whether a round has been scored."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def ending_words(self) -> str:
        """How somebody goes out, as it is set now."""


def _asks(*modes: str) -> Callable[[Scoring], bool]:
    def when(scoring: Scoring) -> bool:
        return scoring.mode in modes

    return when


def _why_no_scores(scoring: Scoring) -> Reason | None:
    return None if scoring.has_scores else "No round is scored yet."


def _ending_label(scoring: Scoring) -> str:
    return scoring.ending_words


def _goes_out(number: int) -> Command:
    def when(scoring: Scoring) -> bool:
        return scoring.mode == "out" and number <= scoring.players

    return Command(
        id=f"out-{number}",
        keys=str(number),
        help="The number of who went out, 0 for nobody.",
        action="out",
        parameters=(number - 1,),
        when=when,
        shown=False,
    )


_ASKS_OUT: Final = _asks("out")
_CORRECTS: Final = _asks("correct")
_STANDS: Final = _asks("out", "over")


def _grid(id: str, keys: str, down: int, right: int) -> Command:
    return Command(
        id=id,
        keys=keys,
        help="Moves to another score.",
        action="go",
        parameters=(down, right),
        shown=False,
        when=_CORRECTS,
    )


PAPER: Final = (
    RIGHT.on("right,l,tab,down,j", label="Who", when=_ASKS_OUT),
    LEFT.on("left,h,shift+tab,up,k", when=_ASKS_OUT),
    Command(
        id="went-out",
        keys="enter,space",
        label="Went out",
        help="The marked player went out; then each hand that is left is asked for.",
        when=_ASKS_OUT,
    ),
    Command(
        id="how-out",
        keys="b",
        label=_ending_label,
        help="Sets how the player went out: plainly, blind, or blind without a joker.",
        when=_ASKS_OUT,
    ),
    Command(
        id="take-hand",
        keys="enter",
        label="Take",
        help="Takes what was typed.",
        when=_asks("hand", "met", "points"),
    ),
    Command(
        id="new-score",
        keys="enter,space",
        label="New points",
        help="Asks for the points of the marked score, and why.",
        when=_CORRECTS,
    ),
    Command(
        id="correct-score",
        keys="c",
        label="Correct",
        help="Corrects a score.",
        may=_why_no_scores,
        when=_STANDS,
    ),
    Command(
        id="count-now",
        keys="e",
        label="End",
        help="Counts the game as it stands; pressed twice.",
        may=_why_no_scores,
        when=_ASKS_OUT,
    ),
    Command(
        id="write-card",
        keys="w",
        label="Write down",
        help="Writes the scorecard into files: text, CSV, and a page to print.",
        may=_why_no_scores,
        when=_STANDS,
    ),
    _grid("score-up", "up,k", -1, 0),
    _grid("score-down", "down,j", 1, 0),
    _grid("score-left", "left,h", 0, -1),
    _grid("score-right", "right,l", 0, 1),
    *(command for command in SCROLLING if command.id in ("page-down", "page-up")),
    HELP.on("question_mark,f1", when=_asks("out", "correct", "over")),
    BACK.on("escape", action="step_back"),
    *map(_goes_out, range(9)),
)
