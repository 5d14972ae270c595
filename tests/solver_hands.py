"""Rules, contracts and hands drawn for the tests of the solver: small, crowded, full of ties."""

import random

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
    return Rules(
        id="drawn",
        name="Drawn",
        summary="",
        packs=(Pack(8, 4, 8),),
        contracts=CONTRACTS,
        deal=(11,) * len(CONTRACTS),
        call_limit=(3,) * len(CONTRACTS),
        **(drawn | fixed),  # type: ignore[arg-type]
    )


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
