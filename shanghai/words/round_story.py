"""Sentences on a round that is over: who was nearly down, who caught whom, what jokers cost."""

from collections.abc import Iterator, Sequence
from typing import Final

from shanghai.engine.cards import JOKER, NATURAL_FACES, RANK_NAMES, SUITS, Face, face_of
from shanghai.engine.events import Discarded, Event, ShanghaiCalled, last_deal
from shanghai.engine.solver import distance
from shanghai.engine.state import SeatView
from shanghai.words.cards import CardStyle
from shanghai.words.messages import Messages
from shanghai.words.short_names import name_at

say = Messages("scores")

_FEW_SHORT: Final = 3
"""A hand that lacked more cards to go down is not worth a sentence."""
_MAX_NAMED: Final = 4
"""How many cards a sentence may name."""


def round_story(view: SeatView, events: Sequence[Event], style: CardStyle) -> list[str]:
    """Sentences about the last round, made from its events and from the hands, which are open."""
    if not view.results:
        return []
    of_round = events[last_deal(events) :]
    return [*_nearly_down(view, of_round, style), *_caught(view, of_round), *_jokers(view)]


def _nearly_down(view: SeatView, events: Sequence[Event], style: CardStyle) -> Iterator[str]:
    """Yields who lacked a few cards to go down. For one card it says how often others tossed it."""
    for seat in view.seat_numbers:
        holder = view.seats[seat]
        if holder.down or not holder.hand or seat == view.results[-1].out:
            continue
        lacks = distance(holder.hand, view.contract_of(seat), view.rules)
        if not 0 < lacks.short <= _FEW_SHORT:
            continue
        cards = _named(lacks.helps - {JOKER}, style) if lacks.short == 1 else ()
        tossed = [
            event.card for event in events if isinstance(event, Discarded) and event.seat != seat
        ]
        passed = sum(face_of(card) in lacks.helps for card in tossed) if cards else 0
        yield say.WAS_SHORT(name=name_at(view, seat), short=lacks.short, cards=cards, count=passed)


def _named(faces: frozenset[Face], style: CardStyle) -> tuple[str, ...]:
    """The names of cards; a rank without a suit if `faces` has it in all suits. The result is empty
    if there are more than `_MAX_NAMED` names."""
    names: list[str] = []
    for rank in range(len(RANK_NAMES)):
        of_rank = [face for face in NATURAL_FACES[rank :: len(RANK_NAMES)] if face in faces]
        has_all_suits = len(of_rank) == len(SUITS)
        names += [style.rank(rank + 1)] if has_all_suits else map(style.text, of_rank)
    return tuple(names) if len(names) <= _MAX_NAMED else ()


def _caught(view: SeatView, events: Sequence[Event]) -> Iterator[str]:
    """Yields who caught whom by calling SHANGHAI."""
    for event in events:
        if isinstance(event, ShanghaiCalled):
            names = name_at(view, event.seat), name_at(view, event.tosser)
            yield say.CAUGHT_BY_SHANGHAI(name=names[0], other=names[1])


def _jokers(view: SeatView) -> Iterator[str]:
    """Yields what the jokers that were left in a hand have cost their player."""
    points = view.results[-1].points
    for seat in view.seat_numbers:
        jokers = [card for card in view.seats[seat].hand if face_of(card) == JOKER]
        cost = len(jokers) * view.rules.face_points(JOKER)
        if cost and cost <= points[seat]:
            name = name_at(view, seat)
            yield say.JOKER_COST(name=name, count=len(jokers), cost=cost, points=points[seat])
