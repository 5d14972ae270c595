"""The index of kept games: never slower than it must be, and never the truth."""

import os
import sqlite3
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from random import Random

import pytest

from shanghai import processes
from shanghai.commands.games import line
from shanghai.storage import index, journal, saves
from shanghai.storage.index import FILE, SCHEMA, GameIndex
from shanghai.storage.saves import latest_open, saved_games
from shanghai.words.language import speak
from tests.saving import SAVES, put_game, spawn

FINISHED = (SAVES / "1-rummygames.jsonl").read_bytes()
LEFT = (SAVES / "1-left.jsonl").read_bytes()


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
    with GameIndex(data) as kept:
        assert set(kept.rows()) == {b"b", b"c"}


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


def _cut(path):
    path.write_bytes(path.read_bytes()[:5000])


def _link(path):
    path.unlink()
    path.symlink_to("/dev/zero")


def _pipe(path):
    path.unlink()
    os.mkfifo(path)


def _folder(path):
    path.unlink()
    path.mkdir()


def _other_table(path):
    with sqlite3.connect(path) as base:
        base.execute("DROP TABLE games")
        base.execute("CREATE TABLE games (mine TEXT)")
    base.close()


@pytest.mark.parametrize(
    "harm",
    [_fill_with_rubbish, _cut, _link, _pipe, _folder, _other_table],
    ids=lambda f: f.__name__,
)
def test_a_damaged_index_is_made_again_and_said_so(data, reads, harm):
    truth = saved_games(data, summaries=True)
    harm(data / FILE)
    found = saved_games(data, summaries=True)
    assert (found.games, found.summaries) == (truth.games, truth.summaries)
    assert "made again" in found.problem
    assert os.path.lexists(data / f"{FILE}.damaged")
    count = len(reads)
    assert saved_games(data, summaries=True) == truth
    assert len(reads) == count


@pytest.mark.parametrize("more", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)])
def test_what_is_no_file_beside_it_is_moved_away(data, more, make):
    truth = saved_games(data, summaries=True)
    beside = data / f"{FILE}{more}"
    beside.unlink(missing_ok=True)
    make(beside)
    # Held open at both ends, so that a pipe that is opened after all fails and does not wait.
    held = os.open(beside, os.O_RDWR) if beside.is_fifo() else os.open(data, os.O_RDONLY)
    found = saved_games(data, summaries=True)
    os.close(held)
    assert (found.games, found.summaries) == (truth.games, truth.summaries)
    assert "made again" in found.problem
    assert os.path.lexists(data / f"{FILE}{more}.damaged")
    assert saved_games(data, summaries=True) == truth


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
LISTED_WITHIN = """
    import resource, sys
    from pathlib import Path
    from shanghai.storage.saves import saved_games
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    found = saved_games(Path(sys.argv[1]), summaries=True)
    print(len(found.games), len(found.summaries), found.problem)
"""


@pytest.mark.parametrize(
    "orders",
    [
        f"DROP TABLE games; CREATE VIEW games AS {ENDLESS} SELECT x'00' AS id, '' AS stamp,"
        " x'00' AS listed, x'00' AS summary FROM n WHERE x < 0",
        "DELETE FROM games; CREATE TRIGGER more AFTER INSERT ON games BEGIN"
        f" DELETE FROM games WHERE id IN ({ENDLESS} SELECT x FROM n); END",
        "CREATE INDEX more ON games (stamp)",
        "CREATE TABLE more (mine TEXT)",
    ],
    ids=["view", "trigger", "index", "table"],
)
def test_an_index_with_more_than_our_table_is_never_asked(data, orders):
    saved_games(data)
    with sqlite3.connect(data / FILE) as base:
        base.executescript(orders)
    base.close()
    told, faults = spawn(LISTED_WITHIN, data).communicate()
    assert told.startswith("3 1 "), faults
    assert "made again" in told
    assert saved_games(data).problem == ""


def test_a_question_without_an_end_is_given_up(data):
    script = f"""
        import resource, sys
        from pathlib import Path
        from shanghai.storage.index import GameIndex
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        with GameIndex(Path(sys.argv[1])) as index:
            print(index._ask("{ENDLESS} SELECT x FROM n WHERE x < 0"), index.problem)
    """
    told, faults = spawn(script, data).communicate()
    assert told.startswith("[] "), faults
    assert "made again" in told


@pytest.mark.parametrize("name", [FILE, f"{FILE}-journal"])
def test_an_index_that_is_too_large_is_made_again(data, name):
    truth = saved_games(data)
    with open(data / name, "ab") as file:
        file.truncate(index.MOST_BYTES + 1)
    found = saved_games(data)
    assert found.games == truth.games
    assert "made again" in found.problem


@pytest.mark.parametrize(
    "order",
    [
        "UPDATE games SET summary = x'00'",
        "UPDATE games SET summary = (SELECT summary FROM games other WHERE other.id <> games.id)",
        "UPDATE games SET stamp = 7",
    ],
)
def test_lines_that_were_harmed_are_read_again_and_said(data, order):
    truth = saved_games(data, summaries=True)
    with sqlite3.connect(data / FILE) as base:
        base.execute(order)
    base.close()
    found = saved_games(data, summaries=True)
    assert (found.games, found.summaries) == (truth.games, truth.summaries)
    assert "damaged in" in found.problem
    assert saved_games(data, summaries=True) == truth


def test_what_could_not_be_read_is_asked_for_again(data, monkeypatch):
    def refuse(*_, **__):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as broken:
        broken.setattr(saves, "read_plain", refuse)
        assert {game.verdict for game in saved_games(data).games} == {"damaged"}
    assert [game.verdict for game in saved_games(data).games] == ["damaged", "ok", "ok"]


def test_an_older_index_is_made_again(data, reads):
    truth = saved_games(data)
    with sqlite3.connect(data / FILE) as base:
        base.execute(f"PRAGMA user_version = {SCHEMA - 1}")
    base.close()
    assert saved_games(data) == truth
    assert len(reads) == 6


def test_an_empty_index_is_filled(data):
    truth = saved_games(data)
    for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
        (data / name).unlink(missing_ok=True)
    (data / FILE).touch()
    assert saved_games(data) == truth


def test_no_flipped_byte_changes_what_is_listed(data):
    truth = saved_games(data, summaries=True)
    whole, chance = (data / FILE).read_bytes(), Random(3)
    for _ in range(60):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        for name in (f"{FILE}-wal", f"{FILE}-shm"):
            (data / name).unlink(missing_ok=True)
        (data / FILE).write_bytes(flipped)
        found = saved_games(data, summaries=True)
        assert (found.games, found.summaries) == (truth.games, truth.summaries)


def test_a_newer_index_is_left_alone(data, reads):
    saved_games(data)
    with sqlite3.connect(data / FILE) as base:
        base.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    base.close()
    before = (data / FILE).read_bytes()
    found = saved_games(data)
    assert "newer program" in found.problem
    assert len(found.games) == 3
    assert (data / FILE).read_bytes() == before


def test_a_locked_index_is_done_without(data, monkeypatch):
    monkeypatch.setattr("shanghai.storage.index.PATIENCE", 0.01)
    truth = saved_games(data)
    other = sqlite3.connect(data / FILE)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("DELETE FROM games")
    try:
        found = saved_games(data)
    finally:
        other.close()
    assert found.games == truth.games
    assert "locked" in found.problem


@pytest.mark.skipif(os.name == "nt", reason="the folder's mode says nothing there")
def test_a_folder_that_takes_nothing_is_listed_all_the_same(data, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shanghai.storage.index._make_plain", refuse)
    found = saved_games(data)
    assert len(found.games) == 3
    assert "Permission denied" in found.problem


def test_the_index_is_for_nobody_but_the_user(data):
    saved_games(data)
    assert {path.stat().st_mode & 0o777 for path in data.glob(f"{FILE}*")} == {0o600}


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
    with GameIndex(data) as kept:
        assert len(kept.rows()) == 15
        assert kept.problem == ""


def test_the_line_of_a_game_is_the_same_from_the_index(data):
    first = [line(game) for game in saved_games(data).games]
    assert [line(game) for game in saved_games(data).games] == first
