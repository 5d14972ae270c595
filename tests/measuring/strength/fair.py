"""What part of their games people of different strength win among the players who play for that.

`python -m tests.measuring.strength.fair [--people child,...] [--level even] [--beside PERSON]
[--games 60] [--seats 4] [--seed 1] [--variants ID,...] [--jobs 2]` seats each person among players
of the level, in each seat in turn, and prints a row for each: by variant and over all variants the
part of the games that they win (ties count in parts) with its 95 % interval, and how many points
more a round than the others they have. A variant that is not played by so many has no games.
Everybody's moves follow from the seed.

`--beside` seats one more person to the left of each, who gets a row too. A level `even-SETTING` is
the even player with its dial held: the points more beside `even-0` less those beside it are what
the setting costs.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
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
    """People at a table of a size, in a variant."""

    people: tuple[str, ...]
    seats: int
    variant: str

    def levels(self, level: str) -> tuple[str, ...]:
        """The level of each seat, where all others are of one level."""
        return (*self.people, *[level] * (self.seats - len(self.people)))


def played(
    cells: Sequence[Cell], level: str, games: int, seed: int, jobs: int
) -> dict[Cell, list[GameReport]]:
    """The games of each cell."""
    rules = {cell.variant: load_variant(cell.variant) for cell in cells}
    work = [
        FairGame(Task(rules[cell.variant], cell.levels(level), seed), each)
        for cell in cells
        for each in range(1, games + 1)
    ]
    reports = iter(play_all(work, Backend(jobs)))
    return {cell: [next(reports) for _ in range(games)] for cell in cells}


def seat_of(report: GameReport, place: int) -> SeatIndex:
    """The seat of the level named at a place, as the levels move on from game to game."""
    return SeatIndex((place - (report.number - 1)) % len(report.levels))


def share_text(reports: Sequence[GameReport], place: int) -> str:
    """The part of some games that the person named at a place wins, with its interval."""
    won = sum((seat_of(each, place) in each.winners) / len(each.winners) for each in reports)
    share = share_of(won, len(reports))
    return f"{share.mean:.0%} ({100 * share.lower:.0f} to {100 * share.upper:.0f})"


def points_more(reports: Sequence[GameReport], place: int) -> str:
    """How many points more a round the person named at a place has than the others, in the mean."""
    rounds = sum(len(each.rounds) for each in reports)
    own = sum(each.scores[seat_of(each, place)] for each in reports)
    others = sum(sum(each.scores) for each in reports) - own
    return f"{(own - others / (len(reports[0].scores) - 1)) / rounds:.0f}"


def row(people: Sequence[str], place: int, by_variant: Mapping[str, Sequence[GameReport]]) -> str:
    """A row of the table for the person named at a place; a variant may be without games."""
    games = [reports for reports in by_variant.values() if reports]
    together = [report for reports in games for report in reports]
    shares = [share_text(reports, place) if reports else "" for reports in by_variant.values()]
    more = " ".join(points_more(reports, place) for reports in (*games, together))
    beside = "".join(f" beside `{each}`" for each in people if each != people[place])
    seats = len(together[0].levels)
    cells = [f"`{people[place]}`{beside}", str(seats), *shares, share_text(together, place), more]
    return f"| {' | '.join(cells)} |"


def main(words: Sequence[str]) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.measuring.strength.fair")
    parser.add_argument("--people", default=",".join(PEOPLE))
    parser.add_argument("--level", default="even")
    parser.add_argument("--beside", action="append", default=[], metavar="PERSON")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", default="4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(words)
    variants = args.variants.split(",")
    sizes = [int(seats) for seats in args.seats.split(",")]
    columns = [f"among {args.level}", "seats", *variants, "all", "points more, all last"]
    print(f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", sep="\n")
    for person, seats in product(args.people.split(","), sizes):
        people = (person, *args.beside)
        cells = [
            Cell(people, seats, variant)
            for variant in variants
            if seats in load_variant(variant).table_sizes
        ]
        games = played(cells, args.level, args.games, args.seed, args.jobs)
        by_variant = {name: games.get(Cell(people, seats, name), []) for name in variants}
        for place in range(len(people)):
            print(row(people, place, by_variant), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
