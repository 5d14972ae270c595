"""What commands print: all of it in the language, and JSON and exit codes the same in each."""

import re
from argparse import _SubParsersAction
from functools import cache

import pytest

from shanghai.bots.levels import LEVELS
from shanghai.commands.parser import make_parser
from shanghai.variants.library import shipped_variants
from shanghai.words.commands import COMMANDS
from shanghai.words.language import languages
from shanghai.words.linear import COMMANDS as SPOKEN
from shanghai.words.rulebook.rules import KEY_WORDS
from tests.commands.mistakes import rows
from tests.commands.said import PLAYED, SOUND, WITH_JSON, kept, printed
from tests.words import pseudo

HELP = ("", *COMMANDS, *(f"variants {each}" for each in ("list", "show", "diff", "check", "new")))
NAMES = ("Ann", "Bob", "Zoë", "Mabel", "Cy", "Dora", "Eli", "Fay", "Eve", "Zoe")
TITLES = ("Xmas", "Left in the middle", "Cut")
MOVES = "draws takes passes discards lays swaps melds calls buy may-i shanghai on giving ends"
"""Moves are typed and printed the same in every language."""


@pytest.fixture
def folder(tmp_path):
    """A folder with two games."""
    kept(tmp_path)
    return tmp_path


@pytest.fixture
def accents(monkeypatch):
    """Speaks the language of accents, whatever is asked for."""
    monkeypatch.setattr("shanghai.__main__.speak", lambda _: None)
    monkeypatch.setattr("shanghai.__main__.write_plainly", lambda _: None)
    with pseudo.spoken():
        yield


def typed(command):
    """All that may stand in the answer to a command as it is typed in every language."""
    known = {
        "shanghai",
        "help",
        "DIR",
        "YAML",
        "ok",
        "left",
        "done",
        "bot",
        "high",
        "low",
        "both",
        "round",
        *MOVES.split(),
    }
    ids = {*COMMANDS, *SPOKEN, *LEVELS, *shipped_variants(), *KEY_WORDS}
    return known | ids | choices() | {*re.findall(r"\w+", command)}


@cache
def choices():
    """The words that options, actions and arguments of commands choose among."""
    parsers, found = [make_parser((), [*COMMANDS])], set()
    while parsers:
        for action in parsers.pop()._actions:
            found |= {*(action.choices or ())}
            if isinstance(action, _SubParsersAction):
                parsers += action.choices.values()
    return found


@pytest.mark.parametrize("command", HELP)
def test_the_help_of_a_command_is_said_in_the_language(command, folder, accents):
    code, said = printed(f"{command} --help", folder)
    assert code == 0
    assert not pseudo.english_in(said, (*NAMES, *TITLES), typed(command))


@pytest.mark.parametrize("command", SOUND)
def test_what_a_command_prints_is_said_in_the_language(command, folder, accents):
    code, said = printed(command, folder)
    assert code in (0, 3)
    assert not pseudo.english_in(said, (*NAMES, *TITLES), typed(command))


@pytest.mark.parametrize(("command", "lines"), PLAYED)
def test_a_game_in_lines_is_told_in_the_language(command, lines, folder, accents):
    _, said = printed(command, folder, lines)
    assert not pseudo.english_in(said, (*NAMES, *TITLES), typed(command))


@pytest.mark.slow
def test_what_is_typed_wrong_is_answered_in_the_language(folder, accents):
    found = {}
    for command, _ in rows():
        _, said = printed(command, folder)
        found[command] = pseudo.english_in(said, (*NAMES, *TITLES), typed(command))
    assert not {command: words for command, words in found.items() if words}


@pytest.mark.parametrize("command", WITH_JSON)
def test_json_and_exit_codes_are_the_same_in_every_language(command, folder):
    said = {printed(f"{command} --json --language {name}", folder) for name in languages()}
    assert len(said) == 1
    assert {code for code, _ in said} == {0}


def test_few_words_say_what_is_new_and_list_says_all_of_it(folder):
    played = "play --text --variant california --players Ann,bot --seed 3 --language de"
    _, said = printed(f"{played} --in-few-words", folder, "\nlist\nleave\n")
    brief, _, whole = said.rpartition("Was tut Ann?")[0].rpartition("Was tut Ann?")
    assert "3 Spielzüge sind möglich" in brief
    assert "Runde 1 von 10" not in brief
    assert "Runde 1 von 10" in whole
    assert "1 vom Stapel ziehen" in whole
    assert "draws" not in said
