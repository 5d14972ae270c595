"""What comes before a game."""
