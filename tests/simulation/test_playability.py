"""Whether a variant can be played well: what the cards forbid, and what games show."""

import pytest

from shanghai.simulation import playability
from shanghai.simulation.playability import table_sizes, try_tables
from shanghai.simulation.workers import Backend
from shanghai.variants.loader import load_variant, read_variant


def extending(base: str, more: str):
    return read_variant(f"id: x\nname: X\nextends: {base}\n{more}", "f.yaml")


def test_the_least_and_the_largest_table_are_tried():
    assert table_sizes(load_variant("playerules")) == (3, 5)
    assert table_sizes(extending("playerules", "min_players: 4\nmax_players: 4\n")) == (4,)


def test_a_table_with_a_small_stock_is_tried_and_judged_by_its_games():
    packs = "packs: [{up_to: 2, decks: 1, jokers: 0}, {up_to: 4, decks: 2, jokers: 4}]\n"
    sizes = table_sizes(extending("playerules", f"{packs}min_players: 2\nmax_players: 4\n"))
    assert sizes == (2, 4)
    packs = "packs: [{up_to: 3, decks: 1, jokers: 0}, {up_to: 5, decks: 3, jokers: 4}]\n"
    tight = extending("playerules", f"{packs}rounds: 1\ndeal: 17\nmin_players: 2\n")
    assert table_sizes(tight) == (2, 3, 5)
    problems = [report.problems for report in try_tables(tight, 1, Backend())]
    assert any("no card was left to draw" in why for why in problems[1])


@pytest.mark.parametrize(("decks", "left"), [("[1, 3]", (5, 109)), ("[3, 1]", (109, 5))])
def test_the_cards_left_are_those_of_the_pack_of_the_round(decks, left):
    packs = f"packs: [{{up_to: 4, decks: 1, jokers: 0, decks_by_round: {decks}}}]\n"
    rules = extending("playerules", f"{packs}rounds: 2\nmax_players: 4\ndeal: 11\n")
    assert tuple(rules.cards_left(number, 4) + 2 for number in (1, 2)) == tuple(
        each + 4 for each in left
    )


def test_a_whole_hand_that_is_hard_is_read_and_played():
    """HR-7."""
    rules = extending(
        "playerules",
        "contracts: [{sets: [3, 3]}]\ndeal: 11\nall_in_rounds: [1]\nlast_discard: true\n"
        "max_players: 3\n",
    )
    (report,) = try_tables(rules, 2, Backend())
    assert report.rounds == 2


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


@pytest.mark.parametrize(
    ("changes", "numbers"),
    [
        ("rounds: 3\n", {1, 2, 3}),
        ("rounds: 2\ncontracts_then: first\nmost_rounds: 5\n", {1, 2}),
        ("rounds: 2\ncontracts_by: player\nmost_rounds: 4\n", {1, 2}),
        ("rounds: 2\ncontracts_by: free\nmost_rounds: 3\n", set()),
    ],
)
def test_what_is_missed_is_counted_by_contract(changes, numbers):
    rules = extending("playerules", f"{changes}max_players: 3\n")
    (report,) = try_tables(rules, 2, Backend())
    assert {number for number, _ in report.missed_contracts} == numbers
    assert all(0 <= share <= 1 for _, share in report.missed_contracts)
    if numbers == {1, 2, 3}:
        by_round = {number: [] for number in numbers}
        for number, share in report.missed_in:
            by_round[number].append(share)
        means = {number: sum(each) / len(each) for number, each in by_round.items()}
        assert dict(report.missed_contracts) == pytest.approx(means)
