"""Games that are played by hints alone, and what the review calls a clear error in them.

`python -m tests.measuring.by_hints [GAMES] [SEED] [VARIANT,...]` plays so many games of two rounds,
in each variant in turn, with the seeds from SEED on. It prints a line a game and one for each clear
error: what the review says of it, the hand, what was done and what would have cost less. A hint is
searched in 512 worlds, which takes about as long as a hint may take.
"""

import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from shanghai.bots.machine_code import make_ready
from shanghai.bots.protocol import Level
from shanghai.bots.thoughts import ThinkingHere
from shanghai.engine.cards import label, labels
from shanghai.engine.events import Dealt
from shanghai.review.decisions import decisions_of
from shanghai.review.report import review_of
from shanghai.storage.journal import opened_course
from shanghai.storage.saves import sound_game
from shanghai.table.hints import advise
from shanghai.variants.loader import load_variant
from tests.review.figures import costs_of
from tests.review.games import play_game

VARIANTS = "playerules,rummygames,california,grandma-davis"
WORLDS = 512
PLAYERS = 4


class SearchInPlace(ThinkingHere):
    """The search of hints in this process, in a fixed number of worlds whatever time that takes."""

    in_other_process = True

    def think(self, question):
        return super().think(question._replace(max_worlds=WORLDS, seconds=None))


class Hinted:
    """Does what the hint says."""

    def __init__(self, seat, random, is_late):
        self.heard, self.is_late, self.search = [], is_late, SearchInPlace()

    def notice(self, event):
        if isinstance(event, Dealt):
            self.heard.clear()
        self.heard.append(event)

    def decide(self, view):
        return advise(view, self.heard, self.is_late, self.search)[0]

    wants_call = decide


class GameByHints(NamedTuple):
    """A game by hints: how many decisions it had, and a text for each clear error."""

    decisions: int
    errors: list[str]


def play_by_hints(variant, seed, rounds):
    """Plays some rounds of a game by hints alone and reviews it."""
    if not make_ready():
        raise SystemExit("without machine code hints are not searched")
    levels = {"hinted": Level(Hinted, "hinted", "A test.")}
    with tempfile.TemporaryDirectory() as folder:
        players = ["hinted"] * PLAYERS
        read = sound_game(play_game(Path(folder), variant, players, seed, rounds, levels))
    costs, decisions, steps = costs_of(read)[0], decisions_of(read), opened_course(read)
    findings = {
        (finding.seat, finding.at): f"{finding.sentence} {finding.advice}"
        for finding in review_of(read, costs).findings
    }
    errors = []
    for number, cost in costs.items():
        if cost.certainty == "clear":
            decision = decisions[number]
            sentence = findings.get((decision.seat, decision.at), "part of an error before it")
            errors.append(f"{sentence} {_position(decision, cost, steps[decision.at].before)}")
    return GameByHints(len(decisions), errors)


def _position(decision, cost, before):
    """A decision in figures and cards, as one line."""
    seat = before.seats[decision.seat]
    top = "none" if before.top is None else label(before.top)
    others = [f"{len(other.hand)}{' down' * other.down}" for other in before.seats]
    return (
        f"[{cost.points:.1f} ± {cost.error:.1f}, plain {cost.is_plain}] round {decision.round}, "
        f"step {decision.at}, seat {decision.seat}: {labels(seat.hand)}; top {top}; "
        f"hands {others}; did {decision.moves[0]}, better {decision.moves[cost.best]}"
    )


def rounds_of(variant, seed):
    """The two rounds of a variant that are played with a seed."""
    count = load_variant(variant).rounds
    return tuple(sorted({1 + seed * 3 % count, 1 + (seed * 5 + 2) % count}))


def main(games="50", seed="1", variants=VARIANTS):
    """Prints the games."""
    decisions = errors = 0
    for number, variant in enumerate(islice(cycle(variants.split(",")), int(games))):
        game_seed = int(seed) + number
        rounds = rounds_of(variant, game_seed)
        game = play_by_hints(variant, game_seed, rounds)
        decisions, errors = decisions + game.decisions, errors + len(game.errors)
        line = f"{variant} seed {game_seed} rounds {rounds}: {len(game.errors)} clear errors in"
        print(f"{line} {game.decisions}; so far {errors} in {decisions}", flush=True)
        for error in game.errors:
            print(f"- {error}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
