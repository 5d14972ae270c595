"""The reasons of hints are true: each claim is looked at in the cards, in drawn games."""

from collections import Counter
from random import Random

import pytest

from shanghai.bots.protocol import never
from shanghai.engine.actions import Discard, LayOff, Take
from shanghai.engine.cards import face_of
from shanghai.engine.events import Dealt
from shanghai.engine.game import apply, refuse
from shanghai.engine.seen import seen_by
from shanghai.engine.solver import shortage
from shanghai.engine.state import Phase
from shanghai.engine.turn import is_playable
from shanghai.engine.wild import is_wild
from shanghai.table.hints import advise
from shanghai.table.host import Host, Player
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant

FEW = ("playerules", "telefunken-desordenada", "california")
OFTEN = {"heaviest", "no-nearer", "keeps", "lighter", "no-meld"}
"""Reasons that any few games have."""


def positions(variant, seed, rounds, share):
    """Views of seats that have something to decide, each with what the seat has heard."""
    random, rules = Random(seed), load_variant(variant)
    seats = next((size for size in rules.table_sizes if size >= 3), rules.table_sizes[-1])
    host = Host(rules, [Player(f"Player {seat}", "hard") for seat in range(seats)], seed)
    while host.state.phase is not Phase.GAME_OVER and host.state.round <= rounds:
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase not in (Phase.DRAW, Phase.PLAY):
            if host.state.round == rounds:
                break
            host.deal()
        else:
            if random.random() < share:
                heard = [seen_by(event, host.state.turn) for event in host.log]
                deals = [at for at, event in enumerate(heard) if isinstance(event, Dealt)]
                yield host.view(host.state.turn), heard[deals[-1] :]
            host.do(host.bot_action())
    host.close()


def goes_with(view, one, other):
    """Whether two natural cards are of one rank or near in one suit, as the round asks for it."""
    ranks = [face_of(card) % 13 + 1 for card in (one, other)]
    asked = view.to_lay(view.viewer)
    if ranks[0] == ranks[1] and asked.set_count:
        return True
    if face_of(one) // 13 != face_of(other) // 13 or not asked.run_count:
        return False
    values = {"low": [1], "high": [14], "both": [1, 14], "round": [1, 14]}[view.rules.ace]
    places = [values if rank == 1 else [rank] for rank in ranks]
    return any(0 < abs(a - b) <= 2 for a in places[0] for b in places[1])


def points(view, card):
    return view.rules.face_points(face_of(card))


def claim_holds(view, action, why):
    """Whether what a hint gives as a reason is so."""
    hand = view.seats[view.viewer].hand
    card = getattr(action, "card", None)
    rest = [other for other in hand if other != card]

    def short(cards):
        return shortage(cards, view.contract, view.rules)

    match why.code:
        case "heaviest":
            return all(points(view, other) <= points(view, card) == why.after for other in hand)
        case "fitting":
            return why.card in rest and is_playable(view, why.card)
        case "keeps":
            fits = [goes_with(view, why.card, mate) for mate in why.mates]
            return {why.card, *why.mates} <= {*rest} and fits and all(fits)
        case "alone":
            natural = [other for other in rest if not is_wild(view.rules, other)]
            return not any(goes_with(view, card, other) for other in natural)
        case "needed":
            return short([c for c in hand if c != why.card]) > short(rest)
        case "opens":
            return why.before > why.after
        case "out" if isinstance(action, Discard):
            return len(hand) == 1
        case "lighter" if isinstance(action, LayOff):
            return is_playable(view, card) and points(view, card) == why.after
        case "no-meld":
            return not is_playable(view, view.top) and points(view, view.top) == why.after
        case "nearer":
            return short(hand) == why.before > why.after == short((*hand, view.top))
        case "no-nearer":
            return short((*hand, view.top)) >= short(hand) == why.after
        case "holds":
            return short(hand) == 0
        case "declared":
            after = apply(view, action)[0]
            return refuse(after, Take(after.turn)) is not None
        case _:
            return None


def checked(variant, seed, rounds, share):
    """How often each reason was looked at; fails where one is not so."""
    seen = Counter()
    for view, heard in positions(variant, seed, rounds, share):
        action, why = advise(view, heard, never)
        if why is None:
            continue
        holds = claim_holds(view, action, why)
        assert holds is None or holds, (variant, seed, action, why, view.seats[view.viewer].hand)
        seen[why.code] += holds is not None
    return seen


def test_the_reasons_of_hints_are_so_in_a_few_games():
    seen = sum((checked(variant, 3, 2, 0.6) for variant in FEW), Counter())
    assert {*OFTEN} <= {code for code, count in seen.items() if count}
    assert sum(seen.values()) > 30


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*known_variants(), *more_variants()])
def test_the_reasons_of_hints_are_so_in_every_game(variant):
    seen = sum((checked(variant, seed, 5, 0.3) for seed in (1, 2, 3)), Counter())
    assert sum(seen.values()) > 50
