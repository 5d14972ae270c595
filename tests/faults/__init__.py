"""Black-box tests: the whole program in a pseudo-terminal, ended and troubled in every way."""
