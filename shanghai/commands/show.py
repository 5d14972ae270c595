"""`shanghai show GAME`: what the table, or one seat, may see, in lines a screen reader can read."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from shanghai.commands.printing import complain, say
from shanghai.engine.cards import HIDDEN, label, labels
from shanghai.engine.events import Dealt, Event
from shanghai.engine.state import NOBODY, Meld, Phase
from shanghai.engine.view import SeatView, view_for
from shanghai.storage.journal import Journal, JournalVerdict
from shanghai.storage.paths import data_dir
from shanghai.storage.saves import NotAGame, StoreError, path_of, read_game
from shanghai.text.events import tell
from shanghai.text.rulebook import contract_text
from shanghai.text.rulebook.sentences import call_name, count

HELP = "print what the table, or one seat, may see of a kept game"
LATELY = 8
"""So many of the last events are told."""
_USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and whose eyes to see it with."""
    parser.add_argument("game", metavar="GAME", help="the id of a kept game, or a path to its file")
    viewer = parser.add_mutually_exclusive_group(required=True)
    viewer.add_argument("--public", action="store_true", help="what everybody may see")
    viewer.add_argument("--as", dest="name", metavar="NAME", help="what that player may see")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--reveal", action="store_true", help="of a finished game, print the seed too"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the view; 0: good; 2: no such player; 3: a bad file."""
    try:
        read = _readable(read_game(path_of(data_dir(args.data_dir), args.game)))
    except StoreError as error:
        complain("show", error)
        return error.code
    state, header = read.state, read.header
    if state is None or header is None:
        return NotAGame.code
    viewer = NOBODY if args.public else state.seat_named(args.name)
    if viewer == NOBODY and not args.public:
        complain("show", f"nobody called {args.name!r} plays in this game")
        return _USAGE
    seed = header.seed if args.reveal and state.phase is Phase.GAME_OVER else ""
    if read.problem:
        complain("show", f"{read.verdict.value}: {read.problem}; shown is what stands")
    view = view_for(state, viewer)
    if args.json:
        shown = as_json(view) | ({"seed": seed} if seed else {})
        print(json.dumps(shown, indent=2))
        return 0
    for line in lines(view, read.log, read.notes):
        say(line)
    if seed:
        say(f"Seed: {seed}")
    return 0


def _readable(read: Journal) -> Journal:
    """The same journal; NotAGame where it is not to be trusted."""
    if read.state is None or read.verdict not in (JournalVerdict.OK, JournalVerdict.TORN):
        raise NotAGame(f"{read.verdict.value}, line {read.line}: {read.problem}")
    return read


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
    yield f"{rules.words.round.capitalize()} {view.round} of {rules.rounds}: " + contract_text(
        rules, view.round
    )
    yield _waiting(view)
    if view.phase in (Phase.DRAW, Phase.PLAY):
        yield f"Dealer: {names[view.dealer]}"
        yield f"Stock: {count(len(view.stock), 'card')}"
        yield _discards(view)
        if view.calls:
            callers = ", ".join(names[seat] for seat in view.calls)
            yield f"{call_name(rules)} said by: {callers}"
    yield "Players:"
    for index in range(view.players):
        yield f"  {_seat(view, index)}"
    if view.table:
        yield "Melds:"
        for number, meld in enumerate(view.table, 1):
            yield f"  {number}. {names[meld.owner]}: {_meld(view, meld)}"
    if view.results:
        yield "Points:"
        for result in view.results:
            points = ", ".join(
                f"{name} {gained}" for name, gained in zip(names, result.points, strict=True)
            )
            yield f"  {rules.words.round} {result.round}: {points} ({result.ending.value})"
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


def as_json(view: SeatView) -> dict[str, Any]:
    """The view as plain values; a hand that is hidden is null, piles are counts."""
    names = [seat.name for seat in view.seats]
    return {
        "viewer": names[view.viewer] if view.viewer != NOBODY else None,
        "variant": view.rules.id,
        "round": view.round,
        "rounds": view.rules.rounds,
        "contract": contract_text(view.rules, view.round),
        "phase": view.phase.value,
        "dealer": _name(names, view.dealer),
        "turn": _name(names, view.turn),
        "stock": len(view.stock),
        "discards": len(view.discards),
        "top": None if view.top is None else label(view.top),
        "calls": [names[seat] for seat in view.calls],
        "seats": [
            {
                "name": seat.name,
                "cards": len(seat.hand),
                "hand": None if HIDDEN in seat.hand else [label(card) for card in seat.hand],
                "down": seat.down,
                "calls_used": seat.calls_used,
                "score": seat.score,
            }
            for seat in view.seats
        ],
        "table": [
            {
                "owner": names[meld.owner],
                "kind": meld.kind.value,
                "cards": [label(card) for card in meld.cards],
            }
            for meld in view.table
        ],
        "results": [
            {"round": result.round, "points": result.points, "ending": result.ending.value}
            for result in view.results
        ],
        "corrections": [
            {
                "round": made.round,
                "player": names[made.seat],
                "from": made.was,
                "to": made.points,
                "note": made.note,
            }
            for made in view.corrections
        ],
        "winners": [names[seat] for seat in view.winners],
    }


def _name(names: Sequence[str], seat: int) -> str | None:
    return None if seat == NOBODY else names[seat]


def _waiting(view: SeatView) -> str:
    """What the game waits for, as a sentence."""
    match view.phase:
        case Phase.SEATING:
            return "The cards for the first dealer are not drawn yet."
        case Phase.DEALING | Phase.ROUND_OVER:
            return "The next deal is awaited."
        case Phase.DRAW:
            return f"{view.seats[view.turn].name} is on turn and has not drawn yet."
        case Phase.PLAY:
            return f"{view.seats[view.turn].name} is on turn and has drawn."
        case Phase.GAME_OVER:
            winners = " and ".join(view.seats[seat].name for seat in view.winners)
            return f"The game is over. Lowest total: {winners}."


def _discards(view: SeatView) -> str:
    if view.top is None:
        return "Discards: none"
    tosser = view.tossers[0]
    by = "turned up with the deal" if tosser == NOBODY else f"from {view.seats[tosser].name}"
    state = ", SHANGHAI declared" if view.locked else "" if view.live else ", dead"
    return f"Discards: {count(len(view.discards), 'card')}, on top {label(view.top)}, {by}{state}"


def _seat(view: SeatView, index: int) -> str:
    seat = view.seats[index]
    total = f"total {seat.score}"
    if view.phase in (Phase.SEATING, Phase.DEALING):
        return f"{seat.name}: {total}"
    held = count(len(seat.hand), "card")
    if seat.hand and HIDDEN not in seat.hand:
        held += f" ({labels(seat.hand)})"
    down = "down" if seat.down else "not down"
    calls = f"{count(view.calls_left(index), 'call')} left"
    return f"{seat.name}: {held}, {down}, {calls}, {total}"


def _meld(view: SeatView, meld: Meld) -> str:
    words = view.rules.words
    return f"{words.run if meld.is_run else words.set} {labels(meld.cards)}"
