"""The keys of the screens as lines of Markdown, as their page shows them.

python -m tests.making.keys        writes them into .github/KEYS.md
"""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from shanghai.ui.kit.command import EVERYWHERE, Command, cap_of
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.scores.card import ScorecardScreen
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen

PAGE: Final = Path(__file__).parents[2] / ".github" / "KEYS.md"
BEGINNING: Final = "<!-- keys: written by `python -m tests.making.keys`, compared by a test -->"
END: Final = "<!-- end of keys -->"
_WIDTH: Final = 118
_SHIFTED: Final = "less_than_sign", "greater_than_sign"
"""Keys that stand for the same ones without Shift."""
_SEATS: Final = " ".join(f"seat-{number}" for number in range(1, 9))
_RANKS: Final = (
    "rank-a rank-2 rank-3 rank-4 rank-5 rank-6 rank-7 rank-8 rank-9 rank-10 rank-jqk rank-jk"
)
_SECTIONS: Final[tuple[tuple[str, type[BaseScreen] | None, str], ...]] = (
    ("Everywhere", None, "help palette leave-program settings suspend"),
    (
        "Choice of the variant",
        VariantScreen,
        "play-these house-rules shorter evening learn compare rules-in-full more-games workshop",
    ),
    (
        "Choice of the players",
        PlayersScreen,
        "do-marked stronger add-player remove-player seat-up seat-down character handicap play",
    ),
    ("Public screen", PublicScreen, f"hand-over {_SEATS} shanghai look-first nobody witness"),
    ("Before the draw", PlayerScreen, "draw take let-go no-call no-more-calls hold-clock hurry"),
    (
        "After the draw",
        PlayerScreen,
        "go-down lay-off lay-all exchange discard discard-shanghai end-turn",
    ),
    ("In the hand", PlayerScreen, f"pick step-back carry-left carry-right {_RANKS} sort hide"),
    ("At the table", PlayerScreen, "hint undo wishes needs scores log rules seats leave-table"),
    ("Scorecard", ScorecardScreen, "correct"),
)
_IN_WORDS: Final = f"hand-over {_SEATS} hint undo wishes needs hold-clock hurry".split()
"""Commands whose label says too little without its screen."""


def key_lines() -> list[str]:
    """The table of keys as a list, a section an item."""
    lines = []
    for where, screen, ids in _SECTIONS:
        commands = (
            EVERYWHERE if screen is None else [screen.COMMAND_TABLE[id] for id in ids.split()]
        )
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
            f"`{cap_of(name)}`" for name in command.names if name not in _SHIFTED
        )
    return [f"{_keys(caps)} {said}" for said, caps in words.items()]


def _keys(caps: Sequence[str]) -> str:
    """Keys with one meaning; of more than three in a row the first and the last."""
    return f"{caps[0]}–{caps[-1]}" if len(caps) > 3 else " ".join(caps)


def _words(command: Command) -> str:
    """What a command does, in a word or two where those are enough."""
    label = command.label_text
    words = label if label and command.id not in _IN_WORDS else command.help_text.rstrip(".")
    return words if words[:2].isupper() else words[0].lower() + words[1:]


if __name__ == "__main__":
    PAGE.write_text(with_keys(PAGE.read_text("utf-8")), "utf-8")
