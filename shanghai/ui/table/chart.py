"""The charts of a game: a podium, and a line for each seat over the rounds."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.ui.kit.frames import beside, centred
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.words.cards import CardStyle
from shanghai.words.scores import ORDINALS, chart_foot, places, running_totals
from shanghai.words.short_names import names_at

_STEPS: Final = {1: 4, 2: 3, 3: 2}
"""The lines of the steps of a podium, by place."""
_ORDER: Final = (1, 0, 2)
"""The winner stands in the middle, the second at the left."""


def podium_rows(view: State, wide: int, style: CardStyle) -> list[Row]:
    """The first three on their steps, the winner in the middle and highest."""
    order = places(view)[:3]
    cells = max(12, min(24 if wide < 130 else 32, (wide - 2) // 3))
    names = names_at(view, cells - 4)
    blocks: list[list[Row]] = []
    for at in _ORDER:
        if at < len(order):
            place, seat = order[at]
            blocks.append(_step(view, place, seat, names[seat], cells, style))
    high = max(map(len, blocks))
    raised = [[*[()] * (high - len(block)), *block] for block in blocks]
    return [centred(line, wide) for line in beside(raised, [cells] * len(raised))]


def _step(
    view: State, place: int, seat: SeatIndex, name: str, cells: int, style: CardStyle
) -> list[Row]:
    """One seat on its step."""
    look = "cap" if place == 1 else "button"
    star = ("*" if style.ascii else "★") + " "
    top: Row = (
        Bit(star if place == 1 else "", "accent"),
        Bit(f"{seat_sign(seat, style)} {name}", seat_look(seat)),
    )
    score: Row = (Bit(str(view.seats[seat].score), "accent" if place == 1 else "strong"),)
    body = [ORDINALS[place], *[""] * (_STEPS[place] - 1)]
    steps: list[Row] = [(Bit(text.center(cells), look),) for text in body]
    return [centred(top, cells), centred(score, cells), *steps]


def chart_rows(view: State, wide: int, high: int, style: CardStyle) -> list[Row]:
    """A line for each seat over the rounds, low totals below, the names at the right."""
    foot = chart_foot(view.rules.words.round, len(view.results))
    totals, names = running_totals(view), names_at(view, 12)
    return plot(totals, names, wide, high, style, foot)


def plot(
    totals: Sequence[Sequence[int]],
    names: Sequence[str],
    wide: int,
    high: int,
    style: CardStyle,
    foot: tuple[str, str],
) -> list[Row]:
    """A line for each name over what was counted one after the other, each as long, 0 first.

    The first foot stands below where there is room for it, else the second.
    """
    most = max(1, *(total for line in totals for total in line))
    least = min(0, *(total for line in totals for total in line))
    axis = max(len(str(most)), len(str(least))) + 2
    room = max(12, wide - axis - 17)
    high = max(4, high - 2)
    dots: list[list[Bit]] = [[Bit(" ")] * room for _ in range(high)]

    def line_of(total: float) -> int:
        return round((most - total) / (most - least) * (high - 1))

    rounds = len(totals[0]) - 1
    point = "." if style.ascii else "·"
    for seat, line in enumerate(totals):
        look = seat_look(seat)
        for x in range(room):
            at = x * rounds / max(1, room - 1)
            first = min(int(at), rounds - 1) if rounds else 0
            value = line[first] + (line[min(first + 1, rounds)] - line[first]) * (at - first)
            if dots[line_of(value)][x].text == " ":
                dots[line_of(value)][x] = Bit(point, look)
    for seat, line in enumerate(totals):
        for number, total in enumerate(line):
            x = round(number * (room - 1) / max(1, rounds))
            dots[line_of(total)][x] = Bit(seat_sign(seat, style), seat_look(seat))
    rows = _with_axis(dots, totals, names, axis, (most, least), style)
    below = foot[0] if len(foot[0]) <= room + 12 else foot[1]
    return [*rows, (Bit(" " * axis), Bit(below, "dim"))]


def _with_axis(
    dots: list[list[Bit]],
    totals: Sequence[Sequence[int]],
    names: Sequence[str],
    axis: int,
    ends: tuple[int, int],
    style: CardStyle,
) -> list[Row]:
    """The dots with figures at the left and names at the right."""
    high = len(dots)
    most, least = ends
    labels: dict[int, list[int]] = {}
    for seat, line in enumerate(totals):
        labels.setdefault(round((most - line[-1]) / (most - least) * (high - 1)), []).append(seat)
    side = "|" if style.ascii else "│"
    rows: list[Row] = []
    for y, line_dots in enumerate(dots):
        figure = most if y == 0 else least if y == high - 1 else None
        left = Bit(f"{'' if figure is None else figure:>{axis - 2}} {side}", "dim")
        said = [Bit(f" {names[seat]}", seat_look(seat)) for seat in labels.get(y, [])[:2]]
        rows.append((left, *line_dots, *said))
    return rows
