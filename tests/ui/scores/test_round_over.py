"""Whole rounds through the interface: by keys alone, by mouse alone, and a game to its end."""

import pytest
from msgspec import structs

from shanghai.bots.simple import SimpleBot
from shanghai.engine.actions import Discard, Draw, GoDown, LayOff, Swap, Take
from shanghai.engine.state import Phase
from shanghai.storage.entries import Terms
from shanghai.storage.saves import path_of, read_game, saved_games
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource, cards_of
from shanghai.table.host import Host, Player
from shanghai.ui.app import ShanghaiApp
from shanghai.ui.options import Options, ResumedGame, Start
from shanghai.ui.scores.card import GameOverScreen
from shanghai.ui.scores.round_over import RoundOverScreen
from shanghai.ui.table import games
from shanghai.ui.table.leave import LeaveScreen
from shanghai.ui.table.player_view import PlayerScreen
from shanghai.ui.table.public_view import PublicScreen
from shanghai.ui.table.targets import CardTarget, MeldTarget
from shanghai.variants.deal_code import DealCode, write_code
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.loader import load_variant
from shanghai.words.scores import series_text
from tests.long import long
from tests.ui.apps import click_key
from tests.ui.pictures import screen_text
from tests.ui.tables import at_table, click_target, flat, host_of, position, press, settle

pytestmark = pytest.mark.usefixtures("thinking_in_place", "short_pauses")


class Keys:
    """A player that touches the keyboard alone."""

    def __init__(self, pilot, host):
        self.pilot, self.host, self.app = pilot, host, pilot.app

    async def do(self, key, label):
        await press(self.pilot, key)

    async def pick(self, card):
        hand = self.app.screen.hand
        await press(self.pilot, "escape", "home", *["right"] * hand.cards.index(card), "space")

    async def place(self, meld, end):
        question = self.app.screen.picker.question
        if question is not None:
            spots = [(option.meld, option.end) for option in question.options]
            down = next(i for i, spot in enumerate(spots) if spot == (meld, end))
            await press(self.pilot, *["down"] * down, "enter")


class Mouse(Keys):
    """A player that touches the mouse alone."""

    async def do(self, key, label):
        self.app.clock.now += 5
        await click_key(self.pilot, label)
        await settle(self.pilot)

    async def pick(self, card):
        for picked in self.app.screen.hand.picked:
            await click_target(self.pilot, CardTarget(picked))
        await click_target(self.pilot, CardTarget(card))

    async def place(self, meld, end):
        picker = self.app.screen.picker
        while (question := picker.question) is not None:
            marked = question.options[question.marked]
            if (marked.meld, marked.end) == (meld, end):
                await click_key(self.pilot, "This one")
                return
            await click_target(self.pilot, MeldTarget(meld))


async def step(player, brain):
    host = player.host
    action = brain.decide(host.view(host.state.turn))
    match action:
        case Draw():
            await player.do("d", "Draw")
        case Take():
            await player.do("t", "Take")
        case GoDown():
            await player.do("g", "Go down")
            await player.do("enter", "Lay down")
        case Discard(card=card):
            await player.pick(card)
            await player.do("x", "Discard")
        case LayOff(card=card, meld=meld, end=end):
            await player.pick(card)
            await player.do("l", "Lay off")
            await player.place(meld, end)
        case Swap(card=card, meld=meld):
            await player.pick(card)
            await player.do("j", "Joker")
            await player.place(meld, None)
        case _:
            await player.do("p", "Offer it")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Keys, long(Mouse)])
async def test_a_round_between_two_people(tmp_path, kind):
    hands = {"Ann": "4S 4H 9D 9S 9H KC 7C", "Bob": "KS KH KD 7S 7H 7D 4C 9C 2S"}
    host = host_of(position("playerules", hands, turn="Ann", discards="4D"))
    brains = [SimpleBot(seat, None) for seat in range(2)]
    async with at_table(tmp_path, host) as (app, pilot):
        player = kind(pilot, host)
        before, still = len(host.log), 0
        for _ in range(400):
            if host.state.phase is Phase.ROUND_OVER:
                break
            if isinstance(app.screen, PlayerScreen):
                await step(player, brains[host.state.turn])
            else:
                assert isinstance(app.screen, PublicScreen)
                await player.do("enter", f"{host.state.seats[host.state.turn].name} is here")
            still = 0 if len(host.log) > before else still + 1
            before = len(host.log)
            assert still < 3, "the round stands still"
        assert host.state.phase is Phase.ROUND_OVER
        assert isinstance(app.screen, RoundOverScreen)
        await player.do("enter", "Scorecard")
        await player.do("enter", "Next")
        assert host.state.round == 2
        assert isinstance(app.screen, PublicScreen)


async def test_a_game_ends_with_its_winners(tmp_path):
    rules = load_variant("playerules")
    short = with_house_rules(
        rules, {"contracts": [{"sets": [3, 3]}], "call_limit": [3], "deal": [7]}
    )
    seats = [Player("Ann"), Player("Bob", "simple"), Player("Cy", "simple")]
    host = Host(short, seats, seed=4)
    brain = SimpleBot(0, None)
    async with at_table(tmp_path, host) as (app, pilot):
        keys = Keys(pilot, host)
        await press(pilot, "enter")
        for _ in range(400):
            if host.state.phase is Phase.GAME_OVER:
                break
            assert isinstance(app.screen, PlayerScreen)
            if host.state.turn == 0:
                await step(keys, brain)
            else:
                await press(pilot, "n")
        assert host.state.phase is Phase.GAME_OVER
        await settle(pilot)
        await press(pilot, "q")
        assert isinstance(app.screen, RoundOverScreen)
        assert "Enter leads to the result, where it is left." in screen_text(app)
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, GameOverScreen)
        await press(pilot, "m")
        assert app.ended == ["menu"]


async def test_a_rematch_has_the_same_seats_and_the_same_cards_where_that_is_asked_for(
    tmp_path, monkeypatch
):
    seats = (Player("Ida", "simple"), Player("Otto"), Player("Nell", "random"))
    answers, hosts = ["same cards", "rematch", "menu"], []

    async def dealt(_, host, writer):
        hosts.append(host)
        host.draw_for_dealer()
        host.deal()
        host.hand_over(1, f"Otto {len(hosts)}")
        writer.close()
        return answers.pop(0)

    app = ShanghaiApp(Options(data_dir=str(tmp_path)))
    monkeypatch.setattr(games, "play_host", dealt)
    await app.play(Start(load_variant("playerules"), seats, cards_of(None)))
    one, same, other = hosts
    assert [player.name for player in other.players] == ["Ida", "Otto 3", "Nell"]
    assert [player.bot for player in other.players] == ["simple", "", "random"]
    assert [seat.hand for seat in same.state.seats] == [seat.hand for seat in one.state.seats]
    assert (same.state.stock, same.state.dealer) == (one.state.stock, one.state.dealer)
    assert other.state.stock != one.state.stock
    assert len(answers) == 0


async def test_a_game_is_left_at_the_end_of_a_round(tmp_path):
    hands = {"Ann": "9D", "Bob": "KS KH"}
    table = (("Ann", "set", "4S 4H 4D"), ("Ann", "set", "7S 7H 7D"))
    host = host_of(position("playerules", hands, turn="Ann", phase="play", table=table))
    host.do(Discard(0, host.state.seats[0].hand[0]))
    assert host.state.phase is Phase.ROUND_OVER
    async with at_table(tmp_path, host) as (app, pilot):
        for side in ("hands", "scorecard"):
            assert isinstance(app.screen, RoundOverScreen)
            bar = flat(app)
            assert "c Correct a score q Leave" in bar, side
            await press(pilot, "q")
            assert isinstance(app.screen, LeaveScreen)
            await press(pilot, "q")
            assert "y leaves, Esc goes on playing." in flat(app)
            await press(pilot, "escape", "enter" if side == "hands" else "q")
        assert isinstance(app.screen, LeaveScreen)
        await press(pilot, "y")
        assert app.ended == [None]
        assert host.state.phase is Phase.ROUND_OVER, "the next round is dealt when all go on"


async def test_a_game_is_counted_at_the_end_of_a_round(tmp_path):
    hands = {"Ann": "9D", "Bob": "KS KH"}
    table = (("Ann", "set", "4S 4H 4D"), ("Ann", "set", "7S 7H 7D"))
    host = host_of(position("playerules", hands, turn="Ann", phase="play", table=table))
    host.do(Discard(0, host.state.seats[0].hand[0]))
    async with at_table(tmp_path, host) as (app, pilot):
        await press(pilot, "x")
        assert "Press x again to end the game here and count it; Enter plays on." in flat(app)
        await press(pilot, "question_mark")
        assert "Press x again" not in flat(app)
        await press(pilot, "escape", "x")
        assert isinstance(app.screen, RoundOverScreen), "the question was left behind"
        await pilot.press("x", "x")
        await settle(pilot)
        assert host.state.phase is Phase.ROUND_OVER, "it was pressed twice by habit, as to discard"
        await press(pilot, "x")
        await settle(pilot)
        assert isinstance(app.screen, GameOverScreen)
        assert not app._notifications
        await press(pilot, "enter")
        assert "The game is over: r plays another, m leads to the menu." in flat(app)
        assert host.state.phase is Phase.GAME_OVER
        assert len(host.state.results) == 1


async def test_the_games_of_a_series_are_counted(tmp_path, monkeypatch):
    seats = (Player("Ida", "easy"), Player("Otto", "easy"), Player("Nell", "easy"))
    answers, counted, ids = ["rematch", "same cards", "menu"], [], []

    async def played(app, host, writer):
        state = host.state
        over = structs.replace(
            state,
            phase=Phase.GAME_OVER,
            seats=tuple(structs.replace(seat, score=at) for at, seat in enumerate(state.seats)),
        )
        host.state = over
        writer.close()
        ids.append(writer.id)
        counted.append(series_text(over, app.won_before))
        return answers.pop(0)

    app = ShanghaiApp(Options(data_dir=str(tmp_path)))
    monkeypatch.setattr(games, "play_host", played)
    await app.play(Start(load_variant("playerules"), seats, cards_of(None)))
    assert counted == ["", "Games won tonight: Ida 2.", "Games won tonight: Ida 3."]
    headers = [read_game(path_of(tmp_path, game.id)).header for game in saved_games(tmp_path).games]
    by_begin = sorted(headers, key=lambda header: bool(header.terms.series))
    assert len({header.terms.series for header in by_begin[1:]}) == 1
    assert [header.terms.series == "" for header in by_begin] == [True, False, False]
    (known,) = [header for header in headers if header.terms.known_seed]
    assert known.terms.again == ids[1]


async def test_a_series_goes_on_after_a_game_that_was_left(tmp_path, monkeypatch):
    """With its tally, and with the deal code where the same cards are wanted."""
    seats = [Player("Ida", "easy"), Player("Otto", "easy"), Player("Nell", "easy")]
    first = Host(load_variant("playerules"), seats, CardSource(5, is_fair=True, cuts=(0,)))
    code = write_code(DealCode("playerules", (), 3, 5))
    GameWriter.begin(tmp_path, first, terms=Terms("the-first", code, known_seed=True)).close()
    answers, counted = ["same cards", "rematch", "menu"], []

    async def played(app, host, writer):
        counted.append((writer.terms.series, writer.terms.code, dict(app.won_before)))
        host.state = structs.replace(host.state, phase=Phase.GAME_OVER)
        writer.close()
        return answers.pop(0)

    app = ShanghaiApp(Options(data_dir=str(tmp_path)))
    monkeypatch.setattr(games, "play_host", played)
    (game,) = saved_games(tmp_path).games
    writer, host, said = GameWriter.resume(path_of(tmp_path, game.id))
    await app.play(ResumedGame(writer, host, said))
    once = {"Ida": 1, "Otto": 1, "Nell": 1}
    twice = dict.fromkeys(once, 2)
    assert counted == [("the-first", code, {}), ("the-first", code, once), ("the-first", "", twice)]
