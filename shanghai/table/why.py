"""What a reason for a move consists of: its code, and the figures and cards of its sentence."""

from typing import Final, Literal

from msgspec import Struct, structs

from shanghai.engine.cards import HIDDEN, Card, Face
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.table.together import Together
from shanghai.words.moves import Move

Place = Literal["gap", "far", "inside", "no-set", "no-run", "none", ""]
"""Why no meld takes a card. A few cards (`gap`) or many (`far`) are missing between card and run, a
run has it already (`inside`), or no set, run or meld at all is of its rank or suit."""


_FEW: Final = 2
"""The cards of each kind that are named where a card goes with others in two ways."""


class Why(Struct, frozen=True):
    """A reason: its code, and the figures and cards that its sentence needs."""

    code: str
    """The name of its sentence in the texts."""
    before: int = 0
    after: int = 0
    left: int = 0
    """How many cards another player has, come with a call, or are unseen."""
    seat: SeatIndex = NOBODY
    """The other player in the reason."""
    card: Card = HIDDEN
    """The card that the player keeps, or does not leave to the other one."""
    pairs: tuple[Card, ...] = ()
    """The cards of the same rank in the hand with which the card makes a set."""
    beside: tuple[Card, ...] = ()
    """The cards of the same suit in the hand with which the card makes a run."""
    is_set: bool = False
    """Whether the card and `pairs` are a whole set."""
    is_run: bool = False
    """Whether the card and `beside` are a whole run."""
    cards: tuple[Card | Face, ...] = ()
    """Other cards that the reason names."""
    meld: int = 0
    """The number of a meld on the table, from 1."""
    place: Place = ""
    instead: Move = None
    """What the hard player would have done."""
    first: "Why | None" = None
    """A reason that is said before this one."""

    def with_cards(self, group: Together) -> "Why":
        """The same reason with the cards of the hand that go with its card. Where both pairs and
        cards of a run do, it names fewer of each."""
        pairs, beside, is_set, is_run = group
        if pairs and beside:
            pairs = pairs if is_set else pairs[:_FEW]
            beside = beside if is_run else beside[-_FEW:]
        return structs.replace(self, pairs=pairs, beside=beside, is_set=is_set, is_run=is_run)
