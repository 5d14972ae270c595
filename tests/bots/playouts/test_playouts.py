"""Play-outs: the compact table and the engine come to the same, round by round."""

import subprocess
import sys
from random import Random

import pytest
from msgspec import structs

from shanghai.bots.playouts import table as t
from shanghai.bots.playouts.compact_rules import compact_rules_for, compact_rules_of
from shanghai.bots.playouts.reading import read_state
from shanghai.bots.playouts.shape import TOO_MANY, count_hands, shortage
from shanghai.bots.unknown import unknown_rules
from shanghai.engine.actions import Deal, ThrowIn
from shanghai.engine.parameters.parts import Contract, MeldSizes
from shanghai.engine.solver import distance
from shanghai.engine.stalemate import is_stalemate
from shanghai.engine.state import Phase
from shanghai.simulation.games import seated
from shanghai.table.host import Host
from shanghai.variants.loader import load_variant
from tests.bots.playouts.replaying import (
    ENDINGS,
    ENDLESS,
    FOUR,
    OWN,
    PUBLISHED,
    assert_same,
    dealt,
    do,
    replay_play_out,
    rules_of,
)
from tests.simulation.drawing import drawn_rules, small_sizes

MOST_PLAYERS = 6

pytestmark = pytest.mark.slow
"""Making the machine code takes some 40 seconds of the processor, once on each machine."""


def play_outs(variant: str, rounds: int, seed: int) -> list[int]:
    """Plays so many rounds out, of all contracts and numbers of players in turn."""
    rules, chance = rules_of(variant), Random(seed)
    most = min(rules.max_players, MOST_PLAYERS)
    return [
        replay_play_out(
            rules,
            number % rules.rounds + 1,
            chance.randint(max(2, rules.min_players), most),
            chance,
        )
        for number in range(rounds)
    ]


def same_at_both(variant: str, levels: tuple[str, ...], seed: int) -> None:
    """Plays a game of computers in the engine, and each of its actions at the compact table."""
    rules = rules_of(variant)
    host = Host(rules, seated(levels), seed)
    tables: list[t.CompactTable] = []

    def follow(before, action, after, events):
        if isinstance(action, Deal | ThrowIn):
            # Nobody is asked in a round that stands still from its first card.
            is_known = compact_rules_of(after) is not None and not is_stalemate(after)
            tables[:] = [read_state(after)] * is_known
        elif tables and before.phase in (Phase.DRAW, Phase.PLAY):
            table, compact = tables[0], compact_rules_of(before)
            do(compact, table, before, action)
            is_stale = table.phase == t.OVER and table.ending == t.ROUND_STALE
            assert bool(is_stale) is is_stalemate(after)
            if after.phase in (Phase.ROUND_OVER, Phase.GAME_OVER):
                assert after.results[-1].points == tuple(table.points[: before.players])
                assert table.ending == ENDINGS[after.results[-1].ending]
            elif not is_stale:
                assert_same(after, table)

    host.on_change.append(follow)
    host.draw_for_dealer()
    while host.state.phase is not Phase.GAME_OVER:
        host.deal()
        while host.state.phase in (Phase.DRAW, Phase.PLAY):
            host.do(host.bot_action())


@pytest.mark.parametrize("variant", [*FOUR, *PUBLISHED, *OWN])
def test_the_engine_replays_what_was_played_out(variant):
    endings = play_outs(variant, 20, 1)
    if variant in ENDLESS:
        assert len(endings) == 20
        return
    assert t.ROUND_OUT in endings or t.ROUND_BLIND in endings
    assert endings.count(t.ROUND_LONG) < 5


@pytest.mark.parametrize("variant", [*FOUR, *PUBLISHED, *OWN])
@pytest.mark.parametrize("level", ["simple", "random"])
def test_the_compact_table_follows_a_game_of_the_engine(variant, level):
    same_at_both(variant, (level,) * max(3, rules_of(variant).min_players), 4)


@pytest.mark.parametrize("variant", [*FOUR, *PUBLISHED, *OWN])
def test_thousands_of_rounds_are_the_same(variant):
    play_outs(variant, 250 if variant in OWN else 10_000, 2)


@pytest.mark.parametrize("seed", range(200))
def test_thousands_of_rounds_under_drawn_rules_are_the_same(seed):
    rules, chance = drawn_rules(seed), Random(seed)
    sizes = small_sizes(rules, MOST_PLAYERS)
    for number in range(10):
        players = chance.choice(sizes)
        round, deal = number % rules.rounds + 1, chance.getrandbits(30)
        state = dealt(rules, round, players, Random(deal))
        if compact_rules_of(state) is not None and not is_stalemate(state):
            replay_play_out(rules, round, players, Random(deal))


@pytest.mark.parametrize("variant", FOUR)
def test_the_quick_count_of_missing_cards_is_hardly_ever_wrong(variant):
    rules, chance, wrong = load_variant(variant), Random(3), 0
    for number in range(60):
        round = number % rules.rounds + 1
        compact, hand = compact_rules_for(rules, round, 4), chance.sample(rules.cards(4), 12)
        table = t.empty_table()
        for card in hand:
            table.hands[0, card % 53] += 1
        count_hands(compact.wild, table, 1)
        quick = shortage(compact, table, 0, TOO_MANY, table.trial, 0, 0)
        exact = distance(hand, rules.contract(round), rules).short
        assert quick >= exact
        wrong += quick != exact
    assert wrong <= 2


def test_a_rule_that_the_table_does_not_know_is_left_to_the_engine():
    rules = load_variant("playerules")
    assert compact_rules_for(rules, 1, 4) is not None
    changed = structs.replace(rules, contracts=(Contract(sets=(3,) * 9),) * 7)
    assert unknown_rules(changed, [1]) == ("contracts",)
    assert compact_rules_for(changed, 1, 4) is None


def test_as_many_ways_as_are_known_find_room():
    most = MeldSizes(points=40)
    contracts = tuple(
        Contract(points=20 + number, alternatives=(most,) * 15) for number in range(1, 9)
    )
    rules = structs.replace(load_variant("playerules"), contracts=contracts, contracts_by="first")
    assert unknown_rules(rules) == ("contracts",)
    few = structs.replace(rules, contracts=contracts[:4])
    assert unknown_rules(few) == ()
    compact = compact_rules_for(few, 1, 4, [(1, 2, 3, 4)] * 4)
    assert compact.kinds[1:5].tolist() == [16] * 4
    assert compact.option_count[0] == 5


def test_nobody_loads_the_machine_code_who_does_not_use_it():
    code = (
        "import sys; from shanghai.bots.levels import LEVELS\n"
        "for level in LEVELS.values(): level.make(0, None, None)\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == ["False", "False"]
