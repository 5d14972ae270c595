"""The quick terminal shows what pyte shows."""

from random import Random

import pyte

from tests import quick_pyte

PIECES = (
    *("plain", "♥10 ♠", "é", "e\u0301", "\x1b[1;31m", "\x1b[m", "\x1b[38;2;1;2;3;48;5;9m"),
    *("\x1b[5;70H", "\x1b[H", "\r\n", "\x1b[2J", "\x1b[K", "\x1b[3A", "\x1b[4h", "\x1b[4l"),
    *("\x1b[2;9r", "\x1bM", "\x1b[L", "\x1b[2P", "\x1b[7m", "\x1b[?5h", "\x1b[?5l", "\x1b[?7l"),
    *("x" * 90, "\x1b[?7h", "\x1b[31", "m", "\x18", "\x1b[r", "\x1b[3;99999m", "\x08"),
)


def test_whatever_is_sent_it_looks_the_same():
    chance = Random("quick")
    plain, quick = pyte.HistoryScreen(80, 24, history=50), quick_pyte.HistoryScreen(80, 24, 50)
    streams = pyte.Stream(plain), quick_pyte.Stream(quick)
    for number in range(150):
        piece = "".join(chance.choices(PIECES, k=chance.randrange(1, 6)))
        for stream in streams:
            stream.feed(piece)
        if number % 50 == 49:
            size = chance.choice([(24, 80), (30, 100), (10, 40)])
            plain.resize(*size)
            quick.resize(*size)
        assert quick.display == plain.display, piece
        assert (quick.cursor.x, quick.cursor.y) == (plain.cursor.x, plain.cursor.y)
    assert quick.buffer == plain.buffer
    assert list(quick.history.top) == list(plain.history.top)


def test_letters_of_two_cells_are_told_once():
    plain, quick = pyte.Screen(11, 2), quick_pyte.Screen(11, 2)
    for screen, kind in ((plain, pyte.Stream), (quick, quick_pyte.Stream)):
        kind(screen).feed("a日本b\r\n日本語日本語x")
    assert quick.display == plain.display
    assert quick.buffer == plain.buffer
