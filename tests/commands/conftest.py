"""What tests of several commands need."""

import pytest

from shanghai.__main__ import main


@pytest.fixture
def shanghai(tmp_path, capsys):
    """Runs the program on a data folder of its own; its exit code, its lines, its complaints."""

    def run(*words):
        code = main([*map(str, words), "--data-dir", str(tmp_path)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run
