"""The stock: how many cards it can give, what an action needs, and which caller comes first."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from msgspec import structs

from shanghai.engine.cards import Card
from shanghai.engine.events import Event, StockRenewed
from shanghai.engine.refusal import Refusal, Refused, refusal
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import Phase, Seat, Situation, State

Outcome = tuple[State, tuple[Event, ...]]
ActionT = TypeVar("ActionT")


class Need(NamedTuple):
    """What chance has to choose for an action.

    `renew` are the discards that become the stock. If `shuffled`, chance chooses their order.
    `pick` is the hand from which chance draws a card.
    """

    renew: tuple[Card, ...] = ()
    shuffled: bool = False
    pick: tuple[Card, ...] = ()


NO_NEED: Final = Need()


def no_need(*_: object) -> Need:
    """The need of an action that takes nothing from the stock."""
    return NO_NEED


def holds_first_right(state: Situation) -> bool:
    """Whether the player on turn is known to come before the callers (RG-9, CA-10).

    If the player may take the top discard only to go down with it, nobody can know (HR-9).
    """
    if state.given_up or state.rules.first_right == "never" or is_barred_from_taking(state):
        return False
    if takes_to_open(state):
        return False
    return state.rules.first_right == "always" or not state.seats[state.turn].down


def is_barred_from_taking(state: Situation) -> bool:
    """Whether the player on turn may take no discard, for being down or for not being so (HR-9)."""
    rule, is_down = state.rules.take_discard, state.seats[state.turn].down
    return rule == ("not-down" if is_down else "once-down")


def takes_to_open(state: Situation) -> bool:
    """Whether the player on turn may take the top discard only to go down with it (HR-9)."""
    return state.rules.take_discard == "to-open" and not state.seats[state.turn].down


def settles_at_once(state: Situation) -> bool:
    """Whether a call is granted as soon as it is made (PR-6).

    It waits while the player on turn may still take the card to go down with it. Nobody else can
    know whether the player can (HR-9).
    """
    if state.rules.call_order != "first" or holds_first_right(state):
        return False
    return state.given_up or not takes_to_open(state)


def priority(state: Situation) -> tuple[SeatIndex, ...]:
    """All seats in the order in which their calls are granted, unless the first call wins."""
    return state.seats_after(state.dealer if state.rules.call_order == "dealer" else state.turn)


def first_caller(state: Situation) -> SeatIndex:
    """The seat whose waiting call comes first."""
    if state.rules.call_order == "first":
        return state.calls[0]
    return next(seat for seat in priority(state) if seat in state.calls)


# Supply of cards


def _pile_to_turn(state: Situation, called: bool) -> tuple[Card, ...]:
    """The discards that would become the stock, the next card first (ALL-10, GD-11)."""
    if not may_renew(state):
        return ()
    return state.discards[2 if called else 1 :][::-1]


def supply(state: Situation, called: bool) -> int:
    """How many cards the stock can give, if renewed once. `called`: the top discard goes first."""
    return len(state.stock) + len(_pile_to_turn(state, called))


def stock_need(state: Situation, count: int, *, called: bool) -> Need:
    """The discards that become the stock in an action that takes `count` cards from the stock.

    If `called`, the action takes the top discard first.
    """
    if state.phase is not Phase.DRAW or count <= len(state.stock):
        return NO_NEED
    pile = _pile_to_turn(state, called)
    if not pile:
        return NO_NEED
    return Need(pile, state.rules.recycle == "shuffle" and len(pile) > 1)


def refuse_renewed(
    state: Situation,
    renewed: tuple[Card, ...],
    need_of: Callable[[Situation, ActionT], Need],
    action: ActionT,
) -> Refusal | None:
    """Why `renewed`, the new stock in an action, is not the one that is needed (ALL-10)."""
    if not renewed:
        return None
    need = need_of(state, action)
    if not need.renew:
        return refusal("stock-not-renewed", "ALL-10", stock=len(state.stock))
    pile = need.renew
    is_same = sorted(renewed) == sorted(pile) if need.shuffled else renewed == pile
    return None if is_same else refusal("wrong-renewal", "recycle", cards=need.renew)


def may_renew(state: Situation) -> bool:
    """Whether the discards may become the stock once more in this round (ALL-10)."""
    allowed = state.rules.renewals
    return allowed == "any" or (allowed == "once" and not state.renewals)


class Piles:
    """The piles of a state while one action moves cards between them."""

    def __init__(self, state: State, renewed: tuple[Card, ...]) -> None:
        self.state = state
        self.renewed = renewed
        self.events: list[Event] = []

    def supply(self, count: int) -> tuple[Card, ...]:
        """Takes `count` cards from the stock, or as many as it has. It is renewed when empty."""
        cards: tuple[Card, ...] = ()
        while len(cards) < count:
            if not self.state.stock and not self._renew():
                break
            stock = self.state.stock
            missing = count - len(cards)
            cards += stock[:missing]
            self.state = structs.replace(self.state, stock=stock[missing:])
        return cards

    def _renew(self) -> bool:
        pile = self.state.discards[1:][::-1]
        if not pile or not may_renew(self.state):
            return False
        shuffled = self.state.rules.recycle == "shuffle" and len(pile) > 1
        if shuffled and not self.renewed:
            raise Refused(refusal("no-order", "ALL-10"))
        self.state = structs.replace(
            self.state,
            stock=self.renewed if shuffled else pile,
            discards=self.state.discards[:1],
            tossers=self.state.tossers[:1],
            renewals=self.state.renewals + 1,
        )
        self.events.append(StockRenewed(len(pile)))
        return True


def with_seat(state: Situation, index: SeatIndex, **changes: object) -> tuple[Seat, ...]:
    """The seats of a state with one of them changed."""
    seats = state.seats
    return (*seats[:index], structs.replace(seats[index], **changes), *seats[index + 1 :])


def without_top(state: State) -> State:
    """The state without its top discard. No calls wait any more."""
    return structs.replace(
        state,
        discards=state.discards[1:],
        tossers=state.tossers[1:],
        calls=(),
        tossed=False,
        given_up=False,
        live=state.rules.beneath == "open",
    )
