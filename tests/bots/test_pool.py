"""Computer players that never answer, break or answer nonsense: replaced, noted, made again."""

import re
import threading

import pytest

from shanghai.bots.levels import LEVELS, Level
from shanghai.bots.pool import GRACE, PATIENCE, Abandoned, Note, simplest
from shanghai.bots.runner import _plain
from shanghai.engine.actions import Call, CallShanghai, Discard, Draw, Pass
from shanghai.engine.cards import label
from shanghai.engine.seen import view_for
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.storage import journal
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from shanghai.words.view_lines import lines
from tests.saving import clock, resume

CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[SHDC♠♥♦♣]|\bJK\b")


def leaves():
    raise SystemExit(3)


class Simplest:
    """Plays the simplest moves; what it does at each question is set by a test."""

    def __init__(self, seat, random, is_late):
        self.seat = seat
        self.is_late = is_late

    def notice(self, event):
        pass

    def decide(self, view):
        return simplest(view, self.seat)

    def wants_call(self, view):
        return None


def level(**methods):
    """A level of players whose methods are those given."""
    made = []

    def make(*given):
        bot = type("Odd", (Simplest,), methods)(*given)
        made.append(bot)
        return bot

    level = Level(make, "Odd", "A test.")
    return level, made


def table(odd, seats=("odd", "odd", "odd"), think=None):
    """A dealt round among computers, those called odd of the level under test."""
    plain = Level(Simplest, "Plain", "A test.")
    players = [Player(n, bot) for n, bot in zip(("Ann", "Bob", "Cy"), seats, strict=True)]
    levels = {"odd": odd, "plain": plain}
    host = Host(load_variant("playerules"), players, 4, levels=levels)
    host.computers.think = think
    host.draw_for_dealer()
    host.deal()
    return host


def moves(host, count):
    """So many moves of the computers."""
    done = []
    for _ in range(count):
        action = host.bot_action()
        done.append(action)
        host.do(action)
    return done


def test_a_computer_that_broke_is_made_again_and_told_all_again():
    odd, made = level(
        notice=lambda self, event: self.__dict__.setdefault("heard", []).append(event),
        decide=lambda self, view: 1 // 0,
    )
    host = table(odd, seats=("odd", "plain", "plain"))
    moves(host, 12)
    assert len(made) > 2
    assert all(bot.heard[0] is not None for bot in made)
    assert [len(bot.heard) for bot in made] == sorted(len(bot.heard) for bot in made)
    assert host.notes[0].text == (
        "Ann's computer broke down (ZeroDivisionError); the simplest move was made."
    )


def test_a_telling_that_fails_is_not_repeated():
    def notice(self, event):
        raise RuntimeError("the 9S")

    odd, _ = level(notice=notice)
    host = table(odd, seats=("odd", "plain", "plain"))
    moves(host, 30)
    events = [note.text for note in host.notes]
    assert 0 < len(events) <= len(host.log)
    assert not any("9S" in text for text in events)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "draw",
        42,
        object(),
        Draw,
        (Draw(0),),
        Draw(1),
        Draw("0"),
        Discard(0, "9S"),
        Discard(0, 1e300),
        Discard(False, 3),
        Draw(False),
        Discard(0, None),
        Call(0, "buy"),
        leaves,
    ],
)
def test_nonsense_is_replaced_and_noted(answer):
    odd, _ = level(decide=lambda self, view: answer() if answer is leaves else answer)
    host = table(odd, seats=("odd", "plain", "plain"))
    while host.state.turn != 0:
        moves(host, 1)
    moves(host, 2)
    assert host.state.turn == 1
    assert host.notes
    assert not any(CARD.search(note.text) for note in host.notes)


@pytest.mark.parametrize("answer", ["buy", Draw(0), Call(1, "buy"), Call(0, "may-i"), True, leaves])
def test_a_call_that_is_none_is_noted_and_not_made(answer):
    odd, _ = level(wants_call=lambda self, view: answer() if answer is leaves else answer)
    host = table(odd, seats=("odd", "plain", "plain"))
    moves(host, 8)
    assert host.state.calls == ()
    assert "no call was made" in host.notes[0].text


def test_a_computer_has_no_say_in_what_is_left_to_chance():
    def decide(self, view):
        move = simplest(view, self.seat)
        return Draw(self.seat, (1, 2, 3)) if isinstance(move, Draw) else move

    odd, _ = level(decide=decide)
    assert all(action.renewed == () for action in moves(table(odd), 9) if isinstance(action, Draw))
    called, plain = CallShanghai(0, 0, None, 7), CallShanghai(0, 0)
    assert _plain(called) == plain
    assert _plain(Draw(0, (1, 2))) == Draw(0)
    assert _plain(Call(0, "buy", (1, 2))) == Call(0, "buy")


def test_going_on_without_an_answer_from_another_thread():
    answer, started = threading.Event(), threading.Event()

    def decide(self, view):
        if not started.is_set():
            started.set()
            answer.wait()
        return Pass(self.seat)

    odd, _ = level(decide=decide)
    host = table(odd, seats=("odd", "plain", "plain"))
    while host.state.turn != 0:
        moves(host, 1)
    ends = []

    def think():
        try:
            ends.append(host.bot_action())
        except Abandoned as error:
            ends.append(type(error))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    assert started.wait()
    assert host.computers.waited > 0
    host.abandon_answer()
    assert host.bot_action() == Draw(0)
    assert host.notes[0].text.startswith("Ann's computer did not answer; the simplest")
    host.do(Draw(0))
    answer.set()
    thread.join()
    assert ends == [Abandoned]
    host.abandon_answer()
    assert len(host.notes) == 1


def test_going_on_without_a_call_asks_the_others():
    answer, started = threading.Event(), threading.Event()

    def wants_call(self, view):
        if self.seat == host.state.turn - 1:
            started.set()
            answer.wait()
        return

    odd, _ = level(wants_call=wants_call)
    host = table(odd)
    while host.state.turn == 0:
        moves(host, 1)
    assert host.has_unasked_computer

    def think():
        with pytest.raises(Abandoned):
            host.bot_action()

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    assert started.wait()
    host.abandon_answer()
    assert host.bot_action() == simplest(host.state, host.state.turn)
    assert not host.has_unasked_computer
    assert "no call was made" in host.notes[0].text
    answer.set()
    thread.join()


def test_thinking_time_is_shared_by_all_that_is_asked_between_two_moves():
    allowed = []

    def look(self, view):
        host.computers._asked.since -= 100
        while not self.is_late():
            pass
        allowed.append((view.phase, host.computers._asked.allowed))

    def decide(self, view):
        look(self, view)
        return simplest(view, self.seat)

    odd, _ = level(decide=decide, wants_call=look)
    host = table(odd, think=0.4)
    assert not host.computers.uses_time
    moves(host, 2)
    assert host.computers.uses_time
    draw = Phase.DRAW
    assert allowed == [(draw, 0.1), (draw, 0.1), (draw, 0.2), (Phase.PLAY, 0.4)]


def test_an_answer_is_waited_for_a_little_longer_than_the_thinking_time():
    rules, players = load_variant("playerules"), [Player(name) for name in ("Ann", "Bob", "Cy")]
    assert Host(rules, players, 1).computers.patience == PATIENCE
    for limit, patience in ((None, 0.5 + GRACE), (9, 9)):
        computers = Host(rules, players, 1, limit=limit).computers
        computers.think = 0.5
        assert computers.patience == patience


def test_a_game_with_replaced_moves_goes_on_the_same_when_it_is_resumed(tmp_path, monkeypatch):
    odd, _ = level(decide=lambda self, view: 1 // 0, wants_call=lambda self, view: "buy")
    monkeypatch.setitem(LEVELS, "odd", odd)
    players = [Player("Ann", "odd"), Player("Bob", "simple"), Player("Cy", "simple")]
    host = Host(load_variant("playerules"), players, 8)
    writer = GameWriter.begin(tmp_path, host, "", clock)
    host.draw_for_dealer()
    host.deal()
    moves(host, 8)
    host.computers.game_went_on(is_dealt=True)
    notes = len(host.notes)
    while len(host.notes) == notes:
        moves(host, 1)
    writer.close()
    again, resumed, notes = resume(writer.path)
    assert not notes
    assert resumed.state == host.state
    assert len(host.notes) > 2
    assert resumed.notes == host.notes
    shown = [note.text for note in host.notes if note.at > len(host.log) - 3]
    read = journal.read(writer.path.read_bytes())
    public = "\n".join(lines(view_for(host.state, -1), read.log, read.notes))
    assert all(text in public for text in shown)
    assert shown
    for _ in range(12):
        assert moves(resumed, 1) == moves(host, 1)
        assert resumed.state == host.state
    again.close()


def test_moves_taken_back_leave_the_notes_and_a_journal_tells_them_too(tmp_path, monkeypatch):
    odd, _ = level(decide=lambda self, view: None)
    monkeypatch.setitem(LEVELS, "odd", odd)
    players = [Player("Ann"), Player("Bob", "odd"), Player("Cy", "odd")]
    host = Host(load_variant("playerules"), players, 8)
    writer = GameWriter.begin(tmp_path, host, "", clock)
    host.draw_for_dealer()
    host.deal()
    while host.state.turn != 0:
        moves(host, 1)
    host.do(Draw(0))
    start = host.version
    host.do(Discard(0, host.state.seats[0].hand[0]))
    moves(host, 2)
    texts = [note.text for note in host.notes]
    host.take_back(UndoRequest(0, start, agreed=True))
    writer.close()
    assert [note.text for note in host.notes] == texts
    assert max(note.at for note in host.notes) < len(host.log)
    read = journal.read(writer.path.read_bytes())
    assert read.notes == host.notes
    again, resumed, _ = resume(writer.path)
    assert resumed.notes == host.notes
    again.close()


def test_a_journal_with_a_note_that_must_not_be_shown_is_damaged(tmp_path):
    host = Host(load_variant("playerules"), [Player(name) for name in ("Ann", "Bob", "Cy")], 8)
    writer = GameWriter.begin(tmp_path, host, "", clock)
    host.notes.append(Note(0, "\x1b[2J"))
    host.draw_for_dealer()
    writer.close()
    assert journal.read(writer.path.read_bytes()).verdict is journal.JournalVerdict.DAMAGED


def test_labels_are_what_notes_are_searched_for():
    assert all(CARD.search(f"the {label(card)} is") for card in range(54))
