"""What of a hand is ready for its contract, in a row."""

from collections.abc import Sequence

from shanghai.table.grouping import ContractPlace
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Row, row_width
from shanghai.words.cards import CardStyle


def place_rows(
    places: Sequence[ContractPlace], names: tuple[str, str], style: CardStyle, room: int
) -> Row:
    """The places in a row of at most `room` cells, with the words for set and run where they fit.

    Empty where even the cards alone take more.
    """
    for labels, apart in ((names, True), (("", ""), True), (("", ""), False)):
        line = _place_row(places, labels, style, apart=apart)
        if row_width(line) <= room:
            return line
    return ()


def _place_row(
    places: Sequence[ContractPlace], labels: tuple[str, str], style: CardStyle, *, apart: bool
) -> Row:
    bits: list[Bit] = []
    numbers = {False: 0, True: 0}
    for place in places:
        numbers[place.is_run] += 1
        label = labels[place.is_run]
        has_several = sum(other.is_run == place.is_run for other in places) > 1
        number = f" {numbers[place.is_run]}" if has_several else ""
        bits += [Bit("  ")] if bits else []
        bits += [Bit(f"{label}{number} ", "dim")] if label else []
        bits += _cards_of(place, style, apart=apart)
    return tuple(bits)


def _cards_of(place: ContractPlace, style: CardStyle, *, apart: bool) -> list[Bit]:
    """The cards of a place on paper, gaps for those that lack, a tick where none does."""
    gap = "__" if style.ascii else "▁▁"
    bits: list[Bit] = []
    is_paper = False
    for card in place.cards:
        if card is None:
            bits += [Bit(" ", "paper")] if is_paper and apart else []
            bits.append(Bit(f" {gap}" if bits else gap, "accent"))
            is_paper = False
            continue
        if bits and not is_paper:
            bits.append(Bit(" "))
        space = " " if apart else ""
        bits.append(Bit(space + style.text(card), f"paper-{suit_look(card)}"))
        is_paper = True
    if is_paper and apart:
        bits.append(Bit(" ", "paper"))
    if not place.missing:
        bits.append(Bit(f" {style.tick}", "good"))
    return bits
