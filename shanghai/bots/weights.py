"""What the computer players weigh, in points where nothing else is said; `USUAL` was found over
paired deals."""

from typing import Final

from msgspec import Struct

NEAR: Final = 3
"""Ranks apart up to which cards of one suit may come to one run."""


class Weights(Struct, frozen=True):
    """What a player weighs when it discards and calls; the defaults are those of `hard`."""

    fellow: float = 10.0
    """A fellow of the card in hand, for the sets or the runs of the contract."""
    pair: float = 1.5
    """How many fellows one of the same rank counts as, where the contract asks for sets alone."""
    playable: float = 4.0
    """That a meld on the table takes the card."""
    step: float = 80.0
    """That the hand would be further from its contract without the card."""
    chance: float = 150.0
    """That every unseen card would bring the hand nearer."""
    joker: float = 500.0
    """A joker, above all else."""
    point: float = 1.0
    """A point that the card counts."""
    point_in_danger: float = 6.0
    """The same where the round is sure to end before the next turn, for each card short."""
    shed: float = 1.0
    """How much that danger is minded, as a factor."""
    playable_down: float = 20.0
    """For a player who is down: that a meld on the table takes the card."""
    gift: float = 60.0
    gift_down: float = 15.0
    """The card to a next player who is sure to want it; `down`: from a player who is down."""
    sold: float = 12.0
    """The card to another player who wants it and must call it."""
    lay_off: float = 60.0
    lay_off_down: float = 80.0
    """The card to a next player who lays it off, divided by the cards which that one holds."""
    wary: float = 1.0
    """How much what a discard gives is minded, as a factor."""
    out_soon: tuple[float, ...] = (0.0, 0.42, 0.11, 0.08, 0.06, 0.04, 0.03)
    """How likely a player who is down goes out before one's next turn, by the cards in hand, the
    last one for all that are more; counted over games of the simple player."""
    close: float = 1.0
    edge: float = 0.6
    """What a card of the same suit counts towards a wish for a run, nearer than NEAR ranks and
    just as far."""
    set_filled: float = 2.5
    run_filled: float = 3.0
    """Fellows that make a card as good as certainly wanted, for a set and for a run."""
    most_wanted: float = 1.0
    """The most that a wish for a card comes to; 1 is a card as good as certainly wanted."""
    spurned: float = 0.3
    """What remains of a wish for a card when one like it was let go a short while ago."""
    spare_calls: int = 3
    """Calls left from which a card is called that only makes the hand larger."""
    spare_cost: int = 2
    """Cards that such a call must bring beside the discard."""
    room: int = 0
    """How many cards the hand may already be larger than the contract for that."""
    reach: int = 99
    """Cards short up to which a card that helps is called at all, jokers aside."""
    long_run: int = 10
    long_reach: int = 4
    """The same for a contract with a run so long, as that is begun in several suits."""


USUAL: Final = Weights()
CAUTIOUS: Final = Weights(shed=2.5, spare_calls=99, reach=3)
BUYER: Final = Weights(shed=0.5, spare_calls=2, spare_cost=1, room=1)
WARY: Final = Weights(wary=2.0)
SIMPLE: Final = Weights(point=0.2)
"""The simple player weighs fellows, lay-offs and points alone."""
PLAYED_OUT: Final = Weights(
    step=40.0,
    point=0.2,
    point_in_danger=3.0,
    gift=15.0,
    gift_down=12.0,
    sold=3.0,
    lay_off_down=40.0,
    set_filled=1.5,
    most_wanted=1.5,
    spare_calls=99,
    long_reach=99,
)
"""Everybody in a play-out, who does not count chances."""
