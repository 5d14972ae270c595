"""Going down, laying off and joker exchange: every key and click."""

import pytest
from msgspec import structs

from shanghai.engine.actions import GoDown, Swap
from shanghai.engine.events import JokerSwapped, LaidOff, MovesUndone, WentDown
from shanghai.engine.game import refuse
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.state import End, Kind, Meld
from shanghai.ui.kit.lines import IndexTarget
from shanghai.ui.table.card_row import CardRow
from shanghai.ui.table.lay_down import Draft, LayDownScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.table_contents import TableView
from shanghai.ui.table.targets import MeldTarget
from shanghai.variants.loader import load_variant
from shanghai.words.contracts import contract_phrase
from shanghai.words.refusals import reason
from tests.long import some
from tests.ui.apps import click_key
from tests.ui.pictures import screen_lines, screen_text
from tests.ui.tables import (
    HUGE,
    SMALL,
    TABLE,
    WIDE,
    after_draw,
    at,
    at_table,
    card,
    click_target,
    flat,
    host_of,
    own_hand,
    pick,
    press,
    status,
)

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


async def test_going_down_with_the_best_lay_down(tmp_path):
    host = host_of(after_draw(hand="4S 4H 4D 9D 9S 9H KC 2H", table=TABLE[1:2]))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        assert at(app) is LayDownScreen
        assert "Left in hand: 2 cards" in flat(app)
        assert "Way 1 of" not in flat(app)
        await press(pilot, "l")
        assert status(app) == (
            "That is done at the table: Enter lays the melds down, Esc goes back."
        )
        await press(pilot, "tab")
        assert "in this way alone" in status(app)
        await press(pilot, "enter")
        assert isinstance(host.log[-1], WentDown)
        assert at(app) is PlayerScreen
        assert host.state.seats[0].down


async def test_each_lay_down_that_is_shown_has_the_discard_taken_to_go_down(tmp_path):
    """HR-9: also where others leave fewer points."""
    state = after_draw(hand="KS KH KD QS QH QD 4S 4H 4D 2C", table=())
    rules = load_variant("playerules", {"take_discard": "to-open"})
    taken = card(host_of(state), 0, "4S")
    host = host_of(structs.replace(state, rules=rules, taken=taken, must_go_down=True))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        assert at(app) is LayDownScreen
        assert len(app.screen.proposals) == 2
        for proposal in app.screen.proposals:
            assert refuse(host.state, GoDown(0, proposal.melds)) is None
        await press(pilot, "enter")
        assert host.state.seats[0].down


async def test_going_down_with_melds_laid_out_by_hand(tmp_path):
    hand = "4S 4H 4D 9D 9S 9H 9C KC"
    host = host_of(after_draw(hand=hand, table=()))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g", "u")
        assert not app.screen.staged.melds
        await press(pilot, "l")
        assert status(app) == "That is done at the table: Esc goes back."
        await pick(pilot, host, 0, "4S", "4H", "4D")
        await press(pilot, "n")
        await pick(pilot, host, 0, "9D", "9S", "9H")
        await press(pilot, "n")
        assert len(app.screen.staged.melds) == 2
        await press(pilot, "backspace")
        assert len(app.screen.staged.melds) == 1
        assert "Still to lay out: a set of 3." in flat(app)
        await press(pilot, "enter")
        assert "not the contract, which is 2 sets of 3. (rule ALL-5" in status(app)
        await pick(pilot, host, 0, "9D", "9S", "9H")
        await press(pilot, "n", "enter")
        assert host.state.seats[0].down
        assert card(host, 0, "9C") in host.state.seats[0].hand


async def test_cards_that_make_no_meld_say_why(tmp_path):
    host = host_of(after_draw(hand="4S 4H 5D 9D 9S 9H KC", table=()))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        said = "The hand cannot go down yet (1 card short). Melds may be tried out here."
        assert status(app) == said
        app.screen.hand.point(card(host, 0, "KC"))
        await press(pilot, "9")
        nines = [card(host, 0, nine) for nine in ("9D", "9S", "9H")]
        assert app.screen.hand.current in nines, "a number looks for its rank"
        assert app.screen.query_one(CardRow).grid.form.lines > 1, "there is room for cards"
        await pick(pilot, host, 0, "4S", "5D", "KC")
        await press(pilot, "n")
        assert "are neither of one rank nor of one suit: no set and no run. (rule ALL-3)" in status(
            app
        )
        assert not app.screen.staged.melds
        await press(pilot, "escape")
        assert at(app) is PlayerScreen
        assert not host.log


async def test_the_place_of_a_joker_is_chosen(tmp_path):
    host = host_of(after_draw(hand="5S 6S 7S JK 9D 9S 9H 2C", table=(), round=2))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g", "u")
        await pick(pilot, host, 0, "5S", "6S", "7S", "JK")
        await press(pilot, "n")
        assert at(app) is LayDownScreen
        assert "joker is 8♠" in flat(app)
        await press(pilot, "right")
        assert "joker is 4♠" in flat(app)
        await press(pilot, "2")
        assert app.screen.staged.melds[0].low == 4
        await press(pilot, "1")
        assert app.screen.staged.melds[0].low == 5, "the number of a run moves its joker"
        await press(pilot, "2")
        assert app.screen.hand.current == card(host, 0, "2C"), "there is no second run"
        await pick(pilot, host, 0, "9D", "9S", "9H")
        await press(pilot, "n", "enter")
        assert host.state.table[-2].low == 5 or host.state.table[-1].low == 5


def test_what_is_still_to_be_laid_out():
    rules = load_variant("rummygames")
    run_of_7, run_of_4 = (Meld(0, Kind.RUN, tuple(range(3, 3 + size)), 4, 0) for size in (7, 4))
    contract = Contract((3,), (4, 7))
    assert Draft().lacking(contract) == contract
    assert Draft((run_of_7,)).lacking(contract) == Contract((3,), (4,))
    assert Draft((run_of_4,)).lacking(contract) == Contract((3,), (7,))
    assert Draft((run_of_4, run_of_7)).lacking(contract) == Contract((3,))
    assert not Draft((run_of_4,) * 3).lacking(contract).size
    assert (
        contract_phrase(rules, Draft((run_of_7,)).lacking(contract)) == "a set of 3 and a run of 4"
    )


async def test_tab_shows_the_next_lay_down_and_a_click_takes_a_meld_back(tmp_path):
    host = host_of(after_draw(hand="4S 4H 4D 9D 9S 9H KC KS KH", table=()))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "g")
        first = app.screen.staged
        assert "Way 1 of 3 to go down" in flat(app)
        await press(pilot, "tab")
        assert app.screen.staged != first
        assert "Way 2 of" in flat(app)
        assert "Tab Next way" in flat(app)
        await press(pilot, "shift+tab")
        assert app.screen.staged == first
        await click_target(pilot, IndexTarget(0))
        assert len(app.screen.staged.melds) == 1


async def test_lay_off_where_only_one_meld_takes_the_card(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "KC")
        assert "›2" in flat(app), "the meld that takes it lights up"
        await press(pilot, "l")
        assert isinstance(host.log[-1], LaidOff)
        assert host.log[-1].meld == 1


async def test_lay_off_asks_for_the_meld_and_the_end(tmp_path):
    host = host_of(after_draw(hand="JK KC 4S"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "JK")
        held, before = own_hand(app), screen_text(app).splitlines()
        await press(pilot, "l")
        assert at(app) is PlayerScreen
        assert own_hand(app) == held, "the hand stays in sight"
        assert "Lay off joker on meld 1" in status(app)
        assert "▸1" in flat(app)
        assert "›3" in flat(app), "the melds that take it light up"
        moved = [y for y, line in enumerate(screen_text(app).splitlines()) if line != before[y]]
        assert len(moved) <= 7, "nothing else changes"
        await press(pilot, "3", "down", "enter")
        laid = host.log[-1]
        assert isinstance(laid, LaidOff)
        assert (laid.meld, laid.end) == (2, End.HIGH)


@pytest.mark.slow
async def test_lay_off_by_clicks_alone(tmp_path):
    host = host_of(after_draw(hand="JK KC 4S"))
    async with at_table(tmp_path, host) as (_, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "KC")
        await click_target(pilot, MeldTarget(1))
        assert isinstance(host.log[-1], LaidOff)
        await pick(pilot, host, 0, "JK")
        await click_target(pilot, MeldTarget(0))
        await click_target(pilot, MeldTarget(0))
        await click_target(pilot, MeldTarget(0))
        await click_key(pilot, "This one")
        assert host.log[-1].end is End.LOW


async def test_lay_off_says_why_not(tmp_path):
    host = host_of(after_draw())
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "2H")
        await press(pilot, "l")
        assert "No meld on the table takes 2♥" in status(app)
        await pick(pilot, host, 0, "9D")
        await press(pilot, "l")
        assert not host.log


async def test_all_lay_offs_are_shown_before_they_are_made(tmp_path):
    host = host_of(after_draw(hand="9H KC 6S 2D"))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "a")
        assert "Press a again" in status(app)
        assert not host.log
        await press(pilot, "escape")
        assert "Press a" not in status(app)
        await press(pilot, "a", "a")
        assert sum(isinstance(event, LaidOff) for event in host.log) == 3
        await press(pilot, "u")
        assert [type(event) for event in host.log] == [MovesUndone]
        assert len(host.state.seats[0].hand) == 4, "what one key laid, one key takes back"


async def test_a_joker_is_exchanged(tmp_path):
    table = (("Ann", "set", "2C 2S 2D"), ("Bob", "run", "5H JK 7H 8H"))
    host = host_of(after_draw(hand="6H KC 4S", table=table))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "6H")
        await press(pilot, "j")
        assert isinstance(host.log[-1], JokerSwapped)
        assert card(host, 0, "JK") in own_hand(app)


async def test_a_card_that_wins_a_joker_is_found_and_asked_for_again(tmp_path):
    table = (("Bob", "set", "2C 2S JK"), ("Cy", "run", "5H JK 7H 8H"))
    host = host_of(after_draw(hand="6H KC 4S", table=table))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter")
        await pick(pilot, host, 0, "4S")
        await press(pilot, "j")
        wins = "a 2 wins the joker of meld 1; 6♥ wins the joker of meld 2. (rule PR-8)"
        assert status(app) == f"4♠ wins no joker: {wins}"
        await press(pilot, "escape", "j")
        assert "Press j again to give 6♥ for the joker of meld 2" in status(app)
        assert app.screen.hand.current == card(host, 0, "6H")
        await press(pilot, "right", "j")
        assert not host.log, "another card under the cursor asks anew"
        await press(pilot, "j")
        assert isinstance(host.log[-1], JokerSwapped)
        await press(pilot, "j")
        assert status(app) == f"No card of the hand wins a joker: {wins.split(';')[0]}. (rule PR-8)"


@pytest.mark.parametrize("size", some([((80, 24),), ((120, 40),), ((200, 60),)]))
async def test_the_melds_that_take_a_card_light_up(tmp_path, size):
    host = host_of(after_draw(hand="4H 9D KC"))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter")

        def lit():
            lines = app.screen.query_one("#table", TableView).rows
            bits = [bit for line in lines for bit in line if "glow" in bit.look.split()]
            return {bit.target for bit in bits}

        assert not lit()
        await pick(pilot, host, 0, "4H")
        assert lit() == {MeldTarget(0)}


async def test_the_panel_stands_between_the_places_in_the_middle(tmp_path):
    async with at_table(tmp_path, host_of(after_draw(hand="4S KC 2H", table=())), WIDE) as (
        app,
        pilot,
    ):
        await press(pilot, "enter", "g")
        lines = [line[1:80].strip() for line in screen_lines(app)]
        first = next(at for at, line in enumerate(lines) if "GOING DOWN" in line)
        last = next(at for at, line in enumerate(lines) if at > first and line.startswith("┗"))
        own = next(at for at, line in enumerate(lines) if "1 Ann" in line)
        plates = next(at for at, line in enumerate(lines) if line.startswith("╭")) + 1
        assert plates < first < last < own
        assert not any(lines[plates + 2 : first]), "nothing is drawn above the panel"
        assert not any(lines[last + 1 : own]), "nor below it"


def _drawn_melds(app, kind):
    """The cells of the melds laid out, or on the table, of each in the order it is read in."""
    cells = {}
    for lines in app.screen.query(TableView):
        for y, line in enumerate(lines.rows):
            x = 0
            for bit in line:
                if isinstance(bit.target, kind) and "paper" in bit.look:
                    (position,) = structs.astuple(bit.target)
                    cells.setdefault(position, (y, x))
                x += bit.width
    return cells


@pytest.mark.parametrize("size", some([(SMALL,), (WIDE,), (HUGE,)]), ids=str)
@pytest.mark.parametrize(
    "variant",
    ["rummygames", "grandma-davis", "california", "playerules", "variants/more/dummy-rummy.yaml"],
)
async def test_melds_lie_on_the_table_in_the_order_of_the_preview(tmp_path, variant, size):
    rules = load_variant(variant)
    both = (c.sets and c.runs for c in rules.contracts)
    number = next(at for at, has in enumerate(both, 1) if has)
    hand = "9S 5H 4S 6H 9C 4D 7H 8H 9D 9H KC 4H 2H QD TH JH 4C"
    host = host_of(after_draw(variant, hand=hand, table=TABLE[1:2], round=number))
    async with at_table(tmp_path, host, size) as (app, pilot):
        await press(pilot, "enter", "g")
        shown = [meld.cards for meld in app.screen.staged.melds]
        before = _drawn_melds(app, IndexTarget)
        assert [*before] == sorted(before, key=before.get) == [*range(len(shown))]
        await press(pilot, "enter")
        own = [(at, meld) for at, meld in enumerate(host.state.table) if meld.owner == 0]
        assert [meld.cards for _, meld in own] == shown
        on_table = _drawn_melds(app, MeldTarget)
        after = {at: place for at, place in on_table.items() if at in dict(own)}
        assert [*after] == sorted(after, key=after.get) == [at for at, _ in own]


async def test_where_twos_are_wild_a_wild_card_is_called_so_and_no_joker(tmp_path):
    table = (("Bob", "run", "5H 2C 7H 8H"), ("Cy", "set", "KS KH 2D"))
    state = after_draw(
        "shanghai-wild-twos", hand="4S 9D", table=(*table, ("Ann", "set", "JS JH JD"))
    )
    host = host_of(state)
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "enter", "j")
        assert status(app).startswith(
            "No card of the hand wins a wild card: 6♥ wins the wild card of"
        )
        assert "joker" not in status(app)
    refusal = refuse(host.view(0), Swap(0, host.state.seats[0].hand[0], 0))
    said = reason(host.state.rules, refusal, ["Ann", "Bob", "Cy"])
    assert said.startswith("No wild card in 5H 2C 7H 8H stands for 4S.")
