"""Contracts in words: the melds that a round asks for."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from shanghai.words.games import of_game
from shanghai.words.grammar import Noun, listed, table_words
from shanghai.words.messages import Messages

if TYPE_CHECKING:
    from shanghai.engine.parameters.parts import Contract
    from shanghai.engine.rules import Rules
    from shanghai.engine.seats import SeatIndex
    from shanghai.engine.state import Situation

say = Messages("contracts")


def contract_row(rules: "Rules", contract: "Contract") -> str:
    """A contract as a row of melds, such as `2 books + run of 4 or 3 books`. Sets of 3 are named
    without their size. Conditions, such as a limit on wild cards, follow."""
    if contract.alternatives:
        return listed([contract_row(rules, option) for option in contract.options], "either")
    parts = []
    for meld, sizes, least in _melds(rules, contract):
        for size, group in groupby(sizes):
            text = say.MELDS if size == least else say.MELDS_OF
            parts.append(text(count=len([*group]), meld=meld, size=size))
    return listed([listed(parts or [say.ANY_MELDS], "+"), *_conditions(rules, contract)], ",")


def _melds(
    rules: "Rules", contract: "Contract"
) -> "tuple[tuple[Noun, tuple[int, ...], int], tuple[Noun, tuple[int, ...], int]]":
    """Two tuples, for the sets and for the runs of a contract: the word for one, their sizes, and
    the usual size, which need not be mentioned."""
    words = table_words(rules)
    kinds = []
    if contract.royal:
        kinds.append("royal")
    if contract.runs_of != "suit":
        kinds.append(contract.runs_of)
    run, messages = words["run"], say.table("RUNS").get(" ".join(kinds))
    if messages:
        forms = {form: message(rules) for form, message in messages.items()}
        run = Noun(forms["one"], forms)
    return (words["set"], contract.sets, 3), (run, contract.runs, 0)


def _conditions(rules: "Rules", contract: "Contract") -> "Iterator[str]":
    """What a contract asks of its melds apart from their number and sizes."""
    if contract.caps_wild:
        yield say.of("WILD", "some" if contract.wild_cap else "none", count=contract.wild_cap)
    if contract.suits != "any":
        yield say.of("SUITS", contract.suits, rules)
    if contract.ranks != "any":
        yield say.RANKS(rules)
    if contract.set_suits != "any":
        yield say.SET_SUITS(rules)
    if contract.points > 1:
        text = say.MORE_POINTS if contract.sets or contract.runs else say.POINTS
        yield text(points=contract.points)


def contract_phrase(rules: "Rules", contract: "Contract") -> str:
    """A contract in the variant's words: `2 books of 3 and a run of 4`."""
    if contract.alternatives:
        return listed([contract_phrase(rules, option) for option in contract.options], "or else")
    parts = [
        say.MELDS_IN_SENTENCE(count=sizes.count(size), meld=meld, size=size)
        for meld, sizes, _ in _melds(rules, contract)
        for size in sorted(set(sizes))
    ]
    return listed([listed(parts or [say.ANY_MELDS]), *_conditions(rules, contract)], ",")


def round_of(rules: "Rules", round: int) -> str:
    """A round and the number of rounds: `3 of 7`, or `3 of at most 12` if that is not fixed."""
    text = say.ROUND_OF_AT_MOST if rules.is_open else say.ROUND_OF
    return text(round=round, rounds=rules.rounds)


def asked_text(state: "Situation") -> str:
    """The contract of the seat that a situation is about (`Situation.asked`). Its number comes
    first if each player has a contract of their own."""
    number, contract = state.contract_number, seat_contract(state, state.asked)
    is_numbered = state.rules.is_by_player and number
    return say.NUMBERED(number=number, contract=contract) if is_numbered else contract


def seat_contract(state: "Situation", seat: "SeatIndex") -> str:
    """The contract of a seat, or the numbers of the contracts that it may choose from."""
    if number := state.contract_number_of(seat):
        return contract_text(state.rules, number)
    return say.ONE_OF(numbers=span(state.open_contracts(seat)))


def lay_down_phrase(state: "Situation", seat: "SeatIndex") -> str:
    """What a seat may lay down: its contract, one of several, or further melds if it is down."""
    if not state.seats[seat].down and not state.contract_number_of(seat):
        return seat_contract(state, seat)
    is_down = state.seats[seat].down
    return contract_phrase(state.rules, state.to_lay(seat) if is_down else state.contract_of(seat))


def round_contract(state: "Situation", round: int, short: bool = False) -> str:
    """The contract of a round. Where each player has a contract of their own, it is the number of
    each seat's contract in that round, such as `1+ 2 1+`. A plus says that the seat met it."""
    if state.rules.contracts_by == "first":
        number = (*state.played[round - 1 :], 0)[0]
        return contract_text(state.rules, number, short) if number else say.OPEN
    if not state.rules.is_by_player:
        return contract_text(state.rules, round, short)
    results, most = state.results, len(state.rules.contracts)
    numbers = []
    for seat in state.seat_numbers:
        before = sum(line.met[seat] for line in results[: round - 1] if line.met)
        is_met = round <= len(results) and results[round - 1].met[seat : seat + 1] == (True,)
        numbers.append(f"{min(before + 1, most)}{'+' if is_met else ' '}")
    return " ".join(numbers).rstrip()


def contract_text(rules: "Rules", number: int, short: bool = False) -> str:
    """The contract with a number from 1, such as `2 books + run of 4`; `2B 1R` if `short`."""
    contract = rules.contract(number)
    if not short:
        text = contract_row(rules, contract)
        return whole_hand(rules, text) if rules.is_all_in(number) else text
    return listed([_in_short(rules, option) for option in contract.options], "either")


def whole_hand(rules: "Rules", contract: str) -> str:
    """A contract in words, with the addition that the whole hand must go down."""
    text = say.BUT_ONE if rules.all_in_discard else say.NO_DISCARD
    return text(contract=contract)


def _in_short(rules: "Rules", contract: "Contract") -> str:
    """A contract in letters: `2B 1R` is two sets and a run of 4, `1R7` one run of 7. Sets of 3 and
    runs of 4 have no size. A star says that there are more conditions."""
    parts = []
    set_letter, run_letter = _letters(rules)
    for letter, sizes, least in ((set_letter, contract.sets, 3), (run_letter, contract.runs, 4)):
        parts += [
            f"{sizes.count(size)}{letter}{'' if size == least else size}"
            for size in dict.fromkeys(sizes)
        ]
    if contract.points:
        is_worth = contract.points > 1
        parts.append(say.POINTS_SHORT(points=contract.points) if is_worth else say.ANY_SHORT)
    plain = type(contract)(contract.sets, contract.runs, points=contract.points)
    star = "*" if contract != plain else ""
    return " ".join(parts) + star


def _letters(rules: "Rules") -> tuple[str, str]:
    """The fewest first letters of the words for set and run that differ, such as `B` and `R`."""
    words = table_words(rules)
    set_word, run_word = words["set"].upper(), words["run"].upper()
    for length in range(1, max(len(set_word), len(run_word)) + 1):
        if set_word[:length] != run_word[:length]:
            return set_word[:length], run_word[:length]
    return "S", "R"


def span(numbers: "Iterable[int]") -> str:
    """Numbers in order, in ranges, such as `1-8, 10`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return listed([f"{p[0]}-{p[-1]}" if len(p) > 1 else f"{p[0]}" for p in parts], ",")


def empty_stock(rules: "Rules", count: int) -> str | None:
    """Why `count` players cannot play: in some round no card is left to draw. None if they can."""
    for number in range(1, rules.rounds + 1):
        if rules.cards_left(number, count) < 1:
            cards = {"dealt": rules.cards_dealt(number, count), "cards": len(rules.cards(count))}
            name = of_game(rules.name)
            return say.NO_CARD_LEFT(rules, name=name, number=number, players=count, **cards)
    return None
