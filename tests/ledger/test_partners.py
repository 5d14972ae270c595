"""Games of partners from the first card to the ledger: each recounted from its plain journal."""

import json
from contextlib import suppress

import pytest
import yaml

from shanghai.__main__ import main
from shanghai.engine.state import Phase
from shanghai.records.check import check_file
from shanghai.records.recorder import record_of
from shanghai.storage.journal import read
from shanghai.storage.writer import GameWriter
from tests.ledger.recount import recount
from tests.long import some
from tests.mixed_games import Kind, Persons, play, step
from tests.referee import Unfollowed, judge
from tests.saving import clock

GAMES = 500


def told_by_ledger(data, capsys):
    """The only game of a folder as `ledger --json` prints it."""
    assert main(["--data-dir", str(data), "ledger", "--json"]) == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    return game


def assert_recounted(path, data, capsys):
    """Holds journal, ledger and record of a finished game to a count of its plain lines."""
    counted, journal = recount(path), read(path.read_bytes())
    winners = [counted.names[seat] for seat in counted.winners]
    state = journal.state
    assert [seat.score for seat in state.seats] == counted.totals
    assert [*state.winners] == counted.winners
    game = told_by_ledger(data, capsys)
    assert game["winners"] == winners
    assert [*game["scores"].values()] == counted.totals
    text = record_of(journal)
    *_, last = yaml.safe_load_all(text)
    assert sorted(last["then"]["winners"]) == sorted(winners)
    assert [last["then"]["scores"][name] for name in counted.names] == counted.totals
    record = data / "record.yaml"
    record.write_text(text, "utf-8")
    with suppress(Unfollowed):
        assert judge(record) == []
    assert [result.lines for result in check_file(record) if result.state != "passed"] == []
    step_of_side = counted.sides
    assert step_of_side in (2, 3)
    for seat in range(len(counted.names)):
        is_winner = seat % step_of_side in {winner % step_of_side for winner in counted.winners}
        assert (seat in counted.winners) is is_winner


@pytest.mark.parametrize("number", some(range(GAMES), 4))
def test_a_game_of_partners_is_recounted_by_side(number, tmp_path, capsys):
    assert_recounted(play(tmp_path, number, partners=True), tmp_path, capsys)


def test_these_games_are_of_every_kind():
    kinds = [Kind(number, partners=True) for number in range(GAMES)]
    tables = {(kind.rules.sides, len(kind.players)) for kind in kinds}
    assert tables == {(2, 4), (2, 6), (2, 8), (3, 6)}
    assert {kind.rules.partner_safe for kind in kinds} == {True, False}
    assert {kind.rules.end_at > 0 for kind in kinds} == {True, False}


@pytest.mark.parametrize("number", some(range(20), 1))
def test_a_game_of_partners_goes_on_after_it_was_killed(number, tmp_path, capsys):
    path = play(tmp_path, number, most=60 + 7 * number, partners=True)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    writer, host, problem = GameWriter.resume(path, clock)
    assert problem
    assert host.state.sides.have_partners
    persons, dice = Persons(host), Kind(number, partners=True).dice
    while host.state.phase is not Phase.GAME_OVER:
        step(host, persons, dice)
    writer.close()
    assert_recounted(path, tmp_path, capsys)
