"""The keeper of a game: resuming anywhere, disks that fail, locks, links, and sudden death."""

import errno
import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path
from random import Random

import pytest
from filelock import FileLock

from shanghai import journal
from shanghai.engine.state import Phase
from shanghai.host import Host, Player
from shanghai.journal import Verdict
from shanghai.saves import list_games, path_of, read_game
from shanghai.store import (
    CannotStore,
    Keeper,
    NotAGame,
    OpenElsewhere,
    StoreError,
    latest_open,
    rescue,
)
from tests.saving import VARIANTS, clock, kept_game, lean, play, seat_dice, step, table

ROOT = Path(__file__).parent.parent
SAVES = Path(__file__).parent / "data" / "saves"
PLAYERS = ("Ann", "Bob:dice", "Cy:dice", "Dora:dice")


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


@pytest.fixture
def no_sync(monkeypatch):
    """Leaves out the waiting for the disk, where many games are written."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def put_game(data: Path, name: str, content: bytes) -> Path:
    """A game folder with that content in its journal."""
    path = data / "games" / name / "game.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    path.chmod(0o600)
    return path


def resume(path: Path) -> tuple[Keeper, Host, str]:
    return Keeper.resume(path, clock)


# -- going on as if the game had never been left --


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.usefixtures("no_sync")
def test_a_game_left_after_any_move_goes_on_the_same(tmp_path, variant):
    more = ("Eli:dice", "Fay:dice") if variant in ("california", "rummygames") else ()
    host = table(variant, *PLAYERS, *more, seed=5)
    states = []
    host.on_change.append(lambda before, action, after, events: states.append(after))
    keeper = Keeper.begin(tmp_path, host, "", clock)
    steps = {0}
    while host.version < 90:
        step(host)
        steps.add(host.version)
    keeper.close()
    lines = keeper.path.read_bytes().splitlines(keepends=True)
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


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.usefixtures("no_sync")
def test_the_real_computer_players_go_on_the_same(tmp_path, variant):
    seats = [Player("Ann", "random"), Player("Bob", "simple"), Player("Cy", "random")]
    host = Host(lean(variant, 1), seats, 9)
    actions = []
    host.on_change.append(lambda before, action, after, events: actions.append(action))
    keeper = Keeper.begin(tmp_path, host, "", clock)
    host.draw_for_dealer()
    host.deal()
    while host.version < 130 and host.state.phase is not Phase.GAME_OVER:
        host.do(host.bot_action())
    keeper.close()
    lines = keeper.path.read_bytes().splitlines(keepends=True)
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
    keeper = Keeper.begin(tmp_path, host, "", clock)
    play(host, 3)
    keeper.close()
    resumed = resume(keeper.path)[1]
    play(host, 30)
    play(resumed, 30)
    assert host.state == resumed.state


def test_a_game_is_kept_from_its_beginning(tmp_path):
    host = table("playerules", *PLAYERS)
    host.draw_for_dealer()
    with pytest.raises(ValueError, match="beginning"):
        Keeper.begin(tmp_path, host)
    with pytest.raises(ValueError, match="read this game"):
        Keeper.begin(tmp_path, Host(lean("playerules"), [Player(n) for n in ("A\x1b", "B", "C")]))


def test_what_was_lean_is_written_as_it_was_by_later_programs(tmp_path):
    """A line is taken over as it stands, though this program would write it otherwise."""
    path, _ = kept_game(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    spaced, checksum = b"", 0
    for line in lines:
        body = line[9:-1].replace(b'":', b'" : ')
        checksum = journal.zlib.crc32(body, checksum)
        spaced += b"%08x %s\n" % (checksum, body)
    other = put_game(tmp_path / "other", "g", spaced)
    keeper, host, _ = resume(other)
    play(host, 45)
    keeper.close()
    assert other.read_bytes().startswith(spaced)
    assert read_game(other).verdict is Verdict.OK


# -- files and folders --


@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_folders_and_files_are_for_their_owner_alone(tmp_path, mask):
    before = os.umask(mask)
    try:
        path, _ = kept_game(tmp_path / "new" / "data", moves=3)
    finally:
        os.umask(before)
    for file in (path, path.with_name("lock")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for folder in (path.parent, path.parent.parent, tmp_path / "new" / "data", tmp_path / "new"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {entry.name for entry in path.parent.iterdir()} == {"game.jsonl", "lock"}


def test_no_name_of_a_file_comes_from_people(tmp_path):
    host = table("playerules", "../../x", "-rf", "~")
    keeper = Keeper.begin(tmp_path, host, "../../CON\n\x1b[2J" + "x" * 300, clock)
    keeper.close()
    assert keeper.id.replace("-", "").isalnum()
    assert [entry.name for entry in tmp_path.iterdir()] == ["games"]
    title = list_games(tmp_path)[0].title
    assert title.isprintable()
    assert len(title) <= 60


@pytest.mark.parametrize("name", ["", ".", "..", "x\0y", "a" * 300, "../x", "/nowhere", "~", "-rf"])
def test_games_that_are_not_there_are_not_found(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotAGame, match="no saved game"):
        path_of(tmp_path, name)


def plant_link(path: Path) -> None:
    path.symlink_to(SAVES / "1-left.jsonl")


def plant_loop(path: Path) -> None:
    path.symlink_to(path)


def plant_everybodys(path: Path) -> None:
    path.write_bytes((SAVES / "1-left.jsonl").read_bytes())
    path.chmod(0o666)


@pytest.mark.parametrize(
    ("plant", "reason"),
    [
        (plant_link, "link"),
        (plant_loop, "link"),
        (os.mkfifo, "no regular file"),
        (Path.mkdir, "no regular file"),
        (plant_everybodys, "everybody"),
        (lambda path: path.write_bytes(bytes(journal.MOST_BYTES + 1)), "too large"),
    ],
)
def test_what_is_no_file_of_the_player_is_refused_and_left_alone(tmp_path, plant, reason):
    target = (SAVES / "1-left.jsonl").read_bytes()
    path = tmp_path / "games" / "g" / "game.jsonl"
    path.parent.mkdir(parents=True)
    plant(path)
    with pytest.raises(NotAGame, match=reason):
        resume(path)
    assert (SAVES / "1-left.jsonl").read_bytes() == target
    listed = list_games(tmp_path)
    assert [game.id for game in listed] == ["g"]
    if plant is not plant_everybodys:
        assert listed[0].verdict == "damaged"
        assert latest_open(tmp_path) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser gives files away")
def test_a_file_of_another_user_is_refused(tmp_path):
    path, _ = kept_game(tmp_path, moves=3)
    os.chown(path, 12345, -1)
    with pytest.raises(NotAGame, match="another user"):
        resume(path)


def test_a_planted_lock_is_not_followed(tmp_path):
    path, _ = kept_game(tmp_path, moves=3)
    other = tmp_path / "other"
    other.write_text("mine")
    path.with_name("lock").unlink()
    path.with_name("lock").symlink_to(other)
    with pytest.raises(StoreError):
        resume(path)
    assert other.read_text() == "mine"


# -- files that are cut or damaged --


def test_a_cut_game_is_mended_and_kept_as_it_was(tmp_path):
    path, _ = kept_game(tmp_path)
    whole = path.read_bytes()
    for number in (1, 2):
        cut = whole[: -7 * number]
        path.write_bytes(cut)
        keeper, host, said = resume(path)
        assert "cut" in said
        assert host.version == keeper.saved == whole.count(b"\n") - 2
        assert path.with_name(f"game.jsonl.torn-{number}").read_bytes() == cut
        assert path.read_bytes() == cut[: cut.rfind(b"\n") + 1]
        play(host, 45)
        keeper.close()
        assert read_game(path).verdict is Verdict.OK
        whole = path.read_bytes()
    assert list_games(tmp_path)[0].moves == 45


def test_the_last_line_of_a_finished_game_is_written_again(tmp_path):
    finished = (SAVES / "1-playerules.jsonl").read_bytes()
    path = put_game(tmp_path, "g", finished[: finished[:-1].rfind(b"\n") + 1])
    keeper, host, said = resume(path)
    assert said
    assert host.state.phase is Phase.GAME_OVER
    keeper.close()
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
    path, _ = kept_game(tmp_path)
    monkeypatch.undo()
    with pytest.raises(NotAGame, match="dice"):
        resume(path)
    assert not FileLock(path.with_name("lock")).is_locked
    with FileLock(path.with_name("lock"), timeout=0):
        pass


# -- the list --


def test_the_list_holds_the_good_and_the_bad_the_last_saved_first(tmp_path):
    finished = (SAVES / "1-rummygames.jsonl").read_bytes()
    left = (SAVES / "1-left.jsonl").read_bytes()
    newer = b'{"format":2,"program":"7.7"}'
    contents = {
        "a": left,
        "b": finished,
        "c": left[:-3],
        "d": b"%08x %s\n" % (journal.zlib.crc32(newer), newer),
        "e": b"rubbish\n",
    }
    for at, (name, content) in enumerate(contents.items()):
        path = put_game(tmp_path, name, content)
        os.utime(path, (at, at))
    (tmp_path / "games" / "empty").mkdir()
    (tmp_path / "games" / "link").symlink_to(tmp_path / "games" / "a")
    (tmp_path / "games" / "file").write_text("x")
    found = {game.id: game for game in list_games(tmp_path)}
    assert list(found) == ["e", "d", "c", "b", "a"]
    verdicts = [game.verdict for game in found.values()]
    assert verdicts == ["damaged", "newer", "torn", "ok", "ok"]
    assert [game.is_open for game in found.values()] == [False, False, True, False, True]
    assert found["b"].finished
    assert "7.7" in found["d"].problem
    assert (found["a"].moves, found["c"].moves) == (180, 179)
    assert found["a"].players == ("Ann", "Bob", "Zoë")
    assert latest_open(tmp_path) == "c"
    (tmp_path / "games" / "c" / "game.jsonl").unlink()
    assert latest_open(tmp_path) == "a"
    assert latest_open(tmp_path / "nowhere") is None


def test_an_absurd_clock_and_odd_names_of_folders_do_no_harm(tmp_path):
    path = put_game(tmp_path, "g\udcff\n", (SAVES / "1-left.jsonl").read_bytes())
    os.utime(path, (2**36, 2**36))
    listed = list_games(tmp_path)[0]
    assert listed.moves == 180
    listed.id.encode()
    os.utime(path, (-(2**31), -(2**31)))
    assert list_games(tmp_path)[0].moves == 180


# -- one game, one writer --

HOLDER = """
    import sys
    from pathlib import Path
    from shanghai.store import Keeper
    keeper, host, said = Keeper.resume(Path(sys.argv[1]))
    print("open", flush=True)
    sys.stdin.read()
"""


def spawn(script: str, *arguments: object, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        **more,
    )


def test_a_game_is_open_in_one_process_only_and_a_dead_one_holds_nothing(tmp_path):
    path = put_game(tmp_path, "g", (SAVES / "1-left.jsonl").read_bytes())
    with spawn(HOLDER, path, stdin=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(OpenElsewhere, match=str(holder.pid)):
            resume(path)
        assert read_game(path).verdict is Verdict.OK
        holder.kill()
        holder.wait()
        keeper, _, said = resume(path)
    assert said == ""
    with pytest.raises(OpenElsewhere):
        resume(path)
    keeper.close()
    path.with_name("lock").write_text("1\n")
    resume(path)[0].close()


def test_a_keeper_that_is_closed_follows_no_more(tmp_path):
    path, host = kept_game(tmp_path)
    before = path.read_bytes()
    play(host, 44)
    assert path.read_bytes() == before


# -- disks that fail --


class Failing:
    """A function of `os` that fails at some of its calls, after half of the work for a write."""

    def __init__(self, name: str, number: int, how: int, is_lasting: bool, monkeypatch) -> None:
        self.real, self.name = getattr(os, name), name
        self.failing = range(number, 10**9 if is_lasting else number + 1)
        self.how = how
        self.calls = 0
        monkeypatch.setattr(os, name, self)

    def __call__(self, *args, **more):
        self.calls += 1
        if self.calls not in self.failing:
            return self.real(*args, **more)
        if self.name == "write":
            self.real(args[0], args[1][: len(args[1]) // 2])
        raise OSError(self.how, os.strerror(self.how))


FAULTS = [
    (name, how)
    for name, hows in {
        "write": (errno.ENOSPC, errno.EIO, errno.EFBIG),
        "fsync": (errno.EIO, errno.EDQUOT),
        "rename": (errno.EIO,),
        "open": (errno.EMFILE, errno.EROFS),
        "ftruncate": (errno.EIO,),
    }.items()
    for how in hows
]


def require_kept(keeper: Keeper, host: Host) -> None:
    """What is said to be saved is on the disk, and nothing else ever is."""
    found = read_game(keeper.path) if keeper.path.exists() else journal.read(b"")
    assert found.moves >= keeper.saved
    assert found.entries == read_whole(keeper).entries[: len(found.entries)]
    if keeper.problem:
        assert keeper.problem.isprintable()
    else:
        assert keeper.saved == host.version
        assert found.verdict is Verdict.OK


def read_whole(keeper: Keeper) -> journal.Journal:
    return journal.read(b"".join(keeper._lines))


@pytest.mark.parametrize("is_lasting", [False, True])
@pytest.mark.parametrize(("name", "how"), FAULTS)
def test_a_disk_that_fails_is_told_of_and_loses_nothing(
    tmp_path, monkeypatch, name, how, is_lasting
):
    for number in range(1, 9):
        failing = Failing(name, number, how, is_lasting, monkeypatch)
        host = table("playerules", *PLAYERS, seed=number)
        try:
            keeper = Keeper.begin(tmp_path / str(number), host, "", clock)
            problems = {keeper.problem}
            for moves in range(1, 10):
                play(host, moves)
                problems.add(keeper.problem)
                monkeypatch.setattr(os, name, failing.real)
                require_kept(keeper, host)
                monkeypatch.setattr(os, name, failing)
        finally:
            monkeypatch.setattr(os, name, failing.real)
        assert host.version == 9
        if failing.calls >= number and name != "ftruncate":
            assert any(os.strerror(how) in problem for problem in problems), (number, problems)
        keeper.close()
        assert keeper.problem == ""
        require_kept(keeper, host)
        assert not [*keeper.path.parent.glob(".*part")]


def test_a_disk_that_is_full_takes_a_line_more_once_there_is_room_for_one(tmp_path, monkeypatch):
    """An appended line is enough: no second copy of the whole game has to find room."""
    path, _ = kept_game(tmp_path)
    keeper, host, _ = resume(path)
    room = 100
    real = os.write

    def write(descriptor, data):
        nonlocal room
        taken = min(len(data), room)
        if not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        room -= taken
        return real(descriptor, bytes(data[:taken]))

    monkeypatch.setattr(os, "write", write)
    size = path.stat().st_size
    play(host, 43)
    assert "No space left" in keeper.problem
    assert keeper.saved == 40
    assert path.stat().st_size == size
    room = 1000
    play(host, 44)
    assert keeper.problem == ""
    assert keeper.saved == 44
    keeper.close()
    assert read_game(path).moves == 44


SMALL_FILES = """
    import resource, sys
    from pathlib import Path
    from shanghai.store import Keeper
    from shanghai.host import simplest
    from tests.saving import table
    host = table("playerules", "Ann", "Bob:simple", "Cy:simple")
    keeper = Keeper.begin(Path(sys.argv[1]), host)
    size = keeper.path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1500, resource.RLIM_INFINITY))
    host.draw_for_dealer()
    host.deal()
    for _ in range(20):
        host.do(host.bot_action() or simplest(host.state, host.state.turn))
    print(keeper.saved, keeper.problem)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    keeper.close()
    print(keeper.saved, host.version, keeper.problem)
"""


def test_a_limit_to_the_size_of_files_is_told_of(tmp_path):
    with spawn(SMALL_FILES, tmp_path) as player:
        first, second = player.stdout.read().splitlines()
    assert player.returncode == 0
    assert 0 < int(first.split()[0]) < 22
    assert "File too large" in first
    saved, moves = map(int, second.split())
    assert saved == moves > 20
    assert read_game(path_of(tmp_path, latest_open(tmp_path))).moves == moves


def remove_folder(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    path.parent.parent.rmdir()


@pytest.mark.parametrize("what", [remove_folder, Path.unlink])
def test_a_file_removed_while_it_is_played_is_written_anew(tmp_path, what):
    path, _ = kept_game(tmp_path)
    keeper, host, _ = resume(path)
    what(path)
    play(host, 41)
    assert keeper.problem == ""
    assert read_game(path).moves == keeper.saved == 41
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with pytest.raises(OpenElsewhere):
        resume(path)
    keeper.close()


@pytest.mark.parametrize("how", ["replaced", "appended to", "cut"])
def test_a_file_changed_by_others_is_kept_beside_the_game(tmp_path, how):
    path, _ = kept_game(tmp_path)
    keeper, host, _ = resume(path)
    theirs = b"something else\n"
    if how == "replaced":
        other = tmp_path / "other"
        other.write_bytes(theirs)
        other.rename(path)
    elif how == "appended to":
        theirs = path.read_bytes() + theirs
        path.write_bytes(theirs)
    else:
        path.write_bytes(path.read_bytes()[:1000])
    play(host, 41)
    keeper.close()
    assert keeper.problem == ""
    assert read_game(path).moves == 41
    copy = path.with_name("game.jsonl.torn-1")
    assert copy.exists() == (how != "cut")
    assert how == "cut" or copy.read_bytes() == theirs


def test_a_lock_that_was_removed_is_taken_again_or_the_game_is_not_written(tmp_path):
    path, _ = kept_game(tmp_path)
    keeper, host, _ = resume(path)
    path.with_name("lock").unlink()
    play(host, 41)
    assert keeper.problem == ""
    path.with_name("lock").unlink()
    other, _, _ = resume(path)
    before = path.read_bytes()
    play(host, 42)
    assert "open elsewhere" in keeper.problem
    assert path.read_bytes() == before
    other.close()
    play(host, 43)
    assert keeper.problem == ""
    keeper.close()
    assert read_game(path).moves == 43


def test_a_folder_that_cannot_be_made_is_named_and_the_game_saved_elsewhere(tmp_path):
    blocked = tmp_path / "data"
    blocked.write_text("a file")
    host = table("playerules", *PLAYERS)
    keeper = Keeper.begin(blocked, host, "", clock)
    play(host, 5)
    assert str(blocked) in keeper.problem
    assert keeper.saved == 0
    assert keeper.save_elsewhere(tmp_path / "usb")
    assert keeper.problem == ""
    play(host, 7)
    keeper.close()
    assert list_games(tmp_path / "usb")[0].moves == keeper.saved == 7
    assert blocked.read_text() == "a file"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_is_read_only_is_named(tmp_path):
    path, _ = kept_game(tmp_path)
    path.with_name("lock").unlink()
    path.parent.chmod(0o500)
    with pytest.raises(CannotStore, match="Permission denied"):
        resume(path)
    path.parent.chmod(0o700)


def test_a_lock_that_cannot_be_made_is_told_of(tmp_path, monkeypatch):
    path, _ = kept_game(tmp_path)
    path.with_name("lock").unlink()
    Failing("open", 1, errno.EROFS, True, monkeypatch)
    with pytest.raises(CannotStore, match="Read-only") as told:
        resume(path)
    assert told.value.code == 4
    assert str(path.parent) in str(told.value)


def test_a_game_without_end_stops_being_saved_before_it_cannot_be_read(tmp_path, monkeypatch):
    path, _ = kept_game(tmp_path)
    monkeypatch.setattr(journal, "MOST_BYTES", path.stat().st_size + 300)
    keeper, host, _ = resume(path)
    play(host, 50)
    assert "too long" in keeper.problem
    assert 40 < keeper.saved < 50
    keeper.close()
    assert read_game(path).verdict is Verdict.OK


# -- sudden death --


def die_at(name: str, number: int, data: Path) -> int | None:
    """Forks a player who is killed at the n-th call of a function of `os`; the moves it saved.

    None where it came to its end before that. A write is killed when half of it is done.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        real, calls = getattr(os, name), 0

        def dying(*args, **more):
            nonlocal calls
            calls += 1
            if calls == number:
                if name == "write":
                    real(args[0], args[1][: len(args[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **more)

        try:
            said = os.fdopen(writing, "w", buffering=1)
            setattr(os, name, dying)
            host = table("playerules", *PLAYERS)
            keeper = Keeper.begin(data, host, "", clock)
            for moves in range(1, 6):
                print(keeper.saved, file=said)
                play(host, moves)
            keeper.close()
            print("end", file=said)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        lines = told.read().split()
    os.waitpid(child, 0)
    if "end" in lines:
        return None
    return int(lines[-1]) if lines else 0


@pytest.mark.parametrize("name", ["write", "fsync", "rename", "open", "close", "mkdir", "chmod"])
def test_a_player_killed_at_any_call_of_the_system_loses_nothing(tmp_path, name):
    for number in range(1, 60):
        data = tmp_path / str(number)
        saved = die_at(name, number, data)
        listed = list_games(data)
        if saved is None:
            assert number > 1
            break
        if saved:
            assert listed
        for game in listed:
            assert game.verdict in ("ok", "torn")
            keeper, host, _ = resume(path_of(data, game.id))
            assert host.version >= saved
            play(host, host.version + 2)
            keeper.close()
            assert keeper.problem == ""
            assert read_game(keeper.path).moves == host.version
    else:
        pytest.fail("it never came to its end")


@pytest.mark.parametrize("name", ["write", "fsync", "rename", "open"])
def test_a_mending_that_is_killed_loses_nothing(tmp_path, name):
    path, _ = kept_game(tmp_path)
    cut = path.read_bytes()[:-5]
    moves = cut.count(b"\n") - 1
    for number in range(1, 12):
        other = put_game(tmp_path / str(number), "g", cut)
        child = os.fork()
        if not child:
            real, calls = getattr(os, name), 0

            def dying(*args, real=real, number=number, **more):
                nonlocal calls
                calls += 1
                if calls == number:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **more)

            try:
                setattr(os, name, dying)
                resume(other)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        keeper, host, _ = resume(other)
        keeper.close()
        assert host.version == moves
        assert other.read_bytes() == cut[: cut.rfind(b"\n") + 1]
        assert cut in [copy.read_bytes() for copy in other.parent.glob("*.torn-*")]


BOTS = """
    import sys
    from pathlib import Path
    from shanghai.bots import LEVELS
    from shanghai.bots.base import Level
    from shanghai.store import Keeper
    from tests.saving import DiceBot, play, table
    LEVELS["dice"] = Level(DiceBot, "Dice", "A test.")
    host = table("grandma-davis", "Ann:dice", "Bob:dice", "Cy:dice", seed=int(sys.argv[2]))
    keeper = Keeper.begin(Path(sys.argv[1]), host)
    print(keeper.path, flush=True)
    while True:
        play(host, host.version + 1)
        print("saved", keeper.saved, flush=True)
"""


def kill_at_random(data: Path, number: int) -> None:
    chance = Random(number)
    with spawn(BOTS, data, number) as player:
        path = Path(player.stdout.readline().strip())
        for _ in range(chance.randrange(300)):
            player.stdout.readline()
        player.kill()
        rest = player.stdout.read()
    assert player.returncode == -signal.SIGKILL
    whole = [line for line in rest.split("\n")[:-1] if line]
    keeper, host, _ = resume(path)
    if whole:
        assert int(whole[-1].split()[1]) <= host.version
    assert keeper.problem == ""
    play(host, host.version + 3)
    keeper.close()
    assert read_game(path).verdict is Verdict.OK


@pytest.mark.parametrize("number", range(3))
def test_a_player_killed_at_some_moment_loses_nothing(tmp_path, number):
    kill_at_random(tmp_path, number)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_players_killed_at_some_moment_lose_nothing(tmp_path):
    for number in range(200):
        kill_at_random(tmp_path / str(number), number)
