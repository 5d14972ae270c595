"""Players of other packages that give anything: the game goes on, and its journal is sound."""

import contextlib
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from pathlib import Path
from random import Random
from threading import get_ident

import pytest
from hypothesis import example, given, settings, strategies as st
from msgspec import structs

from shanghai.bots import deadline, foreign
from shanghai.bots.deadline import BreakIn, Deadline, DeadlineMissed
from shanghai.bots.foreign import ForeignMaker
from shanghai.bots.pool import Tried
from shanghai.bots.protocol import Level
from shanghai.bots.runner import UnfitMove
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
from tests.long import some


class Entry:
    """An entry point that gives a player which is there already."""

    dist = None

    def __init__(self, name, maker):
        self.name, self.maker = name, maker

    def load(self):
        return self.maker


@pytest.fixture
def seated(monkeypatch):
    """Makes a maker of players the foreign level `odd`."""

    def seat(maker):
        level = Level(ForeignMaker(Entry("odd", maker)), "odd", "A player of another package.")
        monkeypatch.setattr(foreign, "foreign_levels", lambda: {"odd": level})

    return seat


def game(seats=("odd", "odd", "simple"), limit=None):
    names = ("Ann", "Bob", "Cy")
    players = [Player(name, level) for name, level in zip(names, seats, strict=True)]
    host = Host(load_variant("playerules"), players, 3, limit=limit)
    host.draw_for_dealer()
    return host


def play(host, steps=50):
    for _ in range(steps):
        if host.state.phase not in (Phase.DRAW, Phase.PLAY):
            host.deal()
        action = host.bot_action()
        if action is None:
            break
        host.do(action)


def kept(act, seats=("odd", "odd", "simple")):
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
            BaseException(Odd), StopIteration(), DeadlineMissed(), BreakIn(), UnfitMove(),
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
        self.most_worlds = None

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


@settings(max_examples=6)
@example(script=REMARKING)
@given(script=players)
def test_whatever_one_answers_its_journal_is_sound_and_replays_to_the_same(script):
    level = Level(
        ForeignMaker(Entry("odd", lambda *given: Hostile(script, *given))), "odd", "Another's."
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(foreign, "foreign_levels", lambda: {"odd": level})
        host, read = kept(play)
    assert (read.verdict, read.problem) == (JournalVerdict.OK, "")
    assert read.state == host.state
    assert list(read.log) == host.log
    assert all(text.isprintable() and len(text) < 400 for _, text in read.notes)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt, SystemExit, GeneratorExit, BaseException, MemoryError]
)
def test_any_end_of_one_is_one_replaced_move_and_a_note(seated, error):
    class Ending(SimpleBot):
        def decide(self, view):
            raise error

    seated(Ending)
    host = game()
    host.deal()
    while host.state.turn == 2 or host.state.phase is not Phase.PLAY:
        host.do(host.bot_action())
    before = len(host.notes)
    host.do(host.bot_action())
    assert len(host.notes) == before + 1
    assert "broke down (" in host.notes[-1].text
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("is_ours", [True, False], ids=["ours", "another's"])
def test_a_signal_while_one_thinks_ends_the_command(seated, monkeypatch, number, is_ours):
    """Whatever a player of another package catches; in the middle of a move of ours too."""

    def decide(self, view):
        with contextlib.nullcontext() if is_ours else contextlib.suppress(BaseException):
            signal.raise_signal(number)
        return

    if is_ours:
        monkeypatch.setattr(SimpleBot, "decide", decide)
    else:
        seated(type("Deaf", (SimpleBot,), {"decide": decide}))
    host = game(("simple",) * 3 if is_ours else ("odd",) * 3)
    with pytest.raises(Stopped) as stopped, stopped_by_signals():
        play(host)
    assert stopped.value.code == 128 + number


def test_worlds_tried_for_what_was_taken_back_are_not_written(seated):
    """A search before moves are taken back stands after the end of the log that is left."""

    def act(host):
        host.deal()
        while host.state.phase is Phase.DRAW:
            host.do(Draw(host.state.turn))
        mover = host.state.turn
        host.do(Discard(mover, host.state.seats[mover].hand[0]))
        host.do(Draw(host.state.turn))
        host.computers.tried.append(Tried(0, len(host.log), 5))
        host.take_back(UndoRequest(mover, host.past.moments[-2].number, True))
        host.do(Discard(mover, host.state.seats[mover].hand[0]))

    host, read = kept(act, seats=("", "", ""))
    assert (read.verdict, read.problem) == (JournalVerdict.OK, "")
    assert read.state == host.state


HOARDERS = {
    "in its answer": "hoard = []\n        while True: hoard.append(bytearray(1 << 16))",
    "in small things": "hoard = []\n        while True: hoard.append([hoard])",
    "in itself": "self.hoard = []\n        while True: self.hoard.append(bytearray(1 << 16))",
    "in an error": """
        hoard = []
        try:
            while True: hoard.append(bytearray(1 << 16))
        except MemoryError as error:
            self.error = error
            raise ValueError(hoard, self) from error""",
}


@pytest.mark.skipif(sys.platform != "linux", reason="the limit holds on Linux")
@pytest.mark.parametrize("how", some(HOARDERS))
def test_one_that_takes_all_memory_is_replaced(how):
    code = f"""
import resource
import tests.bots.test_hostile_players as here
from shanghai.bots import foreign
from shanghai.bots.simple import SimpleBot
from shanghai.commands.working import Stopped, stopped_by_signals

class Hoarder(SimpleBot):
    def decide(self, view):
        {HOARDERS[how]}

level = here.Level(here.ForeignMaker(here.Entry("odd", Hoarder)), "odd", "Another's.")
foreign.foreign_levels = lambda: {{"odd": level}}
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + (128 << 20), resource.RLIM_INFINITY))
host = here.game(("odd", "simple", "simple"), 600)
here.play(host, 8)
print(len(host.notes), host.notes[0].text)
"""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "Ann's computer broke down (" in done.stdout


class BrokenInto:
    """A watch on which somebody breaks in at one step of it, and is felt some steps later.

    `is_struck` has the question broken in on once before, so that this is the second time.
    """

    def __init__(self, monkeypatch, is_struck, strikes_at, later):
        self.watch, self.is_struck = Deadline(), is_struck
        self.watch._looker = self.watch._has_signal = False
        self.strikes_at, self.felt_at = strikes_at, strikes_at + later
        self.steps, self.is_on_its_way = 0, False
        monkeypatch.setattr(deadline, "_take_back", self._take_back)

    def _take_back(self, thread):
        self.is_on_its_way = False

    def _question(self):
        if self.is_struck:
            self.watch._open[get_ident()].broken_in = True
            raise BreakIn
        return "answer"

    def _trace(self, frame, event, _):
        if frame.f_code.co_filename != deadline.__file__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.steps += 1
            asked = self.watch._open.get(get_ident())
            is_open = asked is not None and getattr(asked, "is_open", True)
            if self.steps == self.strikes_at and is_open and not self.watch._lock.locked():
                asked.broken_in = self.is_on_its_way = True
            if self.steps >= self.felt_at and self.is_on_its_way:
                self.is_on_its_way = False
                raise BreakIn
        return self._trace

    def ask(self):
        """The answer, "missed", or the name of what came through; nothing may be left behind."""
        before = sys.gettrace()
        try:
            sys.settrace(self._trace)
            found = self.watch.ask(self._question, 1000)
        except DeadlineMissed:
            found = "missed"
        except BaseException as error:
            found = type(error).__name__
        finally:
            sys.settrace(before)
        left = self.is_on_its_way or self.watch._open or self.watch._lock.locked()
        return "left behind" if left else found


@pytest.mark.parametrize("is_struck", [False, True])
def test_a_break_in_at_any_step_of_the_watch_is_a_missed_deadline(monkeypatch, is_struck):
    quiet = BrokenInto(monkeypatch, is_struck, -1, 0)
    assert quiet.ask() == ("missed" if is_struck else "answer")
    ends = Counter(
        BrokenInto(monkeypatch, is_struck, at, later).ask()
        for at in range(1, quiet.steps + 1)
        for later in range(0, 40, 3)
    )
    assert {*ends} == {"missed", *([] if is_struck else ["answer"])}
