"""What protects the input on Windows, with stand-ins for what only Windows has."""

import ctypes
import importlib
import sys
from threading import Event
from unittest.mock import MagicMock

import pytest
from textual.events import Key

from shanghai.terminal.input import TextParser


@pytest.fixture
def windows(monkeypatch):
    """The module of the driver, on any system."""
    if sys.platform != "win32":
        monkeypatch.setitem(sys.modules, "msvcrt", MagicMock())
        for name in ("WinDLL", "windll", "WinError"):
            monkeypatch.setattr(ctypes, name, MagicMock(), raising=False)
    for name in ("textual.drivers.win32", "textual.drivers.windows_driver"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delitem(sys.modules, "shanghai.terminal.windows", raising=False)
    return importlib.import_module("shanghai.terminal.windows")


def test_the_thread_that_reads_goes_on_after_an_error(windows, monkeypatch):
    ended, runs = Event(), []

    def run(self):
        runs.append(self)
        if len(runs) == 3:
            ended.set()

    monkeypatch.setattr(windows.win32.EventMonitor, "run", run)
    windows.RobustMonitor(None, None, ended, None).run()
    assert len(runs) == 3


def test_our_parser_and_thread_take_the_place_of_textuals(windows, monkeypatch):
    started = []
    monkeypatch.setattr(
        windows.WindowsDriver, "start_application_mode", lambda self: started.append(self)
    )
    driver = object.__new__(windows.RobustWindowsDriver)
    driver.start_application_mode()
    assert started == [driver]
    assert windows.win32.XTermParser is TextParser
    assert windows.win32.EventMonitor is windows.RobustMonitor


def keys(events):
    return [event.key for event in events if isinstance(event, Key)]


def test_no_text_stops_the_parser():
    parser = TextParser()
    for text in (
        "\x1b[1114112u",
        "\x1b[48;0;0;0;0t\x1b[<0;1;1M",
        "\x1b]0;" + "x" * 10**6,
        "\udc80",
    ):
        parser.feed(text)
        for _ in range(20):
            parser.tick()
    assert keys(parser.feed("q")) == ["q"]


def test_a_bad_sequence_takes_no_half_of_another_with_it():
    text = "\x1b[1114112u\x1b[<64;3;3M"
    for at in range(11, len(text)):
        parser = TextParser()
        assert keys([*parser.feed(text[:at]), *parser.feed(text[at:])]) == [], at
