"""The engine against rlcard's gin engine in one run, whole games by level, and two workers to one.

`python -m tests.measuring.bench.engine [--seconds S] [--games N] [LEVEL ...]` prints a table. The
engines take turns of a fraction of a second, so that a busy machine slows all of them. Rates are of
processor time, workers are timed by the clock.
"""

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.engine.actions import Action, Call, CallShanghai, Deal, Draw, Pass
from shanghai.engine.game import apply, legal, needs, new_game, refuse
from shanghai.engine.rules import Rules
from shanghai.engine.state import Phase, State
from shanghai.simulation.games import NAMES, Task
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.simulation import simulate

PLAYERS: Final = 4
TURNS: Final = 16
"""How often the engines take turns."""
GAMES: Final = ("grandma-davis", "playerules")
"""The variants of seven rounds."""
QUICKEST: Final = "simple"
MOST_ACTIONS: Final = 500
"""Actions after which a round at random is left for a new game."""
ENV_RATE: Final = 17_600
"""Actions a second of rlcard's `env.run` on the machine for which the seconds of a game are set."""
_UNCERTAIN: Final = (Draw, Pass, Call, CallShanghai)
MISSING: Final = "rlcard is missing: install the extra with `pip install -e '.[bench]'`"

Slice = Callable[[float], tuple[int, float]]
"""Plays for so many seconds and returns the actions and the seconds."""


class Row(NamedTuple):
    """One line of the table: what was measured, the figure, and what is asked of it, if anything.

    `least` and `most` bound the figure; `holds` says whether it keeps within them.
    """

    what: str
    figure: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the figure is within its bounds."""
        return (self.least is None or self.figure >= self.least) and (
            self.most is None or self.figure <= self.most
        )


# Random play of this engine


def with_chance(state: State, action: Action, chance: Random) -> Action:
    """The action with the shuffle or the picked card that it asks for."""
    if not isinstance(action, _UNCERTAIN):
        return action
    need = needs(state, action)
    if need.pick:
        return structs.replace(action, picked=chance.choice(need.pick))
    if need.shuffled:
        order = chance.sample(need.renew, len(need.renew))
        return structs.replace(action, renewed=tuple(order))
    return action


def random_round(state: State, chance: Random) -> Iterator[State]:
    """The states of a round of random legal play: all moves listed, one chosen, checked, applied.

    It stops after `MOST_ACTIONS`, as at random a round may come to where nobody can end it.
    """
    for _ in range(MOST_ACTIONS):
        action = with_chance(state, chance.choice(list(legal(state))), chance)
        if refuse(state, action) is not None:
            raise RuntimeError(f"{action} is listed but refused")
        state, _ = apply(state, action)
        yield state
        if state.phase not in (Phase.DRAW, Phase.PLAY):
            return


def dealt(state: State, chance: Random) -> State:
    """The state with the next round dealt."""
    pack = state.rules.cards(len(state.seats))
    return apply(state, Deal(tuple(chance.sample(pack, len(pack)))))[0]


def random_play(rules: Rules, seed: int) -> Iterator[State]:
    """The states after each action of game upon game at random, without end."""
    chance = Random(seed)
    fresh = structs.replace(new_game(rules, NAMES[:PLAYERS]), dealer=0, phase=Phase.DEALING)
    state = fresh
    while True:
        for after in random_round(dealt(state, chance), chance):
            yield after
        state = after if after.phase is Phase.ROUND_OVER else fresh


def random_slice(variant: str) -> Slice:
    """Random play of a variant, which goes on where the slice before it ended."""
    states = random_play(load_variant(variant), 1)

    return lambda seconds: _play(states, seconds)


def _play(steps: Iterator[object], seconds: float) -> tuple[int, float]:
    start, count, now = process_time(), 0, 0.0
    while now < seconds:
        for _ in range(50):
            next(steps)
        count += 50
        now = process_time() - start
    return count, now


# rlcard


def _bare_steps() -> Iterator[object]:
    from rlcard.games.gin_rummy import Game

    chance = Random(1)
    while True:
        game = Game()
        game.init_game()
        while not game.is_over():
            yield game.step(chance.choice(game.judge.get_legal_actions()))


def bare_slice() -> Slice:
    """Random play of rlcard's gin engine without its environment: no state is extracted."""
    steps = _bare_steps()
    return lambda seconds: _play(steps, seconds)


def env_slice() -> Slice:
    """Random agents in rlcard's `env.run`, its steps counted as it counts them."""
    import rlcard
    from rlcard.agents import RandomAgent

    env: Any = rlcard.make("gin-rummy", {"seed": 1})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play(seconds: float) -> tuple[int, float]:
        start, before = process_time(), env.timestep
        while process_time() - start < seconds:
            env.run()
        return env.timestep - before, process_time() - start

    return play


# The table


def game_seconds(variant: str, level: str, seed: int) -> float:
    """Processor seconds of one game of four."""
    task = Task(load_variant(variant), (level,) * PLAYERS, seed)
    start = process_time()
    simulate(task, games=1)
    return process_time() - start


def speed_rows(seconds: float) -> Iterator[Row]:
    """Random play against both ways of rlcard, then games of the quickest level, in one run."""
    ours = {variant: random_slice(variant) for variant in known_variants()}
    slices = {**ours, "bare": bare_slice(), "env": env_slice()}
    counts = dict.fromkeys(slices, 0)
    spent = dict.fromkeys(slices, 0.0)
    times = dict.fromkeys(GAMES, 0.0)
    for turn in range(TURNS):
        for name, play in slices.items():
            count, took = play(seconds / TURNS)
            counts[name] += count
            spent[name] += took
        for variant in GAMES:
            times[variant] += game_seconds(variant, QUICKEST, turn + 1) / TURNS
    rates = {name: counts[name] / spent[name] for name in slices}
    yield Row("rlcard, bare gin engine", rates["bare"], "actions/s")
    yield Row("rlcard, env.run", rates["env"], "actions/s")
    for variant in ours:
        yield Row(f"random play, {variant}", rates[variant], "actions/s")
        yield Row("  against the bare engine", rates[variant] / rates["bare"], "times", 1.0)
        yield Row("  against env.run", rates[variant] / rates["env"], "times", 3.0)
    for variant, took in times.items():
        yield Row(f"game of {PLAYERS} {QUICKEST}, {variant}", took, "s")
        fair = took * rates["env"] / ENV_RATE
        yield Row(f"  where env.run makes {ENV_RATE:,} a second", fair, "s", most=0.35)


def level_rows(levels: Iterable[str]) -> Iterator[Row]:
    """The seconds of a game by level."""
    for level in levels:
        for variant in GAMES:
            took = game_seconds(variant, level, seed=1)
            yield Row(f"game of {PLAYERS} {level}, {variant}", took, "s")


def worker_rows(games: int) -> Iterator[Row]:
    """Games a second of one worker and of two, by the clock, their start included."""
    task = Task(load_variant(GAMES[0]), (QUICKEST,) * PLAYERS, seed=1)
    rates = []
    for jobs in (1, 2):
        start = perf_counter()
        simulate(task, games, jobs)
        rates.append(games / (perf_counter() - start))
        yield Row(f"{games} games of {PLAYERS} {QUICKEST}, jobs {jobs}", rates[-1], "games/s")
    yield Row("  two workers against one", rates[1] / rates[0], "times", 1.7)


def rows(seconds: float = 4.0, games: int = 100, levels: Iterable[str] = LEVELS) -> Iterator[Row]:
    """All rows, one by one as they are measured; RuntimeError where rlcard is missing."""
    if importlib.util.find_spec("rlcard") is None:
        raise RuntimeError(MISSING)
    yield from speed_rows(seconds)
    yield from level_rows([level for level in levels if level != QUICKEST])
    if games:
        yield from worker_rows(games)


def print_rows(table: Iterable[Row]) -> None:
    """Prints rows as they come, with what is asked of them."""
    for row in table:
        asked = ""
        if row.least is not None or row.most is not None:
            bound = f"at least {row.least:g}" if row.least is not None else f"at most {row.most:g}"
            asked = f"{bound}: {'holds' if row.holds else 'FAILS'}"
        figure = f"{row.figure:,.0f}" if row.figure >= 1000 else f"{row.figure:.2f}"
        print(f"{row.what:44}{figure:>10} {row.unit:10} {asked}".rstrip(), flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints, as the options say, those of the command line if none are given."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.measuring.bench.engine", description=__doc__
    )
    parser.add_argument("--seconds", type=float, default=4.0, help="of random play of each kind")
    parser.add_argument("--games", type=int, default=100, help="for the workers; 0: leave them out")
    parser.add_argument("levels", nargs="*", metavar="LEVEL", help="levels to time; else all")
    found = parser.parse_args(arguments)
    if unknown := set(found.levels) - set(LEVELS):
        parser.error(f"no level is called {min(unknown)}: there are {', '.join(LEVELS)}")
    try:
        print_rows(rows(found.seconds, found.games, found.levels or LEVELS))
    except RuntimeError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
