"""Every frozen game is replayed, proved and counted again: twenty by each run, all by the long."""

import json
from collections import Counter
from pathlib import Path

import pytest

from shanghai.records.proof import prove
from shanghai.storage import journal
from shanghai.storage.entries import links, place_of
from shanghai.storage.verdict import JournalVerdict
from shanghai.words import proof as words
from shanghai.words.spoken import spoken
from tests import fair_cards
from tests.corpus.frozen import FOLDER, FrozenGame, all_games
from tests.ledger.recount import recount

TWENTY = 20
PARTS = 16
"""The parts that the long tests take all games in."""
MOST_BYTES = 3_000_000
KNOWN = {"seed", "code", "again"}
"""Where cards come from that were known before."""
WILD = {"shanghai-wild-twos", "three-thirteen"}
"""Variants whose wild cards `recount` does not know."""


def judge(game: FrozenGame, folder: Path) -> Counter[str]:
    """Reads, proves and counts a game again; what was done with it, by its kind."""
    path = folder / "game.jsonl"
    path.write_bytes(game.data)
    read = journal.read(game.data)
    assert (read.verdict, read.problem) == (JournalVerdict.OK, "")
    assert [seat.score for seat in read.state.seats] == game.scores
    assert list(read.state.winners) == game.winners
    proof = prove(read, game.witness)
    assert proof.faults == ()
    assert words.SEEN_WHOLE in proof.facts
    is_known = bool(KNOWN & {*game.kinds})
    assert proof.is_known == fair_cards.are_known(json.loads(game.lines[0])) == is_known
    assert fair_cards.faults(path) == []
    witnesses = fair_cards.witnesses(path)
    assert witnesses[-1] == spoken(game.witness)
    done = Counter(read=1, ended=read.is_ended)
    if game.noted:
        done["noted"] += 1
        assert witnesses[game.noted_at] == spoken(game.noted)
        assert place_of(game.noted, read.header.seed, links(game.data)) == game.noted_at
    if read.is_ended and read.header.rules.id not in WILD:
        done["recounted"] += 1
        counted = recount(path)
        assert (counted.totals, counted.winners) == (game.scores, game.winners)
    return done


@pytest.fixture(scope="module")
def twenty() -> list[FrozenGame]:
    """Games from all over the corpus, none of which takes a search."""
    games = [game for game in all_games() if "tried" not in game.kinds]
    return [games[(2 * at + 1) * len(games) // (2 * TWENTY)] for at in range(TWENTY)]


def test_twenty_games_hold(twenty, tmp_path):
    done = sum((judge(game, tmp_path) for game in twenty), Counter())
    assert done["read"] == TWENTY
    assert done["recounted"] > TWENTY // 2
    assert done["noted"]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_games_hold(part, tmp_path):
    games = all_games()[part::PARTS]
    done = sum((judge(game, tmp_path) for game in games), Counter())
    assert done["read"] == len(games) > 10
    assert done["recounted"] > len(games) // 2


def test_the_files_are_small():
    assert 0 < sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES
