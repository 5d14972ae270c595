"""The server for phones, in a thread of its own. It knows no rule. It shows what the table has
noted for each seat, and passes on to the table what phones want."""

import asyncio
from asyncio import wrap_future
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from importlib.resources import files
from threading import Thread
from typing import Any, Final

import msgspec
from aiohttp import web
from msgspec import Struct

from shanghai.engine.actions import AnyCall
from shanghai.engine.refusal import Refusal
from shanghai.engine.seats import NOBODY, SeatIndex
from shanghai.records.notation import NotationError
from shanghai.remote import tokens
from shanghai.remote.connections import Connection, Guesses, add_headers, fault
from shanghai.remote.sentences import read_sentence
from shanghai.remote.shared import SeatRequest, SharedSeats
from shanghai.remote.views import UNDEALT, SeatDisplay, joining_json, view_json
from shanghai.table.pins import TypedPin
from shanghai.table.places import AskForSeat, AskHint, Connected, MoveTo, Order, Place, Reply
from shanghai.table.table import Done, Table
from shanghai.web.addresses import ListenError, own_address, shown_host, why_not
from shanghai.words import remote as words
from shanghai.words.language import in_language, is_language, section, wanted_language
from shanghai.words.refusals import reason
from shanghai.words.rulebook import brief

STATIC: Final = files("shanghai.remote") / "static"
MAX_BODY: Final = 1024
MAX_PIN_TRIES: Final = 5
MAX_REFUSALS: Final = 3
"""How often one address may ask the laptop for a seat that it does not get."""
HEARTBEAT: Final = 5.0
"""Seconds after which a phone gets a blank line if there is nothing new for it."""
_BODY_SECONDS: Final = 5.0
_WRITE_SECONDS: Final = 10.0
"""Seconds after which a client that reads nothing is dropped."""
_STREAMS: Final = 2
"""The most streams of one seat. One more ends the oldest."""
_AWAY_SECONDS: Final = 20.0
"""Seconds after its last request until a phone without a stream counts as away."""
_RELOAD_SECONDS: Final = 2.0
"""Seconds that a phone has to open its stream again before it counts as away."""
_LOOK_SECONDS: Final = 0.5
_START_SECONDS: Final = 10.0
_USUAL_PORT: Final = 80
"""The port that browsers leave out of an address."""
_COOKIE: Final = "seat"
_TYPES: Final = {
    "page.css": "text/css",
    "page.js": "text/javascript",
    "public.css": "text/css",
    "public.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
"""The files of the page and their types."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Pin(Struct, frozen=True):
    pin: str = ""


class Server:
    """Serves the seats of a table. Any thread may call `wake`, `release` and `stop`."""

    def __init__(self, seats: SharedSeats) -> None:
        self._seats = seats
        self.host = ""
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="phones", daemon=True)
        self._ready: Future[None] = Future()
        self._workers = ThreadPoolExecutor(1, "phone-views")
        self._changed = asyncio.Event()
        self._released = asyncio.Event()
        self._stopped = asyncio.Event()
        self._joining = asyncio.Lock()
        self._guesses = Guesses()
        self._hosts: frozenset[str] = frozenset()
        self._streams: dict[SeatIndex, list[asyncio.Event]] = {}
        self._last_seen: dict[SeatIndex, float] = {}
        self._encoded: dict[tuple[SeatIndex, str], tuple[SeatDisplay, bytes]] = {}

    @staticmethod
    def chosen_host(host: str) -> str:
        """The host to listen at: the given one, else the address of this machine in its network."""
        return host or own_address()

    @property
    def base(self) -> str:
        """The address of the server without a path."""
        return f"http://{shown_host(self.host)}:{self.port}"

    def start(self, host: str, port: int) -> None:
        """Starts to listen, at any free port if `port` is 0. Raises ListenError if that fails."""
        self.host, self.port = self.chosen_host(host), port
        self._thread.start()
        try:
            self._ready.result(_START_SECONDS)
        except (OSError, ValueError) as error:
            message = words.CANNOT_LISTEN.format(host=self.host, port=port, why=why_not(error))
            raise ListenError(message) from None

    def wake(self) -> None:
        """Sends what is new to all phones."""
        self._soon(self._wake)

    def release(self) -> None:
        """Ends all waiting for a table at which nobody plays any more."""
        self._soon(self._release)

    def stop(self) -> None:
        """Ends all connections and the thread."""
        self._soon(self._release)
        self._soon(self._stopped.set)
        self._soon(self._wake)
        self._thread.join(_START_SECONDS)

    def _soon(self, call: Callable[[], object]) -> None:
        """Makes a call in the thread of the server."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)

    def _release(self) -> None:
        released, self._released = self._released, asyncio.Event()
        released.set()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    # The thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda *_: None)
        try:
            self._loop.run_until_complete(self._serve())
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(error)
        finally:
            self._workers.shutdown(wait=False)
            self._loop.close()

    async def _serve(self) -> None:
        runner = web.AppRunner(self._app(), handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        manager = runner.server
        listening = await self._loop.create_server(
            lambda: Connection(manager, self._seats.tokens), self.host, self.port
        )
        self.port = listening.sockets[0].getsockname()[1]
        host = shown_host(self.host).lower()
        usual = {host} if self.port == _USUAL_PORT else set()
        self._hosts = frozenset({f"{host}:{self.port}", *usual})
        watch = asyncio.create_task(self._watch_phones())
        self._ready.set_result(None)
        await self._stopped.wait()
        watch.cancel()
        listening.close()
        await runner.cleanup()

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=MAX_BODY)
        app.add_routes(
            [
                web.get("/static/{name}", self._get_static),
                web.get("/words/{language}", self._get_words),
                web.get("/{key}", self._get),
                web.get("/{key}/public", self._get_public),
                web.get("/{key}/public/changes", self._get_public_changes),
                web.get("/{key}/changes", self._get_changes),
                web.get("/{key}/rules", self._get_rules),
                web.post("/{key}/moves", self._post_move),
                web.post("/{key}/seats/{number}", self._post_seat),
                web.delete("/{key}", self._delete),
            ]
        )
        app.on_response_prepare.append(_prepare)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses requests to another address and from pages of another origin. Delays fast
        ones."""
        if isinstance(request.protocol, Connection):
            await request.protocol.take_turn()
        host = request.headers.get("Host", "").lower()
        with in_language(_language(request)):
            # A request may contain the full address, which counts before the header.
            if host not in self._hosts or request.url.authority.lower() not in self._hosts:
                return fault(403, "other-address", words.OTHER_ADDRESS)
            if request.method not in ("GET", "HEAD") and not _is_own_page(request, host):
                return fault(403, "other-origin", words.OTHER_ORIGIN)
            try:
                return await handler(request)
            except web.HTTPRequestEntityTooLarge:
                return fault(413, "too-much", words.TOO_MUCH)
            except web.HTTPNotFound:
                return fault(404, "not-found", words.NO_SUCH_TABLE)
            except web.HTTPMethodNotAllowed as error:
                response = fault(405, "not-allowed", words.NO_REQUEST)
                response.headers["Allow"] = error.headers["Allow"]
                return response
            except TimeoutError:
                return fault(408, "too-slow", words.TOO_SLOW)

    # Who asks

    async def _seat_of(self, request: web.Request) -> SeatIndex:
        """The seat of the token in the address. Raises HTTPNotFound after a wait if it is wrong."""
        seat = self._seats.tokens.seat_of(request.match_info["key"])
        if seat is None:
            await self._guesses.slow_down(request.remote or "")
            raise web.HTTPNotFound
        self._guesses.forget(request.remote or "")
        if isinstance(request.protocol, Connection):
            request.protocol.seat = seat
        self._note_seen(seat, request)
        return seat

    async def _check_code(self, request: web.Request) -> None:
        """Checks the code of the table in the address. HTTPNotFound after a wait if it is wrong."""
        key = request.match_info["key"].upper()
        if tokens.hash_of(key) != tokens.hash_of(self._seats.code):
            await self._guesses.slow_down(request.remote or "")
            raise web.HTTPNotFound

    def _note_seen(self, seat: SeatIndex, request: web.Request) -> None:
        """Notes that the phone of a seat is connected, and its language."""
        self._last_seen[seat] = self._loop.time()
        wanted = _language(request)
        table = self._seats.table
        if table is None:
            return
        before = self._seats.languages.get(seat)
        self._seats.languages[seat] = wanted
        if wanted != before or seat in table.seating.unconnected:
            table.send(Order(seat, Connected(True)))

    def _is_there(self, seat: SeatIndex) -> bool:
        last = self._last_seen.get(seat, 0.0)
        return bool(self._streams.get(seat)) or self._loop.time() - last < _AWAY_SECONDS

    async def _watch_phones(self) -> None:
        """Tells the table about phones that have gone away, again and again."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            table = self._seats.table
            if table is None:
                continue
            for seat in tuple(self._seats.tokens):
                if not self._is_there(seat) and seat not in table.seating.unconnected:
                    table.send(Order(seat, Connected(False)))

    # What is shown

    async def _get(self, request: web.Request) -> web.StreamResponse:
        key = request.match_info["key"]
        if len(key) != tokens.CODE_LETTERS:
            return await self._page_or_view(request, await self._seat_of(request))
        await self._check_code(request)
        if _wants_json(request):
            return _json(200, joining_json(self._shown(NOBODY)))
        token = request.cookies.get(_COOKIE, "")
        if token and self._seats.tokens.seat_of(token) is not None:
            raise web.HTTPSeeOther(f"/{token}")
        return _page()

    async def _get_public(self, request: web.Request) -> web.StreamResponse:
        await self._check_code(request)
        return await self._page_or_view(request, NOBODY)

    async def _page_or_view(self, request: web.Request, seat: SeatIndex) -> web.StreamResponse:
        if not _wants_json(request):
            return _page()
        return _json(200, await self._view(seat, _language(request)))

    async def _get_static(self, request: web.Request) -> web.StreamResponse:
        """A file of the page. A browser that has it gets only the answer that it is unchanged."""
        name = request.match_info["name"]
        if name not in _TYPES:
            raise web.HTTPNotFound
        data = (STATIC / name).read_bytes()
        etag = f'"{sha256(data).hexdigest()[:16]}"'
        if request.headers.get("If-None-Match") == etag:
            return web.Response(status=304, headers={"ETag": etag})
        response = web.Response(body=data, content_type=_TYPES[name], charset="utf-8")
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "private, no-cache"
        response.enable_compression()
        return response

    async def _get_words(self, request: web.Request) -> web.StreamResponse:
        """The texts of the page in a language."""
        language = request.match_info["language"]
        if not is_language(language):
            raise web.HTTPNotFound
        with in_language(language):
            response = _json(200, msgspec.json.encode(section("seat_page")))
            response.enable_compression()
            return response

    async def _get_rules(self, request: web.Request) -> web.StreamResponse:
        """A few phrases about the rules of the game, as JSON."""
        view = self._shown(await self._seat_of(request)).view
        with in_language(_language(request)):
            return _json(200, msgspec.json.encode(brief(view.rules)))

    def _shown(self, seat: SeatIndex) -> SeatDisplay:
        shown = self._seats.shown.get(seat)
        if shown is None:
            raise web.HTTPNotFound
        return shown

    async def _view(self, seat: SeatIndex, language: str) -> bytes:
        """The view of a seat as JSON, made once for each version and language."""
        shown = self._shown(seat)
        cached = self._encoded.get((seat, language))
        if cached is None or cached[0] is not shown:
            cached = (
                shown,
                await self._loop.run_in_executor(self._workers, view_json, shown, language),
            )
            self._encoded[seat, language] = cached
        return cached[1]

    async def _get_public_changes(self, request: web.Request) -> web.StreamResponse:
        await self._check_code(request)
        return await self._stream(request, NOBODY, asyncio.Event())

    async def _get_changes(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat_of(request)
        ends = asyncio.Event()
        streams = self._streams.setdefault(seat, [])
        streams.append(ends)
        for oldest in streams[:-_STREAMS]:
            oldest.set()
        self._wake()
        try:
            return await self._stream(request, seat, ends)
        finally:
            streams.remove(ends)
            self._last_seen[seat] = self._loop.time() - _AWAY_SECONDS + _RELOAD_SECONDS

    async def _stream(
        self, request: web.Request, seat: SeatIndex, ends: asyncio.Event
    ) -> web.StreamResponse:
        """Sends the view whenever it has changed, until the client leaves or loses the seat."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        sent = request.headers.get("Last-Event-ID", "")
        key, language = request.match_info["key"], _language(request)
        try:
            while not ends.is_set():
                changed = self._changed
                if seat != NOBODY and not self._seats.tokens.fits(seat, key):
                    break
                version = str(self._shown(seat).version)
                data = b":\n\n"
                if version != sent:
                    view = await self._view(seat, language)
                    data, sent = b"id: %s\ndata: %s\n\n" % (version.encode(), view), version
                await asyncio.wait_for(response.write(data), _WRITE_SECONDS)
                if self._stopped.is_set():
                    break
                if changed is self._changed:
                    await _wait_at_most(changed.wait(), HEARTBEAT)
        except (ConnectionError, TimeoutError, web.HTTPNotFound):
            if request.transport is not None:
                request.transport.abort()
        return response

    # What a phone wants

    async def _post_move(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat_of(request)
        text = (await _body(request)).decode("utf-8", "replace")
        shown, table = self._shown(seat), self._seats.table
        if table is None:
            return fault(503, "no-table", words.NO_TABLE)
        try:
            does = read_sentence(text, shown.view)
        except NotationError as error:
            return fault(400, "no-sentence", str(error))
        except ValueError as error:
            return fault(409, "refused", str(error))
        asked = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
        question = "" if asked == "*" else asked
        reply = await self._ask(table, Order(seat, does, question))
        if reply is None:
            return fault(503, "no-table", words.NO_TABLE)
        return await self._answer(request, seat, table, does, reply)

    async def _answer(
        self, request: web.Request, seat: SeatIndex, table: Table, does: Done, reply: Reply
    ) -> web.StreamResponse:
        language = _language(request)
        if reply.outcome == "refused":
            return _refused(table, reply.why)
        if isinstance(does, AskHint) and reply.hint is not None:
            await self._note_hint(seat, table, reply.hint.words)
        if seat not in self._seats.shown:
            # The seat was handed over.
            return _json(200, b"{}")
        view = await self._view(seat, language)
        if reply.outcome == "accepted":
            return _json(200, view)
        why = words.IS_LATE if isinstance(does, AnyCall) else words.IS_STALE
        stale = {"code": "stale", "rule": "", "reason": why}
        return _json(409, msgspec.json.encode(msgspec.json.decode(view) | stale))

    async def _note_hint(self, seat: SeatIndex, table: Table, hint: str) -> None:
        question = self._shown(seat).question
        if question is not None:
            self._seats.hints[seat] = question.id, hint
            await self._ask(table, Order(seat, Connected(True)))

    async def _ask(self, table: Table, order: Order) -> Reply | None:
        """Sends an order and waits for its reply. None if the table is released before."""
        reply = wrap_future(table.send(order))
        released = asyncio.create_task(self._released.wait())
        both: set[asyncio.Future[Any]] = {reply, released}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        released.cancel()
        return reply.result() if reply.done() else None

    # Seats

    async def _post_seat(self, request: web.Request) -> web.StreamResponse:
        await self._check_code(request)
        body = await _body(request)
        try:
            pin = msgspec.json.decode(body, type=_Pin).pin if body.strip() else ""
        except (ValueError, RecursionError):
            return fault(400, "no-json", words.NO_REQUEST)
        async with self._joining:
            return await self._join(request, pin)

    async def _join(self, request: web.Request, pin: str) -> web.StreamResponse:
        """Gives a seat to a phone, asks the laptop first, or answers why it does not get it."""
        shown, table = self._shown(NOBODY), self._seats.table
        number = request.match_info["number"]
        if table is None:
            return fault(503, "no-table", words.NO_TABLE)
        is_number = number.isascii() and number.isdecimal() and len(number) < 3
        seat = SeatIndex(int(number) - 1) if is_number else NOBODY
        if not 0 <= seat < len(shown.places):
            return fault(409, "no-such-seat", words.NO_SUCH_SEAT.format(number=number[:20]))
        name = shown.view.seats[seat].name
        if shown.places[seat] is Place.COMPUTER:
            return fault(409, "computer", words.IS_COMPUTERS.format(name=name))
        request_of = self._seats.requests.get(seat)
        is_own = request_of is not None and request_of.address == request.remote
        if is_own and request_of is not None and request_of.granted is not None:
            del self._seats.requests[seat]
            if request_of.granted:
                return await self._give(table, seat)
            refused = seat, request_of.address
            self._seats.refusals[refused] = self._seats.refusals.get(refused, 0) + 1
            return fault(409, "not-given", words.NOT_GIVEN.format(name=name))
        is_dealt = shown.view.phase not in UNDEALT or bool(shown.view.results)
        if seat in table.pins and self._seats.pin_tries.get(seat, 0) < MAX_PIN_TRIES:
            return await self._try_pin(table, seat, name, pin)
        if is_dealt or seat in self._seats.tokens or seat in table.pins:
            return await self._ask_laptop(request, table, seat, name)
        return await self._give(table, seat)

    async def _try_pin(
        self, table: Table, seat: SeatIndex, name: str, pin: str
    ) -> web.StreamResponse:
        """Gives a seat to a phone that has sent its PIN. Counts wrong ones."""
        if not pin:
            return fault(403, "needs-pin", words.NEEDS_PIN.format(name=name))
        is_right = await self._loop.run_in_executor(
            self._workers, table.pins.is_pin_of, seat, TypedPin(pin[:20])
        )
        if is_right:
            return await self._give(table, seat)
        self._seats.pin_tries[seat] = self._seats.pin_tries.get(seat, 0) + 1
        return fault(403, "wrong-pin", words.WRONG_PIN.format(name=name))

    async def _ask_laptop(
        self, request: web.Request, table: Table, seat: SeatIndex, name: str
    ) -> web.StreamResponse:
        """Asks somebody at the laptop for a seat, once for each phone that waits."""
        if self._seats.refusals.get((seat, request.remote or ""), 0) >= MAX_REFUSALS:
            return fault(409, "not-given", words.NOT_GIVEN.format(name=name))
        waiting = self._seats.requests.get(seat)
        if waiting is None or (waiting.granted is not None and waiting.address != request.remote):
            self._seats.requests[seat] = SeatRequest(request.remote or "")
            await self._ask(table, Order(seat, AskForSeat()))
        return fault(202, "asked", words.IS_ASKED.format(name=name))

    async def _give(self, table: Table, seat: SeatIndex) -> web.StreamResponse:
        """Gives a seat to the phone that asks, with a new token. An older token becomes invalid."""
        reply = await self._ask(table, Order(seat, MoveTo(Place.ELSEWHERE)))
        if reply is None or reply.outcome != "accepted":
            return fault(503, "no-table", words.NO_TABLE)
        token = tokens.new_token()
        self._seats.tokens[seat] = tokens.hash_of(token)
        self._seats.pin_tries.pop(seat, None)
        self._seats.requests.pop(seat, None)
        table.wanted.discard(seat)
        table.pins.trust(seat)
        self._last_seen[seat] = self._loop.time()
        await self._loop.run_in_executor(self._workers, self._seats.keep)
        await self._ask(table, Order(seat, Connected(True)))
        self._wake()
        body = msgspec.json.encode({"seat": seat + 1, "location": f"/{token}"})
        response = _json(201, body)
        response.headers["Location"] = f"/{token}"
        path = f"/{self._seats.code}"
        response.set_cookie(_COOKIE, token, path=path, httponly=True, samesite="Strict")
        return response

    async def _delete(self, request: web.Request) -> web.StreamResponse:
        seat = await self._seat_of(request)
        table = self._seats.table
        if table is None:
            return fault(503, "no-table", words.NO_TABLE)
        table.pins.lock(seat)
        await self._ask(table, Order(seat, MoveTo(Place.KEYBOARD)))
        return web.Response(status=204)


async def _prepare(_: web.Request, response: web.StreamResponse) -> None:
    add_headers(response)


async def _wait_at_most(waiting: Awaitable[Any], seconds: float) -> None:
    """Waits for something, at most some seconds."""
    try:
        await asyncio.wait_for(waiting, seconds)
    except TimeoutError:
        return


async def _body(request: web.Request) -> bytes:
    return await asyncio.wait_for(request.read(), _BODY_SECONDS)


def _is_own_page(request: web.Request, host: str) -> bool:
    """Whether a request comes from a page of this server or from a program, not another page."""
    origin = request.headers.get("Origin")
    is_cross_site = request.headers.get("Sec-Fetch-Site", "").lower() == "cross-site"
    return not is_cross_site and (origin is None or origin.lower() == f"http://{host}")


def _wants_json(request: web.Request) -> bool:
    return "application/json" in request.headers.get("Accept", "").lower()


def _language(request: web.Request) -> str:
    """The language of `Accept-Language` that is known and wanted most, else English."""
    wanted = []
    for part in request.headers.get("Accept-Language", "")[:200].split(","):
        name, _, weight = part.strip().partition(";")
        try:
            wanted.append((-float(weight.strip().removeprefix("q=") or 1), name))
        except ValueError:
            continue
    names = [name for _, name in sorted(wanted, key=lambda one: one[0])]
    return wanted_language(*names, environment={})


def _page() -> web.StreamResponse:
    text = (STATIC / "page.html").read_text("utf-8")
    return web.Response(text=text, content_type="text/html")


def _json(status: int, body: bytes) -> web.Response:
    return web.Response(status=status, body=body, content_type="application/json")


def _refused(table: Table, why: str | Refusal) -> web.Response:
    """The response to an order that is refused: code, clause and sentence."""
    if isinstance(why, Refusal):
        return fault(409, why.code, reason(table.rules, why, table.short_names), why.rule)
    return fault(409, "refused", why)
