"""A third way to play, made of the table room alone: a thread plays each seat that a person has."""

import threading
from queue import Queue
from random import Random
from typing import NamedTuple

from shanghai.bots.levels import LEVELS
from shanghai.bots.protocol import never
from shanghai.engine.state import Phase
from shanghai.table.pins import TypedPin
from shanghai.table.places import Agree, CutCards, LetGo, OpenHand, Order, Place, Ready, Undo

LEVEL, PIN, WAIT = "simple", TypedPin("2468"), 120.0
"""Who plays, the PIN of a seat, the seconds after which a thread gives up that gets no reply."""


class Shown(NamedTuple):
    """What one place is shown: what it is asked, what its seat sees and has heard, and where."""

    question: object
    view: object
    events: tuple
    place: Place


class Seat(threading.Thread):
    """Plays one seat by what it is shown, and sends what it does to the table."""

    def __init__(self, table, seat, chance):
        super().__init__(daemon=True)
        self.table, self.seat, self.chance = table, seat, chance
        self.shown, self.asked, self.sent, self.known = Queue(), None, [], ()

    def run(self):
        while (shown := self.shown.get()) is not None:
            if self.send(shown, self.answer(shown)).outcome == "refused":
                self.send(shown, self.plain_answer(shown))

    def send(self, shown, does):
        order = Order(self.seat, does, shown.question.id, shown.place)
        self.sent.append((shown, does, self.table.send(order).result(WAIT)))
        return self.sent[-1][-1]

    def answer(self, shown):
        match shown.question.kind:
            case "pin":
                return OpenHand(PIN)
            case "cut":
                return CutCards(self.chance.randrange(1000))
            case "ready":
                return Ready()
            case "undo":
                return Agree(self.chance.random() < 0.7)
            case "call":
                return self.bot(shown).wants_call(shown.view) or LetGo()
            case "turn" if self.chance.random() < 0.02:
                return Undo(self.chance.randrange(2))
        return self.plain_answer(shown)

    def plain_answer(self, shown):
        return self.bot(shown).decide(shown.view) if shown.question.kind == "turn" else LetGo()

    def bot(self, shown):
        if not self.known or shown.events[: len(self.known)] != self.known:
            self.player, self.known = LEVELS[LEVEL].make(self.seat, self.chance, never), ()
        for event in shown.events[len(self.known) :]:
            self.player.notice(event)
        self.known = shown.events
        return self.player


class FrontEnd:
    """Drives a table in the calling thread, and moves seats from place to place meanwhile."""

    def __init__(self, table, seed, between=25):
        self.table, self.chance, self.between = table, Random(seed), between
        seats = table.public().seat_numbers
        self.seats = [Seat(table, seat, Random(f"{seed} {seat}")) for seat in seats]
        self.kinds, self.moved_at = set(), table.version

    def play(self, until=10**6):
        """Plays to the end of the game, or until so many moves are made."""
        for seat in self.seats:
            seat.start()
        while self.table.public().phase is not Phase.GAME_OVER and self.table.version < until:
            self.change_places()
            self.show()
            if not self.table.step():
                self.table.wait()
        for seat in self.seats:
            seat.shown.put(None)
        while any(seat.is_alive() for seat in self.seats):
            self.table.run_orders()

    def show(self):
        """Shows each seat that is asked, after each move, what it may see, its own hand alone."""
        table, turn = self.table, self.table.public().turn
        if table.is_playing and table.seating.place(turn) is Place.KEYBOARD:
            table.sit_down(turn)
        for seat in self.seats:
            question, place = table.question(seat.seat), table.seating.place(seat.seat)
            self.kinds.add(place)
            if question is not None and (question.id, place, table.version) != seat.asked:
                seat.asked = question.id, place, table.version
                events = table.log.events_for(seat.seat)
                seat.shown.put(Shown(question, table.view(seat.seat), events, place))

    def change_places(self):
        """Now and then moves a seat to the keyboard, elsewhere, or to a computer and back."""
        table = self.table
        if not table.is_playing or table.version - self.moved_at < self.between:
            return
        self.moved_at, seat = table.version, self.chance.choice(self.seats).seat
        here, to = table.seating.place(seat), self.chance.choice([*Place])
        if Place.COMPUTER in (here, to) and here is not to:
            name = f"{table.names[seat].split()[0]} {table.version}"
            table.hand_over(seat, name, LEVEL if to is Place.COMPUTER else "")
        if to is not Place.COMPUTER:
            table.move_to(seat, to)
