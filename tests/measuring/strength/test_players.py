"""Players to measure by: they are known to trials alone, and are timed and kept like others."""

import json
from random import Random

import pytest
from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.cards import label
from shanghai.engine.seen import view_for
from shanghai.simulation import games
from shanghai.variants.loader import load_variant
from tests.bots.test_hard import WAITS
from tests.bots.test_levels import REST, position
from tests.measuring.strength.__main__ import main
from tests.measuring.strength.deals import TimedDeal
from tests.measuring.strength.duplicate import DealWork, DuplicateTrial
from tests.measuring.strength.figures import measured
from tests.measuring.strength.players import FIXED_LEVELS, TRIED_LEVELS
from tests.measuring.strength.timing import Times
from tests.playable import only_rounds

HARD_1 = ["--variant", "playerules", "--players", "3", "--seed", "3", "--rounds", "1", "--bots"]
HARD_1 += ["simple", "--against", "hard-1"]


def test_the_first_hard_player_throws_what_lets_the_next_one_out():
    state = position("rummygames", WAITS + REST)
    before = TRIED_LEVELS["hard-1"].make(0, Random(1), never)
    assert label(before.decide(view_for(state, 0)).card) == "KC"


def test_players_to_measure_by_sit_at_no_table():
    tried = {"child", "half", "aunt", *FIXED_LEVELS, "hard-1", "oracle"}
    assert set(TRIED_LEVELS) == {*LEVELS, *tried}
    assert not tried & set(LEVELS)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_trial_against_one_of_them_is_reported(jobs, capsys):
    assert main([*HARD_1, "--jobs", jobs, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["first"], result["second"], result["deals"]) == ("simple", "hard-1", 1)
    assert result["thinking"]["hard-1"]["answers"] > 0


@pytest.mark.slow
def test_each_step_of_the_ladder_is_reported(capsys):
    words = [*HARD_1[:6], "--rounds", "1,2", "--bots", "simple,random,simple"]
    assert main([*words, "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)
    assert [(one["first"], one["second"]) for one in steps] == [
        ("simple", "random"),
        ("random", "simple"),
    ]
    one, other = (step["overall"]["difference"]["mean"] for step in steps)
    assert one == -other != 0
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "simple against random, 2 deals" in text
    assert "random against simple, 2 deals" in text


def test_one_sits_alone_among_others(capsys):
    words = [*HARD_1[:8], "--bots", "simple,random", "--alone"]
    assert main([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["alone"]
    assert result["overall"]["gain"]["low"] is not None or result["deals"] == 1


def test_a_deal_that_never_ends_is_given_up_with_code_1(monkeypatch, capsys):
    monkeypatch.setattr(games, "TURN_LIMIT", 1)
    assert main([*HARD_1[:8], "--bots", "simple,random"]) == 1
    assert "1 deal given up" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--rounds", "x"], ["--rounds", "99"], ["--bots", "simple"]])
def test_what_asks_for_no_trial_is_refused(wrong):
    assert main([*HARD_1[:6], "--bots", "simple,random", *wrong]) == 2


def test_answers_are_summed():
    trial = DuplicateTrial(only_rounds(load_variant("playerules"), [1]), 3, "simple", "random", 1)
    deal = TimedDeal(trial, 1, 1).play()
    assert structs.asdict(DealWork(trial, 1, 1).play()).items() <= structs.asdict(deal).items()
    deal = structs.replace(deal, times={"simple": Times(2, 0.5, 0.4), "random": Times(1, 0.1, 0.1)})
    result = measured(trial, [deal, deal]).thinking["simple"]
    assert (result.answers, result.mean, result.longest) == (4, 0.25, 0.4)
