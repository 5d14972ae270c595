"""Textual's driver for a browser made robust: the game ends when its server has gone."""

import contextlib
import os
from collections.abc import Mapping
from typing import Any, Final

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver
from textual.events import Resize
from textual.geometry import Size

from shanghai.terminal.input import InputStream, wait_for_app

_BEGINS: Final = b"__GANGLION__\n"
"""The line that the server waits for. Other text may come before it."""
_MODES: Final = ("1049h", "1000h", "1003h", "1015h", "1006h", "25l", "2004h")
"""Alternate screen, mouse, no cursor, bracketed paste. They are sent one by one, as the page takes
any text of more than ten bytes for the first picture."""


class RobustWebDriver(WebDriver):
    """Exchanges packets with the server. The game ends when the server has gone."""

    def __init__(self, *args: Any, **named: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **named)
        self._is_gone = False

    def write(self, data: str) -> None:
        """Sends drawn text to the page."""
        self._send(b"D", data.encode("utf-8", "replace"))

    def write_meta(self, data: dict[str, object]) -> None:
        """Tells the server that the game ends. Drops all other messages."""
        if data.get("type") == "exit":
            self._send(b"M", b'{"type": "exit"}')

    def _send(self, kind: bytes, payload: bytes) -> None:
        self._write_all(kind + len(payload).to_bytes(4, "big") + payload)

    def _write_all(self, data: bytes) -> None:
        while data and not self._is_gone:
            try:
                data = data[os.write(self.fileno, data) :]
            except OSError:
                self._hang_up()

    def start_application_mode(self) -> None:
        """Begins to use the page (overrides Textual's, which replaces handlers of signals)."""
        self._write_all(_BEGINS)
        for mode in _MODES:
            self.write(f"\x1b[?{mode}")
        app: Any = self._app
        self.process_message(Resize(app.size, app.size))
        self._key_thread.start()

    def run_input_thread(self) -> None:
        """Reads packets until the app ends or the server is gone."""
        stream = InputStream(self.process_message, self._debug)
        packets = ByteStream()
        with contextlib.suppress(OSError):
            for data in self._input_reader:
                for kind, payload in packets.feed(data) if data else ():
                    if kind == "D":
                        stream.feed(payload)
                        wait_for_app(self._app, self._loop, self.exit_event)
                    else:
                        self._on_meta(kind, payload)
                if not data:
                    stream.tick()
        if not self.exit_event.is_set():
            self._hang_up()

    def on_meta(self, packet_type: str, payload: Mapping[str, object]) -> None:
        """Handles a new size, a change of focus and the request to end. Ignores other packets."""
        match packet_type, payload:
            case "resize", {"width": int(width), "height": int(height)}:
                size = Size(width, height)
                self.process_message(Resize(size, size))
            case "focus" | "blur", _:
                super().on_meta(packet_type, dict(payload))
            case "quit", _:
                self._hang_up()

    def _hang_up(self) -> None:
        """Ends the app as SIGHUP does. Any thread may call it."""
        self._is_gone = True
        app: Any = self._app
        app.hang_up()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens nothing (overrides Textual's)."""

    def deliver_binary(self, binary: Any, **more: Any) -> None:  # noqa: ANN401
        """Delivers nothing (overrides Textual's)."""
        binary.close()
