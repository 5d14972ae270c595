"""The rules of one round as plain numbers for compiled code, where that knows all of them."""

from collections.abc import Sequence
from typing import Final, Literal, Protocol, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from shanghai.bots.unknown import unknown_rules
from shanghai.engine.cards import ALL_FACES, JOKER
from shanghai.engine.melds import run_bounds
from shanghai.engine.parameters.fields import HINTS, RULES
from shanghai.engine.rules import Rules
from shanghai.engine.state import State
from shanghai.engine.wild import is_natural

MOST_SEATS: Final = 8
_SIZES: Final = range(72)
_MADE: Final = range(64)
"""Calls that a seat may have made in a round."""
_FAR: Final = 99


class Law(Protocol):
    """The rules of one round; choices are numbers in the order in which `Rules` lists them."""

    players: int
    step: int
    """From a seat to the next in the direction of play, counted on round the table."""
    runs: NDArray[np.int64]
    """By seat what its contract asks for, and whether it goes down with the whole hand."""
    run_size: NDArray[np.int64]
    sets: NDArray[np.int64]
    set_size: NDArray[np.int64]
    apart: NDArray[np.int64]
    """By seat whether the runs of its contract are of different suits."""
    is_ring: int
    """Whether runs go round the corner, the ace between king and two."""
    first: int
    last: int
    same_rank_sets: int
    adjacent_runs: int
    exact_sizes: int
    run_cap: NDArray[np.int64]
    """The most jokers of a run, by its size."""
    set_cap: NDArray[np.int64]
    adjacent_wild: int
    wild: NDArray[np.int64]
    """By face whether it may stand for others."""
    natural: NDArray[np.int64]
    """By face whether it may be laid as itself (HR-1)."""
    order: NDArray[np.int64]
    """The faces, wild ones last."""
    other_wild: int
    """The number of wild faces besides the joker."""
    points: NDArray[np.int64]
    cost: NDArray[np.int64]
    """By calls made the cards that the next one brings beside the discard."""
    fine: NDArray[np.int64]
    """The same in points, then in chips."""
    price: NDArray[np.int64]
    call_limit: int
    is_bound: int
    """Whether the calls of the whole game are limited, or the chips that they cost."""
    call_order: int
    first_right: int
    call_when_down: int
    own_discard: int
    beneath: int
    lay_off_at_once: int
    exchange: int
    exchange_duty: int
    exchange_when: int
    exchange_in: int
    shanghai: int
    last_discard: int
    all_in: NDArray[np.int64]
    recycle: int
    renewals: int
    bonus: int
    clean_bonus: int
    out_bonus: int
    not_down_penalty: int
    times: int
    """How often the points of the round count."""
    copies: NDArray[np.int64]
    """The cards of each face in the pack."""


_CHOICES: Final = {
    name: get_args(HINTS[name].__origin__)
    for name in Law.__annotations__
    if name in RULES and get_origin(HINTS[name].__origin__) is Literal
}
"""The rules that are a choice, each with its values in the order of their numbers."""
_BY_FACE: Final = ("wild", "natural", "order", "points", "copies")
_ARRAYS: Final = (
    dict.fromkeys(("run_cap", "set_cap"), len(_SIZES))
    | dict.fromkeys(("cost", "fine", "price"), len(_MADE))
    | dict.fromkeys(("runs", "run_size", "sets", "set_size", "apart", "all_in"), MOST_SEATS)
    | dict.fromkeys(_BY_FACE, 53)
)
_KIND: Final = np.dtype([(name, np.int64, _ARRAYS.get(name, ())) for name in Law.__annotations__])


def empty_law() -> Law:
    """A law of no rules: all of its numbers are 0."""
    record: Law = np.zeros(1, _KIND).view(np.recarray)[0]
    return record


def law_of(state: State) -> Law | None:
    """The rules of the round of a state, or None where the compact table does not know them."""
    numbers = [state.contract_number_of(seat) for seat in state.seat_numbers]
    return law_for(state.rules, state.round, state.players, numbers)


def law_for(
    rules: Rules, round: int, players: int, numbers: Sequence[int] | None = None
) -> Law | None:
    """The rules of a round, or None where the compact table does not know one of them.

    `numbers` are those of the seats' contracts, where they are not that of the round.
    """
    numbers = numbers or [round] * players
    if unknown_rules(rules, numbers):
        return None
    values = _plain(rules) | _counts(rules, round, players) | _contracts(rules, numbers)
    law = empty_law()
    for name, value in values.items():
        setattr(law, name, value)
    return law


def wild_of(rules: Rules) -> list[int]:
    """By face 1 where it may stand for others."""
    return [int(face in rules.wild_faces) for face in ALL_FACES]


def _counts(rules: Rules, round: int, players: int) -> dict[str, int | list[int]]:
    """What is counted: cards, melds, jokers, points, calls."""
    pack = rules.pack(players, round)
    most, bounds = rules.joker_cap.most_for, run_bounds(rules)
    return {
        "players": players,
        "step": 1 if rules.direction == "clockwise" else players - 1,
        "is_ring": rules.ace == "round",
        "first": -_FAR if rules.ace == "round" else bounds[0],
        "last": _FAR if rules.ace == "round" else bounds[1],
        "run_cap": [most(True, size) if size else 0 for size in _SIZES],
        "set_cap": [most(False, size) if size else 0 for size in _SIZES],
        "points": [rules.face_points(face) for face in ALL_FACES],
        "wild": wild_of(rules),
        "natural": [is_natural(rules, face) for face in ALL_FACES],
        "order": sorted(ALL_FACES, key=lambda face: (face in rules.wild_faces, face)),
        "other_wild": len(rules.other_wild),
        "copies": [pack.decks] * JOKER + [pack.jokers],
        "call_limit": rules.calls_in(round),
        "is_bound": bool(rules.calls_per_game or rules.call_chips),
        "cost": [rules.cost_in(round, made) for made in _MADE],
        "fine": [rules.points_for_call(round, made) for made in _MADE],
        "price": [rules.chips_for_call(round, made) for made in _MADE],
        "last_discard": rules.last_discard,
        "times": rules.last_round_times if round == rules.rounds else 1,
        "bonus": rules.blind_bonus,
        "clean_bonus": max(rules.blind_bonus, rules.clean_blind_bonus),
    }


def _contracts(rules: Rules, numbers: Sequence[int]) -> dict[str, list[int]]:
    """By seat what its contract asks for; the seats that nobody has are as the first."""
    each = [*numbers, *[numbers[0]] * (MOST_SEATS - len(numbers))]
    contracts = [rules.contract(number) for number in each]
    return {
        "runs": [len(contract.runs) for contract in contracts],
        "run_size": [contract.runs[0] if contract.runs else 4 for contract in contracts],
        "sets": [len(contract.sets) for contract in contracts],
        "set_size": [contract.sets[0] if contract.sets else 3 for contract in contracts],
        "apart": [contract.suits == "different" for contract in contracts],
        "all_in": [rules.is_all_in(number) for number in each],
    }


def _plain(rules: Rules) -> dict[str, int | list[int]]:
    """The rules that are a number, a yes or no, or a choice, by the number of what is chosen."""
    values = {name: getattr(rules, name) for name in Law.__annotations__ if name in RULES}
    return {
        name: _CHOICES[name].index(value) if name in _CHOICES else int(value)
        for name, value in values.items()
        if not isinstance(value, tuple)
    }
