"""Plays games among computer players. All deals follow from a base seed and a game's number."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from shanghai.bots.levels import LEVELS, Level, with_makers
from shanghai.bots.protocol import BotMaker
from shanghai.engine import events
from shanghai.engine.actions import Draw, Take
from shanghai.engine.game import game_before
from shanghai.engine.rules import Rules
from shanghai.engine.seats import SeatIndex, by_seat, next_seat
from shanghai.engine.state import Ending, Phase, State
from shanghai.records.recorder import GameRecorder
from shanghai.simulation.workers import Backend, play_all
from shanghai.storage.files import make_folder, write_file
from shanghai.table.host import Host, Player
from shanghai.words import simulation as words

LevelT = TypeVar("LevelT")

NAMES: Final = ("Ann", "Bob", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")
TURN_LIMIT: Final = 500
"""After so many turns of each seat a round is given up, as its rules may never end it."""


class RoundReport(Struct, frozen=True):
    """The result of one round. Its number counts from 1.

    `ending` and `points` are empty if the round was given up. `first` is the seat left of the
    dealer. `thrown_in` is how often it was dealt again. `counted` says that nobody could end the
    round, so that the hands counted as they were. `calls` were made, of which `granted` got the
    discard. `declared` are discards with a declared SHANGHAI, `shanghai` calls of SHANGHAI.
    """

    round: int
    turns: int
    ending: str
    points: tuple[int, ...]
    first: SeatIndex
    down: tuple[bool, ...]
    thrown_in: int = 0
    counted: bool = False
    calls: int = 0
    granted: int = 0
    declared: int = 0
    shanghai: int = 0
    cards: tuple[int, ...] = ()
    """The cards left in each hand."""

    @property
    def finished(self) -> bool:
        """Whether the round was played to its end."""
        return bool(self.ending)

    @property
    def is_blocked(self) -> bool:
        """Whether the round ended as blocked: no card was left to draw, or nobody could end it and
        the hands counted."""
        return self.ending == Ending.BLOCKED.value

    @property
    def turns_a_seat(self) -> float:
        """The mean number of turns of a seat."""
        return self.turns / len(self.down)


def game_seed(base: int, number: int) -> int:
    """The seed of a game by its number, from 1."""
    digest = hashlib.sha256(f"shanghai {base} {number}".encode()).digest()
    return int.from_bytes(digest[:16], "big")


def new_seed() -> int:
    """A random base seed of 53 bits, as every reader of JSON stores such a number exactly."""
    return SystemRandom().getrandbits(53)


def seats_for(levels: Sequence[LevelT], players: int) -> tuple[LevelT, ...]:
    """By seat its level: the given levels, repeated in order."""
    return tuple(levels[seat % len(levels)] for seat in range(players))


def seated(levels: Sequence[str | BotMaker]) -> list[Player]:
    """Computer players of these levels, one for each seat, with names."""
    return [
        Player(NAMES[seat] if seat < len(NAMES) else f"Seat {seat + 1}", level)
        for seat, level in enumerate(levels)
    ]


def host_before_round(
    rules: Rules,
    seats: Sequence[str],
    number: int,
    round_number: int,
    base: int,
    levels: Mapping[str, Level] = LEVELS,
) -> Host:
    """A game just before a round that is played alone, with the seed of game `number`."""
    players = seated(seats)
    dealer = SeatIndex((number - 1) % len(players))
    state = game_before(rules, [each.name for each in players], round_number, dealer)
    return Host(rules, players, game_seed(base, number), state, levels=levels)


def digest_of(host: Host) -> str:
    """The SHA-256 of all events of a game, as hexadecimal digits."""
    return hashlib.sha256(msgspec.json.encode(host.log)).hexdigest()


def joint_digest(digests: Iterable[str]) -> str:
    """The SHA-256 of several digests joined together, as hexadecimal digits."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def longest(rounds: Iterable[RoundReport]) -> float:
    """The turns of each seat in the longest of these rounds, 0 if there are none."""
    return round(max((one.turns_a_seat for one in rounds), default=0.0), 1)


def play_round(host: Host, most_turns: int = 0) -> RoundReport:
    """Deals and plays a round to its end. Gives it up after `most_turns` turns of each seat, or
    TURN_LIMIT for 0. Raises RuntimeError if a card is lost, or no computer can move."""
    round_events = list(host.deal())
    turns, limit = 0, (most_turns or TURN_LIMIT) * host.state.players
    pack = host.state.rules.cards(host.state.players, host.state.round)
    while host.state.phase in (Phase.DRAW, Phase.PLAY) and turns <= limit:
        if (action := host.bot_action()) is None:
            raise RuntimeError(words.WAITS)
        round_events += host.do(action)
        turns += isinstance(action, Draw | Take)
        check_cards(host.state, pack)
    return _report(host.state, turns, round_events)


def _report(state: State, turns: int, round_events: Sequence[events.Event]) -> RoundReport:
    ended = state.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    result = state.results[-1] if ended else None
    kinds = Counter(map(type, round_events))
    counted = [each.counted for each in round_events if isinstance(each, events.RoundThrownIn)]
    return RoundReport(
        round=state.round,
        turns=turns,
        ending=result.ending.value if result else "",
        points=result.points if result else (),
        first=next_seat(state.dealer, state.players),
        down=tuple(seat.down for seat in state.seats),
        thrown_in=counted.count(False),
        counted=any(counted),
        calls=kinds[events.CallMade],
        granted=kinds[events.CallGranted],
        declared=sum(isinstance(each, events.Discarded) and each.shanghai for each in round_events),
        shanghai=kinds[events.ShanghaiCalled],
        cards=tuple(len(seat.hand) for seat in state.seats),
    )


def check_cards(state: State, pack: Sequence[int]) -> None:
    """Raises RuntimeError unless every card of the pack is in the game exactly once."""
    hands, melds = (seat.hand for seat in state.seats), (meld.cards for meld in state.table)
    cards = sorted(chain(state.stock, state.discards, *hands, *melds))
    if cards != list(pack):
        raise RuntimeError(words.CARDS_LOST(round=state.round, found=len(cards), all=len(pack)))


class Task(Struct, frozen=True):
    """Which games to play: the rules, by seat the levels of the first game, and the base seed. A
    class or function that makes a player may take the place of a level."""

    rules: Rules
    levels: tuple[str | BotMaker, ...]
    seed: int
    record: str | Path = ""
    """The folder for records of the games. "" for no records."""
    variant: str = ""
    """The name of the variant in the records. "" for the id of the rules."""
    most_turns: int = 0
    """After so many turns of each seat in a round the game is given up. 0 for TURN_LIMIT."""

    @property
    def level_ids(self) -> tuple[str, ...]:
        """The ids of the levels. A class or function has its name as its id."""
        return with_makers(self.levels, LEVELS)[0]


class GameReport(Struct, frozen=True):
    """The result of one simulated game."""

    number: int
    """The number of the game, from 1."""
    levels: tuple[str, ...]
    """By seat the level of the computer player."""
    rounds: tuple[RoundReport, ...]
    """The rounds that were played to their end."""
    scores: tuple[int, ...]
    """By seat the total of the game."""
    winners: tuple[SeatIndex, ...]
    replaced: int
    """How many answers were replaced: moves by the simplest legal one, calls by none."""
    finished: bool
    digest: str
    """The SHA-256 of all events of the game, see `digest_of`."""
    notes: tuple[str, ...] = ()
    """Sentences about the computer players: why answers were replaced, and what they remark."""


class GameRow(NamedTuple):
    """The result of one game for one seat, as a row of a table."""

    game: int
    """The number of the game, from 1."""
    seat: SeatIndex
    player: str
    """The level of the computer player, or the name of what makes it."""
    score: int
    won: bool
    """Whether the seat won the game, alone or with others."""
    rounds: int
    """How many rounds were played to their end."""
    down: int
    """In how many of them the seat went down."""
    replaced: int
    """How many answers of the whole table were replaced: moves by simple ones, calls by none."""
    finished: bool


class GameWork(Struct, frozen=True):
    """A piece of work: one game of a task."""

    task: Task
    number: int

    def play(self) -> GameReport:
        """Plays the game."""
        return play_game(self.task, self.number)


def games_of(tasks: Sequence[Task], games: int) -> list[GameWork]:
    """The first `games` games of each task as work. Makes the folders for records. Raises
    ValueError for players or levels that do not fit, OSError if a folder cannot be made."""
    for task in tasks:
        Host(task.rules, seated(task.levels), seed=0)
        if task.record:
            make_folder(Path(task.record))
            # Raises where a file has this name.
            Path(task.record).mkdir(exist_ok=True)
    return [GameWork(task, number) for task in tasks for number in range(1, games + 1)]


def play_game(task: Task, number: int, known: Mapping[str, Level] = LEVELS) -> GameReport:
    """Plays one game to its end or to the turn limit, and stores its record if asked for. `known`
    are all levels by id."""
    ids, known = with_makers(task.levels, known)
    levels = levels_of_game(ids, number)
    recorder = GameRecorder(variant=task.variant)
    seed = game_seed(task.seed, number)
    with closing(Host(task.rules, seated(levels), seed, levels=known)) as host:
        if task.record:
            host.on_change.append(
                lambda before, action, after, _: recorder.feed(before, action, after)
            )
        host.draw_for_dealer()
        rounds = play_rounds(host, task.most_turns)
    report = GameReport(
        number=number,
        levels=levels,
        rounds=rounds,
        scores=tuple(seat.score for seat in host.state.seats),
        winners=host.state.winners,
        replaced=host.computers.replaced,
        finished=host.state.phase is Phase.GAME_OVER,
        digest=digest_of(host),
        notes=tuple(note.text for note in host.notes),
    )
    if task.record and report.finished:
        store_record(task, number, recorder)
    return report


def levels_of_game(levels: Sequence[str], number: int) -> tuple[str, ...]:
    """By seat the level in a game. From game to game all levels move on by one seat."""
    first = (number - 1) % len(levels)
    return (*levels[first:], *levels[:first])


def store_record(task: Task, number: int, recorder: GameRecorder) -> None:
    """Writes the record of a game into the folder of the task."""
    name = f"{task.rules.id}-{len(task.levels)}-players-game-{number:05d}.yaml"
    write_file(Path(task.record) / name, recorder.yaml().encode())


def play_games(task: Task, games: int, processes: int = 1) -> list[GameRow]:
    """Plays the first games of a task. Returns a row for each seat of each game, the same for any
    number of processes. What makes a player must be importable by these, so it is no lambda."""
    reports = play_all(games_of([task], games), Backend(processes))
    return [row for report in reports for row in rows_of(report)]


def rows_of(report: GameReport) -> Iterator[GameRow]:
    """Yields a row for each seat of a game."""
    for seat, (level, score) in by_seat(zip(report.levels, report.scores, strict=True)):
        yield GameRow(
            game=report.number,
            seat=seat,
            player=level,
            score=score,
            won=seat in report.winners,
            rounds=len(report.rounds),
            down=sum(one.down[seat] for one in report.rounds),
            replaced=report.replaced,
            finished=report.finished,
        )


def play_rounds(host: Host, most_turns: int = 0) -> tuple[RoundReport, ...]:
    """Plays until the game ends or a round is given up. Returns the rounds that ended."""
    rounds: list[RoundReport] = []
    while host.state.phase is not Phase.GAME_OVER:
        report = play_round(host, most_turns)
        if not report.finished:
            break
        rounds.append(report)
    return tuple(rounds)
