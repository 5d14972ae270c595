"""Who plays: names, people or computers, and the order round the table.

Long, as the list, the names and the computers change one list of seats.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Center, Vertical
from textual.suggester import SuggestFromList
from textual.widgets import Input

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.engine.handicap import NO_HANDICAP, Handicap, handicap_fault
from shanghai.engine.rules import Rules
from shanghai.storage.settings import SeatChoice
from shanghai.text.handicaps import handicap_words
from shanghai.text.player_names import clean_name, free_computer_name, is_computer_name, name_fault
from shanghai.text.short_names import NAME_CELLS, short_names
from shanghai.ui import routes
from shanghai.ui.commands.command import Command
from shanghai.ui.commands.players import PLAYERS
from shanghai.ui.screens.base import BaseScreen
from shanghai.ui.session.levels import (
    character_of,
    other_player,
    other_strength,
    own_name,
    own_names,
    players_of,
    present_level,
    sign_of,
    strength_of,
)
from shanghai.ui.text.setup import TYPE_A_NAME, now_person_text, players_range, seats_fault
from shanghai.ui.widgets.lines import Bit, Lines, Row, pad, row, wrap
from shanghai.ui.widgets.text_field import TextField

FIRST_LEVEL: Final = USUAL_LEVEL
"""The level of a computer that nobody chose."""
_SHOWN_NAMES: Final = 8
_NAME_CELLS: Final = 25
"""The cells of a name in the list of the seats."""
_UNCHOSEN: Final = "choose…"


class PlayersScreen(BaseScreen[tuple[SeatChoice, ...]]):
    """Asks who sits where; gives the seats, clockwise, or None for the way back."""

    HELP_TEXT = (
        "A line for each player, clockwise. {name} names the marked seat, and so does typing a "
        "name that begins with a capital letter; a player with a "
        "name of their own is a person. The arrows left and right make the seat a person's or a "
        "computer's, weaker or stronger, and {temper} calls a player of that strength by name, "
        "each with a way of playing. {add-player} adds a player, {remove-player} "
        "takes one away, {seat-up} and {seat-down} move a seat up and down. {handicap} gives a "
        "seat a handicap, which a + after the name shows. {play} deals, once "
        "all have names. Who deals first is drawn for."
    )
    DEFAULT_CSS = """
    PlayersScreen {
        align: center middle;
        & #form { width: 100%; height: auto; min-height: 17; }
        & Center { height: auto; }
        & #seats { width: 66; height: auto; margin-top: 1; }
        & #naming { width: 66; height: auto; margin-top: 1; display: none; }
        & Input { width: 66; border: tall $line; background: $surface; display: none; }
        & Input:focus { border: tall $accent; }
        & #said { width: 66; height: auto; margin-top: 1; }
        &.-naming #naming, &.-naming Input { display: block; }
    }
    .-ascii PlayersScreen Input, .-ascii PlayersScreen Input:focus { border: ascii $accent; }
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatChoice] = (),
        names: Sequence[str] = (),
        left_with: Callable[[tuple[SeatChoice, ...]], None] | None = None,
    ) -> None:
        super().__init__()
        self._left_with = left_with
        self._rules = rules
        self._names = tuple(names)
        self._typed: set[str] = set()
        self._given = tuple(seats)
        self._seats = list(_fitting(rules, seats))
        self._at = 0

    def seats_to_keep(self) -> tuple[SeatChoice, ...]:
        """The seats to begin with next time: as they stand, then those that found no room here."""
        if self._seats == list(_fitting(self._rules, self._given)):
            return self._given
        return (*self._seats, *self._given[self._rules.max_players :])

    def dismiss(self, result: tuple[SeatChoice, ...] | None = None) -> AwaitComplete:
        """Leaves the screen; without an answer the seats are kept as they stand."""
        if result is None and self._left_with is not None:
            self._left_with(self.seats_to_keep())
        return super().dismiss(result)

    def heading(self) -> str:
        """The variant that is to be played."""
        return f"Who plays?  {self._rules.name}: {players_range(self._rules)}"

    def content(self) -> ComposeResult:
        """The seats, the field for a name, and what is wrong."""
        with Vertical(id="form"):
            with Center():
                yield Lines(id="seats")
            with Center():
                yield Lines(id="naming")
            with Center():
                yield TextField(
                    max_length=60,
                    suggester=SuggestFromList(self._names, case_sensitive=False),
                    placeholder="a name",
                    select_on_focus=False,
                )
            with Center():
                yield Lines(id="said")

    def on_mount(self) -> None:
        """Draws the seats."""
        self.set_focus(None)
        self.draw()

    AUTO_FOCUS = ""
    COMMAND_LIST = PLAYERS

    @property
    def has_temper(self) -> bool:
        """Whether there are players with names of their own for the marked seat."""
        return self._has_players(self._seats[self._at])

    @property
    def why_full(self) -> str:
        """Why no player can be added, empty if one can."""
        most = min(8, self._rules.max_players)
        if len(self._seats) < most:
            return ""
        return f"{self._rules.name} takes {most} players at most."

    @property
    def position(self) -> tuple[int, int]:
        """The number of the marked seat, from 0, and of all seats."""
        return self._at, len(self._seats)

    @property
    def is_naming(self) -> bool:
        """Whether a name is being typed."""
        return self.has_class("-naming")

    def fault(self) -> str | None:
        """Why the game cannot be dealt to these seats, as a sentence; None if it can."""
        wrong = seats_fault(self._rules, len(self._seats))
        if wrong is None and (why := handicap_fault(self._rules, self._handicaps)):
            wrong = f"{why.capitalize()}."
        for index, seat in enumerate(self._seats):
            others = [other.name for other in self._seats[:index]]
            wrong = wrong or name_fault(seat.name, others)
        return wrong

    @property
    def _handicaps(self) -> list[Handicap]:
        return [seat.handicap for seat in self._seats]

    def draw(self, done: str = "") -> None:
        """Draws the seats, what a name has done, what is wrong with them, and the keys."""
        rows: list[Row] = [self._line(index) for index in range(len(self._seats))]
        if len(self._seats) < min(8, self._rules.max_players):
            rows.append(row(Bit("   +  add a player", "dim", "add")))
        self.query_one("#seats", Lines).show(rows)
        fault = self.fault()
        said: list[Row] = wrap(row(Bit(done, "accent")), 64) if done else []
        if fault is not None:
            said += wrap(row(Bit(fault, "warn")), 64)
        marked = self._seats[self._at]
        if not (said or marked.bot or self._is_chosen(marked.name) or self.is_naming):
            said += wrap(row(Bit(TYPE_A_NAME, "dim")), 64)
        character = character_of(self._seats[self._at].bot)
        if character:
            words = f"{self._seats[self._at].name or 'The computer'}: {character}"
            said += wrap(row(Bit(words, "dim")), 64)
        if agreed := handicap_words(self._seats[self._at].handicap):
            said += wrap(row(Bit(f"Handicap: {agreed}.", "accent")), 64)
        self.query_one("#said", Lines).show(said)
        self._draw_naming()
        self.refresh_keys()

    def _line(self, index: int) -> Row:
        """One seat: its number, its name, and who plays it."""
        seat, marked = self._seats[index], index == self._at
        names = short_names(tuple(seat.name for seat in self._seats), _NAME_CELLS)
        plain = bool(getattr(self.app, "is_ascii", False))
        mark = (">" if plain else "▸") if marked else " "
        look = "cursor" if marked else ""
        name_look = look or "strong"
        given = " +" if seat.handicap != NO_HANDICAP else ""
        shown = f" {mark} {index + 1}  {names[index] or '(no name yet)'}{given}"
        name = pad(row(Bit(shown, name_look)), 32, look)
        player = ""
        if self._has_players(seat):
            sign = sign_of(seat.bot, ascii_only=plain)
            player = f"{sign} {own_name(seat.bot)}" if sign else _UNCHOSEN
        kind = f"computer  {strength_of(seat.bot)}" if seat.bot else "person"
        return (
            *(bit._replace(target=("name", index)) for bit in name),
            *pad(row(Bit(kind, look, ("kind", index))), 20, look),
            *pad(row(Bit(player, look, ("temper", index))), 14, look),
        )

    @staticmethod
    def _has_players(seat: SeatChoice) -> bool:
        """Whether there are players with names of their own for a seat."""
        return bool(seat.bot) and len(players_of(strength_of(seat.bot))) > 1

    def _draw_naming(self) -> None:
        bits = [Bit(f"Name of seat {self._at + 1}", "accent")]
        free = [name for name in self._names if name not in {seat.name for seat in self._seats}]
        rows = [row(*bits)]
        if free:
            known = [Bit("Played before  ", "dim")]
            free = free[:_SHOWN_NAMES]
            for name, short in zip(free, short_names(tuple(free), NAME_CELLS), strict=True):
                known += [Bit(short, "strong", ("known", name)), Bit("  ")]
            rows += wrap(row(*known), 66)
        self.query_one("#naming", Lines).show(rows)

    def on_lines_clicked(self, message: Lines.Clicked) -> None:
        """A click marks a seat; on the marked one it names it or changes who plays it."""
        message.stop()
        match message.target:
            case "add":
                self.action_add()
            case ("known", str(name)):
                self._take(name)
            case (str(part), int(index)) if self.is_naming:
                if index != self._at and part in ("name", "kind"):
                    self.action_take_name()
            case (str(part), int(index)):
                was_marked = index == self._at
                self._at = index
                if part == "kind" and was_marked:
                    self.action_change(1)
                elif part == "temper" and was_marked:
                    self.action_temper()
                elif was_marked:
                    self.action_name_seat()
                else:
                    self.draw()

    def action_move(self, by: int) -> None:
        """Moves the mark."""
        self._at = (self._at + by) % len(self._seats)
        self.draw()

    def action_shift(self, by: int) -> None:
        """Moves the marked seat round the table."""
        other = self._at + by
        seats = self._seats
        seats[self._at], seats[other] = seats[other], seats[self._at]
        self._at = other
        self.draw()

    def action_change(self, by: int) -> None:
        """Gives the marked seat to a person or to a computer of the next strength."""
        self._give(other_strength(self._seats[self._at].bot, by))

    def action_temper(self) -> None:
        """Gives the marked seat to the next player of the same strength."""
        seat = self._seats[self._at]
        if self._has_players(seat):
            self._give(other_player(seat.bot))

    def _give(self, bot: str) -> None:
        """Gives the marked seat to a person or a computer, and a name that nobody chose to fit."""
        seat = self._seats[self._at]
        name = seat.name
        is_other = bool(bot) != bool(seat.bot) or own_name(bot) != own_name(seat.bot)
        if is_other and not self._is_chosen(name):
            others = [other.name for other in self._seats if other is not seat]
            name = fresh_name(others, bot, self._names)
        self._seats[self._at] = structs.replace(seat, name=name, bot=bot)
        self.draw()

    def _is_chosen(self, name: str) -> bool:
        """Whether somebody has typed the name, so that it stays with the seat."""
        if name in self._names or name in self._typed:
            return True
        return (
            bool(name)
            and not is_computer_name(name, own_names())
            and not name.startswith("Player ")
        )

    def action_add(self) -> None:
        """Adds a computer at the end."""
        if len(self._seats) < min(8, self._rules.max_players):
            taken = [seat.name for seat in self._seats]
            self._seats.append(SeatChoice(fresh_name(taken, FIRST_LEVEL), FIRST_LEVEL))
            self._at = len(self._seats) - 1
            self.draw()

    def action_remove(self) -> None:
        """Takes the marked seat away."""
        if len(self._seats) > 1:
            del self._seats[self._at]
            self._at = min(self._at, len(self._seats) - 1)
            self.draw()

    def action_name_seat(self) -> None:
        """Opens the field for the name of the marked seat."""
        field = self.query_one(Input)
        field.value = self._seats[self._at].name
        self.add_class("-naming")
        field.focus()
        field.select_all()
        self.draw()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Takes the typed name."""
        message.stop()
        self.action_take_name()

    def action_take_name(self) -> None:
        """Takes what stands in the field as the name, and marks the next seat."""
        self._take(self.query_one(Input).value)

    def _take(self, typed: str) -> None:
        """Gives the marked seat a name; a computer makes room for a person who types one."""
        seat, name = self._seats[self._at], clean_name(typed)
        is_new = bool(name) and name != seat.name
        if is_new:
            self._typed.add(name)
        bot = "" if is_new else seat.bot
        self._seats[self._at] = structs.replace(seat, name=name, bot=bot)
        self._at = min(self._at + 1, len(self._seats) - 1)
        self.action_stop_naming()
        if is_new and seat.bot:
            self.draw(now_person_text(name))

    def command_for(self, key: str, character: str | None = None) -> Command | None:
        """The command of a key; a capital letter begins a name instead, as names do."""
        if not self.is_naming and character is not None and character.isupper():
            return None
        return super().command_for(key, character)

    def hear_nothing(self, character: str) -> None:
        """Begins the name of the marked seat with a letter that is no command."""
        if self.is_naming or not character.isalpha():
            super().hear_nothing(character)
            return
        self.action_name_seat()
        field = self.query_one(Input)
        field.value = character
        field.cursor_position = len(character)

    def action_stop_naming(self) -> None:
        """Closes the field."""
        self.remove_class("-naming")
        self.set_focus(None)
        self.draw()

    def action_handicap(self) -> None:
        """Asks what the marked seat is given beside the rules."""
        seat = self._seats[self._at]
        name = seat.name or f"seat {self._at + 1}"
        self.open(routes.SeatHandicap(name, seat.handicap), self._take_handicap)

    def _take_handicap(self, handicap: Handicap | None) -> None:
        if handicap is not None:
            seat = self._seats[self._at]
            self._seats[self._at] = structs.replace(seat, handicap=handicap)
        self.draw()

    def action_play(self) -> None:
        """Gives the seats."""
        if not self.fault():
            self.dismiss(tuple(self._seats))


def fresh_name(taken: Sequence[str], bot: str = "", known: Sequence[str] = ()) -> str:
    """A name that nobody at the table has: for a person one that has played before."""
    if bot:
        return free_computer_name(taken, own_name(bot))
    pool = (*known, *(f"Player {number}" for number in range(1, 10)))
    return next(name for name in pool if name_fault(name, taken) is None)


def _fitting(rules: Rules, seats: Sequence[SeatChoice]) -> Sequence[SeatChoice]:
    """The seats of last time as far as the variant takes them, filled up with computers."""
    known = [
        structs.replace(seat, bot=present_level(seat.bot))
        if seat.bot in LEVELS or not seat.bot
        else structs.replace(seat, bot=FIRST_LEVEL)
        for seat in seats
    ]
    if not known:
        known = [SeatChoice("Player 1")]
    wanted = max(rules.min_players, min(4, rules.max_players)) if not seats else rules.min_players
    while len(known) < wanted:
        taken = [seat.name for seat in known]
        known.append(SeatChoice(fresh_name(taken, FIRST_LEVEL), FIRST_LEVEL))
    return known[: rules.max_players]
