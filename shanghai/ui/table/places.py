"""The choice among several melds for a card: they light up, and the hand stays in sight."""

from collections.abc import Callable, Sequence

from shanghai.ui.kit.command import FIRST, LAST, Part, command, numbered
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.meld_text import MeldOption
from shanghai.words import own_turn as words


def meant_by(numbers: Sequence[int], typed: str, digit: int) -> tuple[str, list[int]]:
    """What is typed after one more digit, and the places of the numbers that it may begin."""
    for text in (f"{typed}{digit}", str(digit)):
        if meant := [at for at, number in enumerate(numbers) if str(number).startswith(text)]:
            exact = [at for at in meant if str(numbers[at]) == text]
            return text, exact if len(exact) == len(meant) else [*exact, *meant]
    return "", []


class Places(Part[HandScreen[None]]):
    """Asks in the own view on which meld a card goes; whatever is said next ends the question."""

    options: tuple[MeldOption, ...] = ()
    at = 0
    """The place of the option that is marked."""
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

    def ask(
        self, title: Row, options: Sequence[MeldOption], then: Callable[[MeldOption], object]
    ) -> None:
        """Asks for one of the options, the first of them marked."""
        self.options, self._title, self._then = tuple(options), title, then
        self._mark(0)

    def _mark(self, at: int) -> None:
        """Marks an option, and says which it is."""
        self.at, count = at, len(self.options)
        which = words.WHICH_PLACE.format(
            number=at + 1, count=count, key=self.screen.cap("take-place")
        )
        self.screen.tell((*self._title, *self.options[at].words, Bit(which, "dim")))
        self._told = self.screen.said
        self.screen.after_hand_change()

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
        self._then(self.options[self.at])

    @numbered(
        range(10), first_key=0, id="place", said="place", when=is_open, shown=False, place=LAST + 2
    )
    def action_number(self, digit: int) -> None:
        """Marks the meld of a number, and takes it where it has no other place."""
        numbers = [option.number for option in self.options]
        self._typed, meant = meant_by(numbers, self._typed, digit)
        if meant:
            self._mark(meant[0])
            if len(meant) == 1:
                self.action_take()

    def click(self, meld: int) -> None:
        """Takes the only place on a clicked meld, or marks the next one there."""
        meant = [at for at, option in enumerate(self.options) if option.meld == meld]
        if meant:
            self._mark(next((at for at in meant if at > self.at), meant[0]))
            if len(meant) == 1:
                self.action_take()
