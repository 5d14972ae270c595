"""The compact table: one round in one record, with faces instead of cards, and small changes of it.
Nothing is checked here. The play-outs choose legal moves alone, as replays in the engine prove."""

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
"""Why a round ended. STALE: nobody can end it any more. LONG: it took too many turns."""
IS_RUN, LOW, SUIT, SIZE, JOKERS, SPOTS, OWNER, NATURALS = range(8)
"""Columns of `CompactTable.melds`. SUIT is the kind of a run (`_RUN_KINDS`). JOKERS counts the wild
cards laid for others, SPOTS is a mask of their places in a run. NATURALS and the next three count
the naturals of a set by suit."""
WILD: Final = 11
"""The first of two columns with the faces of wild cards laid for others: six bits for each
face plus 1. A run has them by place, a set one after the other. A run that may hold several suits
has its naturals there too."""
_FACES_A_PLACE: Final = 8
"""How many faces one of these two columns has room for."""
_RUN_KINDS: Final = range(-1, 6)
"""The kinds of runs as in `SUITS_IN`: -1 for any suits, 0 to 3 for one suit, then two colours."""
_SUIT_BITS: Final = sum(
    1 << 4 * (kind - _RUN_KINDS[0]) + suit for kind in _RUN_KINDS for suit in SUITS_IN[kind]
)
"""By kind of run a mask of its suits: four bits for each kind, and in them a bit for each suit."""
A_DRAW, A_TAKE, A_PASS, A_CALL, A_SWAP, A_DOWN, A_LAY, A_DISCARD, A_END = range(9)
A_SHANGHAI, A_NO_CALL, A_MELD, A_RENEWAL = range(9, 13)
"""Actions in the log. A lay-down comes before its melds, a renewed stock before its action."""
MELD: Final = 13
"""How many numbers a meld has."""
MOST_MELDS: Final = 2 * MAX_OF_KIND
"""The most melds of a contract."""
OPTION: Final = MAX_OF_KIND
"""The index of the option in a plan. The runs of the plan come before it."""
_PLAN: Final = OPTION + 1
MOST_TABLE_MELDS: Final = 80
"""The most melds on the table."""
_CARDS: Final = 480
_WINDOWS: Final = 64 * MAX_OF_KIND
LOG_LIMIT: Final = 11_500
"""With more lines the log has no room for a further turn."""
_LOG_SHAPE: Final = (LOG_LIMIT + 500, MELD + 1)
TURN_LIMIT: Final = 45
"""After so many turns of each seat a play-out ends, and its hands count."""
MASK: Final = (1 << 62) - 1


class CompactRound(Protocol):
    """The state of a round, with names as in `State`. The numbers are the lengths of arrays."""

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
    """The reason why the round ended: ROUND_OUT and so on."""
    over: int
    """How many turns of the round are over."""
    taken: int
    """The face that the player on turn took from the discards in this turn, or NOBODY."""
    turns: int
    """How many turns of all seats the viewer has counted, for `spurned`."""
    turn_limit: int
    """After so many turns of each seat the round ends, and its hands count."""
    chance: int
    """The state of the random numbers."""
    fate: int
    """0, or a seed of its own for the random numbers of each turn. Then each turn also draws the
    same card of the stock, whatever is called before: moves are compared with equal luck."""
    is_logging: int
    logged: int
    """How many lines the log has."""
    hands: Annotated[Numbers, MAX_SEATS, 53]
    """By seat and face the number of cards in hand."""
    suits: Annotated[Numbers, MAX_SEATS, 4]
    """By seat and suit the cards in hand that are not wild: four bits for the count of a rank."""
    sizes: Annotated[Numbers, MAX_SEATS]
    """By seat the number of cards in hand, then that of its wild cards."""
    wilds: Annotated[Numbers, MAX_SEATS]
    down: Annotated[Numbers, MAX_SEATS]
    calls_used: Annotated[Numbers, MAX_SEATS]
    """By seat the limit of calls less those that are left, then the calls that were granted."""
    calls_made: Annotated[Numbers, MAX_SEATS]
    chips: Annotated[Numbers, MAX_SEATS]
    fined: Annotated[Numbers, MAX_SEATS]
    """By seat the points that it must pay, for calls and as the tosser of a SHANGHAI."""
    renewals: int
    stock_size: int
    stock: Annotated[Numbers, _CARDS]
    """The stock, the next card last."""
    pile_size: int
    pile: Annotated[Numbers, _CARDS]
    """The discards, the top one last."""
    tossers: Annotated[Numbers, _CARDS]
    chosen: int
    """The number of the contract that the first seat down chose for all, or 0."""
    meld_count: int
    melds: Annotated[Numbers, MOST_TABLE_MELDS, MELD]
    waiting_count: int
    waiting: Annotated[Numbers, MAX_SEATS]
    renewal_size: int
    known: Annotated[Numbers, MAX_SEATS, 53]
    """By seat and face the cards that it took or bought and still holds."""
    spurned: Annotated[Numbers, MAX_SEATS, 53]
    """By seat and face `turns + 1` when it last discarded the face or did not take it, or 0."""
    short: Annotated[Numbers, MAX_SEATS]
    """By seat how many cards the hand lacks for its contract, if that is counted."""
    plan: Annotated[Numbers, MAX_SEATS, _PLAN]
    """By seat the runs by which it lacks so few, then the option."""
    least: Annotated[Numbers, MAX_SEATS]
    """By seat a lower bound of what the hand lacks."""
    is_counted: Annotated[Numbers, MAX_SEATS]
    """By seat whether `short` and `plan` belong to the present hand."""


class CompactTable(CompactRound, Protocol):
    """A round with the weights of its players, its log, and scratch space for counting."""

    weights: Weights
    renewal: Annotated[Numbers, _CARDS]
    """The order of the next renewed stock, if its size is `renewal_size`."""
    points: Annotated[Numbers, MAX_SEATS]
    log: Annotated[Numbers, *_LOG_SHAPE]
    trial: Annotated[Numbers, _PLAN]
    """A plan that is tried. From here on all fields are scratch space."""
    enough: int
    """The search for a plan stops when the hand lacks only so many cards."""
    steps_made: int
    """How many steps all searches for a plan have made: a measure of the work."""
    suit_counts: Annotated[Numbers, 4]
    """What is left of the counted hand by suit, as in `suits`."""
    ranks: Annotated[Numbers, 2]
    """The same by rank, a byte each: first the ace, the 3 and so on, then the ranks between."""
    counts: Annotated[Numbers, 53]
    """By face the cards of a hand."""
    windows: Annotated[Numbers, _WINDOWS]
    """A list of possible runs, each as 16 times its kind plus its lowest place. They are ordered by
    size, and within one size by how many naturals they lack."""
    ease: Annotated[Numbers, _WINDOWS]
    """By run of this list how many naturals it lacks."""
    spans: Annotated[Numbers, 2, MAX_OF_KIND]
    """By run of the contract where the runs of its size begin in the list, and where they end."""
    naturals: Annotated[Numbers, 4]
    """By kind of run how many naturals a run has by the place where it begins, four bits each."""
    steps: Annotated[Numbers, 5, _PLAN]
    """By the number of runs chosen before: the index in the list of the run that is tried, the run,
    the naturals that it takes, then what all runs so far lack, and how many of it may be jokers."""
    used: Annotated[Numbers, 13]
    """By rank how many sets were made."""
    stacks: Annotated[Numbers, 26]
    """By rank the cards that are left for sets. If a set may hold each suit only once: by rank how
    many suits have a card, then by rank how many have two."""
    left: Annotated[Numbers, 53]
    """By face the cards that no meld uses."""
    built: Annotated[Numbers, MOST_MELDS, MELD]
    extended: Annotated[Numbers, MOST_TABLE_MELDS, MELD]
    """The melds on the table with all possible lay-offs."""
    unseen: Annotated[Numbers, 53]
    """By face the cards that a seat does not see."""
    shares: Annotated[Fractions, MAX_SEATS]
    """By seat the share of these cards that its hand holds."""
    choices: Annotated[Numbers, 53]
    """The faces that may be discarded, the least useful first, with more in the lowest 8 bits."""
    worths: Annotated[Fractions, 53]
    """How useful each of them is, in points."""


def empty_table(weights: Weights = PLAYED_OUT) -> CompactTable:
    """A table without cards, for players with these weights."""
    table: CompactTable = new_record(CompactTable, weights=weights)
    table.out = table.taken = NOBODY
    table.turn_limit = TURN_LIMIT
    return table


_copy_round = copier_of(CompactRound)


@compiled
def copy_table(source: CompactTable, target: CompactTable) -> None:
    """Copies the round to another table. Its log, its weights and scratch space stay the same."""
    _copy_round(source, target)


@compiled
def clear(numbers: Numbers) -> None:
    """Sets all numbers of a row to 0."""
    for i in range(len(numbers)):
        numbers[i] = 0


@compiled
def below(t: CompactTable, limit: int) -> int:
    """A random whole number below the limit."""
    t.chance = (t.chance * 6364136223846793005 + 1442695040888963407) & MASK
    return (t.chance >> 33) % limit


@compiled
def shuffle(t: CompactTable, cards: Numbers, count: int) -> None:
    """Shuffles the first `count` cards of a row."""
    for i in range(count - 1, 0, -1):
        j = below(t, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@compiled
def note(t: CompactTable, kind: int, seat: int, face: int, meld: int, end: int) -> None:
    """Writes a line of the log, if the table has one."""
    if t.is_logging:
        row = t.log[t.logged]
        row[0], row[1], row[2], row[3], row[4] = kind, seat, face, meld, end
        t.logged += 1


@compiled
def move_line_down(t: CompactTable, mark: int) -> None:
    """Moves line `mark` of the log to the end, after the lines that followed from it."""
    if t.is_logging:
        for i in range(mark, t.logged - 1):
            for j in range(5):
                t.log[i, j], t.log[i + 1, j] = t.log[i + 1, j], t.log[i, j]


@compiled
def give(rules: CompactRules, t: CompactTable, seat: int, face: int) -> None:
    """Puts a card into a hand."""
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
    """A place of a run as a rank from 1 to 13, as no run has two places of one rank."""
    return (place - 1) % 13 + 1


@compiled
def wild_at(meld: Numbers, place: int) -> int:
    """The face that is stored in the WILD columns for a place of a meld, or NOBODY."""
    if place >= 2 * _FACES_A_PLACE:
        return JOKER
    return int(meld[WILD + place // _FACES_A_PLACE] >> 6 * (place % _FACES_A_PLACE) & 63) - 1


@compiled
def put_wild(meld: Numbers, place: int, face: int) -> None:
    """Stores a face, or NOBODY, in the WILD columns for a place of a meld."""
    if place < 2 * _FACES_A_PLACE:
        meld[WILD + place // _FACES_A_PLACE] += (face - wild_at(meld, place)) << 6 * (
            place % _FACES_A_PLACE
        )


@compiled
def suits_of(run_kind: int) -> int:
    """A mask with a bit for each suit that a run of this kind may hold."""
    return _SUIT_BITS >> 4 * (run_kind + 1) & 15


@compiled
def has_no_suit(meld: Numbers) -> bool:
    """Whether a meld is a run that may hold several suits."""
    return meld[IS_RUN] == 1 and not 0 <= meld[SUIT] <= 3


@compiled
def face_at(meld: Numbers, place: int) -> int:
    """The face of the card at a place of a run. NOBODY if none is chosen yet."""
    if meld[SPOTS] >> place & 1 or has_no_suit(meld):
        return wild_at(meld, place)
    return int(meld[SUIT] * 13 + place - 1)


@compiled
def end_round(rules: CompactRules, t: CompactTable, out: int, ending: int) -> None:
    """Ends the round and writes the points of each seat. The seat that is out gets none, less any
    bonus (ALL-12, RG-20)."""
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
    """Passes the turn on. Ends the round if all other players have had their last turn."""
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
    """Ends the round for a seat with an empty hand, or lets the others have a last turn if the
    rules say so (ALL-8, RG-20)."""
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
