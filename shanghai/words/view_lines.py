"""What one seat, or the public, may see of a game, in plain lines that a screen reader can read."""

from collections.abc import Iterator, Sequence
from typing import Final

from shanghai.engine.cards import HIDDEN, label, labels
from shanghai.engine.events import Dealt, Event
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Meld, Phase
from shanghai.engine.view import SeatView
from shanghai.words import scores
from shanghai.words.contracts import asked_text, round_of
from shanghai.words.events import tell
from shanghai.words.grammar import counted
from shanghai.words.handicaps import handicap_lines
from shanghai.words.phrases import call_name, wild_rank

LATELY: Final = 8
"""How many of the last events are told."""


def lines(
    view: SeatView, log: Sequence[Event] = (), notes: Sequence[tuple[int, str]] = ()
) -> Iterator[str]:
    """The view in lines of text: the round, the piles, the seats, the table, what was last.

    `notes` are on computer players, each with how many events had happened.
    """
    rules = view.rules
    names = [seat.name for seat in view.seats]
    who = names[view.viewer] if view.viewer != NOBODY else "everybody"
    yield f"{rules.name}, as {who} may see it"
    yield f"{rules.words.round.capitalize()} {round_of(rules, view.round)}: {asked_text(view)}"
    if rank := wild_rank(view):
        yield f"Wild in this {rules.words.round}: {rank}"
    yield _waiting(view)
    if view.phase in (Phase.DRAW, Phase.PLAY):
        yield f"Dealer: {names[view.dealer]}"
        yield f"Stock: {counted(len(view.stock), 'card')}"
        yield discards_line(view)
        if view.calls:
            callers = ", ".join(names[seat] for seat in view.calls)
            yield f"{call_name(rules)} said by: {callers}"
    yield "Players:"
    for index in view.seat_numbers:
        yield f"  {_seat(view, index)}"
    if view.table:
        yield "Melds:"
        for number, meld in enumerate(view.table, 1):
            yield f"  {number}. {names[meld.owner]}: {meld_text(view, meld)}"
    if view.bank:
        yield scores.IN_THE_BANK(chips=view.bank)
    if view.results:
        yield "Points:"
        for result in view.results:
            points = ", ".join(
                f"{name} {gained}" for name, gained in zip(names, result.points, strict=True)
            )
            yield f"  {rules.words.round} {result.round}: {points} ({result.ending.value})"
    for line in handicap_lines(view):
        yield f"  {line}"
    for made in view.corrections:
        yield (
            f"  corrected: {names[made.seat]} in {rules.words.round} {made.round}, "
            f"from {made.was} to {made.points}: {made.note}"
        )
    if log:
        yield "Lately:"
        for line in _lately(view, log, notes)[-LATELY:]:
            yield f"  {line}"


def _lately(
    view: SeatView, log: Sequence[Event], notes: Sequence[tuple[int, str]]
) -> Sequence[str]:
    """What has happened from the last deal on: melds are told by what lies on the table now."""
    deals = [at for at, event in enumerate(log) if isinstance(event, Dealt)]
    first = deals[-1] if deals else 0
    said = [tell(event, view, view.viewer) for event in log[first:]]
    for at, text in reversed(notes):
        if at >= first:
            said.insert(at - first, text)
    return said


def _waiting(view: SeatView) -> str:
    """What the game waits for, as a sentence."""
    match view.phase:
        case Phase.SEATING:
            return "The cards for the first dealer are not drawn yet."
        case Phase.DEALING | Phase.THROWN_IN | Phase.ROUND_OVER:
            return "The next deal is awaited."
        case Phase.DRAW:
            return f"{view.seats[view.turn].name} is on turn and has not drawn yet."
        case Phase.PLAY:
            return f"{view.seats[view.turn].name} is on turn and has drawn."
        case Phase.GAME_OVER:
            winners = " and ".join(view.seats[seat].name for seat in view.winners)
            what = "Most contracts met" if view.rules.is_by_player else "Lowest total"
            return f"The game is over. {what}: {winners}."


def discards_line(view: SeatView) -> str:
    """The discards: how many, the top one, who tossed it and whether it may be had."""
    if view.top is None:
        return "Discards: none"
    tosser = view.tossers[0]
    by = "turned up with the deal" if tosser == NOBODY else f"from {view.seats[tosser].name}"
    state = ", SHANGHAI declared" if view.locked else "" if view.live else ", dead"
    return f"Discards: {counted(len(view.discards), 'card')}, on top {label(view.top)}, {by}{state}"


def _seat(view: SeatView, index: SeatIndex) -> str:
    seat = view.seats[index]
    total = f"total {seat.score}"
    if view.rules.is_by_player:
        total += f", {counted(seat.met, 'contract')} met"
    if seat.fined:
        total += f", {counted(seat.fined, 'point')} for calls and SHANGHAI"
    if view.rules.chips:
        total += f", {counted(seat.chips, 'chip')}"
    if view.phase in (Phase.SEATING, Phase.DEALING):
        return f"{seat.name}: {total}"
    held = counted(len(seat.hand), "card")
    if seat.hand and HIDDEN not in seat.hand:
        held += f" ({labels(seat.hand)})"
    down = "down" if seat.down else "not down"
    calls = f"{counted(view.calls_left(index), 'call')} left"
    return f"{seat.name}: {held}, {down}, {calls}, {total}"


def meld_text(view: SeatView, meld: Meld) -> str:
    """A meld in the variant's word with its cards."""
    words = view.rules.words
    return f"{words.run if meld.is_run else words.set} {labels(meld.cards)}"
