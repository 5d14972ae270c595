"""The texts of published games. Their files are in English; a text is translated when shown."""

from typing import Final

from shanghai.words.language import ENGLISH, section, spoken
from shanghai.words.messages import Messages

say = Messages("games")

_HOUSE_RULE: Final = "A house rule of this table"
"""The ruling that a rule gets if a table has changed it. The name of the house rule may follow."""


def of_game(text: str) -> str:
    """A text of a published game in the current language. Without a translation it is unchanged."""
    if spoken() == ENGLISH or not text:
        return text
    translated: str = section("games")["TEXTS"].get(text, text)
    return translated


def house_ruling(name: str = "") -> str:
    """The ruling that marks a rule as changed by a table, such as `A house rule of this table.`"""
    return f"{_HOUSE_RULE}: {name}." if name else f"{_HOUSE_RULE}."


def house_rule_of(ruling: str) -> str | None:
    """The name of the house rule that a ruling is by. It is empty for a house rule without a name.
    None if the ruling is not by a house rule."""
    if not ruling.startswith(_HOUSE_RULE):
        return None
    return ruling.removeprefix(_HOUSE_RULE).strip(" :.")


def ruling_text(ruling: str) -> str:
    """A ruling in the current language."""
    name = house_rule_of(ruling)
    if name is None:
        return of_game(ruling)
    return say.NAMED_HOUSE_RULE(name=of_game(name)) if name else say.HOUSE_RULE
