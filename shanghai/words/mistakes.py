"""What a mistake on the command line is answered with."""

from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("mistakes")
__getattr__ = say.__getattr__

_MEANT: Final[Mapping[str, str]] = say.table("MEANT")
MEANT: Final = {word: meant for meant, said in _MEANT.items() for word in said.split()}
"""What other words for a command mean; `rest` is the next word that was typed."""
ACTIONS: Final[Mapping[str, str]] = say.table("ACTIONS")
"""What other words for an action of `shanghai variants` mean."""
