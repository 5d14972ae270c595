"""The screens of the scorecard, of the witness, and of the end of a game."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.state import SeatView
from shanghai.storage.saves import StoreError, sound_game
from shanghai.table.log import marked
from shanghai.terminal import threads
from shanghai.ui import screens
from shanghai.ui.kit.command import CLOSE, LAST, Reason, command
from shanghai.ui.kit.frames import TRAY_LINES, block_centred, centred
from shanghai.ui.kit.lines import Bit, Row, balanced, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import ResultT
from shanghai.ui.options import After
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.scorecard import chart_rows, podium_rows, scorecard_rows
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.words import evenings, scores
from shanghai.words.games import of_game
from shanghai.words.grammar import Noun
from shanghai.words.spoken import spoken

if TYPE_CHECKING:
    from shanghai.ui.table.session import Session

_CHART: Final = (6, 20)
"""The least and the most lines of the chart below the scorecard."""
_NOTE_SECONDS: Final = 12
"""The seconds for which a note says where the page was written."""
_LOOK_SECONDS: Final = 2.0
"""The seconds after which the review is read again while it is made."""
_LARGE_CHART: Final = (8, 22)
"""The least and the most lines of the chart at the end of a game."""
_OTHER_LINES: Final = 4
"""The lines of the title, of a margin, and of keys in two lines."""


class ScoresScreen(ReadingScreen[ResultT]):
    """Shows the scores of a view. With the `session` of a game they can be corrected."""

    MIDDLE = 104

    def __init__(
        self, view: SeatView, hinted: Collection[SeatIndex] = (), session: "Session | None" = None
    ) -> None:
        super().__init__()
        self._view = view
        self._hinted = hinted
        self._table = session
        if session is not None:
            self.guide = session.guide_for(self)

    @property
    def has_session(self) -> bool:
        """Whether there is a game at the table, whose scores can be corrected."""
        return self._table is not None

    def card_rows(self, width: int, *, leads: bool = True) -> list[Row]:
        """The rows of the whole scorecard. With `leads` the last one says who leads."""
        plain, hinted = self.app.is_ascii, self._hinted
        return scorecard_rows(self._view, width, ascii_only=plain, hinted=hinted, leads=leads)

    def correct(self) -> None:
        """Opens the screen that corrects scores. Then shows the corrected ones."""
        if self._table is not None:
            self.app.open(screens.CorrectScreen(self._table), self.show_scores)

    def show_scores(self, _: None) -> None:
        """Shows the present scores."""
        if self._table is not None:
            self._view = self._table.public()
            self.draw()


class ScorecardScreen(ScoresScreen[None]):
    """The scorecard: the rounds played with their points, the totals, and the contracts to come."""

    KEYS = (CLOSE,)
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True
    HELP_TEXT = scores.say.late("SCORECARD_HELP")
    DEFAULT_CSS = "ScorecardScreen VerticalScroll { max-width: 104; padding: 1 1 0 1; }"

    def heading(self) -> str:
        """The title with the name of the variant."""
        return scores.SCORECARD_TITLE.format(rules=of_game(self._view.rules.name))

    @command(
        "c",
        when=ScoresScreen.has_session,
        why_not=lambda self: (
            None if self._view.results else scores.NO_ROUND_SCORED(self._view.rules)
        ),
    )
    def action_correct(self) -> None:
        """Opens the screen that corrects scores."""
        self.correct()

    def rows(self, width: int) -> Sequence[Row]:
        """The scorecard and, if there is room without scrolling, a chart of the totals below it."""
        card = self.card_rows(width)
        room = self.app.size.height - _OTHER_LINES - TRAY_LINES * self.has_tray - len(card) - 1
        room = min(_CHART[1], room)
        if len(self._view.results) < 2 or room < _CHART[0]:
            return block_centred(card, width)
        chart = chart_rows(self._view, width, room, self.app.card_style)
        return [*block_centred(card, width), (), *block_centred(chart, width)]


class WitnessScreen(ReadingScreen[None]):
    """The fingerprint of the cards in full, the cuts, and the witness of the present game."""

    KEYS = (CLOSE,)
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = True
    HEADING = scores.say.late("WITNESS_TITLE")
    HELP_TEXT = scores.say.late("WITNESS_HELP")

    def rows(self, width: int) -> Sequence[Row]:
        """The sentences about them, with blank lines between."""
        lines = self.app.writer.witness_lines if self.app.writer is not None else ()
        return [part for line in lines for part in (*wrap(row(line), width), ())][:-1]


class GameOverScreen(ScoresScreen[After]):
    """The end of a game: winners, totals and a chart. Answers with what the players want next."""

    SHOWS_NO_HAND = False
    DEFAULT_CSS = "GameOverScreen.-very-wide VerticalScroll { max-width: 150; }"
    MIDDLE = 150
    has_tray = False
    HEADING = scores.say.late("GAME_OVER_TITLE")
    HELP_TEXT = scores.say.late("GAME_OVER_HELP")
    START_PAUSE = 0.5

    @command("r", "rematch", id="rematch")
    @command("c", "same cards", id="same-cards")
    @command("m,escape,q", "menu", id="menu", place=LAST)
    def action_answer(self, after: After) -> None:
        """Answers with what the players want next."""
        self.dismiss(after)

    def disabled_reason(self, key: str) -> Reason | None:
        """Says for any other key which keys lead on from here (overrides)."""
        return scores.OVER_KEYS.format(again=self.keys.cap("rematch"), menu=self.keys.cap("menu"))

    def _is_saved(self) -> bool:
        return self._table is not None and self.app.is_game_saved

    @command(
        "v",
        when=_is_saved,
        why_not=lambda self: None if self.app.settings.review else scores.REVIEWS_ARE_OFF,
    )
    def action_review(self) -> None:
        """Opens the review of the game: what each decision has cost."""
        if self.app.writer is not None:
            self.app.open(screens.ReviewScreen(self.app.writer.path))

    @command("s", id="whole-scorecard")
    def action_scorecard(self) -> None:
        """Opens the whole scorecard."""
        self.app.open(
            screens.ScorecardScreen(self._view, self._hinted, self._table), self.show_scores
        )

    @command("p", when=_is_saved)
    async def action_keep_page(self) -> None:
        """Writes the evening as an HTML page, opens it in the browser and says where it is."""
        from shanghai.ui.evenings.finished import write_page

        if self.app.writer is None:
            return
        try:
            page = await asyncio.to_thread(write_page, self.app.folder, self.app.writer.path)
        except (OSError, StoreError) as fault:
            self.app.notify(scores.PAGE_NOT_WRITTEN.format(problem=fault), timeout=_NOTE_SECONDS)
            return
        self.app.open_url(page.as_uri())
        self.app.notify(scores.PAGE_WRITTEN.format(page=page), timeout=_NOTE_SECONDS)

    @command("f", id="fair-cards", when=lambda self: bool(self._seed_rows(80)))
    def action_fair_cards(self) -> None:
        """Shows from what the cards followed, or the scores again."""
        self._shows_seed = not self._shows_seed
        self.draw_from_top()

    _shows_seed = False
    _review_lines: Sequence[str] = ()
    """Sentences of the review that was made during the game. Empty until they are read."""

    def on_mount(self) -> None:
        """Reads the review as far as it is made, and again until it is complete."""
        if self._is_saved() and self.app.settings.review:
            self.run_in_worker(self._read_review)

    async def _read_review(self) -> None:
        writer, ahead = self.app.writer, self.app.review_ahead
        if writer is None:
            return
        with suppress(StoreError):
            is_ended = False
            while True:
                self._review_lines = await threads.in_thread(_review_so_far, writer.path)
                self.draw()
                if ahead is None or is_ended:
                    break
                is_ended = await threads.in_thread(ahead.wait, _LOOK_SECONDS)

    def rows(self, width: int) -> Sequence[Row]:
        """The podium, the evening in words, the chart and, if there is room, the scorecard."""
        style = self.app.card_style
        view, height = self._view, self.size.height - 4
        if not view.results:
            return [row(scores.standing(view))]
        if self._shows_seed:
            return self._seed_rows(width)
        lines = [row(Bit(scores.winners(view), "accent")), *map(row, scores.evening_texts(view))]
        tonight = scores.series_text(view, self.app.won_before)
        lines += [row(Bit(tonight, "strong"))] if tonight else []
        words = [centred(part, width) for line in lines for part in balanced(line, width)]
        judged = [row(*sentence_row(line, style)) for line in self._review_lines]
        review = [centred(part, width) for line in judged for part in balanced(line, width)]
        parts = [*filter(None, (podium_rows(view, width, style), words, review))]
        card = block_centred(self.card_rows(width, leads=False), width)
        room = height - sum(map(len, parts)) - 3
        if len(view.results) > 1:
            least, most = _LARGE_CHART
            chart = room - len(card) if room - len(card) >= least else max(least, room)
            parts.append(chart_rows(view, width, min(most, chart), style))
            room -= len(parts[-1]) + 1
        if self.has_class("-tall") and room >= len(card):
            parts.append(card)
        return [line for part in parts for line in (*part, ())][:-1]

    def _seed_rows(self, width: int) -> list[Row]:
        """The deal code, the seed with its fingerprint, and the witness, as far as there are
        any."""
        writer = self.app.writer
        facts = {
            scores.DEAL_CODE: writer.terms.code if writer else "",
            scores.CARDS: self._table.opened_seed if self._table else "",
            scores.WITNESS: spoken(writer.witness) if writer and self._is_saved() else "",
        }
        lines = (row(Bit(about, "dim"), text) for about, text in facts.items() if text)
        return [part for line in lines for part in wrap(line, width, indent=7)]


def _review_so_far(path: Path) -> list[str]:
    """How far the review is, and as soon as a round is judged, the moment of the evening and a
    short sentence on each player."""
    # It is imported here, as only the end of a game needs it.
    from shanghai.review.saved import saved_review
    from shanghai.review.sentences import brief_sentence

    review = saved_review(path, sound_game(path), marked)
    lines: list[str] = []
    if not review.is_whole:
        # It stands first, as what follows may be the half of an evening.
        progress = evenings.REVIEW_SO_FAR if review.has_figures else evenings.REVIEW_GOES_ON
        lines.append(progress(done=review.done, total=review.total))
    if review.has_figures and (moment := review.moment) is not None:
        where = {"round": Noun(review.word), "number": moment.round}
        lines.append(evenings.MOMENT(**where, sentence=moment.sentence))
    if review.has_figures:
        lines += [brief_sentence(review, seat) for seat, _ in by_seat(review.players)]
    return lines
