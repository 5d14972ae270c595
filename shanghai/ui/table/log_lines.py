"""Sentences of the log as lines of text, with coloured cards."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from shanghai.engine.cards import JOKER, LABELS, Card, Face, read_face
from shanghai.table.log import CARD_BEGINS, CARD_ENDS, LogLine
from shanghai.ui.kit.cards import card_bit, seat_look
from shanghai.ui.kit.lines import UNBROKEN, Bit, Row, cut_row, row_width, wrap
from shanghai.words import phrases
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.phrases import CARD_LABEL

_CARD: Final = f"{CARD_BEGINS}[0-9]+{CARD_ENDS}"
_OR_CARD: Final = f"(?:{CARD_LABEL}|{_CARD})"
_IN_A_ROW: Final = re.compile(rf"(?:\[|{_OR_CARD} )\0|\0(?:\]| {_OR_CARD})")
"""Matches a card (written as a zero byte) that is in a row of cards."""
_CLAUSES: Final = re.compile(r" \([^()]*[A-Z]{2,}-[0-9]+[^()]*\)$")
"""Matches the clauses at the end of a refusal."""
_COMMAND: Final = re.compile("`[^`]*`")
"""Matches a command to copy."""
LATELY: Final = 24
"""How many of the latest events are looked at if there is room for only a few."""


def sentence_row(sentence: str, style: CardStyle, look: str = "") -> Row:
    """A sentence of the log as a line. A command in it stays in one piece."""
    sentence = _COMMAND.sub(lambda match: match[0].replace(" ", UNBROKEN), sentence)
    return _with_cards(sentence, _CARD, lambda face: Card(int(face[1:-1])), style, look)


def reason_row(sentence: str, style: CardStyle, names: Sequence[str], look: str = "warn") -> Row:
    """A refusal as a line, with dim clauses. Labels of cards are drawn as cards, unless a player
    has such a name."""
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
    """A joker in a sentence, by the text around it: as a word, or as it is written in a row of
    cards."""
    if _IN_A_ROW.search(f"{before[-8:]}\0{after[:8]}"):
        return LABELS[JOKER]
    if before.endswith(tuple(f" {word} " for word in phrases.ARTICLES)):
        return phrases.say.JOKER
    word = phrases.say.A_JOKER
    return word if before.rstrip()[-1:] not in ("", ".") else word[0].upper() + word[1:]


def named_row(line: Row, names: Sequence[str]) -> Row:
    """The line with the name at its start in the colour of the seat, if it is one of `names`."""
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
    """The latest sentences, each on a line of its own, in at most `most` lines. Names at their
    start are coloured."""

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
    """The latest sentences one after the other, after the words of `before`, in at most `most`
    lines."""

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
    """The rows of the sentences that fit into `most` lines. The last one is always among them.
    `rows_of` draws sentences by their indexes. `least` gives the fewest lines for given widths."""
    shown = list(range(len(log)))[-max(LATELY, most) :]
    while len(shown) > 1 and (
        least([cell_width(log[at].text) for at in shown]) > most or len(rows_of(shown)) > most
    ):
        shown.remove(min(shown[:-1], key=lambda at: log[at].weight))
    return rows_of(shown)


def _gaps(shown: Sequence[int]) -> list[bool]:
    """For each shown sentence, whether others before it are left out."""
    return [at != before + 1 for before, at in pairwise([-1, *shown])]


def at_most(rows: Sequence[Row], width: int, most: int, style: CardStyle) -> list[Row]:
    """The first `most` rows. If rows were cut, the last one ends with a mark."""
    fitting = list(rows[: max(0, most)])
    if fitting and len(rows) > most:
        mark = Bit(f" {style.mark}", "dim")
        fitting[-1] = (*cut_row(fitting[-1], width - row_width((mark,)), ""), mark)
    return fitting
