"""Answers to mistakes on the command line."""

from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("mistakes")
__getattr__ = say.__getattr__

_MEANT: Final[Mapping[str, str]] = say.table("MEANT")
ACTIONS: Final[Mapping[str, str]] = say.table("ACTIONS")
"""The action of `shanghai variants` that each other word for it means."""


def meant(word: str) -> str:
    """The command that another word means, or empty; `rest` in it is the next word typed."""
    return next((meant for meant, others in _MEANT.items() if word in others.split()), "")


def option_of(name: str) -> str:
    """The command that has an option of this name, as it is typed; empty if it is not known."""
    return str(say.table("OPTIONS").get(name, ""))
