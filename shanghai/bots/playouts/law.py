"""The rules of one round as plain numbers for compiled code, where that knows all of them."""

from typing import Final, Literal, Protocol, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from shanghai.engine.cards import ALL_FACES, JOKER
from shanghai.engine.melds import run_bounds
from shanghai.engine.parameters.fields import DEFAULTS, HINTS, RULES
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules

MOST_SEATS: Final = 8
_SIZES: Final = range(72)


class Law(Protocol):
    """The rules of one round; choices are numbers in the order in which `Rules` lists them."""

    players: int
    runs: int
    run_size: int
    sets: int
    first: int
    last: int
    same_rank_sets: int
    adjacent_runs: int
    run_cap: NDArray[np.int64]
    """The most jokers of a run, by its size."""
    set_cap: NDArray[np.int64]
    points: NDArray[np.int64]
    call_cost: int
    call_limit: int
    call_order: int
    first_right: int
    call_when_down: int
    beneath: int
    lay_off_at_once: int
    exchange: int
    exchange_duty: int
    shanghai: int
    last_discard: int
    all_in: int
    recycle: int
    bonus: int
    clean_bonus: int
    copies: NDArray[np.int64]
    """The cards of each face in the pack."""


_CHOICES: Final = {
    name: get_args(HINTS[name].__origin__)
    for name in Law.__annotations__
    if name in RULES and get_origin(HINTS[name].__origin__) is Literal
}
"""The rules that are a choice, each with its values in the order of their numbers."""
_ARRAYS: Final = {"run_cap": len(_SIZES), "set_cap": len(_SIZES), "points": 53, "copies": 53}
_KIND: Final = np.dtype([(name, np.int64, _ARRAYS.get(name, ())) for name in Law.__annotations__])


def empty_law() -> Law:
    """A law of no rules: all of its numbers are 0."""
    record: Law = np.zeros(1, _KIND).view(np.recarray)[0]
    return record


def law_for(rules: Rules, round: int, players: int) -> Law | None:
    """The rules of a round, or None where the compact table does not know one of them."""
    if not _is_known(rules, round):
        return None
    values = _plain(rules) | _counts(rules, round, players)
    law = empty_law()
    for name, value in values.items():
        setattr(law, name, value)
    return law


def _is_known(rules: Rules, round: int) -> bool:
    contract = rules.contract(round)
    if contract != Contract(contract.sets, contract.runs):
        return False
    if len(set(contract.runs)) > 1 or not set(contract.sets) <= {3}:
        return False
    if len(contract.runs) > 4 or len(contract.sets) > 4:
        return False
    return all(_knows(rule.playouts, key, getattr(rules, key)) for key, rule in RULES.items())


def _knows(known: bool | tuple[str, ...], key: str, value: object) -> bool:
    """Whether the compact table knows a rule with this value, or it is as where it is left out."""
    return value in known if isinstance(known, tuple) else known or value == DEFAULTS[key]


def _counts(rules: Rules, round: int, players: int) -> dict[str, int | list[int]]:
    """What is counted: cards, melds, jokers, points, calls."""
    contract, pack = rules.contract(round), rules.pack(players, round)
    most, bounds = rules.joker_cap.most_for, run_bounds(rules)
    return {
        "players": players,
        "runs": len(contract.runs),
        "run_size": contract.runs[0] if contract.runs else 4,
        "sets": len(contract.sets),
        "first": bounds[0],
        "last": bounds[1],
        "run_cap": [most(True, size) if size else 0 for size in _SIZES],
        "set_cap": [most(False, size) if size else 0 for size in _SIZES],
        "points": [rules.face_points(face) for face in ALL_FACES],
        "copies": [pack.decks] * JOKER + [pack.jokers],
        "call_limit": rules.calls_in(round),
        "all_in": rules.is_all_in(round),
        "last_discard": rules.last_discard,
        "bonus": rules.blind_bonus,
        "clean_bonus": max(rules.blind_bonus, rules.clean_blind_bonus),
    }


def _plain(rules: Rules) -> dict[str, int | list[int]]:
    """The rules that are a number, a yes or no, or a choice, by the number of what is chosen."""
    values = {name: getattr(rules, name) for name in Law.__annotations__ if name in RULES}
    return {
        name: _CHOICES[name].index(value) if name in _CHOICES else int(value)
        for name, value in values.items()
        if not isinstance(value, tuple)
    }
