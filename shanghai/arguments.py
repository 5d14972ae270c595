"""What the public functions accept: each refuses at once what it could not mean.

Only other programs call them this way. The rooms of the program call the functions themselves.
"""

import inspect
import pickle
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from types import NoneType, UnionType
from typing import Any, Final, TypeVar

import msgspec

from shanghai.engine.actions import Action, SeatAction
from shanghai.engine.cards import HIDDEN, JOKER, MAX_CARDS, Card, face_of, label
from shanghai.engine.events import Event
from shanghai.engine.rules import Rules
from shanghai.engine.seats import MOST_SEATS, NOBODY
from shanghai.engine.state import Phase
from shanghai.words import library as words
from shanghai.words.refusals import reason
from shanghai.words.sanitize import sanitize

Arguments = Mapping[str, Any]
Check = Callable[[Arguments], Iterator[str]]
"""Gives a sentence for each value of a call that its function cannot mean."""
_Function = TypeVar("_Function", bound=Callable[..., Any])
_Range = tuple[int, int | None]
_UNIONS: Final = {Action: "Action", SeatAction: "SeatAction", Event: "Event"}
"""The public names of unions that are too long to be read."""
_MOST_SHOWN: Final = 60
"""The letters of a wrong value that are shown."""


class WrongArgument(ValueError, TypeError):
    """A public function was called with something that it cannot mean."""


def checked(name: str, function: _Function) -> _Function:
    """A public function that raises WrongArgument, with a sentence, before it does anything."""
    parameters = tuple(inspect.signature(function).parameters)
    hints = typing.get_type_hints(function)
    kinds = {each: (kind_of(hints[each]), hints[each]) for each in parameters}
    values = VALUES.get(name, ())

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:  # noqa: ANN401
        arguments = dict(zip(parameters, given, strict=False)) | named
        for argument, value in arguments.items():
            is_of_kind, hint = kinds.get(argument, (_anything, object))
            if not is_of_kind(value):
                fault = words.KIND(argument=argument, kind=name_of(hint), value=shown(value))
                raise WrongArgument(f"{name}: {fault}")
        for check in values:
            for fault in check(arguments):
                raise WrongArgument(f"{name}: {fault}")
        return function(*given, **named)

    return typing.cast("_Function", call)


def shown(value: object) -> str:
    """A value as an engineer reads it, in one line."""
    return sanitize(repr(value), _MOST_SHOWN)


# -- kinds: what the annotation of a parameter says --


def kind_of(hint: Any) -> Callable[[Any], bool]:  # noqa: ANN401
    """Checks if a value is what an annotation says, sequences with all that is in them."""
    if isinstance(hint, typing.NewType):
        return kind_of(hint.__supertype__)
    if isinstance(hint, TypeVar):
        return kind_of(hint.__bound__)
    if hint is int:
        return _is_number
    if isinstance(hint, type):
        return partial(_is_a, hint)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (UnionType, typing.Union):
        return partial(_is_one_of, tuple(map(kind_of, inner)))
    if origin in (tuple, Sequence, Iterable):
        return partial(_are_all, origin, kind_of(inner[0]))
    return partial(_is_a, origin)


def _anything(value: object) -> bool:
    return True


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind)


def _is_one_of(kinds: Sequence[Callable[[Any], bool]], value: object) -> bool:
    return any(is_of_kind(value) for is_of_kind in kinds)


def _are_all(kind: type, is_of_kind: Callable[[Any], bool], values: Any) -> bool:  # noqa: ANN401
    """Checks a sequence. What can be gone through only once is left to the function itself."""
    if isinstance(values, str | bytes) or not isinstance(values, kind):
        return False
    return not isinstance(values, Sequence) or all(map(is_of_kind, values))


def name_of(hint: Any) -> str:  # noqa: ANN401
    """An annotation as it is read, such as `Sequence[Card] | None`."""
    if hint in _UNIONS:
        return _UNIONS[hint]
    if isinstance(hint, TypeVar):
        return name_of(hint.__bound__)
    if hint is NoneType:
        return "None"
    inner = typing.get_args(hint)
    if typing.get_origin(hint) in (UnionType, typing.Union):
        return " | ".join(map(name_of, inner))
    if inner and typing.get_origin(hint) in (tuple, Sequence, Iterable):
        return f"{hint.__origin__.__name__}[{name_of(inner[0])}]"
    return str(getattr(hint, "__name__", hint))


# -- values: what an annotation cannot say --


def within(argument: str, limits: Callable[[Arguments], _Range]) -> Check:
    """Checks if a number is within its limits, the upper one None where there is none."""

    def check(arguments: Arguments) -> Iterator[str]:
        value = arguments.get(argument)
        if value is None:
            return
        least, most = limits(arguments)
        if value < least or (most is not None and value > most):
            message = words.FROM if most is None else words.RANGE
            yield message(argument=argument, low=least, high=most, value=value)

    return check


def at_least(argument: str, low: int) -> Check:
    """Checks if a number is not too low."""
    return within(argument, lambda _: (low, None))


def natural_card(arguments: Arguments) -> Iterator[str]:
    """A joker and a hidden card have neither rank nor suit."""
    card = arguments["card"]
    if not 0 <= card < MAX_CARDS or face_of(card) == JOKER:
        yield words.NOT_NATURAL(card=label(card) if HIDDEN <= card < MAX_CARDS else card)


def each_card(arguments: Arguments) -> Iterator[str]:
    """Cards that are written may be hidden."""
    cards = arguments["cards"]
    for card in cards if isinstance(cards, Sequence) else ():
        if not HIDDEN <= card < MAX_CARDS:
            yield words.NO_CARD(argument="cards", value=card)


def cards_in_hand(arguments: Arguments) -> Iterator[str]:
    """A hand holds each physical card once, and none that is hidden."""
    seen: set[Card] = set()
    for card in arguments["hand"]:
        if not 0 <= card < MAX_CARDS:
            yield words.NO_CARD(argument="hand", value=card)
        elif card in seen:
            yield words.TWICE(argument="hand", card=label(card), value=card)
        seen.add(card)


def names_of_players(arguments: Arguments) -> Iterator[str]:
    """A name can be read and printed."""
    for name in arguments["names"]:
        if not name.strip() or not name.isprintable():
            yield words.NO_NAME(argument="names", value=shown(name))


def players_of_task(arguments: Arguments) -> Iterator[str]:
    """A task has rules and players, each named by its level, or by what makes it."""
    task = arguments["task"]
    for field, kind in (("rules", Rules), ("levels", tuple), ("seed", int)):
        value = getattr(task, field)
        if not isinstance(value, kind):
            yield words.KIND(argument=f"task.{field}", kind=kind.__name__, value=shown(value))
    if not task.levels:
        yield words.NO_PLAYER(argument="task", value=shown(task.levels))
    for level in task.levels:
        if not isinstance(level, str) and not callable(level):
            yield words.NO_PLAYER(argument="task", value=shown(level))


def sendable_task(arguments: Arguments) -> Iterator[str]:
    """What makes a player can be sent to other processes, where several play."""
    processes = arguments.get("processes", 1)
    for level in arguments["task"].levels if processes > 1 else ():
        try:
            pickle.dumps(level)
        except Exception:
            yield words.NOT_SENT(processes=processes, value=shown(level))


def asked_view(arguments: Arguments) -> Iterator[str]:
    """A view is that of a seat which may do something now."""
    view = arguments["view"]
    is_asked = view.phase is Phase.DRAW or (view.phase is Phase.PLAY and view.turn == view.viewer)
    if view.viewer == NOBODY or not is_asked:
        yield words.NOTHING_TO_DO(argument="view")


def whole_action(arguments: Arguments) -> Iterator[str]:
    """An action holds values of the right kinds, also in its melds."""
    action = arguments["action"]
    try:
        msgspec.convert(msgspec.to_builtins(action), type(action))
    except (msgspec.MsgspecError, TypeError, OverflowError) as error:
        yield words.NO_ACTION(kind=type(action).__name__, fault=sanitize(str(error), _MOST_SHOWN))


def seat_of_action(arguments: Arguments) -> Iterator[str]:
    """The seat of an action is at the table."""
    seat = getattr(arguments["action"], "seat", 0)
    if not _is_number(seat) or not 0 <= seat < arguments["state"].players:
        yield words.NO_SEAT(seat=shown(seat))


def cards_of_action(arguments: Arguments) -> Iterator[str]:
    """The cards of an action can be written."""
    action = arguments["action"]
    cards = [card for meld in getattr(action, "melds", ()) for card in meld.cards]
    for card in (*cards, getattr(action, "card", JOKER)):
        if not HIDDEN <= card < MAX_CARDS:
            yield words.NO_CARD(argument="action", value=card)


def known_refusal(arguments: Arguments) -> Iterator[str]:
    """A refusal is one of the rules, with its facts, so that there is a sentence for it."""
    try:
        reason(arguments["rules"], arguments["refusal"], arguments["names"])
    except (LookupError, TypeError, ValueError, AttributeError):
        yield words.NO_REFUSAL(argument="refusal", value=shown(arguments["refusal"]))


_any_card: Final = within("card", lambda _: (HIDDEN, MAX_CARDS - 1))
_of_table: Final = within("viewer", lambda of: (NOBODY, of["state"].players - 1))
_of_any_table: Final = within("viewer", lambda _: (NOBODY, MOST_SEATS - 1))
_round: Final = within("round", lambda of: (1, of["rules"].rounds))
_dealer: Final = within("dealer", lambda of: (0, len(of["names"]) - 1))
_seat: Final = within("seat", lambda _: (0, MOST_SEATS - 1))
VALUES: Final[Mapping[str, Sequence[Check]]] = {
    "advice": [asked_view],
    "apply": [whole_action],
    "best_lay_down": [cards_in_hand],
    "can_go_down": [cards_in_hand],
    "check_document": [at_least("seeds", 1)],
    "distance": [cards_in_hand],
    "face_of": [_any_card],
    "game_before": [names_of_players, _round, _dealer],
    "is_joker": [_any_card],
    "label": [_any_card],
    "labels": [each_card],
    "lay_downs": [cards_in_hand],
    "lay_offs": [cards_in_hand, _seat],
    "legal": [at_least("most_lay_downs", 0)],
    "needs": [whole_action, seat_of_action],
    "new_game": [names_of_players],
    "play_game": [at_least("number", 1), players_of_task],
    "play_games": [at_least("games", 1), at_least("processes", 1), players_of_task, sendable_task],
    "rank_of": [natural_card],
    "reason": [known_refusal],
    "refuse": [whole_action],
    "review_game": [at_least("processes", 1)],
    "seen_by": [_of_any_table],
    "suit_of": [natural_card],
    "view_for": [_of_table],
    "with_random": [whole_action, seat_of_action],
    "write_move": [whole_action, seat_of_action, cards_of_action],
}
"""What each public function asks of its values beyond their kinds."""
