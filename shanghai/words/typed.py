"""Words of the current language that may be typed for moves, cards and commands.

They are translated to the words of the public format. Those are English, and may be typed in every
language.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from shanghai.engine.cards import JOKER, LABELS, RANK_NAMES, SUITS
from shanghai.words.language import english_message, spoken
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_WORDS, SUIT_WORDS

say = Messages("typed")

VERBS: Final[Mapping[str, str]] = say.table("VERBS")
"""For each verb of the public format the words that may be typed, with commas between. The first of
them is shown to players."""
_OTHERS: Final[Mapping[str, str]] = say.table("OTHERS")
COMMANDS: Final[Mapping[str, str]] = say.table("COMMANDS")
_MOST_WORDS: Final = 4
"""How many words a phrase can have."""


class _Phrases:
    """The phrases of one language in small letters, with their words in the public format. `ends`
    has the last words of a move that are a part of its verb, such as `ab` in German."""

    def __init__(self) -> None:
        self.verbs, self.others = _by_phrase("VERBS"), _by_phrase("OTHERS")
        self.others |= {public: public for public in _OTHERS} | dict.fromkeys(
            _parts(say.LEFT_OUT), ""
        )
        self.ends, self.commands = _by_phrase("ENDS"), _by_phrase("COMMANDS")
        self.answers = _by_phrase("ANSWERS")
        self.suits = {word.casefold(): SUITS[i] for i, word in enumerate(SUIT_WORDS)}
        self.ranks = {word.casefold(): RANK_NAMES[i] for i, word in enumerate(RANK_WORDS)}
        self.ranks |= {rank.casefold(): rank for rank in RANK_NAMES}
        self.others[say.A_JOKER.casefold()] = LABELS[JOKER]

    def card(self, words: Sequence[str]) -> str:
        """The card that words such as `Pik 2` or `2 de picas` name; empty if they name none."""
        parts = [part for word in words for part in word.casefold().split("-")]
        if len(parts) == 3 and parts[1] == say.OF:
            del parts[1]
        if len(parts) != 2:
            return ""
        for suit, rank in (parts, parts[::-1]):
            if suit in self.suits and rank in self.ranks:
                return f"{self.ranks[rank]}{self.suits[suit]}"
        return ""


def _parts(text: str) -> Iterator[str]:
    """Yields the phrases of a text with commas between them, in small letters."""
    return (part.strip().casefold() for part in text.split(",") if part.strip())


def _by_phrase(name: str) -> dict[str, str]:
    """The phrases of a message, English and of the current language, with their public words."""
    tables = (english_message("typed", name), say.table(name))
    pairs = (pair for table in tables for pair in table.items())
    return {phrase: public for public, text in pairs for phrase in _parts(text)}


@cache
def _phrases_of(_: str) -> _Phrases:
    return _Phrases()


def _phrases() -> _Phrases:
    return _phrases_of(spoken())


def command_of(word: str) -> str:
    """The public name of the command that a word means; else the word in small letters."""
    return _phrases().commands.get(word.casefold(), word.lower())


def answer_of(line: str) -> str:
    """An answer to a question, such as yes, in the public words; any other line as it is."""
    return _phrases().answers.get(line.casefold(), line)


def known_words() -> list[str]:
    """The single words that can begin a move or are a command, for suggestions."""
    phrases = _phrases()
    return [phrase for phrase in (*phrases.verbs, *phrases.commands) if " " not in phrase]


def public_move(line: str) -> str:
    """A typed move in the words of the public format. A line with no verb at its beginning or its
    end is returned as it is."""
    words = re.sub(r"([\[\]])", r" \1 ", line).split()
    sizes = range(min(_MOST_WORDS, len(words)), 0, -1)
    for first, rest in (
        *((words[:size], words[size:]) for size in sizes),
        *((words[-size:], words[:-size]) for size in sizes),
    ):
        if verb := _phrases().verbs.get(" ".join(first).casefold()):
            return f"{verb} {' '.join(rest)}" if verb.startswith("hands") else _move(verb, rest)
    return line


def _move(verb: str, rest: Sequence[str]) -> str:
    """The public text of a move with a verb and the words after it. The last word may be a part of
    the verb, as in `lege 4S an 1 an`."""
    if rest and (whole_verb := _phrases().ends.get(rest[-1].casefold())):
        verb, rest = whole_verb, rest[:-1]
    if verb == "lays" and "[" in rest:
        verb = "melds"
    return f"{verb} {public_words(rest)}".strip()


def public_words(words: Sequence[str]) -> str:
    """The words after a verb, translated to the public format: the longest phrases first."""
    phrases, public, index = _phrases(), list[str](), 0
    while index < len(words):
        for size in range(min(_MOST_WORDS, len(words) - index), 0, -1):
            phrase = words[index : index + size]
            text = phrases.card(phrase) or phrases.others.get(" ".join(phrase).casefold())
            if text is not None:
                public += text.split()
                index += size
                break
        else:
            public.append(words[index])
            index += 1
    return re.sub(r" ?(\[) | (\])", r" \1\2", " ".join(public)).strip().replace(" ]", "]")


def shown_word(public: str, table: Mapping[str, str] = VERBS) -> str:
    """The word of the current language that is shown for a verb or command of the public format."""
    return next(_parts(table[public]), public)


def shown_move(move: str) -> str:
    """A move of the public format, with its words in the current language."""
    verb = max((verb for verb in VERBS if f"{move} ".startswith(f"{verb} ")), key=len, default="")
    text = move.removeprefix(verb)
    for public, words in _OTHERS.items():
        own = next(_parts(words), "")
        text = re.sub(rf"(?<= ){re.escape(public)}(?= |$)", own, text) if own else text
    return f"{shown_word(verb)}{text}" if verb else move
