"""The rules of one round as plain numbers for compiled code, where that knows all of them."""

from typing import Final, Protocol

import numpy as np
from msgspec import NODEFAULT, structs
from numpy.typing import NDArray

from shanghai.engine.cards import ALL_FACES, JOKER
from shanghai.engine.melds import run_bounds
from shanghai.engine.rules import Rules

MOST_SEATS: Final = 8
_SIZES: Final = range(72)
_KNOWN: Final = frozenset(
    """
    id name summary text minutes words min_players max_players sources house_rules
    packs contracts deal deal_for points joker_points blind_bonus clean_blind_bonus
    ace joker_cap same_rank_sets adjacent_runs all_in_rounds lay_off_at_once last_discard
    call_word call_cost call_limit call_order first_right call_when_down beneath
    exchange exchange_duty shanghai recycle stalemate
    """.split()  # noqa: SIM905
)
"""The rules that the compact table knows; any other one must be as where it is left out."""


_CHOICES: Final = {
    "call_order": ("turn", "dealer", "first"),
    "first_right": ("always", "unless-down", "never"),
    "beneath": ("open", "dead"),
    "exchange": ("none", "any", "others"),
    "exchange_duty": ("none", "go-down"),
    "recycle": ("shuffle", "turn"),
}
"""The choices that the compact table knows, in the order of their numbers."""


class Law(Protocol):
    """The rules of one round; choices are numbers in the order in which `Rules` lists them."""

    players: int
    runs: int
    run_size: int
    sets: int
    first: int
    last: int
    same_rank: int
    adjacent: int
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
    values = _counts(rules, round, players) | _choices(rules, round)
    law = empty_law()
    for name, value in values.items():
        setattr(law, name, value)
    return law


def _is_known(rules: Rules, round: int) -> bool:
    contract = rules.contract(round)
    if contract.alternatives or len(set(contract.runs)) > 1 or not set(contract.sets) <= {3}:
        return False
    if len(contract.runs) > 4 or len(contract.sets) > 4 or rules.ace not in ("low", "high", "both"):
        return False
    if any(getattr(rules, name) not in known for name, known in _CHOICES.items()):
        return False
    return all(
        field.name in _KNOWN or getattr(rules, field.name) == _left_out(field)
        for field in structs.fields(Rules)
    )


def _left_out(field: structs.FieldInfo) -> object:
    """What a rule is where a variant leaves it out."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def _counts(rules: Rules, round: int, players: int) -> dict[str, int | list[int]]:
    """What is counted: cards, melds, jokers, points, calls."""
    contract, pack, most = (
        rules.contract(round),
        rules.pack(players, round),
        rules.joker_cap.most_for,
    )
    return {
        "players": players,
        "runs": len(contract.runs),
        "run_size": contract.runs[0] if contract.runs else 4,
        "sets": len(contract.sets),
        "first": run_bounds(rules)[0],
        "last": run_bounds(rules)[1],
        "run_cap": [most(True, size) if size else 0 for size in _SIZES],
        "set_cap": [most(False, size) if size else 0 for size in _SIZES],
        "points": [rules.face_points(face) for face in ALL_FACES],
        "copies": [pack.decks] * JOKER + [pack.jokers],
        "call_cost": rules.call_cost,
        "call_limit": rules.calls_in(round),
        "bonus": rules.blind_bonus,
        "clean_bonus": max(rules.blind_bonus, rules.clean_blind_bonus),
    }


def _choices(rules: Rules, round: int) -> dict[str, int | list[int]]:
    """What is chosen, as numbers."""
    chosen = {name: known.index(getattr(rules, name)) for name, known in _CHOICES.items()}
    return {
        **chosen,
        "same_rank": rules.same_rank_sets,
        "adjacent": rules.adjacent_runs,
        "call_when_down": rules.call_when_down,
        "lay_off_at_once": rules.lay_off_at_once,
        "shanghai": rules.shanghai,
        "last_discard": rules.last_discard,
        "all_in": rules.is_all_in(round),
    }
