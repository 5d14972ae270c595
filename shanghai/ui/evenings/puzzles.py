"""Puzzles from the turning points of kept games: whose, the try at the table, and the answer."""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from textual.screen import Screen

from shanghai.engine import actions
from shanghai.engine.seats import by_seat
from shanghai.engine.state import SeatView
from shanghai.records.replay import Replay
from shanghai.review.puzzles import (
    SOLVED,
    Practice,
    Puzzle,
    PuzzlePosition,
    Puzzles,
    answer_lines,
    position_of,
    read_puzzles,
    standing_lines,
    verdict_on,
)
from shanghai.storage import files
from shanghai.storage.journal import Journal
from shanghai.storage.saves import StoreError, path_of, sound_game
from shanghai.table.host import Host, Player
from shanghai.table.log import marked
from shanghai.table.places import AskHint, GiveSeat, LetGo
from shanghai.table.table import Done
from shanghai.ui import screens
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import BACK_Q, FIRST, LAST, command
from shanghai.ui.kit.frames import centred
from shanghai.ui.kit.keybar import Guide
from shanghai.ui.kit.lines import Bit, IndexTarget, Row, Target, balanced, row, wrap, wrap_text
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.play import play_a_round
from shanghai.ui.table.session import Session
from shanghai.words import puzzles as words
from shanghai.words.moves import Move
from shanghai.words.short_names import name_at

_MOST_WIDTH: Final = 72
"""The cells of a line that says how puzzles go."""
_OTHER: Final = "random"
"""The level in the seats of the others, who do nothing before the try."""


class PuzzlesScreen(ReadingScreen[tuple[str, list[Puzzle]]]):
    """Says what waits for whom; gives the person who begins, and what waits for them."""

    SHOWS_NO_HAND = True
    HEADING = words.late("TITLE")
    MIDDLE = 96
    KEYS = (BACK_Q,)
    WITHOUT = ("scroll-down", "scroll-up")
    HELP_TEXT = words.late("HELP")

    def __init__(self, today: date, person: str = "") -> None:
        super().__init__()
        self._today, self._person = today, person
        self._puzzles: Puzzles | None = None
        self._practice: Practice | None = None
        self._fault = ""

    async def read(self) -> None:
        """Looks through the games."""
        try:
            self._practice = Practice(self.app.folder)
            self._puzzles = await asyncio.to_thread(read_puzzles, self.app.folder, marked)
        except StoreError as error:
            self._fault = str(error)
        else:
            if self._person not in self.people:
                self._person = next(iter(self.people), "")
        self.draw()

    @property
    def people(self) -> tuple[str, ...]:
        """The people who may try: those of the games, and those who have sat down here."""
        if self._puzzles is None:
            return ()
        return tuple(sorted({*self._puzzles.people, *self.app.settings.names}))

    @property
    def due(self) -> list[Puzzle]:
        """What waits for the person today."""
        if self._puzzles is None or self._practice is None or not self._person:
            return []
        return self._practice.due(self._person, self._puzzles.puzzles, self._today)

    @property
    def has_several(self) -> bool:
        """Whether there is somebody else to choose."""
        return len(self.people) > 1

    @command("down,j", 1, id="next-person", cap="↑↓", place=FIRST, when=has_several)
    @command("up,k", -1, id="person-before", message="previous", shown=False, when=has_several)
    def action_move(self, by: int) -> None:
        """Chooses the next person or the one before."""
        people = self.people
        self._person = people[(people.index(self._person) + by) % len(people)]
        self.draw()

    @property
    def why_not(self) -> str | None:
        """Why nothing can be tried, None if something can."""
        if self.due:
            return None
        is_reading = self._puzzles is None and not self._fault
        return words.READING if is_reading else words.NOTHING_DUE

    @command("enter", id="try-puzzles", may=why_not)
    def action_try(self) -> None:
        """Begins with the first puzzle that waits."""
        self.dismiss((self._person, self.due))

    @command("c", id="puzzle-set", when=lambda self: bool(self._person))
    def action_set(self) -> None:
        """Asks for easy puzzles alone, or for all."""
        if self._practice is None:
            return
        is_easy = self._practice.has_easy_set(self._person)
        try:
            self._practice.choose_set(self._person, is_easy=not is_easy)
        except StoreError as error:
            self._fault = str(error)
        self.draw()

    def clicked(self, target: Target) -> None:
        """A click on a name chooses that person."""
        match target:
            case IndexTarget(at):
                self._person = self.people[at]
                self.draw()

    def rows(self, width: int) -> Sequence[Row]:
        """The people, what waits for the one chosen, and the set."""
        rows: list[Row] = wrap_text(self._fault, width, "warn") if self._fault else []
        if self._puzzles is None or self._practice is None:
            return rows or [row(Bit(words.READING, "dim"))]
        if not self._person:
            rows += wrap_text(words.NOBODY, width)
            if not self._puzzles.puzzles:
                rows += [(), *wrap_text(words.HOW_THEY_COME, width)]
            return rows
        names = [
            Bit(f" {name} ", "cursor" if name == self._person else "", IndexTarget(at))
            for at, name in enumerate(self.people)
        ]
        rows += [*wrap(row(*names), width), ()]
        lines = standing_lines(self._practice, self._person, self._puzzles, self._today)
        for text in lines:
            rows += [*wrap_text(text, width), ()]
        is_easy = self._practice.has_easy_set(self._person)
        chosen = words.EASY_SET if is_easy else words.ALL_SET
        rows += [row(Bit(words.SET_IS.format(set=chosen), "dim")), ()]
        rows += wrap_text(words.HOW_IT_GOES, min(width, _MOST_WIDTH), "dim")
        return [centred(line, width) for line in rows]


async def puzzle_evening(app: GameApp) -> None:
    """Leads from puzzle to puzzle, until nothing waits or somebody goes back."""
    today = files.clock().date()
    chosen = await app.ask(PuzzlesScreen(today))
    while chosen is not None:
        person, due = chosen
        try:
            await _try_all(app, person, due, today)
        except StoreError as error:
            app.notify(str(error))
        chosen = await app.ask(PuzzlesScreen(today, person))


async def _try_all(app: GameApp, person: str, due: list[Puzzle], today: date) -> None:
    """Has a person try what waits for them; StoreError if a try cannot be stored."""
    practice = Practice(app.folder)
    for number, puzzle in enumerate(due, 1):
        read = await asyncio.to_thread(sound_game, path_of(app.folder, puzzle.game))
        position = position_of(read, puzzle)
        heading = words.HEADING.format(number=number, count=len(due))
        session = PuzzleSession(
            position,
            words.QUESTION.format(
                heading=heading,
                day=date.fromisoformat(puzzle.day),
                name=name_at(position.view, position.seat),
            ),
        )
        await play_a_round(app, session)
        if not session.is_answered:
            return
        is_solved = verdict_on(puzzle, position.view, session.answer) in SOLVED
        practice.note(person, puzzle, today, is_solved=is_solved)
        lines = [*answer_lines(puzzle, position, session.answer, marked)]
        if again := practice.when_again(person, puzzle):
            lines.append(again)
        is_last = number == len(due)
        if not await app.ask(PuzzleAnswerScreen(read, puzzle, lines, is_last=is_last)) or is_last:
            return


class PuzzleSession(Session):
    """The table at the moment of a puzzle. The first move is the answer, and ends it unmade."""

    is_lesson = True
    asks_to_leave = False
    has_hints = False
    may_hand_over = False

    def __init__(self, position: PuzzlePosition, asks: str) -> None:
        state = position.state
        players = [
            Player(holder.name, "" if seat == position.seat else _OTHER, holder.handicap)
            for seat, holder in by_seat(state.seats)
        ]
        host = Host(state.game_rules, players, 0, state)
        host.log = list(position.events)
        super().__init__(host)
        self.asks = asks
        self.judge = self._take_answer
        self.is_answered = False
        self.answer: Move = None

    def play(self, action: actions.SeatAction | None) -> bool:
        """Lets no computer move."""
        return False

    def guide_for(self, screen: Screen[Any]) -> Guide:
        """The question, above every screen of the puzzle."""
        return QuestionGuide(self)

    def _take_answer(self, does: Done) -> str:
        """Takes the first move of the person as the answer; a sentence where it is none."""
        match does:
            case AskHint():
                return words.NO_HINT
            case LetGo():
                self.answer = None
            case actions.HandOver() | GiveSeat():
                return words.ONLY_A_MOVE
            case _ if isinstance(does, actions.SeatAction):
                self.answer = does
            case _:
                return words.ONLY_A_MOVE
        self.is_answered = True
        self.leave()
        return ""


class QuestionGuide(Guide):
    """What a puzzle asks."""

    LINES = 3

    def __init__(self, session: PuzzleSession) -> None:
        super().__init__(id="guide")
        self._session = session

    def text_rows(self, width: int) -> list[Row]:
        """The question and what to do."""
        view: SeatView = self._session.view(self._session.people[0])
        asks = words.ASK_TURN if view.turn == view.viewer else words.ASK_CALL
        rows = balanced(row(Bit(self._session.asks, "strong")), width)
        return [*rows, *wrap_text(asks, width, "accent")]


class PuzzleAnswerScreen(ReadingScreen[bool]):
    """Whether a try was right, and why; True: on to the next puzzle."""

    SHOWS_NO_HAND = False
    HEADING = words.late("ANSWER_TITLE")
    HELP_TEXT = words.late("ANSWER_HELP")
    MIDDLE = 96

    def __init__(
        self, read: Journal, puzzle: Puzzle, lines: Sequence[str], *, is_last: bool
    ) -> None:
        super().__init__()
        self._read, self._puzzle = read, puzzle
        self._lines = lines
        self._is_last = is_last

    @command(
        "enter",
        True,
        id="next-puzzle",
        label=lambda self, _: words.END if self._is_last else words.NEXT,
    )
    @command("escape,q", False, id="back", place=LAST)
    def action_answer(self, goes_on: bool) -> None:
        """Goes on to the next puzzle, or back."""
        self.dismiss(goes_on)

    @command("r", id="puzzle-replay")
    def action_replay(self) -> None:
        """Opens the replay of the round at this move: other rounds may have puzzles that wait."""
        finding = self._puzzle.finding
        replay = Replay(self._read)
        replay.mark({finding.at: finding.sentence})
        screen = screens.ReplayScreen(replay, finding.at, finding.seat, is_one_round=True)
        self.app.open(screen)

    def rows(self, width: int) -> Sequence[Row]:
        """The verdict, the reason, and the cards of the others."""
        style = self.app.card_style
        verdict, *others = self._lines
        rows = wrap(sentence_row(verdict, style, "strong"), width)
        for text in others:
            rows += [
                *([] if text.startswith(" ") else [()]),
                *wrap(sentence_row(text, style), width),
            ]
        return rows
