"""Puzzles from the turning points of reviewed games, and what each person has tried.

A puzzle that a person did not solve comes again after days, until it is solved twice in a row.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from shanghai.engine.actions import Discard, GoDown, LayOff, Swap, same_move
from shanghai.engine.cards import Card, face_of
from shanghai.engine.events import Dealt, Event
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import SeatIndex
from shanghai.engine.seen import seen_by, view_for
from shanghai.engine.solver import shortage
from shanghai.engine.state import SeatView, State
from shanghai.engine.turn import is_playable, without
from shanghai.engine.wild import is_wild
from shanghai.ledger.ledger import People, in_order
from shanghai.review.advice import UNSHOWN, Advice
from shanghai.review.decisions import decisions_of
from shanghai.review.report import Finding, review_of
from shanghai.review.saved import load_judged, review_path
from shanghai.storage.chained_file import ChainedFile
from shanghai.storage.journal import Journal, opened_course
from shanghai.storage.saves import StoreError, path_of, saved_games, sound_game
from shanghai.table.reasons import goes_out
from shanghai.words import puzzles as words
from shanghai.words.moves import Move, ShowCard, move_text
from shanghai.words.short_names import names_at

FILE: Final = "puzzles"
"""The file of a data folder that stores what people have tried."""
_AGAIN_AFTER: Final = 2
"""After so many days a puzzle that was not solved comes again."""
_LATER_AFTER: Final = 7
"""After so many days it comes once more if it was solved then."""
_SOLVED_IN_A_ROW: Final = 2
"""A puzzle that was once not solved must be solved so often in a row."""
_STOCK: Final = 3
"""How many cards of the stock are shown after a try."""

Verdict = Literal["right", "good", "same", "other"]
"""What was tried: the best move by the review, one that may be as good, the move of the game, or
another one."""
SOLVED: Final[frozenset[Verdict]] = frozenset({"right", "good"})
"""The verdicts by which a puzzle counts as solved."""


class Puzzle(Struct, frozen=True):
    """A turning point of a stored game as a question. Before it is tried only its game, day and
    round may be shown."""

    id: str
    """The id of the game with the number of the move and the seat."""
    game: str
    """The id of the game."""
    day: str
    """The day on which the game was finished, in ISO 8601."""
    finding: Finding
    chosen: Move
    """The move of the game."""
    best: Move
    """The move that the review found best."""
    is_easy: bool
    """Whether the cards themselves show the answer clearly, so that a child may find it."""

    @property
    def is_clear(self) -> bool:
        """Whether the review is sure that the move of the game was an error."""
        return self.finding.certainty == "clear"

    @property
    def of_round(self) -> tuple[str, int]:
        """The game and its round. The answer shows the cards of this round."""
        return self.game, self.finding.round


class PuzzlePosition(Struct, frozen=True):
    """The position of a puzzle: the state before the move, and the events of the round so far."""

    seat: SeatIndex
    state: State
    events: tuple[Event, ...]

    @property
    def view(self) -> SeatView:
        """What the player of the puzzle sees."""
        return view_for(self.state, self.seat)

    @property
    def seen_events(self) -> tuple[Event, ...]:
        """The events of the round so far, as that player has seen them."""
        return tuple(seen_by(event, self.seat) for event in self.events)


class Puzzles(Struct, frozen=True):
    """The puzzles of a data folder, the latest game first, the people who have played in these
    games, and how many finished games have no review yet."""

    puzzles: tuple[Puzzle, ...] = ()
    people: tuple[str, ...] = ()
    unreviewed: int = 0


def read_puzzles(data: Path, show: ShowCard) -> Puzzles:
    """The puzzles of all finished games in a data folder. `show` writes the cards. Raises
    StoreError if the folder cannot be read."""
    saved, who = saved_games(data, summaries=True), People(data)
    puzzles: list[Puzzle] = []
    unreviewed = 0
    for game in in_order(saved.summaries)[::-1]:
        path = path_of(data, game.id)
        own = puzzles_of(game.id, game.finished[:10], path, show)
        if own is None:
            unreviewed += 1
        else:
            puzzles += own
    people = {
        who.person(seat.name) for game in saved.summaries for seat in game.seats if not seat.bot
    }
    return Puzzles(tuple(puzzles), tuple(sorted(people)), unreviewed)


def puzzles_of(game: str, day: str, path: Path, show: ShowCard) -> list[Puzzle] | None:
    """The puzzles of a finished game from its saved review, also one by an older program. None if
    there is no review. A turning point without a reason makes no puzzle, as nobody could learn from
    it."""
    if not review_path(path).exists():
        return None
    try:
        read = sound_game(path)
    except StoreError:
        return []
    if not (costs := load_judged(path, read, of_any_program=True)[0]):
        return None
    decisions = {
        (each.at, each.seat): (number, each) for number, each in enumerate(decisions_of(read))
    }
    puzzles, steps = [], opened_course(read)
    for finding in review_of(read, costs, show).turning_points:
        number, decision = decisions[finding.at, finding.seat]
        cost = costs[number]
        if Advice(steps, decision, cost, show).reason == UNSHOWN:
            continue
        chosen, best = decision.moves[0], decision.moves[cost.best]
        # A child that goes down at once has seen what matters.
        is_prelude = isinstance(chosen, GoDown) and isinstance(best, Swap)
        puzzles.append(
            Puzzle(
                f"{game} {finding.at}-{finding.seat}",
                game,
                day,
                finding,
                chosen,
                best,
                is_easy=cost.is_plain and cost.certainty == "clear" and not is_prelude,
            )
        )
    return puzzles


def position_of(read: Journal, puzzle: Puzzle) -> PuzzlePosition:
    """The position of a puzzle in its game."""
    steps = opened_course(read)[: puzzle.finding.at + 1]
    events: list[Event] = []
    for step in steps[:-1]:
        for event in step.events:
            if isinstance(event, Dealt):
                events.clear()
            events.append(event)
    return PuzzlePosition(puzzle.finding.seat, steps[-1].before, tuple(events))


def verdict_on(puzzle: Puzzle, view: SeatView, tried: Move) -> Verdict:
    """The verdict on a move that was tried. Copies of a card are the same card.

    If the answer is to go down, each lay-down is right; if it goes out, each move that does so. If
    the review compares two lay-downs, another one that leaves as little is good. If a card was
    discarded in the game, a lay-off is good after which the answer is still possible. If only the
    move of the game broke what the contract needs, each discard is good that does not. The same
    holds if only that move threw what another player can lay off.
    """
    if _is_same(tried, puzzle.best):
        return "right"
    if goes_out(view, puzzle.best) and goes_out(view, tried):
        return "right"
    goes_down = isinstance(puzzle.best, GoDown) and not isinstance(puzzle.chosen, GoDown)
    if goes_down and isinstance(tried, GoDown):
        return "right"
    if (
        _is_good_lay_down(puzzle, view, tried)
        or _leaves_answer(puzzle, view, tried)
        or _keeps_contract(puzzle, view, tried)
    ):
        return "good"
    return "same" if _is_same(tried, puzzle.chosen) else "other"


def _is_good_lay_down(puzzle: Puzzle, view: SeatView, tried: Move) -> bool:
    """Whether a lay-down leaves no more cards, or no more points, than the best one. Not if it is
    clearly worse by the review."""
    best = puzzle.best
    if not (isinstance(best, GoDown) and isinstance(tried, GoDown)):
        return False
    is_worse = puzzle.is_clear and _is_same(tried, puzzle.chosen)
    if is_worse or goes_out(view, best):
        return False
    left, least = _left_by(view, tried), _left_by(view, best)
    points, fewest = (hand_points(view.rules, cards) for cards in (left, least))
    return len(left) <= len(least) or points <= fewest


def _leaves_answer(puzzle: Puzzle, view: SeatView, tried: Move) -> bool:
    """Whether a natural card was laid off, after which the answer is still possible: to discard or
    to lay off another one, where one was discarded in the game."""
    best, chosen = puzzle.best, puzzle.chosen
    if not (isinstance(best, Discard | LayOff) and isinstance(chosen, Discard)):
        return False
    if not isinstance(tried, LayOff) or is_wild(view.rules, tried.card):
        return False
    return face_of(tried.card) != face_of(best.card)


def _keeps_contract(puzzle: Puzzle, view: SeatView, tried: Move) -> bool:
    """Whether a discard leaves the hand as near to its contract as the best one, where the discard
    of the game left it further away, or could be laid off unlike the other two."""
    best, chosen, other = puzzle.best, puzzle.chosen, tried
    if view.seats[view.viewer].down or not (
        isinstance(best, Discard) and isinstance(chosen, Discard) and isinstance(other, Discard)
    ):
        return False
    hand = view.seats[view.viewer].hand
    moves = best, chosen, other
    least, most, short = (
        shortage(without(hand, move.card), view.contract, view.rules) for move in moves
    )
    is_gift = [is_playable(view, move.card) for move in moves] == [False, True, False]
    return short <= least < most or (is_gift and short <= least)


def _left_by(view: SeatView, move: GoDown) -> list[Card]:
    """The cards that a lay-down leaves in hand."""
    melded = {card for meld in move.melds for card in meld.cards}
    return [card for card in view.seats[view.viewer].hand if card not in melded]


def _is_same(one: Move, other: Move) -> bool:
    if one is None or other is None:
        return one is other
    return same_move(one, other)


def answer_lines(
    puzzle: Puzzle, position: PuzzlePosition, tried: Move, show: ShowCard
) -> Iterator[str]:
    """Yields the lines after a try: the verdict, the answer with its reason, the player's own
    cards, and those of the others."""
    view, verdict = position.view, verdict_on(puzzle, position.view, tried)
    is_sure = puzzle.is_clear or verdict in SOLVED
    yield words.of(
        "VERDICT",
        verdict if is_sure else f"maybe {verdict}",
        tried=move_text(view, tried, "doing", show),
        best=move_text(view, puzzle.best, "doing", show),
    )
    yield puzzle.finding.sentence
    yield puzzle.finding.advice
    yield words.OWN(cards=_cards_text(view.seats[view.viewer].hand, show))
    yield words.OTHERS
    names = names_at(view)
    for seat in position.state.seats_after(position.seat)[:-1]:
        hand = view_for(position.state, seat).seats[seat].hand
        yield words.HAD(name=names[seat], cards=_cards_text(hand, show))
    if stock := position.state.stock[:_STOCK]:
        yield words.STOCK(cards=" ".join(map(show, stock)))


def _cards_text(hand: Sequence[Card], show: ShowCard) -> str:
    """The cards of a hand, by suit and rank, jokers last."""
    return " ".join(map(show, sorted(hand, key=face_of)))


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True, tag="tried"):
    """An entry: a person tried a puzzle on a day (ISO 8601)."""

    person: str
    puzzle: str
    day: str
    is_solved: bool


class SetChosen(Struct, frozen=True, forbid_unknown_fields=True, tag="set"):
    """An entry: a person chose to get only easy puzzles, as for a child, or all."""

    person: str
    is_easy: bool


class Practice:
    """What each person has tried. Each try is written to a file at once."""

    def __init__(self, data: Path) -> None:
        """Reads the file of a data folder. Raises NotAGame if it is damaged."""
        self._file = ChainedFile[PuzzleTry | SetChosen](
            data / FILE, "puzzles", PuzzleTry | SetChosen
        )
        self._entries = self._file.read().entries

    def has_easy_set(self, person: str) -> bool:
        """Whether a person gets only easy puzzles."""
        chosen = [
            entry.is_easy
            for entry in self._entries
            if isinstance(entry, SetChosen) and entry.person == person
        ]
        return bool(chosen) and chosen[-1]

    def choose_set(self, person: str, *, is_easy: bool) -> None:
        """Gives a person only easy puzzles, or all. Raises StoreError if that cannot be stored."""
        self._entries = self._file.append(SetChosen(person, is_easy)).entries

    def note(self, person: str, puzzle: Puzzle, day: date, *, is_solved: bool) -> None:
        """Stores a try. Raises StoreError if that is not possible."""
        tried = PuzzleTry(person, puzzle.id, day.isoformat(), is_solved)
        self._entries = self._file.append(tried).entries

    def set_of(self, person: str, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
        """The puzzles of the set that a person chose."""
        is_easy = self.has_easy_set(person)
        return [puzzle for puzzle in puzzles if puzzle.is_easy or not is_easy]

    def due_day(self, person: str, puzzle: Puzzle) -> date | None:
        """The day from which a person gets a puzzle: `date.min` if it was not tried yet, None if it
        does not come again."""
        tries = [
            entry
            for entry in self._entries
            if isinstance(entry, PuzzleTry) and (entry.person, entry.puzzle) == (person, puzzle.id)
        ]
        if not tries:
            return date.min
        in_a_row = len(tries)
        for number, entry in enumerate(reversed(tries)):
            if not entry.is_solved:
                in_a_row = number
                break
        else:
            return None
        if in_a_row >= _SOLVED_IN_A_ROW:
            return None
        days = _LATER_AFTER if in_a_row else _AGAIN_AFTER
        return date.fromisoformat(tries[-1].day) + timedelta(days)

    def when_again(self, person: str, puzzle: Puzzle) -> str:
        """A sentence on the day when a tried puzzle comes again, "" if it does not."""
        day = self.due_day(person, puzzle)
        return "" if day is None else words.COMES_AGAIN(day=day)

    def due(self, person: str, puzzles: Sequence[Puzzle], today: date) -> list[Puzzle]:
        """The puzzles for a person on a day: first those not solved before, then new ones, clear
        errors first. There is one a day from each round, as its answer shows cards that other
        puzzles of the round hide."""
        days = [(self.due_day(person, puzzle), puzzle) for puzzle in self.set_of(person, puzzles)]
        again = [(day, each) for day, each in days if day is not None and date.min < day <= today]
        new = [puzzle for day, puzzle in days if day == date.min]
        new.sort(key=lambda puzzle: not puzzle.is_clear)
        shown = {puzzle.of_round for puzzle in puzzles if self._has_tried_on(person, puzzle, today)}
        due = []
        for puzzle in [each for _, each in sorted(again, key=lambda pair: pair[0])] + new:
            if puzzle.of_round not in shown:
                shown.add(puzzle.of_round)
                due.append(puzzle)
        return due

    def _has_tried_on(self, person: str, puzzle: Puzzle, day: date) -> bool:
        return any(
            isinstance(entry, PuzzleTry)
            and (entry.person, entry.puzzle, entry.day) == (person, puzzle.id, day.isoformat())
            for entry in self._entries
        )


def standing_lines(practice: Practice, person: str, puzzles: Puzzles, today: date) -> Iterator[str]:
    """Yields lines on what a person can try on a day, or on how to get puzzles if there are
    none."""
    own = practice.set_of(person, puzzles.puzzles)
    if not own:
        yield words.NO_EASY_ONES if puzzles.puzzles else words.HOW_THEY_COME
    else:
        days = [practice.due_day(person, puzzle) for puzzle in own]
        due = practice.due(person, puzzles.puzzles, today)
        tomorrow = today + timedelta(1)
        later = [max(day, tomorrow) for day in days if day is not None]
        yield words.DUE(name=person, due=len(due), total=len(own), solved=days.count(None))
        if not due and later:
            yield words.NEXT_ON(day=min(later))
        elif not due:
            yield words.ALL_SOLVED
    if puzzles.unreviewed:
        yield words.UNREVIEWED(games=puzzles.unreviewed)
