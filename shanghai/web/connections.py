"""Connections that a server accepts from strangers, with limits of time and number."""

import asyncio
from collections.abc import Sequence
from typing import Any, Self

from aiohttp import web


class BoundedConnection(web.RequestHandler):
    """A connection that must send its request soon. Of too many an idle one is closed."""

    hurry = 10.0
    """The seconds for the whole head of a request, from the connection or the last answer on."""

    def __init__(self, manager: Any, **more: Any) -> None:  # noqa: ANN401
        # aiohttp counts this time from the start. Bytes that come do not extend it.
        more = {"keepalive_timeout": self.hurry, "access_log": None, **more}
        super().__init__(manager, loop=asyncio.get_running_loop(), **more)
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accepts the connection, and makes room for it if there are too many."""
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        crowd = self.crowd(self.others())
        super().connection_made(transport)
        if crowd is not None:
            self.make_room(crowd)

    def others(self) -> list[Self]:
        """The other open connections of this class."""
        assert self._manager is not None
        same_class = [one for one in self._manager.connections if isinstance(one, type(self))]
        return [one for one in same_class if one is not self and one.transport is not None]

    def make_room(self, crowd: Sequence[Self]) -> None:
        """Closes the oldest idle connection of the crowd. If all are busy, closes this one."""
        next((one for one in crowd if one._current_request is None), self).force_close()

    def crowd(self, others: Sequence[Self]) -> Sequence[Self] | None:
        """The connections of which one must be closed for this one, None if there is room."""
        raise NotImplementedError

    def of_my_address(self, others: Sequence[Self]) -> list[Self]:
        """The connections among `others` from the same address."""
        return [one for one in others if one.address == self.address]
