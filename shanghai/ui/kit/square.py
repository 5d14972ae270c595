"""An address as a square that phones scan: a QR code in half blocks."""

from functools import cache
from typing import Final

from shanghai.ui.kit.lines import Bit, Row

_QUIET: Final = 4
"""The modules of the quiet zone around the square."""
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""What is drawn for two modules, one above the other, by whether each is dark."""


@cache
def square(address: str) -> list[Row]:
    """The address as a QR code in half blocks, with its quiet zone, black on white."""
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
