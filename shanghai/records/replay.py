"""A saved game to step through. A finished one can be seen as each seat saw it, or by all."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from shanghai.engine import events
from shanghai.engine.actions import Deal, ThrowIn
from shanghai.engine.cards import label
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.seen import view_for
from shanghai.engine.state import SeatView
from shanghai.storage.entries import first_state
from shanghai.storage.journal import Journal, course, opened_course
from shanghai.words import records as words
from shanghai.words.events import tell
from shanghai.words.games import of_game
from shanghai.words.moves import ShowCard

MomentKind = Literal["down", "call", "SHANGHAI", "steal", "out", "error"]
Stride = Literal["move", "turn", "round", "moment"]

_KINDS: Final[dict[type[events.Event], MomentKind]] = {
    events.WentDown: "down",
    events.CallGranted: "call",
    events.ShanghaiCalled: "SHANGHAI",
    events.JokerSwapped: "steal",
    events.RoundEnded: "out",
}
"""The events that a viewer can jump to."""


class ReplayMoment(Struct, frozen=True):
    """A position worth jumping to, and why."""

    at: int
    kind: MomentKind


class Replay:
    """The positions of a game, numbered from 0: position N is that after N moves."""

    def __init__(self, read: Journal) -> None:
        """The replay of a sound journal."""
        if read.header is None:
            raise ValueError(words.NO_GAME)
        self.title = read.header.title or of_game(read.header.rules.name)
        self.is_finished = read.is_ended
        self._steps = opened_course(read) if read.is_ended else list(course(read))
        self._start = first_state(read.header)
        strides = self._strides = dict[Stride, list[int]](move=[*range(len(self._steps) + 1)])
        self.moments = [
            ReplayMoment(at, kind)
            for at, step in enumerate(self._steps, 1)
            for event in step.events
            if (kind := _KINDS.get(type(event))) is not None
        ]
        numbered = [*enumerate(self._steps, 1)]
        strides["round"] = [at for at, step in numbered if isinstance(step.action, Deal | ThrowIn)]
        strides["turn"] = [
            at
            for at, step in numbered
            if (step.after.turn, step.after.round) != (step.before.turn, step.before.round)
        ]
        self.mark({})

    def mark(self, remarks: Mapping[int, str]) -> None:
        """Adds remarks on positions, such as on errors. They become moments to jump to."""
        self.remarks = dict(remarks)
        """The remark on each position."""
        self.moments += [ReplayMoment(at, "error") for at in remarks]
        self._strides["moment"] = sorted({moment.at for moment in self.moments})

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self._steps)

    @property
    def eyes(self) -> tuple[SeatIndex, ...]:
        """The seats whose view may be shown."""
        return tuple(self._start.seat_numbers) if self.is_finished else ()

    @property
    def rounds(self) -> Sequence[int]:
        """The positions in which a round was just dealt."""
        return self._strides["round"]

    def of_round(self, at: int) -> tuple[int, int]:
        """The first and the last position of the round with a position."""
        number = bisect_right(self.rounds, at)
        ends = [*(deal - 1 for deal in self.rounds), self.last]
        return self.rounds[number - 1] if number else 0, ends[number]

    def view(self, at: int, viewer: SeatIndex = NOBODY) -> SeatView:
        """A position as a viewer sees it; ValueError for a seat if the game is not finished."""
        if viewer != NOBODY and viewer not in self.eyes:
            raise ValueError(words.NO_HAND)
        return view_for(self._steps[at - 1].after if at else self._start, viewer)

    def sentences(
        self, at: int, viewer: SeatIndex = NOBODY, show: ShowCard = label, *, all_eyes: bool = False
    ) -> list[str]:
        """Sentences on the move before a position, for a viewer or for all eyes.

        Raises ValueError if the game is not finished, for anybody but the public.
        """
        if (all_eyes or viewer != NOBODY) and not self.is_finished:
            raise ValueError(words.NO_HAND)
        return [
            tell(event, step.after, getattr(event, "seat", NOBODY) if all_eyes else viewer, show)
            for step in self._steps[max(0, at - 1) : at]
            for event in step.events
        ]

    def go(self, at: int, stride: Stride, by: int) -> int:
        """The position that is `by` strides after another one, or before it if `by` is below 0."""
        places = self._strides[stride]
        for _ in range(abs(by)):
            if by > 0:
                index = bisect_right(places, at)
                at = places[index] if index < len(places) else self.last
            else:
                index = bisect_left(places, at) - 1
                at = places[index] if index >= 0 else 0
        return at

    def number(self, at: int, stride: Stride) -> tuple[int, int]:
        """The number of the stride with a position, counted from 1, and the number of all."""
        places = self._strides[stride]
        return bisect_right(places, at), len(places)
