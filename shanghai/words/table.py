"""The sentences of the table's screens; players are always named, never spoken to as "you"."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from shanghai.engine.cards import RANK_NAMES, Card, Face, label
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End, Meld, Phase, State
from shanghai.engine.supply import priority
from shanghai.engine.view import SeatView
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.contracts import contract_phrase, round_of
from shanghai.words.phrases import (
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
SHANGHAI_WHO = "SHANGHAI: who calls?"
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
THINKS = "{name} thinks."
HURRIED = "The computers play at once, until the next turn of a person."
MOMENT = "A moment: the computers still think about the card."
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "JK": "joker"}
"""The names of ranks that are no numbers."""
JOKER_PLACE = "Where does the joker stand?"
SORT_WORDS = {
    "suit": "Sorted by suit.",
    "rank": "Sorted by rank.",
    "melds": "Sorted by what melds.",
    "hand": "The hand lies as it is left: comma and full stop move a card.",
}
LOOK_WHO = "Who looks first? Press the number of the seat, or Esc for nobody."
HAND_HIDDEN = f"Everything is hidden.\n\n{{name}} presses {KEY_HERE} to see the hand again."
LOOK_AWAY = (
    f"Everyone but {{name}} looks away.\n\nAlone at the screen, {{name}} presses {KEY_HERE}."
)
LOOK_HIDDEN = f"Everything is hidden.\n\nAlone at the screen, {{name}} presses {KEY_HERE} again."
NOT_OPENED = "{name}'s hand stays closed until the PIN is typed."
SEAT_CHANGED = f"The seat is {{name}}'s now.\n\n{{name}} takes the keyboard and presses {KEY_HERE}."
WISH_FOR_WHAT_FITS = "whatever brings the contract of this {view.rules.words.round} nearer"


def lay_all_hint(key: str, count: int) -> str:
    """What a hint adds where the key that lays off all cards would lay several."""
    return f"; {key} lays {'both' if count == 2 else f'all {number(count)}'} that fit"


def round_text(view: SeatView) -> str:
    """Which round it is, and its contract."""
    rules = view.rules
    contract = contract_phrase(rules, view.contract)
    if rules.is_by_player:
        contract = f"contract {view.contract_number}, {contract}"
    hand = ", no discard" if view.all_in else ""
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


def called_text(call: str, name: str, key: str) -> str:
    """Who has called, and the key that takes it back, empty where there is no way back."""
    return f"{name} says {call}; {key} again takes it back." if key else f"{name} says {call}."


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


def since_text(name: str, has_played: bool) -> str:
    """The words before what has happened since a player's last turn."""
    return f"Since the last turn of {name}: " if has_played else "So far: "


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


def no_rank_text(*ranks: str) -> str:
    """That the hand holds no card of some ranks."""
    return f"No {listed([_RANKS.get(rank, rank) for rank in ranks], 'or')} is in the hand."


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


def pin_cover_text(name: str) -> str:
    """What stands on the cover after wrong PINs of a person who plays alone."""
    return f"{NOT_OPENED.format(name=name)}\n\n{name} presses {KEY_HERE} to try again."


def saved_text(moves: int, problem: str, style: CardStyle) -> str:
    """How far the game is on the disk, for the title line."""
    return "not saved" if problem else f"{'ok' if style.ascii else '√'} {moves}"


def back_to_text(then: SeatView) -> str:
    """Where the game would stand after taking back."""
    name = name_at(then, then.turn)
    when = "before the draw" if then.phase is Phase.DRAW else "after the draw"
    return f"Then {name} is on turn again, {when}."


def back_ask_text(name: str) -> str:
    """Who asks, and that the moves follow."""
    return f"{name} asks to take back:" if name else "This would be taken back:"


def back_who_text(people: Sequence[str]) -> str:
    """Who must agree to it; computer players always do."""
    if len(people) == 1:
        return f"{people[0]} alone decides it, with the number of the seat:"
    return "Everybody agrees with the number of their own seat:"


def wish_text(view: SeatView, seat: SeatIndex) -> str:
    """What a wish does."""
    word = call_name(view.rules)
    return f"When a card marked here is tossed, {word} is called for {name_at(view, seat)}."


# -- the call window --

SAY_IT_ALOUD = "Say it aloud, then press the number."
TOSSED_THE = " tossed the "
OPENED_SEED = "seed {seed}, cut at {cut}"
NO_CLOCK = "No clock for calls runs now."
MAY_CALL_TOO = "{chips} may call"
HAS_KEYBOARD = "{name} has the keyboard"
NOBODY_CALLS = "nobody: {name} plays"
LET_IT_GO = "let it go"


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


def seconds_text(seconds: int, *, is_held: bool) -> str:
    """What stands behind the bar of the clock."""
    return f"  {seconds} s  held" if is_held else f"  {seconds} s"


# -- labels of keys --

HERE_LABEL = "{name} is here"
BACK_LABEL = "{name} is back"
PEEKS_LABEL = "{name} peeks"
LOOKS, AGREES = "looks", "agrees"


def seat_label(view: SeatView, seat: SeatIndex, verb: str) -> tuple[str, str]:
    """What the number of a seat does, such as `Ann BUY`, and the player's name in that."""
    name = name_at(view, seat)
    return f"{name} {verb}", name


# -- why a key does nothing --

NO_HURRY = "No computer is on turn now."
NOT_ASKED_TO_LOOK = "Nobody is asked who looks."
NOBODY_ON_TURN = "Nobody is on turn now."
NO_SEAT = "There is no seat {number}."
HAS_LET_BY = "{name} has let this card go by."


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
CHOOSE_HELP = (
    "A choice among several: the meld, and the end of it, for a card, or who calls. Melds "
    "that may be meant are lit. Type the number, or move with the arrows and press {choose}, "
    "or click. {back} goes back."
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
NO_CHOICE = "No choice has that number."
TAKE_BACK = "Take back"
NO_MOVE = "There is no move to take back."
NO_OTHER_MOMENT = "There is no other moment to go back to."
LEAVE_HELP = "The question before a game is left. {leave} leaves, {back} goes back to the table."
SAVE_AS_HELP = "Type a folder that can be written, such as one on a stick, and press Enter."
LEAVING, KEEP_ELSEWHERE = "Leave", "Keep the game elsewhere"
LEAVE_PROGRAM, GO_ON_PLAYING = "Leave the program", "Go on playing"
A_FOLDER = "a folder"
GAME_IS_KEPT = "The game is kept as it goes: it lies where it should."
IN_PILE = "discard {count} in the pile"
FINGERPRINT_SIGN = "cards {fingerprint}   {sign}"
PRESS_NUMBER = "press {number}"
MORE_BELOW = "   {mark} {count} more below"
LOG_TITLE = "Log: {game}"
HAS_AGREED = "{name} has agreed."
QUESTION_FIRST = "First the question: the numbers of the seats agree, {key} leaves all as it is."


def cards_in_pile_text(count: int) -> str:
    """The same in a line of its own."""
    return f"   {counted(count, 'card')} in the pile"


def other_key_text(name: str, key: str) -> str:
    """The answer of a cover to any key but its own."""
    if not name:
        return f"That key shows nothing: {key} does."
    return f"That key shows nothing: {name} presses {key}."


def agrees_text(name: str, has_agreed: bool) -> str:
    """Whether a player agrees to an undo."""
    return f"{name} agrees  " if has_agreed else f"{name} ?  "


# -- wishes --

IS_MARKED = "x is marked"
HELPS_TEXT = "   {} would bring the contract nearer"
WISHED_FOR, NOTHING = "Wished for: ", "nothing"
NOT_FEWER = "One call at least is spent."
NOTHING_MARKED = "Nothing is marked."
WISHES_TITLE = "Wishes of {name}"
NO_WISH_LEFT = "No {call} is called by itself."


def may_spend_text(calls: int, left: int) -> tuple[tuple[str, str], ...]:
    """How many calls may be spent on wishes, each piece with its look."""
    return (("Calls it may spend: ", ""), (str(calls), "strong"), (f" of {left} left   ", ""))


def no_more_calls_text(name: str, left: int) -> str:
    """That a player cannot spend more calls than are left."""
    return f"{name} has no more than {counted(left, 'call')} left."


# -- the own turn: why a key does nothing, what would help --

PRESS_AGAIN = "Press {key} again to {what}; Esc leaves it."
HAND_IS_EMPTY = "The hand is empty."
NO_MELD_YET = "No meld lies on the table yet."
NOTHING_TO_LET_GO = (
    "There is nothing to let go: nobody has called, and the discard cannot be taken."
)
NOTHING_FITS = "No card of the hand fits on a meld."
NO_JOKER_LIES = "No meld on the table holds a joker."
NO_CARD_WINS = "No card of the hand wins a joker"
NEW_MELD, GO_DOWN = "New meld", "Go down"
LAY_OFF, EXCHANGE = "Lay off ", "Exchange for a joker: "
HINT_WHEN = "A hint is for the own turn, and for a card on offer."
FITS_NOWHERE = "{card} fits on no meld of the table."
NO_OFFER = "No card is on offer to {name} now."
WINS_NO_JOKER = "{card} wins no joker"
OWN_JOKERS = "{said}: the jokers all lie in the melds of {name}."
GIVE_FOR_JOKER = "give {card} for the joker of meld {meld}"
SEVERAL_WIN = "More than one card wins a joker: pick {cards}."
NO_MELD_TAKES = "No meld on the table takes {card}."
NO_UNDO = "No move of this {word} can be taken back."
PICK_ONE = "Pick one card to {verb}; {count} are picked."
NO_HINTS = "{name} plays without hints."
HINT_AGAIN = "{words} {key} again does it."
NO_MORE_QUESTIONS = "No more questions about calls in this {word}; {key} asks again."
NO_QUESTIONS = "There is no question about a call now."
NO_DIGITS = "Digits go to ranks after the draw; before it they are the numbers of seats."


def too_many_text(count: int, what: str) -> str:
    """That a discard, or what else it is, takes one card, and more are picked."""
    picked = number(count).capitalize()
    return f"{picked} cards are picked; {with_article(what)} is one. Esc puts them back."


def nothing_to_draw_text(key: str, rules: Rules) -> str:
    """That a draw would end the round, because no card is left for the stock."""
    word = rules.words.round
    return f"No card is left to draw: that ends the {word}. Press {key} again to end it."


def joker_faces_text(melds: Iterable[tuple[int, Meld]], style: CardStyle) -> str:
    """Which cards win the jokers of some melds: `5♠ wins the joker of meld 3`."""
    said = []
    for index, meld in melds:
        if meld.is_run:
            faces: Iterable[Face] = sorted(meld.stood_for)
            cards = listed([style.text(face) for face in faces], "or")
        else:
            cards = with_article(RANK_NAMES[meld.low - 1])
        jokers = "the joker" if meld.wild_count == 1 else "a joker"
        said.append(f"{cards} wins {jokers} of meld {index + 1}")
    return "; ".join(said)


def discard_it(card: str, shanghai: bool) -> str:
    """What a second key does in a discard."""
    return f"discard {card} with SHANGHAI" if shanghai else f"discard {card}"


def wishes_label(count: int) -> str:
    """The key of the wishes, and how many there are."""
    return f"Wishes: {count}" if count else "Wishes"


def silence_label(is_silent: bool) -> str:
    """The key that ends the questions about calls, or asks again."""
    return "Ask me again" if is_silent else "No more calls"


# -- going down --

LAY_DOWN_HELP = (
    "The best lay-down is shown first, the one that leaves the fewest points in hand; "
    "{next-lay-down} shows the next. To lay out melds by hand, take all back with "
    "{clear-melds}, pick cards and press {new-meld}. The number of a run with a joker moves "
    "the joker to another place; other numbers go to a rank, {rank-10} to tens, {rank-jqk} to "
    "jacks, queens and kings. Nothing lies on the table before {lay-down}."
)
GOING_DOWN = "GOING DOWN"
NOT_NOW = "Not now"
THE_CONTRACT = "The contract: "
NO_FURTHER_MELD = "The hand holds no further meld."
NO_MELD = "These cards make no meld."
NO_PROPOSAL = "The hand does not hold the contract: there is no lay-down to show."
NO_CARD_LEFT = "No card is left in hand."
NOTHING_YET = " nothing laid out yet: pick cards and press {key}"
WHICH_LAY_DOWN = "   Lay-down {number} of {count}"
STILL_TO_LAY = "Still to lay out: {contract}."
NUMBER_MOVES_IT = " ({number} moves it)"
NOTHING_LAID = "Nothing is laid out yet: pick cards with {pick}, and {lay} lays them out."
PICK_FIRST = "Pick the cards of a meld first, with {pick}; then {lay} lays them out."
AT_THE_TABLE_ONLY = (
    "That is for one's turn at the table: {lay} lays the melds down, {back} goes back."
)
NO_JOKER_MOVES = "No joker of meld {number} could stand elsewhere."


def cannot_go_down_text(short: int) -> str:
    """That the hand does not hold the contract; `short` cards are missing, 0 where nobody says."""
    missing = f" ({counted(short, 'card')} short)" if short else ""
    return f"The hand cannot go down yet{missing}. Melds may be tried out here."


def no_meld_text(cards: Sequence[Card], words: Sequence[str], style: CardStyle) -> str:
    """That cards are of several ranks and several suits; `words` are those for set and run."""
    what = " and ".join(f"no {word}" for word in words)
    return f"{style.texts(cards)} are neither of one rank nor of one suit: {what}."


def left_text(cards: int, points: int) -> str:
    """What is left in hand beside the melds."""
    return f"Left in hand: {counted(cards, 'card')}, {counted(points, 'point')}."


# -- the first deal, and cutting the cards --

WHO_DEALS = "Who deals first?"
FIRST_DEAL_HELP = (
    "Every player draws a card; the lowest deals, an ace being the lowest of all. Those who "
    "tie draw again. Where somebody cuts, the cards follow from a secret number, whose "
    "fingerprint is shown before, and from the number of the cut: so nobody can have chosen "
    "them. `shanghai prove` shows it after the game."
)
FINGERPRINT, CUT_AT, ANYWHERE = "Fingerprint of the cards: ", "Cut at: ", "anywhere"
NOBODY_CUTS = "Nobody cuts the cards of this game."
NO_DIGIT_TYPED = "No digit is typed yet."
WHO_CUTS = "{name} cuts: type a number, or let it be drawn."


def deal_label(typed: str, *, asks_cut: bool) -> str:
    """The key that deals, and at which number it cuts."""
    if not asks_cut:
        return "Deal"
    return f"Cut at {typed} and deal" if typed else "Cut anywhere and deal"


# -- PINs --

PIN = "PIN"
ASK_PIN = "{name} types the PIN; the others look away."
ASK_PIN_BELOW = "Then the hand is shown."
ASK_PIN_HELP = (
    "The player has set a PIN, which is asked once after the game was left, before the hand "
    "is shown. After three wrong ones the table is shown again. {forgotten}, pressed twice, "
    "takes the PIN away: the whole table is told, and the log keeps it."
)
SHOW_HAND = "Show the hand"
CHOOSE_PIN = "{name} chooses a PIN; the others look away."
PIN_AGAIN = "The same PIN once more, please."
PINS_DIFFER = "The two were not the same: choose again."
SEAT_HAS_NO_PIN = "The seat has no PIN."
PIN_TITLE = "The PIN of {name}"
CHOOSE_PIN_BELOW = "{fewest} to {most} digits, asked when this game is gone on with."
CHOOSE_PIN_HELP = (
    "A PIN has {fewest} digits or more. It is asked once after the game was left and gone on "
    "with, before this hand is shown. It keeps an honest table honest; who can read the files of "
    "this computer can read the cards. Forgotten, it can be taken away, which the whole table is "
    "told."
)


def wrong_pin_text(left: int) -> str:
    """That it was another PIN, and how many tries are left."""
    return f"That is not the PIN: {'1 try is' if left == 1 else f'{left} tries are'} left."


def take_pin_away_text(key: str, owner: str = "the") -> str:
    """That a key takes a PIN away when it is pressed again; `owner` such as `Ann's`."""
    return f"{key} again takes {owner} PIN away; the table is told, and the log keeps it."


# -- the seats during a game --

SEATS_HELP = (
    "The arrows up and down choose a seat, left and right who takes it: a person, or a "
    "computer, weaker or stronger; {temper} calls one of that strength by name. {name-seat} "
    "asks for the name and hands the seat over. {seat-hints} and {seat-needs} take hints, and "
    "what the contract still needs, from the player in the seat or give them back. {seat-pin} "
    "sets a PIN for the own hand, asked once after the game was left and gone on with; that "
    "of another it takes away when it is pressed twice, and the whole table is told."
)
SEATS_TITLE = "The seats"
NAME_FIELD = "name"
SEAT_HEAD = "Seat"
PERSON_OR_COMPUTER = "Person or computer"
SEAT_STAYS = "The hand, the score and the calls used stay with the seat."
WITHOUT: dict[Literal["hints", "needs"], str] = {
    "hints": "no hints",
    "needs": "needs hidden",
}
"""The help that a player does without."""
NO_TEMPERS = "Players with names are for a computer of a strength that has some; ←→ chooses one."
NO_HELP_FOR_COMPUTERS = "Hints and what is needed are for people; a computer plays in this seat."
NO_PIN_FOR_COMPUTERS = "A PIN is for people; a computer plays in this seat."
NO_PIN_IN_LESSON = "In a lesson nothing is kept, and no PIN is asked."
HANDS_OVER = "{key} hands the seat of {name} to "
OWN_PIN = "{name} sets a PIN with the own hand open."
NOT_READY = "The first time it plays as Hard for a minute, to get ready."
NO_MACHINE_CODE = "It plays as Hard, as it keeps no machine code: {fault}."
NOT_INSTALLED = "It plays as Hard until its search is installed: {install}."


def player_words(strength: str, name: str = "") -> str:
    """Who plays: `computer, hard, as Mia plays`; `person` where there is no strength."""
    if not strength:
        return "person"
    return ", ".join(filter(None, ("computer", strength, name and f"as {name} plays")))
