"""A lesson for any rules: a first round that computers play well, told in words from the rules."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from shanghai.engine.actions import (
    Action,
    Call,
    Discard,
    Draw,
    EndTurn,
    GoDown,
    HandOver,
    LayOff,
    Pass,
    SeatAction,
    Swap,
    Take,
)
from shanghai.engine.cards import face_of, label
from shanghai.engine.events import Event
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.solver import best, distance
from shanghai.engine.state import Phase, State
from shanghai.host.host import Host, Player
from shanghai.lessons.course import same_move
from shanghai.lessons.lesson import (
    LEARNER,
    Kinds,
    Lesson,
    LessonStep,
    LessonWords,
    lesson_ids,
    load_lesson,
    steps_said,
)
from shanghai.words.contracts import contract_text
from shanghai.words.phrases import besides, call_name, counted, listed
from shanghai.words.rulebook import brief
from shanghai.words.rulebook.pieces import ranks_text
from shanghai.words.rulebook.turn import turn_help

NAMES: Final = ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")
LEVEL: Final = "simple"
_DEALS: Final = 80
"""How many deals are tried for one that teaches well."""
_MOST_MOVES: Final = 400
_LONG: Final = 25
"""Turns of the learner after which a round is too long to teach."""


class Played(Struct, frozen=True):
    """A round as it was played: the states, and the moves between them."""

    states: tuple[State, ...]
    moves: tuple[SeatAction, ...]


def written_lesson(rules: Rules) -> Lesson | None:
    """The lesson that is written for a variant, None where there is none of these rules."""
    if rules.id not in lesson_ids():
        return None
    written = load_lesson(rules.id)
    return written if written.rules == rules else None


def generated_lesson(rules: Rules) -> Lesson:
    """A lesson made from the rules; ValueError where no deal can be taught."""
    found, worth = None, (-1, 0)
    for seed in range(1, _DEALS + 1):
        played = _played(rules, seed)
        if played is not None and (value := _worth(played, rules)) > worth:
            found, worth = played, value
            if worth >= (_BEST, -_SHORT):
                break
    if found is None:
        raise ValueError(f"no deal of {rules.name} can be taught")
    states, moves = list(found.states), list(found.moves)
    telling = _Telling(rules, states, moves)
    says = dict(steps_said(states, moves, telling))
    steps = {say.number: say for say in says.values()}
    words = LessonWords(
        about="a first round, made from its rules",
        opening=tuple(_opening(rules, states[0])),
        says=tuple({steps[number].step: steps[number].why} for number in sorted(steps)),
        hands=_hands(rules, states[-1]),
        scorecard=_scorecard(rules),
        closing=tuple(_closing(rules)),
    )
    return Lesson(rules, states[0], tuple(moves), says, words)


def _players(rules: Rules) -> int:
    return min(max(3, rules.min_players), rules.max_players)


def _played(rules: Rules, seed: int) -> Played | None:
    """A round among computers, the learner's seat first on turn; None if it cannot be taught."""
    players = [Player(name, LEVEL) for name in NAMES[: _players(rules)]]
    host = Host(rules, players, seed)
    host.draw_for_dealer()
    host.deal()
    if host.state.turn != LEARNER:
        return None
    states, moves = [host.state], []

    def note(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        if not isinstance(action, SeatAction):
            return
        moves.append(action)
        states.append(after)

    host.on_change.append(note)
    while host.state.phase in (Phase.DRAW, Phase.PLAY) and len(moves) < _MOST_MOVES:
        action = host.bot_action()
        if action is None:
            return None
        host.do(action)
    played = Played(tuple(states), tuple(moves))
    is_over = bool(states[-1].results) and states[-1] == host.state
    return played if is_over and _can_be_taught(played, rules) else None


def _can_be_taught(played: Played, rules: Rules) -> bool:
    """Whether each move of the learner is one that a lesson has, and that the screens lead to."""
    if len(played.states) != len(played.moves) + 1:
        return False
    turns = sum(isinstance(move, Discard) and move.seat == LEARNER for move in played.moves)
    for state, move in zip(played.states, played.moves, strict=False):
        if len(state.stock) <= rules.cost_in(state.round) + 1:
            return False
        if move.seat != LEARNER:
            continue
        if isinstance(move, Pass | EndTurn | HandOver):
            return False
        if isinstance(move, GoDown) and not _is_the_best(state, move):
            return False
    return turns <= _LONG


def _is_the_best(state: State, move: GoDown) -> bool:
    """Whether a lay-down is the one that is shown first."""
    held, contract = state.seats[LEARNER], state.to_lay(LEARNER)
    lay = best(held.hand, contract, state.rules, all_in=state.all_in and not held.down)
    return lay is not None and same_move(GoDown(LEARNER, lay.melds), move)


_BEST: Final = 7
_SHORT: Final = 6


def _worth(played: Played, rules: Rules) -> tuple[int, int]:
    """How well a round teaches: going down, going out, a call, a card laid off; and how short."""
    own = [move for move in played.moves if move.seat == LEARNER]
    down = any(isinstance(move, GoDown) for move in own)
    called = any(isinstance(move, Call) for move in own) or not any(rules.call_limit)
    laid_off = any(isinstance(move, LayOff) for move in own)
    out = played.states[-1].results[-1].out == LEARNER
    turns = sum(isinstance(move, Draw | Take) for move in own)
    return 2 * down + 2 * out + called + laid_off + (down and out), -turns


class _Telling:
    """What is said of each step, from the rules and the cards."""

    def __init__(self, rules: Rules, states: Sequence[State], moves: Sequence[SeatAction]) -> None:
        self._rules = rules
        self._states = states
        self._moves = moves
        self._seen: set[LessonStep] = set()

    def __call__(self, number: int, at: int, kinds: Kinds) -> tuple[LessonStep, str]:
        step = kinds[0]
        is_first = step not in self._seen
        self._seen.add(step)
        return step, self._why(step, at, is_first)

    def _why(self, step: LessonStep, at: int, is_first: bool) -> str:
        state, move, rules = self._states[at], self._moves[at], self._rules
        top = label(state.top) if state.top is not None else "discard"
        match move:
            case _ if step == "let go":
                return f"You could call for the {top}, but it is not worth its price: let it go."
            case Draw():
                first = "A turn begins with a card. " if is_first else ""
                return f"{first}{self._draw(state, top)}"
            case Take():
                return f"The {top} is of use to you: take it as the card for this turn."
            case Call():
                name, cost = call_name(rules), state.call_cost(LEARNER)
                cards = counted(cost, "card")
                extra = f" It comes with {cards} from the stock." if cost else ""
                if price := besides(state, LEARNER):
                    extra += f" It costs you{price.removeprefix(', for')}."
                return (
                    f"The {top} is of use to you. It is not your turn, but {name} gets it.{extra}"
                )
            case GoDown() if state.seats[LEARNER].down:
                return "Your hand holds a further meld: lay it down."
            case GoDown():
                text = contract_text(rules, state.contract_number_of(LEARNER))
                return f"{text}: you hold the whole contract, so go down."
            case Swap(card=card):
                return f"Your {label(card)} is what a joker on the table stands for: win the joker."
            case LayOff(card=card):
                return f"The {label(card)} fits on a meld on the table: lay it off."
            case Discard(card=card):
                first = "A turn ends with a discard, face up. " if is_first else ""
                out = len(state.seats[LEARNER].hand) == 1
                last = "and your hand is empty: you are out." if out else "it is of least use."
                return f"{first}Toss the {label(card)}, {last}"
            case _:
                return "Go on."

    def _draw(self, state: State, top: str) -> str:
        if state.top is None:
            return "Draw from the stock."
        hand = state.seats[LEARNER].hand
        if state.seats[LEARNER].down:
            return f"The {top} is of no use to you: draw from the stock."
        found = distance(hand, state.contract_of(LEARNER), state.rules)
        if not found.short:
            return "You hold the contract already: draw the card that a turn begins with."
        if face_of(state.top) in found.helps:
            return f"The {top} would help, but here the stock is drawn."
        return f"The {top} brings you no nearer to the contract: draw from the stock."


def _opening(rules: Rules, start: State) -> Iterator[str]:
    words = rules.words
    others = listed([seat.name for seat in start.seats[1:]])
    yield (
        f"You are {start.seats[LEARNER].name}. {others} are played by the computer, and the cards "
        "are fixed: nothing can go wrong, and nothing of it is kept."
    )
    yield (
        f"The contract of {words.round} 1 is: {contract_text(rules, 1)}. A meld called "
        f"{words.set} has cards of one rank, one called {words.run} cards of one suit in a row."
    )
    yield turn_help(rules)[0][1]
    yield (
        "The box at the top says what comes next and which key does it. All else works as in a "
        "game: ? explains the screen, q leaves."
    )


def _hands(rules: Rules, end: State) -> str:
    result = end.results[-1]
    who = "Nobody is out."
    if result.out == LEARNER:
        who = "You are out and count nothing."
    elif result.out != NOBODY:
        who = f"{end.seats[result.out].name} is out."
    return (
        f"{who} The others count the cards they hold: {ranks_text(rules.points)}, a joker "
        f"{rules.joker_points}."
    )


def _scorecard(rules: Rules) -> str:
    return (
        f"The scorecard: a line for each {rules.words.round} with its contract, the points, and "
        f"the totals so far. {_who_wins(rules)}"
    )


def _who_wins(rules: Rules) -> str:
    if rules.is_by_player:
        return (
            "Who met the contract goes on to the next one, the others stay at theirs. Who meets "
            "most contracts wins; of several the one with the lowest total."
        )
    return f"The lowest total wins. That was the first of {rules.rounds}."


def _closing(rules: Rules) -> Iterator[str]:
    word = rules.words.round
    if len(rules.contracts) > 1:
        what = "Contract" if rules.is_by_player else word.capitalize()
        yield (
            f"{what} 2 asks for {contract_text(rules, 2)}, the last one for "
            f"{contract_text(rules, len(rules.contracts))}."
        )
    yield f"To know about {rules.name}: {'; '.join(brief(rules))}."
    yield from (text for heading, text in turn_help(rules)[1:] if heading != "Calls")
    if any(rules.call_limit):
        yield dict(turn_help(rules))["Calls"]
