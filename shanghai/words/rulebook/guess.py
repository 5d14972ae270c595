"""Other names of rules, and what an unknown key in a variant file probably means."""

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
"""The mark of a reason why something cannot be had begins so; its code follows."""
_LEAST: Final = 0.45
"""The least nearness of a name that is suggested."""
_NEAR: Final = 0.75
"""A name is also suggested if it has this share of the nearness of the best one."""
_MOST: Final = 3
_OF_OTHERS: Final = 0.3
"""How much further sayings with the same hint count."""


@cache
def meanings() -> Mapping[str, str]:
    """The hint for a key, for one in a contract, such as `contracts.pure`, or for a key with its
    value after a colon, such as `ace:any`."""
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
    """For each saying of something that no rule says the mark of its reason."""
    return {
        saying: _NO_RULE + code for code, sayings in _NOT_HERE.items() for saying in sayings.split()
    }


def _why_not_here(mark: str) -> str:
    """Why something cannot be had, and what is near, in the current language."""
    return say.IS_NOT_HERE.format(why=_WHY_NOT_HERE[mark.removeprefix(_NO_RULE)])


def meaning(key: str) -> str:
    """The hint for what a file calls a key, by its name in `meanings`; empty if there is none.

    For something that no rule says the hint is why it cannot be had.
    """
    if key in meanings():
        return meanings()[key]
    return _why_not_here(_not_here()[key]) if key in _not_here() else ""


@cache
def _synonyms() -> dict[str, str]:
    return synonym_stems(say.table("ALIKE"))


def _stems(text: str) -> Stems:
    """The stems of the words that say something, without the accents of other languages."""
    letters = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    text = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return stems(text, empty=say.EMPTY.split(), synonyms=_synonyms())


def _titles() -> Iterator[dict[str, str]]:
    """The titles of all rules by their keys, in each language."""
    for language in languages():
        with in_language(language):
            yield {key: words.title for key, words in RULE_WORDS.items()}


@cache
def _sayings() -> tuple[list[tuple[Stems, str]], StemWeights]:
    """Each saying as its stems with its hint, and how much each stem says."""
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
    """The hints of the few sayings nearest to what was said, or nothing where none is near."""
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
    first, *others = sorted(near, reverse=True)
    return first + _OF_OTHERS * sum(others[:3]) / 3
