"""Play-outs at the compact table: of all moves in many worlds in machine code, else of the hard
player's move in few. Only for rules that the compact table knows."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Final

from shanghai.bots.playouts.arrays import IS_PLAIN, box_of, lists_of, zeros
from shanghai.bots.playouts.compact_rules import CompactRules, compact_rules_of
from shanghai.bots.playouts.drawing import Seen, read_view, worlds_for
from shanghai.bots.playouts.reading import read_moves
from shanghai.bots.playouts.rounds import play_moves_in
from shanghai.bots.playouts.table import CompactTable, copy_table, empty_table
from shanghai.engine.state import SeatView
from shanghai.review.engine_trials import hard_players_move
from shanghai.review.moments import MetDecision, WorldCounts

_IN_MIND: Final = 4
"""If the discards are turned over as a new stock, players know the order of so many of the last."""
MOST_TURNS: Final = 25
"""After so many turns of each seat a play-out ends, and its hands count."""
_MANY: Final = WorldCounts(first=48, most=3072, most_unshown=512, most_work=40_000)
_FEW: Final = WorldCounts(first=16, most=128, most_unshown=64, most_work=3_000)
"""The same in plain Python, which is some hundred times as slow."""


class CompactTrials:
    """Tries moves at the compact table."""

    worlds: WorldCounts = _FEW if IS_PLAIN else _MANY

    def __init__(self, rules: CompactRules) -> None:
        self._rules = rules
        self.work = 0
        self._seen: tuple[MetDecision, Seen] | None = None

    def worth_trying(self, moment: MetDecision) -> list[int]:
        """The indexes of all moves but the one that was made. In plain Python that of the hard
        player's move, or nothing if that was made."""
        if IS_PLAIN:
            return hard_players_move(moment)
        return list(range(1, len(moment.decision.moves)))

    def points(
        self, moment: MetDecision, tried: Sequence[int], count: int, what: str
    ) -> list[list[tuple[int, ...]]]:
        """By world and move the points of each seat. Players need not remember the order of all
        discards that will be turned over."""
        view, decision, rules = moment.view, moment.decision, self._rules
        seed = int.from_bytes(sha256(f"{decision.at} {decision.seat} {what}".encode()).digest()[:8])
        mixed = len(view.discards) - _IN_MIND if view.rules.recycle == "turn" else 0
        drawn = worlds_for(rules, view.viewer, self._seen_at(moment), count, seed, mixed)
        rows, melds = read_moves(view, [decision.moves[index] for index in tried])
        points = zeros(count, len(tried), view.players)
        base, scratch = _tables()
        copy_table(drawn.table, base)
        base.turn_limit = MOST_TURNS
        boxes = box_of(rules), box_of(base), box_of(scratch)
        self.work += play_moves_in(*boxes[:2], drawn[2:], rows, melds, boxes[2], points)
        return [[tuple(seats) for seats in lists_of(world, len(tried))] for world in points]

    def _seen_at(self, moment: MetDecision) -> Seen:
        """What the seat has seen. It is read once for all play-outs of a moment."""
        if self._seen is None or self._seen[0] is not moment:
            self._seen = moment, read_view(moment.view, moment.memory())
        return self._seen[1]


@cache
def _tables() -> tuple[CompactTable, CompactTable]:
    """A table of the world, and one to play at."""
    return empty_table(), empty_table()


def compact_trials(view: SeatView) -> CompactTrials | None:
    """The trials for the rules of a round. None if the compact table does not know them."""
    rules = compact_rules_of(view)
    return None if rules is None else CompactTrials(rules)
