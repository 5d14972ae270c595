"""Levels of computer players as they are chosen: a strength first, then a player of it by name."""

from typing import Final

from shanghai.bots.levels import FORMER, LEVELS, SEARCHING
from shanghai.engine.rules import Rules
from shanghai.words import table_seats as words

PERSON: Final = ""
"""What stands in the place of a level where a person plays."""


def present_level(level: str) -> str:
    """The id that a level has now, also where it is named by a former one."""
    return FORMER.get(level, level)


def strength_of(level: str) -> str:
    """The strength of a level: that of a player with a name of their own, else its id."""
    found = LEVELS.get(present_level(level))
    return found.strength if found is not None and found.strength else level


def own_name(level: str) -> str:
    """The name of a computer player that has one of its own, else empty."""
    found = LEVELS.get(present_level(level))
    return found.name if found is not None and found.strength else ""


def own_names() -> tuple[str, ...]:
    """The names of all computer players that have one of their own."""
    return tuple(found.name for found in LEVELS.values() if found.strength)


def sign_of(level: str, *, ascii_only: bool = False) -> str:
    """The sign of a computer player that has a name of its own, one cell wide; else empty."""
    found = LEVELS.get(present_level(level))
    return found.sign[ascii_only] if found is not None and found.sign else ""


def face_of(level: str) -> str:
    """The face of a computer player that has a name of its own; empty for any other."""
    found = LEVELS.get(present_level(level))
    return found.face if found is not None else ""


def strengths() -> tuple[str, ...]:
    """The strengths, the weakest first, then the players of other packages."""
    return tuple(level for level, found in LEVELS.offered().items() if not found.strength)


def players_of(strength: str) -> tuple[str, ...]:
    """The levels of a strength: the plain one first, then the players with names of their own."""
    named = (level for level, found in LEVELS.items() if found.strength == strength)
    return (strength, *named)


def has_players(level: str) -> bool:
    """Whether there are players with names of their own as strong as a level."""
    return bool(level) and len(players_of(strength_of(level))) > 1


def other_strength(level: str, by: int) -> str:
    """The next level by strength; a person is one."""
    kinds = (PERSON, *strengths())
    now = strength_of(level)
    at = kinds.index(now) if now in kinds else 0
    return kinds[(at + by) % len(kinds)]


def other_player(level: str, by: int = 1) -> str:
    """The next player of the same strength."""
    known = players_of(strength_of(level))
    level = present_level(level)
    at = known.index(level) if level in known else 0
    return known[(at + by) % len(known)]


def level_words(level: str) -> str:
    """A level in words: `computer, hard, as Mia plays`; `person` for none."""
    if not level:
        return words.PERSON
    return words.COMPUTER(strength=strength_words(level), name=own_name(level))


def strength_words(level: str) -> str:
    """The strength of a level in words; that of another package by its id."""
    strength = strength_of(level)
    return str(words.table("STRENGTHS").get(strength, strength))


def character_of(level: str, rules: Rules) -> str:
    """A line on how a computer of a level plays and what it lacks here; empty for a person."""
    found = LEVELS[present_level(level)] if level in LEVELS else None
    return "" if found is None else f"{found.character} {_missing(level, rules)}".rstrip()


def _missing(level: str, rules: Rules) -> str:
    """What a level that searches still lacks here, as a sentence; empty where it lacks nothing."""
    if level not in SEARCHING:
        return ""
    from shanghai.bots.machine_code import code_fault, has_numba, is_ready
    from shanghai.bots.unknown import unknown_rules
    from shanghai.words.commands import install_command
    from shanghai.words.computers import rules_not_known

    if not has_numba():
        return words.NOT_INSTALLED.format(install=install_command("playouts"))
    if fault := code_fault():
        return words.NO_MACHINE_CODE.format(fault=fault)
    if unknown := unknown_rules(rules):
        return rules_not_known(unknown, words.NOT_KNOWN)
    return "" if is_ready() else words.NOT_READY
