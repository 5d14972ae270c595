"""Messages of other evenings: past games, replay, review, ledger, real cards, tournaments."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from shanghai.words.contracts import round_contract
from shanghai.words.messages import Messages

if TYPE_CHECKING:
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import State

say = Messages("evenings")
__getattr__ = say.__getattr__

MOMENTS: Final[Mapping[str, str]] = say.table("MOMENTS")
FIGURE_HEADS: Final[Sequence[str]] = say.lines("FIGURE_HEADS")
MORE_OR_FEWER: Final[Sequence[str]] = say.lines("MORE_OR_FEWER")
DEAL_GAVE: Final[Sequence[str]] = say.lines("DEAL_GAVE")
STOCK_GAVE: Final[Sequence[str]] = say.lines("STOCK_GAVE")
BOUGHT_GAVE: Final[Sequence[str]] = say.lines("BOUGHT_GAVE")
"""Two texts, as in the two lists above: what saved a player points, then what cost some."""
THAN: Final[Sequence[str]] = say.lines("THAN")
NEXT_TIME: Final[Mapping[str, str]] = say.table("NEXT_TIME")
"""What to do next time, by two kinds of moves: the one that was made, and the better one."""
WHAT_FIGURES_MEAN: Final[Sequence[str]] = say.lines("WHAT_FIGURES_MEAN")
PAGES: Final[Sequence[str]] = say.lines("PAGES")
MEETINGS: Final[Sequence[str]] = say.lines("MEETINGS")
KINDS: Final = say.table("KINDS")
HOW_OUT: Final[Mapping[str, str]] = say.table("HOW_OUT")
"""How a round was won, by the value of its `Ending`."""


def who_went_out(state: "State", round: int) -> str:
    """The question for scores with real cards: who went out in a round?"""
    message = say.WHO_WENT_OUT_BY_CONTRACTS if state.rules.is_by_player else say.WHO_WENT_OUT
    return message(state.rules, number=round, contract=round_contract(state, round))


def who_was_down(state: "State", out: "SeatIndex") -> str:
    """The question for scores with real cards: who was down, or met their contract (HR-2)? It does
    not list the player who went out."""
    if state.rules.is_by_player:
        return say.WHO_MET
    names = [seat.name for number, seat in enumerate(state.seats) if number != out]
    return say.WHO_WAS_DOWN(names=names, count=len(names))
