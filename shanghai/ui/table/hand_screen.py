"""The base of all screens that show a hand: the hand, its cursor, hints, needs, and hiding it."""

from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.screen import Screen

from shanghai.engine.actions import Discard, GoDown, LayOff, SeatAction, Swap
from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView
from shanghai.table import hints
from shanghai.table.places import Hint
from shanghai.terminal import threads
from shanghai.terminal.input import KeyReleased
from shanghai.ui import screens
from shanghai.ui.kit.command import LAST, CommandOptions, MethodT, Part, Reason, command
from shanghai.ui.kit.lines import Lines, Row, Target
from shanghai.ui.kit.screen import ResultT
from shanghai.ui.table.card_row import CardRow, HandMarks
from shanghai.ui.table.hand import Hand
from shanghai.ui.table.hand_room import hand_form, to_come
from shanghai.ui.table.option_picker import OptionQuestion
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_screen import COVER_CELLS, HAND, PLAYING, LineQuestion, TableScreen
from shanghai.ui.table.targets import CardTarget
from shanghai.words import own_turn, puzzles, table as words
from shanghai.words.short_names import name_at

_HOLD: Final = 0.5
"""Seconds after which a key counts as held down."""
HINT: Final = "hint"
"""The group of the worker that thinks a hint over. A move of the player ends it."""


class HandScreen(TableScreen[ResultT]):
    """A screen with the hand of one seat. It is never shown in the turn of another seat."""

    SHOWS_NO_HAND = False
    HAS_CLOCK = True
    TELLS_DIGITS: ClassVar = False
    """Whether the bar shows that digits go to ranks."""

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session)
        self.seat = seat
        self.hand: Hand = session.hand(seat)

    def below_table(self) -> ComposeResult:
        """The hand."""
        yield CardRow(id="hand")

    @property
    def view(self) -> SeatView:
        """What the seat of the hand may see."""
        return self.session.view(self.seat)

    @property
    def is_offered(self) -> bool:
        """Whether this seat is asked about the card on offer, out of turn."""
        session = self.session
        if self.view.turn == self.seat or not session.calls.is_open:
            return False
        return self.seat in session.calls.able() or self.seat in session.calls.able_shanghai()

    @property
    def player_name(self) -> str:
        """The name of the player whose hand it is."""
        return self.session.names[self.seat]

    def hand_room(self) -> int:
        """The number of lines that the hand may take."""
        return max(4, self.app.size.height - 12 - self.view.players)

    def shown(self) -> HandMarks:
        """The marks of the hand."""
        new, wild = self.session.log.new_cards(self.seat), self.view.rules.other_wild
        picked, starts = frozenset(self.hand.picked), self.hand.group_starts
        marks = HandMarks(self.hand.cursor, picked, new, wild=wild, starts=starts)
        given = self.waiting
        return given.marked(marks) if isinstance(given, HintGiven) else marks

    def say(
        self, text: str | Row = "", look: str = "warn", question: LineQuestion | None = None
    ) -> None:
        """Shows a line above the keys. Removes a hint that was there, with its marks (extends)."""
        had_hint = isinstance(self.waiting, HintGiven)
        super().say(text, look, question)
        if had_hint:
            self.draw_hand()

    def draw_hand(self) -> None:
        """Draws the hand, and the keys, as they depend on the card under the cursor."""
        space = self.across, self.hand_room()
        self.query_one("#hand", CardRow).deal(
            self.hand.cards,
            self.shown(),
            self.app.card_style,
            space,
            hand_form(self.view, self.seat),
            to_come(self.view, self.seat),
        )
        self.refresh_keys()

    def after_hand_change(self) -> None:
        """Draws what depends on the cursor and the picked cards, after they have changed."""
        self.draw_hand()

    @command("o", place=HAND)
    def action_sort(self) -> None:
        """Changes the hand to the next order."""
        order = self.hand.change_sort()
        self.draw_hand()
        self.say(words.say.of("SORT_WORDS", order), "dim")

    @command("b", id="hide", place=HAND)
    def action_blank(self) -> None:
        """Hides everything at once, until the player uncovers it."""
        name, (sentence, label, opener) = (
            name_at(self.view, self.seat, COVER_CELLS),
            self.COVERED_BY,
        )
        self.cover(screens.CoverScreen(str(sentence), str(label), name, opener))

    def cover(self, cover: Screen[bool]) -> None:
        """Covers everything, and removes the hand from the screen until it is uncovered."""
        self.motion.end()
        for screen in self.app.screen_stack:
            for row in screen.query(CardRow):
                row.show(())
        self.app.open(cover, lambda shown: self.pause_input(self.PAUSE_AFTER_KEY))

    def ignores_key(self, key: str) -> bool:
        """Whether a key is ignored, such as the one that has shown the hand while it is held
        (extends)."""
        return key == self.app.lifted_by[0] or super().ignores_key(key)

    def on_key_released(self, message: KeyReleased) -> None:
        """Hides the hand when a key that was held to show it is released. A short press keeps
        it."""
        key, since = self.app.lifted_by
        if message.key == key and self.is_on_top and self.now() - since > _HOLD:
            self.end_look()

    def end_look(self) -> None:
        """Hides the hand again, as the look is over."""
        self.action_blank()

    @property
    def has_digits(self) -> bool:
        """Whether digits move to ranks. Else they are the numbers of seats or melds."""
        return not isinstance(self.waiting, OptionQuestion)

    @property
    def why_no_hint(self) -> Reason | None:
        """Why no hint can be given at this moment. None if it can."""
        return None

    def follow_hint(self, action: SeatAction | None) -> None:
        """Makes the move that a hint advises. None lets the card on offer go."""

    def on_lines_dragged(self, message: Lines.Dragged) -> None:
        """Moves a dragged card within the hand. If it was dropped elsewhere, picks it and clicks
        there."""
        message.stop()
        match message.pressed, message.target:
            case _ if not self.is_on_top:
                return
            case CardTarget(card), CardTarget(other):
                self.hand.place(Card(card), Card(other))
                self.after_hand_change()
            case CardTarget(card), target:
                self.hand.unpick()
                self.click_card(Card(card))
                self.clicked(target)

    def clicked(self, target: Target) -> None:
        """Picks a clicked card."""
        super().clicked(target)
        match target:
            case CardTarget(card):
                self.click_card(Card(card))

    def click_card(self, card: Card) -> None:
        """Picks a clicked card, or puts it back if it is picked."""
        self.forget_refusal()
        self.hand.point(card)
        self.hand.toggle(card)
        self.after_hand_change()


_RANK_KEYS: Final = (
    ("1", "A"),
    *((str(rank), str(rank)) for rank in range(2, 10)),
    ("0", "10"),
    ("k", "J Q K"),
    ("asterisk", "JK"),
)
"""The keys that move the cursor to the next card of a rank, or of several ranks."""


def _rank_keys(method: MethodT) -> MethodT:
    """Makes a method that takes ranks the command of the rank keys. Digits are rank keys only while
    they are not the numbers of seats. The bar shows the ace's key for all."""
    for key, rank in reversed(_RANK_KEYS):
        id = f"rank-{rank.lower().replace(' ', '')}"
        options: CommandOptions = {"id": id, "shown": False, "place": LAST}
        if key.isdecimal():
            options["message"] = "rank-digit"
            options["when"] = lambda cursor, _: cursor.screen.has_digits
            options["why_not"] = own_turn.late("NO_DIGITS")
        if key == "1":
            options["label"] = lambda *_: words.FIND_CARD
            options["cap"] = "0-9"
            options["shown"] = lambda cursor, _: cursor.screen.TELLS_DIGITS
        command(key, rank, **options)(method)
    return method


class HandCursor(Part[HandScreen[Any]]):
    """The commands that move the cursor along a hand, pick cards and move them."""

    @command("space,enter", place=PLAYING)
    def action_pick(self) -> None:
        """Picks the card under the cursor, or puts it back if it is picked."""
        self.screen.hand.toggle()
        self.screen.after_hand_change()

    @command("left", -1, id="card-left", shown=False)
    @command("right", 1, id="card-right", shown=False)
    def action_move(self, by: int) -> None:
        """Moves the cursor along the hand by so many cards."""
        self.screen.hand.move(by)
        self.screen.draw_hand()

    @command("up", -1, id="line-up", shown=False)
    @command("down", 1, id="line-down", shown=False)
    def action_move_line(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        self.screen.hand.move_line(by, self.screen.query_one("#hand", CardRow).grid.across)
        self.screen.draw_hand()

    @command("home", 0, id="first-card", shown=False)
    @command("end", -1, id="last-card", shown=False)
    def action_move_to(self, index: int) -> None:
        """Moves the cursor to the first or the last card."""
        hand = self.screen.hand
        hand.cursor = 0 if index == 0 else max(0, len(hand.cards) - 1)
        self.screen.draw_hand()

    @command("comma,less_than_sign", -1, id="carry-left", message="carry", shown=False)
    @command("full_stop,greater_than_sign", 1, id="carry-right", message="carry", shown=False)
    def action_carry(self, by: int) -> None:
        """Moves the card under the cursor within the hand."""
        self.screen.hand.move_card(by)
        self.screen.draw_hand()

    @_rank_keys
    def action_rank(self, rank: str) -> None:
        """Moves the cursor to the next card of a rank."""
        if self.screen.hand.find_rank(*rank.split()):
            self.screen.draw_hand()
        else:
            names = words.say.table("RANKS")
            self.screen.say(words.NO_RANK(ranks=[names.get(one, one) for one in rank.split()]))


class HintGiven(LineQuestion, frozen=True):
    """A hint above the keys. It is followed when the player asks for it again."""

    view: SeatView
    """The view for which the hint was given."""
    action: SeatAction | None
    """The move that it advises. None: let the card on offer go."""
    compared: Card = HIDDEN
    """The card with which its reason compares. HIDDEN if there is none."""

    def marked(self, marks: HandMarks) -> HandMarks:
        """The marks of the hand, with those of the cards that the hint names."""
        melds = self.action.melds if isinstance(self.action, GoDown) else ()
        hinted = frozenset(card for meld in melds for card in meld.cards)
        return marks._replace(hinted=hinted, compared=frozenset({self.compared}))


class Hinter(Part[HandScreen[Any]]):
    """Gives hints: what a computer would do with this seat's view. Asked again, it makes that
    move."""

    @property
    def is_allowed(self) -> bool:
        """Whether the player of this hand may ask for hints."""
        screen = self.screen
        seat = screen.session.public().seats[screen.seat]
        has_own = seat.handicap.hints or screen.app.settings.has_help("hints", seat.name)
        return has_own and screen.session.has_hints

    @property
    def why_not(self) -> Reason | None:
        """Why no hint can be given now. None if it can."""
        if self.is_allowed:
            return self.screen.why_no_hint
        if not self.screen.session.has_hints:
            return puzzles.NO_HINT
        return own_turn.NO_HINTS.format(name=self.screen.session.short_names[self.screen.seat])

    @property
    def action(self) -> SeatAction | None:
        """The move of the hint on the screen. None if there is none, or it lets a card go."""
        given = self.screen.waiting
        return given.action if isinstance(given, HintGiven) else None

    @command("h", when=is_allowed, why_not=why_not, place=HAND)
    def action_hint(self) -> None:
        """Asks for a hint, or makes the move of the one on the screen. In a turn the next hint
        follows."""
        screen, view = self.screen, self.screen.view
        given = screen.waiting
        if isinstance(given, HintGiven) and given.view is view:
            screen.say()
            screen.follow_hint(given.action)
            now = screen.view
            if not screen.is_on_top or now is view or now.turn != screen.seat:
                return
        self._ask()

    def _ask(self) -> None:
        """Has a hint thought over. Does nothing if one is, so that it comes as soon also if the key
        is pressed again and again."""
        asked = (worker for worker in self.screen.workers if worker.group == HINT)
        if all(worker.is_cancelled or worker.is_finished for worker in asked):
            self.screen.run_worker(self._answer(), exclusive=True, group=HINT)

    async def _answer(self) -> None:
        """Gives a hint. If others move while it is thought over, thinks again, or says that it is
        too late."""
        screen = self.screen
        while True:
            view = screen.view
            given = await self._think(view)
            if not screen.is_on_top:
                return
            if view is screen.view:
                self._show(view, given)
                return
            if self.why_not:
                screen.say(own_turn.HINT_TOO_LATE)
                return

    async def _think(self, view: SeatView) -> Hint:
        screen = self.screen
        heard = screen.session.log.events_for(screen.seat)
        show, seconds = screen.app.card_style.text, screen.app.thinking_time
        key = screen.keys.cap("lay-all") if view.turn == screen.seat else ""

        def lay_all(count: int) -> str:
            return words.ALL_FIT(key=key, count=count, is_two=count == 2)

        search = screen.app.search
        return await threads.in_thread(hints.hint, view, heard, show, seconds, lay_all, search)

    def _show(self, view: SeatView, given: Hint) -> None:
        screen = self.screen
        if not view.seats[screen.seat].handicap.hints:
            screen.session.hinted.add(screen.seat)
            screen.redraw()
        sentence, action = given.words, given.action
        if isinstance(action, Discard | LayOff | Swap):
            # The cursor stands on the card that is named.
            screen.hand.point(action.card)
        if given.is_known:
            sentence = own_turn.HINT_AGAIN.format(words=sentence, key=screen.keys.cap("hint"))
        waits = HintGiven(view, action, given.compared) if given.is_known else None
        screen.say(sentence, "accent", waits)
        screen.after_hand_change()
        screen.draw_table()

    def forget(self) -> None:
        """Removes a hint from the screen once the game has gone on. Gives another one if the player
        is still asked, as after the call of another."""
        screen, given = self.screen, self.screen.waiting
        if isinstance(given, HintGiven) and given.view is not screen.view:
            screen.say()
            if self.why_not is None:
                self._ask()
