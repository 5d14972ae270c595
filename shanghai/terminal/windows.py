"""Textual's driver for Windows, with a more robust reader of its input."""

from textual.drivers import win32
from textual.drivers.windows_driver import WindowsDriver

from shanghai.terminal.input import TextParser


class RobustMonitor(win32.EventMonitor):
    """The thread that reads the keyboard. Half a letter does not end it."""

    def run(self) -> None:
        """Reads until the app ends. Textual's own loop returns on any error."""
        while not self.exit_event.is_set():
            super().run()


class RobustWindowsDriver(WindowsDriver):
    """A driver whose input goes through `TextParser`."""

    def start_application_mode(self) -> None:
        """Takes over the terminal, with our parser and our thread in the place of Textual's."""
        setattr(win32, "XTermParser", TextParser)  # noqa: B010
        setattr(win32, "EventMonitor", RobustMonitor)  # noqa: B010
        super().start_application_mode()
