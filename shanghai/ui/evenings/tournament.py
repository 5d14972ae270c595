"""Tournaments: begun, drawn, played table by table, and how they stand."""

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

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
from shanghai.storage.saves import StoreError, path_of
from shanghai.ui import open as opening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.choices import Choice
from shanghai.ui.kit.command import FIRST, Reason, command
from shanghai.ui.kit.everywhere import BACK_Q
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, wrap
from shanghai.ui.kit.page import ScrollingScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.setup.new_game import ask_names, ask_seats, choose_rules
from shanghai.ui.table.session.options import TableWish
from shanghai.words import evenings
from shanghai.words.phrases import listed
from shanghai.words.short_names import short_names

if TYPE_CHECKING:
    from shanghai.ledger.tournament import Tournament

_NEW: Final = ""


async def tournament_evening(app: GameApp) -> None:
    """Goes on with a tournament, or begins one, until that is left."""
    from shanghai.ledger.tournament import kept_tournaments, tournament

    while True:
        kept, faults = await asyncio.to_thread(kept_tournaments, app.folder)
        for fault in faults:
            app.notify(fault, timeout=12)
        choices = [
            Choice(_NEW, *evenings.NEW_TOURNAMENT),
            *(Choice(each.id, each.title, _far(each)) for each in kept),
        ]
        chosen = await app.ask(
            opening.pick(evenings.WHICH_TOURNAMENT, choices, evenings.TOURNAMENT_LIST_HELP)
        )
        if chosen is None:
            return
        try:
            found = tournament(app.folder, chosen) if chosen else await _begin(app)
            if found is not None:
                await _play(app, found)
        except StoreError as error:
            app.notify(str(error))


def _far(tournament: "Tournament") -> str:
    begun = tournament.begun
    return evenings.TOURNAMENT_NOTE.format(
        people=len(begun.players), round=tournament.round, day=begun.at[:10]
    )


async def _begin(app: GameApp) -> "Tournament | None":
    """Asks for the rules, the seats and the names; None where that is left."""
    from shanghai.ledger.draw import FEWEST, MOST
    from shanghai.ledger.tournament import Tournament, TournamentFault

    rules = await choose_rules(app)
    if rules is None:
        return None
    seats = await ask_seats(app, rules, evenings.HOW_MANY_AT_A_TABLE)
    if seats is None:
        return None
    least = max(FEWEST, rules.min_players)
    names = await ask_names(app, evenings.WHO_PLAYS_IN.format(rules=rules.name), least, MOST)
    if names is None:
        return None
    try:
        made = Tournament.begin(app.folder, rules, names, seats)
        made.draw_next()
    except TournamentFault as fault:
        app.notify(str(fault))
        return None
    return made


async def _play(app: GameApp, tournament: "Tournament") -> None:
    """Shows a tournament, and plays its tables, until it is left."""
    while True:
        wish = await app.ask(opening.tournament_pages(app.folder, tournament))
        if wish is None:
            return
        try:
            await _play_table(app, tournament, wish)
        except StoreError as error:
            app.notify(str(error))


async def _play_table(app: GameApp, tournament: "Tournament", wish: "TableWish") -> None:
    """Plays a table on this screen, or keeps its score, from where it was left."""
    from shanghai.host.host import Host, Player
    from shanghai.ledger.paper import PaperGame, paper_game
    from shanghai.storage.entries import Terms
    from shanghai.storage.writer import GameWriter
    from shanghai.ui.table.games import play_host

    names = tournament.names(wish.round, wish.table)
    title = evenings.TABLE_TITLE.format(
        tournament=tournament.title, round=wish.round, table=wish.table
    )
    if wish.is_paper or wish.game.startswith("paper-"):
        if wish.game:
            paper = paper_game(app.folder, wish.game)
        else:
            paper = PaperGame.begin(app.folder, tournament.begun.rules, names, title)
            tournament.link(wish.round, wish.table, paper.id)
        await app.ask(opening.paper_score(app.folder, paper))
        return
    if wish.game:
        path = path_of(app.folder, wish.game)
        writer, host, said = await asyncio.to_thread(GameWriter.resume, path)
        if said:
            app.notify(said, timeout=12)
    else:
        host = Host(tournament.begun.rules, [Player(name) for name in names], is_fair=True)
        terms = Terms(series=tournament.id)
        writer = GameWriter.begin(app.folder, host, title, terms=terms)
        tournament.link(wish.round, wish.table, writer.id)
    await play_host(app, host, writer)


_NAME: Final = 18


class TournamentScreen(ScrollingScreen[TableWish]):
    """Shows a tournament; answers with the table that is to be played, or None."""

    AUTO_FOCUS = ""
    KEYS = (BACK_Q.on("escape,q", typing=False),)
    WITHOUT = ("scroll-down", "scroll-up", "to-top", "to-bottom")
    HELP_TEXT = evenings.TOURNAMENT_HELP + HOW_IT_STANDS
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
        return evenings.TOURNAMENT_TITLE.format(
            tournament=self._tournament.title, round=max(1, self._tournament.round)
        )

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
            games, faults = await asyncio.to_thread(summaries, self._folder)
        except StoreError as error:
            self.draw(str(error))
            return
        self._tables, self._is_read = results(self._tournament, games), True
        here = self._here
        self._at = next((at for at, table in enumerate(here) if table.points is None), 0)
        self.refresh_heading()
        self.draw(" ".join(faults) or said, "warn" if faults else look)

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
            return evenings.PLAY
        return evenings.GO_ON if self._here[self._at].points is None else evenings.PLAY

    def why_no_table(self) -> Reason | None:
        """Why no table can be played now."""
        if not self._here:
            return evenings.NO_TABLE_YET
        return None if self._here[self._at].points is None else evenings.TABLE_FINISHED

    def why_taken(self) -> Reason | None:
        """Why the marked table needs no other game."""
        game = self._here[self._at].game if self._here else ""
        taken = evenings.TABLE_TAKEN.format(game=game, key=self.cap("free-table")) if game else None
        return self.why_no_table() or taken

    def why_not_freed(self) -> Reason | None:
        """Why the marked table cannot be freed."""
        has_game = bool(self._here) and bool(self._here[self._at].game)
        return self.why_no_table() or (None if has_game else evenings.NO_GAME_THERE)

    def why_no_draw(self) -> Reason | None:
        """Why the next round cannot be drawn yet."""
        left = [str(each.table) for each in self._here if each.points is None]
        return evenings.must_finish(left) if left else None

    # -- drawing --

    def draw(self, said: str = "", look: str = "warn") -> None:
        """Draws the page, and what is said below it."""
        room = self.query_one(VerticalScroll).scrollable_content_region.width
        wide = max(30, room or self.size.width - 10)
        rows: list[Row] = [row(Bit(evenings.READING_GAMES, "dim"))]
        if self._is_read:
            past, draws = (
                self._past(wide),
                evenings.DRAWS_FOLLOW.format(seed=self._tournament.begun.seed),
            )
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
        arrow = ">" if self.app.is_ascii else "▸"
        rows: list[Row] = []
        for at, table in enumerate(self._here):
            look = "cursor" if at == self._at else ""
            mark = arrow if at == self._at else " "
            head = Bit(
                f"{mark} {evenings.TABLE_NUMBER.format(number=table.table)}", look or "strong"
            )
            words = pad(row(head, Bit(self._table_words(table), look)), wide, look)
            rows += [
                tuple(bit._replace(target=("table", at)) for bit in line)
                for line in wrap(words, wide, 4)
            ]
        out = [tournament.begun.players[person] for person in tournament.draws[-1].out]
        if out:
            rows += wrap(row(Bit(evenings.SITTING_OUT, "dim"), listed(out)), wide, 2)
        return rows

    def _table_words(self, table: TableResult) -> str:
        """The people of a table, with their totals once it is finished."""
        names = short_names(self._tournament.names(table.round, table.table), _NAME)
        if table.points is not None:
            pairs = zip(names, table.points, strict=True)
            return ", ".join(f"{name} {points}" for name, points in pairs)
        return f"{', '.join(names)}{evenings.BEING_PLAYED if table.game else ''}"

    def _standing_rows(self, wide: int) -> list[Row]:
        """Who stands where, and how that is counted."""
        places = standing(self._tournament, self._tables)
        names = short_names(tuple(place.name for place in places), _NAME)
        if not any(place.games for place in places):
            none = row(Bit(evenings.STANDING, "accent"), evenings.NONE_FINISHED)
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
            rows.append(row(Bit(evenings.ROUND_NUMBER.format(number=number), "accent")))
            for table in self._tables:
                if table.round == number:
                    words = self._table_words(table)
                    rows += wrap(
                        row(
                            Bit(f"  {evenings.TABLE_NUMBER.format(number=table.table)}", "dim"),
                            words,
                        ),
                        wide,
                        4,
                    )
        return [*rows, ()] if rows else rows

    # -- commands --

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Marks another table."""
        self._asked = None
        if self._here:
            self._at = (self._at + by) % len(self._here)
        self.draw()

    @command("enter,space", label=table_label, may=why_no_table)
    def action_play_table(self) -> None:
        """Has the marked table played on this screen."""
        table = self._here[self._at]
        self.dismiss(TableWish(table.round, table.table, table.game))

    @command("r", may=why_taken)
    def action_paper_table(self) -> None:
        """Has the score of the marked table kept, which plays with real cards."""
        table = self._here[self._at]
        self.dismiss(TableWish(table.round, table.table, "", is_paper=True))

    @command("p", may=why_taken)
    def action_table_totals(self) -> None:
        """Asks for the totals of the marked table."""
        self.add_class("-typing")
        field = self.query_one(Input)
        field.value = ""
        field.focus()
        names = ", ".join(self._tournament.names(*self._where))
        self.draw(evenings.TOTALS_OF.format(names=names), "accent")

    @command("x", may=why_not_freed)
    def action_free_table(self) -> None:
        """Takes the game of the marked table away, pressed twice."""
        table = self._here[self._at]
        if self._asked != self._at:
            self._asked = self._at
            self.draw(evenings.ASK_TO_FREE.format(key=self.cap("free-table"), table=table.table))
            return
        self._asked = None
        self._change(lambda: self._tournament.link(table.round, table.table, ""))

    @command("n", may=why_no_draw)
    def action_next_draw(self) -> None:
        """Draws the next round."""
        try:
            self._tournament.draw_next()
        except (StoreError, TournamentFault) as fault:
            self.draw(str(fault))
            return
        said = evenings.IS_DRAWN.format(round=self._tournament.round)
        self.run_worker(self._read(said), exclusive=True)

    @property
    def _where(self) -> tuple[int, int]:
        """The round and the number of the marked table."""
        return self._here[self._at].round, self._here[self._at].table

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Takes the totals."""
        message.stop()
        self.action_take_totals()

    @command("enter", typing=True)
    def action_take_totals(self) -> None:
        """Takes the totals that were typed, or says what is wrong with them."""
        words = self.query_one(Input).value.replace(",", " ").split()
        if not all(re.fullmatch(r"-?\d{1,6}", word, re.ASCII) for word in words):
            self.draw(evenings.TOTALS_ARE_NUMBERS)
            return
        where = self._where
        if self._change(lambda: self._tournament.score(*where, list(map(int, words)))):
            self.action_stop_typing()

    @command("escape", typing=True, id="stop-totals")
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
        self.run_worker(self._read(evenings.KEPT), exclusive=True)
        return True

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click marks a table, one on the marked table plays it."""
        message.stop()
        match message.target:
            case ("table", int(at)) if not self.is_typing:
                if at == self._at and self.why_no_table() is None:
                    self.action_play_table()
                else:
                    self._at, self._asked = at, None
                    self.draw()
