"""Places, and what passes between them and the table: questions, orders and replies. All of these
are small frozen values. They count seats from 0."""

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
    """The keyboard of this computer, which people hand to each other."""
    ELSEWHERE = "elsewhere"
    """A device that shows only one hand, such as a phone, or a program."""
    COMPUTER = "computer"
    """A computer player."""


QuestionKind = Literal["pin", "cut", "turn", "call", "undo", "ready"]
"""What a seat is asked: for its PIN, where to cut the cards, for a move in its turn, whether it
calls the card on offer, whether it agrees to an undo, whether the next round may be dealt."""


class Question(Struct, frozen=True):
    """What one seat is asked. The id changes when the question changes, but not when other seats
    answer theirs."""

    id: str
    seat: SeatIndex
    kind: QuestionKind
    card: Card | None = None
    """The card on offer, in a question about a call."""


class LetGo(Struct, frozen=True, tag=True):
    """Lets the card on offer go by. The seat may still call it until the draw."""


class TakeCallBack(Struct, frozen=True, tag=True):
    """Takes back the call that the seat has just made."""


class Undo(Struct, frozen=True, tag=True):
    """Undoes the seat's latest move. With `moves`, asks all to undo so many moves of people."""

    moves: int = 0


class Agree(Struct, frozen=True, tag=True):
    """Agrees to undo moves, or declines."""

    agrees: bool = True


class CutCards(Struct, frozen=True, tag=True):
    """Cuts the cards at a number. None: at a random one."""

    number: int | None = None


class Ready(Struct, frozen=True, tag=True):
    """Says that the player has seen the end of the round."""


class AskHint(Struct, frozen=True, tag=True):
    """Asks what a strong player would do. The reply contains the hint."""


class OpenHand(Struct, frozen=True):
    """Gives the PIN of the seat, so that its hand may be shown."""

    pin: TypedPin


class MoveTo(Struct, frozen=True, tag=True):
    """Moves the person in the seat to the keyboard, or elsewhere."""

    place: Place


class Connected(Struct, frozen=True, tag=True):
    """Tells whether the device of a seat elsewhere is connected. The game waits for no other."""

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
    """The order that gives a seat to the player typed in `to`: a name, or a computer as `bot:hard`.

    `others` are the names of the other seats. Raises ValueError with a sentence if that cannot be.
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
    """What a seat wants done, sent to the table."""

    seat: SeatIndex
    does: SeatAction | Correct | Answer
    question: str = ""
    """The id of the question that it answers. Empty: it is done whatever the seat is asked."""
    place: Place = Place.ELSEWHERE
    """The place that has sent it."""


class Hint(NamedTuple):
    """What a strong player would do in a seat, and why."""

    words: str
    """The move and the reason, a sentence each."""
    action: SeatAction | None = None
    """The move. None: let the card on offer go by."""
    is_known: bool = True
    """False if no hint could be found, as the words then say."""
    compared: Card = HIDDEN
    """The other card of the hand that the reason speaks of. HIDDEN if there is none."""


class Reply(Struct, frozen=True):
    """What became of an order. Nothing has changed unless it was accepted."""

    outcome: Literal["accepted", "refused", "stale"] = "accepted"
    """Stale: the order answers a question that the seat is not asked any more."""
    why: Refusal | str = ""
    """Why it was refused: by the rules, or a sentence."""
    hint: Hint | None = None
    """The answer to `AskHint`."""
