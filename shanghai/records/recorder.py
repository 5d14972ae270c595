"""The record of a game: a YAML file with a document a round that replays exactly."""

from collections.abc import Callable, Sequence
from operator import add

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
from shanghai.engine.handicap import NO_HANDICAP
from shanghai.engine.rules import Rules
from shanghai.engine.stalemate import is_stalemate, is_too_long
from shanghai.engine.state import Phase, State
from shanghai.records.notation import STANDS_STILL, STOPPED, write_move
from shanghai.records.positions import figure_lines, write_position
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
    rules have counted, also where the table has corrected them or taken points off for a handicap.
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
            self._start = self._start or before
            is_stopped = is_too_long(before) and not is_stalemate(before)
            self._moves.append(STOPPED if is_stopped else STANDS_STILL)
            if after.phase is Phase.DRAW:
                # In journals of old the round is dealt again by the same action.
                self._now = structs.replace(before, phase=Phase.THROWN_IN)
                self._begin(after)
        elif isinstance(action, Deal):
            self._begin(after)
        elif isinstance(action, Correct | StopGame):
            return
        elif isinstance(action, DrawForDealer) or (
            # Before any round: the next position has the new name.
            self._start is None
            and isinstance(action, HandOver)
            and before.phase not in (Phase.DRAW, Phase.PLAY)
        ):
            pass
        else:
            self._start = self._start or before
            self._moves += write_move(action, before)
            if comment:
                self._comments[len(self._moves) - 1] = comment
        self._now = after

    def yaml(self) -> str:
        """The file so far; of a finished game it is its record, every round with its scores."""
        documents = [*self._closed, *([self._document()] if self._start else [])]
        return "---\n".join("\n".join(lines) + "\n" for lines in documents)

    def _begin(self, start: State) -> None:
        """Closes the round that was written, if there is one, and begins another."""
        if self._start is not None:
            self._closed.append(self._document())
        self._start, self._moves, self._comments = start, [], {}

    def _document(self) -> list[str]:
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
        ]
        for at, move in enumerate(self._moves):
            text = scalar(move)
            # The long list of a renewed stock goes over several lines.
            text = folded(text, 6) if text.startswith("stock becomes ") else text
            behind = f"  {_comment(self._comments[at])}" if at in self._comments else ""
            lines += f"  - {text}{behind}".split("\n")
        if now.phase in (Phase.THROWN_IN, Phase.ROUND_OVER, Phase.GAME_OVER):
            lines += ["then:", *_then(now)]
        return lines


def _plain(state: State) -> State:
    """The state as the rules alone have it: no score corrected, and no handicap."""
    return without_handicaps(by_the_rules(state))


def _comment(text: str) -> str:
    """A text as a comment of YAML, on one line whatever it holds."""
    return f"# {sanitize(text, 300)}"


def _then(state: State) -> list[str]:
    names = [seat.name for seat in state.seats]
    if state.phase is Phase.THROWN_IN:
        lines = [f"phase: {state.phase.value}"]
    else:
        points = [str(number) for number in state.results[-1].points]
        lines = [f"round_scores: {flow_mapping(zip(names, points, strict=True), 16)}"]
    met = ["contracts_met"] if state.rules.is_by_player else []
    chips = ["chips"] if state.rules.call_chips else []
    lines += figure_lines(state, "scores", *met, *chips, whole=True)
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


def without_handicaps(state: State) -> State:
    """The same state as a record writes it; the state itself where nobody has a handicap."""
    if all(seat.handicap == NO_HANDICAP for seat in state.seats):
        return state
    off = [seat.handicap.points for seat in state.seats]
    most = max(seat.handicap.calls for seat in state.seats)
    lacking = most if state.rules.calls_in(state.round) > 0 else 0
    return structs.replace(
        state,
        rules=_with_calls(state.rules, most),
        seats=tuple(
            structs.replace(
                seat,
                calls_used=seat.calls_used + (lacking and lacking - seat.handicap.calls),
                score=seat.score + seat.handicap.points * len(state.results),
                handicap=NO_HANDICAP,
            )
            for seat in state.seats
        ),
        results=tuple(
            structs.replace(line, points=tuple(map(add, line.points, off)))
            for line in state.results
        ),
    )


def _with_calls(rules: Rules, more: int) -> Rules:
    """The rules with more calls in each round that has any, and in the whole game."""
    if not more:
        return rules
    game = rules.calls_per_game
    return structs.replace(
        rules,
        call_limit=tuple(limit + more if limit else 0 for limit in rules.call_limit),
        calls_per_game=game + more if game else 0,
    )
