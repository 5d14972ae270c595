"""Rules that are changed, alone and in pairs: their pages are true, consistent and credited."""

import random
import re
from contextlib import suppress
from itertools import combinations

import pytest

from shanghai.engine.parameters.fields import RULES
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant
from shanghai.words.rulebook import rule_lines
from shanghai.yamlio.reader import Faults
from tests.long import some
from tests.simulation.drawing import drawn_rules, some_changes
from tests.words.test_every_sentence import groundless
from tests.words.test_page_facts import untrue

GAMES = [load_variant(name) for name in shipped_variants()]
NO_CALLS = r"Nobody takes the discard out of turn"
NO_LAY_OFF = r"Nothing is laid off"
NO_SHANGHAI = r"There is no SHANGHAI"
NO_EXCHANGE = r"A joker on the table stays where it lies"
CLAIMS = [
    # topic, what is claimed, how the page says it
    ("calls", "none", NO_CALLS),
    ("calls", "some", r"If several call|\bA call (brings|waits|is not)|After a call|a call on the"),
    (
        "calls",
        "some",
        r"waiting call|calls used|what calls have cost|before all callers|caller comes first",
    ),
    ("lay off", "nowhere", NO_LAY_OFF),
    ("lay off", "own melds", r"lays off on melds of one's own only"),
    (
        "lay off",
        "any meld",
        r"lays? off on any|lays? off on these melds as on any|on any meld of any",
    ),
    ("laying off", "no", NO_LAY_OFF),
    (
        "laying off",
        "yes",
        r"[Ll]aying off (is|or|the)|One lays off|What is laid off|lays off on|lays nothing off",
    ),
    ("laying off", "yes", r"laying off was allowed|where laying off|Nobody lays off|No laying off"),
    ("shanghai", "no", NO_SHANGHAI),
    ("shanghai", "yes", r"SHANGHAI (may|is called)|called SHANGHAI|say SHANGHAI"),
    ("exchange", "no", NO_EXCHANGE),
    (
        "exchange",
        "yes",
        r"joker is won|may win a joker|[Aa]n exchange|wins a joker|may be replaced",
    ),
    ("exchange", "yes", r"joker exchange"),
    ("last discard", "yes", r"discarding the last card\.|goes out by a discard only"),
    (
        "last discard",
        "no",
        r"never by discarding it|last one is not discarded|own turn nobody goes out",
    ),
    ("last card kept", "yes", r"A last card that cannot be laid is kept"),
    ("last card kept", "no", r"discarding the last card\.|goes out by a discard only"),
    ("new melds", "no", r"makes no new melds"),
    ("new melds", "yes", r"may lay further melds"),
    ("contract", "at once", r"with the whole contract at once"),
    ("contract", "in parts", r"contract may be laid in parts|is down once it lies whole"),
    ("sizes", "minimums", r"sizes in a contract are minimums"),
    ("sizes", "exact", r"just the sizes asked for"),
    ("ace", "low", r"J-Q-K-A is not"),
    ("ace", "high", r"A-2-3-4 is not"),
    ("ace", "both", r"never both: A-2-3-4 and J-Q-K-A stand"),
    ("ace", "round", r"Q-K-A-2 all stand"),
    ("suits of sets", "free", r"of any suits, twins|two of a suit"),
    ("suits of sets", "different", r"all of different suits|A suit stands once in"),
    ("one rank", "two sets", r"may hold two \w+ of one rank"),
    ("one rank", "one set", r"of different ranks: six|of one lay-down are of different ranks"),
    ("upcard", "none", r"No card is turned up"),
    (
        "upcard",
        "one",
        r"One (more|card) is turned up|first card is turned up|card turned up after the deal",
    ),
    ("jokers", "any number", r"Any number of jokers may lie in a meld"),
    (
        "jokers",
        "capped",
        r"never outnumber|jokers? at most, cards|most jokers in a meld|jokers of a meld, lay",
    ),
    ("blind", "pays", r"Going out blind|less what going out blind takes off|does not go out blind"),
    ("blind", "pays nothing", r"brings no (further )?bonus"),
    ("going out", "scores 0", r"who went out scores 0[.,](?! less)"),
    (
        "going out",
        "less",
        r"takes \d+ points? off, blind|Points off for going out|Going out blind[^.]*: \d+ ",
    ),
    ("winner", "contracts", r"met most contracts wins"),
    ("winner", "points", r"lowest total after the last \w+ wins"),
    (
        "stock",
        "renewed",
        r"become the stock\.|as the stock\.|stock is renewed|discards become the stock once",
    ),
    ("stock", "never renewed", r"discards never become"),
    ("first right", "none", r"has no first right"),
    ("first right", "some", r"comes? before all callers"),
    ("down may call", "yes", r"is down may still"),
    ("down may call", "no", r"is down may not|Once anybody is down, nobody calls"),
    ("beneath", "open", r"After a call the card beneath is the top discard"),
    ("beneath", "dead", r"card beneath is neither taken"),
    ("down takes", "never", r"who is down does not take the top discard"),
    (
        "down takes",
        "yes",
        r"who is down takes it as ever|on turn who is down comes before|down may take the discard",
    ),
    ("sides", "alone", r"^(At least|At most) \d+ players"),
    ("sides", "partners", r"in \d sides|of the partners"),
    ("round ends", "at once", r"and the \w+ ends at once"),
    ("round ends", "after a turn", r"other player has one more turn|In a last turn"),
    ("wild", "as itself", r"may also be laid as the card it is"),
    ("wild", "always wild", r"always stands in for another"),
    ("who has it", "soonest", r"whose turn comes soonest has the card"),
    ("who has it", "dealer", r"nearest to the dealer's \w+ has the card"),
    ("who has it", "first", r"first to call has the card\."),
    ("tossed jokers", "block", r"on top of the discards is neither taken nor called"),
]
"""What a page may claim on a topic. Two claims on one topic that differ contradict each other."""
LISTED = re.compile(r"\b[Ii]n (round|hand|deal|juego)s? \d")
"""A figure, or a list of rounds, by the number of the round."""
ONLY_CUT = {"deal_for"}
"""Where there are fewer contracts it tells of fewer rounds, and of those what the text says."""


def claims(rules):
    """What the page of rules claims, topic by topic, with the sentence that does."""
    for line in rule_lines(rules):
        for text in re.split(r"(?<=\.) ", f"{line.sentence} {line.ruling}"):
            for topic, claim, pattern in CLAIMS:
                if re.search(pattern, text):
                    yield topic, claim, text


def contradictions(rules):
    """Pairs of sentences of a page of which one says what the other denies."""
    return [
        (first, second)
        for (topic, claim, first), (other, denied, second) in combinations(claims(rules), 2)
        if topic == other and claim != denied
    ]


def by_round_of_contracts_that_come_again(rules):
    """Sentences that speak of a round by its number where its contract comes again."""
    lines = rule_lines(rules) if rules.goes_on else ()
    return [line.sentence for line in lines if LISTED.search(line.sentence)]


def credited_wrongly(base, rules):
    """The sentences that a change of rules has changed and that still name a clause of the text."""
    before = {line.rule: line.sentence for line in rule_lines(base)}
    return [
        line.sentence
        for line in rule_lines(rules)
        if line.clauses and line.rule not in ONLY_CUT and line.sentence != before.get(line.rule)
    ]


def with_yaml_keys(rules):
    """What the page says of changing a rule by the name of a key, and not by the workshop's."""
    return [line.change for line in rule_lines(rules) if re.search(r"[a-z]_[a-z]", line.change)]


def faults(base, rules):
    """All that is wrong with the page of changed rules."""
    return [
        *contradictions(rules),
        *credited_wrongly(base, rules),
        *by_round_of_contracts_that_come_again(rules),
        *with_yaml_keys(rules),
    ]


def own_file(base, changes):
    """The rules of a family's file over a game, or None where they cannot stand together."""
    with suppress(Faults):
        return with_house_rules(base, changes)


def drawn_pairs(seed, count):
    """Games with two keys drawn, as far as they may stand together."""
    chance = random.Random(seed)
    while count:
        base, changes = chance.choice(GAMES), {}
        for key in chance.sample(sorted(RULES), 2):
            changes |= some_changes(chance, key)
        if (rules := own_file(base, changes)) is not None:
            count -= 1
            yield base, rules, changes


@pytest.mark.parametrize("number", some(range(len(GAMES)), 2))
def test_the_page_of_a_published_game_is_proved_and_consistent(number):
    rules = GAMES[number]
    assert groundless(rules) == []
    assert untrue(rules) == []
    assert faults(rules, rules) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_a_key_that_is_changed_leaves_a_page_that_is_proved_and_consistent(key):
    chance, tried = random.Random(key), 0
    for base in GAMES:
        changes = some_changes(chance, key)
        if (rules := own_file(base, changes)) is not None:
            tried += 1
            assert faults(base, rules) == [], (rules.id, changes)
            assert groundless(rules) == [], (rules.id, changes)
    assert tried > 3


@pytest.mark.parametrize("part", some(range(30)))
def test_a_pair_of_keys_leaves_a_page_that_is_proved_and_consistent(part):
    """A hundred pairs in each part; in the normal run a few."""
    for base, rules, changes in drawn_pairs(f"pairs {part}", 100 if part else 15):
        assert faults(base, rules) == [], (rules.id, changes)
        if part:
            assert groundless(rules) == [], (rules.id, changes)
            assert rules.max_players < 3 or untrue(rules) == [], (rules.id, changes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_rules_with_many_keys_drawn_have_a_page_that_is_proved_and_consistent(seed):
    rules = drawn_rules(seed)
    assert contradictions(rules) == []
    assert by_round_of_contracts_that_come_again(rules) == []
    assert groundless(rules) == []


def test_a_contradiction_is_seen():
    rules = GAMES[0]
    page = [*claims(rules)]
    assert len(page) > 20
    assert len({topic for topic, _, _ in CLAIMS}) == 28
    for topic, claim, _ in page:
        others = {each for other, each, _ in CLAIMS if other == topic} - {claim}
        assert others, topic


@pytest.mark.slow
def test_every_claim_is_made_by_some_page():
    made = {claim[:2] for _, rules, _ in drawn_pairs("claims", 400) for claim in claims(rules)}
    for seed in range(150):
        made |= {claim[:2] for claim in claims(drawn_rules(seed))}
    assert made == {(topic, claim) for topic, claim, _ in CLAIMS}
