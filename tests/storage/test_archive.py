"""Saved games put away: out of the list, and back."""

import os

import pytest

from shanghai.storage.archive import archive
from shanghai.storage.saves import (
    AWAY,
    CannotStore,
    NotAGame,
    OpenElsewhere,
    games_dir,
    saved_games,
)
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant


def game(data):
    """A game that was begun and left."""
    host = Host(load_variant("playerules"), [Player(name) for name in ("Ann", "Bob", "Cy")], 4)
    writer = GameWriter.begin(data, host)
    host.draw_for_dealer()
    writer.close()
    return writer


def test_a_game_that_was_put_away_comes_back_whole(tmp_path):
    writer = game(tmp_path)
    data, (listed,) = writer.path.read_bytes(), saved_games(tmp_path).games
    there = archive(tmp_path, writer.id)
    assert there == tmp_path / AWAY / writer.id
    assert saved_games(tmp_path).games == ()
    there.rename(games_dir(tmp_path) / writer.id)
    assert saved_games(tmp_path).games == (listed,)
    assert writer.path.read_bytes() == data


def test_nothing_that_lies_there_is_written_over(tmp_path):
    writer = game(tmp_path)
    (tmp_path / AWAY / writer.id).mkdir(parents=True)
    assert archive(tmp_path, writer.id).name == f"{writer.id}-1"
    assert list((tmp_path / AWAY / writer.id).iterdir()) == []


def test_what_is_damaged_can_be_put_away(tmp_path):
    writer = game(tmp_path)
    writer.path.write_bytes(b"no game")
    archive(tmp_path, writer.id)
    assert saved_games(tmp_path).games == ()


def test_a_game_that_is_played_is_not_put_away(tmp_path):
    writer = game(tmp_path)
    playing, _, _ = GameWriter.resume(writer.path)
    with pytest.raises(OpenElsewhere):
        archive(tmp_path, writer.id)
    assert playing.flush()
    playing.close()
    assert len(saved_games(tmp_path).games) == 1


def test_what_is_no_game_or_cannot_be_moved_is_said(tmp_path, monkeypatch):
    with pytest.raises(NotAGame):
        archive(tmp_path, "none")
    writer = game(tmp_path)
    with pytest.raises(NotAGame, match="not among"):
        archive(tmp_path / "other", str(writer.path))

    def refuse(*_):
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr("pathlib.Path.rename", refuse)
    with pytest.raises(CannotStore, match="Permission denied"):
        archive(tmp_path, writer.id)
    assert len(saved_games(tmp_path).games) == 1
