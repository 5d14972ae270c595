"""The PIN of a seat in lines: asked before a hand is told, set twice, taken away aloud."""

import msgspec
import pytest

from shanghai.engine.state import Phase
from shanghai.table.pins import PinHash, TypedPin
from tests.linear.test_table import talk_about
from tests.positions import HANDS, host_of, position

PIN, OTHER = "73190", "73191"


@pytest.fixture(autouse=True)
def quick_hash(monkeypatch):
    monkeypatch.setattr(TypedPin, "_hash", lambda typed, salt: f"{salt.hex()}{typed._digits}")


def game(*locked, bots=()):
    state = position("playerules", HANDS, turn="Ann", by="Cy", discards="4D QD")
    host = host_of(state, bots)
    host.pins.resume((seat, PinHash("00", f"00{PIN}")) for seat in locked)
    return host


def hand_was_told(talk):
    return bool(talk.heard(r"\b9D\b.*\bKC\b|\bKC\b.*\b9D\b"))


def test_it_is_asked_before_the_hand_is_told():
    talk = talk_about(game(0), "", OTHER)
    assert talk.heard("Ann types the PIN")
    assert not hand_was_told(talk)
    talk = talk_about(game(0), "", OTHER, PIN)
    assert hand_was_told(talk)
    assert not talk.heard(PIN)


def test_three_wrong_ones_end_the_question():
    talk = talk_about(game(0), "", OTHER, "x", "", "hand")
    assert talk.heard("stays closed")
    assert talk.heard("Nobody has the keyboard")
    assert not hand_was_told(talk)
    assert hand_was_told(talk_about(game(0), "", OTHER, "x", "", "", PIN))


def test_a_person_alone_is_asked_before_anything_is_told():
    talk = talk_about(game(0, bots=("Bob", "Cy")), *(OTHER,) * 6, "log")
    assert talk.said[0].startswith("Ann types the PIN")
    assert not hand_was_told(talk)
    assert hand_was_told(talk_about(game(0, bots=("Bob", "Cy")), PIN))


def test_a_look_asks_it_too():
    asked = ["look 2", ""]
    talk = talk_about(game(1), *asked, OTHER, OTHER, OTHER)
    assert talk.heard("Bob types the PIN")
    assert not talk.heard(r"\bQH\b")
    assert talk_about(game(1), *asked, PIN).heard(r"\bQH\b")


def test_a_forgotten_one_is_taken_away_aloud():
    host = game(0)
    talk = talk_about(host, "", "forgotten")
    assert talk.heard("The PIN of Ann was taken away")
    assert [note.text for note in host.notes] == ["The PIN of Ann was taken away."]
    assert not hand_was_told(talk)


def test_a_person_alone_who_has_forgotten_it_takes_the_keyboard_again():
    host = game(0, bots=("Bob", "Cy"))
    talk = talk_about(host, "forgotten", "pin off", "pin off Ann", "", "hand")
    assert talk.heard("The PIN of Ann was taken away")
    assert talk.heard("Ann has no PIN")
    assert hand_was_told(talk)
    host = game(0, bots=("Bob", "Cy"))
    talk = talk_about(host, OTHER, OTHER, OTHER, "pin off Ann", "")
    assert hand_was_told(talk)


def test_it_is_set_with_the_hand_open_and_typed_twice():
    host = game()
    talk = talk_about(host, "pin", "", "", "pin", PIN, OTHER, "pin", "12", "pin", PIN, PIN)
    assert talk.heard("with the own hand open")
    assert talk.heard("not the same")
    assert talk.heard("4 to 12 digits")
    assert 0 in host.pins
    assert not talk.heard(PIN)


def test_it_is_taken_away_by_name():
    host = game(1)
    talk = talk_about(host, "pin off Bob", "pin off Ann", "pin off Eve")
    assert 1 not in host.pins
    assert talk.heard("Ann has no PIN")
    assert talk.heard("The PIN of Bob was taken away")


def test_a_game_that_is_gone_on_with_tells_of_one_that_was_taken_away():
    gone = "The PIN of Bob was taken away"
    host = game(1)
    assert len(talk_about(host, "pin off Bob").heard(gone)) == 1
    assert len(talk_about(host, "").heard(gone)) == 1
    assert talk_about(host, "", "log").heard(gone)
    alone = game(bots=("Bob", "Cy"))
    talk_about(alone, "pin", PIN, PIN, "pin off")
    assert len(talk_about(alone).heard("The PIN of Ann was taken away")) == 1


def test_one_that_was_taken_away_between_two_rounds_is_told():
    host = game(1)
    host.state = msgspec.structs.replace(host.state, phase=Phase.ROUND_OVER)
    assert len(talk_about(host, "pin off Bob").heard("The PIN of Bob")) == 1
    assert len(talk_about(host).heard("The PIN of Bob")) == 1
