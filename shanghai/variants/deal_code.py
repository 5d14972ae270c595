"""Deal codes: a variant, house rules, the number of seats and a seed in eighteen letters."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

from shanghai.engine.rules import Rules
from shanghai.table.chance import CardSource
from shanghai.variants.house_rules import with_chosen
from shanghai.variants.library import own_library, shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words import variants as words
from shanghai.words.games import house_ruling
from shanghai.yamlio.reader import Faults

SEED_BITS: Final = 40
HOUSE_BITS: Final = 14
"""The number of house rules that a code has room for: the first ones of the variant."""
CUT: Final = 0
"""Where the cards of every code are cut: always here, so that all tables have the same cards."""
_VARIANT_BITS: Final = 20
_SEAT_BITS: Final = 3
_VERSION: Final = 1
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ: Final = str.maketrans("OIL", "011", "- ")
_LENGTH: Final = 18
_PRIME: Final = 1021
"""The check is the remainder by this prime. It shows any one wrong letter, and any swap of two."""


class CodeFault(ValueError):
    """A code that cannot be made or read. The message is a sentence."""

    code = 2


class DealCode(Struct, frozen=True):
    """The content of a code: the id of a variant, the indexes of its chosen house rules, the number
    of seats, and the seed."""

    variant: str
    house_rules: tuple[int, ...]
    players: int
    seed: int

    @property
    def cards(self) -> CardSource:
        """The source of the cards that the code deals."""
        return CardSource(self.seed, is_fair=True, cuts=(CUT,))


def write_code(deal: DealCode) -> str:
    """The code, in groups of six letters. Raises CodeFault if the deal does not fit into one."""
    if any(not 0 <= index < HOUSE_BITS for index in deal.house_rules):
        raise CodeFault(words.CODE_NO_RULES)
    if not (2 <= deal.players <= 8 and 0 <= deal.seed < 1 << SEED_BITS):
        raise CodeFault(words.CODE_NO_SEATS)
    value = _VERSION
    for part, bits in (
        (deal.players - 2, _SEAT_BITS),
        (_hash(deal.variant), _VARIANT_BITS),
        (sum(1 << index for index in deal.house_rules), HOUSE_BITS),
        (deal.seed, SEED_BITS),
    ):
        value = value << bits | part
    value = value << 10 | value % _PRIME
    letters = "".join(_LETTERS[value >> 5 * place & 31] for place in reversed(range(_LENGTH)))
    return "-".join(letters[start : start + 6] for start in range(0, _LENGTH, 6))


def code_of(rules: Rules, players: int, seed: int, data: Path | None = None) -> str:
    """The code for these rules. Raises CodeFault if they have changes that are no house rules."""
    plain = rules_of(DealCode(rules.id, (), players, seed), data)
    rulings = {source.ruling for source in rules.sources.values()}
    offered = enumerate(plain.house_rules)
    chosen = tuple(index for index, option in offered if house_ruling(option.name) in rulings)
    if with_chosen(plain, [plain.house_rules[index] for index in chosen]) != rules:
        raise CodeFault(words.CODE_WHOLE)
    return write_code(DealCode(rules.id, chosen, players, seed))


def read_code(text: str, variants: Iterable[str]) -> DealCode:
    """The content of a code for one of these variants. Raises CodeFault if it is none."""
    letters = text.upper().translate(_READ)
    if len(letters) != _LENGTH or not {*letters} <= {*_LETTERS}:
        raise CodeFault(words.CODE_LENGTH)
    value = 0
    for letter in letters:
        value = value << 5 | _LETTERS.index(letter)
    value, check = value >> 10, value & 1023
    if value % _PRIME != check:
        raise CodeFault(words.CODE_MISTYPED)
    seed, value = value & (1 << SEED_BITS) - 1, value >> SEED_BITS
    house_bits, value = value & (1 << HOUSE_BITS) - 1, value >> HOUSE_BITS
    variant_hash, value = value & (1 << _VARIANT_BITS) - 1, value >> _VARIANT_BITS
    players, version = (value & 7) + 2, value >> _SEAT_BITS
    if version != _VERSION:
        raise CodeFault(words.CODE_NEWER)
    matching = [name for name in variants if _hash(name) == variant_hash]
    if not matching:
        raise CodeFault(words.CODE_NO_VARIANT)
    chosen = tuple(index for index in range(HOUSE_BITS) if house_bits >> index & 1)
    return DealCode(matching[0], chosen, players, seed)


def rules_of(deal: DealCode, data: Path | None = None) -> Rules:
    """The rules of a code. Raises CodeFault if this program does not know them."""
    try:
        rules = load_variant(deal.variant, library=own_library(data))
        if any(index >= len(rules.house_rules) for index in deal.house_rules):
            raise CodeFault(words.CODE_NO_HOUSE_RULE)
        return with_chosen(rules, [rules.house_rules[index] for index in deal.house_rules])
    except Faults:
        raise CodeFault(words.CODE_UNREADABLE) from None


def named_variants(data: Path | None = None) -> tuple[str, ...]:
    """The ids of the variants that a code may name: shipped ones and those of the family."""
    return (*shipped_variants(), *own_library(data).ids())


def _hash(variant: str) -> int:
    """A number for the id of a variant, as large as a code has room for."""
    return int.from_bytes(sha256(variant.encode()).digest()[:4]) >> 32 - _VARIANT_BITS
