"""A mistake on the command line is answered with a sentence that leads on."""

import re
import shlex
from collections import Counter

import pytest

from shanghai.words.commands import COMMANDS
from tests.commands.mistakes import answer, rows, slips

LEADS_ON = re.compile(
    r"Did you mean|tells what it takes|asks for|is one of|there are|lists|--\w+|such as|needs"
)


def test_typical_mistakes_get_the_sentences_of_the_table(tmp_path):
    told = [(typed, answer(shlex.split(typed), str(tmp_path))) for typed, _ in rows()]
    assert [(typed, f"{code} {said}") for typed, (code, _, said) in told] == [*rows()]
    assert all(said for _, (_, _, said) in told)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_thirty_mistakes(command, tmp_path):
    typed = [shlex.split(line) for line, _ in rows() if line.split()[0] == command]
    slipped = [*slips(command)]
    assert len(typed) + len(slipped) >= 30
    guessed = Counter()
    for words in slipped[:: max(1, len(slipped) // 25)]:
        code, out, said = answer(words, str(tmp_path))
        assert (code, out) == (2, ""), words
        assert LEADS_ON.search(said), (words, said)
        assert said.count(" / ") == 0, said
        if re.fullmatch(r"--[a-z-]+x", words[-1]):
            guessed["Did you mean" in said] += 1
    assert guessed[True] > 4 * guessed[False]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play --as Ann", "shanghai show GAME --as NAME"),
        ("play --bots hard", "shanghai simulate --bots LEVEL"),
        ("simulate --as Ann", "shanghai show GAME --as NAME"),
    ],
)
def test_an_option_of_another_command_is_told_with_its_command(typed, meant, tmp_path):
    code, _, message = answer(typed.split(), str(tmp_path))
    assert code == 2
    assert f"there is no option {typed.split()[1]!r}" in message
    assert f"`{meant}`" in message
