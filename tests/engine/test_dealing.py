"""The draw for dealer, the deal of a round and the schedule that a house rule offers."""

import pytest
from msgspec import structs

from shanghai.engine.actions import Deal, Draw, DrawForDealer, HandOver
from shanghai.engine.cards import FACES, JOKER, read_face
from shanghai.engine.dealing import next_dealer
from shanghai.engine.game import Refused, apply, new_game
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.state import Ending, Phase, RoundResult
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.positions import position

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")


def seated(variant, players):
    return new_game(load_variant(variant), NAMES[:players])


def draw(*texts):
    """One card number for each text; a second card of a face is of the second deck, `-` is none."""
    seen, cards = {}, []
    for text in texts:
        if text == "-":
            cards.append(-1)
            continue
        face = read_face(text)
        cards.append(face + FACES * seen.get(face, 0))
        seen[face] = seen.get(face, 0) + 1
    return tuple(cards)


def test_lowest_card_deals_and_an_ace_is_low():
    """RG-2, ALL-2."""
    state, events = apply(seated("rummygames", 3), DrawForDealer((draw("2S", "AD", "KC"),)))
    assert state.dealer == 1
    assert state.phase is Phase.DEALING
    assert events[0].dealer == 1


def test_those_who_tie_for_lowest_draw_again():
    """RG-2."""
    first, again = draw("4S", "4H", "KC"), draw("9S", "8D", "-")
    state, _ = apply(seated("playerules", 3), DrawForDealer((first, again)))
    assert state.dealer == 1


@pytest.mark.parametrize(
    "draws",
    [
        (),
        (draw("4S", "4H", "KC"),),
        (draw("4S", "4H", "KC"), draw("9S", "8D", "7C")),
        (draw("4S", "5H", "KC"), draw("9S", "8D", "-")),
        (draw("4S", "4H"),),
        ((read_face("4S"), read_face("4S"), read_face("KC")),),
        ((read_face("4S") + 5 * FACES, read_face("5S"), read_face("KC")),),
    ],
    ids=["none", "tie left", "loser draws", "no tie", "too few", "one card twice", "no such card"],
)
def test_draws_that_find_no_dealer_are_refused(draws):
    state = seated("playerules", 3)
    with pytest.raises(Refused):
        apply(state, DrawForDealer(draws))


def test_joker_in_the_draw_is_above_the_king():
    state, _ = apply(seated("playerules", 3), DrawForDealer(((JOKER, *draw("KC", "QC")),)))
    assert state.dealer == 2


@pytest.mark.parametrize("variant", known_variants())
def test_every_player_gets_eleven_cards_one_in_turn_and_one_is_turned_up(variant):
    """RG-3, GD-3, CA-4, PR-4, RG-4, ALL-1."""
    players = max(3, load_variant(variant).min_players)
    state = seated(variant, players)
    drawn = DrawForDealer((tuple(range(players)),))
    state, _ = apply(state, drawn)
    order = state.rules.cards(players)
    dealt, _ = apply(state, Deal(order))
    assert dealt.dealer == 0
    assert dealt.turn == 1
    assert [len(seat.hand) for seat in dealt.seats] == [11] * players
    assert dealt.seats[1].hand[0] == order[0]
    assert dealt.seats[0].hand[-1] == order[11 * players - 1]
    assert dealt.discards == (order[11 * players],)
    assert dealt.tossers == (NOBODY,)
    assert dealt.stock == order[11 * players + 1 :]


@pytest.mark.parametrize(
    ("variant", "schedule"),
    [
        ("rummygames", (7, 10, 10, 10, 12, 12, 14, 14, 14, 14)),
        ("california", (10, 8, 11, 12, 13, 13, 14, 15, 16, 17)),
        ("grandma-davis", (11,) * 7),
    ],
)
def test_two_players_are_dealt_what_reaches_the_contracts(variant, schedule):
    """RG-3, CA-4, GD-3."""
    rules = load_variant(variant)
    rounds = range(1, rules.rounds + 1)
    assert tuple(rules.cards_dealt(number, 2) for number in rounds) == schedule
    assert {rules.cards_dealt(number, 3) for number in rounds} == {11}
    assert all(rules.cards_dealt(n, 2) + 1 >= rules.contract(n).size for n in rounds)


def test_schedule_of_the_text_is_a_house_rule():
    """RG-3."""
    schedule = [7, 10, 10, 10, 12, 12, 14, 14, 14, 14]
    rules = load_variant("rummygames", {"deal": schedule})
    assert list(rules.deal) == schedule
    offered = [
        house.set["deal"] for house in load_variant("rummygames").house_rules if "deal" in house.set
    ]
    assert schedule in [list(deal) for deal in offered]


def test_player_limits_hold():
    """RG-1, GD-1, CA-1, PR-1."""
    limits = {
        "rummygames": (2, 8),
        "grandma-davis": (2, 4),
        "california": (2, 8),
        "playerules": (3, 5),
    }
    for variant, (least, most) in limits.items():
        for players in range(1, 9):
            if least <= players <= most:
                assert seated(variant, players).players == players
            else:
                with pytest.raises(ValueError, match="players"):
                    seated(variant, players)


def test_deal_is_refused_in_the_middle_of_a_round_and_for_another_pack():
    state = seated("playerules", 3)
    order = state.rules.cards(3)
    with pytest.raises(Refused):
        apply(state, Deal(order))
    state, _ = apply(state, DrawForDealer(((0, 1, 2),)))
    with pytest.raises(Refused):
        apply(state, Deal(order[:-1]))
    state, _ = apply(state, Deal(order))
    with pytest.raises(Refused):
        apply(state, Deal(order))


def test_seat_is_handed_over_before_the_deal_but_not_to_someone_seated():
    """ALL-14."""
    state, _ = apply(seated("playerules", 3), HandOver(1, "Zoe"))
    assert state.seats[1].name == "Zoe"
    with pytest.raises(Refused):
        apply(state, HandOver(0, "Zoe"))
    with pytest.raises(Refused):
        apply(state, HandOver(0, "  "))


def turned(state, face, round=0):
    """The state after a deal whose first upcard is a card of this face."""
    order = list(state.rules.cards(state.players))
    dealt = state.rules.cards_dealt(round or state.round, state.players) * state.players
    at = next(i for i, card in enumerate(order) if card % FACES == face)
    order[at], order[dealt] = order[dealt], order[at]
    return apply(state, Deal(tuple(order)))


def dealt_next(rules, out):
    """The state after the next deal, when a round was won by a seat that was not next to deal."""
    state, _ = apply(new_game(rules, NAMES[:3]), DrawForDealer((draw("2S", "5D", "KC"),)))
    state = turned(state, read_face("7S"))[0]
    over = structs.replace(
        state,
        phase=Phase.ROUND_OVER,
        results=(RoundResult(1, (5, 5, 0), out, Ending.OUT if out != NOBODY else Ending.BLOCKED),),
    )
    return turned(over, read_face("9H"), 2)[0]


def test_the_winner_of_a_round_deals_the_next_one_where_that_is_the_rule():
    """HR-6."""
    usual = load_variant("playerules")
    rules = load_variant("playerules", {"next_dealer": "winner"})
    assert (dealt_next(rules, 2).dealer, dealt_next(rules, 2).turn) == (2, 0)
    assert dealt_next(usual, 2).dealer == 1


@pytest.mark.parametrize(("direction", "dealer"), [("clockwise", 0), ("counter-clockwise", 1)])
def test_the_deal_moves_on_after_a_round_that_nobody_won(direction, dealer):
    """HR-6: by one seat, as it does without the rule; a round thrown in is dealt again."""
    hands = {"Ann": "4S", "Bob": "QS", "Cy": "7D"}
    state = structs.replace(position("playerules", hands, turn="Ann"), stock=())
    for dealer_by in ("winner", "left"):
        rules = load_variant("playerules", {"next_dealer": dealer_by, "direction": direction})
        blocked, _ = apply(structs.replace(state, rules=rules), Draw(0))
        assert (blocked.phase, blocked.results[-1].out) == (Phase.ROUND_OVER, NOBODY)
        assert turned(blocked, read_face("9H"), 2)[0].dealer == dealer
    thrown_in = structs.replace(state, rules=rules, phase=Phase.THROWN_IN)
    assert turned(thrown_in, read_face("9H"))[0].dealer == state.dealer == 2


@pytest.mark.parametrize(
    ("points", "direction", "dealer"),
    [
        ((5, 9, 9), "clockwise", 1),
        ((5, 9, 9), "counter-clockwise", 1),
        ((9, 5, 9), "clockwise", 0),
        ((-3, -5, -4), "clockwise", 0),
    ],
)
def test_who_has_most_points_deals_the_next_round(points, direction, dealer):
    rules = load_variant("playerules", {"next_dealer": "loser", "direction": direction})
    state = dealt_next(rules, 2)
    over = structs.replace(
        state, phase=Phase.ROUND_OVER, dealer=2, results=(RoundResult(1, points, 2, Ending.OUT),)
    )
    assert next_dealer(over) == dealer


def test_each_round_has_its_own_wild_rank_and_another_dealt_again_the_same():
    rules = load_variant(
        "playerules", {"wild_by_round": [3, "J", 5, 6, 7, 8, 9], "upcard_wild": True}
    )
    state = dealt_next(rules, 2)
    assert state.round == 2
    assert (state.rules.wild_ranks, state.round_ranks) == (("J", 9), ("J", 9))
    assert state.game_rules == rules
    again, _ = turned(structs.replace(state, phase=Phase.THROWN_IN), read_face("JH"), 2)
    assert again.rules.wild_ranks == ("J",)


def test_the_rank_of_the_upcard_is_wild_for_its_round_alone():
    rules = load_variant("playerules", {"upcard_wild": True, "wild_ranks": [2]})
    state = dealt_next(rules, 2)
    assert state.rules.wild_ranks == (2, 9)
    assert state.game_rules == rules
    assert state.round_ranks == (9,)
    assert view_for(state, 0).round_ranks == (9,)
    seating, _ = apply(new_game(rules, NAMES[:3]), DrawForDealer((draw("2S", "5D", "KC"),)))
    for face in (JOKER, read_face("2H")):
        plain, _ = turned(seating, face)
        assert (plain.rules, plain.agreed, plain.round_ranks) == (rules, None, ())
    usual = load_variant("playerules")
    assert dealt_next(usual, 2).rules == usual
