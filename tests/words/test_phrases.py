"""Plurals, counted things and lists."""

import re

import pytest
from msgspec import structs

from shanghai.engine.parameters.parts import WordForms
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.words.grammar import counted, inflected, plural, table_words
from shanghai.words.language import speak
from shanghai.words.messages import Message
from shanghai.words.rulebook import rule_lines
from shanghai.words.variants import plays


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


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0, "nearly everybody goes down in time"),
        (1 / 3, "hand 7 is the hardest: one player in three is not down when it ends"),
        (0.4, "hand 7 is the hardest: two players in five are not down when it ends"),
        (0.5, "hand 7 is the hardest: half of the players are not down when it ends"),
        (1, "in hand 7 nobody goes down"),
    ],
)
def test_how_rules_play_is_said_in_a_sentence(share: float, said: str) -> None:
    rules = load_variant("california")
    whole = f"Plays well: a hand takes about ten turns; {said}."
    assert plays(rules, True, 10, [(6, 0), (7, share)] if share else [(7, 0)]) == whole


def test_one_of_so_many_players_is_masculine_in_spanish() -> None:
    speak("es")
    assert "uno de cada tres jugadores" in plays(load_variant("california"), True, 10, [(7, 1 / 3)])


@pytest.mark.parametrize(
    ("changes", "missed", "said"),
    [
        (
            {"contracts_then": "first", "end_at": 500},
            [(3, 0.5), (3, 0.5)],
            "contract 3 is the hardest: half of the players do not go down to it",
        ),
        ({"contracts_by": "player"}, [(2, 1), (1, 0)], "nobody goes down to contract 2"),
        (
            {"contracts_by": "free"},
            [(21, 1), (1, 0)],
            "half of the players are not down when a hand ends",
        ),
    ],
)
def test_where_contracts_come_again_no_round_is_called_the_hardest(changes, missed, said) -> None:
    rules = with_house_rules(load_variant("california"), {"all_in_rounds": []} | changes)
    assert plays(rules, True, 10, missed) == f"Plays well: a hand takes about ten turns; {said}."
