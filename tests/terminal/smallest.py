"""A smallest encoding of changed cells, as a yardstick: slow, and with no code of the program.

It takes two states of a terminal, cell by cell. Text, colours and moves are counted as a terminal
takes them, with the cheapest order of pieces out of several that are tried.
"""

from tests.terminal.emulator import cells

_MARKS = {
    "bold": ("1", "22"),
    "italics": ("3", "23"),
    "underscore": ("4", "24"),
    "blink": ("5", "25"),
    "reverse": ("7", "27"),
    "strikethrough": ("9", "29"),
}
_NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
_START = (-9, -9)


def smallest(before, after, depth):
    """Bytes that are enough to turn one terminal into the other, with colours of some depth."""
    sizes = []
    for gap in (0, 1, 4):
        pieces = list(_pieces(cells(before), cells(after), gap))
        orders = [pieces, _by_look(pieces), _by_look(pieces, 0, 1), _nearest(pieces, depth)]
        sizes += [_cost(order, depth) for order in orders] if pieces else [0]
    return min(sizes)


def _pieces(before, after, gap):
    """Changed cells, row by row: place, end, look and bytes of the text.

    A piece goes on through cells that stay as they are, up to some bytes of them.
    """
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        x = 0
        while x < len(new):
            if old[x] == new[x] or not new[x].data:
                x += 1
                continue
            first, look, size, end, between = x, _look(new[x]), 0, x, 0
            while x < len(new) and between <= gap and _fits(look, new[x]):
                if look[0] == "any":
                    look = _look(new[x])
                between += len(new[x].data.encode())
                x += 1
                if old[x - 1] != new[x - 1]:
                    size, between, end = size + between, 0, x
            x = end
            yield (y, first), (y, end), look, size


def _fits(look, cell):
    other = _look(cell)
    if look[0] == "any" or other[0] == "any":
        return look[1:] == other[1:] or (look[1] == other[1] and not _shows_on_blanks(look, other))
    return look == other


def _shows_on_blanks(*looks):
    return any({"underscore", "reverse", "strikethrough"} & look[2] for look in looks)


def _look(cell):
    marks = frozenset(name for name in _MARKS if getattr(cell, name))
    ink = "any" if cell.data == " " and not marks else cell.fg
    return ink, cell.bg, marks


def _by_look(pieces, *by):
    """Pieces look by look, sorted by the colours of text (0) and background (1) in some order."""
    inks = {piece[2][1]: piece[2][0] for piece in pieces if piece[2][0] != "any"}

    def key(piece):
        ink, ground, marks = piece[2]
        look = (inks.get(ground, ink) if ink == "any" else ink), ground
        return *(look[at] for at in by or (1, 0)), sorted(marks), piece[0]

    return sorted(pieces, key=key)


def _nearest(pieces, depth):
    """Always the piece that costs least to reach next, among the next ones of each look."""
    left, order = list(pieces), []
    place, look = _START, ("default", "default", frozenset())
    while left:
        first = {}
        for piece in left:
            first.setdefault(piece[2], piece)
            if piece[0] == place:
                first["here"] = piece
        best = min(first.values(), key=lambda p: _move(place, p[0]) + _turn(look, p[2], depth)[0])
        left.remove(best)
        order.append(best)
        place, look = best[1], _turn(look, best[2], depth)[1]
    return order


def _cost(pieces, depth):
    total, look, place = 0, ("default", "default", frozenset()), _START
    for begin, end, wanted, size in pieces:
        codes, look = _turn(look, wanted, depth)
        total += codes + _move(place, begin) + size
        place = end
    return total + _turn(look, ("default", "default", frozenset()), depth)[0]


def _turn(look, wanted, depth):
    """Bytes that turn one look to another, and the look that then is set."""
    if wanted[0] == "any":
        shown = look[2] - {"underscore", "reverse", "strikethrough"}
        wanted = look[0], wanted[1], shown
    if look == wanted:
        return 0, look
    codes = {_MARKS[name][1] for name in look[2] - wanted[2]}
    codes |= {_MARKS[name][0] for name in wanted[2] - look[2]}
    for at in (0, 1):
        codes |= {_colour(wanted[at], at, depth)} if look[at] != wanted[at] else set()
    anew = {""} | {_MARKS[name][0] for name in wanted[2]}
    anew |= {_colour(wanted[at], at, depth) for at in (0, 1) if wanted[at] != "default"}
    return 3 + min(len(";".join(codes)), len(";".join(anew))), wanted


def _colour(colour, at, depth):
    """The code of a colour of text (0) or of the background (1)."""
    if colour == "default":
        return "39"
    if colour.removeprefix("bright") in _NAMES:
        return "30" if at == 0 or not colour.startswith("bright") else "100"
    if depth == "256":
        return "38;5;100"
    return "38;2;" + ";".join(str(int(colour[i : i + 2], 16)) for i in (0, 2, 4))


def _move(place, to):
    """Bytes that move a cursor: to a place, along a line, down a column, to the next line."""
    (y, x), (to_y, to_x) = place, to
    if place == to:
        return 0
    ways = [len(f"\x1b[{to_y + 1};{to_x + 1}H") if to_x else len(f"\x1b[{to_y + 1}H")]
    if y == to_y:
        ways.append(_along(x, to_x))
    if y + 1 == to_y:
        ways.append(2 + _along(0, to_x))
    if 0 <= y < to_y:
        ways.append(len(f"\x1b[{to_y - y}B") - (to_y - y == 1) + _along(x, to_x))
    return min(ways)


def _along(x, to_x):
    if x == to_x:
        return 0
    steps = abs(to_x - x)
    return min(len(f"\x1b[{steps}C") - (steps == 1), len(f"\x1b[{to_x + 1}G"))
