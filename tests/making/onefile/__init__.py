"""One file to run: how it is made, and what it does before the game itself begins."""
