"""What part of their games people of different strength win among the players who play for that.

`python -m tests.measuring.strength.fair [--people child,...] [--level even] [--games 60]
[--seats 4] [--seed 1] [--variants ID,...] [--jobs 2]` seats each person alone among players of the
level, in each seat in turn, and prints a row for each: by variant and over all variants the part of
the games that they win (ties count in parts) with its 95 % interval, and how many points more a
round than the others they have. A variant that is not played by so many has no games. Everybody's
moves follow from the seed.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from shanghai.engine.seats import SeatIndex
from shanghai.simulation.games import GameReport, GameWork, Task, play_game
from shanghai.simulation.summary import share_of
from shanghai.simulation.workers import Backend, play_all
from shanghai.variants.loader import load_variant

from .players import TRIED_LEVELS

PEOPLE: Final = ("child", "half", "aunt", "simple", "hard")
"""Those who are to win their part, the weakest first."""
VARIANTS: Final = ("rummygames", "grandma-davis", "california", "playerules")


class FairGame(GameWork, frozen=True):
    """A game in which people to measure by may sit."""

    def play(self) -> GameReport:
        """Plays it."""
        return play_game(self.task, self.number, TRIED_LEVELS)


class Cell(NamedTuple):
    """One person at a table of a size, in a variant."""

    person: str
    seats: int
    variant: str


def played(
    cells: Sequence[Cell], level: str, games: int, seed: int, jobs: int
) -> dict[Cell, list[GameReport]]:
    """The games of each cell."""
    rules = {cell.variant: load_variant(cell.variant) for cell in cells}
    work = [
        FairGame(Task(rules[cell.variant], (cell.person, *[level] * (cell.seats - 1)), seed), each)
        for cell in cells
        for each in range(1, games + 1)
    ]
    reports = iter(play_all(work, Backend(jobs)))
    return {cell: [next(reports) for _ in range(games)] for cell in cells}


def seat_of_person(report: GameReport) -> SeatIndex:
    """The seat of the first level named, as the levels move on from game to game."""
    return SeatIndex(-(report.number - 1) % len(report.levels))


def won(report: GameReport) -> float:
    """The part of a game that its person won."""
    return (seat_of_person(report) in report.winners) / len(report.winners)


def share_text(reports: Sequence[GameReport]) -> str:
    """The part of some games that a person wins, with its interval."""
    share = share_of(sum(map(won, reports)), len(reports))
    return f"{share.mean:.0%} ({100 * share.lower:.0f} to {100 * share.upper:.0f})"


def points_more(reports: Sequence[GameReport]) -> float:
    """How many points more a round a person has than the others, in the mean."""
    rounds = sum(len(each.rounds) for each in reports)
    own = sum(each.scores[seat_of_person(each)] for each in reports)
    others = sum((sum(each.scores)) / (len(each.scores) - 1) for each in reports)
    share = own / (len(reports[0].scores) - 1)
    return (own - (others - share)) / rounds


def main(words: Sequence[str]) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.measuring.strength.fair")
    parser.add_argument("--people", default=",".join(PEOPLE))
    parser.add_argument("--level", default="even")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", default="4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(words)
    people, variants = args.people.split(","), args.variants.split(",")
    sizes = [int(seats) for seats in args.seats.split(",")]
    print("| one among", args.level, "| seats |", " | ".join(variants), "| all | points more |")
    print("|---" * (len(variants) + 4) + "|")
    for person, seats in product(people, sizes):
        cells = [
            Cell(person, seats, variant)
            for variant in variants
            if seats in load_variant(variant).table_sizes
        ]
        by_cell = played(cells, args.level, args.games, args.seed, args.jobs)
        shares = {cell.variant: share_text(by_cell[cell]) for cell in cells}
        rows = [shares.get(variant, "") for variant in variants]
        together = [report for reports in by_cell.values() for report in reports]
        more = " ".join(f"{points_more(by_cell[cell]):.0f}" for cell in cells)
        rows.append(share_text(together))
        print(f"| `{person}` | {seats} |", " | ".join(rows), f"| {more} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
