"""Writes the record of a game: a YAML file with a document for each round.

The documents can be played again in the engine.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import structs, to_builtins

from shanghai.engine import actions
from shanghai.engine.cards import labels
from shanghai.engine.events import CallGranted, Drawn, Event, ShanghaiCalled
from shanghai.engine.game import apply
from shanghai.engine.handicap import NO_HANDICAP
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import by_the_rules
from shanghai.engine.stalemate import is_too_long
from shanghai.engine.state import Phase, State
from shanghai.records.notation import STANDS_STILL, STOPPED, write_move
from shanghai.records.positions import figure_lines, write_position
from shanghai.storage.entries import Header, Who
from shanghai.storage.journal import Journal, Step, course, opened_course
from shanghai.variants.house_rules import changed_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from shanghai.words import records as words
from shanghai.words.contracts import round_contract, round_of
from shanghai.words.grammar import listed
from shanghai.words.language import in_english
from shanghai.words.sanitize import sanitize
from shanghai.words.scores import round_ended
from shanghai.yamlio.writer import flow_list, flow_mapping, flow_value, folded, scalar

Heading = Callable[[State, State], Sequence[str]]
"""A function that returns the comments above a round, from its first and its last state."""


class GameRecorder:
    """Writes down a game, action by action. `heading` gives the comments above each round. The
    title and the variant in the file are those of the rules, unless others are given."""

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
        """Whether the game is over."""
        return self._now is not None and self._now.phase is Phase.GAME_OVER

    @in_english()
    def feed(self, before: State, action: actions.Action, after: State, comment: str = "") -> None:
        """Writes down an action, with an optional comment for people.

        `before` and `after` are the states before and after it. Some actions have no line of their
        own: what they do is in the next position or in the result.
        """
        if isinstance(action, actions.StopGame) and before.phase in (Phase.DRAW, Phase.PLAY):
            return
        if isinstance(action, actions.ThrowIn):
            self._start = self._start or before
            self._moves.append(STOPPED if is_too_long(before) else STANDS_STILL)
            if after.phase is Phase.DRAW:
                # In old journals the same action also deals the round again.
                self._now = structs.replace(before, phase=Phase.THROWN_IN)
                self._begin(after)
        elif isinstance(action, actions.Deal):
            self._begin(after)
        elif isinstance(action, actions.Correct | actions.StopGame | actions.DrawForDealer) or (
            # A seat handed over before the first round: its position has the new name.
            self._start is None
            and isinstance(action, actions.HandOver)
            and before.phase not in (Phase.DRAW, Phase.PLAY)
        ):
            pass
        else:
            self._start = self._start or before
            self._moves += write_move(action, before)
            if comment:
                self._comments[len(self._moves) - 1] = comment
        self._now = after

    @in_english()
    def yaml(self) -> str:
        """The text of the file so far: each round that has begun."""
        documents = [*self._closed, *([self._document(is_last=True)] if self._start else [])]
        return "---\n".join("\n".join(lines) + "\n" for lines in documents)

    def _begin(self, start: State) -> None:
        if self._start is not None:
            self._closed.append(self._document())
        self._start, self._moves, self._comments = start, [], {}

    def _document(self, *, is_last: bool = False) -> list[str]:
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
            *_handicaps(start),
            "position:",
            *(f"  {line}" for line in write_position(by_the_rules(start))),
            "moves:" if self._moves else "moves: []",
        ]
        for index, move in enumerate(self._moves):
            text = scalar(move)
            # The list of cards of a renewed stock is too long for one line.
            text = folded(text, 6) if text.startswith("stock becomes ") else text
            if index in self._comments:
                text += f"  {_comment(self._comments[index])}"
            lines += f"  - {text}".split("\n")
        if now.phase in (Phase.THROWN_IN, Phase.ROUND_OVER, Phase.GAME_OVER):
            lines += [*(_corrections(now) if is_last else ()), "then:", *_then(now, is_last)]
        return lines


def _handicaps(state: State) -> list[str]:
    """The lines of the handicaps, if there are any. Free hints do not change a score."""
    handicaps = [(seat.name, structs.replace(seat.handicap, hints=False)) for seat in state.seats]
    pairs = [
        (name, flow_value(to_builtins(handicap)))
        for name, handicap in handicaps
        if handicap != NO_HANDICAP
    ]
    return f"handicaps: {flow_mapping(pairs, 11)}".split("\n") if pairs else []


def _corrections(state: State) -> Iterator[str]:
    """Yields the lines of the corrections of scores, in order, each with the points after it."""
    if state.corrections:
        yield "corrections:"
    for each in state.corrections:
        values = {"round": each.round, "player": state.seats[each.seat].name}
        yield f"  - {flow_value({**values, 'points': each.points, 'why': each.note})}"


def _comment(text: str) -> str:
    return f"# {sanitize(text, 300)}"


def _then(state: State, is_last: bool) -> list[str]:
    """The lines under `then:`: the scores after a round, and the winners after the last one. Only
    the last round has its scores with their corrections."""
    names, counted_by_rules = [seat.name for seat in state.seats], by_the_rules(state)
    if state.phase is Phase.THROWN_IN:
        lines = [f"phase: {state.phase.value}"]
    else:
        points = map(str, counted_by_rules.results[-1].points)
        lines = [f"round_scores: {flow_mapping(zip(names, points, strict=True), 16)}"]
    met = ["contracts_met"] if state.rules.is_by_player else []
    # Chips were won by the scores before the corrections, which are not in the file.
    chips = ["chips"] if state.rules.call_chips and not state.corrections else []
    scored = state if is_last else counted_by_rules
    lines += figure_lines(scored, "scores", *met, *chips, whole=True)
    if is_last and state.phase is not Phase.THROWN_IN:
        winners = [scalar(names[seat], flow=True) for seat in state.winners]
        lines.append(f"winners: {flow_list(winners, 11)}")
    return [f"  {piece}" for line in lines for piece in line.split("\n")]


def _variant(rules: Rules, variant: str) -> list[str]:
    """The lines of the variant and its house rules. If the variant cannot be loaded, it is the
    shipped one with the fewest rules that differ."""
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


class NothingFinished(ValueError):
    """No round of the game is finished, so all of it is still secret."""

    code = 3


def record_of(read: Journal) -> str:
    """The record of the finished rounds in a sound journal; of a whole game, if it has ended.
    Raises NothingFinished if no round is finished."""
    steps = opened_course(read)
    if not steps or read.header is None:
        raise NothingFinished(words.NOTHING_FINISHED)
    with in_english():
        return _record(read, read.header, steps)


def _record(read: Journal, header: Header, steps: Sequence[Step]) -> str:
    """The record of these moves, with the later hand-overs, corrections and stop of the game."""
    notes = _Notes(header.players, steps)
    recorder = GameRecorder(header.title, heading=notes.heading)
    for step in steps:
        drawn = (_drawn(event, step.before) for event in step.events)
        # The notes come second: a deal ends the round before it, which still needs its old notes.
        recorder.feed(step.before, step.action, step.after, "; ".join(filter(None, drawn)))
        notes.follow(step)
    now = steps[-1].after
    if now.phase is not Phase.GAME_OVER:
        for step in [*course(read)][len(steps) :]:
            if isinstance(step.action, actions.HandOver | actions.Correct | actions.StopGame):
                before, now = now, apply(now, step.action)[0]
                recorder.feed(before, step.action, now)
    return recorder.yaml()


def _drawn(event: Event, before: State) -> str:
    """A comment on the cards that a move drew, as its text does not name them; else empty."""
    match event:
        case Drawn(seat=seat, card=card):
            return words.DREW(name=before.seats[seat].name, cards=labels([card]))
        case CallGranted(seat=seat, card=card, extra=extra):
            more = words.AND_DREW(cards=labels(extra)) if extra else ""
            return words.GOT(name=before.seats[seat].name, card=labels([card]), more=more)
        case ShanghaiCalled(seat=seat, tosser=tosser, picked=picked, extra=extra):
            names = before.seats[tosser].name, before.seats[seat].name
            drew = [words.CARD_FROM(card=labels([picked]), name=names[1])] if event.given else []
            drew += [words.FROM_STOCK(cards=labels(extra))] if extra else []
            return words.DREW(name=names[0], cards=listed(drew)) if drew else ""
        case _:
            return ""


class _Notes:
    """Makes the comments above each round: its time, players and contract, and how it ended."""

    def __init__(self, players: Sequence[Who], steps: Sequence[Step]) -> None:
        self._players = list(players)
        self._seated: list[Who] = []
        self._dealt_at = ""
        self._last = steps[-1].after

    def follow(self, step: Step) -> None:
        """Takes notes from a move: who sits where, and when the round was dealt."""
        if isinstance(step.action, actions.HandOver):
            self._players[step.action.seat] = Who(step.action.name, step.move.bot)
        elif isinstance(step.action, actions.Deal | actions.ThrowIn):
            self._dealt_at = step.move.at
            self._seated = list(self._players)

    def heading(self, start: State, now: State) -> list[str]:
        """The comments above a round, from its first and its last state."""
        rules, number = start.rules, start.round
        dealt = rules.cards_dealt(number, len(start.seats))
        dealer, first = start.seats[start.dealer].name, start.seats[start.turn].name
        contract = round_contract(start, number)
        if rules.is_by_player:
            contract = words.CONTRACTS(contracts=contract)
        is_even = not any(seat.handicap.cards for seat in self._last.seats)
        each = words.CARDS_EACH(cards=dealt) if is_even else ""
        lines = [
            words.ROUND_OF(rules, place=round_of(rules, number), contract=contract, each=each),
            words.AT_TABLE(names=[*map(sitting, self._seated)]),
            words.DEALS(dealer=dealer, first=first),
        ]
        if self._dealt_at:
            lines.append(words.DEALT_AT(at=self._dealt_at))
        if now.results and now.results[-1].round == number:
            lines.append(round_ended(now, now.results[-1]))
        return lines


def sitting(who: Who) -> str:
    """The name of a player, with the level if it is a computer."""
    return words.COMPUTER(name=who.name, level=who.bot) if who.bot else who.name
