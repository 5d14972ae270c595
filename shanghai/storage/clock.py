"""The time that is noted in files; tests give another clock."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the current time with its zone."""


def clock() -> datetime:
    """The current time in the local zone."""
    return datetime.now(UTC).astimezone()
