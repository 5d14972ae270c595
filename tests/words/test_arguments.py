"""A question in a family's words finds the sentence of the rules that answers it."""

from pathlib import Path

import pytest

from shanghai.engine.parameters.fields import CLAUSES, RULES
from shanghai.records.arguments import titles_by_clause
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.language import in_language
from shanghai.words.rulebook import arguments
from tests.long import some

FOLDER = Path(__file__).with_name("arguments")


def questions(language):
    """Each question with its variant and the rules that may answer it."""
    for line in FOLDER.joinpath(f"{language}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            question, _, rules = line.partition(" => ")
            game, colon, rest = question.partition(": ")
            is_named = colon and game in known_variants()
            yield (
                (game, rest, rules.split()) if is_named else ("rummygames", question, rules.split())
            )


def answered(variant, question):
    found = arguments.answers(load_variant(variant), question, titles_by_clause(variant))
    return [answer.line.rule for answer in found]


@pytest.mark.parametrize(("language", "least"), some([("en", 100), ("de", 100), ("es", 100)]))
def test_nine_of_ten_questions_find_their_sentence_first(language, least):
    with in_language(language):
        asked = list(questions(language))
        wrong = [each for each in asked if answered(*each[:2])[:1] not in [[r] for r in each[2]]]
    assert len(asked) >= least
    assert len(wrong) <= len(asked) // 14, wrong


@pytest.mark.parametrize("language", some(["de", "en", "es"]))
def test_a_question_of_the_table_is_asked_of_a_rule_or_clause(language):
    with in_language(language):
        asked = arguments.say.table("ASKED")
        assert set(asked) <= {*RULES, *CLAUSES}
        assert sum(len(arguments.asked_about(rule)) for rule in asked) >= 200
        # A question that is listed is answered by its own sentence in some of the four games.
        for rule in asked:
            games = [v for v in known_variants() if rule in lines_of(v)]
            for text in arguments.asked_about(rule) if games else ():
                assert any(rule in answered(game, text) for game in games), (rule, text)


def lines_of(variant):
    return {line.rule for line in arguments.rule_lines(load_variant(variant))}


def test_nothing_near_is_no_answer():
    assert answered("california", "the weather in Lisbon") == []
    assert answered("california", "?!") == []


def test_what_a_table_says_for_its_call_is_a_call():
    first = answered("grandma-davis", "how often can I say MAY I")
    assert first[0] == "call_limit"
