"""Sentences as lines of text, the cards in them written and coloured as the settings say."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from shanghai.engine.cards import read_face
from shanghai.ui.desk import CARD_BEGINS, CARD_ENDS
from shanghai.ui.widgets.cards import CardStyle, card_bit
from shanghai.ui.widgets.lines import Bit, Row, wrap

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


def tail(rows: Sequence[Row], most: int, style: CardStyle) -> list[Row]:
    """The last lines that fit, with a mark where earlier ones are left out."""
    if len(rows) <= most:
        return list(rows)
    if most <= 0:
        return []
    kept = list(rows[len(rows) - most :])
    kept[0] = (Bit(f"{style.mark} ", "dim"), *kept[0])
    return kept
