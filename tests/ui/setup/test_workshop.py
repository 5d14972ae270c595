"""The workshop: rules changed by keys and mouse, tried, compared, and saved as a small file."""

import pytest
import yaml
from textual.geometry import Region

from shanghai.engine.parameters.fields import RULES
from shanghai.ui.options import Options
from shanghai.ui.setup import workshop
from shanghai.ui.setup.rules import CompareScreen
from shanghai.ui.setup.variant import VariantScreen
from shanghai.ui.setup.workshop import WorkshopScreen
from shanghai.variants.draft import RulesDraft, id_of
from shanghai.variants.library import own_library
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.ui.apps import SIZES, at_menu, click_text, press, showing, until
from tests.ui.pictures import assert_pictures, screen_text
from tests.ui.tables import HUGE, SMALL, WIDE, flat


@pytest.fixture(autouse=True)
def no_trial(monkeypatch):
    """Nothing is tried while a test presses keys."""
    monkeypatch.setattr(workshop, "_QUIET_SECONDS", 10_000.0)


def california():
    return WorkshopScreen(load_variant("california"))


async def go_to(pilot, screen, key):
    rule = workshop._RULE_OF.get(key, key)
    await pilot.pause()
    screen._mark_line(((rule,), -1))
    await pilot.pause()
    if rule != key:
        await press(pilot, "space")
    while screen.key != key:
        await press(pilot, "down")


def test_every_rule_stands_in_the_list():
    assert set(workshop._KEYS) == {*RULES, "words"}


async def test_a_family_makes_its_variant_by_arrows_and_finds_it_in_the_list(tmp_path):
    async with at_menu(tmp_path) as (app, pilot):
        await press(pilot, "n", "1", "w")
        screen = app.screen
        assert isinstance(screen, WorkshopScreen)
        await go_to(pilot, screen, "contracts")
        await press(pilot, "left", "left", "left")
        assert "Hands                     ◂ 7 ▸  1 ■■■ ■■■ ■■■  2 ■■■ ▬▬▬▬" in screen_text(app)
        await go_to(pilot, screen, "wild_ranks")
        assert "▸ Wild cards                jokers alone [ + ]" in screen_text(app)
        await press(pilot, "enter", "right", "space", "escape")
        assert "▸*Wild cards                jokers and [ 2 ] [ + ]" in screen_text(app)
        await go_to(pilot, screen, "call_cost")
        await press(pilot, "left")
        assert "A call costs              the card and ◂ 1 ▸ from the stock" in screen_text(app)
        await press(pilot, "s", *"Smiths", "enter")
        await until(pilot, lambda: isinstance(app.screen, VariantScreen))
        said = " ".join(screen_text(app).split())
        assert "▸ Smiths" in said
        assert "California, but 7 hands; wild cards: jokers and twos; a call costs: 1" in said
    file = tmp_path / "variants" / "smiths.yaml"
    assert yaml.safe_load(file.read_text("utf-8")) == {
        "id": "smiths",
        "name": "Smiths",
        "extends": "california",
        "rounds": 7,
        "wild_ranks": [2],
        "call_cost": 1,
    }
    rules = load_variant("smiths", library=own_library(tmp_path))
    assert (rules.rounds, rules.call_cost, rules.wild_ranks) == (7, 1, (2,))


async def test_a_contract_is_put_together_by_arrows(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "contracts")
        await press(pilot, "enter", "down", "enter", "left", "down", "right", "right")
        assert "hand 2:" in screen_text(app)
        assert screen._draft.values["contracts"][1] == {"runs": [4, 4, 4]}
        await press(pilot, "down", "right")
        assert "a run of ◂ 5 ▸" in screen_text(app)
        await press(pilot, "escape", "escape", "up", "up")
        assert "2 ▬▬▬▬▬ ▬▬▬▬ ▬▬▬▬" in screen_text(app)
        assert screen._draft.rules.contracts[1].runs == (5, 4, 4)


@pytest.mark.slow
async def test_jokers_by_the_size_of_the_table_stand_on_one_line(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        jokers = "Jokers in all ◂ {} ▸ for 2-4, ◂ {} ▸ for 5-6, ◂ 8 ▸ for 7-8"
        assert jokers.format(4, 6) in flat(app)
        await press(pilot, *["down"] * 5, "right", "enter", "left")
        assert jokers.format(5, 5) in flat(app)
        assert [pack.jokers for pack in screen._draft.rules.packs] == [5, 5, 8]
        await click_text(pilot, "▸ for 7")
        assert screen._draft.rules.packs[2].decks == 5


@pytest.mark.slow
async def test_exceptions_stand_behind_their_rule_until_they_hold(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "call_cost")
        assert "Space: 6 more rules" in screen_text(app)
        assert "Chips at" not in screen_text(app)
        await press(pilot, "space", "down", "down", "right", "escape")
        assert screen._draft.is_changed("call_costs")
        assert "A call costs by hand" in screen_text(app)
        assert "Price of a call by" not in screen_text(app)
        await press(pilot, "x")
        assert screen.key == "call_cost"
        assert "A call costs by hand" not in screen_text(app)


async def test_no_line_is_cut(tmp_path):
    async with showing(california(), tmp_path) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            assert "…" not in app.screen.query_one("#rules").text


@pytest.mark.slow
async def test_numbers_and_words_are_typed_too(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "not_down_penalty")
        await press(pilot, "enter", *"2000", "enter")
        assert "It takes a number from 0 to 1000." in screen_text(app)
        await press(pilot, "backspace", "enter")
        assert screen._draft.changes == {"not_down_penalty": 200}
        await go_to(pilot, screen, "words")
        await press(
            pilot, "enter", "enter", "backspace", "backspace", "backspace", *"book", "enter"
        )
        assert screen._draft.rules.words.set == "book"


async def test_what_cannot_be_played_is_said_and_not_saved(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "last_turn")
        await press(pilot, "right")
        await go_to(pilot, screen, "shanghai")
        await press(pilot, "right")
        said = " ".join(screen_text(app).split())
        assert 'Not to be played so: "A last turn": counts turns' in said
        await press(pilot, "s")
        assert not screen.is_typing
        await press(pilot, "left")
        assert screen._draft.changes == {"last_turn": True}


async def test_a_rule_is_put_back_and_leaving_asks(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "joker_cap")
        await press(pilot, "enter", "right", "escape")
        assert app.screen is screen
        await press(pilot, "escape")
        assert "Your changes are not saved" in screen_text(app)
        await press(pilot, "escape")
        assert app.screen is screen
        assert screen._draft.changes
        await press(pilot, "escape", "down", "enter")
        await until(pilot, lambda: screen.is_typing)
        await press(pilot, "escape", "x")
        assert not screen._draft.changes
        await press(pilot, "escape")
        assert app.screen is not screen


@pytest.mark.slow
async def test_leaving_without_the_changes_keeps_nothing(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right", "q", "up", "enter")
        assert app.screen is not screen
        assert app.answers == [None]


async def test_hands_that_are_cut_off_are_told_in_one_line(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "contracts")
        await press(pilot, "left")
        assert "Playing a game" in screen_text(app), "it stands there before it begins"
        screen._show_trial()
        text = screen_text(app)
        assert "Hands: 10; now 9" in text
        assert "Contract 10:" not in text


@pytest.mark.parametrize("size", some([(size,) for size in SIZES]))
async def test_nothing_moves_when_the_verdict_on_the_rules_comes(tmp_path, size):
    screen = california()
    async with showing(screen, tmp_path, size) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right")
        lines = screen_text(app).splitlines()
        (at,) = [at for at, line in enumerate(lines) if "What differs" in line]
        verdict = "Plays well: a hand takes about ten turns; hand 10 is the hardest: three players "
        screen._show_trial(f"{verdict}in five are not down when it ends.")
        assert "What differs" in screen_text(app).splitlines()[at]


@pytest.mark.parametrize("size", [SMALL, WIDE, HUGE])
async def test_all_that_differs_is_counted_where_its_list_has_no_room(tmp_path, size):
    screen = california()
    async with showing(screen, tmp_path, size) as (app, pilot):
        await go_to(pilot, screen, "call_cost")
        await press(pilot, "left")
        assert "Own rules: California, 1 rule changed" in screen_text(app)
        await go_to(pilot, screen, "contracts")
        await press(pilot, "left")
        screen._show_trial("Plays well: a hand takes about five turns. " * 4)
        await pilot.pause()
        assert "Own rules: California, 2 rules changed" in screen_text(app)


async def test_a_rule_says_what_its_keys_do(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "wild_ranks")
        said = " ".join(screen_text(app).split())
        assert "Enter lists what can be chosen" in said
        await go_to(pilot, screen, "ace")
        assert "←→ change it" in " ".join(screen_text(app).split())


@pytest.mark.slow
async def test_difference_and_file_are_a_key_away_and_the_mouse_changes_too(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        row = next(line for line in screen_text(app).splitlines() if "Exact sizes" in line)
        await click_text(pilot, "▸", Region(*_place(app, row, row.rindex("▸")), 1, 1))
        assert screen._draft.changes == {"exact_sizes": True}
        await click_text(pilot, "Whole hand down in")
        await click_text(pilot, "Whole hand down in")
        await click_text(pilot, " 7 ")
        assert screen._draft.changes["all_in_rounds"] == [7]
        await press(pilot, "d")
        assert isinstance(app.screen, CompareScreen)
        assert "Exact sizes" in screen_text(app)
        await press(pilot, "escape", "f")
        assert "exact_sizes: true" in screen_text(app)
        await press(pilot, "escape")
        assert app.screen is screen


async def test_the_page_of_the_file_names_the_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with showing(california(), "here") as (app, pilot):
        await press(pilot, "f")
        said = "".join(screen_text(app).split())
        assert f"liein{tmp_path / 'here' / 'variants'}." in said


def _place(app, row, x):
    return x, screen_text(app).splitlines().index(row)


async def test_a_change_without_effect_is_said(tmp_path):
    """HR-8."""
    async with at_menu(tmp_path) as (app, pilot):
        app.push_screen(california())
        await until(pilot, lambda: isinstance(app.screen, WorkshopScreen))
        await go_to(pilot, app.screen, "wild_natural")
        assert "no effect" not in screen_text(app)
        await press(pilot, "right")
        assert "no effect: no other cards than jokers are wild" in " ".join(
            screen_text(app).split()
        )


@pytest.mark.slow
async def test_every_rule_opens_and_closes_where_only_ascii_can_be_drawn(tmp_path):
    screen = california()
    async with showing(screen, tmp_path, SIZES[1], Options(str(tmp_path), ascii=True)):
        for key in workshop._KEYS:
            screen._mark, screen._open = ((key,), -1), (key,)
            screen.draw()
            assert screen.query_one("#rules").text.replace("…", "").isascii()
            assert screen.query_one("#about").text.isascii()


@pytest.mark.slow
async def test_a_name_that_is_taken_is_refused(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right", "s", *"California", "enter")
        assert "'california' is the id of a" in screen_text(app)
        assert not (tmp_path / "variants").exists()


async def test_the_trial_is_told(tmp_path, monkeypatch):
    asked = {}

    class Process:
        returncode = 0

        async def communicate(self, text):
            asked["text"] = text.decode()
            lines = (
                "good: Your variant; 3-5 players",
                "Plays well: a hand.",
                "hint: call_cost ...",
            )
            return "".join(f"standard input: {line}\n" for line in lines).encode(), b""

    async def begin(words, **more):
        asked["words"] = words
        return Process()

    monkeypatch.setattr(workshop, "_QUIET_SECONDS", 0.0)
    monkeypatch.setattr(workshop, "begin_async", begin)
    screen = WorkshopScreen(load_variant("playerules"))
    async with showing(screen, tmp_path) as (app, pilot):
        await go_to(pilot, screen, "ace")
        await press(pilot, "right")
        await until(pilot, lambda: "Plays well: a hand." in screen_text(app))
        assert screen._trial == ("Plays well: a hand.",)
    assert asked["words"][-4:] == ["check", "-", "--games", "1"]
    assert "extends: playerules" in asked["text"]


async def test_pictures(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (_, pilot):
        await go_to(pilot, screen, "call_cost")
        await press(pilot, "left")
        await assert_pictures("workshop", pilot, SIZES)
        while screen.key != "wild_ranks":
            await press(pilot, "up")
        await press(pilot, "enter", "right", "space", "right")
        await assert_pictures("workshop-open", pilot, SIZES)


def test_a_draft_turns_values_over_and_knows_what_is_no_change():
    draft = RulesDraft(load_variant("california"))
    turned = turn(draft, "call_cost", -1)
    assert turned.changes == {"call_cost": 1}
    assert turn(turned, "call_cost", 1).changes == {}
    assert turn(turn(draft, "ace", 1), "ace", -1).changes == {}
    assert turn(draft, "min_players", -1).changes == {}
    assert draft.with_value("deal", 2).rules is None


def test_what_goes_by_round_follows_the_number_of_rounds():
    draft = RulesDraft(load_variant("california"))
    short = turn(draft, "contracts", -1)
    assert short.changes == {"rounds": 9}
    dealt = short.with_part(("deal", 8), 15)
    assert dealt.changes["deal"] == [11] * 8 + [15]
    longer = turn(turn(dealt, "contracts", 1), "contracts", 1)
    assert longer.changes["deal"] == [11] * 8 + [15] * 3
    assert longer.changes["contracts"][9:] == [{"runs": [4] * 4}] * 2
    assert longer.rules.rounds == 11


def turn(draft, key, by):
    return draft.with_part((key,), draft.part((key,)).stepped(by))


def test_names_become_ids():
    assert id_of("The Smiths, at Æ home é") == "the-smiths-at-home-e"
    assert id_of("♠") == ""


async def test_the_mark_goes_from_heading_to_heading(tmp_path):
    screen = california()
    async with showing(screen, tmp_path) as (_, pilot):
        first = screen.key
        await press(pilot, "pagedown")
        second = screen.key
        assert second in [keys[0] for keys in workshop._HEADINGS.values()]
        assert second != first
        await press(pilot, "down", "pagedown", "pageup")
        assert screen.key == second
        await press(pilot, "pageup")
        assert screen.key == first
