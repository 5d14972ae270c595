"""What is put off at a start is there when it is used."""

import os
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


USED = [
    "assert textual.app.CommandPalette(id='one').id == 'one'",
    "assert not isinstance(1, textual.app.CommandPalette)",
    "from textual.command import Hit; assert Hit.__module__ == 'textual.command'",
    "import inspect; assert issubclass(inspect.ast.NodeTransformer, inspect.ast.NodeVisitor)",
    "import inspect; assert str(inspect.signature(sorted)).startswith('(iterable')",
    "import fractions, decimal; assert fractions.Fraction(decimal.Decimal(1)) == 1",
    "from textual.design import Table; assert type(Table()).__module__ == 'rich.table'",
    "class Own(textual.app.CommandPalette): pass\nassert Own.dismiss",
    "import ssl; assert ssl.CERT_NONE == 0",
    """
import io, logging
from fractions import Fraction
from rich.console import Console
from rich.style import Style
from textual.css.errors import StyleValueError
from textual.widget import Widget
assert Fraction("1/3") == Fraction(1, 3) and logging.Formatter("{a}", style="{", validate=True)
assert Style(meta={"card": 7}).meta == {"card": 7}
console = Console(file=io.StringIO())
console.print("[bold]seven[/bold]")
console.print(textual.dom.Tree("of hearts"))
assert console.file.getvalue() == "seven\\nof hearts\\n"
try:
    Widget().styles.width = "wide"
except StyleValueError as error:
    assert "width" in error.help_text.summary
else:
    raise AssertionError("a width in words")
""",
    "import pathlib; assert pathlib.Path('/a b').as_uri() == 'file:///a%20b'",
]
"""Each in a program of its own."""
CHILDREN = """
import os
for number, used in enumerate(USED):
    if not (child := os.fork()):
        exec(compile(used, f"<{number}>", "exec"), {**globals()})
        os._exit(0)
    assert not os.waitpid(child, 0)[1], used
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a program cannot be doubled here")
def test_what_was_put_off_is_loaded_when_it_is_used():
    program = f"{AFTER}USED = {USED!r}\n{CHILDREN}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
