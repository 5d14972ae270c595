"""How reports look to people."""

from msgspec import structs

from shanghai.simulation.report import comparison_lines, interval, percent, summary_lines
from shanghai.simulation.summary import FIGURES, Change, Comparison, Estimate, mean_of, summarize
from shanghai.words.cells import columns

from .short import short
from .test_summary import GAME, TASK


def test_columns_stand_flush_and_wide_letters_count_twice():
    rows = [["round", "a"], ["卡", "100"], ["x", "2"]]
    assert columns(rows) == ["round    a", "卡     100", "x        2"]
    assert columns(rows, left=()) == ["round    a", "   卡  100", "    x    2"]


def test_no_zero_stands_below_zero():
    assert str(mean_of([-1e-9, 0]).mean) == "0.0"
    assert percent(-0.0001) == "0.0 %"
    assert interval(Estimate(0.0, -0.0001, 0.5), percent) == "0.0 % to 50.0 %"
    assert interval(Estimate(0.0), percent) == "-"


def test_differences_have_a_sign():
    change = Change(1.0, 0.5, Estimate(-0.5, -1.0, 0.00001))
    side = summarize(TASK, [GAME])
    comparison = Comparison(("ace=high",), True, 1, dict.fromkeys(FIGURES, change), {}, side, side)
    lines = list(comparison_lines(short("grandma-davis"), comparison))
    rows = {line.split("  ")[0]: line.split()[-5:] for line in lines[3:-1]}
    assert rows["MAY I calls made"] == ["0.50", "-0.50", "-1.00", "to", "+0.00"]
    assert rows["SHANGHAI called"] == ["0.50", "-0.50", "-1.00", "to", "+0.00"]
    assert "with ace=high" in lines[0]


def test_a_report_says_what_did_not_go_as_it_should():
    lines = list(summary_lines(TASK.rules, summarize(TASK, [GAME])))
    assert not any("given up" in line or "replaced" in line for line in lines)
    odd = structs.replace(GAME, finished=False, winners=(), replaced=3)
    lines = list(summary_lines(TASK.rules, summarize(TASK, [odd])))
    assert any(line.startswith("1 game given up") for line in lines)
    assert "replaced: 3 answers of computer players" in lines
