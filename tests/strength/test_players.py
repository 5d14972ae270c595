"""Players to measure by: they are known to trials alone, and are timed and kept like others."""

import json
from random import Random

import pytest
from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.cards import label
from shanghai.engine.view import view_for
from shanghai.simulation.duplicate import DealWork, DuplicateTrial
from shanghai.variants.loader import load_variant
from tests.bots.test_hard import WAITS
from tests.bots.test_levels import REST, position
from tests.playable import only_rounds
from tests.strength.__main__ import main
from tests.strength.deals import TimedDeal
from tests.strength.figures import measured
from tests.strength.players import TRIED_LEVELS
from tests.strength.timing import Times

HARD_1 = ["--variant", "playerules", "--players", "3", "--seed", "3", "--rounds", "1", "--bots"]
HARD_1 += ["simple", "--against", "hard-1"]


def test_the_first_hard_player_throws_what_lets_the_next_one_out():
    state = position("rummygames", WAITS + REST)
    before = TRIED_LEVELS["hard-1"].make(0, Random(1), never)
    assert label(before.decide(view_for(state, 0)).card) == "KC"


def test_players_to_measure_by_sit_at_no_table():
    assert set(TRIED_LEVELS) == {*LEVELS, "child", "hard-1", "oracle"}
    assert "hard-1" not in LEVELS
    assert "oracle" not in LEVELS


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_trial_against_one_of_them_is_reported(jobs, capsys):
    assert main([*HARD_1, "--jobs", jobs, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["first"], found["second"], found["deals"]) == ("simple", "hard-1", 1)
    assert found["thinking"]["hard-1"]["answers"] > 0


def test_answers_are_summed():
    trial = DuplicateTrial(only_rounds(load_variant("playerules"), [1]), 3, "simple", "random", 1)
    deal = TimedDeal(trial, 1, 1).play()
    assert structs.asdict(DealWork(trial, 1, 1).play()).items() <= structs.asdict(deal).items()
    deal = structs.replace(deal, times={"simple": Times(2, 0.5, 0.4), "random": Times(1, 0.1, 0.1)})
    found = measured(trial, [deal, deal]).thinking["simple"]
    assert (found.answers, found.mean, found.longest) == (4, 0.25, 0.4)
