"""The screens that ask who plays: names, seats, computer players and handicaps."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import structs
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Center, Vertical, VerticalScroll
from textual.suggester import SuggestFromList

from shanghai.bots.levels import BEGINNERS_LEVEL, LEVELS, USUAL_LEVEL
from shanghai.engine import handicap as handicaps
from shanghai.engine.handicap import Player
from shanghai.engine.rules import Rules
from shanghai.engine.sides import sides_of
from shanghai.ui.kit.cards import seat_look, seat_sign
from shanghai.ui.kit.command import BACK, FIRST, Reason, command
from shanghai.ui.kit.lines import (
    Bit,
    CommandTarget,
    IndexTarget,
    Lines,
    Row,
    Target,
    balanced,
    in_columns,
    pad,
    row,
    wrap,
    wrap_text,
)
from shanghai.ui.kit.list_screen import Choice, FormScreen, following
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.text_field import TextField
from shanghai.ui.table import levels
from shanghai.words import setup
from shanghai.words.cells import cut_text
from shanghai.words.games import of_game
from shanghai.words.handicaps import handicap_words
from shanghai.words.player_names import clean_name, free_computer_name, is_computer_name, name_fault
from shanghai.words.refusals import why
from shanghai.words.scores import SIDE_LETTERS
from shanghai.words.short_names import NAME_CELLS, short_names

_WIDTH = 74
_FORM: Final = 66
"""The cells of a line about the seats."""
_MAX_KNOWN = 8
_MAX_SEATS: Final = 8
_NAME_CELLS: Final = 25


class NameTarget(Target, frozen=True):
    """A click on the name of a person who has played before."""

    name: str


class SeatPart(Target, frozen=True):
    """A click on a part of a seat's line: its name, who plays it, or the computer's character."""

    part: Literal["name", "kind", "character"]
    index: int


def known_rows(names: Sequence[str], width: int, look: str) -> list[Row]:
    """A line of the first few names that have played before, to be clicked. No row without
    names."""
    known = [Bit(setup.PLAYED_BEFORE, "dim")]
    free = tuple(names[:_MAX_KNOWN])
    for name, short in zip(free, short_names(free, NAME_CELLS), strict=True):
        known += [Bit(short, look, NameTarget(name)), Bit("  ")]
    return wrap(row(*known), width) if free else []


class NamesScreen(BaseScreen[tuple[str, ...]]):
    """Asks for names of people. Answers with them in their order, or None."""

    SHOWS_NO_HAND = True
    MIDDLE = 76
    AUTO_FOCUS = "Input"
    DEFAULT_CLASSES = "-typing"
    KEYS = (BACK,)
    HELP_TEXT = setup.say.late("NAMES_HELP")
    DEFAULT_CSS = """
    NamesScreen {
        & #form { width: 100%; height: 100%; max-height: 20; }
        &.-tall #form { max-height: 15; }
        & Input { width: 74; margin-top: 1; }
        & VerticalScroll { height: 1fr; align: center top; }
        & Lines { width: 74; height: auto; margin-top: 1; }
    }
    """

    def __init__(
        self, title: str, counts: Sequence[int], known: Sequence[str], names: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.HEADING = title
        self._counts, self._most = counts, counts[-1]
        self._known = tuple(known)
        self.names = list(names)
        self._message = ""

    def content(self) -> ComposeResult:
        """The field, and the names so far."""
        with Vertical(id="form"):
            names = SuggestFromList(self._known, case_sensitive=False)
            asks = setup.NAME_FIELD
            field = TextField("", asks, max_length=800, suggester=names, select_on_focus=False)
            yield Center(field)
            yield VerticalScroll(Lines(id="names"), can_focus=False)

    @property
    def fault(self) -> str:
        """Why these are too few or too many names, as a sentence. Empty if their number is
        right."""
        count = len(self.names)
        wanted = next((allowed for allowed in self._counts if allowed >= count), count)
        if count < wanted:
            return setup.MORE_NAMES(count=wanted - count)
        return "" if len(self.names) <= self._most else setup.AT_MOST_PLAY.format(count=self._most)

    def draw(self) -> None:
        """Draws the names, those of people who have played before, and what is wrong."""
        bits: list[Bit] = []
        for at, name in enumerate(short_names(tuple(self.names), NAME_CELLS)):
            bits += [Bit(f"{at + 1} ", "dim"), Bit(name, "strong", IndexTarget(at)), Bit("   ")]
        rows = wrap(row(*(bits or [Bit(setup.TYPE_NAMES, "dim")])), _WIDTH)
        wrong = self._message or (self.fault if self.names else "")
        rows += [(), *(balanced((Bit(wrong, "warn"),), _WIDTH) if wrong else [()])]
        free = [name for name in self._known if name not in self.names]
        rows += [(), *known_rows(free, _WIDTH, "accent")] if free else []
        self.query_one("#names", Lines).show(rows)
        self.refresh_keys()

    def on_input_changed(self) -> None:
        """Updates the label of Enter, which adds a name or is done."""
        self.refresh_keys()

    @command(
        "enter",
        label=lambda self: setup.ADD if self.field.value.strip() else setup.DONE,
        why_not=lambda self: None if self.field.value.strip() else self.fault or None,
        typing=True,
    )
    def action_add_name(self) -> None:
        """Adds the typed names. If none is typed, the screen answers with all names."""
        typed = [name for part in self.field.value.split(",") if (name := clean_name(part))]
        if typed or self.fault:
            self._add(typed)
        else:
            self.dismiss(tuple(self.names))

    def _add(self, names: Sequence[str]) -> None:
        """Adds the names that are allowed. The others stay in the field, with a message."""
        left: list[str] = []
        self._message = ""
        for name in names:
            wrong = name_fault(name, self.names)
            if wrong is None and len(self.names) >= self._most:
                wrong = setup.AT_MOST_PLAY.format(count=self._most)
            if wrong is None:
                self.names.append(name)
            else:
                self._message = self._message or wrong
                left.append(name)
        self.field.value = ", ".join(left)
        self.draw()

    @command("ctrl+d", when=lambda self: bool(self.names), typing=True)
    def action_drop_name(self) -> None:
        """Removes the last name."""
        self.names.pop()
        self._message = ""
        self.draw()

    def clicked(self, target: Target) -> None:
        """Removes a clicked name from the list, or adds one that has played before."""
        match target:
            case IndexTarget(at) if at < len(self.names):
                del self.names[at]
                self._message = ""
                self.draw()
            case NameTarget(name):
                self._add([name])


class Seating:
    """The seats of a new game, clockwise, and which of them is marked. `at` is its index."""

    def __init__(
        self, rules: Rules, given: Sequence[Player] = (), known: Sequence[str] = ()
    ) -> None:
        """Begins with `given`, the seats of the last game. `known` are names that have played."""
        self.rules = rules
        self.known = tuple(known)
        self.seats = list(_fitting(rules, given))
        self.at = 0
        if given and self.fault is None:
            self.at = len(self.seats)
        self._given = tuple(given)
        self._typed: set[str] = set()
        self._proposed: set[str] = set()
        """Names that were given to a seat when its player changed. Nobody has typed them."""

    @property
    def marked(self) -> Player:
        """The marked seat, or the last one if the line below the seats is marked."""
        return self.seats[min(self.at, len(self.seats) - 1)]

    @property
    def is_on_seat(self) -> bool:
        """Whether a seat is marked. Else the line below them is, which deals."""
        return self.at < len(self.seats)

    @property
    def why_full(self) -> str | None:
        """Why no player can be added. None if one can."""
        most = min(_MAX_SEATS, _sizes(self.rules)[-1])
        fault = setup.TAKES_AT_MOST(name=of_game(self.rules.name), count=most)
        return fault if len(self.seats) >= most else None

    @property
    def fault(self) -> str | None:
        """Why the game cannot be dealt to these seats, as a sentence. None if it can."""
        wrong = setup.seats_fault(self.rules, len(self.seats))
        given = [seat.handicap for seat in self.seats]
        if wrong is None and (bad := handicaps.refuse_handicaps(self.rules, given, len(given))):
            wrong = setup.SENTENCE(text=why(bad))
        for index, seat in enumerate(self.seats):
            wrong = wrong or name_fault(seat.name, [other.name for other in self.seats[:index]])
        return wrong

    @property
    def is_name_chosen(self) -> bool:
        """Whether a person has chosen the name of the marked seat. Then the seat keeps it."""
        name = self.marked.name
        if name in self._typed:
            return True
        if name in self.known:
            return name not in self._proposed
        is_free = not name or name in _nobodies()
        return not is_free and not is_computer_name(name, levels.own_names())

    def to_keep(self) -> tuple[Player, ...]:
        """The seats to begin with next time. Those for which these rules have no room come last."""
        if self.seats == list(_fitting(self.rules, self._given)):
            return self._given
        return (*self.seats, *self._given[_sizes(self.rules)[-1] :])

    def shift(self, by: int) -> None:
        """Moves the marked seat by so many places."""
        other, seats = self.at + by, self.seats
        seats[self.at], seats[other] = seats[other], seats[self.at]
        self.at = other

    def give(self, bot: str) -> None:
        """Gives the marked seat to the computer `bot`, or to a person if that is empty. The seat
        gets a name that fits, unless a person has chosen its name."""
        seat, name = self.marked, self.marked.name
        before = seat.level
        is_other = bool(bot) != bool(before) or levels.own_name(bot) != levels.own_name(before)
        if is_other and not self.is_name_chosen:
            others = [other.name for other in self.seats if other is not seat]
            name = _fresh_name(others, bot, self.known)
            self._proposed.add(name)
        self.seats[self.at] = structs.replace(seat, name=name, bot=bot)

    def name(self, typed: str) -> bool:
        """Gives the marked seat a name and marks the next seat. Returns whether it is a new name. A
        person plays a seat with a new name."""
        seat, name = self.marked, clean_name(typed)
        is_new = bool(name) and name != seat.name
        self._proposed.discard(name)
        if is_new:
            self._typed.add(name)
        self.seats[self.at] = structs.replace(seat, name=name, bot="" if is_new else seat.bot)
        self.at += 1
        return is_new

    def add(self) -> None:
        """Adds a computer at the end and marks it, if there is room."""
        if self.why_full is None:
            taken = [seat.name for seat in self.seats]
            self.seats.append(Player(_fresh_name(taken, USUAL_LEVEL), USUAL_LEVEL))
            self.at = len(self.seats) - 1


def _fresh_name(taken: Sequence[str], bot: str = "", known: Sequence[str] = ()) -> str:
    """A name that is not taken: for the computer `bot`, or a known or made-up one for a person."""
    if bot:
        return free_computer_name(taken, levels.own_name(bot))
    return next(name for name in (*known, *_nobodies()) if name_fault(name, taken) is None)


def _nobodies() -> Sequence[str]:
    return [setup.SOMEBODY(number=number) for number in range(1, 10)]


def _sizes(rules: Rules) -> Sequence[int]:
    """The numbers of players that can play. If none of them fits the sides, all that the rules
    name."""
    return rules.table_sizes or range(rules.min_players, rules.max_players + 1)


def _fitting(rules: Rules, seats: Sequence[Player]) -> Sequence[Player]:
    """The seats of the last game as far as the variant has room, filled up with computers. In the
    first game of all, these play at the level for beginners."""
    known = []
    for seat in seats:
        is_known = seat.level in LEVELS or not seat.level
        bot = levels.present_level(seat.level) if is_known else USUAL_LEVEL
        known.append(structs.replace(seat, bot=bot))
    if not known:
        known = [Player(_fresh_name(()))]
    sizes, wanted = _sizes(rules), 4 if not seats else len(known)
    wanted = next((size for size in sizes if size >= wanted), sizes[-1])
    while len(known) < wanted:
        taken = [seat.name for seat in known]
        level = USUAL_LEVEL if seats else BEGINNERS_LEVEL
        known.append(Player(_fresh_name(taken, level), level))
    return known[:wanted]


class PlayersScreen(BaseScreen[tuple[Player, ...]]):
    """Asks who sits where. Answers with the seats, clockwise, or with None to go back."""

    SHOWS_NO_HAND = True
    MIDDLE = 78
    HELP_TEXT = setup.say.late("PLAYERS_HELP")
    KEYS = (BACK.on("escape", typing=False),)
    LETTERS_ARE_KEYS = False
    DEFAULT_CSS = """
    PlayersScreen {
        & #form { width: 100%; height: auto; min-height: 17; }
        & Lines { width: 66; margin-top: 1; }
        & #install { width: auto; margin-top: 0; }
        &.-tall #seats { width: 72; }
        & #naming { display: none; }
        & Input { width: 66; }
        &.-typing #naming { display: block; }
    }
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Player] = (),
        names: Sequence[str] = (),
        left_with: Callable[[tuple[Player, ...]], None] | None = None,
    ) -> None:
        super().__init__()
        players = setup.players_range(rules)
        self.HEADING = setup.WHO_PLAYS.format(rules=of_game(rules.name), players=players)
        self._left_with = left_with
        self.seating = Seating(rules, seats, names)

    def dismiss(self, result: tuple[Player, ...] | None = None) -> AwaitComplete:
        """Leaves the screen. Without an answer, `left_with` gets the seats (extends Textual's)."""
        if result is None and self._left_with is not None:
            self._left_with(self.seating.to_keep())
        return super().dismiss(result)

    def content(self) -> ComposeResult:
        """The seats, the field for a name, and what is wrong."""
        with Vertical(id="form"):
            yield Center(Lines(id="seats"))
            yield Center(Lines(id="naming"))
            names = SuggestFromList(self.seating.known, case_sensitive=False)
            yield Center(TextField(max_length=60, suggester=names, select_on_focus=False))
            yield Center(Lines(id="said"))
            yield Center(Lines([], id="install"))

    def draw(self, done: str = "") -> None:
        """Draws the seats, messages about them, and the keys. `done` says what a name has
        changed."""
        seating, marked = self.seating, self.seating.marked
        rows: list[Row] = [self._line(index) for index in range(len(seating.seats))]
        if seating.why_full is None:
            rows.append(row(Bit(f"   +  {setup.ADD_A_PLAYER}", "dim", CommandTarget("add-player"))))
        play = CommandTarget("play")
        deal = Bit(f" {self.app.card_style.arrow}    {setup.DEAL_THE_CARDS}", "cursor", play)
        if seating.is_on_seat:
            deal = Bit(f"      {setup.DEAL_THE_CARDS}", "strong", play)
        rows.append(pad(row(deal), _FORM, deal.look))
        self.query_one("#seats", Lines).show(rows)
        messages = [(done, "accent"), (seating.fault or "", "warn")]
        if seating.rules.sides and not seating.fault:
            messages.append((self._sides_text(), "strong"))
        if not (done or seating.fault or self.is_typing):
            messages.append((setup.TYPE_A_NAME if seating.is_on_seat else setup.ENTER_DEALS, "dim"))
        is_spare = len(seating.seats) > _sizes(seating.rules)[0]
        if is_spare and seating.is_on_seat and not self.is_typing:
            removal = setup.SEAT_GOES(
                key=self.keys.cap("remove-player"), name=marked.name or setup.NO_NAME
            )
            messages.append((removal, "accent" if marked.bot else "dim"))
        character = levels.character_of(marked.level, seating.rules)
        if character and seating.is_on_seat:
            name = marked.name or setup.THE_COMPUTER
            messages.append((setup.PLAYS_SO.format(name=name, character=character), "dim"))
        if seating.is_on_seat and (agreed := handicap_words(marked.handicap)):
            messages.append((setup.AGREED_HANDICAP.format(words=agreed), "accent"))
        rows = []
        for text, look in messages:
            rows += balanced((Bit(text, look),), 64) if text else []
        self.query_one("#said", Lines).show(rows)
        self._show_install()
        taken = {seat.name for seat in seating.seats}
        naming = [row(Bit(setup.NAME_OF_SEAT.format(number=seating.at + 1), "accent"))]
        naming += known_rows([name for name in seating.known if name not in taken], _FORM, "strong")
        self.query_one("#naming", Lines).show(naming)
        self.refresh_keys()

    def _show_install(self) -> None:
        """Shows the command that installs what the computer of the marked seat lacks, below the
        other lines. It may be wider than these, so that it can be copied in one piece."""
        level = self.seating.marked.level if self.seating.is_on_seat else levels.PERSON
        parts = levels.missing_command(level, self.seating.rules, self.across)
        lines = [line for part in parts for line in wrap_text(part, self.across)]
        self.query_one("#install", Lines).show([pad(line, _FORM) for line in lines])

    def _line(self, index: int) -> Row:
        seats = self.seating.seats
        seat, marked = seats[index], index == self.seating.at
        mark = self.app.card_style.arrow if marked else " "
        look = "cursor" if marked else ""
        given = " +" if seat.handicap != handicaps.NO_HANDICAP else ""
        sign_bit = Bit(seat_sign(index, self.app.card_style), look or seat_look(index))
        sides = self.seating.rules.sides
        side = f" ({SIDE_LETTERS[index % sides]})" if sides else ""
        shown = Bit(f" {self._names[index]}{side}{given}", look or "strong")
        name = Bit(f" {mark} {index + 1} ", look or "strong"), sign_bit, shown
        player = ""
        if levels.has_players(seat.level):
            sign = levels.sign_of(seat.level, ascii_only=self.app.is_ascii)
            unchosen = setup.UNCHOSEN.format(key=self.keys.cap("character"))
            player = f"{sign} {levels.own_name(seat.level)}" if sign else unchosen
        kind: str = setup.PERSON_PLAYS
        if seat.level:
            kind = setup.COMPUTER_PLAYS.format(strength=levels.strength_words(seat.level))
        columns: list[tuple[Row, int, Target]] = [
            (name, 32, SeatPart("name", index)),
            ((Bit(kind, look),), 20, SeatPart("kind", index)),
            ((Bit(player, look),), 14, SeatPart("character", index)),
        ]
        return in_columns(columns, look)

    @property
    def _names(self) -> list[str]:
        names = short_names(tuple(seat.name for seat in self.seating.seats), _NAME_CELLS)
        return [name or setup.NO_NAME for name in names]

    def _sides_text(self) -> str:
        """A line that says who plays with whom: each side with its letter (HR-15)."""
        names = self._names
        sides = sides_of(self.seating.rules.sides, len(names))
        texts = []
        for side in range(sides.count):
            players = " + ".join(names[seat] for seat in sides.seats(side))
            texts.append(f"{SIDE_LETTERS[side]}: {players}")
        return "   ".join(texts)

    def clicked(self, target: Target) -> None:
        """Marks a clicked seat. A click on the marked seat changes what was clicked of it."""
        super().clicked(target)
        match target:
            case NameTarget(name):
                self._take(name)
            case SeatPart(part, index) if self.is_typing:
                if index != self.seating.at and part != "character":
                    self.action_take_name()
            case SeatPart(part, index):
                was_marked = index == self.seating.at
                self.seating.at = index
                if part == "kind" and was_marked:
                    self.action_change(1)
                elif part == "character" and was_marked:
                    self.action_character()
                elif was_marked:
                    self.action_name_seat()
                else:
                    self.draw()

    @command("down,tab", 1, id="next", cap="↑↓", place=FIRST)
    @command("up,shift+tab", -1, id="previous", shown=False, place=FIRST)
    def action_move(self, by: int) -> None:
        """Moves the mark to another seat or to the line below the seats, around the ends."""
        self.seating.at = (self.seating.at + by) % (len(self.seating.seats) + 1)
        self.draw()

    @command("enter", typing=True)
    def action_take_name(self) -> None:
        """Takes the text of the field as the name, and marks the next seat."""
        self._take(self.field.value)

    @command("escape", typing=True)
    def action_leave_name(self) -> None:
        """Closes the field."""
        self.field.close()
        self.draw()

    @command(
        "enter,space",
        id="do-marked",
        label=lambda self: setup.NAME_IT if self.seating.is_on_seat else setup.DEAL,
        why_not=lambda self: None if self.seating.is_on_seat else self.seating.fault,
    )
    def action_name_seat(self) -> None:
        """Opens the field for the name of the marked seat. Deals if no seat is marked."""
        if not self.seating.is_on_seat:
            self.action_play()
            return
        self.field.open(self.seating.marked.name, setup.NAME_FIELD)
        self.field.select_all()
        self.draw()

    def why_no_seat_marked(self, *_: object) -> Reason | None:
        """Why a key that changes a seat does nothing: none is marked."""
        return None if self.seating.is_on_seat else setup.MARK_A_SEAT

    @command("right", 1, id="stronger", cap="←→", why_not=why_no_seat_marked)
    @command("left", -1, id="weaker", message="left", shown=False, why_not=why_no_seat_marked)
    def action_change(self, by: int) -> None:
        """Gives the marked seat to a person or to a computer of the next strength."""
        self.seating.give(levels.other_strength(self.seating.marked.level, by))
        self.draw()

    @command(
        "end", why_not=lambda self: self.seating.fault, shown=lambda self: self.seating.is_on_seat
    )
    def action_play(self) -> None:
        """Answers with the seats."""
        self.dismiss(tuple(self.seating.seats))

    def why_no_character(self) -> Reason | None:
        """Why no character can be chosen for the marked seat."""
        has = levels.has_players(self.seating.marked.level)
        return self.why_no_seat_marked() or (None if has else setup.NO_CHARACTER)

    @command("asterisk", why_not=why_no_character)
    def action_character(self) -> None:
        """Gives the marked seat to the next character of the same strength."""
        if self.why_no_character() is None:
            self.seating.give(levels.other_player(self.seating.marked.level))
            self.draw()

    @command("plus", id="add-player", why_not=lambda self: self.seating.why_full)
    def action_add(self) -> None:
        """Adds a computer at the end."""
        self.seating.add()
        self.draw()

    def why_no_removal(self) -> Reason | None:
        """Why the marked seat cannot be removed."""
        is_one = len(self.seating.seats) < 2
        return self.why_no_seat_marked() or (setup.ONE_SEAT_STAYS if is_one else None)

    @command("delete,minus", id="remove-player", why_not=why_no_removal)
    def action_remove(self) -> None:
        """Removes the marked seat."""
        del self.seating.seats[self.seating.at]
        self.draw()

    def why_no_shift(self, by: int) -> Reason | None:
        """Why the marked seat cannot be moved up or down."""
        is_there = 0 <= self.seating.at + by < len(self.seating.seats)
        end = setup.FIRST_SEAT if by < 0 else setup.LAST_SEAT
        return self.why_no_seat_marked() or (None if is_there else end)

    @command("comma", -1, id="seat-up", why_not=why_no_shift)
    @command("full_stop", 1, id="seat-down", why_not=why_no_shift)
    def action_shift(self, by: int) -> None:
        """Moves the marked seat to the next place at the table."""
        self.seating.shift(by)
        self.draw()

    @command("equals_sign", why_not=why_no_seat_marked)
    def action_handicap(self) -> None:
        """Opens the handicap of the marked seat."""
        seat = self.seating.marked
        name = seat.name or setup.SEAT_NUMBER.format(number=self.seating.at + 1)

        def took(handicap: handicaps.Handicap) -> None:
            self.seating.seats[self.seating.at] = structs.replace(seat, handicap=handicap)
            self.draw()

        self.app.open_then(HandicapScreen(name, seat.handicap), took)

    def _take(self, typed: str) -> None:
        """Gives the marked seat a typed name. Says so if a person takes over a computer's seat."""
        seat = self.seating.marked
        is_new = self.seating.name(typed)
        self.action_leave_name()
        if is_new and seat.bot:
            self.draw(setup.NOW_PERSON.format(name=clean_name(typed)))

    def note_unknown_key(self, character: str) -> None:
        """Starts to type the name of the marked seat, with any letter that is no key (extends)."""
        if self.is_typing or not character.isalpha():
            super().note_unknown_key(character)
            return
        if self.seating.is_on_seat:
            self.action_name_seat()
            self.field.open(character, setup.NAME_FIELD)
        else:
            self.tell_why_not(setup.MARK_A_SEAT)


_VALUES: Final[dict[str, tuple[int, ...]]] = {
    "calls": tuple(range(handicaps.MOST_CALLS + 1)),
    "points": tuple(range(0, handicaps.MOST_POINTS + 1, 5)),
    "cards": tuple(range(-handicaps.MOST_CARDS, handicaps.MOST_CARDS + 1)),
    "hints": (False, True),
}


class HandicapScreen(FormScreen[handicaps.Handicap]):
    """Asks for the handicap of one seat. Answers with it, or with None."""

    SHOWS_NO_HAND = True
    HELP_TEXT = setup.say.late("HANDICAP_HELP")
    DEFAULT_CSS = "HandicapScreen #explained { height: 6; }"

    def __init__(self, name: str, handicap: handicaps.Handicap = handicaps.NO_HANDICAP) -> None:
        super().__init__()
        self.HEADING = setup.HANDICAP_TITLE.format(player=cut_text(name, 30))
        self.handicap = handicap

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The parts of a handicap with their values."""
        now = structs.asdict(self.handicap)
        return tuple(
            Choice(part, name, setup.handicap_value(part, int(now[part])))
            for part, (name, _) in setup.HANDICAP_PARTS.items()
        )

    def explained(self, id: str) -> list[Row]:
        """What the marked part does, and the whole handicap in words."""
        about = balanced((Bit(setup.HANDICAP_PARTS[id][1], "dim"),), self.WORDS_CELLS)
        now = setup.HANDICAP_NOW.format(words=handicap_words(self.handicap) or setup.NO_HANDICAP)
        return [*about, *[()] * (3 - len(about)), *wrap_text(now, self.WORDS_CELLS, "accent")]

    def change(self, id: str, by: int) -> None:
        """Changes a part to its next value, or with -1 to the one before."""
        value = following(_VALUES[id], structs.asdict(self.handicap)[id], by)
        self.handicap = structs.replace(self.handicap, **{id: value})

    @command("enter,g", id="accept-handicap", place=FIRST)
    def action_accept(self) -> None:
        """Answers with the handicap."""
        self.dismiss(self.handicap)

    @command("x", id="no-handicap")
    def action_clear(self) -> None:
        """Removes the whole handicap."""
        self.handicap = handicaps.NO_HANDICAP
        self.draw()
