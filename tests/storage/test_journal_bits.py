"""A game of three hundred moves: cut at every byte, and each of its bits changed."""

from random import Random

import pytest

from shanghai.storage import journal
from shanghai.storage.journal import JournalVerdict
from tests.saving import kept_game, seat_dice


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """The journal of the game, and what is read of it."""
    with pytest.MonkeyPatch.context() as patch:
        seat_dice(patch)
        path, _ = kept_game(tmp_path_factory.mktemp("data"), "rummygames", 300)
    data = path.read_bytes()
    whole = journal.read(data)
    assert (whole.verdict, whole.moves) == (JournalVerdict.OK, 300)
    return data, whole


def each_line(data):
    """Where each line begins, and what was read when the reader comes to it."""
    start = 0
    for line in data.splitlines(keepends=True):
        yield start, start + len(line), journal.read(data[:start])
        start += len(line)


def read_on(found, rest):
    """What the reader makes of the rest of a file, having come so far as it found."""
    if found.header is None:
        return journal.read(rest)
    reader = journal._JournalReplay(found.header, found.state, found.checksum, found.good)
    reader.entries, reader.log = list(found.entries), list(found.log)
    reader.players = list(found.players)
    *lines, tail = rest.split(b"\n")
    return reader.read(lines, tail)


@pytest.mark.slow
def test_cut_at_every_byte_it_is_its_exact_prefix(saved):
    data, whole = saved
    for start, end, found in each_line(data):
        assert found.entries == whole.entries[: len(found.entries)]
        for at in range(start, end):
            read = read_on(found, data[start:at])
            assert read.entries == found.entries
            assert read.good == start
            is_whole = at == start > 0
            assert read.verdict is (JournalVerdict.OK if is_whole else JournalVerdict.TORN), at


@pytest.mark.slow
def test_no_bit_of_it_changes_unseen(saved):
    data, _ = saved
    last = data.rfind(b"\n", 0, -1)
    for start, end, found in each_line(data):
        rest = bytearray(data[start:])
        for at in range(end - start):
            for bit in range(8):
                rest[at] ^= 1 << bit
                read = read_on(found, bytes(rest))
                rest[at] ^= 1 << bit
                assert read.entries == found.entries
                assert read.good == start
                is_torn = start + at >= last and read.verdict is JournalVerdict.TORN
                assert is_torn or read.verdict is JournalVerdict.DAMAGED, (start, at, bit)


@pytest.mark.slow
def test_bits_here_and_there_change_nothing_unseen_in_the_file_as_it_is(saved):
    data, whole = saved
    for bit in Random(6).sample(range(len(data) * 8), 2000):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        read = journal.read(bytes(changed))
        assert read.entries == whole.entries[: len(read.entries)]
        assert read.good <= bit // 8
        assert read.verdict in (JournalVerdict.DAMAGED, JournalVerdict.TORN)
