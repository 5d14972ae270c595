"""The hands laid open at the end of a round: as cards with the points that each counts."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import CallGranted, ShanghaiCalled
from shanghai.engine.seats import SeatIndex, seat_numbers
from shanghai.engine.state import State
from shanghai.ui.kit.cards import card_bit, suit_look
from shanghai.ui.kit.frames import beside, block_centred, framed
from shanghai.ui.kit.lines import Bit, Row, cut_row, pad, width
from shanghai.ui.kit.pictures import SIZES, CardSize
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.ui.table.card_row import Grid, Shown, hand_rows
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.phrases import call_name
from shanghai.words.short_names import names_at

Calls = Mapping[SeatIndex, Sequence[CallGranted | ShanghaiCalled]]
_NAME: Final = 20
"""The cells of a name at most."""
_TWO_COLUMNS: Final = 90
"""The cells from which on hands may lie on strips in two columns."""


class _Hands(NamedTuple):
    """The hands of a round that is over and how they are drawn."""

    view: State
    style: CardStyle
    calls: Calls

    def name(self, seat: SeatIndex) -> Row:
        """The name of a seat with its sign."""
        name = names_at(self.view, _NAME)[seat]
        return (Bit(f"{seat_sign(seat, self.style)} {name}", seat_look(seat)),)

    def points(self, seat: SeatIndex) -> Bit:
        """The points of the round, marked where they were corrected."""
        result = self.view.results[-1]
        corrected = ((made.seat, made.round) for made in self.view.corrections)
        mark = "c" if (seat, result.round) in corrected else ""
        look = "good" if seat == result.out else "strong"
        ticks = "" if mark else " count"
        return Bit(f"{mark}{result.points[seat]}", f"{look}{ticks}")

    def said(self, seat: SeatIndex) -> Row:
        """Whether the seat was out or not down, and what it called."""
        out = seat == self.view.results[-1].out
        held = self.view.seats[seat]
        word = "out" if out else "" if held.down else "not down"
        bits = [Bit(word, "good" if out else "dim")] if word else []
        for call in self.calls.get(seat, ()):
            name = "SHANGHAI" if isinstance(call, ShanghaiCalled) else call_name(self.view.rules)
            gap = "  " if bits else ""
            bits += [Bit(f"{gap}{name} ", "dim"), card_bit(call.card, self.style)]
        return tuple(bits)

    def frame(self, seat: SeatIndex, wide: int, size: CardSize) -> list[Row] | None:
        """A hand as a fan of cards in a frame, the points of each below; None if it is too wide."""
        hand = _ordered(self.view.seats[seat].hand)
        inner = wide - 4
        pitch = size.wide + 1
        if len(hand) > 1:
            pitch = min(pitch, (inner - size.wide) // (len(hand) - 1))
        if pitch < 4:
            return None
        rows: list[Row] = [()] * (size.high + 1)
        if hand:
            cards = hand_rows(hand, Shown(), Grid(len(hand), 1, size, pitch), self.style)[1:]
            figures = (f"{self.view.rules.face_points(face_of(card))}" for card in hand)
            rows = [*cards, tuple(Bit(f" {figure}".ljust(pitch), "dim") for figure in figures)]
        out = seat == self.view.results[-1].out
        if out and not hand:
            rows[size.high // 2] = (Bit(f"{'*' if self.style.ascii else '★'} out", "accent"),)
        return framed(
            block_centred(rows, inner),
            wide,
            len(rows) + 2,
            self.style,
            head=(Bit(" "), *self.name(seat), Bit("  "), *self.said(seat), Bit(" ")),
            right=(Bit(" "), self.points(seat), Bit(" ")),
            look="gold" if out else "line",
            heavy=out,
        )

    def strip(self, seat: SeatIndex, wide: int) -> list[Row]:
        """A hand on a strip of paper, the points of each card after it."""
        room = 3 + max(cell_width(name) for name in names_at(self.view, _NAME))
        figure = self.points(seat)
        head = (
            *pad(self.name(seat), room),
            Bit(" " * max(0, 5 - figure.width)),
            figure,
            Bit("  "),
            *self.said(seat),
        )
        rows = [cut_row(head, wide, self.style.mark)]
        line: list[Bit] = [Bit("   ")]
        for card in _ordered(self.view.seats[seat].hand):
            points = self.view.rules.face_points(face_of(card))
            paper = Bit(f" {self.style.text(card)} ", f"paper-{suit_look(card)}")
            bits = [paper, Bit(f"{points} ", "dim")]
            if width((*line, *bits)) > wide:
                rows.append(tuple(line))
                line = [Bit("   ")]
            line += bits
        return [*rows, tuple(line)] if len(line) > 1 else rows


def open_hands_rows(
    view: State, wide: int, high: int, style: CardStyle, calls: Calls | None = None
) -> list[Row]:
    """Every hand with its points: as cards where there is room, else on strips of paper."""
    hands = _Hands(view, style, calls or {})
    seats = seat_numbers(view.players)
    for columns, size in product((1, 2), SIZES):
        cells = (wide - columns + 1) // columns
        blocks = [hands.frame(seat, cells, size) for seat in seats]
        drawn = [block for block in blocks if block is not None]
        rows = _columns(drawn, columns, cells, 0)
        if len(drawn) == len(blocks) and len(rows) <= high:
            return rows
    for columns, gap in ((1, 1), (1, 0), (2, 0)):
        cells = (wide - columns + 1) // columns
        strips = [hands.strip(seat, cells) for seat in seats]
        rows = block_centred(_columns(strips, columns, cells, gap), wide)
        if len(rows) <= high or ((columns, gap) == (1, 0) and wide < _TWO_COLUMNS):
            return rows
    return rows


def _columns(blocks: Sequence[list[Row]], columns: int, cells: int, gap: int) -> list[Row]:
    """Blocks below each other, or two and two side by side."""
    rows: list[Row] = []
    for at in range(0, len(blocks), columns):
        rows += [()] * (gap if at else 0)
        some = blocks[at : at + columns]
        rows += beside(some, [cells] * len(some)) if columns > 1 else some[0]
    return rows


def _ordered(hand: Sequence[Card]) -> list[Card]:
    """The cards by suit and rank, jokers last."""
    return sorted(hand, key=face_of)
