"""The game in lines in one process: what is shown to whom, calls, undo, seats handed over."""

import io
import re
from types import SimpleNamespace

import msgspec
import pytest

from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Phase
from shanghai.linear import table as linear_table
from shanghai.linear.console import Console, EndOfInput
from shanghai.linear.game import play_in_lines
from shanghai.linear.table import Left
from shanghai.storage.settings import Settings
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.variants.library import known_variants
from tests.linear import driver
from tests.long import some
from tests.positions import host_of, position
from tests.saving import lean
from tests.secrets import faces_known

CARD = re.compile(r"(?<!\S)(?:(?:10|[2-9AJQK])[SHDC]|JK)(?!\w)|(?<=\[)\w+|\b\w+(?=\])")


class Talk(Console):
    """A console whose input is a list of lines, or what a player answers to the lines."""

    def __init__(self, answers=(), player=None):
        super().__init__(None, io.StringIO())
        self.answers = list(answers)
        self.player = player
        self.said = []
        self.cleared = []
        self.watch = lambda line: None

    def say(self, *lines, as_typed=False):
        for line in lines:
            super().say(line)
            self.said.append(line)
            self.watch(line)
            answer = self.player.hear(line) if self.player is not None else None
            if answer is not None:
                self.answers.append(answer)

    def read(self):
        if not self.answers:
            raise EndOfInput
        return self.answers.pop(0)

    def clear(self):
        super().clear()
        self.cleared.append(len(self.said))

    def heard(self, pattern):
        return [line for line in self.said if re.search(pattern, line)]


def talk_about(host, *answers, in_words="", **settings):
    """What is said in a game with these answers."""
    talk = Talk(answers)
    talk.in_words = in_words
    kept = msgspec.structs.replace(Settings(), **settings)
    with pytest.raises((EndOfInput, Left)):
        play_in_lines(host, SimpleNamespace(problem="", witness_lines=()), talk, kept)
    return talk


@pytest.mark.parametrize("variant", some(known_variants()))
def test_no_line_names_a_card_that_its_reader_may_not_know(variant, monkeypatch):
    made = []
    usual = linear_table.LinearTable.__init__

    def keep(self, *given):
        usual(self, *given)
        made.append(self)

    monkeypatch.setattr(linear_table.LinearTable, "__init__", keep)
    host = Host(lean(variant, 1), [Player("Ann"), Player("Bob"), Player("Cy", "simple")], 4)
    known = {}
    named = []

    def watch(line):
        (table,) = made
        if host.state.phase not in (Phase.DRAW, Phase.PLAY):
            return
        cards = known.setdefault(table.keyboard_seat, set())
        cards |= faces_known(host.state, host.log, table.keyboard_seat)
        # What would help, or could be laid, is any card of the pack.
        told = "" if " could " in line else line.partition("; cards such as ")[0]
        said = CARD.findall(told)
        named.append((table.keyboard_seat, len(said)))
        assert set(said) <= cards, line

    talk = Talk(player=driver.Player())
    talk.watch = watch
    play_in_lines(host, SimpleNamespace(problem="", witness_lines=()), talk, Settings())
    assert talk.heard("^The game is over: ")
    assert sum(many for at, many in named if at != NOBODY) > 200
    assert {at for at, _ in named} == {NOBODY, 0, 1}


def test_the_hand_goes_from_the_screen_before_another_is_asked():
    host = Host(lean("california", 1), [Player("Ann"), Player("Bob")], 4)
    talk = Talk(player=driver.Player())
    shown = []
    talk.watch = lambda line: shown.append((len(talk.cleared), line.split()[0], line))
    play_in_lines(host, SimpleNamespace(problem="", witness_lines=()), talk, Settings())
    hands = {(cleared, name) for cleared, name, line in shown if " holds " in line}
    assert len(hands) == len({cleared for cleared, _ in hands}) > 6
    assert "\n" * 60 in talk._out.getvalue()


HANDS = {"Ann": "4S 9D KC QH", "Bob": "QS QD 7D 7H", "Cy": "8D 8H JK 3C"}


def at_table(variant="rummygames", turn="Bob", bots=(), **more):
    state = position(variant, HANDS, turn=turn, by="Ann", discards="QC 4D", **more)
    return host_of(state, bots=bots)


def test_a_call_is_made_by_the_number_of_a_seat_or_in_words():
    for typed in ("3", "Cy calls buy"):
        talk = talk_about(at_table(), typed)
        assert talk.heard("^Cy calls BUY for QC.$")
    talk = talk_about(at_table(), "1", "2", "9", "Bob draws", "Cy calls may-i", "nobody")
    first = talk.said.index(
        "Ann tossed QC: nobody calls a card of their own discarding. (rule ALL-9)"
    )
    assert talk.said[first + 1 :] == [
        "Bob is on turn: take the card or draw, a call is for those out of turn. (rule ALL-9)",
        "There is no seat 9.",
        "Between two turns only calls are made; Enter gives the keyboard on.",
        "The word at this table is BUY, not MAY I. (rule RG-8)",
        "'nobody' begins with none of the players (Ann, Bob, Cy)",
    ]


def test_a_player_may_look_before_calling_and_the_hand_is_hidden_again():
    talk = talk_about(at_table(), "look 3", "", "hint", "1")
    assert talk.heard("^Cy holds 4 cards, .*: 3C 8H 8D JK|^Cy holds")
    assert talk.heard("^(Yes|No), ")
    assert talk.heard("^Cy calls BUY")
    last = len(talk.said) - 1 - talk.said[::-1].index("Cy calls BUY for QC.")
    assert talk.cleared
    assert talk.cleared[-1] <= last
    assert talk_about(at_table(), "look 9", "look x", "hint").heard("such as look 1")


def test_a_person_alone_is_asked_with_the_own_hand_open():
    talk = talk_about(at_table(bots=("Bob", "Ann")), "1")
    assert talk.heard("^Cy holds")
    assert talk.heard("^Cy calls BUY for QC.$")
    assert not talk.cleared
    assert talk_about(at_table(bots=("Bob", "Ann")), "").heard("^Bob (draws|takes)")


@pytest.mark.parametrize("in_words", ["", "short", "whole"])
def test_an_empty_line_says_the_moves_again(in_words):
    host = at_table("grandma-davis", turn="Ann", bots=("Bob", "Cy"))
    said = talk_about(host, "hint", "", in_words=in_words).said
    hint = next(at for at, line in enumerate(said) if line.startswith("Hint: "))
    assert said[hint + 1] == "Type the number of a move, a move in words, or help."
    assert said[hint + 2].startswith("Moves: 1 draw")
    assert said[hint + 3 :] == ["What does Ann do?"]


def test_in_few_words_a_hand_is_said_once_until_it_changes():
    host = at_table("grandma-davis", turn="Ann", bots=("Bob", "Cy"))
    talk = talk_about(host, "passes", "draws", "undo", in_words="short")
    hands = [line.split(":")[0] for line in talk.heard("^Ann holds |^What does Ann do")]
    holds, asks = "Ann holds {} cards, {} points", "What does Ann do?"
    assert hands[:5] == [holds.format(4, 35), asks, asks, hands[3], asks]
    assert hands[3].startswith("Ann holds 5 cards")


def test_in_few_words_a_hand_that_was_hidden_is_said_again():
    talk = talk_about(at_table(bots=("Ann",)), "look 3", "", "", "look 3", "", "", in_words="short")
    assert len(talk.cleared) == 2
    assert len(talk.heard("^Cy holds 4 cards")) == 2


def test_moves_are_words_or_numbers_with_or_without_the_name():
    for typed in ("draws", "draw", "1", "Bob draws"):
        assert talk_about(at_table(), "", typed).heard("^Bob draws \\S+ from the stock.$")
    for typed in ("takes", "2", "take"):
        talk = talk_about(at_table(), "", typed, "discards 7d")
        assert talk.heard("^Bob takes QC from the discards.$")
        assert talk.heard("^Bob discards 7D.$")
    talk = talk_about(at_table(), "", "Ann draws", "Cy calls buy")
    assert talk.heard("^Ann does not have the keyboard now.$")
    assert talk.heard("^Cy calls BUY for QC.$")


def test_the_own_move_is_taken_back_alone_and_more_if_all_agree():
    talk = talk_about(at_table(), "", "takes", "undo")
    assert talk.heard("^Bob takes back the taking of QC")
    host = at_table()
    talk = talk_about(host, "", "draws", "undo", "maybe", "n", "", "undo", "y", "n")
    assert talk.heard("^Does Ann agree\\?")
    assert talk.heard("^Nothing is taken back.$")
    host = at_table()
    talk = talk_about(host, "", "draws", "undo", "y", "y")
    assert talk.heard("^Bob takes back the draw of a card from the stock, as the table agrees.$")
    assert host.state.phase is Phase.DRAW
    assert talk_about(at_table(), "undo").heard("^There is no move of a person to take back.$")
    talk = talk_about(at_table(), "", "takes", "discards QS", "undo", "y", "y")
    assert talk.heard("^  Bob discards QS.$")


def test_a_seat_is_handed_to_a_person_or_a_computer():
    talk = talk_about(at_table(), "", "hands over to Dan", "")
    assert talk.heard("^Bob hands the seat over to Dan.$")
    assert talk.heard("^Dan has the keyboard.$")
    handed = talk.said.index("Bob hands the seat over to Dan.")
    assert talk.cleared
    assert talk.cleared[0] <= handed
    host = at_table()
    talk = talk_about(host, "", "hands over to bot:god", "hands over to Cy", "hands over to bot")
    assert talk.heard("^No computer player is called god; ")
    assert talk.heard("^There are two players called Cy")
    assert host.players[1].bot == "simple"
    host = at_table(bots=("Bob", "Ann"))
    talk = talk_about(host, "Cy hands over to Dan", "")
    assert talk.heard("^Dan is next: only Dan looks now")
    assert talk.heard("^Dan holds")


TABLE = (("Ann", "set", "QH QD QS"), ("Cy", "run", "10C JC JK KC"), ("Cy", "run", "8C 9C 10C JC"))


def test_shanghai_is_called_on_a_meld_that_takes_the_card():
    def played(*typed, **settings):
        more = {"table": TABLE, "tossed": True}
        state = position("grandma-davis", HANDS, turn="Bob", by="Ann", discards="QC 4D", **more)
        return talk_about(host_of(state), *typed, **settings)

    assert played("3 shanghai on 1").heard("^Cy calls SHANGHAI and plays QC on Ann's book, meld 1")
    assert played("Cy calls shanghai on 3").heard("^Cy calls SHANGHAI and plays QC on Cy's run")
    talk = played("3 shanghai", "3 shanghai on 2", "1 shanghai", tell_shanghai=True)
    assert talk.heard("fits in several places: 3 shanghai on 1, 3 shanghai on 3.$")
    assert talk.heard("anyone but the tosser may call SHANGHAI")
    assert talk.heard("^QC fits a meld, so SHANGHAI may be called: 2 shanghai, 3 shanghai.$")
    untold = played("")
    assert untold.heard("^Who thinks that the card fits a meld calls SHANGHAI")
    assert not untold.heard("fits a meld, so")


def test_a_draw_that_ends_the_round_is_asked_twice():
    host = at_table()
    state = msgspec.structs.replace(
        host.state, stock=(), discards=host.state.discards[:1], tossers=(0,)
    )
    host = host_of(state)
    talk = talk_about(host, "", "draws")
    assert talk.heard("^No card is left to draw: drawing ends the deal.")
    assert host.state.phase is Phase.DRAW
    assert talk_about(host_of(state), "", "draws", "draws").heard("nobody goes out, and deal 1")


def test_hints_may_be_off_and_are_told_of():
    assert talk_about(at_table(), "", "hint", hints=False).heard("^Bob plays without hints.$")
    assert talk_about(at_table(), "", "hint", no_hints=("Bob",)).heard("^Bob plays without hints.")
    assert talk_about(at_table(), "", "hint", "scores").heard("^Hints were given to: Bob.$")


def test_a_disk_that_takes_nothing_is_told_once():
    writer = SimpleNamespace(problem="Not saved in /x: full. The game goes on in memory.")
    talk = Talk(["", "draws", "leave"])
    with pytest.raises(Left):
        play_in_lines(at_table(), writer, talk, Settings())
    assert len(talk.heard("^Not saved in /x")) == 1


def test_commands_answer_anywhere():
    talk = talk_about(
        at_table(), "help", "table", "rules", "scores", "log", "list", "hand", "leave"
    )
    assert talk.heard("^  undo: ")
    assert talk.heard("^Jokers:$")
    assert talk.heard("^No points have been counted yet.$")
    assert talk.heard("^Nobody has the keyboard.$")
    assert len(talk.heard("^Who calls BUY")) == 2


def test_the_cards_of_a_fair_game_are_cut_once_by_the_first_person():
    seats = [Player("Ann"), Player("Bob")]
    host = Host(lean("rummygames", 1), seats, CardSource(4, is_fair=True, root=64 * "a"))
    talk = talk_about(host, "x", "1234567890123", "77")
    assert talk.heard("^Fingerprint of the cards: ([a-z]{5} ?){8}$")
    assert len(talk.heard("^Ann cuts the cards")) == 1
    assert len(talk.heard("^Type a number below")) == 2
    assert host.cuts == (77,)
    host = Host(lean("rummygames", 1), seats, CardSource(4, is_fair=True, root=64 * "a"))
    assert talk_about(host, "").heard("deals number 1")
    assert len(host.cuts) == 1


def test_a_game_of_an_older_format_is_cut_twice():
    seats = [Player("Ann"), Player("Bob")]
    cards = CardSource(4, is_fair=True, root=64 * "a", is_cut_twice=True)
    host = Host(lean("rummygames", 1), seats, cards)
    talk = talk_about(host, "76", "77")
    assert len(talk.heard("^Ann cuts for the draw")) == 1
    assert len(talk.heard("cuts the cards: type a number")) == 1
    assert host.cuts == (76, 77)


def test_a_game_is_stopped_between_two_rounds_if_that_is_said_twice():
    host = Host(lean("rummygames", 1, 2), [Player("Ann"), Player("Bob", "simple")], 4)
    player = driver.Player()
    talk = Talk(player=player)
    answers = iter(["stop", "n", "what", "stop", "y"])
    hear = player.hear

    def answer(line):
        asks = line.startswith(
            ("Enter: the next", "Stop counts", "The game goes on", "The deal is")
        )
        return next(answers) if asks else hear(line)

    player.hear = answer
    play_in_lines(host, SimpleNamespace(problem="", witness_lines=()), talk, Settings())
    assert talk.heard("^The game goes on.$")
    assert talk.heard("^The deal is over: press Enter, or type stop or leave.$")
    assert host.state.phase is Phase.GAME_OVER
    assert len(host.state.results) == 1
    assert talk_about(at_table(), "stop", "").heard("^The game is stopped between two rounds.$")
