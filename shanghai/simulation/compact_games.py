"""Whole games of the hard player at the compact table, which the engine deals and counts.

They are the same in machine code and in plain Python. Where the compact table leaves a round, as
that does not end, the engine plays the whole game.
"""

import contextlib
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import structs

from shanghai.bots.playouts import table as t
from shanghai.bots.playouts.arrays import lists_of
from shanghai.bots.playouts.compact_rules import CompactRules, compact_rules_for
from shanghai.bots.playouts.reading import ENDINGS, write_state
from shanghai.bots.playouts.rounds import log_of, play_rest
from shanghai.bots.playouts.table import MASK, CompactTable, copy_table, empty_table
from shanghai.bots.unknown import contracts_asked
from shanghai.engine.actions import Deal, DrawForDealer, HostAction, ThrowIn
from shanghai.engine.cards import ALL_FACES, Face, copy_of, face_of
from shanghai.engine.events import Event, RoundThrownIn
from shanghai.engine.game import apply, new_game
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import end_round
from shanghai.engine.seats import SeatIndex, by_seat, next_seat
from shanghai.engine.stalemate import MOST_TURNS
from shanghai.engine.state import Ending, Phase, State
from shanghai.records.recorder import GameRecorder
from shanghai.simulation.games import (
    GameReport,
    RoundReport,
    Task,
    game_seed,
    levels_of_game,
    seated,
    store_record,
)
from shanghai.simulation.replaying import Line, action_of, actions_of
from shanghai.table.chance import SeededChance, with_chance
from shanghai.words import simulation as words

_CHECKED: Final = 100
"""Of so many games one is played again by the engine, move by move."""
_MAX_LINES: Final = 20_000
"""Moves after which a round that is dealt again and again is left."""
_ENDINGS: Final[Mapping[int, Ending]] = {
    **{number: ending for ending, number in ENDINGS.items()},
    t.ROUND_BLOCKED: Ending.BLOCKED,
}


class _LeftRound(Exception):
    """The compact table has left a round before its end."""


class _Same:
    """Rules that are equal where they are one object, as it takes long to compare them all."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.rules is self.rules

    def __hash__(self) -> int:
        return id(self.rules)


class _Tables:
    """Room for the rounds of this process, one after the other."""

    empty: Final = empty_table()
    dealt: Final = empty_table()
    played: Final = empty_table()


class _Game:
    """A game at the compact table. Its state is the engine's, before and after each round."""

    def __init__(self, task: Task, number: int) -> None:
        rules = task.rules
        self.recorder = GameRecorder(variant=task.variant) if task.record else None
        self.digest = hashlib.sha256()
        """The SHA-256 of all moves."""
        self.state = new_game(rules, [player.name for player in seated(task.level_ids)])
        self._chance = SeededChance(game_seed(task.seed, number))
        self._events: list[Event] = []
        self._turn_limit = task.most_turns or MOST_TURNS
        self._is_checked = number % _CHECKED == 0
        # What each seat chose is known from its moves alone.
        self._is_replayed = bool(task.record) or (rules.is_choice and rules.is_by_player)

    def play(self) -> list[RoundReport]:
        """Plays to the end, or to a round that is left, and reports each that ended."""
        self._do(DrawForDealer(()))
        rounds = []
        with contextlib.suppress(_LeftRound):
            while self.state.phase is not Phase.GAME_OVER:
                self._do(Deal(()))
                rounds.append(self._play_round())
        return rounds

    def _do(self, action: HostAction) -> tuple[Event, ...]:
        """Does what a host does, with the cards that chance gives it."""
        version = len(self._events)

        def purpose(what: str) -> str:
            return f"{what} {self.state.round} {version}"

        filled = with_chance(self.state, action, self._chance, purpose, self._events)
        before, (self.state, events) = self.state, apply(self.state, filled)
        if self.recorder is not None:
            self.recorder.feed(before, filled, self.state)
        self._events.extend(events)
        return events

    def _play_round(self) -> RoundReport:
        """Plays a round to its end, dealt again as often as nobody could end it (ALL-11)."""
        lines: list[Line] = []
        granted, counted = 0, list[bool]()
        while self.state.phase is Phase.DRAW:
            lines += self._play_deal()
            if len(lines) > _MAX_LINES:
                raise _LeftRound
            granted += sum(map(int, _Tables.played.calls_made))
            if self.state.phase is Phase.DRAW:
                events = self._do(ThrowIn(()))
                counted += [each.counted for each in events if isinstance(each, RoundThrownIn)]
        state, kinds = self.state, Counter(line[0] for line in lines)
        result = state.results[-1]
        return RoundReport(
            round=state.round,
            turns=kinds[t.A_DRAW] + kinds[t.A_TAKE],
            ending=result.ending.value,
            points=result.points,
            first=next_seat(state.dealer, state.players),
            down=tuple(seat.down for seat in state.seats),
            thrown_in=counted.count(False),
            counted=any(counted),
            calls=kinds[t.A_CALL],
            granted=granted,
            declared=sum(line[3] for line in lines if line[0] == t.A_DISCARD),
            cards=tuple(len(seat.hand) for seat in state.seats),
        )

    def _play_deal(self) -> list[Line]:
        """Plays what was dealt to its end, and returns its moves. Where nobody can end it, or all
        have had the turns of a round, the state is the one in which that was seen."""
        dealt, base, table = self.state, _Tables.dealt, _Tables.played
        compact = _compact_rules(dealt)
        copy_table(_Tables.empty, base)
        write_state(dealt, base)
        base.turn_limit = self._turn_limit
        base.chance = _seed_of(self._chance, f"play {dealt.round} {len(self._events)}")
        play_rest(compact, base, table)
        lines, ending = log_of(table), int(table.ending)
        if ending == t.ROUND_LONG and table.turns < MOST_TURNS * dealt.players:
            raise _LeftRound
        self.digest.update(msgspec.json.encode(lines))
        is_stale = ending in (t.ROUND_STALE, t.ROUND_LONG)
        if is_stale or self._is_replayed or self._is_checked:
            self.state = self._replayed(lines)
        if not is_stale and not self._is_replayed:
            counted = _counted(dealt, table)
            if self._is_checked and _outcome(counted) != _outcome(self.state):
                raise RuntimeError(words.PLAYED_DIFFERENTLY(round=dealt.round))
            self.state = counted
        return lines

    def _replayed(self, lines: Sequence[Line]) -> State:
        """The state after the moves of a log, each of which the engine allows."""
        state = self.state
        for move in actions_of(lines):
            before, action = state, action_of(state, *move)
            state = apply(before, action)[0]
            if self.recorder is not None:
                self.recorder.feed(before, action, state)
        return state


def play_compact(task: Task, number: int) -> GameReport | None:
    """Plays a game. Returns None where the compact table has left one of its rounds, though the
    task has no limit of turns after which a round is to be left."""
    game = _Game(task, number)
    rounds = game.play()
    is_finished = game.state.phase is Phase.GAME_OVER
    if not is_finished and not task.most_turns:
        return None
    if game.recorder is not None and is_finished:
        store_record(task, number, game.recorder)
    return GameReport(
        number=number,
        levels=levels_of_game(task.level_ids, number),
        rounds=tuple(rounds),
        scores=tuple(seat.score for seat in game.state.seats),
        winners=game.state.winners,
        replaced=0,
        finished=is_finished,
        digest=game.digest.hexdigest(),
    )


def _seed_of(chance: SeededChance, purpose: str) -> int:
    """A seed for what chance decides at the compact table."""
    digest = hashlib.sha256(f"{chance.key} {purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") & MASK


@lru_cache(256)
def _compact_rules_for(
    rules: _Same, round: int, players: int, numbers: tuple[tuple[int, ...], ...]
) -> CompactRules:
    compact = compact_rules_for(rules.rules, round, players, numbers)
    if compact is None:
        raise _LeftRound
    return compact


def _compact_rules(state: State) -> CompactRules:
    """The rules of the round of a state."""
    rules, numbers = state.rules, tuple(contracts_asked(state))
    compact = _compact_rules_for(_Same(rules), state.round, state.players, numbers)
    if rules.is_by_player:
        ends = [seat.met + 1 >= len(rules.contracts) for seat in state.seats]
        compact.ends[: state.players] = ends
    return compact


def _counted(state: State, table: CompactTable) -> State:
    """The state after a round that was played to its end at the compact table."""
    copies: Counter[Face] = Counter()
    hands = lists_of(table.hands, state.players)
    down, calls, chips, fined = table.down, table.calls_made, table.chips, table.fined
    seats = []
    for number, seat in by_seat(state.seats):
        hand = []
        for face in ALL_FACES:
            for _ in range(hands[number][face]):
                hand.append(copy_of(face, copies[face]))
                copies[face] += 1
        seats.append(
            structs.replace(
                seat,
                hand=tuple(hand),
                down=bool(down[number]),
                calls_used=int(calls[number]),
                chips=int(chips[number]),
                fined=int(fined[number]),
            )
        )
    played = state.played
    if state.rules.contracts_by == "first" and any(seat.down for seat in seats):
        # The last contract is not chosen, as no other one is left.
        played = (*played, int(table.chosen) or state.contract_number_of(state.turn))
    after = structs.replace(state, seats=tuple(seats), played=played)
    return end_round(after, SeatIndex(int(table.out)), _ENDINGS[int(table.ending)])[0]


def _outcome(state: State) -> object:
    """What has come of a round, in which the copies of a card are the same."""
    hands = [sorted(map(face_of, seat.hand)) for seat in state.seats]
    seats = [structs.replace(seat, hand=()) for seat in state.seats]
    return state.phase, hands, seats, state.results, state.played
