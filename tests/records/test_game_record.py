"""Records of kept games replay, tell what helps an argument, and keep what is still a secret."""

import csv
import io
from html.parser import HTMLParser

import pytest

from shanghai.__main__ import main
from shanghai.engine.actions import Correct
from shanghai.engine.state import Phase
from shanghai.records.check import check_file
from shanghai.records.recorder import NothingFinished, record_of
from shanghai.records.scorecard_export import as_csv, as_html, as_text, scorecard_of
from shanghai.storage import entries, journal
from shanghai.storage.journal import course, opened_course
from shanghai.storage.saves import sound_game
from tests.plain_yaml import plain_documents
from tests.saving import SAVES, kept_game, seat_dice

FINISHED = sorted(path for path in SAVES.glob("*.jsonl") if "left" not in path.name)


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_the_record_of_a_kept_game_passes_the_check(path, tmp_path):
    read = sound_game(path)
    file = tmp_path / "record.yaml"
    file.write_text(record_of(read), "utf-8")
    assert [result.lines for result in check_file(file) if result.state != "passed"] == []
    rounds = list(plain_documents(file.read_text("utf-8")))
    assert [each["position"]["round"] for each in rounds] == [
        line.round for line in read.state.results
    ]
    assert rounds[-1]["then"]["winners"] == [read.state.seats[at].name for at in read.state.winners]


def test_the_course_leads_to_the_state_of_the_journal():
    for path in FINISHED:
        read = sound_game(path)
        *_, last = course(read)
        assert entries.state_hash(last.after) == entries.state_hash(read.state)


def test_of_a_game_that_was_left_only_finished_rounds_are_written(tmp_path, monkeypatch):
    seat_dice(monkeypatch)
    path, _ = kept_game(tmp_path, moves=25)
    with pytest.raises(NothingFinished):
        record_of(sound_game(path))
    assert opened_course(sound_game(path)) == []
    assert main(["--data-dir", str(tmp_path), "record", str(path)]) == 3


def test_no_move_of_an_unfinished_round_is_written():
    read = sound_game(SAVES / "2-taken-back.jsonl")
    steps = list(course(read))
    ends = [at for at, step in enumerate(steps) if step.after.phase is Phase.ROUND_OVER]
    until = steps[ends[0]].move.n + 6
    cut = journal.read(
        b"".join((SAVES / "2-taken-back.jsonl").read_bytes().splitlines(True)[: until + 1])
    )
    assert cut.state.phase is not Phase.ROUND_OVER
    opened = opened_course(cut)
    assert len(opened) < len(list(course(cut)))
    assert opened[-1].after.phase is Phase.ROUND_OVER or isinstance(opened[-1].action, Correct)
    assert len(list(plain_documents(record_of(cut)))) == 1


def test_the_comments_say_who_sat_what_was_drawn_and_what_was_corrected(capsys):
    path = SAVES / "2-taken-back.jsonl"
    assert main(["record", str(path)]) == 0
    text = capsys.readouterr().out
    assert "# At the table: Ann, Bob (computer, simple)" in text
    assert "# Dealt at 2031-07-01" in text
    assert "counted again" in text
    drawn = [line for line in text.splitlines() if " draws  # " in line and " drew " in line]
    assert len(drawn) > 5


def test_the_file_is_written_where_it_is_named_and_a_fault_is_said(tmp_path, capsys):
    path, file = FINISHED[0], tmp_path / "record.yaml"
    assert main(["record", str(path), "-o", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert file.read_text("utf-8") == record_of(sound_game(path))
    assert main(["record", str(path), "-o", str(tmp_path / "none" / "x")]) == 4
    assert main(["record", str(tmp_path / "nothing")]) == 3
    assert "cannot be written" in capsys.readouterr().err


class _Page(HTMLParser):
    """The cells of a page, and all that it would load."""

    def __init__(self):
        super().__init__()
        self.cells, self.loads = [], []

    def handle_starttag(self, tag, attrs):
        self.loads += [value for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data):
        self.cells.append(data.strip())


def test_the_scorecard_says_the_same_in_every_form():
    read = sound_game(SAVES / "2-taken-back.jsonl")
    card = scorecard_of(read.state, read.header.title, read.header.created)
    table = list(csv.reader(io.StringIO(as_csv(card))))
    points = [list(map(int, row[3:])) for row in table[1:-1]]
    assert points == [list(line.points) for line in read.state.results]
    assert [sum(column) for column in zip(*points, strict=True)] == list(map(int, table[-1][3:]))
    page = _Page()
    page.feed(as_html(card))
    assert page.loads == []
    for number in table[-1][3:]:
        assert number in page.cells
    text = as_text(card)
    assert all(number in text for number in table[-1][3:])
    assert "counted again" in text


def test_a_name_is_neither_markup_nor_a_formula(tmp_path, monkeypatch):
    seat_dice(monkeypatch)
    _, host = kept_game(tmp_path, moves=5, players=("<b>x</b>", "=1+1", "Cy"))
    card = scorecard_of(host.state, "<script>", "2031")
    assert "<script>" not in as_html(card)
    assert "&lt;b&gt;" in as_html(card)
    assert "'=1+1" in as_csv(card)


@pytest.mark.parametrize("form", ["text", "csv", "html"])
def test_each_form_is_a_choice_of_the_command(form, capsys):
    assert main(["record", str(FINISHED[0]), "--scorecard", form]) == 0
    assert "Ann" in capsys.readouterr().out
