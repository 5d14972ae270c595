"""Cards that travel over the table: which card goes from where to where, and each frame of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from textual.geometry import Offset, Region

from shanghai.engine.cards import Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.ui.kit.lines import Bit, Lines, Row, Target, blanks, row_width
from shanghai.ui.kit.pictures import PILES, TINY, back, picture
from shanghai.ui.table.targets import CardTarget, DiscardTarget, MeldTarget, SeatTarget, StockTarget
from shanghai.words.cards import CardStyle

FLIGHT_FRAMES: Final = 3
"""The frames of one flight, before the table shows the card where it has landed."""
_MAX_FLIGHTS: Final = 4
"""The flights that are shown one after the other: draw, melds, discard."""

Veil = Callable[[int, Row], Row]
"""Makes of a line, given its number, the line that is drawn in its place."""
Frame = dict[Lines, Veil]
"""What is drawn over which lines."""


class Flight(NamedTuple):
    """A card on its way over the screen, from the middle of one region to that of another one."""

    card: Card | None
    """Its face, None for a card that is face down."""
    start: Region
    end: Region
    hidden: frozenset[Target] = frozenset()
    """What is not seen before it has landed."""
    covers: Card | None = None
    """The discard on which it is tossed, if that is known."""


class DrawnLines(NamedTuple):
    """Some lines as they were drawn at a moment."""

    lines: Lines
    rows: Sequence[Row]

    @property
    def at(self) -> Offset:
        """The cell of the screen where they begin."""
        return self.lines.region.offset


class Pictured(NamedTuple):
    """A view of the game, with the lines that show it on the screen."""

    view: SeatView
    drawn: tuple[DrawnLines, ...]

    @classmethod
    def of(cls, view: SeatView, blocks: Iterable[Lines]) -> "Pictured":
        """The view as some blocks of lines show it now."""
        return cls(view, tuple(DrawnLines(each, each.rows) for each in blocks))

    def place(self, target: Target) -> Region | None:
        """The cells of the screen of what has this target; of a seat the count of its cards."""
        for lines in self.drawn:
            boxes = [box.translate(lines.at) for box in _boxes(lines.rows, target)]
            if boxes:
                return Region.from_union(boxes)
        return None

    def hand_of(self, seat: SeatIndex, card: Card | None) -> Region | None:
        """Where a card of a seat is: in the hand that is shown, or at the place of the seat."""
        own = None
        if card is not None and seat == self.view.viewer:
            own = self.place(CardTarget(card))
        return own or self.place(SeatTarget(seat)) or self._hand()

    def _hand(self) -> Region | None:
        """The lowest lines, where the hand of the viewer is."""
        last = self.drawn[-1]
        return Region(*last.at, *last.lines.size) if last.rows else None


def _boxes(rows: Sequence[Row], target: Target) -> Iterator[Region]:
    is_seat = isinstance(target, SeatTarget)
    for y, line in enumerate(rows):
        if target not in [bit.target for bit in line]:
            continue
        x = 0
        for bit in line:
            cells = bit.width
            if bit.target == target and (not is_seat or "count" in bit.look):
                yield Region(x, y, cells, 1)
            x += cells


def flights(before: Pictured, now: Pictured) -> tuple[Flight, ...]:
    """What has travelled between two pictures of a round, in the order of a turn."""
    if before.view.round != now.view.round:
        return ()
    moved = [*_into_hands(before, now), *_onto_table(before, now), *_discarded(before, now)]
    return tuple(moved[:_MAX_FLIGHTS])


def _new_cards(before: Sequence[Card], now: Sequence[Card]) -> list[Card]:
    return [card for card in now if card not in before]


def _into_hands(before: Pictured, now: Pictured) -> Iterator[Flight]:
    """Cards from the stock, the discards or a meld into a hand."""
    old, view = before.view, now.view
    is_taken = len(view.discards) < len(old.discards)
    for seat in view.seat_numbers:
        known = seat == view.viewer
        cards = _new_cards(old.seats[seat].hand, view.seats[seat].hand) if known else []
        gained = len(view.seats[seat].hand) - len(old.seats[seat].hand)
        if not cards and gained <= 0:
            continue
        hidden = frozenset(CardTarget(card) for card in cards)
        from_discards = is_taken and (old.top in cards or not known)
        card: Card | None = None
        joker_meld = next((i for i, won in _won_jokers(old, view) if won in cards), None)
        if joker_meld is not None:
            card, source = cards[0], before.place(MeldTarget(joker_meld))
        elif from_discards:
            card, source = old.top, before.place(DiscardTarget())
        else:
            source = before.place(StockTarget())
        end = now.hand_of(seat, cards[-1] if cards else None)
        if source and end:
            yield Flight(card, source, end, hidden)


def _won_jokers(old: SeatView, view: SeatView) -> Iterator[tuple[int, Card]]:
    """The cards that have left a meld, each with the index of the meld."""
    for index, (was, meld) in enumerate(zip(old.table, view.table, strict=False)):
        for card in was.cards:
            if card not in meld.cards:
                yield index, card


def _onto_table(before: Pictured, now: Pictured) -> Iterator[Flight]:
    """Cards of a hand into a new meld, or onto one that has grown."""
    old, view = before.view, now.view
    seat = old.turn
    for index, meld in enumerate(view.table):
        was = old.table[index].cards if index < len(old.table) else ()
        cards = _new_cards(was, meld.cards)
        end = now.place(MeldTarget(index))
        if not cards or end is None or seat not in view.seat_numbers:
            continue
        start = before.hand_of(seat, cards[0])
        if start:
            hidden = frozenset() if was else frozenset({MeldTarget(index)})
            yield Flight(cards[0], start, end, hidden)


def _discarded(before: Pictured, now: Pictured) -> Iterator[Flight]:
    """The card that was tossed onto the discards."""
    old, view = before.view, now.view
    if view.top is None or view.top == old.top or len(view.discards) < len(old.discards):
        return
    seat = view.tossers[0]
    end = now.place(DiscardTarget())
    start = before.hand_of(seat, view.top) if seat in view.seat_numbers else None
    if start and end:
        below = old.top if len(view.discards) == len(old.discards) + 1 else None
        yield Flight(view.top, start, end, covers=below)


def flight_frames(
    pictured: Pictured, travelling: Sequence[Flight], style: CardStyle
) -> list[Frame]:
    """The frames of some flights, one after the other; what has not landed is not seen yet."""
    frames: list[Frame] = []
    for number, flight in enumerate(travelling):
        rest = travelling[number:]
        hidden = frozenset[Target]().union(*(each.hidden for each in rest))
        toss = next((each for each in rest if each.covers is not None), None)
        for step in range(FLIGHT_FRAMES):
            over = [_card_rows(flight, step, style)]
            if toss is not None:
                over.insert(0, _pile_before(toss, style))
            frames.append(
                {each.lines: partial(_veiled, hidden, over, each) for each in pictured.drawn}
            )
    return frames


class _Cover(NamedTuple):
    """Lines that are drawn over others, with the cell where they begin."""

    rows: Sequence[Row]
    at: Offset


def _card_rows(flight: Flight, step: int, style: CardStyle) -> _Cover:
    """The card on a straight line between start and end."""
    rows = (
        back(style, None, TINY) if flight.card is None else picture(flight.card, style, None, TINY)
    )
    start, end = flight.start.center, flight.end.center
    part = (step + 0.5) / FLIGHT_FRAMES
    x, y = (begin + (stop - begin) * part for begin, stop in zip(start, end, strict=True))
    return _Cover(rows, Offset(round(x - row_width(rows[0]) / 2), round(y - len(rows) / 2)))


def _pile_before(toss: Flight, style: CardStyle) -> _Cover:
    """The discards as they were before the card lands on them; nothing where they are text."""
    if toss.covers is not None:
        for form in PILES:
            rows = picture(toss.covers, style, DiscardTarget(), form)
            if (row_width(rows[0]), len(rows)) == toss.end.size:
                return _Cover(rows, toss.end.offset)
    return _Cover((), toss.end.offset)


def _veiled(
    hidden: frozenset[Target], covers: Sequence[_Cover], block: DrawnLines, y: int, line: Row
) -> Row:
    """Line `y` of a block without what is hidden, and with what lies over it.

    The block may have moved since its frames were made, as the hand below it has other lines.
    """
    line = without(hidden, line)
    for cover in covers:
        x, top = cover.at - block.at
        if 0 <= y - top < len(cover.rows):
            line = overlaid(line, cover.rows[y - top], x)
    return line


def without(targets: frozenset[Target], line: Row) -> Row:
    """A line with blanks for all that has one of these targets; itself where there is none."""
    if targets.isdisjoint([bit.target for bit in line]):
        return line
    return tuple(blanks(bit.width) if bit.target in targets else bit for bit in line)


def overlaid(line: Row, over: Row, x: int) -> Row:
    """A line with other bits over its cells from `x` on."""
    end = x + row_width(over)
    if x < 0:
        over, x = cells_of(over, -x, end - x), 0
    left = cells_of(line, 0, x)
    missing = x - row_width(left)
    return (*left, *[blanks(missing)] * (missing > 0), *over, *cells_of(line, end, 1 << 16))


def cells_of(line: Row, start: int, end: int) -> Row:
    """The cells of a line from `start` to before `end`; of a letter in two, a blank for one."""
    bits: list[Bit] = []
    x = 0
    for bit in line:
        left, x = x, x + bit.width
        if x <= start or left >= end:
            continue
        text = bit.text
        if left < start or x > end:
            if len(text) != x - left:
                # A wide letter may be cut: its cell is blank.
                text = "".ljust(x - left)
            text = text[max(0, start - left) : end - left]
        bits.append(bit._replace(text=text))
    return tuple(bits)
