"""Games from their seeds: the same for any number of processes, each ending, no card lost."""

import pytest
from msgspec import structs

from shanghai.bots.simple import SimpleBot
from shanghai.simulation import games
from shanghai.simulation.games import Task, check_cards, game_seed, play_game, seated, seats_for
from shanghai.table.host import Host
from tests.simulation import simulate

from .short import short


def test_the_seed_of_a_game_is_its_own():
    seeds = {game_seed(base, number) for base in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert game_seed(1, 2) == game_seed(1, 2)


def test_levels_are_dealt_to_the_seats_over_and_over():
    assert seats_for(("a", "b"), 5) == ("a", "b", "a", "b", "a")


def test_the_reports_do_not_depend_on_the_number_of_processes():
    task = Task(short("playerules"), ("simple", "random", "simple"), 5)
    alone = simulate(task, 6)
    assert alone == simulate(task, 6, jobs=2)
    assert [game.number for game in alone] == [1, 2, 3, 4, 5, 6]
    assert alone[3] == play_game(task, 4)
    assert alone[0].levels == ("simple", "random", "simple")
    assert alone[1].levels == ("random", "simple", "simple")


def test_a_round_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr(games, "TURN_LIMIT", 1)
    task = Task(short("rummygames"), ("random", "random"), 5)
    played = simulate(task, 2)
    assert not any(game.finished for game in played)
    assert all(game.rounds == () for game in played)


class Remarking(SimpleBot):
    """A player that plays as the simple one and remarks something."""

    max_worlds = None
    tried = 0
    remark = "plays without a search"


def test_a_remark_is_a_note_and_no_replaced_move():
    report = play_game(Task(short("playerules"), (Remarking, "simple", "simple"), 5), 1)
    assert len(report.notes) == 1
    assert "plays without a search" in report.notes[0]
    assert report.replaced == 0


def test_a_lost_card_is_noticed():
    rules = short("rummygames")
    host = Host(rules, seated(["simple", "simple"]), 1)
    host.draw_for_dealer()
    host.deal()
    whole = rules.cards(2)
    check_cards(host.state, whole)
    with pytest.raises(RuntimeError):
        check_cards(structs.replace(host.state, stock=host.state.stock[1:]), whole)
    doubled = (host.state.stock[1], *host.state.stock[1:])
    with pytest.raises(RuntimeError):
        check_cards(structs.replace(host.state, stock=doubled), whole)


def test_a_round_says_what_happened_in_it():
    task = Task(short("grandma-davis", 2), ("simple", "simple", "random"), 9)
    games = simulate(task, 5)
    rounds = [one for game in games for one in game.rounds]
    assert all(0 <= one.granted <= one.calls for one in rounds)
    assert all(min(one.points) <= 0 or one.ending == "blocked" for one in rounds)
    assert sum(one.calls for one in rounds) > 0
    assert sum(one.declared for one in rounds) > 0
    assert any(not all(one.down) for one in rounds)
    for game in games:
        assert game.scores == tuple(map(sum, zip(*(r.points for r in game.rounds), strict=True)))
        first, second = game.rounds
        assert second.first == (first.first + 1) % 3


def test_the_deal_of_a_round_does_not_depend_on_the_rounds_before():
    deals = []
    for levels in (("simple",) * 3, ("random",) * 3):
        host = Host(short("playerules", 2), seated(levels), game_seed(1, 1))
        host.draw_for_dealer()
        games.play_round(host)
        host.deal()
        deals.append((host.state.seats[0].hand, host.state.stock, host.state.discards))
        assert len(host.log) > 20
    assert deals[0] == deals[1]
