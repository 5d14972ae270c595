"""Positions made by hand, from the labels of their cards, and hosts that play on from them."""

from shanghai.engine.actions import MeldCards
from shanghai.engine.cards import FACES, face_of, read_face
from shanghai.engine.melds import read_meld
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Kind, Phase, Seat, State
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant

HANDS = {"Ann": "4S 9D KC 2H 6S", "Bob": "2S 3S QH 7D", "Cy": "8D 8H JK 3C"}
"""Hands of three people."""
FOUR_HANDS = {"Ann": HANDS["Ann"], "Bob": HANDS["Bob"], "Mia": HANDS["Cy"], "Cy": "5C 5D"}
"""Hands of four people, two of whom have a pair."""
PEOPLE = tuple(Player(name) for name in HANDS)


class Pack:
    """Cards that are taken by their labels."""

    def __init__(self, cards):
        # As a dictionary, which finds a card at once and keeps the order.
        self.left = dict.fromkeys(cards)

    def take(self, labels):
        return tuple(self._one(read_face(label)) for label in labels.split())

    def _one(self, face):
        card = face
        while card not in self.left:
            card = card + FACES
            assert card < FACES * 64, "there is no such card left"
        del self.left[card]
        return card


def position(
    variant, hands, *, turn, phase="draw", round=1, table=(), discards="2C", by=None, **more
):
    """A state from labels: hands by name, melds as (owner, kind, cards), the rest of the pack the
    stock. `more` are further fields of the state; `used` the calls used, by name."""
    rules = load_variant(variant)
    names = list(hands)
    pack = Pack(rules.cards(len(names)))
    held = {name: pack.take(cards) for name, cards in hands.items()}
    melds = []
    for owner, kind, cards in table:
        meld = read_meld(rules, names.index(owner), MeldCards(Kind(kind), pack.take(cards)))
        assert hasattr(meld, "owner"), meld
        melds.append(meld)
    pile = pack.take(discards)
    used = more.pop("used", {})
    owners = {owner for owner, _, _ in table}
    seats = tuple(
        Seat(name, held[name], down=name in owners, calls_used=used.get(name, 0)) for name in names
    )
    tosser = NOBODY if by is None else names.index(by)
    return State(
        rules=rules,
        seats=seats,
        phase=Phase(phase),
        round=round,
        dealer=len(names) - 1,
        turn=names.index(turn),
        table=tuple(melds),
        discards=pile,
        tossers=(tosser,) * len(pile),
        stock=tuple(pack.left),
        **{"tossed": by is not None and phase == "draw"} | more,
    )


def host_of(state, bots=(), seed=3):
    players = [Player(seat.name, "random" if seat.name in bots else "") for seat in state.seats]
    return Host(state.rules, players, seed=seed, state=state)


def card(host, seat, label):
    """A card of a seat's hand by its label."""
    face = read_face(label)
    return next(c for c in host.state.seats[seat].hand if face_of(c) == face)
