"""The state of a game as frozen values, and the part of it that a seat may see."""

from enum import Enum, IntEnum
from functools import cached_property, reduce
from operator import or_
from typing import Final, TypeVar

from msgspec import Struct

from shanghai.engine.cards import (
    FACES,
    JOKER,
    SUITS_IN,
    Card,
    Face,
    Readable,
    label,
    natural_face,
    suit_of,
)
from shanghai.engine.handicap import NO_HANDICAP, Handicap, cards_dealt
from shanghai.engine.parameters.parts import Contract, WildRank
from shanghai.engine.rules import Rules, choice_of, parts_of
from shanghai.engine.seats import NOBODY, SEATS_OF, SeatIndex, by_seat, next_seat
from shanghai.engine.sides import Sides, SideScore, sides_of


class Phase(Enum):
    """What the game waits for."""

    SEATING = "seating"
    """The draw of cards for the first dealer (ALL-2)."""
    DEALING = "dealing"
    """The first deal."""
    DRAW = "draw"
    """The draw of the player on turn; until then the top discard may be called (ALL-9)."""
    PLAY = "play"
    """Melds and a discard of the player on turn (ALL-7)."""
    THROWN_IN = "thrown in"
    """Another deal of the same round, which nobody could end (ALL-11)."""
    ROUND_OVER = "round over"
    """The next deal."""
    GAME_OVER = "game over"


class Kind(Enum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


class End(IntEnum):
    """An end of a run."""

    LOW = 0
    HIGH = 1


class Ending(Enum):
    """Why a round ended."""

    OUT = "out"
    BLIND = "out blind"
    CLEAN_BLIND = "out blind without a joker"
    SHANGHAI = "out by a called SHANGHAI"
    BLOCKED = "blocked"
    """Nobody went out: no card could be drawn, or the round was thrown in (ALL-11)."""


class Meld(Readable, frozen=True, dict=True):
    """A set or run on the table. What a wild card in it is laid as never changes (ALL-4).

    The cards of a run are in order from `low`, the place of the first one: 1 for a low ace, 14 for
    a high one. The suit of a run is an index of `SUITS_IN`. A set has its rank as `low`, and -1 as
    its suit. `wild` has the indexes of the wild cards that are no jokers.
    """

    owner: SeatIndex
    kind: Kind
    cards: tuple[Card, ...]
    low: int
    suit: int = -1
    wild: tuple[int, ...] = ()

    @property
    def last_place(self) -> int:
        """The place of the last card of a run."""
        return self.low + len(self.cards) - 1

    @cached_property
    def wild_places(self) -> tuple[int, ...]:
        """The indexes of its wild cards, jokers among them."""
        jokers = [index for index, card in enumerate(self.cards) if card % FACES == JOKER]
        return tuple(sorted((*jokers, *self.wild))) if self.wild else tuple(jokers)

    @property
    def wild_count(self) -> int:
        """How many of its cards are wild, jokers among them."""
        return len(self.wild_places)

    @property
    def is_run(self) -> bool:
        """Whether it is a run."""
        return self.kind is Kind.RUN

    def stands_for(self, index: int) -> tuple[int, int]:
        """The rank (1 to 13) and suit (-1: any) that the card at `index` is laid as."""
        if self.kind is Kind.SET:
            return self.low, -1
        return (self.low + index - 1) % 13 + 1, self.suit

    @cached_property
    def shape(self) -> tuple[bool, int, int, int, int]:
        """What decides which cards fit: run or set, low, suit, numbers of cards and wild cards."""
        return self.is_run, self.low, self.suit, len(self.cards), self.wild_count

    @cached_property
    def edges(self) -> int:
        """A bit mask. Of a run: bit 0 is set if the first card is wild, bit 1 if the last one is.
        Of a set: a bit is set for the suit of each natural card."""
        wild, last = self.wild_places, len(self.cards) - 1
        if self.is_run:
            return (0 in wild) | (last in wild) << 1
        naturals = (card for index, card in enumerate(self.cards) if index not in wild)
        return reduce(or_, (1 << suit_of(card) for card in naturals), 0)

    @cached_property
    def stood_for(self) -> dict[Face, int]:
        """The faces that its wild cards are laid as, each with the index of the first such card."""
        first_index: dict[Face, int] = {}
        for index in self.wild_places:
            rank, suit = self.stands_for(index)
            for each in SUITS_IN[suit]:
                first_index.setdefault(natural_face(each, rank), index)
        return first_index


class Seat(Readable, frozen=True):
    """A seat at the table. Hand, score and calls stay with it when it is handed over (ALL-14)."""

    name: str
    hand: tuple[Card, ...] = ()
    down: bool = False
    calls_used: int = 0
    score: int = 0
    calls_before: int = 0
    """The calls used in earlier rounds of the game."""
    calls_carried: int = 0
    """The calls left from earlier rounds, which are added to the limit of this one."""
    chips: int = 0
    """The chips held, where calls are paid for in chips."""
    fined: int = 0
    """The points that calls and SHANGHAI have cost in this round."""
    met: int = 0
    """The number of contracts met so far, where each player has contracts of their own."""
    done: tuple[int, ...] = ()
    """The numbers of the contracts that the player went down to, if players choose freely."""
    parts: tuple[Meld, ...] = ()
    """The melds of the contract that a player who is not yet down has laid, as they were laid."""
    to_come: Contract | None = None
    """What is still to be laid of the contract, if parts of it were laid."""
    handicap: Handicap = NO_HANDICAP


class RoundResult(Readable, frozen=True):
    """One line of the scorecard: the points of each seat and why the round ended."""

    round: int
    points: tuple[int, ...]
    out: SeatIndex
    ending: Ending
    met: tuple[bool, ...] = ()
    """Which seats met their contract, if each player has contracts of their own; else empty."""


class Correction(Readable, frozen=True):
    """A corrected score: the seat, the round, the points before and after, and the reason."""

    seat: SeatIndex
    round: int
    was: int
    points: int
    note: str


NEW_TURN: Final = {
    "given_up": False, "calls": (), "went_down": False, "must_go_down": False,
    "taken": None, "owed": None, "joker_left": False, "had_parts": False,
}  # fmt: skip
"""The values of a state that are reset when a turn is over."""


class Situation(Struct, frozen=True, kw_only=True):
    """A game at one moment, as far as its cards are known. The rules can be asked about it.

    It is a `State`, in which all cards are known, or the `SeatView` of a state. The next card of a
    pile is its first. `tossers` has the seat that tossed each discard (NOBODY: the first upcard).
    """

    rules: Rules
    """The rules of this round, with the wild ranks and the joker cap that it alone has."""
    seats: tuple[Seat, ...]
    phase: Phase = Phase.SEATING
    round: int = 1
    dealer: SeatIndex = NOBODY
    turn: SeatIndex = NOBODY
    table: tuple[Meld, ...] = ()
    stock: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    tossers: tuple[SeatIndex, ...] = ()

    live: bool = True
    """Whether the top discard may be taken or called at all (RG-9, CA-5, CA-15)."""
    locked: bool = False
    """Whether the top discard was discarded with a declared SHANGHAI (GD-17)."""
    tossed: bool = False
    """Whether the top discard was just tossed without SHANGHAI, which may now be called (GD-18)."""
    no_discard: bool = False
    """Whether the last turn ended without a discard: nobody may have the top one (CA-15)."""
    given_up: bool = False
    """Whether the player on turn has let the top discard go."""
    calls: tuple[SeatIndex, ...] = ()
    """The seats with a call that is not settled yet, in the order of their calls."""

    went_down: bool = False
    """Whether the player on turn went down in this turn (RG-12, RG-20)."""
    had_parts: bool = False
    """Whether the player on turn had laid a part of the contract before the last one (HR-12)."""
    must_go_down: bool = False
    """Whether the player on turn must go down in this turn, after an exchange or a taken discard
    (CA-12, HR-9)."""
    taken: Card | None = None
    """The discard that the player on turn took as the draw of this turn."""
    owed: Card | None = None
    """The joker that the player on turn won and must lay in this turn."""
    renewals: int = 0
    """How often the discards were turned into the stock in this round."""
    turns: int = 0
    """How many turns of the round are over."""
    turns_before: int = 0
    """The turns of this round before it was dealt again."""
    out: SeatIndex = NOBODY
    """The seat that went out while the others have their last turns; else NOBODY."""
    ending: Ending | None = None
    """How the seat `out` went out."""
    played: tuple[int, ...] = ()
    """The number of the contract that was chosen in each round; 0 if nobody went down."""
    joker_left: bool = False
    """Whether a joker, or another card laid as a wild one, left the hand in this turn (HR-1)."""

    agreed: Rules | None = None
    """The rules of the game, if those of this round differ from them."""

    results: tuple[RoundResult, ...] = ()
    """The scorecard so far, as corrected."""
    corrections: tuple[Correction, ...] = ()

    @property
    def game_rules(self) -> Rules:
        """The rules of the game, as agreed before the first deal."""
        return self.agreed or self.rules

    @property
    def round_ranks(self) -> tuple[WildRank, ...]:
        """The ranks that are wild in this round alone."""
        return self.rules.wild_ranks[len(self.game_rules.wild_ranks) :]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def seat_numbers(self) -> tuple[SeatIndex, ...]:
        """The numbers of all seats."""
        return SEATS_OF[len(self.seats)]

    @property
    def asked(self) -> SeatIndex:
        """The seat whose contract `contract` gives."""
        raise NotImplementedError

    @property
    def contract_number(self) -> int:
        """The number of the contract of the seat `asked`, counted from 1; 0 while it may choose."""
        return self.contract_number_of(self.asked)

    @property
    def contract(self) -> Contract:
        """The contract of this round, or what is left of it for the seat `asked`."""
        if self.rules.contracts_by == "round" and not self.rules.lay_in_parts:
            return self.rules.contract(self.round)
        return self.contract_of(self.asked)

    @property
    def all_in(self) -> bool:
        """Whether players must go down to this contract with their whole hand (GD-19)."""
        if not self.rules.all_in_rounds or self.out != NOBODY:
            return False
        return self.contract_number in self.rules.all_in_rounds

    @property
    def has_no_discard(self) -> bool:
        """Whether players must go down with the whole hand, without a discard."""
        return self.all_in and not self.rules.all_in_discard

    @property
    def may_go_down_yet(self) -> bool:
        """Whether it is no longer too early in the round for the player on turn to go down."""
        return self.turns // len(self.seats) + 1 >= self.rules.down_from

    @property
    def may_lay_off_yet(self) -> bool:
        """Whether it is no longer too early in the round for the player on turn to lay off."""
        return self.turns // len(self.seats) + 1 >= self.rules.lay_off_from

    @property
    def bank(self) -> int:
        """The chips that were paid for calls and that nobody has won so far."""
        return self.rules.chips * len(self.seats) - sum(seat.chips for seat in self.seats)

    def to_lay(self, seat: SeatIndex) -> Contract:
        """What a seat may lay down: its contract or a part of it, or any one meld once down."""
        if self.seats[seat].down:
            return self.rules.further_meld
        contract = self.contract_of(seat)
        return parts_of(contract) if self.rules.lay_in_parts else contract

    def call_cost(self, seat: SeatIndex) -> int:
        """The cards that come with a call of a seat."""
        return self.rules.cost_in(self.round, self.seats[seat].calls_used)

    def call_points(self, seat: SeatIndex) -> int:
        """The points that a call of a seat costs."""
        return self.rules.points_for_call(self.round, self.seats[seat].calls_used)

    def call_chips(self, seat: SeatIndex) -> int:
        """The chips that a call of a seat costs."""
        return self.rules.chips_for_call(self.round, self.seats[seat].calls_used)

    def contract_number_of(self, seat: SeatIndex) -> int:
        """The number of the contract of a seat, counted from 1; 0 while it may choose."""
        match self.rules.contracts_by:
            case "round":
                return self.rules.place(self.round)
            case "player":
                return min(self.seats[seat].met + 1, len(self.rules.contracts))
            case _:
                number, *others = self.open_contracts(seat)
                return 0 if others else number

    def open_contracts(self, seat: SeatIndex) -> tuple[int, ...]:
        """The numbers of the contracts that a seat may go down to, where it may choose."""
        if self.rules.is_by_player:
            chosen = self.seats[seat].done[self.seats[seat].met :]
        else:
            chosen = self.played[self.round - 1 :]
        return chosen or self.to_meet(seat) or (len(self.rules.contracts),)

    def to_meet(self, seat: SeatIndex) -> tuple[int, ...]:
        """The numbers of the contracts that a seat, or the whole table, still has to play."""
        numbers, place = range(1, len(self.rules.contracts) + 1), self.seats[seat]
        match self.rules.contracts_by:
            case "round":
                return tuple(numbers[len(self.results) :])
            case "player":
                return tuple(numbers[place.met :])
            case "free":
                return tuple(number for number in numbers if number not in place.done)
            case "first":
                return tuple(number for number in numbers if number not in self.played)

    def contracts_ahead(self, seat: SeatIndex) -> tuple[int, ...]:
        """The numbers of the contracts that a seat may have in rounds to come."""
        now = self.contract_number_of(seat)
        if self.rules.is_choice:
            return tuple(number for number in self.to_meet(seat) if number != now)
        return tuple(range(now + 1, len(self.rules.contracts) + 1))

    def contract_of(self, seat: SeatIndex) -> Contract:
        """What a seat still has to lay of its contract in this round."""
        return self.seats[seat].to_come or self.whole_contract_of(seat)

    def whole_contract_of(self, seat: SeatIndex) -> Contract:
        """The contract that a seat has in this round: any one of several where it may choose."""
        if self.rules.is_choice:
            contracts = self.rules.contracts
            numbers = self.open_contracts(seat)
            return choice_of(tuple([contracts[number - 1] for number in numbers]))
        return self.rules.contract(self.contract_number_of(seat))

    @property
    def offer(self) -> object:
        """A value that differs for each card that comes on offer in the game.

        It has the number of turns, as players who only take can pass one card round the table.
        """
        return self.round, self.turns_before + self.turns, len(self.discards), self.top

    @property
    def top(self) -> Card | None:
        """The top discard."""
        return self.discards[0] if self.discards else None

    @property
    def winners(self) -> tuple[SeatIndex, ...]:
        """The seats that lead once the game is over (ALL-12), else none."""
        return self.leaders if self.phase is Phase.GAME_OVER else ()

    @property
    def leaders(self) -> tuple[SeatIndex, ...]:
        """The seats of the leading sides: most contracts met, and then the lowest total."""
        return tuple(seat for seat, place in by_seat(self.places) if place == 1)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the leaders (ALL-12); partners share it (HR-15)."""
        return self.sides.places(*self._points_and_met)

    @property
    def sides(self) -> Sides:
        """Who plays with whom (HR-15)."""
        return sides_of(self.rules.sides, len(self.seats))

    @property
    def side_scores(self) -> tuple[SideScore, ...]:
        """The score of each side; of each seat where all play alone."""
        return self.sides.scores(*self._points_and_met)

    @property
    def _points_and_met(self) -> tuple[list[int], list[int]]:
        return [seat.score for seat in self.seats], [seat.met for seat in self.seats]

    def seat_named(self, name: str) -> SeatIndex:
        """The number of the seat of that name, or NOBODY."""
        return next((i for i, seat in by_seat(self.seats) if seat.name == name), NOBODY)

    def call_limit(self, seat: SeatIndex) -> int:
        """The most calls of a seat in this round, used ones included."""
        limit, place = self.rules.calls_in(self.round), self.seats[seat]
        return (limit + place.handicap.calls if limit else 0) + place.calls_carried

    def calls_left(self, seat: SeatIndex) -> int:
        """How many calls a seat still has in this round."""
        rules, place = self.rules, self.seats[seat]
        limits = rules.call_limit
        limit = limits[self.round - 1] if self.round <= len(limits) else rules.calls_in(self.round)
        if not limit and not place.calls_carried:
            return 0
        of_round = limit + place.handicap.calls if limit else 0
        left = of_round + place.calls_carried - place.calls_used
        if rules.calls_per_game:
            game = rules.calls_per_game + place.handicap.calls
            left = min(left, game - place.calls_before - place.calls_used)
        return left if left > 0 else 0

    def cards_dealt(self, seat: SeatIndex, round: int) -> int:
        """The cards that a seat is dealt in a round, counted from 1."""
        return cards_dealt(self.rules, round, self.players, self.seats[seat].handicap)

    def seats_after(self, seat: SeatIndex) -> tuple[SeatIndex, ...]:
        """All seats in the direction of play, from the one after a seat to that seat (ALL-1)."""
        seats = SEATS_OF[len(self.seats)]
        after = (*seats[seat + 1 :], *seats[: seat + 1])
        return after if self.rules.direction == "clockwise" else (*after[-2::-1], after[-1])

    def seat_after(self, seat: SeatIndex) -> SeatIndex:
        """The seat that comes after another one in the direction of play (ALL-1)."""
        return next_seat(seat, len(self.seats), 1 if self.rules.direction == "clockwise" else -1)

    def __repr__(self) -> str:
        on_turn = f", {self.seats[self.turn].name!r} on turn" if self.turn != NOBODY else ""
        top = "none" if self.top is None else label(self.top)
        return (
            f"<{type(self).__name__}: {self.rules.name}, round {self.round}, {self.phase.value}"
            f"{on_turn}, melds {len(self.table)}, stock {len(self.stock)}, top {top}>"
        )


SituationT = TypeVar("SituationT", bound=Situation)


class State(Situation, frozen=True, kw_only=True):
    """A game at one moment with all its cards. Only the host and files have it."""

    @property
    def asked(self) -> SeatIndex:
        """The seat on turn."""
        return self.turn


class SeatView(Situation, frozen=True, kw_only=True):
    """What a seat may see of a state, or the public if the viewer is NOBODY (ALL-13).

    Every other card is HIDDEN, as `seen.py` says; the numbers of cards are true. `refuse` can be
    asked about the actions of the viewer.
    """

    viewer: SeatIndex

    @property
    def asked(self) -> SeatIndex:
        """The viewer; for the public the seat on turn."""
        return self.turn if self.viewer == NOBODY else self.viewer
