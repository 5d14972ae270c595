"""The values of rules as the workshop writes them: in words, and melds as blocks, one a card."""

from typing import Any, Final

from msgspec import inspect, structs

from shanghai.engine.cards import RANK_NAMES
from shanghai.engine.parameters.parts import MeldSizes
from shanghai.engine.rules import Rules
from shanghai.ui.kit.lines import UNBROKEN
from shanghai.variants.draft import RulePart, RulesDraft
from shanghai.variants.file_types import ENTRIES, GLYPHS
from shanghai.variants.house_rules import plain_value
from shanghai.words import workshop as words
from shanghai.words.grammar import listed
from shanghai.words.rulebook import workshop_title
from shanghai.words.rulebook.message import filled_by_rules
from shanghai.words.rulebook.rules import RULE_WORDS

_PLACE: Final = "\0"
_MELDS: Final = {"sets": "■#", "runs": "▬="}
"""The sign of a card in each kind of meld, and the one that stands for it in ASCII."""


def titled(part: RulePart, rules: Rules) -> str:
    """The title of a rule in the workshop."""
    return workshop_title(rules, str(part.path[0]))


def option_text(option: Any, is_ascii: bool) -> str:  # noqa: ANN401
    """One of the options of a rule, in words."""
    if isinstance(option, bool):
        return words.YES if option else words.NO
    text = words.CHOICES.get(option, str(option).replace("-", " "))
    is_card = text[-1:] in (*"SHDC",) and text[:-1] in ("", *RANK_NAMES)
    return text.translate(GLYPHS) if is_card and not is_ascii else text


def around(part: RulePart, draft: RulesDraft, rules: Rules, is_ascii: bool) -> tuple[str, str, str]:
    """The words before a value, the value that the arrows change, and the words after it."""
    if len(part.path) == 1:
        around, text = words.LINES.get(str(part.path[0]), ""), rule_text(part, rules, is_ascii)
        if part.form == "picks":
            options = [f"[ {option_text(each, is_ascii)} ]" for each in part.value]
            # If nothing is chosen, the rule says in words what that means.
            around = around if options else ""
            text = " ".join([*(options or [text]), "[ + ]"])
        elif (
            part.path[0] in ENTRIES
            and part.is_by_round
            and part.value == part.value[:1] * len(part.value) != []
        ):
            around, text = words.IN_ALL, glance(part.part(0), rules, is_ascii)
    else:
        around, text = _around_inner(part, draft, is_ascii), glance(part, rules, is_ascii)
    filled = filled_by_rules(around or "{value}", rules, value=_PLACE, count=part.value)
    before, _, after = filled.partition(_PLACE)
    if part.form == "list" and around and not part.value:
        return before, words.NONE, ""
    if part.form == "list" and around and around != words.IN_ALL:
        is_explained_below = part.path == ("packs",) and not any(
            pack.get("decks_by_round") or pack.get("jokers_by_round") for pack in part.value
        )
        shown = "" if len(part.path) > 2 or is_explained_below else f" {text}"
        return before, str(len(part.value)), after + shown
    return before, text, after


def _around_inner(part: RulePart, draft: RulesDraft, is_ascii: bool) -> str:
    """The words around a part inside a rule, with `{value}` for its value."""
    step, whole = part.path[-1], draft.part(part.path[:-1])
    if isinstance(step, str):
        if whole.form == "picks":
            return words.ENTRY.format(at=option_text(step, is_ascii), value="{value}")
        around = words.FIELDS.get(step, f"{step.replace('_', ' ')}: {{value}}")
        item = getattr(part.type, "item_type", None)
        return words.BY_SIZE * isinstance(item, inspect.TupleType) + around
    if isinstance(whole.type, inspect.TupleType):
        return words.PAIR[step]
    if part.form == "number" and whole.path[-1] in words.SIZES:
        return words.SIZES[str(whole.path[-1])]
    is_round = len(part.path) == 2 and part.path[0] in ENTRIES
    at = (*RANK_NAMES, words.ACE_ABOVE_KING)[step] if whole.is_by_rank else step + 1
    return (words.BY_ROUND if is_round else words.ENTRY).format(at=at, value="{value}")


def rule_text(part: RulePart, rules: Rules, is_ascii: bool) -> str:
    """The value of a rule in a few words. Melds of contracts are blocks."""
    key = str(part.path[0])
    if _is_melds(next(part.inside, None)):
        return "  ".join(
            f"{at} {glance(one, rules, is_ascii)}".replace(" ", UNBROKEN)
            for at, one in enumerate(part.inside, 1)
        )
    if part.form == "number":
        return str(part.value)
    if part.form == "choice":
        return RULE_WORDS[key].in_words(structs.replace(rules, **{key: part.value}))
    is_known = key in RULE_WORDS and plain_value(getattr(rules, key)) == part.value
    is_known = is_known and not any(one.form == "parts" for one in part.inside)
    return RULE_WORDS[key].in_words(rules) if is_known else glance(part, rules, is_ascii)


def glance(part: RulePart, rules: Rules, is_ascii: bool) -> str:
    """A value as a short text. Of a value with fields, only those that differ from the usual."""
    if part.form in ("choice", "number", "text"):
        return option_text(part.value, is_ascii) or words.NONE
    if part.form == "picks":
        return listed([option_text(each, is_ascii) for each in part.value], ",") or words.NONE
    if isinstance(part.type, inspect.TupleType):
        around, parts = [*words.PAIR], [*part.inside]
    else:
        plain = structs.replace(part, value={}) if isinstance(part.value, dict) else None
        every = [*part.inside]
        parts = [
            one for one in every if plain is None or one.value != plain.part(one.path[-1]).value
        ]
        parts = parts or every[:1]
        around = [words.FIELDS.get(str(inner.path[-1]), "{value}") for inner in parts]
    if _is_melds(part):
        return _melds(part, rules, is_ascii)
    texts = [
        filled_by_rules(text, rules, value=glance(inner, rules, is_ascii), count=inner.value)
        for text, inner in zip(around, parts, strict=False)
    ]
    is_deep = any(inner.form in ("list", "parts") for inner in parts)
    return ("; " if is_deep else ", ").join(texts) or words.NONE


def _is_melds(part: RulePart | None) -> bool:
    kind = part and part.type
    return isinstance(kind, inspect.StructType) and issubclass(kind.cls, MeldSizes)


def _melds(part: RulePart, rules: Rules, is_ascii: bool) -> str:
    """The melds of a contract as blocks, with its conditions and its alternatives in words."""
    rows = [
        card[is_ascii] * size for name, card in _MELDS.items() for size in part.part(name).value
    ]
    instead = ""
    for inner in part.inside:
        if inner.path[-1] == "alternatives":
            instead = "".join(words.OR + _melds(each, rules, is_ascii) for each in inner.inside)
        elif inner.path[-1] not in _MELDS and inner.path[-1] in part.value:
            around = words.FIELDS.get(str(inner.path[-1]), "{value}")
            value = glance(inner, rules, is_ascii)
            rows.append(f"({filled_by_rules(around, rules, value=value, count=inner.value)})")
    return (" ".join(rows) or words.NONE) + instead
