"""One seat at the table: in a frame, in a strip of two lines, or in a single line."""

from collections.abc import Callable, Sequence, Set
from typing import Final, NamedTuple

from shanghai.engine.seats import SeatIndex, seat_numbers
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.ui.kit.frames import block_centred, fitted, framed
from shanghai.ui.kit.lines import Bit, Row, cut_row, pad, row, width
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.ui.table.meld_text import Writer, flow, meld_blocks, raised, short_bits
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name
from shanghai.words.scores import IS_DOWN, IS_NOT_DOWN, MORE_MELDS
from shanghai.words.short_names import names_at

MOST_CHIPS: Final = 4
"""The calls of a round up to which each is a chip of its own."""
_FAN: Final = 8
"""The cells of a fan of backs in a strip."""


class Marks(NamedTuple):
    """What the table marks: melds that light up, and seats that come before a caller."""

    lit: Set[int] = frozenset()
    before: Set[int] = frozenset()


class SeatForm(NamedTuple):
    """How seats are drawn: how melds are written and how many lines each takes beside the half
    lines of its edge (0: a line of text), the lines of a fan of backs, and whether all of it
    stands in the middle of a frame."""

    write: Writer
    tall: int = 0
    fan: int = 1
    in_middle: bool = False


class SeatDrawing(NamedTuple):
    """What is drawn of a seat and how."""

    view: SeatView
    style: CardStyle
    marks: Marks = Marks()

    def is_on_turn(self, seat: SeatIndex) -> bool:
        """Whether the seat is to draw or to play."""
        return seat == self.view.turn and self.view.phase in (Phase.DRAW, Phase.PLAY)

    def name(self, seat: SeatIndex, room: int) -> Row:
        """Mark, sign, number and name of a seat, D after the dealer's, in `room` cells at most."""
        on_turn = self.is_on_turn(seat)
        mark = self.style.arrow if on_turn else "!" if seat in self.marks.before else " "
        dealer = " D" if seat == self.view.dealer else ""
        name = names_at(self.view, max(4, room - 5 - len(dealer)))[seat]
        look = seat_look(seat)
        return (
            Bit(mark, "accent"),
            Bit(f"{seat_sign(seat, self.style)} {seat + 1} {name}", look),
            Bit(dealer, "dim"),
        )

    def total(self, seat: SeatIndex) -> Row:
        """The running total, a star before that of the leader."""
        view = self.view
        score = view.seats[seat].score
        leads = bool(view.results) and seat in view.leaders
        star = "*" if self.style.ascii else "★"
        return (Bit(f"{star} {score}", "accent"),) if leads else (Bit(str(score), "strong"),)

    def chips(self, seat: SeatIndex) -> Row:
        """The calls that are left and those that are used, as chips or as a figure."""
        view = self.view
        limit, left = view.call_limit(seat), view.calls_left(seat)
        full, empty = ("o", ".") if self.style.ascii else ("●", "○")
        if limit > MOST_CHIPS:
            return (Bit(f"{left}{full}", "chip" if left else "dim"),)
        return row(Bit(full * left, "chip"), Bit(empty * (limit - left), "dim"))

    def held(self, seat: SeatIndex) -> Bit:
        """How many cards the seat holds, marked where it may soon be out."""
        cards = len(self.view.seats[seat].hand)
        return Bit(f"{cards:>2}", "count warn" if cards <= 2 else "count")

    def fan(self, seat: SeatIndex, room: int, lines: int = 1) -> list[Row]:
        """The backs of its cards, as many as there is room for."""
        held = min(len(self.view.seats[seat].hand), room)
        if self.style.ascii:
            return [(Bit("|" * held, "fan back"),)]
        if lines == 1:
            return [(Bit("▌" * held, "fan back"),)]
        pitch = max(1, min(3, (room - 4) // max(1, held)))
        wide = pitch * (held - 1) + 5 if held else 0
        body = ("▌" + "░" * (pitch - 1)) * max(0, held - 1) + "▌░░░░" * bool(held)
        top, foot = (Bit(edge * wide, "fan back-edge") for edge in "▄▀")
        return [(top,), *[(Bit(body, "fan back"),)] * (lines - 2), (foot,)]

    def melds(self, seat: SeatIndex, form: SeatForm, wide: int) -> list[Row]:
        """The melds of a seat in lines of at most `wide` cells; a word where there are none."""
        view = self.view
        mine = [(at, meld) for at, meld in enumerate(view.table) if meld.owner == seat]
        if not mine:
            said = IS_DOWN if view.seats[seat].down else IS_NOT_DOWN
            return [(Bit(said, "dim"),)]
        digits = len(str(len(view.table)))
        blocks = meld_blocks(mine, self.style, form.write, self.marks.lit, digits)
        lines = flow(blocks, wide)
        if form.tall and not self.style.ascii:
            return [part for line in lines for part in raised(line, form.tall)]
        return lines

    def badge(self, seat: SeatIndex) -> Row:
        """What a seat has called, until it is settled."""
        if seat not in self.view.calls:
            return ()
        return (Bit(f" {call_name(self.view.rules)}! ", "cursor"),)

    # -- the three forms --

    def content(self, seat: SeatIndex, form: SeatForm, wide: int) -> list[Row]:
        """The lines inside a frame of a seat: backs, count and chips, then the melds."""
        chips, count = self.chips(seat), self.held(seat)
        fan = self.fan(seat, max(0, wide - width(chips) - count.width - 2), form.fan)
        at = len(fan) // 2
        fan[at] = (*fan[at], Bit(" "), count)
        melds = self.melds(seat, form, wide)
        if form.in_middle:
            fan, melds = block_centred(fan, wide), block_centred(melds, wide)
        fan[0] = (*pad(fan[0], wide - width(chips)), *chips)
        return [*fan, *melds]

    def own_content(
        self, seat: SeatIndex, notes: Sequence[Row], form: SeatForm, wide: int
    ) -> list[Row]:
        """The lines inside the frame of the seat whose hand lies below: its notes, its melds."""
        chips = self.chips(seat)
        rows = list(notes) or [()]
        first = cut_row(rows[0], wide - width(chips) - 1, self.style.mark)
        rows[0] = (*pad(first, wide - width(chips)), *chips)
        return [*rows, *(self.melds(seat, form, wide) if self.view.seats[seat].down else [])]

    def own_strip(
        self, seat: SeatIndex, notes: Callable[[int], list[Row]], form: SeatForm, wide: int
    ) -> list[Row]:
        """The same without a frame: name, calls and total in a line, then notes and melds."""
        name = self.name(seat, self.name_cells(wide))
        head = (*name, Bit("  "), *self.chips(seat), Bit("  "), *self.total(seat), Bit("   "))
        melds = self.melds(seat, form, wide - 4) if self.view.seats[seat].down else []
        said = notes(wide - 3)
        rows: list[Row] = []
        if said and width(head) + width(said[0]) + 2 <= wide:
            rows.append((*head, *said[0]))
            said = said[1:]
        elif melds and width(head) + width(melds[0]) + 2 <= wide:
            rows.append((*head, *melds[0]))
            melds = melds[1:]
        else:
            rows.append(head)
        bits = [(Bit("  "), *line) for line in (*said, *melds)]
        return self._barred(seat, [*rows, *bits], wide)

    def frame(self, seat: SeatIndex, rows: Sequence[Row], wide: int, high: int) -> list[Row]:
        """A seat in a frame, lit where it is on turn."""
        on_turn = self.is_on_turn(seat)
        total = (Bit(" "), *self.total(seat), Bit(" "))
        name = (*self.name(seat, wide - 6 - width(total)), Bit(" "))
        return framed(
            rows,
            wide,
            high,
            self.style,
            head=name,
            right=total,
            foot=self.badge(seat),
            look="gold" if on_turn else "line",
            heavy=on_turn,
            target=("seat", seat),
        )

    def name_cells(self, wide: int) -> int:
        """The cells of marks, number and the longest name in a strip of `wide` cells."""
        most = 8 + max(8, wide // 7)
        return max(width(self.name(seat, most)) for seat in seat_numbers(self.view.players))

    def strip(self, seat: SeatIndex, form: SeatForm, wide: int) -> list[Row]:
        """A seat in two lines or more: who and how many cards, total and calls, melds beside."""
        name = self.name_cells(wide)
        first = (
            *fitted(self.name(seat, name), name),
            Bit(" "),
            *pad(self.fan(seat, _FAN)[0], _FAN + 1),
            self.held(seat),
        )
        second = (Bit("    "), *pad(self.total(seat), name - 3), *self.chips(seat))
        facts = [(*line, Bit("  ")) for line in (first, second)]
        return self._beside_melds(seat, facts, form, wide)

    def line(self, seat: SeatIndex, form: SeatForm, wide: int) -> list[Row]:
        """A seat in one line, or as many as its melds take."""
        name = self.name_cells(wide)
        limit = max(self.view.call_limit(each) for each in self.view.seat_numbers)
        chips = fitted(self.chips(seat), limit if limit <= MOST_CHIPS else 2)
        score = self.total(seat)
        facts = (
            *fitted(self.name(seat, name), name + 1),
            self.held(seat),
            Bit(" "),
            *chips,
            Bit(" " * max(0, 6 - width(score))),
            *score,
            Bit("  "),
        )
        return self._beside_melds(seat, [facts], form, wide)

    def _beside_melds(
        self, seat: SeatIndex, facts: Sequence[Row], form: SeatForm, wide: int
    ) -> list[Row]:
        """What is known of a seat with its melds at the right of it, on its ground."""
        room = 1 + max(map(width, facts))
        called = self.badge(seat)
        melds = self.melds(seat, form, wide - room - width(called) - 1)
        melds[0] = (*called, *([Bit(" ")] if called else []), *melds[0])
        rows = []
        for at in range(max(len(facts), len(melds))):
            left = pad(facts[at] if at < len(facts) else (), room - 1)
            right = melds[at] if at < len(melds) else ()
            rows.append((*left, *right))
        return self._barred(seat, rows, wide)

    def _barred(self, seat: SeatIndex, rows: Sequence[Row], wide: int) -> list[Row]:
        """Lines of a strip on their ground, behind a bar in the colour of the seat."""
        on_turn = self.is_on_turn(seat)
        sign = ("#" if on_turn else "|") if self.style.ascii else "█" if on_turn else "▌"
        bar = Bit(sign, "gold" if on_turn else seat_look(seat))
        target = ("seat", seat)
        drawn = [fitted((bar, *line), wide, self.style.mark) for line in rows]
        return [
            tuple(
                bit._replace(look=f"box {bit.look}".rstrip(), target=bit.target or target)
                for bit in line
            )
            for line in drawn
        ]


def cut_lines(
    rows: list[Row], most: int, wide: int, style: CardStyle, seat: SeatIndex
) -> list[Row]:
    """The first lines of a seat, with a mark where its melds go on."""
    if len(rows) <= most:
        return rows
    kept = rows[:most]
    hidden = Bit(MORE_MELDS.format(mark=style.mark), "box warn", ("seat", seat))
    kept[-1] = (*cut_row(kept[-1], wide - hidden.width, ""), hidden)
    return kept


SHORT_FORM: Final = SeatForm(short_bits)
