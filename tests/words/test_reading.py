"""Messages are read from their files, section by section, when they are first needed."""

import shutil
import subprocess
import sys

import pytest

from shanghai.__main__ import main
from shanghai.words import language, messages
from shanghai.words.language import speak
from shanghai.words.messages import Message, Messages


@pytest.fixture
def words(tmp_path, monkeypatch):
    """A copy of the messages that may be changed, read afresh."""
    folder = tmp_path / "words"
    shutil.copytree(language.FOLDER, folder)
    monkeypatch.setattr(language, "FOLDER", folder)
    caches = language._section, language.languages, messages._texts
    for cache in caches:
        cache.cache_clear()
    yield folder
    speak("en")
    for cache in caches:
        cache.cache_clear()


def change(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("en", "thinks.", "ponders."),
        ("de", "denkt nach.", "grübelt."),
        ("es", "está pensando.", "medita."),
    ],
)
def test_a_changed_sentence_is_shown_at_the_next_start(code, old, new, words):
    change(words / code / "table.yaml", old, new)
    speak(code)
    assert Messages("table").THINKING(name="Ann") == f"Ann {new}"


def test_a_sentence_without_translation_is_english(words):
    (words / "de" / "table.yaml").write_text("NOBODY_ON_TURN: Niemand.\n", "utf-8")
    speak("de")
    assert Messages("table").THINKING(name="Ann") == "Ann thinks."
    assert Messages("table").NOBODY_ON_TURN == "Niemand."
    (words / "de" / "table.yaml").unlink()
    language._section.cache_clear()
    assert Messages("table").NOBODY_ON_TURN == "Nobody is on turn now."


def test_a_folder_with_a_grammar_is_a_language(words):
    shutil.copytree(words / "es", words / "yy")
    assert "yy" in language.languages()
    (words / "yy" / "grammar.yaml").unlink()
    language.languages.cache_clear()
    assert "yy" not in language.languages()


def test_a_section_is_read_when_it_is_first_needed():
    code = (
        "from shanghai.words import table, setup, language\n"
        "assert not language._section.cache_info().currsize\n"
        "assert table.DONE and table.EMPTY\n"
        "print(language._section.cache_info().currsize)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "1\n", done.stderr


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"GUESS: [", b"- GUESS", b"GUESS: ", b"\0", b"COMMANDS: {simulate: {x: y}}"],
)
def test_damage_of_a_section_is_a_sentence(content, words, capsys):
    path = words / "en" / "commands.yaml"
    path.write_bytes(content)
    assert main(["--help"]) == 3
    said = capsys.readouterr().err
    assert said.startswith(f"{path} is damaged: ")
    assert said.endswith(". Install Shanghai again.\n")
    assert "Traceback" not in said


def test_a_section_that_is_gone_is_a_sentence(words, capsys):
    (words / "en" / "commands.yaml").unlink()
    assert main(["--help"]) == 3
    assert "commands.yaml is damaged: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "chosen"),
    [(True, "a"), (False, "b"), ("x", "a"), ("", "b"), (["x"], "a"), ([], "b"), (2, "a"), (0, "b")],
)
def test_a_choice_asks_whether_there_is_a_value(value, chosen):
    assert Message("{x:?a|b}")(x=value) == chosen


@pytest.mark.parametrize(("value", "chosen"), [(1, "is"), (0, "are"), (2, "are"), (-1, "is")])
def test_a_plural_follows_the_number(value, chosen):
    assert Message("{x:plural is|are}")(x=value) == chosen


def test_a_plural_of_what_is_no_number_is_an_error():
    with pytest.raises(TypeError):
        Message("{x:plural is|are}")(x="some")


def test_texts_to_choose_from_hold_places_and_bars_of_values():
    text = Message("{n:plural {x}|{n:card} and {x:?{x}|none}}")
    assert text(n=1, x="a|b") == "a|b"
    assert text(n=2, x="a|b") == "2 cards and a|b"
