"""Records of whole games pass the checker, and events are told without a secret."""

from random import Random

import pytest
import yaml
from msgspec import structs

from shanghai.engine.actions import (
    CallShanghai,
    Deal,
    Draw,
    DrawForDealer,
    GoDown,
    HandOver,
    LayOff,
    Swap,
)
from shanghai.engine.cards import HIDDEN, label, read_face
from shanghai.engine.events import (
    CallGranted,
    Drawn,
    JokerSwapped,
    RoundEnded,
    ShanghaiCalled,
    WentDown,
)
from shanghai.engine.game import apply, legal, needs, new_game
from shanghai.engine.seats import NOBODY
from shanghai.engine.state import End, Ending, Phase
from shanghai.records.check import check_document, check_file
from shanghai.records.documents import read_documents
from shanghai.records.positions import Unusable, build_state, write_position
from shanghai.records.recorder import GameRecorder
from shanghai.variants.loader import load_variant
from shanghai.words.events import tell
from shanghai.yamlio.writer import flow_list, flow_mapping, folded, scalar
from tests.plain_yaml import plain_documents

VARIANTS = ("rummygames", "grandma-davis", "california", "playerules")
SHORT = {"contracts": [{"sets": [3]}, {"sets": [3]}], "deal": [3, 5], "call_limit": 3}
"""House rules under which random play nearly always comes to an end."""


class Endless(Exception):
    """Nobody can get rid of the cards left in hand."""


def play(rules, names, seed, *, hand_over_at=-1):
    """A whole game of random legal play, with the first seed from here on that brings an end."""
    while True:
        try:
            return play_once(rules, names, seed, hand_over_at)
        except Endless:
            seed += 100


def play_once(rules, names, seed, hand_over_at):
    """A whole game of random legal play; the recorder and all events with the state after each."""
    chance = Random(seed)
    recorder, told = GameRecorder(), []
    state = new_game(rules, names)

    def do(action):
        nonlocal state
        after, events = apply(state, action)
        recorder.feed(state, action, after)
        told.append((events, after))
        state = after

    pack = list(rules.cards(len(names)))
    do(DrawForDealer((tuple(pack[: len(names)]),)))
    steps = 0
    while state.phase is not Phase.GAME_OVER:
        if state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            if hand_over_at >= 0:
                do(HandOver(1, f"{state.seats[1].name} {state.round}"))
            chance.shuffle(pack)
            do(Deal(tuple(pack)))
        if steps == hand_over_at:
            do(HandOver(0, "Dora: the 2nd"))
        do(_choice(state, chance))
        steps += 1
        if steps > 2000:
            raise Endless
    return recorder, told, state


def _choice(state, chance):
    """A random legal action, what brings the round to its end preferred, chance filled in."""
    actions = list(legal(state))
    bold = [a for a in actions if isinstance(a, GoDown | LayOff | Swap | CallShanghai)]
    draws = [a for a in actions if isinstance(a, Draw)]
    action = chance.choice(bold or (draws if chance.random() < 0.6 else actions) or actions)
    need = needs(state, action)
    if need.shuffled:
        renewed = list(need.renew)
        chance.shuffle(renewed)
        action = structs.replace(action, renewed=tuple(renewed))
    if need.pick:
        action = structs.replace(action, picked=chance.choice(need.pick))
    return action


def short_rules(variant):
    more = {"grandma-davis": {"all_in_rounds": []}, "california": {"last_discard": True}}
    return load_variant(variant, SHORT | more.get(variant, {}))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_a_recorded_game_passes_the_checker(variant, seed, tmp_path):
    recorder, _, end = play(short_rules(variant), ["Ann", "Bob", "Cy"], seed)
    assert recorder.finished
    file = tmp_path / "game.yaml"
    file.write_text(recorder.yaml(), "utf-8")
    verdicts = check_file(file)
    assert [line for verdict in verdicts for line in verdict.lines] == []
    assert len(verdicts) == 2
    last = list(plain_documents(recorder.yaml()))[-1]
    assert last["then"]["winners"] == [end.seats[seat].name for seat in end.winners]
    assert set(last["then"]["scores"]) == {"Ann", "Bob", "Cy"}


def test_a_record_with_a_changed_card_fails(tmp_path):
    recorder, _, _ = play(short_rules("playerules"), ["Ann", "Bob", "Cy"], 1)
    file = tmp_path / "game.yaml"
    text = recorder.yaml()
    file.write_text(text.replace("  scores: {Ann: ", "  scores: {Ann: 1", 1), "utf-8")
    assert "failed" in [verdict.state for verdict in check_file(file)]


def test_awkward_names_and_seats_handed_over_replay(tmp_path):
    names = ["[/]: {x}", "no", "Mary Jane #1"]
    recorder, _, _ = play(short_rules("grandma-davis"), names, 3, hand_over_at=9)
    file = tmp_path / "game.yaml"
    file.write_text(recorder.yaml(), "utf-8")
    assert [line for verdict in check_file(file) for line in verdict.lines] == []
    assert "Dora" in recorder.yaml()


def test_house_rules_stand_in_the_record_only_where_they_differ():
    recorder, _, _ = play(short_rules("rummygames"), ["Ann", "Bob"], 1)
    first = next(plain_documents(recorder.yaml()))
    assert first["variant"] == "rummygames"
    assert set(first["house_rules"]) == {"contracts", "deal", "call_limit"}
    plain = _dealt(load_variant("rummygames"))
    assert "house_rules" not in plain.yaml()


def _dealt(rules, names=("Ann", "Bob", "Cy")):
    """A recorder that has seen the first deal and nothing else."""
    recorder = GameRecorder("A deal")
    before = structs.replace(new_game(rules, names), phase=Phase.DEALING, dealer=2)
    deal = Deal(rules.cards(len(names)))
    recorder.feed(before, deal, apply(before, deal)[0])
    return recorder


def test_a_variant_that_is_no_file_is_written_as_house_rules_of_one_that_is():
    rules = structs.replace(load_variant("playerules"), id="our-own", call_cost=2)
    (found,) = yaml.safe_load_all(_dealt(rules).yaml())
    assert found["variant"] == "playerules"
    assert found["house_rules"] == {"call_cost": 2}


def test_a_deal_is_a_position_that_reads_back():
    rules = load_variant("california")
    recorder = _dealt(rules)
    (document,) = read_documents(recorder.yaml(), "deal.yaml", load_variant)
    assert check_document(document).state == "passed"
    assert document.title == "A deal, round 1" or document.title == "A deal, hand 1"
    assert len(document.state.stock) == 108 - 33 - 1
    assert not recorder.finished


def test_a_record_may_begin_in_the_middle_of_a_round():
    rules = load_variant("playerules")
    (document,) = read_documents(_dealt(rules).yaml(), "deal.yaml", load_variant)
    chance, state, recorder = Random(4), document.state, GameRecorder()
    for number in range(40):
        action = _choice(state, chance)
        after, _ = apply(state, action)
        if number >= 10:
            recorder.feed(state, action, after)
        state = after
    (again,) = read_documents(recorder.yaml(), "middle.yaml", load_variant)
    assert check_document(again).lines == ()


def test_every_line_of_a_record_is_short():
    recorder, _, _ = play(short_rules("california"), ["Ann", "Bob", "Cy"], 0)
    assert max(map(len, recorder.yaml().splitlines())) <= 110


@pytest.mark.parametrize(
    "text",
    [
        *("Ann", "no", "on", "y", "null", "~", "true", "3", "1e3", "0x1F", "1:30", "12:30:45"),
        *("a: b", "a #b", "[/]", "{x}", "- a", "a, b", "'a'", '"a"', "\\", "*a", "&a", "!a"),
        *("2001-01-01", "1_000", "?", "", " a", "a ", "a\tb", "a\nb", "\x1b[2J", "\x85", "\u2028"),
        *("花子", "O'Neil", "a:", "%a", "@a", "`a", "|", ">", "=", "<<", ".inf", "Ann [x] y", "😀"),
    ],
)
def test_any_text_is_quoted_so_that_it_reads_back(text):
    for value in (
        yaml.safe_load(f"- {scalar(text)}")[0],
        yaml.safe_load(f"[{scalar(text, flow=True)}]")[0],
        next(iter(yaml.safe_load(f"{{{scalar(text, flow=True)}: 1}}"))),
    ):
        assert value == text


def test_long_mappings_and_lists_go_over_several_lines():
    pairs = [(f"player {i}", "4S 5S 6S 7S 8S 9S 10S") for i in range(8)]
    text = f"hands: {flow_mapping(pairs, 7)}"
    assert yaml.safe_load(text) == {"hands": dict(pairs)}
    assert len(text.splitlines()) == 8
    assert flow_list(["a", "b"], 0) == "[a, b]"
    assert yaml.safe_load(f"a: {folded('4S ' * 80, 2)}") == {"a": ("4S " * 80).strip()}


# Telling


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_event_is_told_in_one_sentence_that_shows_no_secret(variant):
    _, told, _ = play(short_rules(variant), ["Ann", "Bob", "Cy"], 5)
    for events, after in told:
        for viewer in (NOBODY, 0, 1, 2):
            lines = [tell(event, after, viewer) for event in events]
            assert len(lines) == len(events)
            for event, line in zip(events, lines, strict=True):
                assert line.endswith(".")
                assert "\n" not in line
                assert "you" not in line.lower().replace("your", "you").split()
                assert "??" not in line
                assert str(HIDDEN) not in line.replace("-", "- ") or "is over" in line
                match event:
                    case Drawn(seat=seat, card=card) if seat != viewer:
                        assert label(card) not in line
                    case CallGranted(seat=seat, card=card, extra=extra) if seat != viewer:
                        shown = line.replace(label(card), "", 1)
                        assert not any(f" {label(one)}" in shown for one in extra)


def _table():
    text = """\
variant: grandma-davis
players: [Ann, Bob, Cy]
position:
  round: 2
  dealer: Cy
  turn: Bob
  phase: draw
  hands: {Ann: 9D KC, Bob: 2S 3S QH, Cy: 8D}
  table: [{owner: Bob, set: QS QD QC}, {owner: Cy, run: 5S 6S 7S 8S}]
  discards: 4S
  discarded_by: Ann
"""
    (document,) = read_documents(text, "table.yaml", load_variant)
    return document.state


def test_a_called_shanghai_names_the_drawn_card_to_two_players_alone():
    event = ShanghaiCalled(1, 0, read_face("4S"), 1, End.LOW, read_face("QH"))
    state = _table()
    assert tell(event, state, 0) == (
        "Bob calls SHANGHAI and plays 4S on Cy's run, meld 2; Ann draws QH from the hand of Bob."
    )
    assert "QH" in tell(event, state, 1)
    for viewer in (2, NOBODY):
        assert "QH" not in tell(event, state, viewer)
        assert "Ann draws a card" in tell(event, state, viewer)


def test_the_words_are_those_of_the_variant():
    state = _table()
    assert tell(WentDown(1, 0, 1), state) == "Bob goes down with book [QS QD QC]."
    granted = CallGranted(1, read_face("4S"), (read_face("2H"), read_face("3H")))
    assert tell(granted, state) == "Bob gets 4S by MAY I with 2 cards from the stock."
    assert tell(granted, state, 1) == "Bob gets 4S by MAY I with 2H 3H from the stock."


def test_melds_that_are_gone_are_told_without_their_cards():
    state = structs.replace(_table(), table=())
    assert tell(WentDown(1, 0, 2), state) == "Bob goes down."
    swapped = JokerSwapped(1, read_face("4S"), read_face("JK"), 1)
    assert tell(swapped, state) == "Bob swaps 4S for JK in meld 2."


def test_why_a_round_ended_is_always_said():
    state = _table()
    for ending in Ending:
        out = NOBODY if ending is Ending.BLOCKED else 0
        line = tell(RoundEnded(2, out, ending, (0, 5, 10)), state)
        assert line.endswith("round 2 is over: Ann 0, Bob 5, Cy 10.")
        assert "nobody" in line if out == NOBODY else "Ann goes out" in line


def test_cards_are_shown_as_the_caller_wants():
    glyphs = tell(Drawn(0, read_face("10H")), _table(), 0, lambda card: f"<{label(card)}>")
    assert glyphs == "Ann draws <10H> from the stock."


def test_positions_write_what_they_read():
    state = _table()
    text = "\n".join(write_position(state))
    from msgspec import convert, inspect

    from shanghai.records.positions import Position
    from shanghai.yamlio.reader import read_nodes as nodes
    from shanghai.yamlio.schema_reader import Reader

    reader = Reader("x")
    position = convert(reader.read(nodes(text, "x")[0], inspect.type_info(Position)), Position)
    assert reader.faults == []
    assert build_state(position, ["Ann", "Bob", "Cy"], state.rules) == state
    with pytest.raises(Unusable):
        build_state(position, ["Ann", "Bob"], state.rules)
