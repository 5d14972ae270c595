"""Shanghai as a library: the page's examples run, and its player goes through a whole game."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import shanghai
from shanghai.bots.foreign import GROUP
from shanghai.commands.play import more_help
from shanghai.ui.table.session.levels import character_of, strengths
from tests.bots.packages import offer
from tests.ui.conftest import short_pauses, thinking_in_place  # noqa: F401
from tests.ui.test_keys_a_turn import play

PAGE = Path(__file__).parents[1] / ".github" / "LIBRARY.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.S)


def block(language, words):
    (found,) = [text for kind, text in BLOCKS if kind == language and words in text]
    return found


def test_the_examples_of_the_page_run():
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert (found.failed, found.attempted > 30) == (0, True)


def test_a_game_at_random_takes_ten_lines():
    lines = block("python", "def random_game").splitlines()
    assert len([line for line in lines if line.startswith(("...", ">>> def"))]) <= 11


def test_every_public_name_is_there_and_in_the_types():
    for name in shanghai.__all__:
        assert getattr(shanghai, name) is not None
    assert {*shanghai.__all__} <= {*dir(shanghai)}
    with pytest.raises(AttributeError, match="no attribute 'Hots'"):
        _ = shanghai.Hots


def test_the_page_names_public_names_alone():
    named = set(re.findall(r"shanghai\.([A-Za-z_]+)", PAGE.read_text("utf-8")))
    assert named - {"arguments", "bots", "engine"} <= {*shanghai.__all__}


def test_the_package_loads_nothing_until_a_name_is_asked_for():
    code = (
        "import sys; before = {*sys.modules}; import shanghai\n"
        "print(*sorted({*sys.modules} - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["shanghai"]


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package of the page, as if it were installed."""
    project = tomllib.loads(block("toml", "entry-points"))["project"]
    (tmp_path / "my_players.py").write_text(block("python", "class Plain"), "utf-8")
    offer(tmp_path, monkeypatch, project["name"], **project["entry-points"][GROUP])


@pytest.mark.usefixtures("installed")
def test_a_player_by_the_page_alone_plays_a_whole_game_and_is_listed():
    rules = shanghai.with_rounds(shanghai.load_variant("california"), (1, 4))
    names = {"shanghai": shanghai, "rules": rules}
    exec(block("python", "host.draw_for_dealer"), names)
    host = names["host"]
    assert host.state.phase is shanghai.Phase.GAME_OVER
    assert host.notes == []
    assert strengths()[-1] == "plain"
    assert character_of("plain", shanghai.load_variant("california")) == "A player of my-players."
    assert "  plain   A player of my-players." in more_help()


@pytest.mark.slow
@pytest.mark.usefixtures("installed", "thinking_in_place", "short_pauses")
async def test_it_plays_a_whole_game_at_the_table(tmp_path):
    rules = shanghai.load_variant("playerules")
    players = [
        shanghai.Player("Ann"),
        shanghai.Player("Bob", "plain"),
        shanghai.Player("Cy", "plain"),
    ]
    host = shanghai.Host(rules, players, seed=11)
    counts = await play(tmp_path / "data", host, 1000)
    assert host.state.phase is shanghai.Phase.GAME_OVER
    assert len(counts) > 7
    assert host.notes == []
