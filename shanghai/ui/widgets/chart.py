"""The chart of a game: each total as a bar, each round a stripe of it."""

from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.text.cells import cell_width
from shanghai.text.short_names import NAME_CELLS, names_at
from shanghai.ui.widgets.lines import Bit, Row, pad, row


def chart_rows(view: State, wide: int, ascii_only: bool = False) -> list[Row]:
    """The totals from the lowest up, each as a bar with a stripe for each round."""
    order = sorted(view.seat_numbers, key=lambda seat: view.seats[seat].score)
    names = names_at(view, max(NAME_CELLS, wide // 4))
    longest = max(map(cell_width, names))
    figure = max(len(str(seat.score)) for seat in view.seats)
    room = max(8, wide - longest - figure - 8)
    most = max(1, *(sum(max(0, r.points[seat]) for r in view.results) for seat in order))
    rows: list[Row] = []
    for seat in order:
        score = view.seats[seat].score
        place = 1 + sum(1 for other in view.seats if other.score < score)
        look = "accent" if place == 1 else "strong"
        name = pad(row(Bit(f"{place}  {names[seat]}", look)), longest + 5)
        total = Bit(f"{score:>{figure}}  ", look)
        bar = _bar(view, seat, room / most, ascii_only)
        shade = "accent" if place == 1 else "dim"
        rows.append((*name, total, *(Bit(stripe, shade) for stripe in bar)))
    word = view.rules.words.round
    rows.append(row(Bit(f"Each stripe is a {word}, the first at the left.", "dim")))
    return rows


def _bar(view: State, seat: SeatIndex, scale: float, ascii_only: bool) -> list[str]:
    """A bar whose stripes, dark and light in turn, are the rounds; a bonus makes no stripe."""
    signs = ("#", "=") if ascii_only else ("█", "▒")
    stripes = []
    so_far, drawn = 0, 0
    for number, result in enumerate(view.results):
        so_far += max(0, result.points[seat])
        upto = round(so_far * scale)
        stripes.append(signs[number % 2] * (upto - drawn))
        drawn = upto
    return stripes
