"""Parts of sentences: the name of the call, its price, the ranks."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from shanghai.engine.cards import JOKER, read_face
from shanghai.words.grammar import counted, listed, table_words
from shanghai.words.messages import Messages

CARD_LABEL: Final = r"(?<![\w'])(?:(?:10|[2-9TJQKA])[SHDC]|JK)(?![\w'])"
"""A pattern for a card as it is typed, such as `10S` or `JK`, that is a word of its own."""

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import Meld, Situation


say = Messages("phrases")
__getattr__ = say.__getattr__


def read_rank_key(text: str) -> str | int:
    """A rank as a variant file has it: a number for `2` to `10`, or a letter such as `K`."""
    return int(text) if text.isdigit() else text


CALLS: Final[Mapping[str, Mapping[str, str]]] = say.table("CALLS")
"""The words for a call, by the `call_word` of the rules and then by form. `aloud` is what a caller
says, `verb` the verb, `did` its past, `doing` its gerund, and `several` the plural of the noun."""
RANK_WORDS: Final[Sequence[str]] = say.lines("RANK_WORDS")
SUIT_WORDS: Final[Sequence[str]] = say.lines("SUIT_WORDS")
ARTICLES: Final[Sequence[str]] = say.lines("ARTICLES")
RANK_PLURALS: Final[Mapping[str | int, str]] = say.table("RANK_PLURALS", read_rank_key)
"""The plural of each rank, by its name in a variant file."""


def wild_ranks_text(state: "Situation") -> str:
    """The ranks that are wild in this round alone, such as `sevens`; empty for none."""
    return listed([RANK_PLURALS[rank] for rank in state.round_ranks])


def call_name(rules: "Rules") -> str:
    """What a caller says aloud: BUY, MAY I, or the word of this table."""
    return rules.words.call or CALLS[rules.call_word]["aloud"]


def call_verb(rules: "Rules") -> str:
    """The verb for a call: `buy`, or `say` with the word of this table, such as `say MINE`."""
    word = rules.words.call
    return say.SAYS(call=word) if word else CALLS[rules.call_word]["verb"]


def kind_word(rules: "Rules", meld: "Meld") -> str:
    """The table's word for the kind of a meld: a set or a run."""
    return table_words(rules)["run" if meld.is_run else "set"]


def price_texts(points: int, chips: int) -> list[str]:
    """A price in words, such as `5 points` and `1 chip`. What is not paid is left out."""
    return [counted(paid, noun) for paid, noun in ((points, "point"), (chips, "chip")) if paid]


def call_price_texts(rules: "Rules", round: int, calls_made: int = 0) -> list[str]:
    """The points and chips that a call costs, in words. `calls_made` is how often the caller has
    already called in the round. Cards are not in it."""
    points = rules.points_for_call(round, calls_made)
    return price_texts(points, rules.chips_for_call(round, calls_made))


def price_facts(view: "Situation", seat: "SeatIndex | None" = None) -> dict[str, object]:
    """The price of a call, as values for messages.

    It is the next call of a seat; for None it is anybody's first call of the round. `cost` is the
    number of extra cards, and `rises` says that further calls may cost more.
    """
    calls_made = 0 if seat is None else view.seats[seat].calls_used
    cost = view.rules.cost_in(view.round, calls_made)
    return {
        "cost": cost,
        "is_dear": cost > 0,
        "price": call_price_texts(view.rules, view.round, calls_made),
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
