"""The screen of a seat's wishes: cards, ranks and what fits, marked on a grid that only its player
sees."""

from collections.abc import Set
from functools import cached_property
from typing import Final

from msgspec import structs
from textual.app import ComposeResult
from textual.containers import Middle
from textual.screen import Screen

from shanghai.engine.cards import JOKER, RANK_NAMES, Face, natural_face
from shanghai.engine.seats import SeatIndex
from shanghai.table.wishes import RANKS, Wish, wish_words
from shanghai.ui.kit.command import LAST, MethodT, Reason, command
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import (
    SUIT_LOOKS,
    Bit,
    CommandTarget,
    Lines,
    Row,
    Target,
    pad,
    row_width,
    wrap,
)
from shanghai.ui.kit.screen import TALL_FROM, VERY_BROAD_FROM
from shanghai.ui.table.card_row import HandMarks
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_screen import COVER_CELLS
from shanghai.words import table as words
from shanghai.words.grammar import listed
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at

_ANY: Final = 4
"""The row of the grid for ranks of any suit. The joker is in it too."""
_CELLS: Final = 5, 9
"""The cells of a card on the grid, and on the larger grid of a very large screen."""
_HELPS: Final = "o"
"""The mark of a card that would bring the contract nearer."""

_COLUMNS: Final = (
    ("a,1", "A"),
    *((str(rank), str(rank)) for rank in range(2, 10)),
    ("t,0", "10"),
    *((rank.lower(), rank) for rank in "JQK"),
    ("asterisk", "JK"),
)
"""The keys that move to the column of a rank."""


def _column_keys(method: MethodT) -> MethodT:
    for keys, rank in reversed(_COLUMNS):
        id = f"column-{rank.lower()}"
        command(keys, rank, id=id, message="column", shown=False, place=LAST + 2)(method)
    return method


class CellTarget(Target, frozen=True):
    """A click on a cell of the grid, by its row and column from 0."""

    row: int
    column: int


class WishScreen(HandScreen[None]):
    """Marks the cards for which the game should call. It belongs to the own view, so nobody else
    sees it."""

    DEFAULT_CSS = "WishScreen Middle { width: 100%; height: 1fr; padding: 0 1; }"
    HELP_TEXT = words.say.late("WISHES_HELP")
    seats = cached_property(SeatKeys)

    def __init__(self, session: Session, seat: SeatIndex, helps: Set[Face] = frozenset()) -> None:
        super().__init__(session, seat)
        self._helps = helps
        self.row, self.column = _ANY, 0
        self.HEADING = words.WISHES_TITLE.format(name=name_at(self.view, seat, COVER_CELLS))

    @property
    def wish(self) -> Wish:
        """The present wish."""
        return self.session.calls.wishes.of(self.seat)

    def content(self) -> ComposeResult:
        """The grid, and the hand below it."""
        with Middle():
            yield Lines(id="grid")
        yield from self.below_table()
        yield Lines([()], id="status")

    def redraw(self) -> None:
        """Draws the grid and the hand."""
        self.hand = self.session.hand(self.seat)
        width = self.across - 2
        rows = self._rows(width)
        is_large = self._is_large
        shown = [centred(line, width) for line in rows] if is_large else block_centred(rows, width)
        self.query_one("#grid", Lines).show(shown)
        self.after_hand_change()

    def hand_room(self) -> int:
        """The lines that the hand may take below the grid."""
        return max(4, self.app.size.height - 5 - len(self.query_one("#grid", Lines).rows))

    def shown(self) -> HandMarks:
        """No marks, as the arrows move on the grid and not in the hand."""
        return super().shown()._replace(cursor=-1, picked=frozenset())

    def cover(self, cover: Screen[bool]) -> None:
        """Covers everything, and removes the wishes from the screen too (extends)."""
        self.query_one("#grid", Lines).show(())
        super().cover(cover)

    @property
    def _is_large(self) -> bool:
        size = self.app.size
        return size.width >= VERY_BROAD_FROM and size.height >= TALL_FROM

    def _rows(self, width: int) -> list[Row]:
        view, wish, style = self.view, self.wish, self.app.card_style
        names = (*map(style.rank, range(1, RANKS + 1)), "JK")
        call, name = call_name(view.rules), name_at(view, self.seat)
        rows = wrap((Bit(words.WISH.format(call=call, name=name), "accent"),), width)
        heads = (Bit(f"{name:^{_CELLS[self._is_large]}}", "strong") for name in names)
        apart: list[Row] = [()] if self._is_large else []
        rows += [*apart, (), (Bit(" " * 6), *heads)]
        full = row_width(rows[-1])
        for line in (0, 1, 2, 3, _ANY):
            rows += [*apart, pad(self._line(line), full)]
        mark, fits = "x" if wish.fits else " ", CommandTarget("what-fits")
        asked = Bit(f"[{mark}] f  ", "strong", fits), Bit(words.WISH_FITS(view.rules), "", fits)
        left = view.calls_left(self.seat)
        spend, _, of_left = words.MAY_SPEND(calls="\0", left=left).partition("\0")
        calls: Row = (Bit(spend), Bit(str(wish.calls), "strong"), Bit(of_left))
        for sign, id in ((" + ", "more-calls"), (" - ", "fewer-calls")):
            calls += (Bit(sign, "strong", CommandTarget(id)),)
        helps = Bit(words.HELPS_TEXT.format(_HELPS) if self._helps else "", "dim")
        meant = Bit(words.IS_MARKED, "dim"), helps
        wishes = listed([*wish_words(wish, style)], ",")
        wished = wrap((Bit(words.WISHED_FOR, "dim"), Bit(wishes or words.NOTHING)), width)
        return [*rows, *apart, (), asked, *apart, calls, *apart, (), meant, *apart, *wished]

    def _line(self, row: int) -> Row:
        head = Bit(f" {words.ANY_SUIT:<5}", "strong")
        if row < _ANY:
            head = Bit(f"  {self.app.card_style.suit(row)}   ", SUIT_LOOKS[row])
        return (head, *(self._cell(row, column) for column in range(RANKS + (row == _ANY))))

    def _cell(self, row: int, column: int) -> Bit:
        wish = self.wish
        if row < _ANY:
            face = row * RANKS + column
            on, helps = face in wish.faces, face in self._helps
            by_rank = column in wish.ranks
        else:
            on = JOKER in wish.faces if column == RANKS else column in wish.ranks
            helps, by_rank = column == RANKS and JOKER in self._helps, False
        dot = "." if self.app.card_style.ascii else "·"
        mark = "x" if on or by_rank else _HELPS if helps else dot
        here = (row, column) == (self.row, self.column)
        look = "cursor" if here else "accent" if on or by_rank else "" if helps else "dim"
        text = f"[{mark}]" if here else mark
        return Bit(f"{text:^{_CELLS[self._is_large]}}", look, CellTarget(row, column))

    @command("left", 0, -1, id="grid-left", message="grid", shown=False)
    @command("right", 0, 1, id="grid-right", message="grid", shown=False)
    @command("up", -1, 0, id="grid-up", message="grid", shown=False)
    @command("down", 1, 0, id="grid-down", message="grid", shown=False)
    def action_go(self, down: int, right: int) -> None:
        """Moves the mark on the grid. The joker is only in the last row."""
        self.row = (self.row + down) % (_ANY + 1)
        columns = RANKS + (self.row == _ANY)
        self.column = min(self.column, columns - 1) if down else (self.column + right) % columns
        self.redraw()

    @_column_keys
    def action_column(self, rank: str) -> None:
        """Moves the mark to a rank, in the row of any suit."""
        self.row = _ANY
        self.column = RANKS if rank == "JK" else RANK_NAMES.index(rank)
        self.redraw()

    @command("space")
    def action_mark(self) -> None:
        """Wishes for the marked card or rank, or removes that wish."""
        wish, is_any = self.wish, self.row == _ANY
        if is_any and self.column < RANKS:
            self._keep(structs.replace(wish, ranks=wish.ranks ^ {self.column}))
        else:
            face = JOKER if is_any else natural_face(self.row, self.column + 1)
            self._keep(structs.replace(wish, faces=wish.faces ^ {face}))

    @command("f", id="what-fits")
    def action_fits(self) -> None:
        """Wishes for each card that brings the contract nearer, or removes that wish."""
        self._keep(structs.replace(self.wish, fits=not self.wish.fits))

    def _why_not_so_many(self, by: int) -> Reason | None:
        if by < 0:
            return None if self.wish.calls > 1 else words.NOT_FEWER
        left = self.view.calls_left(self.seat)
        name = name_at(self.view, self.seat)
        return None if self.wish.calls < left else words.NO_MORE_CALLS(name=name, left=left)

    @command("plus,equals_sign", 1, id="more-calls", why_not=_why_not_so_many)
    @command("minus", -1, id="fewer-calls", why_not=_why_not_so_many)
    def action_calls(self, by: int) -> None:
        """Changes how many calls may be spent."""
        most = max(1, self.view.calls_left(self.seat))
        calls = max(1, min(most, self.wish.calls + by))
        self.session.calls.wishes.set_wish(self.seat, structs.replace(self.wish, calls=calls))
        self.redraw()

    @command(
        "backspace,delete",
        id="clear-wishes",
        why_not=lambda self: None if self.wish.count else words.NOTHING_MARKED,
    )
    def action_clear(self) -> None:
        """Removes all wishes."""
        self._keep(Wish())

    def _keep(self, wish: Wish) -> None:
        self.session.calls.wishes.set_wish(self.seat, wish)
        self.say("" if wish.count else words.NO_WISH.format(call=call_name(self.view.rules)))
        self.redraw()

    @command("escape,enter", id="back", label=words.say.late("DONE"), place=LAST)
    def action_done(self) -> None:
        """Goes back to the own view."""
        self.session.changed.set()
        self.dismiss(None)

    def clicked(self, target: Target) -> None:
        """Marks a clicked card of the grid. A click on a card of the hand does nothing."""
        match target:
            case CellTarget(row, column):
                self.row, self.column = row, column
                self.action_mark()
            case CommandTarget(id):
                self.press_soon(id)
