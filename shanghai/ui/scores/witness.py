"""The words by which the file of a game is known again, to be noted or photographed."""

from collections.abc import Sequence

from shanghai.ui.kit.command import CLOSE
from shanghai.ui.kit.lines import Row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.words.scores import WITNESS_HELP, WITNESS_TITLE


class WitnessScreen(ReadingScreen[None]):
    """The fingerprint in full, the cuts, and the witness of the game that is played."""

    KEYS = (CLOSE,)
    CALLS_OPEN = True
    SHOWS_NO_HAND = True
    HEADING = WITNESS_TITLE
    HELP_TEXT = WITNESS_HELP

    def rows(self, wide: int) -> Sequence[Row]:
        """Each sentence with a blank line after it."""
        lines = self.app.writer.witness_lines if self.app.writer is not None else ()
        return [part for line in lines for part in (*wrap(row(line), wide), ())][:-1]
