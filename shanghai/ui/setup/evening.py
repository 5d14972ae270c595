"""How long the evening is to be: the whole game, a short one, or the rounds that are picked."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from shanghai.engine.evening import rounds_from, short_rounds
from shanghai.engine.rules import Rules
from shanghai.storage.saves import StoreError, kept_games
from shanghai.ui.kit.command import FIRST, command
from shanghai.ui.kit.lines import Bit, Row, pad, row, wrap
from shanghai.ui.kit.list_screen import BlockScreen
from shanghai.words import setup
from shanghai.words.contracts import contract_text
from shanghai.words.phrases import counted

if TYPE_CHECKING:
    from shanghai.ledger.figures import Pace

_TABLES = 3
"""The kinds of table whose time is told, those that have played most."""


class EveningScreen(BlockScreen[tuple[int, ...]]):
    """Picks the rounds that are played; answers with their numbers."""

    HELP_TEXT = setup.EVENING_HELP
    DEFAULT_CSS = """
    EveningScreen VerticalScroll { max-width: 80; padding: 1 4; scrollbar-gutter: auto; }
    """

    def __init__(self, rules: Rules, picked: Sequence[int] = ()) -> None:
        super().__init__()
        self.HEADING = setup.HOW_LONG.format(rules=rules.name)
        self._rules = rules
        self.picked = set(picked) or set(rounds_from(rules, 1))
        self._paces: list[Pace] = []
        """What the ledger has measured, nothing while it is being read."""

    def on_mount(self) -> None:
        """Asks the ledger beside the screen, and only here, how long a round takes."""
        self.run_beside(self._measure)

    async def _measure(self) -> None:
        from shanghai.ledger.figures import paces

        with suppress(StoreError):
            kept = await asyncio.to_thread(kept_games, self.app.folder, summaries=True)
            self._paces = paces(kept.summaries, self._rules.id)
        self.draw()

    @property
    def count(self) -> int:
        """How many rounds there are."""
        return len(self._rules.contracts)

    def block(self, index: int, mark: str, wide: int) -> list[Row]:
        """A round: whether it is picked, its number and its contract."""
        look = "cursor" if mark.strip() else ""
        box = "[x]" if index + 1 in self.picked else "[ ]"
        said = f"{mark}{box} {self._rules.words.round.capitalize()} {index + 1}"
        contract = Bit(contract_text(self._rules, index + 1), look)
        return [pad(row(Bit(f"{said:<18}", look), contract), wide, look)]

    def below(self, wide: int) -> list[Row]:
        """How long the evening will be."""
        return [(), *self._times(wide)]

    def _times(self, wide: int) -> list[Row]:
        rules, count = self._rules, len(self.picked)
        rounds = counted(count, rules.words.round, rules.words)
        if self._paces:
            times = [
                setup.measured_time(pace.people, pace.computers, pace.games, pace.minutes * count)
                for pace in self._paces[:_TABLES]
            ]
            lines = [Bit(setup.AS_MEASURED.format(rounds=rounds))]
            lines += [Bit(time, "accent") for time in times]
            return [part for line in lines for part in wrap(row(line), wide)]
        length = setup.duration(rules.minutes * count // len(rules.contracts))
        said = setup.OWN_ESTIMATE.format(rounds=rounds, length=length)
        return wrap(row(Bit(said, "accent")), wide)

    def choose_marked(self) -> None:
        """A click picks a round or leaves it."""
        self.action_pick_round()

    @command("space")
    def action_pick_round(self) -> None:
        """Picks the marked round, or leaves it."""
        self.picked ^= {self.at + 1}
        self.draw()

    @command("w", "whole", id="whole-game")
    @command("s", "short", id="short-evening")
    @command("f", "from", id="from-here")
    def action_pick(self, what: str) -> None:
        """Picks the whole game, a short evening, or the rounds from the marked one on."""
        rules = self._rules
        rounds = {"short": short_rounds(rules), "from": rounds_from(rules, self.at + 1)}
        self.picked = set(rounds.get(what, rounds_from(rules, 1)))
        self.draw()

    @command(
        "enter,a",
        id="accept-evening",
        may=lambda self: None if self.picked else setup.PICK_A_ROUND,
        place=FIRST,
    )
    def action_accept(self) -> None:
        """Gives the rounds that are picked."""
        self.dismiss(tuple(sorted(self.picked)))
