"""The game in lines, played by a program that has nothing but its pipes."""

import signal
import subprocess
import sys

import pytest

from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import path_of, read_game, saved_games
from tests.linear.driver import ASKED, Pipes, Player
from tests.long import some

VARIANTS = {
    "rummygames": "Ann,Bob,bot",
    "grandma-davis": "Ann,Bob,Cy",
    "california": "Ann,bot:simple,bot:easy",
    "playerules": "Ann,Bob,bot:hard",
}


@pytest.mark.parametrize(("variant", "players"), some(VARIANTS.items()))
def test_a_whole_round_is_played_through_pipes(variant, players, tmp_path):
    asked = ("play", "--text", "--variant", variant, "--players", players, "--seed", "5")
    with Pipes(tmp_path, *asked) as program:
        program.play_until(r"and (round|deal|hand) 1 is over: Ann -?\d+", Player())
        program.hear_until("^Enter: the next ")
        program.type("scores")
        program.hear_until("^All are level at|leads with|lead with")
        program.type("leave")
        program.hear_until("^The game is kept. To go on: shanghai resume --text ")
        assert program.end() == 0
    said = "\n".join(program.lines)
    assert all(letter == "\n" or letter.isprintable() for letter in said)
    (game,) = saved_games(tmp_path).games
    kept = read_game(path_of(tmp_path, game.id))
    assert kept.verdict is JournalVerdict.OK
    assert len(kept.state.results) == 1


@pytest.mark.slow
def test_what_the_command_line_leaves_out_is_asked(tmp_path):
    with Pipes(tmp_path, "play", "--text", "--seed", "1") as program:
        for answer in ("nothing", "4", "Ann", "Ann,bot"):
            program.hear_until(r"^Which rules\?|^Who plays\?|is called|needs at least")
            program.type(answer)
        program.hear_until("^Ann holds 7 cards, ")
        assert program.end() == 0


def test_a_killed_game_goes_on_where_it_was(tmp_path):
    asked = ("--variant", "playerules", "--players", "Ann,Bob,bot:simple", "--seed", "2")
    with Pipes(tmp_path, "play", "--text", *asked) as program:
        program.play_until("^Bob draws ", Player())
        hand = program.hear_until("^Bob holds .*$")[0]
        program.process.kill()
        program.process.wait()
    (game,) = saved_games(tmp_path).games
    with Pipes(tmp_path, "resume", "--text") as program:
        program.hear_until("^Bob is next: only Bob looks now, and presses Enter.")
        assert "holds" not in "\n".join(program.lines)
        program.type("")
        assert program.hear_until("^Bob holds .*$")[0] == hand
        program.type("leave")
        assert program.hear_until("resume --text (.+?) --data-dir")[1] == game.id
        assert program.end() == 0


def test_a_game_that_is_open_is_not_played_twice(tmp_path):
    asked = ("--variant", "california", "--players", "Ann,bot", "--seed", "2")
    with Pipes(tmp_path, "play", "--text", *asked) as program:
        program.hear_until(ASKED.pattern)
        with Pipes(tmp_path, "resume", "--text") as other:
            other.hear_until("open elsewhere")
            assert other.end() == 5


def test_names_with_markup_and_control_codes_are_plain_text(tmp_path):
    names = "[red]Ann[/],\x1b[31mEve\x1b[0m\u202e,[/]x"
    asked = ("--variant", "grandma-davis", "--players", names, "--seed", "2")
    with Pipes(tmp_path, "play", "--text", *asked) as program:
        program.hear_until(r"Enter: nobody calls, and \[31mEve\[0m takes the keyboard")
        program.type("[red]Ann[/] calls may-i")
        program.hear_until(r"^\[red\]Ann\[/\] calls MAY I")
        program.hear_until(r"Enter: nobody calls, and \[31mEve\[0m takes the keyboard")
        program.type("")
        program.hear_until(r"^\[31mEve\[0m holds 11 cards")
        assert program.end() == 0
    assert all(line.isprintable() for line in program.lines)


BAD_LINES = [
    (b"\xff\xfe\x00\x1b[2J", "is no move and no command"),
    (b"hepl", "Did you mean help?"),
    (b"Z" * 100_000, "is no move and no command"),
    (b"99999999999999999999", "There is no move 999999999"),
    (b"\xd9\xa3", "is no move"),
    (b"melds [", "is no move"),
    (b"calls shanghai on 1 giving KD", "leave out what is given"),
    (b"stock becomes 3S", "is no move and no command"),
    (b"discards 99", "is no card"),
    (b"\n", "Type the number of a move, a move in words, or help."),
]


def test_bad_lines_get_one_sentence_each_and_the_end_keeps_the_game(tmp_path):
    asked = ("--variant", "playerules", "--players", "Ann,Bob,Cy", "--seed", "2")
    command = [sys.executable, "-m", "shanghai", "play", "--text", *asked]
    typed = b"\n".join([b"", *(given for given, _ in BAD_LINES), b""])
    done = subprocess.run([*command, "--data-dir", tmp_path], input=typed, capture_output=True)
    lines = [line for line in done.stdout.decode().splitlines() if line]
    at = lines.index("What does Bob do?")
    for (_, said), line in zip(BAD_LINES, lines[at + 1 :], strict=False):
        assert said in line
        assert len(line) <= 600
    assert lines[-2] == "The input has ended."
    assert "shanghai resume --text" in lines[-1]
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(saved_games(tmp_path).games) == 1


def test_closed_streams_end_it_in_good_order(tmp_path):
    asked = "play --text --variant california --players Ann,bot --seed 1"
    for redirected, code in (("<&-", 0), (">&-", 6), ("</dev/null | head -1", 0)):
        line = f"{sys.executable} -m shanghai {asked} --data-dir {tmp_path} {redirected}"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
        assert "Traceback" not in done.stderr + done.stdout
        assert done.returncode == code, (redirected, done)


def test_it_loads_no_screen():
    code = (
        "import sys\n"
        "import shanghai.commands.linear, shanghai.linear.game\n"
        "assert not {'textual', 'rich'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_signal_ends_it_and_the_game_is_kept(tmp_path):
    asked = ("--variant", "california", "--players", "Ann,bot", "--seed", "2")
    with Pipes(tmp_path, "play", "--text", *asked) as program:
        program.hear_until(ASKED.pattern)
        program.process.send_signal(signal.SIGTERM)
        program.hear_until("^The game is kept. To go on: shanghai resume --text ")
        assert program.end() == 128 + signal.SIGTERM
    assert saved_games(tmp_path).games[0].verdict == "ok"


def test_cards_are_written_as_they_are_said_and_typed_as_ever(tmp_path):
    asked = ("play", "--text", "--in-words", "--variant", "california", "--players", "Ann,AS")
    with Pipes(tmp_path, *asked, "--seed", "5") as program:
        program.hear_until(r"AS draws queen of clubs")
        program.type("help")
        program.hear_until(r"melds \[3S 3H 3D\]")
        program.type("leave")
        program.hear_until("^The game is kept")
    with Pipes(tmp_path, "--language=de", "resume", "--text", "--in-words") as program:
        program.hear_until("Kreuz-8")
        program.type("leave")
