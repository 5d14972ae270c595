"""Games among computer players, each from its own seed, and a report that sums them up.

The seed of a game follows from the base seed and the number of the game alone, so a report is
the same for any number of processes.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import SystemRandom
from typing import Final

import msgspec
from msgspec import Struct

from shanghai.engine.actions import Action, Draw, Take
from shanghai.engine.events import Event, RoundThrownIn
from shanghai.engine.rules import Rules
from shanghai.engine.state import Ending, Phase, State
from shanghai.folders import write_whole
from shanghai.host import Host, Observer, Player
from shanghai.records.record import GameRecorder

NAMES: Final = ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")
TURN_LIMIT: Final = 500
"""Turns a seat in one round after which a game is given up: its rules may never end it."""

Progress = Callable[[int, int], None]
"""Told how many games of how many are done."""


class Task(Struct, frozen=True):
    """What to play: the rules, the level of each seat in the first game, the base seed."""

    rules: Rules
    levels: tuple[str, ...]
    seed: int
    record: str = ""
    """The folder for the records, or nothing."""
    variant: str = ""
    """How a record names the variant; left out, by the id of the rules."""


class RoundReport(Struct, frozen=True):
    """One round of one game: its number from 1, turns of all seats, why it ended, the points."""

    round: int
    turns: int
    ending: str
    points: tuple[int, ...]


class GameReport(Struct, frozen=True):
    """One game: levels by seat, rounds, totals, winners, the computer moves that were replaced."""

    number: int
    levels: tuple[str, ...]
    rounds: tuple[RoundReport, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    replaced: int
    finished: bool
    recordable: bool
    """Whether the format has a move for all that happened: none for a counted throw-in."""
    digest: str
    """SHA-256 of everything that happened, as hexadecimal digits."""


class RoundSummary(Struct, frozen=True):
    """One round over all games: its number, mean turns a seat, times blocked, mean points."""

    round: int
    turns: float
    blocked: int
    points: float


class Summary(Struct, frozen=True):
    """What all games together come to; shared wins count in equal parts."""

    variant: str
    players: int
    games: int
    unfinished: int
    unrecordable: int
    """Games with a round thrown in and counted, for which a record has no move."""
    rounds: int
    turns: int
    blocked: int
    endings: dict[str, int]
    by_round: tuple[RoundSummary, ...]
    seats: dict[str, int]
    """Seats played, by level."""
    wins: dict[str, float]
    """Games won, by level."""
    points: dict[str, float]
    """Mean total of a game, by level."""
    replaced: int
    digest: str


def game_seed(base: int, number: int) -> int:
    """The seed of the game of that number, from 1."""
    digest = hashlib.sha256(f"shanghai {base} {number}".encode()).digest()
    return int.from_bytes(digest[:16], "big")


def new_seed() -> int:
    """A base seed that nobody chose."""
    return SystemRandom().getrandbits(63)


def seats_for(levels: Sequence[str], players: int) -> tuple[str, ...]:
    """The level of each seat: the levels given, over and over."""
    return tuple(levels[seat % len(levels)] for seat in range(players))


def simulate(
    task: Task, games: int, jobs: int = 1, progress: Progress | None = None
) -> tuple[GameReport, ...]:
    """Plays games 1 to `games` and returns them in that order.

    ValueError for players or levels that are not allowed, OSError where a record is not stored.
    """
    _check(task)
    if task.record:
        Path(task.record).mkdir(parents=True, exist_ok=True)
    numbers = range(1, games + 1)
    jobs = min(jobs, games)
    if jobs <= 1:
        return _collect(map(partial(play_game, task), numbers), games, progress)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        chunk = max(1, min(8, games // (jobs * 4)))
        played = pool.map(partial(play_game, task), numbers, chunksize=chunk)
        return _collect(played, games, progress)


def _check(task: Task) -> None:
    """Raises ValueError before any game is played or process started."""
    Host(task.rules, _players(task, 1), seed=0)


def _collect(
    played: Iterable[GameReport], games: int, progress: Progress | None
) -> tuple[GameReport, ...]:
    reports = []
    for report in played:
        reports.append(report)
        if progress is not None:
            progress(len(reports), games)
    return tuple(reports)


def _players(task: Task, number: int) -> list[Player]:
    """The seats of a game; the levels move on by one seat from game to game."""
    count = len(task.levels)
    return [
        Player(NAMES[seat] if seat < len(NAMES) else f"Seat {seat + 1}", level)
        for seat, level in enumerate(
            task.levels[(seat + number - 1) % count] for seat in range(count)
        )
    ]


def play_game(task: Task, number: int) -> GameReport:
    """Plays one game to its end, or to the turn limit, and stores its record where one is asked."""
    players = _players(task, number)
    host = Host(task.rules, players, seed=game_seed(task.seed, number))
    recorder = GameRecorder(variant=task.variant)
    counted: list[Event] = []
    host.on_change.append(_noting(counted))
    if task.record:
        host.on_change.append(_feeding(recorder))
    host.draw_for_dealer()
    rounds: list[RoundReport] = []
    while host.state.phase is not Phase.GAME_OVER:
        host.deal()
        turns = _play_round(host)
        if turns > TURN_LIMIT * len(players):
            break
        result = host.state.results[-1]
        rounds.append(RoundReport(result.round, turns, result.ending.value, result.points))
    finished = host.state.phase is Phase.GAME_OVER
    if task.record and finished and not counted:
        name = f"{task.rules.id}-{len(players)}-players-game-{number:05d}.yaml"
        write_whole(Path(task.record) / name, recorder.yaml().encode())
    return GameReport(
        number=number,
        levels=tuple(player.bot for player in players),
        rounds=tuple(rounds),
        scores=tuple(seat.score for seat in host.state.seats),
        winners=host.state.winners,
        replaced=len(host.notes),
        finished=finished,
        recordable=not counted,
        digest=hashlib.sha256(msgspec.json.encode(host.log)).hexdigest(),
    )


def _feeding(recorder: GameRecorder) -> Observer:
    """An observer that has everything recorded."""

    def observe(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        recorder.feed(before, action, after)

    return observe


def _noting(counted: list[Event]) -> Observer:
    """An observer that gathers the rounds thrown in and counted."""

    def observe(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        counted.extend(e for e in events if isinstance(e, RoundThrownIn) and e.counted)

    return observe


def _play_round(host: Host) -> int:
    """Plays a round to its end or past the turn limit; the turns that all seats had."""
    turns = 0
    whole = host.state.rules.cards(host.state.players)
    while host.state.phase in (Phase.DRAW, Phase.PLAY):
        action = host.bot_action()
        if action is None:
            raise RuntimeError("a game among computer players waits for a person")
        host.do(action)
        check_cards(host.state, whole)
        turns += isinstance(action, Draw | Take)
        if turns > TURN_LIMIT * host.state.players:
            break
    return turns


def check_cards(state: State, whole: Sequence[int]) -> None:
    """Raises RuntimeError unless every card of the pack is somewhere exactly once."""
    cards = [*state.stock, *state.discards]
    for seat in state.seats:
        cards += seat.hand
    for meld in state.table:
        cards += meld.cards
    cards.sort()
    if cards != list(whole):
        raise RuntimeError(
            f"round {state.round}: {len(cards)} cards, not each of {len(whole)} once"
        )


def summarize(task: Task, games: Sequence[GameReport]) -> Summary:
    """Sums the reports of games up."""
    rounds = [one for game in games for one in game.rounds]
    finished = [game for game in games if game.finished]
    seats = [(game, i, level) for game in finished for i, level in enumerate(game.levels)]
    levels = sorted(set(task.levels))
    wins = {
        level: sum(
            i in game.winners and 1 / len(game.winners) for game, i, own in seats if own == level
        )
        for level in levels
    }
    totals = {level: [game.scores[i] for game, i, own in seats if own == level] for level in levels}
    whole = hashlib.sha256("".join(game.digest for game in games).encode()).hexdigest()
    return Summary(
        variant=task.rules.id,
        players=len(task.levels),
        games=len(games),
        unfinished=len(games) - len(finished),
        unrecordable=sum(not game.recordable for game in games),
        rounds=len(rounds),
        turns=sum(one.turns for one in rounds),
        blocked=sum(one.ending == Ending.BLOCKED.value for one in rounds),
        endings={e.value: sum(one.ending == e.value for one in rounds) for e in Ending},
        by_round=tuple(_by_round(task, rounds)),
        seats={level: len(totals[level]) for level in levels},
        wins={level: round(won, 3) for level, won in wins.items()},
        points={level: _mean(totals[level]) for level in levels},
        replaced=sum(game.replaced for game in games),
        digest=whole,
    )


def _by_round(task: Task, rounds: Sequence[RoundReport]) -> Iterator[RoundSummary]:
    for number in range(1, task.rules.rounds + 1):
        these = [one for one in rounds if one.round == number]
        if these:
            yield RoundSummary(
                round=number,
                turns=round(_mean([one.turns for one in these]) / len(task.levels), 1),
                blocked=sum(one.ending == Ending.BLOCKED.value for one in these),
                points=_mean([points for one in these for points in one.points]),
            )


def _mean(values: Sequence[int]) -> float:
    """The mean to one decimal place, 0 for none."""
    return round(sum(values) / len(values), 1) if values else 0.0
