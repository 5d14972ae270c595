"""Moves, cards and commands typed in the language of the table: German and Spanish games."""

import re
from types import SimpleNamespace

import pytest

from shanghai.engine.evening import with_rounds
from shanghai.engine.state import Phase
from shanghai.linear.game import play_in_lines
from shanghai.records.notation import VERBS
from shanghai.storage.settings import Settings
from shanghai.table.host import Host, Player
from shanghai.variants.loader import load_variant
from shanghai.words import linear, typed
from shanghai.words.language import in_language
from tests.linear.test_table import HANDS, Talk, talk_about
from tests.positions import host_of, position

GERMAN = {
    "ziehen": "draws",
    "Ziehe": "draws",
    "kaufe": "calls buy",
    "werfe Pik 2": "discards 2S",
    "wirf Herz-Dame ab": "discards QH",
    "Pik 2 abwerfen": "discards 2S",
    "werfe 9d shanghai ab": "discards 9d shanghai",
    "lege Pik 4 an 1": "lays 4S on 1",
    "lege Kreuz Ass an Figur 3 oben an": "lays AC on 3 high",
    "tausche Herz 7 gegen den Joker in 2": "swaps 7H for joker in 2",
    "lege [Pik 3 Herz 3 Joker] [5S 6S 7S 8S] aus": "melds [3S 3H JK] [5S 6S 7S 8S]",
    "auslegen Satz [3S 3H JK]": "melds set [3S 3H JK]",
    "rufe shanghai an 2 unten": "calls shanghai on 2 low",
    "beende": "ends",
    "übergibt an Ann-Marie an": "hands over to Ann-Marie an",
}
SPANISH = {
    "robo": "draws",
    "compro": "calls buy",
    "descarto el 2 de picas": "discards 2S",
    "tiro la reina de corazones": "discards QH",
    "pongo el 4 de picas en 1 arriba": "lays 4S on 1 high",
    "cambio el 7 de corazones por el comodín en 2": "swaps 7H for joker in 2",
    "me bajo con [3S 3H comodín]": "melds [3S 3H JK]",
    "canto shanghai en 2": "calls shanghai on 2",
}
ENGLISH = ("draws", "draw", "buy", "discards 2S", "lays 4S on 1 low", "swaps 7H for joker in 2")


@pytest.mark.parametrize(("language", "moves"), [("de", GERMAN), ("es", SPANISH)])
def test_a_move_is_read_in_the_words_of_the_language(language, moves):
    with in_language(language):
        for line, public in moves.items():
            assert typed.public_move(line) == public, line
        plain = [typed.public_move(line).split()[0] for line in ENGLISH]
    assert plain == ["draws", "draws", "calls", "discards", "lays", "swaps"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "ja nein zurück warte alle"), ("es", "sí no devolver espera todos")],
)
def test_an_answer_and_what_a_phone_is_told_are_words_of_the_language(language, said):
    with in_language(language):
        assert [typed.answer_of(word) for word in said.split()] == ["y", "n", "back", "wait", "all"]
        assert [typed.answer_of(word) for word in ("yes", "back", "5")] == ["yes", "back", "5"]


@pytest.mark.parametrize("language", ["de", "es", "en"])
def test_what_a_list_shows_can_be_typed(language):
    moves = (
        *("draws", "takes", "passes", "calls buy", "calls may-i", "calls shanghai on 2 high"),
        *("melds [3S 3H JK] [5S 6S 7S 8S]", "lays 4S on 1 low", "discards 9D shanghai", "ends"),
        *("swaps 7H for joker in 2", "hands over to Bob"),
    )
    with in_language(language):
        shown = [typed.shown_move(move) for move in moves]
        assert [typed.public_move(move) for move in shown] == [*moves]
    assert (shown == [*moves]) == (language == "en")


def test_no_word_of_a_language_means_two_things():
    for language in ("en", "de", "es"):
        with in_language(language):
            phrases = typed._Phrases()
            assert not {*phrases.verbs} & {*phrases.commands}, language
            for table in (typed.VERBS, typed.COMMANDS):
                words = [word for text in table.values() for word in typed._parts(text)]
                assert len(words) == len({*words}) > 10
            assert {verb.split()[0] for verb in typed.VERBS} == {*VERBS}
            assert {*typed.COMMANDS} == {*linear.COMMANDS}


class German:
    """Plays a whole game by what is listed and by hints, all of it in German words."""

    def __init__(self):
        self.typed = []
        self.listed = []

    def hear(self, line):
        """Takes a line in, and gives the answer if one is due now."""
        answer = self._answer(line)
        if answer:
            self.typed.append(answer)
        return answer

    def _answer(self, line):
        if hint := re.match("Tipp: |Ja, |Nein, ", line):
            return self._move(line.removeprefix(hint[0]))
        if line.startswith(("Spielzug ", "Spielzüge: ")):
            self.listed.append(line)
        if line.startswith("Was tut ") or (line.startswith("Enter: kein Ruf") and self.listed):
            return "tipp"
        return (
            ""
            if re.match(r"Enter: |Tippe die Nummer eines Platzes|.* drückt Enter\.", line)
            else None
        )

    def _move(self, hint):
        listed, self.listed = self.listed, []
        if found := re.match(r"(\S+) abwerfen( und SHANGHAI sagen)?", hint):
            return f"werfe {found[1]}{' shanghai' if found[2] else ''} ab"
        if found := re.match(r"(\S+) (?:(unten|oben) )?an Figur (\d+) anlegen", hint):
            return f"lege {found[1]} an Figur {found[3]}{f' {found[2]}' if found[2] else ''} an"
        if found := re.match(r"(\S+) gegen .* in Figur (\d+) tauschen", hint):
            return f"tausche {found[1]} gegen Joker in {found[2]}"
        if hint.startswith("vom Stapel"):
            return "ziehe"
        if hint.startswith("die Karte von der Ablage"):
            return "nehme"
        if hint.startswith("diese Karte liegen"):
            return ""
        if hint.startswith(("BUY", "MAY I")):
            return "rufe"
        if "auslegen" in hint:
            (line,) = [one for one in listed if "auslegen" in one][:1]
            return line.partition(": ")[2]
        if hint.startswith("die letzte Karte"):
            return "beende"
        assert hint.startswith(("die Karte den Rufern", "SHANGHAI")), hint
        shanghai = [one for one in listed if "shanghai" in one]
        return re.search(r"shanghai an \d+( oben| unten)?", shanghai[0])[0] if shanghai else "passe"


@pytest.mark.parametrize("variant", ["rummygames", "grandma-davis", "california"])
def test_a_german_game_is_played_with_german_verbs_alone(variant):
    rules = with_rounds(load_variant(variant), (1, 2))
    players = [Player("Ann"), Player("Bob", "simple"), Player("Cy", "simple")]
    with in_language("de"):
        host = Host(rules, players, seed=5)
        player = German()
        talk = Talk(player=player)
        play_in_lines(host, SimpleNamespace(problem="", witness_lines=()), talk, Settings())
    assert host.state.phase is Phase.GAME_OVER
    assert len(player.typed) > 20
    verbs = {line.split()[0].casefold() for line in player.typed}
    assert not verbs & {*VERBS}
    assert {"ziehe", "werfe"} <= verbs
    assert not talk.heard("ist kein Spielzug")


def test_lists_help_and_refusals_say_the_words_of_the_language():
    with in_language("de"):
        state = position("grandma-davis", HANDS, turn="Bob", discards="QC 4D")
        talk = talk_about(host_of(state), "hilfe", "", "ziehe", "werfe Quatsch", "wrfe 2S", "liste")
    assert talk.heard("^Spielzüge: 1 ziehen, ")
    assert talk.heard(r"^  hilfe: was man tippen kann")
    assert talk.heard(r"Die englischen Wörter draws, discards 2S gelten immer")
    assert talk.heard(r"'werfe Quatsch'.*`abwerfen 9D \[shanghai\]`|Quatsch")
    assert talk.heard(r"'wrfe' ist kein Spielzug und kein Befehl\. Meinst du werfe\?|'wrfe'.*werfe")
