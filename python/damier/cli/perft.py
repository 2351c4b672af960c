"""The part of the command line that counts and lists: `damier perft|moves|verify`."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import damier
from damier import Board, Move, tables
from damier.progress import progress_on

from .options import (
    add_convention,
    add_effort,
    add_moves,
    add_position,
    add_variant,
    board_of,
    whole_number,
)

# Without --deep, verify leaves out greater counts. The others add up to 264 million leaves.
_QUICK = 40_000_000

_VERIFY_ROW = "{:<13}  {:<15}  {:<10}  {:>5}  {:>14}  {:>14}  {}"


def perft(args: argparse.Namespace) -> int:
    """Counts the lines of play of a length."""
    board = announced_board(args)
    start = time.perf_counter()
    with progress_on(sys.stderr) as report:
        nodes = damier.perft(board, args.depth, **effort(args), routes=args.routes, progress=report)
    seconds = time.perf_counter() - start
    if args.json:
        print_json(count_record(args, board, nodes, seconds))
    else:
        print_total(args, nodes, seconds)
    return 0


def moves(args: argparse.Namespace) -> int:
    """Lists the legal moves."""
    moves = board_of(args).legal_moves
    if args.json:
        print_json([_move_record(move) for move in moves])
    elif moves:
        print_columns([_move_row(move) for move in moves], "<<<")
    else:
        print("no legal move")
    return 0


def verify(args: argparse.Namespace) -> int:
    """Counts the known tables again, or the records past them."""
    if args.records and args.deep:
        raise ValueError("--records goes without --deep: the records are past the tables")
    if args.records and args.hash == 0:
        raise ValueError("--records needs a table, such as --hash 4096: without one it takes weeks")
    if not args.json:
        print(_VERIFY_ROW.format(*Count._fields, "verdict"))
    start = time.perf_counter()
    counts = []
    for count in _recounted(args):
        counts.append(count)
        if not args.json:
            expected, counted = f"{count.expected:,}", f"{count.counted:,}"
            verdict = "ok" if count.counted == count.expected else "DIFFERS"
            print(_VERIFY_ROW.format(*count[:4], expected, counted, verdict), flush=True)
    seconds = time.perf_counter() - start
    differing = sum(count.counted != count.expected for count in counts)
    if args.json:
        positions = [count._asdict() for count in counts]
        print_json({"ok": not differing, "positions": positions})
    else:
        _print_pace(sum(count.counted for count in counts), seconds)
        if differing:
            print(f"{differing} of {len(counts)} counts differ")
        else:
            print(f"all {len(counts)} counts verified")
    return 1 if differing else 0


class Count(NamedTuple):
    variant: str
    name: str
    convention: str
    depth: int
    expected: int
    counted: int


def _recounted(args: argparse.Namespace) -> Iterator[Count]:
    """Counts again what the arguments select of the tables or the records."""
    known: tuple[tables.Table | tables.Record, ...] = (
        tables.RECORDS if args.records else tables.TABLES
    )
    for table in known:
        if args.variant not in (None, table.variant):
            continue
        board = Board(table.variant, table.fen)
        first = table.depth if isinstance(table, tables.Record) else 1
        for convention, counts in (("moves", table.moves), ("routes", table.routes)):
            routes = convention == "routes"
            for depth, expected in enumerate(counts, start=first):
                if args.records or args.deep or expected <= _QUICK:
                    with progress_on(sys.stderr) as report:
                        counted = damier.perft(
                            board, depth, **effort(args), routes=routes, progress=report
                        )
                    yield Count(table.variant, table.name, convention, depth, expected, counted)


def announced_board(args: argparse.Namespace) -> Board:
    """The position asked for, shown before a count that may take long."""
    board = board_of(args)
    if not args.json:
        print(f"{args.variant}  {board.fen(ranges=True)}", flush=True)
    return board


def effort(args: argparse.Namespace) -> dict[str, Any]:
    return {"threads": args.threads, "hash_mb": args.hash}


def _convention(args: argparse.Namespace) -> str:
    return "routes" if args.routes else "moves"


def print_total(args: argparse.Namespace, nodes: int, seconds: float) -> None:
    print(f"depth {args.depth}, {_convention(args)}: {nodes:,}")
    _print_pace(nodes, seconds)


def _print_pace(leaves: int, seconds: float) -> None:
    print(f"{seconds:,.3f} s, {leaves / max(seconds, 1e-9):,.0f} leaves per second")


def count_record(
    args: argparse.Namespace, board: Board, nodes: int, seconds: float
) -> dict[str, object]:
    return {
        "variant": args.variant,
        "fen": board.fen(),
        "depth": args.depth,
        "convention": _convention(args),
        "nodes": nodes,
        "seconds": round(seconds, 6),
    }


def _move_record(move: Move) -> dict[str, object]:
    return {
        "text": str(move),
        "long": move.long(),
        "from": move.from_square,
        "to": move.to_square,
        "captured": move.captured,
        "path": move.path,
        "promotion": move.is_promotion,
    }


def _move_row(move: Move) -> tuple[str, ...]:
    if not move.is_capture:
        return str(move), "", ""
    return str(move), move.long(), "takes " + ", ".join(map(str, move.captured))


def print_columns(rows: Sequence[Sequence[str]], alignment: str) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, alignment, widths, strict=True)
        print("  ".join(f"{text:{side}{width}}" for text, side, width in cells).rstrip())


def print_json(value: object) -> None:
    import json

    print(json.dumps(value))


def add_commands(commands: "argparse._SubParsersAction[Any]") -> None:
    """Adds the commands to the parser of `damier`."""

    def add(
        name: str, run: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        command.add_argument("--json", action="store_true", help="print JSON, on one line")
        return command

    command = add("perft", perft, "count the lines of play of DEPTH plies")
    command.add_argument("depth", metavar="DEPTH", type=whole_number(0))
    add_position(command)
    add_moves(command)
    add_convention(command)
    add_effort(command)

    command = add("moves", moves, "list the legal moves")
    add_position(command)
    add_moves(command)

    command = add("verify", verify, "count the published perft tables again and compare")
    add_variant(command, default=None, about="both if not given")
    command.add_argument("--deep", action="store_true", help="all depths; takes minutes")
    command.add_argument(
        "--records",
        action="store_true",
        help="the totals past the tables instead, which only this program counted; takes hours"
        " and needs --hash",
    )
    add_effort(command)
