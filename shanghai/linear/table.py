"""A table in lines of text. It prints what happens to everybody, and a hand to its player alone."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from shanghai.engine.actions import Action, HandOver, SeatAction
from shanghai.engine.cards import Card
from shanghai.engine.events import Dealt, Event, MovesUndone, last_deal
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import SeatView, State
from shanghai.engine.undo import UndoRequest
from shanghai.linear.console import Console
from shanghai.records import notation
from shanghai.storage.settings import Settings
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host
from shanghai.table.pins import FEWEST_DIGITS, TRIES, TypedPin
from shanghai.table.places import AskHint, Order, Place, Reply
from shanghai.table.table import Done, Table
from shanghai.words import linear as words, remote, setup, table as table_words, table_seats, typed
from shanghai.words.cells import cut_text
from shanghai.words.commands import guess
from shanghai.words.events import tell
from shanghai.words.refusals import reason
from shanghai.words.view_lines import lines

if TYPE_CHECKING:
    from shanghai.linear.phone_lines import PhoneLines


class Left(Exception):
    """Raised when the players leave the game."""


class LinearTable:
    """A table that is shown and played in lines, to the seat at the keyboard or to everybody."""

    def __init__(
        self, host: Host, console: Console, writer: GameWriter, settings: Settings
    ) -> None:
        self.host = host
        self.console = console
        self.say = console.say
        self.settings = settings
        self.table = Table(host)
        self.table.calls.tells_shanghai = settings.tell_shanghai
        self.table.may_hint = lambda seat: settings.has_help("hints", self.name(seat))
        self.table.tells_needs = lambda seat: settings.has_help("needs", self.name(seat))
        self.table.on_seat_left.append(self._clear)
        self._writer = writer
        self._problem = ""
        self._sat_down = 0
        self._question: tuple[str, ...] = ()
        self._moves: tuple[str, ...] = ()
        """The lines with the moves of the question and its prompt."""
        self._known_hand: tuple[SeatIndex, tuple[Card, ...]] = NOBODY, ()
        """The seat whose hand was printed last, and its cards then."""
        self._noted = len(host.notes)
        self.phones: PhoneLines | None = None
        """Reads the lines while phones may join. None: no phone may."""
        host.on_change.append(self._tell)
        host.on_undo.append(self._tell_undo)

    @property
    def keyboard_seat(self) -> SeatIndex:
        """The seat that has the keyboard. NOBODY while everybody may look."""
        return self.table.keyboard

    @property
    def view(self) -> SeatView:
        """What the seat at the keyboard may see, or the whole table if nobody has it."""
        return self.table.view(self.keyboard_seat)

    def name(self, seat: SeatIndex) -> str:
        """The name of a seat."""
        return self.host.state.seats[seat].name

    def say_witness(self) -> None:
        """Says the words by which the file of the game can be recognized."""
        self.say(*self._writer.witness_lines)

    def _tell(self, before: State, _: Action, after: State, events: tuple[Event, ...]) -> None:
        shown = after if after.table else before
        shown = after if any(isinstance(event, Dealt) for event in events) else shown
        self.say(*(tell(event, shown, self.keyboard_seat) for event in events))
        self.say_notes()

    def _tell_undo(
        self, order: UndoRequest, before: State, after: State, event: MovesUndone
    ) -> None:
        self.say(tell(event, before, self.keyboard_seat))
        self._sat_down = min(self._sat_down, len(self.host.log) - 1)

    def say_notes(self) -> None:
        """Prints new notes on computer players, and new problems with the disk."""
        notes = self.host.notes[self._noted :]
        self._noted = len(self.host.notes)
        self.say(*(note.text for note in notes))
        if self._writer.problem != self._problem:
            self._problem = self._writer.problem
            self.say(self._problem or setup.SAVED_AGAIN)

    def sit_down(self, seat: SeatIndex) -> bool:
        """Gives the keyboard to a seat and says what is new to it. False without its PIN."""
        if self.keyboard_seat == seat:
            return True
        if not self._unlock(seat):
            self.table.awaits_keyboard = True
            return False
        self.table.sit_down(seat)
        self._sat_down = len(self.host.log)
        if self.table.is_alone:
            return True
        self.say(words.HAS_KEYBOARD.format(name=self.name(seat)))
        self.recall(seat)
        return True

    def recall(self, seat: SeatIndex) -> None:
        """Says what has happened since the last turn of a seat."""
        log = self.table.log
        self.say(*log.sentences(seat, log.first_unseen(seat)))

    def _clear(self, seat: SeatIndex) -> None:
        """Pushes the cards of a seat off the screen. Then says what everybody may know of its
        turn."""
        self.console.clear()
        self._known_hand = NOBODY, ()
        sentences = self.table.log.sentences(NOBODY, self._sat_down)
        self.say(words.CLEARED.format(name=self.name(seat)), *sentences)

    def _unlock(self, seat: SeatIndex) -> bool:
        """Asks for the PIN of a seat if it is locked. False after too many wrong ones."""
        pins, name = self.host.pins, self.name(seat)
        for _ in range(TRIES):
            if not pins.is_locked(seat):
                return True
            self.say(words.TYPES_PIN.format(name=name))
            line = self.console.read_hidden()
            if line.lower() == "forgotten":
                self._set_pin(seat, None)
                return False
            if pins.unlock(seat, TypedPin(line)):
                return True
            self.say(words.WRONG_PIN)
        self.say(table_words.NOT_OPENED.format(name=name))
        return False

    def _change_pin(self, order: str) -> None:
        """Sets a PIN for the seat at the keyboard. `off` and `off Bob` take one away."""
        first, _, name = order.partition(" ")
        is_off = first.lower() == "off"
        seat = self.host.state.seat_named(name) if is_off and name else self.keyboard_seat
        if seat == NOBODY:
            self.say(words.WHOSE_PIN)
        elif not is_off:
            self._choose_pin(seat)
        elif seat not in self.host.pins:
            self.say(words.HAS_NO_PIN.format(name=self.name(seat)))
        else:
            self._set_pin(seat, None)

    def _set_pin(self, seat: SeatIndex, pin: TypedPin | None) -> None:
        self.table.set_pin(seat, pin)
        self.say_notes()

    def _choose_pin(self, seat: SeatIndex) -> None:
        self.say(words.CHOOSE_PIN.format(fewest=FEWEST_DIGITS))
        pin = TypedPin(self.console.read_hidden())
        if pin.fault:
            self.say(pin.fault)
            return
        self.say(table_seats.AGAIN)
        if TypedPin(self.console.read_hidden()) == pin:
            self._set_pin(seat, pin)
            self.say(words.PIN_IS_ASKED)
        else:
            self.say(words.NOT_THE_SAME)

    def do(self, action: SeatAction) -> None:
        """Makes a move of a person, or says why it is refused."""
        if self.host.is_bot(action.seat) and not isinstance(action, HandOver):
            self.say(words.MOVES_BY_ITSELF.format(name=self.name(action.seat)))
            return
        self.order(action.seat, action)

    def order(self, seat: SeatIndex, does: Done) -> Reply:
        """Sends an order of a seat at the keyboard and waits for the reply. Says why it is
        refused."""
        reply = self.table.send(Order(seat, does, place=Place.KEYBOARD))
        while not reply.done():
            if not self.table.step():
                self.table.wait()
        if why := reply.result().why:
            self.say(self.why(why))
        return reply.result()

    def why(self, why: Refusal | str) -> str:
        """Why a move was refused, as a sentence."""
        if isinstance(why, str):
            return why
        return reason(self.host.state.rules, why, self.table.names)

    def read_order(self, line: str) -> SeatAction | None:
        """The move that a line orders. If it is none, says so and returns None."""
        try:
            return order_of(line, self.view)
        except notation.NotationError as error:
            self.say(str(error))
            return None

    def ask(
        self, question: Iterable[str], brief: Iterable[str] | None = None, moves: Iterable[str] = ()
    ) -> None:
        """Prints a question, or only `brief` in its place. The command `list` repeats it in full.
        `moves` are the lines that `say_moves` repeats. A question with moves shows the hand too."""
        self._question, self._moves = tuple(question), tuple(moves)
        self.say(*(self._question if brief is None else brief))
        if self._moves:
            self._known_hand = self._hand

    def say_moves(self) -> None:
        """Prints the moves of the question again."""
        self.say(*self._moves)

    @property
    def is_hand_known(self) -> bool:
        """Whether the present hand of the seat at the keyboard was printed to it before."""
        return self._known_hand == self._hand

    @property
    def _hand(self) -> tuple[SeatIndex, tuple[Card, ...]]:
        """The seat at the keyboard and its cards."""
        if self.keyboard_seat == NOBODY:
            return NOBODY, ()
        return self.keyboard_seat, self.view.seats[self.keyboard_seat].hand

    def read(self, *accepted: str) -> tuple[str, str]:
        """Reads until a line is no command or one of the `accepted` ones. Handles all others.

        Returns the command and the text after it, or "" and the whole line. Raises Left or
        EndOfInput.
        """
        while True:
            line = self.console.read() if self.phones is None else self.phones.read()
            first, _, rest = line.partition(" ")
            command = typed.command_of(first)
            if command not in words.COMMANDS or _named(line, self.view):
                return "", line
            if command in accepted:
                return command, rest.strip()
            if command in words.ELSEWHERE:
                self.say(words.ELSEWHERE[command])
            else:
                self._answer(command, rest.strip())

    def _answer(self, command: str, rest: str) -> None:
        """Does what a command asks for, with the text after it. Raises Left to leave."""
        view = self.view
        match command:
            case "help":
                self.say(*words.help_lines(), as_typed=True)
            case "list":
                self.say(*self._question)
            case "hand":
                self.say(
                    words.hand_line(view)
                    if self.keyboard_seat != NOBODY
                    else words.NOBODY_AT_KEYBOARD
                )
            case "table":
                self.say(*lines(view))
            case "rules":
                self.say(*words.rules_lines(view.rules, view.players))
            case "scores":
                self.say(*words.score_lines(view, sorted(self.host.hinted)))
            case "log":
                self.say(*self.table.log.sentences(self.keyboard_seat, last_deal(self.host.log)))
            case "witness":
                self.say_witness()
            case "hint":
                self._hint()
            case "phone":
                self._phone(rest)
            case "pin":
                self._change_pin(rest)
            case _:
                raise Left

    def _phone(self, line: str) -> None:
        if self.phones is None:
            self.say(remote.NO_PHONES)
        else:
            self.phones.order(line)

    def _hint(self) -> None:
        """Says what a strong player would do in the seat at the keyboard, where hints are on."""
        if self.keyboard_seat == NOBODY:
            self.say(words.HINT_FOR_WHOM)
        elif (hint := self.order(self.keyboard_seat, AskHint()).hint) is not None:
            self.say(hint.words)


def order_of(line: str, view: SeatView) -> SeatAction:
    """The move that a line orders, which is the viewer's if it names nobody. Raises NotationError
    if it is none."""
    named = _named(line, view)
    if not named and view.viewer == NOBODY:
        return notation.read_typed(line, view)
    name, sentence = named or (view.seats[view.viewer].name, _sentence(line, view))
    if not _begins_with_verb(sentence):
        first = line.split(" ")[0]
        meant = guess(first.lower(), [*notation.VERBS, *words.COMMANDS, *typed.known_words()])
        raise notation.NotationError(words.MISTYPED.format(word=cut_text(first, 40), meant=meant))
    try:
        return notation.read_typed(f"{name} {sentence}", view)
    except notation.NotationError as error:
        # The error quotes the move as it was typed, and shows the forms as they are typed here.
        fault = str(error).replace(f"'{name} {sentence}'", f"'{line}'", 1)
        form = re.sub("`(NAME )?([^`]*)`", lambda part: f"`{typed.shown_move(part[2])}`", fault)
        raise notation.NotationError(form) from None


def _sentence(line: str, view: SeatView) -> str:
    """A move in the words of the public format, without the name of a player."""
    sentence = typed.public_move(line)
    verb, _, rest = sentence.partition(" ")
    sentence = f"{verb.lower()} {rest}".strip()
    if sentence == "calls":
        return f"calls {view.rules.call_word}"
    return sentence if sentence.startswith("hands") else notation.in_capitals(sentence)


def _begins_with_verb(sentence: str) -> bool:
    return sentence.split(" ")[0] in notation.VERBS


def _named(line: str, view: SeatView) -> tuple[str, str] | None:
    """The name of the player with which a line begins, and the move. None if it names nobody."""
    for seat, rest in notation.players_in(line, view):
        sentence = _sentence(rest, view)
        if _begins_with_verb(sentence):
            return " ".join(view.seats[seat].name.split()), sentence
    return None
