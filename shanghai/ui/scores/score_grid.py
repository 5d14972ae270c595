"""The scores of a game as a grid in which one score is marked, to be corrected."""

from typing import Final

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.ui.kit.lines import Bit, Row, pad
from shanghai.words.short_names import names_at

ROUNDS: Final = 10
"""So many rounds are in sight; further ones come with the mark."""
_HEAD: Final = 7


def score_grid(view: State, line: int, seat: SeatIndex, wide: int) -> list[Row]:
    """A line for each round in sight, the score of a round (from 0) and a seat marked."""
    each = min(14, max(6, (wide - _HEAD) // view.players))
    names = [Bit(" " * _HEAD)]
    for short in names_at(view, each - 2):
        name = Bit(short, "strong")
        names += [Bit(" " * (each - 1 - name.width)), name, Bit(" ")]
    first = max(0, min(line - ROUNDS // 2, len(view.results) - ROUNDS))
    rows: list[Row] = [tuple(names)]
    for at, result in enumerate(view.results[first : first + ROUNDS], first):
        look = "accent" if at == line else ""
        bits = [*pad((Bit(f"{result.round:>5}", look),), _HEAD)]
        for number, points in enumerate(result.points):
            here = (at, number) == (line, seat)
            text = f"[{points}]" if here else f"{points} "
            target = ("score", at, number)
            bits.append(Bit(" " * (each - len(text)), "", target))
            bits.append(Bit(text, "cursor" if here else look, target))
        rows.append(tuple(bits))
    return rows
