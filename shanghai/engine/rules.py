"""The rules of a variant as one frozen value, each rule with its type, default and sentence."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from shanghai.engine.cards import JOKER, Card, Face, deck_cards

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards used up to a number of players."""

    up_to: Annotated[int, Meta(ge=1, le=8, description="the most players this pack serves")]
    decks: Annotated[int, Meta(ge=1, le=8, description="decks of 52 cards")]
    jokers: Annotated[int, Meta(ge=0, le=40, description="jokers in all")]


class Contract(Struct, frozen=True, forbid_unknown_fields=True):
    """The melds one lays to go down: the least size of each set and of each run (ALL-5)."""

    sets: tuple[Annotated[int, Meta(ge=3, le=13)], ...] = ()
    runs: tuple[Annotated[int, Meta(ge=4, le=13)], ...] = ()

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

    set: str = "set"
    run: str = "run"
    round: str = "round"


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rule is read from: its clauses and, where the text is silent or torn, the ruling."""

    clauses: tuple[str, ...] = ()
    ruling: str = ""


class HouseRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that the variant offers at launch: the rules that it sets, as they stand in YAML."""

    name: str
    sentence: str
    set: dict[str, Any] = {}


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule system, whole; a variant file and its house rules make one of these."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
    name: str
    summary: Annotated[str, Meta(description="one sentence: what makes this variant different")]
    text: Annotated[str, Meta(description="where its rules come from")] = ""
    minutes: Annotated[int, Meta(ge=1, description="how long a game of four lasts, in minutes")] = (
        90
    )
    words: VariantWords = VariantWords()

    min_players: Annotated[int, Meta(ge=2, le=8)] = 2
    max_players: Annotated[int, Meta(ge=2, le=8)] = 8
    packs: tuple[Pack, ...]
    contracts: tuple[Contract, ...]
    deal: Annotated[tuple[Positive, ...], Meta(description="cards dealt to each, by round")]

    ace: Literal["low", "high", "both"] = "both"
    joker_cap: JokerCap = JokerCap()
    same_rank_sets: Annotated[
        bool, Meta(description="whether one lay-down may hold two sets of one rank")
    ] = True
    adjacent_runs: Annotated[
        bool, Meta(description="whether one lay-down may hold two runs that continue each other")
    ] = True

    call_word: Literal["buy", "may-i"] = "buy"
    call_cost: Annotated[int, Meta(ge=0, le=10)] = 1
    call_limit: Annotated[tuple[Count, ...], Meta(description="calls a player has, by round")]
    call_order: Annotated[
        Literal["turn", "dealer", "first"],
        Meta(
            description="who comes first of several callers: nearest to the turn, nearest to "
            "the dealer's left, first to call"
        ),
    ] = "turn"
    first_right: Annotated[
        Literal["always", "unless-down", "never"],
        Meta(description="whether the player on turn comes before the callers"),
    ] = "always"
    call_when_down: bool = True
    beneath: Annotated[
        Literal["open", "dead"], Meta(description="the card beneath one that was called")
    ] = "dead"

    lay_off_at_once: Annotated[
        bool, Meta(description="whether one may lay off in the turn of going down")
    ] = True
    exchange: Annotated[
        Literal["none", "any", "others"],
        Meta(description="whose melds a player may win a joker from, for the card it stands for"),
    ] = "none"
    exchange_duty: Annotated[
        Literal["none", "go-down"],
        Meta(description="what a joker exchange asks of a player who is not down"),
    ] = "none"
    shanghai: Annotated[bool, Meta(description="whether SHANGHAI is declared and called")] = False
    last_discard: Annotated[
        bool, Meta(description="whether one may go out by discarding the last card")
    ] = True
    all_in_rounds: Annotated[
        tuple[Positive, ...],
        Meta(description="rounds in which one goes down with the whole hand and no discard"),
    ] = ()
    recycle: Annotated[
        Literal["shuffle", "turn"], Meta(description="how the discards become the stock")
    ] = "shuffle"

    stalemate: Annotated[
        Literal["deal-again", "count"],
        Meta(description="what becomes of a round that nobody can end any more"),
    ] = "deal-again"

    points: Annotated[
        tuple[Count, ...], Meta(min_length=13, max_length=13, description="of A 2 3 ... Q K")
    ]
    joker_points: Count
    blind_bonus: Annotated[
        int, Meta(ge=0, description="points off for going out in one turn, not down before")
    ] = 0
    clean_blind_bonus: Annotated[
        int, Meta(ge=0, description="points off instead, if no joker left the hand in that turn")
    ] = 0

    sources: dict[str, Source] = {}
    house_rules: tuple[HouseRule, ...] = ()

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

    def cards_dealt(self, round: int) -> int:
        """The cards dealt to each player in a round."""
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

    def face_points(self, face: Face) -> int:
        """The points that a face counts when it is left in a hand."""
        return self.joker_points if face == JOKER else self.points[face % 13]

    def clauses(self, rule: str) -> tuple[str, ...]:
        """The clauses that a rule is read from; a clause named as such stands for itself."""
        if rule in self.sources:
            return self.sources[rule].clauses
        return (rule,) if "-" in rule else ()
