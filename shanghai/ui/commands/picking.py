"""The commands of a list of names that grows."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command, Reason
from shanghai.ui.kit.everywhere import WHILE_TYPING


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
