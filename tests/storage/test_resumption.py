"""A game that is resumed stands where the same game stands that was never left."""

import pytest

from shanghai.__main__ import main
from shanghai.bots.levels import LEVELS
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.storage import journal
from shanghai.storage.entries import Cut, MoveEntry, Pin, Undone, first_state
from shanghai.storage.saves import NotAGame, latest_open, saved_games
from shanghai.storage.verdict import CUT_TWICE, missing
from shanghai.storage.writer import GameWriter, _resumed
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.table.pins import TypedPin
from shanghai.ui.setup.saved import _note as saved_note
from shanghai.variants.house_rules import with_house_rules
from tests.long import long, some
from tests.referee.test_referee import NEW_KEYS
from tests.saving import SAVES, chain, clock, kept_game, lacking, lean, put_game, resume, seat_dice


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


def replayed(read):
    """The game as a host has it that has played every move of a journal."""
    seats = first_state(read.header).seats
    players = [
        Player(who.name, who.bot, seat.handicap)
        for who, seat in zip(read.header.players, seats, strict=True)
    ]
    header = read.header
    cards = CardSource(
        header.seed,
        is_fair=bool(header.fingerprint),
        root=header.root,
        is_cut_twice=header.format <= CUT_TWICE,
    )
    host = Host(header.rules, players, cards)
    for entry in read.entries:
        if isinstance(entry, MoveEntry):
            host.replay(entry.action, entry.bot, entry.notes, entry.hinted)
        elif isinstance(entry, Undone):
            host.take_back(UndoRequest(entry.seat, entry.to, entry.agreed))
        elif isinstance(entry, Cut):
            host.cut_cards(entry.number)
        elif isinstance(entry, Pin):
            host.set_pin(entry.seat, TypedPin("1234") if entry.digest else None)
    return host


def facts(host):
    """All that a host knows of its game."""
    moments = [
        (moment.number, moment.state, moment.event_count, moment.action, window(moment.host_state))
        for moment in host.undo_history.moments
    ]
    return (
        (host.state, host.log, host.players, host.seed, host.version, moments),
        (
            host.notes,
            host.hinted,
            host.window,
            host.cuts,
            host.chance.key,
            {*host.computers._runners},
        ),
    )


def window(kept):
    """What is kept of a window for the time after moves are taken back."""
    return kept.fresh, kept.event_count, kept.passed


def saved_journals():
    return sorted(SAVES.glob("*.jsonl"))


@pytest.mark.parametrize("path", saved_journals(), ids=lambda path: path.stem)
def test_a_saved_game_stands_where_its_replay_stands(path):
    read = journal.read(path.read_bytes())
    assert facts(_resumed(path, read)) == facts(replayed(read))


@pytest.mark.parametrize("variant", some(["grandma-davis", "california", "playerules"]))
def test_after_every_move_it_stands_where_its_replay_stands(variant, tmp_path):
    path, _ = kept_game(tmp_path, variant, 120)
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        read = journal.read(b"".join(lines[:count]))
        assert facts(_resumed(path, read)) == facts(replayed(read))


@pytest.mark.parametrize(
    ("name", "every"), [("calls_carry", 90), *(long(name, 1) for name in NEW_KEYS)]
)
def test_killed_after_a_move_under_a_new_key_it_goes_on_where_it_was(name, every, tmp_path):
    """HR-9 to HR-17: what the players carried, laid in part or had to do is all resumed."""
    rules = with_house_rules(lean("playerules", 1, 2, 3), NEW_KEYS[name])
    host = Host(rules, [Player(name, "simple") for name in ("Ann", "Bob", "Cy", "Dora")], 5)
    writer = GameWriter.begin(tmp_path, host, "Killed", clock)
    host.draw_for_dealer()
    states = []
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action())
        states.append((writer.path.stat().st_size, host.state))
    writer.close()
    data = writer.path.read_bytes()
    assert len(states) > 40
    for size, state in states[::every]:
        assert _resumed(writer.path, journal.read(data[:size])).state == state


def test_a_resumed_game_goes_on_as_if_it_had_never_been_left(tmp_path):
    path, host = kept_game(tmp_path, "california", 60)
    writer, resumed, _ = GameWriter.resume(path)
    for _ in range(20):
        action = host.bot_action()
        if action is None:
            break
        assert resumed.bot_action() == action
        assert resumed.do(action) == host.do(action)
    assert resumed.state == host.state
    writer.close()


@pytest.mark.parametrize("level", ["../x", "__import__", "hard ", "Hard"])
def test_a_level_that_can_be_nobodys_is_damage_to_all_that_reads_it(level, tmp_path):
    first, *rest = lacking(level)
    plain = (SAVES / "1-left.jsonl").read_bytes().splitlines()[0][9:]
    for number, forged in ((1, [first]), (len(rest) + 1, [plain, *rest])):
        data = chain(forged)
        read = journal.read(data)
        assert (read.verdict, read.line) == (journal.JournalVerdict.DAMAGED, number)
        assert "no computer player is called" in read.problem
        with pytest.raises(NotAGame):
            resume(put_game(tmp_path, str(number), data))


def told(capsys, *arguments):
    """What a command prints, and its exit code."""
    code = main([*arguments])
    out, err = capsys.readouterr()
    return code, out + err


def test_a_player_that_is_not_installed_is_named_and_asked_for_each_time(
    tmp_path, monkeypatch, capsys
):
    data = ["--data-dir", str(tmp_path)]
    put_game(tmp_path, "a", chain(lacking("tight")))
    lacks = "its computer player 'tight' is not installed"
    for _ in range(2):
        code, said = told(capsys, "games", *data)
        assert code == 0
        assert lacks in said
        assert "damaged" not in said
    assert told(capsys, "verify", "a", *data)[0] == 0
    assert lacks in told(capsys, "verify", "a", *data)[1]
    code, said = told(capsys, "resume", "--text", "a", *data)
    assert (code, lacks in said) == (3, True)
    assert lacks in told(capsys, "prove", "a", *data)[1]
    assert told(capsys, "show", "a", "--public", *data)[0] == 0
    (game,) = saved_games(tmp_path).games
    assert lacks in saved_note(game)
    assert latest_open(tmp_path) is None

    monkeypatch.setitem(LEVELS, "tight", LEVELS["simple"])
    assert "tight" not in told(capsys, "games", *data)[1]
    assert "installed" not in told(capsys, "verify", "a", *data)[1]
    assert latest_open(tmp_path) == "a"
    resume(tmp_path / "games" / "a" / "game.jsonl")


def test_another_player_takes_the_seat_of_one_that_is_not_installed(tmp_path, capsys):
    path = put_game(tmp_path, "a", chain(lacking("tight")))
    arguments = ["resume", "--text", "a", "--data-dir", str(tmp_path), "--instead"]
    assert told(capsys, *arguments, "nobody")[0] == 2
    writer, host, _ = GameWriter.resume(path, instead="mia")
    writer.close()
    assert [player.bot for player in host.players] == ["mia", "mia", ""]
    assert [player.name for player in host.players] == ["Mia", "Mia 2", "Zoë"]
    read = journal.read(path.read_bytes())
    assert read.verdict is journal.JournalVerdict.OK
    assert facts(_resumed(path, read))[0][:3] == (host.state, host.log, host.players)
    assert missing(read.computers) == ""
