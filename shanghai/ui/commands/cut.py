"""The commands of the screen before the first deal: cutting the cards, and dealing."""

from typing import Final, Protocol

from shanghai.ui.kit.command import Command
from shanghai.ui.kit.everywhere import HELP


class Cutting(Protocol):
    """The screen before the first deal, as far as its commands ask it."""

    @property
    def asks_cut(self) -> bool:
        """Whether somebody is to cut the cards."""

    @property
    def typed(self) -> str:
        """The digits that were typed so far."""


def _asks_cut(cutting: Cutting) -> bool:
    return cutting.asks_cut


def _has_typed(cutting: Cutting) -> bool:
    return bool(cutting.typed)


def _deal_label(cutting: Cutting) -> str:
    if not cutting.asks_cut:
        return "Deal"
    return f"Cut at {cutting.typed} and deal" if cutting.typed else "Cut anywhere and deal"


def _digit(digit: int) -> Command:
    return Command(
        id=f"cut-{digit}",
        keys=str(digit),
        help="A digit of the number at which the cards are cut.",
        action="type",
        parameters=(digit,),
        when=_asks_cut,
        shown=False,
    )


DEALING: Final = (
    Command(
        id="deal",
        keys="enter,space,escape",
        label=_deal_label,
        help="Cuts the cards where somebody is to, and deals the first ones.",
    ),
    *(_digit(digit) for digit in range(10)),
    Command(
        id="cut-back",
        keys="backspace",
        label="Take back",
        help="Takes the last digit of the number back.",
        when=_has_typed,
    ),
    HELP,
)
