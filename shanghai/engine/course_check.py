"""What the rules of the course of a round and of a game must agree on."""

from collections.abc import Iterator
from typing import Final

from shanghai.engine.rules import MAX_ROUNDS, Rules

Fault = tuple[tuple[str | int, ...], str, str]
"""The path of the value that is to blame, what is wrong, and how to mend it."""

_MOST: Final = {
    "lay_off_from": 50,
    "call_points": 1_000,
    "call_chips": 1_000,
    "chips": 1_000,
    "shanghai_points": 1_000,
}


_MOST_LONGER: Final = 4
"""Cards by which the melds of a whole hand may be longer than the contract asks for."""


def course_faults(rules: Rules) -> Iterator[Fault]:
    """Every disagreement among these rules."""
    yield from _figures(rules)
    yield from _rounds(rules)
    yield from _prices(rules)
    yield from _packs(rules)
    yield from _whole_hands(rules)


def _whole_hands(rules: Rules) -> Iterator[Fault]:
    """Whether a hand can lie whole in the melds of a contract, and will do so in a lifetime."""
    rounds = len(rules.contracts)
    if not len(rules.deal) == len(rules.call_limit) == rounds:
        return
    for number in rules.all_in_rounds:
        if number > rounds:
            continue
        sizes = {option.size for option in rules.contract(number).options}
        hands = _hand_sizes(rules, number)
        if hands[0] > max(sizes) + _MOST_LONGER:
            message = f"a hand of {hands[0]} hardly ever lies whole in melds of {max(sizes)}"
            yield ("contracts", number - 1), message, "a smaller deal, or not in all_in_rounds"
        elif rules.exact_sizes and not rules.shanghai and not sizes & {*hands}:
            held = ", ".join(map(str, hands))
            message = f"the whole hand goes into {max(sizes)} cards, and a hand has {held}"
            yield ("contracts", number - 1), message, "exact_sizes: false, or another deal"


def _hand_sizes(rules: Rules, round: int) -> list[int]:
    """The sizes that a hand can have after a draw: without a call, with one, and so on."""
    sizes = [rules.cards_dealt(round) + 1]
    for made in range(rules.calls_in(round)):
        sizes.append(sizes[-1] + 1 + rules.cost_in(round, made))
    return sizes


def _figures(rules: Rules) -> Iterator[Fault]:
    for key, most in _MOST.items():
        value = getattr(rules, key)
        for index, figure in enumerate(value if isinstance(value, tuple) else (value,)):
            if figure > most:
                path = (key, index) if isinstance(value, tuple) else (key,)
                yield path, f"is {figure}, and {most} is the most", f"{most} at most"


def _rounds(rules: Rules) -> Iterator[Fault]:
    if rules.most_rounds > MAX_ROUNDS:
        message = f"is {rules.most_rounds}, and {MAX_ROUNDS} is the most"
        yield ("most_rounds",), message, f"{MAX_ROUNDS}, or 0 for as many"


def _prices(rules: Rules) -> Iterator[Fault]:
    rounds = len(rules.contracts)
    for key in ("call_costs", "call_points", "call_chips"):
        count = len(getattr(rules, key))
        is_long = count > (rounds if rules.call_price_by == "round" else MAX_ROUNDS)
        is_short = key == "call_costs" and rules.call_price_by == "round" and 0 < count < rounds
        if is_long or is_short:
            message = f"has {count} entries for {rounds} rounds"
            yield (key,), message, "one entry a round, or call_price_by: call"
    if any(rules.call_chips) and not rules.chips:
        yield ("call_chips",), "nobody has a chip to pay with", "chips: 20"


def _packs(rules: Rules) -> Iterator[Fault]:
    rounds = rules.rounds if rules.is_by_player else len(rules.contracts)
    for index, pack in enumerate(rules.packs):
        for key in ("decks_by_round", "jokers_by_round"):
            count = len(getattr(pack, key))
            if count > rounds:
                message = f"has {count} entries for {rounds} rounds"
                yield ("packs", index, key), message, "one entry a round at most"
