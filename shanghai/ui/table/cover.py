"""A screen that covers everything. It shows nothing of the game until its key is pressed."""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from textual.app import ComposeResult

from shanghai.engine.seats import SeatIndex
from shanghai.ui.kit.command import BACK, Label, MethodT, Reason, command
from shanghai.ui.kit.frames import beside, centred
from shanghai.ui.kit.lines import Bit, Lines, balanced
from shanghai.ui.kit.pictures import SMALL, back
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.ui.table.table_screen import COVER_KEYS, TABLE_PAUSE
from shanghai.words import table

_BACKS: Final = 3
"""The number of cards, face down, above the sentence."""
_CALLED: Final = 2
"""The lines that are reserved for calls while the cover is shown."""


def _opener(id: str) -> Callable[[MethodT], MethodT]:
    return command(
        COVER_KEYS[id],
        id=id,
        label=lambda cover: cover.key_label,
        when=lambda cover: cover.opener == id,
        why_not=lambda cover: None if cover.opener == id else cover.disabled_reason(""),
    )


class CoverSeats(SeatKeys):
    """The numbers of seats as keys on a cover. Some covers offer a way back in their place."""

    screen: "CoverScreen"

    def label(self, seat: SeatIndex) -> Label | None:
        """The words of a call for a seat. None if a look is offered, as a number pressed twice
        would call (overrides)."""
        return None if self.screen.offers_return else super().label(seat)

    def why_not(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now. None if it does something."""
        is_look = self.screen.offers_return
        return self.screen.disabled_reason("") if is_look else super().why_not(seat)


class CoverScreen(BaseScreen[bool]):
    """Covers the table with a sentence. Answers True when it is uncovered, False to go back."""

    MIDDLE = 72
    HELP_TEXT = table.say.late("COVER_HELP")
    START_PAUSE = 0.5
    PAUSE_AFTER_KEY = TABLE_PAUSE
    SHOWS_NO_HAND = False
    KEYS = (
        BACK.on(
            "escape",
            when=lambda cover: cover.offers_return,
            why_not=lambda cover: None if cover.offers_return else cover.disabled_reason(""),
            place=0,
        ),
    )
    seats = cached_property(CoverSeats)
    is_cover = True

    def __init__(
        self,
        sentence: str,
        key_label: str,
        name: str = "",
        opener: str = "take-keyboard",
        back: bool = False,
    ) -> None:
        """`opener` is the id of the command that uncovers. `back` offers a way back too."""
        super().__init__()
        self._sentence = sentence.format(name=name)
        self.key_label = Label(key_label.format(name=name), name)
        self.opener, self.offers_return = opener, back
        self._called = ""

    def content(self) -> ComposeResult:
        """The sentence in the middle of the screen, and below it the calls of the meantime."""
        yield Lines(id="words")

    def draw(self) -> None:
        """Draws the words, with room for calls, so that nothing moves when somebody calls."""
        sentences = self._sentence.replace(table.KEY_HERE, self.keys.cap(self.opener)).split("\n")
        lines = [(Bit(line, "" if at else "accent"),) for at, line in enumerate(sentences)]
        backs = beside([back(self.app.card_style)] * _BACKS, [SMALL.width] * _BACKS, 2)
        called = balanced((Bit(self._called, "warn"),), self.across - 4)
        called += [()] * (_CALLED - len(called))
        rows = (*backs, (), *lines, (), *called)
        self.query_one("#words", Lines).show([centred(line, self.across) for line in rows])

    def disabled_reason(self, key: str) -> Reason | None:
        """Which key shows what is hidden. Keys that show something on other screens say so here
        too."""
        answer = table.OTHER_KEY_OF if self.key_label.name else table.OTHER_KEY
        return answer.format(name=self.key_label.name, key=self.keys.cap(self.opener))

    def show_answer(self, sentence: str) -> None:
        """Shows on the cover who has called, or which key uncovers."""
        self._called = sentence
        self.draw()

    @_opener("uncover")
    @_opener("take-keyboard")
    @_opener("uncover-look")
    def action_uncover(self) -> None:
        """Uncovers. If the terminal reports released keys, a held key shows the hand only while it
        is down."""
        if self.app.tells_releases:
            self.app.lifted_by = self.last_key, self.now()
        self.dismiss(True)
