"""Hostile files: each is answered in clean words, with the right code and by bounded work."""

import io
import re
import resource
import sys
import time
from contextlib import redirect_stderr, redirect_stdout

import pytest

from shanghai.__main__ import main
from shanghai.engine.handicap import Player
from shanghai.storage import settings
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import StoreError, read_game
from shanghai.storage.writer import GameWriter
from tests.faults.games import times
from tests.faults.hostile import SCENARIOS, VARIANTS, mangled_json, mangled_saves, mangled_texts

CODES = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069]")
MOST_SECONDS = 5
"""Seconds of the processor's own time for an input, whatever the machine does besides."""
MOST_MEGABYTES = 300
MOST_SAID = 30_000
COUNT = times("HOSTILE", 24)


def answer(arguments, codes):
    """What a command says to hostile input; the code, the words, the work and the memory fit."""
    before, held = time.process_time(), most_held()
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
    said = out.getvalue() + err.getvalue()
    assert code in codes, (arguments, code, said[:2000])
    assert not CODES.search(said), said[:2000].encode("unicode_escape")
    assert len(said) < MOST_SAID
    assert time.process_time() - before < MOST_SECONDS
    # Tests before these may have held more.
    assert most_held() <= max(held + 8, MOST_MEGABYTES)
    return said


def most_held():
    """The most memory that this process has held at any time, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_mangled_documents(tmp_path):
    file = tmp_path / "file.yaml"
    for text in mangled_texts(SCENARIOS, COUNT):
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        said = answer(["check", str(file)], (0, 1, 3))
        assert re.search(r"\d+ passed, \d+ failed\n$", said)


def test_mangled_variants(tmp_path):
    own = tmp_path / "variants"
    own.mkdir()
    file = own / "mine.yaml"
    given = ["--data-dir", str(tmp_path)]
    for text in mangled_texts(VARIANTS, COUNT):
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        answer(["variants", "check", "--games", "0", str(file)], (0, 1, 3))
        answer([*given, "solve", "--variant", str(file), "--round", "1", "4S"], (0, 2, 3))
        answer([*given, "variants"], (0,))


def test_mangled_saves_are_judged_alike_by_all_that_reads_them(tmp_path):
    path = tmp_path / "games" / "g" / "game.jsonl"
    path.parent.mkdir(parents=True)
    given = ["--data-dir", str(tmp_path)]
    for data in mangled_saves(COUNT):
        path.write_bytes(data)
        path.chmod(0o600)
        said = answer([*given, "verify", "g"], (0, 3))
        read = read_game(path)
        assert said.startswith(f"g: {read.verdict.value}")
        for command in (["show", "g", "--public"], ["games"], ["record", "g"], ["replay", "g"]):
            answer([*given, *command], (0, 1, 2, 3))
        try:
            writer, _, _ = GameWriter.resume(path)
        except StoreError:
            assert read.verdict in (JournalVerdict.DAMAGED, JournalVerdict.NEWER)
        else:
            writer.close()
            assert read.verdict in (JournalVerdict.OK, JournalVerdict.TORN)
        for left in path.parent.iterdir():
            left.unlink()


def test_mangled_settings_are_settings_still(tmp_path):
    settings.save(tmp_path, settings.Settings(names=("Ann",), seats=(Player("Bob"),)))
    whole = (tmp_path / settings.SETTINGS).read_bytes()
    for data in mangled_json(whole, COUNT):
        (tmp_path / settings.SETTINGS).write_bytes(data)
        assert isinstance(settings.load(tmp_path), settings.Settings)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("name", ["settings.json", "games.index", "cache", "games", "variants"])
def test_what_is_no_file_of_ours_stops_nothing(name, tmp_path):
    import os

    for number, plant in enumerate((os.mkfifo, lambda path: os.symlink("/dev/zero", path))):
        data = tmp_path / str(number)
        data.mkdir()
        plant(data / name)
        given = ["--data-dir", str(data)]
        assert settings.load(data) == settings.Settings()
        for command in (["games"], ["variants"], ["ledger"], ["verify", "g"]):
            answer([*given, *command], (0, 3, 4))
