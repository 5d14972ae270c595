"""The reasons of hints are true: each claim is looked at in the cards, in drawn games."""

from collections import Counter
from random import Random

import pytest

from shanghai.bots.protocol import never
from shanghai.engine.actions import Call, CallShanghai, Discard, GoDown, LayOff, Swap, Take
from shanghai.engine.calls import callers
from shanghai.engine.cards import ALL_FACES, HIDDEN, JOKER, NATURAL_FACES, Card, face_of, labels
from shanghai.engine.events import (
    CallGranted,
    Dealt,
    Discarded,
    DiscardTaken,
    Drawn,
    JokerSwapped,
    LaidOff,
    ShanghaiCalled,
)
from shanghai.engine.game import apply, legal, refuse
from shanghai.engine.melds import places
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import seen_by
from shanghai.engine.solver import can_go_down, shortage
from shanghai.engine.state import Phase
from shanghai.engine.turn import is_playable, may_discard_last, may_lay_on, takes_from
from shanghai.engine.wild import is_wild, wild_index
from shanghai.table.hints import advise
from shanghai.table.host import Host, Player
from shanghai.table.reasons import Reasons
from shanghai.variants.library import known_variants, more_variants
from shanghai.variants.loader import load_variant

FEW = ("playerules", "telefunken-desordenada", "california")
REMEMBERED = 8
"""How many of the last cards that a player let go count."""
OFTEN = {"useless", "no-nearer", "no-meld", "stays", "lighter", "took", "laid", "made", "keeps"}
"""Reasons that any few games have."""


def positions(variant, seed, rounds, share):
    """Views of seats that have something to decide, in a turn or about a call, each with what the
    seat has heard."""
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
                asked = callers(host.state) if host.state.phase is Phase.DRAW else ()
                seat = random.choice([host.state.turn, *asked])
                heard = [seen_by(event, seat) for event in host.log]
                deals = [at for at, event in enumerate(heard) if isinstance(event, Dealt)]
                yield host.view(seat), heard[deals[-1] :]
            host.do(host.bot_action())
    host.close()


def goes_with(view, one, other, seat=NOBODY):
    """Whether two natural cards are of one rank or near in one suit, as the round of a seat asks
    for it."""
    seat = view.viewer if seat == NOBODY else seat
    if any(is_wild(view.rules, card) for card in (one, other)):
        return False
    if view.seats[seat].down and not view.rules.meld_when_down:
        return False
    ranks = [face_of(card) % 13 + 1 for card in (one, other)]
    asked = view.to_lay(seat)
    if ranks[0] == ranks[1] and asked.set_count:
        return True
    if face_of(one) // 13 != face_of(other) // 13 or not asked.run_count:
        return False
    return any(0 < abs(a - b) <= 2 for a in places_of(view, one) for b in places_of(view, other))


def still_out(view, heard):
    """How many copies of each face are in no place where the viewer saw them."""
    pile, held = [], set()
    for event in heard:
        match event:
            case Dealt():
                pile, held = [event.upcard], set()
            case Discarded():
                pile.append(event.card)
                held.discard(event.card)
            case DiscardTaken() | CallGranted():
                held.add(pile.pop())
            case JokerSwapped():
                held.add(event.joker)
            case ShanghaiCalled():
                pile.pop()
                held |= {event.picked} if event.given else set()
                held |= {event.card} if event.back else set()
    count = len(view.discards)
    lying = {*view.discards, *(pile[-count:] if count else ())}
    melded = {card for meld in view.table for card in meld.cards}
    seen = Counter(
        map(face_of, ({*view.seats[view.viewer].hand} | lying | melded | held) - {HIDDEN})
    )
    pack = view.rules.pack(view.players, view.round)
    copies = {face: pack.jokers if face == JOKER else pack.decks for face in ALL_FACES}
    return {face: max(0, copies[face] - seen[face]) for face in ALL_FACES}


def helping(view, heard, hand):
    """How many cards that the viewer does not see bring a hand nearer."""
    short, out = shortage(hand, view.contract, view.rules), still_out(view, heard)
    nearer = [
        face
        for face in ALL_FACES
        if shortage((*hand, Card(face)), view.contract, view.rules) < short
    ]
    if short == 1 or view.rules.exchange_duty == "none":
        nearer += [
            face
            for face, wild in won_by(view).items()
            if face_of(wild) in nearer and face not in nearer
        ]
    return sum(out[face] for face in nearer)


def won_by(view):
    """The wild card of the table that each natural face wins, for a player who is not down."""
    rules, faces = view.rules, {}
    for meld in view.table if rules.exchange != "none" and rules.exchange_when != "down" else ():
        is_own = rules.exchange == "others" and meld.owner == view.viewer
        if not is_own and (meld.is_run or rules.exchange_in != "runs"):
            for face in NATURAL_FACES:
                if (index := wild_index(rules, meld, face)) >= 0:
                    faces.setdefault(face, meld.cards[index])
    return faces


def in_one_run(view, cards, card):
    """The groups of cards that could lie in one run of the contract with a card."""
    own = {
        face_of(other) % 13: other for other in cards if face_of(other) // 13 == face_of(card) // 13
    }
    for length in {size for each in view.to_lay(view.viewer).options for size in each.runs} or {3}:
        for start in range(1 - length, 15):
            places = range(start, start + length)
            lowest, highest = {
                "low": (1, 13),
                "high": (2, 14),
                "both": (1, 14),
                "round": (-13, 28),
            }[view.rules.ace]
            if start < lowest or places[-1] > highest:
                continue
            if any(place in places for place in places_of(view, card)):
                ranks = {(place - 1) % 13 for place in places} - {rank(card)}
                yield length, {own[each] for each in ranks if each in own}


def taken_and_let_go(heard, seat):
    """The faces that a seat took and holds, and the last that it tossed or left."""
    taken, let_go, top = [], [], None
    for event in heard:
        match event:
            case Dealt():
                top = event.upcard
            case DiscardTaken() | CallGranted():
                taken += [event.card] if event.seat == seat else []
                top = None
            case Drawn():
                let_go += [face_of(top)] if event.seat == seat and top is not None else []
                top = None
            case Discarded() | LaidOff():
                taken = [card for card in taken if card != event.card]
            case _:
                continue
        if isinstance(event, Discarded):
            let_go += [face_of(event.card)] if event.seat == seat else []
            top = event.card
    return {face_of(card) for card in taken}, set(let_go[-REMEMBERED:])


def run_places(view, meld):
    """The places of a run: from 1 for a low ace to 14 for a high one."""
    at, card = next(
        (at, card)
        for at, card in enumerate(meld.cards)
        if face_of(card) % 13 and not is_wild(view.rules, card)
    )
    low = face_of(card) % 13 + 1 - at
    return set(range(low, low + len(meld.cards)))


def continues(view, meld, card, missing):
    """Whether a card continues a run once some missing cards lie on it."""
    suit = face_of(card) // 13
    if not meld.is_run or any(face // 13 != suit for face in missing):
        return False
    return any(joins(view, meld, [*each, face_of(card)]) for each in (missing, missing[::-1]))


def joins(view, meld, faces):
    """Whether cards join the end of a run one after the other."""
    places = run_places(view, meld)
    for face in faces:
        near = {
            place
            for place in places_of(view, face)
            if place not in places and {place - 1, place + 1} & places
        }
        if not near:
            return False
        places = places | near
    return True


def places_of(view, card):
    """The places that a card may have in a run."""
    rank = face_of(card) % 13 + 1
    if view.rules.ace == "round":
        return {rank - 13, rank, rank + 13}
    aces = {"low": {1}, "high": {14}, "both": {1, 14}}[view.rules.ace]
    return aces if rank == 1 else {rank}


def fits_nowhere(view, card, why):
    """Whether the reason is so for which no meld takes a card."""
    if why.place == "":
        return True
    rank, suit, table = face_of(card) % 13, face_of(card) // 13, view.table
    if why.place == "gap":
        return continues(view, table[why.meld - 1], card, why.cards)
    if why.place == "inside" and not table[why.meld - 1].is_run:
        return not places(view.rules, table[why.meld - 1], card) and any(
            face_of(other) == face_of(card) for other in table[why.meld - 1].cards
        )
    if why.place in ("inside", "far"):
        taken, own = run_places(view, table[why.meld - 1]), places_of(view, card)
        if why.place == "inside":
            return bool(own & taken)
        gaps = [max(place - max(taken), min(taken) - place) - 1 for place in own]
        return min(gap for gap in gaps if gap > 0) == why.before
    kinds = {meld.is_run for meld in table}
    assert kinds == {"no-set": {False}, "no-run": {True}}.get(why.place, kinds)
    naturals = [
        (meld.is_run, face_of(other))
        for meld in table
        for other in meld.cards
        if not is_wild(view.rules, other)
    ]
    return not any(face // 13 == suit if is_run else face % 13 == rank for is_run, face in naturals)


def points(view, card):
    return view.rules.face_points(face_of(card))


def claims(view, heard, action, why):
    """Each claim that the reason of a hint makes, as whether it is so."""
    hand, card = view.seats[view.viewer].hand, getattr(action, "card", None)
    rest, top = [other for other in hand if other != card], view.top
    natural = [other for other in hand if not is_wild(view.rules, other)]
    about = (top if card is None else card) if why.card == HIDDEN else why.card

    def short(cards):
        return shortage(cards, view.contract, view.rules)

    def without(other):
        return short([each for each in hand if each != other])

    for pair in why.pairs:
        yield pair in hand and rank(pair) == rank(about) and goes_with(view, pair, about)
    if why.is_set:
        sizes = [size for each in view.to_lay(view.viewer).options for size in each.sets]
        yield len(why.pairs) + 1 >= min(sizes, default=3)
    if why.beside:
        yield any(goes_with(view, near, about) for near in why.beside) and {*why.beside} <= {*hand}
        runs = [*in_one_run(view, natural, about)]
        beside = {*map(face_of, why.beside)}
        yield any(beside <= {*map(face_of, each)} for _, each in runs)
        yield not why.is_run or any(len(why.beside) == size - 1 for size, _ in runs)
        yield not any(face_of(other) == face_of(about) for other in rest if other != about)
    match why.code:
        case "heaviest" | "useless":
            yield all(points(view, other) <= points(view, card) == why.after for other in hand)
            yield (why.code == "heaviest") == is_playable(view, card)
            yield fits_nowhere(view, card, why)
        case "alike":
            yield bool(why.cards) and not is_playable(view, card)
            yield not any(
                refuses_no_place(view, other, meld)
                for other in (card, *why.cards)
                for meld in range(1, len(view.table) + 1)
            )
            yield {why.after} == {points(view, other) for other in (card, *why.cards)}
        case "soon":
            yield points(view, why.card) >= points(view, card)
            yield continues(view, view.table[why.meld - 1], why.card, why.cards)
        case "fitting" | "to-go-out":
            yield why.code == "fitting" or not may_discard_last(view)
            yield why.card in rest and is_playable(view, why.card)
            yield refuses_no_place(view, why.card, why.meld)
            yield not is_playable(view, card)
        case "laid":
            yield why.seat == view.seat_after(view.viewer) and view.seats[why.seat].down
            yield may_lay_on(view, why.seat, view.table[why.meld - 1])
            yield bool(places(view.rules, view.table[why.meld - 1], why.card))
            yield not is_playable(view, card)
        case "took" | "denies":
            taken, let_go = taken_and_let_go(heard, why.seat)
            yield why.code == "denies" or why.seat == view.seat_after(view.viewer)
            yield not any(goes_with(view, face, why.card, why.seat) for face in let_go)
            yield not view.seats[why.seat].down and taken >= set(why.cards)
            yield all(goes_with(view, face, why.card, why.seat) for face in why.cards)
            if why.code == "took":
                yield not any(goes_with(view, face, card, why.seat) for face in taken) or any(
                    goes_with(view, face, card, why.seat) for face in let_go
                )
        case "let-go":
            yield why.seat == view.seat_after(view.viewer) and not view.seats[why.seat].down
            let_go = taken_and_let_go(heard, why.seat)[1]
            yield bool(why.cards) and let_go >= set(why.cards)
            near = [face for face in why.cards if goes_with(view, face, card, why.seat)]
            yield all(face in near or face == face_of(card) for face in why.cards)
            own = [face for face in why.cards if rank(face) == rank(card)]
            yield bool(own) or len(near) > 1
            yield face_of(why.card) not in let_go
        case "keeps" | "more":
            fits = [other for other in natural if other != card and goes_with(view, card, other)]
            same = {face_of(other) for other in fits if rank(other) == rank(card)} - {face_of(card)}
            yield why.after == 1 or len(same) < len(why.pairs) + len(why.beside)
            yield why.after == 1 or alone(view, natural, card) == (why.code == "keeps")
        case "alone":
            yield alone(view, natural, card)
            yield not why.left or (view.rules.ace == "high" and rank(card) == 0)
        case "needed":
            yield without(why.card) == why.after > why.before == short(rest)
        case "opens":
            others = [other for other in hand if other != why.card]
            yield (
                helping(view, heard, rest) == why.before > why.after == helping(view, heard, others)
            )
        case "likelier":
            out = still_out(view, heard)
            for count, one in ((why.before, why.card), (why.after, card)):
                faces = [face for face in ALL_FACES if goes_with(view, face, one)]
                yield sum(out[face] for face in faces) == count
            yield why.before > why.after
        case "reach":
            yield bool(why.cards) and {*why.cards} <= reach(view, natural, why.card)
            yield alone(view, natural, card)
        case "counts":
            yield points(view, card) == why.before > why.after == points(view, why.card)
            both = [
                any(goes_with(view, one, other) for other in natural if other != one)
                for one in (card, why.card)
            ]
            yield not why.left or both == [False, False]
            yield not why.left or all(alone(view, natural, one) for one in (card, why.card))
            yield without(card) <= without(why.card)
        case "heavy" | "hurry":
            heavier = [other for other in hand if points(view, other) > points(view, card)]
            yield all(without(other) > without(card) for other in heavier)
            yield all(without(other) >= without(card) for other in hand)
            yield points(view, card) == why.after
            yield why.code == "hurry" or short(rest) == why.before
            if why.code == "hurry":
                yield view.seats[why.seat].down and len(view.seats[why.seat].hand) == why.before
        case "out":
            yield goes_out(apply(view, action)[0], view.viewer)
        case "further":
            contract = view.to_lay(view.viewer)
            yield not can_go_down(hand, contract, view.rules)
            yield can_go_down((*hand, top), contract, view.rules)
        case "fits-joker":
            after = apply(view, action)[0]
            won = [other for other in after.seats[view.viewer].hand if other not in hand]
            moves = [move for move in legal(after) if isinstance(move, LayOff | GoDown)]
            yield any(set(won) <= cards_of(move) for move in moves)
        case "points":
            yield points(view, card) == why.after
        case "spare":
            yield short(rest) == why.after
        case "helped":
            nearer = [face for face in ALL_FACES if short((*rest, Card(face))) < short(rest)]
            yield short(rest) == why.after == short(hand) and len(nearer) == why.before
        case "lighter":
            yield refuse(view, action) is None and points(view, card) == why.after
            yield (
                hand_points(view.rules, [each for each in rest if each not in why.cards])
                == why.before
            )
            yield can_lay(apply(view, action)[0], [*map(face_of, why.cards)])
            if why.left:
                yield view.seats[why.seat].down and len(view.seats[why.seat].hand) == why.left
        case "down":
            melded = {card for meld in action.melds for card in meld.cards}
            left = [card for card in hand if card not in melded]
            yield hand_points(view.rules, hand) == why.before
            yield hand_points(view.rules, left) == why.after
        case "no-meld":
            yield not takes_from(view, view.viewer, top) and points(view, top) == why.after
            yield fits_nowhere(view, top, why)
        case "fits" | "dear" if why.meld:
            yield refuses_no_place(view, top, why.meld)
        case "nearer" | "completes" if not isinstance(action, Swap):
            yield short(hand) == why.before > why.after == short((*hand, top))
        case "wider-late":
            yield helping(view, heard, (*hand, top)) == why.before > why.after
            yield why.after == helping(view, heard, hand) and short((*hand, top)) == short(hand)
            yield why.meld == (0 if view.turn == view.viewer else view.call_cost(view.viewer))
            total = sum(still_out(view, heard).values())
            yield why.left == (total if view.turn == view.viewer else short(hand))
        case "wider":
            yield (
                helping(view, heard, (*hand, top))
                == why.before
                > why.after
                == helping(view, heard, hand)
            )
        case "room":
            yield view.call_cost(view.viewer) == why.before and short(hand) == why.after
        case "costs":
            yield view.call_cost(view.viewer) == why.before
            if why.left:
                yield view.seats[why.seat].down and len(view.seats[why.seat].hand) == why.left
            yield short((*hand, top)) == why.after == short(hand) - 1
        case "stock":
            yield short((*hand, top)) < short(hand) and helping(view, heard, hand) == why.before
        case "goes":
            yield bool(why.pairs or why.beside)
        case "wins-own":
            yield why.card in hand and why.meld == meld_that_pays(view, why.card)
            won = won_by(view)[face_of(why.card)]
            yield short(hand) == 1 and short([*(c for c in hand if c != why.card), won]) == 0
        case "wild":
            yield is_wild(view.rules, top)
        case "no-nearer" | "stays":
            yield short((*hand, top)) >= short(hand)
            paid = won_by(view)
            yield why.before == helping(view, heard, hand) or (
                why.before == 0 and any(face_of(each) in paid for each in hand)
            )
            yield sum(still_out(view, heard).values()) == why.left
            if why.code == "stays":
                yield short(hand) == why.after
            else:
                yield alone(view, natural, top)
        case "twin":
            yield any(face_of(other) == face_of(about) for other in rest)
            asked = view.to_lay(view.viewer)
            is_once = not view.rules.repeated_suits or asked.set_suits == "different"
            yield (is_once or not asked.set_count) and (about in hand) == bool(why.before)
        case "made":
            asked = view.to_lay(view.viewer)
            yield len(set(why.cards)) == max(asked.sets) and set(why.cards) <= {*rest} & {*natural}
            yield len({*map(rank, why.cards)}) == 1
            yield rank(why.cards[0]) == rank(about) or asked.set_count == 1 == bool(why.pairs)
            yield (about in hand) == bool(why.before)
        case "one":
            yield points(view, card) == why.after
            mates = [other for other in rest if goes_with(view, card, other)]
            yield mates == [*why.cards] and len(mates) == 1
        case "enough":
            ranks = Counter(rank(other) for other in rest if other in natural)
            pairs = Counter(map(rank, why.cards))
            yield len(pairs) == why.before == view.to_lay(view.viewer).set_count
            yield set(pairs.values()) == {2} and all(ranks[each] >= 2 for each in pairs)
            yield ranks[rank(about)] == 1 == len(why.pairs) and set(why.cards) <= set(rest)
            yield not any(goes_with(view, about, other) for other in rest if other not in why.pairs)
        case "holds":
            yield short(rest) == 0 and why.after in (0, points(view, about))
        case "wins-but":
            yield face_of(top) in won_by(view) and why.meld == meld_that_pays(view, top)
            yield why.after == (0 if view.turn == view.viewer else view.call_cost(view.viewer))
        case "wins":
            yield face_of(top) in won_by(view) and why.meld == meld_that_pays(view, top)
        case "wins-late":
            yield face_of(top) in won_by(view) and why.meld == meld_that_pays(view, top)
            yield short(hand) == why.after and view.rules.exchange_duty != "none"
        case "exchanges":
            yield refuse(view, action) is None
            yield any(isinstance(step, GoDown | Swap) for step in legal(apply(view, action)[0]))
        case "burden":
            yield short(hand) == why.before > 0 and points(view, card) == why.after
        case "declared":
            after = apply(view, action)[0]
            yield refuse(after, Take(after.turn)) is not None
            yield is_playable(view, card) or not why.meld
            yield not why.meld or refuses_no_place(view, card, why.meld)
        case "caller-first" | "dead" | "may-not-take" | "takes-to-open" | "shanghaied":
            yield refuse(view, Take(view.viewer)).code == why.code
            yield why.after == 0 or why.after == helping(view, heard, hand)
            if why.code == "caller-first":
                yield why.seat in view.calls


def meld_that_pays(view, card):
    """The number of the first meld that gives a wild card for a card, 0 if none does."""
    rules = view.rules
    for number, meld in enumerate(view.table, 1):
        is_own = rules.exchange == "others" and meld.owner == view.viewer
        is_open = not is_own and (meld.is_run or rules.exchange_in != "runs")
        if is_open and wild_index(rules, meld, card) >= 0:
            return number
    return 0


def alone(view, cards, card):
    """Whether no other card could lie in one meld of the contract with a natural card."""
    others = [other for other in cards if other != card]
    return not any(goes_with(view, card, other) for other in others) and not reach(
        view, others, card
    )


def reach(view, cards, card):
    """The cards, each face once, that could lie in one run of the contract with a card."""
    length = max((size for each in view.contract.options for size in each.runs), default=0)
    faces = {face_of(other): other for other in cards if face_of(other) != face_of(card)}
    return {
        other
        for face, other in faces.items()
        if face // 13 == face_of(card) // 13
        and any(
            abs(one - near) < length
            for one in places_of(view, card)
            for near in places_of(view, other)
        )
    }


def rank(card):
    return face_of(card) % 13


def cards_of(move):
    """The cards of the hand that a move lays."""
    if isinstance(move, LayOff):
        return {move.card}
    return {card for meld in move.melds for card in meld.cards}


def can_lay(state, faces):
    """Whether a player can lay off all these cards, in some order and at some places."""
    steps = [step for step in legal(state) if isinstance(step, LayOff)] if faces else []
    return not faces or any(
        can_lay(apply(state, step)[0], without_one(faces, face_of(step.card)))
        for step in steps
        if face_of(step.card) in faces
    )


def without_one(faces, face):
    """The faces but one of a kind."""
    at = faces.index(face)
    return faces[:at] + faces[at + 1 :]


def goes_out(state, seat):
    """Whether a seat gets rid of all cards in this turn by lay-offs and a discard."""
    if not state.seats[seat].hand:
        return True
    if state.turn != seat or state.phase is not Phase.PLAY:
        return False
    moves = [move for move in legal(state) if isinstance(move, LayOff)]
    if len(state.seats[seat].hand) == 1:
        moves += [move for move in legal(state) if isinstance(move, Discard)]
    return any(goes_out(apply(state, move)[0], seat) for move in moves)


def refuses_no_place(view, card, meld):
    """Whether a meld takes a card, one that its seat may lay on."""
    lying = view.table[meld - 1]
    return bool(places(view.rules, lying, card)) and may_lay_on(view, view.viewer, lying)


def reasons_at(view, heard, random):
    """The hint of a position, and the reason for another move than its own; each with its move."""
    action, why = advise(view, heard, never)
    others = [Call(view.viewer, view.rules.call_word), None]
    if view.turn == view.viewer:
        others = [each for each in legal(view) if not isinstance(each, CallShanghai)]
    other = random.choice([each for each in others if each is None or refuse(view, each) is None])
    for move, one in ((action, why), (other, Reasons(view, heard).instead(other, action))):
        yield move, one
        if one is not None and one.first is not None:
            yield move, one.first


def checked(variant, seed, rounds, share):
    """How often each reason was looked at; fails where one is not so."""
    seen, random = Counter(), Random(seed)
    for view, heard in positions(variant, seed, rounds, share):
        for action, why in reasons_at(view, heard, random):
            if why is None:
                continue
            made = list(claims(view, heard, action, why))
            hand = labels(view.seats[view.viewer].hand)
            assert all(made), (variant, seed, action, why, hand, made)
            seen[why.code] += bool(made)
    return seen


def test_the_reasons_of_hints_are_so_in_a_few_games():
    seen = sum((checked(variant, 6, 2, 0.4) for variant in FEW), Counter())
    assert {*OFTEN} <= {code for code, count in seen.items() if count}
    assert sum(seen.values()) > 30


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*known_variants(), *more_variants()])
def test_the_reasons_of_hints_are_so_in_every_game(variant):
    seen = sum((checked(variant, seed, 5, 0.3) for seed in (1, 2, 3)), Counter())
    assert sum(seen.values()) > 50
