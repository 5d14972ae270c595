"""The environment for training: PettingZoo's own tests, its mask, its rewards, and its secrets."""

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

import shanghai
from shanghai import training
from shanghai.training import ShanghaiEnv, choices, encode

GAMES = ("rummygames", "grandma-davis", "california", "playerules")


def play(environment, random, steps=10**9):
    """Plays at random, going down as soon as may be, and yields each selected agent before it
    acts, with its observation."""
    for agent in environment.agent_iter(steps):
        observation, reward, is_over, _, _ = environment.last()
        if is_over:
            environment.step(None)
            continue
        yield agent, observation, reward
        allowed = [*environment.choices]
        downs = [training.GO_DOWN] if training.GO_DOWN in allowed else allowed
        environment.step(random.choice(downs))


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("variant", GAMES)
def test_it_passes_the_tests_of_pettingzoo(variant, capsys):
    api_test(ShanghaiEnv(variant, 3, round=1), num_cycles=200)
    seed_test(lambda: ShanghaiEnv(variant, 3, round=1), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore:Observation")
def test_whole_games_pass_them_too():
    api_test(ShanghaiEnv("playerules", 4), num_cycles=500)
    seed_test(lambda: ShanghaiEnv("playerules", 4), num_cycles=300)


@pytest.mark.parametrize("variant", GAMES)
def test_a_seat_sees_what_its_view_shows_and_nothing_else(variant):
    environment, count = ShanghaiEnv(variant, 3, round=2), 0
    environment.reset(seed=5)
    for agent, seen, _ in play(environment, Random(3), 150):
        view = environment.view(agent)
        assert seen["observation"].tolist() == encode(view, view.viewer).tolist()
        own = choices(view, view.viewer)
        assert own == environment.choices
        assert set(seen["action_mask"].nonzero()[0]) == set(own)
        assert all(shanghai.refuse(view, move) is None for move in own.values() if move)
        count += 1
    assert count > 100


def test_the_hand_is_in_the_first_numbers():
    environment = ShanghaiEnv("rummygames", 2, round=1)
    environment.reset(seed=1)
    agent = environment.agent_selection
    view = environment.view(agent)
    hand = view.seats[view.viewer].hand
    counts = environment.observe(agent)["observation"][:53]
    assert counts.sum() == len(hand)
    assert all(counts[shanghai.face_of(card)] for card in hand)


def test_the_rewards_of_a_game_are_its_points_each_once():
    environment = ShanghaiEnv(shanghai.with_rounds(shanghai.load_variant("playerules"), (1, 2)), 3)
    environment.reset(seed=2)
    totals = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        _, reward, is_over, _, _ = environment.last()
        totals[agent] += reward
        allowed = [*environment.choices]
        best = training.GO_DOWN if training.GO_DOWN in allowed else None
        environment.step(None if is_over else (best or Random(len(allowed)).choice(allowed)))
    game = environment.game
    assert game.phase is shanghai.Phase.GAME_OVER
    assert len(game.results) == 2
    assert [*totals.values()] == [-seat.score for seat in game.seats]
    assert any(totals.values())


def test_the_same_seed_deals_the_same_and_chance_goes_on_without_one():
    environment = ShanghaiEnv("california", 3, round=1)
    hands = []
    for seed in (7, None, 7, 8):
        environment.reset(seed=seed)
        hands.append([seat.hand for seat in environment.game.seats])
    assert hands[0] == hands[2]
    assert hands[0] != hands[1] != hands[3] != hands[0]


def test_an_action_outside_the_mask_is_refused_with_a_sentence():
    environment = ShanghaiEnv("rummygames", 3)
    environment.reset(seed=1)
    before = environment.game
    with pytest.raises(ValueError, match=r"999 is no action that player_\d may choose now"):
        environment.step(999)
    assert environment.game is before


def test_a_step_where_no_game_is_on_is_refused_with_a_sentence():
    environment = ShanghaiEnv("rummygames", 3, round=1)
    with pytest.raises(ValueError, match=r"reset\(\) begins a game"):
        environment.step(0)
    environment.reset(seed=1)
    assert sum(1 for _ in play(environment, Random(1), 6000)) < 6000
    for _ in environment.agents[:]:
        environment.step(None)
    with pytest.raises(ValueError, match=r"reset\(\) begins a game"):
        environment.step(0)


@pytest.mark.parametrize(
    "wrong", [{"variant": "nope"}, {"players": 1}, {"players": 9}, {"round": 11}, {"round": -1}]
)
def test_what_cannot_be_played_is_refused(wrong):
    with pytest.raises(ValueError, match=r"\w"):
        ShanghaiEnv(**wrong)


def test_who_may_have_a_discard_is_asked_before_the_draw():
    environment, asked = ShanghaiEnv("rummygames", 4, round=1), []
    environment.reset(seed=1)
    turn = environment.game.turn
    for agent, seen, _ in play(environment, Random(1), 4):
        asked.append(int(agent[-1]))
        assert seen["action_mask"][training.LET_GO] == (environment.game.turn != asked[-1])
    assert asked[-1] == turn or environment.game.calls
    assert len(asked) == 4


@pytest.mark.slow
@pytest.mark.parametrize("variant", shanghai.more_variants())
def test_every_published_game_is_played_to_its_end(variant):
    rules = shanghai.load_variant(variant)
    environment = ShanghaiEnv(rules, max(rules.min_players, 3))
    environment.reset(seed=4)
    assert sum(1 for _ in play(environment, Random(4), 6000)) > 100


def test_the_numbers_of_the_page():
    page = (Path(__file__).parents[1] / ".github" / "LIBRARY.md").read_text("utf-8")
    assert f"0 to {training.ACTIONS - 1} that mean the same" in page
    assert f"An observation is {training.OBSERVED} whole numbers." in page
