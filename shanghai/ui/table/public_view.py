"""The public screen, with no hand on it: call window and hand-over of the keyboard in one."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key as KeyEvent
from textual.events import ScreenResume, ScreenSuspend

from shanghai.engine.actions import Call
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.ui import routes
from shanghai.ui.commands.public import PUBLIC, why_no_call
from shanghai.ui.kit.command import Label, Reason
from shanghai.ui.kit.lines import Lines, Row
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.call_clock import CallClock
from shanghai.ui.table.call_panel import PanelKeys, call_panel
from shanghai.ui.table.call_window import Cap
from shanghai.ui.table.cover import COVER_CELLS
from shanghai.ui.table.felt import TableView
from shanghai.ui.table.log_lines import latest_rows
from shanghai.ui.table.session.calling import seat_words
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.shanghai import call_shanghai
from shanghai.ui.table.sidebar import side_cells, side_rows, tells_beside
from shanghai.ui.table.table_screen import DEAF_AFTER_KEY, TableScreen
from shanghai.ui.table.table_setting import public_setting
from shanghai.words.cells import cell_width
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at
from shanghai.words.table import (
    LOOK_WHO,
    TABLE_LEGEND,
    TAKES_BACK,
    TIME_IS_UP,
    computers_call_text,
    look_away_text,
    not_opened_text,
)


class PublicScreen(TableScreen[None]):
    """Everything that the table may see, while the keyboard changes hands or computers play."""

    PARTS = {"clock": CallClock}  # noqa: RUF012
    COMMAND_LIST = PUBLIC
    TAKES_CALLS = True
    HELP_TEXT = (
        "The screen for all eyes. A player who wants the tossed card says so, and the number of "
        "their seat is pressed. {hand-over} is for the next player, once the keyboard is theirs. "
        "{look-first} and a number, or a click on a seat, lets that seat look at its hand first. "
        "The number of the player who has just called takes that call back, as long as nothing was "
        "done since. {undo} asks everybody whether moves are taken back."
        f"\n{TABLE_LEGEND}"
    )
    SETTLE: ClassVar[float] = 0.5

    is_looking = False
    """Whether the next number means a look instead of a call."""
    _overlay: BaseScreen[Any] | None = None
    """The screen above, if it shows no hand and gives the keyboard to nobody."""
    _old_key = ""
    """The key that closed such a screen, and until when it is not heard here."""
    _old_until = 0.0
    _shown_for: object = None

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.clock = CallClock(self)

    def content(self) -> ComposeResult:
        """The table with the window on it, the scorecard and the log, a line for refusals."""
        with Horizontal(id="felt"):
            yield TableView(id="table")
            yield Lines(id="side")
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws everything, and starts the clock."""
        self.clock.start()
        self.redraw()

    def sign(self) -> str:
        """How many moves are saved, and before it the fingerprint of the cards where it fits."""
        sign, seen = super().sign(), self.session.fingerprint
        longer = f"cards {seen}   {sign}"
        room = self.across - 4 - cell_width(self.heading())
        return longer if seen and cell_width(longer) <= room else sign

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Is deaf for a moment to what was typed for the screen before.

        After a screen without a hand that is the key alone which closed it, and may be held.
        """
        overlay, self._overlay = self._overlay, None
        if overlay is None or not overlay.last_key:
            self.deafen(self.SETTLE)
        else:
            self._old_key, self._old_until = overlay.last_key, self.now() + self.SETTLE

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        """Notes what lies above now."""
        above, self._overlay = self.app.screen, None
        if isinstance(above, BaseScreen) and above.SHOWS_NO_HAND:
            self._overlay = above

    async def on_key(self, event: KeyEvent) -> None:
        """Turns away the key that has closed the screen above, as long as it is held."""
        if event.key == self._old_key and self.now() < self._old_until:
            self._old_until = self.now() + DEAF_AFTER_KEY
            event.stop()
            event.prevent_default()

    @property
    def waits_for(self) -> SeatIndex:
        """The seat that the keyboard is handed to, NOBODY while a computer is on turn."""
        view = self.view
        if view.phase not in (Phase.DRAW, Phase.PLAY) or self.session.is_bot(view.turn):
            return NOBODY
        return view.turn

    def redraw(self) -> None:
        """Draws everything again; ignores keys for a moment when their meaning has changed."""
        view = self.view
        is_over = view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
        if is_over or not self.is_on_top:
            return
        meant = (view.round, view.turn, view.phase, self.waits_for)
        if meant != self._shown_for:
            self._shown_for = meant
            self.is_looking = False
            self.say()
            self.deafen(self.SETTLE)
        self.refresh_heading()
        self._draw_table(view)
        self.ring((view.round, view.turn, view.calls) if self.waits_for != NOBODY else None)
        self.refresh_keys()
        self._draw_side()
        self.move()

    def _draw_table(self, view: SeatView) -> None:
        """Draws the table, the window lying on it while anybody is asked."""
        asks = self.waits_for != NOBODY or self.session.window_open()
        window = None
        if asks:
            keys = PanelKeys(self.cap("hand-over"), self.cap("shanghai"))
            window = call_panel(
                self.session, self.card_style, keys, self._caps(view), self.clock.row
            )
        self.banner.follow(self)
        shown = self.banner.shown
        aside = self.wings()
        setting = public_setting(self.session, self.card_style, window, shown, aside)
        self.query_one("#table", TableView).update(setting, (window, shown, self.wings_key(aside)))

    def _caps(self, view: SeatView) -> list[Cap]:
        """The keys that stand in the window."""
        name = name_at(view, view.turn)
        caps = []
        if self.waits_for != NOBODY:
            caps.append(self.button("hand-over", f"{name} has the keyboard"))
        else:
            caps.append(self.button("nobody", f"nobody: {name} plays"))
        if self.session.shanghai_callers():
            caps.append(self.button("shanghai", "SHANGHAI"))
        return caps

    def draw_clock(self) -> None:
        """Draws the bar of the clock in the window."""
        self._draw_table(self.view)

    def _draw_side(self) -> None:
        """Draws the scorecard and what has happened, beside the table where there is room."""
        wide = side_cells(self.app.size)
        if wide:
            rows = side_rows(self.view, self.session, self.card_style, wide, self.felt_lines())
            self.query_one("#side", Lines).show(rows)
        self.show_idle_words()

    def idle_words(self) -> list[Row]:
        """What has happened lately, where there is no column for it."""
        if tells_beside(self.app.size):
            return []
        told, wide = self.session.log.lately(3 * self.view.players), self.across - 2
        names = self.session.short_names
        return latest_rows(told, self.card_style, wide, 2, "dim", names)

    # -- keys --

    def seat_label(self, seat: SeatIndex) -> Label | None:
        """What the number of a seat does now: it calls, takes its call back, or looks."""
        view, session = self.view, self.session
        if seat >= view.players or session.is_bot(seat):
            return None
        if self.is_looking:
            return Label(*seat_words(view, seat, "looks"))
        takes_back = session.back.call(seat) is not None
        return Label(*seat_words(view, seat, TAKES_BACK if takes_back else call_name(view.rules)))

    def is_seat_shown(self, seat: SeatIndex) -> bool:
        """Whether the number of a seat stands in the bar: only where somebody may call."""
        session = self.session
        can_call = self.is_looking or bool(session.callers())
        return can_call or session.back.call(seat) is not None

    def why_no_seat(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now."""
        session = self.session
        if seat >= self.view.players:
            return ""
        if session.is_bot(seat):
            return computers_call_text(name_at(self.view, seat))
        if seat in session.callers():
            return None
        if not self.is_looking and session.back.call(seat) is not None:
            return None
        return TIME_IS_UP if session.time_is_up else why_no_call(session, seat)

    def tell_why_not(self, sentence: str) -> None:
        """Says why a key does nothing; a player who wanted to look may press one more by habit."""
        super().tell_why_not(sentence)
        self.deafen(DEAF_AFTER_KEY)

    def action_hand_over(self) -> None:
        """Gives the keyboard to the player on turn."""
        seat = self.waits_for
        if seat != NOBODY:
            self._with_pin(seat, lambda: self.session.sit_down(seat))

    def _with_pin(self, seat: SeatIndex, show: Callable[[], None]) -> None:
        """Shows the hand of a seat, after its PIN where that is asked."""
        if not self.session.pins.is_locked(seat):
            show()
            return

        def answered(opened: bool | None) -> None:
            if opened:
                show()
            elif self.session.pins.is_locked(seat):
                self.say(not_opened_text(self.session.short_names[seat]))

        self.open(routes.AskPin(self.session, seat), answered)

    def action_nobody(self) -> None:
        """Lets the computer on turn play on."""
        self.session.close_window()

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat, takes that call back, or lets the seat look at its hand."""
        if self.is_looking:
            self.action_look(seat)
        elif self.session.back.call(seat) is not None:
            self.action_unsay(seat)
        else:
            self._call(seat)

    def _call(self, seat: SeatIndex) -> None:
        self.note_call()
        refused = self.session.do(Call(seat, self.view.rules.call_word))
        self.say(refused)
        self.redraw()

    def action_undo(self) -> None:
        """Asks the table whether moves are taken back."""
        self.session.ask_undo()

    @work(exclusive=True, group="shanghai")
    async def action_shanghai(self) -> None:
        """Calls SHANGHAI, asking who and where."""
        await call_shanghai(self)

    def action_look_first(self) -> None:
        """Lets the next number mean a look instead of a call."""
        self.is_looking = not self.is_looking
        self.say(LOOK_WHO if self.is_looking else "", "accent")
        self.refresh_keys()
        if not self.is_looking:
            self.deafen(self.SETTLE)

    def action_look(self, seat: SeatIndex) -> None:
        """Covers the table, and shows a seat its hand with the card on offer.

        Who may not call does not look; in the question of who looks, that stays to be answered.
        """
        if seat not in self.session.callers():
            self.tell_why_not(self.sentence_of(why_no_call(self.session, seat) or ""))
            return
        self.is_looking = False
        self.say()
        self.refresh_keys()
        name = name_at(self.view, seat, COVER_CELLS)

        def answered(alone: bool | None) -> None:
            if alone:
                self._with_pin(seat, lambda: self.open(routes.Peek(self.session, seat)))

        cover = routes.Cover(
            look_away_text(name), f"{name} peeks", name, opener="uncover-look", back=True
        )
        self.open(cover, answered)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click on a seat lets it look first."""
        message.stop()
        match message.target:
            case ("command", str(id)):
                self.press_soon(id)
            case ("seat", int(seat)) if not self.session.is_bot(SeatIndex(seat)):
                self.action_look(SeatIndex(seat))
