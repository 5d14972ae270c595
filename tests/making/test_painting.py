"""How cells are painted, and whether the pictures of the pages show what the program draws."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

painting = pytest.importorskip("tests.making.painting", reason="Pillow is not installed")
painted, CELL, RIM = painting.painted, painting.CELL, painting.RIM

try:
    painting.ImageFont.truetype("DejaVuSansMono.ttf", 30)
except OSError:
    pytest.skip("the font DejaVu Sans Mono is not here", allow_module_level=True)

ROOT = Path(__file__).parents[2]

INK, PAPER = (250, 240, 230), (10, 60, 40)
LARGEST = 305_000
"""The bytes of the picture that moves, at most."""


def line(text, **more):
    looks = {"foreground": INK, "background": PAPER, "bold": False, "underlined": False} | more
    return [painting.Cell(character, 1, **looks) for character in text]


def at(image, column, x, y):
    """The colour at a place of a cell in the first line, in shares of the cell."""
    return image.getpixel((RIM + int((column + x) * CELL[0]), RIM + int(y * CELL[1])))


@pytest.mark.parametrize(
    ("character", "filled"),
    [("█", "1111"), ("▘", "1000"), ("▚", "1001"), ("▄", "0011"), ("▐", "0101"), ("▙", "1011")],
)
def test_quarters_of_a_cell_are_filled_to_its_edge(character, filled):
    image = painted([line(character)])
    edges = [(x, y) for y in (0.02, 0.97) for x in (0.02, 0.97)]
    inner = [(x, y) for y in (0.45, 0.55) for x in (0.45, 0.55)]
    for places in (edges, inner):
        colours = [at(image, 0, x, y) for x, y in places]
        assert colours == [INK if bit == "1" else PAPER for bit in filled]


@pytest.mark.parametrize(
    ("character", "inside", "outside"),
    [("▂", (0.5, 0.8), (0.5, 0.7)), ("▎", (0.2, 0.5), (0.3, 0.5)), ("▕", (0.95, 0.5), (0.8, 0.5))],
)
def test_eighths_of_a_cell_are_filled(character, inside, outside):
    image = painted([line(character)])
    assert at(image, 0, *inside) == INK
    assert at(image, 0, *outside) == PAPER


@pytest.mark.parametrize("frame", ["╭─┬━╮", "┌─┐", "┏━┓", "╰─┴━╯", "├─┤"])
def test_lines_of_frames_meet_without_a_gap(frame):
    image = painted([line(frame)])
    middle = RIM + CELL[1] // 2
    # From the last pixel of the first cell, where a round corner has become straight.
    for x in range(RIM + CELL[0] - 1, RIM + CELL[0] * (len(frame) - 1) + 1):
        assert INK in {image.getpixel((x, middle + y)) for y in (-1, 0, 1)}, x


def test_letters_are_drawn_in_their_colour_and_what_is_bold_is_heavier():
    image = painted([line("Hg"), line("Hg", bold=True), line("  ")])
    rows = [
        image.crop((RIM, RIM + row * CELL[1], RIM + 2 * CELL[0], RIM + (row + 1) * CELL[1]))
        for row in range(3)
    ]
    inks = [sum(number for number, colour in row.getcolors() if colour == INK) for row in rows]
    assert 0 == inks[2] < inks[0] < inks[1]


def test_a_picture_notes_the_cells_that_it_shows(tmp_path):
    file, frames = tmp_path / "a.webp", [[line("9♥"), line("▚░")], [line("9♥"), line("▞░")]]
    painting.keep(file, frames, (1, 2))
    assert painting.noted_sum(file) == painting.sum_of(frames)
    assert painting.differing(file, frames) == ""
    assert painting.differing(file, frames[:1]) == "shows other cells"
    file.write_bytes(re.sub(rb"cells-sha256:\w", b"cells-sha256:x", file.read_bytes()))
    with pytest.raises(ValueError, match="notes no sum"):
        painting.noted_sum(file)


def test_a_picture_that_is_painted_otherwise_is_found(tmp_path, monkeypatch):
    file, frames = tmp_path / "a.webp", [[line("▚░9 "), line("▚▚▚▚")]]
    painting.keep(file, frames)
    monkeypatch.setattr(painting, "_QUADRANTS", " ▘▝▀▖▌▚▛▗▞▐▜▄▙▟█")
    assert painting.differing(file, frames).startswith("is painted differently")


@pytest.mark.parametrize("name", ["evening", "evening.de", "evening.es"])
def test_the_picture_that_moves_is_small_enough_and_moves(name):
    file = ROOT / "screenshots" / f"{name}.webp"
    assert file.stat().st_size <= LARGEST
    with painting.Image.open(file) as picture:
        assert 15 <= picture.n_frames <= 25


@pytest.mark.slow
def test_the_pictures_show_what_the_program_draws():
    command = [sys.executable, "-m", "screenshots.take", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, f"python -m screenshots.take\n{done.stdout}{done.stderr[-900:]}"
    assert done.stdout.count(": good") == 12
