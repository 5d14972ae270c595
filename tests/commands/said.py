"""Commands as they are typed, over the kept games of `kept`: what they print in each language."""

import shlex
import shutil
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

from tests.commands.mistakes import answer
from tests.saving import SAVES

SOUND = (
    "games",
    "verify left",
    "verify done",
    "show left --as Ann",
    "show done --public",
    "variants list",
    "variants show telefunken --players 3",
    "variants diff grandma-davis rummygames",
    "variants check three-thirteen --games 0",
    "variants keys wild_ranks",
    "solve --variant playerules --round 1 4S 4H 4D 9D 9S 9H KC 2H QH",
    "solve --variant california --round 2 4S 4H 4D 9D 9S KC 2H QH",
    "simulate --variant california --games 1 --players 3",
    "ledger",
    "ledger --player Ann",
    "deal --variant california --seats 3",
    "score --variant california --players Ann,Bob,Cy --title Xmas",
    "score --list",
    "tournament --variant playerules --players Ann,Bob,Cy,Dora,Eve,Fay --seats 3 --new",
    "tournament --list",
    "record done --scorecard text",
    "record left",
    "replay done --text",
    "prove left",
    "check tests/scenarios/rummygames/decks-and-deal.yaml",
)
"""Commands that do what they are for, each with what it needs."""
WITH_JSON = (
    "games",
    "verify left",
    "show left --as Ann",
    "variants list",
    "variants show telefunken",
    "variants diff grandma-davis rummygames",
    "variants check three-thirteen --games 0",
    "variants keys",
    "solve --variant california --round 2 4S 4H 4D 9D 9S KC 2H QH",
    "ledger",
    "tournament --list",
    "prove left",
    "check tests/scenarios/rummygames/decks-and-deal.yaml",
)
PLAYED = (
    ("play --text --variant california --players Ann,bot --seed 3", "\n?\nhand\nlist\nscores\nd\n"),
    ("play --text --variant grandma-davis --players Ann,Bob --seed 3", "1\n\n\ndraw\nhint\nundo\n"),
    (
        "play --text --in-words --variant carioca --players Ann,bot --seed 4",
        "\ntable\nrules\nlog\n",
    ),
    ("resume --text left", "\nhand\nstop\nleave\n"),
)
"""Games in lines of text, each with what is typed."""


def kept(folder: Path) -> None:
    """Keeps a finished game, and one that was left."""
    for name, file in (("done", "3-cut.jsonl"), ("left", "1-left.jsonl")):
        path = folder / "games" / name / "game.jsonl"
        path.parent.mkdir(parents=True)
        shutil.copy(SAVES / file, path)
        path.chmod(0o600)


def printed(command: str, folder: Path, typed: str = "") -> tuple[int, str]:
    """The exit code of a command, and all that it prints."""
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(typed.encode()))
    try:
        code, out, err = answer(shlex.split(command), str(folder))
    finally:
        sys.stdin = before
    return code, (out + err).replace(str(folder), "DIR")
