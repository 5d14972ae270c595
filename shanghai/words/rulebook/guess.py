"""What families call a rule, and what a key that no rule has probably means."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import log
from typing import Final

from shanghai.engine.parameters.fields import RULES
from shanghai.words.messages import Messages

say = Messages("meant")

_KEYS: Final[Mapping[str, str]] = say.table("KEYS")
_IN_CONTRACTS: Final[Mapping[str, str]] = say.table("IN_CONTRACTS")
_VALUES: Final[Mapping[str, str]] = say.table("VALUES")
_LEAST: Final = 0.45
"""How near a saying must be."""
_NEAR: Final = 0.75
"""How near beside the nearest one that is told too."""
_MOST: Final = 3
_OF_ASKED: Final = 0.6
"""How much it counts that a saying has the words asked for, more than that it has no others."""
_OF_OTHERS: Final = 0.3
"""How much further sayings with the same hint count."""
_UNHEARD: Final = 4.0
"""What a word says that no saying has."""


@cache
def meanings() -> Mapping[str, str]:
    """The hint for a key, for one in a contract, such as `contracts.pure`, or for a key with its
    value after a colon, such as `ace:any`."""
    found: dict[str, str] = {}
    for hint, keys in _IN_CONTRACTS.items():
        for key in keys.split():
            found[key] = f"contracts: [{{{hint}}}]"
            found[f"contracts.{key}"] = hint
    for hint, keys in _KEYS.items():
        found |= dict.fromkeys(keys.split(), hint)
    for hint, values in _VALUES.items():
        rule = hint.partition(":")[0]
        for value in values.split():
            found[value if ":" in value else f"{rule}:{value}"] = hint
    return found


def meaning(key: str) -> str:
    """The hint for what a file calls a key, by its name in `meanings`; empty if there is none."""
    return meanings().get(key, "")


@cache
def _stem_of() -> dict[str, str]:
    return {word: stem for stem, words in say.table("ALIKE").items() for word in words.split()}


def _stems(text: str) -> frozenset[str]:
    """The words of a text that say something, each without its ending."""
    words, empty, alike = re.findall(r"[a-z]+|[0-9]+", text.lower()), say.EMPTY.split(), _stem_of()
    stems = [re.sub(r"(?<=..)(?:ing|ed|es|s|e)$", "", word) for word in words if word not in empty]
    return frozenset(alike.get(stem, stem) for stem in stems)


@cache
def _sayings() -> tuple[list[tuple[frozenset[str], str]], dict[str, float]]:
    """Each saying as its words with its hint, and how much a word says: rare ones more."""
    found = [
        (_stems(said), hint) for said, hint in meanings().items() if not re.search("[.:]", said)
    ]
    hints = {hint.partition(":")[0]: hint for _, hint in reversed(found)}
    found += [(_stems(key), hints.get(key, key)) for key in RULES]
    often = Counter(word for words, _ in found for word in words)
    return found, {word: log(len(found) / count) for word, count in often.items()}


def nearest_meaning(said: str) -> str:
    """The hints of the few sayings nearest to what was said, or nothing where none is near."""
    asked = _stems(said)
    sayings, weights = _sayings()

    def weight(words: frozenset[str]) -> float:
        return sum(weights.get(word, _UNHEARD) for word in words)

    whole, found = weight(asked), dict[str, list[float]]()
    for words, hint in sayings:
        if shared := weight(words & asked):
            near = shared / (whole**_OF_ASKED * weight(words) ** (1 - _OF_ASKED))
            found.setdefault(hint, []).append(near)
    scores = {hint: _score(each) for hint, each in found.items()}
    best = sorted(scores, key=lambda hint: -scores[hint])[:_MOST]
    likely = [hint for hint in best if scores[hint] >= max(_LEAST, _NEAR * scores[best[0]])]
    return say.PERHAPS.format(hints=say.OR_ELSE.join(likely)) if likely else ""


def _score(near: list[float]) -> float:
    first, *others = sorted(near, reverse=True)
    return first + _OF_OTHERS * sum(others[:3]) / 3
