"""A whole game in lines: whose decision it is, who has the keyboard, and the scores between."""

import re
from collections.abc import Iterator
from typing import Final

from shanghai.engine.actions import Call, CallShanghai, StopGame
from shanghai.engine.legal import legal
from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import End, Phase
from shanghai.host.chance import MOST_CUT, who_cuts
from shanghai.host.host import Host
from shanghai.linear.console import Console
from shanghai.linear.table import LinearTable
from shanghai.linear.turn import ask_to_call, ask_turn, make, take_keyboard, undo
from shanghai.storage.settings import Settings
from shanghai.storage.writer import GameWriter
from shanghai.words import linear as words, spoken as spoken_words, table as table_words
from shanghai.words.spoken import spoken

_SEAT: Final = re.compile(r"(\d{1,3})(?: (shanghai)(?: on (\d{1,3})(?: (low|high))?)?)?")


class CallWindow:
    """Who may call the card on offer, and whether that card has been let go."""

    def __init__(self, table: LinearTable) -> None:
        self._table = table
        self._closed: object = None
        table.host.on_undo.append(self._reopen)

    def _reopen(self, *_: object) -> None:
        self._closed = None

    @property
    def is_open(self) -> bool:
        """Whether people may call the top discard and have not let it go."""
        table, state = self._table, self._table.host.state
        if state.phase is not Phase.DRAW or state.offer == self._closed or table.at == state.turn:
            return False
        return bool(table.callers() or table.shanghai_callers())

    def ask(self) -> None:
        """Asks who calls, until somebody has or nobody does."""
        table = self._table
        offer = table.host.state.offer
        if table.is_alone:
            if not ask_to_call(table, words.LETS_GO.format(name=table.name(table.host.state.turn))):
                self._closed = offer
            return
        table.leave_seat()
        table.ask(self._question())
        version = table.host.version
        while table.host.version == version:
            command, line = table.read("undo", "look")
            if command == "undo":
                undo(table, line)
            elif command == "look":
                self._look(line)
            elif line:
                self._call(line)
            else:
                self._closed = offer
                if not table.host.is_bot(table.host.state.turn):
                    table.sit_down(table.host.state.turn)
                return

    def _question(self) -> Iterator[str]:
        table, view = self._table, self._table.host.public()
        yield words.round_line(view)
        yield from words.table_lines(view)
        if table.callers():
            yield words.offer_line(view, table.callers())
        if table.shanghai_callers():
            is_told = table.settings.tell_shanghai
            yield words.shanghai_line(view, table.shanghai_callers(), is_told=is_told)
        plays = words.COMPUTER_PLAYS if table.host.is_bot(view.turn) else words.PERSON_PLAYS
        yield plays.format(name=table.name(view.turn))

    def _call(self, line: str) -> None:
        """Makes the call that a line orders: by the number of a seat, or in words."""
        table = self._table
        found = _SEAT.fullmatch(line.lower())
        if found is None:
            if (action := table.read_order(line)) is not None:
                make(table, action, words.ONLY_CALLS)
            return
        seat = _seat_of(table, found[1])
        if seat == NOBODY:
            table.say(table_words.NO_SEAT.format(number=found[1]))
        elif found[2]:
            self._call_shanghai(seat, found[3], found[4])
        else:
            table.do(Call(seat, table.host.state.rules.call_word))

    def _call_shanghai(self, seat: SeatIndex, meld: str | None, end: str | None) -> None:
        """Calls SHANGHAI on the meld that is named, or on the only one that takes the card."""
        table = self._table
        if meld is not None:
            table.do(CallShanghai(seat, int(meld) - 1, End[end.upper()] if end else None))
            return
        places = [one for one in legal(table.host.view(seat)) if isinstance(one, CallShanghai)]
        if len(places) == 1 or not places:
            table.do(places[0] if places else CallShanghai(seat, 0))
            return
        options = [f"{seat + 1} shanghai on {_place(one)}" for one in places]
        table.say(words.SEVERAL_PLACES(places=options))

    def _look(self, number: str) -> None:
        table = self._table
        seat = _seat_of(table, number)
        if seat == NOBODY or table.host.is_bot(seat):
            table.say(words.LOOK_HOW)
            return
        name = table.name(seat)
        table.ask([words.LOOKS.format(name=name)])
        if any(table.read()):
            table.say(words.DOES_NOT_LOOK.format(name=name))
        elif table.sit_down(seat):
            if table.host.state.turn == seat:
                table.ask([*words.own_lines(table.view), words.HIDES_HAND])
                table.read()
            else:
                ask_to_call(table, words.LETS_GO_LOOKING)
            table.leave_seat()


def _seat_of(table: LinearTable, number: str) -> SeatIndex:
    """The seat of a number that people count from 1; NOBODY where there is none."""
    seats = {str(seat + 1): seat for seat in seat_numbers(table.host.state.players)}
    return seats.get(number, NOBODY)


def _place(call: CallShanghai) -> str:
    return f"{call.meld + 1}{f' {call.end.name.lower()}' if call.end is not None else ''}"


def play_in_lines(host: Host, writer: GameWriter, console: Console, settings: Settings) -> None:
    """Plays a game to its end. Raises Left where the players leave it, EndOfInput without input."""
    table = LinearTable(host, console, writer, settings)
    console.names = [player.name for player in host.players]
    window = CallWindow(table)
    if host.awaits_cut and host.state.phase is Phase.SEATING:
        _ask_cut(table)
    if host.state.phase is Phase.SEATING:
        host.draw_for_dealer()
    if host.awaits_cut:
        _ask_cut(table)
    if host.state.phase in (Phase.DEALING, Phase.THROWN_IN):
        host.deal()
    elif table.is_playing and table.is_alone and table.sit_down(host.people()[0]):
        table.recall(host.people()[0])
    elif host.state.phase is Phase.ROUND_OVER:
        table.say(*table.told(NOBODY, len(host.log)))
    while host.state.phase is not Phase.GAME_OVER:
        _step(table, window)
    table.leave_seat()
    _say_scores(table)
    table.say_witness()


def _ask_cut(table: LinearTable) -> None:
    host = table.host
    seat = who_cuts(host.state, host.is_bot)
    is_draw = host.state.phase is Phase.SEATING
    if is_draw or not host.root:
        table.say(spoken_words.FINGERPRINT.format(seen=spoken(host.fingerprint)))
    if host.is_bot(seat):
        return
    asks = words.WHO_CUTS_FIRST if is_draw else words.WHO_CUTS
    table.ask([asks.format(name=table.name(seat))])
    while True:
        _, line = table.read()
        is_number = line.isascii() and line.isdecimal() and len(line) < len(str(MOST_CUT))
        if is_number or not line:
            host.cut_cards(int(line) if line else None)
            return
        table.say(words.CUT_BELOW.format(most=MOST_CUT))


def _step(table: LinearTable, window: CallWindow) -> None:
    """One thing after the other: the next round, a move of a computer, or a question."""
    host = table.host
    if host.state.phase is Phase.ROUND_OVER:
        _between_rounds(table)
        return
    _mind_the_keyboard(table)
    action = host.bot_action(draw_ok=not window.is_open)
    if action is not None:
        host.do(action)
    elif window.is_open:
        window.ask()
    elif table.at == NOBODY:
        take_keyboard(table, host.state.turn)
    else:
        ask_turn(table)


def _mind_the_keyboard(table: LinearTable) -> None:
    """Takes the keyboard from a seat whose turn is over; a person alone keeps it."""
    host, people = table.host, table.host.people()
    if table.is_alone:
        if table.at not in people:
            table.leave_seat()
            if table.must_hand_over or not table.sit_down(people[0]):
                while table.at == NOBODY and host.people() == people:
                    take_keyboard(table, people[0])
    elif table.at != NOBODY and (table.at not in people or host.state.turn != table.at):
        table.leave_seat()


def _between_rounds(table: LinearTable) -> None:
    if not table.is_alone:
        table.leave_seat()
    _say_scores(table)
    host = table.host
    if host.people():
        rules = host.state.rules
        table.ask([words.NEXT_ROUND(rules)])
        while any(answer := table.read("stop")):
            command, line = answer
            if command and _stops(table):
                return
            if line:
                table.say(words.ROUND_IS_OVER(rules))
    host.deal()


def _stops(table: LinearTable) -> bool:
    """Counts the game as it stands, where that is said twice."""
    table.say(words.REALLY_STOP)
    if table.read()[1].lower() not in ("y", "yes"):
        table.say(words.GOES_ON)
        return False
    table.host.do(StopGame())
    return True


def _say_scores(table: LinearTable) -> None:
    view = table.host.public()
    table.say(*words.hands_lines(view), *words.score_lines(view, sorted(table.host.hinted)))
