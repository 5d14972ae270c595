"""The seats before a game: people or computers, their names, and their order round the table."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from shanghai.bots.levels import LEVELS, USUAL_LEVEL
from shanghai.engine.handicap import Handicap, refuse_handicaps
from shanghai.engine.rules import Rules
from shanghai.storage.settings import SeatChoice
from shanghai.ui.table.session.levels import (
    own_name,
    own_names,
    players_of,
    present_level,
    strength_of,
)
from shanghai.words.player_names import clean_name, free_computer_name, is_computer_name, name_fault
from shanghai.words.refusals import why
from shanghai.words.setup import TAKES_AT_MOST, seats_fault

_MOST_SEATS: Final = 8


class Seating:
    """The seats of a game to be dealt, clockwise, and which of them is marked."""

    def __init__(
        self, rules: Rules, given: Sequence[SeatChoice] = (), known: Sequence[str] = ()
    ) -> None:
        """Begins with the seats of last time; `known` are the names that have played before."""
        self.rules = rules
        self.known = tuple(known)
        self.seats = list(_fitting(rules, given))
        self.at = 0
        if given and self.fault is None:
            self.at = len(self.seats)
        self._given = tuple(given)
        self._typed: set[str] = set()
        self._proposed: set[str] = set()
        """The names that nobody at the keyboard has chosen: a seat had them when it changed."""

    @property
    def marked(self) -> SeatChoice:
        """The marked seat; the last one where the mark is below all."""
        return self.seats[min(self.at, len(self.seats) - 1)]

    @property
    def is_on_seat(self) -> bool:
        """Whether a seat is marked, and not the line below them that deals."""
        return self.at < len(self.seats)

    @property
    def why_full(self) -> str | None:
        """Why no player can be added, None if one can."""
        most = min(_MOST_SEATS, self.rules.max_players)
        fault = TAKES_AT_MOST.format(rules=self.rules.name, count=most)
        return fault if len(self.seats) >= most else None

    @property
    def fault(self) -> str | None:
        """Why the game cannot be dealt to these seats, as a sentence; None if it can."""
        wrong = seats_fault(self.rules, len(self.seats))
        handicaps = [seat.handicap for seat in self.seats]
        if wrong is None and (bad := refuse_handicaps(self.rules, handicaps, len(handicaps))):
            wrong = f"{why(bad).capitalize()}."
        for index, seat in enumerate(self.seats):
            others = [other.name for other in self.seats[:index]]
            wrong = wrong or name_fault(seat.name, others)
        return wrong

    @property
    def is_name_chosen(self) -> bool:
        """Whether somebody has chosen the name of the marked seat, so that it stays with it."""
        name = self.marked.name
        if name in self._typed:
            return True
        if name in self.known:
            return name not in self._proposed
        return (
            bool(name)
            and not is_computer_name(name, own_names())
            and not name.startswith("Player ")
        )

    def to_keep(self) -> tuple[SeatChoice, ...]:
        """The seats to begin with next time: as they stand, then those that found no room here."""
        if self.seats == list(_fitting(self.rules, self._given)):
            return self._given
        return (*self.seats, *self._given[self.rules.max_players :])

    def move(self, by: int) -> None:
        """Marks another seat, or the line below them, round the ends."""
        self.at = (self.at + by) % (len(self.seats) + 1)

    def shift(self, by: int) -> None:
        """Moves the marked seat to another place."""
        other, seats = self.at + by, self.seats
        seats[self.at], seats[other] = seats[other], seats[self.at]
        self.at = other

    def give(self, bot: str) -> None:
        """Gives the marked seat to a person or a computer, and a name that nobody chose to fit."""
        seat, name = self.marked, self.marked.name
        is_other = bool(bot) != bool(seat.bot) or own_name(bot) != own_name(seat.bot)
        if is_other and not self.is_name_chosen:
            others = [other.name for other in self.seats if other is not seat]
            name = _fresh_name(others, bot, self.known)
            self._proposed.add(name)
        self.seats[self.at] = structs.replace(seat, name=name, bot=bot)

    def name(self, typed: str) -> bool:
        """Gives the marked seat a name and marks what comes next; whether the name is a new one.

        A computer makes room for the person of a new name.
        """
        seat, name = self.marked, clean_name(typed)
        is_new = bool(name) and name != seat.name
        self._proposed.discard(name)
        if is_new:
            self._typed.add(name)
        bot = "" if is_new else seat.bot
        self.seats[self.at] = structs.replace(seat, name=name, bot=bot)
        self.at += 1
        return is_new

    def agree(self, handicap: Handicap) -> None:
        """Gives the marked seat a handicap."""
        self.seats[self.at] = structs.replace(self.marked, handicap=handicap)

    def add(self) -> None:
        """Adds a computer at the end and marks it, where there is room."""
        if self.why_full is None:
            taken = [seat.name for seat in self.seats]
            self.seats.append(SeatChoice(_fresh_name(taken, USUAL_LEVEL), USUAL_LEVEL))
            self.at = len(self.seats) - 1

    def remove(self) -> None:
        """Takes the marked seat away; one must stay."""
        if len(self.seats) > 1:
            del self.seats[self.at]


def has_players(seat: SeatChoice) -> bool:
    """Whether there are players with names of their own for a seat."""
    return bool(seat.bot) and len(players_of(strength_of(seat.bot))) > 1


def _fresh_name(taken: Sequence[str], bot: str = "", known: Sequence[str] = ()) -> str:
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
        else structs.replace(seat, bot=USUAL_LEVEL)
        for seat in seats
    ]
    if not known:
        known = [SeatChoice("Player 1")]
    wanted = max(rules.min_players, min(4, rules.max_players)) if not seats else rules.min_players
    while len(known) < wanted:
        taken = [seat.name for seat in known]
        known.append(SeatChoice(_fresh_name(taken, USUAL_LEVEL), USUAL_LEVEL))
    return known[: rules.max_players]
