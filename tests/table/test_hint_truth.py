"""The reasons of hints are true: each claim is looked at in the cards, in drawn games."""

from collections import Counter
from random import Random

import pytest

from shanghai.bots.protocol import never
from shanghai.engine.actions import Discard, Swap, Take
from shanghai.engine.cards import HIDDEN, Card, face_of, labels
from shanghai.engine.events import Dealt
from shanghai.engine.game import apply, refuse
from shanghai.engine.melds import places
from shanghai.engine.scoring import hand_points
from shanghai.engine.seen import seen_by
from shanghai.engine.solver import shortage
from shanghai.engine.state import Phase
from shanghai.engine.turn import is_playable, may_lay_on, takes_from
from shanghai.engine.wild import is_wild
from shanghai.table.hints import advise
from shanghai.table.host import Host, Player
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant

FEW = ("playerules", "telefunken-desordenada", "california")
OFTEN = {"useless", "no-nearer", "needed", "hurry", "no-meld"}
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


def claims(view, action, why):
    """Each claim that the reason of a hint makes, as whether it is so."""
    hand, card = view.seats[view.viewer].hand, getattr(action, "card", None)
    rest, top = [other for other in hand if other != card], view.top
    natural = [other for other in hand if not is_wild(view.rules, other)]

    def short(cards):
        return shortage(cards, view.contract, view.rules)

    about = top if why.card == HIDDEN else why.card
    for pair in why.pairs:
        yield pair in hand and rank(pair) == rank(about) and goes_with(view, pair, about)
    for near in why.beside:
        yield near in hand and rank(near) != rank(about) and goes_with(view, near, about)
    if why.code in ("no-nearer", "stays"):
        yield all(short((*hand, Card(face))) < short(hand) for face in why.helps)
    match why.code:
        case "heaviest" | "useless":
            yield all(points(view, other) <= points(view, card) == why.after for other in hand)
            yield (why.code == "heaviest") == is_playable(view, card)
        case "fitting":
            yield why.card in rest and is_playable(view, why.card)
            yield refuses_no_place(view, why.card, why.meld)
        case "keeps" | "more":
            fits = [other for other in natural if other != card and goes_with(view, card, other)]
            yield why.after == 1 or len(fits) < len(why.pairs) + len(why.beside)
            yield why.after == 1 or bool(fits) == (why.code == "more")
        case "alone":
            yield not any(goes_with(view, card, other) for other in natural if other != card)
        case "needed":
            lost = short([other for other in hand if other != why.card])
            yield lost == why.after > why.before == short(rest)
        case "opens":
            yield why.before > why.after
        case "out" if isinstance(action, Discard):
            yield len(hand) == 1
        case "lighter" | "hurry":
            yield refuse(view, action) is None and points(view, card) == why.after
            if why.code == "hurry":
                yield view.seats[why.seat].down and len(view.seats[why.seat].hand) == why.before
        case "down":
            laid = {card for meld in action.melds for card in meld.cards}
            left = [card for card in hand if card not in laid]
            yield hand_points(view.rules, hand) == why.before
            yield hand_points(view.rules, left) == why.after
        case "no-meld":
            yield not takes_from(view, view.viewer, top) and points(view, top) == why.after
        case "fits":
            yield refuses_no_place(view, top, why.meld)
        case "nearer" | "completes" if not isinstance(action, Swap):
            yield short(hand) == why.before > why.after == short((*hand, top))
        case "no-nearer":
            yield short((*hand, top)) >= short(hand) == why.before
            yield not any(goes_with(view, top, other) for other in natural)
        case "stays":
            yield short((*hand, top)) >= short(hand) == why.before == why.after
        case "holds":
            yield short(rest) == 0
        case "declared":
            after = apply(view, action)[0]
            yield refuse(after, Take(after.turn)) is not None


def rank(card):
    return face_of(card) % 13


def refuses_no_place(view, card, meld):
    """Whether a meld takes a card, one that its seat may lay on."""
    held = view.table[meld - 1]
    return bool(places(view.rules, held, card)) and may_lay_on(view, view.viewer, held)


def checked(variant, seed, rounds, share):
    """How often each reason was looked at; fails where one is not so."""
    seen = Counter()
    for view, heard in positions(variant, seed, rounds, share):
        action, why = advise(view, heard, never)
        if why is None:
            continue
        made = list(claims(view, action, why))
        hand = labels(view.seats[view.viewer].hand)
        assert all(made), (variant, seed, action, why, hand, made)
        seen[why.code] += bool(made)
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
