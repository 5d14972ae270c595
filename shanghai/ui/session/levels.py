"""Levels of computer players as they are chosen: a strength first, then a temper of it."""

from typing import Final

from shanghai.bots.levels import LEVELS

PERSON: Final = ""
"""What stands in the place of a level where a person plays."""
_JOINS: Final = "-"


def strength_of(level: str) -> str:
    """The strength of a level: its id up to the temper."""
    return level.partition(_JOINS)[0]


def temper_of(level: str) -> str:
    """The temper of a level, empty for the even one."""
    return level.partition(_JOINS)[2]


def strengths() -> tuple[str, ...]:
    """The strengths, the weakest first."""
    return tuple(dict.fromkeys(map(strength_of, LEVELS)))


def tempers(strength: str) -> tuple[str, ...]:
    """The tempers in which a strength is to be had, the even one first."""
    found = (temper_of(level) for level in LEVELS if strength_of(level) == strength)
    return tuple(sorted(found, key=bool))


def level_of(strength: str, temper: str = "") -> str:
    """The level of a strength and a temper, of the first temper it has where it lacks that one."""
    has = tempers(strength)
    temper = temper if temper in has else has[0]
    return f"{strength}{_JOINS}{temper}" if temper else strength


def other_strength(level: str, by: int, temper: str = "") -> str:
    """The next level by strength, in its own temper or else the one given; a person is one."""
    kinds = (PERSON, *strengths())
    now = strength_of(level)
    at = kinds.index(now) if now in kinds else 0
    strength = kinds[(at + by) % len(kinds)]
    return level_of(strength, temper_of(level) or temper) if strength else PERSON


def other_temper(level: str, by: int = 1) -> str:
    """The level of the same strength and the next temper."""
    has = tempers(strength_of(level))
    if len(has) < 2:
        return level
    at = has.index(temper_of(level)) if temper_of(level) in has else 0
    return level_of(strength_of(level), has[(at + by) % len(has)])


def level_words(level: str) -> str:
    """A level in words: `computer, medium, cautious`; `person` for none."""
    if not level:
        return "person"
    return ", ".join(filter(None, ("computer", strength_of(level), temper_of(level))))


def character_of(level: str) -> str:
    """A line on how a computer of a level plays; empty for a person."""
    found = LEVELS.get(level)
    return found.character if found is not None else ""
