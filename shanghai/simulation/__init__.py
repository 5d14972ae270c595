"""Games and trials among computer players, over several processes, and what they come to."""

from shanghai.simulation.duplicate import DuplicateTrial
from shanghai.simulation.games import GameReport, Task, play_game, simulate
from shanghai.simulation.rounds import NAMES, check_cards, new_seed, seats_for
from shanghai.simulation.summary import Summary, summarize

__all__ = [
    "NAMES",
    "DuplicateTrial",
    "GameReport",
    "Summary",
    "Task",
    "check_cards",
    "new_seed",
    "play_game",
    "seats_for",
    "simulate",
    "summarize",
]
