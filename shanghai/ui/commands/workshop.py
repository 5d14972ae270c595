"""The commands of the workshop, in which the rules of a variant are changed."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK_Q, HELP, LEFT, MOVING, RIGHT


class Workshop(Protocol):
    """The workshop of rules, as far as its commands ask it."""

    is_typing: bool

    @property
    def is_changed(self) -> bool:
        """Whether any rule differs."""

    @property
    def is_rule_changed(self) -> bool:
        """Whether the marked rule differs."""

    @property
    def is_good(self) -> bool:
        """Whether the rules can be played."""


def _is_typing(workshop: Workshop) -> bool:
    return workshop.is_typing


def _is_choosing(workshop: Workshop) -> bool:
    return not workshop.is_typing


def _why_no_putting_back(workshop: Workshop) -> Reason | None:
    return None if workshop.is_rule_changed else ""


def _why_no_difference(workshop: Workshop) -> Reason | None:
    return None if workshop.is_changed and workshop.is_good else ""


WORKSHOP: Final = (
    *(command.on(command.keys, when=_is_choosing) for command in MOVING),
    RIGHT.on("right,l", when=_is_choosing),
    LEFT.on("left,h", when=_is_choosing),
    Command(
        id="type-value",
        keys="enter,space",
        label="Type it",
        help="Opens the field for the value of the marked rule.",
        when=_is_choosing,
    ),
    Command(
        id="put-back",
        keys="x",
        label="As it was",
        help="Gives the marked rule the value that it had.",
        when=_is_choosing,
        may=_why_no_putting_back,
    ),
    Command(
        id="see-difference",
        keys="d",
        label="Difference",
        help="Shows what differs from the variant that is extended.",
        when=_is_choosing,
        may=_why_no_difference,
    ),
    Command(
        id="save-variant",
        keys="s",
        label="Save",
        help="Asks for a name and saves the rules as a variant of your own.",
        when=_is_choosing,
        may=_why_no_difference,
    ),
    Command(
        id="submit-value",
        keys="enter",
        label="Take it",
        help="Takes what is typed.",
        action="submit",
        when=_is_typing,
    ),
    Command(
        id="close-field",
        keys="escape",
        label="Leave it",
        help="Closes the field with nothing changed.",
        when=_is_typing,
    ),
    HELP.on("question_mark,f1", when=_is_choosing),
    BACK_Q.on("escape,q", action="leave_workshop", when=_is_choosing),
)
