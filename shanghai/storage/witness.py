"""What a table keeps outside of a game's file, so that the file is known again by it.

All lines are chained by SHA-256, from the commitment to the first one on; what is told after a line
is the hash of the seed and its link, so that nobody learns of a hidden card by it.
"""

import re
from collections.abc import Sequence

from shanghai.host.chance import hash_of


def commitment(first: bytes) -> str:
    """The SHA-256 of the JSON of a first line without the digits of its fingerprint."""
    bare = re.sub(rb'("fingerprint":")[0-9a-f]{64}"', rb'\1"', first[9:].strip(), count=1)
    return hash_of(bare.decode())


def links(lines: bytes) -> list[str]:
    """The link of each line: the commitment, then the hash of the link before and the JSON."""
    first, *rest = lines.rstrip().split(b"\n")
    found = [commitment(first)]
    for line in rest:
        found.append(hash_of(found[-1], line[9:].decode()))
    return found


def place_of(witness: str, seed: str, found: Sequence[str]) -> int | None:
    """After which entry a witness was told, 0 for the first line or the fingerprint, or None."""
    if found[0].startswith(witness):
        return 0
    told = (at for at, link in enumerate(found) if hash_of(seed, link).startswith(witness))
    return next(told, None)
