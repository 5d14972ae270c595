"""Tournaments: begun, drawn, played table by table, and how they stand."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from shanghai.ledger import tournament as tournaments
from shanghai.ledger.draw import FEWEST, MOST
from shanghai.ledger.paper import PaperGame
from shanghai.ledger.tournament import TableResult
from shanghai.storage.entries import Terms
from shanghai.storage.saves import StoreError, path_of
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.ui import open as opening
from shanghai.ui.evenings.paper import kept_evening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import BACK_Q, FIRST, Reason, command
from shanghai.ui.kit.lines import Bit, Lines, Row, pad, row, tabular, wrap, wrap_text
from shanghai.ui.kit.list_screen import Choice
from shanghai.ui.kit.page import ScrollingScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.setup.new_game import ask_names, ask_seats, choose_rules
from shanghai.ui.table.games import play_host
from shanghai.words import evenings, ledger, setup
from shanghai.words.cells import columns
from shanghai.words.games import of_game
from shanghai.words.grammar import listed
from shanghai.words.short_names import short_names


async def tournament_evening(app: GameApp) -> None:
    """Goes on with a tournament, or begins one, until that is left."""

    def choices(kept: Sequence[tournaments.Tournament]) -> list[Choice]:
        made = [Choice("", evenings.NEW_TOURNAMENT, evenings.NEW_TOURNAMENT_NOTE)]
        for each in kept:
            people, day = len(each.begun.players), each.begun.at[:10]
            note = evenings.TOURNAMENT_NOTE.format(people=people, round=each.round, day=day)
            made.append(Choice(each.id, each.title, note))
        return made

    asks = evenings.WHICH_TOURNAMENT, evenings.TOURNAMENT_LIST_HELP
    await kept_evening(app, tournaments.Tournament, asks, choices, _begin, _play)


async def _begin(app: GameApp) -> tournaments.Tournament | None:
    if (rules := await choose_rules(app)) is None:
        return None
    seats = await ask_seats(app, rules, evenings.HOW_MANY_AT_A_TABLE)
    if seats is None:
        return None
    asks = evenings.WHO_PLAYS_IN.format(rules=of_game(rules.name))
    names = await ask_names(app, asks, max(FEWEST, rules.min_players), MOST)
    if names is None:
        return None
    return tournaments.Tournament.begin(app.folder, rules, names, seats)


async def _play(app: GameApp, tournament: tournaments.Tournament) -> None:
    while True:
        wish = await app.ask(TournamentScreen(tournament))
        if wish is None:
            return
        try:
            await _play_table(app, tournament, *wish)
        except StoreError as error:
            app.notify(str(error))


async def _play_table(
    app: GameApp, tournament: tournaments.Tournament, table: TableResult, on_paper: bool
) -> None:
    at = table.round, table.table
    names = tournament.names(*at)
    title = evenings.TABLE_TITLE.format(tournament=tournament.title, round=at[0], table=at[1])
    if on_paper or table.game.startswith("paper-"):
        if table.game:
            paper = PaperGame.of_id(app.folder, table.game)
        else:
            paper = PaperGame.begin(app.folder, tournament.begun.rules, names, title)
            tournament.link(*at, paper.id)
        await app.ask(opening.paper_score(paper))
        return
    if table.game:
        path = path_of(app.folder, table.game)
        writer, host, said = await asyncio.to_thread(GameWriter.resume, path)
        if said:
            app.notify(said, timeout=12)
    else:
        host = Host(tournament.begun.rules, [Player(name) for name in names], is_fair=True)
        writer = GameWriter.begin(app.folder, host, title, terms=Terms(series=tournament.id))
        tournament.link(*at, writer.id)
    await play_host(app, host, writer)


_NAME: Final = 18


class TournamentScreen(ScrollingScreen[tuple[TableResult, bool]]):
    """Shows a tournament; answers with the table to play and whether it is on paper, or None."""

    SHOWS_NO_HAND = True
    KEYS = (BACK_Q.on("escape,q", typing=False),)
    HELP_TEXT = evenings.TOURNAMENT_HELP
    WITHOUT = ("scroll-down", "scroll-up", "to-top", "to-bottom")
    DEFAULT_CSS = """
    TournamentScreen {
        & VerticalScroll { max-width: 96; }
        & Input { margin: 0 2; width: 100%; max-width: 92; }
        & #said { width: 100%; max-width: 92; height: 2; margin: 0 2; }
    }
    """

    @property
    def help_text(self) -> str:
        """How a tournament goes, and how it stands."""
        return super().help_text + ledger.HOW_IT_STANDS

    def __init__(self, tournament: tournaments.Tournament) -> None:
        super().__init__()
        self._tournament = tournament
        self._tables: list[TableResult] = []
        self._told: list[str] = []
        """What is said of all draws."""
        self._is_read = False
        self._at = 0

    def heading(self) -> str:
        """What it is called, and the round."""
        title, number = self._tournament.title, max(1, self._tournament.round)
        return evenings.TOURNAMENT_TITLE.format(tournament=title, round=number)

    def content(self) -> ComposeResult:
        """The page, the field for totals, and what is said."""
        yield VerticalScroll(Lines(id="page"), can_focus=False)
        yield Lines([()], id="said")
        yield TextField(max_length=80, select_on_focus=False)

    async def read(self, said: str = "") -> None:
        """Reads the games of the tournament; then `said` stands below the page."""
        try:
            games, faults = await asyncio.to_thread(tournaments.summaries, self.app.folder)
        except StoreError as error:
            self.draw(str(error))
            return
        self._told = await asyncio.to_thread(self._tournament.told)
        self._tables, self._is_read = tournaments.results(self._tournament, games), True
        self._at = next((at for at, table in enumerate(self._here) if table.points is None), 0)
        self.refresh_heading()
        self.draw(" ".join(faults) or said, "warn" if faults else "good")

    @property
    def _here(self) -> list[TableResult]:
        return [table for table in self._tables if table.round == self._tournament.round]

    @property
    def _game(self) -> str:
        return self._here[self._at].game if self._here else ""

    @property
    def table_label(self) -> str:
        """What is done with the marked table."""
        return setup.GO_ON if self._game and not self.why_no_table() else evenings.PLAY

    def why_no_table(self) -> Reason | None:
        """Why no table can be played now."""
        if not self._here:
            return evenings.NO_TABLE_YET
        return None if self._here[self._at].points is None else evenings.TABLE_FINISHED

    def why_taken(self) -> Reason | None:
        """Why the marked table needs no other game."""
        game, key = self._game, self.cap("free-table")
        taken = evenings.TABLE_TAKEN.format(game=game, key=key) if game else None
        return self.why_no_table() or taken

    def why_no_draw(self) -> Reason | None:
        """Why the next round cannot be drawn yet."""
        left = [str(each.table) for each in self._here if each.points is None]
        return evenings.MUST_FINISH(tables=left) if left else None

    def draw(self, said: str = "", look: str = "warn") -> None:
        """Draws the page, and what is said below it."""
        room = self.query_one(VerticalScroll).scrollable_content_region.width
        width = max(30, room or self.size.width - 10)
        rows: list[Row] = [row(Bit(evenings.READING_GAMES, "dim"))]
        if self._is_read:
            rows = [
                *self._round_rows(width),
                (),
                *self._standing_rows(width),
                (),
                *self._past(width),
            ]
            look = "accent" if self._tournament.awaits_cut else "dim"
            rows += [part for told in self._told for part in wrap_text(told, width, look)]
        self.query_one("#page", Lines).show(rows)
        self.query_one("#said", Lines).show(wrap_text(said, width, look)[:2])
        self.refresh_keys()

    def _round_rows(self, width: int) -> list[Row]:
        tournament = self._tournament
        if not tournament.draws:
            return wrap_text(listed(tournament.begun.players, ","), width)
        rows: list[Row] = []
        for at, table in enumerate(self._here):
            look = "cursor" if at == self._at else ""
            mark = self.app.card_style.arrow if look else " "
            number = evenings.TABLE_NUMBER.format(number=table.table)
            head = Bit(f"{mark} {number}", look or "strong")
            words = pad(row(head, Bit(self._table_words(table), look)), width, look)
            rows += wrap(tuple(bit._replace(target=("table", at)) for bit in words), width, 4)
        out = [tournament.begun.players[person] for person in tournament.draws[-1].out]
        if out:
            rows += wrap(row(Bit(evenings.SITTING_OUT, "dim"), listed(out)), width, 2)
        return rows

    def _table_words(self, table: TableResult) -> str:
        names = short_names(self._tournament.names(table.round, table.table), _NAME)
        if table.points is not None:
            pairs = zip(names, table.points, strict=True)
            return listed([f"{name} {points}" for name, points in pairs], ",")
        return f"{', '.join(names)}{evenings.BEING_PLAYED if table.game else ''}"

    def _standing_rows(self, width: int) -> list[Row]:
        places = tournaments.standing(self._tournament, self._tables)
        names = short_names(tuple(place.name for place in places), _NAME)
        if not any(place.games for place in places):
            none = row(Bit(evenings.STANDING, "accent"), evenings.NONE_FINISHED)
            return [none, (), *wrap_text(ledger.HOW_IT_STANDS, width, "dim")]
        lines = [place.cells(name) for place, name in zip(places, names, strict=True)]
        rows = tabular(columns([ledger.STANDING, *lines]), width, "accent")
        return [*rows, (), *wrap_text(ledger.HOW_IT_STANDS, width, "dim")]

    def _past(self, width: int) -> list[Row]:
        rows: list[Row] = []
        for number in range(self._tournament.round - 1, 0, -1):
            rows.append(row(Bit(evenings.ROUND_NUMBER.format(number=number), "accent")))
            for table in self._tables:
                if table.round == number:
                    head = f"  {evenings.TABLE_NUMBER.format(number=table.table)}"
                    rows += wrap(row(Bit(head, "dim"), self._table_words(table)), width, 4)
        return [*rows, ()] if rows else rows

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Marks another table."""
        if self._here:
            self._at = (self._at + by) % len(self._here)
        self.draw()

    @command("enter,space", label=table_label, may=why_no_table)
    def action_play_table(self) -> None:
        """Has the marked table played on this screen."""
        self.dismiss((self._here[self._at], False))

    @command("r", may=why_taken)
    def action_paper_table(self) -> None:
        """Has the score of the marked table kept, which plays with real cards."""
        self.dismiss((self._here[self._at], True))

    @command("p", may=why_taken)
    def action_table_totals(self) -> None:
        """Asks for the totals of the marked table."""
        self.open_field(asks="120 85 240")
        table = self._here[self._at]
        names = listed(self._tournament.names(table.round, table.table), ",")
        self.draw(evenings.TOTALS_OF.format(names=names), "accent")

    @command(
        "x",
        may=lambda self: self.why_no_table() or (None if self._game else evenings.NO_GAME_THERE),
    )
    def action_free_table(self) -> None:
        """Takes the game of the marked table away, pressed twice."""
        table = self._here[self._at]
        if not self.is_again:
            self.draw(evenings.ASK_TO_FREE.format(key=self.cap("free-table"), table=table.table))
            return
        self._change(lambda: self._tournament.link(table.round, table.table, ""))

    @command("n", may=why_no_draw)
    def action_next_draw(self) -> None:
        """Draws the next round, the first one once somebody has cut."""
        if self._tournament.awaits_cut:
            self.open_field()
            self.draw(evenings.WHO_CUTS, "accent")
            return
        drawn = evenings.IS_DRAWN.format(round=self._tournament.round + 1)
        self._change(self._tournament.draw_next, drawn)

    @command("enter", typing=True)
    def action_take_totals(self) -> None:
        """Takes the number or the totals that were typed, or says what is wrong with them."""
        if self._tournament.awaits_cut:
            self._cut(self.field.value.strip())
            return
        words = self.field.value.replace(",", " ").split()
        if not all(re.fullmatch(r"-?\d{1,6}", word, re.ASCII) for word in words):
            self.draw(evenings.TOTALS_ARE_NUMBERS)
            return
        table, points = self._here[self._at], list(map(int, words))
        if self._change(lambda: self._tournament.score(table.round, table.table, points)):
            self.action_stop_typing()

    def _cut(self, typed: str) -> None:
        if typed and not re.fullmatch(r"\d{1,12}", typed, re.ASCII):
            self.draw(evenings.WHO_CUTS)
            return

        def cut_and_draw() -> None:
            self._tournament.cut_draws(int(typed) if typed else None)
            self._tournament.draw_next()

        if self._change(cut_and_draw, evenings.IS_DRAWN.format(round=1)):
            self.action_stop_typing()

    @command("escape", typing=True, id="stop-totals")
    def action_stop_typing(self) -> None:
        """Closes the field."""
        self.close_field()
        self.draw()

    def _change(self, change: Callable[[], object], said: str = "") -> bool:
        try:
            change()
        except StoreError as fault:
            self.draw(str(fault))
            return False
        self.run_beside(self.read, said or evenings.KEPT)
        return True

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click marks a table, one on the marked table plays it."""
        message.stop()
        match message.target:
            case ("table", int(at)) if not self.is_typing:
                if at == self._at and self.why_no_table() is None:
                    self.action_play_table()
                else:
                    self._at, self._pressed = at, ""
                    self.draw()
