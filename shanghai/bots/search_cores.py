"""The cores of the process that searches; a file so small that every start can load it."""

_cores = [0]


def search_with(cores: int = 1) -> None:
    """Has searches run in a process of their own, which starts when they are first asked for."""
    _cores[0] = max(1, cores)


def search_cores() -> int:
    """The cores of that process; 0: searches run in this one."""
    return _cores[0]
