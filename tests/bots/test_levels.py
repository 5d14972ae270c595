"""The computer players: what each does in positions that call for one thing."""

from random import Random

import pytest

from shanghai.bots.levels import LEVELS, Level
from shanghai.bots.protocol import never
from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Call, Draw, Take
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase, State
from shanghai.records.documents import Document, read_documents
from shanghai.records.notation import write_move
from shanghai.simulation.games import Task
from shanghai.simulation.summary import summarize
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.playable import half_of, only_rounds, stands_still, tables
from tests.secrets import event_for
from tests.simulation import simulate

MOST_TURNS = 150
"""Own turns in a round that no simple player may need."""
UNBOUNDED = float("inf")
"""Seconds for an answer: a busy machine makes no player late."""


REST = """
    stock: 2C 3C 4C 6D 7D
    discards: 9S
"""


def position(variant: str, text: str, round: int = 1, phase: str = "play", turn: str = "Ann"):
    """The state of a position with Ann, Bob and Cy, Cy being the dealer."""
    lines = "\n".join(f"  {line.strip()}" for line in text.strip().splitlines())
    document = (
        f"variant: {variant}\nplayers: [Ann, Bob, Cy]\nposition:\n"
        f"  round: {round}\n  dealer: Cy\n  turn: {turn}\n  phase: {phase}\n{lines}\n"
    )
    (document_read,) = read_documents(document, "test", load_variant)
    assert isinstance(document_read, Document), document_read
    assert document_read.state is not None, document_read.reasons
    return document_read.state


def simple(seat: int = 0):
    return LEVELS["simple"].make(seat, Random(1), never)


def says(state: State, seat: int = 0) -> str:
    """The simple player's step as a sentence."""
    return write_move(simple(seat).decide(view_for(state, seat)), state)[-1]


def at_table(state: State) -> Host:
    """A position with a simple player and two people."""
    players = [Player("Ann", "simple"), Player("Bob"), Player("Cy")]
    return Host(state.rules, players, 1, state, limit=UNBOUNDED)


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
    most, host = longest_round(
        half_of(load_variant(variant), players, every=4), players, "simple", 3
    )
    assert host.notes == []
    assert most <= MOST_TURNS


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", some(("playerules", "grandma-davis", "california", "rummygames"))
)
def test_simple_beats_random(variant):
    levels = ("simple", "random", "random")
    task = Task(half_of(load_variant(variant), 3), levels, 4)
    summary = summarize(task, simulate(task, 2))
    assert summary.levels["simple"].points.mean < summary.levels["random"].points.mean
    assert summary.levels["simple"].wins >= 1


def test_levels_take_note_of_masked_events_only():
    heard: list[object] = []

    class Listener(SimpleBot):
        def notice(self, event):
            super().notice(event)
            heard.append(event)

    levels = {**LEVELS, "listens": Level(Listener, "Listener", "A test.")}
    players = [Player("Ann", "listens"), Player("Bob", "random")]
    host = Host(load_variant("rummygames"), players, 1, levels=levels, limit=UNBOUNDED)
    host.draw_for_dealer()
    host.deal()
    for _ in range(30):
        host.do(host.bot_action())
    assert len(heard) > 20
    assert heard == [event_for(event, 0) for event in host.log[: len(heard)]]
