"""What a picture of a screen is held to: its holes, edges, cuts, inks and scrollbars."""

from itertools import combinations

from rich.color import Color as Ink, ColorSystem
from textual.containers import VerticalScroll

from shanghai.ui.kit.keybar import KeyBar, SizeGuard
from shanghai.ui.kit.lines import Lines
from shanghai.ui.kit.pictures import Baize
from shanghai.ui.kit.screen import VERY_BROAD_FROM
from tests.ui.pictures import screen_lines

RIM, GUIDE = "█▌"
"""The wood at the sides, and the bar before what a learner is told, across the whole screen."""
HOLE = 1 / 5
"""The most of a very large screen in which nothing is drawn."""


def largest_hole(lines, wide):
    """The cells of the largest rectangle in which nothing is drawn."""
    heights, largest = [0] * wide, 0
    for line in lines:
        heights = [
            height + 1 if sign == " " else 0
            for height, sign in zip(heights, line.ljust(wide), strict=True)
        ]
        begun = []
        for at, height in enumerate([*heights, 0]):
            first = at
            while begun and begun[-1][1] >= height:
                first, most = begun.pop()
                largest = max(largest, most * (at - first))
            begun.append((first, height))
    return largest


def alone_at_the_left(lines, wide):
    """The lines, between the title and the keys, that begin at the left and leave the rest."""
    return [
        line
        for line in lines[1:-4]
        if (shown := line.strip(RIM).rstrip())
        and not shown.startswith(("  ", f" {GUIDE}"))
        and len(shown) < wide // 4
    ]


def leaves(screen):
    """What is drawn on a screen, without what holds it."""
    return [
        widget
        for widget in screen.query("*")
        if widget.region.area and not widget.children and not isinstance(widget, SizeGuard | Baize)
    ]


def scrolls(widget):
    return any(isinstance(above, VerticalScroll) for above in widget.ancestors)


def cuts(app):
    """What lies over another, out of sight, or ends without a mark."""
    screen, found = app.screen, []
    seen = [each for each in leaves(screen) if not scrolls(each)]
    for one, other in combinations(seen, 2):
        if one.region.intersection(other.region).area:
            found.append(f"{one} over {other}")
    for widget in seen:
        if not screen.region.contains_region(widget.region):
            found.append(f"{widget} is cut off")
        if isinstance(widget, Lines):
            hidden = widget.rows[widget.size.height :]
            if any(bit.text.strip() for line in hidden for bit in line):
                found.append(f"{widget} hides lines")
        if isinstance(widget, KeyBar) and len(widget._rows(widget.keys)) > widget.size.height:
            found.append("keys are out of sight")
    return found


_CORNERS = {"╭": "╮╰╯", "┌": "┐└┘", "┏": "┓┗┛", "╔": "╗╚╝"}


def broken_frames(lines):
    """The frames of which a corner or a side is missing, by where they begin."""
    wide = max(map(len, lines))
    lines = [line.ljust(wide) for line in lines]
    found = []
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            if sign in _CORNERS and not _is_whole(lines, x, y, *_CORNERS[sign]):
                found.append((x, y))
    return found


def _has_melds_for_a_foot(lines, x, y, right):
    """Whether the one line of the frame that begins there has cards below it, and no foot."""
    side, low = lines[y].find(right, x), lines[y + 1 : y + 3]
    has_sides = len(low) == 2 and side > 0 and all(low[0][at] in "│┃" for at in (x, side))
    return has_sides and any(sign in low[1][x:side] for sign in "▟▗▄")


def _is_whole(lines, x, y, right, below, end):
    if _has_melds_for_a_foot(lines, x, y, right):
        return True
    down = next((at for at in range(y + 1, len(lines)) if lines[at][x] == below), 0)
    side = lines[y].find(right, x)
    if not down or side < 0 or lines[down][side] != end:
        return False
    return all(lines[at][x].strip() and lines[at][side].strip() for at in range(y, down))


def idle_scrollbars(app):
    """The scrollbars that show beside rows that are free."""
    found = []
    every = app.screen.query(VerticalScroll)
    for scroller in every:
        if not scroller.show_vertical_scrollbar or not scroller.size.height:
            continue
        region = scroller.region
        free = [
            y
            for y, line in enumerate(screen_lines(app)[:-1])
            if not any(each.region.y <= y < each.region.bottom for each in every)
            and not line[region.x : region.right].strip(f"{RIM} ")
        ]
        if scroller.virtual_size.height <= scroller.size.height or len(free) > 2:
            found.append(f"{scroller}: {len(free)} rows free")
    return found


_SYSTEMS = {"256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}


def light(parts):
    """The relative luminance of a colour, as the guidelines for readable pages have it."""
    parts = [part / 255 for part in parts]
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def _as_shown(colour, depth):
    if depth in _SYSTEMS:
        colour = colour.downgrade(_SYSTEMS[depth])
    return tuple(colour.get_truecolor())


def _own_strips(screen):
    """The lines that a screen draws itself: not what a dialog dims below it."""
    strips = screen._compositor.render_strips()
    if not screen.is_modal:
        return strips
    regions = [child.region for child in screen.children if child.display]
    first, last = min(r.y for r in regions), max(r.bottom for r in regions)
    left, right = min(r.x for r in regions), max(r.right for r in regions)
    return [strip.crop(left, right) for strip in strips[first:last]]


def faint_texts(app, depth):
    """Words whose ink is too near to their ground: the words, the two colours, the contrast."""
    found = {}
    least = 3.0 if depth == "16" else 4.0
    for strip in _own_strips(app.screen):
        for text, style, _ in strip:
            if not any(sign.isalnum() for sign in text) or style is None:
                continue
            ink, ground = style.color or Ink.parse("white"), style.bgcolor or Ink.parse("black")
            if style.reverse:
                ink, ground = ground, ink
            one, other = _as_shown(ink, depth), _as_shown(ground, depth)
            if contrast(one, other) < least:
                found[ink.name, ground.name] = (text.strip(), round(contrast(one, other), 1))
    return found


def faults(app):
    """All that is wrong with the picture of a screen, in sentences."""
    wide, high = app.size
    lines = screen_lines(app)
    found = cuts(app) + idle_scrollbars(app)
    if not any(each.show_vertical_scrollbar for each in app.screen.query(VerticalScroll)):
        found += [f"the frame at {place} is broken" for place in broken_frames(lines)]
    if wide >= VERY_BROAD_FROM:
        share = largest_hole(lines, wide) / (wide * high)
        found += [f"a hole of {share:.0%}"] if share > HOLE else []
        found += [f"alone at the left: {line.strip()}" for line in alone_at_the_left(lines, wide)]
    return found
