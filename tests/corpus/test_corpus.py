"""Every frozen game is replayed, proved and counted again: twenty by each run, all by the long."""

import json
from collections import Counter
from pathlib import Path

import pytest

from shanghai.commands.working import ready_to_search
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
MANY_LINES = 300
PARTS = 16
"""The parts that the long tests take all games in."""
MOST_BYTES = 3_000_000
KNOWN = {"seed", "code", "again"}
"""Where cards come from that were known before."""
EVERY_KIND = """
    california carioca carioca-chile carioca-escalas continental contract-rummy dummy-rummy
    frustration grandma-davis hollywood joker-rummy kalooki kaluki-40 kaluki-51 liverpool may-i
    playerules progressive rummygames shanghai-wild-twos telefunken telefunken-clean
    telefunken-desordenada ten-phases three-thirteen house-rules

    language-de language-en language-es seats-2 seats-3 seats-4 seats-5 seats-6 seats-7 seats-8
    level-person level-random level-easy level-simple level-hard level-master level-even level-pip
    level-emil level-greta level-walter level-mia level-vera level-rocco level-guest

    fair seed code again series handicap hinted said tried left ended cut pin undone blocked
    drawfordealer deal throwin draw take pass call callshanghai swap godown layoff discard endturn
    handover correct stopgame
"""
"""What was done in the games, and what is special about them."""
WILD = ("wild_ranks", "wild_cards", "wild_by_round", "upcard_wild")
"""The rules by which other cards than jokers are wild, which `recount` does not know."""


def kept(name: str) -> journal.Journal | None:
    """The frozen game of a name, read."""
    return next((journal.read(game.data) for game in all_games() if game.name == name), None)


def judge(game: FrozenGame, folder: Path) -> Counter[str]:
    """Reads, proves and counts a game again; what was done with it, by its kind."""
    path = folder / "game.jsonl"
    path.write_bytes(game.data)
    read = journal.read(game.data)
    assert (read.verdict, read.problem) == (JournalVerdict.OK, "")
    assert [seat.score for seat in read.state.seats] == game.scores
    assert list(read.state.winners) == game.winners
    if "tried" in game.kinds:
        ready_to_search("tests.corpus")
    proof = prove(read, game.witness, find=kept)
    assert proof.faults == ()
    if read.header.terms.again:
        assert read.header.terms.again == game.source
        assert any(fact.startswith(f"Laid beside {game.source}: ") for fact in proof.facts)
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
    if read.is_ended and not any(getattr(read.header.rules, key) for key in WILD):
        done["recounted"] += 1
        counted = recount(path)
        assert (counted.totals, counted.winners) == (game.scores, game.winners)
    return done


@pytest.fixture(scope="module")
def twenty() -> list[FrozenGame]:
    """Games from all over the corpus, none of which is long or takes a search."""
    games = all_games()
    games = [game for game in games if "tried" not in game.kinds and len(game.lines) < MANY_LINES]
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


def test_a_thousand_games_of_every_kind_are_there_in_small_files():
    games = all_games()
    assert len(games) >= 1000
    assert len({game.name for game in games}) == len(games)
    assert set(EVERY_KIND.split()) <= {kind for game in games for kind in game.kinds}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES
