"""Why a move was refused, as one sentence in the variant's own words, with its clause."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.engine.cards import Card, label, labels
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal, Refused
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_phrase
from shanghai.words.games import house_rule_of, of_game
from shanghai.words.grammar import table_words
from shanghai.words.messages import Messages
from shanghai.words.phrases import CALLS, RANK_WORDS, call_verb, call_words

say = Messages("refusals")
__getattr__ = say.__getattr__

_OVER: Final[Mapping[str, str]] = say.table("OVER")


def why(fault: Refusal | Exception) -> str:
    """What is wrong, as the end of a sentence: of a fault of the rules, else of any error."""
    refusal = fault.refusal if isinstance(fault, Refused) else fault
    if not isinstance(refusal, Refusal):
        return str(fault)
    facts = {key: of_game(str(v)) if key == "game" else v for key, v in refusal.facts.items()}
    return say.of("SENTENCES", refusal.code, **facts)


def reason(rules: Rules, refusal: Refusal, names: Sequence[str]) -> str:
    """The refusal as one sentence with the clause behind it; `names` are those of the seats."""
    facts = {name: _said(rules, name, value, names) for name, value in refusal.facts.items()}
    facts |= {
        "call_verb": call_verb(rules),
        "here": _here(rules, refusal.rule),
        "is_round": rules.ace == "round",
    }
    return with_clauses(say.of("SENTENCES", refusal.code, rules, **facts), rules, refusal.rule)


def _here(rules: Rules, rule: str) -> str:
    """Where a rule holds: in this variant, or at this table by a house rule, named if it is."""
    name = house_rule_of(rules.sources[rule].ruling if rule in rules.sources else "")
    if name is None:
        return say.HERE
    return say.BY_HOUSE_RULE(name=of_game(name)) if name else say.BY_A_HOUSE_RULE


def with_clauses(sentence: str, rules: Rules, rule: str) -> str:
    """A sentence, and after it the clauses that a rule is read from."""
    clauses = list(rules.clauses(rule))
    facts = {"said": sentence, "clauses": clauses, "many": len(clauses) > 1}
    return say.WITH_CLAUSES(**facts) if clauses else sentence


def _said(rules: Rules, name: str, value: object, names: Sequence[str]) -> object:
    match name, value:
        case ("seat" | "turn", int()):
            return names[value]
        case ("card", int()):
            return label(Card(value))
        case ("cards" | "low" | "high", tuple()):
            return labels(value) if value else say.NO_CARDS
        case ("kind", str()):
            return table_words(rules)["set" if value == "set" else "run"]
        case ("contract", Contract()):
            return contract_phrase(rules, value)
        case ("rank", int()):
            return RANK_WORDS[value - 1]
        case ("meld", int()):
            return value + 1
        case ("word" | "right", str()):
            return call_words(value).aloud if value in CALLS else value
        case ("ace" | "end" | "suits", str()):
            return say.of({"ace": "ACES", "end": "ENDS", "suits": "SUITS"}[name], value)
        case ("phase", str()):
            return _OVER.get(value, say.NOT_DEALT)
        case _:
            return value
