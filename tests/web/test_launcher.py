import os

import pytest

from shanghai.processes import module_command
from shanghai.storage.saves import JOURNAL
from shanghai.web.server import Launcher
from tests.saving import kept_game, resume, seat_dice, step

ASKED = ["play", "--variant=playerules", "--players=Ann,Bob,Cy"]


@pytest.fixture(autouse=True)
def _dice(monkeypatch):
    seat_dice(monkeypatch)


def opening(data):
    return Launcher(data, ["--ascii"], ASKED)


def opened(command):
    """What a command opens."""
    begins = [*module_command("shanghai"), "--ascii"]
    assert command[: len(begins)] == begins
    return command[len(begins) :]


def put_back(path):
    """Lets a game have been saved an hour ago."""
    when = path.stat().st_mtime - 3600
    os.utime(path, (when, when))


def test_the_first_page_gets_what_was_asked_for_even_where_a_game_was_left(tmp_path):
    kept_game(tmp_path)
    assert opened(opening(tmp_path).command()) == ASKED


def test_the_next_page_goes_on_with_the_game_that_was_begun(tmp_path):
    table = opening(tmp_path)
    table.command()
    path, _ = kept_game(tmp_path)
    table.note_end(129)
    for _ in range(3):
        assert opened(table.command()) == ["resume", path.parent.name]
        table.note_end(129)


def test_the_next_page_goes_on_with_an_old_game_that_was_played_on(tmp_path):
    path, _ = kept_game(tmp_path)
    put_back(path)
    table = opening(tmp_path)
    table.command()
    table.note_end(0)
    assert opened(table.command()) == ASKED
    writer, host, _ = resume(path)
    step(host)
    writer.close()
    table.note_end(0)
    assert opened(table.command()) == ["resume", path.parent.name]


def test_without_a_game_the_next_page_begins_as_the_first(tmp_path):
    table = opening(tmp_path / "nothing")
    for _ in range(2):
        assert opened(table.command()) == ASKED
        table.note_end(0)


def test_a_game_that_is_damaged_is_not_gone_on_with(tmp_path):
    table = opening(tmp_path)
    table.command()
    bad = tmp_path / "games" / "bad" / JOURNAL
    bad.parent.mkdir(parents=True)
    bad.write_text("rubbish")
    assert opened(table.command()) == ASKED


def test_a_game_that_is_refused_does_not_bar_the_way_to_the_menu(tmp_path):
    table = opening(tmp_path)
    table.command()
    kept_game(tmp_path)
    table.note_end(129)
    resumed = table.command()
    table.note_end(5)
    assert opened(table.command()) == []
    table.note_end(0)
    assert table.command() == resumed
