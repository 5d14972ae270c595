"""Shanghai as an environment to train players in: an AEC environment of PettingZoo.

Actions are numbers below `ACTIONS`, which mean the same in every game and round. `choices` gives
the move that each number makes now, and `encode` the observation. Both also take the view of a
seat, so that a trained player can play at a table. It needs the extra `train`.
"""

from array import array
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, Final

from shanghai.engine import actions
from shanghai.engine.calls import is_fresh_top, refuse_call, refuse_take
from shanghai.engine.cards import FACE_OF, FACES
from shanghai.engine.game import apply, game_before, legal
from shanghai.engine.melds import openings
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.rules import Rules
from shanghai.engine.seats import MOST_SEATS, SeatIndex
from shanghai.engine.seen import view_for
from shanghai.engine.shanghai import shanghai_calls
from shanghai.engine.state import Phase, SeatView, Situation, State
from shanghai.table.chance import host_action, with_random
from shanghai.variants.loader import load_variant
from shanghai.words import library as words
from shanghai.words.installing import install_command

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        words.NO_TRAINING.format(fault=error, install=install_command("train"))
    ) from None

DRAW, TAKE, PASS, CALL, SHANGHAI, LET_GO, GO_DOWN, END = range(8)
"""Actions without a card. PASS grants the calls that wait; LET_GO does not call the top discard;
GO_DOWN lays the melds that leave the fewest points."""
DISCARD: Final = 8
DECLARED: Final = DISCARD + FACES
LAY_OFF: Final = DECLARED + FACES
SWAP: Final = LAY_OFF + FACES
"""The first numbers of the actions with a card, which have a number for each face: to discard it,
to discard it and declare SHANGHAI, to lay it off, and to exchange it for a joker. The last two use
the first meld that allows them."""
ACTIONS: Final = SWAP + FACES
"""How many actions there are."""

_HAND, _TOP, _ON_TABLE, _FITS, _SEATS = range(0, 5 * FACES, FACES)
_FIELDS: Final = 4
_FACTS: Final = _SEATS + _FIELDS * MOST_SEATS
OBSERVED: Final = _FACTS + 13
"""How many numbers an observation has."""
_EMPTY: Final = array("h", bytes(2 * OBSERVED))
_NO_MASK: Final = bytes(ACTIONS)
_MOST: Final = 2**15 - 1
_BY_CHANCE: Final = (
    *(actions.Deal, actions.ThrowIn),
    *(actions.Draw, actions.Pass, actions.Call, actions.CallShanghai),
)
"""The moves that may need chance, for a shuffle or a pick."""
_ENDS_TURN: Final = (actions.Discard, actions.EndTurn)

Choices = Mapping[int, actions.SeatAction | None]
"""The moves that may be made now, by the number of the action. None lets the top discard go."""


def choices(situation: Situation, seat: SeatIndex) -> Choices:
    """The move that each action makes now, for the actions that a seat may choose."""
    if situation.phase is Phase.DRAW:
        is_on_turn = situation.turn == seat
        return _on_turn(situation, seat) if is_on_turn else _out_of_turn(situation, seat)
    moves: dict[int, actions.SeatAction | None] = {}
    for move in legal(situation, 1) if situation.turn == seat else ():
        moves.setdefault(_number_of(move), move)
    return moves


def _on_turn(situation: Situation, seat: SeatIndex) -> Choices:
    """The choices of the player on turn before the draw."""
    moves: dict[int, actions.SeatAction | None] = {DRAW: actions.Draw(seat)}
    if refuse_take(situation, take := actions.Take(seat)) is None:
        moves[TAKE] = take
    for shanghai in islice(shanghai_calls(situation, (seat,)), 1):
        moves[SHANGHAI] = shanghai
    if situation.calls:
        moves[PASS] = actions.Pass(seat)
    return moves


def _out_of_turn(situation: Situation, seat: SeatIndex) -> Choices:
    """The choices of another player, who may call the top discard."""
    moves: dict[int, actions.SeatAction | None] = {}
    if refuse_call(situation, call := actions.Call(seat, situation.rules.call_word)) is None:
        moves[CALL] = call
    for shanghai in islice(shanghai_calls(situation, (seat,)), 1):
        moves[SHANGHAI] = shanghai
    if moves:
        moves[LET_GO] = None
    return moves


def _number_of(move: actions.SeatAction) -> int:
    """The number of the action that makes this move after the draw."""
    match move:
        case actions.Discard(card=card, shanghai=is_declared):
            return (DECLARED if is_declared else DISCARD) + FACE_OF[card]
        case actions.LayOff(card=card):
            return LAY_OFF + FACE_OF[card]
        case actions.Swap(card=card):
            return SWAP + FACE_OF[card]
        case actions.GoDown():
            return GO_DOWN
        case _:
            return END


def encode(situation: Situation, seat: SeatIndex) -> "np.ndarray[Any, Any]":
    """The observation: what a seat sees, as an array of numbers.

    First come four blocks with a number for each face: the cards in hand, the top discard, the
    cards on the table, and how many melds take the card. Then come four numbers for each seat, from
    this one on: cards in hand, whether it is down, calls left, and score. The contract and the
    course of the round are last.
    """
    return np.frombuffer(_encoded(situation, seat, _table_part(situation)), np.int16)


def _table_part(situation: Situation) -> "array[int]":
    """The part of an observation that is the same for all seats until a card is laid."""
    numbers = _EMPTY[_ON_TABLE:_SEATS]
    for meld in situation.table:
        for card in meld.cards:
            numbers[FACE_OF[card]] += 1
    for faces in openings(situation.rules, situation.table):
        for face in faces:
            numbers[FACES + face] += 1
    return numbers


def _encoded(situation: Situation, seat: SeatIndex, table: "array[int]") -> "array[int]":
    """The numbers of an observation. `table` is the part that all seats share."""
    numbers, seats = _EMPTY[:], situation.seats
    for card in seats[seat].hand:
        numbers[FACE_OF[card]] += 1
    if situation.discards:
        numbers[_TOP + FACE_OF[situation.discards[0]]] = 1
    numbers[_ON_TABLE:_SEATS] = table
    facts: list[int] = []
    numbers_of_seats = situation.seat_numbers
    for number in (*numbers_of_seats[seat:], *numbers_of_seats[:seat]):
        other = seats[number]
        facts += (len(other.hand), other.down, situation.calls_left(number), other.score)
    numbers[_SEATS : _SEATS + len(facts)] = _bounded(facts)
    facts = [
        *_contract_facts(situation.contract_of(seat)),
        situation.round,
        len(situation.stock),
        len(situation.discards),
        situation.turn == seat,
        situation.phase is Phase.PLAY,
        situation.live,
        situation.locked,
        situation.went_down,
        len(situation.calls),
        (situation.turn - seat) % len(seats),
    ]
    numbers[_FACTS:] = _bounded(facts)
    return numbers


@lru_cache
def _contract_facts(contract: Contract) -> tuple[int, int, int]:
    """The numbers of sets, runs and cards of a contract."""
    return contract.set_count, contract.run_count, contract.size


def _bounded(numbers: list[int]) -> "array[int]":
    """The numbers as an array. Too large ones are replaced by the largest that it can hold."""
    try:
        return array("h", numbers)
    except OverflowError:
        return array("h", [max(-_MOST, min(_MOST, number)) for number in numbers])


class ShanghaiEnv(AECEnv):
    """A game, or one round of it, among agents that choose in turn.

    After each discard those who may call it are asked one after the other, then the player on turn.
    The reward is given at the end of each round: minus the points that it cost.
    """

    metadata: Final = {"name": "shanghai_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str | Rules = "rummygames",
        players: int = 3,
        round: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """An environment for a number of players, who play whole games, or only the given round.

        Raises ValueError if that cannot be played.
        """
        super().__init__()
        self.rules = load_variant(variant) if isinstance(variant, str) else variant
        if round is not None and not 1 <= round <= self.rules.rounds:
            fault = words.RANGE(argument="round", low=1, high=self.rules.rounds, value=round)
            raise ValueError(fault)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self._seats = dict(zip(self.possible_agents, map(SeatIndex, range(players)), strict=True))
        self._round = round
        self._random = Random()
        space = Dict(
            {
                "observation": Box(-_MOST - 1, _MOST, (OBSERVED,), np.int16),
                "action_mask": Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.choices: Choices = {}
        """The moves that the selected agent may choose, by action."""
        self.game: State = self._before_the_deal(0)
        """The game at this moment, with all cards."""
        self._to_ask: list[SeatIndex] = []
        """Who may still have the top discard, the next one last."""
        self._has_rewards = False
        self._table: tuple[object, array[int]] = ((), _EMPTY[_ON_TABLE:_SEATS])

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins another game. The same seed deals the same cards; None goes on by chance.

        `options` is not used.
        """
        if seed is not None:
            self._random = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.game = self._before_the_deal(self._random.randrange(len(self.agents)))
        self._do(actions.Deal(()))
        self._select()

    def _before_the_deal(self, dealer: int) -> State:
        names, number = self.possible_agents, self._round or 1
        return game_before(self.rules, names, number, SeatIndex(dealer))

    def view(self, agent: str) -> SeatView:
        """What the seat of an agent may see."""
        return view_for(self.game, self._seats[agent])

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, and a mask of the actions that it may choose now."""
        state = self.game
        if self._table[0] is not state.table:
            self._table = state.table, _table_part(state)
        mask = bytearray(_NO_MASK)
        if agent == self.agent_selection:
            for number in self.choices:
                mask[number] = 1
        numbers = _encoded(state, self._seats[agent], self._table[1])
        return {
            "observation": np.frombuffer(numbers, np.int16),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Does an action of the selected agent. Raises ValueError if its mask does not allow that,
        or if no game has begun."""
        if not self.agents:
            raise ValueError(words.NOT_RESET)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            move = self.choices[action]  # type: ignore[index]
        except KeyError:
            raise ValueError(words.NOT_IN_MASK(action=action, agent=agent)) from None
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
            self._has_rewards = False
        if self._to_ask:
            self._to_ask.pop()
        if move is not None:
            self._do(move)
        self._select()

    def _do(self, move: actions.Action) -> None:
        """Makes a move, and then what the host must do, such as to throw in a round."""
        before = self.game
        is_plain_draw = type(move) is actions.Draw and before.stock and not before.calls
        if isinstance(move, _BY_CHANCE) and not is_plain_draw:
            move = with_random(before, move, self._random)
        after, _ = apply(before, move)
        self.game = after
        if after.phase is Phase.DRAW and is_fresh_top(before, after, move):
            self._to_ask = [*after.seats_after(after.turn)[-2::-1]]
        if len(after.results) > len(before.results):
            self._end_round(after)
        elif isinstance(move, _ENDS_TURN) and (of_host := host_action(after)) is not None:
            self._do(of_host)

    def _end_round(self, state: State) -> None:
        """Rewards a round that is scored, and deals the next one if there is one."""
        points = zip(self.agents, state.results[-1].points, strict=True)
        self.rewards = {agent: -float(cost) for agent, cost in points}
        self._accumulate_rewards()
        self._has_rewards = True
        self._to_ask = []
        if self._round is None and state.phase is Phase.ROUND_OVER:
            self._do(actions.Deal(()))
        else:
            self.terminations = dict.fromkeys(self.agents, True)

    def _select(self) -> None:
        """Selects the next agent: one that may have the top discard, else the one on turn."""
        state = self.game
        while self._to_ask:
            self.choices = choices(state, self._to_ask[-1])
            if self.choices:
                self.agent_selection = self.possible_agents[self._to_ask[-1]]
                return
            self._to_ask.pop()
        self.choices = choices(state, state.turn)
        self.agent_selection = self.possible_agents[state.turn]

    def render(self) -> str | None:
        """The table in a line, if `render_mode` is "ansi"; else None."""
        return repr(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing, as there is nothing to close."""
