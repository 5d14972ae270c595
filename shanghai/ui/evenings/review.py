"""The review of a finished game: made in another process, with a bar, a player at a time."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from shanghai.engine.seats import SeatIndex
from shanghai.processes import begin_async, module_command
from shanghai.records.replay import Replay
from shanghai.review.report import (
    Finding,
    Review,
    figures,
    how_far,
    in_figures,
    kept_review,
    missing_library,
    said_of,
)
from shanghai.storage.journal import Journal
from shanghai.storage.saves import StoreError, sound_game
from shanghai.ui import open as opening
from shanghai.ui.kit.command import BACK_Q, FIRST
from shanghai.ui.kit.command import command as key_command
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.session.log import marked
from shanghai.words import evenings
from shanghai.words.sanitize import sanitize
from shanghai.words.setup import GO_ON

_BAR: Final = 40
_MOST_SAID: Final = 400


class ReviewScreen(ReadingScreen[None]):
    """Has a game reviewed beside the screen, and leads to its turning points in the replay."""

    HEADING = evenings.REVIEW_TITLE
    KEYS = (BACK_Q,)
    WITHOUT = ("scroll-down", "scroll-up")
    HELP_TEXT = evenings.REVIEW_HELP

    def __init__(self, path: Path) -> None:
        """The review of the finished game in a file."""
        super().__init__()
        self._path = path
        self._read: Journal | None = None
        self._review: Review | None = None
        self._process: Process | None = None
        self._progress = 0, 0
        self._fault = ""
        self._at = SeatIndex(0)
        """The seat of whom is spoken."""
        self._has_figures = False

    @property
    def is_at_work(self) -> bool:
        """Whether decisions are being judged."""
        return self._process is not None

    @property
    def is_unfinished(self) -> bool:
        """Whether there are decisions that were not judged yet."""
        return self._review is not None and not self._review.is_whole and not self._fault

    @property
    def point(self) -> Finding | None:
        """The turning point of the player of whom is spoken."""
        return self._review.turning_point_of(self._at) if self._review is not None else None

    def on_mount(self) -> None:
        """Begins with what is kept, and has the rest made."""
        self.run_beside(self._make)

    def on_unmount(self) -> None:
        """Ends the process, which keeps what is done."""
        self._end_process()

    async def _make(self) -> None:
        try:
            self._read = await asyncio.to_thread(sound_game, self._path)
            self._review = await asyncio.to_thread(kept_review, self._path, self._read, marked)
        except StoreError as error:
            self._fault = str(error)
        if self.is_unfinished:
            self._fault = missing_library()
        if self.is_unfinished:
            await self._judge()
        self.draw()

    async def _judge(self) -> None:
        self._process = process = await begin_async(
            command(self._path), stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )
        self.draw()
        said = ""
        if process.stdout is not None and process.stderr is not None:
            async for line in process.stdout:
                with suppress(ValueError):
                    done, total = map(int, line.split())
                    self._progress = done, total
                    self.draw()
            said = (await process.stderr.read()).decode(errors="replace")
        is_stopped = self._process is None
        code = await process.wait()
        self._process = None
        if code and not is_stopped:
            self._fault = sanitize(said, _MOST_SAID) or evenings.NO_REVIEW
        if self._read is not None:
            self._review = await asyncio.to_thread(kept_review, self._path, self._read, marked)

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.terminate()

    @key_command("down,j", 1, id="next-point", cap="↑↓", place=FIRST)
    @key_command("up,k", -1, id="point-before", said="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Speaks of the next player or the one before."""
        if self._review is not None and self._review.players:
            self._at = SeatIndex((self._at + by) % len(self._review.players))
        self.draw_from_top()

    @key_command(
        "enter,r",
        id="show-point",
        may=lambda self: None if self.point else evenings.NO_TURNING_POINT,
    )
    def action_show(self) -> None:
        """Opens the replay at the turning point, through the eyes of its player."""
        found, review = self.point, self._review
        if found is None or review is None or self._read is None:
            return
        replay = Replay(self._read)
        replay.mark({point.at: point.sentence for point in review.turning_points})
        self.open(opening.game_replay(replay, found.at, found.seat))

    @key_command("f", id="review-figures")
    def action_figures(self) -> None:
        """Shows the figures, or the sentences again."""
        self._has_figures = not self._has_figures
        self.draw_from_top()

    @key_command(
        "x",
        id="stop-review",
        label=lambda self: evenings.STOP if self.is_at_work else GO_ON,
        when=lambda self: self.is_at_work or self.is_unfinished,
    )
    def action_stop(self) -> None:
        """Stops the work, or goes on with it."""
        if self.is_at_work:
            self._end_process()
        else:
            self.run_beside(self._make)
        self.draw()

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click on a name speaks of that player."""
        match message.target:
            case ("player", int(at)):
                message.stop()
                self.action_move(at - self._at)

    def rows(self, wide: int) -> Sequence[Row]:
        """The bar while it works, then a player's three sentences or all figures."""
        said: list[Row] = wrap(row(Bit(self._fault, "warn")), wide) if self._fault else []
        if self.is_at_work:
            said += self._bar()
        review = self._review
        is_stopped = self.is_unfinished and not self.is_at_work
        if review is None:
            said = said or [row(Bit(evenings.READING_GAME, "dim"))]
        elif is_stopped:
            stopped = evenings.REVIEW_STOPPED(done=review.done, total=review.total)
            goes_on = evenings.KEY_GOES_ON.format(key=self.cap("stop-review"))
            said.append(row(Bit(stopped, "strong"), goes_on))
        said = [centred(line, wide) for line in said]
        if review is None or not review.done:
            return said
        far = [] if is_stopped else how_far(review)
        said += [part for line in far for part in wrap(row(Bit(line, "dim")), wide)]
        if review.has_figures:
            said += [()] if said else []
            said += self._figures(review, wide) if self._has_figures else self._said(review, wide)
        return said

    def _said(self, review: Review, wide: int) -> Iterator[Row]:
        """The names, and three sentences on the marked player."""
        names = [
            Bit(f" {player.name} ", "cursor" if at == self._at else "", ("player", at))
            for at, player in enumerate(review.players)
        ]
        yield from wrap(row(*names), wide)
        for line in said_of(review, self._at):
            yield ()
            yield from wrap(row(*sentence_row(line, self.app.card_style)), wide)

    def _figures(self, review: Review, wide: int) -> Iterator[Row]:
        """The table of figures, all that cost points, and what the figures mean."""
        table = [
            cut_row(row(Bit(line, "" if at else "dim")), wide)
            for at, line in enumerate(figures(review))
        ]
        yield from block_centred(table, wide)
        if review.findings:
            yield from ((), row(Bit(evenings.WHAT_COST, "accent")))
        for found in review.findings:
            said = sentence_row(in_figures(review, found), self.app.card_style)
            yield from wrap(row(*said), wide, indent=3)
        yield ()
        for line in evenings.WHAT_FIGURES_MEAN:
            yield from wrap(row(Bit(line, "dim")), wide)

    def _bar(self) -> list[Row]:
        done, total = self._progress
        on, off = ("#", ".") if self.app.card_style.ascii else ("━", "─")
        cells = _BAR * done // total if total else 0
        far = evenings.DECISIONS_DONE(done=done, total=total)
        said = far if total else evenings.ROUNDS_ARE_READ
        return [
            row(Bit(evenings.TRYING_AGAIN, "strong")),
            (),
            row(Bit(on * cells, "accent"), Bit(off * (_BAR - cells), "dim")),
            row(Bit(said, "dim")),
            (),
            row(Bit(evenings.STOP_KEEPS.format(key=self.cap("stop-review")), "dim")),
        ]


def command(path: Path) -> list[str]:
    """The command whose process judges the decisions of a game and says how far it is."""
    return module_command("shanghai", "review", str(path), "--progress")
