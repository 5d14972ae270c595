"""What several commands are asked for: rules, rounds, players, handicaps, the game of a code."""

import argparse
import os
from collections.abc import Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shanghai.commands.exits import BAD_FILE, NOT_STORED, USAGE, Stop
from shanghai.storage.files import FILE_MODE
from shanghai.storage.paths import NoFolder, data_dir
from shanghai.words import commands as words
from shanghai.words.commands import guess
from shanghai.words.grammar import listed
from shanghai.words.sanitize import sanitize
from shanghai.words.system import system_fault

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules
    from shanghai.remote.phones import Phones
    from shanghai.table.host import Player
    from shanghai.ui.options import Start
    from shanghai.words.plots import BarPlot, LinePlot
    from shanghai.yamlio.reader import Faults

_BOT: Final = "bot:"
MOST_JOBS: Final = 64


def phones_of(args: argparse.Namespace) -> "Phones | None":
    """The phones that the command line lets come; None where it does not."""
    if not getattr(args, "phones", False):
        return None
    from shanghai.remote.phones import Phones

    return Phones(args.host, args.port)


def check_range(option: str, value: int, least: int, most: int) -> None:
    """Stop where the number of an option is out of its range."""
    if not least <= value <= most:
        raise Stop(USAGE, words.RANGE.format(option=option, low=least, high=most))


def folder_to_read(args: argparse.Namespace) -> Path | None:
    """The data folder in which variants of one's own lie; None where the user has none."""
    try:
        return data_dir(getattr(args, "data_dir", None))
    except NoFolder:
        return None


def chosen_rules(variant: str, changes: Sequence[str], data: Path | None = None) -> "Rules":
    """The rules of a variant, by id or path, under house rules, by name or as `rule=value`; Stop
    with every fault: 3 for a bad file, 2 for an unknown id or a bad house rule."""
    from shanghai.variants.house_rules import house_rule_named, with_chosen
    from shanghai.variants.library import own_library
    from shanghai.variants.loader import load_variant, read_value
    from shanghai.yamlio.reader import Faults

    try:
        rules = load_variant(variant, library=own_library(data))
    except Faults as faults:
        is_file = any(fault.file != "variant" for fault in faults.faults)
        raise Stop(BAD_FILE if is_file else USAGE, _sanitized(faults)) from None
    except OSError as error:
        raise Stop(BAD_FILE, f"{sanitize(variant, 200)}: {system_fault(error)}") from None
    chosen, overrides = [], {}
    try:
        for change in changes:
            key, equals, value = change.partition("=")
            if equals:
                overrides[key.strip()] = read_value(value)
            else:
                chosen.append(house_rule_named(rules, change))
        return with_chosen(rules, chosen, overrides)
    except Faults as faults:
        raise Stop(USAGE, _sanitized(faults)) from None


def _sanitized(faults: "Faults") -> str:
    return "\n".join(sanitize(line, 400) for line in faults.lines())


def chosen_rounds(rules: "Rules", rounds: str | None) -> "Rules":
    """The rules with the rounds that `--rounds` names, all where it is left out; or Stop."""
    if rounds is None:
        return rules
    from shanghai.engine.evening import read_rounds, with_rounds
    from shanghai.words.refusals import why

    try:
        return with_rounds(rules, read_rounds(rules, rounds))
    except ValueError as error:
        raise Stop(USAGE, why(error)) from None


def read_players(text: str, rules: "Rules | None" = None) -> "tuple[Player, ...]":
    """The players of a text such as `Ann,Bob,bot:simple`; Stop also where the rules seat others."""
    from shanghai.bots.levels import LEVELS, USUAL_LEVEL
    from shanghai.table.host import Player
    from shanghai.words.player_names import clean_name, free_computer_name, name_fault
    from shanghai.words.setup import seats_fault

    if text.strip().isdigit():
        raise Stop(USAGE, words.PLAYERS_BY_NAME.format(players=text.strip()))
    parts = [_of_computer(part.strip()) for part in text.split(",")]
    parts = [f"{_BOT}{USUAL_LEVEL}" if part == _BOT.rstrip(":") else part for part in parts]
    people = [clean_name(part) for part in parts if not part.startswith(_BOT)]
    seated: list[Player] = []
    for part in parts:
        level = part.removeprefix(_BOT) if part.startswith(_BOT) else ""
        if part.startswith(_BOT):
            check_level(level)
        taken = [player.name for player in seated]
        own = LEVELS[level].own_name if level else ""
        name = free_computer_name([*people, *taken], own) if level else clean_name(part)
        if fault := name_fault(name, taken):
            raise Stop(USAGE, fault)
        seated.append(Player(name, level))
    if rules is not None and (fault := seats_fault(rules, len(seated))):
        raise Stop(USAGE, fault)
    return tuple(seated)


def _of_computer(part: str) -> str:
    """A part of `--players` with what names a computer player in small letters."""
    return part.casefold() if part.casefold().startswith(_BOT) else part


def check_level(level: str, known: Container[str] = ()) -> None:
    """Stop where no computer player has this level, with the one that is most like it."""
    from shanghai.bots.levels import LEVELS

    if level not in (known or LEVELS):
        meant = guess(level, LEVELS.offered())
        names = listed([*LEVELS.offered()], ",")
        raise Stop(USAGE, words.NO_COMPUTER.format(level=level, known=names, meant=meant))


def with_handicaps(start: "Start", texts: Sequence[str]) -> "Start":
    """The game with handicaps such as `Ann:calls=1`; raises Stop with a sentence."""
    from msgspec import structs

    from shanghai.engine.handicap import refuse_handicaps
    from shanghai.words.handicaps import read_handicap
    from shanghai.words.player_names import clean_name
    from shanghai.words.refusals import why

    players = list(start.players)
    for text in texts:
        typed, colon, parts = text.partition(":")
        name = clean_name(typed)
        at = next((i for i, player in enumerate(players) if player.name == name), -1)
        if not colon or at < 0:
            names = [player.name for player in players]
            sentence = words.NOBODY_HANDICAPPED if colon else words.WHOSE_HANDICAP
            known, meant = listed(names, ","), guess(name, names)
            raise Stop(USAGE, sentence.format(name=name, known=known, meant=meant))
        try:
            given = read_handicap(parts)
        except ValueError as error:
            raise Stop(USAGE, error) from None
        players[at] = structs.replace(players[at], handicap=given)
    handicaps = [player.handicap for player in players]
    if bad := refuse_handicaps(start.rules, handicaps, len(players)):
        raise Stop(USAGE, why(bad))
    return structs.replace(start, players=tuple(players))


def start_of_code(text: str, players: str, data: Path | None) -> "Start":
    """The game that a deal code names, with these players; Stop where a letter is wrong."""
    from shanghai.ui.options import Start
    from shanghai.variants import deal_code as code

    seats = read_players(players)
    deal = code.read_code(text, code.named_variants(data))
    rules = code.rules_of(deal, data)
    if len(seats) != deal.players:
        raise Stop(USAGE, words.CODE_FOR.format(players=deal.players, given=len(seats)))
    return Start(rules, seats, deal.cards, code=code.write_code(deal))


def print_plots(file: str, plots: "Sequence[BarPlot | LinePlot]") -> None:
    """Prints plots as text, or writes them as a picture into a file; Stop where that fails."""
    from shanghai.commands.printing import say_columns
    from shanghai.words.plots import svg_page

    if file == "-":
        for line in (line for plot in plots for line in ("", *plot.lines())):
            say_columns(line)
        return
    write_out(file, svg_page(plots))


def write_out(file: str, text: str) -> None:
    """Writes a text into a file, a new one for the user alone; Stop where that fails."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(file, flags, FILE_MODE), "wb") as out:
            out.write(text.encode())
    except (OSError, ValueError) as error:
        fault = words.NOT_WRITTEN.format(file=file, why=system_fault(error))
        raise Stop(NOT_STORED, fault) from None
