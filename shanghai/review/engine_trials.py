"""Play-outs by the engine with hard players. They are slow and so there are few, but they work for
all rules."""

from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Any, Final

from msgspec import structs

from shanghai.bots.hard import HardBot
from shanghai.bots.memory import Memory
from shanghai.engine.actions import Draw, Pass, same_move
from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.game import refuse
from shanghai.engine.scoring import points_if_lost
from shanghai.engine.seats import SeatIndex, by_seat
from shanghai.engine.solver import lay_offs, shortage
from shanghai.engine.state import Phase, SeatView, Situation, State
from shanghai.review.moments import MetDecision, WorldCounts
from shanghai.table.host import Host, Player
from shanghai.words.moves import Move

_IN_MIND: Final = 4
"""Players know the order of so many of the last discards."""
_MOST_TURNS: Final = 45
"""After so many turns of each seat a round ends, and its hands count."""
_MOST_HANDS: Final = 6
"""The most random hands among which the best one for its contract is taken for a seat."""
_TURNS_A_HAND: Final = 2
"""After so many turns of a seat one more such hand is drawn, as it has collected for longer."""
_TRIES: Final = 4
"""How often a card is drawn again that its player would hardly have kept."""


class EngineTrials:
    """Compares only the hard player's move with the one that was made."""

    worlds: WorldCounts = WorldCounts(first=16, most=64, most_unshown=32)
    work: int = 0

    def worth_trying(self, moment: MetDecision) -> list[int]:
        """The index of the hard player's move, or nothing if that was made."""
        return hard_players_move(moment)

    def points(
        self, moment: MetDecision, tried: Sequence[int], count: int, what: str
    ) -> list[list[tuple[int, ...]]]:
        """By world and move the points of each seat."""
        decision, memory, rows = moment.decision, moment.memory(), []
        for number in range(count):
            seed = f"{decision.at} {decision.seat} {what} {number}"
            world = drawn_world(moment.view, memory, Random(seed))
            moves = [decision.moves[index] for index in tried]
            rows.append([_points_after(world, moment, move, seed) for move in moves])
        return rows


def hard_players_move(moment: MetDecision) -> list[int]:
    """A list with the index of the hard player's move, empty if that was made."""
    decision = moment.decision
    bot = HardBot(decision.seat, Random(0))
    for event in moment.heard:
        bot.notice(event)
    is_call = None in decision.moves
    answer: Move = bot.wants_call(moment.view) if is_call else bot.decide(moment.view)
    same = [index for index, move in enumerate(decision.moves) if _is_same(move, answer)][:1]
    # The move that was made is not compared with itself.
    return [index for index in same if index > 0]


def _is_same(one: Move, other: Move) -> bool:
    """Whether two moves are the same. None is no call."""
    if one is None or other is None:
        return one is other
    return same_move(one, other)


def drawn_world(view: SeatView, memory: Memory, random: Random) -> State:
    """A state that agrees with what a seat sees and remembers, with random hidden cards."""
    pile, known = _pile_in_mind(view, memory, random), _known_hands(view, memory)
    melded = [card for meld in view.table for card in meld.cards]
    seen = {*pile, *melded, *(card for hand in known for card in hand)}
    unseen = [card for card in view.rules.cards(view.players, view.round) if card not in seen]
    random.shuffle(unseen)
    hands = []
    for seat, holder in by_seat(view.seats):
        lacking = len(holder.hand) - len(known[seat])
        cards = _likely_cards(view, seat, lacking, unseen, memory, random)
        hands.append((*known[seat], *cards))
    discards = tuple(unseen.pop() if card == HIDDEN else card for card in pile)
    values: dict[str, Any] = {name: getattr(view, name) for name in Situation.__struct_fields__}
    values["seats"] = tuple(
        structs.replace(holder, hand=hand) for holder, hand in zip(view.seats, hands, strict=True)
    )
    return State(**values | {"discards": discards, "stock": tuple(unseen)})


def _pile_in_mind(view: SeatView, memory: Memory, random: Random) -> list[Card]:
    """The discards, the top one first. If they are turned over as a new stock, only the last ones
    are in their true order, as players need not remember more."""
    pile = memory.pile(view)[::-1]
    if view.rules.recycle == "turn":
        below = pile[_IN_MIND:]
        random.shuffle(below)
        pile[_IN_MIND:] = below
    return pile


def _known_hands(view: SeatView, memory: Memory) -> list[list[Card]]:
    """By seat the cards in hand that the viewer knows."""
    return [
        list(holder.hand)
        if seat == view.viewer
        else memory.known_cards(view, seat)[: len(holder.hand)]
        for seat, holder in by_seat(view.seats)
    ]


def _likely_cards(
    view: SeatView, seat: SeatIndex, count: int, unseen: list[Card], memory: Memory, random: Random
) -> list[Card]:
    """Draws `count` cards for the hand of a seat and removes them from `unseen`. For a player who
    is not down it draws several hands and takes the one nearest to the contract."""
    if not count:
        return []
    if view.seats[seat].down:
        return [_unfit_card(view, seat, unseen, random) for _ in range(count)]
    contract = view.contract_of(seat)
    hands = min(_MOST_HANDS, 1 + memory.turns[seat] // _TURNS_A_HAND)
    drawn = [random.sample(unseen, count) for _ in range(hands)]
    # A player with the whole contract would have gone down.
    lacks = [shortage(hand, contract, view.rules) or len(hand) for hand in drawn]
    chosen = drawn[lacks.index(min(lacks))]
    unseen[:] = [card for card in unseen if card not in {*chosen}]
    return chosen


def _unfit_card(view: SeatView, seat: SeatIndex, unseen: list[Card], random: Random) -> Card:
    """Removes a card from `unseen` and returns it. It tries to find one that the seat, which is
    down, could not have laid off."""
    for _ in range(_TRIES):
        index = random.randrange(len(unseen))
        if not lay_offs(unseen[index : index + 1], view.table, view.rules, seat):
            break
    return unseen.pop(index)


def _points_after(world: State, moment: MetDecision, move: Move, seed: str) -> tuple[int, ...]:
    """The points of each seat if a move is made and hard players play the round on.

    After `_MOST_TURNS` turns of each seat it is ended, and all hands count.
    """
    players = [Player(seat.name, "hard", seat.handicap) for seat in world.seats]
    with closing(Host(world.game_rules, players, seed, world)) as host:
        host.log = list(moment.heard)
        _make(host, moment.decision.seat, move)
        last_turn = world.turns + _MOST_TURNS * world.players
        while host.state.phase in (Phase.DRAW, Phase.PLAY) and host.state.turns < last_turn:
            action = host.bot_action()
            # A computer player has every seat.
            assert action is not None
            host.do(action)
        after = host.state
    if len(after.results) > len(world.results):
        return after.results[-1].points
    return tuple(points_if_lost(after, seat) for seat in after.seat_numbers)


def _make(host: Host, seat: SeatIndex, move: Move) -> None:
    """Makes a move. None is no call of the top discard. Others may call it before a draw."""
    if move is None:
        host.window.wishes[seat] = None
        return
    if isinstance(move, Draw | Pass):
        while (call := host.next_call(after_people=True)) is not None:
            host.do(call)
    if refuse(host.state, move) is None:
        host.do(move)
