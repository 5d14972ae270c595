"""A tournament: its file, its tables, its standing, and the command."""

import json
import os
import signal
from hashlib import sha256

import msgspec
import pytest
from msgspec import structs

from shanghai.__main__ import main
from shanghai.engine.state import Ending
from shanghai.ledger.draw import draw
from shanghai.ledger.evening_file import EveningFault
from shanghai.ledger.paper import PaperGame
from shanghai.ledger.tournament import RoundDrawn, Standing, Tournament, TournamentBegun, summaries
from shanghai.storage.saves import NotAGame
from shanghai.words.language import in_language
from tests.ledger.games import play_game
from tests.long import some
from tests.saving import chain, clock, flip_last_line, lean, spawn

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fay", "Gus")


def begun(data, names=NAMES, seats=4, tables=0):
    rules = lean("playerules", 1)
    terms = TournamentBegun(
        title="Easter", rules=rules, players=names, seats=seats, tables=tables, seed="42"
    )
    return Tournament.begin(data, terms, clock())


def places(found, data):
    return found.standing(found.results(summaries(data)[0]))


def play_paper(data, found, table, points):
    """A table plays with real cards: the first at it goes out, the others have these points."""
    names = found.names(found.round, table)
    game = PaperGame.begin(data, found.terms.rules, names, now=clock())
    game.score(0, Ending.OUT, ("", *(f"{each}p" for each in points)), clock())
    if not game.is_over:
        game.end(clock())
    found.link(found.round, table, game.id, clock())
    return game


def test_it_is_read_as_it_was_written(tmp_path):
    found = begun(tmp_path)
    found.draw_next(clock())
    found.score(1, 2, (3, 2, 1), clock())
    found.link(1, 1, "some-game", clock())
    again = Tournament.of_id(tmp_path, found.id)
    assert (again.draws, again.tables) == (found.draws, found.tables)
    assert again.follows_from_seed()
    assert [each.id for each in Tournament.all_in(tmp_path)[0]] == [found.id]


def test_tables_count_once_they_are_finished_and_as_they_are_corrected(tmp_path):
    found = begun(tmp_path)
    found.draw_next(clock())
    one, two = found.names(1, 1), found.names(1, 2)
    game = play_paper(tmp_path, found, 1, (20, 20, 40))
    stood = {place.player: place for place in places(found, tmp_path)}
    assert (stood[one[0]].beaten, stood[one[0]].met, stood[one[0]].place) == (3, 3, 1)
    assert stood[one[1]].beaten == stood[one[2]].beaten == 1.5
    assert stood[one[1]].place == stood[one[2]].place == 2
    assert stood[one[3]].place == 4
    assert all(stood[name].games == 0 for name in two)
    game.correct(1, 3, 10, "counted again", clock())
    stood = {place.player: place for place in places(found, tmp_path)}
    assert (stood[one[3]].beaten, stood[one[3]].points) == (2, 10)
    found.link(1, 1, "", clock())
    assert not any(place.games for place in places(found, tmp_path))


def test_a_kept_game_counts_by_its_names(tmp_path):
    found = begun(tmp_path, NAMES[:3], seats=3)
    found.draw_next(clock())
    game = play_game(tmp_path, "playerules", "Bob:easy", "Cy:easy", "Ann:easy", rounds=(1,))
    found.link(1, 1, game, clock())
    (kept,) = summaries(tmp_path)[0].values()
    scores = {seat.name: seat.score for seat in kept.seats}
    (table,) = found.results({kept.id: kept})
    assert dict(zip(found.names(1, 1), table.totals, strict=True)) == scores
    first = places(found, tmp_path)[0]
    assert scores[first.player] == min(scores.values())


def test_the_standing_is_the_same_counted_in_another_way(tmp_path):
    found = begun(tmp_path)
    for number in range(1, 5):
        found.draw_next(clock())
        for table, people in enumerate(found.draws[-1].tables, 1):
            totals = [(7 * person * number + 3 * table) % 50 for person in people]
            found.score(number, table, totals, clock())
    duels = {name: [] for name in NAMES}
    for (number, table), entry in found.tables.items():
        at_table = dict(zip(found.names(number, table), entry.points, strict=True))
        for name, points in at_table.items():
            others = [other for who, other in at_table.items() if who != name]
            duels[name] += [(1 if points < o else 0.5 if points == o else 0) for o in others]
    stood = places(found, tmp_path)
    assert {place.player: place.beaten for place in stood} == {n: sum(d) for n, d in duels.items()}
    shares = [place.beaten / place.met for place in stood]
    assert shares == sorted(shares, reverse=True)
    assert sum(place.games + place.sat_out for place in stood) == 4 * len(NAMES)


def test_a_standing_is_in_the_language_of_who_reads_it():
    place = Standing("Ann", games=1, beaten=1.5, met=3)
    assert place.cells("Ann")[1] == "1.5 of 3"
    with in_language("de"):
        assert place.cells("Ann")[1] == "1,5 von 3"


@pytest.mark.parametrize(
    ("names", "seats"),
    [(("Ann", "Bob"), 3), (("Ann", "Bob", "Ann"), 3), (NAMES, 9), (NAMES, 1), (("a",) * 41, 4)],
)
def test_what_cannot_be_is_no_tournament(tmp_path, names, seats):
    with pytest.raises(EveningFault):
        begun(tmp_path, names, seats)
    assert not Tournament.all_in(tmp_path)[0]


def test_what_does_not_fit_is_not_kept(tmp_path):
    found = begun(tmp_path)
    before = found.path.read_bytes()
    for wrong in (lambda: found.link(1, 1, "game"), lambda: found.score(1, 1, (1, 2, 3, 4))):
        with pytest.raises(EveningFault):
            wrong()
    assert found.path.read_bytes() == before
    found.draw_next(clock())
    for wrong in (
        lambda: found.score(1, 2, (1, 2, 3, 4)),
        lambda: found.score(1, 3, (1, 2, 3)),
        lambda: found.score(2, 1, (1, 2, 3)),
        lambda: found.score(1, 2, (1, 2, 10**9)),
    ):
        with pytest.raises(EveningFault):
            wrong()


def uncut(data):
    """A tournament whose draws are cut, as one from the command line or the menu."""
    terms = TournamentBegun(rules=lean("playerules", 1), players=NAMES, seats=4)
    return Tournament.begin(data, terms, clock())


def test_nobody_draws_before_somebody_has_cut(tmp_path):
    found = uncut(tmp_path)
    assert found.terms.fingerprint == sha256(found.terms.seed.encode()).hexdigest()
    assert len(found.terms.seed) == 32
    assert found.terms.fingerprint in found.notes()[0]
    assert found.terms.seed not in "".join(found.notes())
    with pytest.raises(EveningFault):
        found.draw_next(clock())
    for number in (-1, 10**9):
        with pytest.raises(EveningFault):
            found.cut_draws(number, clock())
    other = Tournament(found.path)
    found.cut_draws(123, clock())
    other.cut_draws(456, clock())
    assert other.cut == found.cut == 123
    with pytest.raises(EveningFault):
        found.cut_draws(7, clock())
    key = sha256(f"{found.terms.seed} 123".encode()).hexdigest()
    (drawn,) = found.draws
    assert drawn == draw(key, 7, (4, 3), [])
    again = Tournament(found.path)
    assert again.draws == [drawn]
    assert again.follows_from_seed()
    again.terms = structs.replace(again.terms, seed="0" * 32)
    assert not again.follows_from_seed()


def test_an_older_tournament_keeps_its_draws_and_goes_on(tmp_path):
    first = TournamentBegun(
        rules=lean("playerules", 1), players=NAMES, seats=4, seed="42", at="2031-07-01T20:15:00"
    )
    found = Tournament.started(tmp_path, first, clock())
    bodies = [line[9:] for line in found.path.read_bytes().splitlines()]
    plain = [body.replace(b',"fingerprint":"","method":0', b"") for body in bodies]
    assert plain != bodies
    found.path.write_bytes(chain(plain))
    found = Tournament(found.path)
    found._write(RoundDrawn(1, ((4, 6, 3, 5), (0, 2, 1)), (), "2031-07-01T20:15:00"))
    found.draw_next(clock())
    again = Tournament(found.path)
    assert again.draws == found.draws
    assert again.round == 2
    assert "older program" in again.notes()[0]
    with pytest.raises(EveningFault):
        found.cut_draws(1, clock())


def test_a_forged_file_is_said(tmp_path):
    found = begun(tmp_path)
    found.draw_next(clock())
    drawn = found.draws[0]
    again = Tournament(found.path)
    again.draws.clear()
    with pytest.raises(NotAGame):
        Tournament.of_id(tmp_path, "../x")
    for tables in (drawn.tables[:1], ((0, 1, 2, 3, 4, 5), (6,)), ((0, 0, 1, 2), (4, 5, 6))):
        with pytest.raises(EveningFault):
            found._write(RoundDrawn(2, tables, (), ""))
    data = found.path.read_bytes()
    found.path.write_bytes(data.replace(b"Easter", b"Eastex"))
    with pytest.raises(NotAGame):
        Tournament(found.path)
    assert Tournament.all_in(tmp_path)[0] == []


def test_a_flipped_bit_in_the_last_line_is_said_and_kept_aside(shanghai, tmp_path):
    found = begun(tmp_path)
    found.draw_next()
    torn = flip_last_line(found.path)
    said = f"The end of {found.path} is damaged"
    for arguments in (["--list"], [], [found.id]):
        code, _, told = shanghai(*arguments)
        assert (code, told.count(said)) == (0, 1)
    assert said in shanghai("--draw")[2]
    assert found.path.with_name("evening.jsonl.torn-1").read_bytes() == torn
    assert said not in shanghai()[2]
    found.path.write_bytes(torn[:20])
    assert said in shanghai("--list")[2]


def test_two_programs_draw_a_round_once(tmp_path):
    found = begun(tmp_path)
    other = Tournament(found.path)
    found.draw_next(clock())
    other.draw_next(clock())
    assert other.draws == found.draws
    assert len(Tournament(found.path).draws) == 1
    other.score(1, 2, (1, 2, 3), clock())
    found.link(1, 1, "game", clock())
    assert found.tables[1, 2] == other.tables[1, 2]


_PLAYING = """
    import sys
    from pathlib import Path
    from shanghai.ledger.tournament import Tournament, TournamentBegun
    from tests.saving import clock, lean
    names = ("Ann", "Bob", "Cy", "Dora", "Eve", "Fay", "Gus")
    terms = TournamentBegun(rules=lean("playerules", 1), players=names, seats=4, seed="42")
    found = Tournament.begin(Path(sys.argv[1]), terms)
    print(found.id, flush=True)
    for number in range(1, 20):
        found.draw_next(clock())
        print("drawn", flush=True)
        for table, people in enumerate(found.draws[-1].tables, 1):
            found.score(number, table, list(range(len(people))), clock())
            print("scored", flush=True)
"""


@pytest.mark.parametrize("kill_after", some([4, 1, 2, 9]))
def test_one_that_is_killed_loses_nothing_that_it_confirmed(tmp_path, kill_after):
    process = spawn(_PLAYING, tmp_path)
    lines = [process.stdout.readline() for _ in range(kill_after)]
    os.kill(process.pid, signal.SIGKILL)
    lines += [line for line in process.stdout.read().splitlines() if line]
    process.wait()
    found = Tournament.of_id(tmp_path, lines[0].strip())
    done = len(found.draws) + len(found.tables)
    assert len(lines) - 1 <= done <= len(lines)
    found.draw_next(clock())
    assert found.follows_from_seed()


@pytest.fixture
def shanghai(tmp_path, capsys):
    def run(*words):
        code = main(["--data-dir", str(tmp_path), "tournament", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_the_command_begins_counts_and_draws(shanghai, tmp_path):
    new = ["--new", "--variant", "playerules", "--rounds", "short", "--players", ",".join(NAMES)]
    code, out, _ = shanghai(*new, "--title", "Easter")
    assert code == 0
    assert "Round 1" not in out
    assert "--cut" in out
    assert json.loads(shanghai("--json")[1])["seed"] is None
    assert shanghai("--draw")[0] == shanghai("--cut", "1000000000")[0] == 2
    assert "Round 1" in shanghai("--cut", "77")[1]
    assert shanghai("--cut")[0] == 2
    code, _, err = shanghai("--draw")
    assert (code, "must finish first" in err) == (2, True)
    (found,) = Tournament.all_in(tmp_path)[0]
    play_paper(tmp_path, found, 1, (20, 20, 40))
    code, out, _ = shanghai("--totals", "2", "10,20,30", "--draw")
    assert code == 0
    assert "Round 2" in out
    code, out, _ = shanghai(found.id, "--json")
    told = json.loads(out)
    assert len(told["tables"]) == 4
    assert (told["cut"], told["met_again"], told["met_again_at_least"]) == (77, 3, 3)
    assert told["standing"][0]["place"] == 1
    assert msgspec.json.decode(out) == told
    assert "7 people, round 2" in shanghai("--list")[1]


def test_the_command_counts_a_game_for_its_table_alone(shanghai, tmp_path):
    shanghai("--new", "--variant", "playerules", "--players", "Ann,Bob,Cy", "--seats", "3")
    shanghai("--cut")
    game = play_game(tmp_path, "playerules", "Bob:easy", "Cy:easy", "Ann:easy", rounds=(1,))
    other = play_game(tmp_path, "playerules", "Bob:easy", "Cy:easy", "Eve:easy", rounds=(1,))
    assert shanghai("--count", "1", other)[0] == 2
    code, out, _ = shanghai("--count", "1", game)
    assert code == 0
    assert "1 of" in out or "2 of 2" in out


def test_the_command_refuses_what_cannot_be(shanghai):
    assert shanghai()[0] == 2
    assert shanghai("--new")[0] == 2
    assert shanghai("nothing")[0] == 3
    names = ",".join(NAMES)
    assert shanghai("--new", "--variant", "nothing", "--players", names)[0] == 2
    assert shanghai("--new", "--variant", "playerules", "--players", "Ann,Bob")[0] == 2
    assert shanghai("--new", "--variant", "playerules", "--players", names, "--seats", "9")[0] == 2
    assert shanghai("--new", "--variant", "playerules", "--players", names)[0] == 0
    assert shanghai("--cut", "5")[0] == 0
    for wrong in (["9", "1,2"], ["x", "1,2"], ["1", "a,b,c,d"], ["1", "1,2"]):
        assert shanghai("--totals", *wrong)[0] == 2
    assert shanghai("--count", "1", "nothing")[0] == 2
