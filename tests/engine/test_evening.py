"""Evenings of any length: some rounds of the rules, dealt and ended as in the whole game."""

import pytest

from shanghai.engine.actions import StopGame
from shanghai.engine.evening import read_rounds, rounds_from, short_rounds, with_rounds
from shanghai.engine.game import refuse
from shanghai.engine.parameters.checks import check_variant
from shanghai.engine.state import Phase
from shanghai.records.check import check_file
from shanghai.records.proof import prove
from shanghai.records.recorder import record_of
from shanghai.records.replay import Replay
from shanghai.storage.journal import summary_of
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host, Player
from shanghai.variants.house_rules import with_house_rules
from shanghai.variants.library import known_variants
from shanghai.variants.loader import load_variant
from tests.long import some
from tests.plain_yaml import plain_documents


def test_packs_by_round_of_a_short_evening_can_be_read_again():
    """Also where players stop before they have met all contracts (HR-7)."""
    packs = [{"up_to": 5, "decks": 3, "jokers": 4, "decks_by_round": [2]}]
    changes = {"contracts_by": "free", "most_rounds": 2, "packs": packs, "max_players": 5}
    short = with_rounds(with_house_rules(load_variant("frustration"), changes), (1, 2, 3))
    assert short.packs[0].decks_by_round == (2, 2, 2)
    assert [*check_variant(short)] == []


@pytest.mark.parametrize("variant", known_variants())
def test_each_round_is_as_in_the_whole_game(variant):
    rules = load_variant(variant)
    picked = short_rounds(rules)
    short = with_rounds(rules, picked)
    assert [*check_variant(short)] == []
    assert short.rounds == len(picked) == 3
    for at, number in enumerate(picked, 1):
        assert short.contract(at) == rules.contract(number)
        assert short.calls_in(at) == rules.calls_in(number)
        assert short.is_all_in(at) == rules.is_all_in(number)
        for players in range(2, 9):
            assert short.cards_dealt(at, players) == rules.cards_dealt(number, players)
    assert with_rounds(rules, rounds_from(rules, 1)) == rules


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("short", (1, 4, 7)),
        ("all", (1, 2, 3, 4, 5, 6, 7)),
        ("5-", (5, 6, 7)),
        ("7, 2", (7, 2)),
        ("3-5", (3, 4, 5)),
        ("1,6-", (1, 6, 7)),
    ],
)
def test_rounds_are_read(text, rounds):
    assert read_rounds(load_variant("playerules"), text) == rounds


@pytest.mark.parametrize(
    "text", ["", "0", "8", "1,1", "9-", "x", "3-1", "5-8", "1-" + "9" * 20, "1-3-5", "-2", "1,,2"]
)
def test_rounds_that_there_are_not_are_refused(text):
    with pytest.raises(ValueError, match="rounds"):
        read_rounds(load_variant("playerules"), text)


@pytest.mark.parametrize("variant", some(known_variants()))
def test_a_short_evening_is_a_whole_game_and_a_record(variant, tmp_path):
    rules = load_variant(variant)
    host = Host(
        with_rounds(rules, short_rounds(rules)),
        [Player(name, "easy") for name in ("Ann", "Bob", "Cy")],
        31,
    )
    writer = GameWriter.begin(tmp_path, host)
    host.draw_for_dealer()
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER, Phase.THROWN_IN):
            host.deal()
        else:
            host.do(host.bot_action())
    writer.close()
    read = sound_game(writer.path)
    assert read.is_ended
    assert len(read.state.results) == 3
    file = tmp_path / "record.yaml"
    file.write_text(record_of(read), "utf-8")
    results = check_file(file)
    assert [result.lines for result in results if result.state != "passed"] == []
    assert "winners" in file.read_text("utf-8")


def stopped(folder, moves):
    """A game that was counted after so many moves, with its host."""
    rules = load_variant("playerules")
    host = Host(rules, [Player(name, "easy") for name in ("Ann", "Bob", "Cy")], 12)
    writer = GameWriter.begin(folder, host)
    host.draw_for_dealer()
    while host.version < moves or not host.state.results:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action())
    before = host.state
    host.do(StopGame())
    writer.close()
    return sound_game(writer.path), before


@pytest.mark.parametrize("moves", [20, 100, 130])
def test_a_game_is_counted_as_it_stands(tmp_path, moves):
    read, before = stopped(tmp_path, moves)
    state = read.state
    assert read.is_ended
    assert state.phase is Phase.GAME_OVER
    assert state.results == before.results
    assert [seat.score for seat in state.seats] == [seat.score for seat in before.seats]
    assert not any(seat.hand for seat in state.seats)
    assert (state.stock, state.discards, state.table) == ((), (), ())
    assert len(state.winners) >= 1
    file = tmp_path / "record.yaml"
    text = record_of(read)
    file.write_text(text, "utf-8")
    assert [result.lines for result in check_file(file) if result.state != "passed"] == []
    assert text.count("\nthen:") == len(state.results)
    winners = [state.seats[seat].name for seat in state.winners]
    assert list(plain_documents(text))[-1]["then"]["winners"] == winners
    assert prove(read).holds
    assert summary_of("id", read).winners == state.winners


def test_the_hands_of_a_round_that_was_not_finished_stay_closed(tmp_path):
    read, before = stopped(tmp_path, 120)
    assert before.phase in (Phase.DRAW, Phase.PLAY)
    replay = Replay(read)
    assert replay.view(replay.last).phase in (Phase.ROUND_OVER, Phase.GAME_OVER)
    assert replay.view(replay.last).round == len(before.results)


def test_before_a_round_is_scored_there_is_nothing_to_count():
    host = Host(load_variant("playerules"), [Player(name) for name in "ABC"], 1)
    assert host.refuse(StopGame()).code == "nothing-scored"
    host.draw_for_dealer()
    host.deal()
    assert host.refuse(StopGame()).code == "nothing-scored"


def test_what_is_over_is_not_stopped(tmp_path):
    read, _ = stopped(tmp_path, 20)
    assert refuse(read.state, StopGame()).code == "game-over"
