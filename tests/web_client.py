"""A server in a thread, and a page as the tests play it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from damier.web import Limits, SqliteStore, make_app

SECONDS = 60  # a page waits no longer for anything


class HastyStore(SqliteStore):
    """A store whose time can be set ahead, and which tells how to be told of changes."""

    ahead = 0.0

    def listen(self, changed: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()
        self.heard = lambda id: loop.call_soon_threadsafe(changed, id)

    def now(self) -> float:
        return super().now() + self.ahead


class Answer:
    """What a request was answered."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """A server that listens on this machine."""

    def __init__(self, port: int, store: HastyStore | None) -> None:
        self.port, self.store = port, store
        self.origin = f"http://127.0.0.1:{port}"

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask(urllib.request.Request(self.origin + path, headers=headers))

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Origin": self.origin, **headers}
        return self._ask(urllib.request.Request(self.origin + path, data, headers))

    def _ask(self, request: urllib.request.Request) -> Answer:
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def connect(self, id: str, **more: Any) -> ClientConnection:
        """A socket on which nothing has been said."""
        url = f"ws://127.0.0.1:{self.port}/ws/{id}"
        return connect(url, **{"origin": self.origin, "close_timeout": 1, **more})

    def create(self, **wish: Any) -> dict[str, Any]:
        wish = {"variant": "international", "opponent": "friend", "color": "white", **wish}
        answer = self.post("/api/games", wish)
        assert answer.status == 201, answer.text
        return answer.json()

    @contextlib.contextmanager
    def page(self, id: str, secret: str | None = None, **more: Any) -> Iterator[Page]:
        with self.connect(id) as connection:
            page = Page(connection)
            page.send(type="join", secret=secret, **more)
            yield page

    @contextlib.contextmanager
    def pair(self, **wish: Any) -> Iterator[tuple[Page, Page]]:
        """White and Black, whose secret is kept, both at the table."""
        made = self.create(**wish)
        self.secret = friend = made["links"]["friend"].partition("#")[2]
        with self.page(made["id"], made["secret"]) as white, self.page(made["id"], friend) as black:
            white.until(lambda state: state["players"]["black"]["present"])
            black.state()
            yield white, black


class Page:
    """One socket of a page."""

    _names = itertools.count()

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.client = f"page{next(self._names)}"
        self.numbers = itertools.count(1)
        self.last: dict[str, Any] = {}
        self.answers: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.connection.recv(timeout=SECONDS))
        if message["type"] == "state":
            self.last = message
        else:
            self.answers.append(message)
        return message

    def of_type(self, *types: str) -> dict[str, Any]:
        """The next message of these types."""
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def state(self) -> dict[str, Any]:
        return self.of_type("state")

    def until(self, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first state of which that is true."""
        while not (self.last and true(self.last)):
            self.state()
        return self.last

    def act(self, action: str, **more: Any) -> dict[str, Any]:
        """Does something and returns the answer."""
        message = {
            "type": "act",
            "nr": next(self.numbers),
            "client": self.client,
            "version": self.last.get("version", 0),
            "action": action,
            **more,
        }
        self.send(**message)
        return self.of_type("done", "refused", "gone")

    def plays(self, text: str, other: Page | None = None) -> None:
        """Plays a move; both pages have seen it afterwards."""
        ply = self.last["view"]["ply"]
        answer = self.act("move", move=text)
        assert answer["type"] == "done", answer
        for page in (self, other) if other else (self,):
            page.until(lambda state: state["view"]["ply"] > ply)


@contextlib.contextmanager
def serving(path: Path | str = ":memory:", ahead: float = 0.0, **limits: Any) -> Iterator[Server]:
    store = HastyStore(str(path))
    store.ahead = ahead
    app = make_app(store, limits=Limits(**limits))
    config = uvicorn.Config(app, log_level="error", ws_max_size=Limits().body)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            yield Server(listener.getsockname()[1], store)
        finally:
            server.should_exit = True
            thread.join(SECONDS)
