"""Every public function refuses at once what it could not mean, with a sentence."""

import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import FunctionType

import pytest

import shanghai
from shanghai.engine.events import Drawn

FAR = 10**9
NAMES = ["Ann", "Bob"]
TEXTS = (None, 5, b"x", [])
NUMBERS = (None, "1", 1.0, True)
LIBRARIES = (None, "california")
HANDS = (None, 3, "4S", ["4S"], [-1], [FAR], [7, 7], [True])
PLAYERS = (None, "Ann", [1, 2], ["", "Bob"], ["Ann", " "], ["A\x1b[2J", "Bob"])
RULES = (None, "california", 5)
STATES = (None, "state", 5)
PARTIAL = (shanghai.GoDown(1, None), shanghai.GoDown(1, (5,)), shanghai.HandOver(0, None))
ACTIONS = (None, "Ann draws", shanghai.Draw, *PARTIAL)
OTHER_SEATS = (shanghai.Draw(2), shanghai.Draw(-1), shanghai.Draw("0"))
CARDS = (None, "AS", FAR, -2, 1.5, False)


@cache
def rules():
    return shanghai.load_variant("california")


@cache
def dealt():
    state = shanghai.game_before(rules(), NAMES, 1, 0)
    return shanghai.apply(state, shanghai.with_random(state, shanghai.Deal(()), Random(1)))[0]


def drawn():
    return shanghai.apply(dealt(), shanghai.Draw(1))[0]


@cache
def document():
    path = Path(__file__).parent / "scenarios" / "california" / "aces.yaml"
    return shanghai.read_documents(path.read_bytes(), "aces", shanghai.load_variant)[0]


@cache
def task():
    short = shanghai.with_rounds(rules(), (1,))
    return shanghai.Task(short, ("easy", "easy"), seed=3)


def hand_and_contract():
    return {"hand": [0, 1], "contract": rules().contract(1), "rules": rules()}


LAY_DOWN = {"hand": HANDS, "contract": (None, 1), "rules": RULES}
OPEN_HAND = LAY_DOWN | {"all_in": (None, 1)}
NO_RULES = shanghai.Task(None, ("easy", "easy"), seed=3)
MIXED = shanghai.Task(rules(), ("easy", 5), seed=3)
MOVE = {"state": STATES, "action": ACTIONS}

TABLE = {
    "advice": (
        lambda: {"view": shanghai.view_for(dealt(), 1), "events": []},
        {
            "view": (None, dealt(), shanghai.public_view(dealt()), shanghai.view_for(drawn(), 0)),
            "events": (None, 5, [5]),
        },
    ),
    "apply": (lambda: {"state": dealt(), "action": shanghai.Draw(1)}, MOVE),
    "best_lay_down": (hand_and_contract, OPEN_HAND),
    "can_go_down": (hand_and_contract, OPEN_HAND),
    "check_document": (
        lambda: {"document": document()},
        {
            "document": (None, "x"),
            "seeds": (0, -1, *NUMBERS),
            "results": (None, [5], (5,)),
            "ends_game": (None, 1),
        },
    ),
    "card": (lambda: {"code": "9D/2"}, {"code": TEXTS}),
    "cards": (lambda: {"codes": "9D JK/3"}, {"codes": TEXTS}),
    "check_file": (
        lambda: {"path": "none.yaml"},
        {"path": TEXTS, "library": LIBRARIES, "wanted": (None, 5, [7])},
    ),
    "distance": (hand_and_contract, LAY_DOWN),
    "face_of": (lambda: {"card": 60}, {"card": CARDS}),
    "game_before": (
        lambda: {"rules": rules(), "names": NAMES, "round": 10, "dealer": 1},
        {
            "rules": RULES,
            "names": PLAYERS,
            "round": (-1, 0, 11, *NUMBERS),
            "dealer": (-1, 2, *NUMBERS),
        },
    ),
    "host_action": (lambda: {"state": dealt()}, {"state": STATES}),
    "is_joker": (lambda: {"card": 52}, {"card": CARDS}),
    "known_variants": (dict, {}),
    "label": (lambda: {"card": -1}, {"card": CARDS}),
    "labels": (lambda: {"cards": (0, -1)}, {"cards": (None, 5, "AS", ["AS"], [FAR], [-2])}),
    "lay_downs": (hand_and_contract, OPEN_HAND),
    "lay_offs": (
        lambda: {"hand": [0], "table": (), "rules": rules()},
        {"hand": HANDS, "table": (None, [5]), "rules": RULES, "seat": (-1, 8, "0", 1.0)},
    ),
    "legal": (
        lambda: {"state": dealt()},
        {"state": STATES, "most_lay_downs": (-1, "1", 1.0, True)},
    ),
    "load_variant": (
        lambda: {"id_or_path": "california"},
        {"id_or_path": TEXTS, "house_rules": (5, [], "x=1"), "library": LIBRARIES},
    ),
    "more_variants": (dict, {}),
    "needs": (
        lambda: {"state": dealt(), "action": shanghai.Draw(1)},
        MOVE | {"action": (*ACTIONS, *OTHER_SEATS)},
    ),
    "new_game": (
        lambda: {"rules": rules(), "names": NAMES},
        {"rules": RULES, "names": PLAYERS, "handicaps": (None, 5, [5])},
    ),
    "play_game": (
        lambda: {"task": task(), "number": 1},
        {"task": (None, rules, MIXED), "number": (0, -1, *NUMBERS), "known": (None, 5)},
    ),
    "play_games": (
        lambda: {"task": task(), "games": 1, "processes": 1},
        {
            "task": (None, rules, MIXED, NO_RULES),
            "games": (0, -1, *NUMBERS),
            "processes": (0, -1, *NUMBERS),
        },
    ),
    "public_view": (lambda: {"state": dealt()}, {"state": STATES}),
    "rank_of": (lambda: {"card": 60}, {"card": (*CARDS, -1, shanghai.JOKER)}),
    "read_cards": (lambda: {"text": "4S JK"}, {"text": TEXTS}),
    "read_documents": (
        lambda: {"data": "title: x", "file": "x", "load": shanghai.load_variant},
        {"data": (None, 5, []), "file": TEXTS, "load": (None, "load")},
    ),
    "read_move": (
        lambda: {"text": "Bob draws", "state": dealt()},
        {"text": TEXTS, "state": STATES},
    ),
    "read_variant": (
        lambda: {"data": "id: x\nname: X\nextends: california\n", "name": "x"},
        {"data": (None, 5, []), "name": TEXTS, "library": LIBRARIES},
    ),
    "reason": (
        lambda: {
            "rules": rules(),
            "refusal": shanghai.refuse(dealt(), shanghai.Draw(0)),
            "names": NAMES,
        },
        {
            "rules": RULES,
            "refusal": (None, "x", shanghai.Refusal("x", "ALL-1")),
            "names": (None, "Ann", [1]),
        },
    ),
    "refuse": (lambda: {"state": dealt(), "action": shanghai.Draw(0)}, MOVE),
    "review_game": (
        lambda: {"path": "none.jsonl", "processes": 1},
        {"path": (None, 5, b"x"), "processes": (0, *NUMBERS)},
    ),
    "seen_by": (
        lambda: {"event": Drawn(1, 5), "viewer": -1},
        {"event": (None, shanghai.Draw(0)), "viewer": (-2, 8, *NUMBERS)},
    ),
    "suit_of": (lambda: {"card": 60}, {"card": (*CARDS, -1, shanghai.JOKER)}),
    "summarize": (
        lambda: {"task": task(), "games": []},
        {"task": (None, 5), "games": (None, 5, [5])},
    ),
    "view_for": (
        lambda: {"state": dealt(), "viewer": 1},
        {"state": STATES, "viewer": (-2, 2, 99, *NUMBERS)},
    ),
    "with_random": (
        lambda: {"state": dealt(), "action": shanghai.Draw(1), "random": Random(1)},
        MOVE | {"action": (*ACTIONS, *OTHER_SEATS), "random": (None, 5)},
    ),
    "with_rounds": (
        lambda: {"rules": rules(), "rounds": (1, 2)},
        {"rules": RULES, "rounds": (None, 5, "1", ["1"])},
    ),
    "write_move": (
        lambda: {"action": shanghai.Draw(1), "state": dealt()},
        MOVE | {"action": (*ACTIONS, *OTHER_SEATS)},
    ),
    "write_position": (lambda: {"state": dealt()}, {"state": STATES}),
}
"""Each public function with a call of it that is good, and nonsense for each of its parameters."""


def functions():
    return [name for name in shanghai.__all__ if isinstance(getattr(shanghai, name), FunctionType)]


def test_every_public_function_is_in_the_table_with_all_its_parameters():
    assert functions() == sorted(TABLE)
    for name, (_, nonsense) in TABLE.items():
        assert set(inspect.signature(getattr(shanghai, name)).parameters) == set(nonsense), name


def plain(value):
    return [*value] if isinstance(value, Iterator) else value


@pytest.mark.parametrize("name", sorted({*TABLE} - {"review_game"}))
def test_a_good_call_is_that_of_the_function_itself(name):
    function = getattr(shanghai, name)
    good = TABLE[name][0]()
    given = [good[each] for each in inspect.signature(function).parameters if each in good]
    assert plain(function(**good)) == plain(function.__wrapped__(*TABLE[name][0]().values()))
    if name != "with_random":
        assert plain(function(*given)) == plain(function(**good))
    assert function.__doc__ == function.__wrapped__.__doc__


CASES = [
    (name, argument, value)
    for name, (_, nonsense) in TABLE.items()
    for argument, values in nonsense.items()
    for value in values
]


@pytest.mark.parametrize("name", [name for name in TABLE if TABLE[name][1]])
def test_nonsense_is_refused_with_a_sentence(name):
    function = getattr(shanghai, name)
    cases = [(argument, value) for each, argument, value in CASES if each == name]
    assert cases
    for argument, value in cases:
        with pytest.raises(shanghai.WrongArgument) as refused:
            function(**TABLE[name][0]() | {argument: value})
        message = str(refused.value)
        assert message.startswith(f"{name}: "), message
        assert 4 <= len(message.split()) <= 30, message
        assert message.isprintable(), message


def test_the_sentences_say_what_is_wrong():
    for call, sentence in (
        (
            lambda: shanghai.game_before(rules(), NAMES, -1, 0),
            "round has to be from 1 to 10, not -1",
        ),
        (lambda: shanghai.view_for(dealt(), 99), "viewer has to be from -1 to 1, not 99"),
        (lambda: shanghai.load_variant([]), "id_or_path has to be str | Path, not []"),
        (lambda: shanghai.apply(dealt(), "x"), "action has to be Action, not 'x'"),
        (lambda: shanghai.play_game(task(), 0), "number has to be 1 or more, not 0"),
        (lambda: shanghai.rank_of(52), "JK has no rank and no suit"),
        (lambda: shanghai.labels([FAR]), "cards holds 1000000000, which is no card"),
        (
            lambda: shanghai.distance([54, 54], rules().contract(1), rules()),
            "hand holds 2S twice: the one card with the number 54",
        ),
        (
            lambda: shanghai.new_game(rules(), ["A\n", "B"]),
            r"names holds 'A\n', which is no name of a player",
        ),
        (lambda: shanghai.needs(dealt(), shanghai.Draw(7)), "there is no seat 7 for this action"),
    ):
        with pytest.raises(shanghai.WrongArgument) as refused:
            call()
        assert str(refused.value).partition(": ")[2] == sentence


@pytest.mark.parametrize("number", [-1, 0, 11, 99])
def test_a_contract_that_is_not_there_is_refused(number):
    with pytest.raises(shanghai.Refused) as refused:
        rules().contract(number)
    message = shanghai.reason(rules(), refused.value.refusal, ())
    assert message.startswith(f"There is no contract {number}; they are 1 to 10.")


def test_contracts_that_go_on_have_each_a_number():
    on = shanghai.load_variant("california", {"contracts_then": "last"})
    assert on.contract(on.rounds) == on.contract(10)
    with pytest.raises(shanghai.Refused):
        on.contract(-1)


def test_a_wrong_number_of_arguments_is_that_of_the_function():
    with pytest.raises(TypeError, match="positional argument"):
        shanghai.view_for(dealt())
    with pytest.raises(TypeError, match="unexpected keyword"):
        shanghai.view_for(dealt(), 1, seat=1)
