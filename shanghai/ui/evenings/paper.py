"""The screens that score games with real cards: who went out, each hand, and corrections."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input

from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Ending
from shanghai.ledger.evening_file import EveningFault, EveningFile
from shanghai.ledger.paper import PaperGame, asks_down, asks_fined, fines_of, seats_of, typed_count
from shanghai.records.scorecard_export import scorecard_of
from shanghai.storage.saves import StoreError
from shanghai.ui import screens
from shanghai.ui.evenings.finished import in_forms, written
from shanghai.ui.kit.app import GameApp
from shanghai.ui.kit.command import BACK, Command, Reason, command, numbered
from shanghai.ui.kit.lines import (
    Bit,
    IndexTarget,
    Lines,
    Row,
    Target,
    blanks,
    row_width,
    wrap,
    wrap_text,
)
from shanghai.ui.kit.list_screen import Choice, following
from shanghai.ui.kit.page import ScrollingScreen
from shanghai.ui.kit.screen import ResultT
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.scores.correct import ScoreTarget, score_grid
from shanghai.ui.setup.new_game import ask_names, choose_rules
from shanghai.ui.table.scorecard import scorecard_rows
from shanghai.words import evenings
from shanghai.words.games import of_game
from shanghai.words.grammar import listed
from shanghai.words.keys import key_words
from shanghai.words.sanitize import sanitize
from shanghai.words.scores import winners
from shanghai.words.short_names import names_at
from shanghai.words.system import system_fault

EveningT = TypeVar("EveningT", bound=EveningFile[Any])


async def stored_evening(
    app: GameApp,
    kind: type[EveningT],
    asks: tuple[str, str],
    choices: Callable[[Sequence[EveningT]], Sequence[Choice]],
    begin: Callable[[GameApp], Awaitable[EveningT | None]],
    play: Callable[[GameApp, EveningT], Awaitable[None]],
) -> None:
    """Lists the stored evenings of a kind, to resume one or begin a new one, until the player goes
    back. `asks` are the title of the list and its help."""
    while True:
        saved, faults = await asyncio.to_thread(kind.all_in, app.folder)
        for fault in faults:
            app.notify(fault, timeout=12)
        chosen = await app.ask(screens.PickScreen(asks[0], choices(saved), asks[1]))
        if chosen is None:
            return
        try:
            evening = kind.of_id(app.folder, chosen) if chosen else await begin(app)
            if evening is not None:
                await play(app, evening)
        except StoreError as error:
            app.notify(str(error))


async def paper_evening(app: GameApp) -> None:
    """Lists the games with real cards, to resume one or begin a new one, until the player goes
    back."""

    def choices(games: Sequence[PaperGame]) -> list[Choice]:
        made = [Choice("", evenings.NEW_PAPER_GAME, evenings.NEW_PAPER_GAME_NOTE)]
        for game in sorted(games, key=lambda game: game.is_over):
            terms, rules = game.terms, game.terms.rules
            text = evenings.PAPER_FINISHED if game.is_over else evenings.PAPER_NOTE
            day = terms.at[:10]
            note = text(rules, at=game.round, last=rules.rounds, day=day, rules=of_game(rules.name))
            made.append(Choice(game.id, terms.title or listed(terms.players, ","), note))
        return made

    async def begin(app: GameApp) -> PaperGame | None:
        if (rules := await choose_rules(app)) is None:
            return None
        asks = evenings.WHO_PLAYS.format(rules=of_game(rules.name))
        names = await ask_names(app, asks, rules.table_sizes or (rules.max_players,))
        return PaperGame.begin(app.folder, rules, names) if names is not None else None

    async def play(app: GameApp, game: PaperGame) -> None:
        await app.ask(screens.PaperScreen(game))

    asks = evenings.WHICH_PAPER_GAME, evenings.PAPER_LIST_HELP
    await stored_evening(app, PaperGame, asks, choices, begin, play)


_ENDINGS: Final = (Ending.OUT, Ending.BLIND, Ending.CLEAN_BLIND)
_FIRST_LETTERS: Final = 6
"""How many letters of a name are enough to find its column."""
_FIELD_CELLS: Final = 44
_MIN_FIELD: Final = 22
"""The usual cells of the field, and the fewest that are left below a column on the right."""
_NOTE_CELLS: Final = 200


def during(*modes: str) -> Callable[..., bool]:
    """A condition for a command: whether its screen is in one of these modes."""
    return lambda self, *_: self.mode in modes


class StoredEveningScreen(ScrollingScreen[ResultT]):
    """A screen for a stored evening, with a page and a message. Each change is stored before it is
    shown."""

    SHOWS_NO_HAND = True
    WITHOUT = ("scroll-down", "scroll-up", "to-top", "to-bottom")

    def draw(self, message: str = "", look: str = "warn") -> None:
        """Draws the page and a message below it."""
        raise NotImplementedError

    @property
    def page_width(self) -> int:
        """The width of the page in cells."""
        room = self.query_one(VerticalScroll).scrollable_content_region.width
        return max(30, room or self.size.width - 10)

    async def act(self, command: Command) -> None:
        """Does a command. Shows what is wrong with typed text, or why it cannot be stored."""
        try:
            await super().act(command)
        except StoreError as fault:
            self.draw(str(fault))


class PaperScreen(StoredEveningScreen[None]):
    """Scores a game with real cards, one round after the other."""

    KEYS = (BACK.on("escape", action="step_back"),)
    HELP_TEXT = evenings.say.late("PAPER_HELP")
    MIDDLE = 112
    DEFAULT_CSS = """
    PaperScreen {
        & VerticalScroll { padding: 0 2; align: left top; }
        &.-tall VerticalScroll { height: auto; max-height: 60%; }
        & #words { width: 100%; max-width: 108; height: auto; margin: 1 2 0 2; }
        & Input { margin: 0 2; width: 44; }
        & #status { width: 100%; max-width: 108; height: 2; margin: 0 2; }
    }
    """

    def __init__(self, game: PaperGame) -> None:
        super().__init__()
        title = game.terms.title or of_game(game.terms.rules.name)
        self.HEADING = evenings.PAPER_TITLE.format(game=title)
        self._game = game
        self.mode = "over" if game.is_over else "out"
        """What is asked: who went `out`, a `hand`, who was `down`, who is `fined`, which score to
        `correct`, or its `points`. Nothing is asked when the game is `over`."""
        self._out = 0
        self._ending = Ending.OUT
        self._hands: dict[int, str] = {}
        """The hands as they were typed, by seat."""
        self._asked = 0
        """The seat whose hand is asked for."""
        self._down: tuple[str, Sequence[SeatIndex]] | None = None
        """Who was down: the typed text and the seats. None until it is answered."""
        self._line, self._seat = 0, SeatIndex(0)

    def content(self) -> ComposeResult:
        """The scorecard, the question, the field, and a message."""
        yield VerticalScroll(Lines(id="card"), can_focus=False)
        yield Lines([()], id="words")
        yield TextField(max_length=200, select_on_focus=False)
        yield Lines([()], id="status")

    def why_no_scores(self) -> Reason | None:
        """Why nothing can be done with scores: there are none yet."""
        return None if self._game.state.results else evenings.NO_ROUND_SCORED

    @property
    def players(self) -> int:
        """The number of players."""
        return self._game.state.players

    def draw(self, message: str = "", look: str = "warn") -> None:
        """Draws the scorecard, the question, and a message."""
        across = self.page_width
        state = self._game.state
        if self.mode in ("correct", "points"):
            card = score_grid(state, self._line, self._seat, across)
        else:
            card = scorecard_rows(state, across, ascii_only=self.app.is_ascii)
        while card and not card[-1]:
            card.pop()
        margin = (blanks((across - max(map(row_width, card))) // 2),)
        words = self._words(across - margin[0].width, self.app.card_style.arrow)
        self.query_one("#card", Lines).show([(*margin, *line) for line in card])
        self.query_one("#words", Lines).show([(*margin, *line) for line in words])
        self.query_one("#status", Lines).show(wrap_text(message, across, look)[:2])
        self._place_field(card, margin[0].width)
        self.refresh_keys()

    def _place_field(self, card: Sequence[Row], margin: int) -> None:
        """Puts the field below the column of the player whose hand is asked for."""
        column = 0
        if self.mode == "hand":
            name = names_at(self._game.state)[self._asked]
            head = "".join(bit.text for bit in card[0])
            # A long name is cut in the scorecard.
            column = max(0, head.find(name[:_FIRST_LETTERS]))
        room = self.size.width - 2
        left = min(2 + margin + column, room - _MIN_FIELD)
        self.field.styles.width = min(_FIELD_CELLS, room - left)
        self.field.styles.margin = (0, 2, 0, left)

    def _words(self, across: int, arrow: str) -> list[Row]:
        """The question, and for the first one the names to choose from."""
        state, names = self._game.state, names_at(self._game.state)
        match self.mode:
            case "over":
                asked = winners(state)
            case "hand":
                asked = evenings.WHAT_IS_LEFT.format(name=names[self._asked])
            case "down":
                asked = evenings.who_was_down(state, self._out_seat)
            case "fined":
                asked = evenings.FINES
            case "correct":
                asked = evenings.WHICH_SCORE
            case "points":
                asked = evenings.HOW_MANY.format(name=names[self._seat])
            case _:
                asked = evenings.who_went_out(state, self._game.round)
        rows = wrap_text(asked, across, "accent")
        return [*rows, *wrap(self._players_row(arrow), across)] if self.mode == "out" else rows

    def _players_row(self, arrow: str) -> Row:
        names = names_at(self._game.state)
        bits: list[Bit] = []
        for at, name in enumerate((*names, evenings.NOBODY)):
            here = at == self._out
            number = at + 1 if at < len(names) else 0
            look = "cursor" if here else "strong"
            bits += [
                Bit(f"{arrow if here else ' '}{number} {name}", look, IndexTarget(at)),
                Bit("  "),
            ]
        return tuple(bits)

    @command("right,l,tab,down,j", 1, id="next-out", when=during("out"), cap="←→")
    @command(
        "left,h,shift+tab,up,k", -1, id="last-out", message="left", when=during("out"), shown=False
    )
    def action_change(self, by: int) -> None:
        """Marks the next player, or with -1 the one before. After the last comes nobody."""
        self._out = (self._out + by) % (self.players + 1)
        self.draw()

    @numbered(
        range(-1, 8),
        message="out",
        when=lambda self, seat: self.mode == "out" and seat < self.players,
        shown=False,
    )
    def action_out(self, seat: int) -> None:
        """Notes by a number who went out. -1 is nobody."""
        self._out = seat if seat != NOBODY else self.players
        self.action_went_out()

    @command("enter,space", when=during("out"))
    def action_went_out(self) -> None:
        """Takes the marked player as the one who went out, and asks for the hands."""
        self._hands, self._down = {}, None
        self._ask_next()

    @command("b", label=lambda self: evenings.HOW_OUT[self._ending.value], when=during("out"))
    def action_how_out(self) -> None:
        """Changes how the player went out: as usual, blind, or clean and blind."""
        self._ending = following(_ENDINGS, self._ending)
        self.draw()

    @property
    def _out_seat(self) -> SeatIndex:
        """The seat that went out. NOBODY if none did."""
        return SeatIndex(self._out) if self._out < self.players else NOBODY

    def _ask_next(self) -> None:
        """Asks for what is still missing of the round. Scores it if nothing is."""
        rules = self._game.state.rules
        left = [seat for seat in range(self.players) if seat not in (self._out, *self._hands)]
        if left:
            self.mode, self._asked = "hand", left[0]
        elif asks_down(rules) and self._down is None:
            self.mode = "down"
        elif asks_fined(rules):
            self.mode = "fined"
        else:
            self._score({})
            return
        self.field.open(asks=evenings.HAND_FIELD if self.mode == "hand" else "")
        self.draw()

    def _score(self, fined: Mapping[SeatIndex, int]) -> None:
        """Scores the round and stores it. `fined` is how many points calls have cost, by seat."""
        out = self._out_seat
        ending = self._ending if out != NOBODY else Ending.BLOCKED
        _, down = self._down or ("", ())
        self._ask_again()
        hands = [self._hands.get(seat, "") for seat in range(self.players)]
        points = self._game.score(out, ending, hands, down=down, fined=fined)
        self._ending = Ending.OUT
        self._ask_again()
        pairs = zip(names_at(self._game.state), points, strict=True)
        scores = listed([f"{name} {count}" for name, count in pairs], ",")
        self.draw(evenings.POINTS_NOTED.format(points=scores), "good")

    def on_input_changed(self, message: Input.Changed) -> None:
        """Shows how many points the cards total while they are typed."""
        if self.mode == "hand" and not message.value.strip():
            self.refresh_keys()
        elif self.mode == "hand":
            try:
                rules, number = self._game.state.rules, self._game.round
                hand = self.app.card_style.in_notation(message.value)
                count = typed_count(rules, hand, self.players, number)
                self.draw(evenings.COMES_TO.format(count=count), "good")
            except EveningFault:
                self.draw()

    def _take_label(self) -> str:
        is_out = self.mode == "hand" and not self.field.value.strip()
        return key_words("went-out" if is_out else "take-hand")[0]

    @command("enter", typing=True, label=_take_label)
    def action_take_hand(self) -> None:
        """Takes the typed answer: a hand, who was down, what calls cost, or a correction. An empty
        hand means that this player went out."""
        typed, state = self.field.value, self._game.state
        match self.mode:
            case "points":
                self._correct(typed)
            case "down":
                self._down = typed, seats_of(state, typed)
                self._ask_next()
            case "fined":
                self._score(fines_of(state, typed))
            case _ if not typed.strip():
                self._out = self._asked
                self._ask_next()
            case _:
                hand = self.app.card_style.in_notation(typed)
                typed_count(state.rules, hand, self.players, self._game.round)
                self._hands[self._asked] = sanitize(hand, _NOTE_CELLS)
                self._ask_next()

    def _ask_again(self) -> None:
        """Closes the field. Asks who went out, unless the game is over."""
        self.mode = "over" if self._game.is_over else "out"
        self.field.close()

    @command("c", when=during("out", "over"), why_not=why_no_scores)
    def action_correct_score(self) -> None:
        """Asks which score to correct."""
        self.mode, self._line = "correct", len(self._game.state.results) - 1
        self.draw()

    @command("up,k", -1, 0, id="score-up", message="to-score", when=during("correct"), shown=False)
    @command(
        "down,j", 1, 0, id="score-down", message="to-score", when=during("correct"), shown=False
    )
    @command(
        "left,h", 0, -1, id="score-left", message="to-score", when=during("correct"), shown=False
    )
    @command(
        "right,l", 0, 1, id="score-right", message="to-score", when=during("correct"), shown=False
    )
    def action_go(self, down: int, right: int) -> None:
        """Marks another score, `down` and `right` so many steps."""
        self._line = (self._line + down) % len(self._game.state.results)
        self._seat = SeatIndex((self._seat + right) % self.players)
        self.draw()

    @command("enter,space", when=during("correct"))
    def action_new_score(self) -> None:
        """Asks for new points of the marked score, and a note."""
        self.mode = "points"
        self.field.open()
        self.draw()

    def _correct(self, typed: str) -> None:
        """Corrects the marked score by typed points, which a note may follow."""
        first, _, note = typed.strip().partition(" ")
        if not first.lstrip("-").isdecimal() or not first.isascii() or len(first) > 6:
            self.draw(evenings.TYPE_POINTS)
            return
        number = self._game.state.results[self._line].round
        self._game.correct(number, self._seat, int(first), sanitize(note, _NOTE_CELLS))
        self._ask_again()
        self.draw(evenings.CORRECTED, "good")

    @command("e", when=during("out"), why_not=why_no_scores)
    def action_count_now(self) -> None:
        """Ends the game with the rounds so far, if the key is pressed twice."""
        if not self.is_second_press:
            self.draw(evenings.ASK_TO_COUNT.format(key=self.keys.cap("count-now")))
            return
        self._game.end()
        self._ask_again()
        self.draw()

    @command("w", when=during("out", "over"), why_not=why_no_scores)
    async def action_write_card(self) -> None:
        """Writes the scorecard into files, and says where they are."""
        game = self._game
        card = scorecard_of(game.state, game.terms.title, game.terms.at)
        try:
            last = await asyncio.to_thread(written, self.app.folder, game.id, in_forms(card))
            self.draw(evenings.CARD_WRITTEN.format(folder=last.parent), "good")
        except OSError as error:
            self.draw(evenings.NOT_WRITTEN.format(problem=system_fault(error)))

    def action_step_back(self) -> None:
        """Goes back by one question. From the first one, back to the list."""
        match self.mode:
            case "fined" if self._down is not None:
                (typed, _), self._down = self._down, None
                self.mode = "down"
                self.field.open(typed)
                self.draw()
            case "hand" | "down" | "fined":
                self._back_to_hand()
            case "correct" | "points":
                self._ask_again()
                self.draw()
            case _:
                self.dismiss(None)

    def _back_to_hand(self) -> None:
        """Asks again for the last typed hand. If there is none, asks who went out."""
        self.mode = "hand"
        if self._hands:
            self._asked, hand = self._hands.popitem()
            self.field.open(hand)
        else:
            self._ask_again()
        self.draw()

    def clicked(self, target: Target) -> None:
        """Takes a clicked player as the one who went out, or marks a clicked score."""
        match target:
            case IndexTarget(at) if self.mode == "out":
                self._out = at
                self.action_went_out()
            case ScoreTarget(line, seat) if self.mode == "correct":
                is_marked = (line, seat) == (self._line, self._seat)
                self._line, self._seat = line, seat
                if is_marked:
                    self.action_new_score()
                else:
                    self.draw()
