"""The command line as it is read: help, guesses at mistyped words, completion for shells."""

import io
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import argcomplete
import pytest

from shanghai.__main__ import main
from shanghai.commands import completion
from shanghai.commands.chosen_game import read_players, read_start, with_handicaps
from shanghai.commands.parser import spelled_out
from shanghai.engine.handicap import Handicap
from shanghai.words.commands import COMMANDS
from tests.faults.terminal import Program
from tests.long import some
from tests.saving import SAVES, put_game


@pytest.fixture
def run(capsys):
    """Runs the program; its exit code, what it printed and what it complained of."""

    def run(*words):
        try:
            code = main(words)
        except SystemExit as leaving:
            code = leaving.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_what_is_like_nothing_gets_no_guess(run):
    code, _, err = run("\x1b[2Jxyzzy")
    assert code == 2
    assert "there is no command" in err
    assert "Did you mean" not in err
    assert "\x1b" not in err


def test_what_every_command_takes_stands_before_and_after_it(run, tmp_path):
    common = ("--ascii", "--language", "en", "--no-animation", "--data-dir", str(tmp_path))
    for words in (("games",), ("variants", "show", "california"), ("variants", "list")):
        for at in range(len(words) + 1):
            code, out, err = run(*words[:at], *common, *words[at:])
            assert (code, err) == (0, ""), words
            assert out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_names_the_exit_codes(run, command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert "exit codes: 0 good, 1 a check failed, 2 usage" in out
    assert out == run("help", command)[1]


USAGES = {
    "show": """\
usage: shanghai show [-h] [--data-dir DIR] [--ascii]
                     [--no-animation] [--language LANG]
                     (--public | --as NAME) [--json]
                     [--reveal]
                     GAME
""",
    "simulate": """\
usage: shanghai simulate [-h] [--data-dir DIR] [--ascii]
                         [--no-animation]
                         [--language LANG]
                         --variant ID,... --players N
                         [--games N] [--seed S]
                         [--bots LEVEL,...]
                         [--house-rule RULE]
                         [--compare RULE=VALUE] [--jobs N]
                         [--backend {loky,dask}]
                         [--scheduler ADDRESS] [--json]
                         [--record DIR] [--keep FILE]
                         [--plot FILE]
""",
    "tournament": """\
usage: shanghai tournament [-h] [--data-dir DIR] [--ascii]
                           [--no-animation]
                           [--language LANG] [--list]
                           [--new] [--variant ID]
                           [--house-rule RULE]
                           [--rounds ROUNDS]
                           [--players NAMES] [--seats N]
                           [--tables N] [--title TITLE]
                           [--cut [NUMBER]] [--draw]
                           [--count TABLE GAME]
                           [--totals TABLE N,N,N] [--json]
                           [ID]
""",
}


@pytest.mark.parametrize("command", USAGES)
def test_the_usage_has_the_same_lines_on_every_python(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert run(command, "--help")[1].startswith(f"{USAGES[command]}\n")


def test_a_mistake_is_told_first_and_the_usage_is_below_it(run):
    for words in (("ledger", "--plot", "x.png"), ("play", "--plers", "x")):
        lines = run(*words)[2].splitlines()
        assert "error: " in lines[0]
        assert lines[1].startswith("usage: shanghai")


def test_a_picture_of_another_kind_than_svg_is_refused(run):
    for command in (("ledger",), ("simulate", "--variant", "california", "--players", "2")):
        code, out, err = run(*command, "--plot", "x.png")
        assert (code, out) == (2, "")
        assert "'x.png': plots are written as text (-) or as SVG, as x.svg" in err


def test_the_usage_of_a_narrow_terminal_stands_below_the_name(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "24")
    usage = run("verify", "--help")[1].partition("\n\n")[0]
    assert usage.splitlines()[:3] == [
        "usage: shanghai verify",
        "       [-h]",
        "       [--data-dir DIR]",
    ]
    assert usage.endswith("\n       GAME [GAME ...]")


@pytest.mark.parametrize(
    "columns", some(["-5", "0", "1", "2", "3", "9" * 9, "9" * 5000, *map(str, range(4, 301))], 7)
)
def test_help_is_printed_for_every_width(run, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    for words in (("--help",), ("play", "--help"), ("verify",)):
        code, out, err = run(*words)
        assert (code, "usage: " in out + err) == (2 if words == ("verify",) else 0, True)
        assert len(out + err) < 20_000


def test_help_names_levels_variants_and_an_example(run):
    assert run("help")[1] == run("--help")[1]
    told = run("help", "play")[1]
    assert "walter" in told
    assert "grandma-davis" in told
    assert "for example: shanghai play --variant" in told


def test_help_stands_where_a_command_would():
    assert spelled_out(["help", "play"]) == ["play", "--help"]
    assert spelled_out(["--ascii", "help"]) == ["--ascii", "--help"]
    assert spelled_out(["--data-dir", "help", "games"]) == ["--data-dir", "help", "games"]
    assert spelled_out(["show", "help", "--public"]) == ["show", "help", "--public"]


def test_bot_alone_is_a_computer_of_the_usual_level():
    assert [player.bot for player in read_players("Ann,bot, bot ")] == ["", "simple", "simple"]
    assert read_players("Ann,robot")[1].bot == ""


COMPLETED = (
    ("pl", "play"),
    ("--asc", "--ascii"),
    ("help pl", "play"),
    ("play --v", "--variant"),
    ("play --variant cal", "california"),
    ("play --players Ann,bot:h", "Ann,bot:hard"),
    ("simulate --bots hard,si", "hard,simple"),
    ("simulate --variant california,gr", "california,grandma-davis"),
    ("simulate --players ", ""),
    ("variants sh", "show"),
    ("variants show rum", "rummygames"),
    ("variants show smi", "smiths"),
    ("variants diff california gran", "grandma-davis"),
    ("variants new x --extends cal", "california"),
    ("variants keys call_chi", "call_chips"),
    ("verify lef", "left"),
    ("record over --scorecard h", "html"),
    ("show over --as Dor", "Dora"),
    ("ledger --player Dor", "Dora"),
    ("play --players Ann,Dor", "Ann,Dora"),
    ("play --variant california --house-rule Sets", r"Sets\ of\ different\ ranks"),
    ("deal --seats 3 --variant california --house-rule Sets", r"Sets\ of\ different\ ranks"),
    ("play --house-rule call_chi", "call_chips="),
    ("play --rounds s", "short"),
    ("completion p", "powershell"),
)
"""What is typed, and what the shell is told may stand there."""


def asks(line):
    """What the script of a shell sets when it asks about a line."""
    at = str(len(line))
    return {"COMP_LINE": line, "COMP_POINT": at, "COMP_TYPE": "9", **FROM_BASH}


FROM_BASH = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_SHELL": "bash", "_ARGCOMPLETE_IFS": "\n"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder with a game that was left, a finished one and a variant."""
    put_game(tmp_path, "left", (SAVES / "3-left.jsonl").read_bytes())
    put_game(tmp_path, "over", (SAVES / "1-rummygames.jsonl").read_bytes())
    (tmp_path / "variants").mkdir()
    text = "id: smiths\nname: The Smiths\nextends: california\n"
    (tmp_path / "variants" / "smiths.yaml").write_text(text)
    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path))
    return tmp_path


def told_to(autocomplete, stream, parser, **more):
    autocomplete(parser, **(more | {"output_stream": stream}))


def test_commands_options_and_values_are_completed(home, monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr("argcomplete.CompletionFinder._init_debug_stream", lambda _: None)
    autocomplete = argcomplete.autocomplete
    for typed, _ in COMPLETED:
        stream = io.StringIO()
        told_there = partial(told_to, autocomplete, stream)
        monkeypatch.setattr(argcomplete, "autocomplete", told_there)
        for name, value in asks(f"shanghai {typed}").items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            completion.complete()
        told.append((typed, stream.getvalue().rstrip()))
    assert told == [*COMPLETED]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "tcsh"])
def test_every_shell_has_a_script(run, shell):
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert "_ARGCOMPLETE" in out


IN_SHELLS = {
    "bash": (
        "COMP_LINE='shanghai play --variant cal'; COMP_POINT=27; COMP_CWORD=3\n"
        "_python_argcomplete shanghai; echo ${COMPREPLY[*]}\n"
    ),
    "fish": "complete -C 'shanghai play --variant cal'\n",
}


@pytest.mark.parametrize("shell", IN_SHELLS)
def test_a_shell_completes_a_value_with_its_script(run, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    script = run("completion", shell)[1] + IN_SHELLS[shell]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": path}
    done = subprocess.run([shell], input=script, capture_output=True, text=True, env=env)
    assert done.stdout.strip() == "california", done


def test_without_its_library_completion_says_so(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "argcomplete", None)
    code, _, err = run("completion", "bash")
    assert code == 2
    assert "pip install argcomplete" in err
    assert completion.more_help()


def test_handicaps_are_given_by_name():
    start = read_start("california", "Ann,bot:simple", None, [])
    given = with_handicaps(start, ["Ann: calls = 1, points=10 hints", "Mabel:cards=-1"])
    assert [player.handicap for player in given.players] == [
        Handicap(calls=1, points=10, hints=True),
        Handicap(cards=-1),
    ]


AT_A_TERMINAL = {
    "zsh": (["zsh", "-f"], "autoload -Uz compinit; compinit -u -D; source script\n"),
    "tcsh": (["tcsh", "-f"], "source script\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", AT_A_TERMINAL)
def test_a_shell_at_a_terminal_completes_a_value(run, shell, tmp_path):
    words, begin = AT_A_TERMINAL[shell]
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "script").write_text(run("completion", shell)[1])
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = f"import os; os.execvp({words[0]!r}, {words!r})"
    env = {"PATH": path, "PS1": "ready> ", "ZDOTDIR": str(tmp_path)}
    with Program(data=tmp_path, script=script, env=env, cwd=tmp_path) as terminal:
        terminal.home_wait("[%#>]")
        terminal.send(begin)
        terminal.settle()
        terminal.send("shanghai play --variant cal\t")
        terminal.home_wait("--variant california")


def test_a_number_in_place_of_names_is_told_so(run):
    _, _, err = run("play", "--text", "--variant", "california", "--players", "3")
    assert "names are asked for, as in Ann,Bob,bot:simple, not the number 3" in err
