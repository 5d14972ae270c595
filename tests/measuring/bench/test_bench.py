"""The command that runs all benchmarks: it runs what is named and says what is left out."""

import pytest

from tests.measuring.bench import __main__ as bench, players, solver
from tests.measuring.bench.full_table import TableApp, full_state, options
from tests.ui.pictures import screen_text


@pytest.fixture
def ran(monkeypatch):
    """Benchmarks that only note that they ran; `lame` lacks something."""
    names = []

    def lame():
        raise RuntimeError("no legs")

    monkeypatch.setattr(
        bench,
        "BENCHMARKS",
        {
            "one": bench.Benchmark("1", lambda: names.append("one"), lambda: names.append("brief")),
            "lame": bench.Benchmark("2", lame, lame),
            "two": bench.Benchmark("3", lambda: names.append("two"), lambda: None),
        },
    )
    return names


def test_all_are_run_one_after_the_other_in_processes_of_their_own(ran, monkeypatch):
    commands = []
    monkeypatch.setattr(bench.subprocess, "run", lambda command, check: commands.append(command))
    bench.main(["--quick"])
    assert [command[1:] for command in commands] == [
        ["-m", "tests.measuring.bench", "--quick", name] for name in ("one", "lame", "two")
    ]


def test_only_what_is_named_is_run_and_quickly_if_asked(ran):
    bench.main(["one"])
    bench.main(["--quick", "one"])
    assert ran == ["one", "brief"]


def test_the_growth_of_the_solver_has_a_row_for_each_contract(capsys):
    solver.print_growth(1)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 17 + 2
    assert all(len(line) == 24 + 13 * len(solver.SIZES) for line in lines)


def test_each_answer_of_a_level_is_timed(monkeypatch):
    monkeypatch.setattr(players, "known_variants", lambda: ["playerules"])
    taken = players.thinking("simple", 1)
    assert len(taken) > 100
    assert min(taken) > 0


async def test_the_full_table_is_the_one_that_is_measured_and_shown(tmp_path):
    state = full_state()
    app = TableApp(options(str(tmp_path), state), state)
    async with app.run_test(size=(100, 34)) as pilot:
        while "Lay off, then discard" not in screen_text(app):
            await pilot.pause()
        app.exit()
