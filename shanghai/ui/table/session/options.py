"""What a screen with a choice gives back: a meld and an end, house rules, a table to play."""

from collections.abc import Sequence

from msgspec import Struct

from shanghai.engine.cards import Card, is_joker
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End
from shanghai.engine.view import SeatView
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.table.meld_text import place_text, short_bits
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import name_at
from shanghai.words.table import place_words


class HouseChoice(Struct, frozen=True):
    """The rules with the house rules that were taken, and which those are (indexes)."""

    rules: Rules
    chosen: tuple[int, ...]


class TableWish(Struct, frozen=True):
    """The table of a tournament that is to be played, with the game that was begun there."""

    round: int
    table: int
    game: str = ""
    is_paper: bool = False


class MeldOption(Struct, frozen=True):
    """One choice: the number that chooses it, its words, and the meld and end, or the seat, that it
    means."""

    number: int
    words: Row
    meld: int = -1
    end: End | None = None
    seat: SeatIndex = NOBODY


def meld_options(
    view: SeatView, places: Sequence[tuple[int, End | None]], style: CardStyle, card: Card
) -> tuple[MeldOption, ...]:
    """A choice for each place on a meld that a card may take."""
    return tuple(
        MeldOption(index + 1, _place(view, index, end, style, is_joker(card)), index, end)
        for index, end in places
    )


def _place(view: SeatView, index: int, end: End | None, style: CardStyle, joker: bool) -> Row:
    """A meld with the end, and what a joker would stand for there."""
    meld = view.table[index]
    as_card = ""
    if joker and end is not None:
        as_card = place_text(meld, end) + style.suit(meld.suit)
    number, owner, side = place_words(index, end, name_at(view, meld.owner), as_card)
    return (Bit(number, "strong"), Bit(owner), *short_bits(meld, style), Bit(side))
