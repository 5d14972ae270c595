"""`shanghai argue`: the sentence that settles a question, its clause and its proof."""

import json

import pytest

from shanghai.words.language import languages, offer_own


def test_a_question_is_answered_with_its_clause_its_proof_and_what_changes_it(shanghai):
    code, out, _ = shanghai("argue", "--variant", "california", "can", "I", "steal", "a", "joker")
    assert code == 0
    text = " ".join(out.split())
    assert text.startswith("california On one's turn, after the draw, a joker in any meld may be")
    assert "(CA-12)" in text
    assert "Another way: Jokers won from" in text
    assert "For instance: " in text
    assert ": refused. " in text or ": allowed. " in text


def test_without_a_variant_all_four_games_answer(shanghai):
    code, out, _ = shanghai("argue", "is the ace high or low")
    assert code == 0
    for name in ("california", "grandma-davis", "playerules", "rummygames"):
        assert f"\n{name}\n" in f"\n{out}"


def test_a_proof_whose_refusal_names_its_reason_is_given_in_every_language(shanghai):
    code, out, _ = shanghai("argue", "--language", "de", "wer bekommt den Kauf")
    assert code == 0
    assert ": abgelehnt. " in out


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_position_that_is_turned_away_is_no_example(shanghai, language):
    question = {"en": "how many packs", "de": "wie viele Decks"}[language]
    command = ("argue", "--json", "--variant", "playerules", "--language", language)
    answer = json.loads(shanghai(*command, question)[1])[0]
    assert "PR-1" in answer["clauses"]
    assert answer["proof"] is None or answer["proof"]["position"]


def test_it_follows_the_rules_of_the_table(shanghai):
    _, plain, _ = shanghai("argue", "--variant", "rummygames", "is the ace high or low")
    own = ("--variant", "rummygames", "--house-rule", "ace=high")
    _, changed, _ = shanghai("argue", *own, "is the ace high or low")
    assert "(RG-6)" in plain
    assert "The ace is high: " in changed
    assert "(RG-6)" not in changed.partition("Another way")[0]


def test_the_scenario_of_an_answer_is_a_file_that_check_reads(shanghai, tmp_path):
    _, out, _ = shanghai("argue", "--variant", "rummygames", "who gets the buy", "--document")
    file = tmp_path / "mine.yaml"
    file.write_text(out, "utf-8")
    assert shanghai("check", file)[:2] == (0, "1 passed, 0 failed\n")


def test_it_answers_as_json(shanghai):
    code, out, _ = shanghai("argue", "--json", "--variant", "playerules", "stock runs out")
    answer = json.loads(out)[0]
    assert code == 0
    assert answer["clauses"]
    assert answer["proof"]["steps"]


def test_where_nothing_is_near_it_says_so(shanghai):
    code, out, err = shanghai("argue", "--variant", "rummygames", "the weather in Lisbon")
    assert (code, out) == (1, "")
    assert "No sentence of Shanghai Rummy, ten deals is near that." in err
    assert shanghai("argue", " ")[0] == 2


def test_a_game_without_clauses_is_proved_by_one_that_says_the_same(shanghai):
    code, out, _ = shanghai("argue", "--variant", "carioca", "is the ace high or low")
    text = " ".join(out.split())
    assert code == 0
    assert "For instance, in california: " in text
    assert "(CA-" not in text
    assert text.endswith("shanghai check FILE")


def test_where_no_scenario_proves_a_sentence_none_is_offered(shanghai):
    code, out, _ = shanghai("argue", "--variant", "carioca", "how often may I buy")
    assert code == 0
    assert "For instance" not in out
    assert "--document" not in out


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("wer bekommt den kauf", "Rufen mehrere, bekommt die Karte, wer"),
        ("an wen geht der kauf", "Rufen mehrere, bekommt die Karte, wer"),
        ("¿quién se lleva la compra?", "Si piden varios, la carta es para"),
        ("quién gana la compra", "Si piden varios, la carta es para"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_question_is_answered_in_its_own_language(shanghai, language, question, sentence):
    code, out, _ = shanghai("argue", "--language", language, question)
    assert code == 0
    for text in out.split("\n\n")[:4]:
        assert sentence in " ".join(text.split())


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("en", "joker", "2 to 4 players: 2 decks"),
        ("de", "joker", "2 bis 4 Spieler: 2 Decks"),
        ("es", "joker", "En una escalera un comodín"),
        ("en", "who gets the buy", "If several call, the one"),
        ("de", "who gets the buy", "Rufen mehrere, bekommt"),
        ("es", "who gets the buy", "Si piden varios, la carta"),
    ],
)
def test_a_language_that_is_named_answers_what_it_understands(
    shanghai, language, question, sentence
):
    code, out, _ = shanghai("argue", "--language", language, "--variant", "california", question)
    assert code == 0
    assert sentence in out


def test_one_word_that_is_understood_is_answered_in_the_current_language(shanghai):
    assert "2 to 4 players: 2 decks" in shanghai("argue", "--variant", "california", "joker")[1]


def test_a_question_of_small_words_is_not_answered_in_another_language(shanghai):
    assert shanghai("argue", "--variant", "california", "may I")[0] == 1


def test_an_answer_in_another_language_is_in_ascii_where_that_is_wanted(shanghai):
    code, out, _ = shanghai("argue", "--ascii", "--variant", "california", "wer bekommt den kauf")
    assert code == 0
    assert "naechsten" in out
    assert out.isascii()


def test_where_nothing_is_near_in_any_game_no_game_is_named(shanghai):
    code, out, err = shanghai("argue", "the weather in Lisbon")
    assert (code, out) == (1, "")
    assert "No sentence of the four games is near that." in err
    assert "California" not in err


@pytest.fixture
def own_language(tmp_path):
    """The folder of a language of one's own, in a data folder that no other test uses."""
    folder = tmp_path / "languages" / "qq"
    folder.mkdir(parents=True)
    yield folder
    offer_own(None)


def test_a_language_of_ones_own_with_an_unknown_stemmer_stops_no_answer(
    shanghai, own_language, tmp_path
):
    own_language.joinpath("argue.yaml").write_text("STEMMER: klingon\n", "utf-8")
    code, out, _ = shanghai("argue", "--data-dir", tmp_path, "wer bekommt den kauf")
    assert code == 0
    assert "qq" in languages()
    assert "Rufen mehrere, bekommt die Karte" in out
