"""Lessons made from the rules: for every published game, and for a family's own file."""

from functools import cache

import pytest

from shanghai.engine.actions import Discard
from shanghai.engine.cards import face_of
from shanghai.engine.game import apply
from shanghai.engine.solver import distance
from shanghai.engine.state import Phase
from shanghai.lessons.lesson import (
    LEARNER,
    Course,
    Lesson,
    generated_lesson,
    load_lesson,
    written_lesson,
)
from shanghai.variants.library import more_variants
from shanghai.variants.loader import load_variant, read_variant
from tests.long import some

TAUGHT = ("grandma-davis", *more_variants())
LESSONS = some([*TAUGHT[1::7], *(name for at, name in enumerate(TAUGHT) if at % 7 != 1)], 3)
"""A seventh of them in the normal run."""


@cache
def lesson_of(name: str) -> Lesson:
    """The lesson that is made for a variant, made once."""
    return generated_lesson(load_variant(name))


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_made_from_the_rules_and_plays_to_its_end(name: str) -> None:
    lesson = lesson_of(name)
    course = Course(lesson)
    host, steps = course.host, []
    while course.next is not None:
        if course.say is not None and course.say not in steps:
            steps.append(course.say)
        move = course.next
        action = host.bot_action(computer_may_draw=course.call_of(LEARNER) is None)
        if course.is_learners:
            action = move
        assert action == move
        host.do(action)
    assert [say.number for say in steps] == list(range(1, lesson.steps + 1))
    assert host.state.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    assert host.state.results[0].out == LEARNER or name == "grandma-davis"
    assert host.notes == []
    kinds = {say.step for say in steps}
    assert {"go down", "discard"} <= kinds
    assert kinds & {"draw", "take"}
    opening = " ".join(lesson.words.opening)
    assert ("are wild." in opening) == bool(lesson.rules.wild_ranks)


def test_the_words_are_those_of_the_rules() -> None:
    words = lesson_of("carioca").words
    text = " ".join((*words.opening, words.hands, words.scorecard, *words.closing))
    assert "2 trios" in text
    assert "BUY" not in text
    assert "first of 7" in text


def test_a_written_lesson_is_taken_while_the_rules_are_its_own() -> None:
    rules = load_variant("california")
    assert written_lesson(rules) == load_lesson("california")
    own = "id: california\nname: Ours\nextends: california\ncall_cost: 1\n"
    assert written_lesson(read_variant(own, "f.yaml")) is None
    assert written_lesson(load_variant("kalooki")) is None


@pytest.mark.parametrize("name", LESSONS)
def test_no_card_is_of_least_use_while_the_screen_says_that_its_like_helps(name: str) -> None:
    lesson = lesson_of(name)
    state = lesson.start
    for at, move in enumerate(lesson.moves):
        own = state.seats[LEARNER]
        is_toss = isinstance(move, Discard) and move.seat == LEARNER
        if isinstance(move, Discard) and is_toss and not own.down and len(own.hand) > 1:
            found = distance(own.hand, state.contract_of(LEARNER), state.rules)
            helps = face_of(move.card) in found.helps
            said = lesson.says[at].why
            assert ("one more like it would help" in said) == helps, said
            assert ("of least use" in said) == (not helps), said
        state = apply(state, move)[0]
