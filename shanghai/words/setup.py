"""The sentences of the screens around the table: choosing, seating, scoring, leaving."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from shanghai.words.contracts import empty_stock, round_of
from shanghai.words.grammar import counted, listed, plural, with_article
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_WORDS, call_words
from shanghai.words.short_names import NAME_CELLS, short_names

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

say = Messages("setup")
__getattr__ = say.__getattr__


def players_range(rules: "Rules") -> str:
    """How many may play, such as `3 or 4 players`."""
    low, high = rules.min_players, rules.max_players
    if low == high:
        return f"{low} players"
    return f"{low} or {high} players" if high == low + 1 else f"{low} to {high} players"


def duration(minutes: int) -> str:
    """About how long a game lasts, to the half hour."""
    halves = max(1, round(minutes / 30))
    if halves == 1:
        return "about half an hour"
    whole, half = divmod(halves, 2)
    if whole == 1:
        return "about an hour and a half" if half else "about an hour"
    return f"about {whole}½ hours" if half else f"about {whole} hours"


def measured_time(people: int, computers: int, games: int, minutes: float) -> str:
    """How many minutes some games of a kind of table took in the mean."""
    few = round(minutes) if minutes < 10 else 5 * round(minutes / 5)
    time = duration(round(minutes))
    if minutes < _EXACT:
        time = f"about {counted(max(1, few), 'minute')}"
    who = "1 person" if people == 1 else f"{people} people"
    beside = f" and {counted(computers, 'computer')}" if computers else ""
    return f"{who}{beside}: {time} ({counted(games, 'game')})"


_EXACT: Final = 50
"""Minutes from which on a time is told to the half hour; below, from ten on, to five minutes."""


def variant_facts(rules: "Rules", ascii_only: bool = False, file: str = "", picked: int = 0) -> str:
    """Players, rounds and length of a variant in one line, after its file if it is one's own.

    `picked` rounds of it are to be played, 0 for all; the length is theirs.
    """
    whole = len(rules.contracts)
    rounds = counted(whole, rules.words.round, rules.words)
    if 0 < picked < whole:
        rounds = f"{picked} of {rounds}"
    length = duration(rules.minutes * (picked or whole) // whole)
    line = f"{players_range(rules)} · {rounds} · {length}"
    if file:
        line = f"{file} · {line}"
    return line.replace("·", "-").replace("½", " 1/2") if ascii_only else line


def variant_fault(first: str, count: int) -> str:
    """Why a variant file cannot be played, and how to hear of all that is wrong with it."""
    text = f"Cannot be played: {first}"
    if count > 1:
        text += f" And {counted(count - 1, 'more fault')}: shanghai variants check lists all."
    return text


def seats_fault(rules: "Rules", count: int) -> str | None:
    """Why `count` players cannot sit down to this variant, or None."""
    if count < rules.min_players:
        missing = rules.min_players - count
        return (
            f"{rules.name} needs at least {rules.min_players} players: "
            f"{counted(missing, 'more player')}, please."
        )
    if count > rules.max_players:
        return say.TAKES_AT_MOST.format(rules=rules.name, count=rules.max_players)
    return empty_stock(rules, count)


def round_title(rules: "Rules", number: int) -> str:
    """A round of how many, in the word of the variant."""
    return f"{rules.words.round.capitalize()} {round_of(rules, number)}"


def draw_for_deal(names: Sequence[str], ranks: Sequence[int], drew: Sequence[int]) -> str:
    """What a draw for the deal has decided: the lowest rank deals, those who tie draw again."""
    low = min(ranks[seat] for seat in drew)
    tied = [names[seat] for seat in drew if ranks[seat] == low]
    card = with_article(RANK_WORDS[low - 1])
    if len(tied) > 1:
        return f"{listed(tied)} tie with {card} and draw again."
    return f"{tied[0]} has the lowest card, {card}, and deals."


def which_game(has_finished: bool, has_open: bool) -> str:
    """What is asked of the list of saved games."""
    if not has_finished and not has_open:
        return "Which game?"
    if not has_open:
        return "Look at which game?"
    return "Go on with a game, or look at a finished one?" if has_finished else "Go on with a game?"


def saved_name(title: str, players: Sequence[str], id: str) -> str:
    """A saved game by its title, or by who plays it."""
    return title or listed(short_names(players, NAME_CELLS)) or id


def saved_note(round: int, rounds: int, changed: datetime, now: datetime, variant: str) -> str:
    """How far a saved game has come, and when; round 0 is a finished game."""
    far = f"{round} of {rounds}" if round else "finished"
    return f"{far}, {when_text(changed, now)}, {variant}"


def lacks_player(missing: str, key: str, instead: str) -> str:
    """Which computer player is not installed, and what can be done about it."""
    return (
        f"{missing[:1].upper()}{missing[1:]}: install the package that it came from, "
        f"or press {key} again, and {instead} plays in its place."
    )


def when_text(then: datetime, now: datetime) -> str:
    """A moment as people say it: `today, 6:54`, a weekday of the last week, or its date."""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        day = ("today", "yesterday")[days]
    else:
        day = f"{then:%A}" if 1 < days < 7 else f"{then:%Y-%m-%d}"
    return f"{day}, {then.hour}:{then:%M}"


MENU: Final = say.table("MENU")


def rounds_picked(rules: "Rules", rounds: Sequence[int]) -> str:
    """Which rounds are played, after the name of a variant."""
    return f"  {plural(rules.words.round, rules.words)} {', '.join(map(str, rounds))}"


HANDICAP_PARTS: Final = say.table("HANDICAP_PARTS")


def handicap_value(part: str, value: int) -> str:
    """The value of a part of a handicap."""
    if part == "hints":
        return "yes" if value else "no"
    if part == "cards":
        return f"{abs(value)} {'more' if value > 0 else 'fewer'}" if value else "as many as all"
    return str(value or "none")


def contract_heads(rules: "Rules") -> tuple[str, str, str, str]:
    """The heads of the table of contracts: round, contract, cards dealt, calls."""
    call = call_words(rules.call_word).several.removesuffix(" calls")
    return rules.words.round.capitalize(), "contract", "cards", call


def deal_label(typed: str, *, asks_cut: bool, is_drawn: bool) -> str:
    """The key that draws or deals, and at which number it cuts."""
    if not asks_cut:
        return "Deal"
    return f"Cut {f'at {typed}' if typed else 'anywhere'} and {'deal' if is_drawn else 'draw'}"
