"""A game among its players: the host who shuffles and keeps the log, chance, hints and PINs."""
