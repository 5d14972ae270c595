"""The master without its search: what it says, and what a journal keeps of what it tried."""

import os
from random import Random
from shutil import copytree, ignore_patterns

import pytest

from shanghai.bots import machine_code, master, thoughts
from shanghai.bots.hard import HardBot
from shanghai.bots.levels import LEVELS, SEARCHING
from shanghai.bots.machine_code import code_folder
from shanghai.bots.master import MasterBot
from shanghai.bots.protocol import Searcher, SearchQuestion, Thought, never
from shanghai.bots.thoughts import ThinkingApart
from shanghai.engine.actions import Discard
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.state import Phase
from shanghai.records.proof import prove
from shanghai.storage.entries import MoveEntry
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from shanghai.words.installing import install_command
from tests.saving import clock, lean
from tests.secrets import event_for


class Stub:
    """Answers in the place of the search: the last card of the hand, after so many worlds."""

    remark = ""
    in_other_process = False

    def __init__(self):
        self.asked: list[SearchQuestion] = []

    def think(self, question):
        self.asked.append(question)
        view = question.view
        if question.is_call or view.phase is not Phase.PLAY:
            return None
        card = max(view.seats[question.seat].hand) if question.max_worlds >= 40 else 0
        return Thought(Discard(question.seat, card, False), 40) if card else None


@pytest.fixture
def stub(monkeypatch):
    stub = Stub()
    monkeypatch.setattr(master, "ThinkingHere", lambda: stub)
    return stub


def dealt(level, seed=5):
    host = Host(load_variant("playerules"), [Player(n, level) for n in ("Ann", "Bob", "Cy")], seed)
    host.draw_for_dealer()
    host.deal()
    return host


def journal_of(players, moves, folder):
    """The journal of so many moves of a game among computers."""
    host = Host(lean("playerules", 1), players, CardSource(3, is_fair=True))
    writer = GameWriter.begin(folder, host, "", clock)
    host.draw_for_dealer()
    while host.version < moves and host.state.phase is not Phase.GAME_OVER:
        if host.state.phase in (Phase.DRAW, Phase.PLAY):
            host.do(host.bot_action())
        else:
            host.deal()
    writer.close()
    return sound_game(writer.path)


def test_every_searching_level_is_a_searcher_and_no_other_one():
    for name, level in LEVELS.items():
        bot = level.make(0, Random(1), never)
        assert isinstance(bot, Searcher) is (name in SEARCHING)


def test_without_its_search_it_plays_as_the_hard_player_and_says_so(stub):
    stub.remark = "plays as Hard for now"
    stub.think = lambda question: None
    host = dealt("master")
    for _ in range(40):
        action = host.bot_action()
        if action is None or host.state.phase is not Phase.DRAW:
            break
        host.do(action)
    assert any("plays as Hard" in note.text for note in host.notes)
    assert len(host.notes) <= 3
    assert host.computers.tried == []


def test_its_own_moves_without_search_are_those_of_the_hard_player():
    host, chance = dealt("hard"), Random(3)
    for _ in range(60):
        if host.state.phase not in (Phase.DRAW, Phase.PLAY):
            break
        seat, seed = host.state.turn, chance.getrandbits(40)
        bots = [kind(seat, Random(seed)) for kind in (MasterBot, HardBot)]
        own = Random(seed).getrandbits(60)
        bots[1]._random.seed(own)
        for bot in bots:
            for event in host.log:
                bot.notice(seen_by(event, seat))
        view = view_for(host.state, seat)
        assert bots[0].decide(view) == bots[1].decide(view)
        host.do(host.bot_action())


def test_it_asks_about_nothing_but_what_its_seat_sees(stub):
    host = dealt("master")
    while host.state.phase is Phase.DRAW:
        host.do(host.bot_action())
    host.bot_action()
    question = stub.asked[-1]
    assert question.view == view_for(host.state, question.seat)
    assert all(event == event_for(event, question.seat) for event in question.events)


def test_the_worlds_it_tried_stand_in_the_journal_and_prove_its_moves(stub, tmp_path):
    players = [Player("Ann", "master"), Player("Bob", "simple"), Player("Cy", "master")]
    read = journal_of(players, 60, tmp_path)
    tried = [one for entry in read.entries if isinstance(entry, MoveEntry) for one in entry.tried]
    assert tried
    assert {one.worlds for one in tried} == {40}
    searched = [e for e in read.entries if isinstance(e, MoveEntry) and e.tried]
    assert all(isinstance(entry.action, Discard) for entry in searched)
    stub.asked.clear()
    assert prove(read).faults == ()
    assert {question.max_worlds for question in stub.asked} == {40}
    assert all(question.seconds is None for question in stub.asked)


def test_a_changed_move_of_the_master_is_found_out(stub, tmp_path, monkeypatch):
    monkeypatch.setattr("shanghai.records.proof.has_numba", lambda: True)
    players = [Player("Ann", "master"), Player("Bob", "simple"), Player("Cy", "simple")]
    read = journal_of(players, 40, tmp_path)
    stub.think = lambda question: None
    assert prove(read).faults


def test_machine_code_is_kept_by_its_source(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    machine_code._place.cache_clear()
    try:
        assert code_folder().parent == tmp_path
    finally:
        machine_code._place.cache_clear()


@pytest.fixture
def code_place(monkeypatch, tmp_path):
    """A place for machine code in a folder of the user alone."""
    place = tmp_path / "code"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(place))
    machine_code._place.cache_clear()
    yield place
    machine_code._place.cache_clear()


needs_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


@pytest.mark.parametrize(
    "source",
    ["playouts/policy.py", "playouts/arrays.py", "playouts/compact_rules.py", "weights.py"],
)
def test_machine_code_is_made_again_where_a_source_or_a_constant_has_changed(
    code_place, source, tmp_path, monkeypatch
):
    bots = tmp_path / "package" / "bots"
    copytree(machine_code._PACKAGE / "bots", bots, ignore=ignore_patterns("__pycache__"))
    monkeypatch.setattr(machine_code, "_PACKAGE", bots.parent)
    folder = machine_code.code_folder()
    (bots / source).write_text((bots / source).read_text("utf-8") + "# changed\n", "utf-8")
    machine_code._place.cache_clear()
    assert machine_code.code_folder() not in (None, folder)


@needs_owners
@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_the_folder_of_machine_code_is_the_users_alone(code_place, mask):
    before = os.umask(mask)
    try:
        folder = machine_code.make_code_folder()
    finally:
        os.umask(before)
    assert folder.parent == code_place
    assert {each.stat().st_mode & 0o777 for each in (folder, code_place)} == {0o700}


@needs_owners
@pytest.mark.parametrize("deep", [0, 1, 2])
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757])
def test_machine_code_is_not_run_from_where_others_can_write(code_place, deep, mode, monkeypatch):
    monkeypatch.setattr(machine_code, "_is_own_group", lambda number: False)
    monkeypatch.setattr(thoughts, "has_numba", lambda: True)
    open_to_all = (machine_code.make_code_folder(), code_place, code_place.parent)[deep]
    open_to_all.chmod(mode)
    machine_code._place.cache_clear()
    assert machine_code.code_folder() is None
    assert not machine_code.is_ready()
    assert not machine_code.make_ready()
    apart = ThinkingApart()
    assert apart.remark.endswith(f"other users can write to {open_to_all}")
    apart.start()
    assert apart.pid is None
    open_to_all.chmod(0o1777 if deep else 0o755)
    machine_code._place.cache_clear()
    assert machine_code.code_fault() == ""


@needs_owners
def test_machine_code_of_another_user_is_not_run(code_place, monkeypatch):
    folder = machine_code.make_code_folder()
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    machine_code._place.cache_clear()
    assert machine_code.code_fault() == f"{folder} belongs to another user"


def test_a_table_says_what_its_search_waits_for(monkeypatch):
    apart = ThinkingApart()
    remarks = {}
    for has, ready in ((False, False), (True, False), (True, True)):
        monkeypatch.setattr(thoughts, "has_numba", lambda has=has: has)
        monkeypatch.setattr(thoughts, "is_ready", lambda ready=ready: ready)
        remarks[has, ready] = apart.remark
    assert install_command("full") in remarks[False, False]
    assert "the first time only" in remarks[True, False]
    assert remarks[True, True] == ""


def test_searches_stay_in_this_process_unless_told_otherwise(monkeypatch):
    host = dealt("master")
    assert host.computers.search is None
    assert isinstance(MasterBot(0, Random(1)).search, thoughts.ThinkingHere)
    assert isinstance(thoughts.search_with(0), thoughts.ThinkingHere)
    assert isinstance(thoughts.search_with(2), ThinkingApart)


def test_a_table_searches_where_it_is_told_to(stub):
    host, other = dealt("master"), Stub()
    host.computers.search = other
    while host.state.phase is Phase.DRAW:
        host.do(host.bot_action())
    assert other.asked
    assert stub.asked == []
