"""Why a move was refused, as one sentence in the variant's own words, with its clause."""

from collections.abc import Mapping, Sequence
from typing import Final

from shanghai.engine.cards import Card, label, labels
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal, Refused
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_phrase
from shanghai.words.grammar import plural, with_article
from shanghai.words.messages import Messages
from shanghai.words.phrases import CALLS, RANK_WORDS, call_name, call_verb, call_words

say = Messages("refusals")
__getattr__ = say.__getattr__

_SENTENCES: Final[Mapping[str, str]] = say.table("SENTENCES")
_OVER: Final[Mapping[str, str]] = say.table("OVER")

_ACES: Final[Mapping[str, str]] = say.table("ACES")


def why(fault: Refusal | Exception) -> str:
    """What is wrong, as the end of a sentence: of a fault of the rules, else of any error."""
    refusal = fault.refusal if isinstance(fault, Refused) else fault
    if not isinstance(refusal, Refusal):
        return str(fault)
    return _SENTENCES[refusal.code].format(**refusal.facts)


def reason(rules: Rules, refusal: Refusal, names: Sequence[str]) -> str:
    """The refusal as one sentence with the clause behind it; `names` are those of the seats."""
    sentence = _SENTENCES[refusal.code].format_map(_facts(rules, refusal, names))
    return with_clauses(sentence, rules, refusal.rule)


def _here(rules: Rules, rule: str) -> str:
    """Where a rule holds: in this variant, or at this table by a house rule, named if it is."""
    ruling = rules.sources[rule].ruling if rule in rules.sources else ""
    if not ruling.startswith(say.HOUSE_RULE):
        return "in this variant"
    name = ruling.removeprefix(say.HOUSE_RULE).strip(" :.")
    return f"at this table, by the house rule {name}" if name else "at this table, by a house rule"


def with_clauses(sentence: str, rules: Rules, rule: str) -> str:
    """A sentence, and after it the clauses that a rule is read from."""
    clauses = ", ".join(rules.clauses(rule))
    return f"{sentence} ({clauses})" if clauses else sentence


def _facts(rules: Rules, refusal: Refusal, names: Sequence[str]) -> dict[str, object]:
    """The facts as words: names for seats, labels for cards, the variant's own terms."""
    words, facts = rules.words, refusal.facts
    said: dict[str, object] = {
        "set": words.set,
        "run": words.run,
        "round": words.round,
        "call": call_name(rules),
        "call_verb": call_verb(rules),
        "sets_plural": plural(words.set, words),
        "runs_plural": plural(words.run, words),
        "here": _here(rules, refusal.rule),
        "or_around": "" if rules.ace == "round" else ", or go round the ace",
    }
    for name, value in facts.items():
        said[name] = _said(rules, name, value, names)
    for name, one in (("sets", words.set), ("runs", words.run)):
        said[f"{name}_word"] = plural(one, words) if facts.get(name) != 1 else one
    for name in ("set", "run", "kind"):
        if name in said:
            worded = with_article(str(said[name]), words)
            said[f"a_{name}"] = worded
            said[f"A_{name}"] = worded[0].upper() + worded[1:]
    discardless = "" if rules.last_discard else " or a turn without a discard"
    said["dead_after"] = f"after {with_article(call_name(rules))}{discardless}"
    if "right" in facts:
        said["right_word"] = call_words(str(facts["right"])).aloud
    if "phase" in facts:
        said["over"] = _OVER.get(str(facts["phase"]), "the cards have not been dealt")
    if "playable" in facts:
        said["hint"] = "so lay it off" if facts["playable"] else "so keep it and end the turn"
    return said


def _said(rules: Rules, name: str, value: object, names: Sequence[str]) -> object:
    match name, value:
        case ("seat" | "turn", int()):
            return names[value]
        case ("card", int()):
            return label(Card(value))
        case ("cards" | "low" | "high", tuple()):
            return labels(value) if value else "none"
        case ("kind", str()):
            return rules.words.set if value == "set" else rules.words.run
        case ("contract", Contract()):
            return contract_phrase(rules, value)
        case ("suits", str()):
            return {"different": "different suits", "one": "one suit"}.get(value, "one colour")
        case ("rank", int()):
            return RANK_WORDS[value - 1]
        case ("meld", int()):
            return value + 1
        case ("word", str()):
            return call_words(value).aloud if value in CALLS else value
        case ("ace", str()):
            return _ACES[value]
        case _:
            return value
