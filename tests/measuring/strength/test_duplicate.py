"""Deals played twice with the seats exchanged."""

import pytest
from hypothesis import given, strategies as st
from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.simulation.games import RoundReport
from shanghai.simulation.workers import Backend, play_all
from shanghai.words.refusals import why
from tests.long import some
from tests.measuring.strength.duplicate import (
    DealReport,
    DealWork,
    DuplicateTrial,
    deals_of,
    sum_up,
)
from tests.measuring.strength.figures import trial_lines
from tests.simulation.short import short


def deal(one: tuple[int, ...], other: tuple[int, ...], number: int = 1, round: int = 1):
    plays = tuple(
        RoundReport(round, 5 * len(points), "out", points, 0, (True,) * len(points))
        for points in (one, other)
    )
    return DealReport(number, round, plays, 0, "d")


TRIAL = DuplicateTrial(short("playerules"), 3, "a", "b", 1)


def test_the_difference_by_hand():
    # Four seats: a has 0 and 2 first, then 1 and 3.
    assert deal((0, 40, 10, 20), (30, 6, 50, 4)).difference == (20 - 140) / 4
    # Three seats: a has 0 and 2 first, then 1.
    assert deal((0, 40, 10), (30, 6, 50)).difference == (16 - 120) / 3


def test_alone_the_others_at_the_table_are_the_measure():
    points = [(0, 30, 60), (10, 40, 10), (20, 20, 50), (15, 25, 35)]
    plays = deal(points[0], points[1]).plays + deal(points[2], points[3]).plays
    report = DealReport(1, 1, plays, 0, "d", alone=True)
    # 0 against 45, 40 against 10, 50 against 20; in the same seats 15, 25 and 35 otherwise.
    assert report.difference == (-45 + 30 + 30) / 3
    assert report.gain == (-15 + 15 + 15) / 3


@pytest.mark.parametrize("level", ["simple", "random"])
def test_alone_a_level_against_itself_is_even_to_the_point(level):
    trial = DuplicateTrial(short("rummygames", 2), 3, level, level, 7, alone=True)
    reports = play_all(deals_of(trial, 1), Backend())
    assert [(len(one.plays), one.difference, one.gain) for one in reports] == [(4, 0, 0)] * 2
    summary = sum_up(trial, reports)
    assert (summary.overall.gain.mean, summary.games.difference.mean) == (0, 0)
    assert "gain" in "\n".join(trial_lines(trial.rules, summary))


@given(st.lists(st.integers(-100, 400), min_size=2, max_size=8))
def test_plays_that_are_alike_differ_by_exactly_nothing(points):
    assert deal(tuple(points), tuple(points)).difference == 0


@given(st.integers(2, 8).flatmap(lambda n: st.tuples(*[st.tuples(*[st.integers(0, 99)] * n)] * 2)))
def test_the_other_way_round_the_difference_turns(plays):
    one, other = plays
    assert deal(one, other).difference == -deal(other, one).difference


def test_the_verdict_by_hand():
    deals = [
        deal((0, 30, 0), (30, 0, 30), 1),
        deal((0, 0, 0), (0, 0, 0), 2),
        deal((20, 10, 20), (10, 20, 10), 3),
        deal((0, 10, 0), (10, 0, 10), 4),
    ]
    assert [one.difference for one in deals] == [-30, 0, 10, -10]
    summary = sum_up(TRIAL, deals).overall
    assert summary.deals == 4
    assert summary.won.mean == 2.5 / 4
    assert summary.difference.mean == -7.5
    # s² = (22.5² + 7.5² + 17.5² + 2.5²) / 3 = 291.67, t = -7.5 / √(s² / 4).
    assert summary.t == pytest.approx(-0.88, abs=0.005)
    assert summary.difference.upper == pytest.approx(-7.5 + 3.18245 * 8.5391, abs=1e-3)
    assert summary.longest == 5.0


def test_rounds_have_a_verdict_of_their_own():
    deals = [deal((0, 9, 0), (9, 0, 9)), deal((9, 0, 9), (0, 9, 0), 1, 2)]
    summary = sum_up(TRIAL, deals)
    assert [one.round for one in summary.by_round] == [1, 2]
    assert [one.difference.mean for one in summary.by_round] == [-9, 9]
    assert summary.overall.difference.mean == 0


def test_a_round_is_won_where_the_interval_is_clear_of_zero():
    clear = [deal((0, 9 + n, 0), (9, 0, 9), n) for n in (1, 2, 3, 4)]
    scattered = [deal((0, 9, 0), (9, 0, 9), n, 2) for n in (1, 2, 3)]
    scattered.append(deal((90, 0, 90), (0, 90, 0), 4, 2))
    lost = [deal((9, 0, 9), (0, 9 + n, 0), n, 3) for n in (1, 2, 3, 4)]
    once = [deal((0, 9, 0), (9, 0, 9), 1, 4)]
    summary = sum_up(TRIAL, [*clear, *scattered, *lost, *once])
    assert summary.rounds_won == (1,)
    text = "\n".join(trial_lines(TRIAL.rules, summary))
    assert "in 1 of 4" in text


def test_a_deal_given_up_is_left_out():
    given_up = deal((0, 9, 0), (9, 0, 9))
    play = structs.replace(given_up.plays[0], ending="", points=())
    given_up = structs.replace(given_up, plays=(play, given_up.plays[1]))
    summary = sum_up(TRIAL, [given_up, deal((0, 9, 0), (9, 0, 9))])
    assert (summary.deals, summary.unfinished, summary.overall.deals) == (2, 1, 1)


@pytest.mark.parametrize("players", some([3, 2, 4]))
@pytest.mark.parametrize("level", ["simple", "random"])
def test_a_level_against_itself_is_even_to_the_point(players, level):
    rules = short("rummygames", 2)
    trial = DuplicateTrial(rules, players, level, level, 7)
    for report in play_all(deals_of(trial, 1), Backend()):
        assert report.difference == 0
        assert report.plays[0] == report.plays[1]


def test_a_deal_is_one_round_alone_with_the_dealer_by_number():
    trial = DuplicateTrial(short("playerules", 3), 3, "simple", "random", 7)
    work = deals_of(trial, 4)
    assert [(one.number, one.round) for one in work[:4]] == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert len(work) == 12
    assert [one.round for one in deals_of(trial, 2, [3, 1])] == [1, 3, 1, 3]
    report = DealWork(trial, 3, 2).play()
    assert report.round == 2
    for play in report.plays:
        assert (play.round, play.first) == (2, 0)
        assert play.finished


def test_both_plays_have_the_same_cards():
    trial = DuplicateTrial(short("rummygames"), 3, "simple", "random", 7)
    levels = {name: LEVELS[name] for name in ("simple", "random")}
    tables = [DealWork(trial, 2, 1).table(exchanged, levels) for exchanged in (0, 1)]
    for host in tables:
        host.deal()
    one, other = tables
    assert [p.bot for p in one.players] == ["simple", "random", "simple"]
    assert [p.bot for p in other.players] == ["random", "simple", "random"]
    assert one.state == other.state


def test_what_cannot_be_tried_is_said():
    with pytest.raises(ValueError, match="players") as caught:
        deals_of(structs.replace(TRIAL, players=2, first="simple", second="simple"), 1)
    assert "3 to 5" in why(caught.value)
    with pytest.raises(ValueError, match="rounds 1 to 1"):
        deals_of(structs.replace(TRIAL, first="simple", second="simple"), 1, [2])


@pytest.mark.slow
def test_the_trial_does_not_depend_on_the_number_of_processes():
    trial = DuplicateTrial(short("playerules"), 3, "simple", "random", 7)
    alone, several = (play_all(deals_of(trial, 2), Backend(jobs)) for jobs in (1, 2))
    assert [one.digest for one in alone] == [one.digest for one in several]
    assert [one.plays for one in alone] == [one.plays for one in several]


def test_whole_games_by_hand():
    deals = [
        deal((0, 30, 0), (30, 0, 30), 1, 1),
        deal((20, 10, 20), (10, 20, 10), 1, 2),
        deal((20, 10, 20), (10, 20, 10), 2, 1),
        deal((0, 0, 0), (0, 0, 0), 2, 2),
        deal((0, 10, 0), (10, 0, 10), 3, 1),
    ]
    summary = sum_up(TRIAL, deals).games
    # The third game lacks a round, so it is no whole game.
    assert summary.games == 2
    assert summary.won.mean == 0.5
    assert summary.difference.mean == (-10 + 5) / 2
