"""Cards that move over the table: which card goes from where to where, and each frame of it."""

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
"""The frames of one flight, before the card is shown at its new place."""
_MAX_FLIGHTS: Final = 4
"""The most flights that are shown one after the other, for draw, melds and discard."""

Veil = Callable[[int, Row], Row]
"""Gets the number of a line and the line. Returns the line to draw in its place."""
Frame = dict[Lines, Veil]
"""A frame of the movement: what is drawn over each block of lines."""


class Flight(NamedTuple):
    """A card that moves over the screen, from the middle of one region to that of another."""

    card: Card | None
    """The card. None: it is face down."""
    start: Region
    end: Region
    hidden: frozenset[Target] = frozenset()
    """The targets that are not drawn before the card has arrived."""
    covers: Card | None = None
    """The discard on which the card is tossed, if that is known."""


class DrawnLines(NamedTuple):
    """A block of lines as it was drawn at some moment, and its region on the screen."""

    lines: Lines
    rows: Sequence[Row]

    @property
    def at(self) -> Offset:
        """The cell of the screen where the lines begin."""
        return self.lines.region.offset


class Pictured(NamedTuple):
    """A view of the game, and the drawn lines that show it."""

    view: SeatView
    drawn: tuple[DrawnLines, ...]

    @classmethod
    def of(cls, view: SeatView, blocks: Iterable[Lines]) -> "Pictured":
        """The picture of a view as these blocks of lines show it now."""
        return cls(view, tuple(DrawnLines(each, each.rows) for each in blocks))

    def place(self, target: Target) -> Region | None:
        """The region of the screen with this target. For a seat it is the number of its cards. None
        if it is not shown."""
        for lines in self.drawn:
            boxes = [box.translate(lines.at) for box in _boxes(lines.rows, target)]
            if boxes:
                return Region.from_union(boxes)
        return None

    def hand_of(self, seat: SeatIndex, card: Card | None) -> Region | None:
        """The region of a card of a seat: in the shown hand, or else the place of the seat."""
        own = None
        if card is not None and seat == self.view.viewer:
            own = self.place(CardTarget(card))
        return own or self.place(SeatTarget(seat)) or self._hand()

    def _hand(self) -> Region | None:
        """The region of the lowest lines, where the viewer's hand is."""
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
    """The flights of cards between two pictures of the same round, in the order of a turn."""
    if before.view.round != now.view.round:
        return ()
    moved = [*_into_hands(before, now), *_onto_table(before, now), *_discarded(before, now)]
    return tuple(moved[:_MAX_FLIGHTS])


def _new_cards(before: Sequence[Card], now: Sequence[Card]) -> list[Card]:
    return [card for card in now if card not in before]


def _into_hands(before: Pictured, now: Pictured) -> Iterator[Flight]:
    """Yields the flights of cards from stock, discards or melds into hands."""
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
    """Yields the cards that have left a meld, each with the index of the meld."""
    for index, (was, meld) in enumerate(zip(old.table, view.table, strict=False)):
        for card in was.cards:
            if card not in meld.cards:
                yield index, card


def _onto_table(before: Pictured, now: Pictured) -> Iterator[Flight]:
    """Yields the flights of cards from hands into new or grown melds."""
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
    """Yields the flight of the card that was discarded, if one was."""
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
    """The frames of these flights, one after the other. Cards that have not arrived are hidden."""
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
    """The card at a step of its straight way from start to end."""
    rows = (
        back(style, None, TINY) if flight.card is None else picture(flight.card, style, None, TINY)
    )
    start, end = flight.start.center, flight.end.center
    part = (step + 0.5) / FLIGHT_FRAMES
    x, y = (begin + (stop - begin) * part for begin, stop in zip(start, end, strict=True))
    return _Cover(rows, Offset(round(x - row_width(rows[0]) / 2), round(y - len(rows) / 2)))


def _pile_before(toss: Flight, style: CardStyle) -> _Cover:
    """The discards before the card arrives. Nothing if they are drawn as text."""
    if toss.covers is not None:
        for form in PILES:
            rows = picture(toss.covers, style, DiscardTarget(), form)
            if (row_width(rows[0]), len(rows)) == toss.end.size:
                return _Cover(rows, toss.end.offset)
    return _Cover((), toss.end.offset)


def _veiled(
    hidden: frozenset[Target], covers: Sequence[_Cover], block: DrawnLines, y: int, line: Row
) -> Row:
    """Line `y` of a block without the hidden targets, and with the covers drawn over it. The block
    may have moved since the frames were made, as the hand below it may have other lines."""
    line = without(hidden, line)
    for cover in covers:
        x, top = cover.at - block.at
        if 0 <= y - top < len(cover.rows):
            line = overlaid(line, cover.rows[y - top], x)
    return line


def without(targets: frozenset[Target], line: Row) -> Row:
    """The line with blanks for all pieces with one of these targets. The same line if it has
    none."""
    if targets.isdisjoint([bit.target for bit in line]):
        return line
    return tuple(blanks(bit.width) if bit.target in targets else bit for bit in line)


def overlaid(line: Row, over: Row, x: int) -> Row:
    """The line with another one drawn over its cells from `x` on."""
    end = x + row_width(over)
    if x < 0:
        over, x = cells_of(over, -x, end - x), 0
    left = cells_of(line, 0, x)
    if (missing := x - row_width(left)) > 0:
        left = (*left, blanks(missing))
    return (*left, *over, *cells_of(line, end, 1 << 16))


def cells_of(line: Row, start: int, end: int) -> Row:
    """The cells of a line from `start` to before `end`. Half a wide letter becomes a blank."""
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
