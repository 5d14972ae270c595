"""The sentences of the screens around the table: choosing, seating, scoring, leaving."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from shanghai.engine.rules import Rules
from shanghai.words.contracts import empty_stock, round_of
from shanghai.words.phrases import counted, listed
from shanghai.words.short_names import NAME_CELLS, short_names

RANKS: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")


def players_range(rules: Rules) -> str:
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
    time = duration(round(minutes)) if minutes >= _EXACT else _few_minutes(minutes)
    who = "1 person" if people == 1 else f"{people} people"
    beside = f" and {counted(computers, 'computer')}" if computers else ""
    return f"{who}{beside}: {time} ({counted(games, 'game')})"


_EXACT: Final = 50
"""Minutes from which on a time is told to the half hour."""


def _few_minutes(minutes: float) -> str:
    """A short time, to five minutes from ten on."""
    told = round(minutes) if minutes < 10 else 5 * round(minutes / 5)
    return f"about {counted(max(1, told), 'minute')}"


def variant_facts(rules: Rules, ascii_only: bool = False, file: str = "", picked: int = 0) -> str:
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


TYPE_A_NAME: Final = "Who sits here? Just type the name: its capital letter begins it."
FILES_ARE_READ_AGAIN: Final = "Each time this choice is opened the files are read again."


def seats_fault(rules: Rules, count: int) -> str | None:
    """Why `count` players cannot sit down to this variant, or None."""
    if count < rules.min_players:
        missing = rules.min_players - count
        return (
            f"{rules.name} needs at least {rules.min_players} players: "
            f"{counted(missing, 'more player')}, please."
        )
    if count > rules.max_players:
        return f"{rules.name} takes {rules.max_players} players at most."
    return empty_stock(rules, count)


def now_person_text(name: str) -> str:
    """What a typed name has made of the seat of a computer."""
    return f"{name} is a person; left and right in that line seat a computer."


def round_title(rules: Rules, number: int) -> str:
    """A round of how many, in the word of the variant."""
    return f"{rules.words.round.capitalize()} {round_of(rules, number)}"


def draw_for_deal(names: Sequence[str], ranks: Sequence[int], drew: Sequence[int]) -> str:
    """What a draw for the deal has decided: the lowest rank deals, those who tie draw again."""
    low = min(ranks[seat] for seat in drew)
    tied = [names[seat] for seat in drew if ranks[seat] == low]
    card = RANKS[low - 1]
    if len(tied) > 1:
        return f"{listed(tied)} tie with {'an' if low in (1, 8) else 'a'} {card} and draw again."
    return f"{tied[0]} has the lowest card, {'an' if low in (1, 8) else 'a'} {card}, and deals."


LEAVE_GAME: Final = "Leave this game?"
LEAVE_KEPT: Final = "It is kept as it stands; the menu offers to go on with it."
LEAVE_LOST: Final = "It is not kept: the cards and the scores of this game are gone then."
LEAVE_KEPT_ELSEWHERE: Final = "It is kept as it stands, in the folder that you have named."
LEAVE_ELSEWHERE: Final = "k keeps it in another folder."
NO_DIFFERENCE: Final = "Nothing differs: the two are played alike."
LEAVE_LESSON: Final = "Leave this lesson?"
LEAVE_LESSON_LOST: Final = "Nothing of it is kept; it can be begun again at any time."

LESSON_BEFORE: Final = "Before the first card"
LESSON_AFTER: Final = "That was it"
LESSON_OTHERWISE: Final = "The rules allow that too, but the lesson goes on as the box above says."
LESSON_NO_KEY: Final = "That key does nothing here. ? explains the screen."
LESSON_WANTS_IT: Final = "This is the card you are looking for: call for it."
LESSON_KEEPS_SEATS: Final = "In a lesson everybody keeps their seat."
LESSON_KEEPS_SCORES: Final = "The scores of a lesson stay as they are."


def lesson_dimmed(label: str) -> str:
    """What is said of a key that does nothing at this step of a lesson."""
    return f"{label}: that is not possible now. Dimmed keys wake when their time comes."


SAVED_HELP: Final = (
    "The games that are kept, the one saved last on top. {resume} goes on with the marked one. "
    "Finished games stand below them: {resume} opens their scores and their replay. Damaged "
    "games cannot be played on. {put-away}, pressed twice, "
    "puts the marked game away: it leaves this list, and nothing of it is lost."
)
GO_ON: Final = "Go on"
OPEN_GAME: Final = "Open"
READING_GAMES: Final = "Reading the saved games"
NO_GAMES: Final = "There are none"


def which_game(has_games: bool, has_open: bool) -> str:
    """What is asked of the list of saved games."""
    if not has_games:
        return "Which game?"
    return "Go on with which game?" if has_open else "Look at which game?"


def ask_to_archive(key: str, game: str) -> str:
    """What is asked before a game is put away."""
    return f"Press {key} again to put {game} away: it leaves this list."


def archived(folder: str) -> str:
    """Where a game lies that was put away."""
    return f"It lies in {folder} now; moved back among the games it is listed again."


def saved_name(title: str, players: Sequence[str], id: str) -> str:
    """A saved game by its title, or by who plays it."""
    return title or listed(short_names(players, NAME_CELLS)) or id


def saved_note(round: int, rounds: int, changed: datetime, now: datetime, variant: str) -> str:
    """How far a saved game has come, and when; round 0 is a finished game."""
    far = f"{round} of {rounds}" if round else "finished"
    return f"{far}, {when_text(changed, now)}, {variant}"


def when_text(then: datetime, now: datetime) -> str:
    """A moment as people say it: `today, 6:54`, a weekday of the last week, or its date."""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        day = ("today", "yesterday")[days]
    else:
        day = f"{then:%A}" if 1 < days < 7 else f"{then:%Y-%m-%d}"
    return f"{day}, {then.hour}:{then:%M}"


def kept_elsewhere(folder: Path) -> str:
    """Where a game is kept now, and how it is gone on with."""
    return f"Saved in {folder}. `shanghai resume --data-dir {folder}` goes on with it."


def not_there(folder: str, problem: str) -> str:
    """Why a game cannot be kept in another folder either."""
    return f"Not in {folder} either. {problem}"


SAVED_AGAIN: Final = "The game is saved again."
