"""The score of real cards, names and the ledger, killed at any moment: what was confirmed stays."""

import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from shanghai.engine.state import Ending
from shanghai.ledger.evening_file import EveningFault
from shanghai.ledger.ledger import People, read_ledger
from shanghai.ledger.paper import PaperGame
from tests.dying import CALLS, HAS_STRACE, killed_everywhere
from tests.ledger.games import put_samples
from tests.ledger.test_paper import begin
from tests.long import some
from tests.saving import clock, spawn

TORN = b"3a3a3a3a {}"


def keep_score(data: Path, confirm) -> None:
    """A whole score: a round, a correction, its end; each confirmed once it is on the disk."""
    game = begin(data)
    confirm(f"begun {game.id}")
    game.score(0, Ending.OUT, ("", "0p", "K K"), clock())
    confirm("round")
    game.correct(1, 1, 70, "why", clock())
    confirm("corrected")
    game.end(clock())
    confirm("ended")


@pytest.mark.parametrize("name", some(CALLS, 3))
def test_a_score_killed_at_any_call_of_the_system_loses_nothing(tmp_path, name):
    deaths = killed_everywhere(lambda n, say: keep_score(tmp_path / str(n), say), name)
    for number, confirmed in deaths:
        games = PaperGame.all_in(tmp_path / str(number))[0]
        if not confirmed:
            assert len(games) <= 1
            continue
        (game,) = games
        state = game.state
        done = [True, bool(state.results), bool(state.corrections), game.is_over]
        assert done == sorted(done, reverse=True)
        assert len(confirmed) <= sum(done) <= len(confirmed) + 1
        for _ in state.corrections:
            assert state.results[0].points[1] == 70
        if not game.is_over:
            game.score(2, Ending.OUT, ("4", "K", ""), clock())
            assert PaperGame(game.path).state == game.state


def name_people(data: Path, confirm) -> None:
    """Names and notes, one after the other, the first two upon a tail that was cut."""
    people = People(data)
    for number in range(2):
        people.rename(f"N{number}", "Ann", clock())
        confirm(f"N{number}")
        people.note(f"N{number}", "a note", clock())
        confirm(f"note {number}")


@pytest.mark.parametrize("is_torn", [False, True], ids=["new", "torn"])
@pytest.mark.parametrize("name", some(CALLS, 2))
def test_a_renaming_killed_at_any_call_of_the_system_loses_nothing(tmp_path, name, is_torn):
    def work(number, confirm):
        data = tmp_path / str(number)
        if is_torn:
            People(data).rename("Old", "Bob", clock())
            with (data / "ledger" / "people.jsonl").open("ab") as file:
                file.write(TORN)
        confirm("Old")
        name_people(data, confirm)

    # What stands before it is no part of it: it is written without a death.
    for number, confirmed in killed_everywhere(work, name):
        people = People(tmp_path / str(number))
        done = len([each for each in people.names if each != "Old"]) + len(people.notes)
        assert max(0, len(confirmed) - 1) <= done <= len(confirmed)
        if "Old" in confirmed and is_torn:
            assert people.person("Old") == "Bob"
        people.rename("After", "Ann", clock())
        assert People(tmp_path / str(number)).person("After") == "Ann"


REBUILDS = """
    import sys
    from pathlib import Path
    from shanghai.ledger.ledger import read_ledger
    print("begun", flush=True)
    while True:
        read_ledger(Path(sys.argv[1]), rebuild=True)
        print("rebuilt", flush=True)
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("filled")
    put_samples(folder)
    return folder, read_ledger(folder)


def copied(filled, folder: Path) -> Path:
    return shutil.copytree(filled[0], folder / "data", dirs_exist_ok=True)


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 40))]
)
def test_a_rebuilding_that_is_killed_leaves_the_ledger_whole(filled, tmp_path, number):
    data, dice = copied(filled, tmp_path), Random(number)
    with spawn(REBUILDS, data) as program:
        for _ in range(1 + dice.randrange(4)):
            program.stdout.readline()
        for _ in range(dice.randrange(10**5)):
            pass  # some moment of the next one
        program.kill()
    assert program.returncode == -signal.SIGKILL
    assert read_ledger(data) == filled[1]
    assert read_ledger(data, rebuild=True) == filled[1]


@pytest.mark.slow
@pytest.mark.skipif(not HAS_STRACE, reason="no program can be killed at a call of the system here")
@pytest.mark.parametrize("call", ["chmod", "fsync", "rename"])
def test_a_rebuilding_killed_at_any_call_on_its_file_leaves_it_whole(filled, tmp_path, call):
    script = (
        "import sys; from pathlib import Path; from shanghai.ledger.ledger import read_ledger;"
        "read_ledger(Path(sys.argv[1]), rebuild=True)"
    )
    for number in range(1, 40):
        data = copied(filled, tmp_path / str(number))
        fault = ("-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}")
        wrap = ("strace", "-f", "-qq", "-o", "/dev/null", *fault)
        died = subprocess.run([*wrap, sys.executable, "-c", script, str(data)], check=False)
        assert read_ledger(data) == filled[1]
        if not died.returncode:
            break
    assert number > 1, "it was never killed"


WRITER = """
    import sys
    from pathlib import Path
    from shanghai.ledger.ledger import read_ledger
    from shanghai.ledger.ledger import People
    data, who = Path(sys.argv[1]), sys.argv[2]
    for number in range(10):
        People(data).rename(f"{who}{number}", "Ann")
        read_ledger(data, rebuild=number % 5 == 0)
    print("end")
"""


def test_two_programs_that_write_at_once_lose_nothing(filled, tmp_path):
    data = copied(filled, tmp_path)
    programs = [spawn(WRITER, data, who) for who in ("a", "b")]
    for program in programs:
        assert program.communicate()[0] == "end\n"
    people = People(data)
    assert set(people.names) == {f"{who}{n}" for who in ("a", "b") for n in range(10)}
    again = read_ledger(data)
    assert [game.id for game in again.games] == [game.id for game in filled[1].games]
    assert again.problem == ""


def test_two_programs_at_one_score_neither_double_nor_break_it(tmp_path):
    one = begin(tmp_path, rounds=(1, 2))
    other = PaperGame(one.path)
    one.score(0, Ending.OUT, ("", "K", "7"), clock())
    with pytest.raises(EveningFault, match="Another program"):
        other.score(0, Ending.OUT, ("", "K", "7"), clock())
    assert other.state == one.state
    one.end(clock())
    with pytest.raises(EveningFault, match="Another program"):
        other.score(0, Ending.OUT, ("", "K", "7"), clock())
    assert other.is_over
    assert PaperGame(one.path).state == one.state


def test_two_programs_cannot_name_in_a_circle(tmp_path):
    one, other = People(tmp_path), People(tmp_path)
    one.rename("Ann", "Bob", clock())
    with suppress(EveningFault):
        other.rename("Bob", "Ann", clock())
    assert People(tmp_path).names == {"Ann": "Bob"}
    other.rename("Cy", "Ann", clock())
    assert other.person("Cy") == "Bob"
