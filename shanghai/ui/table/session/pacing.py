"""How long a move of a computer takes to be shown, so that the time it thought tells nothing."""

from math import ceil
from typing import Final

from shanghai.ui.kit.app import GameApp

PACES: Final = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "at once": 0.0}
"""Seconds between two moves of computer players, by the setting."""
THINKING: Final = {"short": 0.2, "medium": 0.5, "long": 1.0}
"""Seconds for which a computer player may think, by the setting."""
STEP: Final = 0.1
"""Seconds to a multiple of which a move is put off that took longer than it should."""


def thinking_time(app: GameApp) -> float:
    """The seconds for which computers may think, by the settings of an app."""
    return THINKING.get(app.settings.think, THINKING["medium"])


def shown_after(thought: float, pace: float, think: float | None) -> float:
    """Seconds from the question to the move, the same whatever the cards made a computer think.

    `think` is the thinking time at this table, None where nobody uses it. A move takes the
    longer of pace and thinking time; one that takes longer still is delayed to a multiple of it.
    """
    least = max(pace, think or 0.0)
    if thought <= least or not least:
        return max(thought, least)
    step = think or STEP
    return step * ceil(thought / step)


class Pacing:
    """The time since the computers were asked what they are being asked now."""

    def __init__(self) -> None:
        self._about: object = None
        self._since = 0.0

    def ask(self, about: object, now: float) -> None:
        """Notes what is asked; the time runs from the first time that it is the same."""
        if about != self._about:
            self._about, self._since = about, now

    def left(self, now: float, pace: float, think: float | None) -> float:
        """Seconds until the answer is shown."""
        thought = now - self._since
        return max(0.0, shown_after(thought, pace, think) - thought)
