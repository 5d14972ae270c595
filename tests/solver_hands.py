"""Rules, contracts and hands drawn for the tests of the solver: small, crowded, full of ties."""

import random

from msgspec import structs

from shanghai.engine.cards import FACES, JOKER, Card
from shanghai.engine.parameters.parts import Contract, JokerCap, Pack
from shanghai.engine.rules import Rules

CAPS = (
    JokerCap(),
    JokerCap("fixed", 0),
    JokerCap("fixed", 1),
    JokerCap("fixed", 2),
    JokerCap("naturals"),
    JokerCap("by-size", sets=((3, 1),), runs=((4, 1), (5, 2), (7, 3), (10, 4))),
    JokerCap("by-size", sets=((3, 2), (4, 3)), runs=((4, 2), (5, 3), (7, 4))),
    JokerCap("by-size", sets=((3, 1), (4, 2), (5, 3)), runs=((4, 2), (5, 3), (7, 4))),
    JokerCap("by-size", sets=((3, 0), (4, 2)), runs=((4, 0), (6, 3))),
    JokerCap("by-size", sets=((3, 2), (4, 1)), runs=((4, 2), (5, 1), (6, 3))),
)
CONTRACTS = (
    Contract((3,), ()),
    Contract((), (4,)),
    Contract((3, 3), ()),
    Contract((3,), (4,)),
    Contract((), (4, 4)),
    Contract((3, 4), ()),
    Contract((), (5, 4)),
    Contract((), (7,)),
    Contract((3, 3), (4,)),
    Contract((3,), (4, 4)),
    Contract((), (4, 4, 4)),
    Contract((3, 3, 3), ()),
)
BOUND = (
    Contract((3,), (3,), clean=True),
    Contract((), (4,), clean=True),
    Contract((3, 2), (), most_wild=1),
    Contract((), (3, 3), most_wild=1),
    Contract((), (5,), most_wild=1, runs_of="colour"),
    Contract((), (4,), runs_of="any"),
    Contract((), (6,), runs_of="any"),
    Contract((), (4, 3), runs_of="any"),
    Contract((), (3, 3), runs_of="colour"),
    Contract((3,), (3,), runs_of="colour"),
    Contract((2,), (4,), runs_of="any", clean=True),
    Contract((), (13,), royal=True),
    Contract((), (3, 3), suits="different"),
    Contract((), (4, 3), suits="one"),
    Contract((), (3, 3), suits="colour"),
    Contract((2,), (3, 3), suits="different"),
    Contract((3, 3), (), ranks="different"),
    Contract((2, 2), (3,), ranks="different", most_wild=1),
    Contract((3,), (), set_suits="different"),
    Contract((3, 3), (), set_suits="different"),
    Contract((4,), (3,), set_suits="different", most_wild=1),
)
"""Contracts whose melds are bound by more than their sizes."""
POINTS = (
    Contract(points=20),
    Contract(points=40),
    Contract((), (3,), points=30),
    Contract((3,), (), points=45),
    Contract(points=30, clean=True),
    Contract(points=25, ranks="different", suits="different"),
    Contract((3,), (), points=30, set_suits="different"),
)
"""Contracts that ask for melds of some worth."""
WILD_SHARE = 0.4
"""The share of the rules drawn in which cards besides the jokers are wild."""
STRICT_SHARE = 0.3
"""The share of the rules drawn in which single melds or cards are bound by more."""
_POINTS = (
    (15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10),
    tuple(range(1, 14)),
    (20, *(5,) * 6, *(10,) * 6),
)


def some_rules(rng: random.Random, **fixed: object) -> Rules:
    """Rules in which all that bears on melds is drawn, but for what is fixed."""
    drawn: dict[str, object] = {
        "ace": rng.choice(("low", "high", "both", "round")),
        "adjacent_wild": rng.random() < 0.7,
        "repeated_suits": rng.random() < 0.7,
        "joker_cap": rng.choice(CAPS),
        "same_rank_sets": rng.random() < 0.5,
        "adjacent_runs": rng.random() < 0.5,
        "points": rng.choice(_POINTS),
        "joker_points": rng.choice((0, 3, 15, 25, 50)),
    }
    if rng.random() < WILD_SHARE:
        drawn["wild_ranks"] = rng.choice(((), (3,), (2, "J")))
        drawn["wild_cards"] = rng.choice(((), ("4S", "6H"), ("AS", "AH")))
        drawn["wild_natural"] = rng.random() < 0.5
    if rng.random() < STRICT_SHARE:
        drawn["exact_sizes"] = rng.random() < 0.6
        drawn["must_discard"] = rng.random() < 0.3
        drawn["card_points"] = rng.choice(({}, {"4S": 40}, {"H": 1, "5H": 30, "D": 9}))
    contracts = fixed.pop("contracts", CONTRACTS)
    return Rules(
        id="drawn",
        name="Drawn",
        summary="",
        packs=(Pack(8, 4, 8),),
        contracts=contracts,
        deal=(11,) * len(contracts),
        call_limit=(3,) * len(contracts),
        **(drawn | fixed),  # type: ignore[arg-type]
    )


def bound_rules(rng: random.Random, contract: Contract) -> Rules:
    """Rules drawn as far as they go together with a contract that binds its melds."""
    rules = some_rules(rng, contracts=(contract,))
    if contract.royal:
        rules = structs.replace(rules, ace=rng.choice(("low", "both")))
    if contract.sets and contract.runs_of != "suit":
        rules = structs.replace(rules, repeated_suits=True)
    if contract.points:
        worths = rng.choice(((), (1, *range(2, 11), 10, 10, 10, 11), (*range(3, 16),)))
        rules = structs.replace(rules, exact_sizes=False, meld_points=worths)
    return rules


def some_contract(rng: random.Random) -> Contract:
    """One of the contracts."""
    return rng.choice(CONTRACTS)


def some_hand(rng: random.Random, naturals: int, jokers: int) -> list[Card]:
    """A hand from few suits, a few neighbouring ranks and, at times, the aces."""
    low = rng.randrange(0, 8)
    ranks = [*range(low, min(13, low + rng.randrange(4, 8)))]
    if rng.random() < 0.4:
        ranks = sorted({0, *ranks})
    suits = rng.choice((1, 1, 2, 3, 4))
    copies = rng.choice((1, 2, 3))
    while suits * copies * len(ranks) < naturals:
        copies += 1
    pack = [s * 13 + r + FACES * c for s in range(suits) for r in ranks for c in range(copies)]
    hand = rng.sample(pack, naturals) + [JOKER + FACES * copy for copy in range(jokers)]
    rng.shuffle(hand)
    return hand
