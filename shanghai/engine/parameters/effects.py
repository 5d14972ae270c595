"""Rules without an effect because of other rules. They are allowed; hints name them (HR-8)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct

from shanghai.engine.parameters.entry import is_on
from shanghai.engine.parameters.fields import DEFAULTS, RULES
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.rules import Rules

_LARGEST_RUN: Final = 13


class Idle(Struct, frozen=True):
    """A value without an effect: its path, and the reason.

    `reason` is the key of another rule, or a code of `WHY_IDLE` in `words/en/problems.yaml`.
    """

    path: tuple[str | int, ...]
    reason: str


def _has_sets(rules: Rules) -> bool:
    return any(each.sets or each.points for each in rules.options) or rules.meld_when_down


def _has_runs(rules: Rules) -> bool:
    return any(each.runs or each.points for each in rules.options) or rules.meld_when_down


def _has_wild_cards(rules: Rules) -> bool:
    jokers = (max((pack.jokers, *pack.jokers_by_round)) for pack in rules.packs)
    return rules.has_more_wild or any(jokers)


def _lays_nothing(rules: Rules) -> bool:
    """Whether players who are down can lay no more cards."""
    return rules.lay_off_on == "none" and not rules.meld_when_down


def _is_whole_hand_game(rules: Rules) -> bool:
    """Whether the whole hand must be laid in every round, so that nobody is ever down."""
    numbers = range(1, len(rules.contracts) + 1)
    is_whole = all(number in rules.all_in_rounds for number in numbers)
    return is_whole and not rules.all_in_discard and not rules.last_turn


def _melds_of(contract: Contract) -> int:
    """How many melds a contract asks for."""
    return len(contract.sets) + len(contract.runs)


def _has_one_price(rules: Rules) -> bool:
    """Whether a call costs the same in each round and each time."""
    prices = (rules.call_costs, rules.call_points, rules.call_chips)
    return all(len({*each}) < 2 for each in prices)


_RULES: Final[tuple[tuple[str, str, Callable[[Rules], object]], ...]] = (
    ("call_cost", "call_costs", lambda r: r.call_costs),
    ("call_price_by", "one-price", _has_one_price),
    ("chips", "call_chips", lambda r: not any(r.call_chips)),
    ("call_limit", "no-chips", lambda r: _is_unpaid(r)),
    ("call_chips", "no-chips", lambda r: _is_unpaid(r)),
    ("call_when_down", "calls_till_down", lambda r: r.calls_till_down),
    ("wild_natural", "no-other-wild", lambda r: not r.has_more_wild),
    ("wild_cards", "wild_ranks", lambda r: _adds_no_wild(r)),
    ("most_rounds", "rounds-end", lambda r: not r.is_bounded),
    ("contracts_then", "contracts_by", lambda r: r.contracts_by != "round"),
    ("recycle", "renewals", lambda r: r.renewals == "never"),
    ("lay_off_at_once", "lay_off_on", _lays_nothing),
    ("lay_off_from", "lay_off_on", _lays_nothing),
    ("exchange_duty", "exchange_when", lambda r: _is_bound_when_down(r)),
    ("exchange_in", "no-runs", lambda r: r.exchange_in == "runs" and not _has_runs(r)),
    ("clean_blind_bonus", "blind_bonus", lambda r: r.clean_blind_bonus <= r.blind_bonus),
    ("same_rank_sets", "two-sets", lambda r: max(c.set_count for c in r.contracts) < 2),
    ("repeated_suits", "no-sets", lambda r: not _has_sets(r)),
    ("adjacent_runs", "two-runs", lambda r: max(c.run_count for c in r.contracts) < 2),
    ("adjacent_wild", "no-runs", lambda r: not _has_runs(r)),
    ("adjacent_wild", "one-joker", lambda r: _most_jokers_in_run(r) < 2),
    ("ace", "no-runs", lambda r: not _has_runs(r)),
    ("meld_points", "no-points", lambda r: not any(c.points for c in r.options)),
    ("lay_in_parts", "one-meld", lambda r: all(_melds_of(c) < 2 for c in r.options)),
    ("deal", "deal_for", lambda r: r.deal_for and r.deal_for[-1].up_to >= r.max_players),
    ("joker_cap", "joker_cap_by_round", lambda r: r.joker_cap_by_round),
    *(
        (key, "no-wild", lambda r: not _has_wild_cards(r))
        for key in ("joker_cap", "joker_cap_by_round", "adjacent_wild", "exchange")
    ),
    *(
        (key, "all_in_rounds", _is_whole_hand_game)
        for key in ("must_discard", "last_discard", "meld_when_down", "lay_off_at_once",
                    "lay_off_from", "lay_off_on", "call_when_down", "calls_till_down")
    ),
)  # fmt: skip
"""Keys of rules, each with a reason why it has no effect, and a check whether that is so."""

_PARTS: Final[tuple[tuple[str, str, Callable[[Rules, Contract], object]], ...]] = (
    ("suits", "two-runs-here", lambda _, c: c.suits != "any" and c.run_count < 2),
    ("ranks", "two-sets-here", lambda _, c: c.ranks != "any" and c.set_count < 2),
    ("set_suits", "no-sets-here", lambda _, c: c.set_suits != "any" and not c.set_count),
    ("set_suits", "repeated_suits", lambda r, c: c.set_suits != "any" and not r.repeated_suits),
    ("ranks", "same_rank_sets", lambda r, c: c.ranks != "any" and not r.same_rank_sets),
    ("runs_of", "no-runs-here", lambda _, c: c.runs_of != "suit" and not c.run_count),
    ("most_wild", "clean-here", lambda _, c: c.clean and c.most_wild < Contract().most_wild),
)
"""Parts of a contract, each with a reason why it has no effect, and a check whether that is so."""


def _most_jokers_in_run(rules: Rules) -> int:
    """The most jokers that a run may hold in any round."""
    caps = rules.joker_cap_by_round or (rules.joker_cap,)
    sizes = range(rules.least_run, _LARGEST_RUN + 1)
    return max(cap.most_for(True, size) for cap in caps for size in sizes)


def _is_unpaid(rules: Rules) -> bool:
    """Whether every call costs chips, and nobody has one."""
    return bool(rules.call_chips) and all(rules.call_chips) and not rules.chips


def _adds_no_wild(rules: Rules) -> bool:
    """Whether all wild cards have a rank that is wild anyway."""
    ranks = {str(rank) for rank in rules.wild_ranks}
    return bool(rules.wild_cards) and all(card[:-1] in ranks for card in rules.wild_cards)


def _is_bound_when_down(rules: Rules) -> bool:
    """Whether an exchange makes players go down, who must already be down to make one."""
    return rules.exchange_duty == "go-down" and rules.exchange_when == "down"


def without_effect(rules: Rules, keys: Iterable[str]) -> Iterator[Idle]:
    """Yields the values of these keys, or parts of them, that have no effect."""
    for key in keys:
        if key in RULES:
            yield from _idle_rule(rules, key) or _idle_parts(rules, key)


def _idle_rule(rules: Rules, key: str) -> list[Idle]:
    """Why a whole rule has no effect: a list with the first reason, or with none."""
    value, under = getattr(rules, key), RULES[key].under
    if value == DEFAULTS.get(key) and not is_on(value):
        return []
    while under:
        if not is_on(getattr(rules, under)):
            return [Idle((key,), under)]
        under = RULES[under].under
    reasons = (reason for idle, reason, is_idle in _RULES if idle == key and is_idle(rules))
    return [Idle((key,), reason) for reason in reasons][:1]


def _idle_parts(rules: Rules, key: str) -> Iterator[Idle]:
    """The parts of the value of a rule that have no effect."""
    match key:
        case "contracts":
            for number, contract in enumerate(rules.contracts):
                for place, option in enumerate(contract.options):
                    path = (key, number, *(("alternatives", place - 1) if place else ()))
                    yield from _idle_conditions(rules, option, path)
        case "joker_cap":
            yield from _idle_figures(rules.joker_cap, (key,))
        case "joker_cap_by_round":
            for number, cap in enumerate(rules.joker_cap_by_round):
                yield from _idle_figures(cap, (key, number))
        case "packs" | "deal_for":
            for number, each in enumerate(getattr(rules, key)):
                if each.up_to < rules.min_players:
                    yield Idle((key, number), "min_players")


def _idle_conditions(
    rules: Rules, contract: Contract, path: tuple[str | int, ...]
) -> Iterator[Idle]:
    """The conditions of a contract that have no effect."""
    for part, reason, is_idle in _PARTS:
        if is_idle(rules, contract):
            yield Idle((*path, part), reason)


def _idle_figures(cap: JokerCap, path: tuple[str | int, ...]) -> Iterator[Idle]:
    """The figures of a cap on jokers that its kind does not use."""
    for part in ("sets", "runs"):
        if getattr(cap, part) and (cap.kind != "by-size" or cap.only not in ("any", part)):
            yield Idle((*path, part), "cap-kind")
    if cap.most and cap.kind != "fixed":
        yield Idle((*path, "most"), "cap-kind")
