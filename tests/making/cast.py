"""Records a whole short round as an asciinema cast (format v2): `python -m tests.making.cast`.

The real program is played by keys in a terminal. Each picture that has come to rest is kept as the
lines that have changed since the one before, so that the same program gives the same file.
"""

import json
import re
import tempfile
from pathlib import Path

from tests.faults.frames import key_of
from tests.faults.games import at_once
from tests.faults.terminal import ROOT, Program

FILE = ROOT / "screenshots" / "round.cast"
SIZE = (100, 30)
GAME = ("play", "--no-animation", "--variant", "playerules", "--rounds", "1", "--seed", "8")
PLAYERS = "Oma,bot:simple,bot:simple"
SHOWN = 1.2
"""The seconds for which a picture is shown."""
MOST = 600


def changed(before, now):
    """What a terminal is sent so that it shows another picture: the cells that differ."""
    sent = ""
    for y, (old, new) in enumerate(zip(before, now, strict=True)):
        differing = [x for x, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
        if differing:
            sent += f"\x1b[{y + 1};{differing[0] + 1}H" + drawn(
                new[differing[0] : differing[-1] + 1]
            )
    return sent


def drawn(line):
    """A stretch of cells as what a terminal is sent for it."""
    sent, look = "", None
    for cell in line:
        now = _look(cell)
        sent += ("" if now == look else f"\x1b[0{now}m") + cell.data
        look = now
    return sent


def _look(cell):
    parts = [";1"] * cell.bold + [";4"] * cell.underscore + [";7"] * cell.reverse
    for layer, colour in ((38, cell.fg), (48, cell.bg)):
        if re.fullmatch("[0-9a-f]{6}", colour):
            parts.append(";".join(map(str, ["", layer, 2, *bytes.fromhex(colour)])))
    return "".join(parts)


def recorded(data):
    """The cast as its lines: the header, then a picture a line."""
    at_once(data)
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "Shanghai: a round"}
    lines, seen = [json.dumps(head)], [[None] * SIZE[0]] * SIZE[1]
    command = (*GAME, "--players", PLAYERS)
    with Program(
        *command, data=data, size=SIZE, answers=True, is_hasty=True, env={"COLORTERM": "truecolor"}
    ) as program:
        program.wait("Who deals first")
        for at in range(MOST):
            program.settle()
            now = program.picture()
            if sent := changed(seen, now):
                lines.append(json.dumps([round(at * SHOWN, 1), "o", sent], ensure_ascii=False))
            seen = now
            if "Rematch" in program.text():
                return lines
            program.send(key_of(program.text(), hints=True))
    raise AssertionError("the round does not end")


def main():
    """Writes the cast."""
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_text("\n".join(recorded(Path(folder))) + "\n", "utf-8")


if __name__ == "__main__":
    main()
