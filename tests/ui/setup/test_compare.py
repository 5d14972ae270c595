"""Two variants side by side: what differs, all of it readable on a small screen."""

from itertools import permutations

import pytest

from shanghai.ui.kit.lines import row_width
from shanghai.ui.setup.rules import CompareScreen, difference_rows, sentence_rows
from shanghai.ui.setup.variant import VariantScreen
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import Offer, load_variant
from shanghai.words.rulebook import differences, differing_sentences, rule_lines
from shanghai.words.setup import NO_DIFFERENCE
from tests.ui.apps import SIZES, click_key, press, showing
from tests.ui.pictures import assert_pictures, screen_text

ALL = [load_variant(name) for name in known_variants()]
SMALL_WIDE = 75
"""The cells for lines at 80×24, beside the scroll bar."""


def text_of(rows):
    return "\n".join("".join(bit.text for bit in line) for line in rows)


@pytest.mark.parametrize("form", [difference_rows, sentence_rows])
def test_every_difference_of_any_two_is_whole_on_a_small_screen(form):
    for a, b in permutations(ALL, 2):
        rows = form(a, b, SMALL_WIDE)
        assert max(map(row_width, rows)) <= SMALL_WIDE
        text = text_of(rows)
        assert "…" not in text
        for word in (a.name, b.name):
            assert word.split()[0] in text
        if form is difference_rows:
            cells = [each for row in differences(a, b) for each in (row.first, row.second)]
        else:
            cells = [each for row in differing_sentences(a, b) for each in row[1:]]
        words = {word for cell in cells for word in cell.split()}
        assert words <= set(text.split())


def test_only_what_differs_is_told_and_a_word_is_no_difference():
    california, davis = load_variant("california"), load_variant("grandma-davis")
    found = differing_sentences(california, davis)
    told = [(line.sentence, line.heading) for line in rule_lines(california)]
    for heading, first, second in found:
        assert first != second
        assert first == "" or (first, heading) in told
    headings = {heading for heading, _, _ in found}
    assert "SHANGHAI" in headings
    assert not any("cards are dealt" in first for _, first, _ in found), "eleven in both"
    for rules in ALL:
        assert differing_sentences(rules, rules) == []


def test_two_that_are_alike_say_so():
    rules = ALL[0]
    for form in (difference_rows, sentence_rows):
        assert NO_DIFFERENCE in text_of(form(rules, rules, SMALL_WIDE))


async def test_pictures(tmp_path):
    async with showing(CompareScreen(ALL[0], [*map(Offer, ALL[1:])]), tmp_path) as (_, pilot):
        await assert_pictures("compare", pilot, SIZES)
        await press(pilot, "f")
        await assert_pictures("compare-in-full", pilot, SIZES)


@pytest.mark.slow
async def test_each_key_and_each_button(tmp_path):
    async with showing(CompareScreen(ALL[0], [*map(Offer, ALL[1:])]), tmp_path) as (app, pilot):

        def names():
            line = screen_text(app).split("\n")[2]
            return [rules.name for rules in ALL if rules.name in line]

        assert names() == [ALL[0].name, ALL[1].name]
        await press(pilot, "right")
        assert names() == [ALL[0].name, ALL[2].name]
        await click_key(pilot, "Another")
        assert names() == [ALL[0].name, ALL[3].name]
        await press(pilot, "left", "h")
        assert names() == [ALL[0].name, ALL[1].name]
        line = screen_text(app).split("\n")[2]
        for swap in (press(pilot, "tab"), click_key(pilot, "Swap")):
            await swap
            other = screen_text(app).split("\n")[2]
            assert other.split() != line.split()
            line = other
        for form in (press(pilot, "f"), click_key(pilot, "In short")):
            before = screen_text(app)
            await form
            assert screen_text(app) != before
        before = screen_text(app)
        await press(pilot, "down", "end")
        assert screen_text(app) != before
        assert "Contract 10" in screen_text(app)
        await press(pilot, "question_mark")
        assert "Only what differs" in screen_text(app)
        await press(pilot, "escape")
        await click_key(pilot, "Back")
        assert app.answers == [None]


@pytest.mark.slow
async def test_house_rules_are_compared_with_the_variant_itself(tmp_path):
    offers = [Offer(rules=rules) for rules in ALL[:1]]
    async with showing(VariantScreen(offers), tmp_path) as (app, pilot):
        await press(pilot, "c")
        assert isinstance(app.screen, VariantScreen), "nothing to compare it with"
        await press(pilot, "h", "space", "a", "c")
        assert isinstance(app.screen, CompareScreen)
        assert "California, with" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, VariantScreen)


def test_a_house_rule_alone_is_one_difference():
    plain = ALL[0]
    changed = with_house_rules(plain, {"call_cost": 1})
    assert [each.title for each in differences(changed, plain)] == ["A call costs"]
    assert len(differing_sentences(changed, plain)) == 1
