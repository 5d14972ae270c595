"""The sentences of the table's screens; players are always named, never spoken to as "you"."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shanghai.engine.cards import RANK_NAMES, Card, label
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End, Meld, Phase, State
from shanghai.engine.supply import priority
from shanghai.engine.view import SeatView
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.contracts import asked_text, contract_phrase, round_of, whole_hand
from shanghai.words.phrases import (
    Sentence,
    besides,
    call_name,
    counted,
    listed,
    noun,
    number,
    wild_rank,
    with_article,
)
from shanghai.words.short_names import NAME_CELLS, name_at

if TYPE_CHECKING:
    from shanghai.engine.solver import Distance

KEY_HERE = "\x04"
"""Stands in the words of a cover for the key that lifts it."""
SHANGHAI_WHO = "SHANGHAI: who calls?  "
WHICH_PLACE = "  ({number} of {count}; {key} takes it, its number too)"
SHANGHAI_CALLED, CATCHES = "SHANGHAI!", " catches "
SHANGHAI_PLACE = "SHANGHAI: on which meld does it go?  "
NOBODY_ELSE = "Nobody at the keyboard is out of turn now."
TIME_IS_UP = "The time to call this card is up."
NOBODY_MAY_CALL = "Nobody else may call this card."
TAKES_BACK = "takes it back"
NO_MOVE_BACK = "There is no move of a person to take back."
FIRST_HAS_IT = "Whoever is first has it: {key} takes it."
HAND_OVER = "{name} is next: take the keyboard and press {key}."
ON_TURN = "{name} is in the middle of a turn: take the keyboard and press {key}."
KEYBOARD_FIRST = "First {name} takes the keyboard: {key}."
COMPUTER_FIRST = "{name} plays by itself; {key} lets it, once nobody wants the card."
COMPUTERS_CALL = "{name} is a computer and calls by itself."
THINKING = "{name} thinks."
NOT_OPENED = "{name}'s hand stays closed until the PIN is typed."
PIN_COVER = f"{NOT_OPENED}\n\n{{name}} presses {KEY_HERE} to try again."
HAND_HIDDEN = f"Everything is hidden.\n\n{{name}} presses {KEY_HERE} to see the hand again."
LOOK_AWAY = (
    f"Everyone but {{name}} looks away.\n\nAlone at the screen, {{name}} presses {KEY_HERE}."
)
LOOK_HIDDEN = f"Everything is hidden.\n\nAlone at the screen, {{name}} presses {KEY_HERE} again."
KEYBOARD = f"The seat is {{name}}'s now.\n\n{{name}} takes the keyboard and presses {KEY_HERE}."
MAY_CALL = "{chips} may call"
HAS_KEYBOARD = "{name} has the keyboard"
NOBODY_ELSE_PLAYS = "nobody: {name} plays"
HERE_LABEL = "{name} is here"
BACK_LABEL = "{name} is back"
PEEKS_LABEL = "{name} peeks"
NO_SEAT = "There is no seat {number}."
LET_BY = "{name} has let this card go by."
IN_PILE = "discard {count} in the pile"
FINGERPRINT_SIGN = "cards {fingerprint}   {sign}"
PRESS_NUMBER = "press {number}"
LOG_TITLE = "Log: {game}"
HAS_AGREED = "{name} has agreed."
QUESTION_FIRST = "First the question: the numbers of the seats agree, {key} leaves all as it is."
WISHES_TITLE = "Wishes of {name}"
NO_WISH = "No {call} is called by itself."


def lay_all_hint(key: str, count: int) -> str:
    """What a hint adds where the key that lays off all cards would lay several."""
    return f"; {key} lays {'both' if count == 2 else f'all {number(count)}'} that fit"


def round_text(view: SeatView) -> str:
    """Which round it is, and its contract."""
    rules = view.rules
    number = view.contract_number
    contract = contract_phrase(rules, view.contract) if number else asked_text(view)
    if rules.is_by_player and number:
        contract = f"contract {number}, {contract}"
    hand = whole_hand(rules) if view.all_in else ""
    wild = f", {rank} wild" if (rank := wild_rank(view)) else ""
    return f"{rules.words.round} {round_of(rules, view.round)}{wild}: {contract}{hand}"


def table_title(view: SeatView) -> str:
    """The title line of a screen of the table."""
    return f"{view.rules.name} · {round_text(view)}"


def toss_text(view: SeatView) -> str:
    """How the top discard lies: who tossed it, and whether it may be had."""
    if view.top is None:
        return ""
    tosser = view.tossers[0]
    said = "Turned up with the deal" if tosser == NOBODY else f"Tossed by {name_at(view, tosser)}"
    if view.locked:
        return f"{said}, SHANGHAI declared: nobody may take it"
    if not view.live:
        return f"{said}, nobody may take it"
    if view.given_up and view.phase is Phase.DRAW:
        return f"{said}, let go by {name_at(view, view.turn)}"
    return said


def price_text(view: State) -> str:
    """What a call costs the viewer, or anybody at the first call in the round."""
    viewer = view.viewer if isinstance(view, SeatView) else NOBODY
    made = 0 if viewer == NOBODY else view.seats[viewer].calls_used
    cost = view.rules.cost_in(view.round, made)
    said = f"{cost} extra" if cost else "no extra card"
    return f"{said}{besides(view, viewer)}"


CALLED, CALL_BACK = "{name} says {call}.", "{name} says {call}; {key} again takes it back."


HURRIED = "The computers play at once, until the next turn of a person."
MOMENT = "A moment: the computers still think about the card."


def offer_text(view: SeatView, seat: SeatIndex) -> str:
    """The line that asks one seat about the card on offer."""
    rules = view.rules
    left = view.calls_left(seat)
    return (
        f"{name_at(view, seat)}, {call_name(rules)}? "
        f"The card and {price_text(view)}; {counted(left, 'call')} left."
    )


def waiting_text(view: SeatView, before: Sequence[SeatIndex]) -> str:
    """Who has called, and who still comes before them with their key."""
    if not view.calls:
        return ""
    callers = listed([name_at(view, seat) for seat in view.calls])
    verb = "says" if len(view.calls) == 1 else "say"
    text = f"{callers} {verb} {call_name(view.rules)}"
    if len(view.calls) > 1 and view.rules.call_order != "first":
        nearest = next(seat for seat in priority(view) if seat in view.calls)
        text += f": {name_at(view, nearest)} comes first"
    text += "."
    if before:
        named = listed([f"{name_at(view, seat)} ({seat + 1})" for seat in before], "or")
        text += f" {named} would come before."
    return text


def needs_text(found: "Distance", key: str = "") -> str:
    """How far the hand is from the contract; the cards that help stand after it.

    `key` goes down, where that may be done now.
    """
    if found.short == 0:
        return f"The hand holds the contract{f': {key} goes down' if key else ''}."
    word = noun(found.short, "card")
    helps = " Helps: " if found.helps else ""
    return f"{number(found.short).capitalize()} {word} short of the contract.{helps}"


def turn_text(view: SeatView, seat: SeatIndex, *, may_take: bool) -> str:
    """What the turn asks of a seat; empty for a seat that is not on turn."""
    if view.turn != seat:
        return ""
    if view.phase is Phase.DRAW:
        top = view.top
        return f"Draw, or take the {label(top)}." if may_take and top is not None else "Draw."
    if view.all_in and not view.seats[seat].down:
        return "Go down with the whole hand, or discard."
    return "Lay off, then discard." if view.seats[seat].down else "Go down, or discard."


def own_title(view: SeatView, seat: SeatIndex, wide: int = 0) -> str:
    """The title line of a player's own view, the name cut where `wide` cells are too few."""
    rest = f" · {round_text(view)}"
    return name_at(view, seat, max(NAME_CELLS, wide - cell_width(rest))) + rest


SINCE, SO_FAR = "Since the last turn of {name}: ", "So far: "


def place_words(index: int, end: End | None, owner: str, as_card: str) -> tuple[str, str, str]:
    """What stands before and after a meld in a choice: its number, its owner, the end of a run.

    A joker would stand `as_card` there, if that is not empty.
    """
    side = "" if end is None else " at the low end" if end is End.LOW else " at the high end"
    return f"{index + 1:>2}  ", f"{owner}'s ", f"{side}, as {as_card}" if as_card else side


def lay_all_text(key: str, style: CardStyle, steps: Sequence[tuple[Card, int]], room: int) -> str:
    """What laying off all that fits would do, and how, in two lines of `room` cells together.

    Cards stand with the numbers of their melds; those that do not fit are counted.
    """
    parts = [f"{style.text(card)} on {meld + 1}" for card, meld in steps]
    for shown in range(len(parts), 0, -1):
        left = len(parts) - shown
        more = f" and {left} more" if left else ""
        said = f"Press {key} again to lay {', '.join(parts[:shown])}{more}; Esc leaves it."
        # A line may end before a word that is too long for it.
        if len(said) + 20 <= room:
            return said
    return f"Press {key} again to lay {counted(len(parts), 'card')}; Esc leaves it."


_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "JK": "joker"}
"""The names of ranks that are no numbers."""


def no_rank_text(*ranks: str) -> str:
    """That the hand holds no card of some ranks."""
    return f"No {listed([_RANKS.get(rank, rank) for rank in ranks], 'or')} is in the hand."


JOKER_PLACE = "Where does the joker stand?"
SORT_WORDS = {
    "suit": "Sorted by suit.",
    "rank": "Sorted by rank.",
    "melds": "Sorted by what melds.",
    "hand": "The hand lies as it is left: comma and full stop move a card.",
}


def kind_word(rules: Rules, meld: Meld) -> str:
    """Set or run, in the variant's word."""
    return rules.words.run if meld.is_run else rules.words.set


def stands_for_text(meld: Meld, style: CardStyle) -> str:
    """What the jokers of a run stand for; empty without one, or in a set."""
    if not meld.is_run:
        return ""
    stood = [
        RANK_NAMES[rank - 1] + style.suit(suit)
        for rank, suit in (meld.stands_for(i) for i in meld.wild_places)
    ]
    if not stood:
        return ""
    return f"joker is {stood[0]}" if len(stood) == 1 else f"jokers are {listed(stood)}"


LOOK_WHO = "Who looks first? Press the number of the seat, or Esc for nobody."


def look_only_text(view: SeatView, seat: SeatIndex, back: str, *, may_call: bool) -> str:
    """The answer to a key of a turn where somebody only looks; the key `back` goes back."""
    calls = f"{seat + 1} says {call_name(view.rules)}, " if may_call else ""
    return f"{name_at(view, seat)} only looks: {calls}{back} goes back."


def shanghai_line(view: SeatView, key: str) -> str:
    """That SHANGHAI may be called; it outranks every other call (GD-18)."""
    words = view.rules.words
    return f"The card fits {with_article(words.set, words)} or {words.run}: {key} calls SHANGHAI."


def no_place_text(view: SeatView, top: Card) -> str:
    """That the tossed card fits nowhere, so that nobody can call SHANGHAI on it."""
    if not view.table:
        return f"No meld is on the table yet that {label(top)} could be played on."
    return f"{label(top)} fits no meld on the table, so nobody can call SHANGHAI."


def first_right_text(view: SeatView, is_bot: bool) -> str:
    """That the player on turn comes before the callers."""
    name = name_at(view, view.turn)
    if is_bot:
        return f"{name} has first right."
    return f"{name} has first right and will be asked."


def saved_text(moves: int, problem: str) -> str:
    """How many moves are on the disk, for the title line."""
    return "not saved" if problem else f"{moves} saved"


def back_to_text(then: SeatView) -> str:
    """Where the game would stand after taking back."""
    name = name_at(then, then.turn)
    when = "before the draw" if then.phase is Phase.DRAW else "after the draw"
    return f"Then {name} is on turn again, {when}."


ASKS_BACK, BACK_ASKED = "{name} asks to take back:", "This would be taken back:"


def back_who_text(people: Sequence[str]) -> str:
    """Who must agree to it; computer players always do."""
    if len(people) == 1:
        return f"{people[0]} alone decides it, with the number of the seat:"
    return "Everybody agrees with the number of their own seat:"


WISH = "When a card marked here is tossed, {call} is called for {name}."
WISH_FITS = "whatever brings the contract of this {round} nearer"


# -- the call window --

SAY_IT_ALOUD = "Say it aloud, then press the number."
TOSSED_THE = " tossed the "
OPENED_SEED = Sentence("{fingerprint}, opened: seed {seed}, cut at {cuts:and}")
NO_CLOCK = "No clock for calls runs now."


def next_text(view: SeatView) -> str:
    """The title of the plain hand-over."""
    return f"{name_at(view, view.turn)} is next" if view.turn != NOBODY else "A moment"


def cost_text(view: SeatView) -> str:
    """What a call out of turn costs."""
    cost = view.rules.cost_in(view.round)
    said = f"+{counted(cost, 'card')}" if cost else "no extra card"
    return f"Out of turn: {said}{besides(view)}"


def no_call_words(view: SeatView, seat: SeatIndex, is_bot: bool) -> str:
    """In two or three words why a seat does not call."""
    if view.tossers and seat == view.tossers[0]:
        return "tossed it"
    if seat == view.turn:
        return "draws next" if view.phase is Phase.DRAW else "on turn"
    if is_bot:
        return "computer"
    if not view.calls_left(seat):
        return "no calls left"
    if view.seats[seat].down and not view.rules.call_when_down:
        return "is down"
    return "may not call"


SECONDS, HELD = "  {seconds} s", "  held"


LET_IT_GO = "let it go"


# -- labels of keys --


def seat_label(view: SeatView, seat: SeatIndex, verb: str) -> tuple[str, str]:
    """What the number of a seat does, such as `Ann BUY`, and the player's name in that."""
    name = name_at(view, seat)
    return f"{name} {verb}", name


LOOKS, AGREES = "looks", "agrees"


# -- why a key does nothing --

NO_HURRY = "No computer is on turn now."
NOT_ASKED_TO_LOOK = "Nobody is asked who looks."
NOBODY_ON_TURN = "Nobody is on turn now."


# -- the helps --

TABLE_LEGEND = (
    "In the table a line is a seat: its number, D for the dealer, the cards in its hand, the calls "
    "it has left, and its melds by their numbers. An arrow marks whose turn it is, * a joker in a "
    "meld that is written short, and a meld between two small marks takes the picked card. An "
    "exclamation mark is for a seat that would come before the one that has called. The number at "
    "the right of the title is how many moves are saved, and h marks a seat that asked for a hint."
)
OWN_HELP = (
    "Draw or take first; then go down, lay off and exchange as the rules allow; a discard "
    "ends the turn. The arrows move along the hand; after the draw {rank-a} is for aces, 2 to "
    "9 for their ranks and {rank-10} for tens, and {rank-jqk} always for jacks, queens and "
    "kings. Comma and full stop move a card within the hand, {needs} shows or hides what is "
    "still needed, {seats} hands the seat to somebody else. {undo} takes the last move back as "
    "long as nothing hidden was shown since; after that it asks the table. {wishes} marks "
    "cards to be called for when they are tossed. Against computers alone {no-more-calls} ends "
    "the questions about cards on offer for this round."
    f"\n{TABLE_LEGEND}"
)
PUBLIC_HELP = (
    "The screen for all eyes. A player who wants the tossed card says so, and the number of "
    "their seat is pressed. {hand-over} is for the next player, once the keyboard is theirs. "
    "{look-first} and a number, or a click on a seat, lets that seat look at its hand first. "
    "The number of the player who has just called takes that call back, as long as nothing was "
    "done since. {undo} asks everybody whether moves are taken back."
    f"\n{TABLE_LEGEND}"
)
PEEK_HELP = (
    "One's own hand, for a look at it while a card is on offer; the others look away. The "
    "seat's own number calls for the card; {back} goes back without a call."
)
WISHES_HELP = (
    "When a card that is marked here is tossed, the game calls for it, and the others hear the "
    "call and nothing of the wish. The arrows and A 2 to 9 T J Q K move on the grid; only the "
    "number of a seat that may call now, as the foot of the screen says, calls for that seat. "
    "{mark} marks a card, in the last row any card of a rank. {what-fits} is for whatever "
    "brings the contract nearer. Plus and minus set how many calls may be spent. A new round "
    "clears all wishes; so does leaving the game."
)
UNDO_HELP = (
    "The moves listed would be taken back, as if they had never been made; the arrows take "
    "back more or fewer. Everybody at the table agrees with the number of their own seat; "
    "computer players always agree. Escape leaves everything as it is."
)
LOG_HELP = "What has happened, oldest first. The arrows and PgUp and PgDn scroll."
COVER_HELP = "Everything is hidden. The key at the foot of the screen shows it again."


# -- the piles, and what lies over the table --

SHANGHAI = "SHANGHAI"
STOCK, STOCK_HEAD, DISCARD_HEAD, EMPTY = "stock ", "  Stock ", "Discard ", "empty"
NO, LEAVE_IT, DONE = "No", "Leave it", "Done"
TAKE_BACK = "Take back"
NO_MOVE = "There is no move to take back."
NO_OTHER_MOMENT = "There is no other moment to go back to."
LEAVE_HELP = "The question before a game is left. {leave} leaves, {back} goes back to the table."
SAVE_AS_HELP = "Type a folder that can be written, such as one on a stick, and press Enter."
LEAVING, KEEP_ELSEWHERE = "Leave", "Keep the game elsewhere"
LEAVE_PROGRAM, GO_ON_PLAYING = "Leave the program", "Go on playing"
A_FOLDER = "a folder"
GAME_IS_KEPT = "The game is kept as it goes: it lies where it should."
CARDS_IN_PILE = Sentence("   {count:card} in the pile")
OTHER_KEY = "That key shows nothing: {key} does."
OTHER_KEY_OF = "That key shows nothing: {name} presses {key}."
AGREES_SO, ASKED_SO = "{name} agrees  ", "{name} ?  "


# -- wishes --

IS_MARKED = "x is marked"
HELPS_TEXT = "   {} would bring the contract nearer"
WISHED_FOR, NOTHING = "Wished for: ", "nothing"
NOT_FEWER = "One call at least is spent."
NOTHING_MARKED = "Nothing is marked."


def may_spend_text(calls: int, left: int) -> tuple[tuple[str, str], ...]:
    """How many calls may be spent on wishes, each piece with its look."""
    return (("Calls it may spend: ", ""), (str(calls), "strong"), (f" of {left} left   ", ""))


NO_MORE_CALLS = Sentence("{name} has no more than {left:call} left.")
