"""Cards before play, by chance alone: the draws for the first dealer and the order of a deal."""

from random import Random

from shanghai.engine.cards import HIDDEN, JOKER, Card, face_of, rank_of
from shanghai.engine.rules import Rules


def dealer_draws(rules: Rules, players: int, chance: Random) -> tuple[tuple[Card, ...], ...]:
    """A natural card for each seat; those who tie for the lowest draw again (RG-2)."""
    pack = [card for card in rules.cards(players) if face_of(card) != JOKER]
    chance.shuffle(pack)
    drawing = list(range(players))
    draws: list[tuple[Card, ...]] = []
    while len(drawing) > 1:
        drawn = {seat: pack.pop() for seat in drawing}
        draws.append(tuple(drawn.get(seat, HIDDEN) for seat in range(players)))
        lowest = min(map(rank_of, drawn.values()))
        drawing = [seat for seat, card in drawn.items() if rank_of(card) == lowest]
    return tuple(draws)


def deal_order(
    rules: Rules, players: int, seed: int | str, round: int, before: int = 0
) -> tuple[Card, ...]:
    """The shuffled pack for a round, whatever happened in the rounds before it.

    `before` is how often this round was dealt already and thrown in.
    """
    order = list(rules.cards(players))
    Random(f"{seed} deal {round} {before + 1}").shuffle(order)
    return tuple(order)
