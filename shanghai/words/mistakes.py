"""What a mistake on the command line is answered with."""

from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("mistakes")
__getattr__ = say.__getattr__

_MEANT: Final[Mapping[str, str]] = say.table("MEANT")
ACTIONS: Final[Mapping[str, str]] = say.table("ACTIONS")
"""What other words for an action of `shanghai variants` mean."""


def meant(word: str) -> str:
    """What another word for a command means, empty for none; `rest` is the next one typed."""
    return next((meant for meant, said in _MEANT.items() if word in said.split()), "")
