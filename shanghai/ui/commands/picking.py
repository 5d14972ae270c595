"""The commands of a list to pick from, and of a list of names that grows."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import BACK_Q, CHOOSE, HELP, MOVING, WHILE_TYPING


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
    *WHILE_TYPING,
)
