"""The commands of the dialogs and of the pages to read."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command
from shanghai.ui.kit.everywhere import (
    BACK,
    BACK_Q,
    CLOSE,
    HELP,
    LEFT,
    MOVING,
    RIGHT,
    SCROLLING,
)


class Leaving(Protocol):
    """The question before a game is left, as far as its commands ask it."""

    leave_label: str

    @property
    def is_unsaved(self) -> bool:
        """Whether the game cannot be kept where it should be."""


def _leave_label(leaving: Leaving) -> str:
    return leaving.leave_label


def _is_unsaved(leaving: Leaving) -> bool:
    return leaving.is_unsaved


HELP_PAGE: Final = (*SCROLLING, BACK.on("escape,q,enter,question_mark,f1"))

LEAVING: Final = (
    Command(
        id="leave",
        keys="y",
        label=_leave_label,
        help="Leaves.",
        action="answer",
        parameters=(True,),
    ),
    BACK.on("escape,n", label="Go on playing", action="answer", parameters=(False,)),
    Command(
        id="keep-elsewhere",
        keys="k",
        label="Keep it elsewhere",
        help="Asks for another folder for a game that cannot be saved.",
        action="elsewhere",
        when=_is_unsaved,
    ),
    HELP,
)

SAVING_ELSEWHERE: Final = (
    Command(
        id="save-there",
        keys="enter",
        label="Save there",
        help="Keeps the game in the folder that was typed.",
        action="save",
    ),
    BACK.on("escape", action="answer", parameters=(False,)),
)


class Pages(Protocol):
    """A screen of several pages."""

    @property
    def has_several(self) -> bool:
        """Whether there is more than one."""


def _has_several(pages: Pages) -> bool:
    return pages.has_several


def turning(label: str, keys: str = "right,l", back: str = "left,h") -> tuple[Command, Command]:
    """The commands that turn over the pages of a screen."""
    return (
        RIGHT.on(keys, label=label, action="turn", when=_has_several),
        LEFT.on(back, action="turn", when=_has_several),
    )


RULES_PAGE: Final = (
    *SCROLLING,
    *turning("Next rules", "right,l,tab", "left,h,shift+tab"),
    HELP,
    CLOSE,
)

SETTING: Final = (
    *MOVING,
    Command(
        id="change",
        keys="enter,space",
        label="Change",
        help="Takes the next value of the marked setting.",
        action="change",
        parameters=(1,),
    ),
    RIGHT.on("right,l", label="Next value", cap=""),
    LEFT.on("left,h", label="Value before", shown=True),
    HELP,
    BACK_Q,
)
