"""The commands of deal codes: the field for one, and the tables that have played it."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK_Q, HELP, SCROLLING, WHILE_TYPING


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
    *WHILE_TYPING,
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
