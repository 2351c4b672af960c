"""A server as a process: its socket, its log, its end."""

import contextlib
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn

from .app import make_app
from .limits import Limits
from .store import SqliteStore, StoreError


def serve(
    path: str,
    host: str,
    port: int,
    names: Iterable[str] = (),
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serves until the process is interrupted.

    Args:
        path: The file in which games are kept.
        host: The address to listen on.
        port: 0 for any that is free.
        names: As for `make_app`.
        ready: Called with the address of the page as soon as it is answered.

    Raises:
        ValueError: The store cannot be opened, nobody can listen there, or it cannot start.
    """
    with _listener(host, port) as listener:
        try:
            store = SqliteStore(path)
        except StoreError as error:
            raise ValueError(str(error)) from None
        config = uvicorn.Config(
            make_app(store, names=names),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=Limits().body,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
        )
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
        _allow_sockets()
        page = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
        server = _Server(config, lambda: ready and ready(page))
        server.run([listener])
        if not server.started:
            raise ValueError("the server could not start; its log says why")


class _Server(uvicorn.Server):
    """A server that tells when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], object]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._tell()


def open_page(address: str) -> None:
    """Shows a page in the browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def own_store() -> str:
    """The file in the home directory of who runs this; its folder is made if there is none."""
    folder = Path.home() / ".local" / "share" / "damier"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "games.sqlite")


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise ValueError(f"cannot listen on {host}, port {port}: {reason}") from None


def _allow_sockets() -> None:
    """Lets this process open as many sockets as the system would let it, where it tells."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _shown(host: str) -> str:
    """An address as it stands in a link; that of this machine, for all addresses."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
