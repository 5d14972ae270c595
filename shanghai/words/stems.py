"""Compares texts by the stems of their words: without endings "buys" and "buying" are the same."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from math import log
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from snowballstemmer import BaseStemmer  # type: ignore[import-untyped]

Stems = frozenset[str]

_SHARE_OF_ASKED: Final = 0.6
"""How much it counts that a text has the words asked for. The rest, up to 1, is how much it counts
that the text has no other words."""
_UNKNOWN_WEIGHT: Final = 4.0
"""The weight of a word that is in no text."""


@cache
def _stemmer(language: str) -> "BaseStemmer":
    """The stemmer of a language; of English if the library has none for the language."""
    # Loaded when words are first compared: it loads the rules of thirty languages.
    from snowballstemmer import algorithms, stemmer

    return stemmer(language if language in algorithms() else "english")


def stems(
    text: str,
    language: str = "english",
    *,
    empty: Collection[str] = (),
    synonyms: Mapping[str, str] | None = None,
) -> Stems:
    """The stems of the words in a text.

    `language` is a name that the stemmer knows, such as "german". Words in `empty` are left out.
    `synonyms` has, for a stem, the stem that is used in its place.
    """
    words = re.findall(r"[^\W\d_]+|[0-9]+", text.lower())
    word_stems = _stemmer(language).stemWords([word for word in words if word not in empty])
    return frozenset((synonyms or {}).get(stem, stem) for stem in word_stems)


def synonym_stems(table: Mapping[str, str], language: str = "english") -> dict[str, str]:
    """For the stem of each synonym, the stem of the word that is used in its place. `table` has
    that word as key, and as value its synonyms with blanks between."""
    stemmer = _stemmer(language)
    return {
        stemmer.stemWord(synonym): stemmer.stemWord(key)
        for key, synonyms in table.items()
        for synonym in synonyms.split()
    }


class StemWeights:
    """The weight of each stem in a set of texts: the fewer texts have it, the more it weighs."""

    def __init__(self, texts: Iterable[Stems]) -> None:
        counts, total = Counter[str](), 0
        for text in texts:
            counts.update(text)
            total += 1
        self._weights = {stem: log(total / count) for stem, count in counts.items()}

    def of(self, text: Stems) -> float:
        """The sum of the weights of the stems of a text."""
        return sum(self._weights.get(stem, _UNKNOWN_WEIGHT) for stem in text)

    def nearness(self, asked: Stems, text: Stems) -> float:
        """How near a text is to a question: 0 if they share no stem, 1 if they have the same."""
        shared = self.of(text & asked)
        if not shared:
            return 0.0
        share: float = _SHARE_OF_ASKED
        return float(shared / (self.of(asked) ** share * self.of(text) ** (1 - share)))
