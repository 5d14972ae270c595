"""The published games beyond the four: whole, told, and played to the end."""

import pytest

from shanghai.simulation.games import Task, play_game, seats_for
from shanghai.variants.library import known_variants, more_variants, shipped_file, shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words.rulebook import brief, differences, rule_lines
from tests.long import some
from tests.playable import only_rounds


def test_there_are_at_least_twenty_and_none_is_read_for_the_list_of_the_four() -> None:
    assert len(shipped_variants()) >= 20
    assert not {*more_variants()} & {*known_variants()}
    names = [load_variant(name).name for name in shipped_variants()]
    assert len(names) == len({*names})


@pytest.mark.parametrize("name", more_variants())
def test_a_game_names_its_source_and_its_rulings(name: str) -> None:
    rules = load_variant(name)
    assert rules.id == name
    assert rules.text.endswith(".")
    assert len(rules.text) < 200, "not cut"
    assert any(source.ruling for source in rules.sources.values())
    file = shipped_file(name)
    assert file is not None
    assert file.read_text("utf-8").startswith("# yaml-language-server: $schema=../schema.json\n")


@pytest.mark.parametrize("name", more_variants())
def test_a_game_has_its_page_and_its_comparison(name: str) -> None:
    rules = load_variant(name)
    assert len(rule_lines(rules)) > 25
    assert 4 <= len(brief(rules)) <= 6
    assert differences(load_variant("california"), rules)


@pytest.mark.parametrize("name", some(sorted(more_variants(), reverse=True), 4))
def test_a_game_is_played_to_its_end(name: str) -> None:
    rules = load_variant(name)
    can_be_short = len(rules.contracts) == rules.rounds
    short = only_rounds(rules, {1, rules.rounds}) if can_be_short else rules
    report = play_game(Task(short, seats_for(("simple",), rules.min_players), 7), 1)
    assert report.finished
    assert sum(one.ending != "blocked" for one in report.rounds) * 2 > len(report.rounds)
