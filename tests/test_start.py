"""What a start of the program loads: no more than its first picture, or its lines, need."""

import signal
import subprocess
import sys
from fnmatch import fnmatch

import pytest

from shanghai.storage.saves import saved_games
from tests.faults.terminal import START, Program
from tests.saving import SAVES, put_game

HEAVY = ("numba", "numpy", "hashlib", "importlib.metadata")
RULES = (
    *("engine.game", "engine.rules", "engine.parameters*", "engine.legal", "engine.solver*"),
    *("variants*", "table.host"),
)
SEARCH = ("bots.hard", "bots.simple", "bots.planner", "bots.playouts*", "table.hints")
OTHERS = ("records*", "ledger*", "review*", "lessons*", "simulation*", "web*")
TABLE = ("ui.table.play", "ui.table.*_view", "ui.table.hand_screen")
LATER = ("ui.help", "ui.table.lay_down", "ui.table.leave")
SCREENS = (*LATER, "ui.scores*", "ui.evenings*", "ui.tutorial*", "linear*")
LOCK = ("hashlib",)
"""What the library that locks a game needs itself."""
NOT_FOR_A_PICTURE = (*SEARCH, *OTHERS, *SCREENS)

PICTURES = {
    "menu": ((), "New game", (*HEAVY, *RULES, *NOT_FOR_A_PICTURE, *TABLE, "storage.journal"), 65),
    "play": (
        ("play", "--variant", "california", "--players", "Ann,Bob,Cy,Dora", "--seed", "3"),
        "Who deals first",
        (*HEAVY, *NOT_FOR_A_PICTURE, *TABLE, "ui.setup*"),
        164,
    ),
    "resume": (
        ("resume",),
        "Enter .* is here",
        (
            *HEAVY,
            *NOT_FOR_A_PICTURE,
            "ui.setup*",
            "variants*",
            "ui.table.player_view",
            "ui.table.hand_screen",
            "ui.table.dealer",
            "ui.table.cover",
        ),
        179,
    ),
}
"""Commands, what their first picture shows, what they must not have loaded, how much of ours."""

NO_LINES = ("textual*", "rich*", "logging", "filelock*", "secrets", "csv")
PLAY = ("engine.game", "bots*", "table*", "ui*")
LINES = {
    "games": (
        "engine.game",
        "bots.pool",
        "table.host",
        "table.table",
        "ui*",
        "variants*",
        "storage.journal",
        49,
    ),
    "ledger": (*PLAY, "variants*", "storage.journal", 49),
    "variants": (*PLAY, 67),
    "--help": ("msgspec", "argcomplete", "engine*", "bots*", "storage.s*", 16),
}
"""Commands in lines with what they must not load, and how much of ours they may."""

TOLD = """
import os, signal, sys
def tell(*_):
    with open(os.environ["LOADED"], "w") as file:
        print(*(name for name, module in sys.modules.items() if module), "all", file=file)
signal.signal(signal.SIGURG, tell)
"""
"""Writes the names of all modules that are loaded when a signal asks for them."""


def fitting(loaded, patterns):
    """The modules that fit a pattern, which names one of ours without its first word."""
    names = {name.removeprefix("shanghai.") for name in loaded}
    return sorted(name for name in names if any(fnmatch(name, each) for each in patterns))


@pytest.mark.parametrize("name", PICTURES)
def test_the_first_picture_loads_no_more_than_it_shows(name, tmp_path):
    arguments, mark, patterns, most = PICTURES[name]
    data, listed = tmp_path / "data", tmp_path / "loaded"
    data.mkdir(mode=0o700)
    if name == "resume":
        put_game(data, "left", (SAVES / "3-left.jsonl").read_bytes())
    env = {"LOADED": str(listed)}
    with Program(*arguments, data=data, size=(120, 40), script=TOLD + START, env=env) as program:
        program.wait(mark)
        program.signal(signal.SIGURG)
        program.wait("all$", where=lambda: listed.read_text() if listed.exists() else "")
    loaded = listed.read_text().split()
    if name != "menu":
        patterns = [pattern for pattern in patterns if pattern not in LOCK]
    assert fitting(loaded, patterns) == []
    ours = [name for name in loaded if name.startswith("shanghai.")]
    assert len(ours) <= most, " ".join(sorted(ours))


@pytest.mark.parametrize("name", LINES)
def test_lines_are_printed_without_what_they_do_not_tell_of(name, tmp_path):
    put_game(tmp_path, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    put_game(tmp_path, "left", (SAVES / "1-left.jsonl").read_bytes())
    saved_games(tmp_path)
    code = (
        "import atexit, sys\n"
        "from shanghai.__main__ import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "--data-dir", str(tmp_path), name]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout, done.stderr
    loaded = done.stderr.split()
    *patterns, most = LINES[name]
    assert fitting(loaded, (*NO_LINES, *patterns)) == []
    ours = [name for name in loaded if name.startswith("shanghai.")]
    assert len(ours) <= most, " ".join(sorted(ours))
