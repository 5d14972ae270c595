"""Deals kept in a file: none is played twice, and a file of something else is refused."""

import pytest

from shanghai.__main__ import main
from shanghai.commands.exits import BAD_FILE, USAGE
from shanghai.simulation.duplicate import DuplicateTrial, deals_of
from shanghai.simulation.keeping import BadFile, Kept
from shanghai.simulation.work import Backend
from shanghai.variants.loader import load_variant
from tests.playable import only_rounds


def trial(seed=4):
    rules = only_rounds(load_variant("playerules"), (1,))
    return DuplicateTrial(rules, 4, "simple", "random", seed)


def test_a_kept_deal_is_not_played_again(tmp_path, monkeypatch):
    path = tmp_path / "deals.jsonl"
    first = Kept(path).play_rest(deals_of(trial(), 2), Backend())
    monkeypatch.setattr("shanghai.simulation.duplicate.play_round", None)
    told = []
    again = Kept(path).play_rest(deals_of(trial(), 2), Backend(), lambda *now: told.append(now))
    assert again == first
    assert told == [(2, 2)]


def test_further_deals_are_added(tmp_path):
    path = tmp_path / "deals.jsonl"
    first = Kept(path).play_rest(deals_of(trial(), 1), Backend())
    both = Kept(path).play_rest(deals_of(trial(), 2), Backend())
    other = Kept(path).play_rest(deals_of(trial(5), 1), Backend())
    assert both[:1] == first
    assert other != first
    assert len(path.read_bytes().splitlines()) == 3


@pytest.mark.parametrize("text", ["{}\n", "no deals\n", '{"variant": "x"'])
def test_another_file_is_refused(text, tmp_path, capsys):
    path = tmp_path / "deals.jsonl"
    path.write_text(text)
    with pytest.raises(BadFile):
        Kept(path)
    common = ["simulate", "--variant", "playerules", "--players", "4", "--bots", "simple,random"]
    assert main([*common, "--paired", "--keep", str(path)]) == BAD_FILE
    assert str(path) in capsys.readouterr().err
    assert main([*common, "--keep", str(path)]) == USAGE
