"""The judgement on variant files: read, then played among computers."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from shanghai.commands.exits import BAD_FILE, FAILED
from shanghai.commands.printing import say
from shanghai.commands.working import Stopped, progress_bar, stopped_by_signals
from shanghai.engine.parameters.checks import without_effect
from shanghai.engine.rules import Rules
from shanghai.simulation.playability import TableReport, try_tables
from shanghai.simulation.workers import Backend
from shanghai.variants.library import (
    MAX_BYTES,
    Library,
    is_path,
    own_library,
    read_yaml_file,
    shipped_file,
)
from shanghai.variants.loader import load_variant, read_keys, read_variant
from shanghai.words import variants as words
from shanghai.words.phrases import counted
from shanghai.words.rulebook import brief
from shanghai.words.sanitize import sanitize
from shanghai.yamlio.reader import Faults

STDIN: Final = "-"
_MOST_CELLS: Final = 400
_HERE: Final = Path()


def check_files(files: Sequence[str], games: int, jobs: int, data: Path | None) -> int:
    """Judges each file and prints why; the worst code: 1 cannot be played well, 3 cannot be read.

    128+n where signal n ends it.
    """
    library = own_library(data)
    codes = []
    try:
        with stopped_by_signals():
            codes = [_check_file(file, games, Backend(jobs), library) for file in files]
    except Stopped as stopped:
        say(words.STOPPED, sys.stderr)
        return stopped.code
    return max(codes)


def _check_file(file: str, games: int, backend: Backend, library: Library) -> int:
    name = words.STANDARD_INPUT if file == STDIN else file
    try:
        rules, keys = _read(file, library)
    except Faults as faults:
        for line in faults.lines():
            say(sanitize(line, _MOST_CELLS))
        return BAD_FILE
    tables: list[TableReport] = []
    if games:
        with progress_bar("games") as show:
            tables = try_tables(rules, games, backend, show)
    problems = [
        words.AT_TABLE.format(players=each.players, why=why)
        for each in tables
        for why in each.problems
    ]
    verdict = words.NOT_WELL if problems else words.GOOD
    say(f"{name}: {verdict}: {rules.name}; {'; '.join(brief(rules)[:2])}")
    for problem in problems:
        say(f"{name}: {problem}")
    for key, other in without_effect(rules, keys):
        say(f"{name}: {words.NO_EFFECT.format(key=key, other=other)}")
    for table in tables:
        for line in _table_lines(rules, table):
            say(line)
    if (shipped := shipped_file(rules.id)) is not None and not _is_same(file, shipped):
        say(words.SHIPPED_ID.format(id=rules.id))
    return FAILED if problems else 0


def _read(file: str, library: Library) -> tuple[Rules, Iterable[str]]:
    """The rules that a file says, and the keys that stand in it."""
    if file == STDIN:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        rules = read_variant(data, words.STANDARD_INPUT, library.beside(_HERE / STDIN))
        return rules, read_keys(data, file).value
    by_id = not is_path(file) and not os.path.exists(file)
    rules = load_variant(file if by_id else Path(file), library=library)
    path = (library.find(file) if by_id else None) or Path(file)
    return rules, read_keys(read_yaml_file(path, max_bytes=MAX_BYTES), file).value


def _is_same(file: str, shipped: Path) -> bool:
    return file == shipped.stem or (os.path.exists(file) and os.path.samefile(file, shipped))


def _table_lines(rules: Rules, table: TableReport) -> Iterator[str]:
    word = rules.words.round
    games = counted(table.games, "game")
    rounds = counted(table.rounds, word, rules.words)
    yield words.TABLE.format(players=table.players, games=games, rounds=rounds)
    if table.rounds:
        yield from (line.format(table=table, word=word) for line in words.TABLE_FIGURES)
