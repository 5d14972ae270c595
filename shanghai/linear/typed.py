"""What a person types: a command of the program, or a move in the words of the public format."""

import re
from typing import Final

from shanghai.engine.actions import CallShanghai, SeatAction
from shanghai.engine.seats import NOBODY
from shanghai.engine.view import SeatView
from shanghai.records.notation import (
    VERBS,
    NotationError,
    StandsStill,
    StockBecomes,
    read_move,
)
from shanghai.words import linear as words
from shanghai.words.cells import cut_text
from shanghai.words.commands import guess
from shanghai.words.phrases import CALLS

_ALIASES: Final = {
    "?": "help",
    "score": "scores",
    "scorecard": "scores",
    "back": "undo",
    "quit": "leave",
    "exit": "leave",
}
_SPOKEN: Final = {
    "draw": "draws",
    "take": "takes",
    "pass": "passes",
    "call": "calls",
    **{word: f"calls {word}" for word in (*CALLS, "shanghai")},
    "meld": "melds",
    "lay": "lays",
    "swap": "swaps",
    "discard": "discards",
    "end": "ends",
    "hand-over": "hands over",
}
"""Verbs as they are said to oneself, and as the public format writes them."""
_CARD: Final = re.compile(r"(?i)(?<![^\s\[])(?:(?:10|[2-9atjqk])[shdc♠♥♦♣]|jk)(?![^\s\]])")


def read_command(line: str, view: SeatView) -> tuple[str, str] | None:
    """The command that a line gives and what follows it; None where the line is something else."""
    first, _, rest = line.partition(" ")
    word = first.lower()
    word = _ALIASES.get(word, word)
    if word not in words.COMMANDS or _named(line, view):
        return None
    return word, rest.strip()


def read_order(line: str, view: SeatView) -> SeatAction:
    """The move that a line orders, the viewer's own where it names nobody.

    Raises NotationError with one sentence.
    """
    if _named(line, view) or view.viewer == NOBODY:
        return _checked(read_move(line, view))
    first, _, rest = line.partition(" ")
    verb = _SPOKEN.get(first.lower(), first.lower())
    if verb.split()[0] not in VERBS:
        raise NotationError(_unknown(first))
    said = f"{verb} {rest}".strip()
    if not said.startswith("hands"):
        said = _CARD.sub(lambda found: found[0].upper(), said)
    name = view.seats[view.viewer].name
    try:
        return _checked(read_move(f"{name} {said}", view))
    except NotationError as error:
        told = str(error).replace(f"'{name} {said}'", f"'{said}'", 1).replace("`NAME ", "`")
        raise NotationError(told) from None


def _named(line: str, view: SeatView) -> bool:
    for seat in view.seats:
        name = " ".join(seat.name.split()) + " "
        if line.startswith(name) and line[len(name) :].split(" ")[0] in VERBS:
            return True
    return False


def _checked(action: SeatAction | StockBecomes | StandsStill) -> SeatAction:
    """The same move; NotationError where it names what chance alone decides."""
    if isinstance(action, StockBecomes | StandsStill):
        raise NotationError(words.NOT_TYPED)
    if isinstance(action, CallShanghai) and action.picked is not None:
        raise NotationError(words.GIVEN_BY_CHANCE)
    return action


def _unknown(word: str) -> str:
    """That a word is no verb and no command, with the one it is most like."""
    meant = guess(word.lower(), [*VERBS, *words.COMMANDS, *_SPOKEN])
    return words.MISTYPED.format(word=cut_text(word, 40), meant=meant)
