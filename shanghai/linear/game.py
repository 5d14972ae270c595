"""Plays a whole game in lines of text: asks for moves and calls, and handles undo and scores."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from shanghai.engine import actions
from shanghai.engine.cards import face_of, label
from shanghai.engine.legal import legal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End, Phase
from shanghai.engine.supply import supply
from shanghai.linear.console import Console, Interrupted
from shanghai.linear.table import LinearTable
from shanghai.records.notation import write_words
from shanghai.storage.settings import Settings
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import MOST_CUT, who_cuts
from shanghai.table.host import Host
from shanghai.table.places import Agree, CutCards, Place, Undo, seat_given
from shanghai.table.undo import Agreement
from shanghai.words import linear as words, remote, spoken as spoken_words, table as table_words
from shanghai.words.spoken import spoken
from shanghai.words.typed import answer_of, public_move, shown_move

if TYPE_CHECKING:
    from shanghai.remote.phones import Phones

_LOOK_SECONDS: Final = 10.0
"""Seconds for which phones can look at the end of a game, if nobody presses Enter."""
_MAX_LAY_DOWNS: Final = 3
"""How many ways of going down are listed at most, the best ones first."""
_SEAT: Final = re.compile(r"(\d{1,3})(?: (shanghai)(?: on (\d{1,3})(?: (low|high))?)?)?")


def moves(talk: LinearTable) -> list[actions.SeatAction]:
    """The moves that the seat at the keyboard may make now, in the order of their numbers."""
    options = [*legal(talk.view, _MAX_LAY_DOWNS)]
    if not talk.settings.tell_shanghai:
        options = [action for action in options if not isinstance(action, actions.CallShanghai)]
    return sorted(options, key=_list_order)


def _list_order(action: actions.SeatAction) -> tuple[bool, bool, bool, int]:
    """The sort key of a move in the list: a pass comes late, discards last, sorted by card."""
    if isinstance(action, actions.Discard):
        return True, True, action.shanghai, face_of(action.card)
    return False, isinstance(action, actions.Pass), False, 0


def ask_turn(talk: LinearTable) -> None:
    """Asks the seat at the keyboard, which is on turn, until it has made a move."""
    listed = _ask_moves(talk, words.WHAT_NOW.format(name=talk.name(talk.keyboard_seat)))
    is_warned = False
    for line in _answers(talk):
        action = _chosen(talk, line, listed)
        view = talk.view
        ends = view.phase is Phase.DRAW and not supply(view, bool(view.calls))
        if isinstance(action, actions.Draw) and not is_warned and ends:
            # A draw from an empty stock ends the round as blocked (ALL-11).
            is_warned = True
            talk.say(words.DRAWING_ENDS(talk.host.state.rules))
        elif action is not None:
            make(talk, action)


def _answers(talk: LinearTable) -> Iterator[str]:
    """Yields the lines typed as answers until the game has gone on. Handles undo by itself."""
    version, seat = talk.host.version, talk.keyboard_seat
    while talk.host.version == version and talk.keyboard_seat == seat:
        command, line = talk.read("undo")
        if command:
            undo(talk, line)
        else:
            yield line


def ask_to_call(talk: LinearTable, letting_go: str) -> bool:
    """Asks the seat at the keyboard for a call. False if it lets the card go by an empty line.
    `letting_go` is the line that explains this."""
    listed = _ask_moves(talk, letting_go)
    for line in _answers(talk):
        if not line:
            return False
        action = _chosen(talk, line, listed)
        if action is not None:
            make(talk, action)
    return True


def _ask_moves(talk: LinearTable, prompt: str) -> list[actions.SeatAction]:
    """Asks the seat at the keyboard for one of its moves. Returns all of them."""
    view, listed = talk.view, moves(talk)
    in_words = talk.console.in_words
    if in_words:
        lines = [*words.moves_in_words(view, listed)]
    else:
        typed = [write_words(action, view) for action in listed]
        lines = [*words.moves_lines(listed, typed)]
    brief = None
    if in_words == "short":
        is_known = talk.is_hand_known
        brief = [*words.brief_lines(view, len(listed), is_hand_known=is_known), prompt]
    talk.ask([*words.own_lines(view), *lines, prompt], brief, moves=[*lines, prompt])
    return listed


def _chosen(
    talk: LinearTable, line: str, listed: list[actions.SeatAction]
) -> actions.SeatAction | None:
    """The move that a line names by its number in the list or in words. If it names none, says so
    and returns None."""
    if not line:
        talk.say(words.NOTHING_TYPED)
        talk.say_moves()
        return None
    if not line.isdecimal():
        return talk.read_order(line)
    if line.isascii() and 1 <= int(line[:9]) <= len(listed):
        return listed[int(line[:9]) - 1]
    talk.say(words.NO_SUCH_MOVE.format(number=line[:9], count=len(listed)))
    return None


def make(talk: LinearTable, action: actions.SeatAction, otherwise: str = "") -> None:
    """Makes a move of the seat at the keyboard, a call of any seat, or a hand-over. For another
    move it says `otherwise`, or that the seat is not at the keyboard."""
    if isinstance(action, actions.HandOver):
        hand_over(talk, action)
    elif action.seat == talk.keyboard_seat or isinstance(action, actions.AnyCall):
        talk.do(action)
    else:
        talk.say(otherwise or words.NOT_AT_KEYBOARD.format(name=talk.name(action.seat)))


def hand_over(talk: LinearTable, action: actions.HandOver) -> None:
    """Gives a seat to another person, or to a computer player as in `hands over to bot:hard`."""
    others = [name for seat, name in enumerate(talk.table.names) if seat != action.seat]
    try:
        gives = seat_given(action.name, others)
    except ValueError as fault:
        talk.say(str(fault))
        return
    if (why := talk.host.refuse(actions.HandOver(action.seat, gives.name))) is not None:
        talk.say(talk.why(why))
        return
    talk.table.leave_seat()
    talk.order(action.seat, gives)


def take_keyboard(talk: LinearTable, seat: SeatIndex) -> None:
    """Asks the next player to take the keyboard, and waits until that is done."""
    name = talk.name(seat)
    view = talk.host.public()
    table = [words.round_line(view), *words.table_lines(view)] if talk.table.is_playing else []
    talk.ask([*table, words.IS_NEXT.format(name=name)])
    for line in _answers(talk):
        if not line:
            talk.sit_down(seat)
        elif (action := talk.read_order(line)) is not None:
            make(talk, action, words.KEYBOARD_FIRST.format(name=name))


def undo(talk: LinearTable, how_far: str = "") -> None:
    """Undoes the last move of the seat at the keyboard, or asks everybody (ALL-13). `how_far` is
    the typed number of moves of people, which everybody is asked about."""
    seat, options = talk.keyboard_seat, [*talk.table.offers.options()]
    if not options:
        talk.say(table_words.NO_MOVE_BACK)
        return
    is_number = how_far.isascii() and how_far.isdecimal()
    moves = max(1, int(how_far[:4])) if is_number else 1
    if seat == NOBODY:
        seat = options[min(moves, len(options)) - 1].order.seat
    elif not how_far:
        moves = 0
    talk.order(seat, Undo(moves))
    if talk.table.agreement is not None:
        _ask_all(talk, talk.table.agreement)


def _ask_all(talk: LinearTable, agreement: Agreement) -> None:
    """Asks all people who have not agreed yet whether moves are undone, and waits for phones."""
    lines = talk.table.log.moves(agreement.option.first_event, label)
    undone = [f"  {line.text}" for line in lines]
    talk.say(table_words.ASKS_BACK.format(name=talk.name(agreement.asker)), *undone)
    version = talk.host.version
    while talk.table.agreement is agreement:
        seats = talk.table.seating.of(Place.KEYBOARD)
        asked = [seat for seat in seats if agreement.is_asked(seat)]
        if asked:
            _ask_to_agree(talk, asked[0])
        elif not talk.table.step():
            _wait_for_phones(talk)
    if talk.host.version == version:
        talk.say(words.NOTHING_BACK)


def _ask_to_agree(talk: LinearTable, seat: SeatIndex) -> None:
    talk.ask([words.AGREES.format(name=talk.name(seat))])
    while (answer := answer_of(talk.read()[1]).lower()) not in ("y", "yes", "n", "no"):
        talk.say(words.YES_OR_NO)
    talk.order(seat, Agree(answer.startswith("y")))


def is_offered(talk: LinearTable) -> bool:
    """Whether people at the keyboard must be asked about the card on offer now."""
    return talk.table.calls.is_open and talk.keyboard_seat != talk.host.state.turn


def ask_for_calls(talk: LinearTable) -> None:
    """Asks all at the keyboard who calls, until somebody calls or they let the card go."""
    turn = talk.host.state.turn
    if talk.table.is_alone:
        if not ask_to_call(talk, words.LETS_GO.format(name=talk.name(turn))):
            talk.table.let_go()
        return
    talk.table.leave_seat()
    talk.ask(_offer(talk))
    version = talk.host.version
    while talk.host.version == version:
        command, line = talk.read("undo", "look")
        if command == "undo":
            undo(talk, line)
        elif command == "look":
            _look(talk, line)
        elif line:
            _call(talk, line)
        else:
            talk.table.let_go()
            if talk.table.seating.place(turn) is Place.KEYBOARD:
                talk.sit_down(turn)
            return


def _offer(talk: LinearTable) -> Iterator[str]:
    """Yields lines about the card on offer and who may call it."""
    view, calls = talk.table.public(), talk.table.calls
    yield words.round_line(view)
    yield from words.table_lines(view)
    if able := calls.able():
        yield words.offer_line(view, able)
    if able := calls.able_shanghai():
        yield words.shanghai_line(view, able, is_announced=calls.tells_shanghai)
    plays = words.COMPUTER_PLAYS if talk.host.is_bot(view.turn) else words.PERSON_PLAYS
    yield plays.format(name=talk.name(view.turn))


def _call(talk: LinearTable, line: str) -> None:
    """Makes the call that a line orders, by the number of a seat or in words."""
    number, _, rest = line.partition(" ")
    typed = _SEAT.fullmatch(f"{number} {public_move(rest).removeprefix('calls ')}".strip().lower())
    if typed is None:
        if (action := talk.read_order(line)) is not None:
            make(talk, action, words.ONLY_CALLS)
        return
    seat = _seat_of(talk, typed[1])
    if seat == NOBODY:
        talk.say(table_words.NO_SEAT.format(number=typed[1]))
    elif typed[2]:
        _call_shanghai(talk, seat, typed[3], typed[4])
    else:
        talk.do(actions.Call(seat, talk.host.state.rules.call_word))


def _call_shanghai(talk: LinearTable, seat: SeatIndex, meld: str | None, end: str | None) -> None:
    """Calls SHANGHAI on the meld with the typed number, at the typed end. Without a number it takes
    the only meld that the card fits. If there are several, it lists them."""
    if meld is not None:
        talk.do(actions.CallShanghai(seat, int(meld) - 1, End[end.upper()] if end else None))
        return
    places = [one for one in legal(talk.host.view(seat)) if isinstance(one, actions.CallShanghai)]
    if len(places) == 1 or not places:
        talk.do(places[0] if places else actions.CallShanghai(seat, 0))
        return
    calls = (shown_move(write_words(one, talk.host.state)) for one in places)
    options = [f"{seat + 1} {call.removeprefix('calls ')}" for call in calls]
    talk.say(words.SEVERAL_PLACES(places=options))


def _look(talk: LinearTable, number: str) -> None:
    """Lets a seat look at its own hand while a card is on offer, and call it."""
    seat = _seat_of(talk, number)
    if seat == NOBODY or talk.host.is_bot(seat):
        talk.say(words.LOOK_HOW)
        return
    name = talk.name(seat)
    talk.ask([words.LOOKS.format(name=name)])
    if any(talk.read()):
        talk.say(words.DOES_NOT_LOOK.format(name=name))
    elif talk.sit_down(seat):
        if talk.host.state.turn == seat:
            talk.ask([*words.own_lines(talk.view), words.HIDES_HAND])
            talk.read()
        else:
            ask_to_call(talk, words.LETS_GO_LOOKING)
        talk.table.leave_seat()


def _seat_of(talk: LinearTable, number: str) -> SeatIndex:
    """The seat with a typed number, counted from 1. NOBODY if there is none."""
    seats = {str(seat + 1): seat for seat in talk.host.state.seat_numbers}
    return seats.get(number, NOBODY)


def play_in_lines(
    host: Host,
    writer: GameWriter,
    console: Console,
    settings: Settings,
    phones: "Phones | None" = None,
) -> None:
    """Plays a game to its end. With `phones`, seats can be played from there.

    Raises Left if the players leave, EndOfInput if the input ends, ListenError if the server for
    phones cannot start.
    """
    talk = LinearTable(host, console, writer, settings)
    if phones is not None:
        from shanghai.linear.phone_lines import PhoneLines

        phones.set_grace(settings.grace)
        phones.open(talk.table, writer.path.parent)
        talk.phones = PhoneLines(phones, talk.table, console)
        talk.phones.say_address()
    console.names = [player.name for player in host.players]
    if talk.table.is_playing and talk.table.is_alone and talk.sit_down(host.people()[0]):
        talk.recall(host.people()[0])
    elif host.state.phase is Phase.ROUND_OVER:
        talk.say(*talk.table.log.sentences(NOBODY, len(host.log)))
    _seat_phones(talk)
    while host.state.phase in (Phase.SEATING, Phase.DEALING, Phase.THROWN_IN):
        with suppress(Interrupted):
            if host.awaits_cut:
                _ask_cut(talk)
            talk.table.begin_round()
    while host.state.phase is not Phase.GAME_OVER:
        with suppress(Interrupted):
            _step(talk)
    talk.table.leave_seat()
    _say_scores(talk)
    talk.say_witness()
    if talk.phones is not None:
        talk.phones.wait_for_line(_LOOK_SECONDS)


def _seat_phones(talk: LinearTable) -> None:
    """Waits before the first cards until all people have a phone, or somebody presses Enter."""
    if talk.phones is None or talk.host.state.phase is not Phase.SEATING:
        return
    while talk.table.seating.of(Place.KEYBOARD):
        with suppress(Interrupted):
            talk.ask([remote.BEFORE_DEAL])
            if not talk.read()[1]:
                return


def _ask_cut(talk: LinearTable) -> None:
    """Shows the fingerprint of the cards, and lets the person who cuts do so."""
    host = talk.host
    seat = who_cuts(host.state, host.is_bot)
    is_new = host.state.phase is Phase.SEATING
    if is_new or not host.card_source.root:
        talk.say(spoken_words.FINGERPRINT.format(seen=spoken(host.fingerprint)))
    if host.is_bot(seat):
        return
    if talk.table.seating.place(seat) is Place.ELSEWHERE:
        _wait_for_phones(talk)
        return
    # In older formats the cards are cut again, for the deals.
    asks = words.WHO_CUTS_FIRST if is_new and host.card_source.is_cut_twice else words.WHO_CUTS
    talk.ask([asks.format(name=talk.name(seat))])
    while True:
        _, line = talk.read()
        is_number = line.isascii() and line.isdecimal() and len(line) < len(str(MOST_CUT))
        if is_number or not line:
            talk.order(seat, CutCards(int(line) if line else None))
            return
        talk.say(words.CUT_BELOW.format(most=MOST_CUT))


def _step(talk: LinearTable) -> None:
    """Does the next thing: begins a round, makes a move of a computer, or asks a question."""
    if talk.host.state.phase is Phase.ROUND_OVER:
        _between_rounds(talk)
        return
    _check_keyboard(talk)
    if talk.table.step():
        return
    if talk.table.agreement is not None:
        _ask_all(talk, talk.table.agreement)
        return
    if is_offered(talk):
        ask_for_calls(talk)
    elif talk.keyboard_seat != NOBODY:
        ask_turn(talk)
    elif talk.table.seating.place(talk.host.state.turn) is Place.KEYBOARD:
        take_keyboard(talk, talk.host.state.turn)
    else:
        _wait_for_phones(talk)


def _wait_for_phones(talk: LinearTable) -> None:
    """Waits until phones have gone on. Answers what is typed in the meantime."""
    if talk.phones is None:
        talk.table.wait()
        return
    talk.read()
    talk.say(remote.IN_PHONE_LINES)


def _check_keyboard(talk: LinearTable) -> None:
    """Takes the keyboard from a seat whose turn is over. Gives it to the only person there."""
    only_person = talk.table.pass_keyboard()
    if only_person in (NOBODY, talk.keyboard_seat):
        return
    if talk.table.awaits_keyboard or not talk.sit_down(only_person):
        while talk.keyboard_seat == NOBODY and talk.table.pass_keyboard() == only_person:
            take_keyboard(talk, only_person)


def _between_rounds(talk: LinearTable) -> None:
    """Shows the scores after a round and waits until the next one may be dealt."""
    if not talk.table.is_alone:
        talk.table.leave_seat()
    _say_scores(talk)
    host = talk.host
    if host.people():
        rules = host.state.rules
        talk.ask([words.NEXT_ROUND(rules)])
        while any(answer := talk.read("stop")):
            command, line = answer
            if command and _stops(talk):
                return
            if line:
                talk.say(words.ROUND_IS_OVER(rules))
    talk.table.begin_next_round()


def _stops(talk: LinearTable) -> bool:
    """Asks again whether to end the game with the rounds so far. Returns whether it has done so."""
    talk.say(words.REALLY_STOP)
    if answer_of(talk.read()[1]).lower() not in ("y", "yes"):
        talk.say(words.GOES_ON)
        return False
    talk.table.stop()
    return True


def _say_scores(talk: LinearTable) -> None:
    view = talk.host.public()
    talk.say(*words.hands_lines(view), *words.score_lines(view, sorted(talk.host.hinted)))
