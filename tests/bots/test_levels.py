"""The computer players: what each does in positions that call for one thing."""

from random import Random

import pytest

from shanghai.bots.levels import LEVELS, Level
from shanghai.bots.protocol import never
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import AnyCall, Call, CallShanghai, Discard, Draw, Take
from shanghai.engine.cards import label
from shanghai.engine.events import seen_by
from shanghai.engine.state import Phase, State
from shanghai.engine.view import view_for
from shanghai.host.host import Host, Player
from shanghai.records.documents import Document, read_documents
from shanghai.records.notation import write_move
from shanghai.simulation.games import Task
from shanghai.simulation.summary import summarize
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.playable import half_of, only_rounds, stands_still, tables
from tests.simulation import simulate

MOST_TURNS = 150
"""Own turns in a round that no simple player may need."""
UNBOUNDED = float("inf")
"""Seconds for an answer: a busy machine makes no player late."""


def position(variant: str, text: str, round: int = 1, phase: str = "play", turn: str = "Ann"):
    """The state of a position with Ann, Bob and Cy, Cy being the dealer."""
    lines = "\n".join(f"  {line.strip()}" for line in text.strip().splitlines())
    document = (
        f"variant: {variant}\nplayers: [Ann, Bob, Cy]\nposition:\n"
        f"  round: {round}\n  dealer: Cy\n  turn: {turn}\n  phase: {phase}\n{lines}\n"
    )
    (found,) = read_documents(document, "test", load_variant)
    assert isinstance(found, Document), found
    assert found.state is not None, found.reasons
    return found.state


def simple(seat: int = 0):
    return LEVELS["simple"].make(seat, Random(1), never)


def says(state: State, seat: int = 0) -> str:
    """The simple player's step as a sentence."""
    return write_move(simple(seat).decide(view_for(state, seat)), state)[-1]


def wish(state: State, seat: int) -> AnyCall | None:
    return simple(seat).wants_call(view_for(state, seat))


def at_table(state: State) -> Host:
    """A position with a simple player and two people."""
    players = [Player("Ann", "simple"), Player("Bob"), Player("Cy")]
    return Host(state.rules, players, 1, state, limit=UNBOUNDED)


REST = """
    stock: 2C 3C 4C 6D 7D
    discards: 9S
"""


def test_it_goes_down_as_soon_as_it_can():
    hands = "hands: {Ann: 3S 3H 3D KS KD KC 5H 9D, Bob: 2S, Cy: 2H}"
    assert says(position("playerules", hands + REST)).startswith("Ann melds")


def test_it_takes_a_discard_that_brings_the_contract_nearer():
    state = position(
        "rummygames",
        "hands: {Ann: 3S 3H 3D KS KD 5H 9D, Bob: 2S, Cy: 2H}\nstock: 2C 4C\ndiscards: KC",
        phase="draw",
    )
    assert says(state) == "Ann takes"
    other = position(
        "rummygames",
        "hands: {Ann: 3S 3H 3D KS KD 5H 9D, Bob: 2S, Cy: 2H}\nstock: 2C 4C\ndiscards: JC",
        phase="draw",
    )
    assert says(other) == "Ann draws"


def test_it_always_takes_a_joker():
    state = position(
        "playerules",
        "hands: {Ann: 3S 5D 8H JS KD QH 9D, Bob: 2S, Cy: 2H}\nstock: 2C 4C\ndiscards: JK",
        phase="draw",
    )
    assert says(state) == "Ann takes"


def test_it_calls_what_it_needs_and_nothing_else():
    hands = (
        "hands: {Ann: 9S, Bob: 3S 3H 3D KS KD 5H 9D, Cy: 2H 4S 6D 8S 10H QC AC}\nstock: 2C 4C 5C"
    )
    wanted = position("rummygames", hands + "\ndiscards: KC", phase="draw")
    assert wish(wanted, 1) == Call(1, "buy")
    assert wish(wanted, 2) is None or label(wanted.discards[0]) == "KC"
    useless = position("rummygames", hands + "\ndiscards: JC", phase="draw")
    assert wish(useless, 1) is None


def test_it_calls_nothing_without_a_call_left_or_when_another_is_nearly_out():
    table = "\ntable: [{owner: Ann, set: 7S 7H 7D}, {owner: Ann, set: 8S 8H 8D}]"
    hands = "hands: {Ann: 9S, Bob: 3S 3H 3D KS KD 5H 9D, Cy: 2H 4S}\nstock: 2C 4C 5C\ndiscards: KC"
    assert wish(position("rummygames", hands, phase="draw"), 1) is not None
    assert wish(position("rummygames", hands + table, phase="draw"), 1) is None
    spent = hands + "\ncalls_used: {Bob: 3}"
    assert wish(position("rummygames", spent, phase="draw"), 1) is None


def test_of_two_players_it_leaves_the_first_upcard_to_the_one_who_may_call_it():
    rules = only_rounds(load_variant("california", {"deal_for": []}), [8])
    host = Host(rules, [Player("Ann", "simple"), Player("Bob", "simple")], 1, limit=UNBOUNDED)
    host.draw_for_dealer()
    host.deal()
    on_turn, other = host.state.turn, 1 - host.state.turn
    first, second = host.bot_action(), None
    assert first == Call(other, "buy")
    host.do(first)
    second = host.bot_action()
    assert second == Draw(on_turn)
    host.do(second)
    assert len(host.state.seats[other].hand) == 14


def test_it_keeps_its_hand_small_where_all_of_it_must_go_down():
    hands = (
        "hands: {Ann: 9S, Bob: 3S 4S 5S 6S 7H 8H 9H 2D 3D 4D 5D, Cy: 2H}"
        "\nstock: 2C 4C 5C\ndiscards: 10H"
    )
    assert wish(position("grandma-davis", hands, round=7, phase="draw"), 1) is None


def test_it_lays_off_when_down():
    state = position(
        "playerules",
        """hands: {Ann: 7C 2S 9D, Bob: 2C, Cy: 2H}
        table: [{owner: Ann, set: 7S 7H 7D}, {owner: Bob, set: KS KH KD}]
        stock: 2C 3C 4C
        discards: 9S""",
    )
    assert says(state) == "Ann lays 7C on 1"


def test_it_takes_a_card_that_it_can_lay_off():
    state = position(
        "playerules",
        """hands: {Ann: 2S 9D, Bob: 2C, Cy: 2H}
        table: [{owner: Ann, set: 7S 7H 7D}, {owner: Bob, set: KS KH KD}]
        stock: 2C 3C 4C
        discards: 7C""",
        phase="draw",
    )
    assert says(state) == "Ann takes"


def test_it_declares_shanghai_on_a_card_that_fits_a_meld():
    state = position(
        "grandma-davis",
        """hands: {Ann: 7C 7S, Bob: 2C, Cy: 2H}
        table: [{owner: Bob, set: 7H 7D 7S}, {owner: Bob, set: KS KH KD}]
        stock: 2C 3C 4C
        discards: 9S""",
    )
    assert says(state).endswith("shanghai")


def test_it_calls_shanghai_when_down_as_that_rids_it_of_a_card():
    state = position(
        "grandma-davis",
        """hands: {Ann: 9C 9S, Bob: 2C 5D, Cy: 2H 4S 6D 8S 10H QC AC}
        table: [{owner: Bob, set: 7H 7D 7S}, {owner: Bob, set: KS KH KD}]
        stock: 2C 3C 4C
        discards: 7C
        discarded_by: Cy""",
        phase="draw",
    )
    assert wish(state, 1) == CallShanghai(1, 0)


def test_it_lets_calls_be_settled_where_the_card_beneath_is_open_then():
    state = position(
        "grandma-davis",
        """hands: {Ann: 9C 9S 2D 4D 6H 8H 10D QD, Bob: 2C 5D, Cy: 2H 4S}
        stock: 2C 3C 4C
        discards: JC 5H
        discarded_by: [Cy]""",
        phase="draw",
    )
    host = at_table(state)
    host.do(Call(1, "may-i"))
    assert says(host.state) == "Ann passes"


def test_it_swaps_a_card_that_fits_nowhere_for_a_joker_that_does():
    state = position(
        "rummygames",
        """hands: {Ann: 6S 2D 9C, Bob: 2C, Cy: 2H}
        table: [{owner: Ann, set: KS KH KD}, {owner: Ann, set: QS QH QD},
          {owner: Bob, run: 5S JK 7S 8S 9S}]
        stock: 2C 3C 4C
        discards: 9S""",
    )
    assert says(state) == "Ann swaps 6S for joker in 3"


def test_it_goes_down_after_an_exchange_that_binds_it():
    state = position(
        "california",
        """hands: {Ann: 6S 3S 3D KS KH KD 9C 9D 9H 4C, Bob: 2C, Cy: 2H}
        table: [{owner: Bob, set: QS QH QD}, {owner: Bob, set: JS JH JK},
          {owner: Bob, set: 6H 6D JK}]
        stock: 2C 3C 4C
        discards: 9S""",
    )
    host = at_table(state)
    done = []
    while host.state.turn == 0 and host.state.phase is Phase.PLAY:
        action = host.bot_action()
        done.append(write_move(action, host.state)[-1])
        host.do(action)
    assert done[0] == "Ann swaps 6S for joker in 3"
    assert done[1].startswith("Ann melds")
    assert not host.notes


def test_it_keeps_a_card_to_go_out_with_where_the_last_may_not_be_discarded():
    state = position(
        "california",
        """hands: {Ann: QC 2S, Bob: 2C, Cy: 2H}
        table: [{owner: Ann, set: QS QH QD}, {owner: Ann, set: JS JH JD},
          {owner: Ann, set: 6H 6D 6S}]
        stock: 2C 3C 4C
        discards: 9S""",
    )
    assert says(state) == "Ann discards 2S"


def test_it_ends_the_turn_with_a_last_card_that_fits_nowhere():
    state = position(
        "california",
        """hands: {Ann: 2S, Bob: 2C, Cy: 2H}
        table: [{owner: Ann, set: QS QH QD}, {owner: Ann, set: JS JH JD},
          {owner: Ann, set: 6H 6D 6S}]
        stock: 2C 3C 4C
        discards: 9S""",
    )
    assert says(state) == "Ann ends"


def test_it_throws_a_lonely_high_card_and_keeps_pairs_and_near_runs():
    state = position(
        "playerules",
        "hands: {Ann: 3S 3H KD KC 5H 6H QS 9D, Bob: 2S, Cy: 2H}" + REST,
        round=2,
    )
    action = simple().decide(view_for(state, 0))
    assert isinstance(action, Discard)
    assert label(action.card) == "QS"


def test_it_keeps_jokers():
    state = position("playerules", "hands: {Ann: 2S 4H JK JK 8D 10C QS, Bob: 2S, Cy: 2H}" + REST)
    action = simple().decide(view_for(state, 0))
    assert isinstance(action, Discard)
    assert label(action.card) != "JK"


def longest_round(rules, players: int, level: str, seed: int) -> tuple[int, Host]:
    """The most turns a seat had in a round of a whole game, and the host at its end."""
    host = Host(
        rules, [Player(f"P{seat}", level) for seat in range(players)], seed, limit=UNBOUNDED
    )
    host.draw_for_dealer()
    most = 0
    while host.state.phase is not Phase.GAME_OVER:
        host.deal()
        turns = 0
        while host.state.phase in (Phase.DRAW, Phase.PLAY):
            action = host.bot_action()
            host.do(action)
            turns += isinstance(action, Draw | Take)
            if turns > 50 * players and stands_still(host.state):
                return most, host
            assert turns <= 200 * players
        most = max(most, turns // players)
    return most, host


@pytest.mark.parametrize(("variant", "players"), tables(within=1, most=5))
def test_simple_players_finish_every_variant(variant, players):
    most, host = longest_round(half_of(load_variant(variant), players), players, "simple", 3)
    assert host.notes == []
    assert most <= MOST_TURNS


@pytest.mark.parametrize(
    "variant", some(("playerules", "grandma-davis", "california", "rummygames"), 2)
)
def test_simple_beats_random(variant):
    levels = ("simple", "random", "random")
    task = Task(half_of(load_variant(variant), 3), levels, 4, work=10**9)
    summary = summarize(task, simulate(task, 2))
    assert summary.levels["simple"].points.mean < summary.levels["random"].points.mean
    assert summary.levels["simple"].wins >= 1


def test_levels_take_note_of_masked_events_only():
    told: list[object] = []

    class Listener(SimpleBot):
        def notice(self, event):
            super().notice(event)
            told.append(event)

    levels = {**LEVELS, "listens": Level(Listener, "Listener", "A test.")}
    players = [Player("Ann", "listens"), Player("Bob", "random")]
    host = Host(load_variant("rummygames"), players, 1, levels=levels, limit=UNBOUNDED)
    host.draw_for_dealer()
    host.deal()
    for _ in range(30):
        host.do(host.bot_action())
    assert len(told) > 20
    assert told == [seen_by(event, 0) for event in host.log[: len(told)]]
