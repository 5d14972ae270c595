"""A compact table: the state of one round in small arrays, and what each action does to it.

Cards are faces, as copies of a face are alike. Nothing is checked here: the play-outs choose legal
actions alone, which is proved by replaying their rounds through the engine.
"""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.playouts.compiling import compiled
from shanghai.bots.playouts.law import MOST_SEATS, Law

Numbers = NDArray[np.int64]

JOKER: Final = 52
NOBODY: Final = -1
DRAW, PLAY, OVER = 0, 1, 2
"""Phases."""
ROUND_OUT, ROUND_BLIND, ROUND_CLEAN, ROUND_SHANGHAI, ROUND_BLOCKED, ROUND_STALE, ROUND_LONG = range(
    7
)
"""Why a round ended; stale: nobody can end it; long: it was left."""
(
    TURN,
    PHASE,
    DEALER,
    STOCK,
    PILE,
    MELDS,
    WAITING,
    LIVE,
    LOCKED,
    TOSSED,
    GIVEN_UP,
    WENT_DOWN,
    MUST,
    JOKER_LEFT,
    OUT,
    ENDING,
    LOGGED,
    IS_LOGGING,
    RENEWAL,
    CHANCE,
    TURNS,
) = range(21)
"""Places in `Table.info`."""
IS_RUN, LOW, SUIT, SIZE, JOKERS, SPOTS, OWNER, NATURALS = range(8)
"""Places in a row of `Table.melds`; NATURALS and the next three count the naturals of a set."""
(
    A_DRAW,
    A_TAKE,
    A_PASS,
    A_CALL,
    A_SWAP,
    A_DOWN,
    A_LAY,
    A_DISCARD,
    A_END,
    A_SHANGHAI,
    A_MELD,
    A_RENEWAL,
) = range(12)
"""Actions in the log; a lay-down is followed by its melds, a renewal comes before its action."""
LOG: Final = 12
MOST_CARDS: Final = 480
MOST_LINES: Final = 6000
MASK: Final = (1 << 62) - 1


WEIGHTS: Final = (10.0, 4.0, 40.0, 0.2, 3.0, 15.0, 3.0, 60.0, 12.0, 40.0)


class Table(Protocol):
    """One round under way."""

    hands: NDArray[np.int64]
    """By seat and face the cards in hand."""
    suits: NDArray[np.int64]
    """By seat and suit the natural cards in hand, four bits for the number of each rank."""
    sizes: NDArray[np.int64]
    down: NDArray[np.int64]
    calls_used: NDArray[np.int64]
    stock: NDArray[np.int64]
    """The next card last."""
    pile: NDArray[np.int64]
    """The discards, the top one last."""
    tossers: NDArray[np.int64]
    melds: NDArray[np.int64]
    waiting: NDArray[np.int64]
    info: NDArray[np.int64]
    renewal: NDArray[np.int64]
    """The order in which the stock is renewed next, where it is given."""
    log: NDArray[np.int64]
    points: NDArray[np.int64]
    known: NDArray[np.int64]
    """By seat and face the cards taken or bought that are still in the hand."""
    spurned: NDArray[np.int64]
    """By seat and face the turn, from 1, in which it was last let go or discarded."""
    short: NDArray[np.int64]
    """By seat what the hand lacks for the contract, where that is counted."""
    plan: NDArray[np.int64]
    """By seat the runs for it."""
    least: NDArray[np.int64]
    """By seat what the hand lacks at least."""
    is_counted: NDArray[np.int64]
    """By seat whether `short` and `plan` are of the present hand."""
    weights: NDArray[np.float64]
    """By seat what counts in its discards."""
    trial: NDArray[np.int64]
    """From here on room for what is counted, of no meaning afterwards: runs that are tried."""
    held: NDArray[np.int64]
    """By suit what is left of a hand, as in `suits`."""
    ranks: NDArray[np.int64]
    """By rank what is left of it, a byte each: the ace, the 3 and so on, and those between."""
    counts: NDArray[np.int64]
    """By face the cards of a hand."""
    windows: NDArray[np.int64]
    """Runs that might be made, by the naturals that they lack."""
    ease: NDArray[np.int64]
    """How many each of them lacks."""
    naturals: NDArray[np.int64]
    """By suit how many naturals a run has that begins at each place, four bits a place."""
    steps: NDArray[np.int64]
    """In five rows, by the number of runs chosen before: the place in the list of the run that is
    tried, the run, the naturals it takes, what all runs so far lack, and their room for jokers."""
    used: NDArray[np.int64]
    """By rank the sets made."""
    left: NDArray[np.int64]
    """By face the cards that melds leave."""
    built: NDArray[np.int64]
    """Melds."""
    grown: NDArray[np.int64]
    """The melds on the table, as lay-offs might make them."""
    unseen: NDArray[np.int64]
    """By face the cards that a seat does not see."""
    shares: NDArray[np.float64]
    """By seat the share of them in its hand."""
    choices: NDArray[np.int64]
    """Cards that might be thrown, those that serve least first."""
    worths: NDArray[np.float64]
    """What each of them is worth."""


_FIELDS: Final = {
    "hands": (MOST_SEATS, 53),
    "suits": (MOST_SEATS, 4),
    "sizes": (MOST_SEATS,),
    "down": (MOST_SEATS,),
    "calls_used": (MOST_SEATS,),
    "stock": (MOST_CARDS,),
    "pile": (MOST_CARDS,),
    "tossers": (MOST_CARDS,),
    "melds": (40, 11),
    "waiting": (MOST_SEATS,),
    "info": (21,),
    "renewal": (MOST_CARDS,),
    "points": (MOST_SEATS,),
    "known": (MOST_SEATS, 53),
    "spurned": (MOST_SEATS, 53),
    "short": (MOST_SEATS,),
    "plan": (MOST_SEATS, 4),
    "least": (MOST_SEATS,),
    "is_counted": (MOST_SEATS,),
    "log": (MOST_LINES, LOG),
    "trial": (4,),
    "held": (4,),
    "ranks": (2,),
    "counts": (53,),
    "windows": (64,),
    "ease": (64,),
    "naturals": (4,),
    "steps": (5, 5),
    "used": (13,),
    "left": (53,),
    "built": (8, 11),
    "unseen": (53,),
    "grown": (40, 11),
    "choices": (53,),
}
_FRACTIONS: Final = {"weights": (MOST_SEATS, 10), "shares": (MOST_SEATS,), "worths": (53,)}
_KIND: Final = np.dtype(
    [(name, np.int64, shape) for name, shape in _FIELDS.items()]
    + [(name, np.float64, shape) for name, shape in _FRACTIONS.items()]
)


def empty_table() -> Table:
    """A table with nothing on it."""
    record: Table = np.zeros(1, _KIND).view(np.recarray)[0]
    record.weights[:] = WEIGHTS
    return record


@compiled
def copy_table(source: Table, target: Table) -> None:
    """Makes the target the same table; its log is left alone."""
    target.hands[:] = source.hands
    target.suits[:] = source.suits
    target.sizes[:] = source.sizes
    target.down[:] = source.down
    target.calls_used[:] = source.calls_used
    target.stock[:] = source.stock
    target.pile[:] = source.pile
    target.tossers[:] = source.tossers
    target.melds[:] = source.melds
    target.waiting[:] = source.waiting
    target.info[:] = source.info
    target.known[:] = source.known
    target.spurned[:] = source.spurned
    target.short[:] = source.short
    target.plan[:] = source.plan
    target.least[:] = source.least
    target.is_counted[:] = source.is_counted


@compiled
def below(t: Table, limit: int) -> int:
    """A random whole number below the limit."""
    t.info[CHANCE] = (t.info[CHANCE] * 6364136223846793005 + 1442695040888963407) & MASK
    return (t.info[CHANCE] >> 33) % limit


@compiled
def note(t: Table, kind: int, seat: int, face: int, meld: int, end: int) -> None:
    """Writes a line of the log, if one is kept."""
    if t.info[IS_LOGGING]:
        row = t.log[t.info[LOGGED]]
        row[0], row[1], row[2], row[3], row[4] = kind, seat, face, meld, end
        t.info[LOGGED] += 1


@compiled
def move_line_down(t: Table, mark: int) -> None:
    """Moves the line at the mark of the log behind the lines that came of it."""
    if t.info[IS_LOGGING]:
        for i in range(mark, t.info[LOGGED] - 1):
            for j in range(5):
                t.log[i, j], t.log[i + 1, j] = t.log[i + 1, j], t.log[i, j]


@compiled
def give(t: Table, seat: int, face: int) -> None:
    """Puts a card in a hand."""
    t.hands[seat, face] += 1
    t.sizes[seat] += 1
    if face != JOKER:
        t.suits[seat, face // 13] += 1 << 4 * (face % 13)
    t.is_counted[seat], t.least[seat] = 0, max(0, t.least[seat] - 1)


@compiled
def lose(t: Table, seat: int, face: int) -> None:
    """Takes a card out of a hand."""
    t.hands[seat, face] -= 1
    t.sizes[seat] -= 1
    if face != JOKER:
        t.suits[seat, face // 13] -= 1 << 4 * (face % 13)
    t.is_counted[seat] = 0
    if t.known[seat, face] > 0:
        t.known[seat, face] -= 1


@compiled
def end_round(law: Law, t: Table, out: int, ending: int) -> None:
    """Counts the hands; the winner of the round has nothing, less a bonus (ALL-12, RG-20)."""
    t.info[PHASE], t.info[OUT], t.info[ENDING] = OVER, out, ending
    for seat in range(law.players):
        total = 0
        for face in range(53):
            total += t.hands[seat, face] * law.points[face]
        t.points[seat] = total
    if out >= 0:
        t.points[out] = 0
        if ending == ROUND_BLIND:
            t.points[out] = -law.bonus
        if ending == ROUND_CLEAN:
            t.points[out] = -law.clean_bonus


@compiled
def go_out(law: Law, t: Table, seat: int) -> None:
    """Ends the round for the player on turn whose hand is empty (ALL-8, RG-20)."""
    ending = ROUND_OUT
    if t.info[WENT_DOWN]:
        ending = ROUND_BLIND if t.info[JOKER_LEFT] else ROUND_CLEAN
    end_round(law, t, seat, ending)
