"""A game as its screens see it."""
