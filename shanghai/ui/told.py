"""Sentences as lines of text, the cards in them written and coloured as the settings say."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from shanghai.engine.cards import read_face
from shanghai.ui.story import CARD_BEGINS, CARD_ENDS
from shanghai.ui.widgets.cards import CardStyle, card_bit
from shanghai.ui.widgets.lines import Bit, Row, cut, width, wrap

_LABEL: Final = re.compile(r"(?<![\w'])(?:(?:10|[2-9TJQKA])[SHDC]|JK)(?![\w'])")


def told_row(sentence: str, style: CardStyle, look: str = "") -> Row:
    """A sentence of `Desk.told` as a line."""
    bits: list[Bit] = []
    for piece in sentence.split(CARD_BEGINS):
        face, ends, rest = piece.partition(CARD_ENDS)
        if ends:
            bits.append(card_bit(int(face), style))
            bits.append(Bit(rest, look))
        else:
            bits.append(Bit(piece, look))
    return tuple(bit for bit in bits if bit.text)


def told_rows(sentences: Iterable[str], style: CardStyle, wide: int, look: str = "") -> list[Row]:
    """Sentences as lines of at most `wide` cells, the later lines of one indented."""
    rows: list[Row] = []
    for sentence in sentences:
        rows += wrap(told_row(sentence, style, look), wide, 2)
    return rows


def reason_row(sentence: str, style: CardStyle, names: Sequence[str], look: str = "warn") -> Row:
    """A refusal as a line; its card labels become cards unless a player is called like one."""
    if any(_LABEL.search(name) for name in names):
        return (Bit(sentence, look),)
    bits: list[Bit] = []
    at = 0
    for found in _LABEL.finditer(sentence):
        bits.append(Bit(sentence[at : found.start()], look))
        bits.append(card_bit(read_face(found.group()), style))
        at = found.end()
    bits.append(Bit(sentence[at:], look))
    return tuple(bit for bit in bits if bit.text)


def latest_rows(
    sentences: Sequence[str], style: CardStyle, wide: int, most: int, look: str = ""
) -> list[Row]:
    """The last sentences that fit in so many lines, each on its own; a mark for those left out."""
    # Each takes a line at least; one more than fit shows that some are left out.
    sentences = sentences[-most - 1 :]
    blocks = [wrap(told_row(sentence, style, look), wide, 2) for sentence in sentences]
    first = 0
    while first < len(blocks) - 1 and sum(len(block) for block in blocks[first:]) > most:
        first += 1
        line = (_left_out(style), *told_row(sentences[first], style, look))
        blocks[first] = wrap(line, wide, 2)
    return at_most([row for block in blocks[first:] for row in block], wide, most, style)


def latest_run_on(
    before: Row, sentences: Sequence[str], style: CardStyle, wide: int, most: int
) -> list[Row]:
    """The last sentences that fit in so many lines, one after the other, with words before all."""

    def rows_from(first: int) -> list[Row]:
        told = told_row(" ".join(sentences[first:]), style)
        return wrap((*(before if not first else (_left_out(style),)), *told), wide)

    # From the last one back, for there may be hundreds.
    first = max(0, len(sentences) - 1)
    rows = rows_from(first)
    while first and len(more := rows_from(first - 1)) <= most:
        first, rows = first - 1, more
    return at_most(rows, wide, most, style)


def _left_out(style: CardStyle) -> Bit:
    return Bit(f"{style.mark} ", "dim")


def at_most(rows: Sequence[Row], wide: int, most: int, style: CardStyle) -> list[Row]:
    """The first lines, with a mark at the end where even the last sentence is too long."""
    kept = list(rows[: max(0, most)])
    if kept and len(rows) > most:
        mark = Bit(f" {style.mark}", "dim")
        kept[-1] = (*cut(kept[-1], wide - width((mark,)), ""), mark)
    return kept
