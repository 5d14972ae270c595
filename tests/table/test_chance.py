"""Chance that another program can compute: by SHA-256 alone, from a seed and a cut."""

from hashlib import sha256

import pytest

from shanghai.engine.actions import Deal, DrawForDealer
from shanghai.engine.state import Phase
from shanghai.table.chance import MOST_CUT, CardSource, hash_of, who_cuts
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

SEED = 2**80 + 17


def fair(seed=SEED, players=("Ann", "Bob", "Cy"), **more) -> Host:
    seats = [Player(*name.split(":")) for name in players]
    return Host(load_variant("playerules"), seats, CardSource(seed, is_fair=True, **more))


def digest(text: str) -> bytes:
    return sha256(text.encode()).digest()


def actions_of(host):
    done = []
    host.on_change.append(lambda before, action, after, events: done.append(action))
    return done


def test_the_deal_of_older_games_is_the_order_of_the_hashes():
    host = fair(root="")
    done = actions_of(host)
    host.draw_for_dealer()
    host.cut_cards(417)
    host.deal()
    key = sha256(f"{SEED} 417".encode()).hexdigest()
    cards = sorted(host.state.rules.cards(3), key=lambda card: digest(f"{key} deal 1 1 {card}"))
    assert done[-1] == Deal(tuple(cards))
    assert host.state.seats[(host.state.dealer + 1) % 3].hand[0] in cards[:34]


@pytest.mark.parametrize("cuts", [(5,), (5, 417)])
def test_the_root_and_every_cut_go_into_the_cards(cuts):
    host = fair(root="a-root", is_cut_twice=len(cuts) == 2)
    done = actions_of(host)
    host.cut_cards(5)
    host.draw_for_dealer()
    for cut in cuts[1:]:
        host.cut_cards(cut)
    host.deal()
    keys = [hash_of(SEED, "a-root", 5), hash_of(SEED, "a-root", *cuts)]
    naturals = [card for card in host.state.rules.cards(3) if card % 53 != 52]
    drawn = sorted(naturals, key=lambda card: digest(f"{keys[0]} dealer 2 {card}"))
    dealt = sorted(host.state.rules.cards(3), key=lambda card: digest(f"{keys[1]} deal 1 1 {card}"))
    assert done[0].draws[0] == tuple(drawn[:3])
    assert done[1] == Deal(tuple(dealt))


def test_the_draw_for_the_dealer_of_older_games_is_by_hash_too():
    host = fair(root="")
    done = actions_of(host)
    host.draw_for_dealer()
    naturals = [card for card in host.state.rules.cards(3) if card % 53 != 52]
    order = sorted(naturals, key=lambda card: digest(f"{SEED} dealer 1 {card}"))
    (action,) = done
    assert isinstance(action, DrawForDealer)
    assert action.draws[0] == tuple(order[:3])


def test_the_fingerprint_of_older_games_is_that_of_the_seed():
    assert fair(root="").fingerprint == sha256(str(SEED).encode()).hexdigest()
    assert Host(load_variant("playerules"), [Player(n) for n in "ABC"], 5).fingerprint == ""


def test_each_cut_gives_other_cards_and_the_same_cut_the_same():
    orders = []
    for cuts in ((1,), (2,), (2, 1), (2, 1)):
        host = fair(cuts=cuts, root="a-root", is_cut_twice=len(cuts) == 2)
        done = actions_of(host)
        host.draw_for_dealer()
        host.deal()
        orders.append(done[-1].order)
    assert len({*orders[:3]}) == 3
    assert orders[2] == orders[3]


@pytest.mark.parametrize(
    ("root", "is_cut_twice", "cuts"),
    [("a-root", False, [True, False]), ("a-root", True, [True, True]), ("", True, [False, True])],
)
def test_the_cards_are_cut_before_the_draw_and_in_older_games_before_the_first_deal(
    root, is_cut_twice, cuts
):
    host = fair(root=root, is_cut_twice=is_cut_twice)
    for awaits, go_on in zip(cuts, (host.draw_for_dealer, host.deal), strict=True):
        assert host.awaits_cut == awaits
        if awaits:
            assert host.cuts or not root or who_cuts(host.state, host.is_bot) == 0
            for bad in (-1, MOST_CUT):
                with pytest.raises(ValueError, match="too large"):
                    host.cut_cards(bad)
            host.cut_cards(1)
        with pytest.raises(ValueError, match="not to be cut"):
            host.cut_cards(1)
        go_on()
    assert len(host.cuts) == sum(cuts)
    assert not host.awaits_cut
    with pytest.raises(ValueError, match="not to be cut"):
        host.cut_cards(1)


def test_a_cut_that_is_known_is_not_asked_for():
    host = fair(cuts=(9,))
    host.draw_for_dealer()
    assert not host.awaits_cut
    host.deal()
    assert host.cuts == (9,)


def test_without_a_cut_the_named_seed_alone_decides():
    one, two = (Host(load_variant("playerules"), [Player(n) for n in "ABC"], 5) for _ in range(2))
    for host in (one, two):
        host.draw_for_dealer()
        assert not host.awaits_cut
        host.deal()
    assert one.state == two.state


@pytest.mark.parametrize(
    ("players", "cutter"), [(("Ann", "Bob", "Cy"), -1), (("Ann:easy", "Bob:easy", "Cy:easy"), -1)]
)
def test_the_seat_at_the_dealers_right_cuts(players, cutter):
    host = fair(players=players)
    host.draw_for_dealer()
    assert who_cuts(host.state, host.is_bot) == (host.state.dealer + cutter) % 3


def test_a_computer_leaves_the_cut_to_the_next_person_at_the_right():
    for seat in range(3):
        names = [f"N{at}" + ("" if at == seat else ":easy") for at in range(3)]
        host = fair(players=names)
        host.draw_for_dealer()
        assert who_cuts(host.state, host.is_bot) == seat


def test_a_game_of_computers_is_cut_and_played_alike_again():
    ends = []
    for _ in range(2):
        host = fair(players=("A:easy", "B:simple", "C:easy"), cuts=(3,))
        host.draw_for_dealer()
        host.deal()
        while host.state.phase is not Phase.ROUND_OVER:
            host.do(host.bot_action())
        ends.append(host.state)
    assert ends[0] == ends[1]
