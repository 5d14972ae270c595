"""A second reading of the rules: replays records card by card and names every fault in them."""

from .record import judge
from .scenario import judge_scenarios

__all__ = ["judge", "judge_scenarios"]
