"""What the rules page says is what the engine does, for every rule changed and many at random."""

import random
import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import chain, islice

import pytest
from msgspec import structs

from shanghai.engine.actions import (
    Call,
    Deal,
    Discard,
    EndTurn,
    GoDown,
    LayOff,
    MeldCards,
    Swap,
    Take,
)
from shanghai.engine.dealing import do_deal, next_dealer
from shanghai.engine.game import apply, game_before, new_game, refuse
from shanghai.engine.melds import meld_worth, places, read_lay_down, read_meld
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.refusal import Refusal, Refused
from shanghai.engine.scoring import HandCount, blind_bonus, bonus, end_round, go_out, round_points
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Ending, Kind, Phase, RoundResult, Seat, State
from shanghai.engine.supply import holds_first_right, settles_at_once, stock_need, supply
from shanghai.ui.setup.value_text import around
from shanghai.variants.draft import RulesDraft, all_keys
from shanghai.variants.file_types import SINGLE_FOR_ALL
from shanghai.variants.house_rules import plain_value, with_house_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.rulebook import CLAUSE_WORDS, KEYS_BY_HEADING, rule_lines
from shanghai.words.rulebook.message import filled_by_rules
from shanghai.words.rulebook.rules import RULE_WORDS
from tests.long import some
from tests.positions import Pack, position
from tests.simulation.drawing import drawn_rules, some_changes

CALIFORNIA = load_variant("california")
ALL = [load_variant(name) for name in known_variants()]
WITH_CHIPS = with_house_rules(ALL[0], {"chips": 20})
KEYS = all_keys()
RULE_NAMES = [*RULES]
ANN, BOB, CY = range(3)
OWN, OTHERS, RUN = range(3)
TABLE = (("Ann", "set", "9S 9H JK"), ("Bob", "set", "QS QH JK"), ("Bob", "run", "5C 6C JK 8C"))
NO_LAY_OFFS = {"last_discard": True, "lay_off_on": "none", "meld_when_down": True}
TOGETHER = (
    NO_LAY_OFFS,
    NO_LAY_OFFS | {"lay_off_at_once": False},
    {"lay_off_from": 3, "out_bonus": [5, 10], "joker_cap": {"kind": "fixed", "most": 0}},
    {"discard_ban": ["playable", "taken"], "call_limit": 0, "deal": 16, "deal_for": []},
    {"call_price_by": "call", "call_chips": 1, "chips": 20, "call_points": [5, 5]},
    {"last_turn": True, "discard_ban": ["taken", "wild"], "not_down_times": 2, "end_at": 500},
    {"down_from": 3, "all_in_rounds": [1], "all_in_discard": True, "wild_by_round": 3},
    {"take_discard": "once-down", "first_right": "always"},
    {"take_discard": "to-open", "first_right": "always", "call_order": "first"},
    {"take_discard": "to-open", "first_right": "unless-down"},
    {"must_discard": True, "last_discard": False, "shanghai": True, "out_bonus": 10},
    {"joker_cap": {"kind": "any", "only": "runs"}, "all_in_rounds": []},
    {"sides": 2, "partner_safe": True, "end_at": 300},
    {"lay_in_parts": True, "exchange_duty": "none"},
    {"must_discard": True, "last_discard": True, "all_in_rounds": [1]},
    {"sides": 3, "contracts_by": "player"},
    {"contracts_then": "first", "end_at": 900, "all_in_rounds": [1], "deal": 14},
    {"contracts_by": "player", "all_in_rounds": [1, 2], "call_limit": [3] * 9 + [4]},
    {
        "contracts": [
            {"runs": [13], "royal": True},
            {"runs": [4], "runs_of": "any"},
            {"runs": [4], "runs_of": "colour"},
            {"points": 40},
            {"sets": [3, 3], "set_suits": "different"},
        ],
        "deal": 12,
        "call_limit": 3,
        "all_in_rounds": [],
        "joker_cap_by_round": [{}, {}, {}, {"kind": "fixed", "most": 1}, {}],
    },
)
"""House rules that say more together than each alone."""
OPENING = "KH KS KD 2H 2D 5D"
"""A hand that a two lets go down."""
MANY_TURNS = 300
"""More than any rule lets pass before one lays off."""


def plain(rules):
    """The rules with what the positions here do not ask about as simple as can be."""
    rounds = len(rules.contracts)
    return structs.replace(
        rules,
        contracts=(Contract((3, 3)),) * rounds,
        all_in_rounds=(),
        call_limit=(max(rules.call_limit),) * rounds,
        joker_cap=JokerCap(),
        joker_cap_by_round=(),
        wild_ranks=(),
        wild_cards=(),
        upcard_wild=False,
        wild_by_round=(),
    )


@cache
def standing(hand, **more):
    hands = {"Ann": hand, "Bob": "3S 4H", "Cy": "3H 4S"}
    return position("california", hands, turns=MANY_TURNS, **more)


def at(rules, hand="KH 2D", *, down=True, phase="play", table=TABLE, turn="Ann", **more):
    """Ann with a hand in a late turn, three melds on the table."""
    state = standing(hand, turn=turn, phase=phase, table=table, **more)
    seats = [structs.replace(seat, chips=rules.chips) for seat in state.seats]
    seats[ANN] = structs.replace(seats[ANN], down=down)
    return structs.replace(state, rules=plain(rules), seats=tuple(seats))


def lay_down(state, *melds):
    held = Pack(state.seats[ANN].hand)
    return GoDown(ANN, tuple(MeldCards(Kind.SET, held.take(meld)) for meld in melds))


def may_lay_off(rules, meld, **more):
    card = {OWN: "9D", OTHERS: "QD", RUN: "9C"}[meld]
    state = at(rules, f"KH 2D {card}", **more)
    return refuse(state, LayOff(ANN, state.seats[ANN].hand[2], meld)) is None


def may_swap(rules, meld, **more):
    card = {OWN: "9D", OTHERS: "QD", RUN: "7C"}[meld]
    state = at(structs.replace(rules, exchange_duty="none"), f"KH 2D {card}", **more)
    return refuse(state, Swap(ANN, state.seats[ANN].hand[2], meld)) is None


def may_meld_more(rules, **more):
    state = at(rules, "KH KS KD 2D", **more)
    return refuse(state, lay_down(state, "KH KS KD")) is None


def may_go_down(rules, *melds, left="2D", turns=MANY_TURNS):
    state = at(rules, f"{' '.join(melds)} {left}".strip(), down=False, table=())
    state = structs.replace(state, turns=turns)
    return refuse(state, lay_down(state, *melds)) is None


def may_discard(rules, hand="9D 2D", **more):
    state = at(rules, hand, **more)
    state = structs.replace(state, taken=state.seats[ANN].hand[1])
    return [refuse(state, Discard(ANN, card)) is None for card in state.seats[ANN].hand]


def may_go_out_by_lay_off(rules):
    state = at(rules, "9D")
    return refuse(state, LayOff(ANN, state.seats[ANN].hand[0], OWN)) is None


def calling(rules, seat, *, by="Cy", down=False, chips=None):
    """The code with which a call of Cy's discard, or of another one, is refused; None: it stands.

    Bob is on turn, of whom nothing is asked.
    """
    state = at(rules, down=down, phase="draw", turn="Bob", by=by, discards="2C 4C")
    if rules.calls_till_down and not down:
        seats = tuple(structs.replace(seat, down=False) for seat in state.seats)
        state = structs.replace(state, seats=seats)
    if chips is not None:
        seats = tuple(structs.replace(each, chips=chips) for each in state.seats)
        state = structs.replace(state, seats=seats)
    bad = refuse(state, Call(seat, rules.call_word))
    return bad and bad.code


def on_turn(rules, **more):
    """Ann on turn before the draw, not down and then down."""
    for is_down in (False, True):
        state = at(rules, down=is_down, phase="draw", by="Cy", discards="2C 4C", **more)
        seats = list(state.seats)
        seats[ANN] = structs.replace(seats[ANN], down=is_down)
        yield structs.replace(state, seats=tuple(seats))


def first_rights(rules):
    """Whether the player on turn comes before callers: not down, and down."""
    return tuple(holds_first_right(state) for state in on_turn(rules))


def may_take(rules, hand="KH 2D", **more):
    """Whether the player on turn may take a discard that nobody calls: not down, and down."""
    return tuple(refuse(state, Take(ANN)) is None for state in on_turn(rules, hand=hand, **more))


def may_open(rules, **more):
    """Whether one who is not down may take a discard that makes the hand go down."""
    return may_take(rules, OPENING, **more)[0]


def comes_first_to_open(rules):
    """Whether one who may take the discard to go down comes before callers."""
    not_down, _ = on_turn(rules, hand=OPENING)
    return refuse(structs.replace(not_down, calls=(BOB,)), Take(ANN)) is None


def waits(rules):
    """Whether a call waits for a player on turn who is not down."""
    return not any(map(settles_at_once, islice(on_turn(rules), 1)))


def carries_calls(rules):
    """Whether a call that was left after a round is there in the next, beside those of that one."""
    more = {"contracts": (Contract((3, 3)),) * 2, "contracts_by": "round", "deal": (11, 11)}
    more |= {"call_limit": (2, 2), "calls_per_game": 0, "end_at": 0, "most_rounds": 0}
    state = before(structs.replace(plain(rules), **more), 1)
    state = do_deal(state, Deal(state.rules.cards(state.players)))[0]
    over, _ = end_round(state, NOBODY, Ending.BLOCKED)
    again, _ = do_deal(over, Deal(state.rules.cards(state.players)))
    return again.calls_left(ANN) == 4


def had_joker(rules):
    """The code with which taking a joker from the discards is refused to a player on turn."""
    state = at(rules, phase="draw", by="Cy", discards="JK 4C")
    bad = refuse(state, Take(ANN))
    return bad and bad.code


def can_supply(rules, renewals):
    """Whether an empty stock gives a card, and whether shuffled, after so many renewals."""
    state = at(rules, phase="draw", discards="2C 4C 6D", by="Cy", renewals=renewals)
    state = structs.replace(state, stock=())
    return supply(state, False) > 0, stock_need(state, 1, called=False).shuffled


def dealt(rules):
    rules = structs.replace(plain(rules), min_players=2, max_players=8, sides=0)
    state = game_before(rules, ["Ann", "Bob", "Cy"], 1, ANN)
    after, _ = do_deal(state, Deal(rules.cards(state.players)))
    return after


def before(rules, round):
    rules = structs.replace(rules, min_players=2, max_players=8, sides=0)
    return game_before(rules, ["Ann", "Bob", "Cy"], round, ANN)


def wild_dealt(rules):
    """The ranks that are wild in the first round of these rules."""
    state = before(rules, 1)
    return do_deal(state, Deal(rules.cards(state.players)))[0].rules.wild_ranks


def contract_after(rules):
    """The contract of the round after those of the contracts."""
    return before(rules, len(rules.contracts) + 1).contract_of(ANN)


def numbers_after_one(rules):
    """The contracts barred to all and to Ann alone who had the second, after a first round."""
    state = before(structs.replace(rules, contracts=(Contract((3, 3)),) * 3), 2)
    held = structs.replace(state.seats[ANN], done=(2,), met=1)
    other = structs.replace(state.seats[BOB], done=(), met=0)
    state = structs.replace(state, seats=(held, other, state.seats[CY]), played=(1,))
    open_ = [{1, 2, 3} - {*state.open_contracts(seat)} for seat in (BOB, ANN)]
    return tuple(open_[0]), tuple(open_[1] - open_[0])


def leaves(rules):
    """Whether one goes down to the first contract with the whole hand, leaving none, one, two."""
    rules = structs.replace(plain(rules), all_in_rounds=(1,), exact_sizes=False)
    found = []
    for left in ("", "4D", "4D 6D"):
        state = at(rules, f"KS KH KD 2S 2H 2C {left}", down=False, table=())
        state = structs.replace(state, rules=rules)
        found.append(refuse(state, lay_down(state, "KS KH KD", "2S 2H 2C")) is None)
    return found


def after_out(rules):
    """The state after Ann has gone out of a round."""
    return go_out(at(rules, ""), ANN)[0]


def takes_next(state):
    """Whether the player on turn may take the top discard."""
    return refuse(state, Take(state.turn)) is None


def takes_after_end(rules):
    """Whether the top discard may be taken after Ann has kept a last card that fits nowhere."""
    return takes_next(apply(at(rules, "2D"), EndTurn(ANN))[0])


def points_left(rules, down=False, out=BOB):
    rules = structs.replace(rules, points=(5,) * 13, card_points={})
    state = at(structs.replace(rules, last_round_times=1, not_down_penalty=0), "KH 9H", down=down)
    ending = Ending.BLOCKED if out == NOBODY else Ending.OUT
    return end_round(state, out, ending)[0].results[-1].points[ANN]


def comes_again(rules):
    """Whether a contract of the whole hand may be asked for in a round after those of the list."""
    later = range(len(rules.contracts) + 1, rules.rounds + 1)
    return rules.is_by_player or any(map(rules.is_all_in, later))


def ends_with(rules, score):
    """Whether the first round ends the game when somebody comes to a total."""
    rules = structs.replace(rules, contracts=(Contract((3, 3)),) * 3, most_rounds=0)
    state = at(rules, "")
    left = [score - end_round(state, ANN, Ending.OUT)[0].results[-1].points[BOB]]
    seats = [structs.replace(seat, score=-999) for seat in state.seats]
    seats[BOB] = structs.replace(seats[BOB], score=left[0])
    state = structs.replace(state, seats=tuple(seats))
    return end_round(state, ANN, Ending.OUT)[0].phase is Phase.GAME_OVER


def seated(rules):
    """The numbers of players with which a game begins."""
    numbers = []
    for count in range(2, 9):
        with suppress(Refused):
            new_game(rules, [f"Player {number}" for number in range(count)])
            numbers.append(count)
    return numbers


def leads_by_sides(rules):
    """Whether partners lead of whom one has the most points of all, and the other the fewest."""
    seats = 2 * rules.sides
    scores = [0, *[60] * (seats - 1)]
    scores[rules.sides] = 90
    state = dealt(structs.replace(rules, sides=0))
    players = [Seat(f"Player {number}", score=score) for number, score in enumerate(scores)]
    state = structs.replace(state, rules=rules, seats=tuple(players), phase=Phase.GAME_OVER)
    return state.winners == (0, rules.sides)


def of_partner(rules):
    """What the hand of a partner counts when a seat goes out: its cards, and one penalty."""
    hands = [HandCount(0, True), *[HandCount(7, True)] * (2 * rules.sides - 1)]
    hands[rules.sides] = HandCount(7, True, fined=3)
    rules = structs.replace(rules, last_round_times=1)
    seats = tuple(Seat(f"Player {number}") for number in range(len(hands)))
    state = State(rules=rules, seats=seats)
    points = round_points(state, hands, ANN, Ending.OUT, is_last=False)
    return points[rules.sides] - 3, points[BOB]


def next_after(rules, out, points=()):
    """Who deals after a round that a seat has gone out of."""
    state = dealt(rules)
    result = RoundResult(1, points or (0,) * state.players, out, Ending.OUT)
    return next_dealer(structs.replace(state, phase=Phase.ROUND_OVER, results=(result,)))


def out_points(rules, ending, fined=0):
    """What going out scores, in the round in which that takes most off."""
    state = at(structs.replace(rules, last_round_times=1), "")
    number = bonuses(rules).index(most_bonus(rules)) + 1
    state = structs.replace(state, round=number)
    seats = (structs.replace(state.seats[ANN], fined=fined), *state.seats[1:])
    after, _ = end_round(structs.replace(state, seats=seats), ANN, ending)
    return after.results[-1].points[ANN]


def is_meld(rules, cards, kind=Kind.SET, cap=True):
    pack = Pack(ALL[0].cards(3))
    rules = plain(rules) if cap else structs.replace(plain(rules), joker_cap=rules.joker_cap)
    return not isinstance(read_meld(rules, ANN, MeldCards(kind, pack.take(cards))), Refusal)


def is_run(rules, cards, **more):
    return is_meld(rules, cards, Kind.RUN, **more)


def lays(rules, cards, **asked):
    contract = Contract(runs=(4,), **asked)
    rules = structs.replace(plain(rules), contracts=(contract,) * len(rules.contracts))
    laid = MeldCards(Kind.RUN, Pack(ALL[0].cards(3)).take(cards))
    return not isinstance(read_lay_down(rules, contract, ANN, [laid]), Refusal)


def binds_suits(rules):
    """Whether a suit may not be twice in a set of a contract that asks for that, but laid off."""
    contract = Contract((3,), set_suits="different")
    rules = structs.replace(plain(rules), contracts=(contract,) * len(rules.contracts))
    pack = Pack(ALL[0].cards(3))
    laid = [MeldCards(Kind.SET, pack.take(cards)) for cards in ("KS KH KD", "QS QH QS")]
    read = [read_lay_down(rules, contract, ANN, [meld]) for meld in laid]
    if isinstance(read[0], Refusal) or not isinstance(read[1], Refusal):
        return False
    return rules.exact_sizes or bool(places(rules, read[0][0], pack.take("KS")[0]))


def lays_parts(rules):
    """Whether a meld of a contract of two is laid alone, without being down then."""
    state = at(rules, "KS KH KD 2D 4D", down=False, table=())
    step = lay_down(state, "KS KH KD")
    if refuse(state, step) is not None:
        return False
    after, _ = apply(state, step)
    return not after.seats[ANN].down and len(after.table) == 1


def worth_of_kings(rules):
    laid = MeldCards(Kind.SET, Pack(ALL[0].cards(3)).take("KS KH JK"))
    return meld_worth(rules, read_meld(plain(rules), ANN, laid))


def side(rules):
    return 1 if rules.direction == "clockwise" else -1


FACTS: list[tuple[str, Callable]] = [
    # the deal
    (r"One (more|card) is turned up", lambda r: bool(dealt(r).discards)),
    (r"after the first card is turned up", lambda r: bool(dealt(r).discards)),
    (r"No card is turned up", lambda r: not dealt(r).discards),
    (r"Deal and turns go clockwise", lambda r: dealt(r).seat_after(0) == 1),
    (r"dealer's left has the first turn", lambda r: dealt(r).turn == 1),
    (r"dealer's right has the first turn", lambda r: dealt(r).turn == dealt(r).players - 1),
    (r"goes to the right", lambda r: dealt(r).seat_after(1) == 0),
    (r"deal moves one seat to the left each", lambda r: next_after(r, 2) == 1),
    (r"deal moves one seat to the left", lambda r: next_after(r, -1) == 1),
    (r"deal moves one seat to the right", lambda r: next_after(r, -1) == dealt(r).players - 1),
    (r"one who goes out deals the next", lambda r: next_after(r, 2) == 2),
    (r"most points in a \w+ deals the next", lambda r: next_after(r, 2, (5, 0, 9)) == 2),
    (
        r"one rank is wild( besides|:)",
        lambda r: {r.wild_by_round[0], *r.wild_ranks} <= {*wild_dealt(r)},
    ),
    # the contracts
    (r"goes on with that one", lambda r: contract_after(r) == r.contracts[-1]),
    (r"goes on with the first one", lambda r: contract_after(r) == r.contracts[0]),
    (r"player has not met yet", lambda r: numbers_after_one(r) == ((), (2,))),
    (r"no earlier \w+ had", lambda r: numbers_after_one(r) == ((1,), ())),
    (r"In \w+ [\d, -]+ one goes down only", lambda r: not comes_again(r)),
    (r"For contracts? [\d, -]+ one goes down only", lambda r: r.is_bounded),
    (r"every card but one lies", lambda r: leaves(r) == [False, True, False]),
    (r"every card lies in the melds", lambda r: leaves(r) == [True, False, False]),
    (r"that binds the melds with which one goes down", binds_suits),
    # melds
    (r"of any suits, twins", lambda r: is_meld(r, "9S 9S 9H") and is_meld(r, "9S 9H 9D 9C JK")),
    (r"all of different suits|A suit stands once", lambda r: not is_meld(r, "9S 9S 9H")),
    (r"four cards at most", lambda r: not is_meld(r, "9S 9H 9D 9C JK")),
    (r"stands for any card of the rank", lambda r: is_meld(r, "9S 9H 9D 9C JK")),
    (r"six aces are one", lambda r: is_meld(r, "AS AS AH AH AD AD")),
    (r"A-2-3-4 is a|A-2-3-4 and|A-2-3-4, J", lambda r: is_run(r, "AS 2S 3S 4S")),
    (r"J-Q-K-A is a|J-Q-K-A stand|J-Q-K-A and", lambda r: is_run(r, "JS QS KS AS")),
    (r"J-Q-K-A is not", lambda r: not is_run(r, "JS QS KS AS")),
    (r"A-2-3-4 is not", lambda r: not is_run(r, "AS 2S 3S 4S")),
    (r"K-A-2 does not", lambda r: not is_run(r, "QS KS AS 2S")),
    (r"Q-K-A-2 all stand", lambda r: is_run(r, "QS KS AS 2S")),
    (r"Any number of jokers may lie in a m", lambda r: is_meld(r, "9S JK JK JK", cap=False)),
    (
        r"lie in \w+ only",
        lambda r: not (is_meld(r, "9S 9H JK", cap=False) and is_run(r, "5S 6S 7S JK", cap=False)),
    ),
    (
        r"jokers of a meld, lay-offs included, (by|in every)",
        lambda r: (
            [r.in_round(n + 1).joker_cap for n in range(len(r.contracts))]
            == [*r.joker_cap_by_round]
        ),
    ),
    (r"Royal \w+ go from", lambda r: not lays(r, "3S 4S 5S 6S", royal=True)),
    (r"Mixed \w+ are of any suits", lambda r: lays(r, "3S 4H 5C 6D", runs_of="any")),
    (r"One-colour \w+ are of both", lambda r: lays(r, "3S 4C 5C 6S", runs_of="colour")),
    (r"Towards the points", lambda r: worth_of_kings(r) == 3 * (r.meld_points or r.points)[12]),
    (r"A meld holds 0 jokers", lambda r: not is_meld(r, "9S 9H JK", cap=False)),
    (r"A meld holds 1 joker ", lambda r: not is_meld(r, "9S 9H JK JK", cap=False)),
    (r"never outnumber its natural", lambda r: not is_meld(r, "9S JK JK", cap=False)),
    (r"never lie side by side", lambda r: not is_run(r, "5S JK JK 8S")),
    (r"One lay-down may hold two \w+ of one", lambda r: may_go_down(r, "KS KH KD", "KS KH KC")),
    (r"are of different ranks", lambda r: not may_go_down(r, "KS KH KD", "KS KH KC")),
    (r"The sizes in a contract are min", lambda r: may_go_down(r, "KS KH KD KC", "2S 2H 2C")),
    (r"just the sizes asked for", lambda r: not may_go_down(r, "KS KH KD KC", "2S 2H 2C")),
    # the joker exchange
    (r"joker on the table stays", lambda r: not may_swap(r, RUN)),
    (r"a joker in any meld", lambda r: may_swap(r, OWN) and may_swap(r, RUN)),
    (r"a joker in any (?!meld)", lambda r: may_swap(r, RUN) and not may_swap(r, OWN)),
    (r"joker in an? \w+ of another", lambda r: may_swap(r, RUN) and not may_swap(r, OWN)),
    (r"a meld of another player", lambda r: may_swap(r, OTHERS)),
    (r"A joker is won from \w+ only", lambda r: not may_swap(r, OTHERS)),
    (r"Only a player who is down may win", lambda r: not may_swap(r, RUN, down=False)),
    (r"before going down as well as after", lambda r: may_swap(r, RUN, down=False)),
    # the stock
    (r"^The stock is renewed from", lambda r: can_supply(r, 0)[0] and can_supply(r, 7)[0]),
    (r"^Once in a \w+ the stock is renewed", lambda r: can_supply(r, 0)[0]),
    (r"become the stock once", lambda r: can_supply(r, 0)[0] and not can_supply(r, 1)[0]),
    (r"discards never become", lambda r: not can_supply(r, 0)[0]),
    (r"shuffled and become", lambda r: can_supply(r, 0) == (True, True)),
    (r"turned over, unshuffled", lambda r: can_supply(r, 0) == (True, False)),
    # calls
    (r"Nobody calls a card that they", lambda r: calling(r, CY) == "own-discard"),
    (r"may also call the card they", lambda r: calling(r, CY) in (None, "no-chips")),
    (r"Nobody takes the discard out of", lambda r: calling(r, ANN) == "no-calls-left"),
    (r"down may still", lambda r: calling(r, ANN, down=True) in (None, "no-chips")),
    (r"who is down may not", lambda r: calling(r, ANN, down=True) is not None),
    (r"Who has not so many cannot call", lambda r: calling(r, ANN, chips=0) in ("no-chips", None)),
    (r"has no first right", lambda r: not holds_first_right(at(r, phase="draw"))),
    (
        r"^The player on turn comes before all callers and",
        lambda r: first_rights(r) == (True, True),
    ),
    (r"is not down comes before all callers", lambda r: first_rights(r) == (True, False)),
    (r"turn who is down comes before all callers", lambda r: first_rights(r) == (False, True)),
    (r"turn comes before all callers, unless down", lambda r: first_rights(r) == (True, False)),
    (r"they come before all callers, unless down", lambda r: not first_rights(r)[1]),
    (r"they come before all callers, but", lambda r: first_rights(r)[1]),
    (
        r"one who is down may take the discard as the draw only if",
        lambda r: may_take(r) == (False, True),
    ),
    (r"is down does not take the top discard", lambda r: may_take(r) == (True, False)),
    (r"is not down does not take the top discard", lambda r: may_take(r) == (False, True)),
    (r"only to go down at once", lambda r: may_take(r) == (False, True) and may_open(r)),
    (r"call waits until the player on turn, if not down", waits),
    (r"may take the discard as the draw, they come before", comes_first_to_open),
    (r"[Cc]alls that are left at the end", carries_calls),
    (r"neither taken nor called: the next player draws", lambda r: had_joker(r) == "joker-blocks"),
    # down and laying off
    (r"lays off on any meld of any", lambda r: may_lay_off(r, OWN) and may_lay_off(r, OTHERS)),
    (r"melds of one's own only", lambda r: may_lay_off(r, OWN) and not may_lay_off(r, OTHERS)),
    (r"Nothing is laid off", lambda r: not may_lay_off(r, OWN)),
    (r"Laying off is allowed in the very", lambda r: may_lay_off(r, OWN, went_down=True)),
    (r"No laying off in the turn", lambda r: not may_lay_off(r, OWN, went_down=True)),
    (r"Nobody lays off before turn", lambda r: not lays_in_first_turn(r)),
    (r"makes no new melds", lambda r: not may_meld_more(r)),
    (r"may lay further melds as well", may_meld_more),
    (r"one at a time, from the next turn", lambda r: not may_meld_more(r, went_down=True)),
    (r"one at a time\.", lambda r: may_meld_more(r, went_down=True)),
    (
        r"Nobody goes down before turn",
        lambda r: not may_go_down(r, "KS KH KD", "2S 2H 2C", turns=0),
    ),
    (r"Once anybody is down, nobody", lambda r: calling(r, ANN, down=True) == "calls-over"),
    (r"may be laid in parts", lays_parts),
    (r"is down once it lies whole", lays_parts),
    (r"whole hand goes down without one", lambda r: leaves(r)[0]),
    (r"with the whole contract at once", lambda r: not lays_parts(r)),
    # discards and going out
    (r"a wild card may not be disc", lambda r: not may_discard(r, "JK 4D KD")[0]),
    (r"and the \w+ ends at once", lambda r: after_out(r).phase is not Phase.DRAW),
    (r"other player has one more turn", lambda r: after_out(r).phase is Phase.DRAW),
    (r"may be discarded like any other", lambda r: may_discard(r, "9D 2D 4D")[0]),
    (r"a card that fits a meld( or [^,]*)? may not", lambda r: not may_discard(r, "9D KD 4D")[0]),
    (r"the card just taken may not", lambda r: not may_discard(r, "4D 2D KD")[1]),
    (r"laying off or discarding the last", may_go_out_by_lay_off),
    (r"discarding the last card\.", lambda r: may_discard(r, "2D 4D")[0]),
    (r"goes out by \w+,? .*discarding", lambda r: may_go_down(r, "KS KH KD", "2S 2H 2C", left="")),
    (r"never by discarding it", lambda r: not last_discard(r)),
    (r"goes out by a discard only", lambda r: last_discard(r) and not may_go_out_by_lay_off(r)),
    (r"turn nobody goes out", lambda r: not last_discard(r) and not may_go_out_by_lay_off(r)),
    (r"There is no SHANGHAI", lambda r: not may_say_shanghai(r)),
    (r"may say SHANGHAI: the next", lambda r: may_say_shanghai(structs.replace(r, discard_ban=()))),
    # points
    (
        r"nobody out, count \d times",
        lambda r: all(
            points_left(r, out=out) > points_left(r, down=True, out=out) for out in (BOB, NOBODY)
        ),
    ),
    (r"without a discard; the card on top .* neither taken", lambda r: not takes_after_end(r)),
    (r"out without a discard, the card on top", lambda r: not takes_next(after_out(r))),
    (r"(players sit down and|Partners) play in", lambda r: [*r.table_sizes] == seated(r)),
    (r"score of a side is the sum", leads_by_sides),
    (r"left in the hands of the partners count nothing", lambda r: of_partner(r) == (0, 7)),
    (r"left in the hands of the partners count against", lambda r: of_partner(r) == (7, 7)),
    (
        r"total( of a side)? is above",
        lambda r: ends_with(r, r.end_at + 1) and not ends_with(r, r.end_at),
    ),
    (r"who went out scores 0\.", lambda r: {out_points(r, each) for each in OUTS} == {0}),
    (r"less what going out takes off", lambda r: max(out_points(r, each) for each in OUTS) < 0),
    (
        r"less what going out blind takes off",
        lambda r: out_points(r, Ending.OUT) == 0 > out_points(r, Ending.CLEAN_BLIND),
    ),
    (r"scores 0[^.]*, and what", lambda r: out_points(r, Ending.OUT, fined=1_000) > 0),
    (r"brings no bonus", lambda r: most_bonus(r, Ending.BLIND) == 0),
    (r"brings no further", lambda r: most_bonus(r, Ending.BLIND) == most_bonus(r) > 0),
    (
        r"takes \d+ points? off, blind or not",
        lambda r: len({*bonuses(r)}) == 1 and most_bonus(r) > 0,
    ),
    (r"off for going out, blind or not: \d+ (in|for) ", lambda r: len({*bonuses(r)}) > 1),
    (
        r"Going out without a joker brings nothing more",
        lambda r: blind_bonus(r, Ending.CLEAN_BLIND) == blind_bonus(r, Ending.BLIND),
    ),
    (r"in that turn: \d+ points? off", lambda r: clean_bonus(r) == r.clean_blind_bonus),
    (r"The lowest total after the last", lambda r: not r.is_by_player),
    (r"stays at a contract until", lambda r: r.is_by_player),
]
OUTS = (Ending.OUT, Ending.BLIND, Ending.CLEAN_BLIND, Ending.SHANGHAI)


def clean_bonus(rules):
    return blind_bonus(rules, Ending.CLEAN_BLIND)


def bonuses(rules, ending=Ending.OUT):
    """What going out takes off in each round of the contracts."""
    return [bonus(rules, ending, number) for number in range(1, len(rules.contracts) + 1)]


def most_bonus(rules, ending=Ending.OUT):
    return max(bonuses(rules, ending))


def last_discard(rules):
    return may_discard(rules, "2D 4D")[0] and refuse_last(rules) is None


def refuse_last(rules):
    state = at(rules, "2D")
    return refuse(state, Discard(ANN, state.seats[ANN].hand[0]))


def may_say_shanghai(rules):
    state = at(rules, "9D 2D")
    return refuse(state, Discard(ANN, state.seats[ANN].hand[0], True)) is None


def lays_in_first_turn(rules):
    state = structs.replace(at(rules, "9D 2D"), turns=0)
    return refuse(state, LayOff(ANN, state.seats[ANN].hand[0], OWN)) is None


def told(rules):
    """The facts that the page of a variant tells, in a sentence or a ruling."""
    text = "\n".join(f"{line.sentence}\n{line.ruling}" for line in rule_lines(rules))
    return {pattern: is_so for pattern, is_so in FACTS if re.search(pattern, text, re.MULTILINE)}


def untrue(rules, facts=None):
    """What the page says and the engine does not do."""
    return [pattern for pattern, is_so in (facts or told(rules)).items() if not is_so(rules)]


ALWAYS = defaultdict(list, {"call_limit": [{"call_limit": 0}]})
"""Values that are tried of a key, beside those that are drawn."""


@cache
def changed(key):
    """Rules of which one has another value: each of its choices, or some that are drawn.

    Each with those that it was made of.
    """
    chance = random.Random(key)
    found = []
    for rules in (*chance.sample(ALL, 1), WITH_CHIPS, *ALL):
        values = {repr(getattr(each, key)) for _, each in found}
        if len(values) > 1 and rules is not WITH_CHIPS:
            break
        choices = [{key: value} for value in KEYS[key].choices]
        for change in choices or [*ALWAYS[key], *(some_changes(chance, key) for _ in range(5))]:
            with suppress(ValueError):
                found.append((rules, with_house_rules(rules, change)))
    return found


def each_value(key):
    """Rules as they were and as they are changed, once for each value of a rule."""
    return {repr(getattr(rules, key)): (base, rules) for base, rules in changed(key)}.values()


@cache
def told_if_changed(key):
    return [told(rules) for _, rules in changed(key)]


@pytest.mark.parametrize("key", RULES)
def test_no_changed_rule_leaves_a_sentence_that_is_untrue(key):
    tried = [rules for _, rules in changed(key)]
    assert len({repr(getattr(rules, key)) for rules in tried}) > 1
    for rules, facts in zip(tried, told_if_changed(key), strict=True):
        assert untrue(rules, facts) == [], (rules.id, key, getattr(rules, key))


@pytest.mark.parametrize("seed", some(range(260), 8))
def test_rules_changed_together_leave_no_sentence_that_is_untrue(seed):
    rules = drawn_rules(seed)
    if rules.max_players >= 3:
        assert untrue(rules) == []


@pytest.mark.parametrize("changes", TOGETHER, ids=str)
def test_rules_that_meet_leave_no_sentence_that_is_untrue(changes):
    assert untrue(with_house_rules(CALIFORNIA, changes)) == []


def test_every_fact_is_told_of_some_rules():
    pages = [told(with_house_rules(CALIFORNIA, changes)) for changes in TOGETHER]
    pages += chain(*(told_if_changed(key) for key in RULES if KEYS[key].choices))
    assert {pattern for pattern, _ in FACTS} == {*chain(*pages)}


def general_clauses(rules):
    """What each general clause says, in each of its words."""
    return {
        clause: [filled_by_rules(each, rules) for each in words.values()]
        for clause, words in CLAUSE_WORDS.items()
    }


@cache
def general(number):
    return general_clauses(ALL[number])


@pytest.mark.parametrize("key", RULES)
def test_a_rule_names_the_general_clauses_that_give_way_to_it(key):
    given_way = set()
    values = {repr(value): value for _, rules in changed(key) for value in [getattr(rules, key)]}
    for base, before in zip(ALL, map(general, range(len(ALL))), strict=True):
        for value in values.values():
            after = general_clauses(structs.replace(base, **{key: value}))
            given_way |= {clause for clause, texts in before.items() if texts != after[clause]}
    assert given_way == set(RULES[key].changes)


def test_every_rule_has_its_words_and_its_place():
    assert [*RULE_WORDS] == [*RULES]
    assert {key for keys in KEYS_BY_HEADING.values() for key in keys} == set(RULES)
    titles = [words.title for words in RULE_WORDS.values()]
    assert len(set(titles)) == len(titles)
    for key, words in RULE_WORDS.items():
        assert words.title[0].isupper()
        assert words.description
        assert KEYS[key].values != "a value"
        for rules in ALL:
            assert words.short(rules)


PARSERS = re.compile(r"[a-z]_[a-z]|[{}]|\b(true|false|None)\b|\[\]|by-size|unless-down")


def by_keys(draft, path, wanted):
    """The draft with a value that the keys of the workshop have made, step by step."""
    part = draft.part(path)
    if part.is_by_round and wanted:
        wanted = [*wanted, *wanted[-1:] * part.rounds][: part.rounds]
    if part.value == wanted:
        return draft
    if part.form == "choice":
        turned = part
        for _ in part.options:
            if turned.value != wanted:
                turned = structs.replace(turned, value=turned.stepped(1))
        return draft.with_part(path, turned.value)
    for _ in range(60):
        if part.form == "list" and len(part.value) != len(wanted):
            draft = draft.with_part(path, part.stepped(1 if len(part.value) < len(wanted) else -1))
            part = draft.part(path)
    if part.form == "number":
        assert part.least <= wanted <= part.most
        return draft.with_part(path, wanted)
    for option in part.options if part.form == "picks" else ():
        if (option in wanted) != (option in part.value):
            draft = draft.with_part(path, part.toggled(option))
            part = draft.part(path)
    for inner in structs.replace(part, value=wanted).inside:
        draft = by_keys(draft, inner.path, inner.value)
    return draft


@pytest.mark.parametrize("key", some([*RULE_NAMES[::3], *RULE_NAMES[1::3], *RULE_NAMES[2::3]], 12))
def test_the_keys_of_the_workshop_reach_every_value_of_a_rule(key):
    for base, rules in islice(each_value(key), 2):
        wanted = plain_value(getattr(rules, key))
        made = by_keys(RulesDraft(base), (key,), wanted).values[key]
        wanted = (
            [*wanted, *wanted[-1:] * len(made)][: len(made)] if key in SINGLE_FOR_ALL else wanted
        )
        if RulesDraft(base).part((key,)).form == "picks" and isinstance(made, list):
            made, wanted = set(made), set(wanted)
        assert made == wanted


@pytest.mark.parametrize("key", some([*RULE_NAMES[2::3], *RULE_NAMES[::3], *RULE_NAMES[1::3]], 12))
def test_the_workshop_has_words_for_every_value_of_a_rule(key):
    for base, rules in islice(each_value(key), 3):
        draft = RulesDraft(base).with_value(key, plain_value(getattr(rules, key)))
        for shown in (draft.rules or base, base):
            todo = [draft.part((key,))]
            while todo:
                part = todo.pop()
                text = " ".join(around(part, draft, shown, is_ascii=True))
                assert text.replace("\u00a0", " ").isascii()
                assert not re.search(r"[a-z]_[a-z]|[{}]|\b(true|false|None)\b|\[\]|-by-", text), (
                    text
                )
                todo += part.inside
