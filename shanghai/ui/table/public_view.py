"""The public screen, without any hand. It has the call window and hands the keyboard over."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.events import ScreenResume, ScreenSuspend

from shanghai.engine.seats import NOBODY, SeatIndex, next_seat
from shanghai.engine.state import Phase
from shanghai.table.places import Place
from shanghai.ui import screens
from shanghai.ui.kit.command import Label, Reason, command
from shanghai.ui.kit.keybar import Key, few_keys
from shanghai.ui.kit.lines import Bit, Lines, Row, Target, balanced, side_by_side
from shanghai.ui.kit.pictures import SLIP
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.table import table_screen
from shanghai.ui.table.card_row import back_rows, grid_for
from shanghai.ui.table.hand_room import hand_form, hand_room, least_table, to_come
from shanghai.ui.table.log_lines import latest_rows
from shanghai.ui.table.middle import WindowPanel, call_window
from shanghai.ui.table.option_picker import OptionPicker
from shanghai.ui.table.seat_keys import TableSeats
from shanghai.ui.table.sidebar import SidePanels
from shanghai.ui.table.table_contents import Marks
from shanghai.ui.table.table_keys import TableKeys
from shanghai.ui.table.targets import SeatTarget
from shanghai.words import scores as score_words, table as words
from shanghai.words.short_names import name_at

_WINDOW_LINES: Final = 9
"""The lines that a window should have. The next hand, face down, gets only what is left."""
_MAX_IN_SIGHT: Final = 5
"""The most seats whose scores are shown below a window on a small screen."""
_SCORES: Final = 30
"""The width in cells of these scores."""


class PublicSeats(TableSeats):
    """The numbers of seats as keys on the public screen: each calls, takes the call back, or
    looks."""

    screen: "PublicScreen"

    def label(self, seat: SeatIndex) -> Label | None:
        """The words of a seat's number: it calls, takes its call back, or looks. None: it does
        nothing."""
        screen, view, session = self.screen, self.screen.view, self.screen.session
        is_elsewhere = seat < view.players and session.seating.place(seat) is not Place.KEYBOARD
        if seat >= view.players or is_elsewhere or screen.picker.is_open:
            return None
        is_back = session.offers.call(seat) is not None
        does = "look" if screen.is_looking else "back" if is_back else "call"
        return Label(*words.seat_label(view, seat, does))

    def is_shown(self, seat: SeatIndex) -> bool:
        """Whether the bar shows the number of a seat: only if somebody may call."""
        session = self.screen.session
        can_call = self.screen.is_looking or bool(session.calls.able())
        return can_call or session.offers.call(seat) is not None

    def why_not(self, seat: SeatIndex) -> Reason | None:
        """Why the number of a seat does nothing now."""
        screen, session = self.screen, self.screen.session
        if screen.is_looking and seat == screen.waits_for:
            name = session.short_names[seat]
            return words.SEES_ON_TURN.format(name=name, key=screen.keys.cap("hand-over"))
        has_seat = seat < screen.view.players and not screen.is_looking
        if has_seat and session.offers.call(seat) is not None:
            return None
        return session.calls.why_not(seat)

    def action_seat(self, seat: SeatIndex) -> None:
        """Calls for a seat, takes that call back, or lets the seat look at its hand."""
        if self.screen.is_looking:
            self.screen.look(seat)
        else:
            super().action_seat(seat)


class PublicScreen(table_screen.TableScreen[None]):
    """Shows what the whole table may see, while the keyboard is handed over or computers play."""

    SHOWS_NO_HAND = False
    HAS_CLOCK = True
    picker = cached_property(OptionPicker)
    table_keys = cached_property(TableKeys)
    seats = cached_property(PublicSeats)
    TAKES_CALLS = True
    HELP_TEXT = words.say.late("PUBLIC_HELP")
    START_PAUSE: ClassVar[float] = 0.5

    is_looking = False
    """Whether the next number lets that seat look, and does not call."""
    _overlay: BaseScreen[Any] | None = None
    """The screen on top, if it shows no hand and gives the keyboard to nobody."""
    _old_key = ""
    """The key that has closed such a screen. It is ignored while it is held."""
    _old_until = 0.0
    _shown_for: object = None
    _tells_below = False
    """Whether the scores are shown below the table, in the place of a hand."""

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Ignores all keys for a moment. After a screen without a hand it ignores only the key that
        closed that screen."""
        overlay, self._overlay = self._overlay, None
        if overlay is None or not overlay.last_key:
            self.pause_input(self.START_PAUSE)
        else:
            self._old_key, self._old_until = overlay.last_key, self.now() + self.START_PAUSE

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        """Notes which screen is on top now."""
        above, self._overlay = self.app.screen, None
        if isinstance(above, BaseScreen) and above.SHOWS_NO_HAND:
            self._overlay = above

    def ignores_key(self, key: str) -> bool:
        """Whether a key does nothing now, as the one that closed the screen above is still down."""
        if key == self._old_key and self.now() < self._old_until:
            self._old_until = self.now() + table_screen.TABLE_PAUSE
            return True
        return super().ignores_key(key)

    @property
    def waits_for(self) -> SeatIndex:
        """The seat that must take the keyboard. NOBODY if the player on turn is not at the
        keyboard."""
        turn, is_on = self.view.turn, self.view.phase in (Phase.DRAW, Phase.PLAY)
        is_here = is_on and self.session.seating.place(turn) is Place.KEYBOARD
        return turn if is_here else NOBODY

    def redraw(self) -> None:
        """Draws everything again. If the meaning of keys has changed, ignores them for a moment."""
        view = self.view
        if view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER) or not self.is_on_top:
            return
        self.motion.note(self.session.version)
        meant = (view.round, view.turn, view.phase, self.waits_for)
        if meant != self._shown_for:
            self._shown_for = meant
            self.is_looking = False
            self.say()
            self.pause_input(self.START_PAUSE)
        self.refresh_heading()
        self.draw_table()
        self.ring((view.round, view.turn, view.calls) if self.is_awaited else None)
        self.refresh_keys()
        self.draw_side()
        self.animate_changes()

    def below_table(self) -> ComposeResult:
        """The next hand, face down, or what is shown in its place."""
        yield Lines(id="hand")

    @property
    def near(self) -> SeatIndex:
        """The seat at the near side of the table: the first one at the keyboard, from the one on
        turn on."""
        view, places = self.view, self.session.seating.of(Place.KEYBOARD)
        seats = (next_seat(view.turn, view.players, at) for at in range(view.players))
        return next((seat for seat in seats if seat in places), NOBODY)

    def _notes(self, width: int) -> list[Row]:
        """Two lines for the near side that say what to do now."""
        view = self.view
        if not self.is_awaited:
            return [(), ()]
        asks = words.HAND_OVER if view.phase is Phase.DRAW else words.ON_TURN
        text = asks.format(name=name_at(view, view.turn), key=self.keys.cap("hand-over"))
        return [*balanced((Bit(text, "accent"),), width), ()][:2]

    def _below(self, window: WindowPanel | None) -> list[Row]:
        """The next hand, face down, at the place where it will be turned up. If a window needs
        those lines, scores and what comes next take its place."""
        view, style, near = self.view, self.app.card_style, self.near
        if near == NOBODY:
            return []
        least = least_table(self, near, self._notes)
        room = hand_room(self, near, least)
        count = len(view.seats[near].hand)
        grid = grid_for(hand_form(view, near), self.across, room, style)
        free = self.app.size.height - 5 - self.guide_lines - grid.step * grid.down - least
        if window is None or free >= _WINDOW_LINES:
            if grid.form == SLIP:
                return []
            return back_rows(count, grid, style, self.across, to_come(view, near))
        if view.players > _MAX_IN_SIGHT:
            return []
        card = SidePanels(view, self.session, style)
        scores: list[Row] = [(Bit(score_words.SCORECARD_FRAME, "strong"),), *card.totals(_SCORES)]
        ahead = [(), *card.ahead(self.across - _SCORES - 6, len(scores) - 1)]
        return [(Bit(" "), *line) for line in side_by_side(scores, ahead, 4)]

    def draw_table(self) -> None:
        """Draws the table and, while people are asked, the call window with its clock."""
        view, window = self.view, None
        name = name_at(view, view.turn) if view.turn != NOBODY else ""
        key, does = "nobody", words.NOBODY_ELSE_PLAYS.format(name=name)
        if self.is_awaited:
            key, does = "hand-over", words.HAS_KEYBOARD.format(name=name)
        draw = partial(call_window, self.session, self.app.card_style, self.keys.cap, (key, does))
        if self.is_awaited or self.session.calls.is_open:
            window = self.picker.window or draw(self.clock.row)
        elif self.session.calls.awaited():
            # The phones ask, and nobody needs the keyboard.
            window = draw(())._replace(caps=(), hint="")
        if window is not None and window.plain and self.near != NOBODY and self.is_awaited:
            # Nobody is asked about the card, and all of the table stays in sight.
            window = None
        self.banner.follow(self, self.redraw)
        marks = Marks(
            self.picker.lit, frozenset(self.session.calls.able_before()), self.picker.chosen
        )
        below = self._below(window)
        self._tells_below = bool(below) and below[0] != ()
        has_notes = self.near != NOBODY and not self._tells_below
        contents = self.table_contents(marks, window, self._notes if has_notes else None)
        self.query_one("#hand", Lines).show(below)
        self.show_table(contents._replace(next_near=self.near), (window, self.banner.shown))

    def bar_keys(self) -> tuple[Key, ...]:
        """The keys of the bar. Only a few while all people at the keyboard are new players."""
        keys, newcomers = super().bar_keys(), self.app.settings.newcomers
        people = [self.session.names[seat] for seat in self.session.people]
        if self.picker.is_open or not people or not {*people} <= {*newcomers}:
            return keys

        def is_enough(key: Key) -> bool:
            may_call = key.enabled and key.command.startswith("seat-")
            return may_call or key.command in ("hand-over", "nobody", "shanghai", "undo")

        return few_keys(keys, is_enough)

    def idle_rows(self) -> list[Row]:
        """The latest events, if there is no column for the log."""
        if self.has_log_in_sight:
            return []
        events, width = self.session.log.latest(3 * self.view.players), self.across - 2
        return latest_rows(events, self.app.card_style, width, 2, "dim", self.session.short_names)

    def why_no_turn_key(self) -> str:
        """Says what must be done before a key of the own view works."""
        turn = self.view.turn
        name = name_at(self.view, turn) if turn != NOBODY else ""
        if self.is_looking:
            return words.LOOK_WHO
        if self.is_awaited:
            return words.KEYBOARD_FIRST.format(name=name, key=self.keys.cap("hand-over"))
        if self.session.calls.is_open:
            return words.COMPUTER_FIRST.format(name=name, key=self.keys.cap("nobody"))
        return words.THINKING.format(name=name) if name else words.NOBODY_ON_TURN

    def tell_why_not(self, sentence: str) -> None:
        """Says why a key does nothing (extends). Then ignores keys for a moment, as a player who
        wanted a look may press one more by habit."""
        super().tell_why_not(sentence)
        self.pause_input(self.PAUSE_AFTER_KEY)

    @property
    def is_awaited(self) -> bool:
        """Whether a person must take the keyboard."""
        return self.waits_for != NOBODY

    def _here_label(self) -> Label:
        name = name_at(self.view, self.view.turn)
        return Label(words.HERE_LABEL.format(name=name), name)

    def _why_not(self, is_due: bool) -> Reason | None:
        """The reason why a key does nothing. None if it is due and the number keys do not open a
        look at a hand."""
        return None if is_due and not self.is_looking else self.why_no_turn_key()

    @command(
        table_screen.SHOW_HAND_KEYS,
        label=_here_label,
        when=lambda table: table.is_awaited and not table.picker.is_open,
        why_not=lambda table: table._why_not(table.is_awaited),
    )
    def action_hand_over(self) -> None:
        """Gives the keyboard to the player on turn."""
        seat = self.waits_for
        self._with_pin(seat, lambda: self.session.sit_down(seat))

    def _with_pin(self, seat: SeatIndex, show: Callable[[], object]) -> None:
        """Calls `show`, after the PIN of the seat was typed if it has one."""

        async def ask() -> None:
            if await screens.is_unlocked(self.app, self.session, seat):
                show()
            elif self.session.pins.is_locked(seat):
                self.say(words.NOT_OPENED.format(name=self.session.short_names[seat]))

        self.run_in_worker(ask)

    @property
    def _is_window(self) -> bool:
        return not self.is_awaited and self.session.calls.is_open

    @command(
        f"{table_screen.NO_CALL_KEY},space,enter",
        when=_is_window,
        why_not=lambda table: table._why_not(table._is_window),
    )
    def action_nobody(self) -> None:
        """Lets the computer on turn play on."""
        self.session.let_go()

    def _why_nobody_looks(self) -> Reason | None:
        """Why no person out of turn may call the card, if one reason holds for all of them."""
        session = self.session
        if session.calls.able():
            return None
        if session.calls.time_is_up:
            return words.TIME_IS_UP
        reasons = [session.calls.why_not(seat) for seat in session.people if seat != self.view.turn]
        if not reasons:
            return words.NOBODY_ELSE
        return (
            reasons[0] if all(other == reasons[0] for other in reasons) else words.NOBODY_MAY_CALL
        )

    @command("v", id="look-first", why_not=_why_nobody_looks, place=table_screen.CALLING)
    @command(
        "escape",
        id="no-look",
        when=lambda table: table.is_looking,
        why_not=lambda table: None if table.is_looking else table.how_to_leave,
        shown=False,
        place=table_screen.CALLING,
    )
    def action_look_first(self) -> None:
        """Lets the next number open a look at a hand."""
        self.is_looking = not self.is_looking
        self.say(words.LOOK_WHO if self.is_looking else "", "accent")
        self.refresh_keys()
        if not self.is_looking:
            self.pause_input(self.START_PAUSE)

    def look(self, seat: SeatIndex) -> None:
        """Covers the table, then shows a seat its hand, with the card on offer if it may call
        that."""
        if (why := self.session.calls.why_not(seat)) is not None:
            self.tell_why_not(self.sentence_of(why))
            return
        self.is_looking = False
        self.say()
        self.refresh_keys()
        name = name_at(self.view, seat, table_screen.COVER_CELLS)
        cover = screens.CoverScreen(
            words.LOOK_AWAY, words.PEEKS_LABEL, name, "uncover-look", back=True
        )
        peek = partial(screens.PeekScreen, self.session, seat)
        self.app.open_then(cover, lambda _: self._with_pin(seat, lambda: self.app.open(peek())))

    def _why_no_undo(self) -> Reason | None:
        return None if self.session.offers.is_possible else words.NO_MOVE_BACK

    @command(table_screen.UNDO_KEY, why_not=_why_no_undo, place=table_screen.CALLING)
    def action_undo(self) -> None:
        """Asks all people whether to undo moves."""
        self.session.ask_undo()

    @command("w", when=lambda table: table.app.is_game_saved, shown=False, place=table_screen.TABLE)
    def action_witness(self) -> None:
        """Shows the words by which the file of the game can be recognized."""
        self.app.open(screens.WitnessScreen())

    def clicked(self, target: Target) -> None:
        """Lets a clicked seat look at its hand."""
        super().clicked(target)
        self.picker.clicked(target)
        match target:
            case SeatTarget(seat) if not self.session.is_bot(SeatIndex(seat)):
                self.look(SeatIndex(seat))
