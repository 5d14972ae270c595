"""What families call a rule (in small letters), and the key or value that they mean."""

from collections.abc import Mapping
from typing import Final

from shanghai.words.messages import Messages

say = Messages("meant")

_KEYS: Final[Mapping[str, str]] = say.table("KEYS")
_IN_CONTRACTS: Final[Mapping[str, str]] = say.table("IN_CONTRACTS")
_VALUES: Final[Mapping[str, str]] = say.table("VALUES")
_SAID: Final = [(said, hint) for hint, all in _IN_CONTRACTS.items() for said in all.split()]
MEANT: Final = (
    {said: f"contracts: [{{{hint}}}]" for said, hint in _SAID}
    | {f"contracts.{said}": hint for said, hint in _SAID}
    | {said: hint for hint, sayings in _KEYS.items() for said in sayings.split()}
) | {
    said if ":" in said else f"{hint.partition(':')[0]}:{said}": hint
    for hint, sayings in _VALUES.items()
    for said in sayings.split()
}
"""The hint for a key, for one in a contract, such as `contracts.pure`, or for a key with its
value behind a colon, such as `ace:any`."""
