"""The stems of a text: its words without their endings, so that "buys" and "buying" are one."""

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
"""How much it counts that a text has the words asked for, more than that it has no others."""
_UNKNOWN_WEIGHT: Final = 4.0
"""What a word weighs that no text has."""


@cache
def _stemmer(language: str) -> "BaseStemmer":
    """The stemmer of a language, or of English for a name that a language of one's own made up."""
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
    """The stems of a text.

    `language` is one that the stemmer knows by name, such as "german". Words in `empty` are left
    out; `synonyms` leads from a stem to the one that is put in its place.
    """
    words = re.findall(r"[^\W\d_]+|[0-9]+", text.lower())
    word_stems = _stemmer(language).stemWords([word for word in words if word not in empty])
    return frozenset((synonyms or {}).get(stem, stem) for stem in word_stems)


def synonym_stems(table: Mapping[str, str], language: str = "english") -> dict[str, str]:
    """From the stem of each synonym to the stem of its key; `table` has them divided by blanks."""
    stemmer = _stemmer(language)
    return {
        stemmer.stemWord(synonym): stemmer.stemWord(key)
        for key, synonyms in table.items()
        for synonym in synonyms.split()
    }


class StemWeights:
    """How much each stem of some texts says: one that few of them have says more."""

    def __init__(self, texts: Iterable[Stems]) -> None:
        counts, total = Counter[str](), 0
        for text in texts:
            counts.update(text)
            total += 1
        self._weights = {stem: log(total / count) for stem, count in counts.items()}

    def of(self, text: Stems) -> float:
        """The weight of all stems of a text."""
        return sum(self._weights.get(stem, _UNKNOWN_WEIGHT) for stem in text)

    def nearness(self, asked: Stems, text: Stems) -> float:
        """How near a text is to what is asked: 0 without a common stem, 1 where they are equal."""
        shared = self.of(text & asked)
        if not shared:
            return 0.0
        share: float = _SHARE_OF_ASKED
        return float(shared / (self.of(asked) ** share * self.of(text) ** (1 - share)))
