"""Games of every kind: each is proved, its record holds, and no change of its cards goes unseen."""

import shutil
from random import Random

import pytest

from shanghai.records.check import check_file
from shanghai.records.proof import prove
from shanghai.records.recorder import record_of
from shanghai.storage import journal
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.lines import line_of
from shanghai.storage.saves import sound_game
from tests import fair_cards
from tests.ledger.recount import recount
from tests.long import some
from tests.mixed_games import play, still_game
from tests.records.test_proof import lines_of
from tests.referee import judge

FEW = 4
NUMBERS = some([0, 1, 2, 6, 3, 4, 5, *range(7, 80)], FEW)


@pytest.fixture(scope="module", params=NUMBERS)
def kept(request, tmp_path_factory):
    """The file of a game."""
    return play(tmp_path_factory.mktemp("kept"), request.param)


def test_a_game_is_proved_and_its_record_passes_the_check(kept, tmp_path):
    read = sound_game(kept)
    proof = prove(read)
    assert proof.faults == ()
    assert not any("of computers cannot be shown" in fact for fact in proof.facts)
    file = tmp_path / "record.yaml"
    file.write_text(record_of(read), "utf-8")
    assert [result.lines for result in check_file(file) if result.state != "passed"] == []
    if read.header.fingerprint:
        assert fair_cards.faults(kept) == []


@pytest.mark.parametrize("number", some([5, *range(5), *range(6, 24)]))
def test_a_whole_game_of_the_four_passes_the_referee(number, tmp_path):
    read = sound_game(play(tmp_path, number, four=True, rounds=99))
    assert prove(read).faults == ()
    file = tmp_path / "record.yaml"
    file.write_text(record_of(read), "utf-8")
    assert judge(file) == []


@pytest.mark.parametrize(
    ("variant", "rounds", "stalemate"),
    some([("california", (8, 10), "deal-again"), ("rummygames", (8, 10), "count")]),
)
def test_a_round_that_stands_still_is_proved_and_counted_too(variant, rounds, stalemate, tmp_path):
    path = still_game(tmp_path, variant, rounds, stalemate)
    lines = lines_of(path)
    assert any(line.get("action", {}).get("type") == "ThrowIn" for line in lines)
    read = sound_game(path)
    assert prove(read).faults == ()
    assert fair_cards.faults(path) == []
    file = tmp_path / "record.yaml"
    file.write_text(record_of(read), "utf-8")
    assert [result.lines for result in check_file(file) if result.state != "passed"] == []
    found = recount(path)
    assert [line["points"] for line in found.rounds] == [
        list(line.points) for line in read.state.results
    ]


def judged(lines):
    """Whether changed lines still pass, under checksums and without the hashes of states."""
    data, checksum = b"", 0
    for line in lines:
        line.pop("state", None)
        made, checksum = line_of(line, checksum)
        data += made
    read = journal.read(data)
    return read.verdict is not JournalVerdict.DAMAGED and prove(read).holds


def changes(lines):
    """What somebody might change: two cards of an order, a draw, a pick, the cut, the seed."""
    for at, line in enumerate(lines):
        action = line.get("action", {})
        for key in ("order", "renewed"):
            if len(action.get(key, ())) > 1:
                yield at, key
        if "draws" in action:
            yield at, "draws"
        if action.get("picked") is not None:
            yield at, "picked"
        if line.get("type") == "cut":
            yield at, "number"
    yield 0, "seed"


def change(line, key, dice):
    """Changes one thing in a line."""
    if key in ("order", "renewed"):
        cards = line["action"][key]
        one, other = dice.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
    elif key == "draws":
        draw = line["action"]["draws"][-1]
        low = min((card for card in draw if card >= 0), key=lambda card: card % 53 % 13)
        draw[draw.index(low)] = (low // 53) * 53 + (low % 53 + 13) % 52
    elif key == "picked":
        line["action"]["picked"] = None
    elif key == "number":
        line["number"] = (line["number"] + 1) % 10**9
    else:
        line["seed"] = str(int(line["seed"]) + 1)


def test_no_change_of_the_cards_goes_unseen(kept, tmp_path):
    whole, dice = lines_of(kept), Random(kept.parent.name)
    places = list(changes(whole))
    assert len(places) > 2
    for at, key in places:
        lines = lines_of(kept)
        change(lines[at], key, dice)
        # What came after would be refused: a forger stops there, or a move after the cut.
        until = len(lines) if key == "seed" else at + 1 + (key == "number")
        assert not judged(lines[:until]), (at, key)
        if whole[0]["fingerprint"] and key != "picked":
            other = shutil.copy(kept, tmp_path / "other.jsonl")
            other.write_bytes(b"".join(line_of(line, 0)[0] for line in lines))
            assert fair_cards.faults(other), (at, key)
