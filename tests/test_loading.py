"""What is put off at a start is there when it is used."""

import subprocess
import sys

import pytest

AFTER = """
import sys
from shanghai.loading import load
load("textual.app")
import textual.app
late = {"textual.command", "rich.table", "ast", "decimal"}
assert not late & set(sys.modules), late & set(sys.modules)
"""


@pytest.mark.parametrize(
    "used",
    [
        "assert textual.app.CommandPalette(id='one').id == 'one'",
        "assert not isinstance(1, textual.app.CommandPalette)",
        "from textual.command import Hit; assert Hit.__module__ == 'textual.command'",
        "import inspect; assert issubclass(inspect.ast.NodeTransformer, inspect.ast.NodeVisitor)",
        "import inspect; assert str(inspect.signature(sorted)).startswith('(iterable')",
        "import fractions, decimal; assert fractions.Fraction(decimal.Decimal(1)) == 1",
        "from textual.design import Table; assert type(Table()).__module__ == 'rich.table'",
        "class Own(textual.app.CommandPalette): pass\nassert Own.dismiss",
        "import ssl; assert ssl.CERT_NONE == 0",
        "import pathlib; assert pathlib.Path('/a b').as_uri() == 'file:///a%20b'",
    ],
)
def test_what_was_put_off_is_loaded_when_it_is_used(used):
    done = subprocess.run([sys.executable, "-c", AFTER + used], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
