"""The command line: `damier` and `python -m damier`.

Exit status: 0 done, 1 a count differs, 2 request refused, 130 interrupted, 141 output closed.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from damier import __version__

from . import campaign, divide, endgame, engine, match, pdn, perft, serve


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; --help and --version raise SystemExit."""
    _prepare_streams()
    if sys.stdout is None:
        return _fail("cannot write: standard output is closed")
    try:
        return _run(argv)
    except KeyboardInterrupt as interrupt:
        return _fail(str(interrupt) or "interrupted", status=130)
    except BrokenPipeError:
        _discard_output()
        return 141
    except OSError as error:
        _discard_output()
        return _fail(f"cannot write: {error.strerror}")
    except (ValueError, MemoryError, OverflowError, RuntimeError) as error:
        return _fail(str(error) or type(error).__name__)


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        status: int = args.run(args)
        return status
    finally:
        # Left to the interpreter's exit, a closed pipe would be reported there.
        print(end="", flush=True)


def _prepare_streams() -> None:
    """Has letters escaped that the output cannot spell, and gives a closed standard error a sink.

    Without one, what is meant for it would go to standard output.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _fail(reason: str, status: int = 2) -> int:
    with suppress(OSError):
        print("damier:", " ".join(reason.split()), file=sys.stderr, flush=True)
    return status


def _discard_output() -> None:
    """Lets the text that could not be written go, so that the interpreter's exit is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Leaves the reporting of bad arguments to main."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="damier", description="Draughts on 8x8 and 10x10 boards, counted.")
    parser.add_argument("--version", action="version", version=f"damier {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    perft.add_commands(commands)
    divide.add_command(commands)

    about = "check, convert or count the games in PDN files"
    pdn_parser = commands.add_parser("pdn", help=about, description=about)
    pdn.add_commands(pdn_parser)

    about = "play against the engine, or have it analyse"
    engine_parser = commands.add_parser("engine", help=about, description=about)
    engine.add_commands(engine_parser)

    match.add_command(commands)

    about = "serve a table to play at, as a page on this machine"
    serve.add_options(commands.add_parser("serve", help=about, description=about))

    about = "count in shares, over days and on many machines"
    campaign_parser = commands.add_parser("campaign", help=about, description=about)
    campaign.add_commands(campaign_parser)

    about = "build endgame tables and ask them"
    endgame.add_commands(commands.add_parser("endgame", help=about, description=about))
    return parser
