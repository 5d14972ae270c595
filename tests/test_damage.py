"""A shipped text or game with a bit that is flipped is read or refused, and never a traceback."""

import gc
import io
import shutil
import sys
from collections import Counter
from random import Random

import pytest

from shanghai.__main__ import main
from shanghai.variants import library, loader
from shanghai.words import grammar, language, messages
from tests.long import long

GAMES = ("california", "grandma-davis", "playerules", "rummygames")
COMMANDS = (
    "--help",
    "no-such-command",
    "variants list",
    "variants show {game}",
    "variants diff {game} rummygames",
    "solve 4H 5H 6H 7H --variant {game} --round 1",
    "play --variant {game} --players Ann,Bob,bot:random --text",
)
CACHES = (
    *(language._section, language.languages, messages._texts, loader._shipped),
    *(grammar._inflected, grammar._category, grammar._noun, grammar._table_words),
)


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Copies of the shipped texts and games that may be damaged."""
    texts, games = tmp_path / "texts", tmp_path / "games"
    shutil.copytree(language.FOLDER, texts)
    shutil.copytree(library.SHIPPED, games)
    monkeypatch.setattr(language, "FOLDER", texts)
    monkeypatch.setattr(library, "SHIPPED", games)
    monkeypatch.setattr(library, "MORE_FOLDER", games / "more")
    monkeypatch.setenv("SHANGHAI_HOME", str(tmp_path / "data"))
    yield texts, games
    language.speak("en")
    read_afresh()


def read_afresh():
    """Forgets all that was read of texts and games."""
    for cache in CACHES:
        cache.cache_clear()


def run(command, monkeypatch, capsys):
    """The exit code of a command and all that it prints."""
    read_afresh()
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    try:
        code = main(command.split())
    except SystemExit as end:
        code = end.code
    finally:
        gc.enable()
    return code, "".join(capsys.readouterr())


@pytest.mark.parametrize("seed", [1, *map(long, range(2, 64))])
def test_a_flipped_bit_is_no_traceback(seed, shipped, monkeypatch, capsys):
    texts, games = shipped
    chance = Random(seed)
    codes = Counter()
    for number in range(24):
        game, tongue = chance.choice(GAMES), chance.choice(("en", "de", "es"))
        files = sorted(texts.glob(f"{tongue}/*.yaml"))
        file = chance.choice(files) if number % 2 else games / f"{game}.yaml"
        whole = file.read_bytes()
        place = chance.randrange(len(whole))
        flipped = whole[place] ^ (1 << chance.randrange(8))
        file.write_bytes(whole[:place] + bytes([flipped]) + whole[place + 1 :])
        command = f"{chance.choice(COMMANDS).format(game=game)} --language {tongue}"
        code, printed = run(command, monkeypatch, capsys)
        assert code in (0, 2, 3), (file.name, place, command, printed)
        assert "Traceback" not in printed, (file.name, place, command)
        codes[code] += 1
        file.write_bytes(whole)
    assert codes[0] > 3


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_whole_is_read(command, shipped, monkeypatch, capsys):
    code, printed = run(command.format(game="california"), monkeypatch, capsys)
    assert code == (2 if "no-such" in command else 0), printed
