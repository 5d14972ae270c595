"""Connections that a server accepts from strangers, with bounds that no client can pass."""

import asyncio
from collections.abc import Sequence
from typing import Any, Self

from aiohttp import web


class BoundedConnection(web.RequestHandler):
    """A connection that must ask soon. Where there are too many, one that is idle is closed."""

    hurry = 10.0
    """Seconds for the whole head of a request; they begin with the connection or an answer."""

    def __init__(self, manager: Any, **more: Any) -> None:  # noqa: ANN401
        # aiohttp counts this from the start, and no byte that comes makes it longer.
        more = {"keepalive_timeout": self.hurry, "access_log": None, **more}
        super().__init__(manager, loop=asyncio.get_running_loop(), **more)
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes a connection and makes room for it."""
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        crowd = self.crowd(self.others())
        super().connection_made(transport)
        if crowd is not None:
            self.make_room(crowd)

    def others(self) -> list[Self]:
        """The other connections that are open."""
        assert self._manager is not None
        alike = [one for one in self._manager.connections if isinstance(one, type(self))]
        return [one for one in alike if one is not self and one.transport is not None]

    def make_room(self, crowd: Sequence[Self]) -> None:
        """Closes the oldest that is idle, and this one where all others are being answered."""
        next((one for one in crowd if one._current_request is None), self).force_close()

    def crowd(self, others: Sequence[Self]) -> Sequence[Self] | None:
        """Those of the other connections that are too many with this one; None: there is room."""
        raise NotImplementedError

    def of_my_address(self, others: Sequence[Self]) -> list[Self]:
        """Those that come from the same address."""
        return [one for one in others if one.address == self.address]
