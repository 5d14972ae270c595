"""A whole game in lines: whose decision it is, who has the keyboard, moves, undo and scores."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.engine import actions
from shanghai.engine.cards import face_of
from shanghai.engine.events import MovesUndone
from shanghai.engine.legal import legal
from shanghai.engine.seats import NOBODY, SeatIndex, seat_numbers
from shanghai.engine.state import End, Phase
from shanghai.engine.supply import supply
from shanghai.linear.console import Console
from shanghai.linear.table import LinearTable
from shanghai.records.notation import write_words
from shanghai.storage.settings import Settings
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import MOST_CUT, who_cuts
from shanghai.table.host import Host
from shanghai.words import linear as words, spoken as spoken_words, table as table_words
from shanghai.words.grammar import listed
from shanghai.words.player_names import clean_name, free_computer_name, name_fault
from shanghai.words.spoken import spoken

_MOST_LAY_DOWNS: Final = 3
"""How many ways of going down are listed, the best ones."""
_BOT: Final = "bot:"
_SEAT: Final = re.compile(r"(\d{1,3})(?: (shanghai)(?: on (\d{1,3})(?: (low|high))?)?)?")


def moves(table: LinearTable) -> list[actions.SeatAction]:
    """The moves that the seat at the keyboard may make now, as they are numbered."""
    found = [*legal(table.view, _MOST_LAY_DOWNS)]
    if not table.settings.tell_shanghai:
        found = [action for action in found if not isinstance(action, actions.CallShanghai)]
    return sorted(found, key=_place_in_list)


def _place_in_list(action: actions.SeatAction) -> tuple[bool, bool, bool, int]:
    """Passing after drawing and taking, discards last and by their cards."""
    if isinstance(action, actions.Discard):
        return True, True, action.shanghai, face_of(action.card)
    return False, isinstance(action, actions.Pass), False, 0


def ask_turn(table: LinearTable) -> None:
    """Asks the seat at the keyboard, which is on turn, until the game has gone on."""
    listed = _ask_moves(table, words.WHAT_NOW.format(name=table.name(table.at)))
    is_warned = False
    for line in _answers(table):
        action = _chosen(table, line, listed)
        view = table.view
        ends = view.phase is Phase.DRAW and not supply(view, bool(view.calls))
        if isinstance(action, actions.Draw) and not is_warned and ends:
            # A draw that finds no card ends the round blocked (ALL-11).
            is_warned = True
            table.say(words.DRAWING_ENDS(table.host.state.rules))
        elif action is not None:
            make(table, action)


def _answers(table: LinearTable) -> Iterator[str]:
    """The lines that answer a question, until it is settled; moves are taken back meanwhile."""
    version, seat = table.host.version, table.at
    while table.host.version == version and table.at == seat:
        command, line = table.read("undo")
        if command:
            undo(table, line)
        else:
            yield line


def ask_to_call(table: LinearTable, letting_go: str) -> bool:
    """Asks the seat at the keyboard for a call; False once it lets go, as `letting_go` says."""
    listed = _ask_moves(table, letting_go)
    for line in _answers(table):
        if not line:
            return False
        action = _chosen(table, line, listed)
        if action is not None:
            make(table, action)
    return True


def _ask_moves(table: LinearTable, prompt: str) -> list[actions.SeatAction]:
    """Asks the seat at the keyboard for one of its moves, and gives these."""
    view, listed = table.view, moves(table)
    in_words = table.console.in_words
    if in_words:
        lines = words.moves_in_words(view, listed)
    else:
        lines = words.moves_lines(listed, [write_words(action, view) for action in listed])
    brief = [*words.brief_lines(view, len(listed)), prompt] if in_words == "short" else None
    table.ask([*words.own_lines(view), *lines, prompt], brief)
    return listed


def _chosen(
    table: LinearTable, line: str, listed: list[actions.SeatAction]
) -> actions.SeatAction | None:
    """The move of a number or of words; None where it is none, which is said."""
    if not line:
        table.say(words.NOTHING_TYPED)
        return None
    if not line.isdecimal():
        return table.read_order(line)
    if line.isascii() and 1 <= int(line[:9]) <= len(listed):
        return listed[int(line[:9]) - 1]
    table.say(words.NO_SUCH_MOVE.format(number=line[:9], count=len(listed)))
    return None


def make(table: LinearTable, action: actions.SeatAction, otherwise: str = "") -> None:
    """Makes a move of the seat at the keyboard, or another's call; else says so, or `otherwise`."""
    if isinstance(action, actions.HandOver):
        hand_over(table, action)
    elif action.seat == table.at or isinstance(action, actions.AnyCall):
        table.do(action)
    else:
        table.say(otherwise or words.NOT_AT_KEYBOARD.format(name=table.name(action.seat)))


def hand_over(table: LinearTable, action: actions.HandOver) -> None:
    """Gives a seat to another person, or to a computer player as in `hands over to bot:hard`."""
    host, level = table.host, ""
    others = [seat.name for at, seat in enumerate(host.state.seats) if at != action.seat]
    if action.name == "bot" or action.name.startswith(_BOT):
        level = action.name.removeprefix("bot").removeprefix(":") or USUAL_LEVEL
        if level not in LEVELS:
            table.say(words.NO_COMPUTER.format(level=level, known=listed([*LEVELS.offered()], ",")))
            return
        name = free_computer_name(others, LEVELS[level].own_name)
    else:
        name = clean_name(action.name)
        if (fault := name_fault(name, others)) is not None:
            table.say(fault)
            return
    if (why := host.refuse(actions.HandOver(action.seat, name))) is not None:
        table.say(table.why(why))
        return
    table.leave_seat()
    table.must_hand_over = True
    host.hand_over(action.seat, name, level)


def take_keyboard(table: LinearTable, seat: SeatIndex) -> None:
    """Asks the next player to take the keyboard, and waits until that is done."""
    name = table.name(seat)
    view = table.host.public()
    now = [words.round_line(view), *words.table_lines(view)] if table.is_playing else []
    table.ask([*now, words.IS_NEXT.format(name=name)])
    for line in _answers(table):
        if not line:
            table.sit_down(seat)
        elif (action := table.read_order(line)) is not None:
            make(table, action, words.KEYBOARD_FIRST.format(name=name))


def undo(table: LinearTable, how_far: str = "") -> None:
    """Takes back one's last move, or asks everybody (ALL-13) for `how_far` moves of people."""
    own = None
    if table.at != NOBODY and not how_far:
        own = table.offers.own(table.at) or table.offers.call(table.at)
    if own is not None:
        table.try_order(table.host.take_back, own)
        return
    ways = list(table.offers.ways())
    if not ways:
        table.say(table_words.NO_MOVE_BACK)
        return
    far = int(how_far[:4]) if how_far.isascii() and how_far.isdecimal() else 1
    order, first, _ = ways[min(max(far, 1), len(ways)) - 1]
    seat = table.at if table.at != NOBODY else order.seat
    if not table.is_alone:
        table.leave_seat()
    if _agreed(table, seat, first):
        table.try_order(table.host.take_back, structs.replace(order, seat=seat))


def _agreed(table: LinearTable, asker: SeatIndex, first: int) -> bool:
    """Asks every other person, or the only one, whether what happened since is taken back."""
    events = table.host.log[first:]
    pairs = zip(events, table.told(NOBODY, first), strict=True)
    kept = [f"  {text}" for event, text in pairs if not isinstance(event, MovesUndone)]
    table.say(table_words.ASKS_BACK.format(name=table.name(asker)), *kept)
    people = [seat for seat in table.host.people() if seat != asker] or [asker]
    for seat in people:
        table.ask([words.AGREES.format(name=table.name(seat))])
        while (answer := table.read()[1].lower()) not in ("y", "yes", "n", "no"):
            table.say(words.YES_OR_NO)
        if answer.startswith("n"):
            table.say(words.NOTHING_BACK)
            return False
    return True


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
        told = table.settings.tell_shanghai
        return bool(table.host.may_call() or table.host.may_call_shanghai(told))

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
        if able := table.host.may_call():
            yield words.offer_line(view, able)
        is_told = table.settings.tell_shanghai
        if able := table.host.may_call_shanghai(is_told):
            yield words.shanghai_line(view, able, is_told=is_told)
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
            table.do(actions.Call(seat, table.host.state.rules.call_word))

    def _call_shanghai(self, seat: SeatIndex, meld: str | None, end: str | None) -> None:
        """Calls SHANGHAI on the meld that is named, or on the only one that takes the card."""
        table = self._table
        if meld is not None:
            table.do(actions.CallShanghai(seat, int(meld) - 1, End[end.upper()] if end else None))
            return
        places = [
            one for one in legal(table.host.view(seat)) if isinstance(one, actions.CallShanghai)
        ]
        if len(places) == 1 or not places:
            table.do(places[0] if places else actions.CallShanghai(seat, 0))
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


def _place(call: actions.CallShanghai) -> str:
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
    table.host.do(actions.StopGame())
    return True


def _say_scores(table: LinearTable) -> None:
    view = table.host.public()
    table.say(*words.hands_lines(view), *words.score_lines(view, sorted(table.host.hinted)))
