"""What a terminal shows, what it is to show, and the shortest text that leads from one to the
other."""

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter

from rich.color import ColorSystem
from rich.segment import Segment

from shanghai.terminal.cells import PLAIN, Cell, Cells, Look, turned

_MOVE_BYTES = 4
"""The bytes of a short move of the cursor. Up to so many bytes of unchanged cells are written again
instead of a move."""
_UNKNOWN_LINE = -2
_EDGE = -1
"""Stands for an unknown column. Terminals differ in where the cursor is after the last cell."""


class _Run:
    """Neighbouring cells of line `y` that are written in one look: columns `x` to before `end`."""

    __slots__ = ("end", "look", "text", "x", "y")

    def __init__(self, y: int, x: int, look: Look) -> None:
        self.y, self.x, self.end = y, x, x
        self.look = look
        self.text = ""


_PLACE = attrgetter("y", "x")


class Picture:
    """The cells that a terminal shows, and those that it is to show."""

    def __init__(self, colors: ColorSystem) -> None:
        self._cells = Cells(colors)
        self._width = 0
        self._meant: list[list[Cell]] = []
        self._shown: list[list[Cell | None]] = []
        self._touched: dict[int, tuple[int, int]] = {}
        """The lines that were painted since the last `difference`, each with its first painted
        column and the one after the last."""

    @property
    def size(self) -> tuple[int, int]:
        """The number of columns and of lines."""
        return self._width, len(self._meant)

    def resize(self, width: int, height: int) -> None:
        """Gives the picture another size, all blank. What the terminal shows counts as unknown."""
        blanks = self._cells.of(Segment("".ljust(width)))
        self._width = width
        self._meant = [[*blanks] for _ in range(height)]
        self._shown = [[None] * width for _ in range(height)]
        self._touched = dict.fromkeys(range(height), (0, width))

    def forget(self) -> None:
        """Forgets everything. Paint does nothing until `resize` gives the picture a size again."""
        self.resize(0, 0)

    def paint(
        self, y: int, x: int, pieces: Iterable[Segment], first: int = 0, last: int | None = None
    ) -> None:
        """Puts text into line `y`, from column `x` on. Only its cells from index `first` to before
        `last` are put there; None is the end."""
        if not 0 <= y < len(self._meant):
            return
        cells: list[Cell] = []
        for piece in pieces:
            cells += self._cells.of(piece)
            if last is not None and len(cells) >= last:
                break
        cells = cells[first:last]
        row = self._meant[y]
        end = min(x + len(cells), self._width)
        row[x : x + len(cells)] = cells[: max(0, self._width - x)]
        left, right = self._touched.get(y, (x, end))
        self._touched[y] = min(left, x), max(right, end)

    def difference(self) -> str:
        """The text that makes the terminal show the picture. From then on it counts as shown."""
        runs = [run for y in sorted(self._touched) for run in self._runs(y)]
        for y, (left, right) in self._touched.items():
            self._shown[y][left:right] = self._meant[y][left:right]
        self._touched.clear()
        if not runs:
            return ""
        by_look = self._written(_by_look(runs))
        if not self._cells.has_short_codes:
            return by_look
        return min(self._written(runs), by_look, key=len)

    def _runs(self, y: int) -> list[_Run]:
        """The changed cells of a line, as runs of one look each."""
        meant, (left, right) = self._meant[y], self._touched[y]
        pairs = zip(meant[left:right], self._shown[y][left:right], strict=True)
        runs: list[_Run] = []
        run = _Run(y, 0, PLAIN)
        changed = [x for x, (one, other) in enumerate(pairs, left) if one is not other]
        for x in changed:
            if runs and x < run.end:
                # The second half of a wide letter.
                continue
            while not meant[x].letter:
                x -= 1
            if not runs or not _joins(run, meant, x):
                run = _Run(y, x, meant[x].look)
                runs.append(run)
            _write_up_to(run, meant, x)
        return runs

    def _written(self, runs: Iterable[_Run]) -> str:
        """The codes and the text of runs, in their order. At the end the look is plain again."""
        written: list[str] = []
        pen, y, x = PLAIN, _UNKNOWN_LINE, _EDGE
        for run in runs:
            codes, pen = turned(pen, run.look)
            move = "" if run.x == x and run.y == y else _moved(y, x, run.y, run.x)
            written += move, codes, run.text
            y, x = run.y, run.end if run.end < self._width else _EDGE
        return "".join((*written, turned(pen, PLAIN)[0]))


def _joins(run: _Run, meant: list[Cell], x: int) -> bool:
    """Whether the cell at column `x` can be added to the run before it. The unchanged cells between
    them are then written again, so they must be few and fit the look."""
    between = meant[run.end : x]
    if len(between) > _MOVE_BYTES:
        return False
    look = run.look
    for cell in (*between, meant[x]):
        if cell.look.takes(look):
            look = cell.look
        elif not look.takes(cell.look):
            return False
    return len("".join(cell.letter for cell in between).encode()) <= _MOVE_BYTES


def _write_up_to(run: _Run, meant: list[Cell], x: int) -> None:
    """Adds the cells up to and with column `x` to a run, and the rest of a wide letter there."""
    end = x + 1
    while end < len(meant) and not meant[end].letter:
        end += 1
    for cell in meant[run.end : end]:
        if not run.look.takes(cell.look):
            run.look = cell.look
        run.text += cell.letter
    run.end = end


def _by_look(runs: list[_Run]) -> list[_Run]:
    """The runs sorted by look, so that colours are set rarely. Blanks come with a look that has
    their background."""
    looks = sorted(
        {run.look for run in runs if run.look.ink is not None},
        key=lambda look: (look.background, look.ink, look.marks),
    )
    groups: dict[Look, list[_Run]] = {look: [] for look in looks}
    of_blanks = {look.blank: look for look in looks}
    for run in runs:
        groups.setdefault(of_blanks.get(run.look, run.look), []).append(run)
    return [run for group in groups.values() for run in group]


def move_to(y: int, x: int) -> str:
    """The codes that move the cursor to line `y` and column `x`, both from 0."""
    column = f";{x + 1}" if x else ""
    return f"\x1b[{y + 1 if y or x else ''}{column}H"


@lru_cache(4096)
def _moved(from_y: int, from_x: int, y: int, x: int) -> str:
    """The shortest codes that move the cursor from one place to another."""
    moves = [move_to(y, x)]
    if from_y == y:
        moves.append(_moved_along(from_x, x))
    elif from_y == y - 1:
        moves.append("\r\n" + _moved_along(0, x))
    if from_x != _EDGE and 0 <= from_y < y:
        moves.append(f"\x1b[{_count(y - from_y)}B" + _moved_along(from_x, x))
    return min(moves, key=len)


def _moved_along(from_x: int, x: int) -> str:
    """The shortest codes that move the cursor from column `from_x` to `x` in its line."""
    if from_x == x:
        return ""
    moves = [f"\x1b[{x + 1}G"]
    if x == 0:
        moves.append("\r")
    if from_x != _EDGE:
        steps = abs(x - from_x)
        moves.append(f"\x1b[{_count(steps)}{'C' if x > from_x else 'D'}")
        moves.append("".ljust(steps, "\b") if x < from_x else moves[-1])
    return min(moves, key=len)


def _count(steps: int) -> str:
    return "" if steps == 1 else str(steps)
