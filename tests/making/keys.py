"""The keys of the screens as lines of Markdown, as their pages in each language show them.

python -m tests.making.keys        writes them into .github/KEYS.md and its translations
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from shanghai.ui.kit.command import EVERYWHERE, Command, cap_of
from shanghai.ui.kit.screen import BaseScreen
from shanghai.ui.kit.screen_keys import word_letters
from shanghai.ui.scores.card import ScorecardScreen
from shanghai.ui.setup.seats import PlayersScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.words.language import in_language, spoken

_FOLDER: Final = Path(__file__).parents[2] / ".github"
PAGES: Final = {
    "en": _FOLDER / "KEYS.md",
    "de": _FOLDER / "KEYS.de.md",
    "es": _FOLDER / "KEYS.es.md",
}
"""The page of each language."""
BEGINNING: Final = "<!-- keys: written by `python -m tests.making.keys`, compared by a test -->"
END: Final = "<!-- end of keys -->"
_WIDTH: Final = 118
_SHIFTED: Final = "less_than_sign", "greater_than_sign"
"""Keys that stand for the same ones without Shift."""
_SEATS: Final = " ".join(f"seat-{number}" for number in range(1, 9))
_RANKS: Final = (
    "rank-a rank-2 rank-3 rank-4 rank-5 rank-6 rank-7 rank-8 rank-9 rank-10 rank-jqk rank-jk"
)
_LANGUAGES: Final = ("en", "de", "es")
"""The languages of the headings below, in their order."""
_SECTIONS: Final[tuple[tuple[str, type[BaseScreen] | None, str], ...]] = (
    ("Everywhere | Überall | En todas partes", None, "help palette leave-program settings suspend"),
    (
        "Choice of the variant | Wahl der Variante | Elección de la variante",
        VariantScreen,
        "play-these house-rules shorter evening learn compare rules-in-full more-games workshop",
    ),
    (
        "Choice of the players | Wahl der Spieler | Elección de los jugadores",
        PlayersScreen,
        "do-marked stronger add-player remove-player seat-up seat-down character handicap play",
    ),
    (
        "Public screen | Bild für alle | Pantalla de todos",
        PublicScreen,
        f"hand-over {_SEATS} shanghai look-first nobody witness",
    ),
    (
        "Before the draw | Vor dem Ziehen | Antes de robar",
        PlayerScreen,
        "draw take let-go no-call no-more-calls hold-clock hurry",
    ),
    (
        "After the draw | Nach dem Ziehen | Después de robar",
        PlayerScreen,
        "go-down lay-off lay-all exchange discard discard-shanghai end-turn",
    ),
    (
        "In the hand | In der Hand | En la mano",
        PlayerScreen,
        f"pick step-back carry-left carry-right {_RANKS} sort hide",
    ),
    (
        "At the table | Am Tisch | En la mesa",
        PlayerScreen,
        "hint undo wishes needs scores log rules seats leave-table",
    ),
    ("Scorecard | Punktezettel | Hoja de puntos", ScorecardScreen, "correct"),
)
_IN_WORDS: Final = f"hand-over {_SEATS} hint undo wishes needs hold-clock hurry".split()
"""Commands whose label says too little without its screen."""


def key_lines(language: str = "en") -> list[str]:
    """The table of keys in a language as a list, a section an item."""
    lines = []
    for headings, screen, ids in _SECTIONS:
        commands = (
            EVERYWHERE if screen is None else [screen.COMMAND_TABLE[id] for id in ids.split()]
        )
        heading = headings.split(" | ")[_LANGUAGES.index(language)]
        with in_language(language):
            letters = {} if screen is None else word_letters(screen, language, frozenset())
            item = f"- **{heading}:** {' · '.join(_section(commands, letters))}"
        lines += wrap(
            item, _WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
        )
    return lines


def with_keys(page: str, language: str) -> str:
    """A page with the table of keys between its two marks; ValueError where they are missing."""
    before, _, rest = page.partition(f"{BEGINNING}\n")
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError("the page has no place for the keys")
    return "\n".join([before + BEGINNING, *key_lines(language), end + after])


def _section(commands: Sequence[Command], letters: Mapping[str, Command]) -> list[str]:
    """The words of a section; keys with the same words stand together.

    `letters` are the letters of the words in the present language, which come first.
    """
    words: dict[str, list[str]] = {}
    for command in commands:
        own = [letter for letter, named in letters.items() if named is command]
        names = [*own, *(name for name in command.names if name not in _SHIFTED)]
        words.setdefault(_words(command), []).extend(f"`{cap_of(name)}`" for name in names)
    return [f"{_keys(caps)} {said}" for said, caps in words.items()]


def _keys(caps: Sequence[str]) -> str:
    """Keys with one meaning; of more than three in a row the first and the last."""
    return f"{caps[0]}–{caps[-1]}" if len(caps) > 3 else " ".join(caps)


def _words(command: Command) -> str:
    """What a command does, in a word or two where those are enough."""
    label = command.label_text
    words = label if label and command.id not in _IN_WORDS else command.help_text.rstrip(".")
    # German nouns begin with a capital letter, so there all words do.
    is_kept = words[:2].isupper() or spoken() == "de"
    return words if is_kept else words[0].lower() + words[1:]


if __name__ == "__main__":
    for _language, _page in PAGES.items():
        _page.write_text(with_keys(_page.read_text("utf-8"), _language), "utf-8")
