"""`shanghai variants`: lists, shows, compares and judges variants, and begins new ones."""

import argparse
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from shanghai.commands.chosen_rules import chosen_rules, table_sizes
from shanghai.commands.exits import BAD_FILE, FAILED, NOT_STORED, USAGE, Stop
from shanghai.commands.options import MOST_JOBS, check_range, folder_to_read
from shanghai.commands.printing import answer, say, say_json
from shanghai.storage.paths import data_dir
from shanghai.variants import library
from shanghai.variants.draft import all_keys, check_new_id, extending_text, keep_variant
from shanghai.variants.file_types import ENTRIES, schema
from shanghai.variants.house_rules import changed_rules, plain_value
from shanghai.variants.loader import (
    load_variant,
    own_variants,
    read_keys,
    read_variant,
    summary_and_text,
)
from shanghai.words import commands, variants as words
from shanghai.words.games import of_game
from shanghai.words.problems import why_idle
from shanghai.words.rulebook import brief, differences, rule_lines, rule_origin, with_origin
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault
from shanghai.yamlio.reader import Faults
from shanghai.yamlio.schema_reader import did_you_mean, path_label
from shanghai.yamlio.writer import flow_value

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.simulation.playability import TableReport
    from shanghai.simulation.workers import Backend
    from shanghai.variants.draft import KeyInfo

WIDTH: Final = 80
_EXAMPLE: Final = "california"
_STDIN: Final = "-"
_MOST_CELLS: Final = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the actions with their arguments. Without an action, the variants are listed."""
    parser.add_argument("--json", action="store_true", help=commands.LIST_AS_JSON)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")

    def action(name: str, help: str) -> Callable[..., object]:
        """Adds an action, and returns the method that adds its arguments."""
        add: Callable[..., object] = actions.add_parser(name, help=help).add_argument
        return add

    listed, show = action("list", words.LIST), action("show", words.SHOW)
    show("id", metavar="ID", help=commands.VARIANT)
    show("--players", metavar="N", type=int, help=words.SHOW_PLAYERS)
    check = action("check", words.CHECK)
    check("file", metavar="FILE", nargs="+", help=words.CHECK_FILE)
    check("--games", metavar="N", type=int, default=2, help=words.CHECK_GAMES)
    check("--jobs", metavar="N", type=int, default=1, help=commands.PROCESSES)
    diff = action("diff", words.DIFF)
    diff("first", metavar="A", help=commands.VARIANT)
    diff("second", metavar="B", help=words.DIFF_SECOND)
    keys = action("keys", words.KEYS)
    keys("key", metavar="KEY", nargs="*", help=words.KEYS_KEY)
    action("schema", words.SCHEMA)
    new = action("new", words.NEW)
    new("new_id", metavar="ID", help=words.NEW_ID)
    new("--extends", metavar="X", required=True, help=words.NEW_EXTENDS)
    new("--name", metavar="NAME", default="", help=words.NEW_NAME)
    new("--set", metavar="KEY=VALUE", action="append", default=[], help=words.NEW_SET)
    for add in (listed, check, keys):
        add("--json", action="store_true", default=argparse.SUPPRESS, help=commands.LIST_AS_JSON)
    for add, about in ((show, words.SHOW_JSON), (diff, words.DIFF_JSON)):
        add("--json", action="store_true", default=argparse.SUPPRESS, help=about)


def run(args: argparse.Namespace) -> int:
    """Does the action, and returns the exit code. 0: good; 1: a game does not play well; 2: usage;
    3: a bad file; 4: not stored."""
    return _ACTIONS[args.action or "list"](args)


def _list(args: argparse.Namespace) -> int:
    """Prints all variants: the four known ones, more published games, and the user's own."""
    four = [chosen_rules(name, ()) for name in library.known_variants()]
    more = [chosen_rules(name, ()) for name in library.more_variants()]
    data = folder_to_read(args)
    own = []
    if data is not None and library.variant_files(data / library.OWN_FOLDER):
        own = own_variants(data)
    if args.json:
        good = [offer.rules for offer in own if offer.rules is not None]
        rows = [
            {
                "id": rules.id,
                "name": rules.name,
                "summary": rules.summary,
                "players": [rules.min_players, rules.max_players],
                "rounds": len(rules.contracts),
            }
            for rules in (*four, *more, *good)
        ]
        say_json(rows)
        return 0
    _print_all("", four)
    _print_all(words.MORE_GAMES, more)
    _print_all(words.YOUR_OWN, [offer.rules for offer in own if offer.rules is not None])
    for offer in own:
        if offer.rules is None:
            _say_block(words.CANNOT_BE_PLAYED.format(file=offer.file, fault=offer.fault), "")
    return 0


def _print_all(heading: str, variants: "list[Rules]") -> None:
    if heading and variants:
        say("")
        say(heading)
    for rules in variants:
        say(f"{rules.id}: {of_game(rules.name)}")
        summary = of_game(rules.summary)
        if library.shipped_file(rules.id) is None:
            summary, _ = summary_and_text(rules)
        _say_block(summary, "    ")


def _rules(name: str, args: argparse.Namespace) -> "Rules":
    return chosen_rules(name, (), folder_to_read(args))


def _show(args: argparse.Namespace) -> int:
    rules, players = _rules(args.id, args), args.players
    if players is not None and players not in rules.table_sizes:
        raise Stop(USAGE, commands.IS_FOR.format(rules=rules.id, seats=table_sizes(rules)))
    return answer(args, rules, _page(rules, players))


def _check(args: argparse.Namespace) -> int:
    """Judges each file, prints why, and returns the worst exit code; 128+n if signal n ends it."""
    from shanghai.commands.working import Stopped, stopped_by_signals
    from shanghai.simulation.workers import Backend

    check_range("--games", args.games, 0, 1000)
    check_range("--jobs", args.jobs, 1, MOST_JOBS)
    own, engine = library.own_library(folder_to_read(args)), Backend(args.jobs)
    try:
        with stopped_by_signals():
            verdicts = []
            for file in args.file:
                judged, rules = _judged(file, args.games, engine, own)
                verdicts.append(judged)
                for line in () if args.json else _judged_lines(judged, rules):
                    say(sanitize(line, _MOST_CELLS) if rules is None else line)
    except Stopped as stopped:
        say(words.STOPPED, sys.stderr)
        return stopped.code
    if args.json:
        say_json(verdicts, indent=2)
    codes: dict[str, int] = {words.GOOD: 0, words.NOT_WELL: FAILED, words.NOT_READ: BAD_FILE}
    return max(codes[judged.verdict] for judged in verdicts)


class Judged(Struct):
    """The judgement on a variant file. If it cannot be read, `id` is None and `problems` say why.
    `hints` are on what has no effect or may confuse. `tables` has the games that were tried."""

    file: str
    verdict: str
    id: str | None = None
    name: str | None = None
    problems: Sequence[str] = ()
    hints: Sequence[str] = ()
    tables: "Sequence[TableReport]" = ()


def _judged(
    file: str, games: int, backend: "Backend", own: library.Library
) -> "tuple[Judged, Rules | None]":
    """Judges a file by reading it and playing games; also returns its rules if it can be read."""
    from shanghai.commands.working import progress_bar
    from shanghai.engine.parameters.effects import without_effect
    from shanghai.simulation.playability import try_tables

    name = words.STANDARD_INPUT if file == _STDIN else file
    try:
        rules, keys = _read(file, own)
    except Faults as faults:
        return Judged(name, words.NOT_READ, problems=faults.lines()), None
    tables: list[TableReport] = []
    if games:
        with progress_bar("game") as show:
            tables = try_tables(rules, games, backend, show)
    problems = [
        words.AT_TABLE.format(players=each.players, why=why)
        for each in tables
        for why in each.problems
    ]
    if not rules.table_sizes:
        sizes = {"least": rules.min_players, "most": rules.max_players, "sides": rules.sides}
        problems.append(words.NO_TABLE.format(**sizes))
    hints = [
        words.NO_EFFECT.format(key=path_label(idle.path, ENTRIES), why=why_idle(rules, idle.reason))
        for idle in without_effect(rules, keys)
    ]
    shipped = library.shipped_file(rules.id)
    is_other = not os.path.exists(file) or (shipped and not os.path.samefile(file, shipped))
    if shipped is not None and file != shipped.stem and is_other:
        hints.append(words.SHIPPED_ID.format(id=rules.id))
    verdict = words.NOT_WELL if problems else words.GOOD
    return Judged(name, verdict, rules.id, rules.name, problems, hints, tables), rules


def _judged_lines(judged: Judged, rules: "Rules | None") -> Iterator[str]:
    if rules is None:
        yield from judged.problems
        return
    yield f"{judged.file}: {judged.verdict}: {of_game(rules.name)}; {'; '.join(brief(rules)[:2])}"
    if played := [
        one for table in judged.tables for one in table.missed_contracts or table.missed_in
    ]:
        turns = sum(table.turns for table in judged.tables) / len(judged.tables)
        yield f"{judged.file}: {words.plays(rules, not judged.problems, turns, played)}"
    for each in (*judged.problems, *judged.hints):
        yield f"{judged.file}: {each}"
    for table in judged.tables:
        yield words.TABLE(rules, players=table.players, games=table.games, rounds=table.rounds)
        if table.rounds:
            yield from (line(rules, table=table) for line in words.say.lines("TABLE_FIGURES"))


def _read(file: str, own: library.Library) -> "tuple[Rules, Iterable[str]]":
    """The rules of a variant, and the keys that its file has. `file` is a path, an id, or `-`."""
    if file == _STDIN:
        data = sys.stdin.buffer.read(library.MAX_BYTES + 1)
        rules = read_variant(data, words.STANDARD_INPUT, own.with_folder_of(Path(_STDIN)))
        return rules, read_keys(data, file).value
    by_id = not library.is_path(file) and not os.path.exists(file)
    rules = load_variant(file if by_id else Path(file), library=own)
    path = (own.find(file) if by_id else None) or Path(file)
    return rules, read_keys(library.read_yaml_file(path, max_bytes=library.MAX_BYTES), file).value


def _diff(args: argparse.Namespace) -> int:
    first, second = _rules(args.first, args), _rules(args.second, args)
    changes = differences(first, second)
    rows = [
        {
            "rule": each.title,
            "first": each.first,
            "second": each.second,
            "first_from": rule_origin(first, each.key) or first.name,
            "second_from": rule_origin(second, each.key) or second.name,
        }
        for each in changes
    ]
    if not changes:
        same = words.SAME_RULES(first=of_game(first.name), second=of_game(second.name))
        return answer(args, rows, [same])
    lines: list[str] = []
    for each in changes:
        lines.append(each.title)
        for rules, value in ((first, each.first), (second, each.second)):
            name = of_game(rules.name)
            lines += _wrap(f"  {name}: {with_origin(rules, each.key, value)}", "    ")
    return answer(args, rows, lines)


def _keys(args: argparse.Namespace) -> int:
    """Prints the keys of variant files, or some of them, with their meaning and values."""
    keys = all_keys()
    for key in args.key:
        if key not in keys:
            hint = did_you_mean(key, keys)
            raise Stop(USAGE, words.NO_KEY.format(key=key) + (f" ({hint})" if hint else ""))
    wanted = [info for info in keys.values() if not args.key or info.key in args.key]
    rows = [
        {"key": info.key, "title": info.words.title, "values": info.values}
        | {"description": info.words.description, "default": info.default}
        for info in wanted
    ]
    example = chosen_rules(_EXAMPLE, ())
    lines = (line for info in wanted for line in _key_lines(info, example))
    return answer(args, rows, lines, indent=2)


def _key_lines(info: "KeyInfo", example: "Rules") -> Iterator[str]:
    """Yields the lines on a key. `example` is a variant whose value may serve as an example."""
    yield f"{info.key}  ({info.words.title})"
    description = info.words.description
    sentence = description[:1].upper() + description[1:]
    yield from textwrap.wrap(f"{sentence}.", WIDTH, initial_indent="  ", subsequent_indent="  ")
    values, given = info.values, info.words.example
    if info.default is not None:
        values = words.LEFT_OUT.format(values=values, default=flow_value(info.default))
    yield from _wrap(words.VALUES.format(values=values), "    ")
    if not given and info.part and info.part.form in ("list", "picks", "parts"):
        value = plain_value(getattr(example, info.key))
        given = flow_value(value) if value else ""
    if given:
        yield from _wrap(words.EXAMPLE.format(key=info.key, value=given), "    ")


def _schema(_: argparse.Namespace) -> int:
    say_json(schema(), indent=2)
    return 0


def _new(args: argparse.Namespace) -> int:
    """Writes a new variant that extends another one; raises Stop if it cannot."""
    data = data_dir(args.data_dir if hasattr(args, "data_dir") else None)
    base = _rules(args.extends, args)
    if Path(args.extends).suffix or "/" in args.extends:
        raise Stop(USAGE, words.EXTENDS_ID.format(id=base.id))
    changed = chosen_rules(args.extends, args.set, data)
    try:
        check_new_id(args.new_id, data)
        name = args.name or args.new_id.replace("-", " ").title()
        text = extending_text(args.new_id, name, base, changed_rules(changed, base))
        path = keep_variant(args.new_id, text, data)
    except Faults as faults:
        raise Stop(USAGE, str(faults)) from None
    except OSError as error:
        fault = words.NOT_STORED.format(id=args.new_id, why=system_fault(error))
        raise Stop(NOT_STORED, fault) from None
    say(words.WRITTEN(path=path, name=name, base=of_game(base.name)))
    say(words.HOW_TO_PLAY.format(id=args.new_id))
    return 0


_ACTIONS: Final = {
    "list": _list,
    "show": _show,
    "check": _check,
    "diff": _diff,
    "keys": _keys,
    "schema": _schema,
    "new": _new,
}


def _page(rules: "Rules", players: int | None) -> Iterator[str]:
    """Yields the rules page as plain lines of at most 80 letters, for screen readers too."""
    yield f"{of_game(rules.name)} ({rules.id})"
    for paragraph in filter(None, summary_and_text(rules)):
        yield from _wrap(paragraph)
    heading = ""
    for line in rule_lines(rules, players):
        if line.heading != heading:
            heading = line.heading
            yield from ("", heading)
        source = f" ({line.source})" if line.source else ""
        yield from _wrap(f"- {line.sentence}{source}", "  ")
        if line.ruling:
            ruling = words.RULING.format(ruling=line.ruling, change=line.change)
            yield from _wrap(ruling.rstrip(), "  ")
    if rules.house_rules:
        yield from ("", words.HOUSE_RULES)
    for option in rules.house_rules:
        yield from _wrap(f"- {of_game(option.name)}: {of_game(option.sentence)}", "  ")


def _wrap(text: str, indent: str = "") -> list[str]:
    """A text in lines of at most 80 letters. All lines but the first are indented."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _say_block(text: str, indent: str) -> None:
    """Prints a text in lines of at most 80 letters, all with the same indent."""
    for line in textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent):
        say(line)
