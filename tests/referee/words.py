"""Reads a move of a record as a player and plain words."""

import re
from dataclasses import dataclass, field

from .table import Foul, read_card, read_cards

_CARD = r"(\S+)"
_END = r"(?: (low|high))?"
_PATTERNS = {
    "draws": re.compile(r"draws"),
    "takes": re.compile(r"takes"),
    "passes": re.compile(r"passes"),
    "ends": re.compile(r"ends"),
    "calls": re.compile(r"calls (buy|may-i)"),
    "shanghai": re.compile(rf"calls shanghai on (\d+){_END}(?: giving {_CARD})?"),
    "swaps": re.compile(rf"swaps {_CARD} for joker in (\d+)"),
    "melds": re.compile(r"melds((?: (?:set|run)?\[[^\[\]]*\])+)"),
    "lays": re.compile(rf"lays {_CARD} on (\d+){_END}"),
    "discards": re.compile(rf"discards {_CARD}( shanghai)?"),
    "hands": re.compile(r"hands over to (.+)"),
}


@dataclass
class Move:
    """A move as it is written; what a verb does not use is empty."""

    verb: str
    seat: int = -1
    word: str = ""
    card: str = ""
    meld: int = 0  # 1-based, as written
    end: str = ""
    giving: str = ""
    declared: bool = False
    melds: list[tuple[str, list[str]]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)


_HOSTS = {"the round stands still": "stands", "the round is stopped": "stopped"}
"""The host's own lines."""


def read_move(text: object, names: list[str]) -> Move:
    """The move that a sentence tells; Foul where it tells none."""
    if not isinstance(text, str):
        raise Foul(f"{text!r} has no place in a record")
    if text.startswith("stock becomes "):
        return Move("stock", cards=read_cards(text.removeprefix("stock becomes ")))
    starts = [name for name in names if text.startswith(name + " ")]
    if not starts and text in _HOSTS:
        return Move(_HOSTS[text])
    if not starts:
        raise Foul("no player of the game makes that move")
    name = max(starts, key=len)
    rest = text[len(name) + 1 :]
    for verb, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(rest):
            move = _fill(verb, found)
            move.seat = names.index(name)
            return move
    raise Foul("no such move")


def _fill(verb: str, found: re.Match[str]) -> Move:
    parts = found.groups()
    match verb:
        case "calls" | "hands":
            return Move(verb, word=parts[0])
        case "shanghai":
            giving = read_card(parts[2]) if parts[2] else ""
            return Move(verb, meld=int(parts[0]), end=parts[1] or "", giving=giving)
        case "swaps":
            return Move(verb, card=read_card(parts[0]), meld=int(parts[1]))
        case "lays":
            return Move(verb, card=read_card(parts[0]), meld=int(parts[1]), end=parts[2] or "")
        case "discards":
            return Move(verb, card=read_card(parts[0]), declared=bool(parts[1]))
        case "melds":
            brackets = re.findall(r"(set|run)?\[([^\[\]]*)\]", parts[0])
            return Move(verb, melds=[(kind, read_cards(text)) for kind, text in brackets])
        case _:
            return Move(verb)
