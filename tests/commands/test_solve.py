"""The command `shanghai solve`."""

import io
import json

import pytest

from shanghai.__main__ import main


def solve(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["solve", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


HAND = "3S 3H 3D 5S 6S 7S JK 9D"
PLAIN = ("--variant", "playerules", "--round", "2")


def test_json_of_a_hand_that_goes_down(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = solve(capsys, *PLAIN, "--json", HAND)
    assert code == 0
    answer = json.loads(out)
    assert answer == {
        "can_go_down": True,
        "melds": [["3S", "3H", "3D"], answer["melds"][1]],
        "left": ["9D"],
        "points_left": 9,
    }
    assert sorted(answer["melds"][1]) == ["5S", "6S", "7S", "JK"]


def test_json_of_a_hand_that_cannot(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = solve(capsys, *PLAIN, "--json", "3S 10♥ JK")
    assert code == 0
    assert json.loads(out) == {
        "can_go_down": False,
        "melds": [],
        "left": ["3S", "10H", "JK"],
        "points_left": 38,
    }


def test_words_say_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = solve(capsys, *PLAIN, "3S 3H 3D 5S 6S 7S")
    assert code == 0
    assert out.splitlines() == [
        "cannot go down: 1 card short; nearer with any of 4S 8S JK",
        "left: 3S 5S 6S 7S 3H 3D (27 points)",
    ]


def test_a_line_for_each_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{HAND}\n\n3Z\n"))
    code, out, _ = solve(capsys, *PLAIN, "-")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 3
    assert [answer.get("can_go_down") for answer in answers] == [True, False, None]
    assert "3Z" in answers[2]["error"]


def test_lay_offs_on_the_table_and_on_the_own_melds(capsys: pytest.CaptureFixture[str]) -> None:
    table = "set:Bob:QS QD QC; run:8S 9S 10S JS"
    code, out, _ = solve(capsys, *PLAIN, "--json", "--table", table, f"{HAND} QH 8S")
    answer = json.loads(out)
    assert code == 0
    assert {"card": "QH", "meld": 1, "end": None} in answer["lay_offs"]
    assert answer["points_left_after_lay_offs"] == 9
    code, out, _ = solve(capsys, *PLAIN, "--table", table, "--down", "7S QH 2D")
    assert out.splitlines() == [
        "left: 7S QH 2D (19 points)",
        "lay off: 7S on 2 low",
        "lay off: QH on 1",
        "then left: 2 points",
    ]


def test_house_rules_bear_on_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "5S JK JK 8S 3S 3H 3D"
    code, out, _ = solve(capsys, *PLAIN, "--json", hand)
    assert json.loads(out)["can_go_down"]
    change = ("--house-rule", "joker_cap={kind: fixed, most: 1}")
    code, out, _ = solve(capsys, *PLAIN, "--json", *change, hand)
    assert code == 0
    assert not json.loads(out)["can_go_down"]


def test_no_word_of_it_is_english_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    german = ("--variant", "rummygames", "--round", "1", "--language", "de")
    assert solve(capsys, *german, "3S 3H 3D 4S 4H 4D")[1].endswith("übrig: keine (0 Punkte)\n")
    assert "sind zu viele: Hand, höchstens" in solve(capsys, *german, "QS " * 61)[2]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("set:" + "7S " * 500, "meld 1: 500 cards are too many: a meld has at most 60"),
        ("set:7S 7H 7D " + "JK " * 50, "meld 1: no pack holds JK 50 times"),
        (";".join(["run:5S 6S 7S 8S"] * 125), "no pack holds 5S 125 times"),
        ("set:" + "7S" * 9999, "meld 1: a meld is written in at most 4000 letters"),
    ],
    ids=["cards", "jokers", "melds", "letters"],
)
def test_a_table_that_no_packs_hold_is_refused(
    capsys: pytest.CaptureFixture[str], table: str, said: str
) -> None:
    code, out, err = solve(capsys, *PLAIN, "--table", table, "7H 8H")
    assert (code, out, err) == (3, "", f"shanghai solve: {said}\n")


def test_a_line_of_any_length_is_answered_by_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("7H " * 100_000 + "\n" + HAND + "\n" + "x" * 9999))
    code, out, _ = solve(capsys, *PLAIN, "-")
    long, short, cut = map(json.loads, out.splitlines())
    assert code == 3
    assert long == cut == {"error": "a hand is written in at most 4000 letters"}
    assert short["can_go_down"]


def test_without_an_input_there_is_no_hand_to_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert solve(capsys, *PLAIN, "-")[::2] == (
        2,
        "shanghai solve: there is no input to read hands from\n",
    )
