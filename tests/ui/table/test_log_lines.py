"""What has happened, in so many lines: the last of it, with a mark where something is left out."""

import re
from random import Random

import pytest

from shanghai.engine.actions import Discard, Draw
from shanghai.engine.cards import read_face
from shanghai.engine.events import LaidOff, WentDown
from shanghai.engine.game import refuse
from shanghai.engine.seats import NOBODY
from shanghai.table.log import LogLine, TableLog
from shanghai.ui.kit.lines import Bit, wrap
from shanghai.ui.table.log_lines import latest_rows, latest_run_on, reason_row, sentence_row
from shanghai.ui.table.session import Session
from shanghai.variants.loader import load_variant
from shanghai.words.cards import CardStyle
from shanghai.words.phrases import CARD_LABEL
from shanghai.words.refusals import reason, with_clauses
from tests.ui.tables import host_of, position

STYLE = CardStyle()
MARK = Bit(f"{STYLE.mark} ", "dim")
BEFORE = (Bit("Since the last turn of Ann: ", "dim"),)


def sentences(chance, count):
    """Sentences of one to twelve words."""
    words = ["Ann", "Bartholomäus", "draws", "a", "card", "from", "the", "stock", "花子"]
    return [" ".join(chance.choices(words, k=chance.randint(1, 12))) + "." for _ in range(count)]


@pytest.mark.parametrize("width", [60, 66, 80])
def test_a_command_to_copy_stays_in_one_piece(width):
    command = "`.venv/bin/python3 -m pip install 'numba>=0.63'`"
    sentence = f"Otto's computer plays as Hard until {command} lets it search."
    lines = [
        "".join(bit.text for bit in line) for line in wrap(sentence_row(sentence, STYLE), width)
    ]
    assert len(lines) > 1
    assert any(command in line for line in lines)


def alike(told):
    return [LogLine(sentence) for sentence in told]


@pytest.mark.parametrize("seed", range(25))
def test_as_much_is_told_as_fits(seed):
    chance = Random(seed)
    told = sentences(chance, chance.choice([1, 2, 3, 8, 30]))
    wide, most = chance.choice([40, 78]), chance.randint(1, 6)
    run_on = latest_run_on(BEFORE, alike(told), STYLE, wide, most)
    blocks = latest_rows(alike(told), STYLE, wide, most)
    assert max(len(run_on), len(blocks)) <= most
    # Every beginning is tried, the shortest that fits is right; the last sentence is always there.
    for first in range(len(told)):
        rest = sentence_row(" ".join(told[first:]), STYLE)
        lines = wrap((*(BEFORE if not first else (MARK,)), *rest), wide)
        if len(lines) <= most:
            assert run_on == lines
            break
    else:
        assert len(run_on) == most
    for first in range(len(told)):
        lines = [wrap(sentence_row(sentence, STYLE), wide, 2) for sentence in told[first:]]
        if first:
            lines[0] = wrap((MARK, *sentence_row(told[first], STYLE)), wide, 2)
        if sum(map(len, lines)) <= most:
            assert blocks == [line for block in lines for line in block]
            break


def test_hundreds_of_sentences_are_no_burden():
    """Only what may fit is looked at: a sentence that could not be told does no harm."""
    told = alike([None] * 500 + sentences(Random(1), 40))
    assert 1 < len(latest_run_on(BEFORE, told, STYLE, 78, 3)) <= 3
    assert len(latest_rows(told, STYLE, 78, 20)) <= 20


def texts(lines):
    return ["".join(bit.text for bit in line) for line in lines]


@pytest.mark.parametrize("wide", [-3, 0, 1, 2])
def test_where_there_is_no_room_at_all_nothing_breaks(wide):
    told = [LogLine("Ann goes down.", 3), LogLine("Bob draws a card from the stock.")]
    for most in (0, 1, 3):
        assert len(latest_rows(told, STYLE, wide, most)) <= max(most, 1)
        assert len(latest_run_on(BEFORE, told, STYLE, wide, most)) <= max(most, 1)


def test_what_counts_is_told_before_what_can_be_spared():
    told = [
        LogLine("Bea goes down.", 4),
        LogLine("Bea lays 7S on meld 1.", 2),
        LogLine("Bea discards 4C."),
    ]
    told += [LogLine("Cy draws a card from the stock.", 0)]
    assert texts(latest_rows(told, STYLE, 78, 3)) == [
        "Bea goes down.",
        "Bea lays 7S on meld 1.",
        f"{STYLE.mark} Cy draws a card from the stock.",
    ]
    (line,) = texts(latest_run_on(BEFORE, told, STYLE, 78, 1))
    assert line.endswith(f": Bea goes down. {STYLE.mark} Cy draws a card from the stock.")


@pytest.mark.parametrize("seed", range(25))
def test_a_mark_stands_wherever_something_is_left_out_and_the_last_is_told(seed):
    chance = Random(seed)
    said = [LogLine(f"N{at}.", chance.randint(0, 4)) for at in range(chance.randint(1, 20))]
    wide, most = chance.choice([20, 40]), chance.randint(1, 4)
    for lines in (
        latest_rows(said, STYLE, wide, most),
        latest_run_on((Bit("Before:"),), said, STYLE, wide, most),
    ):
        words = " ".join(texts(lines)).replace("Before:", "").split()
        expected, before = [], -1
        for word in (word for word in words if word != STYLE.mark):
            at = int(word[1:-1])
            expected += [STYLE.mark] * (at > before + 1) + [word]
            before = at
        assert words == expected
        assert before == len(said) - 1


def test_a_turn_of_the_last_round_is_not_the_last_turn_of_this_one():
    hands = {"Ann": "9D", "Bob": "KS KH"}
    table = (("Ann", "set", "4S 4H 4D"), ("Ann", "set", "7S 7H 7D"))
    host = host_of(position("playerules", hands, turn="Ann", phase="play", table=table))
    session = Session(host)
    session.sit_down(0)
    assert not session.log.has_played(0)
    host.do(Discard(0, host.state.seats[0].hand[0]))
    session.leave_seat()
    assert session.log.has_played(0)
    host.deal()
    assert not session.log.has_played(0)
    host.do(Draw(host.state.turn))
    session.sit_down(host.state.turn)
    session.leave_seat()
    assert session.log.has_played(host.state.turn)


def test_after_resuming_only_what_came_after_the_last_turn_is_told():
    hands = {"Ann": "9D 8D", "Bob": "KS KH", "Cy": "QS QH"}
    host = host_of(position("playerules", hands, turn="Ann", phase="play"))
    host.do(Discard(0, host.state.seats[0].hand[0]))
    host.do(Draw(1))
    host.do(Discard(1, host.state.seats[1].hand[0]))
    seen = Session(host).log
    assert (seen.has_played(0), seen.has_played(1), seen.has_played(2)) == (True, True, False)
    assert [line.text.partition(" ")[0] for line in seen.since_last_turn(0)] == ["Bob"]
    assert not seen.since_last_turn(1)
    assert len(seen.since_last_turn(2)) == 2


def test_after_resuming_a_lay_off_is_told_with_the_meld_it_went_to():
    table = (("Bea", "set", "7S 7H 7C"), ("Bea", "run", "9S 10S JS QS"))
    hands = {"Ann": "4S", "Bea": "2S 3S"}
    host = host_of(position("grandma-davis", hands, turn="Ann", table=table))
    host.log += [LaidOff(1, host.state.table[0].cards[0], 0, None), WentDown(1, 0, 2)]
    laid, down = TableLog(host, host.view).marked_sentences(NOBODY)
    assert laid.endswith("on Bea's book, meld 1.")
    assert down == "Bea goes down.", "the melds may have grown since"


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Ann discards JK.", "Ann discards a joker."),
        ("JK fits on no meld of the table.", "A joker fits on no meld of the table."),
        ("Draw, or take the JK.", "Draw, or take the joker."),
        ("Hint: discard JK. JK is of no use.", "Hint: discard a joker. A joker is of no use."),
        ("Bob goes down with book [5S 5H JK].", "Bob goes down with book [5♠ 5♥ JK]."),
        ("go down with 7S JK 9S; JK 4S 4D", "go down with 7♠ JK 9♠; JK 4♠ 4♦"),
        ("Bob draws 4S, JK and 5D.", "Bob draws 4♠, a joker and 5♦."),
    ],
)
def test_a_joker_alone_in_a_sentence_is_a_word(sentence, said):
    """A family reads no abbreviation; in a row of cards a joker stands as on the cards."""
    assert "".join(bit.text for bit in reason_row(sentence, STYLE, ["Ann", "Bob"])) == said
    told = re.sub(CARD_LABEL, lambda card: f"\x02{read_face(card[0])}\x03", sentence)
    assert "".join(bit.text for bit in sentence_row(told, STYLE)) == said


def test_the_clauses_behind_a_refusal_are_dim_and_called_rules():
    """Whoever looks them up finds them; the sentence before them is what is read."""
    view = position("grandma-davis", {"Ann": "4S", "Bob": "5D"}, turn="Ann", phase="draw")
    refusal = refuse(view, Discard(0, view.seats[0].hand[0], False))
    said = reason_row(reason(view.rules, refusal, ["Ann", "Bob"]), STYLE, ["Ann", "Bob"])
    assert said[-1] == Bit(" (rules ALL-7, GD-8)", "dim")
    assert {bit.look for bit in said[:-1]} == {"warn"}
    several = with_clauses("So it is.", load_variant("california"), "ace")
    assert reason_row(several, STYLE, ["Ann"])[-1].text.startswith(" (rule")
