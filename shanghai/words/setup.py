"""Sentences of the screens before a game: choosing rules, players and saved games."""

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
    """How many players a game is for, such as `3 or 4 players`."""
    if rules.sides:
        return say.PLAYERS_OF_SIDES(sizes=[*map(str, rules.table_sizes)], sides=rules.sides)
    least, most = rules.min_players, rules.max_players
    return say.of("PLAYERS", str(min(most - least, 2)), low=least, high=most)


def duration(minutes: int) -> str:
    """About how long a game lasts, in words, rounded to half an hour."""
    hours, is_half = divmod(max(1, round(minutes / 30)), 2)
    half = "½" if is_half else ""
    return say.of("DURATION", f"{min(hours, 2)}{half}", hours=hours)


def measured_time(people: int, computers: int, games: int, minutes: float) -> str:
    """A sentence on the mean time of `games` games with so many people and computers."""
    rounded = round(minutes) if minutes < 10 else 5 * round(minutes / 5)
    time = duration(round(minutes))
    if minutes < _EXACT:
        time = say.ABOUT_MINUTES(count=max(1, rounded))
    who = say.PEOPLE_AND_COMPUTERS if computers else say.PEOPLE_ALONE
    return say.MEASURED(who=who(people=people, computers=computers), time=time, games=games)


_EXACT: Final = 50
"""From this many minutes on, a time is rounded to half hours; below it, to five minutes."""


def variant_facts(rules: "Rules", ascii_only: bool = False, file: str = "", picked: int = 0) -> str:
    """A line on a variant: its file, if any, the players, the rounds and the length of a game.
    `picked` is how many of the rounds are to be played, 0 for all."""
    whole = len(rules.contracts)
    rounds = (say.SOME_ROUNDS if 0 < picked < whole else say.ROUNDS)(
        rules, count=whole, picked=picked
    )
    length = duration(rules.minutes * (picked or whole) // whole)
    line = " · ".join(filter(None, (file, players_range(rules), rounds, length)))
    return line.replace("·", "-").replace("½", " 1/2") if ascii_only else line


def variant_fault(first: str, count: int) -> str:
    """Why a variant file cannot be played. `first` is the first of its `count` mistakes. The text
    also says how to see them all."""
    message = say.CANNOT_BE_PLAYED_SO if count > 1 else say.CANNOT_BE_PLAYED
    return message(fault=first, more=count - 1)


def seats_fault(rules: "Rules", count: int) -> str | None:
    """Why `count` players cannot play this variant; None if they can."""
    least, most = rules.min_players, rules.max_players
    if count < least:
        return say.NEEDS_AT_LEAST(name=of_game(rules.name), least=least, missing=least - count)
    if count > most:
        return say.TAKES_AT_MOST(name=of_game(rules.name), count=most)
    if count not in rules.table_sizes:
        return say.NOT_FOR_SIDES(name=of_game(rules.name), sides=rules.sides, count=count)
    return empty_stock(rules, count)


def round_title(rules: "Rules", number: int) -> str:
    """A title such as `Deal 3 of 7`, with the variant's word for a round."""
    return say.ROUND_TITLE(rules, place=round_of(rules, number))


def draw_for_deal(names: Sequence[str], ranks: Sequence[int], drew: Sequence[int]) -> str:
    """The result of a draw for the deal: the lowest card deals, equal ones draw again (RG-2).
    `names` and `ranks` are by seat, and `drew` has the seats that drew a card."""
    low = min(ranks[seat] for seat in drew)
    tied = [names[seat] for seat in drew if ranks[seat] == low]
    message = say.DRAW_AGAIN if len(tied) > 1 else say.HAS_LOWEST
    return message(names=tied, card=Noun(RANK_WORDS[low - 1]))


def saved_name(title: str, players: Sequence[str], id: str) -> str:
    """The name of a saved game in a list: its title, else its players, else its id."""
    return title or say.PLAYED_BY(names=short_names(players, NAME_CELLS)) or id


def when_text(then: datetime, now: datetime) -> str:
    """A time in words: today or yesterday, a weekday within the last week, else a date."""
    days = (now.date() - then.date()).days
    kind = str(days) if days in (0, 1) else "weekday" if 1 < days < 7 else "date"
    return say.of("WHEN", kind, then=then, weekday=say.lines("WEEKDAYS")[then.weekday()])


MENU: Final = say.table("MENU")
HANDICAP_PARTS: Final = say.table("HANDICAP_PARTS")


def handicap_value(part: str, value: int) -> str:
    """The value of one part of a handicap, in words: so many more or fewer, or none."""
    kind = "more" if value > 0 else "fewer" if value else "none"
    text: str = say.table("HANDICAP_VALUES")[part][kind]
    return text.format(value=abs(value))
