"""The index of kept games: never slower than it must be, and never the truth."""

import os
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from shanghai import processes
from shanghai.commands.games import line
from shanghai.storage import journal, saves
from shanghai.storage.lines import json_of, line_of
from shanghai.storage.saves import INDEX, SCHEMA, GameIndex, latest_open, saved_games
from shanghai.words.language import speak
from tests.saving import SAVES, put_game, spawn

FINISHED = (SAVES / "1-rummygames.jsonl").read_bytes()
LEFT = (SAVES / "1-left.jsonl").read_bytes()

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def reads(monkeypatch):
    """How many journals were read, as a list that grows."""
    counted = []
    real = journal.read
    monkeypatch.setattr(journal, "read", lambda data: counted.append(1) or real(data))
    return counted


@pytest.fixture
def data(tmp_path):
    """A data folder with a finished, a left and a broken game."""
    for at, (name, content) in enumerate((("a", FINISHED), ("b", LEFT), ("c", b"rubbish\n"))):
        os.utime(put_game(tmp_path, name, content), (at, at))
    return tmp_path


def test_a_game_is_read_once_and_then_known(data, reads):
    first = saved_games(data, summaries=True)
    assert len(reads) == 3
    assert saved_games(data, summaries=True) == first
    assert saved_games(data).games == first.games
    assert latest_open(data) == "b"
    assert len(reads) == 3
    assert [summary.id for summary in first.summaries] == ["a"]


def test_only_what_has_changed_is_read_again(data, reads):
    saved_games(data)
    path = data / "games" / "b" / "game.jsonl"
    before = path.stat()
    path.write_bytes(LEFT[:-4] + b"xxx\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    found = {game.id: game.verdict for game in saved_games(data).games}
    assert found == {"a": "ok", "b": "torn", "c": "damaged"}
    put_game(data, "d", FINISHED)
    saved_games(data)
    assert len(reads) == 5


def test_what_is_gone_is_forgotten(data):
    saved_games(data)
    (data / "games" / "a" / "game.jsonl").unlink()
    assert {game.id for game in saved_games(data).games} == {"b", "c"}
    assert set(GameIndex(data).rows) == {b"b", b"c"}


def test_a_rebuilt_index_says_the_same(data, reads):
    first = saved_games(data, summaries=True)
    assert saved_games(data, summaries=True, rebuild=True) == first
    assert len(reads) == 6


@pytest.fixture
def many(data, monkeypatch):
    """A data folder with so many games that several processes read them, few at a time."""
    monkeypatch.setattr(saves, "MANY", 8)
    monkeypatch.setattr(saves, "_PIECE", 3)
    for at in range(8):
        os.utime(put_game(data, f"more-{at}", (FINISHED, LEFT)[at % 2]), (at, at))
    return data


@pytest.fixture
def german():
    speak("de")
    yield
    speak("en")


@pytest.mark.waits
@pytest.mark.usefixtures("german")
def test_many_games_are_read_by_several_processes_and_say_the_same(many, reads):
    alone = saved_games(many, summaries=True)
    assert "erste Zeile" in next(game.problem for game in alone.games if game.id == "c")
    assert len(reads) == 11
    steps = []
    told = {"rebuild": True, "jobs": 2, "progress": lambda *step: steps.append(step)}
    assert saved_games(many, summaries=True, **told) == alone
    assert len(reads) == 11
    assert steps == [(done, 11) for done in range(1, 12)]
    assert saved_games(many, summaries=True) == alone
    assert len(reads) == 11


def test_where_a_process_dies_the_rest_is_read_here(many, reads, monkeypatch):
    class Dying:
        def map(self, read, pieces):
            yield read(pieces[0])
            raise BrokenProcessPool

    alone = saved_games(many, summaries=True)
    assert len(reads) == 11
    monkeypatch.setattr(processes, "worker_pool", lambda jobs: nullcontext(Dying()))
    assert saved_games(many, summaries=True, rebuild=True, jobs=2) == alone
    assert len(reads) == 22


def test_few_games_are_read_here_without_a_word(data, reads, monkeypatch):
    monkeypatch.setattr(processes, "worker_pool", None)
    saved_games(data, jobs=2, progress=lambda done, total: pytest.fail("told of few"))
    assert len(reads) == 3


def test_an_update_of_the_program_judges_all_again(data, reads, monkeypatch):
    saved_games(data)
    monkeypatch.setattr(saves, "__version__", "999")
    saved_games(data)
    assert len(reads) == 6


def _fill_with_rubbish(path):
    path.write_bytes(b"x" * 5000)


def _empty(path):
    path.write_bytes(b"")


def _link(path):
    path.unlink()
    path.symlink_to("/dev/zero")


def _pipe(path):
    path.unlink()
    os.mkfifo(path)


def _grow(path):
    with open(path, "ab") as file:
        file.truncate(saves.MAX_INDEX_BYTES + 1)


HARMS = {
    _fill_with_rubbish: "made again",
    _empty: "made again",
    _link: "link",
    _pipe: "file",
    _grow: "larger",
}


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_a_damaged_index_is_made_again_and_said_so(data, reads, harm):
    truth = saved_games(data, summaries=True)
    harm(data / INDEX)
    found = saved_games(data, summaries=True)
    assert (found.games, found.summaries) == (truth.games, truth.summaries)
    assert HARMS[harm] in found.problem
    count = len(reads)
    assert saved_games(data, summaries=True) == truth
    assert len(reads) == count


def test_a_folder_in_place_of_the_index_is_left_alone(data):
    truth = saved_games(data)
    (data / INDEX).unlink()
    (data / INDEX).mkdir()
    found = saved_games(data)
    assert found.games == truth.games
    assert "cannot be used" in found.problem


def _harm_a_summary(index):
    return index.replace(b'"calls_made":', b'"calls_made":1', 1)


def _harm_an_id(index):
    return index.replace(b'"id":"', b'"id":"QQ', 1)


def _cut_it(index):
    return index[:-40]


def _write_a_row_that_is_none(_):
    return line_of({"schema": SCHEMA, "rows": [{"id": 7}]}, 0)[0]


@pytest.mark.parametrize(
    "harm",
    [_harm_a_summary, _harm_an_id, _cut_it, _write_a_row_that_is_none],
    ids=lambda harm: harm.__name__,
)
def test_a_harmed_index_is_not_believed(data, reads, harm):
    truth = saved_games(data, summaries=True)
    index = (data / INDEX).read_bytes()
    harmed = harm(index)
    assert harmed != index
    (data / INDEX).write_bytes(harmed)
    found = saved_games(data, summaries=True)
    assert (found.games, found.summaries) == (truth.games, truth.summaries)
    assert "made again" in found.problem
    assert len(reads) == 6
    assert saved_games(data, summaries=True) == truth


def test_what_could_not_be_read_is_asked_for_again(data, monkeypatch):
    def refuse(*_, **__):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as broken:
        broken.setattr(saves, "read_plain", refuse)
        assert {game.verdict for game in saved_games(data).games} == {"damaged"}
    assert [game.verdict for game in saved_games(data).games] == ["damaged", "ok", "ok"]


def test_between_two_rounds_the_next_one_is_listed(tmp_path):
    whole = journal.read(FINISHED)
    first_end = next(step for step in journal.course(whole) if step.after.results)
    lines = FINISHED.splitlines(keepends=True)
    path = put_game(tmp_path, "sunday", b"".join(lines[: 1 + first_end.move.n]))
    assert saved_games(tmp_path).games[0].round == 2
    path.write_bytes(b"".join(lines[: first_end.move.n]))
    assert saved_games(tmp_path).games[0].round == 1


def _with_schema(data, schema):
    index = msgspec.json.decode(json_of((data / INDEX).read_bytes()))
    (data / INDEX).write_bytes(line_of({**index, "schema": schema}, 0)[0])


def _with_a_line_for_each_game(data):
    rows = msgspec.json.decode(json_of((data / INDEX).read_bytes()))["rows"]
    lines = [line_of(each, 0)[0] for each in ({"schema": 7}, *rows)]
    (data / INDEX).write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    "older", [lambda data: _with_schema(data, SCHEMA - 1), _with_a_line_for_each_game]
)
def test_an_older_index_is_made_again_without_a_word(data, reads, older):
    truth = saved_games(data)
    older(data)
    assert saved_games(data) == truth
    assert truth.problem == ""
    assert len(reads) == 6


def test_no_flipped_byte_changes_what_is_listed(data):
    truth = saved_games(data, summaries=True)
    whole, chance = (data / INDEX).read_bytes(), Random(3)
    for _ in range(60):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        (data / INDEX).write_bytes(flipped)
        found = saved_games(data, summaries=True)
        assert (found.games, found.summaries) == (truth.games, truth.summaries)


def test_a_newer_index_is_left_alone(data, reads):
    saved_games(data)
    _with_schema(data, SCHEMA + 1)
    before = (data / INDEX).read_bytes()
    found = saved_games(data)
    assert "newer program" in found.problem
    assert len(found.games) == 3
    assert (data / INDEX).read_bytes() == before


def test_what_was_read_before_a_stop_is_in_the_index(data, monkeypatch):
    real, paths = saves._read, []

    def read_two(file):
        paths.append(file)
        if len(paths) > 2:
            raise KeyboardInterrupt
        return real(file)

    monkeypatch.setattr(saves, "_read", read_two)
    with pytest.raises(KeyboardInterrupt):
        saved_games(data)
    assert set(GameIndex(data).rows) == {file.id for file in paths[:2]}


def test_the_files_of_an_older_index_are_removed(data):
    (data / "ledger.db").write_bytes(b"x")
    (data / "ledger.db-wal").write_bytes(b"x")
    saved_games(data)
    assert {path.name for path in data.iterdir()} == {"games", INDEX}


@pytest.mark.skipif(os.name == "nt", reason="the folder's mode says nothing there")
def test_a_folder_that_takes_nothing_is_listed_all_the_same(data, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shanghai.storage.saves.write_file", refuse)
    found = saved_games(data)
    assert len(found.games) == 3
    assert "Permission denied" in found.problem


def test_the_index_is_for_nobody_but_the_user(data):
    saved_games(data)
    assert {path.stat().st_mode & 0o777 for path in data.glob(f"{INDEX}*")} == {0o600}


def test_nothing_is_made_where_there_is_no_data(tmp_path):
    assert saved_games(tmp_path / "nowhere").games == ()
    assert not (tmp_path / "nowhere").exists()


def test_two_programs_at_once_lose_nothing(data):
    for number in range(12):
        put_game(data, f"g{number}", LEFT)
    script = """
        import sys
        from pathlib import Path
        from shanghai.storage.saves import saved_games
        for _ in range(3):
            print(len(saved_games(Path(sys.argv[1]), rebuild=True).games))
    """
    both = [spawn(script, data), spawn(script, data)]
    assert [process.communicate()[0].split() for process in both] == [["15"] * 3] * 2
    saved_games(data)
    kept = GameIndex(data)
    assert (len(kept.rows), kept.problem) == (15, "")


def test_the_line_of_a_game_is_the_same_from_the_index(data):
    first = [line(game, NOW) for game in saved_games(data).games]
    assert [line(game, NOW) for game in saved_games(data).games] == first
