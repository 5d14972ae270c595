"""The sentences of the table's screens; players are always named, never spoken to as "you"."""

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Final

from shanghai.engine.actions import Discard, EndTurn, LayOff, SeatAction, Swap, Take
from shanghai.engine.cards import RANK_NAMES, Card, label
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import End, Meld, Phase, State
from shanghai.engine.supply import priority
from shanghai.engine.view import SeatView
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.contracts import asked_text, contract_phrase, round_of, whole_hand
from shanghai.words.grammar import counted, listed, noun, number, with_article
from shanghai.words.messages import Messages
from shanghai.words.phrases import besides, call_name, wild_rank
from shanghai.words.short_names import NAME_CELLS, name_at

if TYPE_CHECKING:
    from shanghai.engine.solver import Distance

say = Messages("table")
__getattr__ = say.__getattr__

KEY_HERE = "\x04"
"""Stands in the words of a cover for the key that lifts it."""


def lay_all_hint(key: str, count: int) -> str:
    """What a hint adds where the key that lays off all cards would lay several."""
    return f"; {key} lays {'both' if count == 2 else f'all {number(count)}'} that fit"


def round_text(view: SeatView) -> str:
    """Which round it is, and its contract."""
    rules = view.rules
    number = view.contract_number
    contract = contract_phrase(rules, view.contract) if number else asked_text(view)
    if rules.is_by_player and number:
        contract = f"contract {number}, {contract}"
    if view.all_in:
        contract = whole_hand(rules, contract)
    wild = f", {rank} wild" if (rank := wild_rank(view)) else ""
    return f"{rules.words.round} {round_of(rules, view.round)}{wild}: {contract}"


def table_title(view: SeatView) -> str:
    """The title line of a screen of the table."""
    return f"{view.rules.name} · {round_text(view)}"


def toss_text(view: SeatView) -> str:
    """How the top discard lies: who tossed it, and whether it may be had."""
    if view.top is None:
        return ""
    tosser = view.tossers[0]
    said = "Turned up with the deal" if tosser == NOBODY else f"Tossed by {name_at(view, tosser)}"
    if view.locked:
        return f"{said}, SHANGHAI declared: nobody may take it"
    if not view.live:
        return f"{said}, nobody may take it"
    if view.given_up and view.phase is Phase.DRAW:
        return f"{said}, let go by {name_at(view, view.turn)}"
    return said


def price_text(view: State) -> str:
    """What a call costs the viewer, or anybody at the first call in the round."""
    viewer = None
    if isinstance(view, SeatView) and view.viewer != NOBODY:
        viewer = view.viewer
    made = 0 if viewer is None else view.seats[viewer].calls_used
    cost = view.rules.cost_in(view.round, made)
    said = f"{cost} extra" if cost else "no extra card"
    return f"{said}{besides(view, viewer)}"


def offer_text(view: SeatView, seat: SeatIndex) -> str:
    """The line that asks one seat about the card on offer."""
    rules = view.rules
    left = view.calls_left(seat)
    return (
        f"{name_at(view, seat)}, {call_name(rules)}? "
        f"The card and {price_text(view)}; {counted(left, 'call')} left."
    )


def waiting_text(view: SeatView, before: Sequence[SeatIndex]) -> str:
    """Who has called, and who still comes before them with their key."""
    if not view.calls:
        return ""
    callers = listed([name_at(view, seat) for seat in view.calls])
    verb = "says" if len(view.calls) == 1 else "say"
    text = f"{callers} {verb} {call_name(view.rules)}"
    if len(view.calls) > 1 and view.rules.call_order != "first":
        nearest = next(seat for seat in priority(view) if seat in view.calls)
        text += f": {name_at(view, nearest)} comes first"
    text += "."
    if before:
        named = listed([f"{name_at(view, seat)} ({seat + 1})" for seat in before], "or")
        text += f" {named} would come before."
    return text


def needs_text(found: "Distance", key: str = "") -> str:
    """How far the hand is from the contract; the cards that help stand after it.

    `key` goes down, where that may be done now.
    """
    if found.short == 0:
        return f"The hand holds the contract{f': {key} goes down' if key else ''}."
    word = noun(found.short, "card")
    helps = " Helps: " if found.helps else ""
    return f"{number(found.short).capitalize()} {word} short of the contract.{helps}"


def turn_text(
    view: SeatView, seat: SeatIndex, may: Set[type[SeatAction]], *, is_short: bool = False
) -> str:
    """What the turn asks of a seat, by the kinds of moves that are legal; empty out of turn.

    `is_short` is for a hand that is known not to hold the contract.
    """
    if view.turn != seat:
        return ""
    if view.phase is Phase.DRAW:
        top = view.top
        return f"Draw, or take the {label(top)}." if Take in may and top is not None else "Draw."
    is_down, steps = view.seats[seat].down, []
    if is_down and (LayOff in may or view.rules.meld_when_down):
        steps.append("lay off")
    elif not is_down and (Swap in may or not is_short):
        steps.append("go down with the whole hand" if view.all_in else "go down")
    if Discard in may:
        steps.append("discard" if steps else "discard a card")
    elif EndTurn in may:
        steps.append("end the turn")
    return f"{(', then ' if is_down else ', or ').join(steps).capitalize()}."


def own_title(view: SeatView, seat: SeatIndex, wide: int = 0) -> str:
    """The title line of a player's own view, the name cut where `wide` cells are too few."""
    rest = f" · {round_text(view)}"
    return name_at(view, seat, max(NAME_CELLS, wide - cell_width(rest))) + rest


def place_words(index: int, end: End | None, owner: str, as_card: str) -> tuple[str, str, str]:
    """What stands before and after a meld in a choice: its number, its owner, the end of a run.

    A joker would stand `as_card` there, if that is not empty.
    """
    side = "" if end is None else " at the low end" if end is End.LOW else " at the high end"
    return f"{index + 1}: ", f"{owner}'s ", f"{side}, as {as_card}" if as_card else side


def lay_all_text(key: str, style: CardStyle, steps: Sequence[tuple[Card, int]], room: int) -> str:
    """What laying off all that fits would do, and how, in two lines of `room` cells together.

    Cards stand with the numbers of their melds; those that do not fit are counted.
    """
    parts = [f"{style.text(card)} on {meld + 1}" for card, meld in steps]
    for shown in range(len(parts), 0, -1):
        left = len(parts) - shown
        more = f" and {left} more" if left else ""
        said = f"Press {key} again to lay {', '.join(parts[:shown])}{more}; Esc leaves it."
        # A line may end before a word that is too long for it.
        if len(said) + 20 <= room:
            return said
    return f"Press {key} again to lay {counted(len(parts), 'card')}; Esc leaves it."


_RANKS: Final[Mapping[str, str]] = say.table("RANKS")
"""The names of ranks that are no numbers."""


def no_rank_text(*ranks: str) -> str:
    """That the hand holds no card of some ranks."""
    return f"No {listed([_RANKS.get(rank, rank) for rank in ranks], 'or')} is in the hand."


SORT_WORDS: Final[Mapping[str, str]] = say.table("SORT_WORDS")


def kind_word(rules: Rules, meld: Meld) -> str:
    """Set or run, in the variant's word."""
    return rules.words.run if meld.is_run else rules.words.set


def stands_for_text(meld: Meld, style: CardStyle) -> str:
    """What the jokers of a run stand for; empty without one, or in a set."""
    if not meld.is_run:
        return ""
    stood = [
        RANK_NAMES[rank - 1] + style.suit(suit)
        for rank, suit in (meld.stands_for(i) for i in meld.wild_places)
    ]
    if not stood:
        return ""
    return f"joker is {stood[0]}" if len(stood) == 1 else f"jokers are {listed(stood)}"


def look_only_text(view: SeatView, seat: SeatIndex, back: str, *, may_call: bool) -> str:
    """The answer to a key of a turn where somebody only looks; the key `back` goes back."""
    calls = f"{seat + 1} says {call_name(view.rules)}, " if may_call else ""
    return f"{name_at(view, seat)} only looks: {calls}{back} goes back."


def shanghai_line(view: SeatView, key: str) -> str:
    """That SHANGHAI may be called; it outranks every other call (GD-18)."""
    words = view.rules.words
    return f"The card fits {with_article(words.set, words)} or {words.run}: {key} calls SHANGHAI."


def no_place_text(view: SeatView, top: Card) -> str:
    """That the tossed card fits nowhere, so that nobody can call SHANGHAI on it."""
    if not view.table:
        return f"No meld is on the table yet that {label(top)} could be played on."
    return f"{label(top)} fits no meld on the table, so nobody can call SHANGHAI."


def first_right_text(view: SeatView, is_bot: bool) -> str:
    """That the player on turn comes before the callers."""
    name = name_at(view, view.turn)
    if is_bot:
        return f"{name} has first right."
    return f"{name} has first right and will be asked."


def saved_text(moves: int, problem: str) -> str:
    """The last move that is on the disk, for the title line."""
    return "not saved" if problem else f"move {moves} saved"


def back_to_text(then: SeatView) -> str:
    """Where the game would stand after taking back."""
    name = name_at(then, then.turn)
    when = "before the draw" if then.phase is Phase.DRAW else "after the draw"
    return f"Then {name} is on turn again, {when}."


def back_who_text(people: Sequence[str]) -> str:
    """Who must agree to it; computer players always do."""
    if len(people) == 1:
        return f"{people[0]} alone decides it, with the number of the seat:"
    return "Everybody agrees with the number of their own seat:"


def next_text(view: SeatView) -> str:
    """The title of the plain hand-over."""
    return f"{name_at(view, view.turn)} is next" if view.turn != NOBODY else "A moment"


def cost_text(view: SeatView) -> str:
    """What a call out of turn costs."""
    cost = view.rules.cost_in(view.round)
    said = f"+{counted(cost, 'stock card')}" if cost else "no extra card"
    return f"Out of turn: {said}{besides(view)}"


def no_call_words(view: SeatView, seat: SeatIndex, is_bot: bool) -> str:
    """In two or three words why a seat does not call."""
    if view.tossers and seat == view.tossers[0]:
        return "tossed it"
    if seat == view.turn:
        return "draws next" if view.phase is Phase.DRAW else "on turn"
    if is_bot:
        return "computer"
    if not view.calls_left(seat):
        return "no calls left"
    if view.seats[seat].down and not view.rules.call_when_down:
        return "is down"
    return "may not call"


# -- labels of keys --


def seat_label(view: SeatView, seat: SeatIndex, verb: str) -> tuple[str, str]:
    """What the number of a seat does, such as `Ann BUY`, and the player's name in that."""
    name = name_at(view, seat)
    return f"{name} {verb}", name


def may_spend_text(calls: int, left: int) -> tuple[tuple[str, str], ...]:
    """How many calls may be spent on wishes, each piece with its look."""
    return (("Calls it may spend: ", ""), (str(calls), "strong"), (f" of {left} left   ", ""))
