"""Journal, ledger, record, scorecard and review of a kept game tell the same result."""

import csv
import io
from contextlib import suppress
from itertools import accumulate

import pytest

from shanghai.engine.actions import Correct, StopGame
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.ledger.ledger import as_plain, read_ledger
from shanghai.records.check import check_file
from shanghai.records.recorder import record_of
from shanghai.records.scorecard_export import as_csv, scorecard_of_game
from shanghai.review.report import review_of
from shanghai.review.sentences import as_plain as review_plain
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from tests.ledger.games import put_samples
from tests.ledger.recount import recount
from tests.long import some
from tests.mixed_games import play, still_game, stopped_game
from tests.plain_yaml import plain_documents
from tests.referee import Unfollowed, judge
from tests.saving import clock, table


def samples(data):
    put_samples(data)


def still(data):
    still_game(data, "rummygames", (8, 10), "count")


def left_early(data):
    """A game that is counted in the middle of its second round, a seat handed over before."""
    host = table("playerules", "Ann:simple", "Bob:simple", "Cy:simple", seed=3, rounds=(1, 2, 3))
    writer = GameWriter.begin(data, host, "", clock)
    host.draw_for_dealer()
    while host.version < 120 or host.state.phase is Phase.ROUND_OVER or not host.state.results:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        host.do(host.bot_action())
    host.hand_over(1, "Zoe", "simple")
    host.do(Correct(1, 1, 7, "counted again"))
    host.do(StopGame())
    host.do(Correct(2, 1, 3, "counted again"))
    writer.close()


def mixed(*numbers, **more):
    def fill(data):
        for number in numbers:
            play(data, number, **more)

    return fill


KINDS = [
    samples,
    still,
    *some([stopped_game, left_early, mixed(2, 11)], 0),
    *some([mixed(*range(at, 80, 8)) for at in range(8)], 0),
    *some([mixed(*range(at, 40, 8), four=True, rounds=3) for at in range(8)], 0),
]


@pytest.mark.parametrize("fill", KINDS)
def test_all_that_tells_of_a_game_agrees(fill, tmp_path):
    fill(tmp_path)
    ledger = {game["id"]: game for game in as_plain(read_ledger(tmp_path))["games"]}
    paths = sorted(tmp_path.glob("games/*/game.jsonl"))
    assert len(ledger) == len(paths)
    for path in paths:
        agree(path, ledger[path.parent.name], tmp_path / "record.yaml")


def agree(path, game, file):
    """All that tells of a game says what the ledger says: winners, points, who was out."""
    read, counted = sound_game(path), recount(path)
    names, rounds = game["players"], game["rounds"]
    points = [list(line["scores"].values()) for line in rounds]
    out = [NOBODY if line["out"] is None else names.index(line["out"]) for line in rounds]
    assert names == counted.names
    assert points == [line["points"] for line in counted.rounds]
    assert out == [NOBODY if line["out"] is None else line["out"] for line in counted.rounds]
    assert sorted(game["winners"]) == sorted(names[at] for at in counted.winners)
    _agree_in_record(read, game, points, out, file)
    *lines, totals = list(csv.reader(io.StringIO(as_csv(scorecard_of_game(read)))))[1:][
        : len(out) + 1
    ]
    assert [list(map(int, line[3:])) for line in lines] == points
    assert list(map(int, totals[3:])) == [*game["scores"].values()]
    told = review_plain(review_of(read, {}), "")
    assert (told["scores"], told["winners"]) == (game["scores"], game["winners"])
    assert [line["out"] for line in told["rounds"]] == [line["out"] for line in rounds]
    assert [line["scores"] for line in told["rounds"]] == [line["scores"] for line in rounds]


def _agree_in_record(read, game, points, out, file):
    file.write_text(record_of(read), "utf-8")
    checked = check_file(file)
    assert [result.lines for result in checked if result.state != "passed"] == []
    documents = [
        each for each in plain_documents(file.read_text("utf-8")) if "round_scores" in each["then"]
    ]
    told = [[*each["then"]["round_scores"].values()] for each in documents]
    running = [list(accumulate(column)) for column in zip(*told, strict=True)]
    for at, each in enumerate(documents[:-1]):
        assert [*each["then"]["scores"].values()] == [totals[at] for totals in running]
    last = documents[-1]
    for made in last.get("corrections", ()):
        told[made["round"] - 1][last_names(last).index(made["player"])] = made["points"]
    assert told == points
    assert last["then"]["scores"] == game["scores"]
    assert sorted(last["then"]["winners"]) == sorted(game["winners"])
    assert [line.out for line in checked[-1].results] == out
    with suppress(Unfollowed):
        assert judge(file) == []


def last_names(document):
    """The people in the seats at the end of a document."""
    return list(document["then"]["scores"])
