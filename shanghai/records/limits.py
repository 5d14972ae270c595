"""The most that a file of documents may hold, in the terms of the public format."""

from typing import Final

MOST_DOCUMENTS: Final = 500
MOST_MOVES: Final = 20_000
"""Moves in all the documents of a file."""
MOST_WRITTEN: Final = 250_000
"""Letters in all these moves."""
MOST_VARIANTS: Final = 20
"""Different variants that the documents of a file name."""
MOST_PATTERN_STEPS: Final = 20_000
"""Steps of all the regular expressions of a file, their repetitions written out."""
MOST_PLAYERS: Final = 20
"""Names in a list or a mapping of players: more than any variant seats, to be refused by it."""
MOST_MELDS: Final = 100
"""Melds on a table."""
MOST_LAID: Final = 12
"""Melds of one lay-down."""
MOST_CARDS: Final = 500
"""Cards in one list: more than the largest pack holds."""
MOST_LETTERS: Final = 5000
"""Letters of one move."""
