"""The computer players: one file a character, and what runs them."""
