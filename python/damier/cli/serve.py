"""The part of the command line that serves a table to play at: `damier serve`."""

import argparse

from .options import whole_number

_NEEDS = "damier serve needs Starlette, uvicorn and websockets: pip install 'damier[web]'"
_OWN = ("127.0.0.1", "::1", "localhost")


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of `damier serve`."""
    command.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets the network in"
    )
    command.add_argument(
        "--port", type=whole_number(0), default=8000, help="8000 if not given; 0 for any"
    )
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
        from damier.web import serving
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "damier":
            raise
        raise ValueError(_NEEDS) from None
    path = args.store or serving.own_store()
    opens = args.host in _OWN if args.open is None else args.open

    def ready(page: str) -> None:
        print(f"Games are kept in {path}. The table is at {page} (Ctrl-C ends it)", flush=True)
        if opens:
            serving.open_page(page)

    serving.serve(path, args.host, args.port, args.name, ready)
    return 0
