"""Words that sentences are made of: plurals, counted things, lists, and the name of the call."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from shanghai.engine.parameters.parts import VariantWords
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import State


class CallWords(NamedTuple):
    """A kind of call: what a caller says aloud, and what is said of that."""

    aloud: str
    verb: str
    several: str
    did: str
    doing: str


CALLS: Final[dict[str, CallWords]] = {
    "buy": CallWords("BUY", "buy", "buys", "bought", "buying"),
    "may-i": CallWords("MAY I", "say MAY I", "MAY I calls", "called for", "calling for"),
}
"""The kinds of calls, by the `call_word` of the rules."""

RANK_WORDS: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five"),
    *("six", "seven", "eight", "nine", "ten"),
)


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def plural(word: str, words: "VariantWords | None" = None) -> str:
    """The plural of a noun: the one that the file of a variant gives, else the regular one."""
    if words is not None and (given := words.form(word, words.plurals)):
        return given
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


RANK_PLURALS: Final[dict[str | int, str]] = {
    "A": "aces",
    **{rank: plural(NUMBERS[rank]) for rank in range(2, 11)},
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
}
"""All cards of a rank, by its name in a variant file, in the order of the ranks."""


def wild_rank(state: "State") -> str:
    """The ranks that are wild in this round alone, such as `sevens`; empty for none."""
    return listed([RANK_PLURALS[rank] for rank in state.round_ranks])


def with_article(word: str, words: "VariantWords | None" = None) -> str:
    """A word after its indefinite article, such as `a run` or `an escalera`."""
    usual = "an" if word[:1].lower() in tuple("aeiou8") else "a"
    given = words.form(word, words.articles) if words is not None else ""
    return f"{given or usual} {word}"


def noun(number: int, word: str, words: "VariantWords | None" = None) -> str:
    """A noun in the form that goes with a number, such as `card` or `cards`."""
    return word if number == 1 else plural(word, words)


def counted(number: int, word: str, words: "VariantWords | None" = None) -> str:
    """A number with its noun, such as `1 card` or `3 cards`."""
    return f"{number} {noun(number, word, words)}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts as a list in a sentence: `Ann`, `Ann and Bob`, `Ann, Bob and Cy`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def call_name(rules: "Rules") -> str:
    """What a caller of the discard says aloud: BUY, MAY I or a word of the table's own."""
    return rules.words.call or CALLS[rules.call_word].aloud


def call_verb(rules: "Rules") -> str:
    """What a caller of the discard does: `buy`, or `say` with what is said aloud."""
    return f"say {rules.words.call}" if rules.words.call else CALLS[rules.call_word].verb


def price_words(rules: "Rules", round: int, made: int = 0) -> list[str]:
    """What a call costs besides its cards, after so many calls of the caller in the round."""
    points, chips = rules.points_for_call(round, made), rules.chips_for_call(round, made)
    return [counted(points, "point")] * bool(points) + [counted(chips, "chip")] * bool(chips)


def besides(view: "State", seat: "SeatIndex | None" = None) -> str:
    """What a call of a seat costs besides its cards, as in `, for 5 points`; of None, the first.

    Where the price rises from call to call, that is said for None.
    """
    made = 0 if seat is None else view.seats[seat].calls_used
    words = price_words(view.rules, view.round, made)
    said = f", for {listed(words)}" if words else ""
    rises = seat is None and view.rules.call_price_by == "call"
    return f"{said} at a first call" if rises else said
