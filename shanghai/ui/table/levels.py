"""Levels of computer players as screens offer them: first a strength, then a player with a name."""

from typing import Final

from shanghai.bots import machine_code
from shanghai.bots.levels import FORMER, LEVELS, SEARCHING
from shanghai.bots.unknown import unknown_rules
from shanghai.engine.rules import Rules
from shanghai.ui.kit.list_screen import following
from shanghai.words import table_seats as words
from shanghai.words.computers import rules_not_known
from shanghai.words.installing import install_command, is_one_file, shell_lines

PERSON: Final = ""
"""The level of a person, who has none."""


def present_level(level: str) -> str:
    """The present id of a level, which may be given by a former one."""
    return FORMER.get(level, level)


def strength_of(level: str) -> str:
    """The strength of a level. It is the level's id, unless it is a player with a name of its
    own."""
    entry = LEVELS.get(present_level(level))
    return entry.strength if entry is not None and entry.strength else level


def own_name(level: str) -> str:
    """The name of a computer player with a name of its own. Else empty."""
    entry = LEVELS.get(present_level(level))
    return entry.name if entry is not None and entry.strength else ""


def own_names() -> tuple[str, ...]:
    """The names of all computer players with a name of their own."""
    return tuple(entry.name for entry in LEVELS.values() if entry.strength)


def sign_of(level: str, *, ascii_only: bool = False) -> str:
    """The sign, one cell wide, of a computer player with a name of its own. Else empty."""
    entry = LEVELS.get(present_level(level))
    return entry.sign[ascii_only] if entry is not None and entry.sign else ""


def face_of(level: str) -> str:
    """The face of a computer player with a name of its own. Else empty."""
    entry = LEVELS.get(present_level(level))
    return entry.face if entry is not None else ""


def strengths() -> tuple[str, ...]:
    """All strengths, the weakest first, then the players of other packages."""
    return tuple(level for level, entry in LEVELS.offered().items() if not entry.strength)


def players_of(strength: str) -> tuple[str, ...]:
    """The levels of a strength: first the plain one, then the players with names of their own."""
    named = (level for level, entry in LEVELS.items() if entry.strength == strength)
    return (strength, *named)


def has_players(level: str) -> bool:
    """Whether there are players with names of their own that are as strong as a level."""
    return bool(level) and len(players_of(strength_of(level))) > 1


def other_strength(level: str, by: int) -> str:
    """The next level by strength, `by` steps on. A person counts as one of them."""
    return following((PERSON, *strengths()), strength_of(level), by)


def other_player(level: str) -> str:
    """The next player of the same strength."""
    return following(players_of(strength_of(level)), present_level(level))


def level_words(level: str) -> str:
    """A level in words, such as `computer, hard, as Mia plays`. `person` if it is empty."""
    if not level:
        return words.PERSON
    return words.COMPUTER(strength=strength_words(level), name=own_name(level))


def strength_words(level: str) -> str:
    """The strength of a level in words. A level of another package has its id."""
    strength = strength_of(level)
    return str(words.table("STRENGTHS").get(strength, strength))


def character_of(level: str, rules: Rules) -> str:
    """A sentence on how a computer player of a level plays, and what it lacks here. Empty for a
    person."""
    entry = LEVELS[present_level(level)] if level in LEVELS else None
    return "" if entry is None else f"{entry.description} {_missing(level, rules)[0]}".rstrip()


def missing_command(level: str, rules: Rules, width: int) -> list[str]:
    """The command that installs the search of a level, which `character_of` says is missing, in
    lines of `width` cells. Empty if nothing is missing, or nothing can be installed."""
    command = _missing(level, rules)[1]
    return shell_lines(command, width) if command else []


def _missing(level: str, rules: Rules) -> tuple[str, str]:
    """What a searching level still lacks for good play here, as a sentence, and the command that
    installs it. Each is empty if there is none."""
    if level not in SEARCHING:
        return "", ""
    if not machine_code.has_numba():
        if is_one_file():
            return words.NOT_IN_ONE_FILE, ""
        return words.NOT_INSTALLED, install_command("full")
    if fault := machine_code.code_fault():
        return words.NO_MACHINE_CODE.format(fault=fault), ""
    if unknown := unknown_rules(rules):
        return rules_not_known(unknown, words.NOT_KNOWN), ""
    return "" if machine_code.is_ready() else words.NOT_READY, ""
