"""The language: chosen by option, setting or environment, English where a message is missing."""

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from shanghai.records.check import check_file
from shanghai.storage.paths import saved_language
from shanghai.storage.settings import Settings, save
from shanghai.words import language
from shanghai.words.games import house_rule_of, house_ruling, ruling_text
from shanghai.words.grammar import Noun, counted, inflected, listed, plural
from shanghai.words.keys import key_words
from shanghai.words.language import (
    FOLDER as WORDS,
    in_english,
    languages,
    lesson_file,
    speak,
    spoken,
    wanted_language,
    write_plainly,
)
from shanghai.words.messages import Message, Messages
from shanghai.words.phrases import cards_in_words
from tests.sources import PACKAGE, nodes
from tests.words.language import mistakes, texts as texts_by_path
from tests.words.written import folders, messages, whole

_WORDS_TOO = {"Home", "End", "Left", "Right", "Up", "Down", "Space"}
"""Keys whose names are words as well."""
SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.fixture
def tongue(monkeypatch):
    """Gives a language of a few messages to speak, and English again afterwards."""
    english = whole("en")
    grammar = {
        "NAME": "Tongue",
        "COUNTS": [["^1$", "one"], ["(?<!1)[2-4]$", "few"], ["", "many"]],
        "LISTS": {"and": [", ", [" e ", "^i"], " y "]},
        "DECIMAL": ",",
        "NOUNS": {"card": {"one": "karta", "few": "karty", "many": "kart", "many.dat": "kartom"}},
        "ELSE": {"a": [["^", "uno "]]},
    }
    said = english | {"grammar": english["grammar"] | grammar}
    said["setup"] = english["setup"] | {"GO_ON": "Further"}
    monkeypatch.setattr(
        language, "_section", lambda spoken, name: (said if spoken == "yy" else english)[name]
    )
    speak("yy")
    yield
    speak("en")


def test_words_have_the_forms_of_the_language(tongue):
    assert [counted(count, "card") for count in (1, 3, 5, 12, 22)] == [
        "1 karta",
        "3 karty",
        "5 kart",
        "12 kart",
        "22 karty",
    ]
    assert Message("{n:card.dat}").format(n=7) == "7 kartom"
    assert listed(["Ann", "Bob"]) == "Ann y Bob"
    assert listed(["Ann", "ivo"]) == "Ann e ivo"
    assert (plural("card"), inflected("set", "a")) == ("kart", "uno set")
    assert Message("{points:.1f}")(points=1.5) == "1,5"


def test_a_family_s_own_word_has_the_forms_that_its_file_gives():
    noun = Noun("trica", {"many": "tricas"})
    assert (
        Message("{set:a} of {n:set}, {set:^many}")(set=noun, n=2) == "a trica of 2 tricas, Tricas"
    )


def test_a_late_message_follows_the_language(tongue):
    class Screen:
        HEADING = Messages("setup").late("GO_ON")

    assert Screen.HEADING == "Further"
    speak("en")
    assert Screen.HEADING == Messages("setup").GO_ON != "Further"


@pytest.mark.parametrize(
    ("named", "environment", "spoken"),
    [
        (("en",), {"LC_ALL": "xx"}, "en"),
        (("", "xx"), {}, "xx"),
        (("",), {"LANG": "xx_YY.UTF-8"}, "xx"),
        (("",), {"LC_ALL": "C", "LANG": "xx"}, "en"),
        (("",), {"LC_MESSAGES": "xx", "LANG": "en"}, "xx"),
        (("nn",), {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for(named, environment, spoken, monkeypatch):
    monkeypatch.setattr(language, "languages", lambda: ["en", "xx"])
    assert wanted_language(*named, environment=environment) == spoken


def test_the_language_of_the_settings_is_read_at_the_start(tmp_path):
    assert saved_language(str(tmp_path)) == ""
    save(tmp_path, Settings(language="de"))
    assert saved_language(str(tmp_path)) == "de"


def test_a_ruling_of_a_table_is_kept_in_one_language_and_said_in_each():
    assert house_rule_of(house_ruling("Nine hands")) == "Nine hands"
    assert house_rule_of(house_ruling()) == ""
    assert house_rule_of("The text is silent.") is None
    assert ruling_text(house_ruling("Nine hands")) == "A house rule of this table: Nine hands."


@pytest.mark.parametrize("folder", folders(), ids=lambda path: path.name)
def test_each_language_has_no_mistakes(folder):
    assert not mistakes(folder.name)
    assert spoken() == "en"


def test_documents_expect_the_same_in_every_language(tongue):
    results = check_file(SCENARIOS / "rummygames" / "decks-and-deal.yaml")
    assert {result.state for result in results} == {"passed"}


def test_what_a_thread_writes_in_english_leaves_the_screen_its_language(tongue):
    begun, seen = Event(), Event()

    def write():
        with in_english():
            begun.set()
            seen.wait()
            return spoken()

    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(write)
        begun.wait()
        assert spoken() == "yy"
        seen.set()
        assert written.result() == "en"
    assert spoken() == "yy"


@pytest.mark.parametrize("name", ["de", "es"])
def test_in_ascii_no_letter_of_a_language_is_lost_or_left(name):
    speak(name)
    written = Messages("settings").TITLE, counted(2, "player"), inflected("König", "a.acc")
    write_plainly(True)
    sections = [path.stem for path in WORDS.glob("en/*.yaml")]
    letters = set("".join(texts([language.section(section) for section in sections])))
    assert not {letter for letter in letters if letter.isalpha() and not letter.isascii()}
    assert b"\xc3" not in lesson_file("california")
    assert {"de": "Einstellungen", "es": "Ajustes"}[name] == Messages("settings").TITLE
    write_plainly(False)
    now = Messages("settings").TITLE, counted(2, "player"), inflected("König", "a.acc")
    assert now == written


def texts(said):
    """The texts of messages, those by words as what they say."""
    if isinstance(said, dict):
        return [each for text in said.values() for each in texts(text)]
    return [said] if isinstance(said, str) else [each for text in said for each in texts(text)]


def test_german_is_read_without_its_own_letters():
    speak("de")
    write_plainly(True)
    assert key_words("back")[0] == "Zurueck"
    assert inflected("König", "many") == "Koenige"
    speak("en")
    write_plainly(True)
    assert spoken() == "en"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann tosses queen of clubs, 10 of hearts, joker and ace of spades; AS not"),
        ("de", "Ann tosses Kreuz-Dame, Herz-10, Joker and Pik-Ass; AS not"),
        ("es", "Ann tosses reina de tréboles, 10 de corazones, comodín and as de picas; AS not"),
    ],
)
def test_cards_are_said_in_words_but_a_name_is_a_name(language, said):
    speak(language)
    first, _, last = "Ann tosses QC, 10H, JK and {ace}; AS not".partition("{ace}")
    names = ["Ann", "AS"]
    assert cards_in_words(first, names) + cards_in_words("AS") + last == said
    assert cards_in_words(last, names) == last
    assert cards_in_words("BASE 4SX x4S") == "BASE 4SX x4S"
    assert cards_in_words("4S QC") == cards_in_words("4S, QC")


@pytest.mark.parametrize("folder", folders(), ids=lambda path: path.name)
def test_a_sentence_calls_a_key_what_stands_on_it(folder):
    english, own = (messages(path / "keys.yaml")["CAPS"] for path in (WORDS / "en", folder))
    others = {cap for key, cap in english.items() if cap not in own.values()}
    named = re.compile(rf"\b({'|'.join(sorted(others - _WORDS_TOO)) or '(?!)'})\b(?!-)")
    files = [*folder.glob("*.yaml"), *folder.glob("lessons/*.yaml")]
    found = [(path.name, *text) for path in files for text in texts_by_path(messages(path))]
    assert not [text for text in found if named.search(text[2]) and "TEXTS" not in text[1]]


@pytest.mark.slow
def test_no_room_beside_the_words_asks_which_language_is_spoken():
    asked = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if WORDS not in path.parents
        for node in nodes(path)
        if _asks_for_a_language(node)
    ]
    assert not asked


def _asks_for_a_language(node):
    """Whether code compares what is spoken, or a language, or names one."""
    if isinstance(node, ast.Constant):
        return node.value in languages()
    if not isinstance(node, ast.Compare):
        return False
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    names |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    return bool(names & {"spoken", "language", "ENGLISH", "languages", "wanted_language"})


@pytest.mark.parametrize(
    ("code", "asks"),
    [
        ('if spoken() == "de": pass', True),
        ("x = 1 if self.settings.language != ENGLISH else 2", True),
        ('NAMES = {"es": 1}', True),
        ("asked = self.version, spoken()", False),
    ],
)
def test_a_question_for_the_language_is_found(code, asks):
    assert any(map(_asks_for_a_language, ast.walk(ast.parse(code)))) is asks
