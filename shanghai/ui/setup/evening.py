"""How long the evening is to be: the whole game, a short one, or the rounds that are picked."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize

from shanghai.engine.evening import rounds_from, short_rounds
from shanghai.engine.rules import Rules
from shanghai.storage.saves import StoreError
from shanghai.ui.commands.evenings import EVENING
from shanghai.ui.kit.lines import Bit, Lines, Row, pad, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.words.contracts import contract_text
from shanghai.words.phrases import counted
from shanghai.words.setup import duration, measured_time

if TYPE_CHECKING:
    from shanghai.ledger.figures import Pace

_TABLES = 3
"""The kinds of table whose time is told, those that have played most."""


class EveningScreen(BaseScreen[tuple[int, ...]]):
    """Picks the rounds that are played; answers with their numbers."""

    COMMAND_LIST = EVENING
    HELP_TEXT = (
        "A game need not be whole: play all rounds, a short evening of the first, the middle and "
        "the last contract, the rounds from a marked one on, or those that you pick. Space picks "
        "the marked round or leaves it; a plays with what is picked. The time is measured from the "
        "games that were played here, for each kind of table; before there is one it is the "
        "variant's own estimate."
    )
    DEFAULT_CSS = """
    EveningScreen {
        align: center top;
        & VerticalScroll {
            width: 100%; max-width: 80; height: 1fr; padding: 1 4; align: center middle;
        }
    }
    """

    def __init__(self, rules: Rules, picked: Sequence[int] = ()) -> None:
        super().__init__()
        self._rules = rules
        self.picked = set(picked) or set(rounds_from(rules, 1))
        self._at = 0
        self._paces: list[Pace] | None = None
        """What the ledger has measured, None while it is being read."""

    def heading(self) -> str:
        """The variant whose evening it is."""
        return f"How long an evening? {self._rules.name}"

    @property
    def has_picked(self) -> bool:
        """Whether any round is picked."""
        return bool(self.picked)

    def content(self) -> ComposeResult:
        """The rounds."""
        with VerticalScroll(can_focus=False):
            yield Lines()

    def on_mount(self) -> None:
        """Draws the rounds once their width is known."""
        self.call_after_refresh(self.draw)
        self.run_worker(self._measure(), exclusive=True)

    async def _measure(self) -> None:
        """Reads the ledger beside the screen: only here is it asked how long a round takes."""
        self._paces = await asyncio.to_thread(self._measured)
        self.draw()

    def _measured(self) -> "list[Pace]":
        from shanghai.ledger.figures import paces
        from shanghai.storage.saves import kept_games

        folder = getattr(self.app, "folder", None)
        try:
            kept = kept_games(folder, summaries=True) if folder is not None else None
        except StoreError:
            return []
        return paces(kept.summaries, self._rules.id) if kept is not None else []

    def on_resize(self, event: Resize) -> None:
        """Draws them for the new size."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draws the rounds with their marks, and how long the evening will be."""
        lines = self.query_one(Lines)
        wide = max(30, lines.size.width)
        arrow = ">" if getattr(self.app, "is_ascii", False) else "▸"
        rules, rows = self._rules, list[Row]()
        word = rules.words.round
        for at in range(len(rules.contracts)):
            look = "cursor" if at == self._at else ""
            box = "[x]" if at + 1 in self.picked else "[ ]"
            said = f"{arrow if at == self._at else ' '}{box} {word.capitalize()} {at + 1}"
            line = row(Bit(f"{said:<18}", look), Bit(contract_text(rules, at + 1), look))
            rows.append(tuple(bit._replace(target=at) for bit in pad(line, wide, look)))
        lines.show([*rows, (), *self._times(wide)])
        self.refresh_keys()

    def _times(self, wide: int) -> list[Row]:
        """How long what is picked will take, and where that is known from."""
        rules, count = self._rules, len(self.picked)
        said = counted(count, rules.words.round, rules.words)
        if self._paces:
            times = [measured_time(pace, count) for pace in self._paces[:_TABLES]]
            lines = [Bit(f"{said}, as measured in the games played here:")]
            lines += [Bit(time, "accent") for time in times]
            return [part for line in lines for part in wrap(row(line), wide)]
        estimate = duration(rules.minutes * count // len(rules.contracts))
        said += f", {estimate} for four: the variant's own estimate."
        return wrap(row(Bit(said, "accent")), wide)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click picks a round or leaves it."""
        if isinstance(message.target, int):
            message.stop()
            self._at = message.target
            self.action_pick_round()

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._at = (self._at + by) % len(self._rules.contracts)
        self.draw()

    def action_pick_round(self) -> None:
        """Picks the marked round, or leaves it."""
        self.picked ^= {self._at + 1}
        self.draw()

    def action_pick(self, what: str) -> None:
        """Picks the whole game, a short evening, or the rounds from the marked one on."""
        rules = self._rules
        rounds = {"short": short_rounds(rules), "from": rounds_from(rules, self._at + 1)}
        self.picked = set(rounds.get(what, rounds_from(rules, 1)))
        self.draw()

    def action_accept(self) -> None:
        """Gives the rounds that are picked."""
        if self.picked:
            self.dismiss(tuple(sorted(self.picked)))
