"""What is said of other evenings: past games, replay, review, ledger, real cards, tournaments."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.engine.state import Ending, State
from shanghai.words.contracts import round_contract
from shanghai.words.grammar import counted, listed
from shanghai.words.messages import Messages

say = Messages("evenings")
__getattr__ = say.__getattr__


MOMENTS: Final[Mapping[str, str]] = say.table("MOMENTS")


FIGURE_HEADS: Final[Sequence[str]] = say.lines("FIGURE_HEADS")
MORE_OR_FEWER: Final[Sequence[str]] = say.lines("MORE_OR_FEWER")
THAN: Final[Sequence[str]] = say.lines("THAN")
NEXT_TIME: Final[Mapping[str, str]] = say.table("NEXT_TIME")
"""What to do otherwise, by the kind of the move that was made and that of the better one."""
WHAT_FIGURES_MEAN: Final[Sequence[str]] = say.lines("WHAT_FIGURES_MEAN")


PAGES: Final[Sequence[str]] = say.lines("PAGES")
MEETINGS: Final[Sequence[str]] = say.lines("MEETINGS")


KINDS: Final = say.table("KINDS")


def code_holds(variant: str, house_rules: Sequence[str], players: int) -> str:
    """What a deal code holds."""
    house = f", with {listed(house_rules)}" if house_rules else ""
    return f"{variant}{house}, {counted(players, 'player')}."


HOW_OUT: Final[Mapping[Ending, str]] = say.table("HOW_OUT", Ending)


def paper_note(rules: Rules, round: int, day: str) -> str:
    """How far a game with real cards has come, round 0 for a finished one."""
    far = f"{rules.words.round} {round} of {rules.rounds}" if round else "finished"
    return f"{far}, {day}, {rules.name}"


def who_went_out(state: State, round: int) -> str:
    """What is asked at the end of a round."""
    contract = round_contract(state, round)
    if state.rules.is_by_player:
        contract = f"contracts {contract}"
    return f"{state.rules.words.round.capitalize()} {round}, {contract}: who went out?"
