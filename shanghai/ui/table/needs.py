"""What a hand still lacks to the contract, above the hand of a player who wants to see it."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from textual.worker import Worker

from shanghai.engine.cards import Card, Face
from shanghai.engine.solver import Distance, distance
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.terminal import threads
from shanghai.ui.kit.lines import Bit, Row
from shanghai.ui.kit.part import Part
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.meld_text import faces_bits
from shanghai.ui.table.session.player_help import has_help, toggle_help
from shanghai.words.table import needs_text


class _Found(NamedTuple):
    """What the solver has said of a hand in a round."""

    hand: tuple[Card, ...]
    round: int
    distance: Distance


class ContractNeeds(Part[HandScreen[None]]):
    """Asks the solver what the hand lacks, and tells it until the player is down.

    `changed` draws what shows `row`; it is called once the solver has answered.
    """

    def __init__(self, screen: HandScreen[None], changed: Callable[[], None]) -> None:
        super().__init__(screen)
        self._changed = changed
        self._found: _Found | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether the player has chosen not to see what the contract still lacks."""
        return not has_help(self.screen.app, "needs", self._name)

    @property
    def helps(self) -> frozenset[Face]:
        """The faces that help the hand most, none where the player sees no needs."""
        if self._found is None or self.is_hidden:
            return frozenset()
        return self._found.distance.helps

    def action_needs(self) -> None:
        """Shows or hides what the contract still needs."""
        toggle_help(self.screen.app, "needs", self._name)
        self.screen.redraw()

    def row(self) -> Row:
        """What the hand lacks, and the faces that help; empty where that is not shown."""
        screen, view, known = self.screen, self.screen.view, self._found
        if not self._are_told(view) or known is None or known.round != view.round:
            return ()
        found = known.distance
        may = view.turn == screen.seat and view.phase is Phase.PLAY and not view.all_in
        said = Bit(
            needs_text(found, screen.cap("go-down") if may else ""),
            "good" if not found.short else "",
        )
        return (said, *faces_bits(found.helps, screen.card_style))

    def find(self) -> None:
        """Asks the solver what the hand lacks, if that is to be shown and not known yet."""
        view, known = self.screen.view, self._found
        if not self._are_told(view):
            return
        held = tuple(sorted(view.seats[self.screen.seat].hand))
        if known is None or (known.hand, known.round) != (held, view.round):
            # Not a coroutine yet: a screen that goes before it begins would leave that unused.
            ask = partial(self._ask_solver, held, view)
            self._asked: Worker[None] = self.screen.run_worker(ask, exclusive=True, group="needs")

    def _are_told(self, view: SeatView) -> bool:
        """Whether the needs are shown now: to a player who is not down and wants to see them."""
        return not self.is_hidden and not view.seats[self.screen.seat].down

    async def _ask_solver(self, held: tuple[Card, ...], view: SeatView) -> None:
        """Asks the solver beside the screen's own thread, then has its answer drawn."""
        found = await threads.in_thread(distance, held, view.contract, view.rules)
        self._found = _Found(held, view.round, found)
        if self.screen.is_on_top:
            self._changed()

    @property
    def _name(self) -> str:
        return self.screen.session.names[self.screen.seat]
