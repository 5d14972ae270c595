"""Reads the sentence that a phone sends: a move in the public format, or an answer to the table."""

import re
from collections.abc import Callable
from typing import Final

from shanghai.engine import actions
from shanghai.engine.seats import by_seat
from shanghai.engine.state import SeatView
from shanghai.records.notation import VERBS, NotationError, in_capitals, players_in, read_typed
from shanghai.table import places
from shanghai.table.table import Done
from shanghai.words import remote as words
from shanghai.words.sanitize import sanitize

_MAX_LETTERS: Final = 1000
_ANSWERS: Final[dict[str, Callable[[], places.Answer]]] = {
    "lets it go": places.LetGo,
    "takes the call back": places.TakeCallBack,
    "cuts": places.CutCards,
    "undoes": places.Undo,
    "agrees": places.Agree,
    "declines": lambda: places.Agree(False),
    "ready": places.Ready,
    "hints": places.AskHint,
}
"""The sentences of a seat that are no moves of the game."""
_NUMBERED: Final = re.compile(r"(cuts|undoes) (\d{1,9})", re.ASCII)


def read_sentence(text: str, view: SeatView) -> Done:
    """The order in a sentence of the viewer's seat. NotationError if it has none, ValueError with a
    reason if it cannot hand the seat over so."""
    sentence = " ".join(sanitize(text, _MAX_LETTERS).split())
    name = " ".join(view.seats[view.viewer].name.split())
    rest = sentence.removeprefix(f"{name} ")
    if not rest:
        raise NotationError(str(words.NO_SENTENCE))
    if rest in _ANSWERS:
        return _ANSWERS[rest]()
    if numbered := _NUMBERED.fullmatch(rest):
        number = int(numbered[2])
        return places.CutCards(number) if numbered[1] == "cuts" else places.Undo(number)
    if not _names_a_seat(sentence, view):
        sentence = f"{name} {rest if rest.startswith('hands ') else in_capitals(rest)}"
    action = read_typed(sentence, view)
    if isinstance(action, actions.HandOver) and action.seat == view.viewer:
        others = [seat.name for index, seat in by_seat(view.seats) if index != action.seat]
        return places.seat_given(action.name, others)
    return action


def _names_a_seat(sentence: str, view: SeatView) -> bool:
    """Whether the sentence begins with the name of a player and a verb."""
    return any(rest.split(" ")[0] in VERBS for _, rest in players_in(sentence, view))
