"""The score of a game with real cards: by the variant's rules, and safe on the disk."""

import os
import signal

import pytest
from msgspec import structs

from shanghai.__main__ import main
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Ending
from shanghai.ledger.evening_file import EveningFault
from shanghai.ledger.ledger import read_ledger
from shanghai.ledger.paper import PaperGame, PaperRound, hand_count, typed_count
from shanghai.storage.saves import NotAGame
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.saving import clock, flip_last_line, lean, spawn

POINTS = {
    "rummygames": {"JK": 15, "A": 15, "K": 10, "7": 5, "10S": 5, "2": 5},
    "grandma-davis": {"JK": 50, "A": 20, "K": 10, "7": 5, "10S": 10, "2": 5},
    "california": {"JK": 25, "A": 15, "K": 10, "7": 5, "10S": 10, "2": 20},
    "playerules": {"JK": 25, "A": 15, "K": 10, "7": 7, "10S": 10, "2": 2},
}


def begin(data, variant="playerules", players=("Ann", "Bob", "Cy"), rounds=(1, 2)) -> PaperGame:
    return PaperGame.begin(data, lean(variant, *rounds), players, "Sunday", clock())


@pytest.mark.parametrize("variant", POINTS)
def test_cards_count_by_the_rules_of_the_variant(variant):
    rules = load_variant(variant)
    for card, points in POINTS[variant].items():
        assert hand_count(rules, card, 4) == points
    assert hand_count(rules, "k K 7 jk", 4) == sum(
        POINTS[variant][c] for c in ("K", "K", "7", "JK")
    )
    for typed in ("35p", "35 points", "35", " 35 "):
        assert hand_count(rules, typed, 4) == 35


def test_a_lone_number_that_is_also_a_card_is_asked_about():
    rules = load_variant("playerules")
    for number in ("2", "8", "10"):
        with pytest.raises(EveningFault, match=f"{number} may be a card or points"):
            typed_count(rules, number, 4)
        assert typed_count(rules, f"{number}p", 4) == int(number)
        assert typed_count(rules, f"{number}S", 4) == hand_count(rules, number, 4)
    assert (typed_count(rules, "11", 4), typed_count(rules, "0", 4)) == (11, 0)
    assert typed_count(rules, "8 8", 4) == 2 * hand_count(rules, "8", 4)


def test_points_are_kept_with_their_sign(tmp_path):
    game = begin(tmp_path, "playerules")
    game.score(0, Ending.OUT, ("", "35", "K"))
    kept = (tmp_path / "paper").rglob("*.jsonl")
    assert any('"35p","K"' in path.read_text("utf-8").replace(" ", "") for path in kept)


@pytest.mark.parametrize("hand", ["", " ", "X", "7 Y", "99999p", "-5p", "JK " * 5, "K " * 9])
def test_what_is_no_hand_is_said(hand):
    with pytest.raises(EveningFault):
        hand_count(load_variant("playerules"), hand, 3)


def test_who_goes_out_blind_has_the_bonus(tmp_path):
    game = begin(tmp_path, "rummygames", rounds=(1, 2, 3, 4, 5))
    assert game.score(0, Ending.OUT, ("", "K", "7")) == (0, 10, 5)
    assert game.score(0, Ending.BLIND, ("", "K", "7")) == (-25, 10, 5)
    assert game.score(0, Ending.CLEAN_BLIND, ("", "K", "7")) == (-50, 10, 5)
    assert game.score(NOBODY, Ending.BLOCKED, ("A", "K", "7")) == (15, 10, 5)
    for out, ending, hands in (
        (0, Ending.OUT, ("K", "K", "7")),
        (0, Ending.BLOCKED, ("", "K", "7")),
        (NOBODY, Ending.OUT, ("A", "K", "7")),
        (5, Ending.OUT, ("A", "K", "7")),
        (0, Ending.OUT, ("", "K")),
    ):
        with pytest.raises(EveningFault):
            game.score(out, ending, hands)


def test_a_suit_is_asked_for_where_it_decides(tmp_path):
    rules = with_house_rules(load_variant("playerules"), {"card_points": {"QS": 50, "KS": 10}})
    assert hand_count(rules, "QS QH K", 3) == 70
    for hand in ("Q", "7 q"):
        with pytest.raises(EveningFault, match="The suit of Q decides"):
            hand_count(rules, hand, 3)
    # What an older program has counted without a suit still counts.
    data = structs.replace(rules, sources={}, house_rules=())
    game = PaperGame.begin(tmp_path, data, ("Ann", "Bob", "Cy"), now=clock())
    older = PaperRound(0, Ending.OUT, ("", "Q", "7"), (0, 50, 7), "2026-01-01T20:00:00")
    game._file.append(older)
    assert [seat.score for seat in PaperGame(game.path).state.seats] == [0, 50, 7]


def test_a_score_of_an_older_program_counts_as_it_was_counted(tmp_path):
    """What it never asked, who was down, is left out of those rounds and asked for the next."""
    rules = lean("playerules", 1, 2)
    rules = structs.replace(rules, not_down_times=2, not_down_penalty=10, last_round_times=3)
    game = PaperGame.begin(tmp_path, rules, ("Ann", "Bob", "Cy"), now=clock())
    game._file.append(PaperRound(0, Ending.OUT, ("", "K 3", "5"), (0, 13, 5), "2026-01-01T20:00"))
    game = PaperGame(game.path)
    assert [seat.score for seat in game.state.seats] == [0, 13, 5]
    assert game.score(0, Ending.OUT, ("", "K 3", "5"), clock(), down=(2,)) == (0, 108, 15)
    assert [seat.score for seat in PaperGame(game.path).state.seats] == [0, 121, 20]


@pytest.mark.parametrize("by", ["round", "player"])
def test_an_older_score_of_a_last_round_stays_as_it_was(tmp_path, by):
    changes = {"not_down_times": 2, "not_down_penalty": 10, "last_round_times": 3}
    rules = structs.replace(lean("playerules", 1), contracts_by=by, **changes)
    game = PaperGame.begin(tmp_path, rules, ("Ann", "Bob", "Cy"), now=clock())
    met = (0,) if by == "player" else ()
    hands = ("", "K 3", "5")
    game._file.append(PaperRound(0, Ending.OUT, hands, (0, 13, 5), "2026-01-01T20:00", met))
    game = PaperGame(game.path)
    assert game.is_over
    assert [seat.score for seat in game.state.seats] == [0, 13, 5]


def test_a_score_far_from_zero_is_kept_and_a_correction_beyond_that_refused(tmp_path):
    rules = structs.replace(lean("playerules", 1), not_down_times=9, last_round_times=9)
    game = PaperGame.begin(tmp_path, rules, ("Ann", "Bob", "Cy"), now=clock())
    assert game.score(0, Ending.OUT, ("", "9999p", "5"), clock()) == (0, 9999 * 81, 5 * 81)
    assert PaperGame(game.path).state == game.state
    for points in (99_999, -10_000, 9999 * 81):
        with pytest.raises(EveningFault):
            game.correct(1, 1, points, "counted again")
    game.correct(1, 1, 9999, "")
    assert PaperGame(game.path).state.seats[1].score == 9999


def test_a_game_is_scored_corrected_and_counted(tmp_path):
    game = begin(tmp_path)
    assert game.score(0, Ending.OUT, ("", "K K", "20p"), clock()) == (0, 20, 20)
    assert game.summary() is None
    assert read_ledger(tmp_path).games == ()
    game.correct(1, 1, 30, "a king more", clock())
    game.score(2, Ending.OUT, ("A", "2", ""), clock())
    assert game.is_over
    again = PaperGame(game.path)
    assert again.state == game.state
    assert [seat.score for seat in again.state.seats] == [15, 32, 20]
    assert again.state.corrections[0].was == 20
    game.correct(2, 0, 5, "counted again", clock())
    (counted,) = read_ledger(tmp_path).games
    assert counted.variant == "playerules"
    assert [seat.score for seat in counted.seats] == [5, 32, 20]
    assert counted.winners == (0,)
    with pytest.raises(EveningFault):
        game.score(2, Ending.OUT, ("A", "2", ""))


def test_a_game_may_be_counted_as_it_stands(tmp_path):
    game = begin(tmp_path)
    with pytest.raises(EveningFault):
        game.end()
    game.score(1, Ending.OUT, ("A", "", "2"))
    game.end()
    assert PaperGame(game.path).is_over
    (counted,) = read_ledger(tmp_path).games
    assert len(counted.rounds) == 1


def test_what_does_not_fit_changes_nothing(tmp_path):
    game = begin(tmp_path)
    before = game.path.read_bytes(), game.state
    for wrong in (
        lambda: game.score(0, Ending.OUT, ("", "?", "2")),
        lambda: game.correct(1, 0, 5, "too early"),
        lambda: game.correct(0, 9, 5, "nobody"),
        game.end,
    ):
        with pytest.raises(EveningFault):
            wrong()
    assert (game.path.read_bytes(), game.state) == before


def test_players_that_the_rules_do_not_take_are_refused(tmp_path):
    for players in (("Ann",), ("Ann", "Ann", "Bob"), ("Ann", "", "Bob")):
        with pytest.raises(EveningFault):
            begin(tmp_path, players=players)
    assert PaperGame.all_in(tmp_path)[0] == []


def test_a_forged_score_is_no_game_and_is_said(tmp_path, capsys):
    game = begin(tmp_path)
    game.score(0, Ending.OUT, ("", "K K", "20p"))
    game.correct(1, 1, 21, "again")
    data = game.path.read_bytes()
    game.path.write_bytes(data.replace(b"[0,20,20]", b"[0,10,20]"))
    with pytest.raises(NotAGame):
        PaperGame(game.path)
    with pytest.raises(NotAGame):
        PaperGame.of_id(tmp_path, "../paper")
    assert "line 3: the checksum does not fit" in read_ledger(tmp_path).problem
    assert main(["--data-dir", str(tmp_path), "score", "--list"]) == 0
    assert "line 3" in capsys.readouterr().err
    assert PaperGame.all_in(tmp_path)[0] == []


def test_a_flipped_bit_in_the_last_line_is_said_and_kept_aside(tmp_path, capsys, monkeypatch):
    game = begin(tmp_path)
    game.score(0, Ending.OUT, ("", "K K", "20p"))
    game.correct(1, 1, 21, "again")
    torn = flip_last_line(game.path)
    folder = ["--data-dir", str(tmp_path)]
    said = f"The end of {game.path} is damaged"
    for arguments in (["score", "--list"], ["ledger"]):
        assert main([*folder, *arguments]) == 0
        assert said in capsys.readouterr().err
    assert _typed(monkeypatch, b"correct 1 bob 22 again\nleave\n", [*folder, "score", game.id]) == 0
    assert said in capsys.readouterr().err
    assert game.path.with_name("score.jsonl.torn-1").read_bytes() == torn
    assert PaperGame.of_id(tmp_path, game.id).problem == ""
    assert PaperGame.of_id(tmp_path, game.id).state.seats[1].score == 22


_SCORING = """
    import sys
    from pathlib import Path
    from shanghai.engine.state import Ending
    from tests.ledger.test_paper import begin
    game = begin(Path(sys.argv[1]), rounds=(1, 2, 3, 4, 5, 6, 7))
    print(game.id, flush=True)
    for n in range(7):
        game.score(0, Ending.OUT, ("", f"{n}p", f"{2 * n}p"))
        print(n, flush=True)
        game.correct(n + 1, 1, 100 + n, "why")
        print(n, flush=True)
"""


@pytest.mark.parametrize("kill_after", some([5, 1, 2, 8]))
def test_a_score_that_is_killed_loses_nothing_that_it_confirmed(tmp_path, kill_after):
    process = spawn(_SCORING, tmp_path)
    lines = [process.stdout.readline() for _ in range(kill_after)]
    os.kill(process.pid, signal.SIGKILL)
    lines += [line for line in process.stdout.read().splitlines() if line]
    process.wait()
    game = PaperGame.of_id(tmp_path, lines[0].strip())
    done = len(game.state.results) + len(game.state.corrections)
    assert len(lines) - 1 <= done <= len(lines)


def test_the_command_asks_and_keeps(tmp_path, capsys, monkeypatch):
    typed = b"Ann blind\nK 7\n35p\ncorrect 1 bob 12 again\nZed\nleave\n"
    folder = ["--data-dir", str(tmp_path)]
    new = [*folder, "score", "--variant", "rummygames", "--players", "Ann,Bob,Cy"]
    assert _typed(monkeypatch, typed, new) == 0
    told = capsys.readouterr().out
    assert "Nobody is called 'Zed'" in told
    (game,) = PaperGame.all_in(tmp_path)[0]
    assert [seat.score for seat in game.state.seats] == [-25, 12, 35]
    assert f"shanghai score {game.id}" in told
    assert _typed(monkeypatch, b"end\n", [*folder, "score", game.id]) == 0
    assert PaperGame.of_id(tmp_path, game.id).is_over
    capsys.readouterr()
    assert main([*folder, "score", "--list"]) == 0
    assert "finished" in capsys.readouterr().out
    assert main([*folder, "score", game.id, "--scorecard", "csv"]) == 0
    assert capsys.readouterr().out.endswith("total,,,-25,12,35\n")


def test_the_command_asks_who_was_down_and_what_calls_cost(tmp_path, capsys, monkeypatch):
    rules = ["not_down_times=2", "not_down_penalty=10", "call_points=4"]
    new = ["--data-dir", str(tmp_path), "score", "--variant", "playerules"]
    new += [word for rule in rules for word in ("--house-rule", rule)]
    new += ["--players", "Ann,Bob,Cy"]
    assert _typed(monkeypatch, b"Ann\nK 3\n5S\nzed\nCy\nBob\nann 8, bob 4\nleave\n", new) == 0
    told = capsys.readouterr().out
    assert told.count("Who of Bob and Cy was down?") == 2
    assert "Nobody is called 'zed'" in told
    assert told.count("What have calls and SHANGHAI cost") == 2
    (game,) = PaperGame.all_in(tmp_path)[0]
    assert game.state.results[0].points == (8, 40, 5)


def test_leaving_in_the_middle_of_a_round_keeps_nothing_of_it(tmp_path, capsys, monkeypatch):
    new = ["--data-dir", str(tmp_path), "score", "--variant", "playerules"]
    assert _typed(monkeypatch, b"Ann\nK 3\nleave\n", [*new, "--players", "Ann,Bob,Cy"]) == 0
    assert "To go on: shanghai score" in capsys.readouterr().out
    (game,) = PaperGame.all_in(tmp_path)[0]
    assert not game.state.results


def test_with_one_other_player_it_is_yes_or_no(tmp_path, capsys, monkeypatch):
    new = ["--data-dir", str(tmp_path), "score", "--variant", "rummygames", "--players", "Ann,Bob"]
    new += ["--house-rule", "not_down_times=2"]
    assert _typed(monkeypatch, b"Ann\nK\nno\nAnn\nK\nyes\nleave\n", new) == 0
    assert "Was Bob down?" in capsys.readouterr().out
    (game,) = PaperGame.all_in(tmp_path)[0]
    assert [result.points for result in game.state.results] == [(0, 20), (0, 10)]


def _typed(monkeypatch, data: bytes, arguments) -> int:
    """Runs a command with something typed."""
    import io

    class Input:
        buffer = io.BytesIO(data)

    monkeypatch.setattr("sys.stdin", Input())
    return main(arguments)
