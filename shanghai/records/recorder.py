"""The record of a game: a YAML file with a document a round that replays exactly."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs

from shanghai.engine.actions import (
    Action,
    Correct,
    Deal,
    DrawForDealer,
    HandOver,
    StopGame,
    ThrowIn,
)
from shanghai.engine.correction import by_the_rules
from shanghai.engine.rules import Rules
from shanghai.engine.stalemate import is_stalemate, is_too_long
from shanghai.engine.state import Phase, State
from shanghai.records.handicaps import without_handicaps
from shanghai.records.notation import STANDS_STILL, STOPPED, write_move
from shanghai.records.positions import write_position
from shanghai.variants.house_rules import changed_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words.sanitize import sanitize
from shanghai.yamlio.writer import flow_list, flow_mapping, flow_value, folded, scalar

Heading = Callable[[State, State], Sequence[str]]
"""The comments above a round, from its first state and its last one."""


class GameRecorder:
    """Writes a game down as it is played; `feed` it with every applied action in order.

    Fed from the middle of a round it begins with that position. `variant` names the variant in
    the file, an id or a path; left out, it is the id of the rules. The scores are those that the
    rules have counted, also where the table has corrected them or taken points off for a handicap;
    moves taken back are left out.
    `heading` gives the comments above a round, from its first state and its last one.
    """

    def __init__(
        self, title: str = "", variant: str = "", heading: Heading = lambda _start, _now: ()
    ) -> None:
        self._title = title
        self._variant = variant
        self._heading = heading
        self._closed: list[list[str]] = []
        self._start: State | None = None
        self._moves: list[str] = []
        self._comments: dict[int, str] = {}
        self._marks: list[tuple[State, int]] = []
        self._now: State | None = None

    @property
    def finished(self) -> bool:
        """Whether the game that was fed is over."""
        return self._now is not None and self._now.phase is Phase.GAME_OVER

    def feed(self, before: State, action: Action, after: State, comment: str = "") -> None:
        """Takes down one action, from the state in which it was done and the one it led to.

        The comment stands behind the move, for people alone.
        """
        before, after = _plain(before), _plain(after)
        if isinstance(action, ThrowIn):
            self._stand_still(before, after)
        elif isinstance(action, Deal):
            self._close()
            self._begin(after)
        elif isinstance(action, Correct | StopGame):
            return
        elif not isinstance(action, DrawForDealer) and not self._is_before_play(before, action):
            self._start = self._start or before
            self._marks.append((before, len(self._moves)))
            self._moves += write_move(action, before)
            if comment:
                self._comments[len(self._moves) - 1] = comment
        self._now = after

    def take_back(self, to: State) -> None:
        """Leaves out the latest moves, back to the state before the first of them."""
        to = _plain(to)
        while self._marks and self._now != to:
            self._now, count = self._marks.pop()
            del self._moves[count:]
            self._comments = {at: text for at, text in self._comments.items() if at < count}

    def yaml(self) -> str:
        """The file so far; of a finished game it is its record, every round with its scores."""
        documents = [*self._closed, *([self._document()] if self._start else [])]
        return "---\n".join("\n".join(lines) + "\n" for lines in documents)

    def _is_before_play(self, before: State, action: Action) -> bool:
        """Whether a seat is handed over before any round: the next position has the new name."""
        return self._start is None and isinstance(action, HandOver) and before.phase not in _PLAYED

    def _stand_still(self, before: State, after: State) -> None:
        """The round stands still; in journals of old it is dealt again by the same action."""
        self._start = self._start or before
        is_stopped = is_too_long(before) and not is_stalemate(before)
        self._moves.append(STOPPED if is_stopped else STANDS_STILL)
        if after.phase is Phase.DRAW:
            self._now = structs.replace(before, phase=Phase.THROWN_IN)
            self._close()
            self._begin(after)

    def _begin(self, start: State) -> None:
        self._start, self._moves, self._marks, self._comments = start, [], [], {}

    def _close(self) -> None:
        if self._start is not None:
            self._closed.append(self._document())

    def _document(self) -> list[str]:
        """The lines of the present round."""
        start, now = self._start, self._now
        assert start is not None
        assert now is not None
        rules = start.game_rules
        title = f"{self._title or rules.name}, {rules.words.round} {start.round}"
        names = [scalar(seat.name, flow=True) for seat in start.seats]
        lines = [
            *map(_comment, self._heading(start, now)),
            f"title: {scalar(title)}",
            *_variant(rules, self._variant or rules.id),
            *f"players: {flow_list(names, 9)}".split("\n"),
            "position:",
            *(f"  {line}" for line in write_position(start)),
            "moves:" if self._moves else "moves: []",
            *(
                piece
                for at, move in enumerate(self._moves)
                for piece in _move(move, self._comments.get(at, ""))
            ),
        ]
        if now.phase in (Phase.THROWN_IN, Phase.ROUND_OVER, Phase.GAME_OVER):
            lines += ["then:", *_then(now)]
        return lines


def _plain(state: State) -> State:
    """The state as the rules alone have it: no score corrected, and no handicap."""
    return without_handicaps(by_the_rules(state))


def _move(move: str, comment: str = "") -> list[str]:
    """A move as an entry of `moves`; the long list of a renewed stock goes over several lines."""
    text = scalar(move)
    if text.startswith("stock becomes "):
        text = folded(text, 6)
    behind = f"  {_comment(comment)}" if comment else ""
    return f"  - {text}{behind}".split("\n")


def _comment(text: str) -> str:
    """A text as a comment of YAML, on one line whatever it holds."""
    return f"# {sanitize(text, _COMMENT_CELLS)}"


_COMMENT_CELLS: Final = 300


_PLAYED = frozenset({Phase.DRAW, Phase.PLAY})


def _then(state: State) -> list[str]:
    """The scores of a round that is over, and the winners of a game that is."""
    names = [seat.name for seat in state.seats]
    scores = [str(seat.score) for seat in state.seats]
    if state.phase is Phase.THROWN_IN:
        lines = [f"phase: {state.phase.value}"]
    else:
        points = [str(number) for number in state.results[-1].points]
        lines = [f"round_scores: {flow_mapping(zip(names, points, strict=True), 16)}"]
    lines.append(f"scores: {flow_mapping(zip(names, scores, strict=True), 10)}")
    if state.rules.is_by_player:
        met = [str(seat.met) for seat in state.seats]
        lines.append(f"contracts_met: {flow_mapping(zip(names, met, strict=True), 17)}")
    if state.rules.call_chips:
        chips = [str(seat.chips) for seat in state.seats]
        lines.append(f"chips: {flow_mapping(zip(names, chips, strict=True), 9)}")
    if state.phase is Phase.GAME_OVER:
        winners = [scalar(names[seat], flow=True) for seat in state.winners]
        lines.append(f"winners: {flow_list(winners, 11)}")
    return [f"  {piece}" for line in lines for piece in line.split("\n")]


def _variant(rules: Rules, variant: str) -> list[str]:
    """The variant and the rules that differ from its file.

    A file that cannot be read any more is no reference: then the shipped variant stands for it
    that has most rules in common, so that the record replays anywhere.
    """
    try:
        changed = changed_rules(rules, load_variant(variant))
    except ValueError:
        differing = {name: changed_rules(rules, load_variant(name)) for name in known_variants()}
        variant = min(differing, key=lambda name: len(differing[name]))
        changed = differing[variant]
    lines = [f"variant: {scalar(variant)}"]
    if changed:
        lines.append("house_rules:")
        lines += [f"  {key}: {flow_value(value)}" for key, value in changed.items()]
    return lines
