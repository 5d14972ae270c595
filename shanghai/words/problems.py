"""What is wrong with the rules of a variant, and what the parts of its values mean."""

from typing import Final

from shanghai.engine.parameters.checks import Problem

_FAULTS: Final = {
    "too-much": "is {value}, and {most} is the most",
    "twice": "{name} stands twice",
    "no-text": "has nothing in it that can be shown",
    "word": "expected one word of at most 14 letters",
    "call-word": "expected at most three words, 14 letters in all",
    "same-name": "an earlier house rule has this name",
    "no-rounds": "a game has at least one round",
    "many-rounds": "{value} rounds, and {most} is the most",
    "most-rounds": "is {value}, and {most} is the most",
    "by-round": "has {count} entries for {rounds} rounds",
    "prices": "has {count} entries for {rounds} rounds",
    "packs-by-round": "has {count} entries for {rounds} rounds",
    "chosen": "names contracts, and nobody knows before which one is laid",
    "no-contract": "there is no contract {number}, the last is {last}",
    "no-round": "there is no round {number}, the last is {last}",
    "much-wild": "{value} of 52 cards are wild, and {most} is the most",
    "no-card": "is no card and no suit",
    "never-laid": "a joker won by one who is down could never be laid",
    "no-chips": "nobody has a chip to pay with",
    "players": "is {least}, more than max_players, {most}",
    "deals-falling": "{value} does not come after {before}",
    "packs-falling": "{value} does not come after {before}",
    "steps-falling": "{value} does not come after {before}",
    "deal-many": "is {value}, and {most} is the most",
    "deal-few": "the contract asks for {size} cards, and a hand grows to {most}",
    "no-packs": "a game needs at least one pack",
    "unserved": "no pack serves {players} players",
    "few-cards": "too few cards for {players} players: {first} need {need} of "
    "{total} when {dealt} are dealt",
    "no-meld": "asks for no meld at all",
    "large": "asks for {size} cards, and a hand can grow to {most} at most",
    "ranks-of-sets": "{sets} sets of different ranks, and there are {ranks} ranks",
    "many-points": "asks for {points} points, and a hand grows to {most} cards at most",
    "whole-hand": "{laid} cards can never all lie in {runs} runs",
    "suits-of-set": "a set of {size}, and a suit stands once in a set",
    "large-set": "a set of {size}, and the cards of one rank and its jokers are {most}",
    "no-naturals": "can never be laid, as wild cards are never laid as they are",
    "royal-run": "a royal run is a whole suit from ace to king",
    "royal-ace": "begins with a low ace",
    "suits-of-wide": "is said of runs that are each of one suit",
    "runs-of-suits": "{runs} runs, and there are {suits} suits",
    "sets-of-ranks": "{sets} sets, and there are {ranks} ranks",
    "wide-runs": "does not go with sets in which a suit stands once",
    "exact-points": "asks for any number of melds, and exact_sizes for just those of a contract",
    "meld-points": "has {count} figures for {most} ranks",
    "many-jokers": "is {value}, and {most} is the most",
    "no-steps": "is empty",
    "no-rule": "no rule is called {name!r}",
    "no-clause": "expected a clause such as RG-3",
    "upcard_wild upcard": "makes the rank of the first upcard wild, and no card is turned up",
    "lay_off_on last_discard": "nobody could ever go out: neither lay-offs nor a last discard",
    "must_discard last_discard": "asks for a last discard, and last_discard bars it",
    "discard_ban shanghai": "bars what SHANGHAI is declared of",
    "discard_ban lay_off_on": "bars cards that fit melds on which their holder may not lay off",
    "last_turn shanghai": "counts turns, and SHANGHAI empties hands between",
    "rounds-of-base": "is {number}, and {base} has {there}",
    "picks-no-round": "picks no round",
    "sets-no-rule": "sets no rule",
}
_HINTS: Final = {
    "too-much": "{most} at most",
    "twice": "each once",
    "word": "{example}",
    "call-word": "MINE",
    "most-rounds": "{most}, or 0 for as many",
    "by-round": "one entry a round, or a single number for all",
    "prices": "one entry a round, or call_price_by: call",
    "packs-by-round": "one entry a round at most",
    "chosen": "contracts_by: round",
    "no-contract": "1 to {last}",
    "no-round": "1 to {last}",
    "much-wild": "five ranks at most",
    "no-card": "QS, 10H, or H",
    "never-laid": "lay_off_on: any",
    "no-chips": "chips: 20",
    "players": "the smaller number first",
    "deals-falling": "the deals of small tables stand by rising up_to",
    "packs-falling": "packs stand by rising up_to",
    "steps-falling": "steps stand by rising size",
    "deal-many": "11, say",
    "deal-few": "11, say",
    "unserved": "max_players: {most}, or one more pack",
    "few-cards": "more decks, a smaller deal or fewer players",
    "no-meld": "sets: [3, 3], runs: [4] or points: 51",
    "large": "{dealt} dealt, 1 drawn, {calls} calls of {each}",
    "many-points": "fewer points",
    "whole-hand": "runs hold 13 cards at most",
    "suits-of-set": "4 at most, or repeated_suits: true",
    "royal-run": "runs: [13], royal: true",
    "royal-ace": "ace: low, or ace: both",
    "suits-of-wide": "without runs_of",
    "wide-runs": "repeated_suits: true",
    "exact-points": "exact_sizes: false",
    "meld-points": "ace to king, and perhaps an ace that is not low",
    "no-steps": "[[3, 1]]: 1 joker from 3 cards on",
    "no-clause": "capital letters, a hyphen, a number",
    "upcard_wild upcard": "upcard: true",
    "lay_off_on last_discard": "last_discard: true",
    "must_discard last_discard": "last_discard: true",
    "discard_ban shanghai": "shanghai: false",
    "discard_ban lay_off_on": "lay_off_on: any",
    "last_turn shanghai": "shanghai: false",
    "rounds-of-base": "leave out rounds and write the contracts",
    "picks-no-round": "rounds: 7, or rounds: [1, 4, 7]",
    "sets-no-rule": "{{call_cost: 1}}, or another rule",
}
PART_WORDS: Final = {
    "Pack": {
        "up_to": "the most players this pack serves",
        "decks": "decks of 52 cards",
        "jokers": "jokers in all",
        "decks_by_round": "decks by round, in place of decks; the last number goes on",
        "jokers_by_round": "jokers in all by round, in place of jokers; the last number goes on",
    },
    "DealFor": {
        "up_to": "the most players this deal is for",
        "deal": "cards dealt to each, by round",
    },
    "MeldSizes Contract": {
        "sets": "the size of each set",
        "runs": "the size of each run",
        "clean": "whether no wild card lies in them",
        "most_wild": "the most wild cards in all of them together",
        "runs_of": "what the cards of a run have in common: suit, colour, or any suits",
        "royal": "whether each run goes from ace to king",
        "suits": "runs of any suits, of different ones, of one, or of one colour",
        "ranks": "sets of any ranks, or of different ones",
        "points": "what they and any further melds must be worth in all",
    },
    "Contract": {
        "alternatives": "other melds, any one entry of which fulfils the contract as well",
    },
    "JokerCap": {
        "kind": "any number; a fixed number; by the size of the meld; never "
        "more than its natural cards",
        "most": "for fixed: the number in any meld",
        "sets": "for by-size: pairs of a least size and the most jokers, for sets",
        "runs": "for by-size: pairs of a least size and the most jokers, for runs",
        "only": "the melds in which they may lie: any, sets alone, or runs alone",
    },
    "WordForms": {
        "set": "that of the word for a set",
        "run": "that of the word for a run",
        "round": "that of the word for a round",
    },
    "VariantWords": {
        "set": "cards of one rank",
        "run": "cards of one suit in order",
        "round": "from one deal to the next",
        "call": "what a caller says; empty: as call_word has it",
        "plurals": "such as `set: Sätze`; empty: as in English",
        "articles": "such as `run: an`; empty: a, or an before a vowel",
    },
    "Source": {
        "clauses": "the clauses it is read from, such as RG-3",
        "ruling": "how the text is understood where it is silent, and why",
    },
    "HouseRuleFile": {
        "name": "by which it is chosen",
        "sentence": "what it changes",
        "set": "the rules that it sets",
    },
}
BESIDE: Final = {
    "call-prices": "the prices of a call",
    "rounds-open": "contracts_by: player, or contracts_then",
    "contract-points": "points in contracts",
    "cap-kind": "its kind",
}
"""Beside what a rule has no effect, where that is no rule."""
_SPAN: Final = "{0} to {1}"


def problem_text(problem: Problem) -> tuple[str, str]:
    """What is wrong with a value of the rules, and what would be right."""
    facts = {
        name: _SPAN.format(*value) if isinstance(value, tuple) else value
        for name, value in problem.facts.items()
    }
    hint = _HINTS.get(problem.code, "")
    return _FAULTS[problem.code].format(**facts), hint.format(**facts)
