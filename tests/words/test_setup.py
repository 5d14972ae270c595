"""When a game was saved, as people say it; the facts of a variant in a line."""

from datetime import datetime

import pytest

from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words.setup import variant_facts, when_text

NOW = datetime(2026, 11, 22, 8, 0)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (datetime(2026, 11, 22, 6, 54), "today, 6:54"),
        (datetime(2026, 11, 21, 23, 59), "yesterday, 23:59"),
        (datetime(2026, 11, 20, 0, 5), "Friday, 0:05"),
        (datetime(2026, 11, 16, 12, 0), "Monday, 12:00"),
        (datetime(2026, 11, 15, 12, 0), "2026-11-15, 12:00"),
        (datetime(2026, 11, 23, 12, 0), "2026-11-23, 12:00"),
    ],
)
def test_a_moment_is_named_as_people_name_it(then, said):
    assert when_text(then, NOW) == said


def test_picked_rounds_are_told_with_their_own_time():
    rules = load_variant("playerules")
    whole, short = variant_facts(rules), variant_facts(rules, picked=3)
    assert "7 rounds" in whole
    assert "3 of 7 rounds" in short
    assert whole.split(" · ")[-1] != short.split(" · ")[-1]


def test_the_facts_of_each_published_game_are_in_a_line():
    facts = [variant_facts(load_variant(name)) for name in shipped_variants()]
    assert all(line.count(" · ") == 2 for line in facts)
    assert any("in 2 sides" in line for line in facts)
