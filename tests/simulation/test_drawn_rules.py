"""Games under rules drawn at random: no crash, no lost card, no endless round, sound records.

`pytest -m slow tests/simulation/test_drawn_rules.py` plays 20 games under each of many more rules.
"""

from random import Random

import pytest

from shanghai.engine.actions import AnyCall
from shanghai.engine.game import legal, refuse
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.state import Phase
from tests.long import some
from tests.secrets.watch import hosted, play
from tests.simulation.drawing import (
    OPEN_SENTENCES,
    drawn_rules,
    drawn_with_open_sentences,
    play_drawn,
    play_games,
    small_sizes,
    some_changes,
)


def test_every_rule_is_drawn():
    rng = Random(0)
    drawn = {name for key in RULES for name in some_changes(rng, key)}
    assert drawn == set(RULES)


def test_drawn_rules_go_together():
    for seed in range(10):
        assert not [*check_variant(drawn_rules(seed))], seed


@pytest.mark.parametrize("seed", some(range(5), 3))
def test_a_game_under_drawn_rules_ends_and_its_record_holds(seed, tmp_path):
    play_drawn(seed, 1, tmp_path, most_rounds=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(5, 10), *range(100, 300)])
def test_many_games_under_drawn_rules(seed, tmp_path):
    play_drawn(seed, 20, tmp_path)


def check_moves(state):
    """The seat on turn has a move, and no move that is listed is refused."""
    listed = [*legal(state, 2)]
    assert any(one.seat == state.turn and not isinstance(one, AnyCall) for one in listed), state
    for action in listed:
        assert refuse(state, action) is None, (action, state)


@pytest.mark.parametrize("seed", some([145, *range(100)], 1))
def test_a_seat_on_turn_always_has_a_legal_move(seed):
    rules, checked, games = drawn_rules(seed), 0, 0
    players = Random(seed).choice(small_sizes(rules))
    while checked < 300:
        host = hosted(rules, players, seed + 1000 * games)
        games += 1
        for _ in range(100):
            if host.state.phase in (Phase.DRAW, Phase.PLAY):
                check_moves(host.state)
                checked += 1
            play(host, 1)


def test_all_keys_of_the_open_sentences_are_drawn():
    """HR-9 to HR-17."""
    drawn = [drawn_with_open_sentences(seed)[1] for seed in range(40)]
    assert set().union(*drawn) == {*OPEN_SENTENCES}
    assert sum(map(bool, drawn)) >= 36


@pytest.mark.parametrize("seed", some(range(200), 2))
def test_a_game_under_drawn_keys_of_the_open_sentences_is_recounted(seed, tmp_path):
    """HR-9 to HR-17: it ends, and its record holds for the engine and for the referee."""
    rules, _ = drawn_with_open_sentences(seed)
    followed = play_games(rules, seed, 2, tmp_path, most_rounds=2)
    assert followed == 2 or seed % 2, "the referee knows each of these keys"
