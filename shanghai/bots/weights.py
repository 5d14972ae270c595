"""The weights by which computer players decide, mostly in points, tuned over paired deals."""

from typing import Final

from msgspec import Struct

NEAR: Final = 3
"""The largest difference of ranks at which two cards of a suit may come into one run."""


class Weights(Struct, frozen=True):
    """The weights of one player for discards and calls. The defaults are those of the hard player.

    A fellow of a card is another card that may come into one meld with it.
    """

    fellow: float = 10.0
    """For each fellow that a card has in the hand."""
    pair: float = 1.5
    """How many fellows a card of the same rank counts as, for a set."""
    playable: float = 4.0
    """For a card that a meld on the table takes."""
    step: float = 80.0
    """For a card without which the hand is further from its contract."""
    chance: float = 150.0
    """For the chance that the next card brings the hand nearer, if it were certain."""
    joker: float = 500.0
    """For a joker, more than for anything else."""
    point: float = 1.0
    """For each point that the card counts."""
    point_in_danger: float = 6.0
    """Added to `point` for each card that the hand lacks, if the round surely ends too soon."""
    shed: float = 1.0
    """A factor for that danger."""
    playable_down: float = 20.0
    """As `playable`, for a player who is down."""
    gift: float = 60.0
    gift_down: float = 15.0
    """For a card that the next player surely wants. `gift_down` is if one is down oneself."""
    sold: float = 12.0
    """For a card that another player surely wants, who must call it."""
    lay_off: float = 60.0
    lay_off_down: float = 80.0
    """For a card that the next player can lay off, divided by the cards in that player's hand.
    `lay_off_down` is if one is down oneself."""
    wary: float = 1.0
    """A factor for all that a discard gives to others."""
    out_soon: tuple[float, ...] = (0.0, 0.42, 0.11, 0.08, 0.06, 0.04, 0.03)
    """How likely a player who is down goes out before one's next turn, by the cards in that hand.
    The last one is for all larger hands. Counted over games of the simple player."""
    close: float = 1.0
    edge: float = 0.6
    """How many fellows a card of the same suit counts as, for a run: `edge` at a difference of NEAR
    ranks, `close` below it."""
    set_filled: float = 2.5
    run_filled: float = 3.0
    """With so many fellows a card is wanted almost surely, for a set and for a run."""
    most_wanted: float = 1.0
    """The upper limit of a wish for a card. At 1 a card is wanted almost surely."""
    spurned: float = 0.3
    """A factor for such a wish if the player has lately let a similar card go."""
    spare_calls: int = 3
    """The calls that must be left to call a card that only makes the hand larger."""
    spare_cost: int = 2
    """The cards that such a call must bring in addition to the discard."""
    room: int = 0
    """How many cards the hand may be larger than the contract for such a call."""
    reach: int = 99
    """The most cards that the hand may lack to call a card that helps. Jokers are always called."""
    long_run: int = 10
    long_reach: int = 4
    """`long_reach` is the same for contracts with a run of `long_run` cards or more."""


USUAL: Final = Weights()
CAUTIOUS: Final = Weights(shed=2.5, spare_calls=99, reach=3)
BUYER: Final = Weights(shed=0.5, spare_calls=2, spare_cost=1, room=1)
WARY: Final = Weights(wary=2.0)
SIMPLE: Final = Weights(point=0.2)
"""The simple player uses the weights of fellows, lay-offs and points alone."""
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
"""The weights of all players in a play-out."""
