"""Files of chained lines: what was confirmed stays, what was changed shows."""

import os
import signal

import pytest
from msgspec import Struct

from shanghai.storage.chained_file import ChainedFile
from shanghai.storage.saves import CannotStore, NotAGame
from tests.long import some
from tests.saving import spawn


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry."""

    n: int


def file_of(folder) -> ChainedFile[Line]:
    return ChainedFile(folder / "room" / "lines.jsonl", "lines", Line)


def filled(folder, count=4) -> ChainedFile[Line]:
    file = file_of(folder)
    for n in range(count):
        file.append(Line(n))
    return file


def numbers(file) -> list[int]:
    return [entry.n for entry in file.read().entries]


def test_what_was_appended_is_read(tmp_path):
    assert numbers(file_of(tmp_path)) == []
    file = filled(tmp_path)
    assert numbers(file) == [0, 1, 2, 3]
    assert file.path.stat().st_mode & 0o777 == 0o600


def test_a_tail_cut_at_any_byte_is_cut_off_and_kept_aside(tmp_path):
    file = filled(tmp_path)
    whole = file.path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == 10]
    for length in range(len(whole)):
        file.path.write_bytes(whole[:length])
        stands = max(0, sum(end <= length for end in ends) - 1)
        assert numbers(file) == list(range(stands))
    file.path.write_bytes(whole[:-3])
    file.append(Line(9))
    assert numbers(file) == [0, 1, 2, 9]
    assert file.path.with_name("lines.jsonl.torn-1").read_bytes() == whole[:-3]


def test_every_flipped_bit_shows(tmp_path):
    file = filled(tmp_path)
    whole = file.path.read_bytes()
    for at in range(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[at // 8] ^= 1 << at % 8
        file.path.write_bytes(flipped)
        try:
            chain = file.read()
        except NotAGame:
            continue
        assert chain.problem
        assert [entry.n for entry in chain.entries] == list(range(len(chain.entries)))


def test_another_kind_of_file_is_refused(tmp_path):
    filled(tmp_path)
    other: ChainedFile[Line] = ChainedFile(tmp_path / "room" / "lines.jsonl", "other", Line)
    with pytest.raises(NotAGame):
        other.read()


def test_a_disk_that_refuses_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    file = filled(tmp_path)
    before = file.path.read_bytes()

    def refuse(descriptor):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", refuse)
        with pytest.raises(CannotStore):
            file.append(Line(7))
    assert file.path.read_bytes() == before
    file.append(Line(4))
    assert numbers(file) == [0, 1, 2, 3, 4]


_APPENDING = """
    import sys
    from pathlib import Path
    from tests.storage.test_chained_file import Line, file_of
    file = file_of(Path(sys.argv[1]))
    for n in range(int(sys.argv[2]), int(sys.argv[3])):
        file.append(Line(n))
        print(n, flush=True)
"""


def test_two_programs_at_once_lose_nothing(tmp_path):
    both = [spawn(_APPENDING, tmp_path, 0, 40), spawn(_APPENDING, tmp_path, 100, 140)]
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert sorted(numbers(file_of(tmp_path))) == [*range(40), *range(100, 140)]


@pytest.mark.parametrize("kill_at", some([3, 1, 17]))
def test_a_program_that_is_killed_loses_nothing_that_it_confirmed(tmp_path, kill_at):
    process = spawn(_APPENDING, tmp_path, 0, 10_000)
    confirmed = [int(process.stdout.readline()) for _ in range(kill_at)]
    os.kill(process.pid, signal.SIGKILL)
    confirmed += [int(line) for line in process.stdout.read().splitlines() if line]
    process.wait()
    stands = numbers(file_of(tmp_path))
    assert stands[: len(confirmed)] == confirmed
    assert len(stands) <= len(confirmed) + 1
    file_of(tmp_path).append(Line(-1))
    assert numbers(file_of(tmp_path))[-1] == -1
