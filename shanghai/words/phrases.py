"""Parts of sentences: the name of the call, its price, the ranks."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from shanghai.engine.cards import JOKER, read_face
from shanghai.words.grammar import counted, listed, table_words
from shanghai.words.messages import Messages

CARD_LABEL: Final = r"(?<![\w'])(?:(?:10|[2-9TJQKA])[SHDC]|JK)(?![\w'])"
"""A card as it is typed, such as `10S`."""

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import Meld, Situation


say = Messages("phrases")
__getattr__ = say.__getattr__


def rank_name(text: str) -> str | int:
    """The name of a rank in a variant file: a number, or a letter."""
    return int(text) if text.isdigit() else text


CALLS: Final[Mapping[str, Mapping[str, str]]] = say.table("CALLS")
"""The kinds of calls, by the `call_word` of the rules, with the words of each: what a caller says
`aloud`, the `verb`, what one `did` or is `doing`, and `several` of them."""
RANK_WORDS: Final[Sequence[str]] = say.lines("RANK_WORDS")
SUIT_WORDS: Final[Sequence[str]] = say.lines("SUIT_WORDS")
ARTICLES: Final[Sequence[str]] = say.lines("ARTICLES")
RANK_PLURALS: Final[Mapping[str | int, str]] = say.table("RANK_PLURALS", rank_name)
"""The plural of each rank, by its name in a variant file."""


def wild_rank(state: "Situation") -> str:
    """The ranks that are wild in this round alone, such as `sevens`; empty for none."""
    return listed([RANK_PLURALS[rank] for rank in state.round_ranks])


def call_name(rules: "Rules") -> str:
    """What a caller says aloud: BUY, MAY I, or the word of this table."""
    return rules.words.call or CALLS[rules.call_word]["aloud"]


def call_verb(rules: "Rules") -> str:
    """The verb for a call: `buy`, or `say` with the word of this table."""
    word = rules.words.call
    return say.SAYS(call=word) if word else CALLS[rules.call_word]["verb"]


def kind_word(rules: "Rules", meld: "Meld") -> str:
    """Set or run, in the table's word with its forms."""
    return table_words(rules)["run" if meld.is_run else "set"]


def price(points: int, chips: int) -> list[str]:
    """The points and chips that are paid for a call, in words."""
    return [counted(paid, noun) for paid, noun in ((points, "point"), (chips, "chip")) if paid]


def price_words(rules: "Rules", round: int, made: int = 0) -> list[str]:
    """The points and chips that a call costs, after `made` calls of the caller in the round."""
    return price(rules.points_for_call(round, made), rules.chips_for_call(round, made))


def call_price(view: "Situation", seat: "SeatIndex | None" = None) -> dict[str, object]:
    """The price of the next call of a seat, or of any first call for None, as facts of messages."""
    made = 0 if seat is None else view.seats[seat].calls_used
    cost = view.rules.cost_in(view.round, made)
    return {
        "cost": cost,
        "is_dear": cost > 0,
        "price": price_words(view.rules, view.round, made),
        "rises": seat is None and view.rules.call_price_by == "call",
    }


def cards_in_words(text: str, names: Collection[str] = ()) -> str:
    """A text with its cards in words, such as `7 of spades`. Names of players stay as they are."""

    def card_words(match: re.Match[str]) -> str:
        if match[0] in names:
            return match[0]
        face = read_face(match[0])
        if face == JOKER:
            return say.JOKER
        return say.CARD(rank=RANK_WORDS[face % 13], suit=SUIT_WORDS[face // 13])

    with_commas = re.sub(rf"({CARD_LABEL}) (?={CARD_LABEL})", r"\1, ", text)
    return re.sub(CARD_LABEL, card_words, with_commas)
