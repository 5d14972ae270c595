"""A choice among things on the table, which stays in sight: a meld for a card, or who calls."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from shanghai.engine.seats import NOBODY
from shanghai.ui.kit.command import FIRST, LAST, Part, command, numbered
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.table.meld_text import MeldOption
from shanghai.ui.table.middle import Button, WindowPanel, toss_line
from shanghai.ui.table.table_screen import TableScreen
from shanghai.words import table as words


class Places(Part[TableScreen[Any]]):
    """Asks on the line above the keys, the melds lit; whatever is said next ends the question."""

    options: tuple[MeldOption, ...] = ()
    at = 0
    """The place of the option that is marked."""
    _title: Row = ()
    _typed = ""
    _told: object = None
    """The question as it stands on the screen."""

    @property
    def is_open(self) -> bool:
        """Whether the question stands on the screen."""
        return self._told is not None and self._told is self.screen.said

    @property
    def lit(self) -> frozenset[int]:
        """The melds that are asked about."""
        return frozenset(option.meld for option in self.options) if self.is_open else frozenset()

    @property
    def chosen(self) -> int:
        """The meld that the marked option means, -1 without one."""
        return self.options[self.at].meld if self.is_open else -1

    @property
    def window(self) -> WindowPanel | None:
        """The card in dispute, large, with a button for each seat that is asked about."""
        if not self.is_open or any(option.seat == NOBODY for option in self.options):
            return None
        view, names = self.screen.session.public(), self.screen.session.names
        buttons = []
        for at, option in enumerate(self.options):
            kind: Literal["called", "may"] = "called" if at == self.at else "may"
            said = words.PRESS_NUMBER.format(number=option.number)
            buttons.append(Button(option.seat, names[option.seat], said, kind, ("option", at)))
        toss = (toss_line(view, self.screen.card_style), self._title)
        return WindowPanel(words.SHANGHAI, view.top, toss, buttons=tuple(buttons))

    def ask(
        self, title: Row, options: Sequence[MeldOption], then: Callable[[MeldOption], object]
    ) -> None:
        """Asks for one of the options, the first of them marked; does at once what is but one."""
        self.options, self._title, self._then = tuple(options), title, then
        if len(options) == 1:
            then(options[0])
        else:
            self._mark(0)

    def _mark(self, at: int) -> None:
        self.at, key = at, self.screen.cap("take-place")
        which = words.WHICH_PLACE.format(number=at + 1, count=len(self.options), key=key)
        self.screen.tell((*self._title, *self.options[at].words, Bit(which, "dim")))
        self._told = self.screen.said
        self.screen.draw_table()
        self.screen.refresh_keys()

    @command("right,down", 1, id="next-place", when=is_open, cap="←→", place=FIRST)
    @command("left,up", -1, id="place-before", when=is_open, shown=False, place=FIRST)
    def action_mark(self, by: int) -> None:
        """Marks the next option, or the one before."""
        self._typed = ""
        self._mark((self.at + by) % len(self.options))

    @command("enter,space", id="take-place", when=is_open, place=FIRST)
    def action_take(self) -> None:
        """Takes the marked option."""
        self._typed, self._told = "", None
        self.screen.say()
        self._then(self.options[self.at])

    @command("escape", id="no-place", when=is_open, shown=False, place=FIRST)
    def action_leave(self) -> None:
        """Takes none."""
        self.screen.say()

    @numbered(range(10), first_key=0, message="place", when=is_open, shown=False, place=LAST + 2)
    def action_number(self, digit: int) -> None:
        """Marks the option of a number, and takes it where no other can be meant."""
        numbers = [str(option.number) for option in self.options]
        for typed in (f"{self._typed}{digit}", str(digit)):
            meant = [at for at, number in enumerate(numbers) if number.startswith(typed)]
            if meant:
                exact = [at for at in meant if numbers[at] == typed]
                self._mark((exact or meant)[0])
                self._typed = typed
                if len(meant) == len(exact) == 1:
                    self.action_take()
                return

    def clicked(self, target: object) -> None:
        """Takes a clicked seat, or the only place on a clicked meld; else marks the next there."""
        named = [(("option", at), ("meld", option.meld)) for at, option in enumerate(self.options)]
        meant = [at for at, names in enumerate(named) if target in names]
        if self.is_open and meant:
            self._mark(next((at for at in meant if at > self.at), meant[0]))
            if len(meant) == 1:
                self.action_take()
