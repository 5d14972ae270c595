"""The host: chance, log, observers, and whose turn it is to speak."""

from random import Random

import pytest
from msgspec import structs

from shanghai.bots.levels import LEVELS, Level
from shanghai.engine.actions import Call, Deal, Discard, Draw, DrawForDealer, HandOver, Pass, Take
from shanghai.engine.calls import callers
from shanghai.engine.events import CallMade, Dealt, Drawn, ShanghaiCalled
from shanghai.engine.game import Refused
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.state import Phase, State
from shanghai.table.host import Host, Player, Resumption, simplest
from shanghai.variants.loader import load_variant
from tests.ui.tables import position


def table(variant: str, *players: str, seed: int | None = 1) -> Host:
    """A host with a first round dealt; a name with a colon is a computer of that level."""
    seats = [Player(*text.split(":")) for text in players]
    host = Host(load_variant(variant), seats, seed)
    host.draw_for_dealer()
    host.deal()
    return host


class Eager:
    """Calls whatever it may and plays the simplest move."""

    asked = 0

    def __init__(self, seat, random, is_late):
        self.seat = seat

    def notice(self, event):
        if isinstance(event, Drawn) and event.seat != self.seat:
            assert event.card == -1

    def decide(self, view):
        return simplest(view, self.seat)

    def wants_call(self, view):
        Eager.asked += 1
        return Call(self.seat, view.rules.call_word)


class Broken(Eager):
    """Raises in every question."""

    def notice(self, event):
        raise RuntimeError("10S is my secret")

    def decide(self, view):
        raise RuntimeError(f"my hand is {view.seats[self.seat].hand}")

    def wants_call(self, view):
        raise RuntimeError("no")


class Cheat(Eager):
    """Answers with moves that are not allowed."""

    def decide(self, view):
        return Discard(self.seat, 9999) if view.phase is Phase.PLAY else HandOver(self.seat, "X")

    def wants_call(self, view):
        return Call((self.seat + 1) % view.players, view.rules.call_word)


class Passer(Eager):
    """Passes for ever."""

    def decide(self, view):
        return Pass(self.seat) if view.phase is Phase.DRAW else simplest(view, self.seat)

    def wants_call(self, view):
        return None


@pytest.fixture(autouse=True)
def levels(monkeypatch):
    Eager.asked = 0
    for kind in (Eager, Broken, Cheat, Passer):
        monkeypatch.setitem(LEVELS, kind.__name__.lower(), Level(kind, kind.__name__, "A test."))


def test_one_seed_one_game():
    first, second = (table("rummygames", "Ann", "Bob", seed=5) for _ in range(2))
    assert first.state == second.state
    assert table("rummygames", "Ann", "Bob", seed=6).state != first.state
    assert table("rummygames", "Ann", "Bob", seed=None).state != first.state


def test_chance_does_not_depend_on_who_asked_before():
    asked, plain = (table("playerules", "Ann", "Bob:simple", "Cy:simple", seed=3) for _ in range(2))
    asked.bot_action(computer_may_draw=False)
    for host in (asked, plain):
        while host.state.phase in (Phase.DRAW, Phase.PLAY):
            host.do(host.bot_action() or simplest(host.state, host.state.turn))
            if len(host.log) > 60:
                break
    assert asked.state == plain.state


def test_going_on_from_a_state_keeps_the_shuffles_of_the_seed():
    whole = table("playerules", "Ann", "Bob", "Cy", seed=11)
    for _ in range(12):
        whole.do(simplest(whole.state, whole.state.turn))
    again = Host(whole.state.rules, whole.players, 11, whole.state)
    again.resume_from(Resumption(whole.window, whole.version), whole.log)
    for _ in range(400):
        if whole.state.phase not in (Phase.DRAW, Phase.PLAY):
            break
        for host in (whole, again):
            host.do(simplest(host.state, host.state.turn))
        assert whole.state == again.state


def test_the_log_and_the_observers_hear_of_everything():
    host = Host(load_variant("california"), [Player("Ann"), Player("Bob")], 1)
    heard = []
    host.on_change.append(lambda *told: heard.append(told))
    host.draw_for_dealer()
    host.deal()
    host.do(Draw(host.state.turn))
    assert host.version == 3
    assert [event for told in heard for event in told[3]] == host.log
    assert [type(told[1]) for told in heard] == [DrawForDealer, Deal, Draw]
    assert heard[-1][2] is host.state
    assert heard[0][2] is heard[1][0]
    assert isinstance(host.log[1], Dealt)


def test_a_refused_move_changes_nothing():
    host = table("rummygames", "Ann", "Bob")
    before = host.state
    with pytest.raises(Refused):
        host.do(Draw((host.state.turn + 1) % 2))
    assert host.state is before
    assert host.refuse(Draw((host.state.turn + 1) % 2)) is not None


def test_views_hide_and_people_are_known():
    host = table("rummygames", "Ann", "Bob:simple", "Cy")
    assert host.people() == (0, 2)
    assert host.is_bot(1)
    assert set(host.view(0).seats[1].hand) == {-1}
    assert -1 not in host.view(0).seats[0].hand
    assert all(set(seat.hand) == {-1} for seat in host.public().seats)


def test_the_round_stays_with_the_host_until_it_is_dealt():
    host = Host(load_variant("rummygames"), [Player("Ann:x"), Player("Bob", "simple")], 1)
    assert host.bot_action() is None
    with pytest.raises(Refused):
        host.deal()
    host.draw_for_dealer()
    assert host.state.phase is Phase.DEALING


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="nobody"):
        Host(load_variant("rummygames"), [Player("Ann"), Player("Bob", "nobody")], 1)
    host = table("rummygames", "Ann", "Bob")
    with pytest.raises(ValueError, match="nobody"):
        host.hand_over(0, "Cy", "nobody")


@pytest.mark.parametrize("level", ["broken", "cheat", "passer"])
@pytest.mark.parametrize("variant", ["rummygames", "grandma-davis", "california", "playerules"])
def test_a_failing_computer_is_replaced_and_noted_without_cards(variant, level):
    host = table(variant, *(f"{name}:{level}" for name in ("Ann", "Bob", "Cy")))
    for _ in range(300):
        action = host.bot_action()
        if action is None:
            break
        host.do(action)
    assert len(host.log) > 100 or host.state.phase is Phase.ROUND_OVER
    assert host.notes
    for note in host.notes:
        assert "secret" not in note.text
        assert "9999" not in note.text
        assert "'s computer " in note.text
        assert 0 < note.at <= len(host.log)


def test_a_computer_is_asked_once_for_each_fresh_top_card():
    host = table("rummygames", "Ann", "Bob:eager", "Cy:eager", seed=2)
    while host.state.turn != 0:
        host.do(host.bot_action())
    Eager.asked = 0
    host._reopen_window(host.window)
    could = [seat for seat in callers(host.state) if seat]
    for _ in range(5):
        action = host.bot_action()
        assert action is host.bot_action()
    while (action := host.bot_action()) is not None:
        host.do(action)
    assert Eager.asked == len(could)
    assert set(host.state.calls) == set(could)


def first_in_window(seed: int, *, poll: bool) -> str:
    """Who gets the first upcard where three computers and a person all want it (PR-6)."""
    players = ("Ann", "Bob:eager", "Cy:eager", "Dora:eager")
    host = table("playerules", *players, seed=seed)
    if host.state.turn == 0:
        return "on turn"
    quick = host.bot_action(computer_may_draw=False)
    if quick is not None:
        return "computer"
    if poll:
        return "computer" if isinstance(host.bot_action(), Call) else "nobody"
    host.do(Call(0, "buy"))
    assert host.state.seats[0].calls_used == 1
    return "person"


def test_where_the_first_to_call_has_it_a_person_is_first_sometimes():
    firsts = [first_in_window(seed, poll=False) for seed in range(120)]
    asked = [who for who in firsts if who != "on turn"]
    share = asked.count("person") / len(asked)
    assert 0.15 < share < 0.55
    assert all(
        late == "computer"
        for seed in range(20)
        if (late := first_in_window(seed, poll=True)) != "on turn"
    )


def person_on_turn(seed: int) -> Host | None:
    """A first window in which the person on turn is quicker than the computers (PR-6)."""
    host = table("playerules", "Ann", "Bob:eager", "Cy:eager", seed=seed)
    if host.state.turn != 0 or host.bot_action() is not None:
        return None
    return host


def test_a_quick_person_on_turn_may_take_and_who_draws_lets_the_others_call():
    hosts = [host for seed in range(60) if (host := person_on_turn(seed))]
    assert len(hosts) > 2
    took = hosts[0]
    took.do(Take(0))
    assert took.state.phase is Phase.PLAY
    drew = hosts[1]
    events = drew.do(Draw(0))
    assert isinstance(events[0], CallMade)
    assert isinstance(events[-1], Drawn)
    assert drew.state.phase is Phase.PLAY
    passed = hosts[2]
    passed.do(Pass(0))
    assert isinstance(passed.bot_action(), Call)


class Shouter(Eager):
    """Calls SHANGHAI where it can, and nothing else."""

    def wants_call(self, view):
        Eager.asked += 1
        return next(shanghai_calls(view, (self.seat,)), None)


def test_who_draws_has_not_drawn_where_a_late_call_shows_another_card(monkeypatch):
    """A SHANGHAI on the discard (GD-18) leaves the card beneath, which others may call."""
    monkeypatch.setitem(LEVELS, "shouter", Level(Shouter, "Shouter", "A test."))
    drawn = 0
    for seed in range(30):
        state = position(
            "grandma-davis",
            {"Ann": "2S 3S 9D", "Bob": "8D 8H 3C", "Cy": "6D 6H 4C"},
            turn="Ann",
            by="Cy",
            table=(("Bob", "set", "KS KH KC"), ("Bob", "run", "9D TD JD QD")),
            discards="KD 2D",
        )
        players = [Player("Ann"), Player("Bob", "shouter"), Player("Cy", "shouter")]
        host = Host(state.rules, players, seed, state)
        if host.bot_action(computer_may_draw=False) is not None:
            continue
        assert not host.has_unasked_computer
        Eager.asked = 0
        events = host.do(Draw(0))
        assert Eager.asked == 0
        assert isinstance(events[0], ShanghaiCalled)
        assert host.has_unasked_computer
        assert host.state.phase is Phase.DRAW
        assert host.bot_action(computer_may_draw=False) is None
        assert isinstance(host.do(Draw(0))[-1], Drawn)
        drawn += 1
    assert drawn > 3


def test_among_computers_alone_the_first_is_drawn_by_lot():
    firsts = set()
    for seed in range(40):
        host = table(
            "playerules", *(f"{name}:eager" for name in ("Ann", "Bob", "Cy", "Dora")), seed=seed
        )
        action = host.bot_action()
        assert isinstance(action, Call)
        firsts.add((action.seat - host.state.turn) % 4)
    assert firsts == {1, 2, 3}


def test_a_computer_on_turn_waits_where_drawing_is_not_allowed_yet():
    host = table("rummygames", "Ann", "Bob:passer", seed=4)
    while host.state.turn != 1 or host.state.phase is not Phase.DRAW:
        host.do(simplest(host.state, host.state.turn))
    assert host.bot_action(computer_may_draw=False) is None
    assert host.bot_action() is not None


def test_a_seat_goes_to_a_computer_and_back():
    host = table("california", "Ann", "Bob", seed=4)
    hand = host.state.seats[1].hand
    host.hand_over(1, "Robot", "simple")
    assert host.is_bot(1)
    assert host.state.seats[1].name == "Robot"
    assert host.state.seats[1].hand == hand
    host.hand_over(1, "Bob")
    assert not host.is_bot(1)
    with pytest.raises(Refused):
        host.hand_over(1, "Ann")


def test_a_shuffle_that_is_given_is_kept():
    host = table("california", "Ann", "Bob", seed=4)
    state = host.state
    top, *rest = state.discards + state.stock
    emptied: State = structs.replace(
        state, stock=(), discards=(top, *rest), tossers=(-1,) * (len(rest) + 1)
    )
    order = tuple(Random(1).sample(rest, len(rest)))
    given = Host(state.rules, host.players, 4, emptied)
    given.do(Draw(state.turn, order))
    assert given.state.stock == order[1:]
    drawn = Host(state.rules, host.players, 4, emptied)
    drawn.do(Draw(state.turn))
    assert sorted((*drawn.state.stock, drawn.state.seats[state.turn].hand[-1])) == sorted(rest)
