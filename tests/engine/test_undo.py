"""Taking moves back: exactly the earlier state, alone or by agreement, kept and resumed."""

import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from shanghai.bots.pool import simplest
from shanghai.bots.protocol import Level
from shanghai.engine.actions import Call, Correct, Discard, Draw, GoDown, LayOff, Take
from shanghai.engine.cards import face_of, read_face
from shanghai.engine.events import Discarded, MovesUndone
from shanghai.engine.game import Refused, apply
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import lay_downs
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.records.check import check_file
from shanghai.records.recorder import GameRecorder
from shanghai.storage import journal
from shanghai.storage.entries import moves_not_undone
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.verdict import UNBOUND
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.words.events import tell
from shanghai.words.refusals import reason
from tests.saving import SAVES, DiceBot, chain, clock, lean, resume, seat_dice, step, table
from tests.secrets import event_for
from tests.ui.tables import position

PLAYED = (Phase.DRAW, Phase.PLAY)


def at_table(**more):
    """Ann is on turn before her draw; she can take the discard, go down and lay off."""
    hands = {"Ann": "4S 4H 4D 9C 9D 9H 6S KC", "Bob": "2S 3S QH 7D", "Cy": "8D 8H JK 3C"}
    more = {"table": [("Bob", "run", "7S 8S 9S 10S")], "discards": "JS 2D", "by": "Cy"} | more
    state = position("playerules", hands, turn="Ann", **more)
    players = [Player(seat.name) for seat in state.seats]
    return Host(state.rules, players, seed=3, state=state)


def card(host, label):
    return next(c for c in host.state.seats[0].hand if face_of(c) == read_face(label))


def went_down(host):
    held = host.state.seats[0]
    return GoDown(0, next(lay_downs(held.hand, host.state.contract, host.state.rules)).melds)


def sentence(host, error):
    return reason(host.state.rules, error.value.refusal, [s.name for s in host.state.seats])


def test_all_of_the_own_turn_is_taken_back_alone_where_nothing_hidden_was_shown():
    host = at_table()
    states = [host.state]
    for action in (Take(0), went_down, LayOff(0, card(host, "6S"), 0), None):
        made = action(host) if callable(action) else action
        made = made or LayOff(0, card(host, "JS"), 0)
        host.do(made)
        states.append(host.state)
    for number in (3, 2, 1, 0):
        host.take_back(UndoRequest(0, number))
        assert host.state == states[number]
        assert isinstance(host.log[-1], MovesUndone)
    assert len(host.log) == 1


def test_a_card_drawn_is_not_put_back_alone():
    host = at_table()
    before = host.state
    host.do(Draw(0))
    drawn = host.state
    with pytest.raises(Refused) as error:
        host.take_back(UndoRequest(0, 0))
    assert "Ann takes back alone what was done in the own turn" in sentence(host, error)
    host.do(went_down(host))
    host.take_back(UndoRequest(0, 1))
    assert host.state == drawn
    host.take_back(UndoRequest(0, 0, agreed=True))
    assert host.state == before


def test_a_turn_that_is_over_and_a_move_of_another_are_not_taken_back_alone():
    host = at_table()
    host.do(Take(0))
    host.do(Discard(0, card(host, "KC")))
    for seat in (0, 1):
        with pytest.raises(Refused):
            host.take_back(UndoRequest(seat, 1))
    host = at_table()
    host.do(Call(1, "buy"))
    with pytest.raises(Refused):
        host.take_back(UndoRequest(0, 0))


def test_a_call_that_waits_is_taken_back_alone_until_anything_else_is_done():
    hands = {"Ann": "4S 9C", "Bob": "2S 3S", "Cy": "8D 8H", "Dee": "9D 9H"}
    state = position("grandma-davis", hands, turn="Ann", discards="JS 2D", by="Dee")
    host = Host(state.rules, [Player(seat.name) for seat in state.seats], seed=3, state=state)
    host.do(Call(1, "may-i"))
    with pytest.raises(Refused):
        host.take_back(UndoRequest(2, 0))
    host.take_back(UndoRequest(1, 0))
    assert host.state == state
    assert tell(host.log[-1], state) == "Bob takes back MAY I for JS."
    host.do(Call(1, "may-i"))
    host.do(Call(2, "may-i"))
    with pytest.raises(Refused):
        host.take_back(UndoRequest(1, 2))
    host.take_back(UndoRequest(2, 3))
    assert host.state.calls == (1,)


def test_a_call_that_has_brought_cards_is_not_taken_back_alone():
    host = at_table()
    host.do(Call(1, "buy"))
    with pytest.raises(Refused):
        host.take_back(UndoRequest(1, 0))


def test_what_was_seen_and_taken_back_by_agreement_still_was_seen():
    host = at_table(table=[])
    host.do(Take(0))
    host.do(Discard(0, card(host, "KC")))
    host.do(Draw(1))
    host.take_back(UndoRequest(1, 2, agreed=True))
    host.take_back(UndoRequest(0, 1, agreed=True))
    with pytest.raises(Refused):
        host.take_back(UndoRequest(0, 0))


@pytest.mark.parametrize("number", [-1, 1, 99])
def test_there_is_nothing_to_take_back_elsewhere(number):
    host = at_table()
    host.do(Take(0))
    with pytest.raises(Refused) as error:
        host.take_back(UndoRequest(0, number, agreed=True))
    assert "no move to take back in this round" in sentence(host, error)


def test_nothing_goes_back_beyond_a_seat_that_changed_hands_or_a_deal():
    host = at_table()
    host.do(Take(0))
    host.hand_over(2, "Cyril")
    with pytest.raises(Refused):
        host.take_back(UndoRequest(0, 0, agreed=True))
    host = table("playerules", "Ann", "Bob", "Cy")
    host.draw_for_dealer()
    host.deal()
    assert not host.undo_history.moments


def test_the_log_tells_what_was_taken_back_and_hides_what_was_hidden():
    host = at_table()
    host.do(Draw(0))
    host.take_back(UndoRequest(0, 0, agreed=True))
    said = "Ann takes back the draw of a card from the stock, as the table agrees."
    assert tell(host.log[-1], host.state, NOBODY) == said
    assert tell(host.log[-1], host.state, 1) == said
    for _ in range(2):
        host.do(Take(0))
        host.take_back(UndoRequest(0, host.undo_history.moments[0].number))
    assert tell(host.log[-1], host.state, NOBODY) == "Ann takes back the taking of JS."


class Listener(DiceBot):
    """Keeps all that it is told."""

    def __init__(self, seat, random, is_late):
        super().__init__(seat, random, is_late)
        self.told = []

    def notice(self, event):
        self.told.append(event)


def test_computer_players_are_made_anew_and_told_the_shorter_log():
    made = []

    def make(*given):
        made.append(Listener(*given))
        return made[-1]

    levels = {"listens": Level(make, "Listener", "A test.")}
    seats = [Player("Ann"), Player("Bob", "listens"), Player("Cy", "listens")]
    host = Host(lean("playerules", 1), seats, 5, levels=levels)
    host.draw_for_dealer()
    host.deal()
    while host.state.turn != 0 or host.state.phase is not Phase.PLAY:
        host.do(host.bot_action() or Draw(0))
    start = host.version
    host.do(Discard(0, host.state.seats[0].hand[0]))
    while host.state.turn != 0:
        host.do(host.bot_action())
    host.take_back(UndoRequest(0, start, agreed=True))
    log, before = tuple(host.log), len(made)
    host.do(Discard(0, host.state.seats[0].hand[0]))
    while host.state.turn != 0:
        host.do(host.bot_action())
    assert {bot.seat for bot in made[before:]} == {1, 2}
    for bot in made[before:]:
        assert bot.told[: len(log)] == [event_for(event, bot.seat) for event in log]
    assert not any(isinstance(event, Discarded) and event.seat == 0 for event in log)


def test_a_record_leaves_out_what_was_taken_back(tmp_path):
    """A game with every third move taken back and another made instead replays by the checker."""
    host = table("playerules", "Ann:random", "Bob:simple", "Cy:random", seed=3, rounds=(1,))
    writer = GameWriter.begin(tmp_path, host, "", clock)
    host.draw_for_dealer()
    host.deal()
    chance, undone = Random(8), 0
    while host.state.phase is not Phase.GAME_OVER:
        host.do(host.bot_action())
        if host.undo_history.moments and undone < 60 and chance.random() < 0.3:
            moment = chance.choice(host.undo_history.moments[-6:])
            host.take_back(UndoRequest(0, moment.number, agreed=True))
            undone += 1
    writer.close()
    assert undone > 20
    read = journal.read(writer.path.read_bytes())
    assert read.taken_back > 20
    recorder, before = GameRecorder(), table("playerules", "Ann", "Bob", "Cy", rounds=(1,)).state
    for entry in moves_not_undone(read.entries):
        after, _ = apply(before, entry.action)
        recorder.feed(before, entry.action, after)
        before = after
    path = tmp_path / "game.yaml"
    path.write_text(recorder.yaml())
    assert [verdict.lines for verdict in check_file(path)] == [()]


def journal_with_undo(data):
    """The bodies of a journal whose last entry is a move taken back."""
    host = table("playerules", "Ann", "Bob", "Cy", seed=7)
    writer = GameWriter.begin(data, host, "", clock)
    host.draw_for_dealer()
    host.deal()
    seat = host.state.turn
    host.do(Draw(seat))
    host.do(Discard(seat, host.state.seats[seat].hand[0]))
    host.take_back(UndoRequest(seat, 3, agreed=True))
    writer.close()
    return [line[9:-1] for line in writer.path.read_bytes().splitlines(keepends=True)], host


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({}, ""),
        ({"agreed": False}, "hidden-shown"),
        ({"to": 1}, "nothing-to-take-back"),
        ({"to": 4}, "nothing-to-take-back"),
        ({"to": 2}, "not in the state"),
        ({"seat": 3}, "nothing-to-take-back"),
        ({"seat": -1}, "nothing-to-take-back"),
        ({"n": 6}, "stands where"),
        ({"to": "x"}, "no entry"),
    ],
)
def test_a_forged_taking_back_is_damage(tmp_path, changes, problem):
    bodies, host = journal_with_undo(tmp_path)
    bodies[-1] = msgspec.json.encode(msgspec.json.decode(bodies[-1]) | changes)
    read = journal.read(chain(bodies))
    assert read.verdict is (JournalVerdict.DAMAGED if problem else JournalVerdict.OK)
    assert problem in read.problem
    if not problem:
        assert (read.state, read.log) == (host.state, tuple(host.log))
        assert (read.moves, read.taken_back) == (4, 1)


def test_an_older_game_in_which_is_taken_back_is_written_anew(tmp_path):
    folder = tmp_path / "games" / "g"
    folder.mkdir(parents=True)
    old = (SAVES / "1-left.jsonl").read_bytes()
    (folder / "game.jsonl").write_bytes(old)
    (folder / "game.jsonl").chmod(0o600)
    writer, host, said = resume(folder / "game.jsonl")
    assert said == ""
    moment = host.undo_history.moments[-1]
    host.take_back(UndoRequest(0, moment.number, agreed=True))
    assert not writer.problem
    host.do(simplest(host.state, host.state.turn))
    writer.close()
    read = journal.read(writer.path.read_bytes())
    assert (read.verdict, read.header.format) == (JournalVerdict.OK, UNBOUND)
    assert (read.state, read.log) == (host.state, tuple(host.log))
    aside = [path for path in folder.iterdir() if path.read_bytes() == old]
    assert len(aside) == 1, "the file of the older format is kept beside it"


class Table(RuleBasedStateMachine):
    """A game with people and computers that is played, taken back, corrected, left and resumed."""

    @initialize(seed=st.integers(0, 10**6), variant=st.sampled_from(["playerules", "california"]))
    def begin(self, seed, variant):
        self.data = Path(tempfile.mkdtemp())
        self.host = table(variant, "Ann", "Bob:dice", "Cy", seed=seed, rounds=(1, 2))
        self.writer = GameWriter.begin(self.data, self.host, "", clock)
        self.host.draw_for_dealer()
        self.host.deal()
        self.states = {self.host.version: self.host.state}

    def teardown(self):
        if hasattr(self, "data"):
            self.writer.close()
            shutil.rmtree(self.data)

    @rule(count=st.integers(1, 6))
    def play(self, count):
        for _ in range(count):
            if self.host.state.phase is Phase.GAME_OVER:
                return
            self.states[self.host.version] = self.host.state
            step(self.host)
        self.states[self.host.version] = self.host.state

    @precondition(lambda self: self.host.undo_history.moments)
    @rule(data=st.data())
    def take_back(self, data):
        moment = data.draw(st.sampled_from(self.host.undo_history.moments[-12:]))
        agreed = data.draw(st.booleans())
        order = UndoRequest(data.draw(st.integers(0, 2)), moment.number, agreed)
        before = self.host.state
        try:
            self.host.take_back(order)
        except Refused:
            assert not agreed
            assert self.host.state is before
            return
        assert self.host.state == moment.state
        if moment.number in self.states:
            assert self.host.state == self.states[moment.number]
        self.states = {n: s for n, s in self.states.items() if n <= moment.number}
        self.states[self.host.version] = self.host.state

    @precondition(lambda self: self.host.state.results)
    @rule(seat=st.integers(0, 2), points=st.integers(-20, 20))
    def correct(self, seat, points):
        action = Correct(seat, self.host.state.results[-1].round, points, "a test")
        if self.host.refuse(action) is None:
            self.host.do(action)
            assert not self.host.undo_history.moments
            self.states[self.host.version] = self.host.state

    @rule()
    def leave_and_resume(self):
        self.writer.close()
        old = self.host
        self.writer, self.host, said = resume(self.writer.path)
        assert said == ""
        assert self.host.state == old.state
        assert self.host.log == old.log
        assert self.host.players == old.players
        assert self.host.version == old.version or old.state.phase is Phase.GAME_OVER
        moments, old_moments = self.host.undo_history.moments, old.undo_history.moments
        assert [m.number for m in moments] == [m.number for m in old_moments]
        if old.state.phase in PLAYED:
            assert self.host.bot_action() == old.bot_action()

    @invariant()
    def every_card_is_somewhere(self):
        state = getattr(self, "host", None) and self.host.state
        if state and state.phase in PLAYED:
            held = [card for seat in state.seats for card in seat.hand]
            laid = [card for meld in state.table for card in meld.cards]
            every = sorted([*held, *laid, *state.stock, *state.discards])
            assert tuple(every) == tuple(sorted(state.rules.cards(state.players)))


def test_playing_taking_back_and_resuming_in_any_order(monkeypatch):
    seat_dice(monkeypatch)
    with patch.object(os, "fsync", lambda descriptor: None):
        run_state_machine_as_test(
            Table,
            settings=settings(
                max_examples=12, stateful_step_count=25, deadline=None, derandomize=True
            ),
        )
