"""The commands on all screens that show the table itself: SHANGHAI, scores, log, rules, seats."""

from typing import Any

from shanghai.engine.actions import CallShanghai
from shanghai.engine.cards import label
from shanghai.engine.game import refuse
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.ui import screens
from shanghai.ui.kit.cards import card_bit
from shanghai.ui.kit.command import Part, Reason, command
from shanghai.ui.kit.lines import Bit
from shanghai.ui.table.log_screen import LogScreen
from shanghai.ui.table.meld_text import MeldOption, meld_options, spots
from shanghai.ui.table.option_picker import OptionPicker
from shanghai.ui.table.table_screen import CALLING, CLOCK, COVER_CELLS, TABLE, TableScreen
from shanghai.words import own_turn, puzzles, table as words
from shanghai.words.refusals import with_clauses
from shanghai.words.short_names import names_at


class TableKeys(Part[TableScreen[Any]]):
    """The commands that the public screen and the own view have in common."""

    def _may_be_shanghai(self) -> bool:
        screen, view = self.screen, self.screen.view
        if not view.rules.shanghai or view.viewer == NOBODY:
            return view.rules.shanghai
        is_drawing = view.turn == view.viewer and view.phase is Phase.DRAW
        return is_drawing or screen.is_offered

    def _why_no_shanghai(self) -> Reason | None:
        session, view = self.screen.session, self.screen.view
        if session.calls.able_shanghai():
            return None
        if view.viewer == NOBODY:
            return session.calls.why_no_shanghai()
        reason = refuse(view, CallShanghai(view.viewer, -1))
        if reason is None or reason.code == "no-such-meld":
            card = "" if view.top is None else label(view.top)
            return with_clauses(own_turn.FITS_NOWHERE.format(card=card), view.rules, "shanghai")
        return reason

    @command("s", when=_may_be_shanghai, why_not=_why_no_shanghai, place=CALLING)
    def action_shanghai(self) -> None:
        """Calls SHANGHAI. Asks who calls and for the place, if there are several. Esc calls
        nothing."""
        screen, session = self.screen, self.screen.session
        view = session.public()
        if view.top is None or not spots(view, view.top):
            screen.tell_why_not(screen.sentence_of(session.calls.why_no_shanghai()))
            return
        names = names_at(view, COVER_CELLS)
        options = [
            MeldOption(seat + 1, (Bit(f"{seat + 1}: {names[seat]}"),), seat=seat)
            for seat in session.calls.able_shanghai()
        ]
        title = (Bit(words.SHANGHAI_WHO, "strong"),)
        if options:
            OptionPicker(screen).ask(title, options, lambda chosen: self._call_on(chosen.seat))

    def _call_on(self, seat: SeatIndex) -> None:
        screen, session = self.screen, self.screen.session
        view = session.public()
        if view.top is None or not (possible := spots(view, view.top)):
            screen.say(session.why_not(CallShanghai(seat, 0)))
            return

        def call(chosen: MeldOption) -> None:
            screen.say(session.do(CallShanghai(seat, chosen.meld, chosen.end)))
            screen.redraw()

        style = screen.app.card_style
        title = (Bit(words.SHANGHAI_PLACE, "strong"), card_bit(view.top, style), Bit(" "))
        OptionPicker(screen).ask(title, meld_options(view, possible, style, view.top), call)

    @command(
        "z",
        when=lambda keys: keys.screen.clock.runs,
        why_not=words.say.late("NO_CLOCK"),
        place=CLOCK,
    )
    def action_hold_clock(self) -> None:
        """Stops the clock for calls, or lets it run on."""
        self.screen.clock.hold()

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is on turn, and only its pause is waited for."""
        session = self.screen.session
        turn = session.public().turn
        return turn != NOBODY and session.is_bot(turn) and not session.calls.is_open

    @command(
        "tab", when=waits_for_computer, why_not=words.say.late("NO_HURRY"), shown=False, place=CLOCK
    )
    def action_hurry(self) -> None:
        """Lets computers play without pauses until a person is on turn."""
        self.screen.session.hurry()
        self.screen.say(words.HURRIED, "dim")

    @command("c", id="scores", place=TABLE)
    def action_scorecard(self) -> None:
        """Opens the scorecard."""
        session = self.screen.session
        self.screen.app.open(screens.ScorecardScreen(session.public(), session.hinted, session))

    @command("i", place=TABLE)
    def action_log(self) -> None:
        """Opens the log as the viewer of this screen may know it."""
        self.screen.app.open(LogScreen(self.screen.session, self.screen.view.viewer))

    @command("r", shown=False, place=TABLE)
    def action_rules(self) -> None:
        """Opens the rules of the variant."""
        self.screen.app.open(screens.RulesScreen(self.screen.session.rules, ()))

    @property
    def why_no_seats(self) -> Reason | None:
        """Why no seat can be handed over here. None if one can."""
        return None if self.screen.session.may_hand_over else puzzles.ONLY_A_MOVE

    @command("y", shown=False, place=TABLE, why_not=why_no_seats)
    def action_seats(self) -> None:
        """Opens the screen of the seats, to hand one over or to change the help of a player."""
        screen, view = self.screen, self.screen.view

        def answered(_: bool | None) -> None:
            # A hand is drawn no more once its seat has been handed over.
            if view.viewer in (NOBODY, screen.session.keyboard):
                screen.redraw()

        seat = view.viewer if view.viewer != NOBODY else view.turn
        screen.app.open(screens.TableSeatsScreen(screen.session, seat), answered)

    @command("q", shown=False, place=TABLE)
    def action_leave_table(self) -> None:
        """Leaves the table. Asks first if something would be lost."""
        session = self.screen.session
        if not session.asks_to_leave:
            session.leave()
            return
        asks = screens.LeaveScreen(is_saved=self.screen.app.is_game_saved, lesson=session.is_lesson)
        self.screen.app.open_then(asks, lambda _: session.leave())
