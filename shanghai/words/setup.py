"""The sentences of the screens around the table: choosing, seating, scoring, leaving."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from shanghai.words.contracts import empty_stock, round_of
from shanghai.words.phrases import (
    CALLS,
    RANK_WORDS,
    Sentence,
    counted,
    listed,
    plural,
    with_article,
)
from shanghai.words.short_names import NAME_CELLS, short_names

if TYPE_CHECKING:
    from shanghai.engine.rules import Rules

WHO_DEALS = "Who deals first?"
FIRST_DEAL_HELP = (
    "Every player draws a card; the lowest deals, an ace being the lowest of all. Those who "
    "tie draw again. Where somebody cuts, once for the draw and once for the deals, the cards "
    "follow from a secret number, whose fingerprint is shown before, and from the numbers of the "
    "cuts: so nobody can have chosen them. `shanghai prove` shows it after the game."
)
FINGERPRINT, CUT_AT, ANYWHERE = "Fingerprint of the cards:", "Cut at: ", "anywhere"
KEEP_WORDS = (
    "Read these words aloud, or take a photograph: with them `shanghai prove` shows later that "
    "neither the cards, nor who plays by which rules, were changed."
)
NOBODY_CUTS = "Nobody cuts the cards of this game."
NOTHING_TYPED = "No digit is typed yet."
WHO_CUTS_FIRST = "{name} cuts for the draw: type a number, or let it be drawn."
WHO_CUTS = "{name} cuts: type a number, or let it be drawn."


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


TYPE_A_NAME: Final = "Who sits here? Just type the name, and Enter."
ENTER_DEALS: Final = "Enter deals the cards. The arrows go to a seat, to change it."
MARK_A_SEAT: Final = "Go to a seat first, with the arrows."
DEAL_THE_CARDS: Final = "deal the cards"
NAME_IT, DEAL = "Name", "Deal"
FILES_ARE_READ_AGAIN: Final = "Each time this choice is opened the files are read again."


def seats_fault(rules: "Rules", count: int) -> str | None:
    """Why `count` players cannot sit down to this variant, or None."""
    if count < rules.min_players:
        missing = rules.min_players - count
        return (
            f"{rules.name} needs at least {rules.min_players} players: "
            f"{counted(missing, 'more player')}, please."
        )
    if count > rules.max_players:
        return TAKES_AT_MOST.format(rules=rules.name, count=rules.max_players)
    return empty_stock(rules, count)


NOW_PERSON: Final = "{name} is a person; left and right in that line seat a computer."


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


LEAVE_GAME: Final = "Leave this game?"
LEAVE_KEPT: Final = "It is kept as it stands; the menu offers to go on with it."
LEAVE_LOST: Final = "It is not kept: the cards and the scores of this game are gone then."
LEAVE_KEPT_ELSEWHERE: Final = "It is kept as it stands, in the folder that you have named."
NO_DIFFERENCE: Final = "Nothing differs: the two are played alike."
LEAVE_LESSON: Final = "Leave this lesson?"
LEAVE_LESSON_LOST: Final = "Nothing of it is kept; it can be begun again at any time."


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


ASK_TO_ARCHIVE: Final = "Press {key} again to put {game} away: it leaves this list."
ARCHIVED: Final = "It lies in {folder} now; moved back among the games it is listed again."


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


KEPT_ELSEWHERE: Final = "Saved in {folder}. `shanghai resume --data-dir {folder}` goes on with it."
NOT_THERE: Final = "Not in {folder} either. {problem}"
SAVED_AGAIN: Final = "The game is saved again."


# -- help --

HELP: Final = "Help"
KEYS_HERE: Final = "Keys here"
KEYS_EVERYWHERE: Final = "Keys everywhere"
MOUSE: Final = ("mouse", "Everything that a key does.")
HELP_FOR: Final = "Help: {screen}"


# -- the menu --

MENU_HELP: Final = (
    "Shanghai is contract rummy for a family at one keyboard, against computers too.\n"
    "New game asks which rules, which house rules and who plays; then the cards are dealt.\n"
    "Learn to play is a first round with fixed cards that says what to do, and why.\n"
    "Other evenings: the score of real cards, the same cards at several tables, a tournament.\n"
    "Arrows and Enter choose; so does the letter at the foot of the screen, or the mouse."
)
MENU: Final = {
    "go_on": ("Go on", "with a game that was left"),
    "new": ("New game", "choose the rules and the players"),
    "learn": ("Learn to play", "a first round, a step at a time"),
    "evenings": ("Other evenings", "real cards, same cards, tournament"),
    "ledger": ("Ledger", "the figures of all evenings"),
    "rules": ("Rules", "read how each variant goes"),
    "settings": ("Settings", "looks, pace, the clock"),
    "help": ("Help", "keys and how a turn goes"),
    "quit": ("Quit", "leave the table"),
}
SUBTITLE: Final = "contract rummy at one table    version {version}"

# -- the choice of the rules --

WHICH_RULES: Final = "New game: which rules?"
VARIANTS_HELP: Final = (
    "The ways to play, each with its players and its length. {play-these} takes the marked "
    "one as it stands; {house-rules} first offers the house rules that belong to it. "
    "{rules-in-full} shows its rules in full, {compare} what differs from another one, and "
    "{learn} teaches it in a first round. {more-games} opens a second list, of published "
    "games, and {workshop} the workshop, where any rule can be changed."
)
MORE_GAMES: Final = "New game: more games"
MORE_GAMES_HELP: Final = (
    "Published games of the same family, each with its source named on its rules page. "
    "{play-these} takes the marked one; {house-rules} offers its house rules, {rules-in-full} "
    "shows its rules in full, {compare} what differs from another one, and {learn} teaches it "
    "in a first round made from its rules."
)
TABLE_HOUSE_RULES: Final = "House rules of this table"
NO_HOUSE_RULES: Final = "These rules leave nothing to the table; the workshop can change them."
NO_OTHER_RULES: Final = "There are no other rules to compare these with."
OWN_FILES: Final = "Variant files of your own are offered here when they lie in {folder}/{name}."
WITH_RULES_TAKEN: Final = Sentence("  with {count:house rule}")


def rounds_picked(rules: "Rules", rounds: Sequence[int]) -> str:
    """Which rounds are played, after the name of a variant."""
    return f"  {plural(rules.words.round, rules.words)} {', '.join(map(str, rounds))}"


# -- house rules --

HOUSE_RULES_HELP: Final = (
    "The choices that this variant leaves to the table. {take-or-leave} takes one or leaves "
    "it; where two settle the same rule, taking one leaves the other. {accept} keeps what is "
    "marked, {back} leaves the house rules as they were."
)
NO_HOUSE_RULE_TAKEN: Final = "No house rule is taken."
HOUSE_RULES_TITLE: Final = "House rules: {rules}"
ASK_TO_LEAVE_RULES: Final = "{accept} keeps what is marked; {back} again leaves it all as it was."
NOT_TOGETHER: Final = "These do not go together: {why}."

# -- how long an evening --

EVENING_HELP: Final = (
    "A game need not be whole: play all rounds, a short evening of the first, the middle and "
    "the last contract, the rounds from a marked one on, or those that you pick. {pick-round} "
    "picks the marked round or leaves it; {accept-evening} plays with what is picked. The time is "
    "measured from the games that were played here, for each kind of table; before there is one "
    "it is the variant's own estimate."
)
PICK_A_ROUND: Final = "Pick at least one round."
HOW_LONG: Final = "How long an evening? {rules}"
AS_MEASURED: Final = "{rounds}, as measured in the games played here:"
OWN_ESTIMATE: Final = "{rounds}, {length} for four: the variant's own estimate."


# -- who plays --

PLAYERS_HELP: Final = (
    "A line for each player, clockwise. {do-marked} names the marked seat, and so does typing "
    "the name; a player with a name of their own is a person. Below the seats {do-marked} deals. "
    "The arrows left and right make the seat a person's or a computer's, weaker or stronger, and "
    "{character} calls a player of that strength by name, each with a way of playing. "
    "{add-player} adds a player, {remove-player} takes one away, {seat-up} and "
    "{seat-down} move a seat up and down. {handicap} gives a seat a handicap, which a + after the "
    "name shows. {play} deals at once where all have names. Who deals first is drawn for."
)
UNCHOSEN: Final = "{key} character"
NAME_FIELD: Final = "a name"
NO_NAME: Final = "(no name yet)"
ADD_A_PLAYER: Final = "add a player"
PLAYED_BEFORE: Final = "Played before  "
NO_CHARACTER: Final = (
    "Only easy and hard computers have a character, such as Pip or Mia: the arrows left and "
    "right make this seat one."
)
ONE_SEAT_STAYS: Final = "One seat must stay."
FIRST_SEAT: Final = "It is the first seat."
LAST_SEAT: Final = "It is the last seat."
WHO_PLAYS: Final = "Who plays?  {rules}: {players}"


TAKES_AT_MOST: Final = "{rules} takes {count} players at most."
PLAYS_SO: Final = "{name}: {character}"
THE_COMPUTER: Final = "The computer"


AGREED_HANDICAP: Final = "Handicap: {words}."
COMPUTER_PLAYS: Final = "computer  {strength}"
PERSON_PLAYS: Final = "person"


NAME_OF_SEAT: Final = "Name of seat {number}"
SEAT_NUMBER: Final = "seat {number}"

# -- the handicap of a seat --

HANDICAP_HELP: Final = (
    "What this seat is given, so that all have a chance. Choose a line, then left and right "
    "for another value; {accept-handicap} keeps it, {no-handicap} takes all of it away. It "
    "belongs to the seat for the whole game, stands on the scorecard, and is kept with the "
    "game."
)
HANDICAP_PARTS: Final = {
    "calls": ("More calls", "How many calls more this seat has in each round with calls."),
    "points": (
        "Points off a round",
        "How many points are taken off after each round, below zero too.",
    ),
    "cards": (
        "Cards dealt",
        "How many cards more or fewer this seat is dealt; never too few for the contract.",
    ),
    "hints": (
        "Free hints",
        "Hints even where the table plays without, and not marked on the scorecard.",
    ),
}
HANDICAP_TITLE: Final = "Handicap of {player}"
HANDICAP_NOW: Final = "Now: {words}."
NO_HANDICAP: Final = "no handicap"


def handicap_value(part: str, value: int) -> str:
    """The value of a part of a handicap."""
    if part == "hints":
        return "yes" if value else "no"
    if part == "cards":
        return f"{abs(value)} {'more' if value > 0 else 'fewer'}" if value else "as many as all"
    return str(value or "none")


# -- names --

NAMES_HELP: Final = (
    "Type a name and press {add-name}; several may be typed with commas between them. {add-name} "
    "with nothing typed goes on. A click on a name takes it off the list, a click on one "
    "that has played before adds it. {drop-name} takes the last name off."
)
TYPE_NAMES: Final = "Type a name and press Enter; several may have commas between them."
ADD: Final = "Add"
DONE: Final = "Done"
MORE_NAMES: Final = Sentence("{count:more name}, please.")


AT_MOST_PLAY: Final = "{count} can play at most."

# -- rules, and what differs --

RULES_HELP: Final = (
    "Every rule as the game plays it. What stands in brackets is the clause of the written "
    "rules that it is read from; a ruling says how a gap or a contradiction was settled, and "
    "most of them can be changed as house rules before a game."
)
WHAT_DIFFERS: Final = "What differs"
COMPARE_HELP: Final = (
    "Only what differs between the two stands here; all else is alike. The arrows to the left "
    "and the right put another variant beside the first one, {swap} exchanges the two, and {form} "
    "turns from short words to the full sentences of the rules and back."
)
IN_SHORT: Final = "In short"
IN_FULL: Final = "In full"
RULES_TITLE: Final = "Rules: {rules}"
RULING: Final = "Ruling: {words} {change}"


def contract_heads(rules: "Rules") -> tuple[str, str, str, str]:
    """The heads of the table of contracts: round, contract, cards dealt, calls."""
    call = CALLS[rules.call_word].several.removesuffix(" calls")
    return rules.words.round.capitalize(), "contract", "cards", call


WITH_HOUSE_RULES: Final = "{rules}, with house rules"
LEAVE_ELSEWHERE: Final = "{key} keeps it in another folder."
CTRL_Q_LEAVES: Final = "Ctrl+Q leaves the program."
TOO_SMALL: Final = "too small: {width}x{height}"
MAKE_IT_LARGER: Final = (
    "This window is {width} by {height}.\nThe game needs {least_width} by {least_height}.\n\n"
    "Make it larger and play goes on where it was."
)


def deal_label(typed: str, *, asks_cut: bool, is_drawn: bool) -> str:
    """The key that draws or deals, and at which number it cuts."""
    if not asks_cut:
        return "Deal"
    return f"Cut {f'at {typed}' if typed else 'anywhere'} and {'deal' if is_drawn else 'draw'}"
