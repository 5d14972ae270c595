"""Who may see what: a table that names every field of every event, of a state and of its seats.

`seen_by` and `view_for` hide what the table keeps from a viewer (ALL-13). They are the only ways
for a card out of the engine: screens, lines of text, computer players and any other device get
what they return. A field that the table does not name stops the program when it is imported.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple, assert_never, cast, get_args

from msgspec import Struct, structs

from shanghai.engine import events
from shanghai.engine.cards import HIDDEN, Card
from shanghai.engine.events import Event
from shanghai.engine.handicap import Handicap
from shanghai.engine.refusal import Refused, refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.engine.state import Correction, Meld, Phase, RoundResult, Seat, SeatView, State


class Audience(Enum):
    """Who may see what a field holds, where that does not depend on other fields."""

    EVERYBODY = "everybody"
    NO_ONE = "no one: only the number of cards is known"
    HOLDER = "the holder of the seat; everybody once the round is scored"
    TOP_CARD = "everybody the first card, no one the others"
    ITS_OWN = "each value by the entry of its own type"


class Only(Struct, frozen=True):
    """An audience of seats: those whose numbers are in these fields of the same event."""

    fields: tuple[str, ...]


Audiences = Mapping[str, Audience | Only]
"""Who may see each field of one type of value."""


def everybody(*fields: str) -> dict[str, Audience | Only]:
    """Entries for fields that hold nothing secret."""
    return dict.fromkeys(fields, Audience.EVERYBODY)


SEEN: Final[Mapping[type[Struct], Audiences]] = {
    events.DealerDrawn: everybody("draws", "dealer"),
    events.Dealt: everybody("round", "dealer", "upcard"),
    events.RoundThrownIn: everybody("round", "counted", "stopped"),
    events.StockRenewed: everybody("count"),
    events.Drawn: everybody("seat") | {"card": Only(("seat",))},
    events.DiscardTaken: everybody("seat", "card"),
    events.Passed: everybody("seat", "card"),
    events.CallMade: everybody("seat", "card"),
    events.CallGranted: everybody("seat", "card", "points", "chips") | {"extra": Only(("seat",))},
    events.CallLapsed: everybody("seat", "card"),
    events.ShanghaiCalled: everybody(
        "seat", "tosser", "card", "meld", "end", "given", "back", "points"
    )
    | {"picked": Only(("seat", "tosser")), "extra": Only(("tosser",))},
    events.JokerSwapped: everybody("seat", "card", "joker", "meld"),
    events.WentDown: everybody("seat", "first", "count", "further", "part"),
    events.LaidOff: everybody("seat", "card", "meld", "end"),
    events.Discarded: everybody("seat", "card", "shanghai"),
    events.TurnEnded: everybody("seat"),
    events.SeatOut: everybody("seat"),
    events.RoundEnded: everybody("round", "out", "ending", "points"),
    events.GameEnded: everybody("winners"),
    events.SeatHandedOver: everybody("seat", "before", "name"),
    events.ScoreCorrected: everybody("seat", "round", "was", "points", "note"),
    events.MovesUndone: everybody("seat", "agreed", "moves") | {"events": Audience.ITS_OWN},
    State: everybody(
        *("rules", "agreed", "phase", "round", "dealer", "turn", "turns", "turns_before"),
        *("table", "tossers", "renewals"),
        *("live", "locked", "tossed", "no_discard", "given_up", "calls"),
        *("went_down", "must_go_down", "taken", "owed", "joker_left", "had_parts"),
        *("out", "ending", "played", "results", "corrections"),
    )
    | {"seats": Audience.ITS_OWN, "stock": Audience.NO_ONE, "discards": Audience.TOP_CARD},
    Seat: everybody(
        *(
            "name",
            "handicap",
            "down",
            "calls_used",
            "calls_before",
            "calls_carried",
            "chips",
            "fined",
        ),
        *("score", "met", "done", "parts", "to_come"),
    )
    | {"hand": Audience.HOLDER},
    Meld: everybody("owner", "kind", "cards", "low", "suit", "wild"),
    RoundResult: everybody("round", "points", "out", "ending", "met"),
    Correction: everybody("seat", "round", "was", "points", "note"),
    Handicap: everybody("calls", "points", "cards", "hints"),
}
"""Who may see each field of each type of value."""


def table_faults(
    seen: Mapping[type[Struct], Audiences], kinds: Iterable[type[Struct]]
) -> Iterator[str]:
    """Yields a line for each fault of a table like `SEEN`: a missing or an unknown field."""
    for kind in kinds:
        fields, audiences = {*kind.__struct_fields__}, seen.get(kind, {})
        for field in sorted(fields - audiences.keys()):
            yield f"{kind.__name__}.{field}: missing"
        for field in sorted(audiences.keys() - fields):
            yield f"{kind.__name__}.{field}: unknown"
        for field, audience in audiences.items():
            if isinstance(audience, Only) and not fields.issuperset(audience.fields):
                yield f"{kind.__name__}.{field}: unknown seat"


if _faults := [*table_faults(SEEN, (*get_args(Event), *SEEN))]:
    raise TypeError(f"SEEN: {'; '.join(_faults)}")

_SECRETS: Final[Mapping[type[Struct], Audiences]] = {
    kind: {
        field: audience
        for field, audience in audiences.items()
        if audience is not Audience.EVERYBODY
    }
    for kind, audiences in SEEN.items()
}
"""The fields that hide something from somebody."""

SHOWING: Final[tuple[type[Event], ...]] = (
    *(
        kind
        for kind in get_args(Event)
        if any(isinstance(audience, Only) for audience in _SECRETS[kind].values())
    ),
    events.StockRenewed,
)
"""The events that show somebody a hidden card, so that no player alone may undo them."""

_SCORED: Final = (Phase.ROUND_OVER, Phase.GAME_OVER)
"""The phases in which the last round is scored and its hands are open."""


class _Look(NamedTuple):
    """Who looks at a value (NOBODY is the public), and whether the round is scored."""

    viewer: SeatIndex
    is_scored: bool


def seen_by(event: Event, viewer: SeatIndex) -> Event:
    """The event as a seat, or the public (NOBODY), may see it. All other cards are HIDDEN."""
    if not _SECRETS[type(event)]:
        return event
    return structs.replace(event, **_secrets_shown(event, _Look(viewer, is_scored=False)))


def view_for(state: State, viewer: SeatIndex) -> SeatView:
    """What a seat, or the public (NOBODY), may see of a state. Raises Refused for other numbers."""
    if not NOBODY <= viewer < len(state.seats):
        raise Refused(refusal("no-such-seat", "ALL-1", number=viewer))
    values: dict[str, Any] = {field: getattr(state, field) for field in SEEN[State]}
    values |= _secrets_shown(state, _Look(viewer, state.phase in _SCORED))
    return SeatView(**values, viewer=viewer)


def public_view(state: State) -> SeatView:
    """What everybody at the table may see; no hand is in it until the round is scored."""
    return view_for(state, NOBODY)


def _secrets_shown(value: Struct, look: _Look, place: int = 0) -> dict[str, Any]:
    """What may be shown of the fields with secrets, by field. `place` is the number of a Seat."""
    return {
        field: _shown(getattr(value, field), audience, value, look, place)
        for field, audience in _SECRETS[type(value)].items()
    }


def _shown(
    content: object, audience: Audience | Only, owner: Struct, look: _Look, place: int
) -> object:
    """What may be shown of the content of a field. `owner` is the value that has the field."""
    match audience:
        case Audience.HOLDER:
            return content if look.is_scored or place == look.viewer else _hidden(content)
        case Audience.TOP_CARD:
            pile = cast(tuple[Card, ...], content)
            return (*pile[:1], *(HIDDEN,) * len(pile[1:]))
        case Audience.NO_ONE:
            return _hidden(content)
        case Audience.ITS_OWN:
            return tuple(
                structs.replace(part, **_secrets_shown(part, look, number))
                for number, part in enumerate(cast(tuple[Struct, ...], content))
            )
        case Only(fields):
            is_named = any(getattr(owner, field) == look.viewer for field in fields)
            return content if is_named and look.viewer != NOBODY else _hidden(content)
        case Audience.EVERYBODY:
            return content
        case _:
            assert_never(audience)


def _hidden(content: object) -> object:
    """HIDDEN in place of a card, or of each of several cards. Their number is no secret."""
    return (HIDDEN,) * len(content) if isinstance(content, tuple) else HIDDEN
