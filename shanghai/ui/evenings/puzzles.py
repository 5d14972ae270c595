"""The screens of puzzles, which are turning points of saved games: who tries, the try at the table,
and the answer."""

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
"""The most cells of a line about how puzzles work."""
_OTHER: Final = "random"
"""The level of the other seats. They make no move before the try is over."""


class PuzzlesScreen(ReadingScreen[tuple[str, list[Puzzle]]]):
    """Shows how many puzzles are due for whom. Answers with a person and their due puzzles, or
    None. The games are looked through unless their `puzzles` are given."""

    SHOWS_NO_HAND = True
    HEADING = words.late("TITLE")
    MIDDLE = 96
    KEYS = (BACK_Q,)
    WITHOUT = ("scroll-down", "scroll-up")
    HELP_TEXT = words.late("HELP")

    def __init__(self, today: date, person: str = "", puzzles: Puzzles | None = None) -> None:
        super().__init__()
        self._today, self._person = today, person
        self.puzzles = puzzles
        self._practice: Practice | None = None
        self._fault = ""

    async def read(self) -> None:
        """Reads the puzzles from the saved games."""
        try:
            self._practice = Practice(self.app.folder)
            if self.puzzles is None:
                self.puzzles = await asyncio.to_thread(read_puzzles, self.app.folder, marked)
        except StoreError as error:
            self._fault = str(error)
        else:
            if self._person not in self.people:
                self._person = next(iter(self.people), "")
        # The title may still say that the games are being looked through.
        self.refresh_heading()
        self.draw()

    @property
    def people(self) -> tuple[str, ...]:
        """The people who may try: those of the games, and all who have played here."""
        if self.puzzles is None:
            return ()
        return tuple(sorted({*self.puzzles.people, *self.app.settings.names}))

    @property
    def due(self) -> list[Puzzle]:
        """The puzzles that are due today for the chosen person."""
        if self.puzzles is None or self._practice is None or not self._person:
            return []
        return self._practice.due(self._person, self.puzzles.puzzles, self._today)

    @property
    def has_several(self) -> bool:
        """Whether there are several people to choose from."""
        return len(self.people) > 1

    @command("down,j", 1, id="next-person", cap="↑↓", place=FIRST, when=has_several)
    @command("up,k", -1, id="person-before", message="previous", shown=False, when=has_several)
    def action_move(self, by: int) -> None:
        """Chooses the next person, or with -1 the one before."""
        people = self.people
        self._person = people[(people.index(self._person) + by) % len(people)]
        self.draw()

    @property
    def why_not(self) -> str | None:
        """Why there is no puzzle to try. None if there is one."""
        if self.due:
            return None
        is_reading = (self.puzzles is None or self._practice is None) and not self._fault
        return words.READING if is_reading else words.NOTHING_DUE

    @command("enter", id="try-puzzles", why_not=why_not)
    def action_try(self) -> None:
        """Answers with the chosen person and their due puzzles."""
        self.dismiss((self._person, self.due))

    @command("c", id="puzzle-set", when=lambda self: bool(self._person))
    def action_set(self) -> None:
        """Switches between only easy puzzles and all puzzles, for the chosen person."""
        if self._practice is None:
            return
        is_easy = self._practice.has_easy_set(self._person)
        try:
            self._practice.choose_set(self._person, is_easy=not is_easy)
        except StoreError as error:
            self._fault = str(error)
        self.draw()

    def clicked(self, target: Target) -> None:
        """Chooses the person whose name was clicked."""
        match target:
            case IndexTarget(at):
                self._person = self.people[at]
                self.draw()

    def rows(self, width: int) -> Sequence[Row]:
        """The people, the puzzles of the chosen one, and whether these are only easy ones."""
        rows: list[Row] = wrap_text(self._fault, width, "warn") if self._fault else []
        if self.puzzles is None or self._practice is None:
            return rows or [row(Bit(words.READING, "dim"))]
        if not self._person:
            rows += wrap_text(words.NOBODY, width)
            if not self.puzzles.puzzles:
                rows += [(), *wrap_text(words.HOW_THEY_COME, width)]
            return rows
        names = [
            Bit(f" {name} ", "cursor" if name == self._person else "", IndexTarget(at))
            for at, name in enumerate(self.people)
        ]
        rows += [*wrap(row(*names), width), ()]
        lines = standing_lines(self._practice, self._person, self.puzzles, self._today)
        for text in lines:
            rows += [*wrap_text(text, width), ()]
        is_easy = self._practice.has_easy_set(self._person)
        chosen = words.EASY_SET if is_easy else words.ALL_SET
        rows += [row(Bit(words.SET_IS.format(set=chosen), "dim")), ()]
        rows += wrap_text(words.HOW_IT_GOES, min(width, _MOST_WIDTH), "dim")
        return [centred(line, width) for line in rows]


async def puzzle_evening(app: GameApp) -> None:
    """Lets people try puzzles, one after the other, until the player goes back."""
    today = files.clock().date()
    screen = PuzzlesScreen(today)
    while (chosen := await app.ask(screen)) is not None:
        person, due = chosen
        try:
            await _try_all(app, person, due, today)
        except StoreError as error:
            app.notify(str(error))
        screen = PuzzlesScreen(today, person, screen.puzzles)


async def _try_all(app: GameApp, person: str, due: list[Puzzle], today: date) -> None:
    """Lets a person try their due puzzles. Raises StoreError if a result cannot be stored."""
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
    """The table in the position of a puzzle. The person's first move is the answer. It is not made,
    but ends the session."""

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
        """Makes no move of a computer (overrides)."""
        return False

    def guide_for(self, screen: Screen[Any]) -> Guide:
        """The guide with the question, for every screen of the puzzle."""
        return QuestionGuide(self)

    def _take_answer(self, does: Done) -> str:
        """Takes the person's first move as the answer, and ends the session. The empty text that it
        returns lets the move not be made. A sentence if the order is no move."""
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
    """The guide that shows the question of a puzzle."""

    LINES = 3

    def __init__(self, session: PuzzleSession) -> None:
        super().__init__(id="guide")
        self._session = session

    def text_rows(self, width: int) -> list[Row]:
        """The question, and what to do."""
        view: SeatView = self._session.view(self._session.people[0])
        asks = words.ASK_TURN if view.turn == view.viewer else words.ASK_CALL
        rows = balanced(row(Bit(self._session.asks, "strong")), width)
        return [*rows, *wrap_text(asks, width, "accent")]


class PuzzleAnswerScreen(ReadingScreen[bool]):
    """Shows whether a try was right, and why. Answers True for the next puzzle."""

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
        """Answers whether to go on to the next puzzle."""
        self.dismiss(goes_on)

    @command("r", id="puzzle-replay")
    def action_replay(self) -> None:
        """Opens the replay at this move. It shows only this round, as others may have puzzles."""
        finding = self._puzzle.finding
        replay = Replay(self._read)
        replay.mark({finding.at: finding.sentence})
        screen = screens.ReplayScreen(replay, finding.at, finding.seat, is_one_round=True)
        self.app.open(screen)

    def rows(self, width: int) -> Sequence[Row]:
        """The verdict, the reasons, and the hands of the others."""
        style = self.app.card_style
        verdict, *others = self._lines
        rows = wrap(sentence_row(verdict, style, "strong"), width)
        for text in others:
            rows += [
                *([] if text.startswith(" ") else [()]),
                *wrap(sentence_row(text, style), width),
            ]
        return rows
