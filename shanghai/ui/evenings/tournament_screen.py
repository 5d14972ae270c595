"""A tournament on the screen: the tables of the round, the standing, the rounds before."""

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Input

from shanghai.ledger.lines import columns
from shanghai.ledger.tournament import (
    HOW_IT_STANDS,
    STANDING,
    TableResult,
    Tournament,
    TournamentFault,
    results,
    standing,
    summaries,
)
from shanghai.storage.saves import StoreError
from shanghai.ui.commands.tournament import TOURNAMENT
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.table.session.options import TableWish
from shanghai.words.phrases import listed
from shanghai.words.short_names import short_names

_NAME: Final = 18


class TournamentScreen(BaseScreen[TableWish]):
    """Shows a tournament; answers with the table that is to be played, or None."""

    AUTO_FOCUS = ""
    COMMAND_LIST = TOURNAMENT
    HELP_TEXT = (
        "More people than seats: for each round the tables are drawn, so that people meet whom "
        "they have met least and sit out in turn. The draw follows from a number that is shown. "
        "{play-table} plays the marked table here, {paper-table} keeps the score of one that "
        "plays with real cards, {table-totals} takes the totals of one that played elsewhere. "
        "When all tables are finished {next-draw} draws the next round. " + HOW_IT_STANDS
    )
    DEFAULT_CSS = """
    TournamentScreen {
        align: center top;
        & VerticalScroll {
            width: 100%; max-width: 96; height: 1fr; padding: 1 2; align: center middle;
        }
        & #page { height: auto; }
        & Input { margin: 0 2; width: 100%; max-width: 92; display: none; }
        & #said { width: 100%; max-width: 92; height: 2; margin: 0 2; }
        &.-typing Input { display: block; }
    }
    .-ascii TournamentScreen Input, .-ascii TournamentScreen Input:focus { border: ascii $accent; }
    """

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        super().__init__()
        self._folder, self._tournament = folder, tournament
        self._tables: list[TableResult] = []
        self._is_read = False
        self._at = 0
        self._asked: int | None = None
        """The table that the next press frees."""

    def heading(self) -> str:
        """What it is called, and the round."""
        return f"{self._tournament.title}: round {max(1, self._tournament.round)}"

    def content(self) -> ComposeResult:
        """The page, the field for totals, and what is said."""
        with VerticalScroll(can_focus=False):
            yield Lines(id="page")
        yield Lines([()], id="said")
        yield TextField(placeholder="120 85 240", max_length=80, select_on_focus=False)

    def on_mount(self) -> None:
        """Reads the games beside the screen."""
        self.set_focus(None)
        self.run_worker(self._read(), exclusive=True)

    def on_resize(self, event: Resize) -> None:
        """Draws the page for the new size."""
        self.call_after_refresh(self.draw)

    async def _read(self, said: str = "", look: str = "good") -> None:
        try:
            games = await asyncio.to_thread(summaries, self._folder)
        except StoreError as error:
            self.draw(str(error))
            return
        self._tables, self._is_read = results(self._tournament, games), True
        here = self._here
        self._at = next((at for at, table in enumerate(here) if table.points is None), 0)
        self.refresh_heading()
        self.draw(said, look)

    # -- what the commands ask --

    @property
    def _here(self) -> list[TableResult]:
        """The tables of the present round."""
        return [table for table in self._tables if table.round == self._tournament.round]

    @property
    def is_typing(self) -> bool:
        """Whether totals are being typed."""
        return self.has_class("-typing")

    @property
    def table_label(self) -> str:
        """What is done with the marked table."""
        if not self._here or not self._here[self._at].game:
            return "Play"
        return "Go on" if self._here[self._at].points is None else "Play"

    @property
    def why_no_table(self) -> str:
        """Why no table can be played now, empty if one can."""
        if not self._here:
            return "No table is drawn yet."
        return "This table is finished." if self._here[self._at].points is not None else ""

    @property
    def why_taken(self) -> str:
        """Why the marked table needs no other game, empty if it does."""
        game = self._here[self._at].game
        return f"This table plays {game}; x frees it." if game else ""

    @property
    def why_not_freed(self) -> str:
        """Why the marked table cannot be freed, empty if it can."""
        return "" if self._here[self._at].game else "No game is played at this table yet."

    @property
    def why_no_draw(self) -> str:
        """Why the next round cannot be drawn yet, empty if it can."""
        left = [str(each.table) for each in self._here if each.points is None]
        return f"Table {listed(left)} must finish first." if left else ""

    # -- drawing --

    def draw(self, said: str = "", look: str = "warn") -> None:
        """Draws the page, and what is said below it."""
        room = self.query_one(VerticalScroll).scrollable_content_region.width
        wide = max(30, room or self.size.width - 10)
        rows: list[Row] = [row(Bit("The games are read: a moment.", "dim"))]
        if self._is_read:
            past, seed = self._past(wide), self._tournament.begun.seed
            draws = f"The draws follow from the number {seed} and can be checked."
            rows = [*self._round_rows(wide), (), *self._standing_rows(wide), (), *past]
            rows += wrap(row(Bit(draws, "dim")), wide)
        self.query_one("#page", Lines).show(rows)
        self.query_one("#said", Lines).show(wrap(row(Bit(said, look)), wide)[:2])
        self.refresh_keys()

    def _round_rows(self, wide: int) -> list[Row]:
        """The tables of the present round, and who sits out."""
        tournament = self._tournament
        if not tournament.draws:
            people = ", ".join(tournament.begun.players)
            return wrap(row(people), wide)
        arrow = ">" if getattr(self.app, "is_ascii", False) else "▸"
        rows: list[Row] = []
        for at, table in enumerate(self._here):
            look = "cursor" if at == self._at else ""
            mark = arrow if at == self._at else " "
            head = Bit(f"{mark} Table {table.table}  ", look or "strong")
            words = pad(row(head, Bit(self._table_words(table), look)), wide, look)
            rows += [
                tuple(bit._replace(target=("table", at)) for bit in line)
                for line in wrap(words, wide, 4)
            ]
        out = [tournament.begun.players[person] for person in tournament.draws[-1].out]
        if out:
            rows += wrap(row(Bit("Sitting out: ", "dim"), listed(out)), wide, 2)
        return rows

    def _table_words(self, table: TableResult) -> str:
        """The people of a table, with their totals once it is finished."""
        names = short_names(self._tournament.names(table.round, table.table), _NAME)
        if table.points is not None:
            pairs = zip(names, table.points, strict=True)
            return ", ".join(f"{name} {points}" for name, points in pairs)
        state = "  (being played)" if table.game else ""
        return f"{', '.join(names)}{state}"

    def _standing_rows(self, wide: int) -> list[Row]:
        """Who stands where, and how that is counted."""
        places = standing(self._tournament, self._tables)
        names = short_names(tuple(place.name for place in places), _NAME)
        if not any(place.games for place in places):
            none = row(Bit("Standing", "accent"), "  No table has finished yet.")
            return [none, (), *wrap(row(Bit(HOW_IT_STANDS, "dim")), wide)]
        table: list[Sequence[str]] = [
            STANDING,
            *(place.cells(name) for place, name in zip(places, names, strict=True)),
        ]
        rows = [
            cut_row(row(Bit(line, "accent" if not at else "")), wide)
            for at, line in enumerate(columns(table))
        ]
        return [*rows, (), *wrap(row(Bit(HOW_IT_STANDS, "dim")), wide)]

    def _past(self, wide: int) -> list[Row]:
        """The rounds before, the last one first."""
        rows: list[Row] = []
        for number in range(self._tournament.round - 1, 0, -1):
            rows.append(row(Bit(f"Round {number}", "accent")))
            for table in self._tables:
                if table.round == number:
                    words = self._table_words(table)
                    rows += wrap(row(Bit(f"  Table {table.table}  ", "dim"), words), wide, 4)
        return [*rows, ()] if rows else rows

    # -- commands --

    def action_move(self, by: int) -> None:
        """Marks another table."""
        self._asked = None
        if self._here:
            self._at = (self._at + by) % len(self._here)
        self.draw()

    def action_scroll_pages(self, by: int) -> None:
        """Scrolls by nearly a window."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=by * max(1, scroll.size.height - 2), animate=False)

    def action_play_table(self) -> None:
        """Has the marked table played on this screen."""
        table = self._here[self._at]
        self.dismiss(TableWish(table.round, table.table, table.game))

    def action_paper_table(self) -> None:
        """Has the score of the marked table kept, which plays with real cards."""
        table = self._here[self._at]
        self.dismiss(TableWish(table.round, table.table, "", is_paper=True))

    def action_next_draw(self) -> None:
        """Draws the next round."""
        try:
            self._tournament.draw_next()
        except (StoreError, TournamentFault) as fault:
            self.draw(str(fault))
            return
        said = f"Round {self._tournament.round} is drawn."
        self.run_worker(self._read(said), exclusive=True)

    def action_free_table(self) -> None:
        """Takes the game of the marked table away, pressed twice."""
        table = self._here[self._at]
        if self._asked != self._at:
            self._asked = self._at
            key = self.cap("free-table")
            self.draw(f"{key} again frees table {table.table}; its game is kept, but not counted.")
            return
        self._asked = None
        self._change(lambda: self._tournament.link(table.round, table.table, ""))

    def action_table_totals(self) -> None:
        """Asks for the totals of the marked table."""
        self.add_class("-typing")
        field = self.query_one(Input)
        field.value = ""
        field.focus()
        names = ", ".join(self._tournament.names(*self._where))
        self.draw(f"The totals of {names}, in this order, blanks between them:", "accent")

    @property
    def _where(self) -> tuple[int, int]:
        """The round and the number of the marked table."""
        return self._here[self._at].round, self._here[self._at].table

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Takes the totals."""
        message.stop()
        self.action_take_totals()

    def action_take_totals(self) -> None:
        """Takes the totals that were typed, or says what is wrong with them."""
        words = self.query_one(Input).value.replace(",", " ").split()
        if not all(re.fullmatch(r"-?\d{1,6}", word, re.ASCII) for word in words):
            self.draw("Totals are numbers, such as 120 85 240.")
            return
        where = self._where
        if self._change(lambda: self._tournament.score(*where, list(map(int, words)))):
            self.action_stop_typing()

    def action_stop_typing(self) -> None:
        """Closes the field."""
        self.remove_class("-typing")
        self.set_focus(None)
        self.draw()

    def _change(self, change: Callable[[], None]) -> bool:
        """Changes the tournament, and says why that cannot be done."""
        try:
            change()
        except (StoreError, TournamentFault) as fault:
            self.draw(str(fault))
            return False
        self.run_worker(self._read("Kept."), exclusive=True)
        return True

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click marks a table, one on the marked table plays it."""
        message.stop()
        match message.target:
            case ("table", int(at)) if not self.is_typing:
                if at == self._at and not self.why_no_table:
                    self.action_play_table()
                else:
                    self._at, self._asked = at, None
                    self.draw()
