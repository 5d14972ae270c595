"""Movement of cards: a few frames, each drawn over a picture that is already finished."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final

from textual.timer import Timer

from shanghai.engine.seats import NOBODY, by_seat
from shanghai.engine.state import SeatView
from shanghai.ui.kit.command import Part
from shanghai.ui.kit.lines import SUIT_LOOKS, Bit, Lines, Row, Target, blanks
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.flights import Flight, Frame, Pictured, flight_frames, flights, without
from shanghai.ui.table.targets import (
    CardTarget,
    ChipTarget,
    DiscardTarget,
    MeldTarget,
    SeatTarget,
    SlipTarget,
)
from shanghai.words.cards import CardStyle

DEAL_STEP: Final = 0.04
"""Seconds between two frames of a deal."""
DEAL_FRAMES: Final = 12
SCENE_STEP: Final = 0.09
"""Seconds between two pictures at the end of a round. Each picture turns one card over."""
TRAVEL_STEP: Final = 0.06
"""Seconds between two frames of a card that moves and then glows."""
GLOW_FRAMES: Final = 3
"""The number of frames for which changed places glow."""
FADING_FRAMES: Final = 2
"""The number of frames for which the glow then fades."""

_PLAIN: Final = frozenset({*SUIT_LOOKS, "joker", "strong"})
"""The looks of cards that are drawn without paper."""


class Movement:
    """Shows frames over a screen, one each `step` seconds, and then the finished picture. Frames
    that are too late are left out."""

    lit: frozenset[Target] = frozenset()
    """The targets that glow."""
    flights: tuple[Flight, ...] = ()
    """The cards that move."""

    def __init__(self, screen: BaseScreen[Any], frames: Sequence[Frame], step: float) -> None:
        self._screen, self._frames, self._step = screen, frames, step
        self._at = 0
        self._began = screen.now()
        self._timer: Timer | None = None
        if frames:
            self._show()
            screen.call_after_refresh(self._start)

    def _start(self) -> None:
        """Starts the timer once the first frame is drawn, which takes longer on a new screen."""
        if not self.is_over and self._timer is None:
            self._began = self._screen.now()
            self._timer = self._screen.set_interval(self._step, self.advance)

    @property
    def is_over(self) -> bool:
        """Whether the finished picture is shown."""
        return self._at >= len(self._frames)

    @property
    def is_started(self) -> bool:
        """Whether the first frame has been drawn."""
        return self._timer is not None or self.is_over

    def advance(self) -> None:
        """Shows the frame that is due, or at least the next one."""
        due = int((self._screen.now() - self._began) / self._step)
        self._at = max(self._at + 1, due)
        if self.is_over:
            self.end()
        else:
            self._show()

    def _show(self) -> None:
        for lines, veil in self._frames[self._at].items():
            lines.veil(veil)

    def end(self) -> None:
        """Ends the movement: removes what is drawn over the picture, and the timer."""
        self._at = len(self._frames)
        for lines in {lines for frame in self._frames for lines in frame}:
            lines.veil(None)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def deal(screen: BaseScreen[Any], *, is_ascii: bool) -> Movement:
    """The movement of a deal: the viewer's cards come one by one. If no hand is shown, the cards of
    all seats are counted out. The first discard is turned last."""
    if hands := [*screen.query(CardRow)]:
        targets = [CardTarget(card) for card in hands[0].cards]
        count, steps = len(targets), min(len(targets), DEAL_FRAMES)
        parts = (frozenset(targets[count * at // steps :]) for at in range(1, steps))
        frames: list[Frame] = [{hands[0]: partial(_undealt, part)} for part in parts]
        return Movement(screen, frames, DEAL_STEP)
    fill, lines = "#" if is_ascii else "░", screen.query_one("#table", Lines)
    frames = [{lines: partial(_counting, at + 1, fill)} for at in range(DEAL_FRAMES)]
    return Movement(screen, frames, DEAL_STEP)


def scenes(
    screen: BaseScreen[Any], lines: Lines, drawn: Sequence[Callable[[], Sequence[Row]]]
) -> Movement:
    """Shows pictures in the place of `lines`, one after the other, and then the lines themselves.
    All have the same number of lines."""
    picture = cache(lambda number: drawn[number]())

    def veil(number: int, y: int, line: Row) -> Row:
        rows = picture(number)
        return rows[y] if y < len(rows) else line

    frames: list[Frame] = [{lines: partial(veil, number)} for number in range(len(drawn))]
    return Movement(screen, frames, SCENE_STEP)


def _undealt(targets: frozenset[Target], _: int, line: Row) -> Row:
    return without(targets, line)


def _counting(frame: int, fill: str, _: int, line: Row) -> Row:
    """A line of the table in a frame of the deal: so many cards are dealt to each seat, and the
    discard is face down."""
    bits: list[Bit] = []
    for bit in line:
        text, looks = bit.text, bit.look.split()
        so_far = len(text) * frame // DEAL_FRAMES
        if "count" in looks:
            dealt = int(text) * frame // DEAL_FRAMES
            bits.append(bit._replace(text=f"{dealt:>{len(text)}}"))
        elif "fan" in looks:
            rest = " ".join(look for look in looks if not look.startswith(("fan", "back")))
            blank = blanks(len(text) - so_far, rest, bit.target)
            bits += [bit._replace(text=text[:so_far]), blank]
        elif bit.target == DiscardTarget() and bit.look.endswith("edge"):
            bits.append(bit._replace(look=bit.look.replace("edge", "back-edge")))
        elif isinstance(bit.target, DiscardTarget | SlipTarget) and "paper" in bit.look:
            bits.append(bit._replace(text=f" {fill * (len(text) - 2)} ", look="back"))
        else:
            bits.append(bit)
    return tuple(bits)


def travel(
    screen: BaseScreen[Any],
    pictured: Pictured,
    style: CardStyle,
    travelling: tuple[Flight, ...],
    targets: frozenset[Target],
) -> Movement:
    """The movement of cards to their new places. Then the changed places glow for a moment."""
    frames = flight_frames(pictured, travelling, style)
    for look, count in (("glow", GLOW_FRAMES), ("fading", FADING_FRAMES)):
        frame: Frame = {each.lines: partial(_lit, targets, look) for each in pictured.drawn}
        frames += [frame] * count
    movement = Movement(screen, frames, TRAVEL_STEP)
    movement.lit, movement.flights = targets, travelling
    return movement


def changed(before: SeatView, now: SeatView) -> frozenset[Target]:
    """The targets at which the view `now` has more than the view `before`."""
    targets: set[Target] = set()
    if now.round != before.round:
        return frozenset()
    if now.viewer != NOBODY:
        seat = now.viewer
        new = set(now.seats[seat].hand).difference(before.seats[seat].hand)
        targets |= {CardTarget(card) for card in new}
    old = before.table
    targets |= {
        MeldTarget(i) for i, meld in enumerate(now.table) if i >= len(old) or meld != old[i]
    }
    for seat, (one, was) in by_seat(zip(now.seats, before.seats, strict=True)):
        if one.calls_used > was.calls_used:
            targets.add(ChipTarget(seat))
    if now.top is not None and now.top != before.top and len(now.discards) >= len(before.discards):
        targets.add(DiscardTarget())
    return frozenset(targets)


def _lit(targets: frozenset[Target], look: str, _: int, line: Row) -> Row:
    """The line with these targets in a glowing look. The same line if it has none of them. Marks
    and the card under the cursor keep their look."""
    seats = {SeatTarget(target.seat) for target in targets if isinstance(target, ChipTarget)}
    if (targets | seats).isdisjoint([bit.target for bit in line]):
        return line
    bits: list[Bit] = []
    for bit in line:
        own, names = bit.look, set(bit.look.split())
        match bit.target:
            case SeatTarget(seat) if "used" in names and ChipTarget(seat) in targets:
                # The call that was used is still there for a moment, then it is gone.
                sign = {"○": "●", ".": "o"}.get(bit.text, bit.text)
                bit = bit._replace(text=sign if look == "glow" else bit.text)
                own = f"{own} chip"
        if bit.target in targets:
            if "edge" in names:
                own = own.replace("edge", f"{look}-edge")
            elif "cursor" not in names and "paper" in own:
                own = f"{own} {look}"
            elif "cursor" not in names and names & _PLAIN:
                own = f"{own} {look}-plain"
        bits.append(bit._replace(look=own))
    return tuple(bits)


class Motion(Part[BaseScreen[Any]]):
    """The movement on a screen of the table. It is drawn over a finished picture, and nothing waits
    for it. It shows what has changed since the picture before, if that is of the same round."""

    movement: Movement | None = None
    """The present movement. None: nothing moves."""
    _pictured: Pictured | None = None
    _pictured_at = -1

    def note(self, version: int) -> None:
        """Notes the picture on the screen, before this version of the game is drawn."""
        if self._pictured is not None and version != self._pictured_at:
            self._pictured = self._picture(self._pictured.view)

    def show(self, view: SeatView, version: int, *, is_deal: bool) -> None:
        """Shows the deal or the changes as movement, if that is on. Call it once the view is
        drawn."""
        if version == self._pictured_at:
            return
        before, now = self._pictured, self._picture(view)
        self._pictured, self._pictured_at = now, version
        if not self.screen.app.may_animate:
            return
        if is_deal:
            self.end()
            self.movement = deal(self.screen, is_ascii=self.screen.app.is_ascii)
        elif before is not None:
            self._travel(before, now)

    def _picture(self, view: SeatView) -> Pictured:
        return Pictured.of(view, self.screen.query("#table, #hand").results(Lines))

    def _travel(self, before: Pictured, now: Pictured) -> None:
        """Moves the cards that have changed places since a picture, and lets changed places
        glow."""
        targets, travelling = changed(before.view, now.view), flights(before, now)
        if targets or travelling:
            if self.movement is not None and not self.movement.is_started:
                # Moves of one key, which nobody has seen apart.
                targets |= self.movement.lit
                travelling = (*self.movement.flights, *travelling)
            self.end()
            style = self.screen.app.card_style
            self.movement = travel(self.screen, now, style, travelling, targets)

    def end(self) -> None:
        """Ends the movement and shows the finished picture."""
        if self.movement is not None:
            self.movement.end()
            self.movement = None
