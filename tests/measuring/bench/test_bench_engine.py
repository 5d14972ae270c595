"""The benchmark of the engine: it plays by the rules, and says plainly what it lacks."""

from itertools import islice

import pytest

from shanghai.simulation.games import check_cards
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.measuring.bench import engine


@pytest.mark.parametrize("variant", known_variants())
def test_random_play_loses_no_card_and_comes_to_further_rounds(variant, monkeypatch):
    monkeypatch.setattr(engine, "MOST_ACTIONS", 60)
    rules = load_variant(variant)
    whole = rules.cards(engine.PLAYERS)
    deals = 0
    for state in islice(engine.random_play(rules, 1), 200):
        check_cards(state, whole)
        deals += len(state.discards) == 1
    assert deals > 1


def test_a_row_says_whether_it_holds(capsys):
    engine.print_rows(
        [
            engine.Row("quick", 1500.4, "actions/s"),
            engine.Row("enough", 1.7, "times", least=1.7),
            engine.Row("slow", 0.36, "s", most=0.35),
        ]
    )
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        ["quick", "1,500", "actions/s"],
        ["enough", "1.70", "times", "at", "least", "1.7:", "holds"],
        ["slow", "0.36", "s", "at", "most", "0.35:", "FAILS"],
    ]
