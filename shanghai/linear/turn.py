"""The turn of a person in lines: a list of legal moves, moves in words, and moves taken back."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.engine.actions import AnyCall, CallShanghai, Discard, Draw, HandOver, Pass, SeatAction
from shanghai.engine.cards import face_of
from shanghai.engine.events import MovesUndone
from shanghai.engine.legal import legal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Phase
from shanghai.engine.supply import supply
from shanghai.linear.table import LinearTable
from shanghai.records.notation import write_words
from shanghai.words import linear as words, table as table_words
from shanghai.words.grammar import listed
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
    listed = _ask_moves(table, words.WHAT_NOW.format(name=table.name(table.at)))
    is_warned = False
    for line in _answers(table):
        action = _chosen(table, line, listed)
        view = table.view
        ends = view.phase is Phase.DRAW and not supply(view, bool(view.calls))
        if isinstance(action, Draw) and not is_warned and ends:
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


def _ask_moves(table: LinearTable, prompt: str) -> list[SeatAction]:
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


def make(table: LinearTable, action: SeatAction, otherwise: str = "") -> None:
    """Makes a move of the seat at the keyboard, or another's call; else says so, or `otherwise`."""
    if isinstance(action, HandOver):
        hand_over(table, action)
    elif action.seat == table.at or isinstance(action, AnyCall):
        table.do(action)
    else:
        table.say(otherwise or words.NOT_AT_KEYBOARD.format(name=table.name(action.seat)))


def hand_over(table: LinearTable, action: HandOver) -> None:
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
    if (why := host.refuse(HandOver(action.seat, name))) is not None:
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
