"""Asks the player to choose one of several things on the table, such as a meld for a card."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import structs

from shanghai.engine.seats import NOBODY
from shanghai.ui.kit.command import FIRST, LAST, Part, command, numbered
from shanghai.ui.kit.lines import Bit, Row, Target
from shanghai.ui.table.meld_text import MeldOption
from shanghai.ui.table.middle import Button, WindowPanel, toss_line
from shanghai.ui.table.table_screen import LineQuestion, TableScreen
from shanghai.ui.table.targets import MeldTarget, OptionTarget
from shanghai.words import table as words


class OptionQuestion(LineQuestion, frozen=True):
    """The question above the keys: which of several options is meant."""

    title: Row
    options: tuple[MeldOption, ...]
    then: Callable[[MeldOption], object]
    """Is called with the chosen option."""
    marked: int = 0
    """The index of the marked option."""
    typed: str = ""
    """The digits of a number that are typed so far."""


class OptionPicker(Part[TableScreen[Any]]):
    """Asks on the line above the keys for an option, and lights its melds. The next message there
    ends the question."""

    @property
    def question(self) -> OptionQuestion | None:
        """The open question for an option. None if there is none."""
        question = self.screen.waiting
        return question if isinstance(question, OptionQuestion) else None

    @property
    def is_open(self) -> bool:
        """Whether a question for an option is open."""
        return self.question is not None

    @property
    def lit(self) -> frozenset[int]:
        """The indexes of the melds in the question."""
        question = self.question
        return frozenset(option.meld for option in question.options) if question else frozenset()

    @property
    def chosen(self) -> int:
        """The index of the meld in the marked option. -1 if there is none."""
        question = self.question
        return question.options[question.marked].meld if question else -1

    @property
    def window(self) -> WindowPanel | None:
        """A window with the card, and a button for each seat in the question. None if it is about
        no seats."""
        question = self.question
        if question is None or any(option.seat == NOBODY for option in question.options):
            return None
        view, names = self.screen.session.public(), self.screen.session.names
        buttons = []
        for index, option in enumerate(question.options):
            kind: Literal["called", "may"] = "called" if index == question.marked else "may"
            does = words.PRESS_NUMBER.format(number=option.number)
            buttons.append(Button(option.seat, names[option.seat], does, kind, OptionTarget(index)))
        toss = (toss_line(view, self.screen.app.card_style), question.title)
        return WindowPanel(words.SHANGHAI, view.top, toss, buttons=tuple(buttons))

    def ask(
        self, title: Row, options: Sequence[MeldOption], then: Callable[[MeldOption], object]
    ) -> None:
        """Asks for one of the options. If there is only one, it is taken at once."""
        if len(options) == 1:
            then(options[0])
        else:
            self._show(OptionQuestion(title, tuple(options), then))

    def _show(self, question: OptionQuestion) -> None:
        options, number, key = (
            question.options,
            question.marked + 1,
            self.screen.keys.cap("take-place"),
        )
        which = words.WHICH_PLACE.format(number=number, count=len(options), key=key)
        bits = (*question.title, *options[question.marked].words, Bit(which, "dim"))
        self.screen.say(bits, question=question)
        self.screen.draw_table()
        self.screen.refresh_keys()

    @command("right,down", 1, id="next-place", when=is_open, cap="←→", place=FIRST)
    @command("left,up", -1, id="place-before", when=is_open, shown=False, place=FIRST)
    def action_mark(self, by: int) -> None:
        """Marks the next option, or with -1 the one before."""
        if question := self.question:
            marked = (question.marked + by) % len(question.options)
            self._show(structs.replace(question, marked=marked, typed=""))

    @command("enter,space", id="take-place", when=is_open, place=FIRST)
    def action_take(self) -> None:
        """Takes the marked option."""
        if question := self.question:
            self.screen.say()
            question.then(question.options[question.marked])

    @command("escape", id="no-place", when=is_open, shown=False, place=FIRST)
    def action_leave(self) -> None:
        """Ends the question without an option."""
        self.screen.say()

    @numbered(range(10), first_key=0, message="place", when=is_open, shown=False, place=LAST + 2)
    def action_number(self, digit: int) -> None:
        """Marks the option of a typed number. Takes it if no longer number is possible."""
        question = self.question
        if question is None:
            return
        numbers = [str(option.number) for option in question.options]
        for typed in (f"{question.typed}{digit}", str(digit)):
            matches = [at for at, number in enumerate(numbers) if number.startswith(typed)]
            if matches:
                exact = [index for index in matches if numbers[index] == typed]
                marked = (exact or matches)[0]
                self._show(structs.replace(question, marked=marked, typed=typed))
                if len(matches) == len(exact) == 1:
                    self.action_take()
                return

    def clicked(self, target: Target) -> None:
        """Takes a clicked seat, or the only option on a clicked meld. If a meld has several, marks
        the next."""
        question = self.question
        if question is None:
            return
        matches = [
            index
            for index, option in enumerate(question.options)
            if target in (OptionTarget(index), MeldTarget(option.meld))
        ]
        if matches:
            marked = next((index for index in matches if index > question.marked), matches[0])
            self._show(structs.replace(question, marked=marked))
            if len(matches) == 1:
                self.action_take()
