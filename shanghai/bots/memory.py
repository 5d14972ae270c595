"""What a seat remembers of a round: the cards that it saw others take, discard and leave."""

from collections import Counter

from shanghai.engine import events
from shanghai.engine.cards import HIDDEN, Card, Face, face_of
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView, Situation


class Memory:
    """Remembers a round from the events that a seat may see (ALL-13)."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets everything, as for a new round."""
        self.turns: Counter[SeatIndex] = Counter()
        """By seat how many turns it has started."""
        self.let_go: dict[SeatIndex, list[tuple[Face, int]]] = {}
        """By seat the faces that it discarded or did not take, each with `turn` at that time."""
        self._known: dict[SeatIndex, set[Card]] = {}
        self._pile: list[Card] = []
        self._is_on_offer = False

    @property
    def turn(self) -> int:
        """How many turns all seats together have started."""
        return self.turns.total()

    def notice(self, event: events.Event) -> None:
        """Takes note of an event of the round."""
        match event:
            case events.Dealt(upcard=upcard):
                self.clear()
                self._lay(upcard)
            case events.Drawn(seat=seat):
                if self._is_on_offer and self._pile:
                    self._note_let_go(seat, self._pile[-1])
                self._is_on_offer = False
                self.turns[seat] += 1
            case events.Passed(seat=seat, card=card):
                self._note_let_go(seat, card)
            case events.DiscardTaken(seat=seat, card=card):
                self.turns[seat] += 1
                self._hold(seat, self._off_pile(card))
            case events.CallGranted(seat=seat, card=card):
                self._hold(seat, self._off_pile(card))
            case events.JokerSwapped(seat=seat, card=card, joker=joker):
                self._lose(seat, card)
                self._hold(seat, joker)
            case events.LaidOff(seat=seat, card=card):
                self._lose(seat, card)
            case events.Discarded(seat=seat, card=card):
                self._lose(seat, card)
                self._note_let_go(seat, card)
                self._lay(card)
            case events.ShanghaiCalled(seat=seat, tosser=tosser, card=card, picked=picked):
                self._off_pile(card)
                if event.given:
                    self._lose(seat, picked)
                    self._hold(tosser, picked)
                if event.back:
                    self._hold(tosser, card)

    def known_cards(self, view: Situation, seat: SeatIndex) -> list[Card]:
        """The cards that another seat is known to hold."""
        melded = {card for meld in view.table for card in meld.cards}
        return sorted(card for card in self._known.get(seat, ()) if card not in melded)

    def pile(self, view: SeatView) -> list[Card]:
        """The discards, the top one last. It has HIDDEN for each that this seat has not seen."""
        count = len(view.discards)
        seen = self._pile[-count:] if count else []
        if view.top is not None and (not seen or seen[-1] != view.top):
            seen = [view.top]
        return [HIDDEN] * (count - len(seen)) + seen

    def _note_let_go(self, seat: SeatIndex, card: Card) -> None:
        self.let_go.setdefault(seat, []).append((face_of(card), self.turn))

    def _hold(self, seat: SeatIndex, card: Card) -> None:
        if card != HIDDEN:
            self._known.setdefault(seat, set()).add(card)

    def _lose(self, seat: SeatIndex, card: Card) -> None:
        self._known.get(seat, set()).discard(card)

    def _lay(self, card: Card) -> None:
        self._pile.append(card)
        self._is_on_offer = True

    def _off_pile(self, card: Card) -> Card:
        if self._pile:
            self._pile.pop()
        self._is_on_offer = False
        return card
