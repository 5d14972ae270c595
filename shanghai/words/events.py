"""Events as sentences. They name players, and never say "you"."""

from msgspec import structs

from shanghai.engine import events
from shanghai.engine.cards import HIDDEN, Card, is_joker, label, rank_of
from shanghai.engine.events import Event, MovesUndone
from shanghai.engine.parameters.parts import WILD_RANKS
from shanghai.engine.rules import of_round
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.seen import seen_by
from shanghai.engine.stalemate import MOST_TURNS
from shanghai.engine.state import Situation
from shanghai.words.messages import Messages
from shanghai.words.moves import ShowCard, kind_text
from shanghai.words.phrases import RANK_PLURALS, kind_word, price_texts
from shanghai.words.short_names import name_at, short_names

say = Messages("events")
__getattr__ = say.__getattr__

_SENTENCES = say.table("TOLD")
_MOST_UNDONE = 3


def tell(
    event: Event,
    state: Situation,
    viewer: SeatIndex = NOBODY,
    show: ShowCard = label,
    room: int = 0,
    *,
    drew: bool = False,
) -> str:
    """A sentence on an event, with no more than `viewer` may know of it (ALL-13).

    `state` is the one after the event, and `show` writes a card. Names take at most `room` cells; 0
    leaves them whole. `drew` says that the same player has just drawn from the stock.
    """
    return _Teller(state, show, room, drew).sentence(seen_by(event, viewer))


class _Teller:
    """Makes the sentences of events; `state` is the one after them."""

    def __init__(self, state: Situation, show: ShowCard, room: int, drew: bool) -> None:
        self.state = state
        self.show = show
        self.room = room
        self.drew = drew

    def name(self, seat: SeatIndex) -> str:
        """The name of a seat as the sentence has room for it; empty for NOBODY."""
        if seat == NOBODY:
            return ""
        return name_at(self.state, seat, self.room) if self.room else self.state.seats[seat].name

    def cards(self, *cards: Card) -> str:
        """Cards by their names; only how many they are if one of them is hidden."""
        if HIDDEN in cards:
            return say.HIDDEN(count=len(cards))
        return " ".join(map(self.show, cards))

    def sentence(self, event: Event) -> str:
        """The sentence of an event in which `seen_by` has already hidden the secret cards."""
        if isinstance(event, MovesUndone):
            return self.of_moves_undone(event)
        kind, facts = self.facts(event)
        if kind in _SENTENCES:
            return say.of("TOLD", kind, self.state.rules, **facts)
        return kind_text(self.state.rules, "told", kind, facts)

    def facts(self, event: Event) -> tuple[str, dict[str, object]]:
        """The kind of an event, by which its sentence is looked up, and the values for it."""
        kind = events.ACTIONS.get(type(event), type(event).__name__)
        facts: dict[str, object] = {**structs.asdict(event), "drew": self.drew}
        for key in {"seat", "dealer", "tosser", "out"} & facts.keys():
            facts[key] = self.name(getattr(event, key))
        for key in {"card", "joker", "picked", "upcard"} & facts.keys():
            facts[key] = self.cards(getattr(event, key))
        if "round" in facts:
            facts["number"] = facts.pop("round")
        if isinstance(event, events.LaidOff | events.JokerSwapped | events.ShanghaiCalled):
            facts |= self.meld(event.meld)
        if isinstance(event, events.CallGranted | events.ShanghaiCalled):
            facts["extra"] = self.cards(*event.extra)
        match event:
            case events.DealerDrawn(draws=draws):
                facts["draws"] = [self.draw(draw) for draw in draws]
            case events.Dealt():
                return self.of_a_deal(event, facts)
            case events.RoundThrownIn(stopped=True):
                kind, facts["most"] = "Stopped", MOST_TURNS
            case events.RoundThrownIn(counted=True):
                kind = "Counted"
            case events.StockRenewed():
                facts["shuffled"] = self.state.rules.recycle == "shuffle"
            case events.CallGranted(points=points, chips=chips):
                facts["price"] = price_texts(points, chips)
            case events.ShanghaiCalled():
                parts = {"back": event.back, "given": event.given}
                parts |= {"extra": bool(event.extra), "points": bool(event.points)}
                named = [part for part, is_part in parts.items() if is_part]
                facts["takes"] = [say.of("TAKES", part, **facts) for part in named]
                kind = "ShanghaiBack" if event.back else kind
            case events.WentDown(first=first, count=count, further=further, part=part):
                kind = "FurtherMeld" if further else "ContractPart" if part else kind
                facts["melds"] = self.melds(first, count)
            case events.Discarded(shanghai=True):
                kind = "DiscardShanghai"
            case events.SeatHandedOver(before=before, name=name):
                if self.room and before != name:
                    facts["before"], facts["name"] = short_names((before, name), self.room)
            case events.ScoreCorrected(note=note):
                facts["is_ended"] = note.endswith((".", "!", "?"))
            case events.RoundEnded(out=out, ending=ending, points=points):
                is_empty = len(self.state.stock) + len(self.state.discards) < 2
                kind = ending.value if out != NOBODY else "no card" if is_empty else "nobody out"
                scored = by_seat(points)
                facts["scored"] = [say.SCORED(seat=self.name(i), points=got) for i, got in scored]
            case events.GameEnded(winners=winners):
                sides = dict.fromkeys(map(self.state.sides.of, winners))
                members = map(self.state.sides.seats, sides)
                names = [" + ".join(map(self.name, seats)) for seats in members]
                facts |= {"names": names, "count": len(sides), "players": len(winners)}
        return kind, facts

    def of_moves_undone(self, event: MovesUndone) -> str:
        """Who took moves back, whose moves these were, and the first events that were undone."""
        undone = [each for each in event.events if not isinstance(each, MovesUndone)]
        seats = dict.fromkeys(getattr(each, "seat", NOBODY) for each in undone)
        whose = [seat for seat in seats if seat != NOBODY]
        is_own = whose == [event.seat]
        facts = {**structs.asdict(event), "seat": self.name(event.seat)}
        if is_own and len(undone) == 1:
            facts["back"] = kind_text(self.state.rules, "back", *self.facts(undone[0]))
            if facts["back"]:
                return say.of("UNDONE", "own", **facts)
        sentences = [self.sentence(each) for each in undone[:_MOST_UNDONE]]
        facts["told"] = [*sentences, say.MORE] if len(undone) > _MOST_UNDONE else sentences
        facts["whose"] = [self.name(seat) for seat in whose]
        return say.of("UNDONE", "others" if whose and not is_own else "several", **facts)

    def of_a_deal(
        self, event: events.Dealt, facts: dict[str, object]
    ) -> tuple[str, dict[str, object]]:
        """The kind and the facts of a deal. The kind says whether a card was turned up. `own` is
        the rank that is wild in this round; `wild` is wild because of the card turned up."""
        rules, upcard = self.state.rules, event.upcard
        ranks = rules.wild_by_round
        rank = of_round(ranks, rules.place(event.round)) if ranks else 0
        facts["own"] = RANK_PLURALS[rank] if rank else ""
        if upcard == HIDDEN:
            return "Closed", facts
        is_wild = rules.upcard_wild and not is_joker(upcard)
        facts["wild"] = RANK_PLURALS[WILD_RANKS[rank_of(upcard) - 1]] if is_wild else ""
        return "Dealt", facts

    def draw(self, draw: tuple[Card, ...]) -> str:
        """Who drew which card in one draw for the dealer; `draw` has a card for each seat."""
        cards = [(seat, card) for seat, card in by_seat(draw) if card != HIDDEN]
        drawn = [say.DRAW(seat=self.name(seat), card=self.show(card)) for seat, card in cards]
        return say.DRAWS(drawn=drawn)

    def meld(self, index: int) -> dict[str, object]:
        """The facts of a meld by its index: `number` from 1, and `where` with owner and kind. If
        the meld has left the table, `where` has the number alone."""
        if not 0 <= index < len(self.state.table):
            return {"number": index + 1, "where": say.MELD_GONE(number=index + 1)}
        meld = self.state.table[index]
        owner, kind = self.name(meld.owner), kind_word(self.state.rules, meld)
        return {"number": index + 1, "where": say.MELD(seat=owner, kind=kind, number=index + 1)}

    def melds(self, first: int, count: int) -> list[str]:
        """`count` melds from the index `first` on, with their cards. The list is empty if they are
        not all on the table any more."""
        melds = self.state.table[first : first + count]
        return [
            say.MELD_CARDS(kind=kind_word(self.state.rules, meld), cards=self.cards(*meld.cards))
            for meld in melds
            if len(melds) == count
        ]
