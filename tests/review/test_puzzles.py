"""Puzzles from kept games: which there are, when they come again, and that they tell nothing."""

import json
import shutil
from datetime import date, timedelta
from io import BytesIO, TextIOWrapper
from types import SimpleNamespace

import pytest
from msgspec import structs

from shanghai.__main__ import main
from shanghai.commands import puzzles as commands
from shanghai.engine.actions import Discard, Draw, GoDown, LayOff, MeldCards, Swap, Take
from shanghai.engine.cards import face_of, label, labels
from shanghai.engine.events import Drawn
from shanghai.engine.seen import view_for
from shanghai.engine.state import Kind, Phase
from shanghai.records.notation import write_words
from shanghai.review.decisions import Cost, decisions_of
from shanghai.review.puzzles import (
    SOLVED,
    Practice,
    Puzzles,
    answer_lines,
    position_of,
    read_puzzles,
    standing_lines,
    verdict_on,
)
from shanghai.review.report import review_of
from shanghai.review.saved import load_judged, save_costs
from shanghai.storage import files
from shanghai.storage.saves import NotAGame, sound_game
from shanghai.words import puzzles as words
from shanghai.words.language import in_language
from tests.ledger.games import play_game
from tests.saving import SAVES, clock
from tests.ui.tables import position

TODAY = date(2030, 5, 1)
FINISHED = SAVES / "3-cut.jsonl"


def days(count):
    return TODAY + timedelta(count)


def put_game(data, name="a-game", is_plain=True, first=1):
    """A finished game, each fifteenth decision of which its review calls a clear error."""
    path = data / "games" / name / "game.jsonl"
    path.parent.mkdir(parents=True)
    shutil.copy(FINISHED, path)
    read = sound_game(path)
    costs = {
        n: Cost(n, 16.0, 1.0, 1, is_plain=is_plain) if n % 15 == first else Cost(n)
        for n in range(len(decisions_of(read)))
    }
    save_costs(path, read, costs)
    return path


@pytest.fixture
def game(tmp_path):
    return put_game(tmp_path)


@pytest.fixture
def puzzles(game, tmp_path):
    puzzles = read_puzzles(tmp_path, label).puzzles
    assert len(puzzles) >= 2
    return [*puzzles]


def with_other_cards(position):
    """The position with all hidden cards dealt anew: the hands of the others, the stock, and what
    the others have drawn."""
    state = position.state
    others = [seat for seat in state.seat_numbers if seat != position.seat]
    hidden = [card for seat in others for card in state.seats[seat].hand] + [*state.stock]
    hidden = hidden[::-1]
    drawn = hidden[0]
    seats = [*state.seats]
    for seat in others:
        count = len(seats[seat].hand)
        seats[seat] = structs.replace(seats[seat], hand=tuple(hidden[:count]))
        del hidden[:count]
    changed = structs.replace(state, seats=tuple(seats), stock=tuple(hidden))
    events = tuple(
        structs.replace(event, card=drawn)
        if isinstance(event, Drawn) and event.seat in others
        else event
        for event in position.events
    )
    assert events != position.events
    return structs.replace(position, state=changed, events=events)


def with_another_answer(puzzle):
    """The puzzle as if the search had preferred the move of the game, surely and for all to see."""
    finding = structs.replace(
        puzzle.finding, certainty="maybe", points=99.0, sentence="Another.", advice="Another rule."
    )
    best, chosen, is_easy = puzzle.chosen, puzzle.best, not puzzle.is_easy
    return structs.replace(puzzle, finding=finding, best=best, chosen=chosen, is_easy=is_easy)


def twins_of(read, puzzle):
    """The puzzle with its position, and the same with all that is hidden before the try changed."""
    position = position_of(read, puzzle)
    return (puzzle, position), (with_another_answer(puzzle), with_other_cards(position))


def put_only(monkeypatch, module, puzzle, position):
    """Has a module that asks puzzles know this one alone."""
    monkeypatch.setattr(module, "read_puzzles", lambda *_: Puzzles((puzzle,), ("Ann",)))
    monkeypatch.setattr(module, "position_of", lambda *_: position)


def test_each_turning_point_is_a_puzzle_in_its_own_position(game, puzzles):
    read = sound_game(game)
    decisions = decisions_of(read)
    assert 2 <= len(puzzles) == len({puzzle.id for puzzle in puzzles})
    for puzzle in puzzles:
        at, seat = puzzle.finding.at, puzzle.finding.seat
        (decision,) = (each for each in decisions if (each.at, each.seat) == (at, seat))
        assert (puzzle.chosen, puzzle.best) == decision.moves[:2]
        position = position_of(read, puzzle)
        assert position.view.round == puzzle.finding.round
        assert position.view.phase in (Phase.DRAW, Phase.PLAY)
        assert verdict_on(puzzle, position.view, puzzle.best) == "right"
        assert verdict_on(puzzle, position.view, puzzle.chosen) != "right"


def test_each_lay_down_is_right_where_going_down_was(game, puzzles):
    puzzle = puzzles[0]
    view = position_of(sound_game(game), puzzle).view
    seat = puzzle.finding.seat
    one, other = GoDown(seat, (MeldCards(Kind.SET, (1, 2, 3)),)), GoDown(seat, ())
    draw = structs.replace(puzzle, best=one, chosen=Draw(seat))
    assert verdict_on(draw, view, other) == "right"
    lay = structs.replace(puzzle, best=one, chosen=GoDown(seat, ()))
    assert verdict_on(lay, view, other) == "same"
    silent = structs.replace(puzzle, best=None, chosen=Draw(seat))
    assert [verdict_on(silent, view, move) for move in (None, Draw(seat))] == ["right", "same"]


def test_the_verdict_names_the_discard_that_was_to_be_taken(game, puzzles):
    position = next(
        position
        for puzzle in puzzles
        if (position := position_of(sound_game(game), puzzle)).state.phase is Phase.DRAW
    )
    seat, top = position.seat, label(position.state.discards[0])
    puzzle = structs.replace(puzzles[0], best=Take(seat), chosen=Draw(seat))
    moves = (Take(seat), None)
    right, missed = (next(answer_lines(puzzle, position, move, label)) for move in moves)
    assert right == f"Right: taking {top}."
    assert missed == f"Missed: leaving it. The review found best: taking {top}."


def test_a_lay_off_is_good_where_the_answer_is_left(puzzles):
    view = view_for(
        position("playerules", {"Ann": "2H 9H 3C JK", "Bob": "2S", "Cy": "8D"}, turn="Ann"), 0
    )
    better, fits, other, joker = view.seats[0].hand
    discards = structs.replace(puzzles[0], best=Discard(0, better), chosen=Discard(0, fits))
    lay_off = structs.replace(discards, best=LayOff(0, other, 0))
    instead = structs.replace(lay_off, chosen=LayOff(0, better, 0))
    cases = (
        (discards, fits, "good"),
        (discards, better, "other"),
        (discards, joker, "other"),
        (lay_off, fits, "good"),
        (lay_off, joker, "other"),
        (instead, fits, "other"),
    )
    for puzzle, card, verdict in cases:
        assert verdict_on(puzzle, view, LayOff(0, card, 0)) == verdict


def test_the_answer_shows_the_own_hand_in_order(game, puzzles):
    position = position_of(sound_game(game), puzzles[0])
    hand = position.state.seats[position.seat].hand
    for cards in (hand, hand[::-1]):
        seats = [*position.state.seats]
        seats[position.seat] = structs.replace(seats[position.seat], hand=cards)
        state = structs.replace(position.state, seats=tuple(seats))
        lines = [*answer_lines(puzzles[0], structs.replace(position, state=state), None, label)]
        assert words.OWN(cards=labels(sorted(hand, key=face_of))) in lines


def test_days_are_written_as_the_language_writes_them(tmp_path, puzzles):
    practice = Practice(tmp_path)
    practice.note("Ann", puzzles[0], TODAY, is_solved=False)
    for language, day in (("en", "2030-05-03"), ("de", "3.5.2030"), ("es", "2030-05-03")):
        with in_language(language):
            assert f" {day}" in practice.when_again("Ann", puzzles[0])


def test_no_more_is_said_against_a_try_than_the_review_is_sure_of(game, puzzles):
    puzzle, position = puzzles[0], position_of(sound_game(game), puzzles[0])
    finding = structs.replace(puzzle.finding, certainty="maybe")
    likely = structs.replace(puzzle, finding=finding)
    says = [next(answer_lines(each, position, each.chosen, label)) for each in (puzzle, likely)]
    assert "Missed" in says[0]
    assert "Perhaps better" in says[1]
    assert next(answer_lines(likely, position, likely.best, label)).startswith("Right")


def test_a_discard_is_good_that_keeps_what_only_the_discard_of_the_game_broke(puzzles):
    hands = {"Ann": "7H 7S 9D 9C KS 4C QH 5D", "Bob": "2S 3S", "Cy": "8D 8H"}
    state = position("playerules", hands, turn="Ann", phase="play", by="Cy", discards="4D")
    view = view_for(state, 0)
    seven, king, four = (Discard(0, view.seats[0].hand[at]) for at in (0, 4, 5))
    puzzle = structs.replace(puzzles[0], chosen=seven, best=four)
    assert verdict_on(puzzle, view, king) == "good"
    assert verdict_on(puzzle, view, Discard(0, view.seats[0].hand[2])) == "other"
    light = structs.replace(puzzle, chosen=Discard(0, view.seats[0].hand[6]))
    assert verdict_on(light, view, king) == "other"


def test_a_discard_is_good_that_fits_no_meld_where_only_that_of_the_game_did(puzzles):
    state = position(
        "playerules",
        {"Ann": "7H 7S 9D 9C KS 4C QH 5D", "Bob": "2S 3S", "Cy": "8D 8H"},
        turn="Ann",
        phase="play",
        by="Cy",
        discards="4D",
        table=[("Bob", "set", "5H 5S 5C"), ("Bob", "set", "QS QC QD")],
    )
    view = view_for(state, 0)
    seven, king, four, queen, five = (Discard(0, view.seats[0].hand[at]) for at in (0, 4, 5, 6, 7))
    puzzle = structs.replace(puzzles[0], chosen=five, best=king)
    verdicts = [verdict_on(puzzle, view, tried) for tried in (king, four, queen, seven, five)]
    assert verdicts == ["right", "good", "other", "other", "same"]
    fitting = structs.replace(puzzle, best=queen)
    assert verdict_on(fitting, view, four) == "other", "the best move was not to hold it back"


def test_a_joker_won_before_a_lay_down_is_no_puzzle_for_a_child(tmp_path, game, monkeypatch):
    def easy_ones():
        return {puzzle.id for puzzle in read_puzzles(tmp_path, label).puzzles if puzzle.is_easy}

    first, *_ = read_puzzles(tmp_path, label).puzzles
    assert first.id in easy_ones()
    chosen, best = GoDown(first.finding.seat, ()), Swap(first.finding.seat, 0, 0)
    real = decisions_of

    def changed(read):
        return [
            structs.replace(each, moves=(chosen, best, *each.moves[2:]))
            if (each.at, each.seat) == (first.finding.at, first.finding.seat)
            else each
            for each in real(read)
        ]

    monkeypatch.setattr("shanghai.review.puzzles.decisions_of", changed)
    monkeypatch.setattr("shanghai.review.puzzles.Advice", lambda *_: SimpleNamespace(reason="Swap"))
    assert first.id not in easy_ones()
    best = Draw(first.finding.seat)
    assert first.id in easy_ones()


def test_another_lay_down_that_leaves_as_little_is_good(puzzles):
    hands = {"Ann": "AS AH AC 10S 10H 10D 10C JH JD JS 2C", "Bob": "2S 3S", "Cy": "8D 8H"}
    view = view_for(position("playerules", hands, turn="Ann", phase="play"), 0)
    hand = view.seats[0].hand
    aces, tens, jacks = hand[:3], hand[3:7], hand[7:10]
    whole, other, third, small = (
        GoDown(0, tuple(MeldCards(Kind.SET, meld) for meld in melds))
        for melds in ((aces, tens), (aces[::-1], jacks), (aces, jacks), (jacks, tens[:3]))
    )
    cases = [
        (whole, third, "maybe", other, "same"),
        (third, whole, "maybe", whole, "good"),
        (third, whole, "clear", whole, "same"),
        (third, small, "clear", whole, "good"),
        (third, whole, "clear", small, "good"),
        (whole, third, "maybe", small, "other"),
    ]
    for best, chosen, certainty, tried, verdict in cases:
        finding = structs.replace(puzzles[0].finding, certainty=certainty)
        puzzle = structs.replace(puzzles[0], best=best, chosen=chosen, finding=finding)
        assert verdict_on(puzzle, view, tried) == verdict
        assert (verdict in SOLVED) == (verdict == "good")


def test_what_was_missed_comes_again_after_days_until_it_is_solved_twice(tmp_path, puzzles):
    practice, puzzle = Practice(tmp_path), puzzles[0]
    assert practice.due("Ann", puzzles, TODAY) == puzzles
    practice.note("Ann", puzzle, TODAY, is_solved=False)
    assert puzzle not in practice.due("Ann", puzzles, days(1))
    assert practice.due("Ann", puzzles, days(2))[0] == puzzle
    assert practice.due("Bob", puzzles, TODAY) == puzzles, "each person has their own"
    assert practice.when_again("Ann", puzzle) == "This puzzle comes again on 2030-05-03."
    practice.note("Ann", puzzle, days(2), is_solved=True)
    assert practice.when_again("Ann", puzzle) == "This puzzle comes again on 2030-05-10."
    assert puzzle not in practice.due("Ann", puzzles, days(8))
    assert puzzle in practice.due("Ann", puzzles, days(9))
    practice.note("Ann", puzzle, days(9), is_solved=True)
    assert practice.when_again("Ann", puzzle) == ""
    assert puzzle not in practice.due("Ann", puzzles, days(999))
    practice.note("Ann", puzzles[1], TODAY, is_solved=True)
    assert puzzles[1] not in practice.due("Ann", puzzles, days(999)), "solved at once"


@pytest.fixture
def of_one_round(tmp_path):
    """Two puzzles of the same round."""
    put_game(tmp_path, first=4)
    one, other = read_puzzles(tmp_path, label).puzzles
    assert one.of_round == other.of_round
    return one, other


def test_of_a_round_there_is_one_puzzle_a_day_since_its_answer_shows_the_cards(
    tmp_path, of_one_round
):
    practice, (one, other) = Practice(tmp_path), of_one_round
    assert practice.due("Ann", of_one_round, TODAY) == [one]
    for is_solved in (True, False):
        practice.note("Ann", one, TODAY, is_solved=is_solved)
        assert practice.due("Ann", of_one_round, TODAY) == []
        says = [*standing_lines(practice, "Ann", Puzzles(of_one_round), TODAY)]
        assert words.NEXT_ON(day=days(1)) in says
    assert practice.due("Ann", of_one_round, days(1)) == [other]
    assert practice.due("Ann", of_one_round, days(2)) == [one], "what was missed goes first"
    assert practice.due("Bob", of_one_round, TODAY) == [one], "each person has their own"


def test_clear_errors_come_before_likely_ones(tmp_path, puzzles):
    finding = structs.replace(puzzles[0].finding, certainty="maybe")
    likely, *clear = structs.replace(puzzles[0], finding=finding), *puzzles[1:]
    assert all(puzzle.is_clear for puzzle in clear)
    assert Practice(tmp_path).due("Ann", [likely, *clear], TODAY) == [*clear, likely]


def test_a_turning_point_without_a_reason_is_no_puzzle(tmp_path, of_one_round):
    path = tmp_path / "games" / "a-game" / "game.jsonl"
    read = sound_game(path)
    findings = review_of(read, load_judged(path, read)[0]).turning_points
    unshown = [each for each in findings if "Nothing in the cards showed it" in each.advice]
    assert unshown
    left = [each for each in findings if each not in unshown]
    assert [puzzle.finding for puzzle in of_one_round] == left


def test_what_was_tried_is_on_the_disk_at_once_and_a_torn_end_harms_nothing(tmp_path, puzzles):
    practice = Practice(tmp_path)
    practice.note("Ann", puzzles[0], TODAY, is_solved=False)
    file = tmp_path / "puzzles"
    whole = file.read_bytes()
    file.write_bytes(whole + b'0badbeef {"type":"tri')
    assert puzzles[0] not in Practice(tmp_path).due("Ann", puzzles, TODAY)
    Practice(tmp_path).note("Ann", puzzles[1], TODAY, is_solved=False)
    assert Practice(tmp_path).due("Ann", puzzles[:2], TODAY) == []
    file.write_bytes(b"no such file\n" + whole)
    with pytest.raises(NotAGame):
        Practice(tmp_path)


def test_an_easy_set_has_only_what_the_cards_show_and_is_remembered(tmp_path, game):
    put_game(tmp_path, "hard-game", is_plain=False)
    puzzles = read_puzzles(tmp_path, label).puzzles
    easy = [puzzle for puzzle in puzzles if puzzle.is_easy]
    assert 0 < len(easy) < len(puzzles)
    practice = Practice(tmp_path)
    practice.choose_set("Kim", is_easy=True)
    again = Practice(tmp_path)
    assert again.due("Kim", puzzles, TODAY) == easy
    assert again.due("Ann", puzzles, TODAY) == [*puzzles]
    again.choose_set("Kim", is_easy=False)
    assert Practice(tmp_path).due("Kim", puzzles, TODAY) == [*puzzles]


def test_a_review_by_an_older_program_still_gives_its_puzzles(tmp_path, game, puzzles):
    saved = game.with_name("review.json")
    plain = json.loads(saved.read_bytes())
    saved.write_text(json.dumps(plain | {"code": "of an older program"}))
    assert load_judged(game, sound_game(game))[0] == {}
    assert [*read_puzzles(tmp_path, label).puzzles] == puzzles
    saved.write_text(json.dumps(plain | {"method": 1}))
    assert read_puzzles(tmp_path, label).unreviewed == 1


def test_it_is_said_how_puzzles_come_to_be_and_what_waits(tmp_path, game):
    practice = Practice(tmp_path)
    assert [*standing_lines(practice, "Ann", Puzzles(), TODAY)] == [words.HOW_THEY_COME]
    shutil.copytree(game.parent, tmp_path / "games" / "not-reviewed")
    (tmp_path / "games" / "not-reviewed" / "review.json").unlink()
    puzzles = read_puzzles(tmp_path, label)
    assert puzzles.unreviewed == 1
    says = [*standing_lines(practice, "Ann", puzzles, TODAY)]
    count = len(puzzles.puzzles)
    assert says[0] == words.DUE(name="Ann", due=count, total=count, solved=0)
    assert says[-1] == words.UNREVIEWED(games=1)
    for puzzle in puzzles.puzzles:
        practice.note("Ann", puzzle, TODAY, is_solved=False)
    says = [*standing_lines(practice, "Ann", puzzles, TODAY)]
    assert says[1] == words.NEXT_ON(day=days(2))


@pytest.fixture
def typed(tmp_path, capsys, monkeypatch):
    """Runs `shanghai puzzles` with lines that are typed: its exit code and what it prints."""
    monkeypatch.setattr(files, "clock", clock)

    def run(*words, types=""):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(types.encode())))
        code = main(["puzzles", *words, "--data-dir", str(tmp_path)])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def test_the_command_asks_answers_and_remembers(game, puzzles, typed):
    first, second = puzzles[:2]
    position = position_of(sound_game(game), first)
    right = "" if first.best is None else write_words(first.best, position.state)
    code, out = typed("--player", "Kim", types="nonsense\nquit\n")
    assert code == 0
    assert f"Kim: {len(puzzles)} puzzles wait today" in out
    assert first.finding.advice not in out
    _, out = typed("--player", "Kim", types=f"{right}\nquit\n")
    assert "Right: " in out
    assert first.finding.advice in out
    assert second.finding.advice not in out
    _, out = typed("--player", "Kim", "--easy")
    due, total = len(puzzles) - 1, len(puzzles)
    assert words.DUE(name="Kim", due=due, total=total, solved=1) in out


def test_the_command_asks_again_what_a_person_missed_when_its_days_are_over(
    game, puzzles, typed, monkeypatch
):
    wrong = write_words(puzzles[0].chosen, position_of(sound_game(game), puzzles[0]).state)
    _, out = typed("--player", "Kim", types=f"{wrong}\nquit\n")
    day = clock().date() + timedelta(2)
    assert f"This puzzle comes again on {day.isoformat()}." in out
    for after, person, wait in ((1, "Kim", -1), (1, "Ann", 0), (2, "Kim", 0)):
        monkeypatch.setattr(files, "clock", lambda after=after: clock() + timedelta(after))
        _, out = typed("--player", person)
        due, total = len(puzzles) + wait, len(puzzles)
        assert words.DUE(name=person, due=due, total=total, solved=0) in out


def test_twins_that_differ_in_what_is_hidden_alone_print_the_same_before_the_try(
    game, puzzles, typed, monkeypatch
):
    read = sound_game(game)
    for puzzle in puzzles:
        printed, answers = [], []
        for each, moment in twins_of(read, puzzle):
            put_only(monkeypatch, commands, each, moment)
            printed.append(typed("--player", "Kim", types="table\nhand\nquit\n"))
            answers.append([*answer_lines(each, moment, None, label)])
        assert answers[0] != answers[1], "the twins do not differ"
        assert "Puzzle 1 of 1" in printed[0][1]
        assert printed[0] == printed[1]


def test_the_command_says_whom_it_needs_and_how_puzzles_come(tmp_path, game, typed):
    play_game(tmp_path, "california", "Oma", "Bob:easy", rounds=(1,))
    people = read_puzzles(tmp_path, label).people
    assert len(people) > 1
    code, out = typed()
    assert code == 2
    assert all(person in out for person in people)
    shutil.rmtree(tmp_path / "games")
    assert typed() == (0, f"{words.HOW_THEY_COME}\n")
