"""A question is asked on the rules page, and the sentences that settle it are shown."""

from shanghai.ui.setup.rules import AnswerScreen, QuestionScreen, RulesScreen
from shanghai.variants.loader import load_variant
from tests.ui.apps import showing
from tests.ui.pictures import screen_text
from tests.ui.states import RULES


async def typed(pilot, text):
    await pilot.press(*("space" if letter == " " else letter for letter in text))


async def test_a_question_on_the_rules_page_is_answered(tmp_path):
    async with showing(RulesScreen(load_variant("california")), tmp_path) as (app, pilot):
        await pilot.press("slash")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        await pilot.press("enter")
        assert "the question is empty" in screen_text(app)
        await typed(pilot, "can i steal a joker")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, AnswerScreen)
        assert "CA-12" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


async def test_where_nothing_is_near_it_says_so_and_goes_on_asking(tmp_path):
    async with showing(QuestionScreen(RULES), tmp_path) as (app, pilot):
        await typed(pilot, "the weather in lisbon")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        assert "No sentence of" in screen_text(app)


async def test_a_question_in_another_language_is_answered_in_it(tmp_path):
    async with showing(QuestionScreen(RULES), tmp_path) as (app, pilot):
        await typed(pilot, "wer bekommt den kauf")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, AnswerScreen)
        assert "Rufen mehrere, bekommt die Karte" in screen_text(app)
        assert "Settled: wer bekommt den kauf" in screen_text(app)
