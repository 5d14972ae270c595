"""The game in lines, for screen readers and pipes; each line makes sense when heard alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from shanghai.engine.actions import Discard, GoDown, LayOff, SeatAction, Swap
from shanghai.engine.cards import Card, face_of, label, labels
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import hand_points, points_if_lost
from shanghai.engine.seats import SeatIndex
from shanghai.engine.state import SeatView, Situation
from shanghai.words.commands import place
from shanghai.words.contracts import asked_text, round_of
from shanghai.words.games import of_game
from shanghai.words.handicaps import handicap_lines
from shanghai.words.messages import Messages
from shanghai.words.moves import move_text
from shanghai.words.phrases import CALLS, call_price, wild_rank
from shanghai.words.rulebook import rule_lines
from shanghai.words.scores import correction_note, running_totals, standing
from shanghai.words.view_lines import discards_line, meld_text

say = Messages("linear")
__getattr__ = say.__getattr__

COMMANDS: Final[Mapping[str, str]] = say.table("COMMANDS")
ELSEWHERE: Final[Mapping[str, str]] = say.table("ELSEWHERE")
"""What is said of commands that a question does not heed."""

_GROUPED: Final = {"discards": Discard, "lays": LayOff, "swaps": Swap}


def help_lines() -> Iterator[str]:
    """What can be typed."""
    calls = [f"{place('NAME')} calls {word}" for word in (*CALLS, "shanghai on 2")]
    yield from (line.format(calls=calls) for line in say.lines("HELP_MOVES"))
    yield say.COMMANDS_ARE
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
        yield say.MOVES(moves=plain)
    for i in melds:
        yield say.MOVE(number=i + 1, move=words[i])
    for verb, kind in _GROUPED.items():
        grouped = [i for i, action in enumerate(actions) if isinstance(action, kind)]
        if grouped:
            named = [f"{i + 1} {words[i].removeprefix(verb).strip()}" for i in grouped]
            yield say.of("GROUPED", verb, moves=named)


def moves_in_words(view: SeatView, actions: Sequence[SeatAction]) -> Iterator[str]:
    """Moves as people say them, with their numbers, those of one kind in one line."""
    kinds = GoDown, Discard, LayOff, Swap
    numbered = enumerate(actions, 1)
    for _, group in groupby(numbered, lambda at: type(at[1]) if isinstance(at[1], kinds) else None):
        said = [f"{number} {move_text(view, action, 'do', label)}" for number, action in group]
        yield say.MOVES(moves=said)


def brief_lines(view: SeatView, count: int, *, is_hand_known: bool = False) -> Iterator[str]:
    """What is new at a question: the top discard, the hand unless its cards have been said since
    they changed, and how many moves there are."""
    yield say.PILES(discards=discards_line(view), count=len(view.stock))
    if not is_hand_known:
        yield hand_line(view)
    yield say.MOVES_COUNTED(count=count)


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Cards by suit and rank, jokers last."""
    return sorted(cards, key=face_of)


def hand_line(view: SeatView) -> str:
    """The viewer's own hand, by suit."""
    seat = view.seats[view.viewer]
    if not seat.hand:
        return say.EMPTY_HAND(name=seat.name)
    points, cards = points_if_lost(view, view.viewer), labels(in_order(seat.hand))
    return say.HAND(name=seat.name, count=len(seat.hand), points=points, cards=cards)


def round_line(view: Situation) -> str:
    """Which round is played, and its contract."""
    rules, of = view.rules, round_of(view.rules, view.round)
    return say.THE_ROUND(rules, of=of, contract=asked_text(view), wild=wild_rank(view))


def table_lines(view: SeatView) -> Iterator[str]:
    """The melds and the top discard."""
    for number, meld in enumerate(view.table, 1):
        yield say.MELD(number=number, name=view.seats[meld.owner].name, meld=meld_text(view, meld))
    yield say.PILES(discards=discards_line(view), count=len(view.stock))


def own_lines(view: SeatView) -> Iterator[str]:
    """What a player needs to see to decide: the round, the table, the own hand."""
    yield round_line(view)
    yield from table_lines(view)
    yield hand_line(view)


def offer_line(view: SeatView, callers: Sequence[SeatIndex]) -> str:
    """The card on offer, what a call is, and who may make it."""
    able = [
        say.ABLE(number=seat + 1, name=view.seats[seat].name, left=view.calls_left(seat))
        for seat in callers
    ]
    return say.OFFER(view.rules, able=able, **call_price(view))


def shanghai_line(view: SeatView, callers: Sequence[SeatIndex], *, is_told: bool) -> str:
    """Who may call SHANGHAI on the card just tossed, or may try."""
    able = [f"{seat + 1} shanghai" for seat in callers]
    if is_told and view.top is not None:
        return say.SHANGHAI_FITS(card=label(view.top), able=able)
    return say.SHANGHAI_TRIED(able=able)


def score_lines(view: SeatView, hinted: Sequence[SeatIndex] = ()) -> Iterator[str]:
    """The scorecard: a line for each round that is over, with the totals, and what is ahead."""
    names = [seat.name for seat in view.seats]
    running = [*zip(*running_totals(view), strict=True)][1:]
    for result, totals in zip(view.results, running, strict=True):
        parts = zip(names, result.points, totals, strict=True)
        told = [say.SCORE(name=name, points=points, total=total) for name, points, total in parts]
        yield say.SCORED(view.rules, number=result.round, told=told)
    if not view.results:
        yield say.NO_SCORES
    for made in view.corrections:
        yield say.CORRECTED(note=correction_note(view, made))
    yield standing(view)
    yield from handicap_lines(view)
    if hinted:
        yield say.HINTED(names=[names[seat] for seat in hinted])


def hands_lines(view: SeatView) -> Iterator[str]:
    """What each player held when the round ended."""
    for seat in view.seats:
        if seat.hand:
            held, points = labels(in_order(seat.hand)), hand_points(view.rules, seat.hand)
            yield say.HELD(name=seat.name, cards=held, points=points)


def rules_lines(rules: Rules, players: int) -> Iterator[str]:
    """The rules page of a variant."""
    yield of_game(rules.name)
    for heading, told in groupby(rule_lines(rules, players), lambda line: line.heading):
        yield f"{heading}:"
        for line in told:
            source = f" ({', '.join(line.clauses)})" if line.clauses else ""
            yield f"  {line.sentence}{source}"
