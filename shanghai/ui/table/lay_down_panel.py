"""What a player lays out before going down, in a frame on the table."""

from collections.abc import Callable
from typing import NamedTuple

from shanghai.ui.kit.frames import centred, framed
from shanghai.ui.kit.lines import Bit, Row, width, wrap
from shanghai.ui.table.meld_text import flow, raised
from shanghai.words.cards import CardStyle

_MOST_WIDE = 110
"""The cells of the widest panel."""


class LayDownPanel(NamedTuple):
    """The contract, the melds (as fans and as strips), and what is left and lacks."""

    contract: Row
    melds: tuple[tuple[Row, Row], ...]
    foot: tuple[Row, ...]


class _Level(NamedTuple):
    """How melds are drawn: the lines of paper of each, 0 for a strip, and blank lines between."""

    tall: int
    blank: int


_LEVELS = (_Level(3, 1), _Level(2, 0), _Level(1, 0), _Level(0, 1), _Level(0, 0))


def panel_blocks(panel: LayDownPanel, style: CardStyle) -> tuple[Callable[[int], list[Row]], ...]:
    """The ways to draw a panel, the largest first."""

    def of_level(level: _Level) -> Callable[[int], list[Row]]:
        return lambda wide: _drawn(panel, style, level, wide)

    levels = [level for level in _LEVELS if not (level.tall and style.ascii)]
    return tuple(map(of_level, levels))


def _drawn(panel: LayDownPanel, style: CardStyle, level: _Level, wide: int) -> list[Row]:
    """The panel in the middle of `wide` cells."""
    outer = min(wide, _MOST_WIDE)
    inner = outer - 4
    melds = [fan if level.tall > 1 else strip for fan, strip in panel.melds]
    rows: list[Row] = []
    for line in flow(melds, inner):
        rows += raised(line, level.tall) if level.tall else [line]
    blank: list[Row] = [()] * level.blank
    foot = [part for line in panel.foot for part in wrap(line, inner)]
    body = [centred(line, inner) for line in (panel.contract, *blank)]
    body += [*_middle(rows, inner), *blank, *(centred(line, inner) for line in foot)]
    frame = framed(
        body,
        outer,
        len(body) + 2,
        style,
        head=(Bit(" GOING DOWN ", "cap"),),
        look="gold",
        ground="window",
        heavy=True,
        middle=True,
    )
    return [centred(line, wide) for line in frame]


def _middle(rows: list[Row], inner: int) -> list[Row]:
    """The melds in the middle, all lines by the same margin."""
    margin = Bit(" " * max(0, (inner - max(map(width, rows), default=0)) // 2))
    return [(margin, *line) for line in rows]
