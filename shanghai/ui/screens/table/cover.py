"""A cover over everything: nothing of the game is on it until its key is pressed."""

from typing import Final

from textual.app import ComposeResult
from textual.events import Key as KeyEvent

from shanghai.ui.screens.base import HELP_KEY, BaseScreen
from shanghai.ui.widgets.keybar import Key
from shanghai.ui.widgets.lines import Bit, Lines, wrap

COVER_CELLS: Final = 36
"""The cells of a name on a cover, whose longest line holds as much besides."""
PEEK_KEY: Final = "p"
"""What shows a hand while the keyboard is another's: no key that hands over, none that answers."""
_SHOWING: Final = ("enter", "m", "space")
"""The keys that show something on one screen or another."""
_STILL: Final = 0.3
"""Seconds without a key that a deaf cover asks for, so that a held key never uncovers."""


class CoverScreen(BaseScreen[bool]):
    """Covers the table with a sentence; its keys uncover (True), Esc goes back where offered."""

    DEFAULT_CSS = """
    CoverScreen { align: center middle; }
    CoverScreen #words { width: auto; height: auto; content-align: center middle; }
    CoverScreen #called { width: auto; height: auto; margin-top: 1; }
    """
    HELP_TEXT = "Everything is hidden. The key at the foot of the screen shows it again."
    SETTLE = 0.5
    CALLS_OPEN = True
    is_cover = True

    def __init__(
        self,
        sentence: str,
        key_label: str,
        name: str = "",
        *,
        back: bool = False,
        keys: tuple[str, ...] = ("m",),
    ) -> None:
        """Covers with a sentence; `name` is whose key it is, where the label holds it.

        `back` offers a way back instead; any of `keys` uncovers, the first stands at the foot.
        """
        super().__init__()
        self._name_in_label = name
        self._sentence = sentence
        self._key_label = key_label
        self._back = back
        self._keys = keys

    def content(self) -> ComposeResult:
        """The sentence, in the middle of the screen, and what is called meanwhile."""
        lines = self._sentence.split("\n")
        yield Lines(
            [(Bit(line, "accent" if not at else ""),) for at, line in enumerate(lines)], id="words"
        )
        yield Lines([()], id="called")

    def keys(self) -> tuple[Key, ...]:
        """The key that uncovers, and the way back."""
        key, *also = self._keys
        label, name = self._key_label, self._name_in_label
        shows = Key(key, label, "answer(True)", also=tuple(also), name=name)
        back = (Key("escape", "Back", "answer(False)"),) if self._back else ()
        return (shows, *back, HELP_KEY)

    def idle_keys(self) -> tuple[Key, ...]:
        """The keys that show something elsewhere; here they say which key does."""
        name, key = self._name_in_label, self._keys[0]
        why = f"That key shows nothing: {name} presses {key}."
        others = [one for one in _SHOWING if one not in self._keys]
        return tuple(Key(one, "", "", enabled=False, why=why) for one in others if name)

    def tell_why_not(self, sentence: str) -> None:
        """Says below the words of the cover which key shows what is hidden."""
        self.show_call(sentence)

    def seat_keys(self) -> tuple[Key, ...]:
        """None where a look is offered: a number pressed twice would be a call."""
        return () if self._back else super().seat_keys()

    async def on_key(self, event: KeyEvent) -> None:
        """Lets a key that comes too early make the time longer in which none is heard."""
        now = self._now()
        if now < self._deaf_until:
            self._deaf_until = max(self._deaf_until, now + _STILL)

    def show_call(self, said: str) -> None:
        """Says on the cover who has called."""
        called = self.query_one("#called", Lines)
        called.show(wrap((Bit(said, "warn"),), self.app.size.width - 4))
        called.refresh(layout=True)

    def action_answer(self, shows: bool) -> None:
        """Uncovers or goes back."""
        if self.app.screen is self:
            self.dismiss(shows)
