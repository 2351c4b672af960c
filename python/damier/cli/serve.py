"""The part of the command line that serves a table to play at: `damier serve`."""

import argparse
import contextlib
import threading
import webbrowser
from pathlib import Path

_NEEDS = "damier serve needs Starlette, uvicorn and websockets: pip install 'damier[web]'"
_OPEN_AFTER = 0.5


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of `damier serve`."""
    command.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets the network in"
    )
    command.add_argument("--port", type=int, default=8000, help="8000 if not given")
    command.add_argument(
        "--store", metavar="FILE", help="where games are kept; if not given, in your home directory"
    )
    command.add_argument(
        "--name",
        action="append",
        default=[],
        help="a name under which a proxy serves this, as dammen.example.org; may be repeated",
    )
    command.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="open the page in a browser; if not given, where this listens on the machine alone",
    )
    command.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Serves until it is interrupted."""
    try:
        import uvicorn

        from damier import web
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "damier":
            raise
        raise ValueError(_NEEDS) from None
    _allow_sockets()
    store = Path(args.store) if args.store else _own_store()
    try:
        app = web.make_app(web.SqliteStore(str(store)), names=args.name)
    except web.StoreError as error:
        raise ValueError(str(error)) from None
    config = uvicorn.Config(
        app,
        host=args.host,
        port=args.port,
        log_level="warning",
        access_log=False,
        ws_max_size=web.Limits().body,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    page = f"http://{_shown(args.host)}:{args.port}/"
    print(f"Games are kept in {store}. The table is at {page} (Ctrl-C ends it)", flush=True)
    if args.open or (args.open is None and args.host in ("127.0.0.1", "localhost")):
        timer = threading.Timer(_OPEN_AFTER, webbrowser.open, (page,))
        timer.daemon = True
        timer.start()
    uvicorn.Server(config).run()
    return 0


def _allow_sockets() -> None:
    """Lets this process open as many sockets as the system would let it, where it tells."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _own_store() -> Path:
    folder = Path.home() / ".local" / "share" / "damier"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "games.sqlite"


def _shown(host: str) -> str:
    """An address as it stands in a link; that of this machine, for all addresses."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
