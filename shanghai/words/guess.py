"""A guess at what a mistyped word was meant to be."""

from collections.abc import Iterable


def guess(word: str, known: Iterable[str]) -> str:
    """The known word most like another, as a question after a blank; empty without one."""
    from difflib import get_close_matches

    alike = get_close_matches(word[:80], sorted(known), 1)
    return f" Did you mean {alike[0]}?" if alike else ""
