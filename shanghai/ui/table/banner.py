"""The banner of a called SHANGHAI: the word in large letters, the card, who catches whom."""

from collections.abc import Callable
from typing import NamedTuple

from shanghai.engine.cards import Card
from shanghai.ui.kit.frames import block_centred, centred, framed
from shanghai.ui.kit.lines import Bit, Row, side_by_side, width
from shanghai.ui.kit.pictures import LARGE, MEDIUM, SMALL, CardSize, picture
from shanghai.ui.kit.title import title_rows
from shanghai.words.cards import CardStyle


class Banner(NamedTuple):
    """What a banner says: the card, and who has called it on whom."""

    card: Card
    words: Row


def banner_blocks(banner: Banner, style: CardStyle) -> tuple[Callable[[int], list[Row]], ...]:
    """The ways to draw a banner, the largest first."""

    def of_size(size: CardSize) -> Callable[[int], list[Row]]:
        return lambda wide: _drawn(banner, style, size, wide)

    return tuple(map(of_size, (LARGE, MEDIUM, SMALL)))


def _drawn(banner: Banner, style: CardStyle, size: CardSize, wide: int) -> list[Row]:
    """The card with the word and the sentence beside it, in a frame in the middle."""
    card = picture(banner.card, style, ("discard",), size)
    words: list[Row] = [*title_rows(style.ascii), (), banner.words]
    above = max(0, (len(card) - len(words)) // 2)
    body = side_by_side(card, [*[()] * above, *words], gap=4)
    outer = min(wide, max(map(width, body)) + 8)
    frame = framed(
        block_centred(body, outer - 4),
        outer,
        len(body) + 2,
        style,
        head=(Bit(" SHANGHAI! ", "cap"),),
        look="gold",
        ground="window",
        heavy=True,
        middle=True,
    )
    return [centred(line, wide) for line in frame]
