"""One socket: what a page sends is read and checked, what it is told is sent at its own pace."""

import asyncio
import json
import logging
from collections import deque
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import RefusedError
from ..words import LANGUAGES
from .actions import Action
from .limits import Bucket
from .messages import read_action, read_message
from .state import Role
from .table import Table
from .tables import Tables, read_name
from .words import RefusalError, sentence

log = logging.getLogger("damier.web")

_MOST_WAITING = 100  # messages that a page has not taken; the state is kept once only
_SEND_SECONDS = 20.0
_POLICY, _GOING_AWAY = 1008, 1001
# What a send to a page raises that is not there any more, or takes nothing.
_GONE = (WebSocketDisconnect, TimeoutError, OSError)


class _Leave(Exception):
    """The page is sent away, with the sentence of the code if there is no better one."""

    def __init__(self, code: str, text: str | None = None, *, final: bool = False) -> None:
        super().__init__(code)
        self.code, self.text, self.final = code, text, final


class Connection:
    """A page that looks at a table; the `Watcher` of its socket."""

    def __init__(self, socket: WebSocket, tables: Tables, address: str) -> None:
        self.role: Role = "spectator"
        self.secret: str | None = None
        self.left = False
        self._socket, self._tables, self._address = socket, tables, address
        self._id: str = socket.path_params["id"]
        self._language = "en"
        self._table: Table | None = None
        self._waiting: deque[dict[str, Any]] = deque()
        self._stale = False
        self._analysed = False
        self._farewell: _Leave | None = None
        self._wake = asyncio.Event()
        self._bucket = Bucket(tables.limits.messages, 10 * tables.limits.messages)

    async def run(self) -> None:
        """Serves the page until it goes or is sent away."""
        reader = asyncio.ensure_future(self._read())
        writer = asyncio.ensure_future(self._write())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not writer.done():
                self._read_to_end(reader)
                await asyncio.wait((writer,), timeout=_SEND_SECONDS)
        finally:
            for task in (reader, writer):
                task.cancel()
            _, failed = await asyncio.gather(reader, writer, return_exceptions=True)
            if isinstance(failed, Exception) and not isinstance(failed, _GONE):
                log.error("game %s: a socket failed", self._id, exc_info=failed)
            self.left = True
            if self._table is not None:
                self._table.leave(self)

    def _read_to_end(self, reader: "asyncio.Task[None]") -> None:
        error = reader.exception()
        if isinstance(error, _Leave):
            log.info("game %s, %s: sent away, %s", self._id, self._address, error.code)
            self._farewell = error
        else:
            if error is not None and not isinstance(error, WebSocketDisconnect):
                log.error("game %s: a socket failed", self._id, exc_info=error)
            self._farewell = _Leave("")
        self._wake.set()

    def show(self) -> None:
        self._stale = True
        self._wake.set()

    def show_analysis(self) -> None:
        self._analysed = True
        self._wake.set()

    def send(self, message: dict[str, Any]) -> None:
        self._waiting.append(message)
        if len(self._waiting) > _MOST_WAITING:
            self._waiting.clear()
            self.dismiss("too-fast", final=False)
        self._wake.set()

    def dismiss(self, code: str, *, final: bool) -> None:
        self._farewell = _Leave(code, final=final)
        self._wake.set()

    async def _write(self) -> None:
        """Sends what waits; of states and analyses only the newest, however slow the page is."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._send(json.dumps(self._waiting.popleft(), ensure_ascii=False))
            if self._stale and self._table is not None:
                self._stale = False
                if (text := self._table.text(self)) is not None:
                    await self._send(text)
            if self._analysed and self._table is not None:
                self._analysed = False
                if self._table.analysis is not None:
                    await self._send(self._table.analysis.text())
            if self._farewell is not None:
                await self._say_goodbye(self._farewell)
                return

    async def _say_goodbye(self, leave: _Leave) -> None:
        if not leave.code:
            return
        text = leave.text or sentence(leave.code, self._language)
        gone = {"type": "gone", "code": leave.code, "text": text, "final": leave.final}
        await self._send(json.dumps(gone, ensure_ascii=False))
        code = _GOING_AWAY if leave.code == "closing" else _POLICY
        async with asyncio.timeout(_SEND_SECONDS):
            await self._socket.close(code)

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(_SEND_SECONDS):
            await self._socket.send_text(text)

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(self._tables.limits.join_seconds):
                await self._join(await self._message())
        except TimeoutError:
            raise _Leave("bad-message") from None
        while True:
            message = await self._message()
            if message.get("type") == "ping":
                self.send({"type": "pong"})
            elif message.get("type") == "act":
                await self._act(message)
            else:
                raise _Leave("bad-message")

    async def _message(self) -> dict[str, Any]:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code") or 1000)
        if not self._bucket.take():
            raise _Leave("too-fast")
        text = received.get("text")
        if text is None or len(text) > self._tables.limits.body:
            raise _Leave("bad-message")
        try:
            return read_message(text)
        except ValueError:
            raise _Leave("bad-message") from None

    async def _join(self, message: dict[str, Any]) -> None:
        if message.get("lang") in LANGUAGES:
            self._language = message["lang"]
        secret = message.get("secret")
        if message.get("type") != "join" or not isinstance(secret, str | None):
            raise _Leave("bad-message")
        try:
            table = await self._tables.find(self._id)
            role = table.state.role(secret)
            if role is None:
                raise RefusalError("wrong-secret")
            if role == "spectator" and table.spectators >= self._tables.limits.sockets_per_game:
                raise RefusalError("too-many")
            name = read_name(message.get("name"), self._tables.limits)
            self.role, self.secret, self._table = role, secret, table
            await table.join(self, name)
        except RefusalError as error:
            final = error.code in ("no-such-game", "wrong-secret", "bad-request")
            raise _Leave(error.code, error.text(self._language), final=final) from None

    async def _act(self, message: dict[str, Any]) -> None:
        assert self._table is not None
        try:
            action = read_action(message)
        except ValueError:
            raise _Leave("bad-message") from None
        try:
            await self._table.act(self.role, action)
        except RefusalError as error:
            if error.code != "stale":
                log.info("game %s, %s: refused, %s", self._id, self._address, error.code)
            self._refuse(action, error.code, error.text(self._language))
            self.show()
        except RefusedError as error:
            text = error.text("official", self._language)
            self._refuse(action, str(error.code.value), text, error.squares)
        else:
            self.send({"type": "done", "nr": action.number})

    def _refuse(self, action: Action, code: str, text: str, squares: tuple[int, ...] = ()) -> None:
        self.send(
            {
                "type": "refused",
                "nr": action.number,
                "code": code,
                "text": text,
                "squares": list(squares),
            }
        )
