"""What a phone is shown: the view of one seat, or the public one, as JSON of the protocol."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from shanghai.engine.actions import CallShanghai
from shanghai.engine.cards import Card, label
from shanghai.engine.legal import legal
from shanghai.engine.seats import NOBODY, by_seat
from shanghai.engine.state import Phase, SeatView
from shanghai.engine.supply import holds_first_right
from shanghai.records.notation import write_words
from shanghai.records.views import as_json
from shanghai.table.grouping import by_contract
from shanghai.table.places import Place, Question
from shanghai.table.wishes import Needs
from shanghai.words import table as table_words
from shanghai.words.language import in_language
from shanghai.words.phrases import call_name, price_facts
from shanghai.words.scores import side_letter, side_texts
from shanghai.words.short_names import name_at

MAX_LAY_DOWNS: Final = 12
"""How many ways of going down are listed at most, the best ones first."""
AT: Final = {Place.KEYBOARD: "keyboard", Place.ELSEWHERE: "phone", Place.COMPUTER: "computer"}
UNDEALT: Final = (Phase.SEATING, Phase.DEALING)


class SeatDisplay(Struct, frozen=True):
    """What one seat, or the whole table, may be shown at a moment."""

    view: SeatView
    places: tuple[Place, ...]
    """From where each seat is played."""
    question: Question | None = None
    thinking: tuple[int, ...] = ()
    """The seats for whose answer about the card on offer a draw still waits."""
    grace: float | None = 0.0
    """The seconds for which a draw waits at most. None: until all have answered."""
    may_call_shanghai: bool = False
    """Whether the seat may call SHANGHAI, whether or not the card fits."""
    tells_shanghai: bool = False
    """Whether the table is told that the card fits."""
    undo: tuple[str, ...] = ()
    """Sentences about what would be undone, if the seat is asked whether it agrees."""
    log: tuple[str, ...] = ()
    """The latest events, as the viewer may know them."""
    hint: str = ""
    gives_hints: bool = True
    """Whether the settings let the seat ask for hints."""
    needs: Needs | None = None
    """Knows what the contract of the seat still lacks. None: the seat is not told that."""
    version: int = 0


def view_json(shown: SeatDisplay, language: str) -> bytes:
    """The view of a seat, or of the table, as JSON, with the question to it. Its texts are in the
    given language."""
    with in_language(language):
        return msgspec.json.encode(_view_fields(shown))


def _view_fields(shown: SeatDisplay) -> dict[str, Any]:
    """The fields of a view by their names in the protocol."""
    view, question = shown.view, shown.question
    names = [seat.name for seat in view.seats]
    fields = as_json(view) | {
        "version": shown.version,
        "at": [AT[place] for place in shown.places],
        "thinking": [names[seat] for seat in shown.thinking],
        "grace": shown.grace,
        "call_aloud": call_name(view.rules),
        "log": shown.log,
        "ends": "" if not view.results else view.results[-1].ending.value,
    }
    for number, seat in by_seat(fields["seats"]):
        if letter := side_letter(view, number):
            seat["side"] = f" ({letter})"
    if view.sides.have_partners:
        fields["standing"] = side_texts(view)
    if view.viewer == NOBODY:
        return fields
    fields |= {
        "seat": view.viewer + 1,
        "moves": moves(shown),
        "asked": None if question is None else question.kind,
        "question": None if question is None else question.id,
        "shanghai": shown.may_call_shanghai,
        "call": view.rules.call_word,
        "hints": shown.gives_hints,
    }
    if view.phase in (Phase.DRAW, Phase.PLAY):
        fields |= _hand_by_contract(view, shown.needs)
    if question is not None and question.kind == "call":
        fields["offer"] = _offer(view, any(" calls " in move for move in fields["moves"]))
    if shown.undo:
        fields["undo"] = shown.undo
    if shown.hint:
        fields["hint"] = shown.hint
    return fields


def _offer(view: SeatView, may_call: bool) -> list[str]:
    """Lines about the card on offer: how it came there, what a call costs, and who comes first."""
    lines = [table_words.toss_text(view)]
    if may_call:
        cost = table_words.COST(**price_facts(view, view.viewer))
        left = view.calls_left(view.viewer)
        lines.append(f"{cost}; {table_words.MAY_CALL(calls=left)}." if left else f"{cost}.")
    if view.turn != NOBODY and holds_first_right(view):
        name = name_at(view, view.turn)
        lines.append(table_words.FIRST_RIGHT(name=name, is_bot=False))
    return [str(line) for line in lines]


def _hand_by_contract(view: SeatView, needs: Needs | None) -> dict[str, Any]:
    """The fields of the viewer's hand: in groups by the contract, and what that still lacks. The
    latter only with `needs`, and not once the viewer is down."""
    own, contract = view.seats[view.viewer], view.contract
    groups = by_contract(own.hand, contract, view.rules.other_wild)
    grouped = {"groups": [_labels(group) for group in groups]}
    if own.down or contract.points or needs is None:
        return grouped
    if needs.are_unknown(view):
        needs.ask(view)
    answer = needs.of(view)
    if answer is None:
        return grouped
    return grouped | {
        "needs": {
            "short": answer.short,
            "helps": [label(face) for face in sorted(answer.helps)],
            "melds": [
                {"kind": "run" if meld.is_run else "set", "cards": _labels(meld.cards)}
                for meld in needs.melds_of(view)
            ],
        }
    }


def _labels(cards: Iterable[Card | None]) -> list[str]:
    """The labels of cards, empty for None."""
    return ["" if card is None else label(card) for card in cards]


def moves(shown: SeatDisplay) -> list[str]:
    """The legal moves of the seat as sentences of the public format. Calls of SHANGHAI are listed
    only if this table says that the card fits."""
    view, question = shown.view, shown.question
    if question is None or question.kind not in ("turn", "call"):
        return []
    name = view.seats[view.viewer].name
    return [
        f"{name} {write_words(action, view)}"
        for action in legal(view, MAX_LAY_DOWNS)
        if shown.tells_shanghai or not isinstance(action, CallShanghai)
    ]


def joining_json(shown: SeatDisplay) -> bytes:
    """The seats of the table for phones that join: the answer to `GET /TABLE`."""
    is_undealt = shown.view.phase in UNDEALT and not shown.view.results
    seats = []
    for seat, place in enumerate(shown.places):
        is_free = is_undealt and place is Place.KEYBOARD
        at = "free" if is_free else AT[place]
        seats.append({"seat": seat + 1, "name": shown.view.seats[seat].name, "at": at})
    return msgspec.json.encode({"variant": shown.view.rules.id, "seats": seats})
