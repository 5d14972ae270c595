"""Players killed at any moment: what was said to be saved is saved."""

import signal
from pathlib import Path
from random import Random

import pytest

from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import path_of, read_game, saved_games
from shanghai.storage.writer import GameWriter
from tests.dying import CALLS, killed_at, killed_everywhere
from tests.long import some
from tests.saving import PLAYERS, clock, kept_game, play, put_game, resume, seat_dice, spawn, table


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


def play_on(data: Path, confirm) -> None:
    """Plays a little, and tells how many moves are saved before each further one."""
    host = table("playerules", *PLAYERS)
    writer = GameWriter.begin(data, host, "", clock)
    for moves in range(1, 6):
        confirm(writer.saved)
        play(host, moves)
    writer.close()


# The last two are called where something is mended, not where a game goes well.
@pytest.mark.parametrize("name", some(CALLS[:-2], 4))
def test_a_player_killed_at_any_call_of_the_system_loses_nothing(tmp_path, name):
    died = 0
    for number, confirmed in killed_everywhere(
        lambda n, say: play_on(tmp_path / str(n), say), name
    ):
        died += 1
        saved = int(confirmed[-1]) if confirmed else 0
        data = tmp_path / str(number)
        listed = saved_games(data).games
        if saved:
            assert listed
        for game in listed:
            assert game.verdict in ("ok", "torn")
            writer, host, _ = resume(path_of(data, game.id))
            assert host.version >= saved
            play(host, host.version + 2)
            writer.close()
            assert writer.problem == ""
            assert read_game(writer.path).moves == host.version
    assert died


@pytest.mark.parametrize("name", some(CALLS[:4]))
def test_a_mending_that_is_killed_loses_nothing(tmp_path, name):
    path, _ = kept_game(tmp_path)
    cut = path.read_bytes()[:-5]
    moves = cut.count(b"\n") - 1
    for number in range(1, 12):
        other = put_game(tmp_path / str(number), "g", cut)
        killed_at(name, number, lambda _, other=other: resume(other) and None)
        writer, host, _ = resume(other)
        writer.close()
        assert host.version == moves
        assert other.read_bytes() == cut[: cut.rfind(b"\n") + 1]
        assert cut in [copy.read_bytes() for copy in other.parent.glob("*.torn-*")]


BOTS = """
    import sys
    from pathlib import Path
    from shanghai.bots.levels import LEVELS
    from shanghai.bots.protocol import Level
    from shanghai.storage.writer import GameWriter
    from tests.saving import DiceBot, play, table
    LEVELS["dice"] = Level(DiceBot, "Dice", "A test.")
    host = table("grandma-davis", "Ann:dice", "Bob:dice", "Cy:dice", seed=int(sys.argv[2]))
    writer = GameWriter.begin(Path(sys.argv[1]), host)
    print(writer.path, flush=True)
    while True:
        play(host, host.version + 1)
        print("saved", writer.saved, flush=True)
"""


def kill_at_random(data: Path, number: int) -> None:
    chance = Random(number)
    with spawn(BOTS, data, number) as player:
        path = Path(player.stdout.readline().strip())
        said = "".join(player.stdout.readline() for _ in range(chance.randrange(300)))
        player.kill()
        said += player.stdout.read()
    assert player.returncode == -signal.SIGKILL
    whole = [line for line in said.split("\n")[:-1] if line]
    writer, host, _ = resume(path)
    if whole:
        assert int(whole[-1].split()[1]) <= host.version
    assert writer.problem == ""
    play(host, host.version + 3)
    writer.close()
    assert read_game(path).verdict is JournalVerdict.OK


@pytest.mark.parametrize("number", some(range(3)))
def test_a_player_killed_at_some_moment_loses_nothing(tmp_path, number):
    kill_at_random(tmp_path, number)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_two_hundred_players_killed_at_some_moment_lose_nothing(tmp_path, part):
    """Each part a fourth of them."""
    for number in range(50 * part, 50 * part + 50):
        kill_at_random(tmp_path / str(number), number)
