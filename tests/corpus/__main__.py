"""Makes the file of frozen games of the present format: `python -m tests.corpus NUMBER`."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from shanghai.storage.verdict import FORMAT
from tests.corpus.frozen import FOLDER, FrozenGame, write
from tests.corpus.playing import played


def main() -> int:
    """Plays the games, writes them down, and counts what is in them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", metavar="NUMBER", type=int)
    parser.add_argument("--first", metavar="N", type=int, default=0)
    parser.add_argument("--into", metavar="FILE", default="")
    args = parser.parse_args()
    path = Path(args.into) if args.into else FOLDER / f"{FORMAT}.xz"
    if path.exists():
        print(f"{path} is frozen.", file=sys.stderr)
        return 1
    games: list[FrozenGame] = []
    with TemporaryDirectory() as folder:
        for game in played(Path(folder), range(args.first, args.first + args.count)):
            games.append(game)
            print(f"\r{len(games)} of {args.count}", end="", file=sys.stderr)
    write(path, games)
    kinds = Counter(kind for game in games for kind in game.kinds)
    print("", *(f"{count:5} {kind}" for kind, count in sorted(kinds.items())), sep="\n")
    print(f"{len(games)} games, {path.stat().st_size / 1e3:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
