"""Whether there is a game to go on with, and how much of many games is looked at for that."""

import pytest

from shanghai.storage import open_games
from tests.saving import put_game

ENDED, OPEN = b'00000000 {"type":"end"}\n', b'00000000 {"type":"move"}\n'
COUNT = 300


@pytest.fixture
def looked_at(tmp_path, monkeypatch):
    """The journals that were opened; of many games those that ended are remembered in a folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    paths, has_ended = [], open_games.has_ended
    monkeypatch.setattr(open_games, "has_ended", lambda p: (paths.append(p), has_ended(p))[1])
    for number in range(COUNT):
        put_game(tmp_path, f"20260101-{number:06}-aaaaaa", ENDED)
    yield paths
    open_games._remembered.cache_clear()


def count(folder, looked_at, *, anew=True):
    """Whether a game is open, and how many journals are opened to say so, maybe at a new start."""
    if anew:
        open_games._remembered.cache_clear()
    looked_at.clear()
    return open_games.has_open_game(folder), len(looked_at)


def test_of_many_games_each_is_looked_at_once(tmp_path, looked_at):
    assert count(tmp_path, looked_at) == (False, COUNT)
    assert count(tmp_path, looked_at, anew=False) == (False, open_games._NEWEST)
    assert count(tmp_path, looked_at) == (False, open_games._NEWEST)
    put_game(tmp_path, "20250101-000000-old", OPEN)
    assert count(tmp_path, looked_at) == (True, open_games._NEWEST + 1)
    put_game(tmp_path, "20300101-000000-new", OPEN)
    assert count(tmp_path, looked_at) == (True, 1)


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda data: b"", lambda data: b"\xff"])
def test_what_is_remembered_wrongly_is_not_used(tmp_path, looked_at, spoil):
    assert count(tmp_path, looked_at) == (False, COUNT)
    (cache,) = (tmp_path / "cache" / "shanghai" / "ended").iterdir()
    cache.write_bytes(spoil(cache.read_bytes()))
    assert count(tmp_path, looked_at) == (False, COUNT)


def test_of_another_folder_nothing_is_known(tmp_path, looked_at):
    assert count(tmp_path, looked_at) == (False, COUNT)
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "games").rename(other / "games")
    assert count(other, looked_at) == (False, COUNT)


def test_without_a_cache_folder_all_are_looked_at_once_a_start(tmp_path, looked_at, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert count(tmp_path, looked_at) == (False, COUNT)
    assert count(tmp_path, looked_at, anew=False) == (False, open_games._NEWEST)
    assert count(tmp_path, looked_at) == (False, COUNT)
