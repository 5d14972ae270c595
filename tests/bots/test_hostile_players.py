"""Players of other packages that give anything: the game goes on, and its journal is sound."""

import contextlib
import signal
import tempfile
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import ClassVar

import msgspec
import pytest
from hypothesis import example, given, settings, strategies as st
from msgspec import structs

from shanghai.bots import foreign, foreign_process
from shanghai.bots.foreign import ForeignMaker
from shanghai.bots.foreign_process import READY
from shanghai.bots.foreign_worker import Worker
from shanghai.bots.pool import Tried
from shanghai.bots.protocol import Level
from shanghai.bots.runner import UnfitMove
from shanghai.bots.seated import BotTask
from shanghai.bots.simple import SimpleBot
from shanghai.commands.working import Stopped, stopped_by_signals
from shanghai.engine.actions import Call, Discard, Draw, GoDown, HandOver, LayOff, MeldCards, Take
from shanghai.engine.state import Kind, Phase
from shanghai.engine.undo import UndoRequest
from shanghai.storage import journal
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.secrets import event_for
from tests.secrets.test_doors import assert_sees


class InPlace:
    """Stands in for the process of a player, with all that goes to it and comes back as bytes."""

    asked: ClassVar = []

    def __init__(self, script, seat):
        self.worker = Worker(seat, lambda *given: Hostile(script, *given))

    def exchange(self, message, seconds):
        if message is None:
            return READY
        task = msgspec.msgpack.decode(message, type=BotTask)
        self.asked.append(task)
        self.worker.start(task)
        return self.worker.answer(task)

    def end(self):
        pass


@contextlib.contextmanager
def seated(script):
    """Makes a player with a script the foreign level `odd`."""
    level = Level(ForeignMaker(EntryPoint("odd", "no:Body", "")), "odd", "Another's.")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(foreign, "foreign_levels", lambda: {"odd": level})
        patch.setattr(
            foreign_process, "_Process", lambda command: InPlace(script, int(command[-1]))
        )
        yield


def play(host, steps=50):
    for _ in range(steps):
        if host.state.phase not in (Phase.DRAW, Phase.PLAY):
            host.deal()
        action = host.bot_action()
        if action is None:
            break
        host.do(action)


def played(act, seats=("odd", "odd", "simple")):
    """The host of a game that was played with its journal kept, and the journal as it is read."""
    with tempfile.TemporaryDirectory() as folder:
        names = ("Ann", "Bob", "Cy")
        players = [Player(name, level) for name, level in zip(names, seats, strict=True)]
        host = Host(load_variant("playerules"), players, 3)
        writer = GameWriter.begin(Path(folder), host)
        host.draw_for_dealer()
        act(host)
        writer.close()
        return host, journal.read(writer.path.read_bytes())


class Odd:
    """Answers in its own way to whatever is asked of it."""

    def __getattribute__(self, name):
        raise ZeroDivisionError("\x1b[2J")

    def __eq__(self, other):
        raise ZeroDivisionError

    def __hash__(self):
        raise ZeroDivisionError

    def __bool__(self):
        raise ZeroDivisionError

    __str__ = __repr__ = __len__ = __int__ = __index__ = __iter__ = __hash__


class Number(int):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Text(str):
    def __getitem__(self, at):
        return "\x1b"

    def __format__(self, how):
        raise ZeroDivisionError

    __str__ = __repr__ = lambda self: "\x1b"


class Named(type):
    @property
    def __name__(cls):
        return Odd()


class Misnamed(BaseException, metaclass=Named):
    @property
    def __class__(self):
        raise ZeroDivisionError

    def __setattr__(self, name, value):
        raise ZeroDivisionError

    def __str__(self):
        raise ZeroDivisionError


texts = st.text(max_size=60) | st.sampled_from(
    [
        "\x1b[2J",
        "a\x00b",
        "\ud800",
        "\u202e",
        "x" * 10**6,
        "e\u0301\u0301\u0301\u0301",
        " \n",
        "[/]",
    ]
)
NAMES = ["K\x1b[2J", "A\nB", "\u202eevil", "Ä" * 5000, " ", "N\u2028M"]
odd_kinds = st.sampled_from(NAMES).map(lambda name: type(name, (BaseException,), {}))
errors = st.one_of(
    odd_kinds.map(lambda kind: kind("\x1b[2J")),
    st.sampled_from(
        [
            SystemExit(3), KeyboardInterrupt(), GeneratorExit(), MemoryError(), RecursionError(),
            BaseException(Odd), StopIteration(), UnfitMove(),
        ]
    ),
    st.builds(Misnamed),
    texts.map(UnfitMove),
    st.builds(lambda: UnfitMove(Odd())),
    texts.map(lambda text: UnfitMove(Text(text))),
)  # fmt: skip
values = st.one_of(
    st.sampled_from([None, True, -1, -5, 2**70, 10**5000, 1.5, float("nan"), 10**18, b"x", [], {}]),
    st.integers(-3, 120),
    st.builds(Number, st.integers(-3, 120)),
    texts,
    texts.map(Text),
    st.builds(Odd),
)
kinds = values | st.just(Kind.SET)
seats = st.sampled_from([0, 1]) | values
moves = st.one_of(
    values,
    st.builds(Draw, seats, values),
    st.builds(Take, seats),
    st.builds(Call, seats, values),
    st.builds(Discard, seats, values, values),
    st.builds(LayOff, seats, values, values, values),
    st.builds(GoDown, seats, values | st.tuples(st.builds(MeldCards, kinds, values))),
    st.builds(HandOver, seats, texts),
    st.just(Draw).map(lambda kind: type("Draw", (kind,), {})(0)),
)  # fmt: skip
answers = st.one_of(
    st.tuples(st.just("error"), errors),
    st.tuples(st.just("move"), moves),
    st.tuples(st.just("field"), values),
    st.tuples(st.just("sound"), st.none()),
)
players = st.fixed_dictionaries(
    {
        "answers": st.lists(answers, min_size=1, max_size=6),
        "remarks": st.lists(values | texts, min_size=1, max_size=3),
        "tried": st.lists(values, min_size=1, max_size=3),
        "makes": st.none() | errors,
        "hears": st.none() | errors,
    }
)


REMARKING = {
    "answers": [("sound", None)],
    "remarks": ["a\x1b[2Jb", "x" * 10**6, "a\nb"],
    "tried": [-5],
    "makes": None,
    "hears": None,
}


class Hostile(SimpleBot):
    """Answers by a script, over and over; in between it plays as well as the simple player."""

    def __init__(self, script, seat, random, is_late):
        if script["makes"] is not None and random.random() < 0.3:
            raise script["makes"]
        super().__init__(seat, random, is_late)
        self.script, self.asked = script, Random(0)
        self.max_worlds = None

    def _next(self, sound):
        how, what = self.asked.choice(self.script["answers"])
        if how == "error":
            raise what
        if how == "field" and sound is not None:
            return structs.replace(sound, **{sound.__struct_fields__[-1]: what})
        return what if how == "move" else sound

    def decide(self, view):
        return self._next(super().decide(view))

    def wants_call(self, view):
        return self._next(super().wants_call(view))

    def notice(self, event):
        if self.script["hears"] is not None and self.asked.random() < 0.05:
            raise self.script["hears"]
        super().notice(event)

    @property
    def remark(self):
        return self.asked.choice(self.script["remarks"])

    @property
    def tried(self):
        return self.asked.choice(self.script["tried"])

    @tried.setter
    def tried(self, value):
        pass


@settings(max_examples=40)
@example(script=REMARKING)
@given(script=players)
def test_whatever_one_answers_its_journal_is_sound_and_replays_to_the_same(script):
    with seated(script):
        host, read = played(play)
    assert (read.verdict, read.problem) == (JournalVerdict.OK, "")
    assert read.state == host.state
    assert list(read.log) == host.log
    assert all(text.isprintable() and len(text) < 400 for _, text in read.notes)


def test_what_goes_to_its_process_is_what_its_seat_may_know(monkeypatch):
    monkeypatch.setattr(InPlace, "asked", asked := [])
    states = []

    def act(host):
        host.on_change.append(lambda before, action, after, events: states.append(after))
        play(host)

    sound = {**REMARKING, "remarks": [""], "tried": [0]}
    with seated(sound):
        host, _ = played(act)
    assert host.notes == []
    by_offer = {}
    for state in states:
        by_offer.setdefault((state.offer, state.phase), []).append(state)
    for seat in (0, 1):
        tasks = [task for task in asked if task.view.viewer == seat]
        heard = [event for task in tasks for event in task.events]
        assert heard == [event_for(event, seat) for event in host.log[: len(heard)]]
        assert len(heard) > 20
        for task in tasks:
            assert_sees(task.view, by_offer[task.view.offer, task.view.phase], seat)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_signal_in_the_middle_of_a_move_ends_the_command(monkeypatch, number):
    def decide(self, view):
        signal.raise_signal(number)

    monkeypatch.setattr(SimpleBot, "decide", decide)
    players = [Player(name, "simple") for name in ("Ann", "Bob", "Cy")]
    host = Host(load_variant("playerules"), players, 3)
    host.draw_for_dealer()
    with pytest.raises(Stopped) as stopped, stopped_by_signals():
        play(host)
    assert stopped.value.code == 128 + number


def test_worlds_tried_for_what_was_taken_back_are_not_written():
    """A search before moves are taken back stands after the end of the log that is left."""

    def act(host):
        host.deal()
        while host.state.phase is Phase.DRAW:
            host.do(Draw(host.state.turn))
        mover = host.state.turn
        host.do(Discard(mover, host.state.seats[mover].hand[0]))
        host.do(Draw(host.state.turn))
        host.computers.tried.append(Tried(0, len(host.log), 5))
        host.take_back(UndoRequest(mover, host.undo_history.moments[-2].number, True))
        host.do(Discard(mover, host.state.seats[mover].hand[0]))

    host, read = played(act, seats=("", "", ""))
    assert (read.verdict, read.problem) == (JournalVerdict.OK, "")
    assert read.state == host.state
