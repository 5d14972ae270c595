"""Games of the hard player at the compact table: the engine's too, the same in plain Python."""

import subprocess
import sys
from importlib.util import find_spec

import msgspec
import pytest

from shanghai.__main__ import main
from shanghai.bots.unknown import unknown_rules
from shanghai.simulation.games import GameReport, Task, play_game
from shanghai.simulation.work import is_compact
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from tests.long import some

FOUR = ("playerules", "rummygames", "grandma-davis", "california")
PUBLISHED = (*FOUR, *sorted({*shipped_variants()} - {*FOUR}))
"""All published games, the four first."""


def run(*args: object) -> subprocess.CompletedProcess[str]:
    """Plays games in a process of their own."""
    command = [sys.executable, "-m", "tests.simulation.compact", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def played(*args: object) -> list[GameReport]:
    """The reports of games, of which none failed."""
    done = run(*args)
    assert done.returncode == 0, done.stderr
    return [msgspec.json.decode(line, type=GameReport) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("variant", some(PUBLISHED))
def test_the_engine_plays_each_move_and_counts_as_the_compact_table(variant):
    rules = load_variant(variant)
    if unknown_rules(rules):
        pytest.skip("the compact table does not know all of its rules")
    for players in {rules.min_players, min(4, rules.max_players)}:
        games = played(variant, players, 2, "checked")
        assert [game.number for game in games] == [1, 2]
        assert all(game.finished and game.rounds for game in games)
        for game in games:
            points = zip(*(each.points for each in game.rounds), strict=True)
            assert game.scores == tuple(map(sum, points))
            assert all(each.turns > 0 for each in game.rounds)


def test_a_game_that_differs_is_an_error():
    done = run("playerules", 3, 1, "wrong")
    assert done.returncode == 1
    assert "round 1: the engine and the compact table differ" in done.stderr


def test_a_game_that_the_compact_table_leaves_is_the_engines():
    task = Task(load_variant("playerules"), ("hard",) * 3, 5)
    assert played("playerules", 3, 1, "left") == [play_game(task, 1)]


def test_other_players_and_unknown_rules_are_the_engines():
    rules = load_variant("playerules")
    assert is_compact(Task(rules, ("hard", "hard"), 1))
    assert not is_compact(Task(rules, ("hard", "simple"), 1))
    assert not is_compact(Task(rules, ("simple",) * 3, 1))


def test_a_game_that_the_compact_table_does_not_know_is_named(capsys, tmp_path):
    file = tmp_path / "parts.yaml"
    file.write_text("id: parts\nname: Parts\nextends: playerules\nlay_in_parts: true\n")
    asked = f"simulate --variant {file} --players 4 --bots hard --seed 1"
    assert main(asked.split()) in (0, 1)
    told = capsys.readouterr().err
    assert "each move is made in the engine" in told
    assert "lay_in_parts" in told


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled")
@pytest.mark.parametrize("variant", PUBLISHED)
def test_machine_code_and_plain_python_play_the_same_games(variant):
    rules = load_variant(variant)
    if unknown_rules(rules):
        pytest.skip("the compact table does not know all of its rules")
    games = [played(variant, rules.min_players, 10, how) for how in ("machine", "plain")]
    assert len(games[0]) == 10
    assert games[0] == games[1]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="the play-outs are not compiled")
@pytest.mark.parametrize("variant", PUBLISHED)
def test_the_engine_plays_each_move_of_a_thousand_games(variant):
    rules = load_variant(variant)
    if unknown_rules(rules):
        pytest.skip("the compact table does not know all of its rules")
    players, count = min(4, rules.max_players), 1_000 if variant in FOUR else 100
    games = played(variant, players, count, "machine-checked")
    assert len({game.digest for game in games}) == count
    assert all(game.finished and game.rounds for game in games)
    # Where the engine does not play a game again, its rounds are counted and thrown in without it.
    assert games == played(variant, players, count, "machine")
