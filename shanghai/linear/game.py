"""A whole game in lines: whose decision it is, who has the keyboard, and the scores between."""

from shanghai.engine.actions import StopGame
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.host.chance import MOST_CUT, who_cuts
from shanghai.host.host import Host
from shanghai.linear.console import Console
from shanghai.linear.table import LinearTable
from shanghai.linear.turn import ask_turn, take_keyboard
from shanghai.linear.window import CallWindow
from shanghai.storage.settings import Settings
from shanghai.storage.writer import GameWriter
from shanghai.words import linear as words
from shanghai.words.linear import hands_lines, score_lines
from shanghai.words.spoken import FINGERPRINT, spoken


def play_in_lines(host: Host, writer: GameWriter, console: Console, settings: Settings) -> None:
    """Plays a game to its end. Raises Left where the players leave it, EndOfInput without input."""
    table = LinearTable(host, console, writer, settings)
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
        table.say(FINGERPRINT.format(seen=spoken(host.fingerprint)))
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
    if not host.people():
        host.deal()
        return
    word = host.state.rules.words.round
    table.ask([words.NEXT_ROUND.format(word=word)])
    while True:
        command, line = table.read("stop")
        if command and _stops(table):
            return
        if line:
            table.say(words.ROUND_IS_OVER.format(word=word))
        elif not command:
            host.deal()
            return


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
    table.say(*hands_lines(view), *score_lines(view, sorted(table.host.hinted)))
