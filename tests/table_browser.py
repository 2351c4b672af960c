"""A table and the people at it, in a real browser: what the tests of the page share."""

import asyncio
import os
import re
import shutil
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

from damier import Clock, Color, Game
from damier.web import Limits, SqliteStore, make_app
from damier.web.state import Seat, TableState, hashed

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
SECRETS = {"white": "w" * 24, "black": "b" * 24}
LIMITS = Limits(messages=1000, requests=1000, games_at_once=1000, sockets_per_minute=10_000)


class Server:
    """The server in a thread of its own, on a free port; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "tables.sqlite")
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._games = 0
        self.start()

    def start(self) -> None:
        import uvicorn

        self.store = SqliteStore(self.path)
        app = make_app(self.store, limits=LIMITS)
        config = uvicorn.Config(app, port=self.port, log_level="warning", ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
            assert self._thread.is_alive(), "the server has not started"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def seat(self, game: Game, *, arrived: bool = True, **bots: str) -> "Seats":
        """Puts a game into the store, with two people or bots of these levels (white, black)."""
        self._games += 1
        id = f"game{self._games:08d}"
        seats = {
            side: Seat(level=bots[side])
            if side in bots
            else Seat(key=hashed(secret), arrived=arrived)
            for side, secret in SECRETS.items()
        }
        state = TableState(id=id, game=game, seats=seats, revision=1)
        with ThreadPoolExecutor(1) as apart:  # in this thread Playwright's loop runs
            apart.submit(asyncio.run, self._write(state)).result()
        return Seats(f"{self.url}/game/{id}", id)

    async def _write(self, state: TableState) -> None:
        await self.store.write([state.row(self.store.now())])

    def stored(self) -> set[str]:
        """The games in the store."""
        with closing(sqlite3.connect(self.path)) as base:
            return {id for (id,) in base.execute("select id from games")}

    def clock(self, seconds: float) -> Clock:
        """A clock with so much for each side, which waits until both players are there."""
        clock = Clock.from_time_control(f"{seconds:g}", now=self.store.now)
        clock.pause()
        return clock


class Seats:
    """The links of a game."""

    def __init__(self, spectator: str, id: str) -> None:
        self.id, self.spectator = id, spectator
        self.white, self.black = (f"{spectator}#{SECRETS[side]}" for side in ("white", "black"))


class SlowLine:
    """A line on which what the server says can be held up."""

    def __init__(self) -> None:
        self._held: list[Any] | None = None

    def join(self, page: Any) -> None:
        page.route_web_socket(re.compile("/ws/"), self._open)

    def hold(self) -> None:
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for message in held:
            self._page.send(message)

    def _open(self, page: Any) -> None:
        self._page = page
        page.connect_to_server().on_message(self._hear)

    def _hear(self, message: Any) -> None:
        if self._held is None:
            self._page.send(message)
        else:
            self._held.append(message)


class People:
    """Opens pages, each of a person of its own, and sees that none of them complains."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self.complaints: list[str] = []

    def come(
        self,
        link: str,
        *,
        lang: str = "en",
        dark: bool = False,
        line: SlowLine | None = None,
        **size: Any,
    ) -> "Person":
        context = self._browser.new_context(
            locale=lang,
            color_scheme="dark" if dark else "light",
            permissions=["clipboard-read", "clipboard-write"],
            reduced_motion="reduce",
            **(size or DESKTOP),
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        if line is not None:
            line.join(page)
        page.goto(link)
        return Person(page)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def leave(self) -> None:
        while self._contexts:
            self._contexts.pop().close()


class Person:
    """Somebody at a page."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def cell(self, square: int) -> Any:
        return self.page.locator(f'.cell[data-square="{square}"]')

    def click(self, *squares: int) -> None:
        for square in squares:
            self.cell(square).click()

    def drag(self, *squares: int) -> None:
        """Drags the piece on the first square to the next, and from there on."""
        for start, goal in pairwise(squares):
            self.cell(start).hover()
            self.page.mouse.down()
            self.cell(goal).hover()
            self.page.mouse.up()

    def swipe(self, start: int, goal: int) -> None:
        """Drags with a finger."""
        screen = self.page.context.new_cdp_session(self.page)
        (x, y), (to_x, to_y) = self.middle(start), self.middle(goal)
        ways = [("touchStart", x, y), ("touchMove", (x + to_x) / 2, (y + to_y) / 2)]
        for kind, at_x, at_y in [*ways, ("touchMove", to_x, to_y)]:
            screen.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]},
            )
        screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def middle(self, square: int) -> tuple[float, float]:
        box = self.cell(square).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def name(self, square: int) -> str:
        """What is read aloud at a square."""
        return str(self.cell(square).get_attribute("aria-label"))

    def pieces(self) -> dict[int, str]:
        """What stands where, by what is read aloud in English: {32: "white man"}."""
        names = self.page.locator(".cell").evaluate_all(
            "cells => cells.map(cell => [cell.dataset.square, cell.getAttribute('aria-label')])"
        )
        kinds = {int(square): name.split(", ")[1] for square, name in names}
        return {square: kind for square, kind in kinds.items() if kind != "empty"}

    def sees(self, text: str) -> None:
        """Waits until the line above the moves says this."""
        self.page.locator("#status", has_text=re.compile(re.escape(text))).wait_for()

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "count => document.querySelectorAll('#moves .move').length === count", arg=count
        )

    def press(self, name: str) -> None:
        """Presses the button with this name."""
        self.page.get_by_role("button", name=name, exact=False).click()

    def chosen(self) -> int | None:
        found = self.page.locator('.cell[aria-selected="true"]')
        return int(found.get_attribute("data-square")) if found.count() else None


def names(game: Game) -> dict[int, str]:
    """The pieces of a game as `Person.pieces` has them."""
    return {
        square: f"{'white' if piece.color is Color.WHITE else 'black'} "
        f"{'king' if piece.king else 'man'}"
        for square, piece in game.board.piece_map().items()
    }


def launch(playwright: Any) -> Any:
    """Debian's Chromium; root can run it only without its sandbox."""
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=CHROMIUM, args=args)
