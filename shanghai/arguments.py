"""Checks of the arguments of public functions. They refuse at once what makes no sense.

Only other programs call the functions with these checks. The program itself calls them directly.
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
"""Yields a sentence for each argument of a call that makes no sense."""
_Function = TypeVar("_Function", bound=Callable[..., Any])
_Range = tuple[int, int | None]
_UNIONS: Final = {Action: "Action", SeatAction: "SeatAction", Event: "Event"}
"""The public names of unions that are too long to be shown in full."""
_MOST_SHOWN: Final = 60
"""The most letters of a wrong value that are shown."""


class WrongArgument(ValueError, TypeError):
    """A public function was called with an argument that makes no sense."""


def checked(name: str, function: _Function) -> _Function:
    """The public function called `name`, with a check of its arguments before it does anything.
    The check raises WrongArgument with a sentence."""
    parameters = tuple(inspect.signature(function).parameters)
    hints = typing.get_type_hints(function)
    kinds = {each: (type_check_of(hints[each]), hints[each]) for each in parameters}
    values = VALUES.get(name, ())

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:  # noqa: ANN401
        arguments = dict(zip(parameters, given, strict=False)) | named
        for argument, value in arguments.items():
            is_of_kind, hint = kinds.get(argument, (_accepts_all, object))
            if not is_of_kind(value):
                fault = words.KIND(argument=argument, kind=name_of(hint), value=shown(value))
                raise WrongArgument(f"{name}: {fault}")
        for check in values:
            for fault in check(arguments):
                raise WrongArgument(f"{name}: {fault}")
        return function(*given, **named)

    return typing.cast("_Function", call)


def shown(value: object) -> str:
    """The repr of a value, cut to one short line."""
    return sanitize(repr(value), _MOST_SHOWN)


# -- types: what the annotation of a parameter says --


def type_check_of(hint: Any) -> Callable[[Any], bool]:  # noqa: ANN401
    """A function that checks whether a value, with all items of it, has an annotation's type."""
    if isinstance(hint, typing.NewType):
        return type_check_of(hint.__supertype__)
    if isinstance(hint, TypeVar):
        return type_check_of(hint.__bound__)
    if hint is int:
        return _is_number
    if isinstance(hint, type):
        return partial(_is_a, hint)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (UnionType, typing.Union):
        return partial(_is_one_of, tuple(map(type_check_of, inner)))
    if origin in (tuple, Sequence, Iterable):
        return partial(_are_all, origin, type_check_of(inner[0]))
    return partial(_is_a, origin)


def _accepts_all(value: object) -> bool:
    return True


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind)


def _is_one_of(kinds: Sequence[Callable[[Any], bool]], value: object) -> bool:
    return any(is_of_kind(value) for is_of_kind in kinds)


def _are_all(kind: type, is_of_kind: Callable[[Any], bool], values: Any) -> bool:  # noqa: ANN401
    """Whether all items of a sequence have a type. The items of an iterator are not checked, as it
    can be read only once."""
    if isinstance(values, str | bytes) or not isinstance(values, kind):
        return False
    return not isinstance(values, Sequence) or all(map(is_of_kind, values))


def name_of(hint: Any) -> str:  # noqa: ANN401
    """The text of an annotation, such as `Sequence[Card] | None`."""
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
    """A check that a number is within limits. `limits` gives the lowest and the highest allowed
    number; None is for no highest one."""

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
    """A check that a number is at least `low`."""
    return within(argument, lambda _: (low, None))


def natural_card(arguments: Arguments) -> Iterator[str]:
    """Checks that the card is no joker and not hidden, as these have neither rank nor suit."""
    card = arguments["card"]
    if not 0 <= card < MAX_CARDS or face_of(card) == JOKER:
        yield words.NOT_NATURAL(card=label(card) if HIDDEN <= card < MAX_CARDS else card)


def each_card(arguments: Arguments) -> Iterator[str]:
    """Checks that each card is a card or HIDDEN."""
    cards = arguments["cards"]
    for card in cards if isinstance(cards, Sequence) else ():
        if not HIDDEN <= card < MAX_CARDS:
            yield words.NO_CARD(argument="cards", value=card)


def cards_in_hand(arguments: Arguments) -> Iterator[str]:
    """Checks that a hand has no physical card twice, and none that is hidden."""
    seen: set[Card] = set()
    for card in arguments["hand"]:
        if not 0 <= card < MAX_CARDS:
            yield words.NO_CARD(argument="hand", value=card)
        elif card in seen:
            yield words.TWICE(argument="hand", card=label(card), value=card)
        seen.add(card)


def names_of_players(arguments: Arguments) -> Iterator[str]:
    """Checks that each name can be read and printed."""
    for name in arguments["names"]:
        if not name.strip() or not name.isprintable():
            yield words.NO_NAME(argument="names", value=shown(name))


def players_of_task(arguments: Arguments) -> Iterator[str]:
    """Checks that a task has rules and players. A player is a level, or what makes the player."""
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
    """Checks that the makers of players can be sent to other processes, if several play."""
    processes = arguments.get("processes", 1)
    for level in arguments["task"].levels if processes > 1 else ():
        try:
            pickle.dumps(level)
        except Exception:
            yield words.NOT_SENT(processes=processes, value=shown(level))


def asked_view(arguments: Arguments) -> Iterator[str]:
    """Checks that the view is the view of a seat that may do something now."""
    view = arguments["view"]
    is_asked = view.phase is Phase.DRAW or (view.phase is Phase.PLAY and view.turn == view.viewer)
    if view.viewer == NOBODY or not is_asked:
        yield words.NOTHING_TO_DO(argument="view")


def whole_action(arguments: Arguments) -> Iterator[str]:
    """Checks that all values in an action, and in its melds, have the right types."""
    action = arguments["action"]
    try:
        msgspec.convert(msgspec.to_builtins(action), type(action))
    except (msgspec.MsgspecError, TypeError, OverflowError) as error:
        yield words.NO_ACTION(kind=type(action).__name__, fault=sanitize(str(error), _MOST_SHOWN))


def seat_of_action(arguments: Arguments) -> Iterator[str]:
    """Checks that the seat of an action is at the table."""
    seat = getattr(arguments["action"], "seat", 0)
    if not _is_number(seat) or not 0 <= seat < arguments["state"].players:
        yield words.NO_SEAT(seat=shown(seat))


def cards_of_action(arguments: Arguments) -> Iterator[str]:
    """Checks that each card of an action is a card or HIDDEN."""
    action = arguments["action"]
    cards = [card for meld in getattr(action, "melds", ()) for card in meld.cards]
    for card in (*cards, getattr(action, "card", JOKER)):
        if not HIDDEN <= card < MAX_CARDS:
            yield words.NO_CARD(argument="action", value=card)


def known_refusal(arguments: Arguments) -> Iterator[str]:
    """Checks that there is a sentence for a refusal with its facts."""
    try:
        reason(arguments["rules"], arguments["refusal"], arguments["names"])
    except (LookupError, TypeError, ValueError, AttributeError):
        yield words.NO_REFUSAL(argument="refusal", value=shown(arguments["refusal"]))


_any_card: Final = within("card", lambda _: (HIDDEN, MAX_CARDS - 1))
_viewer: Final = within("viewer", lambda of: (NOBODY, of["state"].players - 1))
_any_viewer: Final = within("viewer", lambda _: (NOBODY, MOST_SEATS - 1))
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
    "seen_by": [_any_viewer],
    "suit_of": [natural_card],
    "view_for": [_viewer],
    "with_random": [whole_action, seat_of_action],
    "write_move": [whole_action, seat_of_action, cards_of_action],
}
"""The checks of each public function beyond the types of its arguments."""
