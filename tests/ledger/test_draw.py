"""The draw of a tournament: fair in who sits out and who meets whom, and the same for a seed."""

from collections import Counter
from itertools import combinations

import pytest

from shanghai.ledger.draw import FEWEST, MOST, Drawn, draw, meetings, table_sizes


def rounds(people, seats, least, tables=0, count=6, seed="42"):
    drawn = []
    for _ in range(count):
        drawn.append(draw(seed, people, seats, least, tables, drawn))
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
    for people in range(FEWEST, MOST + 1):
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


def test_people_meet_whom_they_have_met_least():
    drawn = rounds(16, 4, 3, count=4)
    met = meetings(drawn)
    assert max(met.values()) <= 2
    twice = sum(count == 2 for count in met.values())
    by_lot = sum(1 for _ in combinations(range(16), 2)) * (4 * 6 * 4 / 120) ** 2 / 2
    assert twice < by_lot
    everybody = meetings(rounds(8, 4, 3, count=7))
    assert len(everybody) == 28


def test_the_draw_follows_from_the_seed_alone():
    assert rounds(9, 4, 3) == rounds(9, 4, 3)
    assert rounds(9, 4, 3) != rounds(9, 4, 3, seed="43")
    assert draw("42", 3, 4, 3, 0, []) == Drawn(((0, 2, 1),))


def test_any_seat_is_as_likely_for_anybody():
    seats = Counter()
    for seed in range(400):
        (table,) = draw(str(seed), 5, 4, 3, 0, []).tables
        seats.update(enumerate(table))
    assert all(55 < count < 110 for count in seats.values())


def test_the_largest_tournament_is_drawn_quickly():
    drawn = rounds(40, 4, 3, count=5)
    assert max(meetings(drawn).values()) <= 2
