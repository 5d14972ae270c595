"""Shanghai as a library: the page's examples run, and its player goes through a whole game."""

import doctest
import re
import subprocess
import sys
import tomllib
import tracemalloc
from pathlib import Path
from random import Random

import pytest

import shanghai
from shanghai.__main__ import main
from shanghai.bots.foreign import GROUP
from shanghai.commands.play import more_help
from shanghai.ui.table.levels import character_of, strengths
from tests.bots.packages import offer
from tests.ui.conftest import short_pauses, thinking_in_place  # noqa: F401
from tests.ui.test_keys_a_turn import play

PAGE = Path(__file__).parents[1] / ".github" / "LIBRARY.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.S)


def block(language, words):
    (found,) = [text for kind, text in BLOCKS if kind == language and words in text]
    return found


def test_the_examples_of_the_page_run():
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert (found.failed, found.attempted > 30) == (0, True)


@pytest.mark.slow
def test_the_examples_of_the_page_are_typed(tmp_path):
    pytest.importorskip("mypy")
    steps = re.findall(r"^(?:>>>|\.\.\.) ?(.*)", PAGE.read_text("utf-8"), re.M)
    programs = [text for kind, text in BLOCKS if kind == "python" and ">>>" not in text]
    assert len(steps) > 60
    assert len(programs) > 4
    everything = "from shanghai import *\nreveal_type(best_lay_down)\nreveal_type(State)\n"
    files = []
    for number, text in enumerate(("\n".join(steps), everything, *programs)):
        files.append(tmp_path / f"example_{number}.py")
        files[-1].write_text(text, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run([*command, *files], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.endswith(f"no issues found in {len(files)} source files\n"), done.stdout
    assert "def (hand: " in done.stdout
    assert "Any" not in done.stdout


def test_a_game_at_random_takes_ten_lines():
    lines = block("python", "def random_game").splitlines()
    assert len([line for line in lines if line.startswith(("...", ">>> def"))]) <= 11


def test_every_public_name_is_there_and_in_the_types():
    for name in shanghai.__all__:
        assert getattr(shanghai, name) is not None
    assert {*shanghai.__all__} <= {*dir(shanghai)}
    with pytest.raises(AttributeError, match="no attribute 'Hots'"):
        _ = shanghai.Hots


def test_the_page_names_public_names_alone():
    named = set(re.findall(r"shanghai\.([A-Za-z_]+)", PAGE.read_text("utf-8")))
    assert named - {"arguments", "bots", "engine", "training"} <= {*shanghai.__all__}


def test_the_package_loads_nothing_until_a_name_is_asked_for():
    code = (
        "import sys; before = {*sys.modules}; import shanghai\n"
        "print(*sorted({*sys.modules} - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["shanghai"]


class Careful(shanghai.SimpleBot):
    """A player of this module, which is not installed."""


def broken(seat, random, is_late):
    raise KeyError("no player")


def short_task(*levels):
    rules = shanghai.with_rounds(shanghai.load_variant("playerules"), (1, 2))
    return shanghai.Task(rules, levels, seed=3)


def test_a_class_plays_wherever_an_id_goes_and_moves_as_its_base():
    rows = shanghai.play_games(short_task(Careful, "easy", Careful), 2)
    plain = shanghai.play_games(short_task("simple", "easy", "simple"), 2)
    assert [row.player for row in rows] == ["Careful", "easy", "Careful", "easy", *["Careful"] * 2]
    assert [row.score for row in rows] == [row.score for row in plain]
    assert {row.replaced for row in rows} == {0}
    assert all(row.finished and row.rounds == 2 for row in rows)
    assert any(row.won for row in rows)
    players = [shanghai.Player("Ann", Careful), shanghai.Player("Bob", "easy")]
    host = shanghai.Host(shanghai.load_variant("rummygames"), players, seed=1)
    assert [player.bot for player in host.players] == ["Careful", "easy"]


def test_players_of_one_name_are_told_apart_and_summed_up_each():
    def simple(*given):
        return Careful(*given)

    task = short_task(Careful, simple, simple, type("Careful", (Careful,), {}))
    game = shanghai.play_game(task, 1)
    assert game.levels == ("Careful", "simple 2", "simple 2", "Careful 2")
    assert [*shanghai.summarize(task, [game]).levels] == ["Careful", "Careful 2", "simple 2"]


def test_why_a_move_of_ones_own_player_was_replaced_is_told():
    game = shanghai.play_game(short_task(broken, "easy", "easy"), 1)
    assert game.finished
    assert game.replaced == len(game.notes) > 10
    assert "KeyError" in game.notes[0]


@pytest.mark.slow
def test_the_rows_are_the_same_from_two_processes():
    task = short_task(Careful, "easy", "simple")
    assert shanghai.play_games(task, 3, processes=2) == shanghai.play_games(task, 3)


def test_a_player_that_no_process_can_import_is_refused_at_once():
    with pytest.raises(shanghai.WrongArgument, match="cannot be sent to 2 processes"):
        shanghai.play_games(short_task(lambda *given: Careful(*given), "easy"), 1, processes=2)


def test_states_and_rules_go_into_sets_and_are_small_to_keep():
    rules = shanghai.load_variant("california")
    again = shanghai.load_variant("california", {})
    assert {rules, again} == {rules}
    state = shanghai.game_before(rules, ["Ann", "Bob"], 1, 0)
    states, random = [state], Random(5)
    tracemalloc.start()
    while len(states) < 400:
        step = shanghai.host_action(state) or random.choice([*shanghai.legal(state, 1)])
        state, _ = shanghai.apply(state, shanghai.with_random(state, step, random))
        states.append(state)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len({*states, *states}) == len(set(map(hash, states))) > 300
    assert size / len(states) < 2000


@pytest.mark.parametrize("rival", ["hard", pytest.param("master", marks=pytest.mark.slow)])
def test_the_bot_of_the_page_is_tried_in_the_script_that_defines_it(rival, tmp_path):
    if rival == "master":
        pytest.importorskip("numba")
    script = block("python", "class Heavy")
    assert len(script.partition("if __name__")[0].split("class")[1].splitlines()) < 15
    (tmp_path / "heavy.py").write_text(
        script.replace('"master"', f'"{rival}"').replace("(1, 2)", "(1,)"), "utf-8"
    )
    command = [sys.executable, str(tmp_path / "heavy.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert re.fullmatch(r"games won by Heavy: [0-4] of 4\n", done.stdout), done.stderr
    said = ["simulate", "--variant", "playerules", "--players", "3", "--games", "1"]
    if rival == "hard":
        assert main([*said, "--bots", f"{tmp_path / 'heavy.py'}:Heavy,easy", "--json"]) == 0


def test_a_record_is_read_as_the_page_says_also_where_its_stock_is_renewed(tmp_path):
    rules = shanghai.with_rounds(shanghai.load_variant("california"), (10,))
    shanghai.play_games(shanghai.Task(rules, ("random",) * 4, seed=2, record=tmp_path), 1)
    (path,) = tmp_path.iterdir()
    text = path.read_text("utf-8")
    assert "stock becomes" in text
    (tmp_path / "read.py").write_text(block("python", "checked.end"), "utf-8")
    command = [sys.executable, str(tmp_path / "read.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert re.match(r"Round 1: out\n  Ann: \w+ ", done.stdout), done.stderr
    (document,) = shanghai.read_documents(text, "", shanghai.load_variant)
    points = re.findall(r"    at the end: (?:nothing|\w.+), (\d+) points\n", done.stdout)
    assert [*map(int, points)] == [*document.then.scores.values()]
    assert "at the end: nothing, 0 points" in done.stdout


def test_the_end_of_a_document_has_the_hands_also_where_the_game_is_stopped_then(tmp_path):
    rules = shanghai.with_rounds(shanghai.load_variant("playerules"), (1, 2))
    shanghai.play_games(shanghai.Task(rules, ("simple",) * 3, seed=2, record=tmp_path), 1)
    (path,) = tmp_path.iterdir()
    text = path.read_text("utf-8").partition("\n---\n")[0]
    (document,) = shanghai.read_documents(text, "", shanghai.load_variant)
    scores = document.then.scores
    stopped = f"{text.rstrip()}\n  winners: [{min(scores, key=scores.get)}]\n"
    (document,) = shanghai.read_documents(stopped, "", shanghai.load_variant)
    checked = shanghai.check_document(document, ends_game=True)
    assert checked.end, checked.lines
    assert sorted(bool(seat.hand) for seat in checked.end.seats) == [False, True, True]


def test_the_training_loop_of_the_page_runs(capsys):
    pytest.importorskip("pettingzoo")
    exec(block("python", "ShanghaiEnv("), {})
    assert re.match(r"{'player_0': -?\d+.\d", capsys.readouterr().out)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package of the page, as if it were installed."""
    project = tomllib.loads(block("toml", "entry-points"))["project"]
    (tmp_path / "my_players.py").write_text(block("python", "class Plain"), "utf-8")
    offer(tmp_path, monkeypatch, project["name"], **project["entry-points"][GROUP])


@pytest.mark.usefixtures("installed")
def test_a_player_by_the_page_alone_plays_a_whole_game_and_is_listed():
    names: dict[str, object] = {}
    exec(block("python", "host.draw_for_dealer"), names)
    host = names["host"]
    assert host.state.phase is shanghai.Phase.GAME_OVER
    assert host.notes == []
    assert strengths()[-1] == "plain"
    assert character_of("plain", shanghai.load_variant("california")) == "A player of my-players."
    assert "  plain   A player of my-players." in more_help()


@pytest.mark.slow
@pytest.mark.usefixtures("installed", "thinking_in_place", "short_pauses")
async def test_it_plays_a_whole_game_at_the_table(tmp_path):
    rules = shanghai.load_variant("playerules")
    players = [
        shanghai.Player("Ann"),
        shanghai.Player("Bob", "plain"),
        shanghai.Player("Cy", "plain"),
    ]
    host = shanghai.Host(rules, players, seed=11)
    counts = await play(tmp_path / "data", host, 1000)
    assert host.state.phase is shanghai.Phase.GAME_OVER
    assert len(counts) > 7
    assert host.notes == []
