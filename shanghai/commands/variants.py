"""`shanghai variants`: the variants known, one shown in full, or a file of one's own judged."""

import argparse
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import msgspec

from shanghai.commands.exits import BAD_FILE, USAGE
from shanghai.engine.rules import Rules
from shanghai.text.rulebook import RuleLine, brief, rule_lines
from shanghai.text.sanitize import sanitize
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.yamlio.reader import Faults

_WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No action lists the variants; `show` and `check` take one."""
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="print the rules of a variant in full")
    show.add_argument("id", metavar="ID", help="a variant, or its file")
    show.add_argument("--players", metavar="N", type=int, help="name the cards for N players")
    show.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print the rules as JSON"
    )
    check = actions.add_parser("check", help="judge a variant file; every fault on a line")
    check.add_argument("file", metavar="FILE", help="a .yaml file")


def run(args: argparse.Namespace) -> int:
    """Prints what was asked for; 0: good; 2: no such variant or seats; 3: a bad file."""
    match args.action:
        case "show":
            return _show(args.id, args.players, args.json)
        case "check":
            return _check(args.file)
        case _:
            return _list(args.json)


def _list(as_json: bool) -> int:
    variants = [load_variant(name) for name in known_variants()]
    if as_json:
        rows = [
            {
                "id": rules.id,
                "name": rules.name,
                "summary": rules.summary,
                "players": [rules.min_players, rules.max_players],
                "rounds": rules.rounds,
            }
            for rules in variants
        ]
        _print(msgspec.json.encode(rows).decode())
        return 0
    width = max(len(rules.id) for rules in variants)
    for rules in variants:
        _print(f"{rules.id:{width}}  {rules.name}")
        _print_block(rules.summary, " " * (width + 2))
    return 0


def _show(name: str, players: int | None, as_json: bool) -> int:
    try:
        rules = load_variant(name)
    except Faults as faults:
        _print_faults(faults, sys.stderr)
        is_unknown = not any(fault.line for fault in faults.faults) and _is_id(name)
        return USAGE if is_unknown else BAD_FILE
    if players is not None and not rules.min_players <= players <= rules.max_players:
        seats = f"{rules.min_players} to {rules.max_players}"
        print(f"shanghai variants: {rules.id} is for {seats} players", file=sys.stderr)
        return USAGE
    if as_json:
        _print(msgspec.json.encode(rules).decode())
        return 0
    for line in _page(rules, players):
        _print(line)
    return 0


def _check(path: str) -> int:
    try:
        rules = load_variant(Path(path))
    except Faults as faults:
        _print_faults(faults, sys.stdout)
        return BAD_FILE
    _print(f"{sanitize(path, 200)}: good: {rules.name}; {'; '.join(brief(rules)[:2])}")
    return 0


def _is_id(name: str) -> bool:
    return "/" not in name and not name.endswith((".yaml", ".yml"))


def _page(rules: Rules, players: int | None) -> Iterator[str]:
    """The rules page at a width of 80, as plain lines that a screen reader can read."""
    yield f"{rules.name} ({rules.id})"
    yield from _wrap(rules.summary)
    if rules.text:
        yield from _wrap(rules.text)
    heading = ""
    for line in rule_lines(rules, players):
        if line.heading != heading:
            heading = line.heading
            yield ""
            yield heading
        yield from _rule(line)
    if rules.house_rules:
        yield ""
        yield "House rules offered"
    for option in rules.house_rules:
        yield from _wrap(f"- {option.name}: {option.sentence}", "  ")


def _rule(line: RuleLine) -> Iterator[str]:
    source = f" ({', '.join(line.clauses)})" if line.clauses else ""
    yield from _wrap(f"- {line.sentence}{source}", "  ")
    if line.ruling:
        yield from _wrap(f"  Ruling: {line.ruling}", "  ")


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _print_block(text: str, indent: str) -> None:
    for line in textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent):
        _print(line)


def _print_faults(faults: Faults, stream: TextIO) -> None:
    for fault in faults.faults:
        # The name of a file may hold anything, the terminal must not.
        _print(sanitize(str(fault), 400), stream)


def _print(line: str, stream: TextIO | None = None) -> None:
    stream = stream or sys.stdout
    encoding = stream.encoding or "utf-8"
    print(line.encode(encoding, "replace").decode(encoding), file=stream)
