"""The screen of the seats during a game: who plays them, a person or a computer, with what help."""

from functools import cached_property

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from shanghai.engine.seats import SeatIndex, by_seat, next_seat
from shanghai.storage.settings import PlayerHelp
from shanghai.table.places import GiveSeat
from shanghai.ui.kit.command import BACK, FIRST, Reason, command
from shanghai.ui.kit.lines import (
    Bit,
    CommandTarget,
    Lines,
    Row,
    Target,
    balanced,
    in_columns,
    wrap_text,
)
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.table import levels
from shanghai.ui.table.pin import SetPinScreen
from shanghai.ui.table.seat_keys import SeatKeys
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_screen import TableScreen
from shanghai.ui.table.targets import SeatTarget
from shanghai.words import table_seats as words
from shanghai.words.cells import cell_width
from shanghai.words.grammar import listed
from shanghai.words.player_names import clean_name, free_computer_name, name_fault
from shanghai.words.short_names import short_names

_WIDTH = 76
_NAME_CELLS = 17
_FIELD_CELLS = 33
"""The cells of a name that fit into the field, with the cursor after it."""


class TableSeatsScreen(TableScreen[bool]):
    """Hands seats over and changes what help a player has. Answers True if a seat was handed
    over."""

    MIDDLE = 80
    DEFAULT_CSS = """
    TableSeatsScreen {
        & #form { width: 80; height: auto; min-height: 17; }
        & #words { height: auto; margin: 1 2 0 2; }
        & Input { margin: 1 2 0 2; width: 40; }
        & #status { margin: 1 2; }
        & Input.-long { width: 48; }
    }
    """
    KEYS = (BACK.on("escape,q", typing=False),)
    seats = cached_property(SeatKeys)
    SHOWS_NO_HAND = False
    HEADING = words.late("TITLE")
    HELP_TEXT = words.late("HELP")

    def __init__(self, session: Session, seat: SeatIndex) -> None:
        super().__init__(session)
        self._at = SeatIndex(max(0, seat))
        self._to = levels.PERSON

    def content(self) -> ComposeResult:
        """The seats, who takes the marked one, and the field for a name."""
        with Vertical(id="form"):
            yield Lines(id="words")
            yield TextField(max_length=60, select_on_focus=False)
            yield Lines([()], id="status")

    def redraw(self) -> None:
        """Draws the seats, and what is planned for the marked one."""
        rows = [self._line(seat) for seat, _ in by_seat(self.session.names)]
        key, name = self.keys.cap("name-seat"), self.session.names[self._at]
        hands_over = words.HANDS_OVER.format(key=key, name=name)
        to = Bit(levels.level_words(self._to), "strong", CommandTarget("right"))
        rows += [(), *balanced((Bit(hands_over, "accent"), to, Bit(".")), _WIDTH)]
        character = levels.character_of(self._to, self.session.rules)
        rows += balanced((Bit(character, "dim"),), _WIDTH) if character else [()]
        for part in levels.missing_command(self._to, self.session.rules, _WIDTH):
            rows += wrap_text(part, _WIDTH)
        rows += balanced((Bit(words.SEAT_STAYS, "dim"),), _WIDTH)
        self.query_one("#words", Lines).show(rows)
        self.refresh_keys()

    def _line(self, seat: SeatIndex) -> Row:
        session, marked, target = self.session, seat == self._at, SeatTarget(seat)
        mark = self.app.card_style.arrow if marked else " "
        look = "cursor" if marked else ""
        short = short_names(session.names, _NAME_CELLS)[seat]
        name = Bit(f" {mark} {seat + 1}  {short}", look or "strong")
        level = Bit(levels.level_words(session.level(seat)), look)
        columns = ((name, 24), (level, 30), (Bit(self._without(seat), look), 22))
        return in_columns((((bit,), cells, target) for bit, cells in columns), look)

    def _without(self, seat: SeatIndex) -> str:
        if self.session.is_bot(seat):
            return ""
        name = self.session.names[seat]
        aids: tuple[PlayerHelp, ...] = ("hints", "needs")
        without = words.table("WITHOUT")
        lacks = [without[aid] for aid in aids if not self.app.settings.has_help(aid, name)]
        return listed([*lacks, words.PIN] if seat in self.session.pins else lacks, ",")

    def clicked(self, target: Target) -> None:
        """Marks a clicked seat. A click on who takes it changes that."""
        super().clicked(target)
        match target:
            case SeatTarget(seat) if not self.is_typing:
                self._at, self._pressed = seat, ""
                self.redraw()

    @command("down,j,tab", 1, id="next", label=words.late("SEAT"), cap="↑↓", place=FIRST)
    @command("up,k,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._at = next_seat(self._at, len(self.session.names), by)
        self.say()
        self.redraw()

    @command("right", 1, id="right", label=words.late("WHO"), cap="←→", place=FIRST)
    @command("left", -1, id="left", shown=False, place=FIRST)
    def action_change(self, by: int) -> None:
        """Plans a person, or a computer of the next strength, for the marked seat."""
        self._to = levels.other_strength(self._to, by)
        self.redraw()

    @command(
        "asterisk,t",
        why_not=lambda self: None if levels.has_players(self._to) else words.NO_TEMPERS,
        place=FIRST,
    )
    def action_character(self) -> None:
        """Plans the next computer player of the same strength for the marked seat."""
        self._to = levels.other_player(self._to)
        self.redraw()

    def _why_no_help(self, _: PlayerHelp) -> Reason | None:
        return words.NO_HELP if self.session.is_bot(self._at) else None

    @command("h", "hints", id="seat-hints", why_not=_why_no_help)
    @command("w", "needs", id="seat-needs", why_not=_why_no_help)
    def action_aid(self, aid: PlayerHelp) -> None:
        """Switches a kind of help for the player in the marked seat."""
        self.app.toggle_name(f"no_{aid}", self.session.names[self._at])
        self.redraw()

    def _why_no_pin(self) -> Reason | None:
        if self.session.is_bot(self._at):
            return words.NO_PIN
        if self.session.is_lesson:
            return words.NO_PIN_IN_LESSON
        if self._at == self.session.keyboard or self._at in self.session.pins:
            return None
        return words.OWN_PIN.format(name=self.session.short_names[self._at])

    @command("p", why_not=_why_no_pin)
    def action_seat_pin(self) -> None:
        """Asks for a new PIN of the player at the keyboard. Removes that of another player if
        pressed twice."""
        seat = self._at
        if seat == self.session.keyboard:
            self.app.open(SetPinScreen(self.session, seat), lambda _: self.redraw())
        elif self.is_second_press:
            self.session.set_pin(seat, None)
            self.say()
            self.redraw()
        else:
            key, name = self.keys.cap("seat-pin"), self.session.short_names[seat]
            self.say(words.TAKES_PIN_AWAY(key=key, name=name))

    @command("enter", place=FIRST)
    def action_name_seat(self) -> None:
        """Opens the field for a name. It begins with that of the person who had the seat, or of a
        computer."""
        name = self.session.seating.former(self._at)
        if self._to:
            name = free_computer_name(self.session.names, levels.own_name(self._to))
        self.field.open(name, words.NAME)
        self.field.select_all()
        self.refresh_keys()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Widens the field for a name that is too long for it."""
        message.input.set_class(cell_width(message.value) > _FIELD_CELLS, "-long")

    @command("enter", id="take-seat", typing=True, place=FIRST)
    def action_take(self) -> None:
        """Hands the marked seat over. Says what is wrong with the name if it cannot."""
        name = clean_name(self.field.value)
        others = [other for at, other in enumerate(self.session.names) if at != self._at]
        gives = GiveSeat(name, self._to)
        if wrong := name_fault(name, others) or self.session.ask(self._at, gives):
            self.say(wrong)
        else:
            self.dismiss(True)

    @command("escape", typing=True, place=FIRST)
    def action_leave_name(self) -> None:
        """Closes the field."""
        self.field.close()
        self.say()
        self.refresh_keys()
