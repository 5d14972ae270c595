"""Games with real cards: who went out, what each hand holds, corrections."""

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
from shanghai.ui import open as opening
from shanghai.ui.evenings.finished import write_cards
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.choices import Choice
from shanghai.ui.kit.command import Reason, command, numbered
from shanghai.ui.kit.everywhere import BACK
from shanghai.ui.kit.lines import Bit, Lines, Row, row, wrap
from shanghai.ui.kit.page import ScrollingScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.scores.correct import score_grid
from shanghai.ui.setup.new_game import ask_names, choose_rules
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.words import evenings
from shanghai.words.sanitize import sanitize
from shanghai.words.scores import winners
from shanghai.words.short_names import names_at

_NEW: Final = ""


async def paper_evening(app: GameApp) -> None:
    """Keeps the scores of games with real cards, until that is left."""
    from shanghai.ledger.paper import kept_scores, paper_game

    while True:
        games, faults = await asyncio.to_thread(kept_scores, app.folder)
        for fault in faults:
            app.notify(fault, timeout=12)
        choices = [
            Choice(_NEW, *evenings.NEW_PAPER_GAME),
            *(
                Choice(game.id, _names_of(game), _far(game))
                for game in sorted(games, key=lambda game: game.is_over)
            ),
        ]
        chosen = await app.ask(
            opening.pick(evenings.WHICH_PAPER_GAME, choices, evenings.PAPER_LIST_HELP)
        )
        if chosen is None:
            return
        try:
            game = paper_game(app.folder, chosen) if chosen else await _new_paper_game(app)
        except StoreError as error:
            app.notify(str(error))
            continue
        if game is not None:
            await app.ask(opening.paper_score(app.folder, game))


async def _new_paper_game(app: GameApp) -> "PaperGame | None":
    """Asks for rules and names; None where that is left."""
    from shanghai.ledger.paper import PaperFault, PaperGame

    rules = await choose_rules(app)
    if rules is None:
        return None
    names = await ask_names(
        app, evenings.WHO_PLAYS.format(rules=rules.name), rules.min_players, rules.max_players
    )
    if names is None:
        return None
    try:
        return PaperGame.begin(app.folder, rules, names)
    except PaperFault as fault:
        app.notify(str(fault))
        return None


def _names_of(game: "PaperGame") -> str:
    return game.begun.title or ", ".join(game.begun.players)


def _far(game: "PaperGame") -> str:
    rules = game.begun.rules
    return evenings.paper_note(rules, 0 if game.is_over else game.round, game.begun.at[:10])


_ENDINGS: Final = (Ending.OUT, Ending.BLIND, Ending.CLEAN_BLIND)
_NOTE_CELLS: Final = 200


class PaperScreen(ScrollingScreen[None]):
    """Scores one round after the other; every score is on the disk before it is shown."""

    AUTO_FOCUS = ""
    KEYS = (BACK.on("escape", action="step_back"),)
    WITHOUT = ("scroll-down", "scroll-up", "to-top", "to-bottom")
    HELP_TEXT = evenings.PAPER_HELP
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
        return evenings.PAPER_TITLE.format(game=begun.title or begun.rules.name)

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
    def is_typing(self) -> bool:
        """Whether a hand or points are being typed."""
        return self.mode in ("hand", "met", "points")

    @property
    def asks_out(self) -> bool:
        """Whether it is asked who went out."""
        return self.mode == "out"

    @property
    def corrects(self) -> bool:
        """Whether a score is chosen."""
        return self.mode == "correct"

    @property
    def stands(self) -> bool:
        """Whether the score stands as it is, with no question half answered."""
        return self.mode in ("out", "over")

    def is_seat(self, seat: int) -> bool:
        """Whether a number, from -1 for nobody, may say who went out."""
        return self.asks_out and seat < self.players

    def why_no_scores(self) -> Reason | None:
        """Why nothing can be done with scores yet."""
        return None if self._game.state.results else evenings.NO_ROUND_SCORED

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.state.players

    @property
    def ending_words(self) -> str:
        """How somebody goes out, as it is set now."""
        return evenings.HOW_OUT[self._ending]

    # -- drawing --

    def draw(self, said: str = "", look: str = "warn") -> None:
        """Draws the scorecard, the question, and what is said."""
        room = self.query_one(VerticalScroll).scrollable_content_region.width
        wide = max(30, room or self.size.width - 10)
        plain = self.app.is_ascii
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
        self.set_class(self.is_typing, "-typing")
        self.refresh_keys()

    def _words(self, wide: int, arrow: str) -> list[Row]:
        """What is asked now."""
        state, names = self._game.state, names_at(self._game.state)
        match self.mode:
            case "over":
                return wrap(row(Bit(winners(state), "accent")), wide)
            case "hand":
                return wrap(
                    row(Bit(evenings.WHAT_IS_LEFT.format(name=names[self._asked]), "accent")), wide
                )
            case "met":
                return wrap(row(Bit(evenings.WHO_MET, "accent")), wide)
            case "correct":
                return [row(Bit(evenings.WHICH_SCORE, "accent"))]
            case "points":
                return wrap(
                    row(Bit(evenings.HOW_MANY.format(name=names[self._seat]), "accent")), wide
                )
        asked = evenings.who_went_out(state, self._game.round)
        bits: list[Bit] = []
        for at, name in enumerate((*names, evenings.NOBODY)):
            here = at == self._out
            number = at + 1 if at < len(names) else 0
            look = "cursor" if here else "strong"
            bits += [Bit(f"{arrow if here else ' '}{number} {name}", look, ("out", at)), Bit("  ")]
        return [*wrap(row(Bit(asked, "accent")), wide), *wrap(row(*bits), wide)]

    @property
    def _asked(self) -> int:
        """The seat whose hand is asked for."""
        return len(self._hands)

    # -- who went out, and the hands --

    @command("right,l,tab,down,j", 1, id="next-out", when=asks_out, cap="←→")
    @command("left,h,shift+tab,up,k", -1, id="last-out", when=asks_out, shown=False)
    def action_change(self, by: int) -> None:
        """Marks the next player, at last nobody."""
        self._out = (self._out + by) % (self.players + 1)
        self._may_end = False
        self.draw()

    @numbered(range(-1, 8), said="out", when=is_seat, shown=False)
    def action_out(self, seat: int) -> None:
        """Takes the player of a number, or nobody."""
        self._out = seat if seat != NOBODY else self.players
        self.action_went_out()

    @command("enter,space", when=asks_out)
    def action_went_out(self) -> None:
        """Asks for the hands."""
        self._hands, self.mode, self._may_end = [], "hand", False
        self._ask_next()

    @command("b", label=ending_words, when=asks_out)
    def action_how_out(self) -> None:
        """Sets the next way of going out."""
        self._ending = _ENDINGS[(_ENDINGS.index(self._ending) + 1) % len(_ENDINGS)]
        self.draw()

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
        self.draw(evenings.kept_points(names, points), "good")

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Takes what was typed."""
        message.stop()
        self.action_take_hand()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Tells what the cards come to while they are typed."""
        if self.mode == "hand" and message.value.strip():
            try:
                count = hand_count(self._game.state.rules, message.value, self.players)
                self.draw(evenings.COMES_TO.format(count=count), "good")
            except PaperFault:
                self.draw()

    @command("enter", typing=True)
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

    @command("c", when=stands, may=why_no_scores)
    def action_correct_score(self) -> None:
        """Lets a score be chosen."""
        self.mode, self._line = "correct", len(self._game.state.results) - 1
        self.draw()

    @command("up,k", -1, 0, id="score-up", when=corrects, shown=False)
    @command("down,j", 1, 0, id="score-down", when=corrects, shown=False)
    @command("left,h", 0, -1, id="score-left", when=corrects, shown=False)
    @command("right,l", 0, 1, id="score-right", when=corrects, shown=False)
    def action_go(self, down: int, right: int) -> None:
        """Moves to another score."""
        self._line = (self._line + down) % len(self._game.state.results)
        self._seat = SeatIndex((self._seat + right) % self.players)
        self.draw()

    @command("enter,space", when=corrects)
    def action_new_score(self) -> None:
        """Asks for the points of the marked score, and why."""
        self.mode = "points"
        self._open_field("")
        self.draw()

    def _correct(self, typed: str) -> None:
        first, _, note = typed.strip().partition(" ")
        if not first.lstrip("-").isdecimal() or not first.isascii() or len(first) > 6:
            self.draw(evenings.TYPE_POINTS)
            return
        number = self._game.state.results[self._line].round
        try:
            self._game.correct(number, self._seat, int(first), sanitize(note, _NOTE_CELLS))
        except (PaperFault, StoreError) as fault:
            self.draw(str(fault))
            return
        self._close_field("over" if self._game.is_over else "out")
        self.draw(evenings.CORRECTED, "good")

    # -- the end --

    @command("e", when=asks_out, may=why_no_scores)
    def action_count_now(self) -> None:
        """Counts the game as it stands, pressed twice."""
        if not self._may_end:
            self._may_end = True
            self.draw(evenings.ASK_TO_COUNT.format(key=self.cap("count-now")))
            return
        try:
            self._game.end()
        except (PaperFault, StoreError) as fault:
            self.draw(str(fault))
            return
        self.mode = "over"
        self.draw()

    @command("w", when=stands, may=why_no_scores)
    async def action_write_card(self) -> None:
        """Writes the scorecard into files, and says where they lie."""
        game = self._game
        card = scorecard_of(game.state, game.begun.title, game.begun.at)
        try:
            folder = await asyncio.to_thread(write_cards, self._folder, game.id, card)
            self.draw(evenings.CARD_WRITTEN.format(folder=folder), "good")
        except OSError as error:
            self.draw(evenings.NOT_WRITTEN.format(problem=error.strerror or str(error)))

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
