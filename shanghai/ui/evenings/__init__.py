"""Other evenings than a plain game, from the choice of one to its end."""
