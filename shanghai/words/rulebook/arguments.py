"""Finds the sentences of a rules page that answer a question in a family's own words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.words.language import ENGLISH, in_language, other_languages, spoken
from shanghai.words.messages import Messages
from shanghai.words.phrases import call_name
from shanghai.words.rulebook import RuleLine, rule_lines
from shanghai.words.rulebook.guess import meanings
from shanghai.words.rulebook.rules import RULE_WORDS
from shanghai.words.stems import Stems, StemWeights, stems, synonym_stems

say = Messages("argue")
__getattr__ = say.__getattr__

MAX_ANSWERS: Final = 3
MIN_NEARNESS: Final = 0.35
"""The score from which a sentence counts as an answer."""
NEXT_SHARE: Final = 0.85
"""The share of the best answer's score that a further answer must have."""
_CLEARLY_NEAR: Final = 1.0
"""From this score on, the question is understood, and other languages are not tried."""
_LEAST_ELSEWHERE: Final = 0.6
"""The least score of an answer in another language. It is high, as languages share some words."""
_BETTER_BY: Final = 1.25
"""How many times the score of the current language an answer in another one must have."""
_WEIGHTS: Final = {"question": 1.0, "sentence": 0.9, "name": 0.8, "title": 0.8}
"""The weight of a passage by its kind. A passage is a question that families ask, the sentence
itself, a name of the rule, or the title of a scenario."""
_NEXT_WEIGHT: Final = 0.25
"""The weight of the second nearest passage of a line, which counts as well as the nearest."""


class Answer(Struct, frozen=True):
    """A line of the rules page that answers a question. The larger its score, the nearer it is."""

    line: RuleLine
    score: float


class _Passage(Struct, frozen=True):
    """A text about the rule of a line, which a question is compared with. `text` has the stems of
    its words, and `weight` is how much it counts."""

    line: RuleLine
    text: Stems
    weight: float


def answers(
    rules: Rules, question: str, titles: Mapping[str, Sequence[str]] | None = None
) -> list[Answer]:
    """Up to `MAX_ANSWERS` sentences that answer a question, the best first; may be empty. `titles`
    has, for each clause, the English titles of the scenarios that prove it."""
    asked = question_stems(question, rules)
    by_clause = tuple((clause, tuple(each)) for clause, each in (titles or {}).items())
    passages, weights = _passages(rules, by_clause, spoken())
    by_line: dict[RuleLine, list[float]] = {}
    for passage in passages:
        nearness = passage.weight * weights.nearness(asked, passage.text)
        by_line.setdefault(passage.line, []).append(nearness)
    scored = [Answer(line, _score(each)) for line, each in by_line.items()]
    scored.sort(key=lambda answer: -answer.score)
    least = max(MIN_NEARNESS, NEXT_SHARE * scored[0].score)
    return [answer for answer in scored[:MAX_ANSWERS] if answer.score >= least]


def language_of(question: str, games: Sequence[Rules], *, is_named: bool = False) -> str:
    """The language in which a question about these games is understood.

    It is the current one, unless an answer in another language is much nearer. Where the current
    one was named, or the question is a single word such as "joker", any answer in it will do. A
    question that has only words such as "may" and "I" is always taken to be in the current one.
    """
    best, nearest = spoken(), _nearness(question, games)
    word_count = max(len(question_stems(question, rules)) for rules in games)
    least = MIN_NEARNESS if is_named or word_count == 1 else _CLEARLY_NEAR
    if nearest >= least or not word_count:
        return best
    nearest = max(_LEAST_ELSEWHERE, nearest * _BETTER_BY)
    for language in other_languages():
        with in_language(language):
            nearness = _nearness(question, games)
        if nearness > nearest:
            best, nearest = language, nearness
    return best


def _nearness(question: str, games: Sequence[Rules]) -> float:
    """The score of the best answer to a question in these games; 0 if there is no answer."""
    return max((each.score for rules in games for each in answers(rules, question)), default=0.0)


@lru_cache(maxsize=32)
def _passages(
    rules: Rules, titles: tuple[tuple[str, tuple[str, ...]], ...], language: str
) -> tuple[list[_Passage], StemWeights]:
    """The passages on all rules of a game in a language, and the weights of the stems in them."""
    by_clause = dict(titles)
    passages = [
        _Passage(line, question_stems(text, rules), _WEIGHTS[kind])
        for line in rule_lines(rules)
        for kind, text in _texts_of(line, rules, by_clause)
    ]
    return passages, StemWeights(passage.text for passage in passages)


def _score(nearness: list[float]) -> float:
    """The score of a line: how near its nearest passage is, plus a part of that for the second."""
    first, second, *_ = [*sorted(nearness, reverse=True), 0.0]
    return first + _NEXT_WEIGHT * second


def asked_about(rule: str) -> list[str]:
    """The questions that families ask about a rule or a clause."""
    return [text for text in str(say.table("ASKED").get(rule, "")).split(", ") if text]


def _texts_of(
    line: RuleLine, rules: Rules, titles: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """Yields pairs of a kind, as in `_WEIGHTS`, and a text about the rule of a line. The titles of
    scenarios are in English, and left out in other languages."""
    keys = {*_keys_of(line, rules)}
    for rule in {line.rule, *keys}:
        yield from (("question", question) for question in asked_about(rule))
    yield "sentence", line.sentence
    for key in keys:
        yield "name", RULE_WORDS[key].title
        yield "name", RULE_WORDS[key].description
        yield from (("name", name) for name in _family_names().get(key, ()))
    for clause in {line.rule, *line.clauses} if spoken() == ENGLISH else ():
        yield from (("title", title) for title in titles.get(clause, ()))


def _keys_of(line: RuleLine, rules: Rules) -> Iterator[str]:
    """Yields the rules that a line is about. That is the rule of the line. For a clause they are
    the rules that change it and have no line."""
    if line.rule in RULES:
        yield line.rule
        return
    for key, rule in RULES.items():
        if line.rule in rule.changes[:1] and not RULE_WORDS[key].sentence(rules):
            yield key


@cache
def _family_names() -> dict[str, list[str]]:
    """The names that families use for each rule, by its key."""
    names: dict[str, list[str]] = {}
    for name, hint in meanings().items():
        if not any(mark in name for mark in ":."):
            names.setdefault(hint.partition(":")[0], []).append(name.replace("_", " "))
    return names


def question_stems(text: str, rules: Rules) -> Stems:
    """The stems of a text in the current language, with one stem for all synonyms. What a caller
    says in this game, such as MAY I, counts as the word for a call."""
    word = re.escape(call_name(rules))
    return _stems(re.sub(rf"\b{word}\b", say.CALL, text, flags=re.IGNORECASE), spoken())


@cache
def _stems(text: str, language: str) -> Stems:
    """The stems of a text in a language, without its empty words and with its synonyms."""
    with in_language(language):
        return stems(text, say.STEMMER, empty=say.EMPTY.split(), synonyms=_synonyms(language))


@cache
def _synonyms(language: str) -> dict[str, str]:
    """For the stem of each synonym in a language, the stem that is used in its place."""
    with in_language(language):
        lines = [line.partition(" ") for line in say.lines("SYNONYMS")]
        return synonym_stems({word: others for word, _, others in lines}, say.STEMMER)
