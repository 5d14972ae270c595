"""What `shanghai prove` says: what holds, what does not, and what else decided a game."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.words.messages import Message, Messages

say = Messages("proof")
__getattr__ = say.__getattr__

CHANCES: Final[Mapping[str, str]] = say.table("CHANCES")
COMPUTED_KINDS: Final[Mapping[str, Message]] = say.table("COMPUTED_KINDS")
NOT_SHOWN: Final[Mapping[str, Message]] = say.table("NOT_SHOWN")

LISTED: Final[Sequence[str]] = say.lines("LISTED")
"""All that is listed where it happened, or else is said not to have."""
