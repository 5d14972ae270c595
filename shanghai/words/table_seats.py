"""The sentences of the seats during a game: who plays on in them, with what help, their PINs."""

from collections.abc import Mapping
from typing import Literal, cast

from shanghai.words.messages import Messages

say = Messages("table_seats")
__getattr__ = say.__getattr__

WITHOUT = cast('Mapping[Literal["hints", "needs"], str]', say.table("WITHOUT"))
"""The help that a player does without."""


def player_words(strength: str, name: str = "") -> str:
    """Who plays: `computer, hard, as Mia plays`; `person` where there is no strength."""
    if not strength:
        return "person"
    return ", ".join(filter(None, ("computer", strength, name and f"as {name} plays")))


def wrong_text(left: int) -> str:
    """That it was another PIN, and how many tries are left."""
    return f"That is not the PIN: {'1 try is' if left == 1 else f'{left} tries are'} left."


def take_away_text(key: str, owner: str = "the") -> str:
    """That a key takes a PIN away when it is pressed again; `owner` such as `Ann's`."""
    return f"{key} again takes {owner} PIN away; the table is told, and the log keeps it."
