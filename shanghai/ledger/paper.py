"""The score of a game with real cards, kept by the rules of a variant in a file of its own."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from shanghai.engine.actions import Correct
from shanghai.engine.cards import JOKER, NATURAL_FACES, RANK_NAMES, Face, read_face
from shanghai.engine.game import new_game
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import bonus, do_correct, reaches_end
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending, Phase, RoundResult, State
from shanghai.ledger.kept import Kept, KeptFault, name_faults, stamp
from shanghai.storage.chained_file import GoneOn
from shanghai.storage.files import clock
from shanghai.storage.paths import PAPER
from shanghai.storage.verdict import GameSummary, RoundSummary, SeatSummary
from shanghai.words import ledger as words
from shanghai.words.grammar import listed
from shanghai.words.refusals import why
from shanghai.words.sanitize import sanitize

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
    """A round: who went out and how, each hand as typed and counted, and who `met` a contract."""

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


class PaperGame(Kept[PaperEntry]):
    """The score of one game with real cards."""

    KIND, CALLED, FOLDER, FILE = "paper", words.say.late("PAPER_GAME"), PAPER, "score.jsonl"
    BEGUN, ENTRY = PaperBegun, PaperEntry
    begun: PaperBegun

    def _count(self, entries: Sequence[PaperEntry]) -> None:
        assert isinstance(entries[0], PaperBegun)
        self.begun = entries[0]
        if any(check_variant(self.begun.rules)) or name_faults(self.begun.players):
            raise KeptFault(words.NOBODY_CAN_PLAY)
        self.state = new_game(self.begun.rules, self.begun.players)
        self.finished_at = ""
        self._entries = len(entries)
        for entry in entries[1:]:
            self._take(entry)

    @classmethod
    def begin(
        cls, data: Path, rules: Rules, players: Sequence[str], title: str = "",
        now: datetime | None = None,
    ) -> "PaperGame":  # fmt: skip
        """Starts the score of a new game; KeptFault for players that the rules do not take."""
        for fault in name_faults(players):
            raise KeptFault(fault)
        try:
            new_game(rules, players)
        except ValueError as error:
            raise KeptFault(f"{why(error)}.") from None
        begun = now or clock()
        title = sanitize(title, _TITLE_CELLS)
        return cls.started(data, begun, PaperBegun(title, rules, tuple(players), stamp(begun)))

    @classmethod
    def finished(cls, data: Path) -> tuple[list[GameSummary], list[str]]:
        """The finished ones of a data folder, and what is wrong with any score."""
        scores, faults = cls.all_kept(data)
        return [summary for game in scores if (summary := game.summary()) is not None], faults

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
        """Scores the next round and keeps it; the points of each seat. KeptFault says why not."""
        points = points_of(self.state.rules, out, ending, hands, self.round)
        self._write(PaperRound(out, ending, tuple(hands), points, stamp(now), tuple(met)))
        return points

    def correct(
        self, round: int, seat: SeatIndex, points: int, note: str, now: datetime | None = None
    ) -> None:
        """Corrects a score and keeps why; KeptFault where there is no such score."""
        self._write(PaperCorrected(seat, round, points, sanitize(note, 200), stamp(now)))

    def end(self, now: datetime | None = None) -> None:
        """Counts the game as it stands; KeptFault before the first round is scored."""
        self._write(PaperEnded(stamp(now)))

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
        """Puts an entry that fits on the disk and counts it; KeptFault where others wrote first."""
        before = self.state, self.finished_at
        self._take(entry)
        try:
            self._entries = len(self._file.append(entry, known=self._entries).entries)
        except GoneOn:
            self._read()
            raise KeptFault(words.WRITTEN_MEANWHILE) from None
        except BaseException:
            self.state, self.finished_at = before
            raise

    def _take(self, entry: PaperEntry) -> None:
        """Counts an entry; KeptFault where it does not fit the game so far."""
        state = self.state
        if isinstance(entry, PaperBegun):
            raise KeptFault(words.GAME_BEGINS_ONCE)
        if isinstance(entry, PaperCorrected):
            if not (0 <= entry.seat < state.players and 1 <= entry.round <= len(state.results)):
                raise KeptFault(words.NO_SUCH_SCORE)
            order = Correct(entry.seat, entry.round, entry.points, entry.note)
            self.state = do_correct(state, order)[0]
            return
        if self.is_over:
            raise KeptFault(words.GAME_IS_OVER)
        if isinstance(entry, PaperRound):
            if entry.points != points_of(
                state.rules, entry.out, entry.ending, entry.hands, self.round
            ):
                raise KeptFault(words.OTHER_POINTS)
            self.state = _scored(state, entry)
        elif not state.results:
            raise KeptFault(words.NO_ROUND_YET)
        else:
            self.state = structs.replace(state, phase=Phase.GAME_OVER)
        if self.is_over:
            self.finished_at = entry.at


def points_of(
    rules: Rules, out: SeatIndex, ending: Ending, hands: Sequence[str], round: int = 1
) -> tuple[int, ...]:
    """What each hand counts in a round, as it was typed; KeptFault says what cannot be read."""
    if not NOBODY <= out < len(hands):
        raise KeptFault(words.NOBODY_SITS_THERE)
    if (out == NOBODY) != (ending is Ending.BLOCKED):
        raise KeptFault(words.OUT_OR_BLOCKED)
    points = []
    for seat, hand in enumerate(hands):
        if seat == out and hand.strip():
            raise KeptFault(words.OUT_HAS_NONE)
        count = hand_count(rules, hand, len(hands), round) if seat != out else -bonus(rules, ending)
        points.append(count)
    return tuple(points)


def hand_count(rules: Rules, hand: str, players: int, round: int = 1) -> int:
    """The points of a hand typed as cards (`K K 7 JK`, suits may be left out) or as `35p`."""
    text = hand.strip()
    points = _POINTS.fullmatch(text.lower())
    if points:
        if not 0 <= int(points[1]) <= MOST_POINTS:
            raise KeptFault(words.HAND_COUNTS.format(most=MOST_POINTS))
        return int(points[1])
    cards = text.upper().split()
    if not cards:
        raise KeptFault(words.TYPE_CARDS)
    faces = [_face(word) for word in cards]
    _check_pack(rules, faces, players, round)
    return sum(rules.face_points(face) for face in faces)


def seat_of(state: State, name: str) -> SeatIndex:
    """The seat of a name in any case; KeptFault where nobody is called so."""
    names = [seat.name for seat in state.seats]
    found = [at for at, each in enumerate(names) if each.lower() == name.strip().lower()]
    if not found:
        raise KeptFault(words.NOBODY_IS_CALLED.format(name=name.strip(), names=listed(names, ",")))
    return SeatIndex(found[0])


def seats_of(state: State, text: str) -> list[SeatIndex]:
    """The seats of names with commas between them, of `all`, or of `nobody`; else KeptFault."""
    word = text.strip().lower()
    if word in ("nobody", "none"):
        return []
    if word == "all":
        return [*state.seat_numbers]
    return [seat_of(state, name) for name in text.split(",")]


def _face(word: str) -> Face:
    rank = "10" if word == "T" else word
    if rank in RANK_NAMES:
        return NATURAL_FACES[RANK_NAMES.index(rank)]
    try:
        return read_face(word)
    except ValueError:
        raise KeptFault(words.NO_CARD.format(word=word)) from None


def _check_pack(rules: Rules, faces: Sequence[Face], players: int, round: int) -> None:
    """KeptFault where the hand holds more of a rank than the whole pack."""
    pack = rules.pack(players, round)
    for rank, count in Counter(face % 13 if face != JOKER else JOKER for face in faces).items():
        most = pack.jokers if rank == JOKER else 4 * pack.decks
        if count > most:
            raise KeptFault(words.ONLY_SO_MANY.format(most=most))


def _scored(state: State, entry: PaperRound) -> State:
    number = len(state.results) + 1
    rules = state.rules
    if entry.met and not (rules.is_by_player and {*entry.met} <= {*state.seat_numbers}):
        raise KeptFault(words.MEET_NONE)
    met = tuple(i in entry.met for i in state.seat_numbers) if rules.is_by_player else ()
    line = RoundResult(number, entry.points, entry.out, entry.ending, met)
    seats = tuple(
        structs.replace(seat, score=seat.score + gained, met=seat.met + (i in entry.met))
        for i, (seat, gained) in enumerate(zip(state.seats, entry.points, strict=True))
    )
    is_over = number >= rules.rounds or reaches_end(rules, seats)
    phase = Phase.GAME_OVER if is_over else Phase.ROUND_OVER
    results = (*state.results, line)
    return structs.replace(state, seats=seats, phase=phase, round=number, results=results)
