"""Checks the cards of a kept game by `.github/FAIR-CARDS.md` alone, with nothing of the game.

`python tests/fair_cards.py games/ID/game.jsonl [WITNESS]` prints what does not follow from seed and
cuts, whether the cards were known before, and the witness of the file, or where in it the table saw
the one that is given.
"""

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from random import Random


def digest(text: str) -> str:
    """The SHA-256 of a text in hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def ordered(key: str, word: str, cards: list[int]) -> list[int]:
    """The order of cards for a word."""
    return sorted(cards, key=lambda card: digest(f"{key} {word} {card}"))


def shuffled(seed: str, word: str, cards: list[int]) -> list[int]:
    """The order of cards for a word where nobody cut."""
    order = sorted(cards)
    Random(f"{seed} {word}").shuffle(order)
    return order


def whole_pack(rules: dict, players: int, number: int = 1) -> list[int]:
    """All cards of a round for so many players."""
    pack = next(each for each in rules["packs"] if players <= each["up_to"])
    decks, jokers = (
        by_round[min(number, len(by_round)) - 1]
        if (by_round := pack.get(f"{name}_by_round"))
        else pack[name]
        for name in ("decks", "jokers")
    )
    naturals = [53 * copy + face for copy in range(decks) for face in range(52)]
    return naturals + [53 * copy + 52 for copy in range(jokers)]


def drawn(pack: list[int], players: int) -> list[list[int]]:
    """The draw for the first deal: a card a seat, -1 for none; who ties for the lowest draws on."""
    front, drawing, draws = iter(pack), list(range(players)), []
    while len(drawing) > 1:
        cards = {seat: next(front) for seat in drawing}
        draws.append([cards.get(seat, -1) for seat in range(players)])
        ranks = {seat: card % 53 % 13 for seat, card in cards.items()}
        drawing = [seat for seat in drawing if ranks[seat] == min(ranks.values())]
    return draws


def bodies(path: Path) -> list[str]:
    """The JSON of each line."""
    return [line[9:] for line in path.read_text("utf-8").rstrip("\n").split("\n")]


def commitment(first: str) -> str:
    """The hash of a first line that has nothing in the place of its fingerprint."""
    return digest(re.sub(r'"fingerprint":"[0-9a-f]{64}"', '"fingerprint":""', first, count=1))


def bound_to(header: dict) -> str:
    """What stands in the key of the cards between seed and cuts, "" for nothing."""
    if header["terms"].get("known_seed"):
        return header["terms"].get("root", "")
    return header["fingerprint"] if header["format"] > 4 else ""


def cuts_due(header: dict) -> dict[str, int]:
    """How many cuts there are before the draw, and before the first deal."""
    draw = int(bool(bound_to(header)))
    is_twice = header["format"] <= 5 or header["terms"].get("cut_twice", False)
    return {"DrawForDealer": draw, "Deal": 1 + (draw and is_twice)}


def are_known(header: dict) -> bool:
    """Whether somebody knew the cards before the game."""
    is_named = header["format"] > 4 and not header["fingerprint"]
    return header.get("terms", {}).get("known_seed", False) or is_named


def have_same_cards(path: Path, source: Path) -> bool:
    """Whether a game has the seed, the root and the cuts of another one."""
    keys = []
    for file in (path, source):
        header, *entries = map(json.loads, bodies(file))
        header.setdefault("terms", {})
        cuts = [entry["number"] for entry in entries if entry["type"] == "cut"]
        keys.append((header["seed"], bound_to(header), cuts))
    return keys[0] == keys[1]


def faults(path: Path) -> list[str]:
    """What in a game's file does not follow from its seed and its cuts."""
    lines = bodies(path)
    header, *entries = map(json.loads, lines)
    header.setdefault("terms", {})
    found = [] if re.fullmatch("-?[0-9]+", header["seed"]) else ["the seed is no number"]
    if not header.get("fingerprint"):
        return found + deals_of_a_seed(header, entries)
    seed, players, rules = header["seed"], len(header["players"]), header["rules"]
    told = commitment(lines[0]) if header["format"] > 4 else digest(seed)
    if header["fingerprint"] != told:
        found.append("the fingerprint is another")
    base = " ".join(filter(None, (seed, bound_to(header))))
    key, cuts, number, time = digest(base) if " " in base else seed, "", 0, 0
    for entry in entries:
        action, n = entry.get("action", {}), entry["n"]
        due, told = [], []
        is_uncut = number == 0 and cuts.count(" ") != cuts_due(header).get(action.get("type"))
        if action.get("type") in ("DrawForDealer", "Deal") and is_uncut:
            found.append(f"entry {n}: the cards were not cut as they should be before it")
        if entry["type"] == "cut":
            cuts += f" {entry['number']}"
            key = digest(base + cuts)
        elif action.get("type") == "DrawForDealer":
            naturals = [card for card in whole_pack(rules, players) if card % 53 != 52]
            due, told = drawn(ordered(key, f"dealer {n}", naturals), players), action["draws"]
        elif action.get("order"):
            is_again = action["type"] == "ThrowIn"
            number, time = (number, time + 1) if is_again else (number + 1, 1)
            pack = whole_pack(rules, players, number)
            due, told = ordered(key, f"deal {number} {time}", pack), action["order"]
        elif action.get("renewed"):
            due, told = ordered(key, f"stock {n}", action["renewed"]), action["renewed"]
        if due != told:
            found.append(f"entry {n}: the cards do not follow from seed and cuts")
    return found


def deals_of_a_seed(header: dict, entries: list[dict]) -> list[str]:
    """What in a game that nobody cut does not follow from its seed; deals alone can be told."""
    found, number, time = [], 0, 0
    for entry in entries if header["format"] > 1 else []:
        action = entry.get("action", {})
        if action.get("order"):
            is_again = action["type"] == "ThrowIn"
            number, time = (number, time + 1) if is_again else (number + 1, 1)
            pack = whole_pack(header["rules"], len(header["players"]), number)
            if shuffled(header["seed"], f"deal {number} {time}", pack) != action["order"]:
                found.append(f"entry {entry['n']}: the deal does not follow from the seed")
    return found


def words(digits: str) -> str:
    """The first 32 digits as eight words."""
    numbers = [int(digits[at : at + 4], 16) for at in range(0, 32, 4)]
    consonants, vowels = "bdfghjklmnprstvz", "aiou"
    return " ".join(
        consonants[number >> 12]
        + vowels[number >> 10 & 3]
        + consonants[number >> 6 & 15]
        + vowels[number >> 4 & 3]
        + consonants[number & 15]
        for number in numbers
    )


def witnesses(path: Path) -> list[str]:
    """What the table could note after the first line and after each entry, in words."""
    first, *entries = bodies(path)
    seed, link = json.loads(first)["seed"], commitment(first)
    told = [words(digest(f"{seed} {link}"))]
    for body in entries:
        link = digest(f"{link} {body}")
        told.append(words(digest(f"{seed} {link}")))
    return told


if __name__ == "__main__":
    file, *noted = Path(sys.argv[1]), *sys.argv[2:]
    wrong, told = faults(file), witnesses(file)
    print("\n".join(wrong) or "The cards follow from seed and cuts.")
    first = json.loads(bodies(file)[0])
    if are_known(first):
        wrong.append("The cards were known before.")
        print(wrong[-1])
    if again := first.get("terms", {}).get("again"):
        source = file.parent.parent / again / file.name
        is_kept = source.is_file()
        same = "the same" if is_kept and have_same_cards(file, source) else "others"
        print(f"They come from the game {again}: {same if is_kept else 'it is not here'}.")
    if not noted:
        print(f"Witness: {told[-1]}")
    elif " ".join(noted) in told:
        print(f"The table saw the first {told.index(' '.join(noted))} of {len(told) - 1} entries.")
    else:
        wrong.append("the table saw another file")
        print(wrong[-1])
    sys.exit(bool(wrong))
