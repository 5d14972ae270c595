"""The replay of a kept game: its table position by position, and the bar of its course."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import MouseScrollDown, MouseScrollUp, Resize

from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.view import SeatView
from shanghai.records.replay import Replay, Stride
from shanghai.ui.commands.evenings import REPLAY
from shanghai.ui.evenings.course import course_rows
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, pad, row, width, wrap
from shanghai.ui.kit.pictures import SMALL
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.card_row import Shown, grid_for, hand_rows
from shanghai.ui.table.felt import Setting, TableView
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.piles import pile_blocks
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.phrases import counted
from shanghai.words.short_names import NAME_CELLS, names_at
from shanghai.words.table import table_title

_TABLE: Final = "the table's eyes"
_LEAST_TABLE: Final = 24
"""The lines of a screen that are not given to a hand as cards before the table has them."""
_SAID: Final = 2
"""The lines of what the last move has brought about."""


class ReplayScreen(BaseScreen[None]):
    """Steps through a game forwards and back, by move, turn, round and moment."""

    COMMAND_LIST = REPLAY
    HELP_TEXT = (
        "Left and right step by a move, up and down by a turn, PgUp and PgDn by a round; m and b "
        "jump to the moments: a lay-down, a call, a SHANGHAI, a joker won, the end of a round, and "
        "the turning points of a review. e "
        "changes whose eyes one looks through: the table's, each player's, all. The bar below is "
        "the whole game; a click in it jumps there, and the wheel steps by a move. A game that is "
        "not finished shows no hand."
    )
    DEFAULT_CSS = """
    ReplayScreen {
        & #table { height: 1fr; }
        & #below { height: auto; padding: 0 1; }
        & #below Lines { height: auto; }
    }
    """

    def __init__(self, replay: Replay, at: int = 0, viewer: SeatIndex = NOBODY) -> None:
        super().__init__()
        self._replay = replay
        self.at = at
        self._eyes: tuple[SeatIndex | None, ...] = (NOBODY, *replay.eyes)
        if len(replay.eyes) > 1:
            self._eyes = (*self._eyes, None)
        self._looks = self._eyes.index(viewer)

    @property
    def may_see_hands(self) -> bool:
        """Whether the game is finished, so that its hands may be seen."""
        return self._replay.is_finished

    @property
    def viewer(self) -> SeatIndex | None:
        """The seat whose eyes are used, NOBODY for the table's, None for all."""
        return self._eyes[self._looks]

    @property
    def view(self) -> SeatView:
        """The present position as one may see it."""
        viewer = self.viewer
        return self._replay.view(self.at, NOBODY if viewer is None else viewer)

    def heading(self) -> str:
        """The game, the round and its contract."""
        dot = "-" if self._style.ascii else "·"
        return f"Replay {dot} {table_title(self.view).replace('·', dot)}"

    def content(self) -> ComposeResult:
        """The table with the piles, the hands, what was done, and the bar."""
        yield TableView(id="table")
        with Vertical(id="below"):
            yield Lines(id="hands")
            yield Lines(id="said")
            yield Lines(id="course")

    def on_mount(self) -> None:
        """Draws the beginning."""
        self.call_after_refresh(self._draw)

    def on_resize(self, event: Resize) -> None:
        """Draws it for the new size."""
        self.call_after_refresh(self._draw)

    def action_go(self, stride: Stride, by: int) -> None:
        """Goes on or back by a stride."""
        self.action_jump(self._replay.go(self.at, stride, by))

    def action_jump(self, at: int) -> None:
        """Goes to a position, or to the last one where there are fewer."""
        self.at = max(0, min(at, self._replay.last))
        self._draw()

    def action_eyes(self) -> None:
        """Looks through the next eyes."""
        self._looks = (self._looks + 1) % len(self._eyes)
        self._draw()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Goes on by a move."""
        event.stop()
        self.action_go("move", 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Goes back by a move."""
        event.stop()
        self.action_go("move", -1)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """Jumps to the position that was clicked in the bar."""
        match message.target:
            case ("at", int(at)):
                message.stop()
                self.action_jump(at)

    @property
    def _style(self) -> CardStyle:
        style: CardStyle = getattr(self.app, "card_style", CardStyle())
        return style

    def _draw(self) -> None:
        view, wide = self.view, max(40, self.size.width - 2)
        self.refresh_heading()
        piles = pile_blocks(view, self._style, [])
        self.query_one("#table", TableView).update(Setting(view, self._style, middle=piles))
        self.query_one("#hands", Lines).show(self._hands(wide))
        self.query_one("#said", Lines).show(self._said(wide))
        plain = self._style.ascii
        place = self._place()
        bar, legend = course_rows(
            self._replay, self.at, wide, ascii_only=plain, room=wide - width(place)
        )
        self.query_one("#course", Lines).show([bar, (*place, *legend)])
        self.refresh_keys()

    def _hands(self, wide: int) -> list[Row]:
        """The hands that one may see: that of one seat as cards where there is room."""
        if self.viewer is None:
            return [self._hand(seat, wide) for seat in self._replay.eyes]
        if self.viewer == NOBODY:
            return []
        cards = self._cards(self.viewer)
        room = (self.app.size.height - _LEAST_TABLE) // 2
        if room < SMALL.high + 1 or HIDDEN in cards or not cards:
            return [self._hand(self.viewer, wide)]
        grid = grid_for(len(cards), wide, room, "auto")
        return hand_rows(cards, Shown(), grid, self._style, wide)

    def _cards(self, seat: SeatIndex) -> list[Card]:
        """A hand by suit."""
        hand = self._replay.view(self.at, seat).seats[seat].hand
        return sorted(hand, key=lambda card: (card % 53, card))

    def _hand(self, seat: SeatIndex, wide: int) -> Row:
        """A hand as its own seat sees it, on a strip of paper."""
        names, cards, style = names_at(self.view), self._cards(seat), self._style
        longest = min(NAME_CELLS, max(map(cell_width, names)))
        bits = [Bit(f" {style.text(card)}", f"paper-{suit_look(card)}") for card in cards]
        bits += [Bit(" ", "paper")] if cards else [Bit("no card", "dim")]
        if HIDDEN in cards:
            bits = [Bit(counted(len(cards), "card"), "dim")]
        return cut_row((*pad(row(Bit(names[seat], "strong")), longest + 1), *bits), wide)

    def _said(self, wide: int) -> list[Row]:
        """What the last move has brought about, in lines of at most `wide` cells."""
        viewer = self.viewer
        told = self._replay.said(
            self.at,
            NOBODY if viewer is None else viewer,
            self._style.text,
            all_eyes=viewer is None,
        )
        rows = [line for text in told for line in wrap(row(Bit(text, "accent")), wide)]
        if remark := self._replay.remarks.get(self.at):
            said = sentence_row(remark, self._style)
            rows = wrap((Bit("? ", "warn"), *said), wide, indent=2)[:_SAID]
        return [*rows[-_SAID:], *[()] * _SAID][:_SAID]

    def _place(self) -> Row:
        """Where in the game one stands, and whose eyes are used."""
        move, turn = self.at, self._replay.number(self.at, "turn")
        viewer = self.viewer
        eyes = "all eyes" if viewer is None else _TABLE
        if viewer is not None and viewer != NOBODY:
            eyes = f"{names_at(self.view)[viewer]}'s eyes"
        said = f"Move {move} of {self._replay.last}, turn {turn[0]} of {turn[1]}, {eyes}   "
        return (Bit(said, "strong"),)
