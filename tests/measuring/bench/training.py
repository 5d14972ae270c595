"""Steps a second of the environment for training: `python -m tests.measuring.bench training`.

One process plays a round over and over by the loop that PettingZoo tells (`agent_iter`, `last`,
`step`), at random among what the mask allows, and goes down as soon as it can. It is timed by the
processor.
"""

import importlib.util
from random import Random
from time import process_time

from shanghai.variants.library import known_variants

PLAYERS = 4
LEAST = 25_000
MISSING = "pettingzoo is missing: install the extra with `pip install -e '.[train]'`"


def steps_a_second(variant: str, seconds: float) -> float:
    """The steps a second of one process, observations included."""
    # Here, as it needs the extra `train`.
    from shanghai.training import GO_DOWN, ShanghaiEnv

    environment, random, steps = ShanghaiEnv(variant, PLAYERS, round=1), Random(1), 0
    start = process_time()
    while process_time() - start < seconds:
        environment.reset(seed=steps)
        for _ in environment.agent_iter():
            observation, _, is_over, _, _ = environment.last()
            if is_over:
                environment.step(None)
                continue
            (allowed,) = observation["action_mask"].nonzero()
            chosen = allowed[int(random.random() * len(allowed))]
            environment.step(GO_DOWN if GO_DOWN in allowed else int(chosen))
            steps += 1
    return steps / (process_time() - start)


def main(seconds: float = 4.0) -> None:
    """Prints the figure of each of the four games, with what is asked of it."""
    if importlib.util.find_spec("pettingzoo") is None:
        raise RuntimeError(MISSING)
    print(f"{'variant':<16}{'steps/s':>10}   asked: {LEAST:,}")
    for variant in known_variants():
        print(f"{variant:<16}{steps_a_second(variant, seconds):>10,.0f}")
