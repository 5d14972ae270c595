"""Strangers at the door of a server: half a request, too many of them, bytes that are none."""

import asyncio
import contextlib
import random
import resource
import socket

import aiohttp
import pytest

from shanghai.web import server as serving
from shanghai.web.server import Complaints, PageConnection
from tests.web.served import Command, Served

PATIENCE = 600
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
MANY = 1200
BAD = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\r\n\r\n\r\n", b"GET\r\n\r\n", b"\0" * 100,
    b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", b"A" * 70_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /%00%ff%0a HTTP/1.1\r\nHost: \xff\r\n\r\n", b"GET /ws HTTP/1.1\r\nUpgrade: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /static/../../x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT [ HTTP/1.1\r\nHost: localhost:x\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: a:b\r\n\r\n",
)  # fmt: skip


@pytest.fixture
def many_files():
    """Lets this process have more files open than it would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MANY if hard == resource.RLIM_INFINITY else min(2 * MANY, hard)
    if wanted < MANY + 200:
        pytest.skip("too few files can be open at once")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def half_open(port):
    """A connection that has sent half a request."""
    found = socket.create_connection(("127.0.0.1", port), PATIENCE)
    with contextlib.suppress(ConnectionError):
        found.sendall(HALF)
    return found


@pytest.mark.slow
@pytest.mark.waits
async def test_a_page_is_served_among_more_than_a_thousand_half_requests(many_files, tmp_path):
    with (tmp_path / "said").open("wb") as said, contextlib.ExitStack() as stack:
        server = stack.enter_context(Command(data=tmp_path / "data", stderr=said))
        # As on macOS; Linux allows four times as many.
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (256, 256))
        for _ in range(MANY):
            stack.enter_context(half_open(server.port))
        wait = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(timeout=wait) as client, client.get(server.address) as got:
            assert got.status == 200
            assert "<html" in await got.text()
        server.process.terminate()
        assert server.process.stdout.read().count("\n") == 2
    assert (tmp_path / "said").read_text() == ""


def test_bad_requests_print_nothing(tmp_path):
    chance = random.Random(4)
    noise = [*BAD, *(chance.randbytes(chance.randrange(1, 3000)) for _ in range(40))]
    with (
        (tmp_path / "said").open("wb") as said,
        Command(data=tmp_path / "data", stderr=said) as server,
    ):
        for data in noise:
            with contextlib.suppress(ConnectionError), half_open(server.port) as stranger:
                stranger.sendall(data)
            with (
                contextlib.suppress(ConnectionError),
                socket.create_connection(("127.0.0.1", server.port), PATIENCE) as stranger,
            ):
                stranger.sendall(data)
                stranger.shutdown(socket.SHUT_WR)
                while stranger.recv(1 << 16):
                    pass
        server.process.terminate()
        told = server.process.stdout.read()
    assert (tmp_path / "said").read_text() == ""
    assert told.count("\n") == 2, told


@contextlib.asynccontextmanager
async def listening():
    """A server within the test whose connections are those of `serve`; its port and their list."""
    async with Served() as served:
        manager = served.test.runner.server
        place = await asyncio.get_running_loop().create_server(
            lambda: PageConnection(manager, Complaints(print)), "127.0.0.1", 0
        )
        async with place:
            yield place.sockets[0].getsockname()[1], manager


async def turns(number=20):
    """Lets all that is due be done."""
    for _ in range(number):
        await asyncio.sleep(0)


async def test_half_a_request_is_waited_for_only_so_long(monkeypatch):
    loop = asyncio.get_running_loop()
    async with listening() as (port, manager):
        begun = loop.time()
        monkeypatch.setattr(loop, "time", lambda: begun)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF)
        while not manager.connections:
            await turns()
        (connection,) = manager.connections
        await turns()
        monkeypatch.setattr(loop, "time", lambda: begun + 9.9)
        await turns()
        assert connection.transport is not None
        monkeypatch.setattr(loop, "time", lambda: begun + 10.1)
        await turns()
        assert connection.transport is None
        assert await reader.read() == b""
        writer.close()
        monkeypatch.undo()


async def test_the_oldest_of_an_address_goes_first_and_leaves_room_for_others(monkeypatch):
    monkeypatch.setattr(serving, "_MOST_OF_ONE", 3)
    monkeypatch.setattr(serving, "_MOST", 5)
    async with listening() as (port, _):

        async def stranger(address):
            return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))

        other = await stranger("127.0.0.2")
        own = [await stranger("127.0.0.1") for _ in range(5)]
        for reader, _ in own[:2]:
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
        for reader, writer in (*own[2:], other):
            writer.write(HALF + b"\r\n")
            assert (await asyncio.wait_for(reader.readline(), PATIENCE)).startswith(b"HTTP/1.1 403")
        for _, writer in (*own, other):
            writer.close()


def test_a_fault_of_ours_is_said_once_in_a_line():
    said = []
    complaints = Complaints(said.append)
    for error in (KeyError("a"), OSError(), KeyError("b"), None, ConnectionResetError()):
        complaints.add(error)
    assert said == ["A request could not be answered (KeyError)."]
