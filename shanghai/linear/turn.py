"""The turn of a person in lines: a list of legal moves, and moves in words."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.engine.actions import AnyCall, CallShanghai, Discard, Draw, HandOver, Pass, SeatAction
from shanghai.engine.cards import face_of
from shanghai.engine.legal import legal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.supply import supply
from shanghai.linear.table import LinearTable
from shanghai.linear.undo import undo
from shanghai.records.notation import write_words
from shanghai.words import linear as words
from shanghai.words.linear import moves_lines, round_line, table_lines
from shanghai.words.player_names import clean_name, free_computer_name, name_fault

_MOST_LAY_DOWNS: Final = 3
"""How many ways of going down are listed, the best ones."""
_BOT: Final = "bot:"


def moves(table: LinearTable) -> list[SeatAction]:
    """The moves that the seat at the keyboard may make now, as they are numbered."""
    found = [*legal(table.view, _MOST_LAY_DOWNS)]
    if not table.settings.tell_shanghai:
        found = [action for action in found if not isinstance(action, CallShanghai)]
    return sorted(found, key=_place_in_list)


def _place_in_list(action: SeatAction) -> tuple[bool, bool, bool, int]:
    """Passing after drawing and taking, discards last and by their cards."""
    if isinstance(action, Discard):
        return True, True, action.shanghai, face_of(action.card)
    return False, isinstance(action, Pass), False, 0


def ask_turn(table: LinearTable) -> None:
    """Asks the seat at the keyboard, which is on turn, until the game has gone on."""
    listed = moves(table)
    prompt = words.WHAT_NOW.format(name=table.name(table.at))
    table.ask(chain(table.own_question(), _numbered(table, listed), [prompt]))
    version, seat, is_warned = table.host.version, table.at, False
    while table.host.version == version and table.at == seat:
        command, line = table.read("undo")
        if command == "undo":
            undo(table, line)
        else:
            action = _chosen(table, line, listed)
            if isinstance(action, Draw) and not is_warned and _ends_round(table):
                is_warned = True
                table.say(words.DRAWING_ENDS)
            elif action is not None:
                make(table, action)


def ask_to_call(table: LinearTable, letting_go: str) -> bool:
    """Asks the seat at the keyboard whether it calls the card on offer; False once it lets it go.

    `letting_go` says what Enter does.
    """
    listed = moves(table)
    table.ask(chain(table.own_question(), _numbered(table, listed), [letting_go]))
    version, seat = table.host.version, table.at
    while table.host.version == version and table.at == seat:
        command, line = table.read("undo")
        if command == "undo":
            undo(table, line)
        elif not line:
            return False
        else:
            action = _chosen(table, line, listed)
            if action is not None:
                make(table, action)
    return True


def _numbered(table: LinearTable, listed: list[SeatAction]) -> Iterator[str]:
    """The moves of a list with their numbers."""
    return moves_lines(listed, [write_words(action, table.view) for action in listed])


def _chosen(table: LinearTable, line: str, listed: list[SeatAction]) -> SeatAction | None:
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


def make(table: LinearTable, action: SeatAction) -> None:
    """Makes a move of the seat at the keyboard, or a call of another person."""
    if isinstance(action, HandOver):
        hand_over(table, action)
    elif action.seat != table.at and not isinstance(action, AnyCall):
        table.say(words.NOT_AT_KEYBOARD.format(name=table.name(action.seat)))
    else:
        table.do(action)


def hand_over(table: LinearTable, action: HandOver) -> None:
    """Gives a seat to another person, or to a computer player as in `hands over to bot:hard`."""
    host, level = table.host, ""
    others = [seat.name for at, seat in enumerate(host.state.seats) if at != action.seat]
    if action.name == "bot" or action.name.startswith(_BOT):
        level = action.name.removeprefix("bot").removeprefix(":") or USUAL_LEVEL
        if level not in LEVELS:
            table.say(words.NO_COMPUTER.format(level=level, known=", ".join(LEVELS)))
            return
        name = free_computer_name(others, LEVELS[level].name if LEVELS[level].strength else "")
    else:
        name = clean_name(action.name)
        fault = name_fault(name, others)
        if fault is not None:
            table.say(fault)
            return
    why = host.refuse(HandOver(action.seat, name))
    if why is not None:
        table.say(table.why(why))
        return
    table.leave_seat()
    table.must_hand_over = True
    host.hand_over(action.seat, name, level)


def _ends_round(table: LinearTable) -> bool:
    """Whether a draw finds no card, so that it ends the round blocked (ALL-11)."""
    view = table.view
    return view.phase is Phase.DRAW and not supply(view, bool(view.calls))


def take_keyboard(table: LinearTable, seat: SeatIndex) -> None:
    """Asks the next player to take the keyboard, and waits until that is done."""
    name = table.name(seat)
    view = table.host.public()
    asks = words.IS_NEXT.format(name=name)
    table.ask([round_line(view), *table_lines(view), asks] if table.is_playing else [asks])
    version = table.host.version
    while table.at == NOBODY and table.host.version == version:
        command, line = table.read("undo")
        if command == "undo":
            undo(table, line)
        elif line:
            _before_hand_over(table, line, name)
        else:
            table.sit_down(seat)


def _before_hand_over(table: LinearTable, line: str, name: str) -> None:
    """Makes a call, or hands a seat over, while nobody has the keyboard."""
    action = table.read_order(line)
    if isinstance(action, HandOver):
        hand_over(table, action)
    elif isinstance(action, AnyCall):
        table.do(action)
    elif action is not None:
        table.say(words.KEYBOARD_FIRST.format(name=name))
