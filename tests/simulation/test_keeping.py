"""A simulation that is stopped reports what is there, and goes on from its file."""

import errno
import json
import os
import signal
import subprocess
from xml.etree import ElementTree

import pytest

from shanghai.__main__ import main
from shanghai.commands import simulate
from shanghai.commands.working import Stopped
from shanghai.simulation import stored
from shanghai.simulation.games import GameReport, Task, games_of
from shanghai.simulation.stored import stored_reports
from shanghai.simulation.workers import Backend, reported
from shanghai.storage.lines import sealed
from shanghai.storage.saves import CannotStore, NotAGame
from tests.saving import spawn
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
    output = capsys.readouterr()
    return code, json.loads(output.out or "null"), output.err


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
    code, output, err = run(capsys, *words, "--games", "5")
    assert (code, output) == (130, two)
    assert "stopped after 2 games of 5" in err
    assert "--keep FILE" in err
    stops(0)
    code, output, err = run(capsys, *words, "--games", "5")
    assert (code, output) == (130, None)
    assert "nothing is reported" in err


def test_of_pairs_nothing_is_reported(words, stops, capsys):
    stops(3)
    _, output, _ = run(capsys, *words, "--games", "2", "--compare", "call_cost=2")
    assert output is None


def test_it_goes_on_from_its_file(words, capsys, tmp_path, monkeypatch):
    whole = run(capsys, *words, "--games", "4")
    keeping = [*words, "--keep", str(tmp_path / "kept.jsonl")]
    assert run(capsys, *keeping, "--games", "2")[0] == 0
    played = []
    monkeypatch.setattr(
        stored, "played", lambda work, engine: (played.append(p.number) or p.play() for p in work)
    )
    assert run(capsys, *keeping, "--games", "4") == whole
    assert played == [3, 4]
    assert run(capsys, *keeping, "--games", "4", "--seed", "5")[1] != whole[1]
    assert played == [3, 4, 1, 2, 3, 4]


@pytest.fixture
def work():
    """Two short games."""
    return games_of([Task(short("playerules"), ("simple", "random") * 2, 3)], 2)


def play_rest(path, work, progress=None):
    """What is reported with a file, which then keeps it, and what is wrong with the file's end."""
    with stored_reports(path, GameReport) as reports:
        tell = (lambda *now: None) if progress is None else lambda *now: progress.append(now)
        return [*reports.play_rest(work, Backend(), tell)], reports.problem


def test_a_cut_line_is_said_copied_and_played_again(tmp_path, work):
    path, progress = tmp_path / "kept.jsonl", []
    first, problem = play_rest(path, work, progress)
    assert not problem
    cut = path.read_bytes()[:-9]
    path.write_bytes(cut)
    again, problem = play_rest(path, work, progress)
    assert again == first
    assert "1 entry before it stands" in problem
    assert progress == [(0, 2), (1, 2), (2, 2), (1, 2), (2, 2)]
    assert path.with_name("kept.jsonl.torn-1").read_bytes() == cut
    assert play_rest(path, work) == (first, "")


def test_what_is_kept_is_what_was_played(tmp_path, work):
    assert play_rest(tmp_path / "kept.jsonl", work)[0] == [piece.play() for piece in work]
    assert play_rest(tmp_path / "kept.jsonl", work)[0] == [piece.play() for piece in work]


def test_a_changed_letter_is_a_bad_file_and_never_another_report(tmp_path, work):
    path = tmp_path / "kept.jsonl"
    reports, _ = play_rest(path, work)
    whole = path.read_bytes()
    for at in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            with stored_reports(path, GameReport) as opened:
                stand = [opened._reports.get(stored._key(piece)) for piece in work]
                assert opened.problem
        except NotAGame:
            continue
        assert stand in ([reports[0], None], [None, None])


@pytest.mark.parametrize("text", ["{}\n", "no games\n", '{"key": 1', "two\nlines\n"])
def test_another_file_is_refused_and_left_alone(text, words, tmp_path, capsys):
    path = tmp_path / "kept.jsonl"
    path.write_text(text)
    assert main([*words, "--keep", str(path)]) == 3
    assert str(path) in capsys.readouterr().err
    assert path.read_text() == text


def test_a_key_that_is_none_is_a_sentence(words, tmp_path, capsys):
    path = tmp_path / "kept.jsonl"
    assert main([*words, "--keep", str(path)]) == 0
    first, second = path.read_bytes().splitlines()
    line, _ = sealed(second[9:].replace(b'"key":"', b'"key":7,"was":"'), int(first[:8], 16))
    path.write_bytes(first + b"\n" + line)
    capsys.readouterr()
    assert main([*words, "--keep", str(path)]) == 3
    assert capsys.readouterr().err.endswith("kept.jsonl, line 2: it cannot be read.\n")


def test_what_is_no_file_is_refused(words, tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name, why in (("pipe", "no regular file"), ("", "no regular file"), ("link", "a link")):
        assert main([*words, "--keep", str(tmp_path / name)]) == 3
        assert why in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_a_disk_that_cannot_store(words, tmp_path, capsys):
    path = tmp_path / "no" / "kept.jsonl"
    assert main([*words, "--keep", str(path)]) == 4
    assert f"{path} cannot be written: " in capsys.readouterr().err


def test_a_full_disk_leaves_what_was_kept(words, tmp_path, capsys, monkeypatch):
    path = tmp_path / "kept.jsonl"
    assert main([*words, "--keep", str(path)]) == 0
    before = path.read_bytes()

    def refuse(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", refuse)
        assert main([*words, "--games", "2", "--keep", str(path)]) == 4
    assert "kept.jsonl cannot be written: " in capsys.readouterr().err
    assert path.read_bytes() == before


def test_one_program_at_a_time(words, tmp_path, capsys):
    path = tmp_path / "kept.jsonl"
    holding = """
        import sys
        from pathlib import Path
        from shanghai.simulation.games import GameReport, games_of
        from shanghai.simulation.stored import stored_reports
        with stored_reports(Path(sys.argv[1]), GameReport):
            print("open", flush=True)
            sys.stdin.read()
    """
    with spawn(holding, path, stdin=subprocess.PIPE) as process:
        assert process.stdout.readline() == "open\n"
        assert main([*words, "--keep", str(path)]) == 5
        assert f"in use elsewhere, in process {process.pid}." in capsys.readouterr().err
        process.communicate("")
    assert main([*words, "--keep", str(path)]) == 0


def test_a_file_that_another_program_changed_meanwhile_is_not_written(tmp_path, work):
    path = tmp_path / "kept.jsonl"
    with stored_reports(path, GameReport) as reports:
        rest = reports.play_rest(work, Backend(), lambda *now: None)
        next(rest)
        path.write_bytes(b"another\n")
        with pytest.raises(CannotStore, match="changed by another program"):
            next(rest)
    assert path.read_bytes() == b"another\n"


def test_another_version_of_the_game_plays_anew(tmp_path, monkeypatch):
    work = games_of([Task(short("playerules"), ("random",) * 3, 1)], 1)
    assert stored._key(work[0]) == stored._key(work[0])
    before = stored._key(work[0])
    monkeypatch.setattr(stored, "code_hash", lambda: "another")
    assert stored._key(work[0]) != before


def test_plots_are_printed_or_written(words, capsys, tmp_path):
    assert main([*words, "--games", "2", "--plot", "-"]) == 0
    output = capsys.readouterr().out
    assert "percent of games won by a level" in output
    assert "points a seat, by round" in output
    picture = tmp_path / "plot.svg"
    assert main([*words, "--games", "2", "--plot", str(picture)]) == 0
    assert "random" in "".join(ElementTree.parse(picture).getroot().itertext())
    assert main([*words, "--plot", str(tmp_path / "no" / "plot.svg")]) == 4
    assert main([*words, "--plot", "-", "--compare", "ace=high"]) == 2
    assert main([*words, "--keep", "x", "--record", "y"]) == 2
