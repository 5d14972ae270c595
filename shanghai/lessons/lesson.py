"""Lessons: a first round of each variant on a fixed deal, with what is to be said of each step.

A lesson is two files of its variant's id: in `deals` the round as a record, which `shanghai check`
replays, and in `words` what the learner, who has the first seat, is told.
"""

from collections.abc import Callable, Iterator
from importlib import resources
from typing import Final, Literal

import msgspec
from msgspec import Struct

from shanghai.engine.actions import (
    Call,
    CallShanghai,
    Discard,
    Draw,
    GoDown,
    LayOff,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.calls import callers
from shanghai.engine.game import apply
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex
from shanghai.engine.shanghai import shanghai_callers
from shanghai.engine.state import Phase, State
from shanghai.records.documents import Document, read_documents
from shanghai.records.notation import StandsStill, StockBecomes, read_move
from shanghai.variants.loader import load_variant
from shanghai.words import lessons as told
from shanghai.yamlio import reader

LEARNER: Final = SeatIndex(0)
"""The seat of the learner."""

LessonStep = Literal[
    "draw",
    "take",
    "call",
    "shanghai",
    "let go",
    "go down",
    "exchange",
    "lay off",
    "lay all",
    "discard",
    "declare",
]
"""What a learner does in one go; `let go` is leaving a discard to others, which is no move."""


class LessonWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said in a lesson: before it, at each step, at its end, and after it."""

    about: str
    opening: tuple[str, ...]
    says: tuple[dict[LessonStep, str], ...]
    hands: str
    scorecard: str
    closing: tuple[str, ...]


class Say(Struct, frozen=True):
    """What is said at one step: which step of how many it is, what is done, and why."""

    number: int
    step: LessonStep
    why: str


class Lesson(Struct, frozen=True):
    """One lesson: the deal, all moves to the end of the round, and what is said before which."""

    rules: Rules
    start: State
    moves: tuple[SeatAction, ...]
    says: dict[int, Say]
    words: LessonWords

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.words.says)


def lesson_ids() -> tuple[str, ...]:
    """The variants that have a lesson, in alphabetical order."""
    files = (entry.name for entry in (resources.files(__package__) / "deals").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in files if name.endswith(".yaml")))


def load_words(variant: str) -> LessonWords:
    """What is said in the lesson of a variant."""
    node = reader.read_nodes(_text("words", variant), variant)[0]
    return msgspec.convert(reader.plain(node), LessonWords)


def load_lesson(variant: str) -> Lesson:
    """The lesson of a variant; ValueError where deal and words do not belong together."""
    document = read_documents(_text("deals", variant), variant, load_variant)[0]
    if not isinstance(document, Document) or document.state is None:
        raise ValueError(told.BAD_DEAL.format(variant=variant))
    start, words = document.state, load_words(variant)
    states, moves = [start], []
    for move in document.moves:
        action = read_move(move.text, states[-1])
        assert not isinstance(action, StockBecomes | StandsStill)
        moves.append(action)
        states.append(apply(states[-1], action)[0])
    says = dict(steps_said(states, moves, _written(words)))
    if len({say.number for say in says.values()}) != len(words.says):
        raise ValueError(told.WORDS_GO_ON.format(variant=variant))
    return Lesson(start.rules, start, tuple(moves), says, words)


def _text(folder: str, variant: str) -> bytes:
    return (resources.files(__package__) / folder / f"{variant}.yaml").read_bytes()


Kinds = tuple[LessonStep, ...]
_STEPS: Final[dict[type, Kinds]] = {
    Draw: ("draw",),
    Take: ("take",),
    Call: ("call",),
    CallShanghai: ("shanghai",),
    GoDown: ("go down",),
    Swap: ("exchange",),
    LayOff: ("lay off", "lay all"),
}
Telling = Callable[[int, int, Kinds], tuple[LessonStep, str]]
"""Gives for the step of a number (from 0), before a move, which of the kinds it is, and why."""


def _written(words: LessonWords) -> Telling:
    """What the file of a lesson says, step by step; ValueError where it does not fit the deal."""

    def tell(number: int, at: int, kinds: Kinds) -> tuple[LessonStep, str]:
        if number == len(words.says):
            raise ValueError(told.NOTHING_SAID.format(move=at + 1, kind=kinds[0]))
        ((step, why),) = words.says[number].items()
        if step not in kinds:
            raise ValueError(told.OTHER_STEP.format(move=at + 1, kind=kinds[0], step=step))
        return step, why

    return tell


def steps_said(
    states: list[State], moves: list[SeatAction], tell: Telling
) -> Iterator[tuple[int, Say]]:
    """What is said before which move; laying off all says the same before each of its cards."""
    said: Say | None = None
    number = 0
    offered: object = None
    for at, move in enumerate(moves):
        state = states[at]
        kinds = step_of(move) if move.seat == LEARNER else ()
        offer = len(state.discards), state.top, state.turn
        if not kinds and may_call(state) and offered != offer:
            kinds, offered = ("let go",), offer
        if not kinds:
            continue
        goes_on = said is not None and said.step == "lay all" and "lay all" in kinds
        if said is None or not goes_on or not isinstance(moves[at - 1], LayOff):
            step, why = tell(number, at, kinds)
            number += 1
            said = Say(number, step, why)
        yield at, said


def may_call(state: State) -> bool:
    """Whether the learner, out of turn, may call the top discard."""
    if state.phase is not Phase.DRAW or state.turn == LEARNER:
        return False
    return LEARNER in callers(state) or LEARNER in shanghai_callers(state)


def step_of(move: SeatAction) -> Kinds:
    """The steps that a move of the learner may be, or be a part of."""
    if isinstance(move, Discard):
        return ("declare",) if move.shanghai else ("discard",)
    if type(move) not in _STEPS:
        raise ValueError(told.NO_SUCH_MOVE.format(kind=type(move).__name__))
    return _STEPS[type(move)]
