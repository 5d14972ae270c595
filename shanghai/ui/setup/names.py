"""Names, one after the other: the people of a game with real cards, or of a tournament."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Center, Vertical, VerticalScroll
from textual.suggester import SuggestFromList

from shanghai.ui.kit.command import BACK, command
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.words import setup
from shanghai.words.player_names import clean_name, name_fault
from shanghai.words.short_names import NAME_CELLS, short_names

_WIDE = 74
_KNOWN = 8
"""The most names that have played before that are offered."""


def known_rows(names: Sequence[str], wide: int, look: str) -> list[Row]:
    """The first few of the names that have played before, each to be clicked; empty for none."""
    known = [Bit(setup.PLAYED_BEFORE, "dim")]
    free = tuple(names[:_KNOWN])
    for name, short in zip(free, short_names(free, NAME_CELLS), strict=True):
        known += [Bit(short, look, ("known", name)), Bit("  ")]
    return wrap(row(*known), wide) if free else []


class NamesScreen(BaseScreen[tuple[str, ...]]):
    """Gathers names; gives them in their order, or None."""

    MIDDLE = 76
    AUTO_FOCUS = "Input"
    DEFAULT_CLASSES = "-typing"
    KEYS = (BACK,)
    HELP_TEXT = setup.say.late("NAMES_HELP")
    DEFAULT_CSS = """
    NamesScreen {
        & #form { width: 100%; height: 100%; max-height: 20; }
        &.-tall #form { max-height: 15; }
        & Input { width: 74; margin-top: 1; }
        & VerticalScroll { height: 1fr; align: center top; }
        & Lines { width: 74; height: auto; margin-top: 1; }
    }
    """

    def __init__(
        self,
        title: str,
        least: int,
        most: int,
        known: Sequence[str] = (),
        names: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.HEADING = title
        self._least, self._most = least, most
        self._known = tuple(known)
        self.names = list(names)
        self._said = ""

    def content(self) -> ComposeResult:
        with Vertical(id="form"):
            with Center():
                yield TextField(
                    max_length=800,
                    placeholder=setup.NAME_FIELD,
                    suggester=SuggestFromList(self._known, case_sensitive=False),
                    select_on_focus=False,
                )
            with VerticalScroll(can_focus=False):
                yield Lines(id="names")

    @property
    def fault(self) -> str:
        """Why these names do not do yet, as a sentence; empty where they do."""
        if len(self.names) < self._least:
            return setup.MORE_NAMES(count=self._least - len(self.names))
        return "" if len(self.names) <= self._most else setup.AT_MOST_PLAY.format(count=self._most)

    def draw(self) -> None:
        shorts = short_names(tuple(self.names), NAME_CELLS)
        bits = [
            bit
            for at, name in enumerate(shorts)
            for bit in (Bit(f"{at + 1} ", "dim"), Bit(name, "strong", ("name", at)), Bit("   "))
        ]
        rows: list[Row] = wrap(row(*(bits or [Bit(setup.TYPE_NAMES, "dim")])), _WIDE)
        wrong = self._said or (self.fault if self.names else "")
        rows += [(), *(wrap(row(Bit(wrong, "warn")), _WIDE) if wrong else [()])]
        free = [name for name in self._known if name not in self.names]
        rows += [(), *known_rows(free, _WIDE, "accent")] if free else []
        self.query_one("#names", Lines).show(rows)
        self.refresh_keys()

    def on_input_changed(self) -> None:
        """Lets the key say whether it adds a name or goes on."""
        self.refresh_keys()

    @command(
        "enter",
        label=lambda self: setup.ADD if self.field.value.strip() else setup.DONE,
        may=lambda self: None if self.field.value.strip() else self.fault or None,
        typing=True,
    )
    def action_add_name(self) -> None:
        """Adds the names that were typed; with none typed it gives all of them."""
        typed = [name for part in self.field.value.split(",") if (name := clean_name(part))]
        if typed or self.fault:
            self._add(typed)
        else:
            self.dismiss(tuple(self.names))

    def _add(self, names: Sequence[str]) -> None:
        """Adds names as far as they can be told apart; the others stay in the field."""
        left: list[str] = []
        self._said = ""
        for name in names:
            wrong = name_fault(name, self.names)
            if wrong is None and len(self.names) >= self._most:
                wrong = setup.AT_MOST_PLAY.format(count=self._most)
            if wrong is None:
                self.names.append(name)
            else:
                self._said = self._said or wrong
                left.append(name)
        self.field.value = ", ".join(left)
        self.draw()

    @command("ctrl+d", when=lambda self: bool(self.names), typing=True)
    def action_drop_name(self) -> None:
        self.names.pop()
        self._said = ""
        self.draw()

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Takes a clicked name off the list, or adds one that has played before."""
        message.stop()
        match message.target:
            case ("name", int(at)) if at < len(self.names):
                del self.names[at]
                self._said = ""
                self.draw()
            case ("known", str(name)):
                self._add([name])
