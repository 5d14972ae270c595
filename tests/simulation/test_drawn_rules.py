"""Games under rules drawn at random: no crash, no lost card, and every record holds."""

import random

import pytest
from msgspec import structs

from shanghai.records.check import check_file
from shanghai.simulation import NAMES, Task, play_game, seats_for
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.yamlio.reader import Faults

VALUES = {
    "wild_ranks": [[2], ["J", 3], ["A"]],
    "wild_cards": [["JS", "JH"]],
    "wild_natural": [False],
    "exact_sizes": [True],
    "upcard": [False],
    "next_dealer": ["winner"],
    "direction": ["counter-clockwise"],
    "call_cost": [0, 3],
    "calls_per_game": [1, 4],
    "own_discard": [True],
    "lay_off_on": ["own", "none"],
    "lay_off_at_once": [True, False],
    "exchange": ["any", "others", "none"],
    "exchange_when": ["down"],
    "exchange_in": ["runs"],
    "exchange_duty": ["use", "go-down"],
    "must_discard": [True],
    "discard_ban": [["playable"], ["taken"], ["playable", "taken"]],
    "renewals": ["once", "never"],
    "card_points": [{"QS": 40}, {"H": 1}],
    "out_bonus": [10],
    "not_down_penalty": [25],
    "last_round_times": [2],
    "last_discard": [True, False],
    "ace": ["low", "high", "both", "round"],
    "upcard_wild": [True],
    "adjacent_wild": [False],
    "repeated_suits": [False],
    "joker_cap": [{"kind": "any"}, {"kind": "fixed", "most": 1}, {"kind": "naturals"}],
    "beneath": ["open", "dead"],
    "call_order": ["first", "dealer", "turn"],
    "first_right": ["always", "never", "unless-down"],
    "same_rank_sets": [False],
    "adjacent_runs": [False],
    "stalemate": ["deal-again", "count"],
}
"""For each key values that are not the usual ones."""


def drawn_rules(seed):
    """A shipped variant with a good many of its rules drawn, that can be played."""
    rng = random.Random(seed)
    while True:
        base = load_variant(rng.choice(("california", "rummygames", "playerules")))
        keys = rng.sample(sorted(VALUES), rng.randrange(4, 14))
        changes = {key: rng.choice(VALUES[key]) for key in keys}
        try:
            return with_house_rules(base, changes)
        except Faults:
            continue


@pytest.mark.parametrize("seed", range(16))
def test_a_game_under_drawn_rules_ends_and_its_record_holds(seed, tmp_path):
    whole = drawn_rules(seed)
    by_round = ("contracts", "deal", "call_limit", "call_costs")
    rules = structs.replace(whole, **{key: getattr(whole, key)[:2] for key in by_round})
    players = max(3, rules.min_players)
    levels = random.Random(seed).choice((("simple",), ("random", "simple"), ("hard", "simple")))
    task = Task(rules, seats_for(levels, players), seed, str(tmp_path), rules.id)
    report = play_game(task, 1)
    assert len(NAMES) >= players
    assert report.replaced == 0
    if report.finished:
        (record,) = tmp_path.iterdir()
        for result in check_file(record):
            assert result.state == "passed", result.lines
