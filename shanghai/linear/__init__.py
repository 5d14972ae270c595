"""The game as lines of text, for screen readers and pipes."""
