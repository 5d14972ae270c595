"""Checks the cards of a finished game by `.github/FAIR-CARDS.md` alone, with nothing of the game.

`python tests/fair_cards.py games/ID/game.jsonl` prints what does not follow from seed and cut.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path


def digest(text: str) -> str:
    """The SHA-256 of a text in hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def ordered(key: str, word: str, cards: list[int]) -> list[int]:
    """The order of cards for a word."""
    return sorted(cards, key=lambda card: digest(f"{key} {word} {card}"))


def whole_pack(rules: dict, players: int) -> list[int]:
    """All cards of a game for so many players."""
    pack = next(each for each in rules["packs"] if players <= each["up_to"])
    naturals = [53 * copy + face for copy in range(pack["decks"]) for face in range(52)]
    return naturals + [53 * copy + 52 for copy in range(pack["jokers"])]


def drawn(pack: list[int], players: int) -> list[list[int]]:
    """The draw for the first deal: a card a seat, -1 for none; who ties for the lowest draws on."""
    front, drawing, draws = iter(pack), list(range(players)), []
    while len(drawing) > 1:
        cards = {seat: next(front) for seat in drawing}
        draws.append([cards.get(seat, -1) for seat in range(players)])
        ranks = {seat: card % 53 % 13 for seat, card in cards.items()}
        drawing = [seat for seat in drawing if ranks[seat] == min(ranks.values())]
    return draws


def faults(path: Path) -> list[str]:
    """What in a game's file does not follow from its seed and its cut."""
    header, *entries = (json.loads(line[9:]) for line in path.read_text("utf-8").splitlines())
    seed, players = header["seed"], len(header["players"])
    found = [] if header["fingerprint"] == digest(seed) else ["the fingerprint is another"]
    pack = whole_pack(header["rules"], players)
    key, number, time, is_again = "", 0, 0, False
    for entry in entries:
        action, n = entry.get("action", {}), entry["n"]
        due, told = [], []
        if entry["type"] == "cut":
            key = digest(f"{seed} {entry['number']}")
        elif action.get("type") == "DrawForDealer":
            naturals = [card for card in pack if card % 53 != 52]
            due, told = drawn(ordered(seed, f"dealer {n}", naturals), players), action["draws"]
        elif action.get("order"):
            is_again = action["type"] == "ThrowIn"
            number, time = (number, time + 1) if is_again else (number + 1, 1)
            due, told = ordered(key, f"deal {number} {time}", pack), action["order"]
        elif action.get("renewed"):
            due, told = ordered(key, f"stock {n}", action["renewed"]), action["renewed"]
        if due != told:
            found.append(f"entry {n}: the cards do not follow from seed and cut")
    return found


if __name__ == "__main__":
    told = faults(Path(sys.argv[1]))
    print("\n".join(told) or "The cards follow from seed and cut.")
    sys.exit(bool(told))
