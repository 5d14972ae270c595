"""The rules of a rule system as fields, each with its type, its usual value and its words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from shanghai.engine.rule_parts import (
    CardName,
    Contract,
    Count,
    DealFor,
    HouseRule,
    JokerCap,
    Pack,
    Positive,
    Source,
    VariantWords,
    WildRank,
)


class RuleFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every rule of a rule system: its type, its usual value and what it means."""

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
        Literal["low", "high", "both", "round"],
        Meta(
            title="Ace",
            description="whether the ace of a run lies below the 2, above the king, at either "
            "end, or between them, as runs go round the corner (Q-K-A-2)",
        ),
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
    upcard_wild: Annotated[
        bool,
        Meta(
            title="Upcard's rank wild",
            description="whether the rank of the first upcard of a round is wild in that round",
        ),
    ] = False
    adjacent_wild: Annotated[
        bool,
        Meta(
            title="Wild cards side by side",
            description="whether two cards that stand in for others may lie side by side in a run",
        ),
    ] = True
    repeated_suits: Annotated[
        bool,
        Meta(
            title="A suit twice in a set",
            description="whether a set may hold a suit more than once; otherwise four cards are "
            "the most",
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
