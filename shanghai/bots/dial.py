"""The dial by which the even player plays, and what it believes of the others by it.

The higher the setting of a player, the more often they make each mistake, and the more points a
round their play costs them. Each player is known by the points and the mistakes that all see.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log
from typing import Final, NamedTuple

from shanghai.engine.cards import ALL_FACES, Face
from shanghai.engine.rules import Rules
from shanghai.engine.wild import is_wild


class Mistake(NamedTuple):
    """A mistake that players make the more often, the higher their setting is."""

    start: float
    """The setting of the dial up to which nobody makes it."""
    full: float
    """The setting from which on it is made most often."""
    most: float
    """How often it is made then, from 0 to 1."""

    def rate(self, setting: float) -> float:
        """How often a player of a setting makes it."""
        part = (setting - self.start) / (self.full - self.start)
        return self.most * min(1.0, max(0.0, part))


ANY_TOSS: Final = Mistake(0, 60, 1.0)
"""Tossing any card but a wild one."""
MISSED_CALL: Final = Mistake(0, 60, 0.8)
"""Not calling a card that helps."""
OVERLOOKED: Final = Mistake(40, 120, 0.95)
"""Not seeing that a card fits on the table, or that a discard helps."""
NOT_DOWN: Final = Mistake(40, 120, 0.7)
"""Not seeing that one may go down. Nobody overlooks that for many turns."""
NEEDLESS_CALL: Final = Mistake(70, 120, 0.6)
"""Calling a card that does not help, which makes the hand larger."""
HEAVY_KEPT: Final = Mistake(50, 120, 1.0)
"""Tossing, of any cards, the one that counts least."""

_COSTS: Final = ((0, 0), (30, 15), (60, 45), (75, 65), (90, 86), (120, 138))
"""Settings, and what each costs in points a round more than the play of the hard player."""
_SETTINGS: Final = tuple(range(0, 110, 10))
"""The settings that are compared."""
_CAREFUL: Final = 0.6
"""How likely somebody of whom nothing is known plays as the hard player does."""
_SPREAD: Final = 50.0
"""By how many points a round differs from what the play has cost, as a standard deviation."""
_MIDDLE: Final = 40.0
"""What careless play costs most people in points a round."""
STRETCH: Final = 2.5
"""How many times further from the middle the truth lies than a belief, which luck blurs."""
_FEWEST_CALLS: Final = 0.4
"""How often the careless call at least, next to the hard player: their hands lack more."""
_LARGE_ROUND: Final = 60.0
"""The points of the last in a round whose points say as much as any."""
_TELLING: Final = 0.6
"""How often a careless toss is of a card that was taken, as a part of how often chance has it."""
_NEEDLESS: Final = 0.04
"""How often a careful player tosses a card that they took from the discards in the same round."""
FIRST_TOSSES: Final = 3
"""In how many tosses of a round the careful get rid of heavy cards above all."""
_HEAVY: Final = 5.0
"""How many times the odds of a heavy card are there, next to those of any card."""
_USUAL_CARD: Final = 8.0
"""The points of a card in the published games, in the mean over all faces."""
_USUAL_CONTRACT: Final = 10.0
"""The cards of a contract in the published games, in the mean."""
_LEAST_SCALE: Final = 0.6
"""The smallest scale of a round: that of the first of these games, with 6 cards."""
_MOST_SCALE: Final = 1.6
"""The largest scale of a round: that of the last of these games, with 16 cards."""


def points_scale(rules: Rules) -> float:
    """How large points are in a game, as a multiple of those of the published games."""
    return sum(map(rules.face_points, ALL_FACES)) / len(ALL_FACES) / _USUAL_CARD


def round_scale(rules: Rules, round: int) -> float:
    """How large the points of a round are, as a multiple of those of a usual one.

    They grow with the cards of its contract. 1 where each player has a contract of their own.
    Rounds are counted from 1.
    """
    if rules.is_by_player:
        return 1.0
    contract = rules.contracts[min(rules.place(round), len(rules.contracts)) - 1]
    return min(max(contract.size / _USUAL_CONTRACT, _LEAST_SCALE), _MOST_SCALE)


def heavy_faces(rules: Rules) -> tuple[frozenset[Face], float]:
    """The faces that count more than the mean of all that are not wild, and which part of these
    they are."""
    natural = [face for face in ALL_FACES if not is_wild(rules, face)]
    mean = sum(map(rules.face_points, natural)) / len(natural)
    heavy = frozenset(face for face in natural if rules.face_points(face) > mean)
    return heavy, len(heavy) / len(natural)


def cost_of(setting: float) -> float:
    """What a setting costs, in points a round."""
    return _between(_COSTS, setting)


def setting_for(cost: float) -> float:
    """The setting that costs so many points a round."""
    return _between([(each, setting) for setting, each in _COSTS], cost)


def stretched(cost: float) -> float:
    """A believed cost, as far from the middle as the truth seems to lie."""
    return _MIDDLE + STRETCH * (cost - _MIDDLE)


def calls_of(setting: float) -> float:
    """How often a player of a setting calls, as a part of how often the hard player would."""
    return max(_FEWEST_CALLS, 1 - setting / 100)


def _between(pairs: Sequence[tuple[float, float]], at: float) -> float:
    """The second number of a pair whose first is `at`, in a straight line between two pairs."""
    (start, first), (end, last) = next(
        (each for each in pairwise(pairs) if at <= each[1][0]), tuple(pairs[-2:])
    )
    return first + (min(at, end) - start) / (end - start) * (last - first)


class Belief:
    """How likely each setting is for one player, by what everybody has seen."""

    def __init__(self) -> None:
        rest = (1 - _CAREFUL) / (len(_SETTINGS) - 1)
        self._logs = [log(rest if setting else _CAREFUL) for setting in _SETTINGS]
        """The logarithm of how likely each setting is, but for a common factor."""

    def _odds(self) -> list[float]:
        most = max(self._logs)
        return [exp(each - most) for each in self._logs]

    @property
    def careful(self) -> float:
        """How likely they play as the hard player does, from 0 to 1."""
        odds = self._odds()
        return odds[0] / sum(odds)

    @property
    def cost(self) -> float:
        """What their play costs in points a round, if it is not that of the hard player."""
        odds = self._odds()[1:]
        total = sum(
            cost_of(setting) * each for setting, each in zip(_SETTINGS[1:], odds, strict=True)
        )
        return stretched(total / sum(odds))

    def see_points(self, more: float, most: float) -> None:
        """Takes note of the points of a round that they had more than the hard player had.

        `most` are those of the last player. Where all had few, they say less."""
        weight = min(1.0, most / _LARGE_ROUND)
        for number, setting in enumerate(_SETTINGS):
            self._logs[number] -= weight * ((more - cost_of(setting)) / _SPREAD) ** 2 / 2

    def see_toss(self, share: float, is_taken: bool) -> None:
        """Takes note of a toss before going down: which part of their hand they took from the
        discards of the round, and whether they toss a card of it."""
        for number, setting in enumerate(_SETTINGS):
            careless = _TELLING * ANY_TOSS.rate(setting) * share
            chance = _NEEDLESS + (1 - _NEEDLESS) * careless
            self._logs[number] += log(chance if is_taken else 1 - chance)

    def see_weight(self, share: float, is_heavy: bool) -> None:
        """Takes note of one of their first tosses of a round: which part of all faces is heavy, and
        whether the card tossed is."""
        careful = _HEAVY * share / (_HEAVY * share + 1 - share)
        for number, setting in enumerate(_SETTINGS):
            chance = careful + (share - careful) * ANY_TOSS.rate(setting)
            self._logs[number] += log(chance if is_heavy else 1 - chance)

    def see_calls(self, calls: int, others: int, players: float) -> None:
        """Takes note of their calls in a round, next to those of so many hard players."""
        for number, setting in enumerate(_SETTINGS):
            seen = 1 - MISSED_CALL.rate(setting)
            share = seen / (seen + players)
            self._logs[number] += calls * log(share) + others * log(1 - share)
