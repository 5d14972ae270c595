"""What games come to, by hand-made games."""

import pytest
from msgspec import structs

from shanghai.simulation.games import GameReport, RoundReport, Task
from shanghai.simulation.summary import FIGURES, figure_of, summarize

from .short import short

FIRST = RoundReport(
    round=1,
    turns=12,
    ending="out",
    points=(0, 30, 10),
    first=1,
    down=(True, False, True),
    calls=4,
    granted=3,
)
SECOND = RoundReport(
    round=2,
    turns=30,
    ending="blocked",
    points=(5, 5, 50),
    first=2,
    down=(False, False, False),
    thrown_in=1,
    declared=2,
    shanghai=1,
)
GAME = GameReport(
    number=1,
    levels=("hard", "easy", "easy"),
    rounds=(FIRST, SECOND),
    scores=(5, 35, 60),
    winners=(0,),
    replaced=0,
    finished=True,
    digest="a",
)
TASK = Task(short("playerules", 2), ("hard", "easy", "easy"), 1)


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        ("turns", (4 + 10) / 2),
        ("points", (40 / 3 + 20) / 2),
        ("blocked", 0.5),
        ("thrown_in", 0.5),
        ("blind", 0),
        ("missed", (1 / 3 + 1) / 2),
        ("calls", 2),
        ("granted", 1.5),
        ("declared", 1),
        ("shanghai", 0.5),
        ("first_seat", ((30 - 40 / 3) + (50 - 20)) / 2),
    ],
)
def test_each_figure_by_hand(name, mean):
    assert figure_of(name, GAME) == pytest.approx(mean)


def test_every_figure_is_reported():
    assert list(summarize(TASK, [GAME]).figures) == list(FIGURES)


def test_games_are_the_unit():
    other = structs.replace(GAME, rounds=(FIRST, FIRST), scores=(0, 60, 20))
    summary = summarize(TASK, [GAME, other])
    assert (summary.games, summary.rounds, summary.turns, summary.longest) == (2, 4, 66, 10.0)
    assert (summary.blocked, summary.thrown_in) == (1, 1)
    assert summary.endings["out"] == 3
    turns = summary.figures["turns"]
    # 7 and 4 turns a seat: mean 5.5, reach 12.7062 · (3/√2) / √2.
    assert turns.mean == 5.5
    assert turns.upper == pytest.approx(5.5 + 12.7062 * 1.5, abs=1e-3)
    first, second = summary.by_round
    assert (first.round, first.games, first.turns, first.missed) == (1, 3, 4.0, 0.3333)
    assert (second.games, second.longest, second.blocked, second.points) == (1, 10.0, 1, 20.0)


def test_levels_have_their_wins_and_points():
    shared = structs.replace(GAME, winners=(0, 1), scores=(5, 5, 60))
    levels = summarize(TASK, [GAME, shared]).levels
    assert (levels["hard"].seats, levels["easy"].seats) == (2, 4)
    assert (levels["hard"].wins, levels["easy"].wins) == (1.5, 0.5)
    assert (levels["hard"].won.mean, levels["easy"].won.mean) == (0.75, 0.25)
    assert levels["hard"].points.mean == 5
    # Means of 47.5 and 32.5 a game.
    assert levels["easy"].points.mean == 40
    assert levels["easy"].points.upper == pytest.approx(40 + 12.7062 * 7.5, abs=1e-3)


def test_a_game_given_up_is_counted_and_left_out():
    given_up = structs.replace(GAME, finished=False, winners=(), rounds=(FIRST,))
    summary = summarize(TASK, [GAME, given_up])
    assert (summary.games, summary.unfinished, summary.rounds) == (2, 1, 2)
    assert summary.levels["hard"].seats == 1
    nothing = summarize(TASK, [given_up])
    assert nothing.rounds == 0
    assert nothing.figures["turns"].mean == 0
    assert nothing.by_round == ()
