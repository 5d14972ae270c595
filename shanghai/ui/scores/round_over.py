"""The end of a round: who is out, every hand card by card, who moved past whom, the scorecard."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.ui import open as opening
from shanghai.ui.kit.command import command
from shanghai.ui.kit.frames import beside, block_centred, centred
from shanghai.ui.kit.lines import Bit, Lines, Row, row, width, wrap
from shanghai.ui.scores.card import ScoresScreen
from shanghai.ui.scores.finish import Finish
from shanghai.ui.table.scorecard import chart_rows
from shanghai.ui.table.talk import table_talk
from shanghai.words import scores
from shanghai.words.setup import round_title

if TYPE_CHECKING:
    from shanghai.ui.table.movement import Movement

_CHART: Final = 10
"""The lines from which on a chart stands below the scorecard."""
_STANDING: Final = 46
"""The cells of the places beside the scorecard."""
_MOST: Final = 5
"""The most seats of which places and scorecard stand side by side in a window of middle size."""


class RoundOverScreen(ScoresScreen[None]):
    """Every hand with its points and the scorecard: side by side where wide, else in turn."""

    HELP_TEXT = scores.ROUND_OVER_HELP
    SETTLE = 0.5
    DEFAULT_CSS = """
    RoundOverScreen VerticalScroll { max-width: 100%; padding: 0 1; }
    """

    _movement: "Movement | None" = None
    _asks_stop = False

    def heading(self) -> str:
        """Which round is over."""
        return scores.ROUND_OVER.format(round=round_title(self._view.rules, self._view.round))

    @property
    def shows_both(self) -> bool:
        """Whether hands and scorecard are in sight together."""
        return self.has_class("-very-wide") or self.has_class("-tall")

    def on_screen_suspend(self) -> None:
        """Nothing moves beneath another screen."""
        if self._movement is not None:
            self._movement.end()

    def _onward_label(self) -> str:
        if not (self.shows_both or self.shows_card):
            return scores.SCORECARD
        if self.guide is not None:
            return scores.END_OF_LESSON
        next_round = scores.NEXT_ROUND.format(rules=self._view.rules)
        return scores.THE_RESULT if self.is_over else next_round

    @property
    def shows_card(self) -> bool:
        """Whether the scorecard has been turned to."""
        return self.has_class("-card")

    @property
    def is_over(self) -> bool:
        """Whether it was the last round."""
        return self._view.phase is Phase.GAME_OVER

    def rows(self, wide: int) -> Sequence[Row]:
        """The hands and the scores as they stand in the end."""
        return self._told(self._finish(), wide) if self._view.results else ()

    def _finish(self) -> Finish:
        style = self.app.card_style
        if self._table is None:
            return Finish(self._view, style, {})
        calls = scores.round_calls(self._table.log.heard(NOBODY))
        talk = table_talk(self._table, remarks=self.app.settings.remarks)
        return Finish(self._view, style, calls, talk)

    def _told(self, finish: Finish, wide: int) -> list[Row]:
        """All that there is room for: side by side, below each other, or the side turned to."""
        high = self.scroller.outer_size.height or self.size.height - 4
        if self.has_class("-very-wide"):
            room = (wide - 4) * 3 // 5
            left, right = self._hands(finish, room, high), self._scores(wide - 4 - room, high)
            standing = [*finish.standing(wide - 4 - room), (), *right]
            tall = max(len(left), len(standing))
            parts = [[*[()] * ((tall - len(part)) // 2), *part] for part in (left, standing)]
            return beside(parts, [room, wide - 4 - room], 4)
        if self.has_class("-tall"):
            standing = finish.standing(_STANDING)
            card = self.card_rows(wide - _STANDING, leads=False)
            if max(map(width, card)) > wide - _STANDING or self._view.players > _MOST:
                below = block_centred(self.card_rows(wide), wide)
            else:
                standing = [*[()] * ((len(card) - len(standing)) // 2), *standing]
                below = block_centred(beside([standing, card], [_STANDING, wide - _STANDING]), wide)
            return [*self._hands(finish, wide, high - len(below) - 1), (), *below]
        if self.shows_card:
            card = block_centred(self.card_rows(wide), wide)
            standing = finish.standing(wide)
            return card if len(card) + len(standing) + 1 > high else [*standing, (), *card]
        leads = wrap(row(Bit(scores.standing(self._view), "strong")), wide)
        below = [(), *(centred(line, wide) for line in leads)]
        return [*self._hands(finish, wide, high - len(below)), *below]

    def _hands(self, finish: Finish, wide: int, high: int) -> list[Row]:
        """Who is out, the hands, and who moved past whom."""
        banner, after = finish.banner(wide), finish.overtaking(wide)
        after = [(), *after] if after else []
        return [*banner, (), *finish.hands(wide, high - len(banner) - 1 - len(after)), *after]

    def _scores(self, wide: int, high: int) -> list[Row]:
        """The scorecard, and a chart below it where there is room and a course to show."""
        card = block_centred(self.card_rows(wide), wide)
        room = min(high - len(card) - self._view.players - 4, 2 * _CHART)
        if len(self._view.results) < 2 or room < _CHART:
            return card
        return [*card, (), *chart_rows(self._view, wide, room, self.app.card_style)]

    def draw(self) -> None:
        """Draws all at once; at first, where things may move, one thing after the other."""
        if self._movement is not None:
            self._movement.end()
        super().draw()
        if self.app.may_animate and self._movement is None and self._view.results:
            from shanghai.ui.table.movement import scenes

            lines = self.query_one("VerticalScroll > Lines", Lines)
            wide, last = lines.size.width, lines.rows
            if wide and last == self.rows(wide):
                steps = self._finish().steps()
                self._movement = scenes(self, lines, [partial(self._told, s, wide) for s in steps])

    @command("enter,n", label=_onward_label)
    def action_go_on(self) -> None:
        """Shows the scorecard, or ends the screen where it has been shown."""
        if self.shows_both or self.shows_card:
            self.dismiss(None)
        else:
            self.action_turn_over()

    # Before the scorecard Enter says what this key turns to.
    @command(
        "s",
        label=lambda screen: scores.HANDS if screen.shows_card else "",
        may=lambda screen: scores.BOTH_IN_SIGHT if screen.shows_both else None,
        shown=lambda screen: screen.shows_card and not screen.shows_both,
    )
    def action_turn_over(self) -> None:
        """Turns from the hands to the scorecard, or back."""
        self.toggle_class("-card")
        self.draw()

    @command("c", when=ScoresScreen.has_session, shown=lambda screen: screen.guide is None)
    def action_correct(self) -> None:
        """Lets a score be corrected."""
        self.correct()

    @command(
        "q",
        when=ScoresScreen.has_session,
        may=lambda self: (
            scores.OVER_LEADS_ON.format(key=self.cap("go-on")) if self.is_over else None
        ),
        shown=lambda screen: not screen.is_over,
    )
    def action_leave_table(self) -> None:
        """Asks whether to leave the game."""

        def answered(leave: bool | None) -> None:
            if leave and self._table is not None:
                self._table.leave()
                self.dismiss(None)

        is_lesson = self.guide is not None
        self.open(opening.leave(kept=self.app.game_kept, lesson=is_lesson), answered)

    def _may_stop(self) -> bool:
        """Whether the game can be counted as it stands."""
        return self.has_session and self.guide is None and not self.is_over

    @command("x", when=_may_stop)
    def action_stop_here(self) -> None:
        """Asks whether to count the game as it stands; the same key again does so."""
        if self._table is None:
            return
        if self._asks_stop:
            self._table.stop()
            self.dismiss(None)
            return
        self._asks_stop = True
        self.app.notify(scores.ASK_TO_STOP.format(key=self.cap("stop-here")))
