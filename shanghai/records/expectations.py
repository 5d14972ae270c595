"""What a document says must be so at its end: read from its `then`, compared with a state."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from shanghai.engine.cards import Card, Face, face_of, labels
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Kind, Phase, State
from shanghai.records.notation import MOST_PLAYERS, card_list
from shanghai.records.positions import NONE, SEAT_FIGURES, Names, Numbers, Pile, Table, Text
from shanghai.words.phrases import counted


class Then(Struct, frozen=True, kw_only=True):
    """The end that a document expects; None, or a name left out, is not checked."""

    hands: Annotated[dict[str, Pile], Meta(max_length=MOST_PLAYERS)] = {}
    table: Table | None = None
    discards: Pile | None = None
    stock: Pile | None = None
    turn: Text | None = None
    phase: Literal["draw", "play", "round over", "game over", "thrown in"] | None = None
    calls_used: Numbers = {}
    out: Text | None = None
    round_scores: Numbers = {}
    scores: Numbers = {}
    contracts_met: Numbers = {}
    chips: Numbers = {}
    winners: Names | None = None


class Mismatch(Struct, frozen=True):
    """One thing that is not as expected."""

    what: str
    expected: str
    found: str


def mismatches(then: Then, state: State) -> Iterator[Mismatch]:
    """Everything named that is not so in the state."""
    yield from _hand_mismatches(then, state)
    if then.table is not None:
        expected = [_meld_text(each.owner, each.kind, each.faces) for each in then.table]
        found = [
            _meld_text(_name(state, meld.owner), meld.kind, tuple(map(face_of, meld.cards)))
            for meld in state.table
        ]
        if expected != found:
            yield Mismatch("table", "; ".join(expected) or NONE, "; ".join(found) or NONE)
    yield from _pile_mismatches("discards", then.discards, state.discards)
    yield from _pile_mismatches("stock", then.stock, state.stock)
    over = state.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    result = state.results[-1] if over and state.results else None
    said = [
        ("turn", then.turn, _name(state, state.turn)),
        ("phase", then.phase, state.phase.value),
        ("out", then.out, _name(state, result.out if result else NOBODY)),
    ]
    for what, wanted, is_so in said:
        if wanted is not None and wanted != is_so:
            yield Mismatch(what, wanted, is_so)
    for key in ("calls_used", "round_scores", "scores", "contracts_met", "chips"):
        wanted_figures: Mapping[str, int] = getattr(then, key)
        if key != "round_scores":
            figures = [getattr(seat, SEAT_FIGURES[key]) for seat in state.seats]
            yield from _number_mismatches(key, wanted_figures, state, figures)
        elif result:
            yield from _number_mismatches(key, wanted_figures, state, result.points)
        elif wanted_figures:
            yield Mismatch(key, "a round that is over", f"phase {state.phase.value}")
    if then.winners is not None:
        winners = sorted(state.seats[seat].name for seat in state.winners)
        if sorted(then.winners) != winners:
            expected_text = ", ".join(sorted(then.winners)) or NONE
            yield Mismatch("winners", expected_text, ", ".join(winners) or NONE)


def _hand_mismatches(then: Then, state: State) -> Iterator[Mismatch]:
    for name, wanted in then.hands.items():
        seat = state.seat_named(name)
        if seat == NOBODY:
            yield _unknown("hands", name, state)
            continue
        hand = state.seats[seat].hand
        what = f"the hand of {name}"
        if isinstance(wanted, int):
            yield from _pile_mismatches(what, wanted, hand)
        elif Counter(wanted) != Counter(map(face_of, hand)):
            found = card_list(sorted(map(face_of, hand)))
            yield Mismatch(what, card_list(sorted(wanted)) or NONE, found or NONE)


def _pile_mismatches(what: str, wanted: Pile | None, pile: Sequence[Card]) -> Iterator[Mismatch]:
    if isinstance(wanted, int):
        if wanted != len(pile):
            yield Mismatch(what, counted(wanted, "card"), counted(len(pile), "card"))
    elif wanted is not None and wanted != tuple(map(face_of, pile)):
        yield Mismatch(what, card_list(wanted) or NONE, labels(pile) or NONE)


def _number_mismatches(
    what: str, wanted: Mapping[str, int], state: State, found: Sequence[int]
) -> Iterator[Mismatch]:
    for name, number in wanted.items():
        seat = state.seat_named(name)
        if seat == NOBODY:
            yield _unknown(what, name, state)
        elif found[seat] != number:
            yield Mismatch(f"{what} of {name}", str(number), str(found[seat]))


def _unknown(what: str, name: str, state: State) -> Mismatch:
    players = ", ".join(seat.name for seat in state.seats)
    return Mismatch(what, f"a player {name}", f"the players {players}")


def _name(state: State, seat: SeatIndex) -> str:
    return NONE if seat == NOBODY else state.seats[seat].name


def _meld_text(owner: str, kind: Kind, faces: tuple[Face, ...]) -> str:
    """A meld as text, a set's cards in one order whatever the order in which they were laid."""
    shown = tuple(sorted(faces)) if kind is Kind.SET else faces
    return f"{owner} {kind.value}[{card_list(shown)}]"
