"""Melds as text: card by card, or short. A short set is `3♠♥♦★` (each wild card a star), a short
run `5-9♠★7` (its ends, its suit, and the rank that a wild card replaces)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from shanghai.engine.cards import JOKER, SUITS_IN, Card, Face, face_of, suit_of
from shanghai.engine.melds import extended, places
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End, Meld, SeatView
from shanghai.ui.kit.cards import card_bit, suit_look
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit, Row, Target, blanks, row_width
from shanghai.ui.kit.pictures import PAPER, TINY, CardForm, Pose, card_lines, drawable, wild_text
from shanghai.words import scores, table
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import name_at

_PITCH: Final = 6
"""The visible cells of a card that the next card of its meld covers."""
_PITCHES: Final = {TINY: 4, PAPER: 5}
"""The visible cells of cards for which fewer are enough."""
Writer = Callable[[Meld, CardStyle, Target | None], Row]
"""A function that writes a meld."""


def short_bits(meld: Meld, style: CardStyle, target: Target | None = None) -> Row:
    """A meld in its short form."""
    if meld.is_run:
        text = f"{style.rank(meld.low)}-{style.rank(meld.last_place)}{style.suit(meld.suit)}"
        marks = "".join(style.star + style.rank(meld.low + i) for i in meld.wild_places)
        bits = [Bit(text, SUIT_LOOKS[SUITS_IN[meld.suit][0]], target)]
    else:
        natural = (card for at, card in enumerate(meld.cards) if at not in meld.wild_places)
        marks = style.star * meld.wild_count
        bits = [Bit(style.rank(meld.low), "strong", target)]
        for number, count in sorted(Counter(map(suit_of, natural)).items()):
            bits.append(Bit(style.suit(number) * count, SUIT_LOOKS[number], target))
    if marks:
        bits.append(Bit(marks, "joker", target))
    return tuple(bits)


def long_bits(meld: Meld, style: CardStyle, target: Target | None = None) -> Row:
    """A meld card by card on a strip of paper. A run is in order, so the place of a joker shows."""
    return (
        Bit(" ", "paper", target),
        *(
            Bit(text + " ", f"paper-{suit_look(card)}", target)
            for card, text in card_texts(meld, style)
        ),
    )


def _labelled(meld: Meld, style: CardStyle) -> list[tuple[Card, str]]:
    """The cards of a meld in their order. Wild ones come with their rank in the meld."""
    wild = meld.wild_places
    cards = [
        (card, style.rank(meld.stands_for(at)[0]) if at in wild else "")
        for at, card in enumerate(meld.cards)
    ]
    if not meld.is_run:
        cards.sort(key=lambda part: (bool(part[1]), suit_of(part[0])))
    return cards


def card_texts(meld: Meld, style: CardStyle) -> list[tuple[Card, str]]:
    """The cards of a meld with their texts. Wild ones have a star and their rank in the meld."""
    return [
        (card, wild_text(card, label, style) if label else style.text(card))
        for card, label in _labelled(meld, style)
    ]


def narrow_bits(meld: Meld, style: CardStyle, width: int, target: Target | None) -> Row:
    """A long meld on paper in `width` cells. A run shows its suit only at the ends, a set its rank
    once."""
    texts, last = card_texts(meld, style), len(meld.cards) - 1
    bits = [Bit(" ", "paper", target)]
    for at, (card, text) in enumerate(texts):
        if style.star not in text and at > 0 and not (meld.is_run and at == last):
            sign = style.suit(suit_of(card))
            text = text.removesuffix(sign) if meld.is_run else sign
        bits.append(Bit(f"{text} ", f"paper-{suit_look(card)}", target))
    if row_width(tuple(bits)) <= width:
        return tuple(bits)
    return (bits[0], *slip_bits(meld, style, target), bits[0])


def slip_bits(meld: Meld, style: CardStyle, target: Target | None = None) -> Row:
    """A meld in its short form on a strip of paper of that width."""
    looks = {"strong": "paper", "": "paper"}
    short = short_bits(meld, style, target)
    return tuple(bit._replace(look=looks.get(bit.look, f"paper-{bit.look}")) for bit in short)


def glowing(line: Row, *, is_chosen: bool = False) -> Row:
    """A line of a meld on glowing paper, in gold if it is the chosen one."""
    edge, paper = ("edge-cursor", "card-cursor") if is_chosen else ("glow-edge", "glow")
    return tuple(
        bit._replace(look=edge if bit.look == "edge" else f"{bit.look} {paper}") for bit in line
    )


def card_rows(
    meld: Meld, style: CardStyle, form: CardForm, target: Target | None = None
) -> list[Row]:
    """A meld as overlapping cards. The last one is seen whole."""
    form = drawable(form, style)
    cards, pitch = _labelled(meld, style), _PITCHES.get(form, _PITCH)
    lines: list[list[Bit]] = [[] for _ in range(form.lines)]
    for index, (card, label) in enumerate(cards):
        seen = 0 if index == len(cards) - 1 else pitch
        is_wild = bool(label) and face_of(card) != JOKER
        pose = Pose(seen, index > 0, is_wild=is_wild, label=label)
        for line, part in zip(lines, card_lines(card, form, style, pose, target), strict=True):
            line += part
    return [*map(tuple, lines)]


def between(before: Row, rows: Sequence[Row], after: Row) -> list[Row]:
    """Lines with texts before and after the first line of paper, and blanks at the other lines."""
    ends = [(Bit(" " * row_width(before)),), (Bit(" " * row_width(after)),)]
    return [
        (*(before if at == 1 else ends[0]), *line, *(after if at == 1 else ends[1]))
        for at, line in enumerate(rows)
    ]


def flow_blocks(blocks: Sequence[Sequence[Row]], width: int) -> list[Row]:
    """Blocks of the same height side by side in at most `width` cells, then in further lines."""
    rows: list[Row] = []
    height = len(blocks[0])
    for block in blocks:
        if rows and row_width(rows[-height]) + row_width(block[0]) <= width:
            rows[-height:] = [
                (*line, *more) for line, more in zip(rows[-height:], block, strict=True)
            ]
        else:
            rows += block
    return rows


_MANY_RANKS: Final = 6
"""The most ranks of any suit that are listed."""


def helps_bits(faces: Iterable[Face], style: CardStyle) -> Row:
    """The faces that help, in few cells: first ranks of which any suit helps, then the others."""
    suits: dict[int, list[int]] = {}
    helpful = {*faces}
    for face in sorted(helpful - {JOKER}):
        suits.setdefault(face % 13, []).append(face // 13)
    whole = [style.rank(rank + 1) for rank in sorted(suits) if len(suits[rank]) == 4]
    if len(whole) > _MANY_RANKS:
        return (Bit(scores.MOST_CARDS_HELP, "strong"),)
    bits = [Bit(scores.HELPS)] if helpful else []
    bits += [Bit(scores.ANY.format(ranks=" ".join(whole)), "strong")] if whole else []
    for rank in sorted(suits):
        if len(suits[rank]) < 4:
            bits.append(Bit(style.rank(rank + 1), "strong"))
            bits += [Bit(style.suit(suit), SUIT_LOOKS[suit]) for suit in suits[rank]]
            bits.append(Bit(" "))
    if JOKER in helpful:
        bits.append(card_bit(JOKER, style))
    return tuple(bits)


def plain_bits(meld: Meld, style: CardStyle, target: Target | None = None) -> Row:
    """A meld card by card on as little paper as possible, for lines close to each other."""
    *cards, last = long_bits(meld, style, target)[1:]
    return (*cards, last._replace(text=last.text.rstrip()))


def raised(line: Row) -> list[Row]:
    """A line whose strips of paper are half a line taller above and below."""
    top, foot = (
        tuple(
            Bit(edge * bit.width, "glow-edge" if "glow" in bit.look else "edge", bit.target)
            if bit.look.startswith("paper")
            else blanks(bit.width)
            for bit in line
        )
        for edge in "▄▀"
    )
    return [top, line, foot]


class MeldOption(Struct, frozen=True):
    """An option: its number, its words, and its meld and end, or its seat."""

    number: int
    words: Row
    meld: int = -1
    end: End | None = None
    seat: SeatIndex = NOBODY


def spots(view: SeatView, card: Card) -> list[tuple[int, End | None]]:
    """The melds on the table on which a card fits, by index and end."""
    melds = enumerate(view.table)
    return [(index, end) for index, meld in melds for end in places(view.rules, meld, card)]


def meld_options(
    view: SeatView, places: Sequence[tuple[int, End | None]], style: CardStyle, card: Card
) -> tuple[MeldOption, ...]:
    """An option for each place on a meld. It says which card a joker would be there."""
    options = []
    for index, end in places:
        meld, as_card = view.table[index], ""
        if end is not None:
            longer = extended(view.rules, meld, card, end)
            at = 0 if end is End.LOW else len(meld.cards)
            if at in longer.wild_places:
                as_card = style.rank(longer.stands_for(at)[0]) + style.suit(meld.suit)
        at_end = {"is_low": end is End.LOW, "is_high": end is End.HIGH}
        sentence = table.PLACE(owner=name_at(view, meld.owner), meld="\0", card=as_card, **at_end)
        before, _, after = sentence.partition("\0")
        words = (Bit(f"{index + 1}: ", "strong"), Bit(before), *short_bits(meld, style), Bit(after))
        options.append(MeldOption(index + 1, words, index, end))
    return tuple(options)
