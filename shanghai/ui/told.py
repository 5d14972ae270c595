"""Sentences as lines of text, the cards in them written and coloured as the settings say."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from shanghai.engine.cards import read_face
from shanghai.ui.story import CARD_BEGINS, CARD_ENDS, Said
from shanghai.ui.widgets.cards import CardStyle, card_bit
from shanghai.ui.widgets.lines import Bit, Row, cut, width, wrap

LATELY: Final = 24
"""So many of the last things that have happened are looked at where there is room for few."""
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
    said: Sequence[Said], style: CardStyle, wide: int, most: int, look: str = ""
) -> list[Row]:
    """What fits in so many lines of what was said lately, each on its own; a mark for the rest."""

    def rows_of(kept: Sequence[Said], is_all: bool) -> list[Row]:
        rows: list[Row] = []
        for at, (text, _) in enumerate(kept):
            mark = () if at or is_all else (_left_out(style),)
            rows += wrap((*mark, *told_row(text, style, look)), wide, 2)
        return rows

    kept = _worth_telling(said, most, lambda long: sum(-(-cells // wide) for cells in long))
    return at_most(_what_fits(said, kept, rows_of, most), wide, most, style)


def latest_run_on(
    before: Row, said: Sequence[Said], style: CardStyle, wide: int, most: int
) -> list[Row]:
    """What fits in so many lines of what was said lately, run on, with words before all of it."""

    def rows_of(kept: Sequence[Said], is_all: bool) -> list[Row]:
        told = told_row(" ".join(text for text, _ in kept), style)
        return wrap((*(before if is_all else (_left_out(style),)), *told), wide)

    kept = _worth_telling(said, most, lambda long: -(-sum(long) // wide))
    return at_most(_what_fits(said, kept, rows_of, most), wide, most, style)


def _worth_telling(
    said: Sequence[Said], most: int, least: Callable[[list[int]], int]
) -> list[Said]:
    """What may fit in so many lines, of which a few are `least` for sentences of so many cells."""
    kept = list(said[-max(LATELY, most) :])
    while len(kept) > 1 and least([cell_len(text) for text, _ in kept]) > most:
        _spare_one(kept)
    return kept


def _what_fits(
    said: Sequence[Said],
    kept: list[Said],
    rows_of: Callable[[Sequence[Said], bool], list[Row]],
    most: int,
) -> list[Row]:
    """The lines of what fits of what is worth telling."""
    rows = rows_of(kept, len(said) == len(kept))
    while len(rows) > most and len(kept) > 1:
        _spare_one(kept)
        rows = rows_of(kept, False)
    return rows


def _spare_one(kept: list[Said]) -> None:
    """Leaves out what can be spared best, and of that the oldest."""
    kept.remove(min(kept, key=lambda one: one.weight))


def _left_out(style: CardStyle) -> Bit:
    return Bit(f"{style.mark} ", "dim")


def at_most(rows: Sequence[Row], wide: int, most: int, style: CardStyle) -> list[Row]:
    """The first lines, with a mark at the end where even the last sentence is too long."""
    kept = list(rows[: max(0, most)])
    if kept and len(rows) > most:
        mark = Bit(f" {style.mark}", "dim")
        kept[-1] = (*cut(kept[-1], wide - width((mark,)), ""), mark)
    return kept
