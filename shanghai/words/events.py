"""What has happened, as sentences: an event told in the names of the players, never in "you"."""

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from shanghai.engine.cards import HIDDEN, Card, is_joker, label, rank_of
from shanghai.engine.events import (
    CallGranted,
    CallLapsed,
    DealerDrawn,
    Dealt,
    Discarded,
    Event,
    GameEnded,
    MovesUndone,
    RoundEnded,
    RoundThrownIn,
    ScoreCorrected,
    SeatHandedOver,
    SeatOut,
    ShanghaiCalled,
    StockRenewed,
    WentDown,
    seen_by,
)
from shanghai.engine.parameters.parts import WILD_RANKS
from shanghai.engine.rules import of_round
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.stalemate import MOST_TURNS
from shanghai.engine.state import Ending, State
from shanghai.words.grammar import counted, listed
from shanghai.words.messages import Messages
from shanghai.words.moves import KINDS, MoveWords, ShowCard, kind_words
from shanghai.words.phrases import RANK_PLURALS, call_name
from shanghai.words.short_names import name_at, short_names

say = Messages("events")
__getattr__ = say.__getattr__

_UNDONE_TOLD: Final = 3
_ENDINGS: Final[Mapping[Ending, str]] = say.table("ENDINGS", Ending)


def tell(
    event: Event,
    state: State,
    viewer: SeatIndex = NOBODY,
    show: ShowCard = label,
    room: int = 0,
    *,
    drew: bool = False,
) -> str:
    """One sentence about an event as a seat (NOBODY: the public) may see it (ALL-13).

    `state` is the one that the event led to, or a later one of that round; `show` writes a card;
    `room` is the most cells of a name, 0 for every name as it is; `drew` says in the sentence of
    a discard that a card was drawn before it.
    """
    return _Teller(state, show, room, drew).sentence(seen_by(event, viewer))


class _Teller:
    """Words for seats, cards and melds of one state."""

    def __init__(self, state: State, show: ShowCard, room: int = 0, drew: bool = False) -> None:
        self.state = state
        self.show = show
        self.room = room
        self.drew = drew

    def name(self, seat: SeatIndex) -> str:
        return name_at(self.state, seat, self.room) if self.room else self.state.seats[seat].name

    def card(self, card: Card) -> str:
        return "a card" if card == HIDDEN else self.show(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards by name, hidden ones by number."""
        held = tuple(cards)
        if HIDDEN not in held:
            return " ".join(map(self.show, held))
        return "a card" if len(held) == 1 else counted(len(held), "card")

    def sentence(self, event: Event) -> str:
        """The sentence of an event whose secret cards are hidden already."""
        match event:
            case (
                DealerDrawn()
                | Dealt()
                | RoundThrownIn()
                | StockRenewed()
                | RoundEnded()
                | GameEnded()
            ):
                return self.of_the_round(event)
            case CallGranted() | CallLapsed():
                return self.of_a_call(event)
            case ShanghaiCalled():
                return self.of_a_shanghai(event)
            case SeatOut(seat=seat):
                return f"{self.name(seat)} is out, and each other player has one more turn."
            case SeatHandedOver(before=before, name=name):
                if self.room and before != name:
                    before, name = short_names((before, name), self.room)
                return f"{before} hands the seat over to {name}."
            case ScoreCorrected(seat=seat, round=number, was=was, points=points, note=note):
                word = self.state.rules.words.round
                end = "" if note.endswith((".", "!", "?")) else "."
                return (
                    f"The score of {self.name(seat)} in {word} {number} is corrected "
                    f"from {was} to {points}: {note}{end}"
                )
            case MovesUndone():
                return self.of_moves_undone(event)
            case _:
                before = "draws and " if self.drew and isinstance(event, Discarded) else ""
                return f"{self.name(event.seat)} {before}{self.filled(event).told}."

    def of_moves_undone(self, event: MovesUndone) -> str:
        """Who takes back, with whose consent, and the first things that were undone."""
        agreed = ", as the table agrees" if event.agreed else ""
        undone = [one for one in event.events if not isinstance(one, MovesUndone)]
        more = " ..." if len(undone) > _UNDONE_TOLD else ""
        who = f"{self.name(event.seat)} takes back"
        seats = dict.fromkeys(getattr(one, "seat", NOBODY) for one in undone)
        whose = [seat for seat in seats if seat != NOBODY]
        many = "" if event.moves == 1 else f" {event.moves} moves"
        if whose and whose != [event.seat]:
            many = f"{many or ' a move'} of {listed([self.name(seat) for seat in whose])}"
        one = undone[0] if len(undone) == 1 else None
        is_own = one is not None and getattr(one, "seat", NOBODY) == event.seat
        back = self.filled(one).back if one is not None and is_own else ""
        if back:
            return f"{who} {back}{agreed}."
        told = [self.sentence(one) for one in undone[:_UNDONE_TOLD]]
        what = f": {' '.join(told)}{more}" if told else "."
        return f"{who}{many}{agreed}{what}"

    def filled(self, event: Event) -> MoveWords:
        """The words of a move with what it was about; empty for an event that is none."""
        facts: dict[str, object] = {"call": call_name(self.state.rules)}
        for name in ("card", "joker"):
            if (card := getattr(event, name, None)) is not None:
                facts[name] = self.card(card)
        kind = KINDS.get(type(event), type(event).__name__)
        if (meld := getattr(event, "meld", None)) is not None:
            facts |= {"where": self.meld(meld), "number": meld + 1}
        match event:
            case WentDown(first=first, count=count, further=further):
                kind = "FurtherMeld" if further else kind
                facts["melds"] = self.melds(first, count)
            case Discarded(shanghai=True):
                kind = "DiscardShanghai"
        words = kind_words(kind)
        return words._replace(told=words.told.format(**facts), back=words.back.format(**facts))

    def of_a_call(self, event: CallGranted | CallLapsed) -> str:
        name, card = self.name(event.seat), self.show(event.card)
        word = call_name(self.state.rules)
        match event:
            case CallGranted(extra=extra, points=points, chips=chips):
                paid = f" with {self.cards(extra)} from the stock" if extra else ""
                price = [counted(points, "point")] * bool(points)
                price += [counted(chips, "chip")] * bool(chips)
                paid += f" for {listed(price)}" if price else ""
                return f"{name} gets {card} by {word}{paid}."
            case CallLapsed():
                return f"{name}'s {word} for {card} lapses and is not counted."
            case _ as never:
                assert_never(never)

    def of_a_shanghai(self, event: ShanghaiCalled) -> str:
        """SHANGHAI called: where the card goes, and what the tosser has to take."""
        name, card = self.name(event.seat), self.show(event.card)
        where = self.meld(event.meld)
        said = f"{name} {kind_words('CallShanghai').told.format(card=card, where=where)}"
        takes = []
        if event.back:
            said = f"{name} calls SHANGHAI on {card}, which fits {where}"
            takes.append("takes it back")
        if event.given:
            takes.append(f"draws {self.card(event.picked)} from the hand of {name}")
        if event.extra:
            takes.append(f"draws {self.cards(event.extra)} from the stock")
        if event.points:
            takes.append(f"counts {counted(event.points, 'point')} more")
        return f"{said}; {self.name(event.tosser)} {listed(takes)}." if takes else f"{said}."

    def of_the_round(
        self,
        event: DealerDrawn | Dealt | RoundThrownIn | StockRenewed | RoundEnded | GameEnded,
    ) -> str:
        word = self.state.rules.words.round
        match event:
            case DealerDrawn(draws=draws, dealer=dealer):
                drawn = "; ".join(self.draw(draw) for draw in draws)
                return f"{drawn}: {self.name(dealer)} deals."
            case Dealt(round=number, dealer=dealer, upcard=upcard):
                up, ranks = self.show(upcard), self.state.rules.wild_by_round
                own = of_round(ranks, self.state.rules.place(number)) if ranks else 0
                all_wild = f" All {RANK_PLURALS[own]} are wild." if own else ""
                what = f"number {number}" if word == "deal" else f"{word} {number}"
                if upcard == HIDDEN:
                    return f"{self.name(dealer)} deals {what}; no card is turned up.{all_wild}"
                wild = ""
                if self.state.rules.upcard_wild and not is_joker(upcard):
                    rank = RANK_PLURALS[WILD_RANKS[rank_of(upcard) - 1]]
                    wild = f", so all {rank} are wild"
                return (
                    f"{self.name(dealer)} deals {what}; the first upcard is {up}{wild}.{all_wild}"
                )
            case RoundThrownIn(round=number, stopped=True):
                turns = f"stopped after {MOST_TURNS} turns of each player"
                return f"{word.capitalize()} {number} is {turns}: every hand counts."
            case RoundThrownIn(round=number, counted=is_counted):
                then = "every hand counts" if is_counted else "it is dealt again and nobody scores"
                return f"Nobody can end {word} {number} any more: it is thrown in, and {then}."
            case StockRenewed(count=count):
                shuffles = self.state.rules.recycle == "shuffle"
                done = "are shuffled" if shuffles else "are turned over"
                return f"The discards {done} and become the stock, {counted(count, 'card')}."
            case RoundEnded(round=number, out=out, ending=ending, points=points):
                if out != NOBODY:
                    how = _ENDINGS[ending].format(name=self.name(out))
                elif len(self.state.stock) + len(self.state.discards) < 2:
                    how = "No card is left to draw, so nobody goes out"
                else:
                    how = "Nobody goes out"
                scored = ", ".join(f"{self.name(i)} {gained}" for i, gained in by_seat(points))
                return f"{how}, and {word} {number} is over: {scored}."
            case GameEnded(winners=winners):
                names = listed([self.name(seat) for seat in winners])
                return f"The game is over: {names} {'wins' if len(winners) == 1 else 'share it'}."
            case _ as never:
                assert_never(never)

    def draw(self, draw: tuple[Card, ...]) -> str:
        """Who drew what in one draw for dealer."""
        return ", ".join(
            f"{self.name(seat)} draws {self.show(card)}"
            for seat, card in by_seat(draw)
            if card != HIDDEN
        )

    def meld(self, index: int) -> str:
        """A meld by owner, kind in the variant's word, and number; the number where it is gone."""
        if not 0 <= index < len(self.state.table):
            return f"meld {index + 1}"
        meld = self.state.table[index]
        words = self.state.rules.words
        kind = words.run if meld.is_run else words.set
        return f"{self.name(meld.owner)}'s {kind}, meld {index + 1}"

    def melds(self, first: int, count: int) -> str:
        """The melds just laid, or nothing where they are gone from the table."""
        laid = self.state.table[first : first + count]
        if len(laid) < count:
            return ""
        words = self.state.rules.words
        return " with " + listed(
            [
                f"{words.run if meld.is_run else words.set} [{self.cards(meld.cards)}]"
                for meld in laid
            ]
        )
