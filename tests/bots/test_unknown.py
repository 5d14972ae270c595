"""What is said where the master's search does not know a rule."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots import machine_code
from shanghai.bots.master import MasterBot
from shanghai.bots.unknown import unknown_rules
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.seen import view_for
from shanghai.simulation.games import seated
from shanghai.storage.saves import sound_game
from shanghai.table.host import Host
from shanghai.ui.table.levels import character_of
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant
from tests.review.games import play_game

NINE = Contract(sets=(3,) * 9)


@pytest.mark.parametrize("name", [*known_variants(), *more_variants()])
def test_the_search_knows_the_published_games(name):
    assert unknown_rules(load_variant(name)) == ()


def test_what_it_does_not_know_is_named_by_its_key():
    rules = load_variant("playerules")
    mixed = structs.replace(rules, contracts=(Contract(sets=(3, 4)), NINE))
    assert unknown_rules(mixed, [1]) == ()
    assert unknown_rules(mixed, [2]) == unknown_rules(mixed) == ("contracts",)
    assert unknown_rules(structs.replace(rules, lay_in_parts=True)) == ("lay_in_parts",)


def test_sets_of_different_suits_are_known_where_their_cards_are_certain():
    rules = load_variant("playerules")
    contract = Contract(sets=(3,), set_suits="different")
    apart = structs.replace(rules, contracts=(contract, Contract(sets=(3, 3))))
    assert unknown_rules(apart) == ()
    assert unknown_rules(structs.replace(apart, contracts_by="first")) == ("contracts",)
    with_twos = structs.replace(apart, wild_ranks=(2,))
    assert unknown_rules(with_twos) == ("contracts",)
    clean = structs.replace(contract, clean=True)
    assert unknown_rules(structs.replace(with_twos, contracts=(clean,))) == ()


def test_a_rule_of_shanghai_means_nothing_where_it_is_not_called():
    rules = structs.replace(load_variant("playerules"), shanghai_points=5)
    assert unknown_rules(rules) == ()


@pytest.mark.parametrize("by", ["round", "free"])
def test_the_player_says_it_with_the_title_of_the_rule(by):
    rules = structs.replace(load_variant("playerules"), contracts=(NINE,), contracts_by=by)
    host = Host(rules, seated(["simple"] * 3), 1)
    host.draw_for_dealer()
    host.deal()
    bot = MasterBot(host.state.turn, Random(1))
    bot.decide(view_for(host.state, host.state.turn))
    assert bot.remark.endswith("does not know the rules on: contracts")
    assert bot.tried == 0


def test_the_choice_of_the_player_says_it_too(monkeypatch):
    monkeypatch.setattr(machine_code, "has_numba", lambda: True)
    monkeypatch.setattr(machine_code, "code_fault", lambda: "")
    rules = load_variant("playerules")
    character = character_of("master", structs.replace(rules, contracts=(NINE,)))
    assert character.endswith(
        "Here it plays as Hard: its search does not know the rules on: contracts."
    )
    assert "does not know" not in character_of("master", rules)
    assert "does not know" not in character_of("simple", structs.replace(rules, contracts=(NINE,)))


def test_a_family_is_told_where_it_chooses_and_in_the_log(tmp_path):
    pytest.importorskip("numba")
    file = tmp_path / "ours.yaml"
    contract = "contracts: [{sets: [2, 2, 2, 2, 2, 2, 2, 2, 2]}]"
    file.write_text(f"id: ours\nname: Ours\nextends: playerules\n{contract}\ndeal: 20\n")
    assert "does not know the rules on: contracts." in character_of("master", load_variant(file))
    game = sound_game(play_game(tmp_path, str(file), ["master", "simple", "simple"]))
    (note,) = game.notes
    assert note.text == (
        "Ann's computer plays as Hard, as its search does not know the rules on: contracts."
    )
