"""The game that a command is asked for: its rules and players, levels, handicaps, a deal code."""

import argparse
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.commands.chosen_rules import chosen_rounds, chosen_rules
from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.options import MOST_JOBS, check_range, folder_to_read
from shanghai.engine.handicap import refuse_handicaps
from shanghai.engine.rules import Rules
from shanghai.table.chance import cards_of
from shanghai.table.host import Player
from shanghai.ui.options import Start
from shanghai.variants import deal_code as code
from shanghai.words import commands as words
from shanghai.words.commands import guess
from shanghai.words.grammar import listed
from shanghai.words.handicaps import read_handicap
from shanghai.words.player_names import clean_name, free_computer_name, name_fault
from shanghai.words.refusals import why
from shanghai.words.setup import seats_fault

_BOT: Final = "bot:"


def game_asked_for(args: argparse.Namespace) -> Start:
    """The game that the arguments of `add_game` name; Stop with a sentence where they are wrong."""
    check_range("--jobs", args.jobs, 1, MOST_JOBS)
    if (args.variant is None and args.deal is None) or args.players is None:
        raise Stop(USAGE, words.VARIANT_AND_PLAYERS)
    data = folder_to_read(args)
    if args.deal is not None:
        start = start_of_code(args.deal, args.players, data)
    else:
        start = read_start(args.variant, args.players, args.seed, args.house_rule, data)
        start = structs.replace(start, rules=chosen_rounds(start.rules, args.rounds))
    return with_handicaps(start, args.handicap)


def read_start(
    variant: str,
    players: str,
    seed: int | None,
    house_rules: Sequence[str],
    data: Path | None = None,
) -> Start:
    """The game that the arguments ask for, its rules as `chosen_rules` has them; or Stop."""
    rules = chosen_rules(variant, house_rules, data)
    file = variant if rules.id != variant else ""
    return Start(rules, read_players(players, rules), cards_of(seed), file)


def read_players(text: str, rules: Rules | None = None) -> tuple[Player, ...]:
    """The players of a text such as `Ann,Bob,bot:simple`; Stop also where the rules seat others."""
    if text.strip().isdigit():
        raise Stop(USAGE, words.PLAYERS_BY_NAME.format(players=text.strip()))
    parts = []
    for part in map(str.strip, text.split(",")):
        small = part.casefold()
        is_computer = small.startswith(_BOT)
        parts.append(f"{_BOT}{USUAL_LEVEL}" if part == "bot" else small if is_computer else part)
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


def check_level(level: str, known: Container[str] = ()) -> None:
    """Stop where no computer player has this level, with the one that is most like it."""
    if level not in (known or LEVELS):
        meant = guess(level, LEVELS.offered())
        names = listed([*LEVELS.offered()], ",")
        raise Stop(USAGE, words.NO_COMPUTER.format(level=level, known=names, meant=meant))


def with_handicaps(start: Start, texts: Sequence[str]) -> Start:
    """The game with handicaps such as `Ann:calls=1`; raises Stop with a sentence."""
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


def start_of_code(text: str, players: str, data: Path | None) -> Start:
    """The game that a deal code names, with these players; Stop where a letter is wrong."""
    seats = read_players(players)
    deal = code.read_code(text, code.named_variants(data))
    rules = code.rules_of(deal, data)
    if len(seats) != deal.players:
        raise Stop(USAGE, words.CODE_FOR.format(players=deal.players, given=len(seats)))
    return Start(rules, seats, deal.cards, code=code.write_code(deal))
