"""The draw of a tournament: fair in who sits out and who meets whom, and the same for a seed."""

from collections import Counter
from itertools import combinations

import pytest

from shanghai.ledger.draw import (
    MAX_PEOPLE,
    MIN_PEOPLE,
    DrawnRound,
    design_rounds,
    draw,
    least_repeats,
    meetings,
    repeats,
    table_sizes,
)
from tests.long import some


def rounds(people, seats, least, tables=0, count=6, seed="42"):
    sizes = table_sizes(people, seats, least, tables)
    drawn = []
    for _ in range(count):
        drawn.append(draw(seed, people, sizes, drawn))
    return drawn


def test_tables_are_as_even_as_can_be():
    assert table_sizes(7, 4, 3) == (4, 3)
    assert table_sizes(8, 4, 3) == (4, 4)
    assert table_sizes(9, 4, 3) == (3, 3, 3)
    assert table_sizes(5, 4, 3) == (4,)
    assert table_sizes(5, 5, 3) == (5,)
    assert table_sizes(40, 8, 2) == (8,) * 5
    assert table_sizes(9, 4, 3, tables=1) == (4,)
    assert table_sizes(3, 2, 2) == (2,)
    for wrong in ((2, 4, 3), (4, 2, 3)):
        with pytest.raises(ValueError, match="at least 3"):
            table_sizes(*wrong)


@pytest.mark.parametrize("least", [2, 3])
def test_for_every_number_of_people_and_seats_all_are_somewhere(least):
    for people in range(MIN_PEOPLE, MAX_PEOPLE + 1):
        for seats in range(least, 9):
            sizes = table_sizes(people, seats, least)
            assert all(least <= size <= seats for size in sizes)
            assert max(sizes) - min(sizes) <= 1
            assert people - sum(sizes) < max(least, seats)


@pytest.mark.parametrize(
    ("people", "seats", "tables"), [(7, 4, 0), (10, 4, 0), (13, 4, 2), (6, 4, 1), (11, 5, 0)]
)
def test_each_sits_once_a_round_and_sits_out_in_turn(people, seats, tables):
    drawn = rounds(people, seats, 3, tables, count=8)
    out = Counter()
    for each in drawn:
        seated = [person for table in each.tables for person in table]
        assert sorted((*seated, *each.out)) == [*range(people)]
        out.update(each.out)
        counts = [out[person] for person in range(people)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_sixteen_in_fours_meet_once_each_in_five_rounds_and_twice_in_ten(seed):
    drawn = rounds(16, 4, 3, count=10, seed=seed)
    assert set(meetings(drawn[:5]).values()) == {1}
    assert set(meetings(drawn).values()) == {2}
    assert len(meetings(drawn)) == 120


@pytest.mark.parametrize(
    ("people", "seats", "count", "again"),
    [
        *((15, 3, 7, 0), (27, 3, 13, 0), (28, 4, 9, 0), (40, 4, 13, 0), (38, 4, 12, 0)),
        *((8, 4, 7, 56), (10, 4, 3, 2), (24, 8, 3, 42), (40, 8, 5, 60), (25, 5, 6, 0)),
        *((36, 6, 3, 0), (13, 2, 13, 0)),
    ],
)
def test_as_few_meet_again_as_is_known_to_be_possible(people, seats, count, again):
    drawn = rounds(people, seats, min(3, seats), count=count)
    assert repeats(drawn) == again == least_repeats(people, drawn)


def test_known_rounds_seat_everybody_and_repeat_no_more_than_must_be():
    for people in range(MIN_PEOPLE, MAX_PEOPLE + 1):
        for seats in range(2, 9):
            sizes = table_sizes(people, seats, min(3, seats))
            found = design_rounds(people, sizes)
            assert all(sorted(map(len, tables))[::-1] == [*sizes] for tables in found)
            drawn = [DrawnRound(tuple(map(tuple, tables))) for tables in found]
            everybody = {place for each in drawn for table in each.tables for place in table}
            assert everybody == set(range(people if found else 0))
            if sum(sizes) == people:
                for count in range(1, len(found) + 1):
                    least = least_repeats(people, drawn[:count])
                    assert repeats(drawn[:count]) == least, (people, sizes, count)


def test_no_bound_is_above_what_can_be():
    """Two and three rounds of six in threes, all of them tried."""
    halves = [
        DrawnRound(((0, *two), tuple({*range(1, 6)} - {*two})))
        for two in combinations(range(1, 6), 2)
    ]
    pairs = [(halves[0], one) for one in halves]
    assert min(map(repeats, pairs)) == least_repeats(6, pairs[0]) == 2
    three = [(*pair, other) for pair in pairs for other in halves]
    assert min(map(repeats, three)) >= least_repeats(6, three[0]) == 4


@pytest.mark.parametrize(("people", "count"), [(9, 12), (6, 8), (11, 9)])
def test_at_one_table_pairs_meet_evenly(people, count):
    drawn = rounds(people, 4, 3, 1, count)
    met, each = meetings(drawn), 6 * count / (people * (people - 1) / 2)
    found = [met[pair] for pair in combinations(range(people), 2)]
    assert each - 1.5 < min(found) <= max(found) < each + 1.7


def shapes(numbers):
    """People, seats and tables by a number."""
    for number in numbers:
        yield 3 + number % 38, 2 + number // 38 % 7, (0, 0, 1, 2)[number // 266 % 4]


@pytest.mark.parametrize(
    "numbers", some([range(0, 1064, 133), *(range(at, 1064, 133) for at in range(1, 133, 2))])
)
def test_many_draws_are_near_the_bound_and_even(numbers):
    for people, seats, tables in shapes(numbers):
        least = min(3, seats)
        drawn = rounds(people, seats, least, tables, 6)
        out = Counter(person for each in drawn for person in each.out)
        times = [out[person] for person in range(people)]
        assert max(times) - min(times) <= 1
        sizes = table_sizes(people, seats, least, tables)
        if sum(sizes) == people:
            known = min(6, len(design_rounds(people, sizes)))
            assert repeats(drawn[:known]) <= 1.05 * least_repeats(people, drawn[:known])


def test_the_draw_follows_from_the_seed_alone():
    assert rounds(9, 4, 3) == rounds(9, 4, 3)
    assert rounds(9, 4, 3) != rounds(9, 4, 3, seed="43")
    assert draw("42", 3, (3,), []) == DrawnRound(((2, 1, 0),))


def test_any_seat_is_as_likely_for_anybody():
    seats = Counter()
    for seed in range(400):
        (table,) = draw(str(seed), 5, (4,), []).tables
        seats.update(enumerate(table))
    assert all(55 < count < 110 for count in seats.values())
