"""The table of rules: each field with its type, its usual value and its entry."""

from functools import partial
from typing import Annotated, Any, Final, Literal

from msgspec import NODEFAULT, Meta, Struct, structs

from shanghai.engine.parameters import parts
from shanghai.engine.parameters.entry import HEADINGS, About, Clause, Heading, Rule

_call = partial(Rule, "calls", under="call_limit")
_price = partial(_call, goes_by="price")
_shanghai = partial(Rule, "shanghai", under="shanghai")


class Parameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every rule of a rule system. New ones stand at the end: saved games keep the order."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$"), About()]
    name: Annotated[str, About()]
    summary: Annotated[str, About()]
    text: Annotated[str, About()] = ""
    minutes: Annotated[parts.Positive, About(most=10_000)] = 90
    words: Annotated[parts.VariantWords, About()] = parts.VariantWords()

    min_players: Annotated[int, Meta(ge=2, le=8), Rule("players")] = 2
    max_players: Annotated[int, Meta(ge=2, le=8), Rule("players")] = 8
    packs: Annotated[tuple[parts.Pack, ...], Rule("players")]
    contracts: Annotated[tuple[parts.Contract, ...], Rule("contracts", changes=("ALL-3", "ALL-5"))]
    deal: Annotated[tuple[parts.Positive, ...], Rule("deal", goes_by="round", most=100)]
    deal_for: Annotated[tuple[parts.DealFor, ...], Rule("deal")] = ()
    upcard: Annotated[bool, Rule("deal", changes=("ALL-9",))] = True
    next_dealer: Annotated[Literal["left", "winner", "loser"], Rule("deal", changes=("ALL-1",))] = (
        "left"
    )
    direction: Annotated[
        Literal["clockwise", "counter-clockwise"],
        Rule("deal", before="next_dealer", changes=("ALL-1",)),
    ] = "clockwise"

    ace: Annotated[Literal["low", "high", "both", "round"], Rule("melds")] = "both"
    joker_cap: Annotated[parts.JokerCap, Rule("jokers")] = parts.JokerCap()
    wild_ranks: Annotated[
        tuple[parts.WildRank, ...], Rule("jokers", before="joker_cap", once=True)
    ] = ()
    wild_cards: Annotated[
        tuple[parts.CardName, ...], Rule("jokers", before="joker_cap", once=True)
    ] = ()
    wild_natural: Annotated[bool, Rule("jokers", before="joker_cap")] = True
    upcard_wild: Annotated[bool, Rule("jokers", before="wild_natural")] = False
    adjacent_wild: Annotated[bool, Rule("jokers")] = True
    repeated_suits: Annotated[bool, Rule("melds", changes=("ALL-3", "ALL-4"))] = True
    same_rank_sets: Annotated[bool, Rule("melds")] = True
    adjacent_runs: Annotated[bool, Rule("melds")] = True
    exact_sizes: Annotated[bool, Rule("contracts", changes=("ALL-5",))] = False

    call_word: Annotated[parts.CallWord, _call(changes=("ALL-9",))] = "buy"
    call_cost: Annotated[int, Meta(ge=0, le=10), _call()] = 1
    call_limit: Annotated[tuple[parts.Count, ...], Rule("calls", goes_by="round", most=50)]
    call_costs: Annotated[tuple[parts.Count, ...], _price(before="call_limit", most=10)] = ()
    calls_per_game: Annotated[parts.Count, _call(most=500)] = 0
    own_discard: Annotated[bool, _call(changes=("ALL-9",))] = False
    call_order: Annotated[Literal["turn", "dealer", "first"], _call()] = "turn"
    first_right: Annotated[Literal["always", "unless-down", "never"], _call()] = "always"
    call_when_down: Annotated[bool, _call()] = True
    beneath: Annotated[Literal["open", "dead"], _call()] = "dead"

    lay_off_at_once: Annotated[bool, Rule("down")] = True
    lay_off_on: Annotated[
        Literal["any", "own", "none"], Rule("down", changes=("ALL-6", "ALL-7"))
    ] = "any"
    exchange: Annotated[Literal["none", "any", "others"], Rule("jokers")] = "none"
    exchange_when: Annotated[
        Literal["any", "down"], Rule("jokers", under="exchange", before="exchange")
    ] = "any"
    exchange_in: Annotated[
        Literal["any", "runs"], Rule("jokers", under="exchange", before="exchange")
    ] = "any"
    exchange_duty: Annotated[
        Literal["none", "go-down", "use"], Rule("jokers", under="exchange")
    ] = "none"
    shanghai: Annotated[bool, Rule("shanghai")] = False
    last_discard: Annotated[bool, Rule("out")] = True
    must_discard: Annotated[bool, Rule("out")] = False
    discard_ban: Annotated[tuple[Literal["playable", "taken", "wild"], ...], Rule("out")] = ()
    all_in_rounds: Annotated[tuple[parts.Positive, ...], Rule("contracts", once=True)] = ()
    recycle: Annotated[Literal["shuffle", "turn"], Rule("turn")] = "shuffle"
    renewals: Annotated[
        Literal["any", "once", "never"], Rule("turn", changes=("ALL-10", "ALL-11"))
    ] = "any"
    stalemate: Annotated[Literal["deal-again", "count"], Rule("turn")] = "count"

    points: Annotated[
        tuple[parts.Count, ...], Meta(min_length=13, max_length=13), Rule("points", most=1_000)
    ]
    joker_points: Annotated[parts.Count, Rule("points", most=1_000)]
    card_points: Annotated[dict[str, parts.Count], Rule("points", before="joker_points")] = {}
    out_bonus: Annotated[parts.Count, Rule("out", changes=("ALL-12",), most=1_000)] = 0
    not_down_penalty: Annotated[parts.Count, Rule("points", most=1_000)] = 0
    last_round_times: Annotated[int, Meta(ge=1, le=9), Rule("points")] = 1
    blind_bonus: Annotated[parts.Count, Rule("out", changes=("ALL-12",), most=1_000)] = 0
    clean_blind_bonus: Annotated[parts.Count, Rule("out", changes=("ALL-12",), most=1_000)] = 0

    sources: Annotated[dict[str, parts.Source], About()] = {}
    house_rules: Annotated[tuple[parts.HouseRule, ...], About()] = ()

    contracts_by: Annotated[
        Literal["round", "player", "free", "first"],
        Rule("contracts", after="contracts", changes=("ALL-12",)),
    ] = "round"
    most_rounds: Annotated[parts.Count, Rule("contracts", after="contracts_by")] = 0
    meld_when_down: Annotated[bool, Rule("down", before="lay_off_at_once", changes=("ALL-6",))] = (
        False
    )
    lay_off_from: Annotated[parts.Positive, Rule("down", before="lay_off_on", most=50)] = 1
    call_price_by: Annotated[Literal["round", "call"], _call(after="call_cost")] = "round"
    call_points: Annotated[
        tuple[parts.Count, ...], _price(after="call_costs", changes=("ALL-12",), most=1_000)
    ] = ()
    call_chips: Annotated[tuple[parts.Count, ...], _price(after="call_points", most=1_000)] = ()
    chips: Annotated[parts.Count, _call(after="call_chips", most=1_000)] = 0
    bank: Annotated[Literal["game", "round"], Rule("calls", after="chips", under="call_chips")] = (
        "game"
    )
    shanghai_card: Annotated[Literal["meld", "back"], _shanghai()] = "meld"
    shanghai_gives: Annotated[bool, _shanghai()] = True
    shanghai_cards: Annotated[int, Meta(ge=0, le=10), _shanghai()] = 0
    shanghai_points: Annotated[parts.Count, _shanghai(changes=("ALL-12",), most=1_000)] = 0
    meld_points: Annotated[
        tuple[parts.Count, ...],
        Meta(max_length=14),
        Rule("contracts", after="contracts", most=1_000),
    ] = ()
    joker_cap_by_round: Annotated[
        tuple[parts.JokerCap, ...], Rule("jokers", after="joker_cap", goes_by="round")
    ] = ()

    wild_by_round: Annotated[
        tuple[parts.WildRank, ...], Rule("jokers", after="wild_cards", goes_by="round")
    ] = ()
    last_turn: Annotated[bool, Rule("out", changes=("ALL-8",))] = False
    all_in_discard: Annotated[
        bool, Rule("contracts", under="all_in_rounds", after="all_in_rounds")
    ] = False
    end_at: Annotated[parts.Count, Rule("points", most=10_000)] = 0
    contracts_then: Annotated[
        Literal["end", "last", "first"], Rule("contracts", after="contracts_by")
    ] = "end"
    down_from: Annotated[parts.Positive, Rule("down", before="meld_when_down", most=50)] = 1
    not_down_times: Annotated[int, Meta(ge=1, le=9), Rule("points", after="not_down_penalty")] = 1
    calls_till_down: Annotated[bool, _call(after="call_when_down")] = False
    joker_tossed: Annotated[Literal["free", "blocks"], Rule("turn", playouts=False)] = "free"
    take_discard: Annotated[
        Literal["always", "not-down", "once-down"], Rule("turn", before="recycle", playouts=False)
    ] = "always"


HINTS: Final[dict[str, Any]] = Parameters.__annotations__
"""The type of each field with its entry."""
RULES: Final[dict[str, Rule]] = {
    key: said for key, hint in HINTS.items() for said in hint.__metadata__ if type(said) is Rule
}
"""The entry of each rule of play: those a house rule may set."""
ABOUT: Final[dict[str, About]] = {
    key: said for key, hint in HINTS.items() for said in hint.__metadata__ if type(said) is About
}
"""The entry of each field that is no rule of play."""
CLAUSES: Final[dict[str, Clause]] = {
    "ALL-1": Clause("deal", before="direction", ruled_by=("direction", "next_dealer")),
    "ALL-2": Clause("players"),
    "ALL-3": Clause("melds", before="ace"),
    "ALL-4": Clause("jokers", before="wild_ranks"),
    "ALL-5": Clause("contracts", before="exact_sizes"),
    "ALL-6": Clause("down", before="meld_when_down"),
    "ALL-7": Clause("turn", before="recycle", ruled_by=("exchange", "lay_off_at_once")),
    "ALL-8": Clause("out", before="out_bonus", ruled_by=("last_discard", "must_discard")),
    "ALL-9": Clause("calls", after="call_word", ruled_by=("own_discard", "beneath")),
    "ALL-10": Clause("turn", after="renewals"),
    "ALL-11": Clause("turn", before="stalemate", ruled_by=("recycle", "stalemate")),
    "ALL-12": Clause("points", after="joker_points"),
    "ALL-13": Clause("players"),
    "ALL-14": Clause("players"),
}
"""The clauses that no field holds, for they are common to every variant."""
DEFAULTS: Final[dict[str, object]] = {
    field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
    for field in structs.fields(Parameters)
    if field.default is not NODEFAULT or field.default_factory is not NODEFAULT
}
"""The value of each field that may be left out."""


def page() -> dict[Heading, list[str]]:
    """The rules and the general clauses under their headings; ValueError for a place unknown."""
    found: dict[Heading, list[str]] = {heading: [] for heading in HEADINGS}
    for key, entry in (*RULES.items(), *CLAUSES.items()):
        keys = found[entry.heading]
        place = keys.index(entry.before) if entry.before else len(keys)
        keys.insert(keys.index(entry.after) + 1 if entry.after else place, key)
    return found
