"""`shanghai simulate`: same games for any number of processes, records, exit codes."""

import argparse
import json

import pytest
from msgspec import structs

from shanghai import simulate as simulation
from shanghai.commands import simulate as command
from shanghai.records.check import check_file
from shanghai.simulate import (
    Task,
    check_cards,
    game_seed,
    play_game,
    seats_for,
    simulate,
    summarize,
)
from shanghai.variants import known_variants, load_variant


def run(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="shanghai simulate")
    command.add_arguments(parser)
    return command.run(parser.parse_args(words))


def short(variant: str):
    """The first round of a variant alone."""
    rules = load_variant(variant)
    return structs.replace(
        rules,
        contracts=rules.contracts[:1],
        deal=rules.deal[:1],
        call_limit=rules.call_limit[:1],
        all_in_rounds=(),
    )


def test_the_seed_of_a_game_is_its_own():
    seeds = {game_seed(base, number) for base in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert game_seed(1, 2) == game_seed(1, 2)


def test_levels_are_dealt_to_the_seats_over_and_over():
    assert seats_for(("a", "b"), 5) == ("a", "b", "a", "b", "a")


def test_the_report_does_not_depend_on_the_number_of_processes():
    task = Task(short("playerules"), ("simple", "random", "simple"), 5)
    alone = simulate(task, 6)
    assert alone == simulate(task, 6, jobs=2)
    assert [game.number for game in alone] == [1, 2, 3, 4, 5, 6]
    assert alone[3] == play_game(task, 4)
    assert alone[0].levels == ("simple", "random", "simple")
    assert alone[1].levels == ("random", "simple", "simple")


def test_the_summary_counts_shared_wins_in_parts():
    task = Task(short("rummygames"), ("simple", "random"), 5)
    games = simulate(task, 4)
    summary = summarize(task, games)
    assert summary.games == 4
    assert summary.rounds == 4
    assert sum(summary.wins.values()) == pytest.approx(4, abs=0.01)
    assert summary.seats == {"random": 4, "simple": 4}
    assert summary.turns == sum(game.rounds[0].turns for game in games)
    shared = structs.replace(games[0], winners=(0, 1))
    assert summarize(task, [shared]).wins == {"random": 0.5, "simple": 0.5}


def test_a_round_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(simulation, "TURN_LIMIT", 1)
    task = Task(short("rummygames"), ("random", "random"), 5)
    games = simulate(task, 2)
    assert not any(game.finished for game in games)
    assert summarize(task, games).unfinished == 2


def test_a_lost_card_is_noticed():
    task = Task(short("rummygames"), ("simple", "simple"), 5)
    host = simulation.Host(task.rules, simulation._players(task, 1), 1)
    host.draw_for_dealer()
    host.deal()
    whole = task.rules.cards(2)
    check_cards(host.state, whole)
    with pytest.raises(RuntimeError):
        check_cards(structs.replace(host.state, stock=host.state.stock[1:]), whole)
    doubled = (host.state.stock[1], *host.state.stock[1:])
    with pytest.raises(RuntimeError):
        check_cards(structs.replace(host.state, stock=doubled), whole)


@pytest.mark.parametrize("variant", known_variants())
def test_every_record_replays(variant, tmp_path, capsys):
    words = ("--variant", variant, "--players", "3", "--games", "1", "--seed", "8")
    bots = ("--bots", "simple,random", "--record", str(tmp_path / "records"))
    assert run(*words, *bots) == 0
    files = sorted((tmp_path / "records").iterdir())
    rounds = load_variant(variant).rounds
    assert len(files) == 1
    for file in files:
        verdicts = list(check_file(file))
        assert len(verdicts) == rounds
        assert all(verdict.state == "passed" for verdict in verdicts), verdicts
    assert f"{rounds} rounds" in capsys.readouterr().out


def test_json_is_one_object(capsys):
    words = ["--variant", "california", "--players", "3", "--seed", "3", "--json"]
    assert run(*words) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["variant"] == "california"
    assert report["players"] == 3
    assert report["games"] == 1
    assert report["rounds"] == 10
    assert report["unfinished"] == report["replaced"] == 0
    assert [one["round"] for one in report["by_round"]] == list(range(1, 11))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--variant", "playerules", "--players", "2"), 2, "3 to 5"),
        (("--variant", "grandma-davis", "--players", "2"), 2, "3 to 4"),
        (("--variant", "playerules", "--players", "-1"), 2, "3 to 5"),
        (("--variant", "nowhere", "--players", "3"), 2, "nowhere"),
        (("--variant", "no/such.yaml", "--players", "3"), 3, "such"),
        (("--variant", "playerules", "--players", "3", "--games", "0"), 2, "--games"),
        (("--variant", "playerules", "--players", "3", "--jobs", "0"), 2, "--jobs"),
        (("--variant", "playerules", "--players", "3", "--bots", "genius"), 2, "genius"),
        (("--variant", "playerules", "--players", "3", "--bots", ""), 2, "level"),
        (
            ("--variant", "playerules", "--players", "3", "--bots", "simple,simple,simple,random"),
            2,
            "4 levels",
        ),
        (("--variant", "playerules", "--players", "3", "--house-rule", "ace"), 2, "rule=value"),
        (("--variant", "playerules", "--players", "3", "--house-rule", "ace=7"), 2, "ace"),
    ],
)
def test_what_cannot_be_played_is_said(words, code, said, capsys):
    assert run(*words) == code
    assert said in capsys.readouterr().err


def test_a_record_that_cannot_be_stored_is_said(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    words = ("--variant", "playerules", "--players", "3", "--seed", "1")
    assert run(*words, "--record", str(blocked / "records")) == 4
    assert "cannot store" in capsys.readouterr().err


def test_house_rules_hold_and_stand_in_the_record(tmp_path, capsys):
    words = ["--variant", "playerules", "--players", "3", "--seed", "2", "--record", str(tmp_path)]
    assert run(*words, "--house-rule", "call_cost=2", "--house-rule", "joker_points=50") == 0
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    assert "call_cost: 2" in text
    assert "joker_points: 50" in text
    assert all(verdict.state == "passed" for verdict in check_file(file))
    assert "rounds" in capsys.readouterr().out
