"""Every figure of the ledger, counted again from the plain lines of the journals by other means."""

import csv
import io
import json
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from shanghai.__main__ import main
from shanghai.engine.state import Ending
from shanghai.ledger.ledger import People, Wanted, evenings, house_records, meetings, read_ledger
from shanghai.storage.archive import archive
from tests.ledger.games import put_samples
from tests.ledger.recount import Recount, recount
from tests.ledger.test_paper import begin
from tests.mixed_games import play
from tests.saving import clock

FEW = (0, 1, 2, 4, 5, 6)
MANY = [number for number in range(80) if number not in FEW]
GAMES = [FEW, pytest.param(MANY, marks=pytest.mark.slow)]


@pytest.fixture(scope="module", params=GAMES, ids=["few", "many"])
def filled(request, tmp_path_factory):
    """A folder with games of every kind, one of them put away, games with real cards, aliases."""
    data = tmp_path_factory.mktemp("recount")
    put_samples(data)
    for number in request.param:
        play(data, number, rounds=2, day=number // 2)
    for number in request.param[:3]:
        play(data, number, rounds=2, day=number // 2, partners=True)
    play(data, 1, most=30)
    away = play(data, 2, rounds=1)
    archive(data, away.parent.name)
    for number, players in enumerate((("Ann", "Bob", "Oma"), ("Oma", "Cy", "Dora", "Eli"))):
        game = begin(data, "rummygames", players)
        hands = ["", "K K 7 JK", "35p", "A 2 10"][: len(players)]
        game.score(0, Ending.BLIND, hands, clock())
        game.score(1, Ending.OUT, ["Q", "", *hands[2:]], clock())
        game.correct(1, number, 44, "counted again", clock())
    begin(data, players=("Ann", "Bob", "Oma")).score(0, Ending.OUT, ["", "K", "7"], clock())
    stopped = begin(data, players=("Ann", "Bob", "Oma"))
    stopped.score(2, Ending.OUT, ["4", "K", ""], clock())
    stopped.end(clock())
    for old, new in (("Oma", "Granny"), ("Granny", "Grandma"), ("Dora", "Ann"), ("Dora", "Dora")):
        People(data).rename(old, new, clock())
    People(data).rename("Eli", "Bob", clock())
    return data


def counted_games(data: Path) -> dict[str, Recount]:
    """The finished games of a folder by id, with the people in the seats."""
    found = {path.parent.name: recount(path) for path in data.glob("games/*/game.jsonl")}
    found |= {path.parent.name: _paper(path) for path in data.glob("paper/*/score.jsonl")}
    names: dict[str, str] = {}
    for line in (data / "ledger" / "people.jsonl").read_text("utf-8").splitlines()[1:]:
        entry = json.loads(line[9:])
        names[entry["name"]] = entry["person"]
    games = {game: each for game, each in found.items() if each is not None}
    for each in games.values():
        people = [_person(names, name) for name in each.names]
        each.names = people if len(set(people)) == len(people) else each.names
    return dict(sorted(games.items(), key=lambda item: (item[1].finished, item[0]), reverse=True))


def _person(names, name):
    while names.get(name, name) != name:
        name = names[name]
    return name


def _paper(path: Path) -> Recount | None:
    _, begun, *entries = (json.loads(line[9:]) for line in path.read_text("utf-8").splitlines())
    rules, names = begun["rules"], begun["players"]
    game = Recount(rules["id"], begun["at"], "", names, [""] * len(names), set())
    for entry in entries:
        if entry["type"] == "corrected":
            game.rounds[entry["round"] - 1]["points"][entry["seat"]] = entry["points"]
            continue
        if entry["type"] == "round":
            blind = "blind" in entry["ending"]
            points = [_typed(rules, hand) for hand in entry["hands"]]
            bonus = rules["blind_bonus"] if blind else 0
            points[entry["out"]] = -bonus
            game.rounds.append({"points": points, "out": entry["out"], "blind": blind})
        if entry["type"] == "ended" or len(game.rounds) == len(rules["contracts"]):
            game.finished = entry["at"]
    game.met = [0] * len(names)
    return game if game.finished else None


def _typed(rules, hand):
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    if hand.endswith("p"):
        return int(hand[:-1])
    worth = {"JK": rules["joker_points"], **dict(zip(ranks, rules["points"], strict=True))}
    return sum(worth[card] for card in hand.split())


def figures(games: dict[str, Recount], *, people_only=False) -> dict[str, dict]:
    """All figures of the players, of games that stand the last one first."""
    found: dict[str, dict] = {}
    won: dict[str, list[bool]] = defaultdict(list)
    for each in reversed(games.values()):
        for seat, name in enumerate(each.names):
            if people_only and each.bots[seat]:
                continue
            points = [line["points"][seat] for line in each.rounds]
            out = [line for line in each.rounds if line["out"] == seat]
            is_winner, total = seat in each.winners, each.totals[seat]
            mine = found.setdefault(name, defaultdict(int, all=[], totals=[]))
            mine["all"] += points
            mine["totals"].append(total)
            mine["games"] += 1
            mine["wins"] += is_winner
            sides = {winner % (each.sides or len(each.names)) for winner in each.winners}
            mine["shared_wins"] += is_winner and len(sides) > 1
            mine["rounds"] += len(points)
            mine["points"] += total
            mine["out"] += len(out)
            mine["out_blind"] += sum(line["blind"] for line in out)
            mine["hinted"] += seat in each.hinted
            mine["with_handicap"] += seat in each.handicapped
            for key, deed in (
                ("calls_made", "made"),
                ("calls_won", "won"),
                ("shanghais_called", "called"),
                ("shanghais_suffered", "suffered"),
                ("jokers_won", "joker"),
            ):
                mine[key] += each.deeds[deed, seat]
            won[name].append(is_winner)
    for name, mine in found.items():
        rows = "".join("x" if each else " " for each in won[name]).split(" ")
        mine |= {"streak": len(rows[-1]), "best_streak": max(map(len, rows))}
        every, totals = mine.pop("all"), mine.pop("totals")
        mine |= {"best_round": min(every), "worst_round": max(every)}
        mine |= {"best_game": min(totals), "worst_game": max(totals)}
        mine["per_round"] = f"{mine['points'] / mine['rounds']:.2f}"
        mine["per_game"] = f"{mine['points'] / mine['games']:.2f}"
    return found


def as_json(game: str, each: Recount) -> dict:
    """A game as `--json` is to print it."""
    names = each.names
    return {
        "id": game,
        "finished": each.finished,
        "variant": each.variant,
        "players": names,
        "rounds": [
            {
                "scores": dict(zip(names, line["points"], strict=True)),
                "out": None if line["out"] is None else names[line["out"]],
                "blind": line["blind"],
            }
            for line in each.rounds
        ],
        "scores": dict(zip(names, each.totals, strict=True)),
        "winners": [names[seat] for seat in each.winners],
    }


FILTERS = {
    "all": ([], lambda game: True),
    "variant": (["--variant", "rummygames"], lambda game: game.variant == "rummygames"),
    "since": (["--since", "2031-07-03"], lambda game: game.finished >= "2031-07-03"),
    "player": (["--player", "Oma"], lambda game: "Grandma" in game.names),
    "company": (["--with", "Ann", "--with", "Bob"], lambda game: {"Ann", "Bob"} <= set(game.names)),
    "people": (["--no-computers"], lambda game: True),
}


@pytest.mark.parametrize("name", FILTERS)
def test_every_figure_is_what_the_plain_journals_say(filled, capsys, name):
    options, counts = FILTERS[name]
    games = {game: each for game, each in counted_games(filled).items() if counts(each)}
    assert games
    again = figures(games, people_only=name == "people")
    if name == "player":
        again = {"Grandma": again["Grandma"]}
    folder = ["--data-dir", str(filled), "ledger", *options]
    assert main([*folder, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == [as_json(game, each) for game, each in games.items()]
    assert told["players"] == {
        player: {key: each[key] for key in told["players"][player]}
        for player, each in again.items()
    }
    assert main([*folder, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row.pop("player"): row for row in rows} == {
        player: {key: str(each[key]) for key in rows[0]} for player, each in again.items()
    }
    assert set(rows[0]) == {key for each in again.values() for key in each}


def margin(each: Recount) -> int:
    """By how many points the side that won was ahead of the next one."""
    first, second, *_ = sorted(
        each.of_side(each.totals, side) for side in range(each.sides or len(each.names))
    )
    return second - first


def held_by_all(found, pick):
    """The best value, all who have reached it, and the first game in which it was."""
    best = pick(value for value, _, _ in found)
    held = [each for each in found if each[0] == best]
    return best, [*dict.fromkeys(name for _, name, _ in held)], held[0][2]


@pytest.mark.parametrize("people_only", [False, True])
def test_meetings_records_and_evenings_are_what_the_plain_journals_say(filled, people_only):
    games = counted_games(filled)
    ledger = read_ledger(filled, Wanted(people_only=people_only))
    seats = [
        (game, each, at)
        for game, each in reversed(games.items())
        for at in range(len(each.names))
        if not (people_only and each.bots[at])
    ]
    for player in ledger.players:
        met = defaultdict(Counter)
        for game, each, at in seats:
            rivals = (i for g, e, i in seats if g == game and i != at and each.names[at] == player)
            for other in rivals:
                if each.sides and other % each.sides == at % each.sides:
                    continue
                mine, theirs = each.of_side(each.totals, at), each.of_side(each.totals, other)
                how = "level" if mine == theirs else "ahead" if mine < theirs else "behind"
                met[each.names[other]].update((how, "games"))
        told = meetings(ledger.games, player, people_only=people_only)
        keys = ("games", "ahead", "level", "behind")
        assert {name: [getattr(one, key) for key in keys] for name, one in told.items()} == {
            name: [tally[key] for key in keys] for name, tally in met.items()
        }
    totals = [(each.totals[at], each.names[at], game) for game, each, at in seats]
    points = [(r["points"][at], e.names[at], g) for g, e, at in seats for r in e.rounds]
    wins = [
        (margin(each), each.names[at], game)
        for game, each, at in seats
        if at in each.winners
        if len({winner % (each.sides or len(each.names)) for winner in each.winners}) == 1
    ]
    expected = {
        "lowest total of a game": held_by_all(totals, min),
        "highest total of a game": held_by_all(totals, max),
        "fewest points in a round": held_by_all(points, min),
        "most points in a round": held_by_all(points, max),
        "widest win": held_by_all(wins, max),
    }
    told = {
        record.what: (record.value, [*record.players], record.game)
        for record in house_records(ledger.games, people_only=people_only)
    }
    # A streak needs two wins.
    in_a_row = told.pop("most wins in a row", (1,))
    assert told == expected
    best = figures(games, people_only=people_only)
    assert in_a_row[0] == max(1, *(each["best_streak"] for each in best.values()))
    dates = defaultdict(Counter)
    for _, each, at in seats:
        dates[each.started[:10]][each.names[at]] += at in each.winners
    course = evenings(ledger.games, people_only=people_only)
    assert [one.date for one in course] == sorted({each.started[:10] for each in games.values()})
    so_far: Counter = Counter()
    for one in course:
        won = {name: count for name, count in dates[one.date].items() if count}
        assert one.wins == won
        assert one.games == sum(each.started[:10] == one.date for each in games.values())
        so_far.update(dates[one.date])
        assert one.won_so_far == so_far


def test_a_game_taken_up_by_another_index_counts_the_same(filled, tmp_path, capsys):
    """The index may be missing, old, or full of other rows: the figures stay what they are."""
    data = shutil.copytree(filled, tmp_path / "data")
    outputs = []
    for options in ([], ["--rebuild"], []):
        assert main(["--data-dir", str(data), "ledger", "--json", *options]) == 0
        outputs.append(capsys.readouterr().out)
    assert len(set(outputs)) == 1


@pytest.mark.slow
def test_a_hint_counts_also_where_its_move_was_taken_back(tmp_path):
    """The scorecard keeps its mark, so the ledger counts it."""
    for number in range(6, 40):
        path = play(tmp_path, number, rounds=1)
        lines = [json.loads(line[9:]) for line in path.read_text("utf-8").splitlines()[1:]]
        undone = [(at["to"], at["n"]) for at in lines if at["type"] == "undo"]
        hinted = [at["n"] for at in lines if at.get("hinted")]
        if any(low < n < high for n in hinted for low, high in undone):
            break
    else:
        pytest.fail("no such game")
    (game,) = [each for each in read_ledger(tmp_path).games if each.id == path.parent.name]
    assert {at for at, seat in enumerate(game.seats) if seat.hinted} == recount(path).hinted
