"""Computer players of other packages, found by their entry points."""

import pytest

from shanghai.bots.levels import LEVELS
from shanghai.bots.runner import MAX_FAILURES
from shanghai.engine.state import Phase
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.bots.packages import offer

MODULE = """
from shanghai.bots.simple import SimpleBot

class Careful(SimpleBot):
    pass

class Broken:
    def __init__(self, seat, random, is_late):
        raise RuntimeError("no such player")

class Cheating(SimpleBot):
    def decide(self, view):
        return "a better move"
"""
ENTRIES = {
    "careful": "foreign_players:Careful",
    "broken": "foreign_players:Broken",
    "cheating": "foreign_players:Cheating",
    "missing": "no_such_module:Nobody",
    "Not An Id": "foreign_players:Careful",
}


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """A package that offers computer players, as if it were installed."""
    (tmp_path / "foreign_players.py").write_text(MODULE, "utf-8")
    offer(tmp_path, monkeypatch, **ENTRIES)


def played(level):
    """A game of which some moves have been made with a computer player of a level."""
    players = [Player("Ann", level), Player("Bob", "simple"), Player("Cy", "simple")]
    host = Host(load_variant("playerules"), players, 3)
    host.draw_for_dealer()
    host.deal()
    for _ in range(40):
        if host.state.phase not in (Phase.DRAW, Phase.PLAY):
            break
        host.do(host.bot_action())
    host.close()
    return host


def test_one_is_found_by_its_name_and_plays():
    assert "careful" in LEVELS
    assert LEVELS["careful"].description == "A player of foreign-players."
    assert played("careful").notes == []


def test_a_name_that_is_no_short_id_or_nobodys_is_unknown():
    assert "Not An Id" not in LEVELS
    assert "nobody" not in LEVELS
    with pytest.raises(ValueError, match="is called 'nobody'; there are random, easy, "):
        played("nobody")


def test_the_levels_of_a_table_are_listed_without_them():
    assert "careful" not in list(LEVELS)


@pytest.mark.parametrize("level", ["broken", "cheating", "missing"])
def test_a_fault_is_replaced_by_a_legal_move_and_noted(level):
    host = played(level)
    assert host.notes
    assert all(note.text.startswith("Ann's computer ") for note in host.notes)
    # Those after the third count too, though Ann is not asked again in this round.
    assert host.computers.replaced > len(host.notes) == MAX_FAILURES
