"""Places and what passes between them and the table: questions, orders and replies, all of them
small frozen values that name seats from 0."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.engine.actions import Correct, SeatAction
from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import SeatIndex
from shanghai.table.pins import TypedPin
from shanghai.words.grammar import listed
from shanghai.words.messages import Messages
from shanghai.words.player_names import clean_name, free_computer_name, name_fault


class Place(Enum):
    """From where a seat is played."""

    KEYBOARD = "keyboard"
    """The keyboard of this computer, which people hand over."""
    ELSEWHERE = "elsewhere"
    """A device that shows one hand alone, or a program."""
    COMPUTER = "computer"
    """A computer player."""


QuestionKind = Literal["pin", "cut", "turn", "call", "undo", "ready"]
"""What a seat is asked: for its PIN, where to cut the cards, for a move of its turn, whether it
calls the card on offer, whether moves are undone, whether the next round may be dealt."""


class Question(Struct, frozen=True):
    """What one seat is asked. The id changes when that changes, not when other seats answer."""

    id: str
    seat: SeatIndex
    kind: QuestionKind
    card: Card | None = None
    """The card on offer, where it is about a call."""


class LetGo(Struct, frozen=True, tag=True):
    """Lets the card on offer go by. The seat may still call it until the draw."""


class TakeCallBack(Struct, frozen=True, tag=True):
    """Takes back the call that the seat has just made."""


class Undo(Struct, frozen=True, tag=True):
    """Undoes the seat's latest move, or asks the table whether `moves` of people are undone."""

    moves: int = 0


class Agree(Struct, frozen=True, tag=True):
    """Agrees to undo moves, or declines."""

    agrees: bool = True


class CutCards(Struct, frozen=True, tag=True):
    """Cuts the cards at a number, or anywhere."""

    number: int | None = None


class Ready(Struct, frozen=True, tag=True):
    """Has seen the end of the round."""


class AskHint(Struct, frozen=True, tag=True):
    """Asks what a strong player would do. The reply has the hint."""


class OpenHand(Struct, frozen=True):
    """Gives the PIN of the seat, so that its hand may be shown."""

    pin: TypedPin


class MoveTo(Struct, frozen=True, tag=True):
    """Moves a person with the seat to the keyboard, or elsewhere."""

    place: Place


class Connected(Struct, frozen=True, tag=True):
    """Tells whether the device of a seat elsewhere is there. Nobody waits for one that is not."""

    is_there: bool = True


class AskForSeat(Struct, frozen=True, tag=True):
    """A device elsewhere asks for the seat. Somebody at the keyboard says whether it gets it."""


class GiveSeat(Struct, frozen=True, tag=True):
    """Gives the seat to another person, or to a computer player of a level (ALL-14)."""

    name: str
    level: str = ""


say = Messages("linear")
_BOT: Final = "bot:"


def seat_given(to: str, others: Sequence[str]) -> GiveSeat:
    """The order that gives a seat to whom somebody typed: a person, or a computer as in `bot:hard`.

    `others` are the names of the other seats. ValueError with a sentence where it is neither.
    """
    if to != "bot" and not to.startswith(_BOT):
        name = clean_name(to)
        if (fault := name_fault(name, others)) is not None:
            raise ValueError(fault)
        return GiveSeat(name)
    level = to.removeprefix("bot").removeprefix(":") or USUAL_LEVEL
    if level not in LEVELS:
        known = listed([*LEVELS.offered()], ",")
        raise ValueError(say.NO_COMPUTER.format(level=level, known=known))
    return GiveSeat(free_computer_name(others, LEVELS[level].own_name), level)


Answer = (
    LetGo
    | TakeCallBack
    | Undo
    | Agree
    | CutCards
    | Ready
    | AskHint
    | OpenHand
    | MoveTo
    | Connected
    | AskForSeat
    | GiveSeat
)
"""What a place may send apart from the moves of the game."""


class Order(Struct, frozen=True):
    """What a seat wants done."""

    seat: SeatIndex
    does: SeatAction | Correct | Answer
    question: str = ""
    """The id of the question that it answers. Empty: it is done whatever is asked by now."""
    place: Place = Place.ELSEWHERE
    """From where it is sent."""


class Hint(NamedTuple):
    """What a strong player would do in a seat, and why."""

    words: str
    """Both in two sentences."""
    action: SeatAction | None = None
    """The move; None: let the card on offer go by."""
    is_known: bool = True
    """False where no answer was to be had in time, as the words then say."""
    compared: Card = HIDDEN
    """The card of the hand that the reason compares with; HIDDEN where there is none."""


class Reply(Struct, frozen=True):
    """What became of an order. Nothing has changed unless it was accepted."""

    outcome: Literal["accepted", "refused", "stale"] = "accepted"
    """Stale: the seat is asked something else by now."""
    why: Refusal | str = ""
    """Why it was refused, by the rules or in a sentence."""
    hint: Hint | None = None
    """What it asked for."""
