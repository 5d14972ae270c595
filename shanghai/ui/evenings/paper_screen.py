"""The score of a game with real cards: who went out, what each hand holds, and corrections."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Input

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending
from shanghai.ledger.paper import PaperFault, PaperGame, hand_count, seats_of
from shanghai.records.scorecard_export import scorecard_of
from shanghai.storage.saves import StoreError
from shanghai.ui.commands.paper import PAPER
from shanghai.ui.evenings.finished import write_cards
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.scores.score_grid import score_grid
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.words.contracts import round_contract
from shanghai.words.sanitize import sanitize
from shanghai.words.scores import winners
from shanghai.words.short_names import names_at

_ENDINGS: Final = (Ending.OUT, Ending.BLIND, Ending.CLEAN_BLIND)
_HOW: Final = {
    Ending.OUT: "Plainly",
    Ending.BLIND: "Blind",
    Ending.CLEAN_BLIND: "Blind, no joker",
}
_NOTE_CELLS: Final = 200


class PaperScreen(BaseScreen[None]):
    """Scores one round after the other; every score is on the disk before it is shown."""

    AUTO_FOCUS = ""
    COMMAND_LIST = PAPER
    HELP_TEXT = (
        "The cards are on your table, the score is kept here. Mark who went out, by the arrows or "
        "the number of the seat (0: nobody, the round is blocked), and press Enter; {how-out} says "
        "whether it was blind. Then type what each of the others has left: its cards, such as "
        "K K 7 JK, or its points, such as 35p. {correct-score} corrects a score, {count-now} ends "
        "the game early, {write-card} writes the scorecard into files. All is kept as it is typed; "
        "the game counts in the ledger once it is over."
    )
    DEFAULT_CSS = """
    PaperScreen {
        align: center top;
        & VerticalScroll { width: 100%; max-width: 112; height: 1fr; padding: 0 2; }
        & #card { height: auto; }
        & #words { width: 100%; max-width: 108; height: auto; margin: 1 2 0 2; }
        & Input { margin: 0 2; width: 60; display: none; }
        & #status { width: 100%; max-width: 108; height: 2; margin: 0 2; }
        &.-typing Input { display: block; }
    }
    .-ascii PaperScreen Input, .-ascii PaperScreen Input:focus { border: ascii $accent; }
    """

    def __init__(self, folder: Path, game: PaperGame) -> None:
        super().__init__()
        self._folder, self._game = folder, game
        self.mode = "over" if game.is_over else "out"
        self._out = 0
        self._ending = Ending.OUT
        self._hands: list[str] = []
        self._line, self._seat = 0, SeatIndex(0)
        self._may_end = False

    def heading(self) -> str:
        """The game and how far it has come."""
        begun = self._game.begun
        return f"Real cards: {begun.title or begun.rules.name}"

    def content(self) -> ComposeResult:
        """The scorecard, the question, the field, and what is said."""
        with VerticalScroll(can_focus=False):
            yield Lines(id="card")
        yield Lines([()], id="words")
        yield TextField(max_length=200, select_on_focus=False)
        yield Lines([()], id="status")

    def on_mount(self) -> None:
        """Draws the score so far."""
        self.set_focus(None)
        self.call_after_refresh(self.draw)

    def on_resize(self, event: Resize) -> None:
        """Draws it for the new size."""
        self.call_after_refresh(self.draw)

    # -- what the commands ask --

    @property
    def has_scores(self) -> bool:
        """Whether a round has been scored."""
        return bool(self._game.state.results)

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.state.players

    @property
    def ending_words(self) -> str:
        """How somebody goes out, as it is set now."""
        return _HOW[self._ending]

    # -- drawing --

    def draw(self, said: str = "", look: str = "warn") -> None:
        """Draws the scorecard, the question, and what is said."""
        room = self.query_one(VerticalScroll).scrollable_content_region.width
        wide = max(30, room or self.size.width - 10)
        plain = bool(getattr(self.app, "is_ascii", False))
        state = self._game.state
        if self.mode in ("correct", "points"):
            card = score_grid(state, self._line, self._seat, wide)
        else:
            card = scorecard_rows(state, wide, ascii_only=plain)
        while card and not card[-1]:
            card.pop()
        self.query_one("#card", Lines).show(card)
        self.query_one("#words", Lines).show(self._words(wide, ">" if plain else "▸"))
        self.query_one("#status", Lines).show(wrap(row(Bit(said, look)), wide)[:2])
        self.set_class(self.mode in ("hand", "met", "points"), "-typing")
        self.refresh_keys()

    def _words(self, wide: int, arrow: str) -> list[Row]:
        """What is asked now."""
        state, names = self._game.state, names_at(self._game.state)
        match self.mode:
            case "over":
                return wrap(row(Bit(winners(state), "accent")), wide)
            case "hand":
                return wrap(row(Bit(f"What has {names[self._asked]} left?", "accent")), wide)
            case "met":
                asked = "Who met the contract? Names with commas between, all, or nobody."
                return wrap(row(Bit(asked, "accent")), wide)
            case "correct":
                return [row(Bit("Which score is corrected?", "accent"))]
            case "points":
                asked = f"{names[self._seat]}: how many points shall it be, and why?"
                return wrap(row(Bit(asked, "accent")), wide)
        word, contract = state.rules.words.round, round_contract(state, self._game.round)
        if state.rules.is_by_player:
            contract = f"contracts {contract}"
        asked = f"{word.capitalize()} {self._game.round}, {contract}: who went out?"
        bits: list[Bit] = []
        for at, name in enumerate((*names, "nobody")):
            here = at == self._out
            number = at + 1 if at < len(names) else 0
            look = "cursor" if here else "strong"
            bits += [Bit(f"{arrow if here else ' '}{number} {name}", look, ("out", at)), Bit("  ")]
        return [*wrap(row(Bit(asked, "accent")), wide), *wrap(row(*bits), wide)]

    @property
    def _asked(self) -> int:
        """The seat whose hand is asked for."""
        return len(self._hands)

    def action_scroll_pages(self, by: int) -> None:
        """Scrolls the scorecard by nearly a window."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=by * max(1, scroll.size.height - 2), animate=False)

    # -- who went out, and the hands --

    def action_change(self, by: int) -> None:
        """Marks the next player, at last nobody."""
        self._out = (self._out + by) % (self.players + 1)
        self._may_end = False
        self.draw()

    def action_out(self, seat: int) -> None:
        """Takes the player of a number, or nobody."""
        self._out = seat if seat != NOBODY else self.players
        self.action_went_out()

    def action_how_out(self) -> None:
        """Sets the next way of going out."""
        self._ending = _ENDINGS[(_ENDINGS.index(self._ending) + 1) % len(_ENDINGS)]
        self.draw()

    def action_went_out(self) -> None:
        """Asks for the hands."""
        self._hands, self.mode, self._may_end = [], "hand", False
        self._ask_next()

    def _ask_next(self) -> None:
        """Asks for the next hand that is left, or scores the round."""
        if self._asked == self._out < self.players:
            self._hands.append("")
        if self._asked < self.players:
            self._open_field("")
            self.draw()
        elif self._game.state.rules.is_by_player:
            self.mode = "met"
            self._open_field("")
            self.draw()
        else:
            self._score(())

    def _score(self, met: Sequence[SeatIndex]) -> None:
        """Scores the round and keeps it; `met` are those who met a contract of their own."""
        out = SeatIndex(self._out) if self._out < self.players else NOBODY
        ending = self._ending if out != NOBODY else Ending.BLOCKED
        self._close_field("out")
        try:
            points = self._game.score(out, ending, self._hands, met=met)
        except (PaperFault, StoreError) as fault:
            self.draw(str(fault))
            return
        self._ending = Ending.OUT
        self.mode = "over" if self._game.is_over else "out"
        names = names_at(self._game.state)
        told = ", ".join(f"{name} {count}" for name, count in zip(names, points, strict=True))
        self.draw(f"Kept: {told}.", "good")

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Takes what was typed."""
        message.stop()
        self.action_take_hand()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Tells what the cards come to while they are typed."""
        if self.mode == "hand" and message.value.strip():
            try:
                count = hand_count(self._game.state.rules, message.value, self.players)
                self.draw(f"That is {count}.", "good")
            except PaperFault:
                self.draw()

    def action_take_hand(self) -> None:
        """Takes the hand, or the points of a correction, that were typed."""
        typed = self.query_one(Input).value
        if self.mode == "points":
            self._correct(typed)
            return
        try:
            if self.mode == "met":
                self._score(seats_of(self._game.state, typed))
                return
            hand_count(self._game.state.rules, typed, self.players)
        except PaperFault as fault:
            self.draw(str(fault))
            return
        self._hands.append(sanitize(typed, _NOTE_CELLS))
        self._ask_next()

    def _open_field(self, text: str) -> None:
        """Opens the field."""
        field = self.query_one(Input)
        self.add_class("-typing")
        field.value = text
        field.focus()

    def _close_field(self, mode: str) -> None:
        """Closes the field, and asks something else."""
        self.mode = mode
        self.remove_class("-typing")
        self.set_focus(None)

    # -- corrections --

    def action_correct_score(self) -> None:
        """Lets a score be chosen."""
        self.mode, self._line = "correct", len(self._game.state.results) - 1
        self.draw()

    def action_go(self, down: int, right: int) -> None:
        """Moves to another score."""
        self._line = (self._line + down) % len(self._game.state.results)
        self._seat = SeatIndex((self._seat + right) % self.players)
        self.draw()

    def action_new_score(self) -> None:
        """Asks for the points of the marked score, and why."""
        self.mode = "points"
        self._open_field("")
        self.draw()

    def _correct(self, typed: str) -> None:
        first, _, note = typed.strip().partition(" ")
        if not first.lstrip("-").isdecimal() or not first.isascii() or len(first) > 6:
            self.draw("Type the points, then a few words why, such as: 35 counted again.")
            return
        number = self._game.state.results[self._line].round
        try:
            self._game.correct(number, self._seat, int(first), sanitize(note, _NOTE_CELLS))
        except (PaperFault, StoreError) as fault:
            self.draw(str(fault))
            return
        self._close_field("over" if self._game.is_over else "out")
        self.draw("Corrected, and kept.", "good")

    # -- the end --

    def action_count_now(self) -> None:
        """Counts the game as it stands, pressed twice."""
        if not self._may_end:
            self._may_end = True
            key = self.cap("count-now")
            self.draw(f"{key} again counts the game as it stands, with no further round.")
            return
        try:
            self._game.end()
        except (PaperFault, StoreError) as fault:
            self.draw(str(fault))
            return
        self.mode = "over"
        self.draw()

    async def action_write_card(self) -> None:
        """Writes the scorecard into files, and says where they lie."""
        game = self._game
        card = scorecard_of(game.state, game.begun.title, game.begun.at)
        try:
            folder = await asyncio.to_thread(write_cards, self._folder, game.id, card)
            self.draw(f"The scorecard lies in {folder}.", "good")
        except OSError as error:
            self.draw(f"Nothing is written: {error.strerror or error}.")

    def action_step_back(self) -> None:
        """Goes a step back; from the question who went out, to the list."""
        match self.mode:
            case "hand" | "met":
                self.mode = "hand"
                self._back_a_hand()
            case "correct" | "points":
                self._close_field("over" if self._game.is_over else "out")
                self.draw()
            case _:
                self.dismiss(None)

    def _back_a_hand(self) -> None:
        """Asks for the hand before again, or who went out."""
        if self._hands and self._asked - 1 == self._out:
            self._hands.pop()
        if self._hands:
            self._open_field(self._hands.pop())
        else:
            self._close_field("out")
        self.draw()

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click on a player says who went out; one on a score chooses it."""
        message.stop()
        match message.target:
            case ("out", int(at)) if self.mode == "out":
                self._out = at
                self.action_went_out()
            case ("score", int(line), int(seat)) if self.mode == "correct":
                is_marked = (line, seat) == (self._line, self._seat)
                self._line, self._seat = line, SeatIndex(seat)
                if is_marked:
                    self.action_new_score()
                else:
                    self.draw()
