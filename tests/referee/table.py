"""What a variant asks as plain values, the four games of the texts by hand, and cards as labels."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
JOKER = "JK"


class Foul(Exception):
    """A breach of the rules or of the format; its text says which."""


class Unwritten(Foul):
    """What this referee cannot know: chance that is not written out, or a search it has not."""


class Unfollowed(Foul):
    """A rule that this referee does not know, by the name of its key."""


@dataclass(frozen=True)
class Option:
    """One way to fulfil a contract: the least sizes of its melds, and what else it asks of them."""

    sets: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    points: int = 0
    runs_of: str = "suit"
    royal: bool = False
    suits: str = "any"
    ranks: str = "any"
    set_suits: str = "any"
    clean: bool = False
    most_wild: int = 99

    @property
    def size(self) -> int:
        """The fewest cards that fulfil it."""
        return max(sum(self.sets) + sum(self.runs), 3 if self.points else 0)


Contract = tuple[Option, ...]


def asked(text: str) -> Contract:
    """The contract of a text: S3 is a set of three or more, R4 a run of four or more."""
    words = text.split()
    sets, runs = (
        tuple(int(word[1:]) for word in words if word[0] == letter) for letter in ("S", "R")
    )
    return (Option(sets, runs),)


@dataclass(frozen=True)
class Variant:
    """One game; counts are cards, calls or players, rounds are counted from 1."""

    contracts: tuple[Contract, ...]
    players: tuple[int, int]
    pack: Callable[[int], tuple[int, int]]  # players to decks of 52 and jokers
    points: Callable[[str], int]  # of a card left in a hand
    joker_cap: Callable[[str, int], int]  # kind and size of a meld to its most wild cards
    call_word: str
    call_cost: int
    calls: tuple[int, ...]  # for each round
    priority: str  # of the callers: "turn", "dealer", or "first" to call
    ace: str = "both"
    first_right: bool = True  # of the player on turn
    beneath_opens: bool = False  # after a call, GD-16
    down_may_call: bool = True
    down_has_first_right: bool = True
    lay_off_when_going_down: bool = True
    exchange: str = "none"  # "any" or "others"
    exchange_when: str = "any"  # or "down"
    exchange_in: str = "any"  # or "runs"
    exchange_duty: str = "none"  # or "go-down", "use"
    no_adjacent_runs: bool = False
    no_equal_sets: bool = False
    shanghai: bool = False
    discard_goes_out: bool = True
    turned_over: bool = False  # the discards are not shuffled, GD-11
    blind_bonus: tuple[int, int] = (0, 0)  # with a joker, without, RG-20
    all_in: frozenset[int] = frozenset()  # contracts, 1-based, GD-19
    dealt: tuple[int, ...] = (11,)  # by round
    dealt_to_few: tuple[tuple[int, tuple[int, ...]], ...] = ()  # up to so many players, by round
    all_in_discard: bool = False
    upcard: bool = True
    clockwise: bool = True
    next_dealer: str = "left"
    contracts_by: str = "round"
    contracts_then: str = "end"
    most_rounds: int = 0
    end_at: int = 0
    exact_sizes: bool = False
    repeated_suits: bool = True
    adjacent_wild: bool = True
    wild_ranks: frozenset[str] = frozenset()
    wild_by_round: tuple[str, ...] = ()
    wild_natural: bool = True
    meld_points: Callable[[int], int] | None = (
        None  # of a place, 1 for a low ace, 14 for a high one
    )
    calls_per_game: int = 0
    calls_carry: bool = False
    own_discard: bool = False
    calls_till_down: bool = False
    renewals: int = 1_000_000  # how often the discards may become the stock
    take_discard: str = "always"
    joker_blocks: bool = False
    down_from: int = 1
    lay_off_from: int = 1
    lay_off_on: str = "any"
    meld_when_down: bool = False
    lay_in_parts: bool = False
    must_discard: bool = False
    discard_ban: frozenset[str] = frozenset()
    last_turn: bool = False
    out_bonus: tuple[int, ...] = (0,)
    not_down_penalty: int = 0
    not_down_times: int = 1
    last_round_times: int = 1
    sides: int = 0
    partner_safe: bool = False

    @property
    def has_own_contracts(self) -> bool:
        """Whether each player stays at a contract until it is met."""
        return self.contracts_by == "player"

    @property
    def goes_on(self) -> bool:
        """Whether rounds go on after the last contract."""
        return self.contracts_then != "end" and not self.has_own_contracts

    @property
    def rounds(self) -> int:
        """The most rounds of a game."""
        if self.has_own_contracts or self.goes_on:
            return self.most_rounds or 30
        return len(self.contracts)

    def place(self, number: int) -> int:
        """The place of a round in the lists by round."""
        count = len(self.contracts)
        if number <= count or not self.goes_on:
            return number
        return count if self.contracts_then == "last" else (number - 1) % count + 1

    def of_round(self, values: tuple[int, ...], number: int) -> int:
        """The value for a round; after the end of a list its last one."""
        return values[min(self.place(number), len(values)) - 1]

    def hand_size(self, number: int, players: int) -> int:
        """The cards that are dealt to each in a round."""
        for up_to, dealt in self.dealt_to_few:
            if players <= up_to:
                return self.of_round(dealt, number)
        return self.of_round(self.dealt, number)

    def wild(self, number: int) -> frozenset[str]:
        """The ranks that are wild in a round, beside the jokers."""
        if not self.wild_by_round:
            return self.wild_ranks
        place = min(self.place(number), len(self.wild_by_round)) - 1
        return self.wild_ranks | {self.wild_by_round[place]}

    @property
    def least_set(self) -> int:
        """The fewest cards of a set: 3, or 2 where a contract asks for that."""
        return min(3, *(size for each in self.contracts for one in each for size in (*one.sets, 3)))

    @property
    def least_run(self) -> int:
        """The fewest cards of a run: 4, or 3 where a contract asks for that or for points."""
        options = [one for each in self.contracts for one in each]
        if any(one.points for one in options):
            return 3
        return min(4, *(size for one in options for size in (*one.runs, 4)))


def _by_rank(**points: int) -> Callable[[str], int]:
    """Points by A, F (king, queen, jack), JK, and n8 for an 8."""

    def count(card: str) -> int:
        rank = rank_of(card)
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


def _contracts(*texts: str) -> tuple[Contract, ...]:
    return tuple(map(asked, texts))


_SEVEN = _contracts(*("S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4"))
VARIANTS = {
    "rummygames": Variant(
        contracts=_contracts(
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
        dealt_to_few=((2, (7, 10, 10, 10, 12, 12, 14, 14, 14, 14)),),
    ),
    "grandma-davis": Variant(
        contracts=_SEVEN,
        players=(2, 4),
        pack=lambda _: (2, 4),
        points=_by_rank(A=20, JK=50, F=10, **_numbers(lambda n: 5 if n <= 7 else 10)),
        joker_cap=lambda _kind, _size: 1,
        call_word="may-i",
        call_cost=2,
        calls=(2,) * 7,
        priority="turn",
        ace="high",
        beneath_opens=True,
        no_adjacent_runs=True,
        no_equal_sets=True,
        shanghai=True,
        turned_over=True,
        all_in=frozenset({7}),
    ),
    "california": Variant(
        contracts=_contracts(
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
        exchange="any",
        exchange_duty="go-down",
        dealt_to_few=((2, (10, 8, 11, 12, 13, 13, 14, 15, 16, 17)),),
        discard_goes_out=False,
    ),
    "playerules": Variant(
        contracts=_SEVEN,
        players=(3, 5),
        pack=lambda _: (2, 4),
        points=_by_rank(A=15, JK=25, F=10, **_numbers(lambda n: n)),
        joker_cap=lambda _kind, size: size - 1,
        call_word="buy",
        call_cost=1,
        calls=(3,) * 7,
        priority="first",
        first_right=False,
        exchange="others",
    ),
}
"""The four games, read from the clauses of their texts and not from their files."""

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
    return +pack


def points_of(variant: Variant, hand: list[str]) -> int:
    """What a hand counts at the end of a round."""
    return sum(variant.points(card) for card in hand)
