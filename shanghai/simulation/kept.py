"""Reports kept in a file, a line each, so that a simulation that was left goes on from there."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from shanghai.bots.machine_code import code_hash
from shanghai.simulation.games import GameReport, GameWork
from shanghai.simulation.workers import Backend, ProgressCallback, played
from shanghai.words import simulate


class _Line(Struct, forbid_unknown_fields=True):
    key: str
    report: msgspec.Raw


class Kept:
    """A file of reports; whatever is played is added to it at once.

    What other rules, seeds, players or another version of the game have made is left alone.
    """

    def __init__(self, path: Path) -> None:
        """Reads the file, if there is one; ValueError where it holds something else."""
        self._path = path
        data = path.read_bytes() if path.exists() else b""
        # The last line may have been cut off by a power cut.
        whole = data[: data.rfind(b"\n") + 1]
        try:
            lines = [msgspec.json.decode(line, type=_Line) for line in whole.splitlines()]
        except msgspec.MsgspecError:
            lines = []
        if data and not lines:
            raise ValueError(simulate.NOT_KEPT.format(path=path))
        self._found = {line.key: bytes(line.report) for line in lines}
        if whole != data:
            path.write_bytes(whole)

    def play_rest(
        self, work: Sequence[GameWork], engine: Backend, tell: ProgressCallback
    ) -> Iterator[GameReport]:
        """The reports of all pieces of work in order; those that are not kept are played."""
        keys = [_key(piece) for piece in work]
        rest = [piece for piece, key in zip(work, keys, strict=True) if key not in self._found]
        tell(len(work) - len(rest), len(work))
        with closing(played(rest, engine)) as found, self._path.open("ab", buffering=0) as file:
            for done, key in enumerate(keys, 1):
                if key not in self._found:
                    self._found[key] = raw = msgspec.json.encode(next(found))
                    file.write(b'{"key":"%s","report":%s}\n' % (key.encode(), raw))
                    tell(done, len(work))
                yield msgspec.json.decode(self._found[key], type=GameReport)


def _key(piece: object) -> str:
    return sha256(code_hash().encode() + msgspec.json.encode(piece)).hexdigest()[:32]
