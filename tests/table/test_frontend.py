"""Whole games through the table room by a third front end, with seats of all kinds that change."""

import pytest

from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.table.places import OpenHand, Place
from shanghai.table.table import Table
from shanghai.variants.library import known_variants, shipped_variants
from shanghai.variants.loader import load_variant
from tests.saving import lean
from tests.table.frontend import PIN, FrontEnd

NAMES = ("Ann", "Bob", "Mia", "Cy", "Dee", "Eve", "Fay", "Gus")
MIA = 2


def begun(rules, folder):
    """A table of two people at the keyboard, one elsewhere, and computers."""
    count = min(max(4, rules.min_players), rules.max_players)
    players = [Player(name, "simple" if seat > MIA else "") for seat, name in enumerate(NAMES)]
    host = Host(rules, players[:count], CardSource(is_fair=True))
    writer = GameWriter.begin(folder, host)
    return at_places(host), writer


def at_places(host):
    """A table where every draw waits for all, and Mia is elsewhere."""
    table = Table(host)
    table.calls.grace = None
    table.move_to(MIA, Place.ELSEWHERE)
    return table


def played(table, writer, between=25, **given):
    """Plays on; a line for each move is in the journal before a place is shown anything of it."""
    counted = [table.version]

    def count_lines():
        if table.version >= counted[-1] + 10:
            assert writer.path.read_bytes().count(b"\n") > table.version
            counted.append(table.version)

    table.listeners.append(count_lines)
    front_end = FrontEnd(table, 1, between)
    front_end.play(**given)
    assert len(counted) > 2
    return front_end


def kinds_asked(front_end):
    """The kinds of questions that were answered and accepted."""
    sent = [each for seat in front_end.seats for each in seat.sent]
    assert all(reply.outcome != "refused" or reply.why for _, _, reply in sent)
    return {shown.question.kind for shown, _, reply in sent if reply.outcome == "accepted"}


def whole_game(rules, folder):
    table, writer = begun(rules, folder)
    front_end = played(table, writer)
    writer.close()
    assert front_end.kinds == {*Place}
    calls = {"call"} if any(rules.call_limit) else set()
    assert kinds_asked(front_end) >= {"turn", "cut", *calls}
    read = sound_game(writer.path)
    assert (read.state, [*read.log]) == (table.host.state, table.host.log)


@pytest.mark.parametrize("variant", known_variants())
def test_two_rounds_with_a_thread_for_each_seat(variant, tmp_path):
    whole_game(lean(variant, 1, 2), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped_variants())
def test_whole_games_of_all_published_variants(variant, tmp_path):
    whole_game(load_variant(variant), tmp_path)


def test_a_game_goes_on_after_its_end_in_the_middle_and_asks_for_the_pin(tmp_path):
    table, writer = begun(lean("grandma-davis", 1, 2), tmp_path)
    table.set_pin(MIA, PIN)
    first = played(table, writer, between=1000, until=30)
    ids = {shown.question.id for seat in first.seats for shown, _, _ in seat.sent}
    state, log = table.host.state, table.host.log
    writer.close()
    writer, host, _ = GameWriter.resume(writer.path)
    assert (host.state, host.log) == (state, log)
    table = at_places(host)
    assert table.question(MIA).kind == "pin"
    assert table.question(MIA).id not in ids
    second = played(table, writer)
    writer.close()
    assert kinds_asked(second) >= {"turn", "pin"}
    assert any(isinstance(does, OpenHand) for _, does, _ in second.seats[MIA].sent)
