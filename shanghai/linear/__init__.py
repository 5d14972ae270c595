"""The game played in lines of text, for screen readers and pipes."""
