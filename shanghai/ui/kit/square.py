"""The QR code of an address, which phones scan, drawn in half blocks."""

from functools import cache
from typing import Final

from shanghai.ui.kit.lines import Bit, Row

_QUIET: Final = 4
"""The modules of the quiet zone around the square."""
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The sign for two modules, one above the other, by whether each is dark."""


@cache
def square(address: str) -> list[Row]:
    """The QR code of an address in half blocks, black on white, with its quiet zone."""
    import segno

    # Letters of a host and of a code mean the same when capital, and take less room.
    code = segno.make(address.upper(), error="l", micro=False)
    modules = [[bool(one) for one in line] for line in code.matrix_iter(border=_QUIET)]
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return [
        (Bit("".join(_HALVES[two] for two in zip(*pair, strict=True)), "qr"),) for pair in pairs
    ]
