"""Deals stored in a file: none is played twice, and a file of something else is refused."""

import pytest
from msgspec import structs

from shanghai.commands.exits import BAD_FILE
from shanghai.simulation.stored import stored_reports
from shanghai.simulation.workers import Backend
from shanghai.variants.loader import load_variant
from tests.measuring.strength.__main__ import main
from tests.measuring.strength.deals import TimedDeal, TimedReport
from tests.measuring.strength.duplicate import DuplicateTrial, deals_of
from tests.playable import only_rounds


def deals(seed, games):
    rules = only_rounds(load_variant("playerules"), (1,))
    trial = DuplicateTrial(rules, 4, "simple", "random", seed)
    return [TimedDeal(*structs.astuple(deal)) for deal in deals_of(trial, games)]


def play(path, work):
    """The reports of deals, with the file of them; and what was announced."""
    announced = []
    with stored_reports(path, TimedReport) as reports:
        rest = reports.play_rest(work, Backend(), lambda *now: announced.append(now))
        return list(rest), announced


def test_a_stored_deal_is_not_played_again(tmp_path, monkeypatch):
    path = tmp_path / "deals.jsonl"
    first, _ = play(path, deals(4, 2))
    monkeypatch.setattr("tests.measuring.strength.deals.play_round", None)
    again, announced = play(path, deals(4, 2))
    assert again == first
    assert announced == [(2, 2)]


def test_further_deals_are_added(tmp_path):
    path = tmp_path / "deals.jsonl"
    first, _ = play(path, deals(4, 1))
    both, announced = play(path, deals(4, 2))
    other, _ = play(path, deals(5, 1))
    assert both[:1] == first
    assert announced == [(1, 2), (2, 2)]
    assert other != first


@pytest.mark.parametrize("text", ["{}\n", "no deals\n", '{"variant": "x"'])
def test_another_file_is_refused(text, tmp_path, capsys):
    path = tmp_path / "deals.jsonl"
    path.write_text(text)
    common = ["--variant", "playerules", "--players", "4", "--bots", "simple,random"]
    assert main([*common, "--keep", str(path)]) == BAD_FILE
    assert str(path) in capsys.readouterr().err
