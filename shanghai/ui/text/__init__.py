"""The sentences of the screens."""
