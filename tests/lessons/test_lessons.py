"""The lessons as they stand in their files: deals that replay, and words for every step."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

from shanghai.engine.actions import Discard, Draw, GoDown
from shanghai.engine.cards import face_of
from shanghai.engine.game import apply
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import lay_downs
from shanghai.engine.state import Phase
from shanghai.lessons import lesson
from shanghai.lessons.lesson import LEARNER, Course, lesson_ids, load_lesson
from shanghai.records.check import check_file, find_files
from shanghai.variants.library import known_variants

FOLDER = str(Path(lesson.__file__).parent)


def test_every_variant_has_a_lesson():
    assert lesson_ids() == known_variants()


@pytest.mark.parametrize("path", find_files(f"{FOLDER}/deals"), ids=lambda path: path.stem)
def test_the_deals_are_records_that_hold(path):
    (verdict,) = check_file(path)
    assert verdict.state == "passed", verdict.lines


@pytest.mark.parametrize("variant", lesson_ids())
def test_a_deal_has_the_whole_pack_and_the_learner_no_card_twice(variant):
    lesson = load_lesson(variant)
    state = lesson.start
    dealt = [*state.stock, *state.discards, *(card for seat in state.seats for card in seat.hand)]
    assert Counter(map(face_of, dealt)) == Counter(map(face_of, lesson.rules.cards(3)))
    assert {len(seat.hand) for seat in state.seats} == {lesson.rules.cards_dealt(1)}
    assert (state.turn, state.round, state.tossers) == (LEARNER, 1, (NOBODY,))


@pytest.mark.parametrize("variant", lesson_ids())
def test_the_computers_play_the_lesson_to_its_end_and_the_learner_goes_out(variant):
    course = Course(load_lesson(variant))
    host = course.host
    steps = []
    while course.next is not None:
        if course.say is not None and course.say not in steps:
            steps.append(course.say)
        move = course.next
        action = host.bot_action(computer_may_draw=course.call_of(LEARNER) is None)
        if course.is_learners:
            assert action is None
            action = move
        assert action == move
        host.do(action)
    assert [say.number for say in steps] == list(range(1, course.lesson.steps + 1))
    assert host.state.phase is Phase.ROUND_OVER
    assert host.state.results[0].out == LEARNER
    assert host.notes == []
    assert {"draw", "take", "call", "go down", "lay off", "discard"} <= {say.step for say in steps}


@pytest.mark.parametrize("variant", lesson_ids())
def test_the_learner_goes_down_in_the_order_in_which_the_melds_are_shown(variant):
    taught = load_lesson(variant)
    state, found = taught.start, 0
    for move in taught.moves:
        if isinstance(move, GoDown) and move.seat == LEARNER:
            hand, found = state.seats[LEARNER].hand, found + 1
            shown = next(iter(lay_downs(hand, state.to_lay(LEARNER), state.rules))).melds
            assert [sorted(map(face_of, meld.cards)) for meld in shown] == [
                sorted(map(face_of, meld.cards)) for meld in move.melds
            ]
        state, _ = apply(state, move)
    assert found


def test_a_course_wants_the_next_move_alone_and_follows_what_is_taken_back():
    course = Course(load_lesson("playerules"))
    assert not course.wants(course.lesson.moves[1])
    assert course.wants(Draw(LEARNER))
    course.host.do(course.next)
    assert course.at == 1


def test_cards_are_laid_off_in_any_order():
    course = Course(load_lesson("grandma-davis"))
    while course.say is None or course.say.step != "lay all":
        course.host.do(course.next)
    first, second, third = course.lesson.moves[course.at : course.at + 3]
    assert course.wants(third)
    assert course.next == third
    course.host.do(third)
    assert course.wants(first)
    assert not course.wants(third)
    course.host.do(first)
    assert course.next == second


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda says: [*says, {"draw": "Once more."}], "go on after"),
        (lambda says: says[:-1], "nothing is said of move"),
        (lambda says: [{"take": "It."}, *says[1:]], "the words say take"),
    ],
)
def test_words_that_do_not_belong_to_the_deal_are_found(monkeypatch, change, why):
    words = lesson.load_words("playerules")
    changed = structs.replace(words, says=tuple(change(list(words.says))))
    monkeypatch.setattr(lesson, "load_words", lambda variant: changed)
    with pytest.raises(ValueError, match=why):
        load_lesson("playerules")


def test_of_two_cards_that_fit_nowhere_the_dearer_is_tossed_and_the_words_say_why():
    course = Course(load_lesson("california"))
    while not (isinstance(course.next, Discard) and course.host.state.seats[LEARNER].down):
        course.host.do(course.next)
    rules, hand = course.lesson.rules, course.host.state.seats[LEARNER].hand
    counts = sorted(hand_points(rules, [card]) for card in hand)
    assert hand_points(rules, [course.next.card]) == counts[-1] > counts[0]
    assert all(str(count) in course.say.why for count in counts)
