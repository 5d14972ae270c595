"""The table of a game: its screens, what they keep and how they draw it."""
