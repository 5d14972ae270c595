"""Lessons: a first round on a fixed deal, explained step by step to the learner in the first seat.

A written lesson has its deal in `deals`, and its texts in the words of each language. For rules
without one, computers play a round, and the texts are made from the rules.
"""

from collections.abc import Callable, Iterator
from importlib import resources
from typing import Final, Literal

import msgspec
from msgspec import Struct

from shanghai.bots.levels import LEVELS, Level
from shanghai.engine import actions
from shanghai.engine.cards import Card, face_of, label
from shanghai.engine.events import Event
from shanghai.engine.game import apply
from shanghai.engine.legal import legal
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.solver import best, distance
from shanghai.engine.state import Phase, SeatView, State
from shanghai.records.documents import Document, read_documents
from shanghai.records.notation import StandsStill, StockBecomes, read_move
from shanghai.table.host import Host, Player
from shanghai.table.places import GiveSeat, LetGo
from shanghai.table.table import Done
from shanghai.variants.loader import load_variant
from shanghai.words import lessons as words, tutorial
from shanghai.words.contracts import contract_text, seat_contract
from shanghai.words.games import of_game
from shanghai.words.language import lesson_file
from shanghai.words.phrases import call_price_texts
from shanghai.words.rulebook import brief
from shanghai.words.rulebook.pieces import ranks_text
from shanghai.words.rulebook.rules import RULE_WORDS
from shanghai.words.rulebook.turn import turn_help
from shanghai.yamlio import reader

LEARNER: Final = SeatIndex(0)

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
"""What a learner does in one step. `let go` is to leave a discard to others, which is no move."""


class LessonWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a lesson: before it, at each step, at its end, and after it. Each item of `says`
    is one step: its kind and the text."""

    about: str
    opening: tuple[str, ...]
    says: tuple[dict[LessonStep, str], ...]
    hands: str
    scorecard: str
    closing: tuple[str, ...]


class Say(Struct, frozen=True):
    """The text at one step: the number of the step from 1, what to do, and why."""

    number: int
    step: LessonStep
    why: str


class Lesson(Struct, frozen=True):
    """A lesson: the deal, all moves of the round, and by index of a move the text before it."""

    rules: Rules
    start: State
    moves: tuple[actions.SeatAction, ...]
    says: dict[int, Say]
    words: LessonWords

    @property
    def steps(self) -> int:
        """How many steps the lesson has."""
        return len(self.words.says)


def lesson_ids() -> tuple[str, ...]:
    """The ids of the variants with a written lesson, in alphabetical order."""
    files = (entry.name for entry in (resources.files(__package__) / "deals").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in files if name.endswith(".yaml")))


def load_words(variant: str) -> LessonWords:
    """The texts of the written lesson of a variant, in the current language."""
    node = reader.read_nodes(lesson_file(variant) or _text("words", variant), variant)[0]
    return msgspec.convert(reader.plain(node), LessonWords)


def load_lesson(variant: str) -> Lesson:
    """The written lesson of a variant. Raises ValueError if its deal and its texts do not match."""
    document = read_documents(_text("deals", variant), variant, load_variant)[0]
    if not isinstance(document, Document) or document.state is None:
        raise ValueError(words.BAD_DEAL.format(variant=variant))
    start, lesson_words = document.state, load_words(variant)
    states, moves = [start], []
    for move in document.moves:
        action = read_move(move.text, states[-1])
        assert not isinstance(action, StockBecomes | StandsStill)
        moves.append(action)
        states.append(apply(states[-1], action)[0])

    def explain(number: int, index: int, kinds: StepKinds) -> tuple[LessonStep, str]:
        if number == len(lesson_words.says):
            raise ValueError(words.MOVE_WITHOUT_TEXT.format(move=index + 1, kind=kinds[0]))
        ((step, why),) = lesson_words.says[number].items()
        if step not in kinds:
            raise ValueError(words.OTHER_STEP.format(move=index + 1, kind=kinds[0], step=step))
        return step, why

    says = dict(numbered_steps(states, moves, explain))
    if len({say.number for say in says.values()}) != len(lesson_words.says):
        raise ValueError(words.WORDS_GO_ON.format(variant=variant))
    return Lesson(start.rules, start, tuple(moves), says, lesson_words)


def _text(folder: str, variant: str) -> bytes:
    return (resources.files(__package__) / folder / f"{variant}.yaml").read_bytes()


StepKinds = tuple[LessonStep, ...]
"""The kinds of step that a move may be."""
_STEPS: Final[dict[type, StepKinds]] = {
    actions.Draw: ("draw",),
    actions.Take: ("take",),
    actions.Call: ("call",),
    actions.CallShanghai: ("shanghai",),
    actions.GoDown: ("go down",),
    actions.Swap: ("exchange",),
    actions.LayOff: ("lay off", "lay all"),
}
ExplainStep = Callable[[int, int, StepKinds], tuple[LessonStep, str]]
"""Gets the number of a step from 0, the index of its move, and the kinds that it may be. Returns
which of these it is, and why the learner does it."""


def numbered_steps(
    states: list[State], moves: list[actions.SeatAction], explain: ExplainStep
) -> Iterator[tuple[int, Say]]:
    """Yields the index of each move with a text before it, and the text. In a step `lay all` each
    card has the same text."""
    say: Say | None = None
    number = 0
    offered: object = None
    for index, move in enumerate(moves):
        state = states[index]
        kinds = step_kinds_of(move) if move.seat == LEARNER else ()
        if not kinds and may_call(state) and offered != state.offer:
            kinds, offered = ("let go",), state.offer
        if not kinds:
            continue
        goes_on = say is not None and say.step == "lay all" and "lay all" in kinds
        if say is None or not goes_on or not isinstance(moves[index - 1], actions.LayOff):
            step, why = explain(number, index, kinds)
            number += 1
            say = Say(number, step, why)
        yield index, say


def may_call(state: State) -> bool:
    """Whether the learner may call the top discard. Never in the learner's own turn."""
    if state.phase is not Phase.DRAW or state.turn == LEARNER:
        return False
    return any(call.seat == LEARNER for call in legal(state) if isinstance(call, actions.AnyCall))


def step_kinds_of(move: actions.SeatAction) -> StepKinds:
    """The kinds of step that a move of the learner may belong to. ValueError if there are none."""
    if isinstance(move, actions.Discard):
        return ("declare",) if move.shanghai else ("discard",)
    if type(move) not in _STEPS:
        raise ValueError(words.NO_SUCH_MOVE.format(kind=type(move).__name__))
    return _STEPS[type(move)]


SCRIPTED: Final = "lesson"


class Course:
    """A lesson that is being played at its own host. How far it has come follows from that host."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._moves = list(lesson.moves)
        level = Level(
            lambda seat, *_: Scripted(self, seat), words.late("LEVEL"), words.late("LEVEL_NOTE")
        )
        players = [
            Player(seat.name, "" if number == LEARNER else SCRIPTED)
            for number, seat in by_seat(lesson.start.seats)
        ]
        self.host = Host(lesson.rules, players, 0, lesson.start, levels={**LEVELS, SCRIPTED: level})

    @property
    def at(self) -> int:
        """How many moves have been made. The host counts them by the moments to go back to."""
        is_played = self.host.state.phase in (Phase.DRAW, Phase.PLAY)
        return len(self.host.undo_history.moments if is_played else self._moves)

    @property
    def next(self) -> actions.SeatAction | None:
        """The next move of the lesson, None at the end."""
        return self._moves[self.at] if self.at < len(self._moves) else None

    @property
    def say(self) -> Say | None:
        """The text for the present step. None if the learner has nothing to do."""
        return self.lesson.says.get(self.at)

    @property
    def is_learners(self) -> bool:
        """Whether the next move is the learner's."""
        return self.next is not None and self.next.seat == LEARNER

    def wants(self, action: actions.SeatAction) -> bool:
        """Whether an action of the learner is the next move. Cards that the learner lays off one
        after the other may come in any order; the one that is meant then becomes the next move."""
        index = self.at
        while index < len(self._moves):
            move = self._moves[index]
            if actions.same_move(move, action):
                self._moves.insert(self.at, self._moves.pop(index))
                return True
            if not isinstance(move, actions.LayOff) or move.seat != LEARNER:
                break
            index += 1
        return False

    def judge(self, request: Done) -> Done | str:
        """What to do at a request of the learner, or a sentence why it does not fit the lesson."""
        match request:
            case actions.Correct():
                return tutorial.KEEPS_SCORES
            case GiveSeat():
                return tutorial.KEEPS_SEATS
            case LetGo() if self.call_of(LEARNER) is not None:
                return tutorial.WANTS_IT
            case _ if not isinstance(request, actions.SeatAction):
                return request
        if self.next is None or not self.wants(request):
            return tutorial.OTHERWISE
        # The move of the lesson has the melds in order and the cards that chance gives.
        return self.next

    def call_of(self, seat: SeatIndex) -> actions.AnyCall | None:
        """The call of the present top discard that a seat makes in the lesson, None for none."""
        for move in self._moves[self.at :]:
            if not isinstance(move, actions.AnyCall):
                break
            if move.seat == seat:
                return move
        return None


class Scripted:
    """A computer player that makes the moves of the lesson in another seat."""

    def __init__(self, course: Course, seat: SeatIndex) -> None:
        self._course = course
        self._seat = seat

    def decide(self, view: SeatView) -> actions.SeatAction:
        """The next move of the lesson. If that is another seat's, a draw, which is refused."""
        move = self._course.next
        return move if move is not None and move.seat == self._seat else actions.Draw(self._seat)

    def wants_call(self, view: SeatView) -> actions.AnyCall | None:
        """The call of this seat in the lesson, None for no call."""
        return self._course.call_of(self._seat)

    def notice(self, event: Event) -> None:
        """Does nothing, as the moves are fixed."""


NAMES: Final = ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")
LEVEL: Final = "simple"
_DEALS: Final = 80
"""How many deals are tried to find one that teaches well."""
_MOST_MOVES: Final = 400
_LONG: Final = 25
"""With more turns of the learner a round is too long to teach."""

Played = tuple[list[State], list[actions.SeatAction]]
"""A round that was played: the states, and the moves between them."""


def written_lesson(rules: Rules) -> Lesson | None:
    """The written lesson for rules. None if there is none, or it is for other house rules."""
    if rules.id not in lesson_ids():
        return None
    written = load_lesson(rules.id)
    return written if written.rules == rules else None


def generated_lesson(rules: Rules) -> Lesson:
    """A lesson that is made from the rules. Raises ValueError if no deal can be taught."""
    best_round, worth = None, (-1, 0)
    for seed in range(1, _DEALS + 1):
        played = _play_round(rules, seed)
        if played is not None and (value := _worth(*played, rules)) > worth:
            best_round, worth = played, value
            if worth >= (_BEST, -_SHORT):
                break
    if best_round is None:
        raise ValueError(words.NO_DEAL.format(rules=of_game(rules.name)))
    states, moves = best_round
    seen: set[LessonStep] = set()

    def explain(number: int, index: int, kinds: StepKinds) -> tuple[LessonStep, str]:
        step = kinds[0]
        why = _why(states[index], moves[index], step, step not in seen)
        seen.add(step)
        return step, why

    says = dict(numbered_steps(states, moves, explain))
    steps = {say.number: say for say in says.values()}
    lesson_words = LessonWords(
        about=words.ABOUT,
        opening=tuple(_opening(rules, states[0])),
        says=tuple({steps[number].step: steps[number].why} for number in sorted(steps)),
        hands=_hands(rules, states[-1]),
        scorecard=_scorecard(rules),
        closing=tuple(_closing(rules)),
    )
    return Lesson(rules, states[0], tuple(moves), says, lesson_words)


def _play_round(rules: Rules, seed: int) -> Played | None:
    """Has computers play a round. None if the learner does not begin, or it is no lesson."""
    sizes = rules.table_sizes
    if not sizes:
        return None
    count = next((size for size in sizes if size >= 3), sizes[-1])
    host = Host(rules, [Player(name, LEVEL) for name in NAMES[:count]], seed)
    host.draw_for_dealer()
    host.deal()
    if host.state.turn != LEARNER:
        return None
    states, moves = [host.state], []

    def note(_: State, action: actions.Action, after: State, *_events: object) -> None:
        if not isinstance(action, actions.SeatAction):
            return
        moves.append(action)
        states.append(after)

    host.on_change.append(note)
    while host.state.phase in (Phase.DRAW, Phase.PLAY) and len(moves) < _MOST_MOVES:
        action = host.bot_action()
        if action is None:
            return None
        host.do(action)
    is_over = bool(states[-1].results) and states[-1] == host.state
    return (states, moves) if is_over and _can_be_taught(states, moves, rules) else None


def _can_be_taught(states: list[State], moves: list[actions.SeatAction], rules: Rules) -> bool:
    """Whether a lesson can follow a round: the learner makes only moves that a lesson has and the
    screens suggest, and it is short enough."""
    if any(len(state.calls) > 1 for state in states):
        return False  # Which of several computers calls first is random.
    turns = sum(isinstance(move, actions.Discard) and move.seat == LEARNER for move in moves)
    for state, move in zip(states, moves, strict=False):
        if len(state.stock) <= rules.cost_in(state.round) + 1:
            return False
        if move.seat != LEARNER:
            continue
        if isinstance(move, actions.Pass | actions.EndTurn | actions.HandOver):
            return False
        if isinstance(move, actions.GoDown) and not _is_the_best(state, move):
            return False
    return turns <= _LONG


def _is_the_best(state: State, move: actions.GoDown) -> bool:
    """Whether the learner lays down what the screen would suggest."""
    learner, contract = state.seats[LEARNER], state.to_lay(LEARNER)
    lay = best(learner.hand, contract, state.rules, all_in=state.all_in and not learner.down)
    return lay is not None and actions.same_move(actions.GoDown(LEARNER, lay.melds), move)


_BEST: Final = 7
"""The best first number of `_worth`. With it a round of so many turns is good enough."""
_SHORT: Final = 6


def _worth(states: list[State], moves: list[actions.SeatAction], rules: Rules) -> tuple[int, int]:
    """How well a round teaches: points for what the learner does, then the turns, negative."""
    own = [move for move in moves if move.seat == LEARNER]
    down = any(isinstance(move, actions.GoDown) for move in own)
    called = any(isinstance(move, actions.Call) for move in own) or not any(rules.call_limit)
    lays_off = any(isinstance(move, actions.LayOff) for move in own)
    out = states[-1].results[-1].out == LEARNER
    turns = sum(isinstance(move, actions.Draw | actions.Take) for move in own)
    return 2 * down + 2 * out + called + lays_off + (down and out), -turns


def _why(state: State, move: actions.SeatAction, step: LessonStep, is_first: bool) -> str:
    own = state.seats[LEARNER]
    top = label(state.top) if state.top is not None else words.DISCARD
    match move:
        case _ if step == "let go":
            return words.LET_GO.format(top=top)
        case actions.Draw():
            first = words.TURN_BEGINS if is_first else ""
            return first + _why_draw(state).format(top=top)
        case actions.Take():
            return words.TAKE.format(top=top)
        case actions.Call():
            cost = state.call_cost(LEARNER)
            price = call_price_texts(state.rules, state.round, own.calls_used)
            return words.CALL(state.rules, top=top, cost=cost, is_dear=cost > 0, price=price)
        case actions.GoDown() if own.down:
            return words.FURTHER_MELD
        case actions.GoDown():
            return words.GO_DOWN.format(contract=seat_contract(state, LEARNER))
        case actions.Swap(card=card):
            return words.SWAP.format(card=label(card))
        case actions.LayOff(card=card):
            return words.LAY_OFF.format(card=label(card))
        case actions.Discard(card=card):
            first = words.TURN_ENDS if is_first else ""
            return first + words.TOSS.format(card=label(card), last=_why_tossed(state, card))
        case _:
            return words.GO_ON


def _why_tossed(state: State, card: Card) -> str:
    """Why a card is discarded. The screen may name a card of its face among those that help."""
    own, contract = state.seats[LEARNER], state.contract_of(LEARNER)
    if len(own.hand) == 1:
        return words.OUT_SO
    rest = tuple(other for other in own.hand if other != card)
    if own.down or face_of(card) not in distance(own.hand, contract, state.rules).helps:
        return words.LEAST_USE
    return words.LESS_USE(others=len(distance(rest, contract, state.rules).helps))


def _why_draw(state: State) -> str:
    """Why the learner draws from the stock, as a text with a gap `{top}` for the top discard."""
    if state.top is None:
        return words.DRAW
    if state.seats[LEARNER].down:
        return words.DRAW_DOWN
    need = distance(state.seats[LEARNER].hand, state.contract_of(LEARNER), state.rules)
    if not need.short:
        return words.DRAW_ANYHOW
    return words.DRAW_YET if face_of(state.top) in need.helps else words.DRAW_NO_NEARER


def _opening(rules: Rules, start: State) -> Iterator[str]:
    others = [seat.name for seat in start.seats[1:]]
    yield words.WHO_IS_WHO(name=start.seats[LEARNER].name, others=others)
    yield words.FIRST_CONTRACT(rules, contract=seat_contract(start, LEARNER))
    yield turn_help(rules)["turn"]
    if rules.wild_ranks:
        yield RULE_WORDS["wild_ranks"].sentence(rules)
    yield words.TO_KNOW(rules=of_game(rules.name), facts=brief(rules))
    yield words.THE_BOX


def _hands(rules: Rules, end: State) -> str:
    out = end.results[-1].out
    who = words.NOBODY_OUT if out == NOBODY else words.IS_OUT.format(name=end.seats[out].name)
    who = words.YOU_ARE_OUT if out == LEARNER else who
    return words.HANDS.format(who=who, points=ranks_text(rules.points), joker=rules.joker_points)


def _scorecard(rules: Rules) -> str:
    wins = words.MOST_CONTRACTS if rules.contracts_by == "player" else words.LOWEST_TOTAL
    wins = words.MOST_WIN if rules.contracts_by == "free" else wins
    return words.SCORECARD(rules, wins=wins.format(rounds=rules.rounds, is_open=rules.is_open))


def _closing(rules: Rules) -> Iterator[str]:
    if len(rules.contracts) > 1 and not rules.is_choice:
        second, last = contract_text(rules, 2), contract_text(rules, len(rules.contracts))
        yield words.NEXT_CONTRACTS(rules, by_player=rules.is_by_player, second=second, last=last)
    parts = turn_help(rules)
    yield from (text for part, text in parts.items() if part not in ("turn", "calls"))
    if any(rules.call_limit):
        yield parts["calls"]
