"""The end of a round as it is drawn: who is out, every hand laid open, who stands where."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from shanghai.engine.cards import face_of
from shanghai.engine.events import CallGranted, ShanghaiCalled
from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import Ending, State
from shanghai.ui.kit.cards import card_bit, seat_look, seat_sign, suit_look
from shanghai.ui.kit.frames import beside, block_centred, centred, framed
from shanghai.ui.kit.lines import Bit, Row, pad, row, width, wrap
from shanghai.ui.kit.pictures import SIZES, CardSize
from shanghai.ui.kit.title import large_words
from shanghai.ui.table.card_row import NARROW, Grid, Shown, hand_rows
from shanghai.ui.table.talk import Talk
from shanghai.words import scores
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at, names_at

Calls = Mapping[SeatIndex, Sequence[CallGranted | ShanghaiCalled]]
_NAME: Final = 20
"""The cells of a name at most."""
_FRAME: Final = 96
_LEAST_FRAME: Final = 34
"""The cells of a frame at most, and at least."""
_PITCHES: Final = ((SIZES[0], 7), (SIZES[1], 6), (SIZES[2], 5), (NARROW, 4))
"""The sizes of cards, with the cells of each that must be seen."""
_ACROSS: Final = (1, 2, 3, 4)


_Form = Callable[[SeatIndex, int], list[Row]]
"""Draws the hand of a seat within so many cells; no line where that cannot be."""


class Finish(NamedTuple):
    """A round that is over, as far as it is told: so many hands are turned over, half a one while
    its points run up; `settled` once the totals and places have changed."""

    view: State
    style: CardStyle
    calls: Calls
    talk: Mapping[SeatIndex, Talk] = MappingProxyType({})
    turned: float = 99
    settled: bool = True

    def steps(self) -> list["Finish"]:
        """What is told one after the other until all is."""
        halves = range(2 * self.view.players + 1)
        hands = [self._replace(turned=half / 2, settled=False) for half in halves]
        return [*hands, hands[-1]]

    def banner(self, wide: int) -> list[Row]:
        """The winner's name and OUT in large letters, and how it was done where that is special."""
        result = self.view.results[-1]
        is_out = result.out != NOBODY and result.ending is not Ending.BLOCKED
        blind = result.ending in (Ending.BLIND, Ending.CLEAN_BLIND)
        said = scores.OUT_BLIND if blind else scores.OUT if is_out else scores.BLOCKED
        name = name_at(self.view, result.out) if is_out else ""
        look = seat_look(max(0, result.out))
        letters = [() if self.style.ascii else large_words(text) for text in (name, said)]
        if not name:
            letters[0] = ("", "", "")
        lines: list[Row] = [
            (Bit(left, look), Bit("   " if name else ""), Bit(right, "accent"))
            for left, right in zip(*letters, strict=False)
        ]
        told = wrap(row(Bit(scores.round_ended(self.view, result), "strong")), wide)
        if not lines or width(lines[0]) > wide:
            star = "*" if self.style.ascii else "★"
            lines = [(Bit(f"{star} {name}".strip(), look), Bit(f"  {said} {star}", "accent"))]
        elif result.ending is Ending.OUT:
            told = []
        return [centred(line, wide) for line in (*lines, *told)]

    def hands(self, wide: int, high: int) -> list[Row]:
        """Every hand with its points in a frame, as large as there is room for: cards, or slips."""
        seats = seat_numbers(self.view.players)
        forms: list[_Form] = [partial(self._cards, size, least) for size, least in _PITCHES]
        across = sorted(_ACROSS, key=lambda count: len(seats) % count > 0)
        for form, columns in product((*forms, self._slips), across):
            cells = min(_FRAME, (wide - columns + 1) // columns)
            drawn = [form(seat, cells - 4) for seat in seats]
            if columns > len(seats) or cells < _LEAST_FRAME or not all(drawn):
                continue
            tall = [max(map(len, drawn[at : at + columns])) for at in range(0, len(seats), columns)]
            frames = [
                self._frame(seat, cells, drawn[seat], tall[seat // columns]) for seat in seats
            ]
            rows: list[Row] = []
            for at in range(0, len(seats), columns):
                some = frames[at : at + columns]
                rows += [centred(line, wide) for line in beside(some, [cells] * len(some))]
            if len(rows) <= high:
                break
        return rows

    def standing(self, wide: int) -> list[Row]:
        """Who stands where, and what the round has brought; until it is settled as it stood."""
        view = self.view
        points = view.results[-1].points
        before = [seat.score - gained for seat, gained in zip(view.seats, points, strict=True)]
        order = [seat for _, seat in scores.places(view)]
        was = order if view.rules.is_by_player else sorted(order, key=lambda seat: before[seat])
        room = max(map(cell_width, names_at(view, _NAME))) + 6
        now = {seat: place for place, seat in scores.places(view)}
        rows: list[Row] = []
        for place, seat in enumerate(order if self.settled else was):
            risen = was.index(seat) - place if self.settled else 0
            up = "^v" if self.style.ascii else "▲▼"
            arrow = f"{up[risen < 0]}{abs(risen)}" if risen and len(view.results) > 1 else ""
            total = view.seats[seat].score if self.settled else before[seat]
            number = now[seat] if self.settled else 1 + sum(one < before[seat] for one in before)
            gained = Bit(f"{points[seat]:>+6}", "good" if seat == view.results[-1].out else "")
            sums = Bit(f"{before[seat]:>5}", "dim"), gained
            whole = Bit(f"{total:>7}", "accent" if number == 1 else "strong")
            name = pad((Bit(f"{number} ", "dim"), self._name(seat)), room)
            rows.append(
                (*name, *sums, whole, Bit(f"  {arrow:<4}", "good" if risen > 0 else "warn"))
            )
        return block_centred(rows, wide)

    def overtaking(self, wide: int) -> list[Row]:
        """The largest overtaking, once the places have changed."""
        if not (said := scores.overtaking(self.view)):
            return []
        lines = [centred(line, wide) for line in wrap(row(Bit(said, "strong")), wide)]
        return lines if self.settled else [()] * len(lines)

    def _name(self, seat: SeatIndex) -> Bit:
        name = names_at(self.view, _NAME)[seat]
        return Bit(f"{seat_sign(seat, self.style)} {name}", seat_look(seat))

    def _points(self, seat: SeatIndex) -> Bit:
        """The points of the round as far as they are told, marked where they were corrected."""
        result = self.view.results[-1]
        corrected = ((made.seat, made.round) for made in self.view.corrections)
        text = f"{'c' if (seat, result.round) in corrected else ''}{result.points[seat]}"
        if self.turned < seat + 1:
            half = result.points[seat] // 2 if self.turned > seat else 0
            text = f"{half:>{len(text)}}"
        return Bit(text, "good" if seat == result.out else "strong")

    def _said(self, seat: SeatIndex) -> Row:
        """Whether the seat was out or not down, and what it called."""
        out = seat == self.view.results[-1].out
        held = self.view.seats[seat]
        word = scores.IS_OUT if out else "" if held.down else scores.NOT_DOWN
        bits = [Bit(word, "good" if out else "dim")] if word else []
        for call in self.calls.get(seat, ()):
            name = "SHANGHAI" if isinstance(call, ShanghaiCalled) else call_name(self.view.rules)
            gap = "  " if bits else ""
            bits += [Bit(f"{gap}{name} ", "dim"), card_bit(call.card, self.style)]
        return tuple(bits)

    def _cards(self, size: CardSize, least: int, seat: SeatIndex, inner: int) -> list[Row]:
        """A hand as a fan of cards of a size, the points of each below; nothing if too wide."""
        hand = sorted(self.view.seats[seat].hand, key=face_of)
        pitch = size.wide + 1
        if len(hand) > 1:
            pitch = min(pitch, (inner - size.wide) // (len(hand) - 1))
        if pitch < least:
            return []
        rows: list[Row] = [()] * (size.high + 1)
        if hand:
            cards = hand_rows(hand, Shown(), Grid(len(hand), 1, size, pitch), self.style)[1:]
            figures = (f"{self.view.rules.face_points(face_of(card))}" for card in hand)
            rows = [*cards, tuple(Bit(f" {figure}".ljust(pitch), "dim") for figure in figures)]
        return block_centred(rows, inner)

    def _slips(self, seat: SeatIndex, inner: int) -> list[Row]:
        """A hand as slips of paper, the points of each card after it."""
        rows: list[list[Bit]] = [[]]
        for card in sorted(self.view.seats[seat].hand, key=face_of):
            points = self.view.rules.face_points(face_of(card))
            paper = Bit(f" {self.style.text(card)} ", f"paper-{suit_look(card)}")
            bits = [paper, Bit(f"{points} ", "dim")]
            if rows[-1] and width((*rows[-1], *bits)) > inner:
                rows.append([])
            rows[-1] += bits
        return [tuple(line) for line in rows]

    def _frame(self, seat: SeatIndex, wide: int, rows: list[Row], high: int) -> list[Row]:
        """A hand in a frame, from the back until it is turned over."""
        out = seat == self.view.results[-1].out
        rows = [self._covered(seat, line) for line in rows]
        if out and not self.view.seats[seat].hand:
            star = Bit(f"{'*' if self.style.ascii else '★'} {scores.IS_OUT}", "accent")
            rows = [*[()] * ((high - 1) // 2), centred((star,), wide - 4)]
        said, talk = self._said(seat), self.talk.get(seat, Talk())
        bubble = (Bit(f" {talk.said} ", "paper"),) if talk.said[:1] == '"' else ()
        return framed(
            rows,
            wide,
            high + 2,
            self.style,
            head=(Bit(" "), self._name(seat), Bit("  " if said else ""), *said, Bit(" ")),
            foot=bubble,
            right=(Bit(" "), self._points(seat), Bit(" ")),
            look="gold" if out else "line",
            heavy=out,
            target=("hand", seat),
        )

    def _covered(self, seat: SeatIndex, line: Row) -> Row:
        """The line of a hand, from the back until it is turned over."""
        if self.turned > seat:
            return line
        fill = "#" if self.style.ascii else "░"
        bits = []
        for bit in line:
            if bit.look.startswith("paper"):
                bits.append(Bit(fill * bit.width, "back"))
            elif bit.look == "edge":
                bits.append(Bit(bit.text, "back-edge"))
            else:
                bits.append(Bit(" " * bit.width))
        return tuple(bits)
