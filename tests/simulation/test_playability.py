"""Whether a variant can be played well: what the cards forbid, and what games show."""

from shanghai.simulation import playability
from shanghai.simulation.playability import short_deals, try_tables
from shanghai.simulation.workers import Backend
from shanghai.variants.loader import load_variant, read_variant


def extending(base: str, more: str):
    return read_variant(f"id: x\nname: X\nextends: {base}\n{more}", "f.yaml")


def test_a_deal_that_leaves_too_few_cards_is_said_with_its_table():
    packs = "packs: [{up_to: 8, decks: 2, jokers: 1}]\n"
    said = [*short_deals(extending("rummygames", f"{packs}deal: 13\n"))]
    assert said == [
        "8 players, deal 1: 13 cards each and the upcard leave no card of 105 in the stock, "
        "fewer than one a player"
    ]
    assert not [*short_deals(load_variant("rummygames"))]


def test_games_are_summed_up():
    reports = try_tables(extending("playerules", "rounds: 1\n"), 2, Backend())
    assert [report.players for report in reports] == [3, 5]
    for report in reports:
        assert not report.problems
        assert (report.games, report.rounds, report.out) == (2, 2, 2)
        assert 0 <= report.missed <= 1
        assert report.cards > 0
        assert report.longest >= report.turns > 0


def test_a_round_that_nobody_ends_is_no_good(monkeypatch):
    monkeypatch.setattr(playability, "MOST_TURNS", 1)
    (report, *_) = try_tables(extending("playerules", "rounds: [7]\n"), 1, Backend())
    assert report.problems == ("round 1 comes to no end: given up after 1 turns a seat",)


def test_a_thought_that_takes_too_long_ends_the_game(monkeypatch):
    monkeypatch.setattr(playability, "PATIENCE", 0.0)
    (report, *_) = try_tables(extending("playerules", "rounds: [7]\n"), 1, Backend())
    assert "computers think longer than 0 seconds" in report.problems[0]
