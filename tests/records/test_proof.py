"""A kept game is proved, and no card, pick or computer's move can be changed unseen."""

import shutil

import msgspec
import pytest

from shanghai.__main__ import main
from shanghai.engine.actions import Discard
from shanghai.engine.state import Phase
from shanghai.engine.undo import UndoRequest
from shanghai.records import proof
from shanghai.records.proof import prove
from shanghai.storage import journal
from shanghai.storage.journal import course
from shanghai.storage.lines import line_of
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.chance import CardSource
from shanghai.table.host import Host, Player
from shanghai.words import proof as words
from tests.saving import SAVES, clock, lean, seat_dice, step, write_cut

SAMPLES = sorted(SAVES.glob("*.jsonl"))
CUT = SAVES / "3-cut.jsonl"
FAIR = (CUT, SAVES / "5-cut.jsonl", SAVES / "6-cut.jsonl")
KNOWN = SAVES / "6-again-left.jsonl"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A game as the sample of this format, played by the computers that there are now."""
    return write_cut(tmp_path_factory.mktemp("fresh"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_kept_game_is_proved(path, capsys):
    assert main(["prove", str(path)]) == (1 if path == KNOWN else 0)
    told = capsys.readouterr().out.splitlines()
    verdict = words.UNFINISHED if "left" in path.stem else "proved"
    assert told[0] == (words.HOLDS_BUT_KNOWN if path == KNOWN else verdict)
    is_fair = path in (*FAIR, KNOWN)
    assert any("Fingerprint" in line for line in told) == is_fair
    assert any("nobody chose it cannot be shown" in line for line in told) != is_fair


@pytest.mark.parametrize("variant", ["california", "grandma-davis", "playerules", "rummygames"])
def test_a_game_with_people_undo_and_hand_overs_is_proved(variant, tmp_path, monkeypatch):
    seat_dice(monkeypatch)
    players = [Player("Ann"), Player("Bob", "dice"), Player("Cy", "simple")]
    host = Host(lean(variant, 1, 2), players, CardSource(77, is_fair=True))
    writer = GameWriter.begin(tmp_path, host, "", clock)
    while host.version < 160 and host.state.phase is not Phase.GAME_OVER:
        step(host)
        order = host.undo_history.moments[-4] if len(host.undo_history.moments) > 4 else None
        if order is not None and host.version % 37 == 0:
            host.take_back(UndoRequest(0, order.number, agreed=True))
    writer.close()
    proof = prove(sound_game(writer.path))
    assert proof.faults == ()
    assert not any("Seed:" in fact for fact in proof.facts) or host.state.phase is Phase.GAME_OVER


def lines_of(path):
    return [msgspec.json.decode(line[9:]) for line in path.read_bytes().splitlines()]


def write_lines(path, lines):
    """Writes lines with checksums of their own, as somebody would who knows how."""
    data, checksum = b"", 0
    for line in lines:
        made, checksum = line_of(line, checksum)
        data += made
    path.write_bytes(data)


def is_proved(path):
    return main(["prove", str(path)]) == 0


def changed(fresh, tmp_path, change):
    """The sample with its lines changed, every hash of a state left out."""
    path = tmp_path / "game.jsonl"
    shutil.copy(fresh, path)
    lines = lines_of(path)
    for line in lines:
        if line.get("type") == "move":
            line.pop("state", None)
    change(lines)
    write_lines(path, lines)
    return path


def moves(lines, kind):
    return [line for line in lines if line.get("action", {}).get("type") == kind]


def test_the_sample_is_proved_without_the_hashes_too(fresh, tmp_path):
    assert is_proved(changed(fresh, tmp_path, lambda lines: None))


def test_two_cards_of_a_deal_changed(fresh, tmp_path, capsys):
    def change(lines):
        order = moves(lines, "Deal")[1]["action"]["order"]
        order[-1], order[-2] = order[-2], order[-1]

    assert main(["prove", str(changed(fresh, tmp_path, change))]) == 1
    assert "the deal is not what chance gives" in capsys.readouterr().out


def test_a_pick_changed(fresh, tmp_path):
    read = sound_game(fresh)
    steps = [at for at in course(read) if type(at.action).__name__ == "CallShanghai"]
    for at in steps:
        hand = at.before.seats[at.action.seat].hand
        if len(hand) == 1:
            continue
        other = next(card for card in hand if card != at.action.picked)

        def change(lines, n=at.move.n, other=other):
            lines[n]["action"]["picked"] = int(other)

        assert not is_proved(changed(fresh, tmp_path, change))
    assert steps


def test_every_changed_discard_of_a_computer_shows(fresh, tmp_path):
    read = sound_game(fresh)
    discards = [
        at
        for at in course(read)
        if isinstance(at.action, Discard)
        and read.players[at.action.seat].bot
        and not 30 < at.move.n < 43  # a seat is a person's meanwhile
        and len({card % 53 for card in at.before.seats[at.action.seat].hand}) > 1
    ]
    assert len(discards) > 9
    for at in discards[:: len(discards) // 3]:
        hand = at.before.seats[at.action.seat].hand
        other = next(card for card in hand if card % 53 != at.action.card % 53)

        def change(lines, n=at.move.n, other=other):
            lines[n]["action"]["card"] = int(other)
            del lines[n + 1 :]

        assert not is_proved(changed(fresh, tmp_path, change))


def test_a_deal_before_the_cut_is_no_game():
    lines = lines_of(CUT)
    kept = [line for line in lines if line.get("type") != "cut"]
    data, checksum = b"", 0
    for number, line in enumerate(kept):
        if number:
            line["n"] = number
        made, checksum = line_of(line, checksum)
        data += made
    read = journal.read(data)
    assert read.verdict.value == "damaged"
    assert "before they are cut" in read.problem


def test_a_changed_byte_is_a_bad_file(tmp_path):
    path = tmp_path / "game.jsonl"
    data = bytearray(CUT.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert main(["prove", str(path)]) == 3
    assert main(["prove", str(tmp_path / "none")]) == 3


def test_the_seed_stays_closed_while_the_game_goes_on(fresh, tmp_path, capsys):
    def cut_short(lines):
        del lines[40:]

    path = changed(fresh, tmp_path, cut_short)
    assert main(["prove", str(path)]) == 0
    told = capsys.readouterr().out
    assert "Fingerprint of the cards" in told
    assert "Seed: " not in told


def test_a_game_is_resumed_with_its_cut(tmp_path, monkeypatch):
    seat_dice(monkeypatch)
    players = [Player("Ann"), Player("Bob", "dice"), Player("Cy", "dice")]
    played = Host(lean("playerules", 1), players, CardSource(5, is_fair=True))
    writer = GameWriter.begin(tmp_path, played, "", clock)
    for _ in range(2):
        step(played)
    writer.close()
    writer, host, said = GameWriter.resume(writer.path, clock)
    assert (said, host.cuts, host.version) == ("", played.cuts, played.version)
    assert host.chance.key == played.chance.key
    for _ in range(30):
        step(host)
        step(played)
    writer.close()
    assert host.state == played.state


def test_a_note_on_a_failed_answer_excuses_the_simplest_move_alone(fresh, tmp_path, capsys):
    """The simplest move is what stands in for an answer that failed."""
    at = next(
        at
        for at in course(sound_game(fresh))
        if type(at.action).__name__ == "Discard"
        and at.action.seat == 2
        and not at.action.shanghai
        and at.action.card % 53 != at.before.seats[2].hand[-1] % 53
    )
    hand = at.before.seats[2].hand
    stand_in = hand[-1]
    others = {card for card in hand if card % 53 not in (stand_in % 53, at.action.card % 53)}
    for card, holds in ((stand_in, True), (min(others), False)):

        def change(lines, card=card):
            lines[at.move.n]["action"]["card"] = int(card)
            lines[at.move.n]["said"] = ["Cy's computer did not answer; the simplest move was made."]
            del lines[at.move.n + 1 :]

        assert is_proved(changed(fresh, tmp_path, change)) == holds
        told = capsys.readouterr().out
        assert ("1 move of computers cannot be shown" in told) == holds


@pytest.mark.parametrize(("other", "holds"), [("master", False), ("easy", True)])
def test_a_computers_move_is_judged_where_its_level_has_the_same_version(
    fresh, tmp_path, capsys, monkeypatch, other, holds
):
    monkeypatch.setattr(proof, "decides_as", lambda level, code: level != other)
    at = next(
        at
        for at in course(sound_game(fresh))
        if isinstance(at.action, Discard) and at.action.seat == 2 and not at.action.shanghai
    )
    hand = at.before.seats[2].hand
    wrong = next(card for card in hand if card % 53 not in (at.action.card % 53, 52))

    def change(lines):
        lines[at.move.n]["action"]["card"] = int(wrong)
        del lines[at.move.n + 1 :]

    assert is_proved(changed(fresh, tmp_path, change)) == holds
    assert ("computer players of another version" in capsys.readouterr().out) == holds


def test_a_renewal_or_a_pick_left_out_shows(fresh, tmp_path):
    (first, *_) = [at for at in course(sound_game(fresh)) if at.move.n in picks(fresh)]

    def change(lines):
        del lines[first.move.n]["action"]["picked"]
        del lines[first.move.n + 1 :]

    assert not is_proved(changed(fresh, tmp_path, change))


def picks(path):
    """The numbers of the entries in which a card was picked."""
    return {line["n"] for line in moves(lines_of(path), "CallShanghai")}


def test_the_facts_say_who_sat_who_cut_and_what_was_played(fresh, capsys):
    assert is_proved(fresh)
    told = capsys.readouterr().out
    assert "Ann, Bob (computer, simple), Cy (computer, easy).\n" in told
    assert "Bob hands the seat over to Dora (computer, random).\n" in told
    assert "Played by Grandma Davis, 2 rounds of 7.\n" in told
    assert "Ann cut the cards at 417." in told


def test_rules_that_are_not_those_of_the_file_are_named(fresh, tmp_path, capsys):
    def change(lines):
        lines[0]["rules"]["joker_points"] = 5

    main(["prove", str(changed(fresh, tmp_path, change))])
    assert "other than in its file: joker_points" in capsys.readouterr().out


def test_a_cut_by_the_program_itself_is_said(tmp_path, capsys):
    players = [Player("Ann", "easy"), Player("Bob", "easy"), Player("Cy", "easy")]
    host = Host(lean("playerules", 1), players, CardSource(5, is_fair=True))
    writer = GameWriter.begin(tmp_path, host, "", clock)
    for _ in range(2):
        step(host)
    writer.close()
    assert is_proved(writer.path)
    assert "by the program itself" in capsys.readouterr().out


def test_worlds_that_were_tried_excuse_only_who_searches(fresh, tmp_path, monkeypatch):
    """Where the search is not installed a master's moves are not shown, and nobody else's go."""
    monkeypatch.setattr("shanghai.records.proof.has_numba", lambda: False)
    thrown = (at for at in course(sound_game(fresh)) if type(at.action).__name__ == "Discard")
    at = next(at for at in thrown if at.action.seat)  # That of a computer.
    others = [c for c in at.before.seats[at.action.seat].hand[:-1] if c % 53 != at.action.card % 53]

    def change(lines):
        lines[at.move.n]["action"]["card"] = int(others[0])
        tried = {"seat": at.action.seat, "at": 1, "is_call": False, "worlds": 3}
        lines[at.move.n]["tried"] = [tried]
        del lines[at.move.n + 1 :]

    proof = prove(journal.read(changed(fresh, tmp_path, change).read_bytes()))
    assert len(proof.faults) == 1
    assert "would not have done it" in proof.faults[0]
