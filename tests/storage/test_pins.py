"""The PINs of seats in a journal: a slow hash, asked after a resume, no part of the cards."""

import re

import msgspec
import pytest

from shanghai.records.proof import prove
from shanghai.records.recorder import record_of
from shanghai.storage import journal
from shanghai.storage.entries import Pin
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.saves import read_game
from shanghai.storage.verdict import UNBOUND
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.table.pins import MOST_DIGITS, PinHash, TypedPin
from tests.saving import SAVES, chain, clock, kept_game, lean, play, put_game, resume, seat_dice

PIN, OTHER = "73190", "73191"


@pytest.fixture(autouse=True)
def dice(monkeypatch):
    seat_dice(monkeypatch)


def with_pin(folder, moves=40):
    """A game that was left, in which Ann has a PIN; its journal."""
    path, _ = kept_game(folder, moves=moves)
    writer, host, _ = resume(path)
    host.set_pin(0, TypedPin(PIN))
    writer.close()
    return path


def test_only_numbers_of_four_digits_or_more_are_pins():
    for digits in ("", "123", "12a4", "１２３４", "1 234", "-1234", "1" * (MOST_DIGITS + 1)):
        assert TypedPin(digits).fault
        with pytest.raises(ValueError, match="digits"):
            TypedPin(digits).hashed()
    assert not TypedPin("0000").fault
    assert TypedPin("000").more(7).less().more(0) == TypedPin("0000")
    assert len(TypedPin("1" * MOST_DIGITS).more(1)) == MOST_DIGITS


def test_the_same_pin_has_another_hash_each_time_and_fits_alone():
    one, other = TypedPin(PIN).hashed(), TypedPin(PIN).hashed()
    assert one != other
    assert TypedPin(PIN).fits(one)
    assert TypedPin(PIN).fits(other)
    assert not TypedPin(OTHER).fits(one)
    assert PIN not in repr((TypedPin(PIN), one))


def test_the_pin_is_asked_once_after_each_resume(tmp_path):
    path = with_pin(tmp_path)
    for _ in range(2):
        writer, host, said = resume(path)
        assert not said
        assert host.pins.is_locked(0)
        assert not host.pins.is_locked(1)
        assert not host.pins.unlock(0, TypedPin(OTHER))
        assert not host.pins.unlock(0, TypedPin(""))
        assert host.pins.unlock(0, TypedPin(PIN))
        assert not host.pins.is_locked(0)
        writer.close()


def test_it_is_nowhere_in_the_file_but_as_a_hash(tmp_path):
    path = with_pin(tmp_path)
    assert PIN.encode() not in re.sub(rb'"(salt|digest)":"[^"]*"', b"", path.read_bytes())
    (kept,) = (entry for entry in read_game(path).entries if isinstance(entry, Pin))
    assert TypedPin(PIN).fits(PinHash(kept.salt, kept.digest))


def test_it_is_taken_away_aloud_and_so_it_stays(tmp_path):
    path = with_pin(tmp_path)
    writer, host, _ = resume(path)
    host.set_pin(0, None)
    writer.close()
    writer, host, _ = resume(path)
    writer.close()
    assert not host.pins.is_locked(0)
    told = [note.text for note in host.notes]
    assert told[-2:] == ["Ann's hand has a PIN now.", "The PIN of Ann was taken away."]


def test_a_seat_that_is_handed_over_has_none(tmp_path):
    path = with_pin(tmp_path)
    writer, host, _ = resume(path)
    host.hand_over(0, "Eva")
    writer.close()
    writer, host, _ = resume(path)
    writer.close()
    assert 0 not in host.pins
    assert not host.pins.is_locked(0)
    assert host.notes[-1].text == "The PIN of Ann was taken away."


def test_the_game_goes_on_as_if_there_were_none(tmp_path):
    """The players do the same; notes on computers before a PIN are told once."""
    path = with_pin(tmp_path)
    writer, host, _ = resume(path)
    host.computers.notes.append(type(host.notes[0])(len(host.log), "Bob's computer was silent."))
    host.set_pin(0, TypedPin(OTHER))
    play(host, host.version + 20)
    writer.close()
    assert not writer.problem
    read = read_game(path)
    assert read.verdict is JournalVerdict.OK
    assert [text for _, text in read.notes].count("Bob's computer was silent.") == 1
    assert [text for _, text in read.notes].count("Ann's hand has a PIN now.") == 2


@pytest.mark.slow
def test_cards_proof_and_record_are_those_of_the_game_without(tmp_path):
    host = Host(
        lean("playerules", 1),
        [Player(n, "easy") for n in "ABC"],
        CardSource(5, is_fair=True, cuts=(3,)),
    )
    writer = GameWriter.begin(tmp_path, host, now=clock)
    host.draw_for_dealer()
    host.deal()
    order = host.state.stock
    for seat in (1, 1, 2):
        host.set_pin(seat, TypedPin(PIN))
    while host.state.results == ():
        host.do(host.bot_action())
    writer.close()
    read = read_game(writer.path)
    assert read.verdict is JournalVerdict.OK
    assert prove(read).holds
    assert "PIN" not in record_of(read)
    plain = Host(
        lean("playerules", 1),
        [Player(n, "easy") for n in "ABC"],
        CardSource(5, is_fair=True, cuts=(3,)),
    )
    plain.draw_for_dealer()
    plain.deal()
    assert plain.state.stock == order


def test_an_older_game_is_written_in_the_present_format_for_it(tmp_path):
    path = put_game(tmp_path, "old", (SAVES / "3-left.jsonl").read_bytes())
    assert b'"format":3' in path.read_bytes()
    writer, host, _ = resume(path)
    host.set_pin(0, TypedPin(PIN))
    writer.close()
    assert not writer.problem
    assert f'"format":{UNBOUND}'.encode() in path.read_bytes()
    read = read_game(path)
    assert (read.verdict, [*read.resumption.pins]) == (JournalVerdict.OK, [0])


def test_a_pin_that_cannot_be_is_damage(tmp_path):
    bodies = [line[9:] for line in with_pin(tmp_path).read_bytes().splitlines()]
    pin = msgspec.json.decode(bodies[-1])
    for change in (
        {"seat": 9},
        {"seat": -1},
        {"salt": ""},
        {"digest": "a" * 63},
        {"digest": "G" * 64},
        {"salt": "A" * 32},
        {"said": ["a\u202eb"]},
        {"more": 1},
    ):
        data = chain([*bodies[:-1], msgspec.json.encode(pin | change)])
        assert journal.read(data).verdict is JournalVerdict.DAMAGED, change


def test_no_pin_after_the_end(tmp_path):
    data = (SAVES / "3-cut.jsonl").read_bytes()
    bodies = [line[9:] for line in data.splitlines()]
    late = Pin(len(bodies), 0, "", "a" * 32, "b" * 64)
    read = journal.read(chain([*bodies, msgspec.json.encode(late)]))
    assert (read.verdict, read.line) == (JournalVerdict.DAMAGED, len(bodies) + 1)
