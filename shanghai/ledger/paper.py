"""The score of a game with real cards, kept by the rules of a variant in a file of its own."""

import os
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from shanghai.engine.cards import JOKER, NATURAL_FACES, RANK_NAMES, Face, read_face
from shanghai.engine.game import new_game
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import bonus
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Correction, Ending, Phase, RoundResult, State
from shanghai.storage.chained_file import ChainedFile, GoneOn
from shanghai.storage.files import clock
from shanghai.storage.paths import PAPER as FOLDER
from shanghai.storage.saves import NotAGame
from shanghai.storage.summary import GameSummary, RoundSummary, SeatSummary
from shanghai.words.player_names import name_fault
from shanghai.words.sanitize import sanitize

FILE: Final = "score.jsonl"
MOST_POINTS: Final = 10_000
"""A hand cannot count more than this."""
_TITLE_CELLS: Final = 60
_POINTS: Final = re.compile(r"(-?\d{1,5}) ?(?:p|points?)")
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


class PaperBegun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun"):
    """The first entry: the rules in full, the players, and when it was begun."""

    title: str
    rules: Rules
    players: tuple[str, ...]
    at: str


class PaperRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="round"):
    """A round: who went out and how, each hand as it was typed, and what it counts.

    `met` are the seats that met their contract, where each stays at it until then.
    """

    out: SeatIndex
    ending: Ending
    hands: tuple[str, ...]
    points: tuple[Points, ...]
    at: str
    met: tuple[SeatIndex, ...] = ()


class PaperCorrected(Struct, frozen=True, forbid_unknown_fields=True, tag="corrected"):
    """A score that was corrected, and why."""

    seat: SeatIndex
    round: int
    points: Points
    note: str
    at: str


class PaperEnded(Struct, frozen=True, forbid_unknown_fields=True, tag="ended"):
    """The game is counted as it stands, though not all rounds are played."""

    at: str


PaperEntry = PaperBegun | PaperRound | PaperCorrected | PaperEnded


class PaperFault(ValueError):
    """What was typed cannot be scored; the message is a sentence."""


class PaperGame:
    """The score of one game with real cards: read whole, and written entry by entry."""

    def __init__(self, path: Path) -> None:
        """The game in a file; NotAGame where there is none, or it is damaged.

        `problem` says where the end of the file is, and does not count.
        """
        self.path = path
        self._file: ChainedFile[PaperEntry] = ChainedFile(path, "paper", PaperEntry)
        self._read()

    def _read(self) -> None:
        """Takes over all that the file says; NotAGame where it is damaged."""
        found = self._file.read()
        entries, self.problem = found.entries, found.problem
        if not entries or not isinstance(entries[0], PaperBegun):
            raise NotAGame(self.problem or f"{self.path} holds no game with real cards.")
        self.begun = entries[0]
        if any(check_variant(self.begun.rules)) or _name_faults(self.begun.players):
            raise NotAGame(f"{self.path}: nobody can play by what it says.")
        self.state = new_game(self.begun.rules, self.begun.players)
        self.finished_at = ""
        self._entries = len(entries)
        for entry in entries[1:]:
            try:
                self._take(entry)
            except PaperFault as fault:
                raise NotAGame(f"{self.path}: {fault}") from None

    @classmethod
    def begin(
        cls, data: Path, rules: Rules, players: Sequence[str], title: str = "",
        now: datetime | None = None,
    ) -> "PaperGame":  # fmt: skip
        """Starts the score of a new game; PaperFault for players that the rules do not take."""
        for fault in _name_faults(players):
            raise PaperFault(fault)
        try:
            new_game(rules, players)
        except ValueError as error:
            raise PaperFault(f"{error}.") from None
        begun = now or clock()
        name = f"paper-{begun:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        path = data / FOLDER / name / FILE
        first = PaperBegun(sanitize(title, _TITLE_CELLS), rules, tuple(players), _time(begun))
        ChainedFile[PaperEntry](path, "paper", PaperEntry).append(first)
        return cls(path)

    @property
    def id(self) -> str:
        """The name of the game among those with real cards."""
        return self.path.parent.name

    @property
    def is_over(self) -> bool:
        """Whether the game is finished, or counted as it stands."""
        return self.state.phase is Phase.GAME_OVER

    @property
    def round(self) -> int:
        """The round that is to be scored next."""
        return len(self.state.results) + 1

    def score(
        self,
        out: SeatIndex,
        ending: Ending,
        hands: Sequence[str],
        now: datetime | None = None,
        met: Sequence[SeatIndex] = (),
    ) -> tuple[int, ...]:
        """Scores the next round and keeps it; the points of each seat. PaperFault says why not."""
        points = points_of(self.state.rules, out, ending, hands, self.round)
        self._write(PaperRound(out, ending, tuple(hands), points, _time(now), tuple(met)))
        return points

    def correct(
        self, round: int, seat: SeatIndex, points: int, note: str, now: datetime | None = None
    ) -> None:
        """Corrects a score and keeps why; PaperFault where there is no such score."""
        kept = sanitize(note, 200)
        self._write(PaperCorrected(seat, round, points, kept, _time(now)))

    def end(self, now: datetime | None = None) -> None:
        """Counts the game as it stands; PaperFault before the first round is scored."""
        self._write(PaperEnded(_time(now)))

    def summary(self) -> GameSummary | None:
        """The game as the ledger counts it, None while it is not over."""
        if not self.is_over:
            return None
        state, begun = self.state, self.begun
        return GameSummary(
            self.id, begun.title, begun.rules.id, begun.rules.name, begun.at, self.finished_at,
            tuple(SeatSummary(seat.name, "", seat.score) for seat in state.seats),
            tuple(
                RoundSummary(line.round, line.points, line.out, line.ending.value)
                for line in state.results
            ),
            state.winners,
        )  # fmt: skip

    def _write(self, entry: PaperEntry) -> None:
        """Tries an entry, puts it on the disk, and only then counts it.

        Where another program has written meanwhile its entries are taken over first, and a
        PaperFault says so.
        """
        before = self.state, self.finished_at
        self._take(entry)
        try:
            self._entries = len(self._file.append(entry, known=self._entries).entries)
        except GoneOn:
            self._read()
            raise PaperFault(
                "Another program has written on this score meanwhile: look at it as it stands now."
            ) from None
        except BaseException:
            self.state, self.finished_at = before
            raise

    def _take(self, entry: PaperEntry) -> None:
        """Counts an entry; PaperFault where it does not fit the game so far."""
        state = self.state
        if isinstance(entry, PaperBegun):
            raise PaperFault("A game begins once.")
        if isinstance(entry, PaperCorrected):
            self.state = _corrected(state, entry)
            return
        if self.is_over:
            raise PaperFault("The game is over.")
        if isinstance(entry, PaperRound):
            if entry.points != points_of(
                state.rules, entry.out, entry.ending, entry.hands, self.round
            ):
                raise PaperFault("The points are not those of the hands.")
            self.state = _scored(state, entry)
        elif not state.results:
            raise PaperFault("No round has been scored yet.")
        else:
            self.state = structs.replace(state, phase=Phase.GAME_OVER)
        if self.is_over:
            self.finished_at = entry.at


def points_of(
    rules: Rules, out: SeatIndex, ending: Ending, hands: Sequence[str], round: int = 1
) -> tuple[int, ...]:
    """What each hand counts in a round, as it was typed; PaperFault says what cannot be read."""
    if not NOBODY <= out < len(hands):
        raise PaperFault("Nobody sits there.")
    if (out == NOBODY) != (ending is Ending.BLOCKED):
        raise PaperFault("Somebody goes out, or the round is blocked.")
    points = []
    for seat, hand in enumerate(hands):
        if seat == out and hand.strip():
            raise PaperFault("The player who goes out has no card left.")
        points.append(
            -bonus(rules, ending) if seat == out else hand_count(rules, hand, len(hands), round)
        )
    return tuple(points)


def hand_count(rules: Rules, hand: str, players: int, round: int = 1) -> int:
    """The points of a hand typed as cards (`K K 7 JK`, suits may be left out) or as `35p`."""
    text = hand.strip()
    points = _POINTS.fullmatch(text.lower())
    if points:
        if not 0 <= int(points[1]) <= MOST_POINTS:
            raise PaperFault(f"A hand counts from 0 to {MOST_POINTS} points.")
        return int(points[1])
    words = text.upper().split()
    if not words:
        raise PaperFault("A hand that is left has cards: type them, or points such as 35p.")
    faces = [_face(word) for word in words]
    _check_pack(rules, words, players, round)
    return sum(rules.face_points(face) for face in faces)


def seat_of(state: State, name: str) -> SeatIndex:
    """The seat of a name in any case; PaperFault where nobody is called so."""
    names = [seat.name for seat in state.seats]
    found = [at for at, each in enumerate(names) if each.lower() == name.strip().lower()]
    if not found:
        raise PaperFault(f"Nobody is called {name.strip()!r}; there are {', '.join(names)}.")
    return SeatIndex(found[0])


def seats_of(state: State, text: str) -> list[SeatIndex]:
    """The seats of names with commas between them, of `all`, or of `nobody`; else PaperFault."""
    word = text.strip().lower()
    if word in ("nobody", "none"):
        return []
    if word == "all":
        return [*state.seat_numbers]
    return [seat_of(state, name) for name in text.split(",")]


def kept_scores(data: Path) -> tuple[list[PaperGame], list[str]]:
    """The games with real cards, the last begun first, and what is wrong with any of them."""
    games: list[PaperGame] = []
    faults: list[str] = []
    try:
        names = sorted(os.listdir(data / FOLDER), reverse=True)
    except OSError:
        return games, faults
    for path in (data / FOLDER / name / FILE for name in names):
        if os.path.lexists(path):
            try:
                games.append(PaperGame(path))
            except NotAGame as error:
                faults.append(str(error))
    return games, [*faults, *(game.problem for game in games if game.problem)]


def paper_game(data: Path, game: str) -> PaperGame:
    """A game with real cards by its id; NotAGame where there is none."""
    is_id = game == os.path.basename(game) and game not in ("", ".", "..")
    if not is_id or not (data / FOLDER / game / FILE).is_file():
        raise NotAGame(f"There is no game with real cards {game!r}.")
    return PaperGame(data / FOLDER / game / FILE)


def _face(word: str) -> Face:
    """The face of a card whose suit may be left out."""
    rank = "10" if word == "T" else word
    if rank in RANK_NAMES:
        return NATURAL_FACES[RANK_NAMES.index(rank)]
    try:
        return read_face(word)
    except ValueError:
        raise PaperFault(
            f"{word!r} is no card: type a rank such as K or 7, JK for a joker, or points as 35p."
        ) from None


def _check_pack(rules: Rules, words: Sequence[str], players: int, round: int) -> None:
    """PaperFault where the hand holds more of a rank than the whole pack."""
    pack = rules.pack(players, round)
    held = Counter(_face(word) % 13 if _face(word) != JOKER else JOKER for word in words)
    for rank, count in held.items():
        most = pack.jokers if rank == JOKER else 4 * pack.decks
        if count > most:
            raise PaperFault(f"There are only {most} of these cards in the whole pack.")


def _scored(state: State, entry: PaperRound) -> State:
    number = len(state.results) + 1
    rules = state.rules
    if entry.met and not (rules.is_by_player and {*entry.met} <= {*state.seat_numbers}):
        raise PaperFault("Those seats meet no contract of their own.")
    met = tuple(i in entry.met for i in state.seat_numbers) if rules.is_by_player else ()
    line = RoundResult(number, entry.points, entry.out, entry.ending, met)
    seats = tuple(
        structs.replace(seat, score=seat.score + gained, met=seat.met + (i in entry.met))
        for i, (seat, gained) in enumerate(zip(state.seats, entry.points, strict=True))
    )
    is_done = rules.is_by_player and any(seat.met >= len(rules.contracts) for seat in seats)
    is_over = number >= rules.rounds or is_done
    phase = Phase.GAME_OVER if is_over else Phase.ROUND_OVER
    return structs.replace(
        state, seats=seats, phase=phase, round=number, results=(*state.results, line)
    )


def _corrected(state: State, entry: PaperCorrected) -> State:
    if not (0 <= entry.seat < state.players and 1 <= entry.round <= len(state.results)):
        raise PaperFault("There is no such score.")
    line, seat = state.results[entry.round - 1], state.seats[entry.seat]
    was = line.points[entry.seat]
    points = (*line.points[: entry.seat], entry.points, *line.points[entry.seat + 1 :])
    results = list(state.results)
    results[entry.round - 1] = structs.replace(line, points=points)
    seats = list(state.seats)
    seats[entry.seat] = structs.replace(seat, score=seat.score + entry.points - was)
    made = Correction(entry.seat, entry.round, was, entry.points, entry.note)
    return structs.replace(
        state,
        results=tuple(results),
        seats=tuple(seats),
        corrections=(*state.corrections, made),
    )


def _name_faults(players: Sequence[str]) -> list[str]:
    """What is wrong with the names of players."""
    faults = (name_fault(name, players[:at]) for at, name in enumerate(players))
    return [fault for fault in faults if fault is not None]


def _time(now: datetime | None) -> str:
    return (now or clock()).isoformat(timespec="seconds")
