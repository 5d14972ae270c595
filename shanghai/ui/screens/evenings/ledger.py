"""The ledger on the screen: players, head to head, records of the house, the evenings."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from shanghai.ledger.figures import evenings, house_records, meetings
from shanghai.ledger.ledger import Ledger, Wanted, read_ledger
from shanghai.ledger.lines import HEADINGS, LEGEND, columns, handicap_note, player_rows
from shanghai.storage.saves import StoreError
from shanghai.text.cells import cell_width
from shanghai.text.phrases import counted
from shanghai.ui.commands.evenings import LEDGER
from shanghai.ui.screens.dialogs.reading import ReadingScreen
from shanghai.ui.widgets.lines import Bit, Row, cut_row, pad, row, wrap

PAGES: Final = ("Players", "Head to head", "Records of the house", "Evenings")
_NARROW: Final = (0, 1, 2, 4, 5, 8, 11, 12, 13, 14)
"""The columns of the figures that stand where there is little room."""
_BAR: Final = 30


class LedgerScreen(ReadingScreen[None]):
    """The figures of all finished games, filtered by variant and company."""

    COMMAND_LIST = LEDGER
    HELP_TEXT = (
        "All finished games of this folder, counted. Left and right turn the pages: the players "
        "with their figures, one player against the others, the records of the house, the "
        "evenings. v counts one variant alone, n shows the next player, c leaves the computer "
        "players out, g lists the games to look at one again. Scores count as corrected; games "
        "that were put away do not count. Names are "
        "joined with `shanghai ledger --rename NAME PERSON`."
    )
    DEFAULT_CSS = """
    LedgerScreen VerticalScroll { max-width: 150; }
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._page = 0
        self._wanted = Wanted()
        self._ledger: Ledger | None = None
        self._variants: tuple[str, ...] = ("",)
        self._player = ""
        self._problem = ""

    @property
    def people_only(self) -> bool:
        """Whether computer players are left out."""
        return self._wanted.people_only

    @property
    def page_name(self) -> str:
        """The name of the page that is shown."""
        return PAGES[self._page]

    def heading(self) -> str:
        """The page and what is counted in it."""
        variant = f", {self._wanted.variant}" if self._wanted.variant else ""
        return f"Ledger: {self.page_name}{variant}"

    def on_mount(self) -> None:
        """Reads the games beside the screen."""
        super().on_mount()
        self.run_worker(self._read(), exclusive=True)

    async def _read(self) -> None:
        try:
            ledger = await asyncio.to_thread(read_ledger, self._folder, self._wanted)
        except StoreError as error:
            self._problem = str(error)
        else:
            self._ledger, self._problem = ledger, ledger.problem
            if not self._wanted.variant:
                self._variants = ("", *sorted({game.variant for game in ledger.games}))
            if self._player not in ledger.players:
                self._player = next(iter(ledger.players), "")
        self.draw()

    def action_turn(self, by: int) -> None:
        """Turns to another page."""
        self._page = (self._page + by) % len(PAGES)
        self.refresh_heading()
        self.draw()
        self.action_scroll_to_end(-1)

    async def action_games(self) -> None:
        """Goes to the list of all kept games."""
        self.dismiss(None)
        await self.app.run_action("app.go_on")

    def action_next_variant(self) -> None:
        """Counts the games of the next variant, at last of all again."""
        at = self._variants.index(self._wanted.variant) if self._wanted.variant else 0
        self._count(variant=self._variants[(at + 1) % len(self._variants)])

    def action_people_only(self) -> None:
        """Leaves computer players out, or takes them in."""
        self._count(people_only=not self._wanted.people_only)

    def action_next_player(self) -> None:
        """Shows the next player against the others."""
        names = list(self._ledger.players) if self._ledger else []
        if names:
            at = names.index(self._player) if self._player in names else -1
            self._player = names[(at + 1) % len(names)]
        self._page = 1
        self.refresh_heading()
        self.draw()

    def _count(self, *, variant: str | None = None, people_only: bool | None = None) -> None:
        was = self._wanted
        self._wanted = Wanted(
            was.player,
            was.variant if variant is None else variant,
            was.since,
            was.people_only if people_only is None else people_only,
        )
        self.refresh_heading()
        self.run_worker(self._read(), exclusive=True)

    def rows(self, wide: int) -> Sequence[Row]:
        """The lines of the page."""
        ledger = self._ledger
        said = wrap(row(Bit(self._problem, "warn")), wide) if self._problem else []
        if ledger is None:
            return [*said, row(Bit("The games are read: a moment.", "dim"))]
        if not ledger.games:
            return [*said, row(Bit("No finished game counts here yet.", "dim"))]
        pages = (self._players, self._meetings, self._records, self._evenings)
        count = row(Bit(f"{counted(len(ledger.games), 'finished game')}", "dim"))
        return [*said, count, (), *pages[self._page](ledger, wide)]

    def _players(self, ledger: Ledger, wide: int) -> list[Row]:
        table = [("", *HEADINGS), *player_rows(ledger)]
        lines = columns(table)
        if max(map(cell_width, lines)) > wide:
            lines = columns([[line[at] for at in _NARROW] for line in table])
        rows = [
            cut_row(row(Bit(line, "dim" if not at else "")), wide) for at, line in enumerate(lines)
        ]
        legend = wrap(row(Bit(" ".join(LEGEND), "dim")), wide)
        notes = [line for note in handicap_note(ledger) for line in wrap(row(note), wide)]
        return [*rows, (), *legend, *notes]

    def _meetings(self, ledger: Ledger, wide: int) -> list[Row]:
        name = self._player
        rows = [row(Bit(f"{name} against", "accent")), ()]
        met = sorted(meetings(ledger.games, name, people_only=self.people_only).items())
        table: list[Sequence[str]] = [("", "games", "ahead", "behind", "level")]
        for other, each in met:
            figures = (each.games, each.ahead, each.behind, each.level)
            table.append((other, *map(str, figures)))
        return [*rows, *(cut_row(row(line), wide) for line in columns(table))]

    def _records(self, ledger: Ledger, wide: int) -> list[Row]:
        rows: list[Row] = []
        for record in house_records(ledger.games, people_only=self.people_only):
            when = f"  {record.when[:10]}" if record.when else ""
            what = pad(row(Bit(record.what, "dim")), 26)
            said = (Bit(f"{record.value:>6}  ", "strong"), Bit(record.player), Bit(when, "dim"))
            rows.append(cut_row((*what, *said), wide))
        return rows

    def _evenings(self, ledger: Ledger, wide: int) -> list[Row]:
        course = evenings(ledger.games, people_only=self.people_only)
        most = max(course[-1].won_so_far.values(), default=0) or 1
        names = sorted(course[-1].won_so_far, key=lambda name: -course[-1].won_so_far[name])
        longest = max(map(cell_width, names))
        sign = "#" if getattr(self.app, "is_ascii", False) else "█"
        rows = [row(Bit("Games won so far", "accent"))]
        for name in names:
            wins = course[-1].won_so_far[name]
            bar = sign * round(wins * _BAR / most)
            rows.append(
                cut_row(
                    (*pad(row(name), longest + 2), Bit(f"{wins:>4} "), Bit(bar, "accent")), wide
                )
            )
        rows += [(), row(Bit("Evening by evening", "accent"))]
        for evening in reversed(course):
            won = ", ".join(f"{name} {count}" for name, count in sorted(evening.wins.items()))
            rows.append(cut_row(row(f"{evening.date}  {evening.games:>3}  {won}"), wide))
        return rows
