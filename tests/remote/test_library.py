"""The player of LIBRARY.md plays a whole game from outside, at `play --text --phones`."""

import re
import subprocess
import sys
from pathlib import Path

from tests.linear.driver import Pipes

PAGE = Path(__file__).parents[2] / ".github" / "LIBRARY.md"
GAME = ("play", "--text", "--phones", "--host", "127.0.0.1", "--variant", "grandma-davis")


def test_the_player_of_the_page_plays_a_game(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (text,) = [block for block in blocks if "def play(table" in block]
    player = tmp_path / "player.py"
    player.write_text(text)
    assert len([line for line in text.splitlines() if line.strip()]) <= 40
    more = ("--players", "Mia,bot:simple,bot:simple", "--rounds", "1", "--seed", "5")
    with Pipes(tmp_path / "data", *GAME, *more) as program:
        address = program.hear_until(r"(http://\S+)$")[1]
        command = [sys.executable, str(player), address, "1"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.stdout.startswith("The winners: "), done.stderr
        program.type("")
        assert program.end() == 0
    assert any("Mia draws" in line for line in program.lines)
