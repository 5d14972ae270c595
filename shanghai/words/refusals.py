"""Refusals as sentences, in the words of the variant, with the clauses that they follow."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from shanghai.engine.cards import label, labels
from shanghai.engine.refusal import Refusal, Refused
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_phrase
from shanghai.words.games import house_rule_of, of_game
from shanghai.words.grammar import table_words
from shanghai.words.messages import Messages
from shanghai.words.phrases import CALLS, RANK_WORDS, call_verb
from shanghai.words.rulebook import credited_clauses

say = Messages("refusals")
__getattr__ = say.__getattr__

_OVER: Final[Mapping[str, str]] = say.table("OVER")
_FACTS: Final[Mapping[str, Callable[[Rules, Sequence[str], Any], object]]] = {
    "seat": lambda _, names, seat: names[seat],
    "turn": lambda _, names, seat: names[seat],
    "card": lambda _, __, card: label(card),
    "cards": lambda _, __, cards: labels(cards) or say.NO_CARDS,
    "low": lambda _, __, cards: labels(cards),
    "high": lambda _, __, cards: labels(cards),
    "kind": lambda rules, _, kind: table_words(rules)[kind],
    "contract": lambda rules, _, contract: contract_phrase(rules, contract),
    "rank": lambda _, __, rank: RANK_WORDS[rank - 1],
    "meld": lambda _, __, index: index + 1,
    "word": lambda _, __, word: CALLS[word]["aloud"] if word in CALLS else word,
    "right": lambda _, __, word: CALLS[word]["aloud"],
    "ace": lambda _, __, ace: say.of("ACES", ace),
    "end": lambda _, __, end: say.of("ENDS", end),
    "suits": lambda _, __, suits: say.of("SUITS", suits),
    "phase": lambda _, __, phase: _OVER.get(phase, say.NOT_DEALT),
}
"""How a fact of a refusal is written, by the name of the fact. A `card`, for one, is always a card.

Each function gets the rules, the names of the seats, and the value of the fact. A fact without an
entry is written as it is.
"""


def why(fault: Refusal | Exception) -> str:
    """Why something failed, as the end of a sentence: the reason of a refusal, or of any error."""
    refusal = fault.refusal if isinstance(fault, Refused) else fault
    if not isinstance(refusal, Refusal):
        return str(fault)
    facts = {key: of_game(str(v)) if key == "game" else v for key, v in refusal.facts.items()}
    return say.of("SENTENCES", refusal.code, **facts)


def reason(rules: Rules, refusal: Refusal, names: Sequence[str]) -> str:
    """A refusal as one sentence with its clauses. `names` are the players' names, by seat."""
    facts = {
        name: _FACTS[name](rules, names, value) if name in _FACTS else value
        for name, value in refusal.facts.items()
    }
    facts |= {
        "call_verb": call_verb(rules),
        "here": _here(rules, refusal.rule),
        "is_round": rules.ace == "round",
    }
    return with_clauses(say.of("SENTENCES", refusal.code, rules, **facts), rules, refusal.rule)


def _here(rules: Rules, rule: str) -> str:
    """Where a rule is valid: in this variant, or at this table by a house rule."""
    name = house_rule_of(rules.sources[rule].ruling if rule in rules.sources else "")
    if name is None:
        return say.HERE
    return say.BY_HOUSE_RULE(name=of_game(name)) if name else say.BY_A_HOUSE_RULE


def with_clauses(sentence: str, rules: Rules, rule: str) -> str:
    """A sentence with the clauses of a rule at its end. There are none if another rule has changed
    what they say."""
    clauses = list(credited_clauses(rules, rule))
    facts = {"said": sentence, "clauses": clauses, "many": len(clauses) > 1}
    return say.WITH_CLAUSES(**facts) if clauses else sentence
