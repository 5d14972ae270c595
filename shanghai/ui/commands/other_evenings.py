"""The commands of other evenings: real cards, deal codes, and the lists on the way there."""

from collections.abc import Callable
from typing import Final, Protocol

from shanghai.ui.commands.command import Command, Reason
from shanghai.ui.commands.everywhere import (
    BACK,
    BACK_Q,
    CHOOSE,
    HELP,
    LEFT,
    MOVING,
    RIGHT,
    SCROLLING,
)

# -- a list to pick from --


class Picking(Protocol):
    """A list to pick from, as far as its commands ask it."""

    def is_offered(self, index: int) -> bool:
        """Whether there is a choice of a number, counted from 0."""


def _pick_number(index: int) -> Command:
    def when(picking: Picking) -> bool:
        return picking.is_offered(index)

    return Command(
        id=f"pick-{index + 1}",
        keys=str(index + 1),
        help="Takes a choice by its number.",
        action="take",
        parameters=(index,),
        when=when,
        shown=False,
    )


PICKING: Final = (*MOVING, CHOOSE, HELP, BACK_Q, *map(_pick_number, range(9)))

# -- names, one after the other --


class Naming(Protocol):
    """The list of names that grows, as far as its commands ask it."""

    typed: str
    names: list[str]

    @property
    def fault(self) -> str:
        """Why these names do not do yet, empty where they do."""


def _name_label(naming: Naming) -> str:
    return "Add" if naming.typed.strip() else "Done"


def _why_not_done(naming: Naming) -> Reason | None:
    return None if naming.typed.strip() else naming.fault or None


def _has_names(naming: Naming) -> bool:
    return bool(naming.names)


NAMES: Final = (
    Command(
        id="add-name",
        keys="enter",
        label=_name_label,
        help="Adds the names that were typed, commas between them; with none it is done.",
        may=_why_not_done,
    ),
    Command(
        id="drop-name",
        keys="ctrl+d",
        label="Drop the last",
        help="Takes the last name off the list.",
        when=_has_names,
    ),
    HELP.on("f1"),
    BACK.on("escape"),
)

# -- a game with real cards --


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

# -- deal codes --


class TypingCode(Protocol):
    """The field for a deal code, as far as its commands ask it."""

    @property
    def fault(self) -> str:
        """Why what was typed is no code, empty where it is one."""


def _why_no_code(typing: TypingCode) -> Reason | None:
    return typing.fault or None


DEAL_CODE: Final = (
    Command(
        id="take-code",
        keys="enter",
        label="Take it",
        help="Goes on with the cards of this code.",
        may=_why_no_code,
    ),
    HELP.on("f1"),
    BACK.on("escape"),
)


class ComparingTables(Protocol):
    """The tables of a deal code, as far as their commands ask."""

    may_play: bool


def _may_play(comparing: ComparingTables) -> bool:
    return comparing.may_play


DEAL_TABLES: Final = (
    *SCROLLING,
    Command(
        id="play-code",
        keys="p,enter",
        label="Play these cards",
        help="Plays the cards of this code at another table.",
        action="dismiss",
        parameters=(True,),
        when=_may_play,
    ),
    HELP,
    BACK_Q,
)
