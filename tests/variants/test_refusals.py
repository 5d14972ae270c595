"""What a file is refused for: only what cannot be, and the key that is named is the one (HR-7)."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import structs

from shanghai.engine.cards import FACES, JOKER
from shanghai.engine.game import apply
from shanghai.engine.legal import legal
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.engine.solver import best
from shanghai.engine.state import Phase, State
from shanghai.variants.house_rules import merged, with_house_rules
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant, read_variant
from shanghai.yamlio.reader import Faults
from tests.long import some
from tests.positions import position
from tests.simulation.drawing import TYPES, some_changes

BY_MELDS = {
    *("many-points", "ranks-of-sets", "sets-of-ranks", "runs-of-suits", "suits-of-set"),
    *("large-set", "no-naturals", "royal-ace"),
}
"""The codes of contracts that no hand holds, however large it is."""
NAMED = re.compile(r"([a-z_]+)")
"""The key that a fault names first."""


def refusal(value: dict[str, Any]) -> list[str]:
    """The keys that the faults of a file name, none where it can be read."""
    try:
        read_variant(json.dumps(value), "f.yaml")
    except Faults as faults:
        return [NAMED.match(fault.message)[1] for fault in faults.faults]
    return []


def drawn_file(chance: Random) -> dict[str, Any]:
    """A file that extends a shipped variant and changes a few rules."""
    value: dict[str, Any] = {"id": "x", "name": "X", "extends": chance.choice(shipped_variants())}
    for key in chance.sample(sorted(TYPES), chance.randint(1, 7)):
        changes = some_changes(chance, key)
        value |= {key: changes[key]} if chance.random() < 0.5 else changes
    return value


@pytest.mark.parametrize("seed", some(range(12)))
def test_without_the_key_that_is_named_a_refusal_goes_away_or_names_another(seed):
    chance, refused = Random(f"refusals {seed}"), 0
    for _ in range(120):
        value = drawn_file(chance)
        named = refusal(value)
        refused += bool(named)
        while named:
            key = named[0]
            assert key in value, (value, key)
            del value[key]
            named = refusal(value)
            assert key not in named, (value, key)
    assert refused > 20


@pytest.mark.parametrize("seed", some(range(12)))
def test_a_house_rule_that_is_refused_is_named(seed):
    chance, refused = Random(f"house rules {seed}"), 0
    for _ in range(80):
        base = load_variant(chance.choice(shipped_variants()))
        overrides: dict[str, Any] = {}
        for key in chance.sample(sorted(TYPES), chance.randint(1, 4)):
            overrides |= some_changes(chance, key)
        named = refused_house_rule(base, overrides)
        refused += bool(named)
        assert not named or named in overrides
    assert refused > 2


def refused_house_rule(base: Rules, overrides: dict[str, Any]) -> str:
    """The key that is named where house rules are refused, else nothing."""
    try:
        with_house_rules(base, overrides)
    except Faults as faults:
        return NAMED.match(faults.faults[0].message)[1]
    return ""


def lucky_hands(rules: Rules, size: int, chance: Random) -> Iterator[list[int]]:
    """Hands of a size that hold much of what contracts ask for: jokers, few ranks, few suits."""
    pack = rules.cards(rules.max_players)
    for _ in range(6):
        ranks, suits = chance.sample(range(13), 3), chance.sample(range(4), 2)
        lucky = [
            card
            for card in pack
            if (face := card % FACES) == JOKER or face % 13 in ranks or face // 13 in suits
        ]
        chance.shuffle(lucky)
        lucky.sort(key=lambda card: card % FACES != JOKER and chance.random() < 0.5)
        yield lucky[:size]


@pytest.mark.parametrize("seed", some(range(12)))
def test_no_hand_lays_a_contract_that_was_refused(seed):
    """Hands drawn to fit, as large as they can grow, are put before the solver."""
    chance, tried = Random(f"impossible {seed}"), 0
    while tried < 3:
        rules = refused_by_melds(chance)
        for number in {problem.path[1] for problem in check_variant(rules)}:
            tried += 1
            contract = structs.replace(rules.contracts[number], alternatives=())
            for hand in lucky_hands(rules, 20, chance):
                assert best(hand, contract, rules) is None, (contract, rules)


def refused_by_melds(chance: Random) -> Rules:
    """Drawn rules of which contracts are refused for their melds, and nothing else is wrong."""
    while True:
        base = load_variant(chance.choice(shipped_variants()))
        changes: dict[str, Any] = {}
        for key in ("contracts", "wild_ranks", "joker_cap", "must_discard", "ace"):
            changes |= some_changes(chance, key) if chance.random() < 0.6 else {}
        changes |= {"wild_natural": False, "all_in_rounds": []}
        try:
            rules = merged(base, changes)
        except (ValueError, TypeError):
            continue
        problems = [*check_variant(rules)]
        if problems and all(each.code in BY_MELDS and len(each.path) < 4 for each in problems):
            return rules


ANN = 0
ONE_ROUND = {"contracts": [{"sets": [3, 3]}], "deal": 6, "call_limit": 0}
WAYS_OUT = {
    "last-card-stays": (
        {"all_in_rounds": [1], "all_in_discard": True, "last_discard": False, "lay_off_on": "none"},
        [{"last_discard": True}, {"lay_off_on": "any"}, {"all_in_discard": False}],
    ),
    "no-last-discard": (
        {"must_discard": True, "last_discard": False},
        [{"last_discard": True}, {"must_discard": False}, {"all_in_rounds": [1]}],
    ),
    "hand-stays": (
        {"lay_off_on": "none", "last_discard": False, "exact_sizes": True},
        [{"last_discard": True}, {"lay_off_on": "any"}, {"exact_sizes": False}],
    ),
}
"""Rules under which nobody goes out, by the code of the refusal, each with what changes that."""


@pytest.mark.parametrize("code", WAYS_OUT)
def test_nobody_goes_out_where_that_was_refused_and_somebody_does_elsewhere(code):
    changes, mends = WAYS_OUT[code]
    base = load_variant("playerules")
    rules = merged(base, ONE_ROUND | changes)
    assert [problem.code for problem in check_variant(rules)] == [code]
    assert not goes_out(rules)
    for mend in mends:
        mended = merged(base, ONE_ROUND | changes | mend)
        assert not [*check_variant(mended)], mend
        assert goes_out(mended), mend


def goes_out(rules: Rules) -> bool:
    """Whether Ann comes to go out within two turns, by any moves, from a hand that fits well."""
    state = position(
        "playerules",
        {"Ann": "KS KH KD KC QS QH QC", "Bob": "2S 3S", "Cy": "2H 3H"},
        turn="Ann",
        phase="play",
    )
    return _leads_out(structs.replace(state, rules=rules), 2 * state.players, set())


def _leads_out(state: State, last_turn: int, seen: set[object]) -> bool:
    """Whether some moves of Ann lead to going out before a turn; the others do the first thing."""
    if state.phase not in (Phase.DRAW, Phase.PLAY):
        return state.results[-1].out == ANN
    met = state.seats[ANN].hand, state.table, state.turn, state.phase, state.turns
    if met in seen or state.turns >= last_turn:
        return False
    seen.add(met)
    moves = [move for move in legal(state) if move.seat == state.turn]
    tried = moves if state.turn == ANN else moves[:1]
    return any(_leads_out(apply(state, move)[0], last_turn, seen) for move in tried)
