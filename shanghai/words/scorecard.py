"""The words of the scorecard, the chart, and of what stands beside the table."""

from collections.abc import Sequence

from shanghai.words.phrases import counted

SCORECARD, AT_THE_TABLE = " Scorecard ", " At the table "
AHEAD, AHEAD_IN_LINE = "ahead ", "Ahead  "
H_MARK = "h: has asked for a hint"
BESIDE_ROUND = "Beside a round: the contract of each player, + where it was met"
TOTAL, SUM, CHIPS = "Total", "Sum", "Chips"
POINTS, RUNNING = "pts", "sum"
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
DOWN, NOT_DOWN = "down", "not down"
NEW_MARK = "new"
ALMOST_ANYTHING = "almost anything"
MORE_AHEAD = "       {mark}  {count} more"
MORE_MELDS = " {mark} more"


def fined_text(owed: Sequence[str]) -> str:
    """What calls have cost each player so far."""
    return f"Calls and SHANGHAI have cost so far: {', '.join(owed)}"


def bank_text(chips: int) -> str:
    """What lies in the bank."""
    return f"In the bank: {counted(chips, 'chip')}"


def chart_foot(word: str, rounds: int) -> tuple[str, str]:
    """What stands below the chart, where there is room for it and where there is less."""
    foot = f"{word} 1 to {rounds}"
    return f"{foot}, the lowest total at the foot", foot


def any_text(ranks: Sequence[str]) -> str:
    """Ranks of any suit."""
    return f"any {' '.join(ranks)}  "
