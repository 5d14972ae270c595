"""Sentences of the screens at the table. They name players, and never say "you"."""

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from shanghai.engine.actions import Discard, EndTurn, LayOff, SeatAction, Swap, Take
from shanghai.engine.cards import RANK_NAMES, Card, label
from shanghai.engine.rules import Rules
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Meld, Phase, SeatView
from shanghai.engine.supply import priority
from shanghai.words.cards import CardStyle
from shanghai.words.cells import cell_width
from shanghai.words.contracts import asked_text, contract_phrase, round_of, whole_hand
from shanghai.words.games import of_game
from shanghai.words.grammar import listed
from shanghai.words.messages import Messages
from shanghai.words.phrases import RANK_PLURALS, price_facts
from shanghai.words.short_names import NAME_CELLS, name_at

if TYPE_CHECKING:
    from shanghai.engine.solver import Distance

say = Messages("table")
__getattr__ = say.__getattr__

KEY_HERE = "\x04"
"""Marks, in the text of a cover over the hand, the place for the key that takes the cover away."""


def round_text(view: SeatView) -> str:
    """The round, the ranks that are wild in it, and its contract."""
    rules, number = view.rules, view.contract_number
    contract = contract_phrase(rules, view.contract) if number else asked_text(view)
    return say.ROUND(
        rules,
        of=round_of(rules, view.round),
        wild=listed([RANK_PLURALS[rank] for rank in rules.wild_ranks]),
        number=number,
        is_numbered=bool(rules.is_by_player and number),
        contract=whole_hand(rules, contract) if view.all_in else contract,
    )


def table_title(view: SeatView) -> str:
    """The title line of a screen of the table."""
    return f"{of_game(view.rules.name)} · {round_text(view)}"


def toss_text(view: SeatView) -> str:
    """A sentence on the top discard: who tossed it, and whether it may be taken. It is empty if
    there is no discard."""
    if view.top is None:
        return ""
    tosser, has_passed = view.tossers[0], view.given_up and view.phase is Phase.DRAW
    return say.TOSSED(
        name="" if tosser == NOBODY else name_at(view, tosser),
        declared=view.locked,
        dead=not (view.live or view.locked),
        by=name_at(view, view.turn) if has_passed and view.live and not view.locked else "",
    )


def offer_text(view: SeatView, seat: SeatIndex) -> str:
    """The question to one seat whether it calls the card on offer, with the price."""
    name, left = name_at(view, seat), view.calls_left(seat)
    return say.OFFER(view.rules, name=name, left=left, **price_facts(view, seat))


def waiting_text(view: SeatView, before: Sequence[SeatIndex], mark: str = "") -> str:
    """Who has called, and the seats in `before`, which may still call and would come first. The
    latter have their keys. `mark` is put before each, as the seats on the table show it too."""
    if not view.calls:
        return ""
    count, nearest = len(view.calls), ""
    if count > 1 and view.rules.call_order != "first":
        nearest = name_at(view, next(seat for seat in priority(view) if seat in view.calls))
    return say.WAITING(
        view.rules,
        names=[name_at(view, seat) for seat in view.calls],
        count=count,
        nearest=nearest,
        before=[
            say.SEATED(mark=mark, name=name_at(view, seat), number=seat + 1) for seat in before
        ],
    )


def needs_text(distance: "Distance", key: str = "", *, is_draw: bool = False) -> str:
    """How many cards the hand lacks for the contract. If it lacks none, the text names the `key`
    that goes down; `is_draw` says to draw before that."""
    if distance.short == 0:
        return say.HOLDS_CONTRACT(key=key, is_draw=is_draw)
    return say.SHORT(short=distance.short)


def turn_text(
    view: SeatView, seat: SeatIndex, may: Set[type[SeatAction]], *, is_short: bool = False
) -> str:
    """What a player can do now; empty if it is not their turn. `may` has the kinds of the legal
    moves. `is_short` says that the hand is known to lack cards for the contract."""
    if view.turn != seat:
        return ""
    if view.phase is Phase.DRAW:
        if Take in may and view.top is not None:
            return say.DRAW_OR_TAKE(card=label(view.top))
        return say.DRAW_NOW
    is_down, steps = view.seats[seat].down, []
    if is_down and (LayOff in may or view.rules.meld_when_down):
        steps.append("lay")
    elif not is_down and (Swap in may or not is_short):
        steps.append("joker" if is_short else "all in" if view.all_in else "down")
    if Discard in may:
        steps.append("discard" if steps else "discard alone")
    elif EndTurn in may:
        steps.append("end")
    return say.TURN(is_down=is_down, steps=[say.of("STEPS", step, view.rules) for step in steps])


def own_title(view: SeatView, seat: SeatIndex, width: int = 0) -> str:
    """The title line of a player's screen: their name and the round. The name is cut if the line is
    longer than `width` cells, but not below `NAME_CELLS`."""
    rest = f" · {round_text(view)}"
    return name_at(view, seat, max(NAME_CELLS, width - cell_width(rest))) + rest


def lay_all_text(key: str, style: CardStyle, steps: Sequence[tuple[Card, int]], room: int) -> str:
    """What the key for laying off all cards would do, for two lines of `room` cells. `steps` are
    cards with the index of their meld. Those that do not fit are only counted."""
    parts = [say.CARD_ON_MELD(card=style.text(card), meld=meld + 1) for card, meld in steps]
    for shown in range(len(parts), 0, -1):
        left = len(parts) - shown
        text = say.LAY_ALL(key=key, steps=parts[:shown], left=left, is_more=left > 0)
        # A line may end before a word that is too long for it.
        if len(text) + 20 <= room:
            return text
    return say.LAY_ALL_COUNTED(key=key, count=len(parts))


def stands_for_text(rules: Rules, meld: Meld, style: CardStyle) -> str:
    """The cards that the wild cards of a run replace; empty if it has none, and for a set."""
    if not meld.is_run:
        return ""
    replaced = [
        RANK_NAMES[rank - 1] + style.suit(suit)
        for rank, suit in (meld.stands_for(i) for i in meld.wild_places)
    ]
    return say.JOKERS_ARE(rules, count=len(replaced), cards=replaced) if replaced else ""


def no_call_words(view: SeatView, seat: SeatIndex, is_bot: bool) -> str:
    """Why a seat does not call the card on offer, in two or three words."""
    if view.tossers and seat == view.tossers[0]:
        return say.TOSSED_IT
    if seat == view.turn:
        return say.DRAWS_NEXT if view.phase is Phase.DRAW else say.IS_ON_TURN
    if is_bot:
        return say.IS_COMPUTER
    if not view.calls_left(seat):
        return say.NO_CALLS_LEFT
    if view.seats[seat].down and not view.rules.call_when_down:
        return say.IS_DOWN
    return say.MAY_NOT_CALL


def seat_label(view: SeatView, seat: SeatIndex, does: str) -> tuple[str, str]:
    """The label of the number key of a seat, such as `Ann BUY`, and the name in it. `does` names
    what the key does. If the table has no such seat, the name is the number."""
    name = name_at(view, seat) if seat < view.players else str(seat + 1)
    return say.of("SEAT_DOES", does, view.rules, name=name), name
