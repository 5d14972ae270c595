"""The players that the option `--players` seats: people by name, computers as `bot:LEVEL`."""

from typing import TYPE_CHECKING, Final

from shanghai.commands.exits import USAGE, Stop
from shanghai.text.guess import guess

if TYPE_CHECKING:
    from shanghai.host.host import Player

_BOT: Final = "bot:"


def read_players(text: str) -> "tuple[Player, ...]":
    """The players of a text such as `Ann,Bob,bot:simple`; raises Stop with a sentence."""
    from shanghai.bots.levels import LEVELS, USUAL_LEVEL
    from shanghai.host.host import Player
    from shanghai.text.player_names import clean_name, free_computer_name, name_fault

    parts = [part.strip() for part in text.split(",")]
    parts = [f"{_BOT}{USUAL_LEVEL}" if part == _BOT.rstrip(":") else part for part in parts]
    people = [clean_name(part) for part in parts if not part.startswith(_BOT)]
    seated: list[Player] = []
    for part in parts:
        level = part.removeprefix(_BOT) if part.startswith(_BOT) else ""
        if part.startswith(_BOT) and level not in LEVELS:
            known = ", ".join(LEVELS)
            meant = guess(level, LEVELS)
            raise Stop(USAGE, f"no computer player is called {level!r}; there are {known}.{meant}")
        taken = [player.name for player in seated]
        temper = level.partition("-")[2]
        name = free_computer_name([*people, *taken], temper) if level else clean_name(part)
        fault = name_fault(name, taken)
        if fault is not None:
            raise Stop(USAGE, fault)
        seated.append(Player(name, level))
    return tuple(seated)
