"""Sentences in lines: of two or three none is a word alone."""

import pytest

from shanghai.ui.kit.lines import Bit, IndexTarget, balanced, row, row_width, wrap
from shanghai.ui.table.middle import pile_blocks
from shanghai.words.cards import CardStyle
from tests.ui.tables import before_draw

SAID = "Tossed by Cy, nobody may take it."


def texts(rows):
    return ["".join(bit.text for bit in line).strip() for line in rows]


@pytest.mark.parametrize("wide", range(12, 40))
def test_no_word_of_a_short_sentence_stands_alone(wide):
    full, even = (broken(row(SAID), wide) for broken in (wrap, balanced))
    assert len(even) == len(full), "no line more"
    assert max(map(row_width, even)) <= wide
    assert " ".join(texts(even)) == SAID
    if 2 <= len(even) <= 3 and " " not in texts(full)[-1]:
        assert " " in texts(even)[-1] or texts(even)[-1] == "take it."


def test_looks_and_targets_stay_with_their_words():
    line = (
        Bit("Cy tossed the ", "strong", IndexTarget(1)),
        Bit("9 of clubs", "clubs", IndexTarget(2)),
        Bit(" here."),
    )
    before, after = ({(bit.look, bit.target) for bit in line if bit.text.strip()} for line in (
        line, [bit for part in balanced(line, 24) for bit in part]))  # fmt: skip
    assert before == after
    assert texts(balanced(line, 24)) == ["Cy tossed the 9", "of clubs here."]


def test_longer_text_and_long_words_are_broken_as_ever():
    text = row(" ".join(["word"] * 40 + ["end."]))
    assert balanced(text, 25) == wrap(text, 25)
    assert texts(balanced(row("x" * 30), 20)) == ["x" * 20, "x" * 10]


@pytest.mark.parametrize("wide", [78, 80, 100])
def test_no_word_stands_alone_beside_the_piles(wide):
    for block in pile_blocks(before_draw(), CardStyle(), [row(SAID)])[:-1]:
        drawn = texts(block(wide))
        assert not any(line.endswith("  it.") for line in drawn)
