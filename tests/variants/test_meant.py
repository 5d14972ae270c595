"""The words of families that are no key and no value here: each is told what is written instead."""

import re
from pathlib import Path

import pytest

from shanghai.engine.parameters.effects import without_effect
from shanghai.engine.parameters.fields import RULES
from shanghai.variants.loader import load_variant, read_keys, read_variant
from shanghai.words.language import in_language
from shanghai.words.rulebook import guess
from shanghai.words.rulebook.guess import meanings
from shanghai.yamlio.reader import Faults

BASE = "id: x\nname: X\nextends: playerules\n"
UNHEARD = {
    "buys_for_any_one_player: 3": "call_limit",
    "how_many_buys_you_have: 3": "call_limit",
    "buys_for_the_whole_game: 9": "calls_per_game",
    "cards_that_a_buy_costs: 2": "call_cost",
    "stop_all_buying_once_one_is_down: true": "calls_till_down",
    "nearest_buyer_first: true": "call_order",
    "must_have_a_discard_to_go_out: true": "must_discard",
    "whole_hand_in_the_last_round: true": "all_in_rounds",
    "wild_jokers_may_not_touch: true": "adjacent_wild",
    "most_jokers_in_one_meld: 2": "joker_cap",
    "jokers_swapped_only_when_down: true": "exchange_when",
    "a_won_joker_must_be_used: true": "exchange_duty",
    "decks_used: 3": "packs",
    "cards_dealt_to_each_player: 12": "deal",
    "deal_for_two_people: 13": "deal_for",
    "we_play_to_points: 500": "end_at",
    "the_loser_deals_again: true": "next_dealer",
    "nobody_goes_down_in_first_turn: true": "down_from",
    "points_double_when_not_down: true": "not_down_times",
    "jokers_may_not_be_discarded: true": "discard_ban",
    "one_more_turn_for_everybody: true": "last_turn",
    "play_anticlockwise: true": "direction",
    "same_suit_in_a_set_twice: false": "repeated_suits",
    "gap_between_runs_of_a_suit: true": "adjacent_runs",
    "more_melds_when_down: true": "meld_when_down",
    "lay_off_in_next_turn: true": "lay_off_at_once",
    "reshuffled_only_once: true": "renewals",
    "deal_again_when_stuck: true": "stalemate",
    "value_of_a_joker: 50": "joker_points",
    "queen_of_spades_counts: 50": "card_points",
    "bonus_for_the_one_going_out: 10": "out_bonus",
    "points_of_last_round_double: true": "last_round_times",
    "who_gets_the_pot: winner": "bank",
    "chips_for_each_at_start: 20": "chips",
    "run_of_at_least: 3": "contracts",
    "rounds_we_skip: [2]": "rounds",
}
"""Keys that nobody foresaw: each is told the nearest ones, the right one among them."""
CONTRACTS = {
    "The two sets of round one must be clean.": "contracts: [{sets: [3, 3], clean: true}]",
    "Only one joker in the whole contract.": "contracts: [{sets: [3, 3], most_wild: 1}]",
    "A dirty run of all thirteen, any suits.": "contracts: [{runs: [13], runs_of: any}]",
    "A run of seven in one colour.": "contracts: [{runs: [7], runs_of: colour}]",
    "The last round is the royal run.": "contracts: [{runs: [13], royal: true}]",
    "Two runs in different suits.": "contracts: [{runs: [4, 4], suits: different}]",
    "Two runs in the same suit.": "contracts: [{runs: [4, 4], suits: one}]",
    "Two runs, both red or both black.": "contracts: [{runs: [4, 4], suits: colour}]",
    "Two sets of all four suits.": "contracts: [{sets: [4, 4], set_suits: different}]",
    "Three sets of different ranks.": "contracts: [{sets: [3, 3, 3], ranks: different}]",
    "You need 51 points to go down.": "contracts: [{points: 51}]",
    "45 points, and one run among them.": "contracts: [{runs: [3], points: 45}]",
    "A set and a run, or 40 points.": "contracts: [{sets: [3], runs: [4], alternatives: "
    "[{points: 40}]}]",
    "Wild cards in runs only.": "joker_cap: {kind: any, only: runs}",
    "No joker in the first two rounds, one in the last.": "rounds: 3\njoker_cap_by_round: "
    "[{kind: fixed, most: 0}, {kind: fixed, most: 0}, {kind: fixed, most: 1}]",
    "Aces are eleven towards going down, or one before a two.": "contracts: [{points: 51}]\n"
    "meld_points: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]",
}
"""What families say of contracts, each with at most three lines that say so."""
HABITS = {
    "Nobody goes down in the first go-round.": "down_from: 2",
    "Who is not down pays double.": "not_down_times: 2",
    "Caught with nothing down costs fifty.": "not_down_penalty: 50",
    "The loser deals.": "next_dealer: loser",
    "Once somebody is down there is no buying.": "calls_till_down: true",
    "A wild card is never tossed.": "discard_ban: wild",
    "You cannot throw back what you picked up.": "discard_ban: taken",
    "We play until somebody is over 500.": "end_at: 500\ncontracts_then: first",
    "After the last hand we begin again, twenty hands in all.": "contracts_then: first\n"
    "most_rounds: 20",
    "The last hand goes on until somebody has 300.": "end_at: 299\ncontracts_then: last",
    "When one goes out, everybody has one more turn.": "last_turn: true\nshanghai: false",
    "Each round another rank is wild.": "wild_by_round: [3, 4, 5, 6, 7, 8, 9]",
    "Twos are wild and count twenty.": "wild_ranks: [2]\n"
    "points: [15, 20, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]",
    "You choose which contract you make.": "contracts_by: free",
    "The first one down decides for all.": "contracts_by: first",
    "You stay at your contract until you have it.": "contracts_by: player",
    "The last hand goes down whole but for the discard.": "all_in_rounds: 7\nall_in_discard: true",
    "You need a discard to go out.": "must_discard: true",
    "New melds may be laid once you are down.": "meld_when_down: true",
    "You lay off on your own melds only.": "lay_off_on: own",
    "A buy costs ten points.": "call_points: 10",
    "The first buy costs one card, the next ones two.": "call_price_by: call\ncall_costs: [1, 2]",
    "No buying in the last hand.": "call_limit: [3, 3, 3, 3, 3, 3, 0]",
    "The queen of spades counts fifty.": "card_points: {Q♠: 50}",
    "The last hand counts double.": "last_round_times: 2",
    "Runs go round the corner.": "ace: round",
    "Before you are down you take the discard only to go down with it.": "take_discard: to-open",
    "Once down you draw from the stock.": "take_discard: not-down",
    "Going out takes five off, then ten, then fifteen.": "out_bonus: [5, 10, 15]",
    "You may lay the contract meld by meld.": "lay_in_parts: true",
    "A joker on the discards stays there.": "joker_tossed: blocks",
    "Buys that you did not use are kept.": "calls_carry: true",
    "Two jokers never touch.": "adjacent_wild: false",
    "A short evening: the first, the fourth and the last hand.": "rounds: [1, 4, 7]",
}
"""What families say of turns, points and ends, in at most three lines."""


@pytest.mark.parametrize(("sentence", "lines"), (CONTRACTS | HABITS).items())
def test_what_a_family_says_is_said_in_three_lines_at_most(sentence: str, lines: str) -> None:
    assert len(lines.splitlines()) <= 3
    is_of_contracts = "contracts:" in lines
    deal = "deal: 13\ncall_limit: 3\nall_in_rounds: []\n" * is_of_contracts
    rules = read_variant(f"{BASE}{lines}\n{deal}", "f.yaml")
    for key in read_keys(f"{BASE}{lines}\n", "f.yaml").value.keys() & RULES.keys():
        was = getattr(load_variant("playerules"), key)
        assert getattr(rules, key) != was or key == "shanghai", sentence
    assert not list(without_effect(rules, read_keys(f"{BASE}{lines}\n", "f.yaml").value))


@pytest.mark.parametrize(("line", "right"), UNHEARD.items())
def test_a_wording_that_nobody_foresaw_is_told_the_nearest(line: str, right: str) -> None:
    key = line.partition(":")[0]
    assert key not in meanings()
    with pytest.raises(Faults) as caught:
        read_variant(f"{BASE}{line}\n", "f.yaml")
    assert re.search(rf"\b{right}\b", caught.value.faults[0].hint), caught.value.faults


def test_a_key_like_nothing_is_told_nothing() -> None:
    with pytest.raises(Faults) as caught:
        read_variant(f"{BASE}xyzzy_qqq: 1\n", "f.yaml")
    assert caught.value.faults[0].hint == ""


@pytest.mark.slow
def test_what_a_hint_says_can_be_read_and_no_key_is_called_so() -> None:
    whole = re.compile(r"([a-z_]+): ([a-z0-9-]+|\[[^]]*\]+|\{[^}]*\})")
    assert not meanings().keys() & RULES.keys()
    read = 0
    for hint in {hint for said, hint in meanings().items() if not said.startswith("contracts.")}:
        if (found := whole.fullmatch(hint)) and found[1] in RULES:
            players = "" if "players" in hint else "max_players: 3\nmin_players: 3\n"
            read += read_variant(f"{BASE}{players}{hint}\n", "f.yaml").id == "x"
    assert read > 90
    for hint in {hint for said, hint in meanings().items() if said.startswith("contracts.")}:
        contract = f"contracts: [{{{hint}}}]\ndeal: 13\ncall_limit: 0\nall_in_rounds: []\n"
        assert len(read_variant(f"{BASE}{contract}", "f.yaml").contracts) == 1


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("wild_ranks: 2", "wild_ranks", (2,)),
        ("wild_cards: J♠", "wild_cards", ("JS",)),
        ("wild_cards: [J♠, JH]", "wild_cards", ("JS", "JH")),
        ("card_points: {Q♠: 50, ♥: 1}", "card_points", {"QS": 50, "H": 1}),
        ("all_in_rounds: 7", "all_in_rounds", (7,)),
        ("discard_ban: taken", "discard_ban", ("taken",)),
    ],
)
def test_a_value_alone_is_a_list_of_one_and_a_suit_may_be_its_sign(line, key, value) -> None:
    assert getattr(read_variant(f"{BASE}{line}\n", "f.yaml"), key) == value


IDLE = {
    "shanghai_points: 10": [("shanghai_points", "shanghai")],
    "bank: round": [("bank", "call_chips")],
    "joker_cap: {kind: naturals, most: 2}": [("joker_cap most", "cap-kind")],
    "joker_cap: {kind: fixed, most: 2}": [],
    "joker_cap: {kind: by-size, only: runs, runs: [[4, 1]], sets: [[3, 1]]}": [
        ("joker_cap sets", "cap-kind")
    ],
    "call_limit: 0\ncall_cost: 2": [("call_cost", "call_limit")],
    "call_chips: 1": [("call_chips", "no-chips")],
    "call_chips: [1, 0]": [],
    "call_costs: 1\ncall_price_by: call": [("call_price_by", "one-price")],
    "call_when_down: true\ncalls_till_down: true": [("call_when_down", "calls_till_down")],
    "wild_natural: true": [("wild_natural", "no-other-wild")],
    "wild_natural: true\nwild_ranks: [2]": [],
    "wild_cards: [2S]\nwild_ranks: [2]": [("wild_cards", "wild_ranks")],
    "wild_cards: [2S, 3S]\nwild_ranks: [2]": [],
    "most_rounds: 9": [("most_rounds", "rounds-end")],
    "contracts_by: free\ncontracts_then: last": [("contracts_then", "contracts_by")],
    "contracts_by: round\ncontracts_then: end": [],
    "all_in_discard: true\nall_in_rounds: []": [("all_in_discard", "all_in_rounds")],
    "all_in_discard: true\nall_in_rounds: [7]": [],
    "chips: 9\ncall_chips: [1]\nbank: round": [],
    "shanghai_points: 0\nshanghai: false": [],
    "contracts: [{sets: [3, 3], suits: different}]": [("contracts 0 suits", "two-runs-here")],
    "contracts: [{runs: [4, 4], suits: different}]": [],
    "contracts: [{points: 40, suits: one}]": [],
    "contracts: [{runs: [4], ranks: different}]": [("contracts 0 ranks", "two-sets-here")],
    "contracts: [{sets: [3, 3], clean: true, most_wild: 1}]": [
        ("contracts 0 most_wild", "clean-here")
    ],
    "contracts: [{sets: [3], alternatives: [{sets: [4], runs_of: any}]}]": [
        ("contracts 0 alternatives 0 runs_of", "no-runs-here")
    ],
    "exchange: others\nexchange_when: down\nexchange_duty: go-down": [
        ("exchange_duty", "exchange_when")
    ],
    "adjacent_wild: false\njoker_cap: {kind: fixed, most: 1}": [("adjacent_wild", "one-joker")],
    "adjacent_wild: false\njoker_cap: {kind: by-size, sets: [[3, 1]], runs: [[4, 2], [9, 1]]}": [],
    "min_players: 3\ndeal_for: [{up_to: 2, deal: [9]}]": [("deal_for 0", "min_players")],
    "deal: 10\ndeal_for: [{up_to: 8, deal: [11]}]": [("deal", "deal_for")],
    "contracts: [{sets: [3, 3]}]\nace: high": [("ace", "no-runs")],
    "contracts: [{runs: [4]}]\nrepeated_suits: false": [("repeated_suits", "no-sets")],
    "all_in_rounds: [1]\nrounds: 1\nmust_discard: true": [("must_discard", "all_in_rounds")],
}
"""Lines of a file, each with what has no effect in it, and beside what."""


@pytest.mark.parametrize("lines", IDLE)
def test_a_value_without_effect_is_noticed(lines: str) -> None:
    """HR-8."""
    text = f"{BASE}{lines}\n"
    keys = read_keys(text, "f.yaml").value
    idle = without_effect(read_variant(text, "f.yaml"), keys)
    assert [(" ".join(map(str, each.path)), each.reason) for each in idle] == IDLE[lines]


CANNOT_BE_SAID = [
    *("knock", "perfect_cut", "dealers_choice", "take_pile", "skip", "flush"),
    *("set_of_aces", "meld_in_two_turns", "turn_timer", "pass_cards"),
    *("one_may_knock", "the_dealer_chooses_the_contract", "going_kaluki_doubles"),
    *("joker_moves_along", "buying_in_again", "both_missing_suits", "upcard_joker_goes_back"),
    "whole_hand_needs_no_points",
]


@pytest.mark.parametrize("key", CANNOT_BE_SAID)
def test_what_cannot_be_said_is_answered_as_such(key):
    with pytest.raises(Faults) as faults:
        read_variant(f"{BASE}{key}: true\n", "x.yaml")
    told = str(faults.value)
    assert f"unknown key '{key}' (that cannot be said: " in told
    assert "VARIANTS.md" in told


def test_where_it_sends_people_is_a_heading_of_the_page():
    page = (Path(__file__).parents[2] / ".github/VARIANTS.md").read_text("utf-8")
    heading = re.search(r'VARIANTS.md, "(.+?)"', guess.say.IS_NOT_HERE)
    assert heading
    assert f"\n## {heading[1]}\n" in page


@pytest.mark.parametrize("key", ["knock", "one_may_knock"])
def test_why_something_cannot_be_said_is_told_in_the_language_of_the_moment(key):
    answers = []
    for language in ("es", "en", "de"):
        with in_language(language), pytest.raises(Faults) as faults:
            read_variant(f"{BASE}{key}: true\n", "x.yaml")
        answers.append(str(faults.value))
    assert "no se puede decir" in answers[0]
    assert "cannot be said" in answers[1]
    assert len({*answers}) == 3
