"""A second reading of the rules: replays records card by card and names every fault in them."""

from .keys import known_names, variant_named
from .record import judge
from .scenario import judge_scenarios
from .table import Unfollowed

__all__ = ["Unfollowed", "judge", "judge_scenarios", "known_names", "variant_named"]
