"""A finished game: who won, why each round ended, its scorecard, and the ways to look closer."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from shanghai.engine.view import public_view
from shanghai.ledger.ledger import Wanted, read_ledger
from shanghai.records.proof import prove
from shanghai.records.recorder import record_of
from shanghai.records.replay import Replay
from shanghai.records.scorecard_export import FORMS, Scorecard, scorecard_of_game
from shanghai.review.report import kept_review
from shanghai.storage.files import write_file
from shanghai.storage.journal import Journal
from shanghai.storage.saves import StoreError, path_of, read_game
from shanghai.ui import open as opening
from shanghai.ui.kit.command import BACK_Q, command
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.scorecard import chart_rows, scorecard_rows
from shanghai.ui.table.session.log import marked
from shanghai.words import evenings, scores

EXPORTS: Final = "exports"
"""The folder in the data folder into which records and scorecards are written."""
_ENDINGS: Final = {"text": "txt", "csv": "csv", "html": "html"}


_CHART = 12
"""The lines of the chart."""


class FinishedScreen(ReadingScreen[None]):
    """The scores of a finished game; its replay, record and proof are a key away."""

    KEYS = (BACK_Q,)
    HELP_TEXT = evenings.FINISHED_HELP

    def __init__(self, game: str, read: Journal) -> None:
        """Shows a sound journal of a finished game, by its id."""
        super().__init__()
        if read.state is None or read.header is None:
            raise ValueError(evenings.NO_GAME_IN_JOURNAL)
        self._game, self._read = game, read
        self._view = public_view(read.state)
        self._header = read.header
        self._said: list[str] = []
        self._busy = False

    def heading(self) -> str:
        """The game and when it was begun."""
        when = self._header.created[:16].replace("T", " ")
        return f"{self._header.title or self._header.rules.name}, {when}"

    def rows(self, wide: int) -> Sequence[Row]:
        """Winners, what was asked for, the bars, the scorecard, the endings."""
        style = self.app.card_style
        view = self._view
        said = [*wrap(row(Bit(scores.winners(view), "accent")), wide)]
        if self.code:
            said += wrap(row(Bit(scores.DEAL_CODE, "dim"), self.code), wide)
        for text in self._said:
            said += wrap(row(Bit(text, "good")), wide)
        found = self._read.resumption
        hinted = found.hinted if found else ()
        card = scorecard_rows(view, wide, ascii_only=style.ascii, hinted=hinted)
        chart = chart_rows(view, wide, _CHART, style)
        ends: list[Row] = []
        for result in view.results:
            text = f"{result.round}: {scores.round_ended(view, result)}"
            ends += wrap(row(Bit(text, "dim")), wide, 3)
        rows = [centred(line, wide) for line in said]
        for block in (card, chart, ends):
            rows += [(), *block_centred(block, wide)]
        return rows

    @property
    def code(self) -> str:
        """The deal code of its cards, "" where they had none."""
        return self._header.terms.code

    @command("r,enter")
    def action_replay(self) -> None:
        """Steps through the game, the turning points of its review marked if it has one."""
        replay = Replay(self._read)
        found = kept_review(self._path, self._read, marked)
        replay.mark({point.at: point.sentence for point in found.turning_points})
        self.open(opening.game_replay(replay))

    @command("v", may=lambda self: None if self.app.settings.review else scores.REVIEWS_ARE_OFF)
    def action_review(self) -> None:
        """Tells what each decision has cost."""
        self.open(opening.game_review(self._path))

    @property
    def _path(self) -> Path:
        return path_of(self.app.folder, self._game)

    @command("w")
    async def action_write_down(self) -> None:
        """Writes the record and the scorecard, and says where they lie."""
        try:
            folder = await asyncio.to_thread(write_down, self.app.folder, self._game, self._read)
            self._say(evenings.WRITTEN_DOWN.format(folder=folder))
        except OSError as error:
            self._say(evenings.NOT_WRITTEN.format(problem=error.strerror or str(error)))

    @command("p")
    def action_prove(self) -> None:
        """Computes the cards and the moves of the computers again, beside the screen."""
        if not self._busy:
            self._busy = True
            self._say(evenings.PROVING)
            self.run_beside(self._prove)

    async def _prove(self) -> None:
        proof = await asyncio.to_thread(prove, self._read)
        self._busy = False
        found = evenings.PROVED if proof.holds else evenings.NOT_PROVED
        self._say(found, *proof.faults[:5], *proof.facts)

    @command("t", when=lambda self: bool(self.code))
    async def action_tables(self) -> None:
        """Compares the tables that have played its deal code."""
        wanted = Wanted(code=self.code)
        try:
            ledger = await asyncio.to_thread(read_ledger, self.app.folder, wanted)
        except StoreError as error:
            self._say(str(error))
            return
        self.open(opening.deal_tables(self.code, ledger, False))

    def _say(self, *sentences: str) -> None:
        self._said = list(sentences)
        self.draw()


def write_down(data: Path, game: str, read: Journal) -> Path:
    """Writes the record and every form of the scorecard of a game; the folder, or OSError."""
    texts = {"yaml": record_of(read), **in_forms(scorecard_of_game(read))}
    return written(data, game, texts).parent


def in_forms(card: Scorecard) -> dict[str, str]:
    """A scorecard in every form, by the ending of its file."""
    return {ending: FORMS[form](card) for form, ending in _ENDINGS.items()}


def written(data: Path, game: str, texts: Mapping[str, str]) -> Path:
    """Writes files on a game into the data folder, by their endings; the last one, or OSError."""
    name = "".join(letter if letter.isalnum() or letter == "-" else "_" for letter in game)[:80]
    for ending, text in texts.items():
        file = data / EXPORTS / f"{name}.{ending}"
        write_file(file, text.encode())
    return file


def write_page(data: Path, journal: Path) -> Path:
    """Writes a kept game as a page to keep and to print; the page, OSError, or NotAGame."""
    page = FORMS["html"](scorecard_of_game(read_game(journal)))
    return written(data, journal.stem, {"html": page})
