"""The writer of a game: going on anywhere, cut and damaged files, one writer, the list."""

import os
import subprocess
import sys
import zlib
from datetime import UTC, datetime, timedelta, timezone
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from shanghai.engine.state import Phase
from shanghai.storage import journal
from shanghai.storage.archive import rescue
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.journal_file import Lock
from shanghai.storage.saves import (
    NotAGame,
    OpenElsewhere,
    PlayerMissing,
    latest_open,
    path_of,
    read_game,
    saved_games,
)
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.saving import (
    PLAYERS,
    SAVES,
    VARIANTS,
    clock,
    kept_game,
    lean,
    play,
    put_game,
    resume,
    seat_dice,
    spawn,
    step,
    table,
)


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


@pytest.fixture
def no_sync(monkeypatch):
    """Leaves out the waiting for the disk, where many games are written."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.mark.parametrize("variant", some(VARIANTS, 2))
@pytest.mark.parametrize("moves", [25, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("no_sync")
def test_a_game_left_after_any_move_goes_on_the_same(tmp_path, variant, moves):
    more = ("Eli:dice", "Fay:dice") if variant in ("california", "rummygames") else ()
    host = table(variant, *PLAYERS, *more, seed=5)
    states = []
    host.on_change.append(lambda before, action, after, events: states.append(after))
    writer = GameWriter.begin(tmp_path, host, "", clock)
    steps = {0}
    while host.version < moves:
        step(host)
        steps.add(host.version)
    writer.close()
    lines = writer.path.read_bytes().splitlines(keepends=True)
    for left in range(len(states) + 1):
        path = put_game(tmp_path / str(left), "g", b"".join(lines[: left + 1]))
        again, resumed, said = resume(path)
        assert said == ""
        assert resumed.version == left
        assert not left or resumed.state == states[left - 1]
        # Between the calls that a person's draw brings out and the draw the person decides anew.
        while left in steps and resumed.version < len(states):
            step(resumed)
            assert resumed.state == states[resumed.version - 1], (left, resumed.version)
        again.close()
        if left in steps:
            assert resumed.log == host.log
            assert resumed.players == host.players
            assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize("variant", some(VARIANTS))
@pytest.mark.usefixtures("no_sync")
def test_the_real_computer_players_go_on_the_same(tmp_path, variant):
    seats = [Player("Ann", "random"), Player("Bob", "simple"), Player("Cy", "random")]
    host = Host(lean(variant, 1), seats, 9)
    actions = []
    host.on_change.append(lambda before, action, after, events: actions.append(action))
    writer = GameWriter.begin(tmp_path, host, "", clock)
    host.draw_for_dealer()
    host.deal()
    while host.version < 130 and host.state.phase is not Phase.GAME_OVER:
        host.do(host.bot_action())
    writer.close()
    lines = writer.path.read_bytes().splitlines(keepends=True)
    for left in Random(4).sample(range(2, host.version - 5), 8):
        path = put_game(tmp_path / str(left), "g", b"".join(lines[: left + 1]))
        again, resumed, _ = resume(path)
        for action in actions[left : left + 12]:
            if resumed.state.phase is not Phase.GAME_OVER:
                asked = resumed.bot_action()
                resumed.do(asked)
                assert resumed.state == journal.read(b"".join(lines[: resumed.version + 1])).state
                assert type(asked) is type(action)
        again.close()


def test_a_seed_in_letters_or_digits_is_the_same_chance():
    hosts = [table("playerules", "Ann", "Bob:dice", "Cy:dice", seed=seed) for seed in (77, "77")]
    for host in hosts:
        play(host, 40)
    assert hosts[0].state == hosts[1].state


def test_a_seed_nobody_chose_is_kept(tmp_path):
    host = table("playerules", *PLAYERS, seed=None)
    writer = GameWriter.begin(tmp_path, host, "", clock)
    play(host, 3)
    writer.close()
    resumed = resume(writer.path)[1]
    play(host, 30)
    play(resumed, 30)
    assert host.state == resumed.state


def test_a_game_is_kept_from_its_beginning(tmp_path):
    host = table("playerules", *PLAYERS)
    host.draw_for_dealer()
    with pytest.raises(ValueError, match="beginning"):
        GameWriter.begin(tmp_path, host)
    with pytest.raises(ValueError, match="read this game"):
        GameWriter.begin(
            tmp_path, Host(lean("playerules"), [Player(n) for n in ("A\x1b", "B", "C")])
        )


def test_what_was_lean_is_written_as_it_was_by_later_programs(tmp_path):
    """A line is taken over as it stands, though this program would write it otherwise."""
    path, _ = kept_game(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    spaced, checksum = b"", 0
    for line in lines:
        body = line[9:-1].replace(b'":', b'" : ')
        checksum = zlib.crc32(body, checksum)
        spaced += b"%08x %s\n" % (checksum, body)
    other = put_game(tmp_path / "other", "g", spaced)
    writer, host, _ = resume(other)
    play(host, 45)
    writer.close()
    assert other.read_bytes().startswith(spaced)
    assert read_game(other).verdict is JournalVerdict.OK


def test_who_asked_for_a_hint_is_known_when_the_game_goes_on(tmp_path):
    path, _ = kept_game(tmp_path)
    writer, host, _ = resume(path)
    host.hinted.add(0)
    play(host, 42)
    host.hinted.add(2)
    play(host, 43)
    writer.close()
    assert path.read_bytes().count(b'"hinted":') == 2
    writer, host, said = resume(path)
    play(host, 45)
    writer.close()
    assert (host.hinted, said) == ({0, 2}, "")
    assert path.read_bytes().count(b'"hinted":') == 2


@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_a_hint_for_a_seat_that_is_not_there_is_damage(tmp_path, seat):
    path, host = kept_game(tmp_path, moves=0)
    writer, host, _ = resume(path)
    host.hinted.add(seat)
    host.draw_for_dealer()
    writer.close()
    assert read_game(path).verdict is JournalVerdict.DAMAGED


def test_a_cut_game_is_mended_and_kept_as_it_was(tmp_path):
    path, _ = kept_game(tmp_path)
    whole = path.read_bytes()
    for number in (1, 2):
        cut = whole[: -7 * number]
        path.write_bytes(cut)
        writer, host, said = resume(path)
        assert "cut" in said
        assert host.version == writer.saved == whole.count(b"\n") - 2
        assert path.with_name(f"game.jsonl.torn-{number}").read_bytes() == cut
        assert path.read_bytes() == cut[: cut.rfind(b"\n") + 1]
        play(host, 45)
        writer.close()
        assert read_game(path).verdict is JournalVerdict.OK
        whole = path.read_bytes()
    assert saved_games(tmp_path).games[0].moves == 45


def test_the_last_line_of_a_finished_game_is_written_again(tmp_path):
    finished = (SAVES / "1-playerules.jsonl").read_bytes()
    path = put_game(tmp_path, "g", finished[: finished[:-1].rfind(b"\n") + 1])
    writer, host, said = resume(path)
    assert said
    assert host.state.phase is Phase.GAME_OVER
    writer.close()
    assert path.read_bytes() == finished


def test_a_damaged_game_is_left_alone_and_its_sound_part_can_be_rescued(tmp_path):
    path, _ = kept_game(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:20], *lines[21:]])
    path.write_bytes(damaged)
    with pytest.raises(NotAGame, match="line 21") as told:
        resume(path)
    assert str(path) in str(told.value)
    assert latest_open(tmp_path) is None
    made = rescue(path, tmp_path, clock)
    assert path.read_bytes() == damaged
    assert latest_open(tmp_path) == made
    found = path_of(tmp_path, made)
    assert found.read_bytes() == b"".join(lines[:20])
    resume(found)[0].close()
    path.write_bytes(b"nonsense\n")
    with pytest.raises(NotAGame):
        rescue(path, tmp_path, clock)


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"x\n", b"00000000 \n"])
def test_files_without_a_sound_line_are_no_games(tmp_path, content):
    path = put_game(tmp_path, "g", content)
    with pytest.raises(NotAGame):
        resume(path)
    assert path.read_bytes() == content
    assert latest_open(tmp_path) is None


def test_a_computer_player_that_is_not_known_here_is_named(tmp_path, monkeypatch):
    path, _ = kept_game(tmp_path, moves=5)
    monkeypatch.undo()
    with pytest.raises(PlayerMissing, match="'dice' is not installed"):
        resume(path)
    Lock(path.parent).release()


HOLDER = """
    import sys
    from pathlib import Path
    from shanghai.storage.writer import GameWriter
    writer, host, said = GameWriter.resume(Path(sys.argv[1]))
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_game_is_open_in_one_process_only_and_a_dead_one_holds_nothing(tmp_path):
    path = put_game(tmp_path, "g", (SAVES / "1-left.jsonl").read_bytes())
    with spawn(HOLDER, path, stdin=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(OpenElsewhere, match=str(holder.pid)):
            resume(path)
        assert read_game(path).verdict is JournalVerdict.OK
        holder.kill()
        holder.wait()
        writer, _, said = resume(path)
    assert said == ""
    with pytest.raises(OpenElsewhere):
        resume(path)
    writer.close()
    path.with_name("lock").write_text("1\n")
    resume(path)[0].close()


OLDER_HOLDER = """
    import fcntl, os, sys
    file = open(sys.argv[1], "r+")
    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    file.write(str(os.getpid()) + chr(10))
    file.flush()
    print("open", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no flock")
def test_the_lock_is_that_of_earlier_versions(tmp_path):
    import fcntl

    path = put_game(tmp_path, "g", (SAVES / "1-left.jsonl").read_bytes())
    lock = path.with_name("lock")
    lock.touch()
    with spawn(OLDER_HOLDER, lock, stdin=subprocess.PIPE) as older:
        assert older.stdout.readline() == "open\n"
        with pytest.raises(OpenElsewhere, match=str(older.pid)):
            resume(path)
        assert lock.read_text() == f"{older.pid}\n"
        older.kill()
        older.wait()
    writer, _, _ = resume(path)
    with lock.open("r+") as file, pytest.raises(BlockingIOError):
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert lock.read_text() == f"{os.getpid()}\n"
    writer.close()


def absurd_clock():
    """A clock that runs backwards over centuries, through all zones."""
    times = [
        datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=timezone(timedelta(hours=-12))),
        datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=14))),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(2031, 10, 26, 2, 30, tzinfo=timezone(timedelta(hours=2))),
    ]
    return cycle(times).__next__


def test_the_order_of_moves_does_not_hang_on_the_clock(tmp_path):
    host = table("playerules", *PLAYERS, seed=5)
    writer = GameWriter.begin(tmp_path, host, "", absurd_clock())
    play(host, 30)
    writer.close()
    assert writer.problem == ""
    read = read_game(writer.path)
    assert (read.verdict, read.moves) == (JournalVerdict.OK, 30)
    assert read.state == host.state
    again, resumed, _ = GameWriter.resume(writer.path, absurd_clock())
    play(resumed, 33)
    again.close()
    assert read_game(writer.path).moves == 33


def test_a_game_goes_on_by_the_rules_it_holds_whatever_became_of_their_file(tmp_path):
    file = tmp_path / "own.yaml"
    shipped = Path(__file__).parents[2] / "variants" / "playerules.yaml"
    file.write_bytes(shipped.read_bytes())
    rules = load_variant(str(file), {"call_cost": 1})
    writer = GameWriter.begin(tmp_path, Host(rules, [Player(n) for n in ("Ann", "Bob", "Cy")], 3))
    writer.close()
    file.unlink()
    _, host, said = resume(writer.path)
    assert said == ""
    assert host.state.rules == rules
    assert host.state.rules.call_cost == 1


@pytest.mark.parametrize("path", sorted(SAVES.iterdir()), ids=lambda path: path.stem)
def test_games_of_every_format_can_be_taken_up(tmp_path, path):
    data = path.read_bytes()
    found = put_game(tmp_path, "g", data)
    writer, host, said = resume(found)
    writer.close()
    assert said == ""
    assert host.state == journal.read(data).state
    assert found.read_bytes() == data
    assert saved_games(tmp_path).games[0].verdict == "ok"


def test_a_keeper_that_is_closed_follows_no_more(tmp_path):
    path, host = kept_game(tmp_path)
    before = path.read_bytes()
    play(host, 44)
    assert path.read_bytes() == before
