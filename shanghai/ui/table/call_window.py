"""The call window: the tossed card, a button for each seat, the clock and the hand-over key."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from shanghai.engine.cards import Card
from shanghai.ui.kit.frames import centred, fitted, framed, on_ground
from shanghai.ui.kit.lines import Bit, Row, Target, cut_row, side_by_side, width, wrap
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SMALL, CardSize, gap, picture
from shanghai.ui.kit.seat_marks import seat_look, seat_sign
from shanghai.words.cards import CardStyle
from shanghai.words.short_names import short_names

_MOST_WIDE: Final = 96
"""The cells of the widest window."""
_PLAIN_WIDE: Final = 64
"""The cells of a hand-over in which nobody may call."""
_GAP: Final = 2
"""The cells between the card and the words beside it."""
_LEAST_BUTTON: Final = 13
_MOST_BUTTON: Final = 24


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
    words: str
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
    words = _words(window, style, level, room)
    high = max(len(words), len(card))
    card = [*[()] * ((high - len(card)) // 2), *card]
    words = [*[()] * ((high - len(words)) // 2), *words]
    left = Bit(" " * margin)
    body: list[Row] = [(left, *line) for line in side_by_side(card, words, _GAP)]
    blank: list[Row] = [()] * (level.blank if level.shadow else 0)
    rows = [*blank, *body, *blank]
    frame = framed(
        rows,
        outer,
        len(rows) + 2,
        style,
        head=(Bit(f" {window.title} ", "cap"),),
        look="gold",
        ground="window",
        heavy=True,
        middle=True,
    )
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
            Bit(f" {cap.words}", "strong", cap.target),
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
