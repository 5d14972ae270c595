"""What goes over the line to a terminal, on a quick one and on two slow ones.

`python -m tests.measuring.bench.line` prints the bytes and frames of a dialog and of the return
from it, the processor's time of a key and of a second at rest, key by key in turn with the least
Textual app, and how long sixty arrows and a return take where few bytes a second come through.
"""

import os
import tempfile
import time

from tests.measuring.bench.screen import KEYS, PROGRAMS, Figures, Terminal, start

SPEEDS = (1920, 11520)
"""Bytes a second of the slow lines: 19,200 and 115,200 baud."""
ARROWS = 60
ARROWS_A_SECOND = 30
FRAME_ENDS = b"\x1b[?2026l"
_QUIET = 1.0
"""Seconds without a byte after which nothing more is expected."""
_SLICE = 0.01


def at_table(folder: str) -> Terminal:
    """The program at the full table, at rest."""
    module, mark = PROGRAMS["table"]
    return start(module.format(folder), mark, Figures())


def bare_app() -> Terminal:
    """The least Textual app, at rest."""
    return start(*PROGRAMS["bare"], Figures())


def shown_by(terminal: Terminal, key: str) -> tuple[int, int]:
    """The bytes and the frames that follow from a key."""
    os.write(terminal.fd, key.encode())
    sent = b""
    while data := terminal.read(1.0 if not sent else 0.3):
        sent += data
    return len(sent), sent.count(FRAME_ENDS)


def print_bytes() -> None:
    """Prints what a dialog over the table costs, and the return from it."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = at_table(folder)
        for name, key in (("help over the table", "?"), ("the return to it", "\x1b")):
            size, frames = shown_by(terminal, key)
            print(f"{name:28}{size:8,} bytes in {frames} frame(s)")
        terminal.close()


def print_processor(rounds: int) -> None:
    """Prints the processor's time of a key and of a second at rest, in turn with the least app."""
    with tempfile.TemporaryDirectory() as folder:
        both = (at_table(folder), bare_app())
        begun = [terminal.cpu_now() for terminal in both]
        for key in KEYS * rounds:
            for terminal in both:
                os.write(terminal.fd, key.encode())
                while terminal.read(0.03):
                    pass
        keys = [terminal.cpu_now() - at for terminal, at in zip(both, begun, strict=True)]
        begun = [terminal.cpu_now() for terminal in both]
        time.sleep(5 * rounds)
        rest = [terminal.cpu_now() - at for terminal, at in zip(both, begun, strict=True)]
        for terminal in both:
            terminal.close()
    for name, (ours, bare), count in (
        ("a key, ms", keys, len(KEYS) * rounds),
        ("a second at rest, ms", rest, 5 * rounds),
    ):
        print(f"{name:28}{ours / count * 1e3:8.2f}{bare / count * 1e3:8.2f}{ours / bare:8.2f}")


def trickled(terminal: Terminal, speed: int, keys: list[tuple[float, str]]) -> float:
    """Seconds from the last key to the last byte, at some bytes a second; keys have their times."""
    begun = read_until = time.perf_counter()
    last, allowed, left = begun, 0.0, list(keys)
    while left or time.perf_counter() - max(last, begun + keys[-1][0]) < _QUIET:
        now = time.perf_counter()
        while left and begun + left[0][0] <= now:
            os.write(terminal.fd, left.pop(0)[1].encode())
        # A line that was idle has saved nothing up.
        allowed = min(allowed + (now - read_until) * speed, speed * 5 * _SLICE)
        read_until = now
        if allowed >= 1 and (data := terminal.read(0.0, int(allowed))):
            allowed -= len(data)
            last = time.perf_counter()
        time.sleep(_SLICE)
    return max(0.0, last - begun - keys[-1][0])


def print_slow_lines() -> None:
    """Prints how far the picture is behind the keys on slow lines, here and in the least app."""
    arrows = [(n / ARROWS_A_SECOND, "\x1b[C" if n % 22 < 11 else "\x1b[D") for n in range(ARROWS)]
    with tempfile.TemporaryDirectory() as folder:
        for speed in SPEEDS:
            terminal, bare = at_table(folder), bare_app()
            ours, other = (trickled(each, speed, arrows) for each in (terminal, bare))
            shown_by(terminal, "?")
            back = trickled(terminal, speed, [(0.0, "\x1b")])
            print(f"{speed:6,} bytes a second: arrows {ours:5.1f} s, bare {other:5.1f} s", end="")
            print(f"; a return {back:5.1f} s")
            terminal.close()
            bare.close()


def main(rounds: int = 5) -> None:
    """Prints all of it."""
    print_bytes()
    print(f"{'processor':28}{'here':>8}{'bare':>8}{'ratio':>8}")
    print_processor(rounds)
    print_slow_lines()


if __name__ == "__main__":
    main()
