"""A language goes to a PO file and back without a loss, and one in the data folder is offered."""

import re

import pytest

from shanghai.__main__ import main
from shanghai.words import linear, typed
from shanghai.words.language import in_language, languages, offer_own, own_name
from tests.words.written import sections

polib = pytest.importorskip("polib")
po = pytest.importorskip("tests.words.po")


@pytest.fixture
def folder(tmp_path):
    """A folder whose languages are offered."""
    yield tmp_path
    offer_own(None)


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_language_goes_there_and_back_without_a_loss(language, tmp_path):
    file = tmp_path / "x.po"
    po.written(language, tmp_path).save(str(file))
    po.main(language, str(file), str(tmp_path / "back"))
    back = po.own_sections("xx", tmp_path / "back" / language)
    assert back == sections(language)
    alone = po.read(polib.pofile(str(file)), "xx", tmp_path)
    kept = [text.path for text in po.texts_to_translate() if po.at(back, text.path)]
    assert len(kept) > 4000
    assert [path for path in kept if po.at(alone, path) != po.at(back, path)] == []


def test_every_message_has_its_english_its_place_and_a_picture(tmp_path):
    file = po.written("fr", tmp_path)
    entries = [entry for entry in file if not entry.msgid_plural]
    assert len(entries) > 4000
    for entry in entries:
        assert entry.msgid, entry
        assert entry.occurrences[0][0], entry
        assert "Picture" in entry.comment, entry
        assert not entry.msgctxt.endswith((".by", ".example")), entry
        assert re.search(r"[^\W\d_]", entry.msgid), entry
    pictures = {
        name for entry in entries for name in re.findall(r"Picture[^:]*: ([\w-]+)$", entry.comment)
    }
    assert len(pictures) > 20
    assert {*file.metadata} >= {"Language", "Plural-Forms"}
    assert len({(entry.msgctxt, entry.msgid) for entry in entries}) == len(entries)


def test_only_what_is_translated_comes_back(tmp_path):
    file = po.written("fr", tmp_path)
    file.find("card", msgctxt="grammar.NOUNS.card").msgstr_plural = {0: "carte", 1: "cartes"}
    file.find("English", msgctxt="grammar.NAME").msgstr = "Français"
    file.find("No points have been counted yet.").msgstr = "Aucun point."
    file.save(str(tmp_path / "fr.po"))
    po.main("fr", str(tmp_path / "fr.po"), str(tmp_path))
    found = po.own_sections("fr", tmp_path / "fr")
    grammar = found["grammar"]
    assert grammar == {"NAME": "Français", "NOUNS": {"card": {"one": "carte", "many": "cartes"}}}
    assert found == {"grammar": grammar, "linear": {"NO_SCORES": "Aucun point."}}


FRENCH = {
    "grammar": "NAME: Français\nNOUNS:\n  card: {one: carte, many: cartes}\n",
    "saves": "THERE: x\n",
    "commands": "ABOUT: Le rami à contrat pour une famille.\nVARIANTS_NONE: x\n",
    "linear": "HAND: '{name} a {count:card} : {cards}.'\nEMPTY_HAND: '{nobody} sans carte.'\n",
    "table": "broken: [\n",
    "typed": "VERBS: {draws: piocher}\nOTHERS: 5\n",
}


def test_a_language_in_the_data_folder_is_offered_at_once(folder, capsys):
    own = folder / "languages" / "fr"
    own.mkdir(parents=True)
    for name, text in FRENCH.items():
        (own / f"{name}.yaml").write_text(text, "utf-8")
    given = ["--data-dir", str(folder), "--language", "fr"]
    with pytest.raises(SystemExit) as end:
        main([*given, "--help"])
    assert end.value.code == 0
    assert "Le rami à contrat pour une famille." in capsys.readouterr().out
    assert languages() == ["de", "en", "es", "fr"]
    assert own_name("fr") == "Français"
    assert main([*given, "games"]) == 0
    assert main(["--data-dir", str(folder), "--language", "de", "games"]) == 0
    assert "sind keine Spiele gespeichert" in capsys.readouterr().out


def test_what_a_stranger_wrote_wrong_is_shown_in_english(folder):
    own = folder / "fr"
    own.mkdir()
    for name, text in FRENCH.items():
        (own / f"{name}.yaml").write_text(text, "utf-8")
    offer_own(folder)
    with in_language("fr"):
        hand = linear.say.HAND(name="Ann", count=3, points=5, cards="4S 5S 6S")
        assert hand == "Ann a 3 cartes : 4S 5S 6S."
        assert linear.say.EMPTY_HAND(name="Ann") == "Ann holds no card."
        assert linear.say.LAST_HAND(name="Ann", cards="4S", points=5) == "Ann held 4S: 5 points."
        assert typed.shown_move("draws") == "piocher"
        assert typed.shown_move("lays 4S on 1") == "lays 4S on 1"
        assert typed.public_move("piocher") == "draws"
