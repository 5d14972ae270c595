"""The review of a finished game: made in another process, with a bar, and its turning points."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from textual.containers import VerticalScroll

from shanghai.processes import begin_async, module_command
from shanghai.records.replay import Replay
from shanghai.review.kept import kept_review, missing_library
from shanghai.review.report import Finding, Review
from shanghai.review.texts import NO_CLEAR, WHAT_FIGURES_MEAN, figures, how_far, likely
from shanghai.storage.course import sound_game
from shanghai.storage.journal import Journal
from shanghai.storage.saves import StoreError
from shanghai.ui import routes
from shanghai.ui.commands.evenings import REVIEW
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.session.log import marked
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import counted
from shanghai.words.sanitize import sanitize

_BAR: Final = 40
_MOST_SAID: Final = 400


class ReviewScreen(ReadingScreen[None]):
    """Has a game reviewed beside the screen, and leads to its turning points in the replay."""

    HEADING = "Review"
    COMMAND_LIST = REVIEW
    HELP_TEXT = (
        "Each decision of the game is tried against its alternatives, in cards that fit what the "
        "player could know then. The figures tell what the cards gave and what the play made of "
        "them; below stand the decisions that clearly cost points. Up and down mark one, "
        "{show-point} shows it in the replay. {stop-review} stops the work, and what is done is "
        "kept beside the game."
    )

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
    def _style(self) -> CardStyle:
        style: CardStyle = getattr(self.app, "card_style", CardStyle())
        return style

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
        super().on_mount()
        self.run_worker(self._make(), exclusive=True)

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
        """Has the decisions judged that are not yet, and follows how far that is."""
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
            self._fault = sanitize(said, _MOST_SAID) or "The review could not be made."
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

    def action_stop(self) -> None:
        """Stops the work, or goes on with it."""
        if self.is_at_work:
            self._end_process()
        else:
            self.run_worker(self._make(), exclusive=True)
        self.draw()

    def action_move(self, by: int) -> None:
        """Marks the next turning point or the one before."""
        self._at = (self._at + by) % max(1, len(self.points))
        self.draw()
        scroll, line = self.query_one(VerticalScroll), self._marked_line
        if not scroll.scroll_y <= line < scroll.scroll_y + scroll.size.height - 3:
            scroll.scroll_to(y=max(0, line - 3), animate=False)

    def action_show(self) -> None:
        """Opens the replay at the marked turning point, through the eyes of its player."""
        if not self.points or self._read is None:
            return
        found = self.points[self._at]
        replay = Replay(self._read)
        replay.mark({point.at: point.sentence for point in self.points})
        self.open(routes.GameReplay(replay, found.at, found.seat))

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
            said = said or [row(Bit("The game is read: a moment.", "dim"))]
        elif is_stopped:
            said += self._stopped(review)
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
        notes = [part for line in WHAT_FIGURES_MEAN for part in wrap(row(Bit(line, "dim")), wide)]
        points = self._points(wide)
        here = (at for at, line in enumerate(points) if line[0].target == ("point", self._at))
        self._marked_line = len(above) + next(here, 0)
        return [*above, *points, *self._likely(review, wide), (), *notes]

    def _bar(self) -> list[Row]:
        """How far the work is."""
        done, total = self._progress
        words = f"{done} of {counted(total, 'decision')}" if total else "The rounds are read"
        on, off = ("#", ".") if self._style.ascii else ("━", "─")
        cells = _BAR * done // total if total else 0
        return [
            row(Bit("Each decision of the game is tried again.", "strong")),
            (),
            row(Bit(on * cells, "accent"), Bit(off * (_BAR - cells), "dim")),
            row(Bit(words, "dim")),
            (),
            row(Bit(f"{self.cap('stop-review')} stops; what is done is kept.", "dim")),
        ]

    def _stopped(self, review: Review) -> list[Row]:
        """How far the work was when it stopped."""
        done = f"{review.done} of {counted(review.total, 'decision')} are judged."
        more = f"{self.cap('stop-review')} goes on."
        return [row(Bit(f"The review has stopped: {done} ", "strong"), Bit(more))]

    def _points(self, wide: int) -> list[Row]:
        is_clear = self._review is not None and self._review.is_clear
        rows = [] if is_clear else [row(Bit(NO_CLEAR, "good"))]
        if not self.points:
            return rows
        rows.append(row(Bit("Turning points", "accent")))
        for at, found in enumerate(self.points):
            rows += self._point(at, found, wide)
        return [*rows, row(Bit("* the dearest of its player", "dim"))]

    def _point(self, at: int, found: Finding, wide: int) -> list[Row]:
        is_marked = at == self._at
        arrow = ">" if self._style.ascii else "▸"
        star = "*" if found.is_dearest else " "
        head = Bit(f"{arrow if is_marked else ' '}{star} Round {found.round}: ")
        said = sentence_row(found.sentence, self._style)
        return [
            tuple(
                bit._replace(look="cursor" if is_marked else bit.look, target=("point", at))
                for bit in pad(line, wide)
            )
            for line in wrap((head, *said), wide, 3)
        ]

    def _likely(self, review: Review, wide: int) -> list[Row]:
        found = likely(review)
        rows: list[Row] = [(), row(Bit("Perhaps", "accent"))] if found else []
        for each in found:
            said = sentence_row(each.sentence, self._style, "dim")
            rows += wrap((Bit(f"   Round {each.round}: ", "dim"), *said), wide, indent=3)
        return rows


def command(path: Path) -> list[str]:
    """The command whose process judges the decisions of a game and says how far it is."""
    return module_command("shanghai", "review", str(path), "--progress")
