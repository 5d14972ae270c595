"""The commands of a tournament: its tables, its draws, its standing."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK, BACK_Q, HELP, MOVING, SCROLLING


class Playing(Protocol):
    """A tournament on the screen, as far as its commands ask it."""

    is_typing: bool

    @property
    def table_label(self) -> str:
        """What is done with the marked table: played, gone on with, or looked at."""

    @property
    def why_no_table(self) -> str:
        """Why no table can be played now, empty if one can."""

    @property
    def why_no_draw(self) -> str:
        """Why the next round cannot be drawn yet, empty if it can."""

    @property
    def why_taken(self) -> str:
        """Why the marked table needs no other game, empty if it does."""

    @property
    def why_not_freed(self) -> str:
        """Why the marked table cannot be freed, empty if it can."""


def _is_typing(playing: Playing) -> bool:
    return playing.is_typing


def _is_choosing(playing: Playing) -> bool:
    return not playing.is_typing


def _table_label(playing: Playing) -> str:
    return playing.table_label


def _why_no_table(playing: Playing) -> Reason | None:
    return playing.why_no_table or None


def _why_no_draw(playing: Playing) -> Reason | None:
    return playing.why_no_draw or None


def _why_taken(playing: Playing) -> Reason | None:
    return playing.why_no_table or playing.why_taken or None


def _why_not_freed(playing: Playing) -> Reason | None:
    return playing.why_no_table or playing.why_not_freed or None


TOURNAMENT: Final = (
    *(command.on(command.keys, when=_is_choosing) for command in MOVING),
    Command(
        id="take-totals",
        keys="enter",
        label="Take",
        help="Takes the totals that were typed.",
        when=_is_typing,
    ),
    Command(
        id="play-table",
        keys="enter,space",
        label=_table_label,
        help="Plays the marked table on this screen, or goes on with its game.",
        when=_is_choosing,
        may=_why_no_table,
    ),
    Command(
        id="paper-table",
        keys="r",
        label="Real cards",
        help="Keeps the score of the marked table, which plays with real cards.",
        when=_is_choosing,
        may=_why_taken,
    ),
    Command(
        id="table-totals",
        keys="p",
        label="Totals",
        help="Takes the totals of the marked table, which has played elsewhere.",
        when=_is_choosing,
        may=_why_taken,
    ),
    Command(
        id="free-table",
        keys="x",
        label="Free it",
        help="Pressed twice it takes the game of the marked table away from the tournament.",
        when=_is_choosing,
        may=_why_not_freed,
    ),
    Command(
        id="next-draw",
        keys="n",
        label="Next draw",
        help="Draws the tables of the next round.",
        when=_is_choosing,
        may=_why_no_draw,
    ),
    *(command for command in SCROLLING if command.id in ("page-down", "page-up")),
    HELP.on("question_mark,f1", when=_is_choosing),
    BACK_Q.on("escape,q", when=_is_choosing),
    BACK.on("escape", action="stop_typing", when=_is_typing),
)
