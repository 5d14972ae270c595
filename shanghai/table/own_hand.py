"""What the hand of a seat lacks, what goes with its cards, and how many unseen cards would help."""

from collections.abc import Sequence
from itertools import chain

from shanghai.bots.memory import Memory
from shanghai.bots.planner import Unseen, goes_with, mates, ranks_apart
from shanghai.engine.cards import HIDDEN, NATURAL_FACES, Card, Face, face_of, rank_of, suit_of
from shanghai.engine.solver import Distance, distance
from shanghai.engine.state import SeatView
from shanghai.engine.turn import without
from shanghai.engine.wild import is_wild
from shanghai.table.together import NAMED, Together, together
from shanghai.table.winning import winning_faces


class OwnHand:
    """The hand of the viewer, measured by the contract of its round.

    A card counts as unseen if it is in no hand, pile or meld where the viewer saw it.
    """

    def __init__(self, view: SeatView, memory: Memory) -> None:
        self._view, self._rules = view, view.rules
        self._hand = view.seats[view.viewer].hand
        of_others = (memory.known_cards(view, seat) for seat in view.seats_after(view.viewer)[:-1])
        seen = {*self._hand, *memory.pile(view), *chain.from_iterable(of_others)}
        self.unseen = Unseen(view, tuple(seen - {HIDDEN}))
        self.winning = {} if view.seats[view.viewer].down else winning_faces(view)
        """By face the meld that gives a wild card for it, and that card."""
        self._distances: dict[tuple[Card, ...], Distance] = {}

    def points(self, card: Card) -> int:
        """What a card counts if it stays in the hand."""
        return self._rules.face_points(face_of(card))

    def is_wild(self, card: Card) -> bool:
        """Whether a card is wild."""
        return is_wild(self._rules, card)

    def distance(self, hand: Sequence[Card]) -> Distance:
        """What a hand lacks for the contract. Each hand is computed once."""
        key = tuple(hand)
        if key not in self._distances:
            self._distances[key] = distance(key, self._view.contract, self._rules)
        return self._distances[key]

    def short_without(self, card: Card) -> int:
        """How many cards the hand lacks for the contract once this card is thrown."""
        return self.distance(without(self._hand, card)).short

    def helping(self, hand: Sequence[Card]) -> int:
        """How many unseen cards would bring a hand nearer to its contract."""
        lack = self.distance(hand)
        winning = [face for face in self.winning if self.wins(face, lack)]
        return sum(map(self.unseen.count, lack.helps.union(winning)))

    def is_widened(self, hand: Sequence[Card], card: Card) -> bool:
        """Whether a hand is nearer to its contract with one more card, or more cards would help."""
        with_card = (*hand, card)
        if self.distance(with_card).short < self.distance(hand).short:
            return True
        return self.helping(with_card) > self.helping(hand)

    def wins(self, face: Face, lack: Distance) -> bool:
        """Whether a card wins a wild card of the table that brings a hand nearer. Where a wild card
        that is won must be used, the hand must lack no other card."""
        if face not in self.winning or self.winning[face][1] not in lack.helps:
            return False
        return self._rules.exchange_duty == "none" or lack.short == 1

    def winner_to_go_down(self) -> Card | None:
        """A card of the hand that wins the wild card which completes the contract."""
        winners = (card for card in self._hand if self._short_by(card) == 0)
        return next(winners, None) if self.distance(self._hand).short else None

    def helping_to_say(self) -> int:
        """How many unseen cards would bring the hand nearer. 0 if a card of the hand does so
        already, by the wild card that it wins."""
        short = self.distance(self._hand).short
        is_there = any(self._short_by(card) < short for card in self._hand)
        return 0 if is_there else self.helping(self._hand)

    def _short_by(self, card: Card) -> int:
        """How many cards the hand lacks once a card was given for the wild card that it wins."""
        if face_of(card) not in self.winning:
            return self.distance(self._hand).short
        won = Card(self.winning[face_of(card)][1])
        return self.distance((*without(self._hand, card), won)).short

    def mates(self, card: Card) -> list[Card]:
        """The other cards of the hand that could be in one meld with this one."""
        return mates(self._view, self._view.viewer, self._hand, card)

    def mates_still_out(self, card: Card) -> int:
        """How many unseen cards could be in one meld with a card."""
        face, view = face_of(card), self._view
        return sum(
            self.unseen.count(other)
            for other in NATURAL_FACES
            if goes_with(view, view.viewer, other, face)
        )

    def longest_run(self) -> int:
        """The cards of the longest run that the contract asks for, 0 if it asks for none."""
        runs = (size for each in self._view.contract.options for size in each.runs)
        return max(runs, default=0)

    def reach(self, card: Card) -> tuple[Card, ...]:
        """The other natural cards of the suit that a run of the contract could join with a card,
        each face once, the nearest first."""
        face, rules = face_of(card), self._rules
        length = self.longest_run()
        apart = {
            other: ranks_apart(rules, face, face_of(other))
            for other in {face_of(each): each for each in self._hand}.values()
            if not self.is_wild(other) and suit_of(other) == suit_of(card)
        }
        near = [other for other, ranks in apart.items() if 0 < ranks < length]
        return tuple(sorted(near, key=lambda other: (apart[other], other)))

    def together(self, cards: Sequence[Card], card: Card) -> Together:
        """The cards of these that go with one in a meld that the viewer may lay."""
        return together(self._view, self._view.viewer, cards, card, NAMED)

    def of_use(self, cards: Sequence[Card], card: Card) -> Together:
        """The cards of these by which one more card brings a hand nearer to its contract."""
        group = self.together(cards, card)
        if group.pairs and group.beside:
            of_use = [self.is_for(cards, card, part) for part in (group.pairs, group.beside)]
            if of_use == [True, False]:
                group = group._replace(beside=(), is_run=False)
            if of_use == [False, True]:
                group = group._replace(pairs=(), is_set=False)
        return group.whole

    def is_for(self, cards: Sequence[Card], card: Card, part: tuple[Card, ...]) -> bool:
        """Whether a card brings a hand nearer only together with a part of it."""
        rest = tuple(each for each in cards if each not in part)
        return self.distance((*rest, card)).short >= self.distance(rest).short

    def open_part(self, cards: Sequence[Card], group: Together, card: Card) -> Together:
        """The melds of a group that are not whole, and that another card would bring nearer."""
        helps = [face for face in self.distance(cards).helps if face in NATURAL_FACES]
        same = any(rank_of(face) == rank_of(card) for face in helps)
        near = self.open_near(cards, card)
        return Together(
            group.pairs if same and not group.is_set else (),
            group.beside if near and not group.is_run else (),
        )

    def open_near(self, cards: Sequence[Card], card: Card) -> bool:
        """Whether a hand waits for a card that can be in one run of the contract with this one."""
        return any(
            face in NATURAL_FACES
            and suit_of(face) == suit_of(card)
            and ranks_apart(self._rules, face, face_of(card)) < self.longest_run()
            for face in self.distance(cards).helps
        )

    def would_go_if_low(self, card: Card) -> bool:
        """Whether a card is an ace that would be near others of its suit if aces were low too."""
        if self._rules.ace != "high" or rank_of(card) != 1 or not self.longest_run():
            return False
        return any(
            not self.is_wild(each)
            and suit_of(each) == suit_of(card)
            and 1 < rank_of(each) <= self.longest_run()
            for each in self._hand
        )

    def is_alone(self, card: Card) -> bool:
        """Whether no natural card of the hand can be in one meld of the contract with a card."""
        return not self.mates(card) and not self.reach(card)

    def serves_later(self, card: Card) -> bool:
        """Whether a card brings the contract nearer once one more card comes that goes with it."""
        view, face = self._view, face_of(card)
        for other in NATURAL_FACES:
            if goes_with(view, view.viewer, other, face):
                with_other = (*self._hand, Card(other))
                if self.distance((*with_other, card)).short < self.distance(with_other).short:
                    return True
        return False

    def is_heaviest_to_spare(self, thrown: Card) -> bool:
        """Whether this is the best card to throw: no other discard leaves the hand nearer to its
        contract, and each card that counts more leaves it further away."""
        short, worth = self.short_without(thrown), self.points(thrown)
        for card in self._hand:
            least = short + 1 if self.points(card) > worth else short
            if self.short_without(card) < least:
                return False
        return True
