"""The players that `--players` seats, and their handicaps by `--handicap`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import structs

from shanghai.commands.exits import USAGE, Stop
from shanghai.words import commands as words
from shanghai.words.commands import guess

if TYPE_CHECKING:
    from shanghai.host.host import Player
    from shanghai.ui.options import Start

_BOT: Final = "bot:"


def read_players(text: str) -> "tuple[Player, ...]":
    """The players of a text such as `Ann,Bob,bot:simple`; raises Stop with a sentence."""
    from shanghai.bots.levels import LEVELS, USUAL_LEVEL
    from shanghai.host.host import Player
    from shanghai.words.player_names import clean_name, free_computer_name, name_fault

    parts = [part.strip() for part in text.split(",")]
    parts = [f"{_BOT}{USUAL_LEVEL}" if part == _BOT.rstrip(":") else part for part in parts]
    people = [clean_name(part) for part in parts if not part.startswith(_BOT)]
    seated: list[Player] = []
    for part in parts:
        level = part.removeprefix(_BOT) if part.startswith(_BOT) else ""
        if part.startswith(_BOT) and level not in LEVELS:
            known = ", ".join(LEVELS)
            unknown = words.NO_COMPUTER.format(level=level, known=known)
            raise Stop(USAGE, f"{unknown}.{guess(level, LEVELS)}")
        taken = [player.name for player in seated]
        own = LEVELS[level].name if level and LEVELS[level].strength else ""
        name = free_computer_name([*people, *taken], own) if level else clean_name(part)
        fault = name_fault(name, taken)
        if fault is not None:
            raise Stop(USAGE, fault)
        seated.append(Player(name, level))
    return tuple(seated)


def with_handicaps(start: "Start", texts: Sequence[str]) -> "Start":
    """The game with handicaps such as `Ann:calls=1`; raises Stop with a sentence."""
    from shanghai.engine.handicap import handicap_fault
    from shanghai.words.handicaps import read_handicap
    from shanghai.words.player_names import clean_name

    players = list(start.players)
    for text in texts:
        typed, colon, parts = text.partition(":")
        name = clean_name(typed)
        at = next((i for i, player in enumerate(players) if player.name == name), -1)
        if not colon or at < 0:
            known = ", ".join(player.name for player in players)
            raise Stop(USAGE, words.WHOSE_HANDICAP.format(known=known))
        try:
            given = read_handicap(parts)
        except ValueError as error:
            raise Stop(USAGE, str(error)) from None
        players[at] = structs.replace(players[at], handicap=given)
    if fault := handicap_fault(start.rules, [player.handicap for player in players]):
        raise Stop(USAGE, fault)
    return structs.replace(start, players=tuple(players))
