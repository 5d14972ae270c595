"""The keys of the screens as lines of Markdown, as README shows them."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from shanghai.ui.commands import scores, setup
from shanghai.ui.kit.command import Command, cap_of
from shanghai.ui.kit.everywhere import EVERYWHERE
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen

BEGINNING: Final = "<!-- keys: written by `python -m shanghai.ui.commands`, compared by a test -->"
END: Final = "<!-- end of keys -->"
_WIDTH: Final = 118
_OWN: Final = {command.id: command for command in PlayerScreen.COMMAND_LIST}
_PUBLIC: Final = {command.id: command for command in PublicScreen.COMMAND_LIST}
_SEATS: Final = tuple(id for id in _PUBLIC if id.startswith("seat-"))
_RANKS: Final = tuple(id for id in _OWN if id.startswith("rank-"))
_HELPERS: Final = ("hint", "undo", "wishes", "needs")


def _some(commands: dict[str, Command], *ids: str) -> tuple[Command, ...]:
    return tuple(commands[id] for id in ids)


_SECTIONS: Final[tuple[tuple[str, tuple[Command, ...]], ...]] = (
    ("Everywhere", EVERYWHERE),
    ("Choice of the rules", setup.VARIANTS[2:10]),
    (
        "Public screen",
        _some(_PUBLIC, "hand-over", *_SEATS, "shanghai", "look-first", "nobody"),
    ),
    (
        "Before the draw",
        _some(_OWN, "draw", "take", "let-go", "no-call", "no-more-calls", "hold-clock", "hurry"),
    ),
    (
        "After the draw",
        _some(
            _OWN,
            *("go-down", "lay-off", "lay-all", "exchange"),
            *("discard", "discard-shanghai", "end-turn"),
        ),
    ),
    (
        "In the hand",
        _some(_OWN, "pick", "step-back", "carry-left", "carry-right", *_RANKS, "sort", "hide"),
    ),
    (
        "At the table",
        _some(_OWN, *_HELPERS, "scores", "log", "rules", "seats", "leave-table"),
    ),
    ("Scorecard", (scores.CORRECT,)),
)
_IN_WORDS: Final = ("hand-over", *_SEATS, *_HELPERS, "hold-clock", "hurry")
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
    is_short = label and command.id not in _IN_WORDS
    words = label if is_short else command.help_text.rstrip(".")
    return words if words[:2].isupper() else words[0].lower() + words[1:]
