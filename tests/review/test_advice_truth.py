"""No advice is untrue by the rules of its round: any two moves of drawn games are compared."""

from collections import Counter
from random import Random

import pytest

from shanghai.engine.actions import GoDown
from shanghai.engine.cards import FACE_OF, label
from shanghai.engine.melds import places
from shanghai.engine.turn import is_playable
from shanghai.engine.wild import is_wild
from shanghai.review.advice import UNSHOWN, Advice
from shanghai.review.decisions import Cost, decisions_of, is_wanted
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant
from tests.review.games import play_game

GAMES = 100
"""Games of each variant in the long test."""
OF_THE_CONTRACT = {"Take", "Draw", "Call", "NoneType", "idle Draw", "idle NoneType", "wild Discard"}
"""Advice that speaks of the contract."""


def game_of(folder, variant, seed):
    """A finished game of a variant, of two rounds or stopped in its third one."""
    rules = load_variant(variant)
    seats = 4 if 4 in rules.table_sizes else rules.table_sizes[-1]
    players = (["simple", "easy", "simple", "hard"] * 2)[:seats]
    if rules.contracts_by == "round" and len(rules.contracts) > 2:
        return play_game(folder, variant, players, seed, (1, len(rules.contracts) // 2 + 1))
    return play_game(folder, variant, players, seed, stops_in=3)


def may_get_discards(state, seat):
    """Whether the rules let a seat take or call discards, down or not as it is."""
    rules, is_down = state.rules, state.seats[seat].down
    if rules.take_discard != ("not-down" if is_down else "once-down"):
        return True
    return bool(rules.calls_in(state.round)) and (rules.call_when_down or not is_down)


def others_lay_off(state, own_seat, card):
    """Whether another player who is down may get a discard, and a meld that is theirs takes it."""
    on, others = state.rules.lay_off_on, set(state.seat_numbers) - {own_seat}
    return any(
        state.seats[seat].down
        and may_get_discards(state, seat)
        and any(
            places(state.rules, meld, card)
            for meld in state.table
            if on == "any" or (on == "own" and meld.owner == seat)
        )
        for seat in others
    )


def may_end_soon(state):
    """Whether somebody who is down has so few cards that they may go out at any turn."""
    return any(holder.down and 0 < len(holder.hand) < 3 for holder in state.seats)


def fault_of(state, decision, better, reason):
    """What is untrue about the advice to do otherwise; empty where nothing is."""
    rules, seat, did = state.rules, decision.seat, decision.moves[0]
    is_down, points = state.seats[seat].down, rules.face_points
    others = [other for other in state.seat_numbers if other != seat]
    match reason:
        case "fits Discard" if did.shanghai or not others_lay_off(state, seat, did.card):
            return "nobody can lay it off"
        case "open Take" if not others_lay_off(state, seat, state.top):
            return "nobody could lay it off"
        case "taken Discard" | "gone Discard" if did.shanghai:
            return "nobody can take it"
        case "taken Discard" | "taken Take" if not any(
            may_get_discards(state, other) for other in others
        ):
            return "nobody collects any more"
        case "gone Discard" if not may_get_discards(state, state.seat_after(seat)):
            return "the next player takes none"
        case "fits Take" if not is_down or not is_playable(state, state.top):
            return "it cannot be laid off"
        case "burden" if not is_down or is_playable(state, state.top):
            return "it fits a meld"
        case "wild Discard" if not is_wild(rules, did.card) or not state.contract.wild_cap:
            return "no wild card serves here"
        case "whole Discard" if not state.all_in:
            return "the hand need not be laid whole"
        case "last Discard" if (
            is_down
            or not may_end_soon(state)
            or any(isinstance(move, GoDown) for move in decision.moves)
        ):
            return "the hand can go down, or nobody is nearly out"
        case "late Discard" if not may_end_soon(state):
            return "nobody is nearly out"
        case "GoDown Discard" if may_end_soon(state):
            return "somebody is nearly out"
        case "Take" | "Draw" | "Call" | "NoneType" if not is_wanted(state, seat):
            return "it brings the contract no nearer"
        case "idle Draw" | "idle NoneType" if is_wanted(state, seat):
            return "it brings the contract nearer"
        case "heavy Discard" | "caught Discard" if not (
            points(FACE_OF[better.card]) > points(FACE_OF[did.card])
        ):
            return "it is no heavier"
    return "the player is down" if is_down and reason in OF_THE_CONTRACT else ""


def look_at(folder, variant, seed, share):
    """How often each reason was given, by drawn alternatives; fails where one is untrue."""
    random, reasons = Random(seed), Counter()
    read = sound_game(game_of(folder, variant, seed))
    steps = opened_course(read)
    for number, decision in enumerate(decisions_of(read)):
        if random.random() > share:
            continue
        best = random.randrange(1, len(decision.moves))
        cost = Cost(number, 10.0, 1.0, best, own=random.choice((0.0, 3.0, 10.0)))
        advice = Advice(steps, decision, cost, label)
        state, better = steps[decision.at].before, decision.moves[best]
        fault = fault_of(state, decision, better, advice.reason)
        assert not fault, (variant, seed, decision.at, fault, advice.text)
        reasons[advice.reason] += 1
    return reasons


def test_no_advice_of_a_game_is_untrue(tmp_path):
    reasons = look_at(tmp_path, "hollywood", 7, 0.5)
    assert sum(reasons.values()) - reasons[UNSHOWN] > 10


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*known_variants(), *more_variants()])
def test_no_advice_is_untrue_in_any_game(variant, tmp_path):
    reasons = sum((look_at(tmp_path, variant, seed, 1) for seed in range(GAMES)), Counter())
    assert sum(reasons.values()) - reasons[UNSHOWN] > 10 * GAMES
