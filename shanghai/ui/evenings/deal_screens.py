"""Deal codes: a code is typed, and the tables that have played it are compared deal by deal."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.widgets import Input

from shanghai.ledger.ledger import Ledger
from shanghai.ledger.lines import columns
from shanghai.ui.commands.deals import DEAL_CODE, DEAL_TABLES
from shanghai.ui.kit.lines import Bit, Lines, Row, cut_row, row, wrap
from shanghai.ui.kit.page import ReadingScreen
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.variants.deal_code import CodeFault, named_variants, read_code, rules_of, write_code
from shanghai.words.cells import cut_text
from shanghai.words.phrases import counted, listed

_NAME: Final = 12
"""The cells of a name above a column."""


class DealCodeScreen(BaseScreen[str]):
    """Asks for a deal code; gives it as it is written, or None."""

    HEADING = "Which deal code?"
    AUTO_FOCUS = "Input"
    COMMAND_LIST = DEAL_CODE
    HELP_TEXT = (
        "A deal code holds the variant, its house rules, the number of seats and the cards: "
        "whoever types it has the same cards. It has 18 letters and digits; small letters, blanks "
        "and dashes do not matter, and a slip is found."
    )
    DEFAULT_CSS = """
    DealCodeScreen {
        align: center middle;
        & Lines { width: 66; height: auto; }
        & Input { width: 66; border: tall $line; background: $surface; margin: 1 0; }
        & Input:focus { border: tall $accent; }
        & #said { height: 4; }
    }
    .-ascii DealCodeScreen Input, .-ascii DealCodeScreen Input:focus { border: ascii $accent; }
    """

    def __init__(self, folder: Path, code: str = "") -> None:
        """Asks for a code of a variant that is known in a data folder."""
        super().__init__()
        self._folder = folder
        self._code = code
        self._known = named_variants(folder)

    def content(self) -> ComposeResult:
        """The field, and what the code holds."""
        asked = "The code for all tables:" if self._code else "Type the code:"
        yield Lines([row(Bit(asked, "accent"))])
        yield TextField(self._code, max_length=60, placeholder="04ABCD-123456-7890AB")
        yield Lines([()], id="said")

    def on_mount(self) -> None:
        """Draws what the code holds."""
        self.query_one(Input).focus()
        self._draw()

    @property
    def fault(self) -> str:
        """Why what was typed is no code, as a sentence; empty where it is one."""
        try:
            rules_of(read_code(self.query_one(Input).value, self._known), self._folder)
        except CodeFault as fault:
            return str(fault)
        return ""

    def on_input_changed(self) -> None:
        """Tells what the code holds as soon as it is whole."""
        self._draw()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Takes the code."""
        message.stop()
        self.action_take_code()

    def action_take_code(self) -> None:
        """Gives the code as it is written, or says what is wrong with it."""
        typed, fault = self.query_one(Input).value, self.fault
        if fault:
            self._say(fault, "warn")
        else:
            self.dismiss(write_code(read_code(typed, self._known)))

    def _draw(self) -> None:
        typed = self.query_one(Input).value
        if not typed.strip() or self.fault:
            self._say("", "dim")
        else:
            deal = read_code(typed, self._known)
            rules = rules_of(deal, self._folder)
            taken = [rules.house_rules[index].name for index in deal.house_rules]
            house = f", with {listed(taken)}" if taken else ""
            self._say(f"{rules.name}{house}, {counted(deal.players, 'player')}.", "good")
        self.refresh_keys()

    def _say(self, sentence: str, look: str) -> None:
        self.query_one("#said", Lines).show(wrap(row(Bit(sentence, look)), 66)[:4])


class DealTablesScreen(ReadingScreen[bool]):
    """The tables that have played one code, seat by seat and deal by deal; True: play it too."""

    COMMAND_LIST = DEAL_TABLES
    HELP_TEXT = (
        "Every table that played this code had the same cards in the same seats. Each seat is "
        "compared deal by deal; the fewest points of a line have a star. {play-code} plays the "
        "cards once more, with other people in the seats."
    )

    def __init__(self, code: str, ledger: Ledger, may_play: bool = True) -> None:
        """Shows the games of a ledger that were played with a code."""
        super().__init__()
        self.may_play = may_play
        self._code, self._ledger = code, ledger

    def heading(self) -> str:
        """The code."""
        return f"Deal code {self._code}"

    def rows(self, wide: int) -> Sequence[Row]:
        """When each table played, then each seat."""
        games = list(reversed(self._ledger.games))
        if not games:
            return [row(Bit("No finished game was played with this deal code yet.", "dim"))]
        rows: list[Row] = []
        for at, game in enumerate(games, 1):
            when = game.begun[:16].replace("T", " ")
            rows += wrap(
                row(Bit(f"Table {at}  ", "strong"), f"{when}, {listed(game.players)}"), wide
            )
        for seat in range(max(len(game.seats) for game in games)):
            rows += [(), row(Bit(f"Seat {seat + 1}", "accent"))]
            rows += [cut_row(row(line), wide) for line in columns([*self._seat(seat)])]
        return rows

    def _seat(self, seat: int) -> Iterator[Sequence[str]]:
        """A seat at all tables: who had it, the points of each deal, the total."""
        games = list(reversed(self._ledger.games))
        yield ("", *(cut_text(game.players[seat], _NAME) for game in games))
        for number in range(max(len(game.rounds) for game in games)):
            points = [
                game.rounds[number].points[seat] if number < len(game.rounds) else None
                for game in games
            ]
            yield (str(number + 1), *_starred(points))
        yield ("total", *_starred([game.seats[seat].score for game in games]))


def _starred(points: Sequence[int | None]) -> list[str]:
    """Points as texts, the fewest with a star before them where tables differ."""
    made = {number for number in points if number is not None}
    best = min(made) if len(made) > 1 else None
    return ["" if n is None else f"{'*' if n == best else ''}{n}" for n in points]
