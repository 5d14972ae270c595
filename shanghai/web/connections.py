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
        assert self._manager is not None
        others = [one for one in self._manager.connections if isinstance(one, type(self))]
        crowd = self.crowd([one for one in others if one.transport is not None])
        super().connection_made(transport)
        if crowd is not None:
            # The oldest, and this one where all others are being answered.
            next((one for one in crowd if one._current_request is None), self).force_close()

    def crowd(self, others: Sequence[Self]) -> Sequence[Self] | None:
        """Those of the other connections that are too many with this one; None: there is room."""
        raise NotImplementedError

    def of_my_address(self, others: Sequence[Self]) -> list[Self]:
        """Those that come from the same address."""
        return [one for one in others if one.address == self.address]
