"""Sentences as lines of text, the cards in them coloured, and the log as a screen of them."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from shanghai.engine.cards import JOKER, LABELS, Card, Face, read_face
from shanghai.engine.seats import SeatIndex
from shanghai.table.log import CARD_BEGINS, CARD_ENDS, LogLine, marked
from shanghai.ui.kit.cards import card_bit, seat_look
from shanghai.ui.kit.command import BACK
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, row_width, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.seat_keys import SEAT_KEYS, SeatKeys
from shanghai.ui.table.session.session import Session
from shanghai.words import phrases, table
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.games import of_game
from shanghai.words.phrases import CARD_LABEL
from shanghai.words.short_names import NAME_CELLS

_CARD: Final = f"{CARD_BEGINS}[0-9]+{CARD_ENDS}"
_OR_CARD: Final = f"(?:{CARD_LABEL}|{_CARD})"
_IN_A_ROW: Final = re.compile(rf"(?:\[|{_OR_CARD} )\0|\0(?:\]| {_OR_CARD})")
"""A card, as a zero, among others in a row."""
_CLAUSES: Final = re.compile(r" \([^()]*[A-Z]{2,}-[0-9]+[^()]*\)$")
"""The clauses behind a refusal, which are for those who look them up."""
LATELY: Final = 24
"""The last things that have happened that are looked at where there is room for few."""


def sentence_row(sentence: str, style: CardStyle, look: str = "") -> Row:
    """A sentence of the log as a line."""
    return _with_cards(sentence, _CARD, lambda face: Card(int(face[1:-1])), style, look)


def reason_row(sentence: str, style: CardStyle, names: Sequence[str], look: str = "warn") -> Row:
    """A refusal as a line, clauses dim; its card labels become cards unless a name is like one."""
    match = _CLAUSES.search(sentence) if look == "warn" else None
    text, clauses = (sentence[: match.start()], match[0]) if match else (sentence, "")
    row: Row = (Bit(text, look),)
    if not any(re.search(CARD_LABEL, name) for name in names):
        row = _with_cards(text, CARD_LABEL, read_face, style, look)
    return (*row, Bit(clauses, "dim")) if clauses else row


def _with_cards(
    text: str, pattern: str, read: Callable[[str], Card | Face], style: CardStyle, look: str
) -> Row:
    bits, at = list[Bit](), 0
    for match in re.finditer(pattern, text):
        card = card_bit(read(match[0]), style)
        if card.text == phrases.say.JOKER:
            card = card._replace(text=_joker(text[: match.start()], text[match.end() :]))
        bits += [Bit(text[at : match.start()], look), card]
        at = match.end()
    return tuple(bit for bit in (*bits, Bit(text[at:], look)) if bit.text)


def _joker(before: str, after: str) -> str:
    """A joker in a sentence, between its halves: a word, or as it is written in a row of cards."""
    if _IN_A_ROW.search(f"{before[-8:]}\0{after[:8]}"):
        return LABELS[JOKER]
    if before.endswith(tuple(f" {word} " for word in phrases.ARTICLES)):
        return phrases.say.JOKER
    word = phrases.say.A_JOKER
    return word if before.rstrip()[-1:] not in ("", ".") else word[0].upper() + word[1:]


def named_row(line: Row, names: Sequence[str]) -> Row:
    """A line with the name at its beginning, if it is one of `names`, in its colour."""
    if not line:
        return line
    first, *rest = line
    for seat, name in enumerate(names):
        if first.text.startswith((f"{name} ", f"{name}'")):
            return (Bit(name, seat_look(seat)), first._replace(text=first.text[len(name) :]), *rest)
    return line


def latest_rows(
    log: Sequence[LogLine],
    style: CardStyle,
    width: int,
    most: int,
    look: str = "",
    names: Sequence[str] = (),
) -> list[Row]:
    """The latest sentences in `most` lines, one a line, `names` at their beginning in colour."""

    def rows_of(shown: Sequence[int]) -> list[Row]:
        rows: list[Row] = []
        for at, has_gap in zip(shown, _gaps(shown), strict=True):
            mark = (Bit(f"{style.mark} ", "dim"),) if has_gap else ()
            line = named_row(sentence_row(log[at].text, style, look), names)
            rows += wrap((*mark, *line), max(width, 1), 2)
        return rows

    room = max(width, 1)
    fitting = _what_fits(log, rows_of, lambda long: sum(-(-each // room) for each in long), most)
    return at_most(fitting, width, most, style)


def latest_run_on(
    before: Row, log: Sequence[LogLine], style: CardStyle, width: int, most: int
) -> list[Row]:
    """The latest sentences that fit in `most` lines, run on, after the words of `before`."""

    def rows_of(shown: Sequence[int]) -> list[Row]:
        gaps = _gaps(shown)
        bits: Row = () if gaps and gaps[0] else before
        # Where sentences begin that follow on each other.
        starts = [at for at, has_gap in enumerate(gaps) if has_gap or not at]
        for first, end in pairwise([*starts, len(shown)]):
            text = " ".join(log[at].text for at in shown[first:end])
            if end < len(shown):
                # A space after every sentence but the last of all.
                text += " "
            mark = (Bit(f"{style.mark} ", "dim"),) if gaps[first] else ()
            bits = (*bits, *mark, *sentence_row(text, style))
        return wrap(bits, max(width, 1))

    fitting = _what_fits(log, rows_of, lambda long: -(-sum(long) // max(width, 1)), most)
    return at_most(fitting, width, most, style)


def _what_fits(
    log: Sequence[LogLine],
    rows_of: Callable[[Sequence[int]], list[Row]],
    least: Callable[[list[int]], int],
    most: int,
) -> list[Row]:
    """What fits in `most` lines, the last sentence always; `least` counts those of widths."""
    shown = list(range(len(log)))[-max(LATELY, most) :]
    while len(shown) > 1 and (
        least([cell_width(log[at].text) for at in shown]) > most or len(rows_of(shown)) > most
    ):
        shown.remove(min(shown[:-1], key=lambda at: log[at].weight))
    return rows_of(shown)


def _gaps(shown: Sequence[int]) -> list[bool]:
    """For each sentence that is shown whether something is left out before it."""
    return [at != before + 1 for before, at in pairwise([-1, *shown])]


def at_most(rows: Sequence[Row], width: int, most: int, style: CardStyle) -> list[Row]:
    """The first lines, with a mark at the end where even the last sentence is too long."""
    fitting = list(rows[: max(0, most)])
    if fitting and len(rows) > most:
        mark = Bit(f" {style.mark}", "dim")
        fitting[-1] = (*cut_row(fitting[-1], width - row_width((mark,)), ""), mark)
    return fitting


_ENTRIES: Final = 200
"""The entries of the log that are added to its page where its top is reached."""


class LogScreen(ReadingScreen[None]):
    """All sentences of the game so far, the latest in sight first."""

    MIDDLE = 78
    DEFAULT_CSS = "LogScreen VerticalScroll { padding: 1 1; }"
    KEYS = (BACK.on("escape,i,enter"),)
    PARTS = SEAT_KEYS
    SHOWS_NO_HAND = True
    HELP_TEXT = table.say.late("LOG_HELP")

    def __init__(self, session: Session, viewer: SeatIndex) -> None:
        super().__init__()
        self.seats = SeatKeys(self)
        self._session, self._viewer = session, viewer
        self._more = 0
        """Entries on the page beyond those that fill it twice: they come when one scrolls up."""
        self._end: int | None = None
        """The entry before which the page ends once its beginning was wanted; None: it has the
        latest ones."""
        self.HEADING = table.LOG_TITLE.format(game=of_game(session.rules.name))
        self.guide = session.guide_for(self)

    def on_mount(self) -> None:
        """Shows the end of the log, once the screen has drawn its lines, for which it waits too."""
        self.call_after_refresh(self.call_after_refresh, self.scroller.scroll_end, animate=False)
        self.watch(self.scroller, "scroll_y", self._scrolled, init=False)

    def _scrolled(self, y: float) -> None:
        """Puts earlier entries on the page where its top has been reached, or later ones below."""
        if self._end is not None and y >= self.scroller.max_scroll_y:
            self._end += _ENTRIES
            if self._end > self._session.log.event_count:
                self._more, self._end = self._end, None
            self.draw()
        if y == 0 and self._first > 0:
            line_count = len(self._lines.rows)
            self._more += _ENTRIES
            self.draw()
            added = len(self._lines.rows) - line_count
            self.call_after_refresh(self.scroller.scroll_to, y=added, animate=False)

    @property
    def _first(self) -> int:
        """The first entry of the log that is on the page."""
        usual = self._session.log.event_count - 2 * self.app.size.height - self._more
        return max(0, usual) if self._end is None else 0

    @property
    def _lines(self) -> Lines:
        return self.query_one("VerticalScroll > Lines", Lines)

    def action_scroll_to_end(self, side: int) -> None:
        """Scrolls to the first sentence of the game, or to the last one."""
        if side < 0 and self._first > 0:
            self._end = 2 * self.app.size.height
            # Before the page is shorter, so that its end is not taken to be reached.
            self.scroller.scroll_to(y=0, animate=False, immediate=True)
            self.draw()
        elif side > 0 and self._end is not None:
            self._more, self._end = 0, None
            self.draw()
            self.call_after_refresh(self.scroller.scroll_end, animate=False)
        super().action_scroll_to_end(side)

    def rows(self, width: int) -> Sequence[Row]:
        """The sentences, the later lines of one indented."""
        sentences = self._session.log.sentences(
            self._viewer, self._first, marked, NAME_CELLS, self._end
        )
        rows = (sentence_row(sentence, self.app.card_style) for sentence in sentences)
        return [part for row in rows for part in wrap(row, width, 2)]
