"""The end of a round: why it ended, every hand card by card, then the scorecard."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll

from shanghai.engine.cards import face_of
from shanghai.engine.events import CallGranted, ShanghaiCalled
from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import Phase, State
from shanghai.ui import open as opening
from shanghai.ui.kit.cards import card_bit, seat_look, seat_sign, suit_look
from shanghai.ui.kit.command import Reason, command
from shanghai.ui.kit.frames import beside, block_centred, centred, framed
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, width, wrap
from shanghai.ui.kit.pictures import SIZES, CardSize
from shanghai.ui.scores.card import ScoresScreen
from shanghai.ui.table.card_row import Grid, Shown, hand_rows
from shanghai.ui.table.scorecard import chart_rows
from shanghai.words import scores
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.phrases import call_name
from shanghai.words.setup import round_title
from shanghai.words.short_names import names_at

if TYPE_CHECKING:
    from shanghai.ui.table.movement import Movement


Calls = Mapping[SeatIndex, Sequence[CallGranted | ShanghaiCalled]]
_NAME: Final = 20
"""The cells of a name at most."""
_TWO_COLUMNS: Final = 90
"""The cells from which on hands may lie on strips in two columns."""
_CHART: Final = 10
"""The lines from which on a chart stands below the scorecard."""


class RoundOverScreen(ScoresScreen[None]):
    """Every hand with its points and the scorecard: side by side where wide, else in turn."""

    HELP_TEXT = scores.ROUND_OVER_HELP
    SETTLE = 0.5
    DEFAULT_CSS = """
    RoundOverScreen {
        & Horizontal { height: 1fr; }
        align: left top;
        & VerticalScroll {
            width: 1fr; max-width: 100%; height: 1fr; padding: 1 1 0 1; align: left top;
        }
        & #card-side { display: none; }
        &.-card #hands-side { display: none; }
        &.-card #card-side { display: block; }
        &.-very-wide #hands-side { display: block; }
        &.-very-wide #card-side { display: block; border-left: vkey $line; padding: 1 2; }
        &.-tall Horizontal { layout: vertical; }
        &.-tall #hands-side { display: block; height: auto; max-height: 65%; }
        &.-tall #card-side { display: block; height: 1fr; }
        &.-tall.-very-wide Horizontal { layout: horizontal; }
        &.-tall.-very-wide #hands-side { height: 1fr; max-height: 100%; }
        &.-tall.-very-wide #card-side { height: 1fr; max-height: 100%; }
    }
    .-ascii RoundOverScreen.-very-wide #card-side { border-left: ascii $line; }
    """

    _movement: "Movement | None" = None
    _asks_stop = False

    def heading(self) -> str:
        """Which round is over."""
        return scores.ROUND_OVER.format(round=round_title(self._view.rules, self._view.round))

    @property
    def shows_both(self) -> bool:
        """Whether hands and scorecard are in sight together."""
        return self.has_class("-very-wide") or self.has_class("-tall")

    def content(self) -> ComposeResult:
        """The hands and the scorecard."""
        with Horizontal():
            with VerticalScroll(id="hands-side", can_focus=False):
                yield Lines(id="hands")
            with VerticalScroll(id="card-side", can_focus=False):
                yield Lines(id="card")

    def on_mount(self) -> None:
        """Follows the lengths of both sides."""
        for scroll in self.query(VerticalScroll):
            self.watch(scroll, "virtual_size", self.refresh_keys, init=False)

    def on_screen_suspend(self) -> None:
        """Nothing moves beneath another screen."""
        if self._movement is not None:
            self._movement.end()

    def _onward_label(self) -> str:
        if not (self.shows_both or self.shows_card):
            return scores.SCORECARD
        if self.guide is not None:
            return scores.END_OF_LESSON
        next_round = scores.NEXT_ROUND.format(rules=self._view.rules)
        return scores.THE_RESULT if self.is_over else next_round

    @property
    def shows_card(self) -> bool:
        """Whether the scorecard has been turned to."""
        return self.has_class("-card")

    @property
    def is_over(self) -> bool:
        """Whether it was the last round."""
        return self._view.phase is Phase.GAME_OVER

    @property
    def scroller(self) -> VerticalScroll:
        """The side that is turned to."""
        return self.query_one("#card-side" if self.shows_card else "#hands-side", VerticalScroll)

    @property
    def is_long(self) -> bool:
        """Whether there is more than fits in sight."""
        # While a layout is under way its own measure of what is out of sight is that of before.
        side = self.scroller
        return side.virtual_size.height > side.size.height

    def draw(self) -> None:
        """Draws both sides, the points of the hands ticking up at first where things may move."""
        style = self.app.card_style
        hands, card = self.query_one("#hands", Lines), self.query_one("#card", Lines)
        wide = self.size.width - 5
        if self.has_class("-very-wide"):
            wide = self.size.width // 2 - 6
        table = self.card_rows(wide)
        high = self.size.height - 4
        if self.has_class("-tall") and not self.has_class("-very-wide"):
            high -= len(table) + 1
        elif not self.shows_both:
            high -= 2
        told = () if self._table is None else self._table.log.heard(NOBODY)
        rows = hands_rows(self._view, wide, high, style, scores.round_calls(told))
        if self.has_class("-very-wide"):
            rows = [*[()] * ((high - len(rows)) // 2), *rows]
        if not self.shows_both:
            standing = wrap(row(Bit(scores.standing(self._view), "strong")), wide)
            rows += [(), *(centred(line, wide) for line in standing)]
        hands.show(rows)
        room = self.size.height - 6 - len(table)
        if self.has_class("-very-wide") and self._view.results and room >= _CHART:
            table = [*table, (), *chart_rows(self._view, wide, room, style)]
        card.show(block_centred(table, wide))
        self.refresh_keys()
        self.call_after_refresh(self.refresh_keys)
        if self.app.may_animate and self._movement is None:
            from shanghai.ui.table.movement import count_up

            self._movement = count_up(self, hands)

    @command("enter,n", label=_onward_label)
    def action_go_on(self) -> None:
        """Shows the scorecard, or ends the screen where it has been shown."""
        if self.shows_both or self.shows_card:
            self.dismiss(None)
        else:
            self.action_turn_over()

    def _turn_label(self) -> str:
        """What the key turns to; before the scorecard Enter says the same."""
        return scores.HANDS if self.shows_card else ""

    @command(
        "s",
        label=_turn_label,
        may=lambda screen: scores.BOTH_IN_SIGHT if screen.shows_both else None,
        shown=lambda screen: screen.shows_card and not screen.shows_both,
    )
    def action_turn_over(self) -> None:
        """Turns from the hands to the scorecard, or back."""
        self.toggle_class("-card")
        self.draw()

    @command("c", when=ScoresScreen.has_session, shown=lambda screen: screen.guide is None)
    def action_correct(self) -> None:
        """Lets a score be corrected."""
        self.correct()

    def _why_no_leave(self) -> Reason | None:
        """Why the game is left elsewhere."""
        return scores.OVER_LEADS_ON.format(key=self.cap("go-on")) if self.is_over else None

    def _goes_on(self) -> bool:
        return not self.is_over

    @command("q", when=ScoresScreen.has_session, may=_why_no_leave, shown=_goes_on)
    def action_leave_table(self) -> None:
        """Asks whether to leave the game."""

        def answered(leave: bool | None) -> None:
            if leave and self._table is not None:
                self._table.leave()
                self.dismiss(None)

        is_lesson = self.guide is not None
        self.open(opening.leave(kept=self.app.game_kept, lesson=is_lesson), answered)

    def _may_stop(self) -> bool:
        """Whether the game can be counted as it stands."""
        return self.has_session and self.guide is None and not self.is_over

    @command("x", when=_may_stop)
    def action_stop_here(self) -> None:
        """Asks whether to count the game as it stands; the same key again does so."""
        if self._table is None:
            return
        if self._asks_stop:
            self._table.stop()
            self.dismiss(None)
            return
        self._asks_stop = True
        self.app.notify(scores.ASK_TO_STOP.format(key=self.cap("stop-here")))


def hands_rows(view: State, wide: int, high: int, style: CardStyle, calls: Calls) -> list[Row]:
    """Why the round ended, every hand with its points, then who moved past whom."""
    if not view.results:
        return []
    why = wrap(row(Bit(scores.round_ended(view, view.results[-1]), "accent")), wide)
    moved = [
        part for text in scores.moved_texts(view) for part in wrap(row(Bit(text, "strong")), wide)
    ]
    before, after = ([centred(line, wide) for line in told] for told in (why, moved))
    after = [(), *after] if after else []
    room = high - len(before) - 1 - len(after)
    return [*before, (), *_open_hands(view, wide, room, style, calls), *after]


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
        hand = sorted(self.view.seats[seat].hand, key=face_of)
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
        for card in sorted(self.view.seats[seat].hand, key=face_of):
            points = self.view.rules.face_points(face_of(card))
            paper = Bit(f" {self.style.text(card)} ", f"paper-{suit_look(card)}")
            bits = [paper, Bit(f"{points} ", "dim")]
            if width((*line, *bits)) > wide:
                rows.append(tuple(line))
                line = [Bit("   ")]
            line += bits
        return [*rows, tuple(line)] if len(line) > 1 else rows


def _open_hands(view: State, wide: int, high: int, style: CardStyle, calls: Calls) -> list[Row]:
    """Every hand with its points: as cards where there is room, else on strips of paper."""
    hands = _Hands(view, style, calls)
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
