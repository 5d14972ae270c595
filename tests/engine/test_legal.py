"""The list of legal actions against a brute-force twin that asks `refuse` about everything."""

import itertools
import random
from typing import get_args

import pytest
from msgspec import structs, to_builtins

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.actions import (
    Action,
    Call,
    CallShanghai,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    LayOff,
    MeldCards,
    Pass,
    Swap,
    Take,
)
from shanghai.engine.cards import FACES, JOKER
from shanghai.engine.game import apply, legal, refuse
from shanghai.engine.melds import places, read_meld, what_is_left
from shanghai.engine.moves import MOVES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal
from shanghai.engine.rules import choice_of
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.state import End, Kind, Meld, Phase, Seat, State
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.positions import position

CONTRACTS = [
    Contract((3,), ()),
    Contract((), (4,)),
    Contract((3, 3), ()),
    Contract((3,), (4,)),
    Contract((3,), (4,), set_suits="different"),
]


def test_each_kind_of_action_is_refused_and_done():
    assert {*MOVES} == {*get_args(Action)}


def canonical(action, state):
    """An action by the faces that it moves, as cards of one face are alike."""
    match action:
        case GoDown(melds=melds):
            laid = []
            for meld in melds:
                made = read_meld(state.rules, 0, meld)
                faces = tuple(card % FACES for card in meld.cards)
                order = faces if meld.kind is Kind.RUN else tuple(sorted(faces))
                laid.append((meld.kind.value, made.low, order))
            return ("down", tuple(sorted(laid)))
        case LayOff(card=card, meld=meld, end=end):
            found = places(state.rules, state.table[meld], card)
            return ("lay", card % FACES, meld, found[0] if end is None else end)
        case Swap(card=card, meld=meld):
            return ("swap", card % FACES, meld)
        case Discard(card=card, shanghai=shanghai):
            return ("discard", card % FACES, shanghai)
        case CallShanghai(seat=seat, meld=meld, end=end):
            found = places(state.rules, state.table[meld], state.discards[0])
            return ("shanghai", seat, meld, found[0] if end is None else end)
        case _:
            return (type(action).__name__, action.seat)


def all_melds(state, hand):
    """Every legal meld from the cards of a hand, each multiset and order of places once."""
    found = {}
    for size in range(3, len(hand) + 1):
        for cards in itertools.combinations(hand, size):
            kinds = [MeldCards(Kind.SET, cards)]
            kinds += [MeldCards(Kind.RUN, order) for order in run_orders(cards)]
            for meld in kinds:
                if not isinstance(read_meld(state.rules, 0, meld), Refusal):
                    found[
                        (meld.kind, frozenset(cards), meld.cards if meld.kind is Kind.RUN else ())
                    ] = meld
    return list(found.values())


def run_orders(cards):
    """The orders of the cards that could make a run: naturals rising, jokers anywhere."""
    naturals = sorted((card for card in cards if card % FACES != JOKER), key=lambda c: c % FACES)
    jokers = [card for card in cards if card % FACES == JOKER]
    if len({card % FACES // 13 for card in naturals}) != 1 or len(cards) < 4:
        return
    rising = [naturals]
    if naturals and naturals[0] % FACES % 13 == 0:
        rising.append([*naturals[1:], naturals[0]])
    for order in rising:
        for spots in itertools.combinations(range(len(cards)), len(jokers)):
            spare, natural = iter(jokers), iter(order)
            yield tuple(next(spare) if i in spots else next(natural) for i in range(len(cards)))


def twin(state):
    """Every action of every seat that `refuse` lets pass, by brute force."""
    ends = (None, End.LOW, End.HIGH)
    melds = range(len(state.table))
    for seat in range(state.players):
        yield from (Draw(seat), Take(seat), Pass(seat), EndTurn(seat))
        yield from (Call(seat, word) for word in ("buy", "may-i"))
        yield from (CallShanghai(seat, m, end) for m in melds for end in ends)
        for card in state.seats[seat].hand:
            yield from (Discard(seat, card, said) for said in (False, True))
            yield from (LayOff(seat, card, m, end) for m in melds for end in ends)
            yield from (Swap(seat, card, m) for m in melds)
        if seat == state.turn and state.phase is Phase.PLAY:
            possible = all_melds(state, state.seats[seat].hand)
            for count in range(1, 3):
                for chosen in itertools.combinations(possible, count):
                    yield GoDown(seat, chosen)


def small_state(rules, chance):
    """A position of a few cards: three seats, some melds on the table, any phase of a turn."""
    pack = list(rules.cards(3))
    chance.shuffle(pack)
    jokers = [card for card in pack if card % FACES == JOKER]
    low = [card for card in pack if card % FACES != JOKER and card % FACES % 13 < 5]
    suited = sorted(low, key=lambda card: (card % FACES // 13, card % FACES % 13))
    hand = tuple({*suited[chance.randrange(8) :][:5], *jokers[: chance.randrange(3)], *low[:2]})
    left = [card for card in pack if card not in hand]
    table = list(melds_from(rules, left, chance))
    used = {card for meld in table for card in meld.cards} | set(hand)
    left = [card for card in left if card not in used]
    turn = chance.randrange(3)
    seats = [
        Seat(name, tuple(left.pop() for _ in range(3)), chance.random() < 0.5) for name in "ABC"
    ]
    seats[turn] = Seat("ABC"[turn], hand[: chance.choice((1, 2, 7, 7))], chance.random() < 0.5)
    phase = chance.choice((Phase.DRAW, Phase.PLAY))
    discards = tuple(left.pop() for _ in range(chance.randrange(4)))
    locked = rules.shanghai and bool(discards) and chance.random() < 0.2
    state = State(
        rules=rules,
        seats=tuple(seats),
        phase=phase,
        dealer=chance.randrange(3),
        turn=turn,
        table=tuple(table),
        stock=tuple(left[: chance.randrange(4)]),
        discards=discards,
        tossers=tuple(chance.choice((NOBODY, 0, 1, 2)) for _ in discards),
        live=chance.random() < 0.8,
        locked=locked and phase is Phase.DRAW,
        tossed=bool(discards) and not locked and phase is Phase.DRAW and chance.random() < 0.7,
        given_up=phase is Phase.DRAW and chance.random() < 0.2,
        went_down=phase is Phase.PLAY and seats[turn].down and chance.random() < 0.3,
        **opening(rules, seats[turn], phase, chance),
    )
    return with_parts(state, chance) if rules.lay_in_parts else state


def with_parts(state, chance):
    """The state with a meld of the table as a part of the contract of the player on turn."""
    seat, whole = state.seats[state.turn], state.whole_contract_of(state.turn)
    meld = chance.choice(state.table) if state.table else None
    left = what_is_left(state.rules, whole, [meld]) if meld else None
    if seat.down or not isinstance(left, tuple) or not all(each.size for each in left):
        return state
    own = structs.replace(meld, owner=state.turn)
    table = tuple(own if each is meld else each for each in state.table)
    seats = list(state.seats)
    seats[state.turn] = structs.replace(seat, parts=(own,), to_come=choice_of(left))
    return structs.replace(state, seats=tuple(seats), table=table)


def opening(rules, seat, phase, chance):
    """What is kept of a discard that was taken to go down with it."""
    if rules.take_discard != "to-open" or phase is not Phase.PLAY or chance.random() < 0.3:
        return {}
    return {"taken": chance.choice(seat.hand), "must_go_down": not seat.down}


def melds_from(rules, cards, chance):
    """A set and a run from the cards, with a joker now and then."""
    jokers = [card for card in cards if card % FACES == JOKER]
    rank, suit, low = chance.randrange(13), chance.randrange(4), chance.randrange(2, 9)
    same = [card for card in cards if card % FACES != JOKER and card % FACES % 13 == rank][:3]
    by_face = {card % FACES: card for card in cards}
    row = [by_face[suit * 13 + low + i] for i in range(4) if suit * 13 + low + i in by_face]
    if len(row) < 4:
        return
    if jokers and chance.random() < 0.6:
        row[chance.randrange(4)] = jokers[0]
    if set(same).isdisjoint(row):
        meld = read_meld(rules, chance.randrange(3), MeldCards(Kind.SET, tuple(same)))
        if isinstance(meld, Meld):
            yield meld
    meld = read_meld(rules, chance.randrange(3), MeldCards(Kind.RUN, tuple(row)))
    if isinstance(meld, Meld):
        yield meld


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"discard_ban": ["wild", "taken"]},
        {"take_discard": "to-open", "exchange": "any"},
        {"lay_in_parts": True, "exchange_duty": "none"},
    ],
    ids=["", "ban", "to-open", "parts"],
)
@pytest.mark.parametrize("variant", known_variants())
@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_list_is_complete_in_small_positions(variant, contract, changes):
    base = load_variant(variant)
    rules = load_variant(
        variant,
        {
            "contracts": [to_builtins(contract)],
            "deal": [8],
            "call_limit": [2],
            **changes,
            **({"all_in_rounds": []} if base.all_in_rounds else {}),
        },
    )
    chance = random.Random(f"{variant} {contract}")
    for _ in range(30):
        state = small_state(rules, chance)
        wanted = {canonical(a, state) for a in twin(state) if refuse(state, a) is None}
        listed = [canonical(action, state) for action in legal(state)]
        assert set(listed) == wanted
        assert len(listed) == len(wanted)


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_copies_only_the_one_that_was_taken_is_barred(is_first):
    rules = with_house_rules(load_variant("playerules"), {"discard_ban": ["taken"]})
    state = position(
        "playerules", {"Ann": "JC KD", "Bob": "2D", "Cy": "4C"}, turn="Ann", by="Cy", discards="JC"
    )
    (other, king), taken = state.seats[0].hand, state.discards[0]
    state, _ = apply(structs.replace(state, rules=rules), Take(0))
    hand = (taken, king, other) if is_first else (other, king, taken)
    seats = (structs.replace(state.seats[0], hand=hand), *state.seats[1:])
    state = structs.replace(state, seats=seats)
    discards = {action.card for action in legal(state) if isinstance(action, Discard)}
    assert discards == {other, king}
    assert refuse(state, Discard(0, other)) is None
    assert refuse(state, Discard(0, taken)).code == "barred-discard"


@pytest.mark.parametrize("level", ["random", "simple", "hard"])
@pytest.mark.parametrize("taken", ["JK", "QS"])
def test_the_discard_taken_to_go_down_is_laid_before_wild_cards_of_more_points(taken, level):
    """HR-9: where any of several wild cards would do, the one that was taken is in a meld."""
    cap = {"kind": "fixed", "most": 1}
    melds = {"contracts": [{"sets": [3]}], "exact_sizes": True, "joker_cap": cap}
    points = {"joker_points": 0, "card_points": {"QS": 0}}
    wild = {"wild_ranks": ["Q"], "wild_natural": False}
    changes = {"take_discard": "to-open", "deal": [6], "call_limit": [2]}
    rules = load_variant("playerules", changes | melds | points | wild)
    hands = {"Ann": "9S 9H QH KD 3C", "Bob": "2D", "Cy": "4C"}
    state = position("playerules", hands, turn="Ann", discards=taken)
    state, _ = apply(structs.replace(state, rules=rules), Take(0))
    for most in (None, 1, 20):
        lay_downs = [action for action in legal(state, most) if isinstance(action, GoDown)]
        assert lay_downs
        assert all(refuse(state, each) is None for each in lay_downs)
    bot = LEVELS[level].make(0, random.Random(1), never)
    assert isinstance(bot.decide(view_for(state, 0)), GoDown)
