"""Generators of hostile inputs: documents, saved games, settings, variants and caches."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.saving import chain

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.yaml"))
VARIANTS = sorted([*(ROOT / "variants").glob("*.yaml"), *(ROOT / "variants/more").glob("*.yaml")])
SAVES = sorted((ROOT / "tests" / "data" / "saves").glob("*.jsonl"))

ODD = (
    *(None, True, False, 0, -1, 10**30, 1.5, "", " ", "x" * 5000, "[/]", "\u202e", "\x1b[2J"),
    *("nobody", "../x", "__import__", [], {}, [[]], {"": None}, ["x"] * 300, "\ud800"),
)
"""Values to stand in the place of others."""
_SCRAPS = (
    *("", "x", "null", "[", "{", "'", '"', "- ", ": ", "!!python/object:os.system", "&a", "*a"),
    *("\t", "\x00", "\x1b]0;PWN\x07", "9" * 400, "~", "yes", "- {a: [", "\u2028", "é" * 300),
)


def mangled_texts(paths: list[Path], count: int) -> Iterator[str]:
    """Files with a line dropped, doubled, moved, indented or replaced, or a word exchanged."""
    for seed in range(count):
        chance = Random(seed)
        lines = chance.choice(paths).read_text("utf-8").splitlines()
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(lines))
            match chance.randrange(6):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(at, lines[at])
                case 2:
                    lines.insert(chance.randrange(len(lines)), lines.pop(at))
                case 3:
                    lines[at] = " " * chance.randrange(9) + lines[at].strip()
                case 4:
                    words = re.split(r"(\W+)", lines[at])
                    words[chance.randrange(len(words))] = chance.choice(_SCRAPS)
                    lines[at] = "".join(words)
                case _:
                    lines[at] = chance.choice(_SCRAPS)
            lines = lines or [""]
        yield "\n".join(lines)


def mangled_saves(count: int) -> Iterator[bytes]:
    """Saved games with a value of a line exchanged, all checksums and numbers right."""
    for seed in range(count):
        chance = Random(seed)
        bodies = [line[9:] for line in chance.choice(SAVES).read_bytes().splitlines()]
        at = 0 if seed % 3 == 0 else chance.randrange(len(bodies))
        value = json.loads(bodies[at])
        exchange(value, chance)
        bodies[at] = json.dumps(value).encode()
        yield chain(bodies)


def exchange(value: object, chance: Random) -> None:
    """Exchanges some value inside a JSON value for an odd one, drops it, or adds one."""
    place = value
    for _ in range(chance.randint(1, 4)):
        keys = [*place] if isinstance(place, dict) else [*range(len(place))]
        if not keys:
            break
        key = chance.choice(keys)
        if not isinstance(place[key], dict | list) or chance.random() < 0.4:
            if chance.random() < 0.15:
                del place[key]
            else:
                place[key] = chance.choice(ODD)
            return
        place = place[key]
    if isinstance(place, dict):
        place["more"] = chance.choice(ODD)


def mangled_json(text: bytes, count: int) -> Iterator[bytes]:
    """A JSON text with values exchanged, cut, and replaced by what is none."""
    yield from (
        b"",
        b"{}",
        b"[]",
        b"null",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"\xff\xfe",
        b"9" * 9000,
    )
    for seed in range(count):
        chance = Random(seed)
        if seed % 4 == 0:
            yield text[: chance.randrange(len(text))]
            continue
        value = json.loads(text)
        exchange(value, chance)
        yield json.dumps(value).encode()
