"""The ledger: its filters, people, forms and figures; `test_recount.py` counts them all again."""

import csv
import io
import json
import shutil

import pytest

from shanghai.__main__ import main
from shanghai.ledger.evening_file import EveningFault
from shanghai.ledger.ledger import (
    Pace,
    People,
    Wanted,
    evenings,
    house_records,
    ledger_of,
    meetings,
    paces,
    read_ledger,
)
from shanghai.ledger.lines import ledger_lines, player_table
from shanghai.storage.archive import archive
from shanghai.storage.saves import INDEX, NotAGame, path_of, sound_game
from shanghai.storage.verdict import GameSummary, RoundSummary, SeatSummary
from tests.ledger.games import fill, play_game
from tests.saving import flip_last_line


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ledger")
    fill(folder)
    return folder


@pytest.fixture
def data(filled, tmp_path):
    return shutil.copytree(filled, tmp_path, dirs_exist_ok=True)


def _json(data, capsys, *more):
    assert main(["--data-dir", str(data), "ledger", "--json", *more]) == 0
    return capsys.readouterr().out


def test_a_rebuilt_ledger_is_the_same_and_a_damaged_one_is_said(data, capsys):
    first = _json(data, capsys)
    assert _json(data, capsys, "--rebuild") == first
    (data / INDEX).write_bytes(b"x")
    assert main(["--data-dir", str(data), "ledger", "--json"]) == 0
    told = capsys.readouterr()
    assert told.out == first
    assert "made again" in told.err


def test_corrections_count_and_games_put_away_do_not(data, capsys):
    games = {game["id"]: game for game in json.loads(_json(data, capsys))["games"]}
    taken_back = games["2-taken-back"]
    assert (
        sum(line["scores"]["Fay"] for line in taken_back["rounds"]) == taken_back["scores"]["Fay"]
    )
    assert taken_back["rounds"][1]["scores"][taken_back["players"][2]] == -3
    archive(data, "2-taken-back")
    left = {game["id"] for game in json.loads(_json(data, capsys))["games"]}
    assert left == set(games) - {"2-taken-back"}


def test_the_filters(data, capsys):
    told = json.loads(_json(data, capsys, "--player", "Oma"))
    assert [game["variant"] for game in told["games"]] == ["rummygames"]
    assert list(told["players"]) == ["Oma"]
    told = json.loads(_json(data, capsys, "--variant", "california"))
    assert {game["variant"] for game in told["games"]} == {"california"}
    told = json.loads(_json(data, capsys, "--since", "2031-07-03"))
    assert {game["finished"][:10] for game in told["games"]} == {"2031-07-03", "2031-07-04"}
    told = json.loads(_json(data, capsys, "--no-computers"))
    assert set(told["players"]) == {
        name
        for name, seats in read_ledger(data, Wanted(people_only=True)).players.items()
        if seats.games
    }
    assert "Oma" not in told["players"]
    with pytest.raises(SystemExit):
        main(["ledger", "--since", "yesterday"])


def test_two_names_of_one_person_count_together(data, capsys):
    apart = json.loads(_json(data, capsys))["players"]
    assert main(["--data-dir", str(data), "ledger", "--rename", "Oma", "Ann"]) == 0
    capsys.readouterr()
    together = json.loads(_json(data, capsys))["players"]
    assert "Oma" not in together
    for key in ("games", "wins", "rounds", "points", "out"):
        assert together["Ann"][key] == apart["Ann"][key] + apart["Oma"][key]
    assert main(["--data-dir", str(data), "ledger", "--rename", "Ann", "Oma"]) == 2
    assert main(["--data-dir", str(data), "ledger", "--rename", "Oma", "Oma"]) == 0
    capsys.readouterr()
    assert json.loads(_json(data, capsys))["players"] == apart


def test_names_lead_on_and_two_seats_of_one_person_stay_apart(tmp_path):
    people = People(tmp_path)
    people.rename("Oma", "Granny")
    people.rename("Granny", "Grandma")
    assert people.person("Oma") == "Grandma"
    assert People(tmp_path).person("Oma") == "Grandma"
    with pytest.raises(EveningFault):
        people.rename("Grandma", "Oma")
    with pytest.raises(EveningFault):
        people.rename("Oma", " \x1b ")
    play_game(tmp_path, "playerules", "Oma:easy", "Grandma:easy", "Cy:easy", rounds=(1,))
    assert set(read_ledger(tmp_path).players) == {"Oma", "Grandma", "Cy"}


def test_a_note_is_kept_and_taken_away(data):
    People(data).note("Ann", "plays with \x1b[31mluck")
    assert People(data).notes == {"Ann": "plays with [31mluck"}
    assert read_ledger(data).notes == People(data).notes
    People(data).note("Ann", "")
    assert People(data).notes == {}


def test_a_damaged_file_of_names_is_said_and_left_alone(data, capsys):
    People(data).rename("Oma", "Ann")
    People(data).rename("Bob", "Rob")
    file = data / "ledger" / "people.jsonl"
    harmed = file.read_bytes().replace(b"Oma", b"Opa")
    file.write_bytes(harmed)
    with pytest.raises(NotAGame, match="line 2"):
        People(data)
    assert main(["--data-dir", str(data), "ledger"]) == 3
    assert "line 2" in capsys.readouterr().err
    assert file.read_bytes() == harmed


def test_a_flipped_bit_in_the_last_line_of_the_names_is_said_and_kept_aside(data, capsys):
    people = People(data)
    people.rename("Oma", "Ann")
    people.rename("Opa", "Bob")
    path = data / "ledger" / "people.jsonl"
    torn = flip_last_line(path)
    said = f"The end of {path} is damaged and does not count; 1 entry before it stands."
    assert said in read_ledger(data).problem
    assert main(["--data-dir", str(data), "ledger", "--rename", "Opa", "Cy"]) == 0
    assert said in capsys.readouterr().err
    assert path.with_name("people.jsonl.torn-1").read_bytes() == torn
    assert People(data).names == {"Oma": "Ann", "Opa": "Cy"}
    assert read_ledger(data).problem == ""


def test_head_to_head_adds_up(data):
    ledger = read_ledger(data)
    for name in ledger.players:
        for other, met in meetings(ledger.games, name).items():
            back = meetings(ledger.games, other)[name]
            assert (met.ahead, met.level, met.behind) == (back.behind, back.level, back.ahead)
            assert met.games == met.ahead + met.level + met.behind
            both = [game for game in ledger.games if {name, other} <= set(game.players)]
            assert met.games == len(both)


def test_the_records_of_the_house_are_the_extremes(data):
    games = read_ledger(data).games
    records = {record.what: record for record in house_records(games)}
    totals = [seat.score for game in games for seat in game.seats]
    points = [number for game in games for line in game.rounds for number in line.points]
    assert records["lowest total of a game"].value == min(totals)
    assert records["highest total of a game"].value == max(totals)
    assert records["fewest points in a round"].value == min(points)
    assert records["most points in a round"].value == max(points)
    assert house_records([]) == []
    assert all(record.players for record in records.values())


def test_a_tied_record_is_held_by_all_who_have_it(tmp_path):
    seats = tuple(
        SeatSummary(name, "", score) for name, score in (("Oma", 5), ("Ben", 5), ("C", 9))
    )
    rounds = (RoundSummary(1, (5, 5, 9), 0, "out", 1),)
    begun, finished = "2026-01-02T23:50", "2026-01-03T00:40"
    game = GameSummary("g", "", "x", "x", begun, finished, seats, rounds, (0, 1))
    records = {record.what: record.players for record in house_records([game])}
    assert records["lowest total of a game"] == ("Oma", "Ben")
    assert records["fewest points in a round"] == ("Oma", "Ben")
    assert records["most points in a round"] == ("C",)
    told = list(ledger_lines(ledger_of([game], Wanted(), {})))
    assert "  lowest total of a game: 5, Oma and Ben, 2026-01-02" in told


@pytest.mark.parametrize("called", [0, 2])
def test_the_columns_of_a_call_stand_there_where_somebody_has_made_it(called):
    seats = SeatSummary("Oma", "", 5, shanghais_called=called), SeatSummary("Ben", "", 9)
    rounds = (RoundSummary(1, (5, 9), 0, "out", 1),)
    begun, finished = "2026-01-02T23:50", "2026-01-03T00:40"
    game = GameSummary("g", "", "x", "x", begun, finished, seats, rounds, (0,))
    table, legend = player_table(ledger_of([game], Wanted(), {}))
    assert ("SH." in table[0]) == any("SHANGHAI" in said for said in legend) == bool(called)
    assert "hit" not in table[0], "nobody was caught"
    assert "row" in table[0]
    assert len({*map(len, table)}) == 1


@pytest.mark.slow
def test_streaks_end_with_a_game_that_was_not_won(tmp_path):
    won = []
    for day in range(6):
        game = play_game(
            tmp_path,
            "playerules",
            "Ann:easy",
            "Bob:easy",
            "Cy:easy",
            rounds=(1,),
            seed=day,
            day=day,
        )
        (found,) = [each for each in read_ledger(tmp_path).games if each.id == game]
        won.append({found.players[seat] for seat in found.winners})
    for name, figures in read_ledger(tmp_path).players.items():
        runs = "".join("x" if name in names else " " for names in won).split(" ")
        assert figures.best_streak == max(map(len, runs))
        assert figures.streak == len(runs[-1])


def test_the_course_over_evenings_ends_at_the_figures(data):
    ledger = read_ledger(data)
    course_of_evenings = evenings(ledger.games)
    assert [each.date for each in course_of_evenings] == sorted(
        each.date for each in course_of_evenings
    )
    assert sum(each.games for each in course_of_evenings) == len(ledger.games)
    last = course_of_evenings[-1].won_so_far
    assert last == {name: figures.wins for name, figures in ledger.players.items()}


def timed(variant, bots, *seconds):
    seats = tuple(SeatSummary(f"P{at}", bot, 0) for at, bot in enumerate(bots))
    points = (0,) * len(bots)
    rounds = tuple(RoundSummary(at + 1, points, 0, "out", s) for at, s in enumerate(seconds))
    return GameSummary("g", "", variant, variant, "", "", seats, rounds, (0,))


def test_the_time_of_a_round_is_measured_for_each_kind_of_table():
    assert paces([], "playerules") == []
    family, alone = ("", "", ""), ("", "easy", "easy")
    games = [
        timed("playerules", alone, 60, 180),
        timed("playerules", family, 600),
        timed("playerules", family, 1200, 600, 0),
        timed("playerules", ("easy", "easy"), 5),
        timed("california", family, 6000),
        timed("playerules", ("", ""), 0),
    ]
    assert paces(games, "playerules") == [Pace(3, 0, 2400 / 3 / 60, 2), Pace(1, 2, 2.0, 1)]


def test_the_seconds_of_a_kept_game_add_up_to_its_length(tmp_path):
    game = play_game(tmp_path, "playerules", "Ann:easy", "Bob:easy", "Cy:easy", rounds=(1, 2))
    moves = sound_game(path_of(tmp_path, game)).moves
    (kept,) = read_ledger(tmp_path).games
    assert 0 < sum(line.seconds for line in kept.rounds) <= moves * 7


def test_text_and_csv_hold_the_same_figures(data, capsys):
    told = json.loads(_json(data, capsys))["players"]
    assert main(["--data-dir", str(data), "ledger", "--csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["player"] for row in table} == set(told)
    for row in table:
        for key, value in told[row["player"]].items():
            assert row[key] == str(value)
    assert main(["--data-dir", str(data), "ledger", "--player", "Ann"]) == 0
    text = capsys.readouterr().out
    assert "Ann against" in text
    assert "Records of the house" in text


def test_an_empty_ledger_says_so(tmp_path, capsys):
    assert main(["--data-dir", str(tmp_path), "ledger"]) == 0
    assert "No finished game" in capsys.readouterr().out
    assert json.loads(_json(tmp_path, capsys)) == {"games": [], "players": {}}
