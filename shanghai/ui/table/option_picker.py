"""A choice among things on the table, which stays in sight: a meld for a card, or who calls."""

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
    """Which of several options is meant, as it is asked above the keys."""

    title: Row
    options: tuple[MeldOption, ...]
    then: Callable[[MeldOption], object]
    """What is done with the chosen option."""
    marked: int = 0
    """The position of the marked option."""
    typed: str = ""
    """The digits of a number that were typed so far."""


class OptionPicker(Part[TableScreen[Any]]):
    """Asks on the line above the keys, the melds lit; whatever is said next ends the question."""

    @property
    def question(self) -> OptionQuestion | None:
        """The question that waits on the screen, None where it asks for no place."""
        question = self.screen.waiting
        return question if isinstance(question, OptionQuestion) else None

    @property
    def is_open(self) -> bool:
        """Whether a question waits on the screen."""
        return self.question is not None

    @property
    def lit(self) -> frozenset[int]:
        """The melds that are asked about."""
        question = self.question
        return frozenset(option.meld for option in question.options) if question else frozenset()

    @property
    def chosen(self) -> int:
        """The meld that the marked option means, -1 without one."""
        question = self.question
        return question.options[question.marked].meld if question else -1

    @property
    def window(self) -> WindowPanel | None:
        """The card in dispute, large, with a button for each seat that is asked about."""
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
        """Asks for one of the options, the first of them marked; does at once what is but one."""
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
        """Marks the next option, or the one before."""
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
        """Takes none."""
        self.screen.say()

    @numbered(range(10), first_key=0, message="place", when=is_open, shown=False, place=LAST + 2)
    def action_number(self, digit: int) -> None:
        """Marks the option of a number, and takes it where no other can be meant."""
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
        """Takes a clicked seat, or the only place on a clicked meld; else marks the next there."""
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
