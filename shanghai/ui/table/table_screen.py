"""The base of all screens of the table: the session, how cards look, and when keys are ignored."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import MouseDown, Resize, ScreenSuspend
from textual.geometry import Size
from textual.timer import Timer

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase, SeatView
from shanghai.table.places import Place
from shanghai.terminal.screen import write_changed_cells
from shanghai.ui import screens
from shanghai.ui.kit.command import PHONES, Part, Reason, cap_of
from shanghai.ui.kit.keybar import KeyBar
from shanghai.ui.kit.lines import Bit, Lines, Row, balanced, row_width, wrap
from shanghai.ui.kit.screen import RIM_FROM, BaseScreen, ResultT
from shanghai.ui.kit.screen_keys import letters_of
from shanghai.ui.kit.square import square
from shanghai.ui.table.log_lines import at_most, reason_row
from shanghai.ui.table.middle import (
    ShanghaiBanner,
    WindowPanel,
    in_place_of,
    phone_lines,
    pile_blocks,
    time_bar,
    toss_line,
)
from shanghai.ui.table.movement import Motion
from shanghai.ui.table.session import Session
from shanghai.ui.table.sidebar import SidePanels, has_wings, side_cells
from shanghai.ui.table.table_contents import Block, Marks, TableContents, TableView
from shanghai.ui.table.talk import table_talk
from shanghai.words import scores, table as words
from shanghai.words.language import spoken
from shanghai.words.short_names import name_at

SEAT: Final = 1
CALLING: Final = 2
CLOCK: Final = 3
PLAYING: Final = 4
HAND: Final = 5
TABLE: Final = 6
"""The places in the bar of the commands of the table, in this order. What a player needs most, such
as drawing a card, has 0 and comes before them."""
COVER_CELLS: Final = 36
"""The most cells of a name on a cover. The longest line of a cover has as many cells more."""
SHOW_HAND_KEYS: Final = "enter,m"
"""The keys that bring a hand into sight."""
COVER_KEYS: Final = {"uncover": SHOW_HAND_KEYS, "take-keyboard": "m", "uncover-look": "p"}
"""The keys of the commands that uncover, by the ids of the commands."""
NO_CALL_KEY: Final = "n"
UNDO_KEY: Final = "u"
"""The keys for no call and for undo. The public screen and the own view both have them."""
TABLE_PAUSE: Final = 0.3
"""Seconds without a key after which a screen of the table accepts keys again."""
_SQUARE_FROM: Final = 36
"""The least lines of a screen that shows the QR code next to the table."""
_TICK: Final = 0.25
"""Seconds between two looks at the clock."""


class LineQuestion(Struct, frozen=True):
    """A question on the line above the keys that waits for an answer. Each kind is a subclass."""


class CallClock(Part[Any]):
    """The clock for calls: how long people are still asked about the card. `row` is its bar."""

    screen: "TableScreen[Any]"
    row: Row = ()
    """The bar of the time left. Empty while the clock does not run."""
    _ends_at = 0.0
    _paused_with = -1.0
    _asked: object = None
    _timer: Timer | None = None

    def start(self) -> None:
        """Makes the timer that calls `tick`. It runs only while something is waited for."""
        self._timer = self.screen.set_interval(_TICK, self.tick, pause=True)
        self.pause_unless_needed()

    def pause_unless_needed(self) -> None:
        """Pauses the timer if there is no clock and nobody elsewhere to wait for."""
        if self._timer is None:
            return
        if self.seconds or self._asked is not None or self.screen.session.seating.has_elsewhere:
            self._timer.resume()
        else:
            self._timer.pause()

    @property
    def seconds(self) -> int:
        """The seconds in which people may call, by the settings. 0: there is no clock."""
        screen = self.screen
        return 0 if screen.session.is_lesson else screen.app.settings.call_seconds

    @property
    def runs(self) -> bool:
        """Whether the clock runs: people are asked now, and the next player has not sat down."""
        session = self.screen.session
        if not self.seconds or not session.calls.is_open:
            return False
        if session.is_bot(session.public().turn):
            return True
        return session.keyboard == NOBODY and bool(
            session.calls.able() or session.calls.able_shanghai()
        )

    @property
    def seconds_left(self) -> float:
        """The seconds that are left, also while the clock is stopped."""
        return self._paused_with if self._paused_with >= 0 else self._ends_at - self.screen.now()

    def tick(self) -> None:
        """Draws the bar. Ends the calls when the time is over."""
        screen = self.screen
        if screen.is_on_top and screen.session.calls.awaited():
            # The bar of the grace for calls.
            screen.draw_table()
        if not screen.is_on_top or not self.runs:
            if self._asked is not None:
                self._asked = None
                self._show(())
            return
        offer = screen.session.public().offer
        if offer != self._asked:
            self._asked, self._paused_with = offer, -1.0
            self._ends_at = screen.now() + self.seconds
        left = self.seconds_left
        if left <= 0:
            screen.session.end_calls()
            screen.redraw()
            screen.say(words.TIME_IS_UP, "dim")
        else:
            text = words.SECONDS.format(seconds=int(left + 0.99))
            text += words.CLOCK_PAUSED if self._paused_with >= 0 else ""
            self._show((*time_bar(left / self.seconds, screen.app.card_style), Bit(text)))

    def _show(self, row: Row) -> None:
        self.row = row
        self.screen.draw_table()

    def hold(self) -> None:
        """Stops the clock, or lets it run on."""
        if self._paused_with >= 0:
            self._ends_at = self.screen.now() + self._paused_with
            self._paused_with = -1.0
        else:
            self._paused_with = max(0.1, self.seconds_left)
        self.tick()


class TableScreen(BaseScreen[ResultT]):
    """A screen that shows a view of the game. `redraw` draws it again after any change."""

    DEFAULT_CSS = """
    TableScreen {
        & #felt { height: 1fr; }
        & #table { height: 1fr; }
        & #side { display: none; width: 31; height: 1fr; padding: 0 0 0 1; }
        &.-sided #side { display: block; }
        &.-very-wide #side { width: 65; }
        &.-winged #side { display: none; }
        & #status { height: 2; padding: 0 1; }
        & KeyBar { min-height: 2; }
    }
    """
    MIDDLE = 0
    TAKES_CALLS: ClassVar[bool] = False
    """Whether the screen shows the table itself, where the numbers of seats call."""
    PAUSE_AFTER_KEY = TABLE_PAUSE
    own_seat: SeatIndex = NOBODY
    """The seat whose own view this is. NOBODY: it is no own view, or only a quick look."""
    waiting: LineQuestion | None = None
    """The open question on the line above the keys. The next message there ends it."""
    motion = cached_property(Motion)
    clock = cached_property(CallClock)
    HAS_CLOCK: ClassVar[bool] = False
    """Whether the clock for calls runs while this screen is on top."""
    _drawn_for: object = None
    """The version, the settings and the window size for which the screen was drawn last."""
    _beside: object = None
    """The values on which the column next to the table depends."""
    _was_seen = False
    _phone_rows: tuple[Row, ...] = ()
    """The rows about phones in the middle of the table."""
    _rung: object = None
    _refuses = False
    """Whether the line above the keys shows a refusal."""
    _text: Row = ()
    """The message above the keys, before it is broken into lines."""
    _refused_in: object = None
    """The turn in which the refusal was shown."""

    COVERED_BY: ClassVar = words.say.late("HAND_HIDDEN"), words.say.late("BACK_LABEL"), "uncover"
    """The sentence of the cover over a hand, the label of its key, and the command that
    uncovers."""

    def __init_subclass__(cls, **more: Any) -> None:  # noqa: ANN401
        """Raises TypeError if a key that brings a hand into sight does something else here. That
        key may still be held, or be pressed twice."""
        super().__init_subclass__(**more)
        letters = {SHOW_HAND_KEYS[-1], COVER_KEYS[cls.COVERED_BY[2]][-1]}
        for made in cls.COMMAND_TABLE.values():
            taken = letters & {*made.names}
            if taken and made.keys != SHOW_HAND_KEYS:
                raise TypeError(f"{cls.__name__}: {made.id} is on {taken}, which shows the hand")

    def __init__(self, session: Session) -> None:
        super().__init__()
        write_changed_cells(self)
        self.session = session
        self.guide = session.guide_for(self)
        self.banner = ShanghaiBanner(session)
        self.status_rows: list[Row] = []

    @property
    def unused(self) -> frozenset[str]:
        """The ids of commands that the rules of this game, or a game without a clock, never
        need."""
        rules = self.session.rules
        used = {
            "hold-clock": self.clock.seconds > 0,
            "shanghai": rules.shanghai,
            "discard-shanghai": rules.shanghai,
            "exchange": rules.exchange != "none",
        }
        return frozenset(id for id, is_used in used.items() if not is_used)

    @classmethod
    def taken_letters(cls, unused: frozenset[str]) -> frozenset[str]:
        """The letters that are keys on any screen of a turn or on the cover of a hand."""
        followed = (
            screens.PublicScreen,
            screens.PlayerScreen,
            screens.PeekScreen,
            screens.LayDownScreen,
        )
        covers = {keys[-1] for keys in (SHOW_HAND_KEYS, *COVER_KEYS.values())}
        return letters_of((cls, *followed), unused) | covers

    def content(self) -> ComposeResult:
        """The table with a column next to it, what is below it, and the line for messages."""
        with Horizontal(id="felt"):
            yield TableView(id="table")
            yield Lines(id="side")
        yield from self.below_table()
        yield Lines([()], id="status")

    def below_table(self) -> ComposeResult:
        """The widgets below the table."""
        yield from ()

    def on_mount(self) -> None:
        """Draws the screen and starts its clock."""
        self.redraw()
        if self.HAS_CLOCK:
            self.clock.start()

    @property
    def view(self) -> SeatView:
        """What this screen may show."""
        return self.session.public()

    @property
    def is_offered(self) -> bool:
        """Whether its viewer is asked about the card on offer, out of turn."""
        return False

    def heading(self) -> str:
        """The variant, the round and its contract, if the screen has no title of its own."""
        return self.HEADING or words.table_title(self.view)

    @property
    def help_text(self) -> str:
        """The help about this screen. On screens of a turn it also explains the signs."""
        if not self.TAKES_CALLS:
            return super().help_text
        (full, empty), style = "o." if self.app.is_ascii else "●○", self.app.card_style
        signs = words.SIGNS.format(
            full=full,
            empty=empty,
            dealer=scores.DEALER_MARK,
            star=style.star,
            crown=style.crown,
            arrow=style.arrow,
        )
        return f"{super().help_text}\n{signs}"

    def sign(self) -> str:
        """A small sign that shows how many moves are saved."""
        if (writer := self.app.writer) is None:
            return ""
        return words.NOT_SAVED if writer.problem else words.SAVED(moves=writer.saved)

    def redraw(self) -> None:
        """Draws everything that may have changed."""

    def prepare_to_show(self) -> bool:
        """Draws the present table before the screen is shown. False if the round is over."""
        self.session.calls.tells_shanghai = (
            self.app.settings.tell_shanghai or self.session.tells_shanghai
        )
        if self.is_mounted and (self._was_seen or self._drawn_for != self._moment):
            self.redraw()
        self._was_seen = True
        is_over = self.view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
        return not (self.TAKES_CALLS and is_over)

    @property
    def _moment(self) -> tuple[object, ...]:
        return self.session.version, self.app.settings, self.app.size

    @property
    def awaits_sight(self) -> bool:
        """Whether the screen has drawn its present state, but was not shown yet."""
        return not self._was_seen and self._drawn_for == self._moment

    def draw_table(self) -> None:
        """Draws the table with the clock for calls, if this screen shows a table."""

    def follow_size(self, size: Size) -> None:
        """Sets the classes for the size of the window. `-winged` shows wings at both sides
        (extends)."""
        super().follow_size(size)
        self.set_class(has_wings(size), "-winged", update=self.is_mounted)

    @property
    def has_log_in_sight(self) -> bool:
        """Whether the log is shown next to the table, in a column or a wing."""
        return self.app.size.width >= RIM_FROM

    def show_table(self, contents: TableContents, key: object = None, head: str = "") -> None:
        """Draws the table, with wings on a large screen. It is laid out again only if the contents
        or the `key` have changed. `head` is the text before new events in a wing."""
        self.clock.pause_unless_needed()
        wings_key = None
        if has_wings(self.app.size) and contents.middle:
            beside = SidePanels(self.view, self.session, self.app.card_style, head)
            contents = contents._replace(wings=(beside.score_wing, beside.log_rows))
            wings_key = self.session.version, frozenset(self.session.hinted)
        self.query_one("#table", TableView).update(contents, (key, wings_key, self._phone_rows))

    def table_contents(
        self,
        marks: Marks,
        window: WindowPanel | None = None,
        own: Block | None = None,
        more: Sequence[Row] = (),
        like: WindowPanel | None = None,
    ) -> TableContents:
        """The contents of the table with a window in its middle, or with piles and the notes
        `more`. The middle gets the size of the window `like`."""
        view, style = self.view, self.app.card_style
        talk = table_talk(self.session, remarks=self.app.settings.remarks)
        place = partial(in_place_of, like.blocks(style)) if like is not None else tuple[Block, ...]
        lines = [line for line in (toss_line(view, style),) if line]
        if view.turn != NOBODY and self.session.is_bot(view.turn):
            lines.append((Bit(words.THINKING.format(name=name_at(view, view.turn)), "accent"),))
        phones, self._phone_rows = self.session.seating.of(Place.ELSEWHERE), ()
        if phones or self.session.wanted:
            marks = marks._replace(phones=frozenset(phones))
            rows = phone_lines(self.session, style, self.app.phones, cap_of(PHONES.keys))
            self._phone_rows = tuple(rows)
            lines += rows
            window = window and window._replace(phones=self._phone_rows)
        over = self.banner.shown or window
        texts = [*lines, *more]
        piles = pile_blocks(view, style, texts, marks.lit_pile)
        blocks = over.blocks(style) if over else piles
        return TableContents(view, style, marks, place(blocks), own, talk)

    def draw_side(self, head: str = "") -> None:
        """Draws the column next to the table, with `head` before new events, and the idle lines."""
        if width := side_cells(self.app.size):
            square_below = self._square()
            width = max(width, *map(row_width, square_below), 0)
            self.query_one("#side").styles.width = width + 1 if square_below else None
            beside = SidePanels(self.view, self.session, self.app.card_style, head)
            height = self.table_lines() - len(square_below)
            version = self.session.version
            drawn_for = version, beside.style, head, width, height, spoken()
            if (about := (*drawn_for, frozenset(self.session.hinted))) != self._beside:
                self._beside = about
                self.query_one("#side", Lines).show([*beside.column(width, height), *square_below])
        if not self.status_rows:
            self.query_one("#status", Lines).show(self.idle_rows())

    def _square(self) -> list[Row]:
        """The QR code to scan with its address, while all hands are on phones."""
        phones, session = self.app.phones, self.session
        if phones is None or not phones.is_open or session.seating.of(Place.KEYBOARD):
            return []
        if self.app.is_ascii or self.app.no_color or self.app.size.height < _SQUARE_FROM:
            return []
        return [(), *square(phones.address), (Bit(phones.address, "accent"),)]

    def animate_changes(self) -> None:
        """Shows changes as movement for a moment. Call it once all is drawn."""
        self._drawn_for = self._moment
        if self.is_on_top:
            is_deal = self.session.log.sees_deal(self.view.viewer)
            self.motion.show(self.view, self.session.version, is_deal=is_deal)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        """Ends the movement, as another screen comes on top."""
        self.motion.end()
        self.banner.end()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Ends the movement before a click is handled."""
        self.motion.end()

    def ignores_key(self, key: str) -> bool:
        """Whether a key is ignored (extends). Any key ends the movement. One that works removes a
        refusal."""
        self.motion.end()
        if self.now() >= self._paused_until and self.app.screen is self:
            self.forget_refusal()
        return super().ignores_key(key)

    def forget_refusal(self) -> None:
        """Removes a refusal from the screen, so that it does not seem to answer another key."""
        if self._refuses:
            self.say()

    def on_resize(self, event: Resize) -> None:
        """Draws for the new size, once all widgets have it."""
        self.call_after_refresh(self._draw_for_size)

    def _draw_for_size(self) -> None:
        if self._drawn_for != self._moment:
            self.redraw()
        if self.status_rows:
            self.status_rows = self.fit_lines(self._text, 2)
            self.query_one("#status", Lines).show(self.status_rows)

    @property
    def _turn(self) -> object:
        view = self.session.public()
        return view.round, view.turn, view.phase

    def say(
        self, text: str | Row = "", look: str = "warn", question: LineQuestion | None = None
    ) -> None:
        """Shows a sentence, or a line of bits, above the keys, with the question that it asks.

        It may take two lines. It ends the question that was open there. A sentence that warns is a
        refusal, which the next key removes.
        """
        was_asking, self.waiting = self.waiting is not None, question
        self._refuses, self._refused_in = False, self._turn
        if isinstance(text, str):
            self._refuses = bool(text) and look == "warn"
            names = self.session.short_names
            text = reason_row(text, self.app.card_style, names, look) if text else ()
        self._text = text
        self.status_rows = self.fit_lines(text, 2) if text else []
        self.query_one("#status", Lines).show(self.status_rows or self.idle_rows())
        if was_asking:
            self.draw_table()
            self.refresh_keys()

    def idle_rows(self) -> list[Row]:
        """The rows that are shown above the keys while there is no message."""
        return []

    def sentence_of(self, reason: Reason) -> str:
        """A reason as a sentence. A refusal is put into words."""
        return self.session.sentence_of(reason)

    def why_no_turn_key(self) -> Reason | None:
        """Why a key of the own view does nothing on this screen."""
        return None

    def disabled_reason(self, key: str) -> Reason | None:
        """Why a key without a command does nothing, if it is a key of the own view (extends)."""
        own = screens.PlayerScreen.COMMAND_TABLE.values()
        matches = [command for command in own if key in command.names]
        is_of_turn = any(command.label or command.label_text for command in matches)
        return self.why_no_turn_key() if is_of_turn else None

    def tell_why_not(self, sentence: str) -> None:
        """Shows on the line above the keys why a key does nothing (overrides)."""
        self.say(sentence)

    def fit_lines(self, line: Row, most: int) -> list[Row]:
        """A line wrapped to the width of the screen, cut to at most `most` lines."""
        width = max(20, self.across - 2)
        rows = wrap(line, width)
        if len(rows) <= most:
            return balanced(line, width)
        return at_most(rows, width, most, self.app.card_style)

    def table_lines(self) -> int:
        """The number of lines that the table has, or will have after the layout."""
        besides = 2 + self.guide_lines + max(2, self.query_one(KeyBar).lines)
        for below in self.query("#hand, #words").results(Lines):
            besides += max(2, len(below.rows)) if below.rows else 0
        return max(4, self.app.size.height - 1 - besides)

    def ring(self, moment: object) -> None:
        """Rings the bell of the terminal once for a moment that asks for a person, if the setting
        is on."""
        if moment == self._rung:
            return
        self._rung = moment
        if moment is not None and self.app.settings.bell:
            self.app.bell()

    @property
    def how_to_leave(self) -> str:
        """A sentence that names the keys that leave the game and show all keys."""
        return words.HOW_TO_LEAVE.format(
            leave=self.keys.cap("leave-table"), help=self.keys.cap("help")
        )
