"""What `shanghai simulate` says."""

from collections.abc import Sequence
from typing import Final

from shanghai.words.messages import Messages

say = Messages("simulate")
__getattr__ = say.__getattr__


TRIAL_HEADS: Final[Sequence[str]] = say.lines("TRIAL_HEADS")
GAIN_HEADS: Final[Sequence[str]] = say.lines("GAIN_HEADS")
