"""The rules of a variant as one frozen value, each rule with its type, default and sentence."""

from functools import cached_property
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from shanghai.engine.cards import JOKER, NATURAL_FACES, SUITS, Card, Face, deck_cards, read_face

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


WildRank = Literal["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"]
# fmt: off
CardName = Literal[
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD",
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC",
]
# fmt: on
_WILD_RANKS: Final[tuple[WildRank, ...]] = ("A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K")


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards used up to a number of players."""

    up_to: Annotated[int, Meta(ge=1, le=8, description="the most players this pack serves")]
    decks: Annotated[int, Meta(ge=1, le=8, description="decks of 52 cards")]
    jokers: Annotated[int, Meta(ge=0, le=40, description="jokers in all")]


class DealFor(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards dealt at a small table; a list too short goes on with its last number."""

    up_to: Annotated[int, Meta(ge=1, le=8, description="the most players this deal is for")]
    deal: Annotated[
        tuple[Positive, ...], Meta(min_length=1, description="cards dealt to each, by round")
    ]


class Contract(Struct, frozen=True, forbid_unknown_fields=True):
    """The melds one lays to go down: the least size of each set and of each run (ALL-5)."""

    sets: Annotated[
        tuple[Annotated[int, Meta(ge=2, le=13)], ...], Meta(description="the size of each set")
    ] = ()
    runs: Annotated[
        tuple[Annotated[int, Meta(ge=3, le=13)], ...], Meta(description="the size of each run")
    ] = ()

    @property
    def size(self) -> int:
        """The least number of cards that fulfil it."""
        return sum(self.sets) + sum(self.runs)


class JokerCap(Struct, frozen=True, forbid_unknown_fields=True):
    """How many jokers one meld may hold; a size beyond the last listed takes its figure."""

    kind: Annotated[
        Literal["any", "fixed", "by-size", "naturals"],
        Meta(
            description="any number; a fixed number; by the size of the meld; "
            "never more than its natural cards"
        ),
    ] = "any"
    most: Annotated[int, Meta(ge=0, description="for fixed: the number in any meld")] = 0
    sets: Annotated[
        tuple[tuple[Positive, Count], ...],
        Meta(description="for by-size: pairs of a least size and the most jokers, for sets"),
    ] = ()
    runs: Annotated[
        tuple[tuple[Positive, Count], ...],
        Meta(description="for by-size: pairs of a least size and the most jokers, for runs"),
    ] = ()

    def allows(self, is_run: bool, size: int, jokers: int) -> bool:
        """Whether a meld of `size` cards may hold `jokers` jokers; one natural is always asked."""
        if jokers >= size:
            return False
        match self.kind:
            case "any":
                return True
            case "fixed":
                return jokers <= self.most
            case "naturals":
                return jokers * 2 <= size
            case "by-size":
                return jokers <= self.most_for(is_run, size)

    def most_for(self, is_run: bool, size: int) -> int:
        """The most jokers that a meld of `size` cards may hold."""
        match self.kind:
            case "any":
                return size - 1
            case "fixed":
                return min(self.most, size - 1)
            case "naturals":
                return size // 2
            case "by-size":
                steps = self.runs if is_run else self.sets
                fitting = [most for least, most in steps if least <= size]
                return min(fitting[-1] if fitting else 0, size - 1)


class VariantWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's own words for what the rules name alike."""

    set: Annotated[str, Meta(description="cards of one rank")] = "set"
    run: Annotated[str, Meta(description="cards of one suit in order")] = "run"
    round: Annotated[str, Meta(description="from one deal to the next")] = "round"


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rule is read from: its clauses and, where the text is silent or torn, the ruling."""

    clauses: Annotated[
        tuple[str, ...], Meta(description="the clauses it is read from, such as RG-3")
    ] = ()
    ruling: Annotated[
        str, Meta(description="how the text is understood where it is silent, and why")
    ] = ""
    origin: Annotated[
        str, Meta(description="the variant that it comes from, where it is another")
    ] = ""


class HouseRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that the variant offers at launch: the rules that it sets, as they stand in YAML."""

    name: Annotated[str, Meta(description="by which it is chosen")]
    sentence: Annotated[str, Meta(description="what it changes")]
    set: Annotated[dict[str, Any], Meta(description="the rules that it sets")] = {}


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """One rule system, whole; a variant file and its house rules make one of these."""

    id: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9][a-z0-9-]{0,39}$",
            title="Id",
            description="the short name by which commands know the variant",
        ),
    ]
    name: Annotated[str, Meta(title="Name", description="the name on the screen")]
    summary: Annotated[
        str, Meta(title="Summary", description="one sentence: what makes this variant different")
    ]
    text: Annotated[str, Meta(title="Origin", description="where its rules come from")] = ""
    minutes: Annotated[
        int,
        Meta(ge=1, title="Minutes", description="how long a game of four lasts, in minutes"),
    ] = 90
    words: Annotated[
        VariantWords, Meta(title="Words", description="what this table calls a set, run and round")
    ] = VariantWords()

    min_players: Annotated[
        int, Meta(ge=2, le=8, title="Fewest players", description="the least players it is for")
    ] = 2
    max_players: Annotated[
        int, Meta(ge=2, le=8, title="Most players", description="the most players it is for")
    ] = 8
    packs: Annotated[
        tuple[Pack, ...],
        Meta(title="Cards", description="decks and jokers, by the number of players"),
    ]
    contracts: Annotated[
        tuple[Contract, ...],
        Meta(title="Contracts", description="the melds one goes down with, one entry a round"),
    ]
    deal: Annotated[
        tuple[Positive, ...],
        Meta(title="Cards dealt", description="cards dealt to each, by round"),
    ]

    deal_for: Annotated[
        tuple[DealFor, ...],
        Meta(
            title="Cards dealt to few",
            description="another deal for tables of few players, by rising number of players",
        ),
    ] = ()

    upcard: Annotated[
        bool,
        Meta(
            title="Upcard",
            description="whether a card is turned up after the deal; without it the first "
            "draw is from the stock",
        ),
    ] = True
    next_dealer: Annotated[
        Literal["left", "winner"],
        Meta(
            title="Next dealer",
            description="who deals the next round: the next seat, or the one who went out",
        ),
    ] = "left"
    direction: Annotated[
        Literal["clockwise", "counter-clockwise"],
        Meta(
            title="Direction",
            description="which way the deal and the turns go round",
        ),
    ] = "clockwise"

    ace: Annotated[
        Literal["low", "high", "both"],
        Meta(title="Ace", description="whether the ace of a run lies below the 2, above the king"),
    ] = "both"
    joker_cap: Annotated[
        JokerCap, Meta(title="Jokers in a meld", description="how many jokers one meld may hold")
    ] = JokerCap()
    wild_ranks: Annotated[
        tuple[WildRank, ...],
        Meta(
            title="Wild ranks",
            description="ranks that are wild besides the jokers, such as [2]",
        ),
    ] = ()
    wild_cards: Annotated[
        tuple[CardName, ...],
        Meta(
            title="Wild cards",
            description="single cards that are wild besides the jokers, such as [JS, JH]",
        ),
    ] = ()
    wild_natural: Annotated[
        bool,
        Meta(
            title="Wild cards as themselves",
            description="whether a wild card that is no joker may also be laid as the card it is",
        ),
    ] = True
    same_rank_sets: Annotated[
        bool,
        Meta(
            title="Two sets of one rank",
            description="whether one lay-down may hold two sets of one rank",
        ),
    ] = True
    adjacent_runs: Annotated[
        bool,
        Meta(
            title="Runs that touch",
            description="whether one lay-down may hold two runs that continue each other",
        ),
    ] = True

    exact_sizes: Annotated[
        bool,
        Meta(
            title="Exact sizes",
            description="whether the melds of a contract have just the size asked for",
        ),
    ] = False

    call_word: Annotated[
        Literal["buy", "may-i"],
        Meta(title="Call", description="what one says who wants the discard out of turn"),
    ] = "buy"
    call_cost: Annotated[
        int,
        Meta(
            ge=0,
            le=10,
            title="Cards for a call",
            description="cards from the stock that come with a called discard",
        ),
    ] = 1
    call_limit: Annotated[
        tuple[Count, ...], Meta(title="Calls", description="calls a player has, by round")
    ]
    call_costs: Annotated[
        tuple[Count, ...],
        Meta(
            title="Cards for a call by round",
            description="cards that come with a called discard, by round; empty: call_cost in all",
        ),
    ] = ()
    calls_per_game: Annotated[
        Count,
        Meta(
            title="Calls in a game",
            description="calls a player has in the whole game; 0: as many as the rounds allow",
        ),
    ] = 0
    own_discard: Annotated[
        bool,
        Meta(
            title="Own discard",
            description="whether one may call the discard that one made oneself",
        ),
    ] = False
    call_order: Annotated[
        Literal["turn", "dealer", "first"],
        Meta(
            title="Of several callers",
            description="who comes first of several callers: nearest to the turn, nearest to "
            "the dealer's left, first to call",
        ),
    ] = "turn"
    first_right: Annotated[
        Literal["always", "unless-down", "never"],
        Meta(
            title="First right",
            description="whether the player on turn comes before the callers",
        ),
    ] = "always"
    call_when_down: Annotated[
        bool,
        Meta(title="Calls when down", description="whether a player who is down may still call"),
    ] = True
    beneath: Annotated[
        Literal["open", "dead"],
        Meta(title="Card beneath", description="the card beneath one that was called"),
    ] = "dead"

    lay_off_at_once: Annotated[
        bool,
        Meta(
            title="Lay off at once",
            description="whether one may lay off in the turn of going down",
        ),
    ] = True
    lay_off_on: Annotated[
        Literal["any", "own", "none"],
        Meta(
            title="Lay off on",
            description="on whose melds one lays off: any, those of one's own, or none",
        ),
    ] = "any"
    exchange: Annotated[
        Literal["none", "any", "others"],
        Meta(
            title="Jokers won from",
            description="whose melds a player may win a joker from, for the card it stands for",
        ),
    ] = "none"
    exchange_when: Annotated[
        Literal["any", "down"],
        Meta(
            title="Joker won when",
            description="whether one must be down to win a joker",
        ),
    ] = "any"
    exchange_in: Annotated[
        Literal["any", "runs"],
        Meta(
            title="Joker won in",
            description="whether a joker is won from any meld or from runs alone",
        ),
    ] = "any"
    exchange_duty: Annotated[
        Literal["none", "go-down", "use"],
        Meta(
            title="Joker won, then",
            description="what a joker exchange asks of a player who is not down",
        ),
    ] = "none"
    shanghai: Annotated[
        bool, Meta(title="SHANGHAI", description="whether SHANGHAI is declared and called")
    ] = False
    last_discard: Annotated[
        bool,
        Meta(
            title="Out by a discard",
            description="whether one may go out by discarding the last card",
        ),
    ] = True
    must_discard: Annotated[
        bool,
        Meta(
            title="A discard to go out",
            description="whether one goes out by a discard alone and must keep a card for it",
        ),
    ] = False
    discard_ban: Annotated[
        tuple[Literal["playable", "taken"], ...],
        Meta(
            title="Not to be discarded",
            description="discards that are barred while another card is held: one that "
            "fits a meld, or the one just taken",
        ),
    ] = ()
    all_in_rounds: Annotated[
        tuple[Positive, ...],
        Meta(
            title="Whole hand in",
            description="rounds in which one goes down with the whole hand and no discard",
        ),
    ] = ()
    recycle: Annotated[
        Literal["shuffle", "turn"],
        Meta(title="Discards as stock", description="how the discards become the stock"),
    ] = "shuffle"

    renewals: Annotated[
        Literal["any", "once", "never"],
        Meta(
            title="Renewals of the stock",
            description="how often in a round the discards become the stock",
        ),
    ] = "any"
    stalemate: Annotated[
        Literal["deal-again", "count"],
        Meta(
            title="Round that stands still",
            description="what becomes of a round that nobody can end any more",
        ),
    ] = "count"

    points: Annotated[
        tuple[Count, ...],
        Meta(
            min_length=13,
            max_length=13,
            title="Points",
            description="what a card left in a hand counts: of A 2 3 ... Q K",
        ),
    ]
    joker_points: Annotated[
        Count, Meta(title="Points of a joker", description="what a joker left in a hand counts")
    ]
    card_points: Annotated[
        dict[str, Count],
        Meta(
            title="Points of chosen cards",
            description="points of single cards such as QS, or of a suit such as H, in "
            "place of those of their rank",
        ),
    ] = {}
    out_bonus: Annotated[
        Count,
        Meta(
            title="Points for going out",
            description="points off for the one who goes out, in whatever way",
        ),
    ] = 0
    not_down_penalty: Annotated[
        Count,
        Meta(
            title="Not down",
            description="points more for one who is not down when the round ends",
        ),
    ] = 0
    last_round_times: Annotated[
        int,
        Meta(
            ge=1,
            le=9,
            title="Last round counts",
            description="by how much the points of the last round are multiplied",
        ),
    ] = 1
    blind_bonus: Annotated[
        int,
        Meta(
            ge=0,
            title="Out blind",
            description="points off for going out in one turn, not down before",
        ),
    ] = 0
    clean_blind_bonus: Annotated[
        int,
        Meta(
            ge=0,
            title="Out blind without a joker",
            description="points off instead, if no joker left the hand in that turn",
        ),
    ] = 0

    sources: Annotated[
        dict[str, Source],
        Meta(title="Sources", description="by rule: the clauses it is read from, and its ruling"),
    ] = {}
    house_rules: Annotated[
        tuple[HouseRule, ...],
        Meta(title="House rules", description="choices that are offered before a game"),
    ] = ()

    @property
    def rounds(self) -> int:
        """The number of rounds of a game."""
        return len(self.contracts)

    def contract(self, round: int) -> Contract:
        """The contract of a round, counted from 1."""
        return self.contracts[round - 1]

    def is_all_in(self, round: int) -> bool:
        """Whether one goes down in this round with the whole hand only (GD-19)."""
        return round in self.all_in_rounds

    def calls_in(self, round: int) -> int:
        """The calls each player has in a round."""
        return self.call_limit[round - 1]

    def cost_in(self, round: int) -> int:
        """The cards that come with a called discard in a round."""
        return self.call_costs[round - 1] if self.call_costs else self.call_cost

    def cards_dealt(self, round: int, players: int = 8) -> int:
        """The cards dealt to each player in a round at a table of so many."""
        for small in self.deal_for:
            if players <= small.up_to:
                return small.deal[min(round, len(small.deal)) - 1]
        return self.deal[round - 1]

    def pack(self, players: int) -> Pack:
        """The pack for a number of players; ValueError if none serves so many."""
        for pack in self.packs:
            if players <= pack.up_to:
                return pack
        raise ValueError(f"no pack for {players} players")

    def cards(self, players: int) -> tuple[Card, ...]:
        """Every card of a game with so many players."""
        pack = self.pack(players)
        return deck_cards(pack.decks, pack.jokers)

    @cached_property
    def other_wild(self) -> frozenset[Face]:
        """The faces of the wild cards that are no jokers."""
        ranks = [_WILD_RANKS.index(rank) for rank in self.wild_ranks]
        faces = [face for rank in ranks for face in NATURAL_FACES[rank::13]]
        return frozenset((*faces, *map(read_face, self.wild_cards)))

    @cached_property
    def wild_faces(self) -> frozenset[Face]:
        """The faces of all wild cards."""
        return self.other_wild | {JOKER}

    @cached_property
    def never_natural(self) -> frozenset[Face]:
        """The faces besides the joker that are never laid as the cards they are."""
        return frozenset() if self.wild_natural else self.other_wild

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """The points of each face when it is left in a hand."""
        worths = [*self.points * 4, self.joker_points]
        for name in sorted(self.card_points, key=len):
            faces = NATURAL_FACES[SUITS.index(name) * 13 :][:13] if len(name) == 1 else ()
            for face in faces or (read_face(name),):
                worths[face] = self.card_points[name]
        return tuple(worths)

    @cached_property
    def rank_points(self) -> tuple[int, ...]:
        """For each rank the most points that one of its cards has."""
        return tuple([max(self.worths[rank:JOKER:13]) for rank in range(13)])

    @property
    def is_strict(self) -> bool:
        """Whether single melds or cards are bound by more than sizes, ranks and the joker cap."""
        return self.exact_sizes or bool(self.card_points) or self.must_discard

    @cached_property
    def least_set(self) -> int:
        """The fewest cards of a set: 3, or 2 where a contract asks for that (ALL-3)."""
        return min((3, *(size for contract in self.contracts for size in contract.sets)))

    @cached_property
    def least_run(self) -> int:
        """The fewest cards of a run: 4, or 3 where a contract asks for that (ALL-3)."""
        return min((4, *(size for contract in self.contracts for size in contract.runs)))

    def face_points(self, face: Face) -> int:
        """The points that a face counts when it is left in a hand."""
        return self.worths[face]

    def clauses(self, rule: str) -> tuple[str, ...]:
        """The clauses that a rule is read from; a clause named as such stands for itself."""
        if rule in self.sources:
            return self.sources[rule].clauses
        return (rule,) if "-" in rule else ()
