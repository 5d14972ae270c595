"""Games with real cards: their scores, counted by the rules of a variant, each in a file."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from shanghai.engine.actions import Correct
from shanghai.engine.cards import JOKER, NATURAL_FACES, RANK_NAMES, Face, read_face
from shanghai.engine.game import new_game
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import HandCount, do_correct, refuse_correct, score_round
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending, Phase, State
from shanghai.ledger.evening_file import EveningFault, EveningFile, name_faults, stamp
from shanghai.storage.paths import PAPER
from shanghai.storage.verdict import GameSummary, RoundSummary, SeatSummary
from shanghai.words import ledger as words
from shanghai.words.grammar import listed
from shanghai.words.refusals import reason, why
from shanghai.words.sanitize import sanitize

MOST_POINTS: Final = 10_000
"""The most points of a hand, and the most that calls can cost in a round."""
_MOST_IN_ROUND: Final = 1_000_000
"""More than a round can count, however often the rules multiply its points."""
_POINTS: Final = re.compile(r"(-?\d{1,5}) ?(?:p|points?)|(-?\d{1,5})")
"""Points as people type them, with `p` or `points` or without."""
_CARD_NUMBERS: Final = frozenset(RANK_NAMES) & {str(number) for number in range(2, 11)}
"""The numbers that are also names of ranks."""
_FINE: Final = re.compile(r"(.+?) (\d{1,5})")
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
RoundPoints = Annotated[int, Meta(ge=-_MOST_IN_ROUND, le=_MOST_IN_ROUND)]
Fine = Annotated[int, Meta(ge=0, le=MOST_POINTS)]


class PaperBegun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun"):
    """The first entry: the rules in full, the players, and when the game began."""

    title: str
    rules: Rules
    players: tuple[str, ...]
    at: str


class PaperRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="round"):
    """A round: who went out and how, each hand as it was typed, and the points of each seat."""

    out: SeatIndex
    ending: Ending
    hands: tuple[str, ...]
    points: tuple[RoundPoints, ...]
    at: str
    met: tuple[SeatIndex, ...] = ()
    """In older files: the seats that met their contract, if players move on one by one."""
    down: tuple[SeatIndex, ...] | None = None
    """The seats that were down, if that was asked (`asks_down`). None in an older file, where only
    the hands and going out gave points."""
    fined: tuple[Fine, ...] = ()
    """By seat the points that calls and SHANGHAI have cost. Empty if there were none."""


class PaperCorrected(Struct, frozen=True, forbid_unknown_fields=True, tag="corrected"):
    """A corrected score, and the reason."""

    seat: SeatIndex
    round: int
    points: Points
    note: str
    at: str


class PaperEnded(Struct, frozen=True, forbid_unknown_fields=True, tag="ended"):
    """The game ends early and counts after the rounds so far."""

    at: str


PaperEntry = PaperBegun | PaperRound | PaperCorrected | PaperEnded


class PaperGame(EveningFile[PaperEntry]):
    """The score of one game with real cards."""

    KIND, CALLED, FOLDER, FILE = "paper", words.say.late("PAPER_GAME"), PAPER, "score.jsonl"
    FIRST_ENTRY, ENTRY = PaperBegun, PaperEntry
    terms: PaperBegun

    def _begin(self, terms: PaperBegun) -> None:
        if self._entry_count:
            raise EveningFault(words.GAME_BEGINS_ONCE)
        self.terms = terms
        if any(check_variant(terms.rules)) or name_faults(terms.players):
            raise EveningFault(words.NOBODY_CAN_PLAY)
        self.state = new_game(terms.rules, terms.players)
        self.finished_at = ""

    @classmethod
    def begin(
        cls, data: Path, rules: Rules, players: Sequence[str], title: str = "",
        now: datetime | None = None,
    ) -> "PaperGame":  # fmt: skip
        """Starts a new game. Raises EveningFault if the rules do not allow these players."""
        for fault in name_faults(players):
            raise EveningFault(fault)
        try:
            new_game(rules, players)
        except ValueError as error:
            raise EveningFault(f"{why(error)}.") from None
        return cls.started(data, PaperBegun(title, rules, tuple(players), ""), now)

    @classmethod
    def finished(cls, data: Path) -> tuple[list[GameSummary], list[str]]:
        """The finished games of a data folder, and sentences about damaged files."""
        scores, faults = cls.all_in(data)
        return [summary for game in scores if (summary := game.summary()) is not None], faults

    @property
    def is_over(self) -> bool:
        """Whether the game is finished, or was ended early."""
        return self.state.phase is Phase.GAME_OVER

    @property
    def round(self) -> int:
        """The number of the next round to score."""
        return len(self.state.results) + 1

    def score(
        self,
        out: SeatIndex,
        ending: Ending,
        hands: Sequence[str],
        now: datetime | None = None,
        down: Sequence[SeatIndex] = (),
        fined: Mapping[SeatIndex, int] | None = None,
    ) -> tuple[int, ...]:
        """Scores the next round, stores it, and returns the points of each seat.

        `hands` are as typed, see `hand_count`. `down` are the seats that were down, and `fined` by
        seat the points that calls have cost, if `asks_down` and `asks_fined` ask for them. Raises
        EveningFault if something does not fit.
        """
        for seat, hand in enumerate(hands):
            if seat != out:
                hand_count(self.state.rules, hand, self.state.players, self.round)
        # Points are stored with a `p`, as every version of the program reads them.
        typed = [hand if _points_of(hand) is None else f"{_points_of(hand)}p" for hand in hands]
        fines = tuple((fined or {}).get(seat, 0) for seat in self.state.seat_numbers)
        entry = PaperRound(
            out, ending, tuple(typed), (), stamp(now),
            down=tuple(down), fined=fines if any(fines) else (),
        )  # fmt: skip
        points = _scored(self.state, entry).results[-1].points
        self._write(structs.replace(entry, points=points), self._entry_count)
        return points

    def correct(
        self, round: int, seat: SeatIndex, points: int, note: str, now: datetime | None = None
    ) -> None:
        """Corrects a score, with a note why. Raises EveningFault if there is no such score."""
        note = sanitize(note, 200)
        if 0 <= seat < self.state.players:
            # Here a note may be left out, as no other player must be told the reason.
            fault = refuse_correct(self.state, Correct(seat, round, points, note or "-"))
            if fault is not None:
                names = [each.name for each in self.state.seats]
                raise EveningFault(reason(self.state.rules, fault, names))
        self._write(PaperCorrected(seat, round, points, note, stamp(now)), self._entry_count)

    def end(self, now: datetime | None = None) -> None:
        """Ends the game after the rounds so far. Raises EveningFault if none is scored."""
        self._write(PaperEnded(stamp(now)), self._entry_count)

    def summary(self) -> GameSummary | None:
        """The game for the ledger. None if it is not over."""
        return self.so_far() if self.is_over else None

    def so_far(self) -> GameSummary:
        """The game with the rounds so far. `finished` is "" if it is not over."""
        state, terms = self.state, self.terms
        return GameSummary(
            self.id, terms.title, terms.rules.id, terms.rules.name, terms.at, self.finished_at,
            tuple(SeatSummary(seat.name, "", seat.score) for seat in state.seats),
            tuple(
                RoundSummary(line.round, line.points, line.out, line.ending.value)
                for line in state.results
            ),
            state.winners, partner_sides=terms.rules.sides,
        )  # fmt: skip

    def _take(self, entry: PaperEntry) -> None:
        if isinstance(entry, PaperBegun):
            self._begin(entry)
            return
        state = self.state
        if isinstance(entry, PaperCorrected):
            if not (0 <= entry.seat < state.players and 1 <= entry.round <= len(state.results)):
                raise EveningFault(words.NO_SUCH_SCORE)
            order = Correct(entry.seat, entry.round, entry.points, entry.note)
            self.state = do_correct(state, order)[0]
            return
        if self.is_over:
            raise EveningFault(words.GAME_IS_OVER)
        if isinstance(entry, PaperRound):
            after = _scored(state, entry)
            if entry.points != after.results[-1].points:
                raise EveningFault(words.OTHER_POINTS)
            self.state = after
        elif not state.results:
            raise EveningFault(words.NO_ROUND_YET)
        else:
            self.state = structs.replace(state, phase=Phase.GAME_OVER)
        if self.is_over:
            self.finished_at = entry.at


def asks_down(rules: Rules) -> bool:
    """Whether people must say who was down when they score a round."""
    pays_more = rules.not_down_times > 1 or rules.not_down_penalty > 0
    return pays_more or rules.is_by_player


def asks_fined(rules: Rules) -> bool:
    """Whether people must say what calls and SHANGHAI have cost in points."""
    pays_for_calls = any(rules.call_points) and any(rules.call_limit)
    return pays_for_calls or (rules.shanghai and rules.shanghai_points > 0)


def hand_count(
    rules: Rules, hand: str, players: int, round: int = 1, *, needs_suits: bool = True
) -> int:
    """The points of a hand that is typed as cards (`K K 7 JK`), as `35` or as `35p`.

    A card may lack its suit if all cards of the rank count the same. With `needs_suits` false every
    card may, and counts as a spade. A lone number that is a rank counts as that card, as in older
    files. Raises EveningFault for other texts.
    """
    points = _points_of(hand)
    if points is not None:
        if not 0 <= points <= MOST_POINTS:
            raise EveningFault(words.HAND_COUNTS.format(most=MOST_POINTS))
        return points
    cards = hand.upper().split()
    if not cards:
        raise EveningFault(words.TYPE_CARDS)
    faces = [_face(word) for word in cards]
    _check_pack(rules, faces, players, round)
    ranks = {word.replace("T", "10") for word in cards} & {*RANK_NAMES} if needs_suits else ()
    for rank in ranks:
        same_rank = NATURAL_FACES[RANK_NAMES.index(rank) :: 13]
        if len({rules.face_points(face) for face in same_rank}) > 1:
            raise EveningFault(words.WHICH_SUIT.format(rank=rank))
    return sum(rules.face_points(face) for face in faces)


def typed_count(rules: Rules, hand: str, players: int, round: int = 1) -> int:
    """Like `hand_count`, for text that a person typed. Raises EveningFault for a lone number that
    could be a card or points."""
    if hand.strip() in _CARD_NUMBERS:
        raise EveningFault(words.CARD_OR_POINTS.format(number=hand.strip()))
    return hand_count(rules, hand, players, round)


def _points_of(hand: str) -> int | None:
    """The points if a hand was typed as points. None if it was typed as cards."""
    text = hand.strip().lower()
    match = _POINTS.fullmatch(text)
    if match is None or text in _CARD_NUMBERS:
        return None
    return int(match[1] or match[2])


def seat_of(state: State, name: str) -> SeatIndex:
    """The seat of a player, in upper or lower case. Raises EveningFault if there is none."""
    names = [seat.name for seat in state.seats]
    matches = [seat for seat, each in enumerate(names) if each.lower() == name.strip().lower()]
    if not matches:
        raise EveningFault(
            words.NOBODY_IS_CALLED.format(name=name.strip(), names=listed(names, ","))
        )
    return SeatIndex(matches[0])


def seats_of(state: State, text: str) -> list[SeatIndex]:
    """The seats in a text: names with commas, `all` or `yes`, `nobody` or `no`. Raises EveningFault
    for other texts."""
    word = text.strip().lower()
    if word in ("nobody", "none", "no"):
        return []
    if word in ("all", "yes"):
        return [*state.seat_numbers]
    return [seat_of(state, name) for name in text.split(",")]


def fines_of(state: State, text: str) -> dict[SeatIndex, int]:
    """By seat what calls have cost, from names with points, or `nobody`. Raises EveningFault."""
    if text.strip().lower() in ("nobody", "none", "no"):
        return {}
    fines: dict[SeatIndex, int] = {}
    for part in text.split(","):
        fine = _FINE.fullmatch(part.strip())
        if fine is None or int(fine[2]) > MOST_POINTS:
            raise EveningFault(words.TYPE_FINES.format(most=MOST_POINTS))
        seat = seat_of(state, fine[1])
        fines[seat] = fines.get(seat, 0) + int(fine[2])
    return fines


def _face(word: str) -> Face:
    rank = "10" if word == "T" else word
    if rank in RANK_NAMES:
        return NATURAL_FACES[RANK_NAMES.index(rank)]
    try:
        return read_face(word)
    except ValueError:
        raise EveningFault(words.NO_CARD.format(word=word)) from None


def _check_pack(rules: Rules, faces: Sequence[Face], players: int, round: int) -> None:
    """Raises EveningFault if a hand has more cards of a rank than the pack."""
    pack = rules.pack(players, round)
    for rank, count in Counter(face % 13 if face != JOKER else JOKER for face in faces).items():
        most = pack.jokers if rank == JOKER else 4 * pack.decks
        if count > most:
            raise EveningFault(words.ONLY_SO_MANY.format(most=most))


def _scored(state: State, entry: PaperRound) -> State:
    """The state after a round is scored. Raises EveningFault if the entry does not fit."""
    rules, number = state.rules, len(state.results) + 1
    _check_entry(state, entry)
    met, down = entry.met, entry.down
    if down is None:
        # Older programs counted in this way, without these rules.
        rules = structs.replace(rules, not_down_times=1, not_down_penalty=0, last_round_times=1)
        down = met if rules.is_by_player else state.seat_numbers
    fined = entry.fined or tuple([0] * state.players)
    hands = []
    for seat, hand in zip(state.seat_numbers, entry.hands, strict=True):
        points = 0
        if seat != entry.out:
            points = hand_count(rules, hand, state.players, number, needs_suits=False)
        hands.append(HandCount(points, seat in down, fined[seat]))
    before = structs.replace(state, rules=rules, round=number)
    after = score_round(before, hands, entry.out, entry.ending)
    return structs.replace(after, rules=state.rules)


def _check_entry(state: State, entry: PaperRound) -> None:
    """Raises EveningFault if the seats or hands of a round do not fit the game."""
    rules, seats, out = state.rules, state.seat_numbers, entry.out
    if len(entry.hands) != len(seats) or not (out in seats or out == NOBODY):
        raise EveningFault(words.NOBODY_SITS_THERE)
    if (out == NOBODY) != (entry.ending is Ending.BLOCKED):
        raise EveningFault(words.OUT_OR_BLOCKED)
    if out != NOBODY and entry.hands[out].strip():
        raise EveningFault(words.OUT_HAS_NONE)
    if entry.met and not (rules.is_by_player and {*entry.met} <= {*seats}):
        raise EveningFault(words.MEET_NONE)
    if not {*(entry.down or ())} <= {*seats} or len(entry.fined) not in (0, len(seats)):
        raise EveningFault(words.NOBODY_SITS_THERE)
