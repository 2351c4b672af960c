"""The requests that a server answers."""

import contextlib
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from copy import copy
from functools import lru_cache
from importlib.resources import files
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ..engine import LEVELS
from ..game import Game
from ..game.rules import RULE_SETS, default_rules
from ..pdn import Record, dumps
from ..svg import blank
from ..values import Color, Variant
from ..words import LANGUAGES
from .connection import Connection
from .guard import Guard
from .limits import Buckets, Limits
from .messages import read_message
from .shown import link, pieces_at_start
from .state import TableState
from .store import Store
from .tables import Tables, read_wish, rules_for
from .words import RefusalError, sentence

_STATIC = Path(str(files("damier.web") / "static"))
log = logging.getLogger("damier.web")

_CLOCKS = ["none", "10", "5", "3+2"]
_TRY_AGAIN = 1013


def make_app(store: Store, *, limits: Limits | None = None, names: Iterable[str] = ()) -> ASGIApp:
    """The server as an ASGI application, which closes the store when it ends.

    Args:
        store: Where games are kept.
        limits: How much is taken; `Limits()` if left out.
        names: The names under which the server is reached, besides addresses, localhost and the
            machine's own.
    """
    site = _Site(store, limits or Limits())
    routes = [
        Route("/", _page),
        Route("/game/{id}", _page),
        Route("/board/{variant}.svg", _answering(_board)),
        Route("/api/options", _answering(_options)),
        Route("/api/games", _answering(site.create), methods=["POST"]),
        Route("/api/games/{id}.pdn", _answering(site.pdn)),
        Route("/api/games/{id}/analysis", _answering(site.analyse), methods=["POST"]),
        WebSocketRoute("/ws/{id}", site.socket),
        Mount("/static", StaticFiles(directory=_STATIC, check_dir=False)),
    ]
    return Guard(Starlette(routes=routes, lifespan=site.lifespan), names)


class _Site:
    """The requests that concern games."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._tables, self._limits = Tables(store, limits), limits
        self._new_games = Buckets(limits.games_per_minute / 60, limits.games_at_once)
        self._new_sockets = Buckets(limits.sockets_per_minute / 60, limits.sockets_per_minute)
        self._requests = Buckets(limits.requests, 10 * limits.requests)
        self._sockets: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self._tables.start()
        try:
            yield
        finally:
            await self._tables.close()

    async def create(self, request: Request) -> Response:
        self._count(request)
        data = await _body(request, self._limits.body)
        if data.get("lang") in LANGUAGES:
            request.state.language = data["lang"]
        wish = read_wish(data, self._limits)
        if not self._new_games.take(_address(request)):
            raise RefusalError("too-fast", 429)
        opened = await self._tables.create(wish)
        links = {
            "you": link(opened.id, opened.secret),
            "friend": link(opened.id, opened.friend) if opened.friend else None,
            "spectator": link(opened.id),
        }
        answer = {"id": opened.id, "seat": opened.role, "secret": opened.secret, "links": links}
        return JSONResponse(answer, 201, headers={"Cache-Control": "no-store"})

    async def pdn(self, request: Request) -> Response:
        self._count(request)
        id = request.path_params["id"]
        table = await self._tables.find(id)
        return Response(
            dumps(Record.from_game(_with_names(table.state))),
            media_type="text/plain; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{id}.pdn"',
                "Cache-Control": "no-store",
            },
        )

    async def analyse(self, request: Request) -> Response:
        self._count(request)
        await self._tables.analyse(request.path_params["id"])
        return JSONResponse({"started": True}, 202)

    def _count(self, request: Request) -> None:
        if not self._requests.take(_address(request)):
            raise RefusalError("too-fast", 429)

    async def socket(self, socket: WebSocket) -> None:
        address = _address(socket)
        limits = self._limits
        if (
            not self._new_sockets.take(address)
            or self._sockets[address] >= limits.sockets_per_address
            or self._sockets.total() >= limits.sockets
        ):
            log.info("%s, %s: sent away, too many sockets", socket.url.path, address)
            await socket.accept()
            await socket.close(_TRY_AGAIN)
            return
        self._sockets[address] += 1
        try:
            await socket.accept()
            await Connection(socket, self._tables, address).run()
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]


def _with_names(state: TableState) -> Game:
    """The game as it is written down: a bot is named by its level."""
    game = copy(state.game)
    for side, seat in state.seats.items():
        if seat.level:
            game.headers[side.capitalize()] = f"damier {seat.level}"
    return game


def _answering(
    handler: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """A handler whose refusals are answers."""

    async def answer(request: Request) -> Response:
        language = request.query_params.get("lang", "en")
        request.state.language = language
        try:
            return await handler(request)
        except RefusalError as error:
            log.info("%s, %s: refused, %s", request.url.path, _address(request), error.code)
            text = error.text(request.state.language)
            return JSONResponse({"error": {"code": error.code, "text": text}}, error.status)

    return answer


async def _body(request: Request, most: int) -> dict[str, Any]:
    """The JSON in a request, of which no more is read than is allowed."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise RefusalError("too-large", 413)
    try:
        return read_message(body)
    except ValueError:
        raise RefusalError("bad-message", 400) from None


def _address(connection: HTTPConnection) -> str:
    """Who asks, as far as limits are concerned: of IPv6 the network, of which everybody has one."""
    host = connection.client.host if connection.client else "?"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # as a proxy has written it
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network(f"{address}/64", strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


async def _page(request: Request) -> Response:
    return FileResponse(_STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def _board(request: Request) -> Response:
    variant = request.path_params["variant"]
    if variant not in list(Variant):
        raise RefusalError("bad-request", 404, field="variant")
    numbers = request.query_params.get("numbers") == "1"
    perspective = request.query_params.get("perspective", "white")
    if perspective not in ("white", "black"):
        raise RefusalError("bad-request", field="perspective")
    return Response(
        blank(variant, numbers=numbers, perspective=Color(perspective)),
        media_type="image/svg+xml",
        headers={"Cache-Control": "max-age=3600"},
    )


async def _options(request: Request) -> Response:
    language = request.query_params.get("lang", "en")
    if language not in LANGUAGES:
        raise RefusalError("bad-request", field="lang")
    return Response(_options_text(language), media_type="application/json")


@lru_cache
def _options_text(language: str) -> str:
    limits = Limits()
    return json.dumps(
        {
            "variants": [_variant(variant, language) for variant in Variant],
            "clocks": _CLOCKS,
            "languages": list(LANGUAGES),
            "limits": {"name": limits.name, "minutes": 180, "increment": 99},
        },
        ensure_ascii=False,
    )


def _variant(variant: Variant, language: str) -> dict[str, Any]:
    return {
        "name": variant.value,
        "size": variant.size,
        "levels": list(LEVELS[variant]),
        "rules": [
            {"name": name, "text": _in_words(name, variant, language)}
            for name in rules_for(variant)
        ],
        "default_rules": default_rules(variant).name,
        "start": pieces_at_start(Game(variant)),
    }


def _in_words(name: str, variant: Variant, language: str) -> str:
    """What makes a draw by a set of rules."""
    rules = RULE_SETS[name]
    parts = []
    for rule in rules.rules_on(variant):
        claim = f" ({sentence('claimed', language)})" if rule.claim else ""
        parts.append(rule.sentence(language) + claim)
    if not parts:
        parts.append(sentence("no-rules", language))
    if rules.max_draw_offers is not None:
        parts.append(sentence("offers", language, count=rules.max_draw_offers))
    return "; ".join(parts)
