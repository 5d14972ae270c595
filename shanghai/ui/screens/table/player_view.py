"""The player's own view: the whole hand, the table, what the contract needs, what has happened."""

from collections.abc import Sequence

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal

from shanghai.engine.actions import Discard, EndTurn, Pass, Take
from shanghai.engine.calls import callers
from shanghai.engine.cards import Card
from shanghai.engine.melds import places
from shanghai.engine.rules import Contract, Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.solver import Distance, distance
from shanghai.engine.state import Phase
from shanghai.terminal import threads
from shanghai.text.phrases import call_name
from shanghai.text.short_names import name_at
from shanghai.ui.screens.table.calling import seat_key, unsay_keys
from shanghai.ui.screens.table.player_moves import PlayerMoves
from shanghai.ui.text.log_lines import at_most, latest_run_on
from shanghai.ui.text.table import (
    RACE_WORDS,
    TABLE_LEGEND,
    needs_text,
    offer_text,
    own_title,
    since_text,
    thinking_text,
    toss_text,
    waiting_text,
)
from shanghai.ui.widgets.cards import CardRow
from shanghai.ui.widgets.keybar import Key, KeyBar
from shanghai.ui.widgets.lines import Bit, Lines, Row, cut_row, side_by_side, width, wrap
from shanghai.ui.widgets.meld_text import faces_bits
from shanghai.ui.widgets.sidebar import beside_table, side_cells, side_rows
from shanghai.ui.widgets.table import SHORT, Marks, TableView, pile_pictures, stock_line, table_rows

_TITLE_BESIDES = 20
"""The cells of a title line for its margins and for how far the game is saved."""


class PlayerScreen(PlayerMoves):
    """One seat's view and moves; it exists only while its holder is at the keyboard."""

    DEFAULT_CSS = """
    PlayerScreen {
        & #felt { height: 1fr; }
        & #side { display: none; width: 40; margin: 0 1 0 0; }
        &.-wide #side { display: block; }
        &.-very-wide #side { width: 64; }
        & KeyBar { min-height: 2; }
        &.-very-wide KeyBar { min-height: 1; }
    }
    """
    HELP_TEXT = (
        "Draw or take first; then go down, lay off and exchange as the rules allow; a discard "
        "ends the turn. The arrows move along the hand, A 2 to 9 T J Q K jump to a rank, comma "
        "and full stop move a card within the hand, w shows or hides what is still needed, U hands "
        "the seat to somebody else. u takes the last move back as long as nothing hidden was shown "
        "since; after that it asks the table. f marks cards to be called for when they are tossed. "
        "Against computers alone N ends the questions about cards on offer for this round."
        f"\n{TABLE_LEGEND}"
    )

    _distance: tuple[tuple[Card, ...], int, Distance] | None = None
    _least: tuple[object, int] | None = None

    def content(self) -> ComposeResult:
        """The table, the piles with what is to be known, the hand, and a line for refusals."""
        with Horizontal(id="felt"):
            yield TableView(id="table")
            yield Lines(id="side")
        yield Lines(id="middle")
        yield CardRow(id="hand")
        yield Lines([()], id="status")

    def heading(self) -> str:
        """Whose hand it is, the round and its contract."""
        return self.plain(own_title(self.view, self.seat, self.app.size.width - _TITLE_BESIDES))

    def on_mount(self) -> None:
        """Draws everything."""
        if len(self.session.people) > 1:
            self.deafen(0.3)
        self.redraw()

    @property
    def is_tall(self) -> bool:
        """Whether there is room for the piles as pictures."""
        return self.app.size.height >= 32

    def redraw(self) -> None:
        """Draws everything that may have changed."""
        view = self.view
        if view.phase in (Phase.ROUND_OVER, Phase.GAME_OVER) or not self.is_attached:
            return
        self.hand = self.session.hand(self.seat)
        self.forget_hint()
        self.refresh_heading()
        self.draw_table()
        self.draw_hand()
        self.refresh_keys()
        self.draw_middle()
        self.draw_side()
        self.move()
        self.find_needs()

    # -- drawing --

    def draw_table(self) -> None:
        """Draws the table, the melds lit that take the picked card."""
        self.query_one("#table", TableView).update(
            self.view, self.card_style, Marks(self._takers(), frozenset(self.session.before()))
        )

    def _takers(self) -> frozenset[int]:
        """The melds that take the one picked card of a player who may lay off."""
        view, picked = self.view, self.hand.picked
        if len(picked) != 1 or view.phase is not Phase.PLAY or not view.seats[self.seat].down:
            return frozenset()
        return frozenset(
            i for i, meld in enumerate(view.table) if places(view.rules, meld, picked[0])
        )

    def after_hand_change(self) -> None:
        """Draws what follows from a change of picks."""
        self.draw_hand()
        self.draw_table()
        self.refresh_keys()

    def hand_room(self) -> int:
        """The lines that the hand may take beside a table in its short form."""
        size, asked = self.app.size, (self.view, self.app.size, self.card_style)
        if self._least is None or self._least[0] != asked:
            wide = size.width - 2 - beside_table(size.width)
            least = len(table_rows(self.view, wide, 1000, self.card_style, first=SHORT))
            self._least = asked, least
        least = self._least[1]
        return max(4, size.height - 5 - self.guide_lines - (7 if self.is_tall else 4) - least)

    def draw_middle(self) -> None:
        """Draws the piles and beside or below them what is to be known."""
        view, style = self.view, self.card_style
        wide = self.app.size.width - 2
        if self.is_tall:
            pictures = pile_pictures(view, style)
            words = [(Bit(self._toss_words(), "dim"),), (), *self._notes(wide - 20, 4)]
            rows = side_by_side(pictures, words, 3)
        else:
            room = self._middle_room()
            rows = [stock_line(view, style, self._toss_words(), wide), *self._notes(wide, room - 1)]
            rows += [()] * (room - len(rows))
        self.query_one("#middle", Lines).show(rows)

    def _middle_room(self) -> int:
        """The lines of piles and notes: four, or fewer where the hand and the keys take more."""
        table = 1 + self.view.players
        hand = len(self.query_one("#hand", CardRow).rows)
        foot = max(1, len(self.said)) + self._key_lines()
        left = self.app.size.height - 1 - self.guide_lines - table - hand - foot
        return max(2, min(4, left))

    def say(self, sentence: str = "", look: str = "warn") -> None:
        """Puts a sentence on the line above the keys, which may take a line from the notes."""
        before = len(self.said)
        super().say(sentence, look)
        if len(self.said) != before:
            self.draw_middle()
            self.draw_side()

    def _toss_words(self) -> str:
        """How the top discard lies; that it is a race, or who thinks, where that fits beside it."""
        view, wide = self.view, self.app.size.width - 2
        said, more = toss_text(view), ""
        if self._is_race():
            more = RACE_WORDS
        elif view.turn != NOBODY and self.session.is_bot(view.turn) and not self.is_offered:
            more = thinking_text(name_at(view, view.turn))
        both = ". ".join(filter(None, (said, more)))
        return both if width(stock_line(view, self.card_style, both, wide)) <= wide else said

    def _is_race(self) -> bool:
        """Whether a computer may call the card before this seat takes it (PR-6)."""
        view = self.view
        if view.turn != self.seat or view.rules.call_order != "first":
            return False
        rivals = any(self.session.is_bot(seat) for seat in callers(view))
        return rivals and not self.session.why_not(Take(self.seat))

    def _notes(self, wide: int, high: int) -> list[Row]:
        """The offer, what is needed, and what has happened since the last turn, by urgency."""
        view, style = self.view, self.card_style
        rows: list[Row] = []
        if self.is_offered:
            rows += wrap((Bit(offer_text(view, self.seat), "accent"),), wide)
        if view.calls:
            rows += wrap((Bit(waiting_text(view, self.session.before()), "warn"),), wide)
        needs = self._needs_row()
        if needs:
            rows += [cut_row(needs, wide, style.mark)] if high < 4 else wrap(needs, wide)
        if not side_cells(self.app.size.width):
            told = self.session.seen.since_last_turn(self.seat)
            if told:
                since = (Bit(self._since_words(), "dim"),)
                rows += latest_run_on(since, told, style, wide, high - len(rows))
        return at_most(rows, wide, high, style)

    def _felt_room(self) -> int:
        """The lines of the table, which may not yet have taken the size that they will have."""
        besides = sum(len(self.query_one(f"#{name}", Lines).rows) for name in ("middle", "hand"))
        besides += max(1, len(self.said)) + self._key_lines()
        return max(4, self.app.size.height - 1 - self.guide_lines - besides)

    def _key_lines(self) -> int:
        return max(1 if self.has_class("-very-wide") else 2, self.query_one(KeyBar).lines)

    def _since_words(self) -> str:
        return since_text(name_at(self.view, self.seat), self.session.seen.has_played(self.seat))

    def draw_side(self) -> None:
        """Draws the scores and what has happened beside the table, where there is room."""
        wide = side_cells(self.app.size.width)
        if wide:
            high = self._felt_room()
            head, style = self._since_words(), self.card_style
            rows = side_rows(self.view, self.session, head, style, wide - 2, high)
            self.query_one("#side", Lines).show(rows)

    # -- what the contract still needs --

    def _needs_row(self) -> Row:
        view, known = self.view, self._distance
        if self.hides_needs or view.seats[self.seat].down:
            return ()
        if known is None or known[1] != view.round:
            return ()
        found = known[2]
        may = view.turn == self.seat and view.phase is Phase.PLAY and not view.all_in
        said = Bit(needs_text(found, may_go_down=may), "good" if not found.short else "")
        return (said, *faces_bits(found.helps, self.card_style))

    def find_needs(self) -> None:
        """Asks the solver what the hand lacks, if that is to be shown and not known yet."""
        view = self.view
        held = tuple(sorted(view.seats[self.seat].hand))
        known = self._distance
        if self.hides_needs or view.seats[self.seat].down:
            return
        if known is None or known[0] != held or known[1] != view.round:
            self.ask_solver(held, view.contract, view.rules, view.round)

    @work(exclusive=True, group="needs")
    async def ask_solver(
        self, held: Sequence[Card], contract: Contract, rules: Rules, round: int
    ) -> None:
        """Asks the solver beside the screen's own thread, then draws its answer."""
        found = await threads.in_thread(distance, held, contract, rules)
        self._distance = (tuple(held), round, found)
        if self.is_attached and self.app.screen is self:
            self.draw_middle()

    def action_wishes(self) -> None:
        """Opens the wishes of this seat."""
        from shanghai.ui.screens.table.wishes import WishScreen

        known = self._distance
        shown = known is not None and not self.hides_needs
        helps = known[2].helps if known is not None and shown else frozenset()
        self.app.push_screen(WishScreen(self.session, self.seat, helps))

    # -- keys --

    @property
    def is_offered(self) -> bool:
        """Whether this seat, out of turn, is asked about the card on offer."""
        session = self.session
        if self.view.turn == self.seat or not session.window_open():
            return False
        return self.seat in session.callers() or self.seat in session.shanghai_callers()

    def keys(self) -> tuple[Key, ...]:
        """The keys of the phase, then those that always hold."""
        view, offered = self.view, self.is_offered
        if view.turn == self.seat and view.phase is Phase.PLAY:
            keys = (*self._play_keys(), *self.DIGIT_KEYS)
        elif view.turn == self.seat and view.phase is Phase.DRAW:
            calls = (*unsay_keys(view, self.session), *self._call_keys(self.session.callers()))
            keys = (*self._draw_keys(), *calls)
        elif offered:
            no = Key("n", "No", "no_call")
            keys = (*self._call_keys((self.seat,)), no, *self.clock_keys())
        else:
            keys = ()
        return (
            *keys,
            *self._silence_keys(offered),
            Key("space", "Pick", "pick", also=("enter",)),
            Key("o", "Sort", "sort"),
            Key("b", "Hide", "blank"),
            *self.hint_keys(view.turn == self.seat or offered),
            Key("w", "Needs", "needs", shown=False),
            Key("u", "Undo", "undo", self.session.back.is_possible),
            Key("f", self._wishes_label(), "wishes", self._may_wish()),
            Key("escape", "", "step_back", also=("backspace",), shown=False),
            *self.COMMON,
            *self.HAND_KEYS,
        )

    def idle_keys(self) -> tuple[Key, ...]:
        """The keys of a turn that the moment has not."""
        from shanghai.ui.screens.table.player_reasons import idle_keys

        return idle_keys(self)

    def why_not(self, key: Key) -> str:
        """Why a key does nothing now, in the words of the rules."""
        from shanghai.ui.screens.table.player_reasons import why_not

        return why_not(self, key)

    def _may_wish(self) -> bool:
        """Whether the seat has a call left to wish with."""
        view, held = self.view, self.view.seats[self.seat]
        return view.calls_left(self.seat) > 0 and (view.rules.call_when_down or not held.down)

    def _wishes_label(self) -> str:
        count = self.session.wishes.of(self.seat).count
        return f"Wishes: {count}" if count else "Wishes"

    def _silence_keys(self, offered: bool) -> tuple[Key, ...]:
        """The key with which one person among computers is asked about no more cards, or again."""
        session = self.session
        if session.is_silent:
            return (Key("N", "Ask me again", "be_silent(False)"),)
        if not offered or len(session.people) > 1 or session.is_lesson:
            return ()
        return (Key("N", "No more calls", "be_silent(True)"),)

    def action_be_silent(self, silent: bool) -> None:
        """Is asked about no more cards of the round, or again."""
        self.session.be_silent(silent)
        self.redraw()
        word = self.view.rules.words.round
        told = f"No more questions about calls in this {word}; N asks again."
        self.say(told if silent else "", "dim")

    def _draw_keys(self) -> tuple[Key, ...]:
        session, seat = self.session, self.seat
        may_take = not session.why_not(Take(seat))
        may_let_go = (may_take or bool(self.view.calls)) and not session.why_not(Pass(seat))
        return (
            Key("d", "Draw", "draw"),
            Key("t", "Take", "take", may_take),
            Key("p", "Let go", "let_go", may_let_go),
        )

    def _call_keys(self, seats: Sequence[SeatIndex]) -> tuple[Key, ...]:
        view, able = self.view, self.session.callers()
        word = call_name(view.rules)
        keys = [seat_key(view, seat, word, f"call({seat})", seat in able) for seat in seats]
        if view.rules.shanghai:
            may = bool(self.session.shanghai_callers())
            keys.append(Key("s", "SHANGHAI", "shanghai", may))
        return tuple(keys)

    def _play_keys(self) -> tuple[Key, ...]:
        view, rules = self.view, self.view.rules
        held = view.seats[self.seat]
        laying = held.down and (rules.lay_off_at_once or not view.went_down) and bool(view.table)
        one = len(self.hand.picked) < 2 and bool(held.hand)
        jokers = any(meld.jokers for meld in view.table)
        keys = [
            Key("g", "Go down", "go_down", not held.down),
            Key("l", "Lay off", "lay_off", laying and one),
            Key("a", "Lay all", "lay_all", laying),
        ]
        if rules.exchange != "none":
            keys.append(Key("j", "Joker", "exchange", jokers and one))
        keys.append(Key("x", "Discard", "discard", one and not self._bound()))
        if rules.shanghai:
            keys.append(Key("h", "Discard SHANGHAI", "discard(True)", self._may_declare()))
        if not rules.last_discard or view.all_in:
            keys.append(Key("e", "End turn", "end", not self.session.why_not(EndTurn(self.seat))))
        return tuple(keys)

    def _bound(self) -> bool:
        """Whether no discard at all is allowed now."""
        hand = self.hand.cards
        return not hand or bool(self.session.why_not(Discard(self.seat, hand[0])))

    def _may_declare(self) -> bool:
        """Whether SHANGHAI may be declared with the picked card, or the one under the cursor."""
        card = self.hand.picked[0] if len(self.hand.picked) == 1 else self.hand.current
        if card is None or len(self.hand.picked) > 1:
            return False
        return any(places(self.view.rules, meld, card) for meld in self.view.table)
