"""A compact table: one round in one record, with faces for cards, and what changes it. Nothing is
checked here. The play-outs choose legal moves alone, as replays in the engine prove."""

from typing import Annotated, Final, Protocol

from shanghai.bots.playouts.arrays import Fractions, Numbers, new_record
from shanghai.bots.playouts.compact_rules import MAX_SEATS, CompactRules
from shanghai.bots.playouts.compiling import compiled, copier_of
from shanghai.bots.unknown import MAX_OF_KIND
from shanghai.bots.weights import PLAYED_OUT, Weights
from shanghai.engine.cards import SUITS_IN

JOKER: Final = 52
NOBODY: Final = -1
DRAW, PLAY, OVER = 0, 1, 2
"""Phases."""
ROUND_OUT, ROUND_BLIND, ROUND_CLEAN, ROUND_SHANGHAI = range(4)
ROUND_BLOCKED, ROUND_STALE, ROUND_LONG = range(4, 7)
"""Why a round ended; stale: nobody can end it; long: it was left."""
IS_RUN, LOW, SUIT, SIZE, JOKERS, SPOTS, OWNER, NATURALS = range(8)
"""Places in a row of `CompactTable.melds`. JOKERS counts the cards that are laid for others, SPOTS
has the places of a run where they are, NATURALS and the next three count the naturals of a set."""
WILD: Final = 11
"""The first of two numbers with the faces of the cards that are laid for others: six bits a card,
counted from 1. A run has them by place, a set one after the other. A run of more than one suit has
its naturals there too."""
_FACES_A_PLACE: Final = 8
"""How many faces one of these two places has room for."""
_RUN_KINDS: Final = range(-1, 6)
"""The numbers of what a run may be of, as `SUITS_IN` has them: -1 for any suits, 0 to 3 for one
suit, then the two colours."""
_SUIT_BITS: Final = sum(
    1 << 4 * (kind - _RUN_KINDS[0]) + suit for kind in _RUN_KINDS for suit in SUITS_IN[kind]
)
"""The suits of each kind of run, a bit for each suit, four bits for each kind in their order."""
A_DRAW, A_TAKE, A_PASS, A_CALL, A_SWAP, A_DOWN, A_LAY, A_DISCARD, A_END = range(9)
A_SHANGHAI, A_NO_CALL, A_MELD, A_RENEWAL = range(9, 13)
"""Actions in the log; a lay-down is followed by its melds, a renewal comes before its action."""
MELD: Final = 13
"""The numbers of a meld."""
MOST_MELDS: Final = 2 * MAX_OF_KIND
"""The melds of a contract at most."""
OPTION: Final = MAX_OF_KIND
"""In a plan, after its runs, the place of the option that fulfils the contract."""
_PLAN: Final = OPTION + 1
MOST_TABLE_MELDS: Final = 80
"""The melds on the table at most."""
_CARDS: Final = 480
_WINDOWS: Final = 64 * MAX_OF_KIND
LOG_LIMIT: Final = 11_500
"""Lines of a log after which no further turn has room in it."""
_LOG_SHAPE: Final = (LOG_LIMIT + 500, MELD + 1)
TURN_LIMIT: Final = 45
"""Turns of each seat after which a play-out is left, and its hands count."""
MASK: Final = (1 << 62) - 1


class CompactRound(Protocol):
    """How far a round has come. The numbers in brackets are the lengths of an array."""

    turn: int
    phase: int
    dealer: int
    live: int
    locked: int
    tossed: int
    given_up: int
    went_down: int
    must_go_down: int
    joker_left: int
    out: int
    """The seat that is out, or NOBODY."""
    ending: int
    over: int
    """The turns of the round that are over."""
    taken: int
    """The face of the discard that the player on turn took as the draw of this turn, or NOBODY."""
    turns: int
    turn_limit: int
    """Turns of each seat after which the round is left, and its hands count."""
    chance: int
    fate: int
    """Where it is not 0, chance in a turn follows from it, and each turn has a card of the stock of
    its own, whatever is called or taken before: so moves are compared with the same luck."""
    is_logging: int
    logged: int
    """The lines of the log."""
    hands: Annotated[Numbers, MAX_SEATS, 53]
    """By seat and face the cards in hand."""
    suits: Annotated[Numbers, MAX_SEATS, 4]
    """By seat and suit the cards in hand that are not wild, four bits for each rank's number."""
    sizes: Annotated[Numbers, MAX_SEATS]
    wilds: Annotated[Numbers, MAX_SEATS]
    """By seat the wild cards in hand."""
    down: Annotated[Numbers, MAX_SEATS]
    calls_used: Annotated[Numbers, MAX_SEATS]
    """By seat the calls of the round that it has no more."""
    calls_made: Annotated[Numbers, MAX_SEATS]
    """By seat those that it made."""
    chips: Annotated[Numbers, MAX_SEATS]
    fined: Annotated[Numbers, MAX_SEATS]
    """By seat the points that its calls have cost."""
    renewals: int
    stock_size: int
    stock: Annotated[Numbers, _CARDS]
    """The next card last."""
    pile_size: int
    pile: Annotated[Numbers, _CARDS]
    """The discards, the top one last."""
    tossers: Annotated[Numbers, _CARDS]
    chosen: int
    """The number of the contract that the first seat down has chosen for all, or 0."""
    meld_count: int
    melds: Annotated[Numbers, MOST_TABLE_MELDS, MELD]
    waiting_count: int
    waiting: Annotated[Numbers, MAX_SEATS]
    renewal_size: int
    known: Annotated[Numbers, MAX_SEATS, 53]
    """By seat and face the cards taken or bought that are still in the hand."""
    spurned: Annotated[Numbers, MAX_SEATS, 53]
    """By seat and face the turn, from 1, in which it was last let go or discarded."""
    short: Annotated[Numbers, MAX_SEATS]
    """By seat what the hand lacks for the contract, where that is counted."""
    plan: Annotated[Numbers, MAX_SEATS, _PLAN]
    """By seat the runs for it, and the option that it fulfils."""
    least: Annotated[Numbers, MAX_SEATS]
    """By seat what the hand lacks at least."""
    is_counted: Annotated[Numbers, MAX_SEATS]
    """By seat whether `short` and `plan` are of the present hand."""


class CompactTable(CompactRound, Protocol):
    """A round that is being played, with the weights of its players and room for what is
    counted."""

    weights: Weights
    renewal: Annotated[Numbers, _CARDS]
    """The order in which the stock is renewed next, where it is given."""
    points: Annotated[Numbers, MAX_SEATS]
    log: Annotated[Numbers, *_LOG_SHAPE]
    trial: Annotated[Numbers, _PLAN]
    """From here on room for what is counted, of no meaning afterwards: a plan that is tried."""
    enough: int
    """Cards missing with which a search for a plan ends."""
    suit_counts: Annotated[Numbers, 4]
    """By suit what is left of a hand, as in `suits`."""
    ranks: Annotated[Numbers, 2]
    """By rank what is left of it, a byte each: the ace, the 3 and so on, and those between."""
    counts: Annotated[Numbers, 53]
    """By face the cards of a hand."""
    windows: Annotated[Numbers, _WINDOWS]
    """Runs that might be made, those of one size together, by the naturals that they lack."""
    ease: Annotated[Numbers, _WINDOWS]
    """How many each of them lacks."""
    spans: Annotated[Numbers, 2, MAX_OF_KIND]
    """By run of the contract where those of its size begin in the list, and where they end."""
    naturals: Annotated[Numbers, 4]
    """By suit how many naturals a run has that begins at each place, four bits a place."""
    steps: Annotated[Numbers, 5, _PLAN]
    """In five rows, by the number of runs chosen before: the place in the list of the run that is
    tried, the run, the naturals it takes, what all runs so far lack, and their room for jokers."""
    used: Annotated[Numbers, 13]
    """By rank the sets made."""
    stacks: Annotated[Numbers, 26]
    """By rank the cards that are left for sets; where a suit may be once in a set, in two rows
    those that it has once and twice."""
    left: Annotated[Numbers, 53]
    """By face the cards that melds leave."""
    built: Annotated[Numbers, MOST_MELDS, MELD]
    extended: Annotated[Numbers, MOST_TABLE_MELDS, MELD]
    """The melds on the table, as lay-offs might make them."""
    unseen: Annotated[Numbers, 53]
    """By face the cards that a seat does not see."""
    shares: Annotated[Fractions, MAX_SEATS]
    """By seat the share of them in its hand."""
    choices: Annotated[Numbers, 53]
    """Cards that might be thrown, those that serve least first."""
    worths: Annotated[Fractions, 53]


def empty_table(weights: Weights = PLAYED_OUT) -> CompactTable:
    """A table with nothing on it, for players of these weights."""
    table: CompactTable = new_record(CompactTable, weights=weights)
    table.out = table.taken = NOBODY
    table.turn_limit = TURN_LIMIT
    return table


_copy_round = copier_of(CompactRound)


@compiled
def copy_table(source: CompactTable, target: CompactTable) -> None:
    """Makes the target the same round. Its log, its weights and its room for counting stay as they
    are."""
    _copy_round(source, target)


@compiled
def clear(numbers: Numbers) -> None:
    """Makes all numbers of a row 0."""
    for i in range(len(numbers)):
        numbers[i] = 0


@compiled
def below(t: CompactTable, limit: int) -> int:
    """A random whole number below the limit."""
    t.chance = (t.chance * 6364136223846793005 + 1442695040888963407) & MASK
    return (t.chance >> 33) % limit


@compiled
def shuffle(t: CompactTable, cards: Numbers, count: int) -> None:
    """Shuffles the first `count` cards."""
    for i in range(count - 1, 0, -1):
        j = below(t, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@compiled
def note(t: CompactTable, kind: int, seat: int, face: int, meld: int, end: int) -> None:
    """Writes a line of the log where there is one."""
    if t.is_logging:
        row = t.log[t.logged]
        row[0], row[1], row[2], row[3], row[4] = kind, seat, face, meld, end
        t.logged += 1


@compiled
def move_line_down(t: CompactTable, mark: int) -> None:
    """Moves a line of the log after the lines that followed from it."""
    if t.is_logging:
        for i in range(mark, t.logged - 1):
            for j in range(5):
                t.log[i, j], t.log[i + 1, j] = t.log[i + 1, j], t.log[i, j]


@compiled
def give(rules: CompactRules, t: CompactTable, seat: int, face: int) -> None:
    """Puts a card in a hand."""
    t.hands[seat, face] += 1
    t.sizes[seat] += 1
    if rules.wild[face]:
        t.wilds[seat] += 1
    else:
        t.suits[seat, face // 13] += 1 << 4 * (face % 13)
    t.is_counted[seat], t.least[seat] = 0, max(0, t.least[seat] - 1)


@compiled
def lose(rules: CompactRules, t: CompactTable, seat: int, face: int) -> None:
    """Takes a card out of a hand."""
    t.hands[seat, face] -= 1
    t.sizes[seat] -= 1
    if rules.wild[face]:
        t.wilds[seat] -= 1
    else:
        t.suits[seat, face // 13] -= 1 << 4 * (face % 13)
    t.is_counted[seat] = 0
    if t.known[seat, face] > 0:
        t.known[seat, face] -= 1


@compiled
def spot(place: int) -> int:
    """A place of a run as a rank, 1 to 13: no run has two places of one rank."""
    return (place - 1) % 13 + 1


@compiled
def wild_at(meld: Numbers, place: int) -> int:
    """The face of the card that is laid for another one at a place of a meld, or NOBODY."""
    if place >= 2 * _FACES_A_PLACE:
        return JOKER
    return int(meld[WILD + place // _FACES_A_PLACE] >> 6 * (place % _FACES_A_PLACE) & 63) - 1


@compiled
def put_wild(meld: Numbers, place: int, face: int) -> None:
    """Notes the face of the card that is laid for another one at a place of a meld, or NOBODY."""
    if place < 2 * _FACES_A_PLACE:
        meld[WILD + place // _FACES_A_PLACE] += (face - wild_at(meld, place)) << 6 * (
            place % _FACES_A_PLACE
        )


@compiled
def suits_of(suit: int) -> int:
    """The suits that a run of a suit may hold, a bit each: of a colour two, of any all."""
    return _SUIT_BITS >> 4 * (suit + 1) & 15


@compiled
def has_no_suit(meld: Numbers) -> bool:
    """Whether a meld is a run that may hold several suits."""
    return meld[IS_RUN] == 1 and not 0 <= meld[SUIT] <= 3


@compiled
def face_at(meld: Numbers, place: int) -> int:
    """The face of the card at a place of a run, or NOBODY where that is not chosen yet."""
    if meld[SPOTS] >> place & 1 or has_no_suit(meld):
        return wild_at(meld, place)
    return int(meld[SUIT] * 13 + place - 1)


@compiled
def end_round(rules: CompactRules, t: CompactTable, out: int, ending: int) -> None:
    """Counts the hands; the winner of the round has nothing, less a bonus (ALL-12, RG-20)."""
    t.phase, t.out, t.ending = OVER, out, ending
    times = rules.last_times if (rules.ends * t.down).any() else rules.times
    for seat in range(rules.players):
        total = (t.hands[seat] * rules.points).sum()
        if rules.partner_safe and out != NOBODY and seat % rules.sides == out % rules.sides:
            total = 0
        if not t.down[seat]:
            total = total * rules.not_down_times + rules.not_down_penalty
        if seat == out:
            total = -rules.out_bonus
            if ending == ROUND_BLIND:
                total -= rules.bonus
            if ending == ROUND_CLEAN:
                total -= rules.clean_bonus
        t.points[seat] = times * (total + t.fined[seat])


@compiled
def end_turn_of(rules: CompactRules, t: CompactTable, live: int, locked: int) -> None:
    """Passes the turn on, or ends the round where all other players have had a last turn."""
    t.turns += 1
    t.over += 1
    if t.fate:
        t.chance = t.fate * (2 * t.turns + 1) & MASK
        below(t, 1)
    t.turn = (t.turn + rules.step) % rules.players
    if t.turn == t.out:
        end_round(rules, t, t.out, t.ending)
        return
    t.phase, t.live, t.locked = DRAW, live, locked
    t.tossed = live and not locked
    t.given_up = t.waiting_count = t.went_down = t.must_go_down = t.joker_left = 0
    t.taken = NOBODY


@compiled
def go_out(rules: CompactRules, t: CompactTable, seat: int, tossed: int) -> None:
    """Ends the round for an empty hand, or if it is the first one starts the last turns (ALL-8,
    RG-20)."""
    ending = ROUND_OUT
    if t.went_down:
        ending = ROUND_BLIND if t.joker_left else ROUND_CLEAN
    if not rules.last_turn:
        end_round(rules, t, seat, ending)
        return
    if t.out == NOBODY:
        t.out, t.ending = seat, ending
        clear(t.least)
        clear(t.is_counted)
    end_turn_of(rules, t, tossed, 0)
