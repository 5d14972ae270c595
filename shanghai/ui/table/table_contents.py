"""The table on the screen: the seats in frames, strips or lines, and what is between them."""

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache, partial
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from textual.geometry import Size

from shanghai.engine.seats import NOBODY, SeatIndex, next_seat
from shanghai.engine.state import Meld, Phase, SeatView
from shanghai.ui.kit.cards import seat_look, seat_sign
from shanghai.ui.kit.frames import Edges, beside, fitted, framed, on_ground
from shanghai.ui.kit.lines import (
    Bit,
    Lines,
    Row,
    blanks,
    cut_row,
    pad,
    row,
    row_width,
    side_by_side,
)
from shanghai.ui.kit.pictures import BROAD_FAN, TINY, CardForm
from shanghai.ui.table import meld_text
from shanghai.ui.table.talk import Talk
from shanghai.ui.table.targets import MeldTarget, SeatTarget
from shanghai.words import scores
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.phrases import call_name
from shanghai.words.short_names import names_at

Block = Callable[[int], list[Row]]
"""Draws a block of lines, at most as wide as the given number of cells."""
Wings = tuple[Callable[[int, int], list[Row]], Callable[[int, int], list[Row]]]
"""The functions that draw the left and the right wing. They get a width and a height."""
_WING: Final = 56
"""The cells of a wing."""
_WING_LINES: Final = 17
"""The least lines of a wing."""
_TALL_FRAME: Final = 14
"""The lines of the frames on a table with wings, if there is room. They do not change with the
melds."""
_MIN_FRAME: Final = 25
"""The least cells of a frame."""
_FRAMES_FROM: Final = 14
_FRAMES_NEAR_FROM: Final = 22
"""The least lines of a table with a near side on which seats are in frames."""
_FRAMED_FROM: Final = 160
"""The least cells of a table without wings on which melds are drawn inside the frames."""
_MAX_ACROSS: Final = 4
_FACE_FROM: Final = 36
"""The least cells of a frame with a face in it."""
_WORDS_FROM: Final = 26
"""The least cells of a frame in which dealer and calls are written as words."""
COMES_BEFORE: Final = "!"
"""The mark of a seat that may still call before the one that has called."""
_MAX_CHIPS: Final = 4
"""The most calls of a round that are drawn as a chip each."""
_FAN: Final = 8
"""The cells of a fan of cards, face down, in a strip."""
_LINE_FAN: Final = 6
"""The cells of such a fan in a line. There a cell is for two cards."""
_BACKS_FROM: Final = 78
"""The least cells of a line that shows cards face down."""


LitPile = Literal["", "stock", "discards"]
"""The pile that is highlighted. Empty: none."""


class Marks(NamedTuple):
    """What is marked on the table: lit melds, seats that come before a caller, and the chosen
    meld."""

    lit: Set[int] = frozenset()
    before: Set[int] = frozenset()
    chosen: int = -1
    phones: Set[int] = frozenset()
    """The seats that have their hand on a phone."""
    lit_pile: LitPile = ""
    """The pile that a hint names."""


class _Layout(NamedTuple):
    """How the seats and their melds are laid out."""

    seats: Literal["frames", "strips", "lines"]
    """Frames have several lines, strips two, and lines one for each seat."""
    write: meld_text.Writer
    """How melds are written, if they are not drawn as cards."""
    is_raised: bool = False
    """Whether the paper of written melds is half a line taller above and below."""
    cards: CardForm | None = None
    """The form of the cards if melds are drawn as fans. None: they are written."""
    has_plates: bool = False
    """Whether melds are below the name plate of their seat, and not inside a frame with it."""


_LARGE_FANS: Final = _Layout("frames", meld_text.plain_bits, cards=BROAD_FAN, has_plates=True)
_SMALL_FANS: Final = _Layout("frames", meld_text.plain_bits, cards=TINY, has_plates=True)
_RAISED_MELDS: Final = _Layout("frames", meld_text.long_bits, is_raised=True)
_LONG_MELDS: Final = _Layout("frames", meld_text.long_bits)
_PLAIN_MELDS: Final = _Layout("frames", meld_text.plain_bits)
_SHORT_MELDS: Final = _Layout("frames", meld_text.slip_bits)
_SHORT_LINES: Final = _Layout("lines", meld_text.slip_bits)
_IN_LINES: Final = (
    _Layout("lines", meld_text.long_bits),
    _Layout("lines", meld_text.plain_bits),
    _SHORT_LINES,
)
_BELOW_EACH_OTHER: Final = (
    _Layout("strips", meld_text.long_bits),
    _Layout("strips", meld_text.plain_bits),
    *_IN_LINES,
)
"""The layouts without frames, the one with most room first."""


_Groups = list[list[tuple[SeatIndex, int]]]
"""The seats in each line of frames, each with the cells of its frame."""


class TableContents(NamedTuple):
    """What is on a table: the view, the middle, the near side, the players' words, and the
    wings."""

    view: SeatView
    style: CardStyle = CardStyle()
    marks: Marks = Marks()
    middle: tuple[Block, ...] = ()
    own: Block | None = None
    talk: Mapping[SeatIndex, Talk] = MappingProxyType({})
    wings: Wings | None = None
    next_near: SeatIndex = NOBODY
    """The seat at the near side if no player is looking: the next one at the keyboard."""

    @property
    def near(self) -> SeatIndex:
        """The seat at the near side, below the middle. NOBODY if all seats are around the
        middle."""
        return self.next_near if self.view.viewer == NOBODY else self.view.viewer

    @property
    def around(self) -> bool:
        """Whether all seats are around the middle, as no hand is below it."""
        return self.near == NOBODY

    def least_lines(self, width: int) -> int:
        """The number of lines that all seats take in their shortest form."""
        return sum(map(len, self._seat_rows(_SHORT_LINES, width)))

    def rows(self, width: int, height: int) -> list[Row]:
        """The table in at most `height` lines. It is cut if even the shortest layout has more."""
        room = width - 2 * (_WING + 1) if self.wings else width
        middle = cache(lambda number: self.middle[number](room) if self.middle else [])
        frames_from = _FRAMES_FROM if self.around else _FRAMES_NEAR_FROM
        if height >= frames_from and (rows := self._framed_rows(middle, Size(width, height))):
            return rows
        drawn = cache(partial(self._seat_rows, width=width))
        # Whatever is in the middle, the seats before a near side keep their places.
        layouts = _BELOW_EACH_OTHER if self.around else _IN_LINES
        chosen = _roomiest(
            layouts,
            self._middles,
            lambda layout: height - sum(map(len, drawn(layout))),
            lambda number: len(middle(number)),
        )
        if chosen is None:
            return self._cut(middle(self._middles[-1]), width, height)
        layout, number = chosen
        return self._stripped(drawn(layout), middle(number), height)

    @property
    def _middles(self) -> range:
        """The numbers of the blocks that can be in the middle, from the largest to the smallest."""
        return range(max(1, len(self.middle)))

    def _framed_rows(self, middle: Callable[[int], list[Row]], space: Size) -> list[Row]:
        """The table with seats in frames, in the best layout for its size. Empty if none fits.

        Melds as cards are preferred to large piles, and large piles to written melds with more
        room.
        """
        width, height = space
        groups = self._groups(width)
        seat_lines = cache(partial(self._seat_lines, groups))
        choices: list[tuple[tuple[_Layout, ...], range]] = [
            ((fans,), self._middles[:-1]) for fans in self._fans(width)
        ]
        written = (_RAISED_MELDS, _LONG_MELDS, _PLAIN_MELDS)[self.style.ascii :]
        choices += [(written, self._middles), ((_SHORT_MELDS,), self._middles)]
        for layouts, numbers in choices:
            chosen = _roomiest(
                layouts,
                numbers,
                lambda layout: (
                    height - sum(_frame_lines(seat_lines(layout))) if seat_lines(layout) else -1
                ),
                lambda number: max(len(middle(number)), _WING_LINES if self.wings else 0),
            )
            if chosen is not None:
                layout, number = chosen
                return self._framed(groups, seat_lines(layout), layout, middle(number), space)
        return []

    def _fans(self, width: int) -> list[_Layout]:
        """The layouts with melds as cards, the larger first. Empty in ASCII."""
        fans = [] if self.style.ascii else [_LARGE_FANS, _SMALL_FANS]
        if self.wings is None and width >= _FRAMED_FROM:
            # Frames divide the baize where no wings do.
            fans = [layout._replace(has_plates=False) for layout in fans]
        return fans

    def _seat_lines(self, groups: _Groups, layout: _Layout) -> list[list[list[Row]]]:
        """The rows of all seats, by line of frames and by seat. Empty if a row is wider than its
        frame."""
        seat_lines = [
            [self._content(seat, layout, cells) for seat, cells in group] for group in groups
        ]
        overflows = layout.write is not meld_text.slip_bits and any(
            row_width(line) > self._room(seat, layout, cells)
            for content, group in zip(seat_lines, groups, strict=True)
            for rows, (seat, cells) in zip(content, group, strict=True)
            for line in rows
        )
        return [] if overflows else seat_lines

    def _framed(
        self,
        groups: _Groups,
        seat_lines: list[list[list[Row]]],
        layout: _Layout,
        middle: list[Row],
        space: Size,
    ) -> list[Row]:
        """Seats in frames above and below the middle. Spare lines make the frames higher."""
        width, height = space
        heights = self._heights(seat_lines, len(middle), height)
        if self.wings:
            room, widths = height - sum(heights), (_WING, width - 2 * (_WING + 1), _WING)
            left, right = (wing(_WING, room) for wing in self.wings)
            middle = beside([left, [*[()] * ((room - len(middle)) // 2), *middle], right], widths)
        first = -(-len(groups) // 2) if self.around else len(groups) - 1
        before: list[Row] = []
        behind: list[Row] = []
        for at, (group, content, tall) in enumerate(zip(groups, seat_lines, heights, strict=True)):
            has_foot = tall > 2 + max(map(len, content))
            frames = [
                self._place(seat, cells, layout, rows, tall, has_foot)
                for (seat, cells), rows in zip(group, content, strict=True)
            ]
            part = before if at < first else behind
            part += beside(frames, [cells for _, cells in group])
        spare = max(0, height - len(before) - len(middle) - len(behind))
        above = max(min(1, spare), (spare - self._lines_for_melds(layout, width)) // 2)
        return [*before, *[()] * above, *middle, *[()] * (spare - above), *behind]

    def _heights(
        self, seat_lines: list[list[list[Row]]], middle_lines: int, height: int
    ) -> list[int]:
        """The heights of the lines of frames. Lines that the middle leaves go to the lowest."""
        heights = _frame_lines(seat_lines)
        spare = height - sum(heights) - max(middle_lines, _WING_LINES if self.wings else 0)
        last = len(heights) if self.around else len(heights) - 1
        tallest = _TALL_FRAME if self.wings else height // 3
        for _ in range(max(0, spare - 4)):
            lowest = min(range(last), key=lambda at: heights[at])
            if heights[lowest] >= tallest:
                break
            heights[lowest] += 1
        return heights

    def _lines_for_melds(self, layout: _Layout, width: int) -> int:
        """The number of lines below the middle that are reserved for the melds of the player.

        So the middle keeps its place when they are laid. None are reserved while they are laid out
        in the middle itself.
        """
        is_waiting = (
            self.own is not None and self.own(width) and not self.view.seats[self.near].down
        )
        return layout.cards.lines - 1 if layout.cards and is_waiting else 0

    def _groups(self, width: int) -> _Groups:
        """The seats in lines of frames, clockwise. Empty if there is no room for frames."""
        across = min(_MAX_ACROSS, (width + 1) // (_MIN_FRAME + 1))
        if across < 2:
            return []
        seats = self._seats()
        if self.around:
            half = -(-len(seats) // 2)
            lines = [*_split(seats[:half], across), *_split(seats[half:][::-1], across)]
        else:
            lines = [*_split(seats[:-1], across), seats[-1:]]
        return [[*zip(line, _widths(width, len(line)), strict=True)] for line in lines]

    def _has_plate(self, seat: SeatIndex, layout: _Layout) -> bool:
        """Whether a seat is drawn as a name plate with its melds below, and not as a frame around
        them."""
        return layout.has_plates and not (seat == self.near and self.own is not None)

    def _room(self, seat: SeatIndex, layout: _Layout, cells: int) -> int:
        """The width of a seat's rows. Below a plate it includes the gap between seats."""
        return cells + 1 if self._has_plate(seat, layout) else cells - 4

    def _content(self, seat: SeatIndex, layout: _Layout, cells: int) -> list[Row]:
        """The rows of a seat: cards face down, count and chips, or its notes, then its melds."""
        room = self._room(seat, layout, cells)
        if self._has_plate(seat, layout):
            # Small cards need all cells for two melds side by side.
            margin = 0 if layout.cards == TINY or not self._has_melds(seat) else 2
            return [(blanks(margin), *line) for line in self._melds(seat, layout, room - margin)]
        melds = self._melds(seat, layout, room)
        chips = self._chips(seat, in_words=cells >= _WORDS_FROM)
        left = room - row_width(chips)
        if seat == self.near and self.own is not None:
            is_down = self.view.seats[seat].down or bool(self.view.seats[seat].parts)
            notes = self.own(room) or ([()] if is_down else melds)
            melds = melds if is_down else []
            first = (self.own(left - 1) or notes)[0]
            first = pad(cut_row(first, left - 1, self.style.mark), left)
            return [(*first, *chips), *notes[1:], *melds]
        return [(*pad(self._backs(seat, left), left), *chips), *melds]

    def _backs(self, seat: SeatIndex, room: int) -> Row:
        """A hand face down and the number of its cards, in at most `room` cells."""
        count = self._card_count(seat)
        return (*self._fan(seat, max(0, room - count.width - 2)), Bit(" "), count)

    def _place(
        self,
        seat: SeatIndex,
        cells: int,
        layout: _Layout,
        rows: Sequence[Row],
        height: int,
        has_foot: bool,
    ) -> list[Row]:
        """The place of a seat: a frame around its rows, or its name plate above its melds. If no
        line is left for the foot of the plate, the melds take its place."""
        if not self._has_plate(seat, layout):
            return self._frame(seat, cells, rows, height)
        if self._has_melds(seat):
            place = [*self._plate(seat, cells)[: 3 if has_foot else 2], *rows]
        else:
            place = self._plate(seat, cells, (Bit(" "), *rows[0][1:], Bit(" ")))
        return [*place, *[()] * (height - len(place))]

    def _frame(self, seat: SeatIndex, width: int, rows: Sequence[Row], height: int) -> list[Row]:
        """A seat in a frame around its rows, with its words in the lower edge."""
        speech = self._speech(seat)
        head, total = self._edges(seat, width, width - 6)
        edges = Edges(head, total, speech)
        look = self._edge_look(seat)
        return framed(rows, width, height, self.style, edges, look, SeatTarget(seat))

    def _plate(self, seat: SeatIndex, width: int, foot: Row = ()) -> list[Row]:
        """A seat as a name plate: a frame around cards face down and chips, with its words after
        its name."""
        speech = self._speech(seat)
        head, total = self._edges(seat, width, width - 7 - row_width(speech))
        chips = self._chips(seat, in_words=width >= _WORDS_FROM)
        room = width - 4 - row_width(chips)
        line = (*pad(self._backs(seat, room), room), *chips)
        edges = Edges((*head, *speech), total, foot, ())
        return framed([line], width, 3, self.style, edges, self._edge_look(seat), SeatTarget(seat))

    def _edges(self, seat: SeatIndex, width: int, room: int) -> tuple[Row, Row]:
        """The name and the total of a seat, for the upper edge of its frame, in `room` cells."""
        total = (Bit(" "), *self._total(seat), Bit(" "))
        words_from = _FACE_FROM if self._speech(seat) else _WORDS_FROM
        name = self._name(seat, room - row_width(total), in_words=width >= words_from)
        return (*name, *self._face(seat, width), Bit(" ")), total

    def _speech(self, seat: SeatIndex) -> Row:
        """The call of a seat, or what it has just said."""
        return self._badge(seat) or self._bubble(seat)

    def _edge_look(self, seat: SeatIndex) -> str:
        """The look of the frame of a seat."""
        return "gold" if self._is_on_turn(seat) else "line"

    def _has_melds(self, seat: SeatIndex) -> bool:
        """Whether melds of a seat are on the table."""
        return any(meld.owner == seat for meld in self.view.table)

    def _seats(self) -> list[SeatIndex]:
        """The seats from the top of the screen to the bottom. The viewer's own seat is the last."""
        view = self.view
        if self.around:
            return [*view.seat_numbers]
        return [next_seat(self.near, view.players, at) for at in range(1, view.players + 1)]

    def _seat_rows(self, layout: _Layout, width: int) -> list[list[Row]]:
        own = self.near if self.own is not None else NOBODY
        draw = self._strip if layout.seats == "strips" else self._line
        return [
            (self._own_strip if seat == own else draw)(seat, layout, width)
            for seat in self._seats()
        ]

    def _stripped(self, seat_rows: list[list[Row]], middle: list[Row], height: int) -> list[Row]:
        """Seats one below the other. The middle is below all, but above the viewer's own seat."""
        spare = height - sum(map(len, seat_rows)) - len(middle)
        is_apart = self.around and spare >= len(seat_rows) - 1
        *others, last = seat_rows
        own = [] if self.around or self.own is None else last
        rows: list[Row] = []
        for lines in others if own else seat_rows:
            if is_apart and rows:
                rows.append(())
            rows += lines
        spare = height - len(rows) - len(middle) - len(own)
        above = spare if self.around else spare // 2
        return [*rows, *[()] * above, *middle, *[()] * (spare - above), *own]

    def _cut(self, middle: list[Row], width: int, height: int) -> list[Row]:
        """The shortest layout. The melds of each seat are cut to the lines that are left, with a
        mark."""
        drawn = self._seat_rows(_SHORT_LINES, width)
        spare = max(0, height - len(middle) - len(drawn))
        for seat, lines in zip(self._seats(), drawn, strict=True):
            more = min(spare, len(lines) - 1)
            spare -= more
            if len(lines) > 1 + more:
                del lines[1 + more :]
                hidden = Bit(
                    scores.MORE_MELDS.format(mark=self.style.mark), "box warn", SeatTarget(seat)
                )
                lines[-1] = (*cut_row(lines[-1], width - hidden.width, ""), hidden)
        own = [] if self.around or self.own is None else drawn.pop()
        others = [line for lines in drawn for line in lines]
        return [*others[: max(0, height - len(middle) - len(own))], *middle, *own]

    def _own_strip(self, seat: SeatIndex, layout: _Layout, width: int) -> list[Row]:
        """The viewer's own seat: name, calls and total in a line, then notes and melds."""
        in_words = layout.seats == "strips"
        name = self._name(seat, self._name_cells(width, in_words=in_words), in_words=in_words)
        chips = self._chips(seat, in_words=True)
        head = (*name, Bit("  "), *chips, Bit("  "), *self._total(seat), Bit("   "))
        has_melds = self.view.seats[seat].down or bool(self.view.seats[seat].parts)
        melds = self._melds(seat, layout, width - 4) if has_melds else []
        notes = self.own(width - 3) if self.own else []
        for lines in (notes, melds):
            if lines and row_width(head) + row_width(lines[0]) + 2 <= width:
                head = (*head, *lines.pop(0))
                break
        return self._barred(seat, [head, *((Bit("  "), *line) for line in (*notes, *melds))], width)

    def _strip(self, seat: SeatIndex, layout: _Layout, width: int) -> list[Row]:
        """A seat in two lines or more: name and number of cards, total and calls, with the
        melds."""
        name = self._name_cells(width, in_words=True)
        first = (
            *fitted(self._name(seat, name, in_words=True), name),
            Bit(" "),
            *pad(self._fan(seat, _FAN), _FAN + 1),
            self._card_count(seat),
        )
        chips = self._chips(seat, in_words=True)
        chips = chips if row_width(chips) <= _FAN + 3 else self._chips(seat)
        second = (Bit("    "), *pad(self._total(seat), name - 3), *chips)
        return self._beside_melds(
            seat, [(*line, Bit("  ")) for line in (first, second)], layout, width
        )

    def _line(self, seat: SeatIndex, layout: _Layout, width: int) -> list[Row]:
        name, score = self._name_cells(width), self._total(seat)
        most = max(4, *(row_width(self._total(each)) for each in self.view.seat_numbers))
        limit = max(self.view.call_limit(each) for each in self.view.seat_numbers)
        backs = self._fan(seat, _LINE_FAN, 2) if width >= _BACKS_FROM else ()
        facts = (
            *fitted(self._name(seat, name), name + 1),
            *pad(backs, _LINE_FAN + 1 if backs else 0),
            self._card_count(seat),
            Bit(" "),
            *fitted(self._chips(seat)[1:], limit if limit <= _MAX_CHIPS else 2),
            blanks(1 + most - row_width(score)),
            *score,
            Bit(" "),
        )
        return self._beside_melds(seat, [facts], layout, width)

    def _beside_melds(
        self, seat: SeatIndex, facts: Sequence[Row], layout: _Layout, width: int
    ) -> list[Row]:
        """Facts about a seat with its melds to the right, on the background of the seat."""
        called, room = self._badge(seat), max(map(row_width, facts))
        melds = self._melds(seat, layout, width - room - row_width(called) - 1)
        melds[0] = (*called, *([Bit(" ")] if called else []), *melds[0])
        rows, bubble = side_by_side(facts, melds, gap=0), () if called else self._bubble(seat)
        spare = width - 2 - row_width(rows[0]) - row_width(bubble)
        if spare > 0:
            rows[0] = (*rows[0], blanks(spare), *bubble)
        return self._barred(seat, rows, width)

    def _barred(self, seat: SeatIndex, rows: Sequence[Row], width: int) -> list[Row]:
        """The rows of a strip on their background, after a bar in the colour of the seat."""
        on_turn = self._is_on_turn(seat)
        sign = ("#" if on_turn else "|") if self.style.ascii else "█" if on_turn else "▌"
        bar = Bit(sign, "gold" if on_turn else seat_look(seat))
        return [
            on_ground(fitted((bar, *line), width, self.style.mark), "box", SeatTarget(seat))
            for line in rows
        ]

    def _is_on_turn(self, seat: SeatIndex) -> bool:
        return seat == self.view.turn and self.view.phase in (Phase.DRAW, Phase.PLAY)

    def _name(self, seat: SeatIndex, room: int, *, in_words: bool = False) -> Row:
        """Mark, sign, number and name of a seat in `room` cells, and a sign or word if it deals."""
        on_turn = self._is_on_turn(seat)
        mark = self.style.arrow if on_turn else COMES_BEFORE if seat in self.marks.before else " "
        dealer = f" {scores.DEALS}" if in_words else f" {scores.DEALER_MARK}"
        dealer *= seat == self.view.dealer
        if letter := scores.side_letter(self.view, seat):
            dealer = f" ({letter}){dealer}"
        if seat in self.marks.phones:
            dealer += " []" if self.style.ascii else " ▐▌"
        name = names_at(self.view, max(4, room - 5 - len(dealer)))[seat]
        text = f"{seat_sign(seat, self.style)} {seat + 1} {name}"
        return (Bit(mark, "accent"), Bit(text, seat_look(seat)), Bit(dealer, "dim"))

    def _name_cells(self, width: int, *, in_words: bool = False) -> int:
        """The cells that marks, number and the longest name take in a strip of `width` cells."""
        most = 8 + max(8, width // 7)
        most += cell_width(scores.DEALS) - 1 if in_words else 0
        names = (self._name(seat, most, in_words=in_words) for seat in self.view.seat_numbers)
        return max(map(row_width, names))

    def _total(self, seat: SeatIndex) -> Row:
        view, score = self.view, str(self.view.seats[seat].score)
        if view.sides.have_partners:
            score += f" ({view.side_scores[view.sides.of(seat)].points})"
        if view.results and seat in view.leaders:
            return (Bit(f"{self.style.crown} {score}", "accent"),)
        return (Bit(score, "strong"),)

    def _chips(self, seat: SeatIndex, *, in_words: bool = False) -> Row:
        """The jokers won, calls left and calls used of a seat, as chips or as numbers."""
        limit, left = self.view.call_limit(seat), self.view.calls_left(seat)
        full, empty = ("o", ".") if self.style.ascii else ("●", "○")
        talk = self.talk.get(seat, Talk())
        figure = f"{scores.WON} {talk.jokers}" if in_words else f"+{talk.jokers}"
        won = Bit(f"{figure}{self.style.star} " if talk.jokers else "", "joker")
        label = Bit(f" {scores.CALLS}" if in_words and limit > 0 else "", "dim")
        if limit > _MAX_CHIPS:
            return row(won, Bit(f"{left}{full}", "chip" if left else "dim"), label)
        used = limit - left
        gone = min(used, int(talk.paid))
        return row(
            won,
            Bit(full * left, "chip"),
            Bit(empty * gone, "used"),
            Bit(empty * (used - gone), "dim"),
            label,
        )

    def _card_count(self, seat: SeatIndex) -> Bit:
        cards = len(self.view.seats[seat].hand)
        return Bit(f"{cards:>2}", "count warn" if cards <= 2 else "count")

    def _fan(self, seat: SeatIndex, room: int, in_a_cell: int = 1) -> Row:
        """A hand face down as a fan of at most `room` cells. A cell is for `in_a_cell` cards."""
        count = min(-(-len(self.view.seats[seat].hand) // in_a_cell), room)
        return (Bit(("|" if self.style.ascii else "▌") * count, "fan back"),)

    def _melds(self, seat: SeatIndex, layout: _Layout, width: int) -> list[Row]:
        """The melds of a seat in rows of at most `width` cells. A word if there are none."""
        view = self.view
        mine = [(at, meld) for at, meld in enumerate(view.table) if meld.owner == seat]
        if not mine:
            word = str(scores.DOWN if view.seats[seat].down else scores.NOT_DOWN)
            if layout.seats == "lines":
                word = f" {word}, {scores.DEALS}" if seat == view.dealer else f" {word}"
            return [(Bit(word, "dim"),)]
        digits = len(str(len(view.table)))
        blocks = [self._meld(at, meld, layout, digits, width) for at, meld in mine]
        blocks = [meld_text.raised(*block) for block in blocks] if layout.is_raised else blocks
        return meld_text.flow_blocks(blocks, width)

    def _meld(self, at: int, meld: Meld, layout: _Layout, digits: int, width: int) -> list[Row]:
        """A meld with its number before it. A lit meld is in `›‹`, the chosen one on gold in
        `▸◂`."""
        style, target, shines = self.style, MeldTarget(at), at in self.marks.lit
        is_chosen = at == self.marks.chosen
        signs = ("[]" if is_chosen else "><") if style.ascii else "▸◂" if is_chosen else "›‹"
        left, right = [*(signs if shines else "  ")]
        look = "cursor" if is_chosen else "accent"
        number = Bit(f"{at + 1:>{digits}} ", look if shines else "dim", target)
        before, after = (Bit(left, look, target), number), (Bit(right, look, target),)
        if layout.cards is not None:
            drawn = meld_text.card_rows(meld, style, layout.cards, target)
            if shines:
                drawn = [meld_text.glowing(line, is_chosen=is_chosen) for line in drawn]
            number = Bit(f"{at + 1:>{digits}}", look if shines else "dim", target)
            return meld_text.between((number,), drawn, ())
        cards, room = layout.write(meld, style, target), width - digits - 3
        if layout.write is meld_text.long_bits and row_width(cards) > room:
            cards = meld_text.narrow_bits(meld, style, room, target)
        cards = meld_text.glowing(cards) if shines else cards
        return [(*before, *cards, *after)]

    def _face(self, seat: SeatIndex, width: int) -> Row:
        face = self.talk.get(seat, Talk()).face
        return (Bit(f" {face}", "accent"),) if face and width >= _FACE_FROM else ()

    def _bubble(self, seat: SeatIndex) -> Row:
        words = self.talk.get(seat, Talk()).words
        if not words or self.style.ascii:
            return (Bit(f" {words} ", "paper"),) if words else ()
        return (Bit("▐", "edge"), Bit(words, "paper"), Bit("▌", "edge"))

    def _badge(self, seat: SeatIndex) -> Row:
        """The call of a seat. Its place stays reserved after the call is settled."""
        badge, bubble = Bit(f" {call_name(self.view.rules)}! ", "cursor"), self._bubble(seat)
        if seat in self.view.calls:
            return (badge,)
        return bubble if self.talk.get(seat, Talk()).words == badge.text.strip() else ()


def _roomiest(
    layouts: Sequence[_Layout],
    middles: range,
    room: Callable[[_Layout], int],
    lines: Callable[[int], int],
) -> tuple[_Layout, int] | None:
    """The layout that leaves room for the largest middle, and the number of that middle. None if
    none fits.

    `room` gives the lines that a layout leaves, `lines` those of a middle. If several layouts are
    as good, the first is taken.
    """
    chosen: tuple[_Layout, int] | None = None
    for layout in layouts:
        number = next((each for each in middles if lines(each) <= room(layout)), None)
        if number is not None:
            # Only a larger middle would be better.
            chosen, middles = (layout, number), middles[: middles.index(number)]
    return chosen


def _frame_lines(seat_lines: list[list[list[Row]]]) -> list[int]:
    """The least height of each line of frames, by the content of the frames."""
    return [2 + max(map(len, content)) for content in seat_lines]


def _split(seats: Sequence[SeatIndex], across: int) -> list[list[SeatIndex]]:
    """The seats in lines of at most `across` seats, of about the same number."""
    lines = -(-len(seats) // across)
    ends = [len(seats) * at // lines for at in range(lines + 1)] if lines else []
    return [list(seats[first:end]) for first, end in pairwise(ends)]


def _widths(width: int, count: int) -> list[int]:
    """The widths of `count` frames side by side, with a cell between them."""
    room = width - (count - 1)
    return [room // count + (at < room % count) for at in range(count)]


class TableView(Lines):
    """The table as a widget, laid out for its size."""

    _contents: TableContents | None = None
    _key: object = None
    _drawn_for: object = None

    def update(self, contents: TableContents, key: object = None) -> None:
        """Shows a table. It is laid out again only if the contents or the `key` have changed."""
        self._contents, self._key = contents, key
        self.on_resize()

    def on_resize(self) -> None:
        """Lays the table out for its new size."""
        contents, size = self._contents, self.size
        if contents is None or not size.width:
            return
        asked = (contents.view, contents.style, contents.marks, contents.talk, self._key, size)
        if asked != self._drawn_for:
            self._drawn_for = asked
            self.show(contents.rows(size.width, size.height))
