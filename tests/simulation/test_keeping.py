"""A simulation that is stopped reports what is there, and goes on from its file."""

import json
import signal
from xml.etree import ElementTree

import pytest

from shanghai.__main__ import main
from shanghai.commands import simulate
from shanghai.commands.working import Stopped
from shanghai.simulation import games
from shanghai.simulation.games import Kept, Task, games_of
from shanghai.simulation.workers import Backend, reported
from tests.simulation.short import short

ONE_ROUND = "id: one\nname: One round\nextends: playerules\nrounds: 1\n"


@pytest.fixture
def words(tmp_path):
    """The command for short games."""
    (tmp_path / "one.yaml").write_text(ONE_ROUND)
    seats = ["--players", "3", "--bots", "simple,random", "--seed", "4"]
    return ["simulate", "--variant", str(tmp_path / "one.yaml"), *seats]


def run(capsys, *words):
    code = main([*words, "--json"])
    said = capsys.readouterr()
    return code, json.loads(said.out or "null"), said.err


@pytest.fixture
def stops(monkeypatch):
    """Lets Ctrl+C come after so many reports."""

    def after(number):
        def play(work, engine, tell):
            for at, report in enumerate(reported(work, engine, tell)):
                if at == number:
                    raise Stopped(signal.SIGINT)
                yield report

        monkeypatch.setattr(simulate.workers, "reported", play)

    return after


def test_what_is_done_is_reported(words, stops, capsys):
    _, two, _ = run(capsys, *words, "--games", "2")
    stops(2)
    code, said, err = run(capsys, *words, "--games", "5")
    assert (code, said) == (130, two)
    assert "stopped after 2 games of 5" in err
    assert "--keep FILE" in err
    stops(0)
    code, said, err = run(capsys, *words, "--games", "5")
    assert (code, said) == (130, None)
    assert "nothing is reported" in err


def test_of_pairs_nothing_is_reported(words, stops, capsys):
    stops(3)
    _, said, _ = run(capsys, *words, "--games", "2", "--compare", "call_cost=2")
    assert said is None


def test_it_goes_on_from_its_file(words, capsys, tmp_path, monkeypatch):
    whole = run(capsys, *words, "--games", "4")
    keeping = [*words, "--keep", str(tmp_path / "kept.jsonl")]
    assert run(capsys, *keeping, "--games", "2")[0] == 0
    played = []
    monkeypatch.setattr(
        games, "played", lambda work, engine: (played.append(p.number) or p.play() for p in work)
    )
    assert run(capsys, *keeping, "--games", "4") == whole
    assert played == [3, 4]
    assert run(capsys, *keeping, "--games", "4", "--seed", "5")[1] != whole[1]
    assert played == [3, 4, 1, 2, 3, 4]


def test_a_cut_line_is_played_again(tmp_path):
    work = games_of([Task(short("playerules"), ("simple", "random") * 2, 3)], 2)
    path = tmp_path / "kept.jsonl"
    told = []
    first = [*Kept(path).play_rest(work, Backend(), lambda *now: told.append(now))]
    path.write_bytes(path.read_bytes()[:-9])
    again = Kept(path)
    assert len(path.read_bytes().splitlines()) == 1
    assert [*again.play_rest(work, Backend(), lambda *now: told.append(now))] == first
    assert told == [(0, 2), (1, 2), (2, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize("text", ["{}\n", "no games\n", '{"key": 1'])
def test_another_file_is_refused_and_left_alone(text, words, tmp_path, capsys):
    path = tmp_path / "kept.jsonl"
    path.write_text(text)
    assert main([*words, "--keep", str(path)]) == 3
    assert str(path) in capsys.readouterr().err
    assert path.read_text() == text


def test_another_version_of_the_game_plays_anew(tmp_path, monkeypatch):
    work = games_of([Task(short("playerules"), ("random",) * 3, 1)], 1)
    assert games._key(work[0]) == games._key(work[0])
    before = games._key(work[0])
    monkeypatch.setattr(games, "code_hash", lambda: "another")
    assert games._key(work[0]) != before


def test_plots_are_printed_or_written(words, capsys, tmp_path):
    assert main([*words, "--games", "2", "--plot", "-"]) == 0
    said = capsys.readouterr().out
    assert "percent of games won by a level" in said
    assert "points a seat, by round" in said
    picture = tmp_path / "plot.svg"
    assert main([*words, "--games", "2", "--plot", str(picture)]) == 0
    assert "random" in "".join(ElementTree.parse(picture).getroot().itertext())
    assert main([*words, "--plot", str(tmp_path / "no" / "plot.svg")]) == 4
    assert main([*words, "--plot", "-", "--compare", "ace=high"]) == 2
    assert main([*words, "--keep", "x", "--record", "y"]) == 2
