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
from tests.long import some

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
SENTENCES = Path(__file__).with_name("sentences.txt")
"""What families say of their game, each with the game that their file extends and its lines."""
WORDINGS = Path(__file__).with_name("wordings.txt")
"""What families could call a rule, and what the answer should name, in several languages."""


def sentences() -> list[tuple[str, str, str]]:
    """Each sentence with the id of its game and the lines that say it."""
    blocks = SENTENCES.read_text("utf-8").split("\n\n")[1:]
    parted = [block.strip().partition("\n") for block in blocks]
    return [(*head.rsplit(" | ", 1), lines) for head, _, lines in parted]


def wordings() -> list[tuple[str, list[str]]]:
    """Each line of a file that no key here is called so, and the words of which one answers it."""
    lines = [line for line in WORDINGS.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [(line.split(" => ")[0], line.split(" => ")[1].split()) for line in lines]


@pytest.mark.parametrize(("sentence", "game", "lines"), some(sentences(), 30))
def test_what_a_family_says_is_said_in_three_lines_at_most(sentence, game, lines) -> None:
    assert len(lines.splitlines()) <= 3
    head = f"id: x\nname: X\nextends: {game}\n"
    is_of_contracts = "contracts:" in lines
    deal = "deal: 13\ncall_limit: 3\nall_in_rounds: []\n" * is_of_contracts
    rules = read_variant(f"{head}{lines}\n{deal}", "f.yaml")
    keys = read_keys(f"{head}{lines}\n", "f.yaml").value.keys() & RULES.keys()
    changed = [getattr(rules, key) != getattr(load_variant(game), key) for key in keys]
    assert any(changed) or "rounds:" in lines or "words:" in lines, sentence
    assert not list(without_effect(rules, keys))


@pytest.mark.parametrize("step", some([6, 1]))
def test_nearly_every_wording_of_a_family_leads_on(step: int) -> None:
    missed = []
    for line, wanted in wordings()[::step]:
        with pytest.raises(Faults) as caught:
            read_variant(f"{BASE}{line}\n", "f.yaml")
        hint = caught.value.faults[0].hint
        answers = ["cannot be said" if each == "NOT-HERE" else each for each in wanted]
        if not any(answer in hint for answer in answers):
            missed.append((line, hint))
    assert len(wordings()) > 150
    assert len(missed) <= 2, missed


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
