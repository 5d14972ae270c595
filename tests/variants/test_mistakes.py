"""Typical mistakes in a variant file: each is told with its place, its cause and its mend."""

import pytest

from shanghai.variants.loader import read_variant
from shanghai.yamlio.reader import Faults

BASE = "id: x\nname: X\nextends: california\n"
MISTAKES = [
    (BASE + "cal_cost: 1\n", 4, 1, "unknown key 'cal_cost'", "did you mean call_cost?"),
    (
        BASE + "ace: hihg\n",
        4,
        6,
        "ace: expected one of both, high, low, round, got the text 'hihg'",
        "did you mean high?",
    ),
    (
        BASE + "shanghai: yes\n",
        4,
        11,
        "shanghai: expected true or false, got the text 'yes'",
        "write true",
    ),
    (
        BASE + 'call_cost: "1"\n',
        4,
        12,
        "call_cost: expected a whole number from 0 to 10, got the text '1'",
        "leave out the quotes",
    ),
    (
        BASE + "call_cost: one\n",
        4,
        12,
        "call_cost: expected a whole number from 0 to 10, got the text 'one'",
        "a plain decimal number",
    ),
    (
        BASE + "call_cost: 1.5\n",
        4,
        12,
        "call_cost: expected a whole number from 0 to 10, got 1.5",
        "no fraction",
    ),
    (
        BASE + "call_cost: 11\n",
        4,
        12,
        "call_cost: expected a whole number from 0 to 10, got 11",
        "10 at most",
    ),
    (
        BASE + "call_cost: -1\n",
        4,
        12,
        "call_cost: expected a whole number from 0 to 10, got -1",
        "0 at least",
    ),
    (
        "id: x\nname: X\nextends: californa\n",
        3,
        10,
        "extends: no variant is called 'californa'",
        "did you mean california?",
    ),
    (
        "id: x\nname: X\nextends: california.yaml\n",
        3,
        10,
        "extends: expected a short id, got the text 'california.yaml'",
        "small letters, digits and hyphens, 40 at most, such as california",
    ),
    (
        "id: My Game\nname: X\nextends: california\n",
        1,
        5,
        "id: expected a short id, got the text 'My Game'",
        "small letters, digits and hyphens, 40 at most, such as my-game",
    ),
    ("name: X\nextends: california\n", 1, 1, "the key id is missing", "id: smiths"),
    ("id: x\nextends: california\n", 1, 1, "the key name is missing", "name: The Smiths"),
    (
        BASE + "deal: [10, 11]\n",
        4,
        7,
        "deal: has 2 entries for 10 rounds",
        "one entry a round, or a single number for all",
    ),
    (
        BASE + "contracts: [{runs: 4}]\n",
        4,
        20,
        "contracts of round 1: runs: expected a list, got 4",
        "write [4]",
    ),
    (
        BASE + "contracts: [{set: [3, 3]}]\n",
        4,
        14,
        "contracts of round 1: unknown key 'set'",
        "did you mean sets?",
    ),
    (
        BASE + "contracts: [2 sets of 3]\n",
        4,
        13,
        "contracts of round 1: expected a mapping, got the text '2 sets of 3'",
        "keys: sets, runs, alternatives",
    ),
    (
        BASE + "contracts: 7\n",
        4,
        12,
        "contracts: expected a list, got 7",
        "contracts: [{sets: [3, 3]}, {sets: [3], runs: [4]}]",
    ),
    (
        BASE + "contracts: [{}]\n",
        4,
        13,
        "contracts of round 1: asks for no meld at all",
        "sets: [3, 3] or runs: [4]",
    ),
    (
        BASE + "contracts: [{runs: [13, 13]}]\n",
        4,
        13,
        "contracts of round 1: asks for 26 cards, and a hand can grow to 21 at most",
        "11 dealt, 1 drawn, 3 calls of 3",
    ),
    (
        BASE + "points: [15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10]\n",
        4,
        9,
        "points: expected 13 entries, got 12",
        "points: [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], of A 2 3 ... Q K",
    ),
    (
        BASE + "points: {A: 15}\n",
        4,
        9,
        "points: expected a list, got a mapping",
        "points: [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], of A 2 3 ... Q K",
    ),
    (
        BASE + "joker_cap: 1\n",
        4,
        12,
        "joker_cap: expected a mapping, got 1",
        "joker_cap: {kind: fixed, most: 1}",
    ),
    (
        BASE + "joker_cap: {kind: by_size}\n",
        4,
        19,
        "joker_cap: kind: expected one of any, by-size, fixed, naturals, got the text 'by_size'",
        "did you mean by-size?",
    ),
    (
        BASE + "joker_cap: {kind: by-size}\n",
        4,
        12,
        "joker_cap: sets: is empty",
        "[[3, 1]]: 1 joker from 3 cards on",
    ),
    (
        BASE + "min_players: 6\nmax_players: 4\n",
        4,
        14,
        "min_players: is 6, more than max_players, 4",
        "the smaller number first",
    ),
    (
        BASE + "max_players: 9\n",
        4,
        14,
        "max_players: expected a whole number from 2 to 8, got 9",
        "8 at most",
    ),
    (
        BASE + "packs: [{up_to: 4, decks: 2, jokers: 4}]\n",
        4,
        8,
        "packs: no pack serves 5 to 8 players",
        "max_players: 4, or one more pack",
    ),
    (
        BASE + "packs: {up_to: 8, decks: 2, jokers: 4}\n",
        4,
        8,
        "packs: expected a list, got a mapping",
        "packs: [{up_to: 4, decks: 2, jokers: 4}, {up_to: 8, decks: 4, jokers: 8}]",
    ),
    (
        BASE + "packs: [{up_to: 8, decks: 3, jokers: 4}, {up_to: 4, decks: 2, jokers: 4}]\n",
        4,
        50,
        "packs 2: up_to: 4 does not come after 8",
        "packs stand by rising up_to",
    ),
    (
        BASE + "packs: [{up_to: 8, decks: 1, jokers: 2}]\n",
        4,
        9,
        "packs 1: too few cards for 5 to 8 players: 5 need 56 of 54 when 11 are dealt",
        "more decks, a smaller deal or fewer players",
    ),
    (
        BASE + "all_in_rounds: [11]\n",
        4,
        17,
        "all_in_rounds 1: there is no round 11, the last is 10",
        "1 to 10",
    ),
    (
        BASE + "all_in_rounds: 7\n",
        4,
        16,
        "all_in_rounds: expected a list, got 7",
        "all_in_rounds: [7]",
    ),
    (
        BASE + "call_cost: 1\ncall_cost: 2\n",
        5,
        1,
        "the key 'call_cost' stands twice",
        "first in line 4; leave one out",
    ),
    (BASE + "words:\n\tset: book\n", 5, 1, "a tab in the indentation", "indent with blanks"),
    (BASE + "call_cost:1\n", 4, 1, "this line is no `key: value`", "a colon and a blank after it"),
    (BASE + "call_cost 1\n", 4, 1, "this line is no `key: value`", "a colon and a blank after it"),
    (
        BASE + "summary: Hello: there\n",
        4,
        15,
        "mapping values are not allowed in this context",
        "indent evenly; a text that holds ': ' needs quotes",
    ),
    (
        BASE + "deal: [11, 11\n",
        4,
        7,
        "the bracket that is opened here is not closed, or a comma is missing",
        "commas between, a bracket last",
    ),
    (
        BASE + "words: {set: big book}\n",
        4,
        14,
        "words: set: expected one word of at most 14 letters",
        "book",
    ),
    (
        BASE + "words: {meld: book}\n",
        4,
        9,
        "words: unknown key 'meld'",
        "known: set, run, round, call, plurals, articles",
    ),
    (
        BASE + "words: {plurals: {set: two books}}\n",
        4,
        24,
        "words: plurals: set: expected one word of at most 14 letters",
        "books",
    ),
    (
        BASE + "words: {articles: {runs: an}}\n",
        4,
        20,
        "words: articles: unknown key 'runs'",
        "did you mean run?",
    ),
    (
        BASE + "house_rules:\n  - {sentence: S, set: {ace: high}}\n",
        5,
        5,
        "house_rules 1: the key name is missing",
        "name: ...",
    ),
    (
        BASE + "house_rules:\n  - {name: N, sentence: S, set: {acee: high}}\n",
        5,
        34,
        "house_rules 1: set: unknown key 'acee'",
        "did you mean ace?",
    ),
    (
        BASE + "house_rules:\n  - {name: N, sentence: S, set: {}}\n",
        5,
        33,
        "house_rules 1: set: sets no rule",
        "{call_cost: 1}, or another rule",
    ),
    (
        BASE + "sources: {cal_cost: {clauses: [CA-6]}}\n",
        4,
        21,
        "sources: cal_cost: no rule is called 'cal_cost'",
        "did you mean call_cost?",
    ),
    (
        BASE + "sources: {call_cost: {clauses: [ca6]}}\n",
        4,
        33,
        "sources: call_cost: clauses 1: expected a clause such as RG-3",
        "capital letters, a hyphen, a number",
    ),
    (BASE + "deal: &d 11\n", 4, 7, "the anchor &d is not allowed", "leave it out"),
    (BASE + "<<: {deal: 3}\n", 4, 1, "the merge key << is not allowed", "write the values out"),
    (BASE + "---\nid: y\n", 5, 1, "a second document begins here", "one file, one variant"),
    (
        "",
        1,
        1,
        "the file is empty",
        "id: smiths, name: The Smiths, extends: california, and what differs",
    ),
    (
        "hello\n",
        1,
        1,
        "expected a mapping, got the text 'hello'",
        "id: smiths, name: The Smiths, extends: california, and what differs",
    ),
    (
        "- id: x\n",
        1,
        1,
        "expected a mapping, got a list",
        "id: smiths, name: The Smiths, extends: california, and what differs",
    ),
    (BASE + "Call_Cost: 1\n", 4, 1, "unknown key 'Call_Cost'", "did you mean call_cost?"),
    (BASE + "call-cost: 1\n", 4, 1, "unknown key 'call-cost'", "did you mean call_cost?"),
    (
        BASE + "ace:\n",
        4,
        5,
        "ace: expected one of both, high, low, round, got nothing",
        "write a value, or leave out the key",
    ),
    (
        BASE + "contracts:\n",
        4,
        11,
        "contracts: expected a list, got nothing",
        "contracts: [{sets: [3, 3]}, {sets: [3], runs: [4]}]",
    ),
    (
        BASE + "call_cost: 0x2\n",
        4,
        12,
        "call_cost: expected a whole number from 0 to 10, got the text '0x2'",
        "a plain decimal number",
    ),
    (
        BASE + "call_word: May I\n",
        4,
        12,
        "call_word: expected one of buy, may-i, got the text 'May I'",
        "did you mean may-i?",
    ),
    (
        BASE + 'shanghai: "true"\n',
        4,
        11,
        "shanghai: expected true or false, got the text 'true'",
        "write true",
    ),
    (BASE + "deal: 0\n", 4, 7, "deal: expected a whole number of at least 1, got 0", "1 at least"),
    (
        BASE + "deal: 7 10 10\n",
        4,
        7,
        "deal: expected a whole number of at least 1, got the text '7 10 10'",
        "deal: 11, or [7, 10, 11]",
    ),
    (
        BASE + "deal: 7-12\n",
        4,
        7,
        "deal: expected a whole number of at least 1, got the text '7-12'",
        "deal: 11, or [7, 10, 11]",
    ),
    (
        BASE + "joker_points: -5\n",
        4,
        15,
        "joker_points: expected a whole number of at least 0, got -5",
        "0 at least",
    ),
]
"""A file, and the first fault in it: line, column, cause, mend."""


@pytest.mark.parametrize(("text", "line", "column", "cause", "mend"), MISTAKES)
def test_a_mistake_is_told_with_place_cause_and_mend(
    text: str, line: int, column: int, cause: str, mend: str
) -> None:
    with pytest.raises(Faults) as caught:
        read_variant(text, "f.yaml")
    first = caught.value.faults[0]
    assert (first.line, first.column) == (line, column)
    assert (first.message, first.hint) == (cause, mend)
    assert line
    assert column
    assert mend


def test_there_is_one_fault_for_one_mistake() -> None:
    for text, *_ in MISTAKES:
        with pytest.raises(Faults) as caught:
            read_variant(text, "f.yaml")
        # A round too long for the hand is told for each round it is in.
        assert len({fault.message for fault in caught.value.faults}) == 1, text
