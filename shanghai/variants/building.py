"""From plain values, whose shape is right, to `Rules`, and from problems to faults with places."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import structs

from shanghai.engine.parameters.checks import Problem, check_variant
from shanghai.engine.rules import Rules
from shanghai.variants.file_types import ENTRIES, EVEN_TOO, GLYPHS, ONE_TOO
from shanghai.words.sanitize import sanitize
from shanghai.yamlio.reader import Fault, Node
from shanghai.yamlio.reader import Mapping as MappingNode
from shanghai.yamlio.schema_reader import Reader, did_you_mean, node_at

_TEXTS: Final = {"name": 40, "summary": 200, "text": 200, "sentence": 300, "ruling": 600}


def rules_of(value: Mapping[str, Any]) -> Rules:
    """The rules of a plain value whose shape is right, with single numbers spread over rounds."""
    rounds = len(value["contracts"])
    spread = {
        key: [value[key]] * max(1, rounds) for key in EVEN_TOO if isinstance(value.get(key), int)
    }
    lists = {key: value[key] for key in ONE_TOO if key in value}
    lists = {key: each if isinstance(each, list) else [each] for key, each in lists.items()}
    if "wild_cards" in lists:
        lists["wild_cards"] = [_lettered(name) for name in lists["wild_cards"]]
    if points := value.get("card_points"):
        lists["card_points"] = {_lettered(name): worth for name, worth in points.items()}
    return msgspec.convert({**value, **spread, **lists}, Rules)


def _lettered(name: str) -> str:
    return name.translate({sign: letter for letter, sign in GLYPHS.items()})


def plain_value(value: object) -> Any:  # noqa: ANN401
    """A value of the rules as a file can hold it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def merged(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    """The rules with some of them set to other plain values, unchecked."""
    return rules_of({**plain_value(rules), **changes})


def check_house_rules(rules: Rules) -> Iterator[Problem]:
    """Whether each house rule, taken alone, leaves a game that can be played."""
    for index, option in enumerate(rules.house_rules):
        path = ("house_rules", index, "set")
        if not option.set:
            yield Problem(path, "sets no rule", "{call_cost: 1}, or another rule")
        for problem in check_variant(merged(rules, option.set)):
            yield structs.replace(problem, path=(*path, *problem.path))


def placed(problems: Iterable[Problem], node: Node, file: str) -> list[Fault]:
    """The problems as faults at their places; of an inherited rule, at `extends`."""
    reader = Reader(file, entries=ENTRIES)
    found: set[tuple[int, str]] = set()
    for problem in problems:
        place = node_at(node, problem.path)
        if place is node and isinstance(node, MappingNode):
            place = node.value.get("extends", node)
        # A single number for all rounds is at fault once, not once a round.
        if (id(place), problem.message) not in found:
            hint = problem.hint
            if problem.known:
                hint = did_you_mean(str(problem.path[-1]), problem.known)
            reader.fault(place, problem.path, problem.message, hint)
        found.add((id(place), problem.message))
    return reader.faults


def cleaned(value: Any) -> Any:  # noqa: ANN401
    """The value with every text that is shown to players made safe."""
    if isinstance(value, dict):
        return {
            key: sanitize(item, _TEXTS[key])
            if isinstance(item, str) and key in _TEXTS
            else cleaned(item)
            for key, item in value.items()
        }
    return [cleaned(item) for item in value] if isinstance(value, list) else value
