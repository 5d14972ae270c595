"""Words that may be typed for those of the public format: moves, cards and commands in the current
language. The public words, which are English, may be typed in every language."""

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
"""By the words of the public format the words for them, with commas between; the first is shown."""
_OTHERS: Final[Mapping[str, str]] = say.table("OTHERS")
COMMANDS: Final[Mapping[str, str]] = say.table("COMMANDS")
_MOST_WORDS: Final = 4
"""The most words of a phrase."""


class _Phrases:
    """The phrases of one language, in small letters, each with the words of the public format."""

    def __init__(self) -> None:
        self.verbs, self.others = _by_phrase("VERBS"), _by_phrase("OTHERS")
        self.others |= {public: public for public in _OTHERS} | dict.fromkeys(
            _parts(say.LEFT_OUT), ""
        )
        self.ends, self.commands = _by_phrase("ENDS"), _by_phrase("COMMANDS")
        self.answers = _by_phrase("ANSWERS")
        self.suits = {word.casefold(): SUITS[at] for at, word in enumerate(SUIT_WORDS)}
        self.ranks = {word.casefold(): RANK_NAMES[at] for at, word in enumerate(RANK_WORDS)}
        self.ranks |= {rank.casefold(): rank for rank in RANK_NAMES}
        self.others[say.A_JOKER.casefold()] = LABELS[JOKER]

    def card(self, words: Sequence[str]) -> str:
        """The card that some words name, such as `Pik 2` or `2 de picas`; empty for none."""
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
    return (part.strip().casefold() for part in text.split(",") if part.strip())


def _by_phrase(name: str) -> dict[str, str]:
    """The phrases of a table, in English and in the current language."""
    tables = (english_message("typed", name), say.table(name))
    pairs = (pair for table in tables for pair in table.items())
    return {phrase: public for public, text in pairs for phrase in _parts(text)}


@cache
def _phrases_of(_: str) -> _Phrases:
    return _Phrases()


def _phrases() -> _Phrases:
    return _phrases_of(spoken())


def command_of(word: str) -> str:
    """The command that a word is, or the word itself in small letters."""
    return _phrases().commands.get(word.casefold(), word.lower())


def answer_of(line: str) -> str:
    """An answer, and what a phone can be told, in the public words; any other line as it is."""
    return _phrases().answers.get(line.casefold(), line)


def known_words() -> list[str]:
    """The words that can begin a move, or are commands."""
    phrases = _phrases()
    return [phrase for phrase in (*phrases.verbs, *phrases.commands) if " " not in phrase]


def public_move(line: str) -> str:
    """A move in the words of the public format, as far as it is typed in those of the language; a
    line that begins and ends with no verb is given back as it is."""
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
    """A move of a verb, which the last word may belong to, as in `lege 4S an 1 an`."""
    if rest and (whole := _phrases().ends.get(rest[-1].casefold())):
        verb, rest = whole, rest[:-1]
    if verb == "lays" and "[" in rest:
        verb = "melds"
    return f"{verb} {public_words(rest)}".strip()


def public_words(words: Sequence[str]) -> str:
    """The words after a verb in those of the public format."""
    phrases, public, at = _phrases(), list[str](), 0
    while at < len(words):
        for size in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            phrase = words[at : at + size]
            text = phrases.card(phrase) or phrases.others.get(" ".join(phrase).casefold())
            if text is not None:
                public += text.split()
                at += size
                break
        else:
            public.append(words[at])
            at += 1
    return re.sub(r" ?(\[) | (\])", r" \1\2", " ".join(public)).strip().replace(" ]", "]")


def shown_word(public: str, table: Mapping[str, str] = VERBS) -> str:
    """The word of the language for a verb or a command of the public format."""
    return next(_parts(table[public]), public)


def shown_move(move: str) -> str:
    """A move of the public format with the verb and the other words of the language."""
    verb = max((verb for verb in VERBS if f"{move} ".startswith(f"{verb} ")), key=len, default="")
    text = move.removeprefix(verb)
    for public, words in _OTHERS.items():
        own = next(_parts(words), "")
        text = re.sub(rf"(?<= ){re.escape(public)}(?= |$)", own, text) if own else text
    return f"{shown_word(verb)}{text}" if verb else move
