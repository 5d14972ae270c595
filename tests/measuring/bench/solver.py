"""Times the solver over batches of hands: `python -m tests.measuring.bench.solver [HANDS]`.

fair: 11 cards at random from 2 decks and 4 jokers. planted: 11 cards that hold the contract.
hard: 23 cards from 4 decks with 4 to 8 jokers, no cap, runs that may continue each other or not.
points: 8 to 23 cards with up to 8 wild ones, for contracts that ask for points.
Then the best lay-down by contract and number of cards.
"""

import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from time import thread_time

from msgspec import structs

from shanghai.engine.cards import FACES, JOKER, Card, deck_cards
from shanghai.engine.parameters.parts import Contract, JokerCap
from shanghai.engine.rules import Rules
from shanghai.engine.solver import best, can_go_down, distance
from shanghai.variants.loader import load_variant

VARIANTS = ("rummygames", "grandma-davis", "california", "playerules")
POINT_VARIANTS = ("kaluki-40", "kaluki-51", "three-thirteen")
"""The published games whose contracts ask for points."""
SIZES = (11, 14, 17, 20, 23)
Task = tuple[list[Card], Contract, Rules]


def fair(rng: random.Random, count: int) -> Iterator[Task]:
    """Hands as they are dealt, for every variant and round in turn."""
    rules = [load_variant(name) for name in VARIANTS]
    for number in range(count):
        chosen = rules[number % len(rules)]
        yield rng.sample(deck_cards(2, 4), 11), rng.choice(chosen.contracts), chosen


def planted(rng: random.Random, count: int) -> Iterator[Task]:
    """Hands with the contract in them, if 11 cards can hold it, some of it as jokers."""
    rules = [load_variant(name) for name in VARIANTS]
    for number in range(count):
        chosen = rules[number % len(rules)]
        contract = rng.choice([c for c in chosen.contracts if c.size <= 11])
        hand = _planted(rng, contract)
        rest = [card for card in deck_cards(2, 4) if card not in hand]
        yield hand + rng.sample(rest, 11 - len(hand)), contract, chosen


def _planted(rng: random.Random, contract: Contract) -> list[Card]:
    pack = set(deck_cards(2, 4))
    hand: list[Card] = []
    for is_run, size in [(False, n) for n in contract.sets] + [(True, n) for n in contract.runs]:
        suit, low = rng.randrange(4), rng.randrange(13 - size + 1)
        rank = rng.randrange(13)
        joker = rng.randrange(size * 3)
        for place in range(size):
            face = suit * 13 + low + place if is_run else rng.randrange(4) * 13 + rank
            wanted = JOKER if place == joker else face
            card = next((c for c in sorted(pack) if c % 53 == wanted), None)
            if card is None:
                card = rng.choice(sorted(pack))
            pack.discard(card)
            hand.append(card)
    return hand


def hard(rng: random.Random, count: int) -> Iterator[Task]:
    """Large hands with many jokers and no cap, for the contracts of every variant."""
    rules = [structs.replace(load_variant(name), joker_cap=JokerCap()) for name in VARIANTS]
    for number in range(count):
        chosen = rules[number % len(rules)]
        jokers = rng.randrange(4, 9)
        cards = rng.sample(deck_cards(4, 0), 23 - jokers)
        hand = cards + [JOKER + 53 * copy for copy in range(jokers)]
        yield hand, rng.choice([c for c in chosen.contracts if c.size <= 23]), chosen


def points(rng: random.Random, count: int) -> Iterator[Task]:
    """Hands of all sizes and up to eight wild cards where melds of some worth are asked for."""
    for number in range(count):
        rules = load_variant(POINT_VARIANTS[number % len(POINT_VARIANTS)])
        round = rng.randrange(rules.rounds) % 11 + 1
        rules = rules.in_round(round)
        wild = [card for card in deck_cards(2, 8) if card % FACES in rules.wild_faces]
        others = [card for card in deck_cards(2, 0) if card % FACES not in rules.wild_faces]
        max_wild = rng.randrange(9)
        if rules.other_wild:
            wild = [card for card in wild if card % FACES != JOKER]
        hand = rng.sample(wild, max_wild) + rng.sample(others, rng.randrange(8, 24) - max_wild)
        yield hand, rules.contract(round), rules


def hands_of(make: Callable[[random.Random, int], Iterator[Task]], count: int) -> list[Task]:
    """The same hands in every benchmark."""
    return list(make(random.Random(1), count))


def p99(times: Sequence[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)]


def _time(task: Task, ask: Callable[..., object]) -> float:
    start = thread_time()
    ask(*task)
    return (thread_time() - start) * 1e6


def print_batches(count: int) -> None:
    """Prints median, mean, 99th percentile and worst in microseconds, each hand asked once."""
    print(f"{'hands':8} {'asked':12} {'median':>9} {'mean':>9} {'p99':>9} {'worst':>9}  down")
    for make in (fair, planted, hard, points):
        tasks = hands_of(make, count)
        down = sum(can_go_down(*task) for task in make(random.Random(2), count))
        for ask in (can_go_down, best, distance):
            times = sorted(_time(task, ask) for task in tasks)
            print(
                f"{make.__name__:8} {ask.__name__:12} {statistics.median(times):9.1f} "
                f"{statistics.mean(times):9.1f} {p99(times):9.1f} "
                f"{times[-1]:9.1f}  {100 * down // count} %"
            )


def print_growth(count: int) -> None:
    """Prints the mean microseconds of the best lay-down by contract and number of cards.

    The hands are random ones of 2 decks and 4 jokers, as many of each variant's rules.
    """
    rules = [load_variant(name) for name in VARIANTS]
    contracts = {contract: None for chosen in rules for contract in chosen.contracts}
    times: dict[int, list[float]] = {cards: [] for cards in SIZES}
    print(f"{'contract':24}" + "".join(f"{cards:>7} cards" for cards in SIZES))
    for contract in sorted(contracts, key=lambda one: (one.size, one.runs)):
        line = f"{_said(contract):24}"
        for cards in SIZES:
            rng = random.Random(cards)
            tasks = [
                (rng.sample(deck_cards(2, 4), cards), contract, rules[number % len(rules)])
                for number in range(count)
            ]
            took = [_time(task, best) for task in tasks]
            times[cards] += took
            line += f"{statistics.mean(took):13.1f}"
        print(line, flush=True)
    for name, figure in (("all, mean", statistics.mean), ("all, p99", p99)):
        print(f"{name:24}" + "".join(f"{figure(took):13.1f}" for took in times.values()))


def _said(contract: Contract) -> str:
    groups = (("sets", contract.sets), ("runs", contract.runs))
    return ", ".join(f"{kind} {' '.join(map(str, sizes))}" for kind, sizes in groups if sizes)


def main(count: int = 1000) -> None:
    """Prints both tables."""
    print_batches(count)
    print("\nThe best lay-down of random hands of 2 decks and 4 jokers, mean microseconds")
    print_growth(max(count // 5, 1))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
