"""Folders, files, links and names of saved games, and their list."""

import os
import stat
import zlib
from pathlib import Path

import pytest

from shanghai.storage import journal
from shanghai.storage.saves import NotAGame, StoreError, latest_open, path_of, saved_games
from shanghai.storage.writer import GameWriter
from tests.saving import SAVES, clock, kept_game, put_game, resume, seat_dice, table


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_folders_and_files_are_for_their_owner_alone(tmp_path, mask):
    before = os.umask(mask)
    try:
        path, _ = kept_game(tmp_path / "new" / "data", moves=3)
    finally:
        os.umask(before)
    for file in (path, path.with_name("lock")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for folder in (path.parent, path.parent.parent, tmp_path / "new" / "data", tmp_path / "new"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {entry.name for entry in path.parent.iterdir()} == {"game.jsonl", "lock"}


def test_no_name_of_a_file_comes_from_people(tmp_path):
    host = table("playerules", "../../x", "-rf", "~")
    writer = GameWriter.begin(tmp_path, host, "../../CON\n\x1b[2J" + "x" * 300, clock)
    writer.close()
    assert writer.id.replace("-", "").isalnum()
    assert [entry.name for entry in tmp_path.iterdir()] == ["games"]
    title = saved_games(tmp_path).games[0].title
    assert title.isprintable()
    assert len(title) <= 60


@pytest.mark.parametrize("name", ["", ".", "..", "x\0y", "a" * 300, "../x", "/nowhere", "~", "-rf"])
def test_games_that_are_not_there_are_not_found(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotAGame, match="no saved game"):
        path_of(tmp_path, name)


def plant_link(path: Path) -> None:
    path.symlink_to(SAVES / "1-left.jsonl")


def plant_loop(path: Path) -> None:
    path.symlink_to(path)


def plant_everybodys(path: Path) -> None:
    path.write_bytes((SAVES / "1-left.jsonl").read_bytes())
    path.chmod(0o666)


@pytest.mark.parametrize(
    ("plant", "reason"),
    [
        (plant_link, "link"),
        (plant_loop, "link"),
        (os.mkfifo, "no regular file"),
        (Path.mkdir, "no regular file"),
        (plant_everybodys, "everybody"),
        (lambda path: path.write_bytes(bytes(journal.MOST_BYTES + 1)), "larger than"),
    ],
)
def test_what_is_no_file_of_the_player_is_refused_and_left_alone(tmp_path, plant, reason):
    target = (SAVES / "1-left.jsonl").read_bytes()
    path = tmp_path / "games" / "g" / "game.jsonl"
    path.parent.mkdir(parents=True)
    plant(path)
    with pytest.raises(NotAGame, match=reason):
        resume(path)
    assert (SAVES / "1-left.jsonl").read_bytes() == target
    listed = saved_games(tmp_path).games
    assert [game.id for game in listed] == ["g"]
    if plant is not plant_everybodys:
        assert listed[0].verdict == "damaged"
        assert latest_open(tmp_path) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser gives files away")
def test_a_file_of_another_user_is_refused(tmp_path):
    path, _ = kept_game(tmp_path, moves=3)
    os.chown(path, 12345, -1)
    with pytest.raises(NotAGame, match="another user"):
        resume(path)


def test_a_planted_lock_is_not_followed(tmp_path):
    path, _ = kept_game(tmp_path, moves=3)
    other = tmp_path / "other"
    other.write_text("mine")
    path.with_name("lock").unlink()
    path.with_name("lock").symlink_to(other)
    with pytest.raises(StoreError):
        resume(path)
    assert other.read_text() == "mine"


def test_the_list_holds_the_good_and_the_bad_the_last_saved_first(tmp_path):
    finished = (SAVES / "1-rummygames.jsonl").read_bytes()
    left = (SAVES / "1-left.jsonl").read_bytes()
    newer = b'{"format":99,"program":"7.7"}'
    contents = {
        "a": left,
        "b": finished,
        "c": left[:-3],
        "d": b"%08x %s\n" % (zlib.crc32(newer), newer),
        "e": b"rubbish\n",
    }
    for at, (name, content) in enumerate(contents.items()):
        path = put_game(tmp_path, name, content)
        os.utime(path, (at, at))
    (tmp_path / "games" / "empty").mkdir()
    (tmp_path / "games" / "link").symlink_to(tmp_path / "games" / "a")
    (tmp_path / "games" / "file").write_text("x")
    found = {game.id: game for game in saved_games(tmp_path).games}
    assert list(found) == ["e", "d", "c", "b", "a"]
    verdicts = [game.verdict for game in found.values()]
    assert verdicts == ["damaged", "newer", "torn", "ok", "ok"]
    assert [game.is_open for game in found.values()] == [False, False, True, False, True]
    assert found["b"].finished
    assert "7.7" in found["d"].problem
    assert (found["a"].moves, found["c"].moves) == (180, 179)
    assert found["a"].players == ("Ann", "Bob", "Zoë")
    assert latest_open(tmp_path) == "c"
    (tmp_path / "games" / "c" / "game.jsonl").unlink()
    assert latest_open(tmp_path) == "a"
    assert latest_open(tmp_path / "nowhere") is None


def test_an_absurd_clock_and_odd_names_of_folders_do_no_harm(tmp_path):
    path = put_game(tmp_path, "g\udcff\n", (SAVES / "1-left.jsonl").read_bytes())
    os.utime(path, (2**36, 2**36))
    listed = saved_games(tmp_path).games[0]
    assert listed.moves == 180
    listed.id.encode()
    os.utime(path, (-(2**31), -(2**31)))
    assert saved_games(tmp_path).games[0].moves == 180
