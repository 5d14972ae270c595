"""Names cut to a width, so that the players of a table still have different ones."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Final

from shanghai.words.cells import cell_width, cut_text

if TYPE_CHECKING:
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import Situation

NAME_CELLS: Final = 14
"""The largest width in cells of a name in a sentence, and at the table if there is little room."""


def name_at(state: "Situation", seat: "SeatIndex", room: int = NAME_CELLS) -> str:
    """The name of a seat in at most `room` cells, different from those of other seats."""
    return names_at(state, room)[seat]


def names_at(state: "Situation", room: int = NAME_CELLS) -> tuple[str, ...]:
    """The names of all seats in at most `room` cells each, all different."""
    return short_names(tuple(seat.name for seat in state.seats), room)


@lru_cache(maxsize=128)
def short_names(names: tuple[str, ...], room: int) -> tuple[str, ...]:
    """Names in at most `room` cells each. They are all different if `room` is at least four.

    A name that would look like another one loses its middle instead of its end. If that does not
    help, it gets a number.
    """
    shown = [cut_text(name, room) for name in names]
    unclear = [i for i, text in enumerate(shown) if text != names[i] and shown.count(text) > 1]
    if not unclear:
        return tuple(shown)
    others = {text for i, text in enumerate(shown) if i not in unclear}
    for tail in (*range(room // 3, room), *range(room // 3 - 1, 0, -1)):
        texts = [_without_middle(names[i], room, tail) for i in unclear]
        if len({*texts, *others}) == len(texts) + len(others):
            break
    else:
        texts = []
        for i in unclear:
            numbered = (text for text in _numbered(names[i], i + 1, room) if text not in others)
            texts.append(next(numbered, shown[i]))
            others.add(texts[-1])
    for i, text in zip(unclear, texts, strict=True):
        shown[i] = text
    return tuple(shown)


def _without_middle(name: str, room: int, tail: int) -> str:
    """The name without its middle, in `room` cells. Its last letters take at most `tail` cells."""
    end = ""
    for start in range(len(name) - 1, -1, -1):
        if cell_width(name[start:]) > tail:
            break
        # A mark is never separated from its letter.
        if cell_width(name[start]):
            end = name[start:]
    return cut_text(name, room - cell_width(end)) + end.lstrip()


def _numbered(name: str, first: int, room: int) -> Iterator[str]:
    """Yields the beginning of the name with `first`, `first` + 1 and so on, while they fit."""
    for number in count(first):
        cells_left = room - len(str(number))
        if cells_left < 1:
            return
        yield cut_text(name, cells_left) + str(number)
