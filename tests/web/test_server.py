import asyncio
import re

import aiohttp
import pytest

from tests.web.served import Served, has_ended, heard


async def refused(server, **more):
    """The status with which a socket is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as error:
        await server.socket(**more)
    return error.value.status


async def test_the_page_is_for_those_who_know_the_token():
    async with Served() as server:
        for path in ("/", "/?token=", "/?token=wrong", "/ws", "/elsewhere", "/?Token=right"):
            status, text, _ = await server.get(path)
            assert (status, "token" in text) == (403, True), path
        assert (await server.get("/elsewhere?token=right"))[0] == 404
        status, text, headers = await server.get("/?token=right")
        assert status == 200
        assert f'"ws://{server.base}/ws?token=right"' in text
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"


async def test_the_page_is_for_pages_of_its_own_origin():
    async with Served() as server:
        for path in ("/?token=right", "/page/page.js", "/static/js/textual.js"):
            assert (await server.get(path, Origin="http://evil.example"))[0] == 403
            assert (await server.get(path, Host="evil.example"))[0] == 403
            assert (await server.get(path, Origin=f"http://{server.base}"))[0] == 200


async def test_the_page_tells_a_small_screen_of_phones():
    async with Served() as server:
        _, text, _ = await server.get("/?token=right")
        assert "shanghai play --phones" in text
        _, style, _ = await server.get("/page/page.css")
        assert "@media (max-width: 560px)" in style


async def test_the_page_names_nothing_outside():
    async with Served() as server:
        seen, waiting = set(), ["/?token=right"]
        while waiting:
            path = waiting.pop()
            status, text, headers = await server.get(path)
            assert status == 200, path
            seen.add(path)
            found = re.findall(r'(?:src|href)="([^"]+)"|url\("([^"]+)"\)', text)
            named = (
                {one or other for one, other in found} if path.endswith(("right", ".css")) else ()
            )
            assert all(re.match(r"/(page|static)/", name) for name in named)
            waiting += sorted(set(named) - seen)
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert set(re.findall(r"wss?://[^ ;]+", policy)) == {
                f"ws://{server.base}",
                f"wss://{server.base}",
            }
        assert len(seen) >= 8


async def test_a_socket_without_the_token_or_of_a_foreign_origin_is_refused():
    async with Served() as server:
        for query in ("", "token=", "token=wrong", "token=wrong?width=80", "width=80"):
            assert await refused(server, query=query) == 403
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://localhost"):
            assert await refused(server, origin=origin) == 403
        assert server.opening.codes == []
        for origin in (None, f"http://{server.base}"):
            async with server.socket(origin=origin) as socket:
                await heard(socket, "pid")


async def test_a_page_says_its_size_in_the_address_as_its_script_writes_it():
    async with Served(grace=10) as server:
        for query, size in (
            ("token=right?width=133&height=38", "133x38"),
            ("token=right&width=90&height=30", "90x30"),
            ("token=right?width=9999999&height=-4", "80x24"),
            ("token=right", "80x24"),
        ):
            async with server.socket(query) as socket:
                assert (await heard(socket, r"size (\w+)"))[1] == size


async def test_what_a_page_sends_comes_to_the_game_and_nonsense_does_not():
    async with Served() as server, server.socket() as socket:
        await heard(socket, "pid")
        for nonsense in ("", "{", "[" * 5000, "[]", "3", '["stdin"]', '["stdin", 4]', '["x"]'):
            await socket.send_str(nonsense)
        await socket.send_json(["resize", {"width": "9", "height": 9}])
        await socket.send_bytes(b"\x00")
        await socket.send_json(["stdin", "\ud800"])
        await socket.send_json(["stdin", "é"])
        await heard(socket, r"^D é;$")
        await socket.send_json(["resize", {"width": 90, "height": 30}])
        await heard(socket, r'^M {"type": "resize", "width": 90, "height": 30};$')
        await socket.send_json(["ping", "12"])
        await heard(socket, r'^\["pong", "12"\]$')


async def test_a_second_page_is_told_that_the_game_is_open():
    async with Served() as server, server.socket() as first:
        await heard(first, "pid")
        async with server.socket() as second:
            await heard(second, "open in another tab or window")
            assert (await second.receive()).type is aiohttp.WSMsgType.CLOSE
        await first.send_json(["stdin", "still here"])
        await heard(first, "D still here")


async def test_a_page_loaded_anew_sits_down_as_soon_as_the_old_one_has_gone():
    async with Served(grace=20) as server:
        first = await server.socket()
        pid = int((await heard(first, r"pid (\d+)"))[1])
        second = await server.socket()
        await first.close()
        assert int((await heard(second, r"pid (\d+)"))[1]) != pid
        assert has_ended(pid)
        await second.close()


async def test_a_page_that_is_silent_is_taken_for_gone():
    async with Served(heartbeat=0.2, grace=20) as server, server.socket(autoping=False) as asleep:
        pid = int((await heard(asleep, r"pid (\d+)"))[1])
        # The page that answers has all the time that a busy machine may need.
        server.server.heartbeat = 30.0
        async with server.socket() as awake:
            await heard(awake, "pid")
        assert await asyncio.to_thread(has_ended, pid)


async def test_a_game_that_refuses_says_why_on_the_page_as_plain_text():
    async with Served() as server, server.socket() as socket:
        await heard(socket, "pid")
        await socket.send_json(["stdin", "refuse"])
        said = (await socket.receive()).json()
        assert said == ["said", "first[2J\nshanghai: [/] <b>this</b> game is open"]
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE

    assert server.opening.codes == [5]


async def test_a_game_that_was_left_closes_its_page_without_a_word():
    async with Served() as server, server.socket() as socket:
        await heard(socket, "pid")
        await socket.send_json(["stdin", "leave"])
        closing = await socket.receive()
        assert (closing.type, closing.data) == (aiohttp.WSMsgType.CLOSE, 1000)

    assert server.opening.codes == [0]


async def test_a_game_that_cannot_be_started_is_told_of():
    async with Served() as server:
        server.opening.command = lambda: ["/no/such/program"]
        async with server.socket() as socket:
            await heard(socket, "cannot be started: No such file")


async def test_a_server_that_ends_dismisses_its_page_and_ends_the_game():
    async with Served() as server:
        socket = await server.socket()
        pid = int((await heard(socket, r"pid (\d+)"))[1])
        await asyncio.gather(server.test.close(), heard(socket, "The server has ended"))
        assert has_ended(pid)
