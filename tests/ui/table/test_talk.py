"""What stands at the seat that speaks: remarks, calls, news, a chip that leaves, a won joker."""

from msgspec import structs

from shanghai.bots.levels import LEVELS
from shanghai.engine.events import (
    CallGranted,
    Discarded,
    GameEnded,
    JokerSwapped,
    MovesUndone,
    WentDown,
)
from shanghai.table.host import Host, Player
from shanghai.ui.table.levels import face_of
from shanghai.ui.table.movement import _lit, changed
from shanghai.ui.table.session import Session
from shanghai.ui.table.table_contents import TableContents
from shanghai.ui.table.talk import Talk, table_talk
from shanghai.ui.table.targets import ChipTarget
from shanghai.words.computers import IS_DOWN, REMARKS
from tests.ui.tables import WIDE, after_draw, at_table, flat, host_of


def table(*events, remarks=False, level="mia"):
    state = after_draw()
    players = [Player("Ann"), Player("Bob", level), Player("Cy")]
    host = Host(state.rules, players, 1, state)
    host.log = [GameEnded(())] * 4 + list(events)
    return Session(host), table_talk(Session(host), remarks=remarks)


def test_every_character_has_a_face_of_its_own():
    faces = {level: face for level in LEVELS if (face := face_of(level))}
    assert set(faces) == set(REMARKS)
    assert len(set(faces.values())) == len(faces)
    assert all(face.isascii() and len(face) == 5 for face in faces.values())


def test_a_seat_says_what_it_got_and_its_chip_leaves():
    _, talk = table(CallGranted(1, 5, ()))
    assert talk[1] == Talk(face_of("mia"), "BUY!", paid=True)
    assert talk[0] == Talk()


def test_a_remark_is_said_where_remarks_are_wanted_alone():
    _, quiet = table(CallGranted(1, 5, ()))
    _, loud = table(CallGranted(1, 5, ()), remarks=True)
    assert quiet[1].words == "BUY!"
    assert loud[1].words.strip('"') in REMARKS["mia"]["got"]


def test_a_joker_is_marked_where_it_was_won_from_another():
    _, talk = table(JokerSwapped(2, 3, 52, 1), JokerSwapped(0, 3, 52, 0))
    assert (talk[2].words, talk[2].jokers) == ("Bob's joker is mine!", 1)
    assert talk[0].jokers == 0, "the meld is Ann's own"


def test_what_was_taken_back_is_said_no_more():
    _, talk = table(CallGranted(1, 5, ()), MovesUndone(0, False, 1, ()))
    assert talk[1].words == ""
    assert not talk[1].paid


def test_a_call_is_said_until_another_card_is_on_offer():
    session, talk = table(CallGranted(1, 5, ()), JokerSwapped(2, 3, 52, 1))
    view = session.public()
    waiting = TableContents(structs.replace(view, calls=(1,)), talk=talk).rows(80, 9)
    settled = TableContents(view, talk=talk).rows(80, 9)
    places = [
        "".join(bit.text for bit in line).index("BUY!")
        for rows in (waiting, settled)
        for line in rows
        if "BUY!" in "".join(bit.text for bit in line)
    ]
    assert len(places) == 2
    assert places[0] == places[1], "the call jumps when it is settled"
    _, talk = table(CallGranted(1, 5, ()), JokerSwapped(2, 3, 52, 1), Discarded(0, 6, False))
    assert [talk[seat].words for seat in (1, 2)] == ["", "Bob's joker is mine!"]


def test_a_word_stands_for_a_moment():
    _, talk = table(CallGranted(1, 5, ()), *[GameEnded(())] * 9)
    assert talk[1].words == ""


def test_a_used_call_is_seen_to_leave():
    state = after_draw()
    seats = [structs.replace(seat) for seat in state.seats]
    seats[1] = structs.replace(seats[1], calls_used=1)
    session, talk = table(CallGranted(1, 5, ()))
    before = session.public()
    now = structs.replace(before, seats=tuple(seats))
    assert ChipTarget(1) in changed(before, now)
    rows = TableContents(now, talk=talk).rows(100, 30)
    assert "●●○" in "".join(bit.text for line in rows for bit in line)
    lit = [_lit(frozenset({ChipTarget(1)}), "glow", y, line) for y, line in enumerate(rows)]
    assert "●●●" in "".join(bit.text for line in lit for bit in line)


async def test_a_bubble_stands_at_the_seat(tmp_path):
    host = host_of(after_draw())
    host.log = [GameEnded(())] * 3 + [CallGranted(1, 5, ())]
    async with at_table(tmp_path, host, WIDE) as (app, _):
        assert " BUY! " in flat(app)


def test_that_somebody_is_down_is_said_for_one_turn_of_another():
    down, own_end = WentDown(1, 0, 1), Discarded(1, 6, False)
    assert table(down)[1][1].words == IS_DOWN
    assert table(down, own_end)[1][1].words == IS_DOWN
    assert table(down, own_end, Discarded(2, 7, False))[1][1].words == ""
