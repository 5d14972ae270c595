"""What is in the middle of the table: the piles, the call window, or a banner for SHANGHAI."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from textual.timer import Timer

from shanghai.engine.cards import Card
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Meld, Phase, SeatView
from shanghai.engine.supply import holds_first_right
from shanghai.table.places import Place
from shanghai.ui.kit.cards import card_bit, seat_look, seat_sign
from shanghai.ui.kit.frames import beside, block_centred, centred, fitted, on_ground, window_frame
from shanghai.ui.kit.lines import (
    Bit,
    CommandTarget,
    Row,
    Target,
    balanced,
    blanks,
    cut_row,
    pad,
    row,
    row_width,
    side_by_side,
)
from shanghai.ui.kit.pictures import BIG, LARGE, PILES, SMALL, TINY, CardForm, back, gap, picture
from shanghai.ui.kit.pixels import title_rows
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table import meld_text
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_contents import COMES_BEFORE, Block, LitPile
from shanghai.ui.table.targets import DiscardTarget, SlipTarget, StockTarget
from shanghai.words import remote, table as words
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import call_name, price_facts
from shanghai.words.short_names import name_at, short_names

if TYPE_CHECKING:
    from shanghai.remote.phones import Phones

TIME_BAR: Final = 12
"""The cells of the whole bar for the time in which people may call."""
_SECONDS: Final = 1.2
"""The seconds for which a banner is shown."""
_MAX_WIDTH: Final = 96
"""The most cells of a window."""
_PLAIN_WIDTH: Final = 74
"""The cells of a window that only hands the keyboard over, as nobody may call."""
_GAP: Final = 2
"""The cells between the card and the words next to it."""
_MIN_BUTTON: Final = 13
_MAX_BUTTON: Final = 24
_BETWEEN_PILES: Final = 4
"""The cells between stock and discards."""
_BESIDE_PILES: Final = 3
"""The cells between a pile and the words next to it."""
_NOTES: Final = 30
"""The cells of the notes next to the piles. They are fixed, so that the piles keep their place."""
_MAX_NOTES: Final = 44
"""The cells of the notes if there are too few lines for them."""


def pile_blocks(
    view: SeatView, style: CardStyle, notes: Sequence[Row], lit: LitPile = ""
) -> tuple[Block, ...]:
    """The blocks that can draw the piles and the notes next to them, the largest first."""
    return (
        *(partial(_piles, view, style, notes, lit, form) for form in PILES),
        partial(_pile_line, view, style, notes, lit),
    )


def _piles(
    view: SeatView, style: CardStyle, notes: Sequence[Row], lit: LitPile, form: CardForm, width: int
) -> list[Row]:
    """The piles next to each other, with the words for each on its outer side."""
    stock = (back if view.stock else gap)(style, StockTarget(), form)
    top = _top_card(view.top, style, form)
    top = [*map(meld_text.glowing, top)] if lit == "discards" else top
    cards = side_by_side(stock, top, gap=_BETWEEN_PILES)
    height = len(cards)
    counts = [
        row(_lit_bit(words.STOCK.strip(), style, is_lit=lit == "stock")),
        row(Bit(str(len(view.stock)), "strong")),
    ]
    in_pile = words.IN_PILE.format(count=len(view.discards))
    pile = row(_lit_bit(in_pile, style, is_lit=lit == "discards"))
    left = max(map(row_width, counts))
    lines: list[Row] = []
    for most in (_NOTES, _MAX_NOTES):
        room = min(most, max(12, width - row_width(cards[0]) - left - 2 * _BESIDE_PILES))
        lines = [part for line in (*notes, (), pile) for part in balanced(line, room)]
        while len(lines) > height and () in lines:
            lines.remove(())
        if len(lines) <= height:
            break
    # The piles keep the middle where there is room for as many words at both sides.
    room = min(room, _NOTES)
    left = max(left, min(room, width - row_width(cards[0]) - room - 2 * _BESIDE_PILES))
    counts = [(blanks(left - row_width(line)), *line) for line in counts]
    words_left = _centred_lines([pad(line, left) for line in counts], height)
    words_right = _centred_lines([pad(line, room) for line in lines[:height]], height)
    block = side_by_side([pad(line, left) for line in words_left], cards, _BESIDE_PILES)
    return block_centred(side_by_side(block, words_right, _BESIDE_PILES), width)


def _lit_bit(text: str, style: CardStyle, *, is_lit: bool, target: Target | None = None) -> Bit:
    """The name of a pile. An arrow is added if a hint names the pile."""
    arrow = "> " if style.ascii else "▸ "
    return Bit(arrow + text, "accent", target) if is_lit else Bit(text, "dim", target)


def _centred_lines(lines: list[Row], height: int) -> list[Row]:
    """The lines in the middle of a block of `height` lines."""
    above = max(0, (height - len(lines)) // 2)
    return [*[()] * above, *lines]


def _top_card(top: Card | None, style: CardStyle, form: CardForm) -> list[Row]:
    target = DiscardTarget()
    return gap(style, target, form) if top is None else picture(top, style, target, form)


def _pile_line(
    view: SeatView, style: CardStyle, notes: Sequence[Row], lit: LitPile, width: int
) -> list[Row]:
    top = view.top
    shown = Bit(words.EMPTY, "dim", DiscardTarget())
    if top is not None:
        shown = Bit(f" {style.text(top)} ", f"paper-{card_bit(top, style).look}", DiscardTarget())
    line = row(
        _lit_bit(words.STOCK_HEAD, style, is_lit=lit == "stock", target=StockTarget()),
        Bit(f" {len(view.stock)} ", "back-count", StockTarget()),
        "   ",
        _lit_bit(words.DISCARD_HEAD, style, is_lit=lit == "discards", target=DiscardTarget()),
        shown,
        "  ",
        *(notes[0] if notes else ()),
    )
    more = Bit(words.CARDS_IN_PILE(count=len(view.discards)), "dim")
    if view.discards and row_width(line) + more.width <= width:
        line = (*line, more)
    return [cut_row(line, width, style.mark)]


class Banner(NamedTuple):
    """What a banner shows: the card, who has called it on whom, and the meld on which it lies."""

    card: Card
    words: Row
    meld: Meld | None = None

    def blocks(self, style: CardStyle) -> tuple[Block, ...]:
        """The ways to draw it, the largest first."""
        return tuple(partial(self._drawn, style, form) for form in PILES)

    def _drawn(self, style: CardStyle, form: CardForm, width: int) -> list[Row]:
        card = _top_card(self.card, style, form)
        title: list[Row] = [*title_rows(style), (), self.words]
        parts = [title, card]
        if self.meld is not None:
            fan = [meld_text.glowing(each) for each in meld_text.card_rows(self.meld, style, TINY)]
            arrow: list[Row] = [(Bit(style.arrow * 2, "accent"),)]
            cells = sum(max(map(row_width, part)) + _GAP for part in (*parts, arrow, fan))
            parts += [arrow, fan] if cells <= width else []
        height, body = max(map(len, parts)), list[Row]()
        for part in parts:
            lower: list[Row] = [*[()] * ((height - len(part)) // 2), *part]
            body = side_by_side(body, lower, gap=_GAP) if body else lower
        line = on_ground((Bit(("=" if style.ascii else "━") * width, "gold"),), "shadow")
        rows = block_centred(body, width)
        return [line, *(on_ground(fitted(each, width), "shadow") for each in rows), line]


class ShanghaiBanner:
    """Shows a banner once for each SHANGHAI, if movement is on."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen = session.log.last_shanghai()[0]
        self._timer: Timer | None = None
        self.shown: Banner | None = None

    def follow(self, screen: BaseScreen[Any], redraw: Callable[[], None]) -> None:
        """Shows a banner for a SHANGHAI called since the last call. `redraw` draws without it
        again."""
        at, event = self._session.log.last_shanghai()
        is_new, self._seen = at > self._seen, at
        if event is None or not is_new or not screen.app.may_animate:
            return

        def end() -> None:
            self.end()
            redraw()

        self.end()
        view, seats = self._session.public(), (event.seat, event.tosser)
        caller, tosser = (Bit(name_at(view, seat), seat_look(seat)) for seat in seats)
        sentence = (caller, Bit(words.CATCHES, "strong"), tosser, Bit("!", "strong"))
        self.shown = Banner(event.card, sentence, view.table[event.meld])
        self._timer = screen.set_timer(_SECONDS, end)

    def end(self) -> None:
        """Removes the banner."""
        self.shown = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def in_place_of(window: Sequence[Block], blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Blocks in the middle of as many lines as a window takes, so that the table does not move."""

    def drawn(at: int, width: int) -> list[Row]:
        height = len(window[at](width))
        drawings = (block(width) for block in blocks)
        fitting = (rows for rows in drawings if len(rows) <= height)
        rows = next(fitting, None) or blocks[-1](width)
        above = max(0, height - len(rows)) // 2
        return [*[()] * above, *rows, *[()] * (height - len(rows) - above)]

    return tuple(partial(drawn, at) for at in range(len(window)))


class Button(NamedTuple):
    """The button of a seat: its name, the words below it, and what a click on it does.

    `kind` says whether the seat may call, has called, or may not call.
    """

    seat: int
    name: str
    status: str
    kind: Literal["may", "called", "off"] = "may"
    target: Target | None = None
    brief: str = ""
    """The words after the name if the button has only one line."""


class WindowPanel(NamedTuple):
    """All that the call window shows. `urgent` says who comes first, once somebody has called."""

    title: str
    card: Card | None
    lines: tuple[Row, ...] = ()
    hint: str = ""
    buttons: tuple[Button, ...] = ()
    urgent: str = ""
    caps: tuple[Row, ...] = ()
    """The keys and what they do. They can be clicked."""
    clock: Row = ()
    phones: tuple[Row, ...] = ()
    """Who may still call at a phone, and for whose phone the game waits."""
    plain: bool = False
    """Whether it only hands the keyboard over. It is then smaller."""
    foot: Row = ()
    """The numbers of cards in the piles that the window hides."""
    is_over_hand: bool = False
    """Whether a hand is below the table, so that there is little room."""

    def blocks(self, style: CardStyle) -> tuple[Block, ...]:
        """The ways to draw it, the largest first."""
        levels = _LEVELS[self.plain : None if self.is_over_hand else -1]
        return tuple(partial(_drawn, self, style, level) for level in levels)


def call_window(
    session: Session,
    style: CardStyle,
    cap: Callable[[str], str],
    end: tuple[str, str],
    clock: Row,
    *,
    whole: bool = False,
) -> WindowPanel:
    """The window about the card on offer. If nobody may call, it has no buttons, unless it is
    `whole`.

    `cap` gives how the key of a command is written. `end` is the command that ends the question,
    and what it does.
    """
    view, toss = session.public(), toss_line(session.public(), style)
    keys = dict([end]) | ({"shanghai": words.SHANGHAI} if session.calls.able_shanghai() else {})
    caps = tuple(
        (
            Bit(f" {cap(id)} ", "cap", CommandTarget(id)),
            Bit(f" {does}", "strong", CommandTarget(id)),
        )
        for id, does in keys.items()
    )
    pile = words.IN_PILE.format(count=len(view.discards))
    foot = (Bit(f" {words.STOCK}{len(view.stock)}   {pile} ", "strong"),)
    window = WindowPanel("", view.top, caps=caps, clock=clock, foot=foot)
    if not (whole or session.calls.able() or session.calls.able_shanghai() or view.calls):
        lines = [toss] if toss else []
        if view.turn != NOBODY and not session.is_bot(view.turn):
            asks = words.HAND_OVER if view.phase is Phase.DRAW else words.ON_TURN
            sentence = asks.format(name=name_at(view, view.turn), key=cap("hand-over"))
            lines.append((Bit(sentence, "accent"),))
        title = words.IS_NEXT(name=name_at(view, view.turn) if view.turn != NOBODY else "")
        return window._replace(title=title, lines=tuple(lines), plain=True)
    urgent = (
        [words.waiting_text(view, session.calls.able_before(), COMES_BEFORE)] if view.calls else []
    )
    if view.calls and view.phase is Phase.DRAW and holds_first_right(view):
        name, is_bot = name_at(view, view.turn), session.is_bot(view.turn)
        urgent.append(words.FIRST_RIGHT(name=name, is_bot=is_bot))
    if session.calls.tells_shanghai and session.calls.able_shanghai():
        urgent.append(words.FITS_A_MELD(view.rules, key=cap("shanghai")))
    return window._replace(
        title=f"{call_name(view.rules)}?",
        lines=((*toss, Bit(f"  {words.COST(**price_facts(view))}", "dim")),),
        hint=words.SAY_IT_ALOUD.format(call=call_name(view.rules)),
        buttons=tuple(_seat_button(session, view, seat, style) for seat in view.seat_numbers),
        urgent=" ".join(urgent),
    )


def toss_line(view: SeatView, style: CardStyle) -> Row:
    """The words about who tossed the top discard, with the name in the colour of its seat."""
    if view.top is None:
        return ()
    tosser = view.tossers[0]
    if tosser == NOBODY or view.locked or not view.live or view.given_up:
        return (Bit(words.toss_text(view), "strong"),)
    name, tossed = Bit(name_at(view, tosser), seat_look(tosser)), Bit(words.TOSSED_THE, "strong")
    return (name, tossed, card_bit(view.top, style), Bit(".", "strong"))


def _seat_button(session: Session, view: SeatView, seat: SeatIndex, style: CardStyle) -> Button:
    name, target = session.names[seat], CommandTarget(f"seat-{seat + 1}")
    if seat in view.calls:
        word = f"{call_name(view.rules)}!"
        return Button(seat, name, word, "called", target, word)
    if session.seating.place(seat) is Place.ELSEWHERE and seat in session.calls.able():
        return Button(seat, name, remote.of("AT", "phone"), "off", target)
    if seat in session.calls.able():
        calls = view.calls_left(seat)
        chip = "o" if style.ascii else "●"
        brief = chip * calls if calls <= _BRIEF else f"{calls}{chip}"
        return Button(seat, name, words.MAY_CALL(calls=calls), "may", target, brief)
    return Button(seat, name, words.no_call_words(view, seat, session.is_bot(seat)), "off", target)


_BRIEF: Final = 3
"""The cells after a name in a button of one line, if it does not call."""


class _Level(NamedTuple):
    """The size of a window's parts: the card, the lines of a button, and blank lines between
    parts."""

    card: CardForm | None
    button: int
    blank: int
    shadow: bool = False


_LEVELS: Final = (
    _Level(LARGE, 4, 1, shadow=True),
    _Level(LARGE, 2, 1, shadow=True),
    _Level(BIG, 2, 1),
    _Level(SMALL, 2, 1),
    _Level(SMALL, 2, 0),
    _Level(TINY, 1, 0),
    _Level(None, 1, 0),
)
LEAST_WINDOW: Final = 5
"""The lines of the smallest window, which has all buttons on one line."""


def _drawn(window: WindowPanel, style: CardStyle, level: _Level, width: int) -> list[Row]:
    return [*_rows(window, style, level, width)]


@lru_cache(maxsize=32)
def _rows(window: WindowPanel, style: CardStyle, level: _Level, width: int) -> tuple[Row, ...]:
    """The lines of a window at a level of room. They are cached, as they are needed at each key."""
    most = _PLAIN_WIDTH if window.plain else _MAX_WIDTH
    outer = min(width - 2 if level.shadow else width, most)
    margin = 1 if level.blank else 0
    body = _beside_card(window, style, level, outer - 4 - margin)
    body = [(blanks(margin), *line) for line in body]
    blank: list[Row] = [()] * (level.blank if level.shadow else 0)
    slip = _slip(window.card, style)
    frame = window_frame([*blank, *body, *blank], outer, style, window.title, window.foot, slip)
    if level.shadow and not style.ascii:
        frame = [(*line, Bit("  ", "shadow" if at else "")) for at, line in enumerate(frame)]
        frame.append((Bit("  "), blanks(outer, "shadow")))
    return tuple(centred(line, width) for line in frame)


def _slip(card: Card | None, style: CardStyle) -> Row:
    """The card on offer as a piece of paper, which is shown however few lines there are."""
    if card is None:
        return ()
    bit = card_bit(card, style)
    return (Bit(f" {bit.text} ", f"paper-{bit.look}", SlipTarget()),)


def _beside_card(window: WindowPanel, style: CardStyle, level: _Level, width: int) -> list[Row]:
    if level.card is None:
        return _words(window, style, level, width)
    card = _top_card(window.card, style, level.card)
    text = _words(window, style, level, width - row_width(card[0]) - _GAP)
    height = max(len(text), len(card))
    card, text = ([*[()] * ((height - len(part)) // 2), *part] for part in (card, text))
    return side_by_side(card, text, _GAP)


def _words(window: WindowPanel, style: CardStyle, level: _Level, room: int) -> list[Row]:
    """The text next to the card: who tossed it, the buttons, who comes first, and the keys."""
    blank: list[Row] = [()] * level.blank
    urgent = balanced((Bit(window.urgent, "warn"),), room) if window.urgent else []
    is_tight = level.button == 1
    lines = urgent if urgent and is_tight else window.lines
    rows = [part for line in lines for part in balanced(line, room)]
    hint = balanced((Bit(window.hint),), room) if window.hint else []
    if level.shadow:
        rows += hint
    if window.buttons:
        rows += [*blank, *_buttons(window.buttons, style, level, room)]
    if window.buttons and window.caps and not is_tight:
        # There is room for what becomes urgent, so that the window keeps its height.
        height = 1 + bool(level.blank)
        if urgent or level.shadow or len(hint) > height:
            rows += [*urgent, *[()] * (height - len(urgent))]
        else:
            rows += [*[()] * (height - len(hint)), *hint]
    keys = _keys(window, room)
    return [*rows, *blank, *keys] if keys else rows


def _keys(window: WindowPanel, room: int) -> list[Row]:
    keys = [cut_row(line, room) for line in (*window.phones, window.clock) if line]
    for cap in window.caps:
        if keys and row_width(keys[-1]) + 3 + row_width(cap) <= room:
            keys[-1] = (*keys[-1], Bit("   "), *cap)
        else:
            keys.append(cut_row(cap, room))
    return keys


def _buttons(buttons: Sequence[Button], style: CardStyle, level: _Level, room: int) -> list[Row]:
    across = max(1, min(len(buttons), (room + 1) // (_MIN_BUTTON + 1)))
    lines = -(-len(buttons) // across)
    across = -(-len(buttons) // lines)
    width = min(_MAX_BUTTON, (room + 1) // across - 1)
    height = level.button if lines == 1 else min(2, level.button)
    names = short_names(
        tuple(button.name for button in buttons), width - 6 - (_BRIEF if height == 1 else 0)
    )
    drawn = [
        _button(button, name, style, width, height)
        for button, name in zip(buttons, names, strict=True)
    ]
    rows: list[Row] = []
    for start in range(0, len(buttons), across):
        some = drawn[start : start + across]
        rows += beside(some, [width] * len(some))
        if level.shadow and start + across < len(buttons):
            rows.append(())
    return rows


def _button(button: Button, named: str, style: CardStyle, width: int, height: int) -> list[Row]:
    ground = {"may": "button", "called": "cursor", "off": "button-off"}[button.kind]
    ink = "" if button.kind == "called" else seat_look(button.seat)
    sign = seat_sign(button.seat, style)
    name: Row = (Bit(f" {button.seat + 1} {sign} {named}", ink),)
    brief: Row = (Bit(f" {button.brief}", "strong"),) if button.brief else ()
    blank: list[Row] = [()] * ((height - 2) // 2)
    lines: list[Row] = [*blank, name, (Bit(f" {button.status}"),), *blank]
    if height == 1:
        # A long name is cut, and what the button says is not.
        lines = [(*cut_row(name, width - row_width(brief), style.mark), *brief)]
    return [on_ground(fitted(line, width, style.mark), ground, button.target) for line in lines]


def phone_lines(session: Session, style: CardStyle, phones: "Phones | None", key: str) -> list[Row]:
    """The lines about phones: who asks for a hand, for whom the game waits, and who may still call,
    with a bar of the time left."""
    view, names = session.public(), session.short_names
    lines: list[Row] = []
    if phones is not None and (seat := phones.asking) != NOBODY:
        sentence = remote.ASKS_KEY.format(name=names[seat], key=key)
        lines.append((Bit(sentence, "warn"),))
    if phones is not None and (seat := phones.awaited_away()) != NOBODY:
        sentence = remote.WAITS_FOR.format(name=names[seat], key=key)
        lines.append((Bit(sentence, "warn"),))
    elif view.turn != NOBODY and session.seating.place(view.turn) is Place.ELSEWHERE:
        lines.append((Bit(remote.PLAYS_AT_PHONE.format(name=names[view.turn]), "accent"),))
    thinking = [names[seat] for seat in session.calls.awaited()]
    if thinking:
        lines.append((Bit(remote.STILL_THINKING(names=thinking)), *_grace_bar(session, style)))
    return lines


def time_bar(part: float, style: CardStyle) -> Row:
    """A bar for the part of a time that is left. 1 is all of it."""
    full = round(TIME_BAR * min(1.0, part))
    on, off = ("#", ".") if style.ascii else ("━", "─")
    return (Bit(on * full, "accent"), Bit(off * (TIME_BAR - full), "dim"))


def _grace_bar(session: Session, style: CardStyle) -> Row:
    """A bar for the time for which a draw still waits. Empty if it waits until all have
    answered."""
    grace, left = session.calls.grace, session.calls.grace_left
    if not grace or left is None:
        return ()
    return (Bit(" ", "accent"), *time_bar(left / grace, style))
