"""The sentences of the screens around the table: choosing, seating, scoring, leaving."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from shanghai.words.contracts import empty_stock, round_of
from shanghai.words.games import of_game
from shanghai.words.grammar import Noun
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_WORDS
from shanghai.words.short_names import NAME_CELLS, short_names

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

say = Messages("setup")
__getattr__ = say.__getattr__


def players_range(rules: "Rules") -> str:
    """How many may play, such as `3 or 4 players`."""
    low, high = rules.min_players, rules.max_players
    return say.of("PLAYERS", str(min(high - low, 2)), low=low, high=high)


def duration(minutes: int) -> str:
    """About how long a game lasts, to the half hour."""
    whole, half = divmod(max(1, round(minutes / 30)), 2)
    return say.of("DURATION", f"{min(whole, 2)}{'½' * half}", hours=whole)


def measured_time(people: int, computers: int, games: int, minutes: float) -> str:
    """How many minutes some games of a kind of table took in the mean."""
    few = round(minutes) if minutes < 10 else 5 * round(minutes / 5)
    time = duration(round(minutes))
    if minutes < _EXACT:
        time = say.ABOUT_MINUTES(count=max(1, few))
    who = say.PEOPLE_AND_COMPUTERS if computers else say.PEOPLE_ALONE
    return say.MEASURED(who=who(people=people, computers=computers), time=time, games=games)


_EXACT: Final = 50
"""Minutes from which on a time is told to the half hour; below, from ten on, to five minutes."""


def variant_facts(rules: "Rules", ascii_only: bool = False, file: str = "", picked: int = 0) -> str:
    """Players, rounds (`picked` of them, 0: all) and length in a line, after the file if given."""
    whole = len(rules.contracts)
    rounds = (say.SOME_ROUNDS if 0 < picked < whole else say.ROUNDS)(
        rules, count=whole, picked=picked
    )
    length = duration(rules.minutes * (picked or whole) // whole)
    line = " · ".join(filter(None, (file, players_range(rules), rounds, length)))
    return line.replace("·", "-").replace("½", " 1/2") if ascii_only else line


def variant_fault(first: str, count: int) -> str:
    """Why a variant file cannot be played, and how to hear of all that is wrong with it."""
    said = say.CANNOT_BE_PLAYED_SO if count > 1 else say.CANNOT_BE_PLAYED
    return said(fault=first, more=count - 1)


def seats_fault(rules: "Rules", count: int) -> str | None:
    """Why `count` players cannot sit down to this variant, or None."""
    least, most = rules.min_players, rules.max_players
    if count < least:
        return say.NEEDS_AT_LEAST(name=of_game(rules.name), least=least, missing=least - count)
    if count > most:
        return say.TAKES_AT_MOST(name=of_game(rules.name), count=most)
    return empty_stock(rules, count)


def round_title(rules: "Rules", number: int) -> str:
    """A round of how many, in the word of the variant."""
    return say.ROUND_TITLE(rules, place=round_of(rules, number))


def draw_for_deal(names: Sequence[str], ranks: Sequence[int], drew: Sequence[int]) -> str:
    """What a draw for the deal has decided: the lowest rank deals, those who tie draw again."""
    low = min(ranks[seat] for seat in drew)
    tied = [names[seat] for seat in drew if ranks[seat] == low]
    said = say.DRAW_AGAIN if len(tied) > 1 else say.HAS_LOWEST
    return said(names=tied, card=Noun(RANK_WORDS[low - 1]))


def saved_name(title: str, players: Sequence[str], id: str) -> str:
    """A saved game by its title, or by who plays it."""
    return title or say.PLAYED_BY(names=short_names(players, NAME_CELLS)) or id


def when_text(then: datetime, now: datetime) -> str:
    """A moment as people say it: `today, 6:54`, a weekday of the last week, or its date."""
    days = (now.date() - then.date()).days
    kind = str(days) if days in (0, 1) else "weekday" if 1 < days < 7 else "date"
    return say.of("WHEN", kind, then=then, weekday=say.lines("WEEKDAYS")[then.weekday()])


MENU: Final = say.table("MENU")
HANDICAP_PARTS: Final = say.table("HANDICAP_PARTS")


def handicap_value(part: str, value: int) -> str:
    """The value of a part of a handicap."""
    kind = "more" if value > 0 else "fewer" if value else "none"
    text: str = say.table("HANDICAP_VALUES")[part][kind]
    return text.format(value=abs(value))
