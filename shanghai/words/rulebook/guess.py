"""Guesses what an unknown key in a variant file means, from what families call the rules."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from shanghai.engine.parameters.fields import RULES
from shanghai.words.language import in_language, languages
from shanghai.words.messages import Messages
from shanghai.words.rulebook.rules import RULE_WORDS
from shanghai.words.stems import Stems, StemWeights, stems, synonym_stems

say = Messages("meant")

_KEYS: Final[Mapping[str, str]] = say.table("KEYS")
_IN_CONTRACTS: Final[Mapping[str, str]] = say.table("IN_CONTRACTS")
_VALUES: Final[Mapping[str, str]] = say.table("VALUES")
_NOT_HERE: Final[Mapping[str, str]] = say.table("NOT_HERE")
_WHY_NOT_HERE: Final[Mapping[str, str]] = say.table("WHY_NOT_HERE")
_NO_RULE: Final = "no rule "
"""The beginning of a hint for what no rule can do. The code of the reason follows."""
_LEAST: Final = 0.45
"""A hint is suggested only from this score on."""
_NEAR: Final = 0.75
"""A further hint is suggested if it has this share of the best one's score."""
_MOST: Final = 3
_OF_OTHERS: Final = 0.3
"""The weight of further sayings that have the same hint."""


@cache
def meanings() -> Mapping[str, str]:
    """The hints for what people may write in a variant file. A hint is how the rule is written.

    The names are keys, keys in a contract such as `contracts.pure`, and keys with a value after a
    colon such as `ace:any`.
    """
    hints: dict[str, str] = {}
    for hint, keys in _IN_CONTRACTS.items():
        for key in keys.split():
            hints[key] = f"contracts: [{{{hint}}}]"
            hints[f"contracts.{key}"] = hint
    for hint, keys in _KEYS.items():
        hints |= dict.fromkeys(keys.split(), hint)
    for hint, values in _VALUES.items():
        rule = hint.partition(":")[0]
        for value in values.split():
            hints[value if ":" in value else f"{rule}:{value}"] = hint
    return hints


@cache
def _not_here() -> Mapping[str, str]:
    """What people may ask for, but no rule can do, each with `_NO_RULE` and a code as its hint."""
    return {
        saying: _NO_RULE + code for code, sayings in _NOT_HERE.items() for saying in sayings.split()
    }


def _why_not_here(hint: str) -> str:
    """Why there is no such rule, and what comes near to it. `hint` is one of `_not_here`."""
    return say.IS_NOT_HERE.format(why=_WHY_NOT_HERE[hint.removeprefix(_NO_RULE)])


def meaning(key: str) -> str:
    """The hint for an unknown key of a file, as in `meanings`; empty if there is none. For what no
    rule can do, it is the reason."""
    if key in meanings():
        return meanings()[key]
    return _why_not_here(_not_here()[key]) if key in _not_here() else ""


@cache
def _synonyms() -> dict[str, str]:
    """For the stem of each synonym, the stem that is used in its place."""
    return synonym_stems(say.table("SYNONYMS"))


def _stems(text: str) -> Stems:
    """The stems of a text in any language, without accents and without words such as "the"."""
    letters = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    text = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return stems(text, empty=say.EMPTY.split(), synonyms=_synonyms())


def _titles() -> Iterator[dict[str, str]]:
    """Yields the titles of all rules by their keys, once for each language."""
    for language in languages():
        with in_language(language):
            yield {key: words.title for key, words in RULE_WORDS.items()}


@cache
def _sayings() -> tuple[list[tuple[Stems, str]], StemWeights]:
    """All that people may write, as stems with the hint for it, and the weights of the stems."""
    sayings = [
        (_stems(saying), hint)
        for saying, hint in (*meanings().items(), *_not_here().items())
        if not re.search("[.:]", saying)
    ]
    hints = {hint.partition(":")[0]: hint for _, hint in reversed(sayings)}
    for names in (dict(zip(RULES, RULES, strict=True)), *_titles()):
        sayings += [(_stems(name), hints.get(key, key)) for key, name in names.items()]
    return sayings, StemWeights(text for text, _ in sayings)


def nearest_meaning(text: str) -> str:
    """A sentence with the hints that are nearest to a text, three at most. If the nearest is
    something that no rule can do, it is the reason for that. It is empty if no hint is near."""
    asked = _stems(text)
    sayings, weights = _sayings()
    by_hint: dict[str, list[float]] = {}
    for saying, hint in sayings:
        if nearness := weights.nearness(asked, saying):
            by_hint.setdefault(hint, []).append(nearness)
    scores = {hint: _score(each) for hint, each in by_hint.items()}
    best = sorted(scores, key=lambda hint: -scores[hint])[:_MOST]
    if best and best[0].startswith(_NO_RULE) and scores[best[0]] >= _LEAST:
        return _why_not_here(best[0])
    best = [hint for hint in best if not hint.startswith(_NO_RULE)]
    likely = [hint for hint in best if scores[hint] >= max(_LEAST, _NEAR * scores[best[0]])]
    return say.PERHAPS.format(hints=say.OR_ELSE.join(likely)) if likely else ""


def _score(near: list[float]) -> float:
    """The score of a hint: how near its nearest saying is, plus a part of that for three more."""
    first, *others = sorted(near, reverse=True)
    return first + _OF_OTHERS * sum(others[:3]) / 3
