"""What a variant file takes over from the one that it extends, and what it says of that."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from shanghai.engine.parameters.checks import Problem, RulePath, check_variant
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.parameters.parts import Source
from shanghai.engine.rules import Rules
from shanghai.variants.building import merged, plain_value
from shanghai.words.phrases import counted, listed
from shanghai.words.rulebook.rules import RULE_WORDS


def inherited(base: Rules, own: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says with what it inherits where it says nothing.

    Rules by round that it does not set itself follow its rounds: cut, or their last value goes on.
    """
    value: dict[str, Any] = plain_value(base)
    value |= {"summary": "", "text": f"{base.name}, with rules of its own.", "sources": {}}
    chosen = _rounds_of(base, own)
    if chosen is not None:
        for key in ("contracts", *_going_by("round")):
            last = len(value[key]) - 1
            value[key] = [value[key][min(at, last)] for at in chosen]
        _pick_rounds(value, base, chosen)
        for small in value["deal_for"]:
            last = len(small["deal"]) - 1
            small["deal"] = [small["deal"][min(at, last)] for at in chosen]
        value["all_in_rounds"] = [
            number for number, at in enumerate(chosen, 1) if at + 1 in base.all_in_rounds
        ]
    if "call_cost" in own and "call_costs" not in own:
        value["call_costs"] = []
    words = _words(value["words"], own.get("words", {}))
    value |= {key: item for key, item in own.items() if key not in ("rounds", "extends")}
    value["words"] = words
    return value


def _going_by(what: str) -> list[str]:
    return [key for key, rule in RULES.items() if rule.goes_by == what]


def _words(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The words of a file over those that it extends; a new word does not keep the old forms."""
    words = base | own
    for forms in ("plurals", "articles"):
        kept = {name: form for name, form in base[forms].items() if name not in own}
        words[forms] = kept | own.get(forms, {})
    return words


def _pick_rounds(value: dict[str, Any], base: Rules, chosen: Sequence[int]) -> None:
    """Lets the prices and packs by round follow the rounds that are taken over."""
    found = [(value, key) for key in _going_by("price") if base.call_price_by == "round"]
    found += [(pack, f"{key}_by_round") for pack in value["packs"] for key in ("decks", "jokers")]
    for held, key in found:
        if held.get(key):
            last = len(held[key]) - 1
            held[key] = [held[key][min(at, last)] for at in chosen]


def _rounds_of(base: Rules, own: Mapping[str, Any]) -> list[int] | None:
    """For each round the one of the base, counted from 0, that it takes after; None: as there."""
    if "rounds" in own:
        rounds = own["rounds"]
        numbers = range(1, rounds + 1) if isinstance(rounds, int) else rounds
        return [number - 1 for number in numbers if number <= len(base.contracts)] or None
    if "contracts" in own and len(own["contracts"]) != len(base.contracts):
        return list(range(len(own["contracts"]))) or None
    return None


def check_rounds(base: Rules, own: Mapping[str, Any]) -> Iterator[Problem]:
    """Whether the rounds that a file picks are rounds of what it extends."""
    rounds = own.get("rounds", ())
    numbers = enumerate(rounds) if isinstance(rounds, list) else [(None, rounds or 1)]
    for index, number in numbers:
        if number > len(base.contracts):
            path: RulePath = ("rounds",) if index is None else ("rounds", index)
            there = counted(len(base.contracts), base.words.round, base.words)
            message = f"is {number}, and {base.name} has {there}"
            yield Problem(path, message, "leave out rounds and write the contracts")
    if rounds == []:
        yield Problem(("rounds",), "picks no round", "rounds: 7, or rounds: [1, 4, 7]")


def with_origins(rules: Rules, base: Rules, own: Collection[str]) -> Rules:
    """The rules with a summary, and the base's name at each rule that the file does not set."""
    set_here = {*own, "contracts"} if "rounds" in own else {*own}
    changed = [
        key for key in RULES if key in set_here and getattr(rules, key) != getattr(base, key)
    ]
    sources = dict(base.sources)
    for key in RULES:
        if key in changed:
            sources.pop(key, None)
        else:
            source = base.sources.get(key, Source())
            sources[key] = structs.replace(source, origin=source.origin or base.name)
    rules = structs.replace(
        rules, sources=sources | rules.sources, summary=rules.summary or _summary(base, changed)
    )
    if "house_rules" in own:
        return rules
    options = []
    for option in base.house_rules:
        if not {*option.set} & {*changed}:
            # It must change something still, and leave a game to be played.
            other = merged(rules, option.set)
            if any(getattr(other, key) != getattr(rules, key) for key in option.set):
                options += [option] if not any(check_variant(other)) else []
    return structs.replace(rules, house_rules=tuple(options))


def _summary(base: Rules, changed: Iterable[str]) -> str:
    titles = [RULE_WORDS[key].title.lower() for key in changed]
    if not titles:
        return f"{base.name}, rule for rule."
    if len(titles) > 4:
        titles = [*titles[:3], f"{len(titles) - 3} more rules"]
    return f"{base.name} with other rules for {listed(titles)}."
