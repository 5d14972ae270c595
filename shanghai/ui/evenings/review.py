"""The review of a finished game: made in another process, with a bar, and its turning points."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from shanghai.processes import begin_async, module_command
from shanghai.records.replay import Replay
from shanghai.review.report import (
    Finding,
    Review,
    figures,
    how_far,
    kept_review,
    likely,
    missing_library,
)
from shanghai.storage.journal import Journal
from shanghai.storage.saves import StoreError, sound_game
from shanghai.ui import open as opening
from shanghai.ui.kit.command import BACK_Q, FIRST, Reason
from shanghai.ui.kit.command import command as key_command
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, wrap
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
        self._at = 0
        self._marked_line = 0
        """The line on which the marked turning point begins."""

    @property
    def is_at_work(self) -> bool:
        """Whether decisions are being judged."""
        return self._process is not None

    @property
    def is_unfinished(self) -> bool:
        """Whether there are decisions that were not judged yet."""
        return self._review is not None and not self._review.is_whole and not self._fault

    @property
    def points(self) -> Sequence[Finding]:
        """The turning points that may be shown."""
        return self._review.turning_points if self._review is not None else ()

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
                self._follow(line)
            said = (await process.stderr.read()).decode(errors="replace")
        is_stopped = self._process is None
        code = await process.wait()
        self._process = None
        if code and not is_stopped:
            self._fault = sanitize(said, _MOST_SAID) or evenings.NO_REVIEW
        if self._read is not None:
            self._review = await asyncio.to_thread(kept_review, self._path, self._read, marked)

    def _follow(self, line: bytes) -> None:
        with suppress(ValueError):
            done, total = map(int, line.split())
            self._progress = done, total
            self.draw()

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.terminate()

    def why_no_point(self, *_: int) -> Reason | None:
        """Why there is no turning point to mark or to show."""
        return None if self.points else evenings.NO_TURNING_POINT

    @key_command("down,j", 1, id="next-point", cap="↑↓", may=why_no_point, place=FIRST)
    @key_command(
        "up,k", -1, id="point-before", said="previous", shown=False, may=why_no_point, place=FIRST
    )
    def action_move(self, by: int) -> None:
        """Marks the next turning point or the one before."""
        self._at = (self._at + by) % max(1, len(self.points))
        self.draw()
        scroll, line = self.scroller, self._marked_line
        if not scroll.scroll_y <= line < scroll.scroll_y + scroll.size.height - 3:
            scroll.scroll_to(y=max(0, line - 3), animate=False)

    @key_command("enter,r", id="show-point", may=why_no_point)
    def action_show(self) -> None:
        """Opens the replay at the marked turning point, through the eyes of its player."""
        if not self.points or self._read is None:
            return
        found = self.points[self._at]
        replay = Replay(self._read)
        replay.mark({point.at: point.sentence for point in self.points})
        self.open(opening.game_replay(replay, found.at, found.seat))

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
        """A click marks a turning point, and shows the marked one."""
        match message.target:
            case ("point", int(at)):
                message.stop()
                was_marked, self._at = self._at == at, at
                self.draw()
                if was_marked:
                    self.action_show()

    def rows(self, wide: int) -> Sequence[Row]:
        """The bar, the figures, the turning points and what may have been errors."""
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
        said += [()] if said else []
        table = [
            cut_row(row(Bit(line, "" if at else "dim")), wide)
            for at, line in enumerate(figures(review))
        ]
        told = [] if is_stopped else how_far(review)
        far = [part for line in told for part in wrap(row(Bit(line, "dim")), wide)]
        above = [*said, *block_centred(table, wide), (), *far, *([()] if far else [])]
        meant = [row(Bit(line, "dim")) for line in evenings.WHAT_FIGURES_MEAN]
        notes = [part for line in meant for part in wrap(line, wide)]
        points = self._points(wide)
        here = (at for at, line in enumerate(points) if line[0].target == ("point", self._at))
        self._marked_line = len(above) + next(here, 0)
        return [*above, *points, *self._likely(review, wide), (), *notes]

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

    def _points(self, wide: int) -> list[Row]:
        is_clear = self._review is not None and self._review.is_clear
        rows = [] if is_clear else [row(Bit(evenings.NO_CLEAR, "good"))]
        if not self.points:
            return rows
        rows.append(row(Bit(evenings.TURNING_POINTS, "accent")))
        for at, found in enumerate(self.points):
            rows += self._point(at, found, wide)
        return [*rows, row(Bit(evenings.DEAREST, "dim"))]

    def _point(self, at: int, found: Finding, wide: int) -> list[Row]:
        is_marked = at == self._at
        arrow = self.app.card_style.arrow if is_marked else " "
        star = "*" if found.is_dearest else " "
        head = Bit(f"{arrow}{star} {evenings.IN_ROUND.format(round=found.round)}")
        said = sentence_row(found.sentence, self.app.card_style)
        return [
            tuple(
                bit._replace(look="cursor" if is_marked else bit.look, target=("point", at))
                for bit in pad(line, wide)
            )
            for line in wrap((head, *said), wide, 3)
        ]

    def _likely(self, review: Review, wide: int) -> list[Row]:
        found = likely(review)
        rows: list[Row] = [(), row(Bit(evenings.PERHAPS, "accent"))] if found else []
        for each in found:
            said = sentence_row(each.sentence, self.app.card_style, "dim")
            head = Bit(f"   {evenings.IN_ROUND.format(round=each.round)}", "dim")
            rows += wrap((head, *said), wide, indent=3)
        return rows


def command(path: Path) -> list[str]:
    """The command whose process judges the decisions of a game and says how far it is."""
    return module_command("shanghai", "review", str(path), "--progress")
