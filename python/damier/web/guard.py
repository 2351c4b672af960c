"""Who may ask, and what every answer says to the browser."""

import ipaddress
import logging
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .words import sentence

log = logging.getLogger("damier.web")

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Lets requests to this server pass, those of its own pages where something is changed.

    A name that is not this server's own is refused, for whoever owns a name can have it lead here
    and so have a browser take their page for ours.

    Args:
        app: What is guarded.
        names: The names under which the server is reached, besides addresses, localhost and the
            machine's own.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        own = socket.gethostname().lower()
        self._app = app
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if not self._is_ours(headers) or (changes and not _same_origin(headers)):
            log.info("%s: refused, other-origin", (scope.get("client") or ("?",))[0])
            await _refuse(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, answer)

    def _is_ours(self, headers: Headers) -> bool:
        try:
            name = urlsplit("//" + headers.get("host", "")).hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _same_origin(headers: Headers) -> bool:
    """Whether the request comes from a page of the host that it goes to."""
    try:
        origin = urlsplit(headers.get("origin", ""))
    except ValueError:
        return False
    return origin.scheme in ("http", "https") and origin.netloc == headers.get("host")


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    error = {"code": "other-origin", "text": sentence("other-origin", "en")}
    await JSONResponse({"error": error}, 403)(scope, receive, send)
