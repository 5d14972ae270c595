"""The manual page is made from the parser: every command and option stands in it."""

import argparse
import shutil
import subprocess

import pytest

from shanghai.commands.parser import make_parser
from shanghai.words.commands import COMMANDS
from tests.making.manual import manual


def parsers(parser):
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from parsers(sub)


def test_the_manual_names_every_command_and_option():
    page = manual().replace("\\-", "-")
    for parser in parsers(make_parser((), [*COMMANDS])):
        if parser.prog not in ("shanghai", "shanghai help"):
            assert f".SS {parser.prog}\n" in page
        for action in parser._actions:
            assert all(f"\\fB{name}\\fR" in page for name in action.option_strings)


def test_what_every_command_takes_stands_under_options_alone():
    page = manual().replace("\\-", "-")
    options = page.partition(".SH OPTIONS")[2].partition(".SH COMMANDS")[0]
    for name in ("--language", "--data-dir", "--ascii", "--no-animation", "--help"):
        assert (f"\\fB{name}\\fR" in options, page.count(f"\\fB{name}\\fR")) == (True, 1), name


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_man_reads_the_manual_without_a_warning():
    asked = ["groff", "-ww", "-man", "-Tutf8", "-Kutf8"]
    done = subprocess.run(asked, input=manual(), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "SHANGHAI(1)" in done.stdout
