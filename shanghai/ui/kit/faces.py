"""Block letters for the ranks of cards, and what is drawn of a card beside them."""

from typing import Final


def _drawn(names: str, drawn: str) -> dict[str, str]:
    """What is drawn by its name, the lines broken at bars, a point for a blank."""
    pictures = (picture.replace(".", " ") for picture in drawn.split())
    return dict(zip(names.split(), pictures, strict=True))


_NAMES: Final = "A 2 3 4 5 6 7 8 9 10 J Q K *"
"""The ranks as they are drawn, the star of a joker last."""
RANKS: Final = _drawn(
    _NAMES,
    """
    ▄▀▄|█▀█|▀.▀ ▀▀█|█▀▀|▀▀▀ ▀▀█|.▀█|▀▀▀ █.█|▀▀█|..▀ █▀▀|▀▀█|▀▀▀ █▀▀|█▀█|▀▀▀ ▀▀█|..█|..▀ █▀█|█▀█|▀▀▀
    █▀█|▀▀█|▀▀▀ ▌█▌|▌▌▌|▌█▌ ..█|▄.█|▀▀▀ █▀█|█.█|▀▀█ █.█|█▀▄|▀.▀ ▀▄▀|▀█▀|▀.▀
    """,
)
"""The ranks in three lines of three cells."""
LARGE_RANKS: Final = _drawn(
    _NAMES,
    """
    ▄███▄|██.██|██▄██|██▀██|██.██ ████▄|...██|▄███▀|██...|█████ ████▄|...██|.████|...██|████▀
    ██.██|██.██|█████|...██|...██ █████|██...|████▄|...██|████▀ ▄████|██...|████▄|██.██|▀███▀
    █████|...██|..██▀|.▄██.|.██.. ▄███▄|██.██|▄███▄|██.██|▀███▀ ▄███▄|██.██|▀████|...██|████▀
    █.███|█.█.█|█.█.█|█.█.█|█.███ ...██|...██|...██|██.██|▀███▀ ▄███▄|██.██|██.██|██.█▀|▀██▀█
    ██.██|██▄█▀|███..|██▀█▄|██.██ ▄.█.▄|▀▄█▄▀|█████|▄▀█▀▄|▀.█.▀
    """,
)
"""The ranks in five lines of five cells."""
PLAIN_RANKS: Final = _drawn(
    _NAMES,
    """
    .#.|#.#|###|#.#|#.# ###|..#|###|#..|### ###|..#|.##|..#|### #.#|#.#|###|..#|..#
    ###|#..|###|..#|### ###|#..|###|#.#|### ###|..#|..#|..#|..# ###|#.#|###|#.#|###
    ###|#.#|###|..#|### #.###|#.#.#|#.#.#|#.#.#|#.### ..#|..#|..#|#.#|### ###|#.#|#.#|###|..#
    #.#|#.#|##.|#.#|#.# #.#|.#.|###|.#.|#.#
    """,
)
"""The ranks in five lines of plain signs."""
HEADS: Final = _drawn(
    "J5 Q5 K5 *5 J7 Q7 K7 *7",
    """
    ▄▄▄██|.▄.▄.|..▄▄.|▀▄▄▄▀ ▀▄█▄▀|▄▄▄▄▄|█.▀.█|█▄▀▄█ █▄█▄█|.▄.▄.|▄▄▄▄▄|▀▄▄▄▀ █▄.▄█|▄███▄|.▄.▄.|▀▄▄▄▀
    ..▄▄▄█▀|▀▀▀▀▀▀▀|▄▀▀▀▀▀▄|█.▀.▀.█|▀▄.▄▀▄▀|.▄███▄. ▄.▄█▄.▄|.▀▀▀▀▀.|▄█▀▀▀█▄|█.▀.▀.█|█▄.▀.▄█|█▀▄█▄▀█
    █▄.█.▄█|▀▀▀▀▀▀▀|█.▄.▄.█|█.▄▄▄.█|██▄▄▄██|.▀███▀. ▄█▄.▄█▄|.█▄█▄█.|▀▀▀▀▀▀▀|█.▀.▀.█|█▄▀▄▀▄█|.█▀█▀█.
    """,
)
"""A head for each court card and for the joker, by its rank and its cells across."""
SIGNS: Final = _drawn(
    "spade7 heart7 diamond7 club7 spade5 heart5 diamond5 club5",
    """
    ..▄█▄..|▄█████▄|█▀███▀█|..▄█▄.. ▄██▄██▄|███████|.▀███▀.|...▀... ..▄█▄..|▄█████▄|.▀███▀.|...▀...
    ..███..|▄▄▀█▀▄▄|██▀█▀██|..▄█▄.. .▄█▄.|█████|▀▄█▄▀ ▄█▄█▄|▀███▀|..▀.. .▄█▄.|▀███▀|..▀..
    .███.|██▄██|.▄█▄.
    """,
)
"""The suits as one large sign, by their name and cells across."""
PLACES: Final = {
    5: "1001 1101 2002 2102 2202 2122 2222 2322 2332",
    7: "10001 10101 20002 20102 20202 21202 21212 22122 23032",
}
"""Of pips so many cells across, those of 2 to 10: in the middle, at both sides, or all three."""
