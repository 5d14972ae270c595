"""The command line as it is read: help, guesses at mistyped words, completion for shells."""

import subprocess
import sys

import pytest

from shanghai.__main__ import main
from shanghai.commands import completion
from shanghai.commands.exits import Stop
from shanghai.commands.options import read_players, with_handicaps
from shanghai.commands.parser import named_folder, spelled_out
from shanghai.commands.play import read_start
from shanghai.engine.handicap import Handicap
from shanghai.words.commands import COMMANDS


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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("plya", "there is no command 'plya'. Did you mean play?"),
        ("resmue", "Did you mean resume?"),
        ("help vairants", "Did you mean variants?"),
        ("--verison", "there is no option '--verison'. Did you mean --version?"),
        ("play --varient california --players Ann,Bob", "Did you mean --variant?"),
        ("play --varient=california --players Ann,Bob", "Did you mean --variant?"),
        ("solve --varient california --round 1 3S", "Did you mean --variant?"),
        ("games --jsn", "Did you mean --json?"),
        ("variants shwo california", "Did you mean show?"),
        ("play --variant california --players Ann,bot:hrad", "Did you mean hard?"),
    ],
)
def test_a_mistyped_word_gets_a_guess(run, typed, meant):
    code, out, err = run(*typed.split())
    assert (code, out) == (2, "")
    assert meant in err


def test_what_is_like_nothing_gets_no_guess(run):
    code, _, err = run("\x1b[2Jxyzzy")
    assert code == 2
    assert "there is no command" in err
    assert "Did you mean" not in err
    assert "\x1b" not in err


def test_words_that_need_no_guess_are_complained_of_as_ever(run):
    assert "unrecognized arguments: more" in run("games", "more")[2]
    assert "required: --round" in run("solve", "--variant", "california", "3S")[2]
    assert run("solve", "--vari", "california", "--round", "1", "--", "--x")[0] == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_names_the_exit_codes(run, command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert "exit codes: 0 good, 1 a check failed, 2 usage" in out
    assert out == run("help", command)[1]


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


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command(run, shell):
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert all(name in out for name in COMMANDS)
    assert "house-rule" in out


def test_bash_completes_with_the_script(run):
    script = run("completion", "bash")[1]
    asks = (
        "\nCOMP_WORDS=(shanghai play --var); COMP_CWORD=2; COMP_LINE='shanghai play --var'\n"
        "_shtab_shanghai shanghai --var play\necho ${COMPREPLY[*]}\n"
    )
    done = subprocess.run(["bash"], input=script + asks, capture_output=True, text=True)
    assert done.stdout.strip() == "--variant", done


def test_without_its_library_completion_says_so(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    code, _, err = run("completion", "bash")
    assert code == 2
    assert "pip install shtab" in err
    assert completion.more_help()


def test_a_crash_is_told_in_the_folder_that_was_named(run, monkeypatch, tmp_path):
    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path / "other"))
    monkeypatch.setattr("shanghai.__main__._run", lambda given: 1 // 0)
    assert run("games", "--data-dir", str(tmp_path / "named"))[0] == 70
    assert list((tmp_path / "named").glob("crash-*.txt"))
    assert not (tmp_path / "other").exists()
    assert named_folder(["play", "--data-dir"]) is None


def test_handicaps_are_given_by_name():
    start = read_start("california", "Ann,bot:simple", None, [])
    given = with_handicaps(start, ["Ann: calls = 1, points=10 hints", "Mabel:cards=-1"])
    assert [player.handicap for player in given.players] == [
        Handicap(calls=1, points=10, hints=True),
        Handicap(cards=-1),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Zoe:calls=1", "there are Ann, Mabel"),
        ("Ann", "a player and a colon"),
        ("Ann:turns=3", "typed as calls=1"),
        ("Ann:calls=99", "0 to 3 calls"),
    ],
)
def test_a_handicap_that_cannot_be_read_is_told(text, said):
    start = read_start("california", "Ann,bot:simple", None, [])
    with pytest.raises(Stop, match=said):
        with_handicaps(start, [text])
