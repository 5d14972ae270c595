"""Worlds and moves tried in them: they fit what a seat has seen, and follow from nothing else."""

import os
import signal
import subprocess
import sys
from random import Random

import numpy as np
import pytest
from msgspec import structs

from shanghai.bots.machine_code import make_ready
from shanghai.bots.memory import Memory
from shanghai.bots.playouts import actions, search, table as t
from shanghai.bots.playouts.compact_rules import compact_rules_for, compact_rules_of
from shanghai.bots.playouts.drawing import worlds
from shanghai.bots.playouts.search import costs, judged, play_moves
from shanghai.bots.playouts.thinking import Thinker, answer
from shanghai.bots.protocol import SearchQuestion, never
from shanghai.bots.thoughts import ThinkingApart
from shanghai.engine.actions import Call, Discard, Draw, LayOff, Swap, Take
from shanghai.engine.cards import face_of
from shanghai.engine.events import Dealt
from shanghai.engine.game import refuse
from shanghai.engine.legal import legal
from shanghai.engine.melds import places
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import Phase
from shanghai.simulation.games import seated
from shanghai.table.host import Host
from shanghai.variants.loader import load_variant
from tests.bots.playouts.replaying import rules_of

VARIANTS = ("rummygames", "grandma-davis", "california", "playerules")

pytestmark = pytest.mark.slow


def moments(variant, count, seed, heard=False, least=3):
    """Moments of a game before a discard from `least` cards: the state, its view and what its seat
    has seen.

    `heard`: the events of the round in place of the memory of them.
    """
    host = Host(rules_of(variant), seated(("simple",) * 4), seed)
    host.draw_for_dealer()
    memories, event_count = [Memory() for _ in range(4)], 0
    while count:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        action = host.bot_action()
        for event in host.log[event_count:]:
            for seat, memory in enumerate(memories):
                memory.notice(seen_by(event, seat))
        event_count = len(host.log)
        if isinstance(action, Discard) and len(host.state.seats[action.seat].hand) >= least:
            seen = tuple(seen_by(event, action.seat) for event in of_round(host.log))
            memory = seen if heard else memories[action.seat]
            yield host.state, view_for(host.state, action.seat), memory, action
            count -= 1
        host.do(action)


def of_round(log):
    deal = max(at for at, event in enumerate(log) if isinstance(event, Dealt))
    return log[deal:]


@pytest.mark.parametrize("variant", [*VARIANTS, "free-kaluki-51", "three-thirteen"])
def test_a_world_holds_the_pack_and_what_was_seen(variant):
    for state, view, memory, _ in moments(variant, 60, 3):
        compact = compact_rules_for(view.rules, view.round, 4)
        drawn = worlds(compact, view, memory, 3, 11)
        for world in range(3):
            counts = drawn.hands[world].sum(axis=0)
            for pile in (
                drawn.stocks[world, : len(state.stock)],
                drawn.piles[world, : len(state.discards)],
            ):
                counts = counts + np.bincount(pile, minlength=53)
            for meld in view.table:
                counts = counts + np.bincount([face_of(c) for c in meld.cards], minlength=53)
            assert np.array_equal(counts, compact.copies)
            for number, seat in enumerate(state.seats):
                hand = drawn.hands[world, number]
                assert hand.sum() == len(seat.hand)
                for card in (
                    memory.known_cards(view, number) if number != view.viewer else seat.hand
                ):
                    assert card in seat.hand
                    assert hand[face_of(card)] > 0
            pile = [face_of(card) for card in reversed(state.discards)]
            assert list(drawn.piles[world, : len(pile)]) == pile


def test_the_same_seed_makes_the_same_worlds_and_points():
    _, view, memory, action = list(moments("rummygames", 30, 4))[-1]
    compact = compact_rules_for(view.rules, view.round, 4)
    cards = {face_of(card): card for card in view.seats[view.viewer].hand}
    moves = [action, *(Discard(action.seat, card, False) for card in cards.values())]
    one, other, third = (
        play_moves(compact, view, moves, worlds(compact, view, memory, 20, seed))
        for seed in (5, 5, 6)
    )
    assert np.array_equal(one, other)
    assert not np.array_equal(one, third)


@pytest.mark.parametrize("before", [actions.take, actions.call])
def test_a_turn_draws_the_same_card_whatever_came_before(before):
    _, view, memory, _ = list(moments("rummygames", 9, 4))[-1]
    compact = compact_rules_for(view.rules, view.round, 4)
    drawn, cards = worlds(compact, view, memory, 40, 7), []
    for world in range(len(drawn)):
        cards += [_second_draw(compact, drawn, world, step) for step in (None, before)]
    assert cards[::2] == cards[1::2]
    assert len(set(cards)) > 10


def _second_draw(compact, drawn, world, before):
    """The face that the second turn draws, after a take, a call or neither in the first."""
    table = t.empty_table()
    t.copy_table(drawn.table, table)
    table.hands[:], table.stock[:] = drawn.hands[world], drawn.stocks[world]
    table.pile[:], table.phase, table.live, table.locked = drawn.piles[world], t.DRAW, 1, 0
    table.waiting_count = table.given_up = 0
    if before is actions.call:
        actions.call(compact, table, (table.turn + 2) % 4)
    (actions.take if before is actions.take else actions.draw)(compact, table)
    actions.discard(compact, table, int(np.flatnonzero(table.hands[table.turn])[0]), 0)
    seat, hand = table.turn, table.hands[table.turn].copy()
    actions.draw(compact, table)
    return int(np.flatnonzero(table.hands[seat] - hand)[0])


def test_a_joker_thrown_away_is_found_out():
    decisions = [
        (view, memory, action)
        for _, view, memory, action in moments("rummygames", 150, 6)
        if any(card % 53 == t.JOKER for card in view.seats[view.viewer].hand)
        and not view.seats[view.viewer].down
    ]
    view, memory, action = decisions[0]
    joker = next(card for card in view.seats[view.viewer].hand if card % 53 == t.JOKER)
    compact = compact_rules_for(view.rules, view.round, 4)
    moves = [action, Discard(action.seat, joker, False)]
    drawn = worlds(compact, view, memory, 200, 1)
    judgement = judged(costs(play_moves(compact, view, moves, drawn), drawn.seat, compact.sides))
    assert judgement.means[1] > 2 * judgement.errors[1] > 0
    assert judgement.means[0] == judgement.errors[0] == 0


def test_a_joker_that_may_be_won_is_tried_where_the_hard_player_discards():
    moves, tried = next(
        (Thinker(view.viewer, Random(1))._moves(view, action), tried)
        for _, view, _, action in moments("playerules", 300, 6)
        if (tried := {move for move in legal(view) if isinstance(move, Swap)})
    )
    assert tried & {*moves}


def test_exchanges_that_leave_the_hand_nearest_to_its_contract_come_first(monkeypatch):
    _, view, _, _ = next(moments("playerules", 1, 6))
    seat, hand = view.viewer, view.seats[view.viewer].hand
    thinker, lacks = Thinker(seat, Random(1)), dict(zip(hand[:3], (3, 1, 2), strict=True))
    swaps = [(Swap(seat, card, meld), t.JOKER) for meld, card in enumerate(lacks)]
    monkeypatch.setattr(thinker, "_swaps", lambda view: iter(swaps))

    def short(view, cards):
        return next(lack for card, lack in lacks.items() if card not in cards)

    monkeypatch.setattr(thinker, "short", short)
    assert [swap.card for swap in thinker._best_swaps(view)] == [hand[1], hand[2], hand[0]]


def test_a_lay_off_that_the_hard_player_keeps_back_is_what_its_discard_is_compared_with():
    moves, action, lay_offs = next(
        (Thinker(view.viewer, Random(1))._moves(view, action), action, lay_offs)
        for _, view, _, action in moments("california", 300, 6, least=2)
        if (lay_offs := {move for move in legal(view) if isinstance(move, LayOff)})
    )
    assert action not in lay_offs
    assert moves[0] in lay_offs
    assert action in moves


def a_player():
    """One who thinks, the rules and the view of its seat, and two cards of its hand."""
    _, view, heard, _ = next(moments("playerules", 1, 6, heard=True))
    thinker = Thinker(view.viewer, Random(1))
    for event in heard:
        thinker.notice(event)
    return thinker, compact_rules_of(view), view, view.seats[view.viewer].hand[:2]


@pytest.mark.parametrize(("spread", "is_kept"), [(6.0, True), (20.0, False)])
def test_a_card_that_fits_is_kept_only_for_a_sure_gain(spread, is_kept, monkeypatch):
    """A discard in the place of a lay-off seems to cost 2 points less in 64 worlds, with a standard
    error of 0.75 or of 2.5."""
    thinker, compact, view, (card, other) = a_player()
    seat = view.viewer

    def points(rules, view, moves, worlds):
        made = np.zeros((len(worlds), 2, rules.players))
        made[:, 1, seat] = -2 + spread * (-1.0) ** np.arange(len(worlds))
        return made

    monkeypatch.setattr(search, "play_moves", points)
    moves = [LayOff(seat, card, 0), Discard(seat, other)]
    thought = thinker._compare(compact, view, moves, 64, 1, never)
    assert (thought.move == moves[1]) is is_kept
    swapped = [Discard(seat, card), Discard(seat, other)]
    thought = thinker._compare(compact, view, swapped, 64, 1, never)
    assert thought.move == swapped[1], "other moves need half a standard error"


@pytest.mark.parametrize("fresh", [-2, -0.5])
def test_a_card_that_fits_is_kept_only_if_fresh_worlds_say_so_too(fresh, monkeypatch):
    """A discard costs 2 points less than a lay-off in the 64 worlds that choose it, and 2 or half a
    point less in the next 64, with a standard error of 0.75."""
    thinker, compact, view, (card, other) = a_player()
    seat = view.viewer
    tried = []

    def points(rules, view, moves, worlds):
        made = np.zeros((len(worlds), 2, rules.players))
        made[:, 1, seat] = 6 * (-1.0) ** np.arange(len(worlds))
        made[:, 1, seat] += -2 if sum(tried) < 64 else fresh
        tried.append(len(worlds))
        return made

    monkeypatch.setattr(search, "play_moves", points)
    moves = [LayOff(seat, card, 0), Discard(seat, other)]
    thought = thinker._compare(compact, view, moves, 64, 1, never)
    assert sum(tried) == 128
    assert (thought.move == moves[1]) is (fresh == -2)


def test_a_card_that_fits_is_kept_only_if_that_beats_each_place_for_it(monkeypatch):
    """A discard costs 2 points less than the first lay-off, another lay-off 1.5 points less."""
    thinker, compact, view, (card, other) = a_player()
    seat = view.viewer

    def points(rules, view, moves, worlds):
        made = np.zeros((len(worlds), 3, rules.players))
        made[:, 1, seat], made[:, 2, seat] = -2 + 6 * (-1.0) ** np.arange(len(worlds)), -1.5
        return made

    monkeypatch.setattr(search, "play_moves", points)
    moves = [LayOff(seat, card, 0), Discard(seat, other), LayOff(seat, card, 1)]
    assert thinker._compare(compact, view, moves, 64, 1, never).move == moves[2]


def test_a_wild_card_is_tried_at_other_places():
    view, joker, spots = next(
        (view, joker, spots)
        for _, view, _, _ in moments("playerules", 300, 6)
        for joker in range(t.JOKER, 4 * 53, 53)
        if (
            spots := [
                (n, end) for n, m in enumerate(view.table) for end in places(view.rules, m, joker)
            ]
        )
        and 2 <= len(spots) <= 4
    )
    own = LayOff(view.viewer, joker, *spots[0])
    others = Thinker(view.viewer, Random(1))._elsewhere(view, own)
    assert [(move.meld, move.end) for move in others] == spots[1:]


@pytest.mark.parametrize("variant", ["free-kaluki-51", "three-thirteen", "wide"])
def test_the_master_searches_where_points_or_wide_runs_are_asked_for(variant):
    for _, view, heard, action in list(moments(variant, 12, 9, heard=True))[-4:]:
        assert answer(question_of(view, heard, action, 5)).tried > 0


def test_draw_take_and_call_are_played_out():
    host = Host(load_variant("playerules"), seated(("simple",) * 4), 8)
    host.draw_for_dealer()
    host.deal()
    state, chance = host.state, Random(1)
    for seat in range(4):
        view, memory = view_for(state, seat), Memory()
        for event in host.log:
            memory.notice(seen_by(event, seat))
        own = [Take(seat), Draw(seat)] if seat == state.turn else [Call(seat, "BUY"), None]
        own = [
            structs.replace(m, word=view.rules.call_word) if isinstance(m, Call) else m for m in own
        ]
        own = [move for move in own if move is None or refuse(view, move) is None]
        compact = compact_rules_for(view.rules, view.round, 4)
        points = play_moves(
            compact, view, own, worlds(compact, view, memory, 10, chance.getrandbits(40))
        )
        assert points.shape == (10, len(own), 4)
        assert points.any()


def test_play_outs_are_the_same_in_another_process(tmp_path):
    code = (
        "from tests.bots.playouts.test_search import points_to_compare\n"
        "print(points_to_compare().tolist())"
    )
    processes = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert processes[0].stdout == processes[1].stdout


def question_of(view, heard, action, seed):
    return SearchQuestion(action.seat, view, heard, seed, 48, None, False)


def test_the_master_answers_the_same_when_hidden_cards_are_exchanged():
    chance = Random(2)
    for state, view, heard, action in list(moments("playerules", 30, 9, heard=True))[-6:]:
        seat = action.seat
        hidden = [
            card
            for other, holder in enumerate(state.seats)
            if other != seat
            for card in holder.hand
        ]
        hidden += state.stock
        chance.shuffle(hidden)
        seats = []
        for other, holder in enumerate(state.seats):
            hand = holder.hand
            if other != seat:
                hand, hidden = tuple(hidden[: len(hand)]), hidden[len(hand) :]
            seats.append(structs.replace(holder, hand=hand))
        exchanged = structs.replace(state, seats=tuple(seats), stock=tuple(hidden))
        assert exchanged != state
        other_view = view_for(exchanged, seat)
        one, other = (answer(question_of(v, heard, action, 5)) for v in (view, other_view))
        assert one == other
        assert one.tried > 0


def test_it_answers_the_same_in_a_process_of_its_own():
    assert make_ready()
    apart = ThinkingApart(2)
    try:
        apart.start()
        for _, view, heard, action in list(moments("california", 30, 9, heard=True))[-4:]:
            question = question_of(view, heard, action, 7)
            while (thought := apart.think(question)) is None:
                assert not apart.remark
            assert thought == answer(question)
        number = apart.pid
        assert number is not None
    finally:
        apart.close()
    assert apart.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_search_that_is_killed_runs_again():
    assert make_ready()
    apart = ThinkingApart()
    _, view, heard, action = list(moments("playerules", 10, 9, heard=True))[-1]
    question = question_of(view, heard, action, 7)
    try:
        while apart.think(question) is None:
            pass
        os.kill(apart.pid, signal.SIGKILL)
        remarks = set()
        while apart.think(question) is None:
            remarks.add(apart.remark)
        assert any("until its search" in words for words in remarks)
    finally:
        apart.close()


def points_to_compare():
    """Points of a round with jokers in hand, where a wrong index once read what lay beside."""
    _, view, memory, action = list(moments("california", 40, 4))[-1]
    compact = compact_rules_for(view.rules, view.round, 4)
    return play_moves(compact, view, [action], worlds(compact, view, memory, 200, 5))
