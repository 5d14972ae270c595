"""Contracts in words: the melds that a round asks for."""

from itertools import groupby
from typing import TYPE_CHECKING

from shanghai.words.grammar import counted, listed, plural, with_article

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shanghai.engine.parameters.parts import Contract
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import State


def contract_parts(rules: "Rules", contract: "Contract") -> list[str]:
    """The melds of a contract in words, such as `2 books` and `run of 4`.

    What may be laid instead stands in the last part: `run of 4 or 3 books`.
    """
    if contract.alternatives:
        first, *others = (contract_parts(rules, option) for option in contract.options)
        instead = "".join(f" or {' + '.join(parts)}" for parts in others)
        return [*first[:-1], first[-1] + instead]
    parts = []
    for word, sizes, least in (
        (rules.words.set, contract.sets, 3),
        (run_word(rules, contract), contract.runs, 0),
    ):
        for size, group in groupby(sizes):
            number = len(list(group))
            name = word if number == 1 else counted(number, word, rules.words)
            parts.append(name if size == least else f"{name} of {size}")
    *before, last = parts or ["any melds"]
    return [*before, ", ".join([last, *conditions(rules, contract)])]


def run_word(rules: "Rules", contract: "Contract") -> str:
    """What a run of a contract is called, such as `mixed run`."""
    kind = {"suit": "", "colour": "one-colour ", "any": "mixed "}[contract.runs_of]
    return f"{'royal ' * contract.royal}{kind}{rules.words.run}"


def conditions(rules: "Rules", contract: "Contract") -> list[str]:
    """What a contract asks of its melds besides their number and sizes."""

    words, found = rules.words, list[str]()
    runs, sets = plural(words.run, words), plural(words.set, words)
    if contract.caps_wild:
        most = f"at most {contract.wild_cap}" if contract.wild_cap else "no"
        found.append(f"{most} wild {'card' if contract.wild_cap < 2 else 'cards'}")
    if contract.suits != "any":
        suits = {"different": "of different suits", "one": "of one suit", "colour": "of one colour"}
        found.append(f"{runs} {suits[contract.suits]}")
    if contract.ranks != "any":
        found.append(f"{sets} of different ranks")
    if contract.points > 1:
        more = "with any more " if contract.sets or contract.runs else ""
        found.append(f"{more}worth {contract.points} points")
    return found


def contract_phrase(rules: "Rules", contract: "Contract") -> str:
    """A contract in the variant's words: `2 books of 3 and a run of 4`."""
    if contract.alternatives:
        return ", or ".join(contract_phrase(rules, option) for option in contract.options)
    parts, words = [], rules.words
    for word, sizes in ((words.set, contract.sets), (run_word(rules, contract), contract.runs)):
        for size in sorted(set(sizes)):
            count = sizes.count(size)
            said = with_article(word, words) if count == 1 else counted(count, word, words)
            parts.append(f"{said} of {size}")
    return ", ".join([listed(parts or ["any melds"]), *conditions(rules, contract)])


def round_of(rules: "Rules", round: int) -> str:
    """Which round of how many: `3 of 7`, or `3 of at most 12` where that is not known before."""
    most = "at most " if rules.is_open else ""
    return f"{round} of {most}{rules.rounds}"


def asked_text(state: "State") -> str:
    """The contract that a view is about; by its number where players stay at theirs."""
    number, said = state.contract_number, seat_contract(state, state.asked)
    return f"contract {number}, {said}" if state.rules.is_by_player and number else said


def seat_contract(state: "State", seat: "SeatIndex") -> str:
    """The contract of a seat, or among which ones it may choose."""
    number, open_ = state.contract_number_of(seat), state.open_contracts(seat)
    return contract_text(state.rules, number) if number else f"one of contracts {span(open_)}"


def lay_down_phrase(state: "State", seat: "SeatIndex") -> str:
    """What a seat may lay down: its contract, one of several, or a further meld."""
    if not state.seats[seat].down and not state.contract_number_of(seat):
        return seat_contract(state, seat)
    return contract_phrase(state.rules, state.to_lay(seat))


def round_contract(state: "State", round: int, short: bool = False) -> str:
    """The contract of a round, of this game or ahead: that of all, or the number of each seat's.

    Where players stay at theirs a + marks those that were met: `1+ 2 1+`.
    """
    if state.rules.contracts_by == "first":
        number = (*state.played[round - 1 :], 0)[0]
        return contract_text(state.rules, number, short) if number else "open"
    if not state.rules.is_by_player:
        return contract_text(state.rules, round, short)
    results, most = state.results, len(state.rules.contracts)
    said = []
    for seat in state.seat_numbers:
        before = sum(line.met[seat] for line in results[: round - 1] if line.met)
        is_met = round <= len(results) and results[round - 1].met[seat : seat + 1] == (True,)
        said.append(f"{min(before + 1, most)}{'+' if is_met else ' '}")
    return " ".join(said).rstrip()


def contract_text(rules: "Rules", number: int, short: bool = False) -> str:
    """A contract by its number from 1, mostly the round: `2 books + run of 4`, short `2B 1R`.

    In short the size of a meld stands only where it is not the least, as in `1R7`.
    """
    contract = rules.contract(number)
    if not short:
        text = " + ".join(contract_parts(rules, contract))
        return f"{text}{whole_hand(rules)}" if rules.is_all_in(number) else text
    return " or ".join(_in_short(rules, option) for option in contract.options)


def whole_hand(rules: "Rules") -> str:
    """What is said after a contract to which a whole hand goes down."""
    return ", all cards but one" if rules.all_in_discard else ", no discard"


def _in_short(rules: "Rules", contract: "Contract") -> str:
    parts = []
    set_letter, run_letter = _letters(rules)
    for letter, sizes, least in ((set_letter, contract.sets, 3), (run_letter, contract.runs, 4)):
        parts += [
            f"{sizes.count(size)}{letter}{'' if size == least else size}"
            for size in dict.fromkeys(sizes)
        ]
    if contract.points:
        parts.append(f"{contract.points}p" if contract.points > 1 else "any")
    return " ".join(parts) + "*" * _is_bound(contract)


def _is_bound(contract: "Contract") -> bool:
    """Whether it asks for more than melds of some sizes, and points."""
    plain = type(contract)(contract.sets, contract.runs, points=contract.points)
    return contract != plain


def _letters(rules: "Rules") -> tuple[str, str]:
    """The shortest different beginnings of the words for set and run."""
    set_word, run_word = rules.words.set.upper(), rules.words.run.upper()
    for length in range(1, max(len(set_word), len(run_word)) + 1):
        if set_word[:length] != run_word[:length]:
            return set_word[:length], run_word[:length]
    return "S", "R"


def span(numbers: "Iterable[int]") -> str:
    """Rising numbers with ranges closed up, such as `1-8, 10`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{p[0]}-{p[-1]}" if len(p) > 1 else f"{p[0]}" for p in parts)


def empty_stock(rules: "Rules", count: int) -> str | None:
    """Why `count` players cannot play a round, the deal leaving no card to draw, or None."""
    for number in range(1, rules.rounds + 1):
        if rules.cards_left(number, count) < 1:
            return (
                f"{rules.name} deals {rules.cards_dealt(number, count)} cards each in "
                f"{rules.words.round} {number}: with {count} players no card of "
                f"{len(rules.cards(count))} is left to draw."
            )
    return None
