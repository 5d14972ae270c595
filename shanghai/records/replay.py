"""Steps through a saved game. A finished one can be seen as each seat saw it, or with all hands."""

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
"""The kinds of events that a viewer can jump to. An exchange of a joker has the kind `steal`."""


class ReplayMoment(Struct, frozen=True):
    """A position that a viewer can jump to, and the kind of what happened there."""

    at: int
    kind: MomentKind


class Replay:
    """The positions of a game, numbered from 0. Position N is the one after N moves. A stride is a
    step of a certain size: a move, a turn, a round, or up to the next moment."""

    def __init__(self, read: Journal) -> None:
        """Makes the replay of a sound journal; ValueError if it has no game."""
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
        """Sets the remarks on positions, such as on errors, and adds each as a moment."""
        self.remarks = dict(remarks)
        """The remark on each position."""
        self.moments += [ReplayMoment(at, "error") for at in remarks]
        self._strides["moment"] = sorted({moment.at for moment in self.moments})

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self._steps)

    @property
    def allowed_viewers(self) -> tuple[SeatIndex, ...]:
        """The seats whose view may be shown: all of a finished game, else none."""
        return tuple(self._start.seat_numbers) if self.is_finished else ()

    @property
    def rounds(self) -> Sequence[int]:
        """The positions in which a round was just dealt."""
        return self._strides["round"]

    def of_round(self, position: int) -> tuple[int, int]:
        """The first and the last position of the round that a position is in. The positions before
        the first deal count as a round."""
        number = bisect_right(self.rounds, position)
        ends = [*(deal - 1 for deal in self.rounds), self.last]
        return self.rounds[number - 1] if number else 0, ends[number]

    def view(self, position: int, viewer: SeatIndex = NOBODY) -> SeatView:
        """A position as a seat, or the public, sees it. Raises ValueError for a seat if the game is
        not finished."""
        if viewer != NOBODY and viewer not in self.allowed_viewers:
            raise ValueError(words.NO_HAND)
        return view_for(self._steps[position - 1].after if position else self._start, viewer)

    def sentences(
        self,
        position: int,
        viewer: SeatIndex = NOBODY,
        show: ShowCard = label,
        *,
        all_eyes: bool = False,
    ) -> list[str]:
        """Sentences on the move before a position, as a viewer may know it.

        With `all_eyes`, each sentence has what the seat knows that made the move. Raises ValueError
        if the game is not finished, unless they are for the public.
        """
        if (all_eyes or viewer != NOBODY) and not self.is_finished:
            raise ValueError(words.NO_HAND)
        return [
            tell(event, step.after, getattr(event, "seat", NOBODY) if all_eyes else viewer, show)
            for step in self._steps[max(0, position - 1) : position]
            for event in step.events
        ]

    def position_after(self, position: int, stride: Stride, count: int) -> int:
        """The position that is `count` strides after another one, or before it if below 0. It is
        never before the first or after the last position."""
        starts = self._strides[stride]
        for _ in range(abs(count)):
            if count > 0:
                index = bisect_right(starts, position)
                position = starts[index] if index < len(starts) else self.last
            else:
                index = bisect_left(starts, position) - 1
                position = starts[index] if index >= 0 else 0
        return position

    def stride_number(self, position: int, stride: Stride) -> tuple[int, int]:
        """The number, from 1, of the stride that a position is in, and how many there are. The
        number is 0 before the first stride."""
        starts = self._strides[stride]
        return bisect_right(starts, position), len(starts)
