"""The table of rules: each field with its type, its default and its entry."""

from functools import partial
from typing import Annotated, Any, Final, Literal

from msgspec import NODEFAULT, Meta, Struct, structs

from shanghai.engine.parameters import parts
from shanghai.engine.parameters.entry import HEADINGS, About, Clause, Heading, Rule

_call = partial(Rule, "calls", under="call_limit")
_price = partial(_call, goes_by="price")
_shanghai = partial(Rule, "shanghai", under="shanghai")


class Parameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every field of a variant. The rules page shows the rules in this order."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$"), About()]
    name: Annotated[str, About()]
    summary: Annotated[str, About()]
    text: Annotated[str, About()] = ""
    minutes: Annotated[parts.Positive, About(most=10_000)] = 90
    words: Annotated[parts.VariantWords, About()] = parts.VariantWords()

    min_players: Annotated[int, Meta(ge=2, le=8), Rule("players")] = 2
    max_players: Annotated[int, Meta(ge=2, le=8), Rule("players")] = 8
    sides: Annotated[Literal[0, 2, 3], Rule("players", changes=("ALL-12",))] = 0
    packs: Annotated[tuple[parts.Pack, ...], Rule("players")]

    deal: Annotated[tuple[parts.Positive, ...], Rule("deal", goes_by="round", most=100)]
    deal_for: Annotated[tuple[parts.DealFor, ...], Rule("deal")] = ()
    upcard: Annotated[bool, Rule("deal", changes=("ALL-9",))] = True
    direction: Annotated[
        Literal["clockwise", "counter-clockwise"], Rule("deal", changes=("ALL-1",))
    ] = "clockwise"
    next_dealer: Annotated[Literal["left", "winner", "loser"], Rule("deal", changes=("ALL-1",))] = (
        "left"
    )

    contracts: Annotated[tuple[parts.Contract, ...], Rule("contracts", changes=("ALL-3", "ALL-5"))]
    meld_points: Annotated[
        tuple[parts.Count, ...], Meta(max_length=14), Rule("contracts", most=1_000)
    ] = ()
    contracts_by: Annotated[
        Literal["round", "player", "free", "first"], Rule("contracts", changes=("ALL-12",))
    ] = "round"
    contracts_then: Annotated[Literal["end", "last", "first"], Rule("contracts")] = "end"
    most_rounds: Annotated[parts.Count, Rule("contracts")] = 0
    exact_sizes: Annotated[bool, Rule("contracts", changes=("ALL-5",))] = False
    all_in_rounds: Annotated[tuple[parts.Positive, ...], Rule("contracts", once=True)] = ()
    all_in_discard: Annotated[bool, Rule("contracts", under="all_in_rounds")] = False

    ace: Annotated[Literal["low", "high", "both", "round"], Rule("melds")] = "both"
    repeated_suits: Annotated[bool, Rule("melds", changes=("ALL-3", "ALL-4"))] = True
    same_rank_sets: Annotated[bool, Rule("melds")] = True
    adjacent_runs: Annotated[bool, Rule("melds")] = True

    wild_ranks: Annotated[tuple[parts.WildRank, ...], Rule("jokers", once=True)] = ()
    wild_cards: Annotated[tuple[parts.CardName, ...], Rule("jokers", once=True)] = ()
    wild_by_round: Annotated[tuple[parts.WildRank, ...], Rule("jokers", goes_by="round")] = ()
    upcard_wild: Annotated[bool, Rule("jokers")] = False
    wild_natural: Annotated[bool, Rule("jokers")] = True
    joker_cap: Annotated[parts.JokerCap, Rule("jokers")] = parts.JokerCap()
    joker_cap_by_round: Annotated[tuple[parts.JokerCap, ...], Rule("jokers", goes_by="round")] = ()
    adjacent_wild: Annotated[bool, Rule("jokers")] = True
    exchange_when: Annotated[Literal["any", "down"], Rule("jokers", under="exchange")] = "any"
    exchange_in: Annotated[Literal["any", "runs"], Rule("jokers", under="exchange")] = "any"
    exchange: Annotated[Literal["none", "any", "others"], Rule("jokers", changes=("ALL-7",))] = (
        "none"
    )
    exchange_duty: Annotated[
        Literal["none", "go-down", "use"], Rule("jokers", under="exchange")
    ] = "none"

    take_discard: Annotated[Literal["always", "not-down", "once-down", "to-open"], Rule("turn")] = (
        "always"
    )
    joker_tossed: Annotated[Literal["free", "blocks"], Rule("turn")] = "free"
    recycle: Annotated[Literal["shuffle", "turn"], Rule("turn")] = "shuffle"
    renewals: Annotated[
        Literal["any", "once", "never"], Rule("turn", changes=("ALL-10", "ALL-11"))
    ] = "any"
    stalemate: Annotated[Literal["deal-again", "count"], Rule("turn")] = "count"

    call_word: Annotated[parts.CallWord, _call(changes=("ALL-9",))] = "buy"
    call_cost: Annotated[int, Meta(ge=0, le=10), _call()] = 1
    call_price_by: Annotated[Literal["round", "call"], _call()] = "round"
    call_costs: Annotated[tuple[parts.Count, ...], _price(most=10)] = ()
    call_points: Annotated[tuple[parts.Count, ...], _price(changes=("ALL-12",), most=1_000)] = ()
    call_chips: Annotated[tuple[parts.Count, ...], _price(most=1_000)] = ()
    chips: Annotated[parts.Count, _call(most=1_000)] = 0
    bank: Annotated[Literal["game", "round"], Rule("calls", under="call_chips")] = "game"
    call_limit: Annotated[
        tuple[parts.Count, ...],
        Rule("calls", changes=("ALL-8", "ALL-10", "ALL-11", "ALL-14"), goes_by="round", most=50),
    ]
    calls_per_game: Annotated[parts.Count, _call(most=500)] = 0
    calls_carry: Annotated[bool, _call()] = False
    own_discard: Annotated[bool, _call(changes=("ALL-9",))] = False
    call_order: Annotated[Literal["turn", "dealer", "first"], _call()] = "turn"
    first_right: Annotated[Literal["always", "unless-down", "never"], _call()] = "always"
    call_when_down: Annotated[bool, _call()] = True
    calls_till_down: Annotated[bool, _call()] = False
    beneath: Annotated[Literal["open", "dead"], _call()] = "dead"

    down_from: Annotated[parts.Positive, Rule("down", most=50)] = 1
    lay_in_parts: Annotated[bool, Rule("down", changes=("ALL-6",), playouts=False)] = False
    meld_when_down: Annotated[bool, Rule("down", changes=("ALL-6",))] = False
    lay_off_at_once: Annotated[bool, Rule("down")] = True
    lay_off_from: Annotated[parts.Positive, Rule("down", most=50)] = 1
    lay_off_on: Annotated[
        Literal["any", "own", "none"], Rule("down", changes=("ALL-6", "ALL-7"))
    ] = "any"

    shanghai: Annotated[bool, Rule("shanghai")] = False
    shanghai_card: Annotated[Literal["meld", "back"], _shanghai()] = "meld"
    shanghai_gives: Annotated[bool, _shanghai()] = True
    shanghai_cards: Annotated[int, Meta(ge=0, le=10), _shanghai()] = 0
    shanghai_points: Annotated[parts.Count, _shanghai(changes=("ALL-12",), most=1_000)] = 0

    last_discard: Annotated[bool, Rule("out")] = True
    must_discard: Annotated[bool, Rule("out")] = False
    discard_ban: Annotated[tuple[Literal["playable", "taken", "wild"], ...], Rule("out")] = ()
    out_bonus: Annotated[
        parts.Count | tuple[parts.Count, ...],
        Rule("out", changes=("ALL-12",), goes_by="rounds", most=1_000),
    ] = ()
    blind_bonus: Annotated[parts.Count, Rule("out", changes=("ALL-12",), most=1_000)] = 0
    clean_blind_bonus: Annotated[parts.Count, Rule("out", changes=("ALL-12",), most=1_000)] = 0
    last_turn: Annotated[bool, Rule("out", changes=("ALL-8",))] = False

    points: Annotated[
        tuple[parts.Count, ...], Meta(min_length=13, max_length=13), Rule("points", most=1_000)
    ]
    card_points: Annotated[dict[str, parts.Count], Rule("points")] = {}
    joker_points: Annotated[parts.Count, Rule("points", most=1_000)]
    partner_safe: Annotated[bool, Rule("points", under="sides")] = False
    not_down_penalty: Annotated[parts.Count, Rule("points", most=1_000)] = 0
    not_down_times: Annotated[int, Meta(ge=1, le=9), Rule("points")] = 1
    last_round_times: Annotated[int, Meta(ge=1, le=9), Rule("points")] = 1
    end_at: Annotated[parts.Count, Rule("points", most=10_000)] = 0

    sources: Annotated[dict[str, parts.Source], About()] = {}
    house_rules: Annotated[tuple[parts.HouseRule, ...], About()] = ()


ANNOTATIONS: Final[dict[str, Any]] = Parameters.__annotations__
"""By field its annotation, which has its type and its entry in the table."""
RULES: Final[dict[str, Rule]] = {
    key: entry
    for key, field in ANNOTATIONS.items()
    for entry in field.__metadata__
    if type(entry) is Rule
}
"""The entry of each rule of play. House rules may set these."""
ABOUT: Final[dict[str, About]] = {
    key: entry
    for key, field in ANNOTATIONS.items()
    for entry in field.__metadata__
    if type(entry) is About
}
"""The entry of each field that is no rule of play."""
CLAUSES: Final[dict[str, Clause]] = {
    "ALL-1": Clause("deal", "direction", ("direction", "next_dealer")),
    "ALL-2": Clause("players"),
    "ALL-3": Clause("melds", "ace"),
    "ALL-4": Clause("jokers", "wild_ranks"),
    "ALL-5": Clause("contracts", "exact_sizes"),
    "ALL-6": Clause("down", "meld_when_down"),
    "ALL-7": Clause("turn", "take_discard", ("exchange", "lay_off_at_once")),
    "ALL-8": Clause("out", "out_bonus", ("last_discard", "must_discard")),
    "ALL-9": Clause("calls", "call_cost", ("own_discard", "beneath")),
    "ALL-10": Clause("turn", "stalemate"),
    "ALL-11": Clause("turn", "stalemate", ("recycle", "stalemate")),
    "ALL-12": Clause("points", "not_down_penalty"),
    "ALL-13": Clause("players"),
    "ALL-14": Clause("players"),
}
"""The general clauses, which all variants share. They are no fields."""
DEFAULTS: Final[dict[str, object]] = {
    field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
    for field in structs.fields(Parameters)
    if field.default is not NODEFAULT or field.default_factory is not NODEFAULT
}
"""The default of each field that has one."""


def page() -> dict[Heading, list[str]]:
    """The rules and the general clauses under their headings, in the order of the rules page."""
    keys: dict[Heading, list[str]] = {heading: [] for heading in HEADINGS}
    for key, rule in RULES.items():
        keys[rule.heading].append(key)
    for name, clause in CLAUSES.items():
        listed = keys[clause.heading]
        listed.insert(listed.index(clause.before) if clause.before else len(listed), name)
    return keys
