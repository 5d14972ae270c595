"""Saving on disks that fail and in folders that change under a game."""

import errno
import os
import stat
import tempfile
from pathlib import Path

import pytest

from shanghai.storage import journal, journal_file
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import (
    CannotStore,
    OpenElsewhere,
    latest_open,
    path_of,
    read_game,
    saved_games,
)
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host
from tests.saving import PLAYERS, clock, kept_game, play, resume, seat_dice, spawn, table


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


class Failing:
    """A function of `os` that fails at some of its calls, after half of the work for a write."""

    def __init__(self, name: str, number: int, how: int, is_lasting: bool, monkeypatch) -> None:
        self.real, self.name = getattr(os, name), name
        self.failing = range(number, 10**9 if is_lasting else number + 1)
        self.how = how
        self.calls = 0
        monkeypatch.setattr(os, name, self)

    def __call__(self, *args, **more):
        self.calls += 1
        if self.calls not in self.failing:
            return self.real(*args, **more)
        if self.name == "write":
            self.real(args[0], args[1][: len(args[1]) // 2])
        raise OSError(self.how, os.strerror(self.how))


FAULTS = [
    (name, how)
    for name, hows in {
        "write": (errno.ENOSPC, errno.EIO, errno.EFBIG),
        "fsync": (errno.EIO, errno.EDQUOT),
        "replace": (errno.EIO,),
        "open": (errno.EMFILE, errno.EROFS),
        "ftruncate": (errno.EIO,),
    }.items()
    for how in hows
]


def require_kept(writer: GameWriter, host: Host) -> None:
    """What is said to be saved is on the disk, and nothing else ever is."""
    found = read_game(writer.path) if writer.path.exists() else journal.read(b"")
    assert found.moves >= writer.saved
    assert found.entries == read_whole(writer).entries[: len(found.entries)]
    if writer.problem:
        assert writer.problem.isprintable()
    else:
        assert writer.saved == host.version
        assert found.verdict is JournalVerdict.OK


def read_whole(writer: GameWriter) -> journal.Journal:
    return journal.read(writer.file.whole)


@pytest.mark.parametrize("is_lasting", [False, True])
@pytest.mark.parametrize(("name", "how"), FAULTS)
def test_a_disk_that_fails_is_told_of_and_loses_nothing(
    tmp_path, monkeypatch, name, how, is_lasting
):
    for number in range(1 + is_lasting, 9, 2):
        failing = Failing(name, number, how, is_lasting, monkeypatch)
        host = table("playerules", *PLAYERS, seed=number)
        try:
            writer = GameWriter.begin(tmp_path / str(number), host, "", clock)
            problems = [writer.problem]
            host.on_change.append(lambda *told, all=problems, of=writer: all.append(of.problem))
            for moves in range(1, 10):
                play(host, moves)
                monkeypatch.setattr(os, name, failing.real)
                require_kept(writer, host)
                monkeypatch.setattr(os, name, failing)
        finally:
            monkeypatch.setattr(os, name, failing.real)
        assert host.version == 9
        if failing.calls >= number and name != "ftruncate":
            assert any(os.strerror(how) in problem for problem in problems), (number, problems)
        writer.close()
        assert writer.problem == ""
        require_kept(writer, host)
        assert not [*writer.path.parent.glob(".*part")]


def test_every_move_has_reached_the_disk_before_it_counts(tmp_path, monkeypatch):
    synced = {}
    real = os.fsync

    def sync(descriptor):
        real(descriptor)
        found = os.fstat(descriptor)
        synced[found.st_ino] = found.st_size

    monkeypatch.setattr(os, "fsync", sync)
    host = table("playerules", *PLAYERS)
    writer = GameWriter.begin(tmp_path, host, "", clock)
    folders = {writer.path.parent.stat().st_ino, writer.path.parent.parent.stat().st_ino}
    assert folders <= {*synced}
    for moves in range(1, 20):
        play(host, moves)
        assert writer.saved == host.version
        found = writer.path.stat()
        assert synced[found.st_ino] == found.st_size
    writer.close()


def test_a_disk_that_is_full_takes_a_line_more_once_there_is_room_for_one(tmp_path, monkeypatch):
    """An appended line is enough: no second copy of the whole game has to find room."""
    path, _ = kept_game(tmp_path)
    writer, host, _ = resume(path)
    room = 100
    real = os.write

    def write(descriptor, data):
        nonlocal room
        taken = min(len(data), room)
        if not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        room -= taken
        return real(descriptor, bytes(data[:taken]))

    monkeypatch.setattr(os, "write", write)
    size = path.stat().st_size
    play(host, 43)
    assert "No space left" in writer.problem
    assert writer.saved == 40
    assert path.stat().st_size == size
    room = 1000
    play(host, 44)
    assert writer.problem == ""
    assert writer.saved == 44
    writer.close()
    assert read_game(path).moves == 44


SMALL_FILES = """
    import resource, sys
    from pathlib import Path
    from shanghai.storage.writer import GameWriter
    from shanghai.table.host import simplest
    from tests.saving import table
    host = table("playerules", "Ann", "Bob:simple", "Cy:simple")
    writer = GameWriter.begin(Path(sys.argv[1]), host)
    size = writer.path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1500, resource.RLIM_INFINITY))
    host.draw_for_dealer()
    host.deal()
    for _ in range(20):
        host.do(host.bot_action() or simplest(host.state, host.state.turn))
    print(writer.saved, writer.problem)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    writer.close()
    print(writer.saved, host.version, writer.problem)
"""


def test_a_limit_to_the_size_of_files_is_told_of(tmp_path):
    with spawn(SMALL_FILES, tmp_path) as player:
        first, second = player.stdout.read().splitlines()
    assert player.returncode == 0
    assert 0 < int(first.split()[0]) < 22
    assert "File too large" in first
    saved, moves = map(int, second.split())
    assert saved == moves > 20
    assert read_game(path_of(tmp_path, latest_open(tmp_path))).moves == moves


def remove_folder(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    path.parent.parent.rmdir()


@pytest.mark.parametrize("what", [remove_folder, Path.unlink])
def test_a_file_removed_while_it_is_played_is_written_anew(tmp_path, what):
    path, _ = kept_game(tmp_path)
    writer, host, _ = resume(path)
    what(path)
    play(host, 41)
    assert writer.problem == ""
    assert read_game(path).moves == writer.saved == 41
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with pytest.raises(OpenElsewhere):
        resume(path)
    writer.close()


@pytest.mark.parametrize("how", ["replaced", "appended to", "cut"])
def test_a_file_changed_by_others_is_kept_beside_the_game(tmp_path, how):
    path, _ = kept_game(tmp_path)
    writer, host, _ = resume(path)
    theirs = b"something else\n"
    if how == "replaced":
        other = tmp_path / "other"
        other.write_bytes(theirs)
        other.rename(path)
    elif how == "appended to":
        theirs = path.read_bytes() + theirs
        path.write_bytes(theirs)
    else:
        path.write_bytes(path.read_bytes()[:1000])
    play(host, 41)
    writer.close()
    assert writer.problem == ""
    assert read_game(path).moves == 41
    copy = path.with_name("game.jsonl.torn-1")
    assert copy.exists() == (how != "cut")
    assert how == "cut" or copy.read_bytes() == theirs


def test_a_lock_that_was_removed_is_taken_again_or_the_game_is_not_written(tmp_path):
    path, _ = kept_game(tmp_path)
    writer, host, _ = resume(path)
    path.with_name("lock").unlink()
    play(host, 41)
    assert writer.problem == ""
    path.with_name("lock").unlink()
    other, _, _ = resume(path)
    before = path.read_bytes()
    play(host, 42)
    assert "open elsewhere" in writer.problem
    assert path.read_bytes() == before
    other.close()
    play(host, 43)
    assert writer.problem == ""
    writer.close()
    assert read_game(path).moves == 43


def test_a_folder_that_cannot_be_made_is_named_and_the_game_saved_elsewhere(tmp_path):
    blocked = tmp_path / "data"
    blocked.write_text("a file")
    host = table("playerules", *PLAYERS)
    writer = GameWriter.begin(blocked, host, "", clock)
    play(host, 5)
    assert str(blocked) in writer.problem
    assert writer.saved == 0
    assert writer.save_elsewhere(tmp_path / "usb")
    assert writer.problem == ""
    play(host, 7)
    writer.close()
    assert saved_games(tmp_path / "usb").games[0].moves == writer.saved == 7
    assert blocked.read_text() == "a file"


@pytest.fixture
def plain_user():
    """A folder of a user who may not write everywhere, and that user's rights."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.geteuid()
        if before == 0:
            os.chown(folder, 65534, -1)
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            os.seteuid(before)


def test_a_folder_that_is_read_only_is_named(plain_user):
    path, _ = kept_game(plain_user)
    path.with_name("lock").unlink()
    path.parent.chmod(0o500)
    with pytest.raises(CannotStore, match="Permission denied"):
        resume(path)
    path.parent.chmod(0o700)
    writer, host, _ = resume(path)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    path.with_name("lock").chmod(0o400)
    writer.file._close()
    play(host, 41)
    assert str(path.parent) in writer.problem
    assert "Permission denied" in writer.problem
    path.parent.chmod(0o700)
    assert writer.flush()
    writer.close()
    assert read_game(path).moves == 41


def test_a_lock_that_cannot_be_made_is_told_of(tmp_path, monkeypatch):
    path, _ = kept_game(tmp_path)
    path.with_name("lock").unlink()
    Failing("open", 1, errno.EROFS, True, monkeypatch)
    with pytest.raises(CannotStore, match="Read-only") as told:
        resume(path)
    assert told.value.code == 4
    assert str(path.parent) in str(told.value)


def test_a_game_without_end_stops_being_saved_before_it_cannot_be_read(tmp_path, monkeypatch):
    path, _ = kept_game(tmp_path)
    for module in (journal, journal_file):
        monkeypatch.setattr(module, "MOST_BYTES", path.stat().st_size + 300)
    writer, host, _ = resume(path)
    play(host, 50)
    assert "too long" in writer.problem
    assert 40 < writer.saved < 50
    writer.close()
    assert read_game(path).verdict is JournalVerdict.OK
