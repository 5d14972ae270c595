"""The screen of a replay: the table at each position of a saved game, and a bar to move in it."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import MouseEvent, MouseScrollDown

from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import SeatView
from shanghai.records.replay import Replay, Stride
from shanghai.ui.kit.cards import suit_look
from shanghai.ui.kit.command import BACK_Q, command
from shanghai.ui.kit.lines import (
    Bit,
    IndexTarget,
    Lines,
    Row,
    Target,
    cut_row,
    pad,
    row,
    row_width,
    wrap,
    wrap_text,
)
from shanghai.ui.kit.pictures import SMALL
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.card_row import HandMarks, grid_for, hand_rows
from shanghai.ui.table.log_lines import sentence_row
from shanghai.ui.table.middle import pile_blocks
from shanghai.ui.table.table_contents import TableContents, TableView
from shanghai.words import evenings
from shanghai.words.cells import cell_width
from shanghai.words.grammar import counted
from shanghai.words.short_names import NAME_CELLS, names_at
from shanghai.words.table import table_title

_SIGNS: Final = {
    "error": ("?", "?"),
    "out": ("●", "o"),
    "SHANGHAI": ("!", "!"),
    "steal": ("*", "*"),
    "down": ("▼", "v"),
    "call": ("·", "."),
}
"""The signs of moments, as a glyph and in ASCII. If a cell has several, it shows the first here."""
_LEGEND: Final = ("out", "down", "SHANGHAI", "steal")
"""The moments whose signs are explained below the bar."""
END: Final = 10**9
"""A position beyond the end of any game."""
_MIN_TABLE: Final = 24
"""The lines that the table gets before a hand is drawn as cards."""
_SENTENCE_LINES: Final = 2


class ReplayScreen(BaseScreen[None]):
    """Steps through a game, forwards and back, by move, turn, round or moment."""

    SHOWS_NO_HAND = False
    MIDDLE = 0
    KEYS = (BACK_Q,)
    HELP_TEXT = evenings.say.late("REPLAY_HELP")
    DEFAULT_CSS = """
    ReplayScreen {
        & #table { height: 1fr; }
        & #below { height: auto; padding: 0 1; }
    }
    """

    def __init__(
        self, replay: Replay, at: int = 0, viewer: SeatIndex = NOBODY, *, is_one_round: bool = False
    ) -> None:
        """Begins at position `at`, as `viewer` saw it. With `is_one_round` only that round is
        shown."""
        super().__init__()
        self._replay = replay
        self.at = at
        self._is_one_round = is_one_round
        self._first, self._last = replay.of_round(at) if is_one_round else (0, replay.last)
        self._eyes: tuple[SeatIndex | None, ...] = (NOBODY, *replay.allowed_viewers)
        if len(replay.allowed_viewers) > 1:
            self._eyes = (*self._eyes, None)
        self._looks = self._eyes.index(viewer)

    @property
    def viewer(self) -> SeatIndex | None:
        """The seat whose view is shown. NOBODY: the public view. None: all hands."""
        return self._eyes[self._looks]

    @property
    def view(self) -> SeatView:
        """The present position as the viewer may see it."""
        viewer = self.viewer
        return self._replay.view(self.at, NOBODY if viewer is None else viewer)

    def heading(self) -> str:
        """The title: the round and its contract."""
        dot = "-" if self.app.card_style.ascii else "·"
        return evenings.REPLAY_TITLE.format(table=table_title(self.view).replace("·", dot), dot=dot)

    def content(self) -> ComposeResult:
        """The table with the piles, the hands, what was done, and the bar."""
        yield TableView(id="table")
        yield Vertical(*(Lines(id=part) for part in ("hands", "said", "course")), id="below")

    @command("right,l,space", "move", 1, id="next-move", cap="←→")
    @command("left,h", "move", -1, id="move-before", shown=False)
    @command("down,j", "turn", 1, id="next-turn", cap="↑↓")
    @command("up,k", "turn", -1, id="turn-before", shown=False)
    @command("pagedown", "round", 1, id="next-round", when=lambda self, *_: not self._is_one_round)
    @command("pageup", "round", -1, id="last-round", shown=False)
    @command("m", "moment", 1, id="next-moment")
    @command("b", "moment", -1, id="moment-before", shown=False)
    def action_go(self, stride: Stride, by: int) -> None:
        """Goes to the next move, turn, round or moment, or with -1 to the one before."""
        self.action_jump(self._replay.position_after(self.at, stride, by))

    @command("home", 0, id="to-the-start", shown=False)
    @command("end", END, id="to-the-end", shown=False)
    def action_jump(self, at: int) -> None:
        """Goes to a position, or to the nearest one that may be shown."""
        self.at = max(self._first, min(at, self._last))
        self.draw()

    @command("e", why_not=lambda self: None if self._replay.is_finished else evenings.NO_HANDS_YET)
    def action_eyes(self) -> None:
        """Changes the viewer: the table, each seat in turn, and all hands."""
        self._looks = (self._looks + 1) % len(self._eyes)
        self.draw()

    def on_mouse_scroll_down(self, event: MouseEvent) -> None:
        """Goes on by a move when the wheel turns down, back when it turns up."""
        event.stop()
        self.action_go("move", 1 if isinstance(event, MouseScrollDown) else -1)

    on_mouse_scroll_up = on_mouse_scroll_down

    def clicked(self, target: Target) -> None:
        """Goes to the position that was clicked in the bar."""
        match target:
            case IndexTarget(at):
                self.action_jump(at)

    def draw(self) -> None:
        """Draws the position, its hands and the bar."""
        view, width = self.view, max(40, self.size.width - 2)
        self.refresh_heading()
        piles = pile_blocks(view, self.app.card_style, [])
        self.query_one("#table", TableView).update(
            TableContents(view, self.app.card_style, middle=piles)
        )
        self.query_one("#hands", Lines).show(self._hands(width))
        self.query_one("#said", Lines).show(self._sentences(width))
        place, plain = self._place(), self.app.is_ascii
        bar, legend = course_rows(self._replay, self.at, width, width - row_width(place), plain)
        self.query_one("#course", Lines).show([bar, (*place, *legend)])
        self.refresh_keys()

    def _hands(self, width: int) -> list[Row]:
        """The hand of the viewer, as cards if there is room. All hands as rows for all eyes."""
        if self.viewer is None:
            return [self._hand(seat, width) for seat in self._replay.allowed_viewers]
        if self.viewer == NOBODY:
            return []
        cards = self._cards(self.viewer)
        room = (self.app.size.height - _MIN_TABLE) // 2
        if room < SMALL.lines + 1 or HIDDEN in cards or not cards:
            return [self._hand(self.viewer, width)]
        grid = grid_for(len(cards), width, room, self.app.card_style)
        shown = HandMarks(wild=self._replay.view(self.at, self.viewer).rules.other_wild)
        return hand_rows(cards, shown, grid, self.app.card_style, width)

    def _cards(self, seat: SeatIndex) -> list[Card]:
        hand = self._replay.view(self.at, seat).seats[seat].hand
        return sorted(hand, key=lambda card: (card % 53, card))

    def _hand(self, seat: SeatIndex, width: int) -> Row:
        """A hand in one row: the name and short cards, or their number if they may not be seen."""
        names, cards, style = names_at(self.view), self._cards(seat), self.app.card_style
        longest = min(NAME_CELLS, max(map(cell_width, names)))
        bits = [Bit(f" {style.text(card)}", f"paper-{suit_look(card)}") for card in cards]
        bits += [Bit(" ", "paper")] if cards else [Bit(evenings.NO_CARD, "dim")]
        if HIDDEN in cards:
            bits = [Bit(counted(len(cards), "card"), "dim")]
        return cut_row((*pad(row(Bit(names[seat], "strong")), longest + 1), *bits), width)

    def _sentences(self, width: int) -> list[Row]:
        """What was done last, or the remark of a review about the next move."""
        viewer = self.viewer
        eyes = NOBODY if viewer is None else viewer
        sentences = self._replay.sentences(
            self.at, eyes, self.app.card_style.text, all_eyes=viewer is None
        )
        rows = [line for text in sentences for line in wrap_text(text, width, "accent")]
        if remark := self._replay.remarks.get(self.at):
            sentence = sentence_row(remark, self.app.card_style)
            rows = wrap((Bit("? ", "warn"), *sentence), width, indent=2)[:_SENTENCE_LINES]
        return [*rows[-_SENTENCE_LINES:], *[()] * _SENTENCE_LINES][:_SENTENCE_LINES]

    def _place(self) -> Row:
        viewer, turn = self.viewer, self._replay.stride_number(self.at, "turn")
        eyes: str = evenings.ALL_EYES if viewer is None else evenings.TABLES_EYES
        if viewer is not None and viewer != NOBODY:
            eyes = evenings.EYES_OF.format(name=names_at(self.view)[viewer])
        move = {"at": self.at, "last": self._replay.last}
        place = evenings.PLACE.format(turn=turn[0], turns=turn[1], eyes=eyes, **move)
        return (Bit(f"{place}   ", "strong"),)


def course_rows(replay: Replay, at: int, width: int, room: int, ascii_only: bool) -> list[Row]:
    """The bar of a game in `width` cells, and a row that explains its signs in `room` cells. Each
    cell of the bar is the target of a position. `at` is the present one."""
    cells, order = max(10, width), list(_SIGNS)
    dash, start = ("-", "|") if ascii_only else ("─", "│")
    signs = {_cell(begin, replay.last, cells): start for begin in replay.rounds}
    for moment in sorted(replay.moments, key=lambda moment: -order.index(moment.kind)):
        signs[_cell(moment.at, replay.last, cells)] = _SIGNS[moment.kind][ascii_only]
    here = _cell(at, replay.last, cells)
    bar = []
    for cell in range(cells):
        look = "cursor" if cell == here else "accent" if cell < here else "dim"
        position = -(-cell * replay.last // (cells - 1))
        bar.append(Bit(signs.get(cell, dash), look, IndexTarget(position)))
    shown = ("error", *_LEGEND) if replay.remarks else _LEGEND
    signs_explained = [f"{_SIGNS[kind][ascii_only]} {evenings.MOMENTS[kind]}" for kind in shown]
    while signs_explained and len("  ".join(signs_explained)) > room:
        signs_explained.pop()
    return [tuple(bar), (Bit("  ".join(signs_explained), "dim"),)]


def _cell(at: int, last: int, cells: int) -> int:
    return at * (cells - 1) // last if last else 0
