"""A lesson for any rules: a first round that computers play well, told in words from the rules."""

from collections.abc import Iterator
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
from shanghai.words import lessons as words
from shanghai.words.contracts import contract_text, seat_contract
from shanghai.words.phrases import besides, call_name, listed
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
        raise ValueError(words.NO_DEAL.format(rules=rules.name))
    states, moves = list(found.states), list(found.moves)
    seen: set[LessonStep] = set()

    def telling(number: int, at: int, kinds: Kinds) -> tuple[LessonStep, str]:
        step = kinds[0]
        why = _why(states[at], moves[at], step, step not in seen)
        seen.add(step)
        return step, why

    says = dict(steps_said(states, moves, telling))
    steps = {say.number: say for say in says.values()}
    told = LessonWords(
        about=words.ABOUT,
        opening=tuple(_opening(rules, states[0])),
        says=tuple({steps[number].step: steps[number].why} for number in sorted(steps)),
        hands=_hands(rules, states[-1]),
        scorecard=_scorecard(rules),
        closing=tuple(_closing(rules)),
    )
    return Lesson(rules, states[0], tuple(moves), says, told)


def _played(rules: Rules, seed: int) -> Played | None:
    """A round among computers, the learner's seat first on turn; None if it cannot be taught."""
    count = min(max(3, rules.min_players), rules.max_players)
    players = [Player(name, LEVEL) for name in NAMES[:count]]
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
    if any(len(state.calls) > 1 for state in played.states):
        return False  # Who of several computers calls first is left to chance.
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


def _why(state: State, move: SeatAction, step: LessonStep, is_first: bool) -> str:
    """What is said of a step, from the rules and the cards."""
    own = state.seats[LEARNER]
    top = label(state.top) if state.top is not None else words.DISCARD
    match move:
        case _ if step == "let go":
            return words.LET_GO.format(top=top)
        case Draw():
            first = words.TURN_BEGINS if is_first else ""
            return first + _why_draw(state).format(top=top)
        case Take():
            return words.TAKE.format(top=top)
        case Call():
            name, cost = call_name(state.rules), state.call_cost(LEARNER)
            return words.call_text(top, name, cost, besides(state, LEARNER))
        case GoDown() if own.down:
            return words.FURTHER_MELD
        case GoDown():
            contract = seat_contract(state, LEARNER)
            return words.GO_DOWN.format(contract=contract)
        case Swap(card=card):
            return words.SWAP.format(card=label(card))
        case LayOff(card=card):
            return words.LAY_OFF.format(card=label(card))
        case Discard(card=card):
            last = words.OUT_SO if len(own.hand) == 1 else words.LEAST_USE
            first = words.TURN_ENDS if is_first else ""
            return first + words.TOSS.format(card=label(card), last=last)
        case _:
            return words.GO_ON


def _why_draw(state: State) -> str:
    """Why the stock is drawn, with a place for the top discard."""
    if state.top is None:
        return words.DRAW
    if state.seats[LEARNER].down:
        return words.DRAW_DOWN
    found = distance(state.seats[LEARNER].hand, state.contract_of(LEARNER), state.rules)
    if not found.short:
        return words.DRAW_ANYHOW
    return words.DRAW_YET if face_of(state.top) in found.helps else words.DRAW_NO_NEARER


def _opening(rules: Rules, start: State) -> Iterator[str]:
    others = listed([seat.name for seat in start.seats[1:]])
    yield words.WHO_IS_WHO.format(name=start.seats[LEARNER].name, others=others)
    word, contract = rules.words, seat_contract(start, LEARNER)
    yield words.FIRST_CONTRACT.format(
        round=word.round, contract=contract, set=word.set, run=word.run
    )
    yield turn_help(rules)[0][1]
    yield words.THE_BOX


def _hands(rules: Rules, end: State) -> str:
    out = end.results[-1].out
    who = words.NOBODY_OUT if out == NOBODY else words.IS_OUT.format(name=end.seats[out].name)
    who = words.YOU_ARE_OUT if out == LEARNER else who
    points = ranks_text(rules.points)
    return words.HANDS.format(who=who, points=points, joker=rules.joker_points)


def _scorecard(rules: Rules) -> str:
    wins = words.MOST_CONTRACTS if rules.contracts_by == "player" else words.LOWEST_TOTAL
    wins = words.MOST_WIN if rules.contracts_by == "free" else wins
    rounds = f"at most {rules.rounds}" if rules.is_open else rules.rounds
    return words.SCORECARD.format(round=rules.words.round, wins=wins.format(rounds=rounds))


def _closing(rules: Rules) -> Iterator[str]:
    if len(rules.contracts) > 1 and not rules.is_choice:
        what = words.CONTRACT if rules.is_by_player else rules.words.round.capitalize()
        second, last = contract_text(rules, 2), contract_text(rules, len(rules.contracts))
        yield words.NEXT_CONTRACTS.format(what=what, second=second, last=last)
    yield words.TO_KNOW.format(rules=rules.name, facts="; ".join(brief(rules)))
    yield from (text for heading, text in turn_help(rules)[1:] if heading != "Calls")
    if any(rules.call_limit):
        yield dict(turn_help(rules))["Calls"]
