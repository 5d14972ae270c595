"""No word puzzles a grandmother at the table, in the menus and in the rules."""

import re

from shanghai.words.rulebook.rules import KEY_WORDS
from shanghai.words.workshop import plain_words
from tests.words.language import all_texts

_PUZZLING = re.compile(
    r"\bupcards?\b|\blaps\w+|\bnaturals\b|\brivals?\b|\blevel at\b", re.IGNORECASE
)
_ELSEWHERE = ("meant.", "problems.", "records.", "games.")
"""Sections that speak of variant files and documents, and the rulings as they were made."""


def test_no_word_of_the_screens_needs_explaining():
    found = [
        f"{path}: {text}"
        for path, text in all_texts("en").items()
        if not path.startswith(_ELSEWHERE) and not path.endswith(".by")
        if _PUZZLING.search(re.sub(r"\{[^{}]*\}", "", str(text)))
    ]
    assert not found


def test_no_part_of_an_example_for_files_is_left_in_the_workshop():
    told = [plain_words(words.description) for words in KEY_WORDS.values()]
    assert "single cards that are wild besides the jokers" in told
    assert not [text for text in told if "[" in text or "]" in text]
