"""Changes planted in a kept game, with every sum, number and hash made good again.

With the witness that the table kept each of them fails; without it each fails or is listed.
"""

import copy
import re

import msgspec
import pytest
from hypothesis import given, strategies as st

from shanghai.__main__ import main
from shanghai.bots.pool import Note
from shanghai.engine.actions import Correct
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.records.proof import prove
from shanghai.storage.entries import commitment, links, state_hash
from shanghai.storage.saves import read_game
from shanghai.storage.verdict import JournalVerdict
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource, hash_of
from shanghai.table.host import Host, Player
from shanghai.table.pins import TypedPin
from shanghai.words import proof as words
from shanghai.words.spoken import heard, spoken
from tests import fair_cards
from tests.long import some
from tests.mixed_games import Persons
from tests.records.test_proof import lines_of, moves, write_lines
from tests.saving import SAVES, clock, lean

CUT = 417


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A finished game in which everything was done that `prove` lists; its lines and witness."""
    players = [Player("Ann"), Player("Bob"), Player("Cy", "simple")]
    host = Host(lean("grandma-davis", 1, 2), players, CardSource(3, is_fair=True))
    writer = GameWriter.begin(tmp_path_factory.mktemp("planted"), host, "Planted", clock)
    told, persons = set(), Persons(host)
    while host.state.phase is not Phase.GAME_OVER:
        _lively(host, told, persons)
        if host.state.phase is Phase.SEATING:
            host.draw_for_dealer()
        elif host.state.phase in (Phase.DEALING, Phase.ROUND_OVER):
            host.deal()
        else:
            host.do(host.bot_action() or persons.move())
    host.do(Correct(0, 2, 6, "a card under the table"))
    writer.close()
    return writer.path, lines_of(writer.path), writer.witness


def _lively(host, told, persons):
    """Cuts, and does once what a table does beside its moves."""
    if host.awaits_cut:
        host.cut_cards(CUT)
    if host.state.phase is Phase.ROUND_OVER:
        host.do(Correct(1, host.state.round, 7, "counted again"))
    for version, done in ((8, _hint), (10, _pins), (16, _remark), (22, _undo), (40, _seat)):
        if host.version >= version and done not in told and host.undo_history.moments[1:]:
            told.add(done)
            done(host)
            persons.forget()


def _hint(host):
    host.hinted.add(0)


def _pins(host):
    host.set_pin(0, TypedPin("73190"))
    host.set_pin(1, TypedPin("73190"))
    host.set_pin(1, None)


def _remark(host):
    host.notes.append(Note(len(host.log), "Cy's computer was silent."))


def _undo(host):
    host.take_back(UndoRequest(0, host.undo_history.moments[-2].number, agreed=True))


def _seat(host):
    host.hand_over(1, "Dora")


def good(lines, path, *, bound=True):
    """Writes lines with numbers, hashes of states, the fingerprint and all sums made good."""
    for number, line in enumerate(lines[1:], 1):
        line["n"] = number
        if line["type"] == "move":
            line.pop("state", None)
    if bound and lines[0]["fingerprint"]:
        lines[0]["fingerprint"] = commitment(b"123456789" + msgspec.json.encode(lines[0]))
    while True:
        write_lines(path, lines)
        read = read_game(path)
        wrong = lines[read.line - 1] if read.line and read.line <= len(lines) else {}
        if "not in the state" not in read.problem or wrong["type"] == "move":
            return read
        state = read.state
        if wrong["type"] == "undo":
            write_lines(path, lines[: read.line - 1])
            moments = read_game(path).resumption.undo_history.moments
            state = next((each.state for each in moments if each.number == wrong["to"]), state)
        if wrong["state"] == state_hash(state):
            return read
        wrong["state"] = state_hash(state)


def of_type(lines, kind):
    return [line for line in lines if line.get("type") == kind]


def _header(**new):
    return lambda lines: lines[0].update(new)


def _terms(**new):
    return lambda lines: lines[0]["terms"].update(new)


def _player(at, **new):
    return lambda lines: lines[0]["players"][at].update(new)


def _rule(lines):
    lines[0]["rules"]["joker_points"] += 5


def _swap_names(lines):
    one, other, _ = lines[0]["players"]
    one["name"], other["name"] = other["name"], one["name"]


def _root(lines):
    lines[0]["terms"] |= {"known_seed": True, "root": lines[0]["fingerprint"]}
    lines[0]["players"][1]["name"] = "Bo"


def _root_and_handicap(lines):
    lines[0]["terms"] |= {"known_seed": True, "root": lines[0]["fingerprint"]}
    lines[0]["terms"]["handicaps"] = [{}, {"points": 40}, {}]


def _format_5(lines):
    lines[0]["format"] = 5
    at = lines.index(moves(lines, "DrawForDealer")[0])
    lines.insert(at + 1, copy.deepcopy(of_type(lines, "cut")[0]))


def _format_4(lines):
    lines[0] |= {"format": 4, "fingerprint": hash_of(lines[0]["seed"])}
    cut = of_type(lines, "cut")[0]
    lines.remove(cut)
    lines.insert(lines.index(moves(lines, "DrawForDealer")[0]) + 1, cut)


def _cut(**new):
    return lambda lines: of_type(lines, "cut")[0].update(new)


def _draw(lines):
    draw = moves(lines, "DrawForDealer")[0]["action"]["draws"][-1]
    high = draw.index(max(draw, key=lambda card: card % 53 % 13))
    draw[high] = next(card for card in (12, 25, 38, 51) if card not in draw)


def _order(at):
    def change(lines):
        order = moves(lines, "Deal")[at]["action"]["order"]
        order[-1], order[-2] = order[-2], order[-1]

    return change


def _discard(seat):
    def change(lines):
        # What a discard is changed to must lie in the hand: the card drawn last is not known here.
        made = [line for line in moves(lines, "Discard") if line["action"]["seat"] == seat]
        one = made[0]["action"]
        other = next(line["action"] for line in made if line["action"]["card"] != one["card"])
        one["card"], other["card"] = other["card"], one["card"]

    return change


def _renamed(lines):
    moves(lines, "HandOver")[0]["action"]["name"] = "Dorothy"


def _over_to_computer(lines):
    moves(lines, "HandOver")[0]["bot"] = "simple"


def _without(kind):
    def change(lines):
        lines.remove((moves(lines, kind) or of_type(lines, kind))[0])

    return change


def _undone(lines):
    at = lines.index(of_type(lines, "undo")[0])
    kept = lines[at]["to"]
    del lines[kept + 1 : at + 1]


def _own_undo(lines):
    of_type(lines, "undo")[0]["agreed"] = False


def _less(key):
    def change(lines):
        for line in lines[1:]:
            line.pop(key, None) if line["type"] == "move" else None

    return change


def _searched(lines):
    line = next(each for each in moves(lines, "Discard") if each["action"]["seat"] == 2)
    line["tried"] = [{"seat": 2, "at": 1, "is_call": False, "worlds": 3}]


def _pin(lines):
    of_type(lines, "pin")[0]["digest"] = 64 * "a"


def _corrected(at, **new):
    return lambda lines: moves(lines, "Correct")[at]["action"].update(new)


def _appended(lines):
    action = {"type": "Correct", "seat": 2, "round": 1, "points": 99, "note": "later"}
    lines += [{"type": "move", "n": 0, "action": action, "at": lines[1]["at"]}, {**lines[-1]}]


def _no_end(lines):
    del lines[-1]


def _last_round(lines):
    del lines[lines.index(moves(lines, "Deal")[1]) :]


def _stopped(lines):
    end = lines[-1]
    _last_round(lines)
    lines.append({"type": "move", "n": 0, "action": {"type": "StopGame"}, "at": lines[1]["at"]})
    lines.append(end)


def _time(at):
    def change(lines):
        moves(lines, "Draw")[at]["at"] = "2031-07-02T20:15:00+00:00"

    return change


def _last_time(lines):
    lines[-2]["at"] = "2031-07-02T20:15:00+00:00"


FAILS = {
    "the seed": _header(seed="4"),
    "the cut": _cut(number=418),
    "who cut": _cut(seat=1),
    "the draw": _draw,
    "a name": _player(0, name="Anna"),
    "two names": _swap_names,
    "a level": _player(2, bot="easy"),
    "a person for a computer": _player(2, bot=""),
    "the hash of the computers": _header(computers=64 * "a"),
    "a handicap of points": _terms(handicaps=[{"points": 40}, {}, {}]),
    "a handicap of hints": _terms(handicaps=[{"hints": True}, {}, {}]),
    "a rule": _rule,
    "the date": _header(created="2031-07-02T20:15:00+00:00"),
    "the title": _header(title="Another"),
    "the series": _terms(series="another"),
    "the deal code": _terms(code="another"),
    "the program": _header(program="0.0.1"),
    "no fingerprint": _header(fingerprint=""),
    "format 5": _format_5,
    "format 4": _format_4,
    "no cut": _without("cut"),
    "the first deal": _order(0),
    "the second deal": _order(1),
    "a computer's discard": _discard(2),
    "the end": _no_end,
}
"""Changes that do not hold with nothing but the file."""
LISTED = {
    "a seat for another": (_renamed, "hands the seat over to Dorothy"),
    "a hint": (_less("hinted"), "There were no hints"),
    "a remark": (_less("said"), "There were no .*remarks"),
    "a PIN": (_pin, "Ann's hand has a PIN, kept as popop"),
    "the note of a correction": (_corrected(0, note="a gift"), "a gift"),
    "the points of a correction": (_corrected(0, points=1), "from .* to 1: counted again"),
    "a correction after the end": (_appended, "later"),
    "the last round": (_last_round, "Counted: 1 of 2 rounds"),
    "an early end": (_stopped, "the game is stopped"),
    "the last time": (_last_time, "last entry is of 2031-07-02"),
    "a search": (_searched, "1 answer searched for"),
    "a time": (_time(1), "and the times, are as they were"),
}
"""Changes that hold without a witness, and what then tells of them."""
KNOWN = {"a root of its own": _root, "a root and a handicap": _root_and_handicap}
"""Changes after which the first line says that the cards were known."""
EITHER = {
    "a person's discard": _discard(0),
    "a computer for a person": _over_to_computer,
    "no hand-over": _without("HandOver"),
    "no PIN": _without("pin"),
    "no correction": _without("Correct"),
    "no undo": _undone,
    "an undo alone": _own_undo,
}
"""Changes that fail in some games, and are told in others."""


def told(proof):
    """All that `prove` prints but the witness."""
    return "\n".join(fact for fact in proof.facts if not fact.startswith("Witness"))


def planted(game, tmp_path, change, **more):
    """The proof of the changed file: with the fault of the witness, and what else it tells."""
    _, lines, witness = game
    lines = copy.deepcopy(lines)
    change(lines)
    read = good(lines, tmp_path / "game.jsonl", **more)
    if read.header is None:
        return None, True, False
    proof = prove(read, witness)
    by_witness = [fault for fault in proof.faults if "the table saw" in fault.lower()]
    others = len(proof.faults) > len(by_witness) or read.verdict is not JournalVerdict.OK
    return proof, others, bool(by_witness)


@pytest.fixture(scope="module")
def plain(game):
    """The proof of the game as it is."""
    return prove(read_game(game[0]))


def test_the_game_itself_is_proved_with_its_witness(game, tmp_path, capsys):
    path, _, witness = game
    assert main(["prove", str(path), "--witness", *spoken(witness).split()]) == 0
    out = capsys.readouterr().out
    assert out.startswith("proved\n")
    assert words.SEEN_WHOLE in out
    for said in ("hands the seat over to Dora", "takes back", "asked for a first hint", "a PIN"):
        assert said in out, said
    assert "was silent" in out
    assert out.count("is corrected") == 2
    _, others, by_witness = planted(game, tmp_path, lambda lines: None)
    assert (others, by_witness) == (False, True), "hashes of states left out change the file too"


@pytest.mark.parametrize("what", some([*FAILS], 14))
def test_a_change_of_what_follows_fails(what, game, tmp_path):
    _, others, by_witness = planted(game, tmp_path, FAILS[what], bound=what != "format 4")
    assert others
    assert by_witness


@pytest.mark.parametrize("what", LISTED)
def test_another_change_is_listed_and_fails_by_the_witness(what, game, plain, tmp_path):
    change, said = LISTED[what]
    proof, others, by_witness = planted(game, tmp_path, change)
    assert not others, proof.faults
    assert by_witness
    assert re.search(said, told(proof))
    assert what == "a time" or not re.search(said, told(plain))


@pytest.mark.parametrize("what", KNOWN)
def test_a_game_whose_first_line_names_another_root_is_never_proved(what, game, tmp_path, capsys):
    proof, others, by_witness = planted(game, tmp_path, KNOWN[what])
    assert (others, by_witness, proof.is_known) == (False, True, True)
    assert words.KNOWN_SEED in proof.facts
    assert main(["prove", str(tmp_path / "game.jsonl")]) == 1
    assert capsys.readouterr().out.startswith("holds, but the cards were known\n")


@pytest.mark.parametrize("what", EITHER)
def test_a_change_of_what_people_did_fails_or_is_listed(what, game, plain, tmp_path):
    proof, others, by_witness = planted(game, tmp_path, EITHER[what])
    assert by_witness
    is_told = told(proof) != told(plain) or what == "a person's discard"
    assert others or is_told


@pytest.mark.slow
def test_a_witness_from_the_middle_or_the_beginning_tells_how_far_it_goes(game, capsys):
    path, lines, witness = game
    noted = fair_cards.witnesses(path)
    assert noted[-1] == spoken(witness)
    entries = len(lines) - 1
    whole = lines[0]["fingerprint"]
    for told, at in ((noted[30], 30), (noted[0], 0), (spoken(whole, 16).upper(), 0), (whole, 0)):
        assert main(["prove", str(path), "--witness", *told.split()]) == 0
        said = capsys.readouterr().out
        assert f"saw, to entry {at}; the witness is silent on {entries - at} entries." in said
    ends = [line["n"] for line in of_type(lines, "end")]
    assert main(["prove", str(path), f"--witness={noted[ends[0]]}"]) == 1
    assert f"the end at entry {ends[0]}; 2 entries came" in capsys.readouterr().out
    wrong = noted[-1].replace(noted[-1][-1], "b" if noted[-1][-1] != "b" else "d")
    assert main(["prove", str(path), "--witness", wrong]) == 1
    assert words.OTHER_FILE in capsys.readouterr().out


@pytest.mark.parametrize("text", ["babab", "babab " * 7, "x" * 40, "0123"])
def test_a_witness_that_can_be_none_is_a_fault_of_usage(text, game, capsys):
    assert main(["prove", str(game[0]), "--witness", text]) == 2
    assert words.BAD_WITNESS in capsys.readouterr().err


@given(st.text("0123456789abcdef", min_size=64, max_size=64), st.integers(8, 16))
def test_words_are_heard_as_the_digits_that_they_stand_for(digits, most):
    assert heard(spoken(digits, most)) == digits[: 4 * most]
    assert heard(digits[: 4 * most].upper()) == digits[: 4 * most]
    assert fair_cards.words(digits) == spoken(digits)


@pytest.mark.parametrize("path", sorted(SAVES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_second_program_agrees_on_every_kept_game(path):
    assert fair_cards.faults(path) == []
    assert fair_cards.are_known(lines_of(path)[0]) == ("again" in path.stem)
    seed, last = lines_of(path)[0]["seed"], links(path.read_bytes())[-1]
    assert fair_cards.witnesses(path)[-1] == spoken(hash_of(seed, last))


@pytest.mark.parametrize("what", ["a name", "the seed", "the first deal", "the cut", "format 4"])
def test_the_second_program_finds_what_does_not_follow(what, game, tmp_path):
    lines = copy.deepcopy(game[1])
    FAILS[what](lines)
    good(lines, tmp_path / "game.jsonl", bound=what != "format 4")
    assert fair_cards.faults(tmp_path / "game.jsonl")
    assert fair_cards.faults(game[0]) == []


@pytest.mark.parametrize("left", [0, 1, 5, 40])
def test_what_verify_does_not_call_whole_is_never_proved(left, game, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    data = game[0].read_bytes()
    path.write_bytes(data[: len(data) - left])
    verified, proved = main(["verify", str(path)]), main(["prove", str(path)])
    told = capsys.readouterr().out.splitlines()
    assert (verified, proved) == ((3, 1) if left else (0, 0))
    assert ("proved" in told) == (not left)
