"""A view of a game, of one seat or of the public, as plain lines that a screen reader can read."""

from collections.abc import Iterator, Sequence
from typing import Final

from shanghai.engine.cards import HIDDEN, label, labels
from shanghai.engine.events import Event, last_deal
from shanghai.engine.seats import NOBODY, SeatIndex, by_seat
from shanghai.engine.state import Meld, Phase, SeatView
from shanghai.words import scores
from shanghai.words.contracts import asked_text, round_of
from shanghai.words.events import tell
from shanghai.words.games import of_game
from shanghai.words.handicaps import handicap_lines
from shanghai.words.messages import Messages
from shanghai.words.phrases import kind_word, wild_ranks_text

say = Messages("view_lines")
__getattr__ = say.__getattr__

LATELY: Final = 8
"""How many of the last events are listed."""


def lines(
    view: SeatView, log: Sequence[Event] = (), notes: Sequence[tuple[int, str]] = ()
) -> Iterator[str]:
    """Yields the view in lines: the players, the table, the scores, and what happened lately.

    `log` has the events. Each of the `notes` on computer players comes with the number of events
    that were before it.
    """
    rules = view.rules
    names = [seat.name for seat in view.seats]
    viewer = names[view.viewer] if view.viewer != NOBODY else ""
    yield say.SEEN_BY(title=of_game(rules.name), name=viewer)
    yield say.THE_ROUND(rules, of=round_of(rules, view.round), contract=asked_text(view))
    if wild := wild_ranks_text(view):
        yield say.WILD(rules, wild=wild)
    turn = names[view.turn] if view.turn != NOBODY else ""
    winners = [names[seat] for seat in view.winners]
    by_player = rules.is_by_player
    yield say.of("WAITING", view.phase.value, name=turn, names=winners, is_by_player=by_player)
    if view.phase in (Phase.DRAW, Phase.PLAY):
        yield say.DEALER(name=names[view.dealer])
        yield say.STOCK(count=len(view.stock))
        yield discards_line(view)
        if view.calls:
            yield say.CALLED_BY(rules, names=[names[seat] for seat in view.calls])
    yield say.PLAYERS
    for index in view.seat_numbers:
        yield f"  {say.SEAT(name=names[index], held=_seat(view, index))}"
    for line in scores.side_texts(view):
        yield f"  {line}"
    if view.table:
        yield say.MELDS
        for number, meld in enumerate(view.table, 1):
            line = say.MELD(number=number, name=names[meld.owner], meld=meld_text(view, meld))
            yield f"  {line}"
    if view.bank:
        yield scores.IN_THE_BANK(chips=view.bank)
    if view.results:
        yield say.POINTS
        for result in view.results:
            scores_by_seat = by_seat(result.points)
            points = [say.GAINED(name=names[i], points=score) for i, score in scores_by_seat]
            ending = say.table("ENDINGS")[result.ending.value]
            scored = say.SCORED(rules, number=result.round, points=points, ending=ending)
            yield f"  {scored}"
    for line in handicap_lines(view):
        yield f"  {line}"
    for each in view.corrections:
        figures = {"number": each.round, "was": each.was, "points": each.points}
        yield f"  {say.CORRECTED(rules, name=names[each.seat], note=each.note, **figures)}"
    if log:
        yield say.HAPPENED_LATELY
        for line in _lately(view, log, notes)[-LATELY:]:
            yield f"  {line}"


def _lately(
    view: SeatView, log: Sequence[Event], notes: Sequence[tuple[int, str]]
) -> Sequence[str]:
    """What has happened since the last deal, with the notes in their places. A sentence with a meld
    shows the meld as the view has it."""
    first = last_deal(log)
    sentences = [tell(event, view, view.viewer) for event in log[first:]]
    for place, text in reversed(notes):
        if place >= first:
            sentences.insert(place - first, text)
    return sentences


def discards_line(view: SeatView) -> str:
    """The discards: how many, the top one, who tossed it, and whether it may be taken."""
    if view.top is None:
        return say.NO_DISCARDS
    tosser = view.tossers[0]
    return say.DISCARDS(
        count=len(view.discards),
        card=label(view.top),
        name=view.seats[tosser].name if tosser != NOBODY else "",
        locked=view.locked,
        dead=not (view.live or view.locked),
    )


def _seat(view: SeatView, index: SeatIndex) -> list[str]:
    """The facts on a seat, each as a short text: hand, whether it is down, calls left, total."""
    seat, parts = view.seats[index], list[str]()
    if view.phase not in (Phase.SEATING, Phase.DEALING):
        is_open = bool(seat.hand) and HIDDEN not in seat.hand
        parts.append(say.HAND(count=len(seat.hand), cards=labels(seat.hand) if is_open else ""))
        parts.append(say.IS_DOWN if seat.down else say.IS_NOT_DOWN)
        parts.append(say.CALLS_LEFT(count=view.calls_left(index)))
    parts.append(say.TOTAL(points=seat.score))
    if view.rules.is_by_player:
        parts.append(say.MET(count=seat.met))
    if seat.fined:
        parts.append(say.FINED(points=seat.fined))
    if view.rules.chips:
        parts.append(say.CHIPS(count=seat.chips))
    return parts


def meld_text(view: SeatView, meld: Meld) -> str:
    """A meld: its kind in the word of the variant, and its cards."""
    return say.MELD_CARDS(kind=kind_word(view.rules, meld), cards=labels(meld.cards))
