"""Who wins how much among those who play for a fair match."""

import pytest

from tests.measuring.strength.fair import Cell, main, played, seat_of

CELL = Cell(("child",), 3, "playerules")


def test_a_row_says_what_part_a_person_wins(capsys):
    words = ["--people", "simple", "--level", "random", "--games", "1", "--jobs", "1"]
    assert main([*words, "--seats", "2", "--variants", "playerules,california"]) == 0
    *_, row = capsys.readouterr().out.splitlines()
    assert row.startswith("| `simple` | 2 |  | 100% (")


def test_one_more_person_gets_a_row_too(capsys):
    words = ["--people", "hard", "--level", "even-0", "--beside", "random", "--games", "1"]
    assert main([*words, "--seats", "3", "--variants", "playerules", "--jobs", "1"]) == 0
    first, second = capsys.readouterr().out.splitlines()[-2:]
    assert first.startswith("| `hard` beside `random` | 3 | ")
    assert second.startswith("| `random` beside `hard` | 3 | 0% (")
    assert int(first.split()[-2]) < 0 < int(second.split()[-2])


@pytest.mark.slow
def test_a_person_sits_in_each_seat_in_turn_and_the_same_seed_is_the_same_game():
    games, again = (played([CELL], "even", 4, 7, jobs)[CELL] for jobs in (1, 2))
    assert [each.digest for each in games] == [each.digest for each in again]
    seats = [seat_of(each, 0) for each in games]
    assert seats == [0, 2, 1, 0]
    assert [each.levels[seat] for each, seat in zip(games, seats, strict=True)] == ["child"] * 4
