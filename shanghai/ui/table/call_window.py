"""The call window: the card on offer, a button for each seat, the keys, and the clock of calls."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

from shanghai.engine.cards import Card
from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import Phase
from shanghai.engine.view import SeatView
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.command import Part, command
from shanghai.ui.kit.frames import centred, fitted, on_ground, window_frame
from shanghai.ui.kit.lines import Bit, Row, Target, cut_row, side_by_side, width, wrap
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SMALL, CardSize, gap, picture
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.ui.table.session.calls import callers_before, turn_comes_first
from shanghai.ui.table.session.session import Session
from shanghai.ui.table.table_screen import CLOCK, TableScreen
from shanghai.words import table as words
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name
from shanghai.words.short_names import name_at, short_names

_MOST_WIDE: Final = 96
"""The cells of the widest window."""
_PLAIN_WIDE: Final = 64
"""The cells of a hand-over in which nobody may call."""
_GAP: Final = 2
"""The cells between the card and the words beside it."""
_LEAST_BUTTON: Final = 13
_MOST_BUTTON: Final = 24


_BAR: Final = 12
"""The cells of the full bar of the clock."""
_TICK: Final = 0.25
"""Seconds between two looks at the clock."""


class Button(NamedTuple):
    """The button of a seat: its key, name, what stands below, and whether it may be pressed."""

    seat: int
    name: str
    said: str
    kind: Literal["may", "called", "off"] = "may"
    target: Target = None

    @property
    def key(self) -> str:
        """The key that does the same."""
        return str(self.seat + 1)


class Cap(NamedTuple):
    """A key with what it does, to be clicked as well."""

    key: str
    said: str
    target: Target


class CallWindow(NamedTuple):
    """All that the window shows; `urgent` says who comes first once somebody has called."""

    title: str
    card: Card | None
    said: tuple[Row, ...] = ()
    hint: str = ""
    buttons: tuple[Button, ...] = ()
    urgent: str = ""
    caps: tuple[Cap, ...] = ()
    clock: Row = ()
    plain: bool = False
    """Whether it is no more than the hand-over, smaller than a window in which one may call."""


def command_cap(screen: BaseScreen[Any], id: str, said: str) -> Cap:
    """A command of a screen as a key in the window, to be pressed or clicked."""
    return Cap(screen.cap(id), said, ("command", id))


# -- what it says --


class PanelKeys(NamedTuple):
    """The keys that the sentences of the window name: of the hand-over and of SHANGHAI."""

    hand_over: str = ""
    shanghai: str = ""


def call_panel(
    session: Session,
    style: CardStyle,
    keys: PanelKeys,
    caps: Sequence[Cap] = (),
    clock: Row = (),
) -> CallWindow:
    """The window over the card on offer; without buttons where nobody may call."""
    view = session.public()
    toss = toss_line(view, style)
    if not (session.callers() or session.shanghai_callers() or view.calls):
        said = tuple(line for line in (toss, _hand_over_line(session, keys)) if line)
        title = words.next_text(view)
        return CallWindow(title, view.top, said, caps=tuple(caps), clock=clock, plain=True)
    return CallWindow(
        f"{call_name(view.rules)}?",
        view.top,
        ((*toss, Bit(f"  {words.cost_text(view)}", "dim")),),
        words.SAY_IT_ALOUD,
        tuple(_seat_button(session, view, seat, style) for seat in seat_numbers(view.players)),
        _urgent_text(session, keys),
        tuple(caps),
        clock,
    )


def toss_line(view: SeatView, style: CardStyle) -> Row:
    """Who tossed the top discard, the name in the colour of its seat."""
    if view.top is None:
        return ()
    tosser = view.tossers[0]
    if tosser == NOBODY or view.locked or not view.live or view.given_up:
        return (Bit(f"{words.toss_text(view)}.", "strong"),)
    return (
        Bit(name_at(view, tosser), seat_look(tosser)),
        Bit(words.TOSSED_THE, "strong"),
        card_bit(view.top, style),
        Bit(".", "strong"),
    )


def _hand_over_line(session: Session, keys: PanelKeys) -> Row:
    """Who takes the keyboard, where a person does."""
    view = session.public()
    if view.turn == NOBODY or session.is_bot(view.turn):
        return ()
    said = words.HAND_OVER if view.phase is Phase.DRAW else words.ON_TURN
    return (Bit(said.format(name=name_at(view, view.turn), key=keys.hand_over), "accent"),)


def _urgent_text(session: Session, keys: PanelKeys) -> str:
    """Who has called and who comes first, or that the card fits, where the table is told."""
    view = session.public()
    said = [words.waiting_text(view, callers_before(session))] if view.calls else []
    if view.calls and turn_comes_first(session):
        said.append(words.first_right_text(view, session.is_bot(view.turn)))
    if session.tells_shanghai and session.shanghai_callers():
        said.append(words.shanghai_line(view, keys.shanghai))
    return " ".join(said)


def _seat_button(session: Session, view: SeatView, seat: SeatIndex, style: CardStyle) -> Button:
    """The button of one seat."""
    name, target = session.names[seat], ("command", f"seat-{seat + 1}")
    if seat in view.calls:
        return Button(seat, name, f"{call_name(view.rules)}!", "called", target)
    if seat in session.callers():
        chip, left = "o" if style.ascii else "●", view.calls_left(seat)
        chips = chip * left if left <= 3 else f"{left}{chip}"
        return Button(seat, name, words.MAY_CALL_TOO.format(chips=chips), "may", target)
    return Button(seat, name, words.no_call_words(view, seat, session.is_bot(seat)), "off", target)


# -- how it is drawn --


class _Level(NamedTuple):
    """How roomy a window is: the card, the lines of a button, blank lines between its parts."""

    card: CardSize
    button: int
    blank: int
    shadow: bool = False


_LEVELS: Final = (
    _Level(LARGE, 4, 1, shadow=True),
    _Level(LARGE, 2, 1, shadow=True),
    _Level(MEDIUM, 2, 1),
    _Level(SMALL, 2, 1),
    _Level(SMALL, 2, 0),
)


def window_blocks(window: CallWindow, style: CardStyle) -> tuple[Callable[[int], list[Row]], ...]:
    """The ways to draw a window, the largest first."""

    def of_level(level: _Level) -> Callable[[int], list[Row]]:
        return lambda wide: _drawn(window, style, level, wide)

    return tuple(map(of_level, _LEVELS[1:] if window.plain else _LEVELS))


def _drawn(window: CallWindow, style: CardStyle, level: _Level, wide: int) -> list[Row]:
    """The window in the middle of `wide` cells."""
    most = _PLAIN_WIDE if window.plain else _MOST_WIDE
    outer = min(wide - 2 if level.shadow else wide, most)
    margin = 1 if level.blank else 0
    card = _card(window, style, level.card)
    room = outer - 4 - margin - level.card.wide - _GAP
    said = _words(window, style, level, room)
    high = max(len(said), len(card))
    card = [*[()] * ((high - len(card)) // 2), *card]
    said = [*[()] * ((high - len(said)) // 2), *said]
    left = Bit(" " * margin)
    body: list[Row] = [(left, *line) for line in side_by_side(card, said, _GAP)]
    blank: list[Row] = [()] * (level.blank if level.shadow else 0)
    rows = [*blank, *body, *blank]
    frame = window_frame(rows, outer, style, window.title)
    if level.shadow and not style.ascii:
        frame = _with_shadow(frame, outer)
    return [centred(line, wide) for line in frame]


def _with_shadow(frame: Sequence[Row], outer: int) -> list[Row]:
    """A frame with its shadow at the right and below."""
    dark = Bit("  ", "shadow")
    rows = [(*line, *((dark,) if at else (Bit("  "),))) for at, line in enumerate(frame)]
    return [*rows, (Bit("  "), Bit(" " * outer, "shadow"))]


def _card(window: CallWindow, style: CardStyle, size: CardSize) -> list[Row]:
    target = ("discard",)
    if window.card is None:
        return gap(style, target, size)
    return picture(window.card, style, target, size)


def _words(window: CallWindow, style: CardStyle, level: _Level, room: int) -> list[Row]:
    """What stands beside the card: who tossed it, the buttons, who comes first, the keys."""
    blank: list[Row] = [()] * level.blank
    rows = [part for line in window.said for part in wrap(line, room)]
    if window.hint and level.shadow:
        rows += wrap((Bit(window.hint),), room)
    if window.buttons:
        rows += [*blank, *_buttons(window.buttons, style, level, room)]
    if window.urgent:
        rows += wrap((Bit(window.urgent, "warn"),), room)
    keys = _caps(window, room)
    return [*rows, *blank, *keys] if keys else rows


def _caps(window: CallWindow, room: int) -> list[Row]:
    """The clock and the keys of the window, in as many lines as they take."""
    rows: list[Row] = [window.clock] if window.clock else []
    for cap in window.caps:
        drawn = (
            Bit(f" {cap.key} ", "cap", cap.target),
            Bit(f" {cap.said}", "strong", cap.target),
        )
        if rows and width(rows[-1]) + 3 + width(drawn) <= room:
            rows[-1] = (*rows[-1], Bit("   "), *drawn)
        else:
            rows.append(cut_row(drawn, room))
    return rows


def _buttons(buttons: Sequence[Button], style: CardStyle, level: _Level, room: int) -> list[Row]:
    """The buttons in as few lines of them as there is room for."""
    across = max(1, min(len(buttons), (room + 1) // (_LEAST_BUTTON + 1)))
    lines = -(-len(buttons) // across)
    across = -(-len(buttons) // lines)
    wide = min(_MOST_BUTTON, (room + 1) // across - 1)
    high = level.button if lines == 1 else 2
    names = short_names(tuple(button.name for button in buttons), wide - 6)
    rows: list[Row] = []
    for start in range(0, len(buttons), across):
        some = range(start, min(len(buttons), start + across))
        drawn = [_button(buttons[at], names[at], style, wide, high) for at in some]
        rows += [
            tuple(
                bit
                for at, block in enumerate(drawn)
                for bit in ((Bit(" "),) if at else ()) + block[y]
            )
            for y in range(high)
        ]
        if level.shadow and start + across < len(buttons):
            rows.append(())
    return rows


def _button(button: Button, named: str, style: CardStyle, wide: int, high: int) -> list[Row]:
    """A button: key and name, and below what the seat has called or why it may not."""
    ground = {"may": "button", "called": "cursor", "off": "button-off"}[button.kind]
    ink = "" if button.kind == "called" else seat_look(button.seat)
    sign = seat_sign(button.seat, style)
    name: Row = (Bit(f" {button.key} {sign} {named}", ink),)
    said: Row = (Bit(f" {button.said}"),)
    blank: list[Row] = [()] * ((high - 2) // 2)
    return [
        on_ground(fitted(line, wide, style.mark), ground, button.target)
        for line in (*blank, name, said, *blank)
    ]


# -- the clock --


class CallClock(Part[TableScreen[Any]]):
    """How long people are still asked about the card, whether a person or a computer is next.

    Its screen draws the bar in `draw_clock`, which follows each change of `row`.
    """

    row: Row = ()
    """The bar, empty while the clock does not run."""
    _ends_at = 0.0
    _paused_with = -1.0
    _asked: object = None

    def start(self) -> None:
        """Looks at the clock a few times a second from now on."""
        self.screen.set_interval(_TICK, self.tick)

    @property
    def seconds(self) -> int:
        """The seconds of the settings; 0 is no clock."""
        screen = self.screen
        return 0 if screen.session.is_lesson else screen.app.settings.call_seconds

    @property
    def runs(self) -> bool:
        """Whether people are asked now, by the clock; not once the next player sits down."""
        session = self.screen.session
        if not self.seconds or not session.window_open():
            return False
        if session.is_bot(session.public().turn):
            return True
        return session.at == NOBODY and bool(session.callers() or session.shanghai_callers())

    @property
    def seconds_left(self) -> float:
        """The seconds that are left, also while the clock is held."""
        return self._paused_with if self._paused_with >= 0 else self._ends_at - self.screen.now()

    def tick(self) -> None:
        """Draws the bar, and closes the window when it has run down."""
        screen = self.screen
        if not screen.is_on_top or not self.runs:
            if self._asked is not None:
                self._asked = None
                self._show(())
            return
        offer = screen.session.offer
        if offer != self._asked:
            self._asked, self._paused_with = offer, -1.0
            self._ends_at = screen.now() + self.seconds
        left = self.seconds_left
        if left <= 0:
            screen.session.offers.expired = offer
            screen.session.close_window()
            screen.redraw()
            screen.say(words.TIME_IS_UP, "dim")
        else:
            full = round(_BAR * min(1.0, left / self.seconds))
            on, off = ("#", ".") if screen.card_style.ascii else ("━", "─")
            said = words.seconds_text(int(left + 0.99), is_held=self._paused_with >= 0)
            self._show((Bit(on * full, "accent"), Bit(off * (_BAR - full), "dim"), Bit(said)))

    def _show(self, row: Row) -> None:
        self.row = row
        self.screen.draw_clock()

    @command("z", id="hold-clock", when=runs, may=words.NO_CLOCK, place=CLOCK)
    def action_hold(self) -> None:
        """Holds the clock, or lets it run on."""
        if self._paused_with >= 0:
            self._ends_at = self.screen.now() + self._paused_with
            self._paused_with = -1.0
        else:
            self._paused_with = max(0.1, self.seconds_left)
        self.tick()
