"""Reads the game to play from the command line: rules, players, handicaps, or a deal code."""

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
    """The game that the arguments of `play.add_game` name; raises Stop if one is wrong."""
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
    """The game with a variant, players, a seed and house rules; raises Stop if one is wrong. `data`
    is the data folder, which may have more variants."""
    rules = chosen_rules(variant, house_rules, data)
    file = variant if rules.id != variant else ""
    return Start(rules, read_players(players, rules), cards_of(seed), file)


def read_players(text: str, rules: Rules | None = None) -> tuple[Player, ...]:
    """The players that a text such as `Ann,Bob,bot:simple` names. Raises Stop if a name or a level
    is wrong, or if the rules are not for so many players."""
    if text.strip().isdigit():
        raise Stop(USAGE, words.PLAYERS_BY_NAME.format(players=text.strip()))
    parts = []
    for part in map(str.strip, text.split(",")):
        lower_case = part.casefold()
        typed = lower_case if lower_case.startswith(_BOT) else part
        parts.append(f"{_BOT}{USUAL_LEVEL}" if part == "bot" else typed)
    people = [clean_name(part) for part in parts if not part.startswith(_BOT)]
    seated: list[Player] = []
    for part in parts:
        level = part.removeprefix(_BOT) if part.startswith(_BOT) else ""
        if part.startswith(_BOT):
            check_level(level)
        taken_names = [player.name for player in seated]
        own_name = LEVELS[level].own_name if level else ""
        name = clean_name(part)
        if level:
            name = free_computer_name([*people, *taken_names], own_name)
        if fault := name_fault(name, taken_names):
            raise Stop(USAGE, fault)
        seated.append(Player(name, level))
    if rules is not None and (fault := seats_fault(rules, len(seated))):
        raise Stop(USAGE, fault)
    return tuple(seated)


def check_level(level: str, known: Container[str] = ()) -> None:
    """Raises Stop if no computer player has this level. The sentence has the most similar one."""
    if level not in (known or LEVELS):
        meant = guess(level, LEVELS.offered())
        names = listed([*LEVELS.offered()], ",")
        raise Stop(USAGE, words.NO_COMPUTER.format(level=level, known=names, meant=meant))


def with_handicaps(start: Start, texts: Sequence[str]) -> Start:
    """The game with handicaps such as `Ann:calls=1`; raises Stop if one cannot be given."""
    players = list(start.players)
    for text in texts:
        typed, colon, parts = text.partition(":")
        name = clean_name(typed)
        seat = next((i for i, player in enumerate(players) if player.name == name), -1)
        if not colon or seat < 0:
            names = [player.name for player in players]
            sentence = words.NOBODY_HANDICAPPED if colon else words.WHOSE_HANDICAP
            known, meant = listed(names, ","), guess(name, names)
            raise Stop(USAGE, sentence.format(name=name, known=known, meant=meant))
        try:
            handicap = read_handicap(parts)
        except ValueError as error:
            raise Stop(USAGE, error) from None
        players[seat] = structs.replace(players[seat], handicap=handicap)
    handicaps = [player.handicap for player in players]
    if refusal := refuse_handicaps(start.rules, handicaps, len(players)):
        raise Stop(USAGE, why(refusal))
    return structs.replace(start, players=tuple(players))


def start_of_code(text: str, players: str, data: Path | None) -> Start:
    """The game that a deal code describes, with these players. Raises Stop if the number of players
    is wrong, and CodeFault if the code is."""
    seats = read_players(players)
    deal = code.read_code(text, code.named_variants(data))
    rules = code.rules_of(deal, data)
    if len(seats) != deal.players:
        raise Stop(USAGE, words.CODE_FOR.format(players=deal.players, given=len(seats)))
    return Start(rules, seats, deal.cards, code=code.write_code(deal))
