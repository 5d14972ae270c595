"""The screens of tournaments: begin one, draw its rounds, play its tables, and see who leads."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from shanghai.ledger.draw import MAX_PEOPLE, MIN_PEOPLE
from shanghai.ledger.paper import PaperGame
from shanghai.ledger.tournament import TableResult, Tournament, TournamentBegun, summaries
from shanghai.storage.entries import Terms
from shanghai.storage.saves import StoreError, path_of
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.ui import screens
from shanghai.ui.evenings.paper import StoredEveningScreen, stored_evening
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import BACK_Q, FIRST, Reason, command
from shanghai.ui.kit.lines import (
    Bit,
    IndexTarget,
    Lines,
    Row,
    Target,
    pad,
    row,
    tabular,
    with_target,
    wrap,
    wrap_text,
)
from shanghai.ui.kit.list_screen import Choice
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.setup.new_game import ask_names, ask_seats, choose_rules
from shanghai.ui.table.games import play_host
from shanghai.words import evenings, ledger, setup
from shanghai.words.cells import columns
from shanghai.words.games import of_game
from shanghai.words.grammar import listed
from shanghai.words.short_names import short_names

_NAME_CELLS: Final = 18


async def tournament_evening(app: GameApp) -> None:
    """Lists the tournaments, to go on with one or begin a new one, until the player goes back."""

    def choices(tournaments: Sequence[Tournament]) -> list[Choice]:
        made = [Choice("", evenings.NEW_TOURNAMENT, evenings.NEW_TOURNAMENT_NOTE)]
        for each in tournaments:
            people, day = len(each.terms.players), each.terms.at[:10]
            note = evenings.TOURNAMENT_NOTE.format(people=people, round=each.round, day=day)
            made.append(Choice(each.id, each.title, note))
        return made

    asks = evenings.WHICH_TOURNAMENT, evenings.TOURNAMENT_LIST_HELP
    await stored_evening(app, Tournament, asks, choices, _begin, _play)


async def _begin(app: GameApp) -> Tournament | None:
    if (rules := await choose_rules(app)) is None:
        return None
    seats = await ask_seats(app, rules, evenings.HOW_MANY_AT_A_TABLE)
    if seats is None:
        return None
    question = evenings.WHO_PLAYS_IN.format(rules=of_game(rules.name))
    least = seats if rules.sides else max(MIN_PEOPLE, rules.min_players)
    names = await ask_names(app, question, range(least, MAX_PEOPLE + 1))
    if names is None:
        return None
    terms = TournamentBegun(rules=rules, players=tuple(names), seats=seats)
    return Tournament.begin(app.folder, terms)


async def _play(app: GameApp, tournament: Tournament) -> None:
    """Shows a tournament and lets its tables be played, until the player goes back."""
    while (answer := await app.ask(TournamentScreen(tournament))) is not None:
        table, on_paper = answer
        play = _score_on_paper if on_paper or table.game.startswith("paper-") else _play_here
        title = evenings.TABLE_TITLE.format(
            tournament=tournament.title, round=table.round, table=table.table
        )
        try:
            await play(app, tournament, table, title)
        except StoreError as error:
            app.notify(str(error))


async def _score_on_paper(
    app: GameApp, tournament: Tournament, table: TableResult, title: str
) -> None:
    if table.game:
        paper = PaperGame.of_id(app.folder, table.game)
    else:
        paper = PaperGame.begin(app.folder, tournament.terms.rules, table.players, title)
        tournament.link(table.round, table.table, paper.id)
    await app.ask(screens.PaperScreen(paper))


async def _play_here(app: GameApp, tournament: Tournament, table: TableResult, title: str) -> None:
    """Plays a table on this screen: resumes its game, or begins it."""
    if table.game:
        path = path_of(app.folder, table.game)
        writer, host, problem = await asyncio.to_thread(GameWriter.resume, path)
        if problem:
            app.notify(problem, timeout=12)
    else:
        host = Host(tournament.terms.rules, [*map(Player, table.players)], CardSource(is_fair=True))
        terms = Terms(series=tournament.id)
        writer = GameWriter.begin(app.folder, host, title, terms=terms)
        tournament.link(table.round, table.table, writer.id)
    await play_host(app, host, writer)


class TournamentScreen(StoredEveningScreen[tuple[TableResult, bool]]):
    """Shows a tournament. Answers with the table to play and whether it uses real cards, or
    None."""

    KEYS = (BACK_Q.on("escape,q", typing=False),)
    HELP_TEXT = evenings.say.late("TOURNAMENT_HELP")
    DEFAULT_CSS = """
    TournamentScreen {
        & VerticalScroll { max-width: 96; }
        & Input { margin: 0 2; width: 100%; max-width: 92; }
        & #message { width: 100%; max-width: 92; height: 2; margin: 0 2; }
    }
    """

    @property
    def help_text(self) -> str:
        """How a tournament works, and how its standing is counted."""
        return super().help_text + ledger.HOW_IT_STANDS

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self._tournament = tournament
        self._tables: list[TableResult] = []
        self._notes: list[str] = []
        self._is_read = False
        self._marked = 0

    def heading(self) -> str:
        """The title of the tournament, and the round."""
        title, number = self._tournament.title, max(1, self._tournament.round)
        return evenings.TOURNAMENT_TITLE.format(tournament=title, round=number)

    def content(self) -> ComposeResult:
        """The page, the field for totals, and a message."""
        yield VerticalScroll(Lines(id="page"), can_focus=False)
        yield Lines([()], id="message")
        yield TextField(max_length=80, select_on_focus=False)

    async def read(self, message: str = "") -> None:
        """Reads the games of the tournament, and draws them with a message below."""
        try:
            games, faults = await asyncio.to_thread(summaries, self.app.folder)
        except StoreError as error:
            self.draw(str(error))
            return
        self._notes = await asyncio.to_thread(self._tournament.notes)
        self._tables, self._is_read = self._tournament.results(games), True
        self._marked = next(
            (index for index, table in enumerate(self._here) if table.totals is None), 0
        )
        self.refresh_heading()
        self.draw(" ".join(faults) or message, "warn" if faults else "good")

    @property
    def _here(self) -> list[TableResult]:
        return [table for table in self._tables if table.round == self._tournament.round]

    @property
    def _table(self) -> TableResult:
        """The marked table."""
        return self._here[self._marked]

    @property
    def _game(self) -> str:
        """The id of the game at the marked table. Empty if it has none."""
        return self._table.game if self._here else ""

    @property
    def table_label(self) -> str:
        """The label of Enter: what it does with the marked table."""
        return setup.GO_ON if self._game and not self.why_no_table() else evenings.PLAY

    def why_no_table(self) -> Reason | None:
        """Why the marked table cannot be played now."""
        if not self._here:
            return evenings.NO_TABLE_YET
        return None if self._table.totals is None else evenings.TABLE_FINISHED

    def why_taken(self) -> Reason | None:
        """Why the marked table cannot get another game: it has one, or is finished."""
        game, key = self._game, self.keys.cap("free-table")
        taken = evenings.TABLE_TAKEN.format(game=game, key=key) if game else None
        return self.why_no_table() or taken

    def why_no_draw(self) -> Reason | None:
        """Why the next round cannot be drawn yet."""
        left = [str(each.table) for each in self._here if each.totals is None]
        return evenings.MUST_FINISH(tables=left) if left else None

    def draw(self, message: str = "", look: str = "warn") -> None:
        """Draws the page, and a message below it."""
        width = self.page_width
        rows: list[Row] = [row(Bit(evenings.READING_GAMES, "dim"))]
        if self._is_read:
            rows = [*self._round_rows(width), (), *self._standing_rows(width), ()]
            rows += self._past_rows(width)
            for note in self._notes:
                rows += wrap_text(note, width, "accent" if self._tournament.awaits_cut else "dim")
        self.query_one("#page", Lines).show(rows)
        self.query_one("#message", Lines).show(wrap_text(message, width, look)[:2])
        self.refresh_keys()

    def _round_rows(self, width: int) -> list[Row]:
        tournament = self._tournament
        if not tournament.draws:
            return wrap_text(listed(tournament.terms.players, ","), width)
        rows: list[Row] = []
        for index, table in enumerate(self._here):
            look = "cursor" if index == self._marked else ""
            mark = self.app.card_style.arrow if look else " "
            number = evenings.TABLE_NUMBER.format(number=table.table)
            head = Bit(f"{mark} {number}", look or "strong")
            line = pad(row(head, Bit(self._table_text(table), look)), width, look)
            rows += wrap(with_target(line, IndexTarget(index)), width, 4)
        if out := tournament.sitting_out(tournament.round):
            rows += wrap(row(Bit(evenings.SITTING_OUT, "dim"), listed(out)), width, 2)
        return rows

    def _table_text(self, table: TableResult) -> str:
        names = short_names(table.players, _NAME_CELLS)
        is_played = table.totals is None and table.game
        return table.text(names) + (evenings.BEING_PLAYED if is_played else "")

    def _standing_rows(self, width: int) -> list[Row]:
        places = self._tournament.standing(self._tables)
        names = short_names(tuple(place.player for place in places), _NAME_CELLS)
        if not any(place.games for place in places):
            none = row(Bit(evenings.STANDING, "accent"), evenings.NONE_FINISHED)
            return [none, (), *wrap_text(ledger.HOW_IT_STANDS, width, "dim")]
        lines = [place.cells(name) for place, name in zip(places, names, strict=True)]
        rows = tabular(columns([ledger.STANDING, *lines]), width, "accent")
        return [*rows, (), *wrap_text(ledger.HOW_IT_STANDS, width, "dim")]

    def _past_rows(self, width: int) -> list[Row]:
        rows: list[Row] = []
        for number in range(self._tournament.round - 1, 0, -1):
            rows.append(row(Bit(evenings.ROUND_NUMBER.format(number=number), "accent")))
            for table in self._tables:
                if table.round == number:
                    head = f"  {evenings.TABLE_NUMBER.format(number=table.table)}"
                    rows += wrap(row(Bit(head, "dim"), self._table_text(table)), width, 4)
        return [*rows, ()] if rows else rows

    @command("down,j,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Marks another table."""
        if self._here:
            self._marked = (self._marked + by) % len(self._here)
        self.draw()

    @command("enter,space", label=table_label, why_not=why_no_table)
    def action_play_table(self) -> None:
        """Answers that the marked table is to be played here."""
        self.dismiss((self._table, False))

    @command("r", why_not=why_taken)
    def action_paper_table(self) -> None:
        """Answers that the marked table plays with real cards and is scored here."""
        self.dismiss((self._table, True))

    @command("p", why_not=why_taken)
    def action_table_totals(self) -> None:
        """Asks for the totals of the marked table, which has played elsewhere."""
        self.field.open(asks="120 85 240")
        self.draw(evenings.TOTALS_OF.format(names=listed(self._table.players, ",")), "accent")

    @command(
        "x",
        why_not=lambda self: (
            self.why_no_table() or (None if self._game else evenings.NO_GAME_THERE)
        ),
    )
    def action_free_table(self) -> None:
        """Removes the game from the marked table, if the key is pressed twice."""
        table = self._table
        if not self.is_second_press:
            self.draw(
                evenings.ASK_TO_FREE.format(key=self.keys.cap("free-table"), table=table.table)
            )
            return
        self._tournament.link(table.round, table.table, "")
        self._show_change(evenings.CHANGE_SAVED)

    @command("n", why_not=why_no_draw)
    def action_next_draw(self) -> None:
        """Draws the next round. Before the first one it asks somebody to cut."""
        if self._tournament.awaits_cut:
            self.field.open()
            self.draw(evenings.WHO_CUTS, "accent")
            return
        self._tournament.draw_next()
        self._show_change(evenings.IS_DRAWN.format(round=self._tournament.round))

    @command("enter", typing=True)
    def action_take_totals(self) -> None:
        """Takes the typed cut or the typed totals. Says what is wrong with them."""
        if self._tournament.awaits_cut:
            self._cut(self.field.value.strip())
        else:
            self._score(self.field.value.replace(",", " ").split())

    def _cut(self, typed: str) -> None:
        if typed and not re.fullmatch(r"\d{1,12}", typed, re.ASCII):
            self.draw(evenings.WHO_CUTS)
            return
        self._tournament.cut_draws(int(typed) if typed else None)
        self._show_change(evenings.IS_DRAWN.format(round=1))

    def _score(self, words: Sequence[str]) -> None:
        if not all(re.fullmatch(r"-?\d{1,6}", word, re.ASCII) for word in words):
            self.draw(evenings.TOTALS_ARE_NUMBERS)
            return
        table = self._table
        self._tournament.score(table.round, table.table, [*map(int, words)])
        self._show_change(evenings.CHANGE_SAVED)

    @command("escape", typing=True, id="stop-totals")
    def action_stop_typing(self) -> None:
        """Closes the field."""
        self.field.close()
        self.draw()

    def _show_change(self, message: str) -> None:
        """Closes the field, and shows the tournament as it is stored now."""
        self.action_stop_typing()
        self.run_in_worker(self.read, message)

    def clicked(self, target: Target) -> None:
        """Marks a clicked table. A click on the marked table plays it."""
        match target:
            case IndexTarget(index) if not self.is_typing:
                if index == self._marked and self.why_no_table() is None:
                    self.action_play_table()
                else:
                    self._marked, self._pressed = index, ""
                    self.draw()
