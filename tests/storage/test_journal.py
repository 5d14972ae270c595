"""The journal: what a reader makes of sound, cut, damaged and forged lines."""

from random import Random

import msgspec
import pytest

from shanghai.engine.actions import Draw
from shanghai.engine.state import Phase
from shanghai.storage import entries, journal
from shanghai.storage.entries import Ended, MoveEntry, state_hash
from shanghai.storage.journal import Journal, JournalVerdict, read
from tests.saving import SAVES, chain, kept_game, seat_dice

SOUND = {
    "1-california.jsonl": (157, "adaf75d3fd9d1732"),
    "1-grandma-davis.jsonl": (121, "7727aa45b475641f"),
    "1-left.jsonl": (180, "a0ae8de60eb643fa"),
    "1-playerules.jsonl": (201, "4dbea50f5e4fcd77"),
    "1-rummygames.jsonl": (235, "4dc574d687764711"),
    "2-left.jsonl": (180, "a0ae8de60eb643fa"),
    "2-taken-back.jsonl": (373, "50f3d76524e1f046"),
    "3-cut.jsonl": (249, "da5f51845bbb600e"),
    "3-left.jsonl": (180, "a0ae8de60eb643fa"),
    "3-taken-back.jsonl": (373, "50f3d76524e1f046"),
    "4-handicaps.jsonl": (57, "11cf26e633f72fec"),
    "4-pin-left.jsonl": (57, "483f842a683afce6"),
    "5-cut.jsonl": (273, "dbbd5cead5c8e567"),
    "6-again-left.jsonl": (39, "3ac5e7fec48c4435"),
    "6-cut.jsonl": (226, "6523986d62989b70"),
}
FINISHED = (SAVES / "1-grandma-davis.jsonl").read_bytes()
WHOLE = read(FINISHED)
LINES = FINISHED.splitlines(keepends=True)
SHORT = b"".join(LINES[:14])


BODIES = [line[9:-1] for line in LINES]


def changed(number: int, **changes: object) -> bytes:
    """The finished game with some values of a line (from 1) changed, all checksums right."""
    value = msgspec.json.decode(BODIES[number - 1]) | changes
    bodies = [*BODIES]
    bodies[number - 1] = msgspec.json.encode(value)
    return chain(bodies)


def header_with(**changes: object) -> bytes:
    return changed(1, **changes)


def require_prefix(found: Journal, of: Journal = WHOLE) -> None:
    """Nothing else than a part of the game may be read out of a journal that is not whole."""
    assert found.header in (None, of.header)
    assert found.entries == of.entries[: len(found.entries)]
    if found.verdict is JournalVerdict.OK:
        assert found.line == 0
        assert not found.problem
    else:
        assert found.line > 0
        assert found.problem


@pytest.mark.parametrize("name", sorted(SOUND))
def test_games_of_every_format_load_for_ever(name):
    moves, digest = SOUND[name]
    found = read((SAVES / name).read_bytes())
    assert (found.verdict, found.problem) == (JournalVerdict.OK, "")
    assert found.moves == moves
    assert state_hash(found.state) == digest
    assert found.is_ended != name.endswith("left.jsonl")
    assert found.header.format == int(name[0])
    assert found.taken_back == (126 if name.endswith("taken-back.jsonl") else 0)


def test_the_samples_are_all_named():
    assert {path.name for path in SAVES.iterdir()} == set(SOUND)


def test_a_finished_game_is_whole():
    assert WHOLE.verdict is JournalVerdict.OK
    assert WHOLE.state.phase is Phase.GAME_OVER
    assert isinstance(WHOLE.entries[-1], Ended)
    assert WHOLE.good == len(FINISHED)
    assert WHOLE.moves == len(LINES) - 2
    assert [who.name for who in WHOLE.players] == [seat.name for seat in WHOLE.state.seats]
    assert any(entry.state for entry in WHOLE.entries if isinstance(entry, MoveEntry))


def require_cut(data: bytes, at: int, whole: Journal) -> None:
    part = data[:at]
    found = read(part)
    require_prefix(found, whole)
    lines = part.count(b"\n")
    assert found.verdict is (
        JournalVerdict.OK if lines and part.endswith(b"\n") else JournalVerdict.TORN
    )
    assert len(found.entries) == max(0, lines - 1)
    assert found.good == part.rfind(b"\n") + 1


def test_a_game_cut_anywhere_is_its_exact_prefix():
    places = Random(1).sample(range(len(SHORT)), 300)
    ends = [at for at in range(len(SHORT)) if b"\n" in SHORT[max(0, at - 2) : at + 2]]
    for at in {*places, *ends, 0, 1, len(SHORT)}:
        require_cut(SHORT, at, WHOLE)


def test_a_finished_game_without_its_last_line_was_cut():
    found = read(b"".join(LINES[:-1]))
    assert found.verdict is JournalVerdict.TORN
    assert found.moves == WHOLE.moves
    assert found.line == len(LINES)
    assert not found.is_ended


def require_flip(data: bytes, bit: int) -> None:
    flipped = bytearray(data)
    flipped[bit // 8] ^= 1 << bit % 8
    found = read(bytes(flipped))
    require_prefix(found)
    assert found.verdict in (JournalVerdict.TORN, JournalVerdict.DAMAGED)
    assert found.good <= bit // 8


def test_no_single_bit_changes_unseen():
    for bit in Random(2).sample(range(len(FINISHED) * 8), 200):
        require_flip(FINISHED, bit)
    last = len(SHORT) * 8
    for bit in (*range(80), *range(last - 160, last), *Random(3).sample(range(last), 200)):
        require_flip(SHORT, bit)


@pytest.mark.parametrize("at", [1, 2, 17, len(LINES) // 2, len(LINES) - 2])
def test_lines_removed_doubled_and_swapped_are_damage(at):
    removed = [*LINES[:at], *LINES[at + 1 :]]
    doubled = [*LINES[: at + 1], *LINES[at:]]
    swapped = [*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 :]]
    for lines, bad in ((removed, at), (doubled, at + 1), (swapped, at)):
        found = read(b"".join(lines))
        require_prefix(found)
        is_last = len(lines) == bad + 1
        assert found.verdict is (JournalVerdict.TORN if is_last else JournalVerdict.DAMAGED)
        assert found.line == bad + 1
        assert len(found.entries) == bad - 1


def test_games_glued_together_are_damage():
    found = read(SHORT + FINISHED)
    assert found.verdict is JournalVerdict.DAMAGED
    assert found.line == 15
    assert found.good == len(SHORT)
    require_prefix(found)


@pytest.mark.parametrize("tail", [b"\0", b"\0" * 4096, b"\0\n\0", b"0000", b"0" * 5000, b"\n"])
def test_a_tail_that_is_no_line_is_cut_off(tail):
    found = read(SHORT + tail)
    assert found.verdict is JournalVerdict.TORN
    assert (found.line, found.good) == (15, len(SHORT))


def test_files_that_an_editor_rewrote_are_refused_and_it_is_said():
    for data in (SHORT.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + SHORT):
        found = read(data)
        assert found.verdict is JournalVerdict.DAMAGED
        assert "editor" in found.problem
    last = SHORT[:-1] + b"\r\n"
    assert read(last).verdict is JournalVerdict.TORN


def test_a_record_is_called_one_and_not_a_damaged_game():
    record = b"title: Round 1\nvariant: california\nplayers: [Ann, Bob]\n"
    assert "`shanghai check` reads" in read(record).problem
    assert read(b"a letter\nto somebody\n").problem == "the first line is not that of a saved game"


def test_a_newer_format_is_left_to_newer_programs():
    found = read(header_with(format=99, program="9.1\x1b[31m", rules="of another shape"))
    assert found.verdict is JournalVerdict.NEWER
    assert found.problem == "made by version 9.1[31m; please update the program"
    assert read(header_with(format=2**80)).verdict is JournalVerdict.NEWER


PLAIN = msgspec.json.decode(BODIES[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 0},
        {"format": True},
        {"format": "1"},
        {"format": None},
        {"seed": 5},
        {"players": []},
        {"players": [{"name": "Ann"}] * 3},
        {"players": [{"name": "Ann"}, {"name": "B\x1bb"}, {"name": "Cy"}]},
        {"players": [{"name": "Ann"}, {"name": "B\u202eb"}, {"name": "Cy"}]},
        {"title": "\x07"},
        {"surprise": 1},
        {"rules": {}},
        {"rules": PLAIN["rules"] | {"contracts": []}},
        {"rules": PLAIN["rules"] | {"deal": [10**9]}},
        {"rules": PLAIN["rules"] | {"call_limit": []}},
        {"rules": PLAIN["rules"] | {"name": "a\u0000b"}},
        {"rules": PLAIN["rules"] | {"name": ["a"] * 9}},
    ],
)
def test_a_header_that_nobody_could_play_by_is_damage(changes):
    found = read(header_with(**changes))
    assert found.verdict is JournalVerdict.DAMAGED
    assert found.line == 1
    assert found.moves == 0
    assert found.problem.isprintable()


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"3", b"{", b"[" * 100_000, b'{"format":' + b"9" * 99]
)
def test_a_first_line_that_is_no_header_is_damage(body):
    assert read(chain([body])).verdict in (JournalVerdict.DAMAGED, JournalVerdict.NEWER)
    assert read(chain([body, *BODIES[1:]])).entries == ()


def number_of(kind: str) -> int:
    """The line of the first move of a kind."""
    return next(at for at, body in enumerate(BODIES, 1) if b'"type":"%s"' % kind.encode() in body)


@pytest.mark.parametrize(
    ("line", "changes", "problem"),
    [
        (9, {"n": 9}, "stands where"),
        (9, {"n": 10**4000}, "stands where"),
        (9, {"action": {"type": "Cheat", "seat": 0}}, "no entry"),
        (9, {"action": {"type": "Draw", "seat": 0.5}}, "no entry"),
        (9, {"action": {"type": "Draw", "seat": 99}}, "refuse"),
        (9, {"action": {"type": "Draw", "seat": -1}}, "refuse"),
        (9, {"action": {"type": "Discard", "seat": 0, "card": 10**40}}, ""),
        (9, {"action": {"type": "LayOff", "seat": 0, "card": 0, "meld": -7}}, ""),
        (9, {"action": {"type": "HandOver", "seat": 0, "name": "\x1b[2J"}}, "must not be shown"),
        (9, {"bot": "simple"}, "not handed over"),
        (9, {"type": "end", "state": "0"}, "no entry"),
        (number_of("Deal"), {"action": {"type": "Deal", "order": [1, 2, 3]}}, "refuse"),
        (17, {"state": "0" * 16}, "not in the state"),
        (len(BODIES), {"state": "0" * 16}, "not in the state"),
    ],
)
def test_a_forged_line_with_right_checksums_is_damage(line, changes, problem):
    found = read(changed(line, **changes))
    assert found.verdict is JournalVerdict.DAMAGED
    assert found.line == line
    assert problem in found.problem
    require_prefix(found)


def test_a_move_left_out_or_cards_changed_do_not_pass_the_engine():
    deal = number_of("Deal")
    order = msgspec.json.decode(BODIES[deal - 1])["action"]["order"]
    order[0], order[1] = order[1], order[0]
    found = read(changed(deal, action={"type": "Deal", "order": order}))
    assert found.verdict is JournalVerdict.DAMAGED
    assert found.line > deal


def test_nothing_goes_on_after_the_end_and_no_game_ends_early():
    more = msgspec.json.encode(MoveEntry(len(BODIES), Draw(0)))
    assert "after its end" in read(chain([*BODIES, more])).problem
    early = Ended(9, state_hash(read(b"".join(LINES[:9])).state))
    found = read(chain([*BODIES[:9], msgspec.json.encode(early)]))
    assert (found.verdict, found.line) == (JournalVerdict.DAMAGED, 10)
    assert "before it is" in found.problem


def test_what_is_far_too_large_is_refused_at_once(monkeypatch):
    assert read(b"\n" * 10**6).verdict is JournalVerdict.DAMAGED
    padded = BODIES[2].replace(b"{", b"{" + b" " * entries.MOST_LINE, 1)
    assert read(chain([*BODIES[:2], padded])).line == 3
    monkeypatch.setattr(entries, "MOST_LINE", len(padded))
    assert read(chain([*BODIES[:2], padded])).verdict is JournalVerdict.OK
    monkeypatch.setattr(journal, "MOST_BYTES", len(SHORT) - 1)
    assert "too large" in read(SHORT).problem


def test_any_bytes_at_all_are_judged():
    chance = Random(5)
    for _ in range(300):
        assert read(chance.randbytes(chance.randrange(300))).verdict is not JournalVerdict.OK
        at = chance.randrange(len(SHORT))
        data = SHORT[:at] + chance.randbytes(chance.randrange(1, 40)) + SHORT[at:]
        require_prefix(read(data))
        assert read(data).verdict is not JournalVerdict.OK


def test_every_prefix_leads_to_the_state_it_was_saved_from(tmp_path, monkeypatch):
    seat_dice(monkeypatch)
    path, host = kept_game(tmp_path, "grandma-davis", 80)
    data = path.read_bytes()
    whole = read(data)
    assert whole.state == host.state
    assert list(whole.log) == host.log
    assert [(who.name, who.bot) for who in whole.players] == [(p.name, p.bot) for p in host.players]
    assert read(data[: whole.good]) == whole
