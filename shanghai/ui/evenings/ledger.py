"""The screen of the ledger: the album of players, their figures, house records, the evenings."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec import structs

from shanghai.ledger import ledger as counts
from shanghai.ledger.ledger import Ledger, People, Wanted, read_ledger, worn_signs
from shanghai.ledger.lines import course_plot, handicap_note, player_table
from shanghai.storage.saves import StoreError
from shanghai.storage.verdict import GameSummary
from shanghai.ui import screens
from shanghai.ui.kit.cards import seat_look, seat_name, seat_sign
from shanghai.ui.kit.command import BACK_Q, FIRST, Command, command
from shanghai.ui.kit.frames import block_centred, fitted, framed
from shanghai.ui.kit.lines import (
    UNBROKEN,
    Bit,
    Row,
    cut_row,
    row_width,
    side_by_side,
    tabular,
    wrap,
    wrap_text,
)
from shanghai.ui.kit.list_screen import following
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.pixels import Canvas, glyphs, large_words
from shanghai.ui.table.scorecard import plot
from shanghai.words import evenings, ledger as words
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width, columns, cut_text
from shanghai.words.games import of_game
from shanghai.words.grammar import listed

_NARROW_COLUMNS: Final = (0, 1, 2, 4, 5, 8, 11, 12, 13, 14)
_PLOT_LINES: Final = 13
_NAME: Final = 11
_MAX_COMPANIES: Final = 9
_PARTS_OF_A_FACE: Final = ("hair", 0), ("eyes", 2), ("mouths", 5)
"""The parts of a face, each with the row of pixels where it begins."""
_MAX_COURSE_LINES: Final = 12
_LABEL: Final = 15
_MIN_PAGE_CELLS: Final = 66


class LedgerScreen(ReadingScreen[None]):
    """The figures of all finished games, filtered by variant, time and company."""

    SHOWS_NO_HAND = True
    KEYS = (BACK_Q, Command(id="games", keys="g", action="app.go_on"))
    HELP_TEXT = evenings.say.late("LEDGER_HELP")
    DEFAULT_CSS = "LedgerScreen VerticalScroll { max-width: 150; }"

    def __init__(self) -> None:
        super().__init__()
        self.page = 0
        self.wanted = Wanted()
        self._ledger: Ledger | None = None
        self._filters: dict[str, Sequence[object]] = {}
        """The values of each filter, by its name. The first value selects all games."""
        self._names: dict[str, str] = {}
        self._worn: dict[str, int] = {}
        """The seat whose sign and colour a player has here. It stays when a filter changes."""
        self._player = ""
        self._problem = ""

    @property
    def has_tray(self) -> bool:
        """Whether the page has a tray around it. The album's pages have their own frame."""
        return self.page > 0 and super().has_tray

    def heading(self) -> str:
        """The name of the page, and the filters."""
        wanted = self.wanted
        parts = [
            evenings.PAGES[self.page],
            wanted.variant and self._names[wanted.variant],
            wanted.since and evenings.SINCE.format(day=wanted.since),
            wanted.company and evenings.WITH_COMPANY(people=wanted.company),
        ]
        return evenings.LEDGER_TITLE.format(parts=listed([part for part in parts if part], ","))

    def on_screen_resume(self) -> None:
        """Reads the games again, as more may have been played in the meantime."""
        if self._ledger is not None:
            self.run_in_worker(self.read)

    async def read(self) -> None:
        """Reads and counts the games."""
        try:
            ledger = await asyncio.to_thread(read_ledger, self.app.folder, self.wanted)
        except StoreError as error:
            self._problem = str(error)
        else:
            self._ledger, self._problem = ledger, ledger.problem
            self._worn = worn_signs(ledger.games, {} if self.wanted == Wanted() else self._worn)
            if self.wanted == Wanted():
                self._names = {game.variant: of_game(game.variant_name) for game in ledger.games}
                self._filters = {
                    "variant": ("", *sorted(self._names)),
                    "since": ("", *_times(ledger.games)),
                    "company": ((), *companies(ledger.games)),
                }
            if self._player not in ledger.players:
                self._player = next(iter(ledger.players), "")
        self.draw()

    @command("right,l,tab", 1, id="next-page", cap="←→", place=FIRST)
    @command("left,h,shift+tab", -1, id="last-page", message="left", shown=False)
    def action_turn(self, by: int) -> None:
        """Shows the next page, or with -1 the one before."""
        self.page = (self.page + by) % len(evenings.PAGES)
        self.draw_from_top()

    @command("v", "variant", id="next-variant")
    @command("t", "since", id="next-time")
    @command("w", "company", id="next-company")
    def action_next(self, what: str) -> None:
        """Sets the filter `what` to its next value: a variant, a time or a company. After the last
        value all games count again."""
        if what in self._filters:
            self._count(**{what: following(self._filters[what], getattr(self.wanted, what))})

    @command(
        "c",
        label=lambda self: (
            evenings.WITH_COMPUTERS if self.wanted.people_only else evenings.PEOPLE_ONLY
        ),
    )
    def action_people_only(self) -> None:
        """Switches whether computer players are counted."""
        self._count(people_only=not self.wanted.people_only)

    @command("n", place=FIRST)
    def action_next_player(self) -> None:
        """Shows the album page of the next player."""
        if self._ledger and self._ledger.players:
            self._player = following([*self._ledger.players], self._player)
        self.page = 0
        self.draw_from_top()

    @command(
        "r",
        id="rename-player",
        why_not=lambda self: None if self._player else evenings.NO_PLAYER_YET,
    )
    def action_rename(self) -> None:
        """Asks for the name to which the games of the shown player are to be counted."""
        known = self._ledger.players if self._ledger else ()
        others = [name for name in known if name != self._player]
        title = evenings.WHOSE_GAMES.format(player=self._player)
        self.app.open_then(screens.NamesScreen(title, (1,), others), self._renamed)

    def _renamed(self, names: tuple[str, ...]) -> None:
        try:
            People(self.app.folder).rename(self._player, names[0])
        except StoreError as fault:
            self._problem = str(fault)
            self.draw()
            return
        self._player = names[0]
        self.run_in_worker(self.read)

    def _count(self, **changes: object) -> None:
        self.wanted = structs.replace(self.wanted, **changes)
        self.refresh_heading()
        self.run_in_worker(self.read)

    def rows(self, width: int) -> Sequence[Row]:
        """The rows of the present page."""
        ledger = self._ledger
        problem = wrap_text(self._problem, width, "warn") if self._problem else []
        if ledger is None:
            return block_centred([*problem, (Bit(evenings.READING_GAMES, "dim"),)], width)
        if not ledger.games:
            return block_centred([*problem, (Bit(words.NO_GAME_COUNTS, "dim"),)], width)
        pages = (self._album, self._players, self._records, self._evenings)
        head = [*problem, *self._head(ledger, width), ()]
        return block_centred([*head, *pages[self.page](ledger, width)], width)

    def _head(self, ledger: Ledger, width: int) -> list[Row]:
        """How many games are counted. In the album also who has won how many."""
        count = Bit(words.FINISHED_GAMES(count=len(ledger.games)), "dim")
        return wrap((count, *([] if self.page else self._won_by(ledger))), width)

    def _album(self, ledger: Ledger, width: int) -> list[Row]:
        if not self._player:
            return []
        height = self.scroller.outer_size.height - 4 - len(self._head(ledger, width))
        name, only, style = self._player, self.wanted.people_only, self.app.card_style
        return AlbumPage(ledger, name, self._worn[name], style, only).rows(width, height)

    def _won_by(self, ledger: Ledger) -> list[Bit]:
        bits, style = [Bit(f", {evenings.WON_BY}", "dim")], self.app.card_style
        for name, each in sorted(ledger.players.items(), key=lambda one: (-one[1].wins, one[0])):
            bits += [Bit("  "), seat_name(self._worn[name], cut_text(name, _NAME), style)]
            bits.append(Bit(f" {each.wins}", "accent" if name == self._player else "strong"))
        return bits

    def _players(self, ledger: Ledger, width: int) -> list[Row]:
        """The page of figures: a table of all players, with fewer columns if it is too wide."""
        table, legend = player_table(ledger)
        lines = columns(table)
        if max(map(cell_width, lines)) > width:
            few, legend = player_table(ledger, _NARROW_COLUMNS)
            # If it is still too wide, names are cut and figures are not.
            name_cells = max(cell_width(line[0]) for line in few)
            excess = max(0, max(map(cell_width, columns(few))) - width)
            lines = columns([[cut_text(name, name_cells - excess), *rest] for name, *rest in few])
        notes = [line for note in handicap_note(ledger) for line in wrap_text(note, width)]
        return [
            *tabular(lines, width),
            (),
            *wrap_text(f"{'; '.join(legend)}.", width, "dim"),
            *notes,
        ]

    def _records(self, ledger: Ledger, width: int) -> list[Row]:
        rows: list[Row] = []
        records = counts.house_records(ledger.games, people_only=self.wanted.people_only)
        most = max((cell_width(record.what) for record in records), default=0)
        for record in records:
            value = f"{record.value:>6}  {record.when:<10}  "
            head = (*fitted((Bit(record.what, "dim"),), max(26, most)), Bit(value, "strong"))
            who = wrap_text(listed(record.players), max(10, width - row_width(head)))
            rows += side_by_side([head], who, 0)
        return rows

    def _evenings(self, ledger: Ledger, width: int) -> list[Row]:
        course = counts.evenings(ledger.games, people_only=self.wanted.people_only)
        drawn = course_plot(ledger)
        shown = [f"{cut_text(name, _NAME)} {line[-1]}" for name, line in drawn.counted.items()]
        rows: list[Row] = [(Bit(evenings.GAMES_WON, "accent"),), ()]
        if totals := [*drawn.counted.values()]:
            foot, worn = (drawn.foot, drawn.foot), [self._worn[name] for name in drawn.counted]
            rows += plot(totals, shown, width, _PLOT_LINES, self.app.card_style, foot, worn)
        day, games, won = evenings.EVENING_HEADS
        date_cells, cells = max(10, cell_width(day)), cell_width(games)
        rows += [(), (Bit(f"{day:<{date_cells}}  {games}  {won}", "dim"),)]
        for evening in reversed(course):
            wins = sorted(evening.wins.items(), key=lambda each: (-each[1], each[0]))
            winners = listed([f"{name} {count}" for name, count in wins], ",")
            line = f"{evening.date:<{date_cells}}  {evening.games:>{cells}}  {winners}"
            rows.append(cut_row((Bit(line),), width))
        return rows


def companies(games: Sequence[GameSummary]) -> list[tuple[str, ...]]:
    """The groups of people who have played together, the most frequent first. Computers do not
    count."""
    sat = Counter(tuple(sorted(seat.name for seat in game.seats if not seat.bot)) for game in games)
    return [people for people, _ in sat.most_common() if len(people) > 1][:_MAX_COMPANIES]


def _times(games: Sequence[GameSummary]) -> list[str]:
    """The dates from which games may be counted: the last evening, a month and a year before it."""
    last = max(map(counts.evening_of, games), default="")
    try:
        day = date.fromisoformat(last)
    except ValueError:
        return []
    return [last, *((day - timedelta(days)).isoformat() for days in (30, 365))]


def face(name: str, style: CardStyle) -> list[str]:
    """A face in four lines of text, always the same one for a name."""
    canvas = Canvas(12, 8)
    for (part, y), byte in zip(_PARTS_OF_A_FACE, sha256(name.encode()).digest(), strict=False):
        drawings = [*glyphs(part).values()]
        canvas.stamp(drawings[byte % len(drawings)], 0, y)
    if style.ascii:
        return canvas.signs("#")[1::2]
    return canvas.quadrants() if style.quadrants else canvas.halves()


class AlbumPage(NamedTuple):
    """The album page of a person. `seat` is the seat whose sign and colour the person has."""

    ledger: Ledger
    name: str
    seat: int
    style: CardStyle
    people_only: bool

    @property
    def own_games(self) -> list[GameSummary]:
        """The games of this person."""
        return [game for game in self.ledger.games if self.name in game.players]

    def rows(self, width: int, height: int) -> list[Row]:
        """The page in a frame of at most `width` cells and about `height` lines."""
        inner, room = width - 6, height - 4
        # All pages have the same width, so that the frame stays in its place.
        outer = min(width, _MIN_PAGE_CELLS)
        evenings_of = counts.evenings(self.own_games, people_only=self.people_only)
        rows = [*self._head(inner), *self._facts(evenings_of, outer - 6)]
        against = self._against(inner)
        left = room - len(rows) - max(2, len(against))
        rows += [*self._course(evenings_of, inner, left), *against]
        edge: list[Row] = [()] if len(rows) < room else []
        rows = [*edge, *((Bit(" "), *line) for line in rows), *edge]
        outer = max(outer, max(map(row_width, rows)) + 5)
        return framed(rows, outer, len(rows) + 2, self.style, look=seat_look(self.seat))

    def _head(self, width: int) -> list[Row]:
        """The face, the name in large letters next to it, and the games played and won."""
        figures, look = self.ledger.players[self.name], seat_look(self.seat)
        letters = large_words(self.name, self.style)
        if not letters or len(letters[0]) > width - 12:
            letters = ("", self.name)
        games = words.ALBUM_GAMES(games=figures.games, won=figures.wins)
        sign = Bit(f"{seat_sign(self.seat, self.style)} ", look)
        title = [(Bit(line, look),) for line in letters]
        portrait = [(Bit(line, look),) for line in face(self.name, self.style)]
        rows = [*side_by_side(portrait, title, 3), (sign, Bit(games, "strong"))]
        return [cut_row(line, width) for line in rows]

    def _facts(self, evenings_of: Sequence[counts.Evening], width: int) -> list[Row]:
        """Rows about the best evening and round, wins in a row, the rival, and medals."""
        rows: list[Row] = []
        if best := counts.best_evening(evenings_of, self.name):
            text = words.best_evening_text(best.wins[self.name], best.games, best.date)
            rows += _fact(words.BEST_EVENING, text, width)
        if fewest := counts.best_round(self.own_games, self.name):
            text = words.BEST_ROUND_TEXT(points=fewest[0], date=fewest[1])
            rows += _fact(words.BEST_ROUND, text, width)
        figures = self.ledger.players[self.name]
        if figures.best_streak > 1:
            text = words.WON_IN_A_ROW.format(now=figures.streak, most=figures.best_streak)
            rows += _fact(words.IN_A_ROW, text, width)
        if rival := counts.rival(self._meetings):
            text = words.rival_text(self.name, rival[0], rival[1].behind, rival[1].games)
            rows += _fact(words.RIVAL, text, width)
        if medals := self._medals():
            rows += _fact(words.MEDALS, "   ".join(medals), width, "accent")
        return rows

    def _medals(self) -> list[str]:
        """The house records of this person, without those that are no honour."""
        star, no_honour = "*" if self.style.ascii else "★", (words.HIGHEST_TOTAL, words.MOST_POINTS)
        records = counts.house_records(self.ledger.games, people_only=self.people_only)
        return [
            f"{star} {record.what} {record.value}".replace(" ", UNBROKEN)
            for record in records
            if self.name in record.players and record.what not in no_honour
        ]

    def _course(self, evenings_of: Sequence[counts.Evening], width: int, room: int) -> list[Row]:
        """A chart of the games won up to each evening, in at most `room` lines. Empty if it does
        not fit."""
        room = min(_MAX_COURSE_LINES, room - 2)
        if len(evenings_of) < 2 or room < 5:
            return []
        won = [0, *(evening.won_so_far.get(self.name, 0) for evening in evenings_of)]
        foot = words.evenings_span([evening.date for evening in evenings_of])
        drawn = plot([won], [str(won[-1])], width, room, self.style, (foot, foot), [self.seat])
        return [(), (Bit(evenings.GAMES_WON, "dim"),), *drawn]

    @property
    def _meetings(self) -> Mapping[str, counts.Meeting]:
        return counts.meetings(self.ledger.games, self.name, people_only=self.people_only)

    def _against(self, width: int) -> list[Row]:
        """A table of how often this person was ahead of each other one, behind, or level."""
        if not self._meetings:
            return []
        table: list[Sequence[str]] = [("", *evenings.MEETINGS)]
        for other, each in sorted(self._meetings.items()):
            table.append((other, *map(str, (each.games, each.ahead, each.behind, each.level))))
        title = (Bit(words.AGAINST.format(player=self.name), "accent"),)
        return [(), title, *tabular(columns(table), width, "")]


def _fact(label: str, text: str, width: int, look: str = "") -> list[Row]:
    about = [fitted((Bit(label, "dim"),), _LABEL)]
    return side_by_side(about, wrap_text(text, width - _LABEL, look), 0)
