"""A game as its screens see it: views, hands, wishes, log, undo, hints; never the state."""
