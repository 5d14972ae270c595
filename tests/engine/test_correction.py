"""The correction of a score: refused or done, told, kept, and told by the record."""

import pytest

from shanghai.commands.show import as_json
from shanghai.engine.actions import Correct
from shanghai.engine.events import ScoreCorrected
from shanghai.engine.game import Refused
from shanghai.engine.scoring import by_the_rules
from shanghai.engine.seats import NOBODY
from shanghai.engine.seen import view_for
from shanghai.engine.state import Correction, Phase
from shanghai.records.check import check_file
from shanghai.records.recorder import GameRecorder
from shanghai.storage import journal
from shanghai.storage.entries import Ended
from shanghai.storage.journal import JournalVerdict
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host
from shanghai.words.events import tell
from shanghai.words.refusals import reason
from shanghai.words.view_lines import lines
from tests.plain_yaml import plain_documents
from tests.saving import clock, resume, table


def played(rounds=(1, 2), *, until=Phase.ROUND_OVER, data=None) -> tuple[Host, GameRecorder]:
    """A game among computers up to the end of a round or of the game, with its recorder."""
    host = table("playerules", "Ann:simple", "Bob:simple", "Cy:simple", seed=3, rounds=rounds)
    recorder = GameRecorder()
    host.on_change.append(lambda before, action, after, _: recorder.feed(before, action, after))
    if data is not None:
        host.writer = GameWriter.begin(data, host, "", clock)
    host.draw_for_dealer()
    while host.state.phase is not until:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        host.do(host.bot_action())
    return host, recorder


def test_points_and_totals_follow_and_the_log_says_so():
    host, _ = played()
    was = host.state.results[0].points
    before = [seat.score for seat in host.state.seats]
    (event,) = host.do(Correct(1, 1, was[1] - 5, "one card too many"))
    assert host.state.results[0].points == (was[0], was[1] - 5, was[2])
    assert [seat.score for seat in host.state.seats] == [before[0], before[1] - 5, before[2]]
    assert event == ScoreCorrected(1, 1, was[1], was[1] - 5, "one card too many")
    change = f"from {was[1]} to {was[1] - 5}"
    assert tell(event, host.state) == (
        f"The score of Bob in round 1 is corrected {change}: one card too many."
    )
    assert host.state.corrections == (Correction(1, 1, was[1], was[1] - 5, "one card too many"),)
    shown = view_for(host.state, NOBODY)
    assert any("corrected: Bob in round 1" in line for line in lines(shown))
    assert as_json(shown)["corrections"][0]["note"] == "one card too many"
    host.deal()
    assert host.state.corrections
    assert host.state.results[0].points[1] == was[1] - 5


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"round": 2}, "no score of round 2"),
        ({"round": 0}, "no score of round 0"),
        ({"points": 10_000}, "as far from zero as 10000"),
        ({"note": " "}, "a few words"),
        ({"points": None}, "points there already"),
        ({"seat": 3}, "no seat 3"),
    ],
)
def test_what_is_no_correction_is_refused_in_words(changes, said):
    host, _ = played()
    asked = {"seat": 0, "round": 1, "points": 7, "note": "why"} | changes
    if asked["points"] is None:
        asked["points"] = host.state.results[0].points[0]
    with pytest.raises(Refused) as refused:
        host.do(Correct(**asked))
    names = [seat.name for seat in host.state.seats]
    assert said in reason(host.state.rules, refused.value.refusal, names)


def test_the_winner_of_a_game_that_is_over_may_change():
    host, _ = played(until=Phase.GAME_OVER)
    last = max(range(3), key=lambda seat: host.state.seats[seat].score)
    host.do(Correct(last, 2, -500, "forgot the bonus"))
    assert host.state.winners == (last,)
    host.do(Correct(last, 2, -400, "not so much"))
    counted = by_the_rules(host.state)
    assert counted.corrections == ()
    assert [seat.score for seat in counted.seats] == [
        sum(result.points[seat] for result in counted.results) for seat in range(3)
    ]


def test_a_record_keeps_to_what_the_rules_have_counted_until_it_tells_of_corrections(tmp_path):
    _, recorder = played(until=Phase.GAME_OVER)
    host, corrected = played()
    host.do(Correct(0, 1, 99, "house custom"))
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase is Phase.ROUND_OVER:
            host.deal()
        host.do(host.bot_action())
    host.do(Correct(1, 2, 1, "house: custom"))
    path = tmp_path / "game.yaml"
    path.write_text(corrected.yaml())
    assert [verdict.state for verdict in check_file(path)] == ["passed", "passed"]
    first, last = plain_documents(corrected.yaml())
    plain_first, plain_last = plain_documents(recorder.yaml())
    assert first == plain_first
    assert last["corrections"] == [
        {"round": 1, "player": "Ann", "points": 99, "why": "house custom"},
        {"round": 2, "player": "Bob", "points": 1, "why": "house: custom"},
    ]
    assert last["then"]["round_scores"] == plain_last["then"]["round_scores"]
    assert [*last["then"]["scores"].values()] == [seat.score for seat in host.state.seats]
    text = corrected.yaml()
    for wrong in (
        ("player: Bob, points: 1", "player: Bob, points: 2"),
        ("round: 2, pl", "round: 3, pl"),
    ):
        path.write_text(text.replace(*wrong))
        assert [verdict.state for verdict in check_file(path)] == ["passed", "failed"]


def test_a_correction_is_kept_also_after_the_end_of_the_game(tmp_path):
    host, _ = played(until=Phase.GAME_OVER, data=tmp_path)
    host.do(Correct(2, 1, 3, "counted again"))
    host.writer.close()
    read = journal.read(host.writer.path.read_bytes())
    assert (read.verdict, read.state, read.log) == (JournalVerdict.OK, host.state, tuple(host.log))
    assert [type(entry) for entry in read.entries].count(Ended) == 2
    writer, again, said = resume(host.writer.path)
    assert said == ""
    assert again.state == host.state
    again.do(Correct(2, 1, 4, "and again"))
    writer.close()
    read = journal.read(writer.path.read_bytes())
    assert (read.verdict, read.state, read.is_ended) == (JournalVerdict.OK, again.state, True)


def test_a_game_cut_after_a_late_correction_is_mended(tmp_path):
    host, _ = played(until=Phase.GAME_OVER, data=tmp_path)
    host.do(Correct(2, 1, 3, "counted again"))
    host.writer.close()
    lines = host.writer.path.read_bytes().splitlines(keepends=True)
    host.writer.path.write_bytes(b"".join(lines[:-1]))
    writer, again, said = resume(host.writer.path)
    assert "cut" in said
    assert again.state == host.state
    writer.close()
    assert journal.read(writer.path.read_bytes()).is_ended


def test_a_note_that_must_not_be_shown_is_damage(tmp_path):
    host, _ = played(data=tmp_path)
    host.do(Correct(2, 1, 3, "\x1b[2J"))
    host.writer.close()
    read = journal.read(host.writer.path.read_bytes())
    assert read.verdict is JournalVerdict.DAMAGED
    assert "note" in read.problem
