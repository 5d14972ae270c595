"""The bar of a game's course: where its rounds begin, its moments, and where one stands."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.records.replay import Replay
from shanghai.ui.kit.lines import Bit, Row

_SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "error": ("?", "?"),
    "out": ("●", "o"),
    "SHANGHAI": ("!", "!"),
    "steal": ("*", "*"),
    "down": ("▼", "v"),
    "call": ("·", "."),
}
"""The sign of a moment, with glyphs and in ASCII; of several in a cell the first here stands."""
LEGEND: Final = (
    ("●", "o", "out"),
    ("▼", "v", "down"),
    ("!", "!", "SHANGHAI"),
    ("*", "*", "joker"),
)

_ERROR: Final = ("?", "?", "turning point")


def course_rows(
    replay: Replay, at: int, wide: int, *, ascii_only: bool = False, room: int = 80
) -> list[Row]:
    """The bar, `wide` cells, and in `room` cells what its signs mean.

    A click in the bar means `("at", position)`.
    """
    cells = max(10, wide)
    signs = _signs(replay, cells, ascii_only=ascii_only)
    here = _cell(at, replay.last, cells)
    starts = {_cell(start, replay.last, cells) for start in replay.rounds}
    bar = []
    for cell in range(cells):
        sign = signs[cell]
        if sign == " ":
            sign = ("|" if ascii_only else "│") if cell in starts else ("-" if ascii_only else "─")
        look = "cursor" if cell == here else "accent" if cell < here else "dim"
        bar.append(Bit(sign, look, ("at", _position(cell, replay.last, cells))))
    shown = (_ERROR, *LEGEND) if replay.remarks else LEGEND
    return [tuple(bar), _legend(shown, room, ascii_only=ascii_only)]


def _signs(replay: Replay, cells: int, *, ascii_only: bool) -> Sequence[str]:
    order = list(_SIGNS)
    ranked: dict[int, int] = {}
    for moment in replay.moments:
        cell = _cell(moment.at, replay.last, cells)
        ranked[cell] = min(ranked.get(cell, len(order)), order.index(moment.kind))
    return [_SIGNS[order[ranked[c]]][ascii_only] if c in ranked else " " for c in range(cells)]


def _cell(at: int, last: int, cells: int) -> int:
    return at * (cells - 1) // last if last else 0


def _position(cell: int, last: int, cells: int) -> int:
    """The first position that falls into a cell."""
    return -(-cell * last // (cells - 1)) if cells > 1 else 0


def _legend(shown: Sequence[tuple[str, str, str]], room: int, *, ascii_only: bool) -> Row:
    """As many of the signs as there is room for, with what they mean."""
    said = [f"{(sign, plain)[ascii_only]} {what}" for sign, plain, what in shown]
    while said and len("  ".join(said)) > room:
        said.pop()
    return (Bit("  ".join(said), "dim"),)
