"""The screens of a finished game: who won, its scorecard, and its review."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.seen import public_view
from shanghai.ledger.ledger import Wanted, read_ledger
from shanghai.processes import begin_async, module_command
from shanghai.records.proof import prove
from shanghai.records.recorder import record_of
from shanghai.records.replay import Replay
from shanghai.records.scorecard_export import FORMS, Scorecard, scorecard_of_game
from shanghai.review import sentences
from shanghai.review.report import Finding, Review
from shanghai.review.saved import saved_review
from shanghai.storage.files import write_file
from shanghai.storage.journal import Journal
from shanghai.storage.saves import StoreError, finder, path_of, read_game, sound_game
from shanghai.table.log import marked
from shanghai.terminal import threads
from shanghai.ui import screens
from shanghai.ui.kit.command import BACK_Q, FIRST, command
from shanghai.ui.kit.frames import block_centred, centred
from shanghai.ui.kit.lines import Bit, IndexTarget, Row, Target, row, tabular, wrap, wrap_text
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.scorecard import chart_rows, scorecard_rows
from shanghai.words import evenings, scores, setup
from shanghai.words.games import of_game
from shanghai.words.installing import install_command, shell_lines
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault

EXPORTS: Final = "exports"
"""The folder for records and scorecards, in the data folder."""
_ENDINGS: Final = {"text": "txt", "csv": "csv", "html": "html"}
_CHART_LINES = 12
_BAR_CELLS: Final = 40
_MAX_FAULT: Final = 400


class FinishedScreen(ReadingScreen[None]):
    """Shows the scores of a finished game. Keys lead to its replay, review, record and proof."""

    SHOWS_NO_HAND = False
    KEYS = (BACK_Q,)
    HELP_TEXT = evenings.say.late("FINISHED_HELP")
    MIDDLE = 112

    def __init__(self, game: str, read: Journal) -> None:
        """`game` is the id, `read` the sound journal of a finished game. ValueError if it has
        none."""
        super().__init__()
        if read.state is None or read.header is None:
            raise ValueError(evenings.NO_GAME_IN_JOURNAL)
        self._game, self._read = game, read
        self._view = public_view(read.state)
        self._header = read.header
        self._messages: list[str] = []
        self._busy = False

    def heading(self) -> str:
        """The title of the game, or its variant, and when it began."""
        when = self._header.created[:16].replace("T", " ")
        return f"{self._header.title or of_game(self._header.rules.name)}, {when}"

    def rows(self, width: int) -> Sequence[Row]:
        """Winners, messages, the scorecard, a chart, and how each round ended."""
        style = self.app.card_style
        view = self._view
        lines = wrap_text(scores.winners(view), width, "accent")
        if self.code:
            lines += wrap(row(Bit(scores.DEAL_CODE, "dim"), self.code), width)
        for text in self._messages:
            lines += wrap_text(text, width, "good")
        hinted = self._read.resumption.hinted if self._read.resumption else ()
        card = scorecard_rows(view, width, ascii_only=style.ascii, hinted=hinted, leads=False)
        ends: list[Row] = []
        for result in view.results:
            text = f"{result.round}: {scores.round_ended(view, result)}"
            ends += wrap_text(text, width, "dim", 3)
        rows = [centred(line, width) for line in lines]
        chart = chart_rows(view, width, _CHART_LINES, style) if len(view.results) > 1 else []
        for block in filter(None, (card, chart, ends)):
            rows += [(), *block_centred(block, width)]
        return rows

    @property
    def code(self) -> str:
        """The deal code of its cards. Empty if they had none."""
        return self._header.terms.code

    @command("r,enter")
    def action_replay(self) -> None:
        """Opens the replay. The turning points of a review are marked in it."""
        replay = Replay(self._read)
        review = saved_review(self._path, self._read, marked)
        replay.mark({point.at: point.sentence for point in review.turning_points})
        self.app.open(screens.ReplayScreen(replay, 0, NOBODY))

    @command("v", why_not=lambda self: None if self.app.settings.review else scores.REVIEWS_ARE_OFF)
    def action_review(self) -> None:
        """Opens the review: what each decision has cost."""
        self.app.open(screens.ReviewScreen(self._path))

    @property
    def _path(self) -> Path:
        return path_of(self.app.folder, self._game)

    @command("w")
    async def action_write_down(self) -> None:
        """Writes the record and the scorecard into files, and says where they are."""
        try:
            folder = await asyncio.to_thread(write_down, self.app.folder, self._game, self._read)
            self._say(evenings.WRITTEN_DOWN.format(folder=folder))
        except OSError as error:
            self._say(evenings.NOT_WRITTEN.format(problem=system_fault(error)))

    @command("p")
    def action_prove(self) -> None:
        """Starts the proof: it computes cards and computers' moves again, in another thread."""
        if not self._busy:
            self._busy = True
            self._say(evenings.PROVING)
            self.run_in_worker(self._prove)

    async def _prove(self) -> None:
        find = finder(self.app.folder)
        proof = await asyncio.to_thread(prove, self._read, find=find)
        self._busy = False
        verdict = evenings.NOT_PROVED
        if proof.holds:
            verdict = evenings.HOLDS_BUT_KNOWN if proof.is_known else evenings.PROVED
        self._say(verdict, *proof.faults[:5], *proof.facts)

    @command("t", when=lambda self: bool(self.code))
    async def action_tables(self) -> None:
        """Opens the comparison of the tables that have played the same deal code."""
        wanted = Wanted(code=self.code)
        try:
            ledger = await asyncio.to_thread(read_ledger, self.app.folder, wanted)
        except StoreError as error:
            self._say(str(error))
            return
        self.app.open(screens.DealTablesScreen(self.code, ledger, False))

    def _say(self, *sentences: str) -> None:
        self._messages = list(sentences)
        self.draw()


def write_down(data: Path, game: str, read: Journal) -> Path:
    """Writes the record of a game and its scorecard in every form. Returns the folder. `data` is
    the data folder, `game` the id. Raises OSError."""
    texts = {"yaml": record_of(read), **in_forms(scorecard_of_game(read))}
    return written(data, game, texts).parent


def in_forms(card: Scorecard) -> dict[str, str]:
    """The text of a scorecard in every form, by the suffix of its file."""
    return {ending: FORMS[form](card) for form, ending in _ENDINGS.items()}


def written(data: Path, game: str, texts: Mapping[str, str]) -> Path:
    """Writes texts about a game into files, by their suffixes. Returns the last file. Raises
    OSError."""
    name = "".join(letter if letter.isalnum() or letter == "-" else "_" for letter in game)[:80]
    for ending, text in texts.items():
        file = data / EXPORTS / f"{name}.{ending}"
        write_file(file, text.encode())
    return file


def write_page(data: Path, journal: Path) -> Path:
    """Writes a saved game as an HTML page to keep or print. Returns the file. Raises OSError, or
    NotAGame if the journal has no game."""
    page = FORMS["html"](scorecard_of_game(read_game(journal)))
    return written(data, journal.stem, {"html": page})


class ReviewScreen(ReadingScreen[None]):
    """Lets another process review a game, and shows what that says of each player. A key opens the
    replay at a turning point."""

    SHOWS_NO_HAND = False
    HEADING = evenings.say.late("REVIEW_TITLE")
    MIDDLE = 96
    KEYS = (BACK_Q,)
    WITHOUT = ("scroll-down", "scroll-up")
    HELP_TEXT = evenings.say.late("REVIEW_HELP")
    DEFAULT_CSS = "ReviewScreen VerticalScroll { max-width: 118; }"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._read: Journal | None = None
        self._review: Review | None = None
        self._process: Process | None = None
        self._progress = 0, 0
        self._fault = ""
        self._at = SeatIndex(0)
        """The seat whose review is shown."""
        self._shows_figures = False

    @property
    def is_at_work(self) -> bool:
        """Whether a process is judging decisions now."""
        return self._process is not None

    @property
    def is_unfinished(self) -> bool:
        """Whether some decisions are not judged yet."""
        return self._review is not None and not self._review.is_whole and not self._fault

    @property
    def has_figures(self) -> bool:
        """Whether the review has something to say of the players."""
        return self._review is not None and self._review.has_figures

    @property
    def point(self) -> Finding | None:
        """The turning point of the player who is shown. None if there is none."""
        return self._review.turning_point_of(self._at) if self._review is not None else None

    def on_unmount(self) -> None:
        """Ends the process. What it has judged is stored."""
        self._end_process()

    async def read(self) -> None:
        """Shows the stored review, then lets the rest be judged."""
        try:
            if self.app.review_ahead is not None:
                await threads.in_thread(self.app.review_ahead.stop)
            self._read = await asyncio.to_thread(sound_game, self._path)
            await self._look_up(self._read)
            if self.is_unfinished:
                await self._judge()
                await self._look_up(self._read)
        except StoreError as error:
            self._fault = str(error)
        self.draw()

    async def _look_up(self, read: Journal) -> None:
        self._review = await asyncio.to_thread(saved_review, self._path, read, marked)

    async def _judge(self) -> None:
        """Runs the process that judges decisions, and shows its progress until it ends."""
        judge = review_command(self._path)
        process = await begin_async(judge, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        self._process = process
        self.draw()
        output = ""
        if process.stdout is not None and process.stderr is not None:
            async for line in process.stdout:
                with suppress(ValueError):
                    done, total = map(int, line.split())
                    self._progress = done, total
                    self.draw()
            output = (await process.stderr.read()).decode(errors="replace")
        is_stopped = self._process is None
        code = await process.wait()
        self._process = None
        if code and not is_stopped:
            self._fault = sanitize(output, _MAX_FAULT) or evenings.NO_REVIEW

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.terminate()

    @command("down,j", 1, id="next-point", cap="↑↓", place=FIRST, when=has_figures)
    @command(
        "up,k",
        -1,
        id="point-before",
        message="previous",
        shown=False,
        place=FIRST,
        when=has_figures,
    )
    def action_move(self, by: int) -> None:
        """Shows the next player, or with -1 the one before."""
        if self._review is not None:
            self._at = SeatIndex((self._at + by) % len(self._review.players))
        self.draw_from_top()

    @command(
        "enter,r",
        id="show-point",
        when=has_figures,
        why_not=lambda self: (
            evenings.NO_TURNING_POINT if self.has_figures and not self.point else None
        ),
    )
    def action_show(self) -> None:
        """Opens the replay at the turning point, as its player saw the table."""
        point, review = self.point, self._review
        if point is None or review is None or self._read is None:
            return
        replay = Replay(self._read)
        replay.mark({point.at: point.sentence for point in review.turning_points})
        self.app.open(screens.ReplayScreen(replay, point.at, point.seat))

    @command("f", id="review-figures", when=has_figures)
    def action_figures(self) -> None:
        """Switches between the figures and the sentences."""
        self._shows_figures = not self._shows_figures
        self.draw_from_top()

    @command(
        "x",
        id="stop-review",
        label=lambda self: evenings.STOP if self.is_at_work else setup.GO_ON,
        when=lambda self: self.is_at_work or self.is_unfinished,
    )
    def action_stop(self) -> None:
        """Stops the judging of decisions, or starts it again."""
        if self.is_at_work:
            self._end_process()
        else:
            self.run_in_worker(self.read)
        self.draw()

    def clicked(self, target: Target) -> None:
        """Shows the player whose name was clicked."""
        match target:
            case IndexTarget(at):
                self.action_move(at - self._at)

    def rows(self, width: int) -> Sequence[Row]:
        """A progress bar during the work, then the sentences on a player or all figures."""
        rows: list[Row] = wrap_text(self._fault, width, "warn") if self._fault else []
        if self.is_at_work:
            rows += self._bar()
        review = self._review
        is_stopped = self.is_unfinished and not self.is_at_work
        if review is None:
            rows = rows or [row(Bit(evenings.READING_GAME, "dim"))]
        elif is_stopped:
            stopped = evenings.REVIEW_STOPPED(done=review.done, total=review.total)
            goes_on = evenings.KEY_GOES_ON.format(key=self.keys.cap("stop-review"))
            rows.append(row(Bit(stopped, "strong"), goes_on))
        rows = [centred(line, width) for line in rows]
        if review is None or not review.done:
            return rows
        progress = [] if is_stopped else sentences.how_far(review)
        install = install_command("full")
        for line in progress:
            parts = shell_lines(line, width) if line == install else [line]
            rows += [each for part in parts for each in wrap_text(part, width, "dim")]
        if review.has_figures:
            rows += [()] if rows else []
            names = [
                Bit(f" {player.name} ", "cursor" if at == self._at else "", IndexTarget(at))
                for at, player in enumerate(review.players)
            ]
            rows += wrap(row(*names), width)
            shows = self._figures if self._shows_figures else self._sentences
            rows += shows(review, width)
        return rows

    def _sentences(self, review: Review, width: int) -> Iterator[Row]:
        for line in sentences.sentences_of(review, self._at):
            yield ()
            yield from wrap(row(*sentence_row(line, self.app.card_style)), width)

    def _figures(self, review: Review, width: int) -> Iterator[Row]:
        """Yields rows with the figures of all players and the costly decisions."""
        yield ()
        yield from block_centred(tabular(sentences.figures(review), width), width)
        if review.findings:
            yield from ((), row(Bit(evenings.WHAT_COST, "accent")))
        for finding in review.findings:
            sentence = sentence_row(sentences.in_figures(review, finding), self.app.card_style)
            yield from wrap(row(*sentence), width, indent=3)
        yield ()
        for line in evenings.WHAT_FIGURES_MEAN:
            yield from wrap_text(line, width, "dim")

    def _bar(self) -> list[Row]:
        done, total = self._progress
        on, off = ("#", ".") if self.app.card_style.ascii else ("━", "─")
        cells = _BAR_CELLS * done // total if total else 0
        count = evenings.DECISIONS_DONE(done=done, total=total)
        progress = count if total else evenings.ROUNDS_ARE_READ
        return [
            row(Bit(evenings.TRYING_AGAIN, "strong")),
            (),
            row(Bit(on * cells, "accent"), Bit(off * (_BAR_CELLS - cells), "dim")),
            row(Bit(progress, "dim")),
            (),
            row(Bit(evenings.STOP_KEEPS.format(key=self.keys.cap("stop-review")), "dim")),
        ]


def review_command(path: Path) -> list[str]:
    """The command line of the process that judges the decisions of a game and prints progress."""
    return module_command("shanghai", "review", str(path), "--progress")
