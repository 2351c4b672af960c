"""The part of the command line that builds and asks endgame tables: `damier endgame …`."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from damier import Board, Move
from damier.endgame import Endgame, Tables, Value
from damier.endgame import build as build_tables
from damier.progress import progress_on

from .options import add_moves, add_position, add_variant, board_of, whole_number
from .perft import print_columns, print_json

_FROM_THE_OTHER_SIDE: dict[str, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


@contextmanager
def _files_named() -> Iterator[None]:
    """Makes a file or directory that cannot be had the reason of a refusal."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise
        raise ValueError(f"{error.filename}: {error.strerror}") from None


def build(args: argparse.Namespace) -> int:
    """Fills a directory with tables."""
    with _files_named(), progress_on(sys.stderr, unit="positions") as report:
        build_tables(
            args.variant,
            args.pieces,
            args.directory,
            threads=args.threads,
            progress=None if report is None else lambda done, total: report(done, total, done),
        )
    print(f"{args.directory}: {args.variant}, every position of up to {args.pieces} pieces")
    return 0


def probe(args: argparse.Namespace) -> int:
    """Tells how a position ends, and what each move makes of it."""
    board = board_of(args)
    tables = Tables(args.directory)
    with _files_named():
        found = tables.probe(board)
    if found is None:
        known, here = tables.pieces(board.variant), len(board.piece_map())
        raise ValueError(f"the tables tell positions of up to {known} pieces, not this of {here}")
    moves = [(str(move), _after(tables, board, move)) for move in board.legal_moves]
    if args.json:
        told = [{"move": text} | ending._asdict() for text, ending in moves]
        print_json(found._asdict() | {"moves": told})
    else:
        print(_told(found))
        if moves:
            print_columns([(text, _told(ending)) for text, ending in moves], "<<")
    return 0


def _after(tables: Tables, board: Board, move: Move) -> Endgame:
    """How the game ends after a move, for the side that plays it."""
    board.push(move)
    found = tables.probe(board)
    board.pop()
    assert found is not None, "what a known position leads to is known"
    plies = None if found.plies is None else found.plies + 1
    return Endgame(_FROM_THE_OTHER_SIDE[found.value], plies)


def _told(ending: Endgame) -> str:
    if ending.plies is None:
        return ending.value
    return f"{ending.value} in {ending.plies} {'ply' if ending.plies == 1 else 'plies'}"


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Adds the commands to the parser of `damier endgame`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    about = "fill a directory with the tables of every position of up to so many pieces"
    command: Any = commands.add_parser("build", help=about, description=about)
    command.set_defaults(run=build)
    add_variant(command, default="international", about="international if not given")
    command.add_argument("--pieces", metavar="N", type=whole_number(2), required=True)
    command.add_argument(
        "--directory", metavar="DIR", required=True, help="where the files lie; made if missing"
    )
    command.add_argument(
        "--threads",
        metavar="N",
        type=whole_number(0),
        default=1,
        help="1 if not given, 0 for one per core",
    )

    about = "tell how a position ends, and what each move makes of it"
    command = commands.add_parser("probe", help=about, description=about)
    command.set_defaults(run=probe)
    add_position(command)
    add_moves(command)
    command.add_argument(
        "--directory", metavar="DIR", help="of built tables; the built-in ones too"
    )
    command.add_argument("--json", action="store_true", help="print JSON, on one line")
