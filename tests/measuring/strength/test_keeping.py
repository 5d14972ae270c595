"""Deals kept in a file: none is played twice, and a file of something else is refused."""

import pytest
from msgspec import structs

from shanghai.commands.exits import BAD_FILE
from shanghai.simulation.workers import Backend
from shanghai.variants.loader import load_variant
from tests.measuring.strength.__main__ import main
from tests.measuring.strength.deals import BadFile, Kept, TimedDeal
from tests.measuring.strength.duplicate import DuplicateTrial, deals_of
from tests.playable import only_rounds


def trial(seed=4):
    rules = only_rounds(load_variant("playerules"), (1,))
    return DuplicateTrial(rules, 4, "simple", "random", seed)


def deals(seed, games):
    return [TimedDeal(*structs.astuple(deal)) for deal in deals_of(trial(seed), games)]


def test_a_kept_deal_is_not_played_again(tmp_path, monkeypatch):
    path = tmp_path / "deals.jsonl"
    first = Kept(path).play_rest(deals(4, 2), Backend())
    monkeypatch.setattr("tests.measuring.strength.deals.play_round", None)
    told = []
    again = Kept(path).play_rest(deals(4, 2), Backend(), lambda *now: told.append(now))
    assert again == first
    assert told == [(2, 2)]


def test_further_deals_are_added(tmp_path):
    path = tmp_path / "deals.jsonl"
    first = Kept(path).play_rest(deals(4, 1), Backend())
    both = Kept(path).play_rest(deals(4, 2), Backend())
    other = Kept(path).play_rest(deals(5, 1), Backend())
    assert both[:1] == first
    assert other != first
    assert len(path.read_bytes().splitlines()) == 3


@pytest.mark.parametrize("text", ["{}\n", "no deals\n", '{"variant": "x"'])
def test_another_file_is_refused(text, tmp_path, capsys):
    path = tmp_path / "deals.jsonl"
    path.write_text(text)
    with pytest.raises(BadFile):
        Kept(path)
    common = ["--variant", "playerules", "--players", "4", "--bots", "simple,random"]
    assert main([*common, "--keep", str(path)]) == BAD_FILE
    assert str(path) in capsys.readouterr().err
