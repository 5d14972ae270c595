"""The game as lines of text, for screen readers and pipes. Each line can be understood alone."""

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
from shanghai.words.phrases import CALLS, price_facts, wild_ranks_text
from shanghai.words.rulebook import rule_lines
from shanghai.words.scores import correction_note, running_totals, side_texts, standing
from shanghai.words.typed import COMMANDS as TYPED_COMMANDS, shown_move, shown_word
from shanghai.words.view_lines import discards_line, meld_text

say = Messages("linear")
__getattr__ = say.__getattr__

COMMANDS: Final[Mapping[str, str]] = say.table("COMMANDS")
ELSEWHERE: Final[Mapping[str, str]] = say.table("ELSEWHERE")
"""The answers to commands that exist, but cannot be given while this question is asked."""

_GROUPED: Final = {"discards": Discard, "lays": LayOff, "swaps": Swap}


def help_lines() -> Iterator[str]:
    """Yields the lines of the help: the moves and the commands that can be typed."""
    calls = [f"{place('NAME')} calls {word}" for word in (*CALLS, "shanghai on 2")]
    yield from (line.format(calls=calls) for line in say.lines("HELP_MOVES"))
    yield say.COMMANDS_ARE
    for word, meaning in COMMANDS.items():
        yield f"  {shown_word(word, TYPED_COMMANDS)}: {meaning}"


def moves_lines(actions: Sequence[SeatAction], words: Sequence[str]) -> Iterator[str]:
    """Yields the moves as they can be typed, each with its number from 1.

    `words` has the actions in the public format. Discards are on one line, as are cards to lay off
    and exchanges; each way to go down has a line of its own.
    """
    words = [*map(shown_move, words)]
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
            named = [f"{i + 1} {words[i].removeprefix(shown_word(verb)).strip()}" for i in grouped]
            yield say.of("GROUPED", verb, moves=named)


def moves_in_words(view: SeatView, actions: Sequence[SeatAction]) -> Iterator[str]:
    """Yields the moves in words, each with its number from 1. Moves of one kind share a line."""

    def kind(numbered: tuple[int, SeatAction]) -> type | None:
        action = numbered[1]
        return type(action) if isinstance(action, GoDown | Discard | LayOff | Swap) else None

    for _, group in groupby(enumerate(actions, 1), kind):
        moves = [f"{number} {move_text(view, action, 'do', label)}" for number, action in group]
        yield say.MOVES(moves=moves)


def brief_lines(view: SeatView, count: int, *, is_hand_known: bool = False) -> Iterator[str]:
    """Yields the short form of a question: the piles, the hand, and the number of moves. The hand
    is left out if `is_hand_known`: the player has read it since it changed."""
    yield say.PILES(discards=discards_line(view), count=len(view.stock))
    if not is_hand_known:
        yield hand_line(view)
    yield say.MOVES_COUNTED(count=count)


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Cards by suit and rank, jokers last."""
    return sorted(cards, key=face_of)


def hand_line(view: SeatView) -> str:
    """The hand of the viewer, sorted by suit, and what it costs if the round is lost."""
    seat = view.seats[view.viewer]
    if not seat.hand:
        return say.EMPTY_HAND(name=seat.name)
    points, cards = points_if_lost(view, view.viewer), labels(in_order(seat.hand))
    return say.HAND(name=seat.name, count=len(seat.hand), points=points, cards=cards)


def round_line(view: Situation) -> str:
    """The round, its contract, and the ranks that are wild in it."""
    rules, of = view.rules, round_of(view.rules, view.round)
    return say.THE_ROUND(rules, of=of, contract=asked_text(view), wild=wild_ranks_text(view))


def table_lines(view: SeatView) -> Iterator[str]:
    """Yields a line for each meld on the table, and one on the piles."""
    for number, meld in enumerate(view.table, 1):
        yield say.MELD(number=number, name=view.seats[meld.owner].name, meld=meld_text(view, meld))
    yield say.PILES(discards=discards_line(view), count=len(view.stock))


def own_lines(view: SeatView) -> Iterator[str]:
    """Yields what a player needs for a decision: the round, the table and the hand."""
    yield round_line(view)
    yield from table_lines(view)
    yield hand_line(view)


def offer_line(view: SeatView, callers: Sequence[SeatIndex]) -> str:
    """The card on offer, what a call costs, and the seats that may call it."""
    able = [
        say.ABLE(number=seat + 1, name=view.seats[seat].name, left=view.calls_left(seat))
        for seat in callers
    ]
    return say.OFFER(view.rules, able=able, **price_facts(view))


def shanghai_line(view: SeatView, callers: Sequence[SeatIndex], *, is_announced: bool) -> str:
    """The seats that may call SHANGHAI on the card just tossed. `is_announced` says that the table
    tells players when a card fits; else they may only try."""
    able = [f"{seat + 1} shanghai" for seat in callers]
    if is_announced and view.top is not None:
        return say.SHANGHAI_FITS(card=label(view.top), able=able)
    return say.SHANGHAI_TRIED(able=able)


def score_lines(view: SeatView, hinted: Sequence[SeatIndex] = ()) -> Iterator[str]:
    """Yields the scorecard: a line for each round that is over, with the totals, and who leads.
    `hinted` are the seats that have had hints."""
    names = [seat.name for seat in view.seats]
    running = [*zip(*running_totals(view), strict=True)][1:]
    for result, totals in zip(view.results, running, strict=True):
        parts = zip(names, result.points, totals, strict=True)
        scores = [say.SCORE(name=name, points=points, total=total) for name, points, total in parts]
        yield say.SCORED(view.rules, number=result.round, told=scores)
    if not view.results:
        yield say.NO_SCORES
    for correction in view.corrections:
        yield say.CORRECTED(note=correction_note(view, correction))
    yield from side_texts(view)
    yield standing(view)
    yield from handicap_lines(view)
    if hinted:
        yield say.HINTED(names=[names[seat] for seat in hinted])


def hands_lines(view: SeatView) -> Iterator[str]:
    """Yields the hand of each player at the end of the round. An empty hand has no line."""
    for seat in view.seats:
        if seat.hand:
            cards, points = labels(in_order(seat.hand)), hand_points(view.rules, seat.hand)
            yield say.LAST_HAND(name=seat.name, cards=cards, points=points)


def rules_lines(rules: Rules, players: int) -> Iterator[str]:
    """Yields the rules page of a variant, each sentence with the clauses that it is from."""
    yield of_game(rules.name)
    for heading, lines in groupby(rule_lines(rules, players), lambda line: line.heading):
        yield f"{heading}:"
        for line in lines:
            source = f" ({', '.join(line.clauses)})" if line.clauses else ""
            yield f"  {line.sentence}{source}"
