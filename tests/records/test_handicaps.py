"""Games with handicaps: kept, resumed, proved, recorded by the rules alone, and counted."""

import msgspec
import pytest
from msgspec import structs

from shanghai.__main__ import main
from shanghai.engine.handicap import NO_HANDICAP, Handicap
from shanghai.engine.state import Phase
from shanghai.ledger.ledger import read_ledger
from shanghai.ledger.lines import ledger_lines
from shanghai.records.check import check_file
from shanghai.records.proof import prove
from shanghai.records.recorder import record_of
from shanghai.records.scorecard_export import as_html, as_text, scorecard_of_game
from shanghai.storage import journal
from shanghai.storage.entries import Header, Terms
from shanghai.storage.lines import line_of
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from tests.long import some
from tests.plain_yaml import plain_documents
from tests.saving import clock, lean

GIVEN = (Handicap(calls=2, points=10, hints=True), NO_HANDICAP, Handicap(cards=1))


def played(folder, variant, leave=-1):
    """A game of computers to its end, left and resumed after some moves."""
    players = [Player(name, "easy", given) for name, given in zip("ABC", GIVEN, strict=True)]
    writer = GameWriter.begin(
        folder, Host(lean(variant, 1, 2), players, CardSource(5, is_fair=True)), "", clock
    )
    host = writer._host
    while host.state.phase is not Phase.GAME_OVER:
        if host.version == leave:
            leave = -1
            writer.close()
            writer, host, _ = GameWriter.resume(writer.path, clock)
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action())
    writer.close()
    assert not writer.problem
    return writer.path, host


@pytest.mark.parametrize(
    "variant", some(["playerules", "grandma-davis", "california", "rummygames"])
)
def test_a_game_with_handicaps_is_resumed_proved_and_its_record_holds(variant, tmp_path):
    path, host = played(tmp_path, variant, leave=30)
    read = sound_game(path)
    assert tuple(seat.handicap for seat in read.state.seats) == GIVEN
    assert [player.handicap for player in host.players] == list(GIVEN)
    assert prove(read).faults == ()
    file = tmp_path / "record.yaml"
    file.write_text(record_of(read), "utf-8")
    assert [result.lines for result in check_file(file) if result.state != "passed"] == []
    text = file.read_text("utf-8")
    for document in plain_documents(text):
        first, _, last = document["players"]
        assert document["handicaps"] == {first: {"calls": 2, "points": 10}, last: {"cards": 1}}
    scores = document["then"]["scores"]
    assert list(scores.values()) == [seat.score for seat in read.state.seats]


def test_scorecards_and_the_ledger_tell_of_handicaps(tmp_path, capsys):
    path, host = played(tmp_path, "playerules")
    card = scorecard_of_game(sound_game(path))
    said = f"{host.state.seats[0].name} has a handicap: 2 calls more"
    assert said in as_text(card)
    assert said in as_html(card)
    ledger = read_ledger(tmp_path)
    assert [seat.has_handicap for seat in ledger.games[0].seats] == [True, False, True]
    assert any("Games with a handicap" in line for line in ledger_lines(ledger))
    assert main(["--data-dir", str(tmp_path), "show", str(path), "--public"]) == 0
    assert "has a handicap" in capsys.readouterr().out


def test_a_header_with_handicaps_that_do_not_fit_is_damaged(tmp_path):
    path, _ = played(tmp_path, "playerules")
    first = path.read_bytes().splitlines()[0]
    header = msgspec.json.decode(first[9:], type=Header)
    for bad in ((Handicap(),), (Handicap(calls=9), *GIVEN[1:])):
        forged = structs.replace(header, terms=Terms(handicaps=bad))
        found = journal.read(line_of(forged, 0)[0])
        assert found.problem == "the players do not fit the rules"
