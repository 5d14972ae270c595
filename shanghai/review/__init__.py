"""The review of a finished game: what each decision has cost, and luck and skill apart."""
