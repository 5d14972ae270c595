"""The keys of the screens as lines of Markdown, as README shows them."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from shanghai.ui.commands import public, scores, setup, turn
from shanghai.ui.commands.hand import CURSOR, HIDE, HINT, PICK, RANKS, SORT
from shanghai.ui.commands.table import HOLD, HURRY, LEAVE_TABLE, LOG, RULES, SCORES, SEATS_IN_GAME
from shanghai.ui.kit.command import Command, cap_of
from shanghai.ui.kit.everywhere import EVERYWHERE
from shanghai.ui.kit.seats import SEATS

BEGINNING: Final = "<!-- keys: written by `python -m shanghai.ui.commands`, compared by a test -->"
END: Final = "<!-- end of keys -->"
_WIDTH: Final = 118
_CARRYING: Final = CURSOR[-2:]
_SECTIONS: Final[tuple[tuple[str, tuple[Command, ...]], ...]] = (
    ("Everywhere", EVERYWHERE),
    ("Choice of the rules", setup.VARIANTS[2:10]),
    (
        "Public screen",
        (public.HAND_OVER, *SEATS, turn.SHANGHAI, public.LOOK_FIRST, public.NOBODY_CALLS),
    ),
    ("Before the draw", (*turn.BEFORE_DRAW, turn.NO_CALL, turn.SILENCE, HOLD, HURRY)),
    ("After the draw", turn.AFTER_DRAW),
    ("In the hand", (PICK, turn.STEP_BACK, *_CARRYING, *RANKS, SORT, HIDE)),
    (
        "At the table",
        (
            *(HINT, turn.UNDO, turn.WISHES, turn.NEEDS),
            *(SCORES, LOG, RULES, SEATS_IN_GAME, LEAVE_TABLE),
        ),
    ),
    ("Scorecard", (scores.CORRECT,)),
)
_IN_WORDS: Final = (public.HAND_OVER, *SEATS, HINT, turn.UNDO, turn.WISHES, turn.NEEDS, HOLD, HURRY)
"""Commands whose label says too little without its screen."""


def key_lines() -> list[str]:
    """The table of keys as a list, a section an item."""
    lines = []
    for where, commands in _SECTIONS:
        item = f"- **{where}:** {' · '.join(_section(commands))}"
        lines += wrap(
            item, _WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
        )
    return lines


def with_keys(page: str) -> str:
    """A page with the table of keys between its two marks; ValueError where they are missing."""
    before, _, rest = page.partition(f"{BEGINNING}\n")
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError("the page has no place for the keys")
    return "\n".join([before + BEGINNING, *key_lines(), end + after])


def _section(commands: Sequence[Command]) -> list[str]:
    """The words of a section; keys with the same words stand together."""
    words: dict[str, list[str]] = {}
    for command in commands:
        words.setdefault(_words(command), []).extend(
            f"`{cap_of(name)}`" for name in command.names if "_sign" not in name
        )
    return [f"{_keys(caps)} {said}" for said, caps in words.items()]


def _keys(caps: Sequence[str]) -> str:
    """Keys with one meaning; of more than three in a row the first and the last."""
    return f"{caps[0]}–{caps[-1]}" if len(caps) > 3 else " ".join(caps)


def _words(command: Command) -> str:
    """What a command does, in a word or two where those are enough."""
    label = command.label_text
    is_short = label and all(command.id != other.id for other in _IN_WORDS)
    words = label if is_short else command.help_text.rstrip(".")
    return words if words[:2].isupper() else words[0].lower() + words[1:]
