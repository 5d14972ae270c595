"""One count of points: the table, real cards and simulation score a round alike, by every key.

`tests/bots/playouts/test_points.py` holds the play-outs to the same rounds.
"""

import pytest
from msgspec import structs

from shanghai.engine.cards import label
from shanghai.engine.parameters.fields import RULES
from shanghai.engine.rules import Rules
from shanghai.engine.scoring import end_round, points_if_lost
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import Ending, Phase
from shanghai.ledger.paper import PaperGame
from shanghai.simulation.games import play_round, seated
from shanghai.table.host import Host
from tests.counting import CASES, SCORING, Round
from tests.saving import clock, lean

EVERY = [
    pytest.param(case, id=f"{key}-{number}")
    for key, cases in CASES.items()
    for number, case in enumerate(cases, 1)
]


def test_every_scoring_key_has_a_round():
    assert {*CASES} == SCORING


@pytest.mark.parametrize("key", CASES)
def test_the_rounds_of_a_key_change_what_it_says(key):
    assert any(key in case.rules for case in CASES[key])


def test_the_count_reads_no_key_without_a_round():
    read: set[str] = set()

    class NotedRules(Rules, frozen=True, kw_only=True):
        def __getattribute__(self, name):
            read.add(name)
            return super().__getattribute__(name)

    for cases in CASES.values():
        for case in cases:
            rules = case.game_rules
            noted = NotedRules(**{name: getattr(rules, name) for name in rules.__struct_fields__})
            end_round(structs.replace(case.state, rules=noted), case.out, case.ending)
    rounds_alone = {"contracts", "contracts_by", "contracts_then", "most_rounds", "chips"}
    assert read & RULES.keys() - rounds_alone == SCORING - {"call_points", "shanghai_points"}


@pytest.mark.parametrize("case", EVERY)
def test_the_table_counts(case: Round):
    after, _ = end_round(case.state, case.out, case.ending)
    assert after.results[-1].points == case.points
    assert (after.phase is Phase.GAME_OVER) is case.is_over


@pytest.mark.parametrize("case", EVERY)
def test_real_cards_count(case: Round, tmp_path):
    game = PaperGame.begin(tmp_path, case.game_rules, case.names, now=clock())
    game.state = structs.replace(
        game.state, seats=tuple(map(_scored, game.state.seats, case.scores))
    )
    hands = tuple(hand or ("" if at == case.out else "0p") for at, hand in enumerate(case.hands))
    for _ in range(case.round - 1):
        others = range(1, len(case.names))
        game.score(0, Ending.OUT, ("", *["0p" for _ in others]), clock(), down=tuple(others))
    points = game.score(
        case.out, case.ending, hands, clock(), down=case.down, fined=dict(enumerate(case.fined))
    )
    assert points == case.points
    assert game.is_over is case.is_over


@pytest.mark.parametrize(
    "case", [each for each in EVERY if not each.values[0].game_rules.is_by_player]
)
def test_a_hand_is_told_to_count_what_it_would(case: Round):
    """What a player reads of the own hand is what the round then counts, without fines.

    It is about another side that goes out, as only that is to be feared.
    """
    for seat, points in enumerate(case.points):
        is_safe = case.out != NOBODY and case.state.sides.are_partners(seat, case.out)
        if seat != case.out and not case.fined[seat] and not is_safe:
            assert points_if_lost(case.state, seat) == points


def _scored(seat, score):
    return structs.replace(seat, score=score)


def test_a_simulated_game_counts_like_real_cards(tmp_path):
    """Games among computers, each round of which is scored once more from the cards left."""
    rules = structs.replace(
        lean("playerules", 6, 7),
        not_down_times=2, not_down_penalty=7, last_round_times=3, out_bonus=5, call_points=(4,),
    )  # fmt: skip
    seen: set[str] = set()
    for seed in range(4):
        _play_and_recount(rules, seed, tmp_path, seen)
    assert seen == {"not down", "fined", "out", "last round"}


def _play_and_recount(rules: Rules, seed: int, data, seen: set[str]) -> None:
    host = Host(rules, seated(("simple", "easy", "simple")), seed)
    fined: dict[int, int] = {}

    def note_fines(before, action, after, events):
        if before.phase in (Phase.DRAW, Phase.PLAY):
            fined.update(enumerate(seat.fined for seat in before.seats))

    host.on_change.append(note_fines)
    host.draw_for_dealer()
    game = PaperGame.begin(data, rules, [seat.name for seat in host.state.seats], now=clock())
    while not game.is_over:
        report = play_round(host)
        result = host.state.results[-1]
        hands = [" ".join(map(label, seat.hand)) or "0p" for seat in host.state.seats]
        if result.out != NOBODY:
            hands[result.out] = ""
        down = [at for at, is_down in enumerate(report.down) if is_down]
        points = game.score(result.out, result.ending, hands, clock(), down=down, fined=fined)
        assert points == report.points
        seen |= {"not down"} if len(down) < len(hands) else set()
        seen |= {"fined"} if any(fined.values()) else set()
        seen |= {"out"} if result.out != NOBODY else set()
    seen.add("last round")
    assert host.state.phase is Phase.GAME_OVER
    assert [seat.score for seat in game.state.seats] == [seat.score for seat in host.state.seats]
    assert game.state.winners == host.state.winners
