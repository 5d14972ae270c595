"""Pieces of the sentences of the rules page: numbers by round, points, contracts, packs."""

from itertools import groupby

from shanghai.engine.cards import RANK_NAMES
from shanghai.engine.parameters.parts import Pack
from shanghai.engine.rules import Rules
from shanghai.words.contracts import span
from shanghai.words.grammar import counted, noun


def by_round(rules: Rules, values: tuple[int, ...]) -> str:
    """A value for each round with equal ones joined, such as `3 in deals 1-8, 4 in deals 9-10`."""
    if len(set(values)) == 1:
        return f"{values[0]} in every {rules.words.round}"
    numbers: dict[int, list[int]] = {}
    for number, value in enumerate(values, 1):
        numbers.setdefault(value, []).append(number)
    word = rules.words.round
    return ", ".join(
        f"{value} in {noun(len(rounds), word, rules.words)} {span(rounds)}"
        for value, rounds in numbers.items()
    )


def ranks_text(points: tuple[int, ...]) -> str:
    """The points of the ranks from the ace up, equal neighbours joined: `A 20, 2-7 5, 8-K 10`."""
    is_face_value = all(points[i] == i + 1 for i in range(1, 10))
    parts: list[str] = []
    for part in ([0], range(1, 10), range(10, 13)) if is_face_value else (range(13),):
        if is_face_value and 1 in part:
            parts.append("2-10 face value")
            continue
        for value, group in groupby(part, key=lambda i: points[i]):
            ranks = [RANK_NAMES[i] for i in group]
            parts.append(f"{'-'.join(dict.fromkeys((ranks[0], ranks[-1])))} {value}")
    return ", ".join(parts)


def pack_text(pack: Pack) -> str:
    """A pack in words, such as `2 decks and 4 jokers, 108 cards`."""
    total = pack.decks * 52 + pack.jokers
    jokers = counted(pack.jokers, "joker") if pack.jokers else "no joker"
    if pack.decks_by_round or pack.jokers_by_round:
        return _pack_by_round(pack)
    return f"{counted(pack.decks, 'deck')} and {jokers}, {total} cards"


def _pack_by_round(pack: Pack) -> str:
    """The decks and the jokers, each as a row of numbers where they change: `4, 4, 2 jokers`."""
    parts = []
    for one, numbers in (
        ("deck", pack.decks_by_round or (pack.decks,)),
        ("joker", pack.jokers_by_round or (pack.jokers,)),
    ):
        row = ", ".join(map(str, numbers))
        parts.append(f"{row} {noun(numbers[-1], one)}" + " by round" * (len(numbers) > 1))
    return " and ".join(parts)


def steps_text(steps: tuple[tuple[int, int], ...], word: str) -> str:
    """The steps of a joker cap in words, such as `run 1 from 4 cards on, 2 from 5`."""
    first, *others = (f"{most} from {least}" for least, most in steps)
    return ", ".join([f"{word} {first} cards on", *others])
