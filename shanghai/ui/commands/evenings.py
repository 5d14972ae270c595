"""The commands of the choice of rounds for an evening."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command
from shanghai.ui.kit.everywhere import BACK_Q, HELP, MOVING


class PickingRounds(Protocol):
    """The choice of rounds for an evening, as far as its commands ask it."""

    @property
    def has_picked(self) -> bool:
        """Whether any round is picked."""


def _why_no_evening(picking: PickingRounds) -> str | None:
    return None if picking.has_picked else "Pick at least one round."


def _picking(id: str, key: str, label: str, help: str, what: str) -> Command:
    return Command(id=id, keys=key, label=label, help=help, action="pick", parameters=(what,))


EVENING: Final = (
    *MOVING,
    Command(
        id="pick-round",
        keys="space,enter",
        label="Pick or leave",
        help="Picks the marked round or leaves it.",
    ),
    _picking("whole-game", "w", "Whole", "Picks all rounds.", "whole"),
    _picking("short-evening", "s", "Short", "Picks the first, the middle and the last.", "short"),
    _picking("from-here", "f", "From here", "Picks the rounds from the marked one on.", "from"),
    Command(
        id="accept-evening",
        keys="a",
        label="Accept",
        help="Plays the rounds that are picked.",
        action="accept",
        may=_why_no_evening,
    ),
    HELP,
    BACK_Q,
)
