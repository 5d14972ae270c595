"""The game in lines, for screen readers and pipes; each line makes sense when heard alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from shanghai.engine.actions import Discard, GoDown, LayOff, SeatAction, Swap
from shanghai.engine.cards import Card, face_of, label, labels
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import hand_points
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import State
from shanghai.engine.view import SeatView
from shanghai.words.contracts import asked_text, round_of
from shanghai.words.grammar import counted
from shanghai.words.handicaps import handicap_lines
from shanghai.words.messages import Messages
from shanghai.words.phrases import CALLS, besides, call_name, wild_rank
from shanghai.words.rulebook import rule_lines
from shanghai.words.scores import correction_note, running_totals, standing
from shanghai.words.view_lines import discards_line, meld_text

say = Messages("linear")
__getattr__ = say.__getattr__

HELP_MOVES: Final = (
    "Type the number of a move of the list, or the move in words. Cards are written 4S, 10H, JK.",
    "Before the draw: draws, takes, passes.",
    "After the draw: melds [3S 3H 3D] [5C 6C JK 8C], lays 4S on 1, lays 4S on 1 high,",
    "swaps 7H for joker in 2, discards 9D, discards 9D shanghai, ends.",
    "Out of turn, before the draw: "
    f"{', '.join(f'NAME calls {word}' for word in (*CALLS, 'shanghai on 2'))}.",
    "NAME hands over to NAME2 gives a seat to another person; bot:hard in the place of NAME2 "
    "gives it to a computer player.",
    "A name may be left out for the player who has the keyboard.",
)
COMMANDS: Final[Mapping[str, str]] = say.table("COMMANDS")
"""The commands with what they do."""
ELSEWHERE: Final[Mapping[str, str]] = say.table("ELSEWHERE")
"""What is said of commands that a question does not heed."""


# -- what is shown --

_GROUPED: Final = {"discards": Discard, "lays": LayOff, "swaps": Swap}


def help_lines() -> Iterator[str]:
    """What can be typed."""
    yield from HELP_MOVES
    yield "Commands:"
    for word, meaning in COMMANDS.items():
        yield f"  {word}: {meaning}"


def moves_lines(actions: Sequence[SeatAction], words: Sequence[str]) -> Iterator[str]:
    """Moves and how each is typed, with their numbers, those of one kind in one line."""
    melds = [i for i, action in enumerate(actions) if isinstance(action, GoDown)]
    plain = [
        f"{i + 1} {words[i]}"
        for i, action in enumerate(actions)
        if not isinstance(action, GoDown | Discard | LayOff | Swap)
    ]
    if plain:
        yield f"Moves: {', '.join(plain)}."
    for i in melds:
        yield f"Move {i + 1}: {words[i]}"
    for verb, kind in _GROUPED.items():
        grouped = [i for i, action in enumerate(actions) if isinstance(action, kind)]
        if grouped:
            named = [f"{i + 1} {words[i].removeprefix(verb).strip()}" for i in grouped]
            yield f"To {verb.removesuffix('s')}: {', '.join(named)}."


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Cards by suit and rank, jokers last."""
    return sorted(cards, key=face_of)


def hand_line(view: SeatView) -> str:
    """The viewer's own hand, by suit."""
    seat = view.seats[view.viewer]
    points = counted(hand_points(view.rules, seat.hand), "point")
    if not seat.hand:
        return f"{seat.name} holds no card."
    held = labels(in_order(seat.hand))
    return f"{seat.name} holds {counted(len(seat.hand), 'card')}, {points}: {held}."


def round_line(view: State) -> str:
    """Which round is played, and its contract."""
    word = view.rules.words.round.capitalize()
    wild = f" All {rank} are wild." if (rank := wild_rank(view)) else ""
    return f"{word} {round_of(view.rules, view.round)}: {asked_text(view)}.{wild}"


def table_lines(view: SeatView) -> Iterator[str]:
    """The melds and the top discard."""
    for number, meld in enumerate(view.table, 1):
        yield f"Meld {number}, {view.seats[meld.owner].name}: {meld_text(view, meld)}."
    yield f"{discards_line(view)}. Stock: {counted(len(view.stock), 'card')}."


def own_lines(view: SeatView) -> Iterator[str]:
    """What a player needs to see to decide: the round, the table, the own hand."""
    yield round_line(view)
    yield from table_lines(view)
    yield hand_line(view)


def offer_line(view: SeatView, callers: Sequence[SeatIndex]) -> str:
    """The card on offer, what a call is, and who may make it."""
    name, cost = call_name(view.rules), counted(view.rules.cost_in(view.round), "card")
    able = ", ".join(
        f"{seat + 1} {view.seats[seat].name} ({view.calls_left(seat)} left)" for seat in callers
    )
    return f"Who calls {name}, for {cost} more from the stock{besides(view)}? {able}."


def shanghai_line(view: SeatView, callers: Sequence[SeatIndex], *, is_told: bool) -> str:
    """Who may call SHANGHAI on the card just tossed, or may try."""
    able = ", ".join(f"{seat + 1} shanghai" for seat in callers)
    if is_told and view.top is not None:
        return f"{label(view.top)} fits a meld, so SHANGHAI may be called: {able}."
    return f"Who thinks that the card fits a meld calls SHANGHAI: {able}."


def score_lines(view: SeatView, hinted: Sequence[SeatIndex] = ()) -> Iterator[str]:
    """The scorecard: a line for each round that is over, with the totals, and what is ahead."""
    names = [seat.name for seat in view.seats]
    word = view.rules.words.round.capitalize()
    running = [*zip(*running_totals(view), strict=True)][1:]
    for result, totals in zip(view.results, running, strict=True):
        parts = zip(names, result.points, totals, strict=True)
        told = ", ".join(f"{name} {points}, now {total}" for name, points, total in parts)
        yield f"{word} {result.round}: {told}."
    if not view.results:
        yield "No points have been counted yet."
    for made in view.corrections:
        yield f"Corrected: {correction_note(view, made)}"
    yield standing(view)
    yield from handicap_lines(view)
    if hinted:
        yield f"Hints were given to: {', '.join(names[seat] for seat in hinted)}."


def hands_lines(view: SeatView) -> Iterator[str]:
    """What each player held when the round ended."""
    for seat in view.seats:
        if seat.hand:
            points = counted(hand_points(view.rules, seat.hand), "point")
            yield f"{seat.name} held {labels(in_order(seat.hand))}: {points}."


def rules_lines(rules: Rules, players: int) -> Iterator[str]:
    """The rules page of a variant."""
    yield rules.name
    heading = ""
    for line in rule_lines(rules, players):
        if line.heading != heading:
            heading = line.heading
            yield f"{heading}:"
        source = f" ({', '.join(line.clauses)})" if line.clauses else ""
        yield f"  {line.sentence}{source}"
