"""What sets the four variants apart, as a plain table, and the cards as labels."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
JOKER = "JK"


class Foul(Exception):
    """A breach of the rules or of the format; its text says which."""


class Unwritten(Foul):
    """A card or a shuffle that chance decides is not written out."""


@dataclass(frozen=True)
class Variant:
    """One column of the table; counts are cards, calls or players."""

    contracts: tuple[str, ...]  # S3 is a set of three or more, R4 a run of four or more
    players: tuple[int, int]
    pack: Callable[[int], tuple[int, int]]  # players to decks of 52 and jokers
    points: Callable[[str], int]  # of a rank, or of JK
    joker_cap: Callable[[str, int], int]  # kind and size of a meld to its most jokers
    call_word: str
    call_cost: int
    calls: tuple[int, ...]  # for each round
    priority: str  # of the callers: "turn", "dealer", or "first" to call
    ace_low: bool = True
    first_right: bool = True  # of the player on turn
    beneath_opens: bool = False  # after a call, GD-16
    down_may_call: bool = True
    down_has_first_right: bool = True
    lay_off_when_going_down: bool = True
    exchange: str = "none"  # "any", "not own", or "go down" (any, but CA-12)
    no_adjacent_runs: bool = False
    no_equal_sets: bool = False
    shanghai: bool = False
    discard_goes_out: bool = True
    turned_over: bool = False  # the discards are not shuffled, GD-11
    blind_bonus: tuple[int, int] = (0, 0)  # with a joker, without, RG-20
    all_in: frozenset[int] = field(default_factory=frozenset)  # rounds, 1-based, GD-19
    dealt_to_two: tuple[int, ...] = ()  # by round, RG-3, CA-4; else the usual hand


def _by_rank(**points: int) -> Callable[[str], int]:
    """Points by A, F (king, queen, jack), JK, and n8 for an 8."""

    def count(rank: str) -> int:
        if rank in ("A", JOKER):
            return points[rank]
        if rank in "KQJ":
            return points["F"]
        return points["n" + rank]

    return count


def _numbers(worth: Callable[[int], int]) -> dict[str, int]:
    return {f"n{number}": worth(number) for number in range(2, 11)}


def _rummygames_cap(kind: str, size: int) -> int:
    """RG-14."""
    if kind == "set" or size <= 4:
        return 1
    if size <= 6:
        return 2
    return 3 if size <= 9 else 4


VARIANTS = {
    "rummygames": Variant(
        contracts=(
            *("S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 R7", "S3 S3 R5", "R4 R4 R4"),
            *("S3 R10", "S3 S3 S3 R5", "R5 R5 R5"),
        ),
        players=(2, 8),
        pack=lambda n: (2, 1) if n <= 4 else (3, 2),
        points=_by_rank(A=15, JK=15, F=10, **_numbers(lambda _: 5)),
        joker_cap=_rummygames_cap,
        call_word="buy",
        call_cost=1,
        calls=(3,) * 8 + (4,) * 2,
        priority="turn",
        lay_off_when_going_down=False,
        exchange="any",
        no_adjacent_runs=True,
        blind_bonus=(25, 50),
        dealt_to_two=(7, 10, 10, 10, 12, 12, 14, 14, 14, 14),
    ),
    "grandma-davis": Variant(
        contracts=("S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4"),
        players=(2, 4),
        pack=lambda _: (2, 4),
        points=_by_rank(A=20, JK=50, F=10, **_numbers(lambda n: 5 if n <= 7 else 10)),
        joker_cap=lambda _kind, _size: 1,
        call_word="may-i",
        call_cost=2,
        calls=(2,) * 7,
        priority="turn",
        ace_low=False,
        beneath_opens=True,
        no_adjacent_runs=True,
        no_equal_sets=True,
        shanghai=True,
        turned_over=True,
        all_in=frozenset({7}),
    ),
    "california": Variant(
        contracts=(
            *("S3 S3 S3", "S3 R4", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4", "S3 S3 S3 S3"),
            *("S3 S3 S3 R4", "S3 S3 R4 R4", "R4 R4 R4 S3", "R4 R4 R4 R4"),
        ),
        players=(2, 8),
        pack=lambda n: (2, 4) if n <= 4 else (3, 6) if n <= 6 else (4, 8),
        points=_by_rank(
            A=15, JK=25, F=10, **_numbers(lambda n: 20 if n == 2 else 5 if n <= 9 else 10)
        ),
        joker_cap=lambda _kind, size: size // 2,
        call_word="buy",
        call_cost=2,
        calls=(3,) * 8 + (4,) * 2,
        priority="dealer",
        down_may_call=False,
        down_has_first_right=False,
        exchange="go down",
        dealt_to_two=(10, 8, 11, 12, 13, 13, 14, 15, 16, 17),
        discard_goes_out=False,
    ),
    "playerules": Variant(
        contracts=("S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4"),
        players=(3, 5),
        pack=lambda _: (2, 4),
        points=_by_rank(A=15, JK=25, F=10, **_numbers(lambda n: n)),
        joker_cap=lambda _kind, size: size - 1,
        call_word="buy",
        call_cost=1,
        calls=(3,) * 7,
        priority="first",
        first_right=False,
        exchange="not own",
    ),
}

HAND = 11
LONGEST_RUN = 13


def rank_of(card: str) -> str:
    """`10` of `10S`; `JK` of a joker."""
    return JOKER if card == JOKER else card[:-1]


def suit_of(card: str) -> str:
    """`S` of `10S`; nothing of a joker."""
    return "" if card == JOKER else card[-1]


def read_card(word: str) -> str:
    """The label of a written card; Foul where it is none."""
    if word == JOKER:
        return JOKER
    rank, suit = word[:-1], word[-1:].translate(str.maketrans("♠♥♦♣", SUITS))
    rank = "10" if rank == "T" else rank
    if rank not in RANKS or suit not in SUITS or not suit:
        raise Foul(f"{word!r} is no card")
    return rank + suit


def read_cards(text: object) -> list[str]:
    """The labels of a written list of cards."""
    if not isinstance(text, str):
        raise Foul(f"{text!r} is no list of cards")
    return [read_card(word) for word in text.split()]


def whole_pack(variant: Variant, players: int) -> Counter[str]:
    """How often each label is in the pack."""
    decks, jokers = variant.pack(players)
    pack = Counter({rank + suit: decks for rank in RANKS for suit in SUITS})
    pack[JOKER] = jokers
    return pack


def points_of(variant: Variant, hand: list[str]) -> int:
    """What a hand counts at the end of a round."""
    return sum(variant.points(rank_of(card)) for card in hand)
