"""Plurals, counted things and lists."""

import re

from msgspec import structs

from shanghai.engine.parameters.parts import WordForms
from shanghai.variants.loader import load_variant
from shanghai.words.grammar import counted, inflected, plural, table_words
from shanghai.words.messages import Message
from shanghai.words.rulebook import rule_lines


def test_plurals() -> None:
    assert [plural(word) for word in ("book", "box", "pass", "match")] == [
        *("books", "boxes", "passes", "matches")
    ]
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_articles() -> None:
    assert [inflected(word, "a") for word in ("run", "escalera", "Ass")] == [
        *("a run", "an escalera", "an Ass")
    ]


def test_a_file_gives_the_forms_that_english_does_not() -> None:
    more = structs.replace(
        load_variant("playerules").words,
        set="Satz",
        run="hora",
        round="party",
        plurals=WordForms(set="Sätze"),
        articles=WordForms(run="an"),
    )
    rules = structs.replace(load_variant("playerules"), words=more)
    words = table_words(rules)
    assert [*map(plural, words.values())] == ["Sätze", "horas", "parties"]
    assert {words[name].form("a") for name in ("set", "run", "round")} >= {"a Satz", "an hora"}
    page = " ".join(line.sentence for line in rule_lines(rules))
    assert all(words in page for words in ("2 Sätze", "an hora", "7 parties"))
    assert not re.search(r"Satzs|Satzes|partys|\ba hora\b", page)


def test_a_bar_in_a_name_parts_no_choice() -> None:
    said = Message("{name:?from {name}|turned up}")
    assert [said(name=name) for name in ("A|B", "")] == ["from A|B", "turned up"]
