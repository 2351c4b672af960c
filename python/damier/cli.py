"""The command line: `damier` and `python -m damier`.

Exit status: 0 done, 1 a count differs, 2 request refused, 130 interrupted, 141 output closed.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from damier import Board, Move, __version__, cli_campaign, cli_pdn, divide, perft, tables
from damier.cli_options import (
    add_convention,
    add_effort,
    add_position,
    add_variant,
    whole_number,
)
from damier.progress import progress_on

# Without --deep, verify leaves out greater counts. The others add up to 264 million leaves.
_QUICK = 40_000_000

_VERIFY_ROW = "{:<13}  {:<15}  {:<10}  {:>5}  {:>14}  {:>14}  {}"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; --help and --version raise SystemExit."""
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


def _fail(reason: str, status: int = 2) -> int:
    if sys.stderr is not None:
        with suppress(OSError):
            print("damier:", " ".join(reason.split()), file=sys.stderr, flush=True)
    return status


def _discard_output() -> None:
    """Lets the text that could not be written go, so that the interpreter's exit is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _perft(args: argparse.Namespace) -> int:
    board = _announced_board(args)
    start = time.perf_counter()
    with progress_on(sys.stderr) as report:
        nodes = perft(board, args.depth, **_effort(args), routes=args.routes, progress=report)
    seconds = time.perf_counter() - start
    if args.json:
        _print_json(_count_record(args, board, nodes, seconds))
    else:
        _print_total(args, nodes, seconds)
    return 0


def _divide(args: argparse.Namespace) -> int:
    board = _announced_board(args)
    start = time.perf_counter()
    with progress_on(sys.stderr) as report:
        counts = divide(board, args.depth, **_effort(args), routes=args.routes, progress=report)
    seconds = time.perf_counter() - start
    nodes = sum(counts.values())
    if args.json:
        moves = {move.long(): count for move, count in counts.items()}
        _print_json(_count_record(args, board, nodes, seconds) | {"moves": moves})
    else:
        _print_columns([(move.long(), f"{count:,}") for move, count in counts.items()], "<>")
        _print_total(args, nodes, seconds)
    return 0


def _moves(args: argparse.Namespace) -> int:
    moves = Board(args.variant, args.fen).legal_moves
    if args.json:
        _print_json([_move_record(move) for move in moves])
    elif moves:
        _print_columns([_move_row(move) for move in moves], "<<<")
    else:
        print("no legal move")
    return 0


def _verify(args: argparse.Namespace) -> int:
    if not args.json:
        print(_VERIFY_ROW.format(*_Count._fields, "verdict"))
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
        _print_json({"ok": not differing, "positions": positions})
    else:
        _print_pace(sum(count.counted for count in counts), seconds)
        if differing:
            print(f"{differing} of {len(counts)} counts differ")
        else:
            print(f"all {len(counts)} counts verified")
    return 1 if differing else 0


class _Count(NamedTuple):
    variant: str
    name: str
    convention: str
    depth: int
    expected: int
    counted: int


def _recounted(args: argparse.Namespace) -> Iterator[_Count]:
    """Counts again what the arguments select of the tables."""
    for table in tables.TABLES:
        if args.variant not in (None, table.variant):
            continue
        board = Board(table.variant, table.fen)
        for convention, counts in (("moves", table.moves), ("routes", table.routes)):
            routes = convention == "routes"
            for depth, expected in enumerate(counts, start=1):
                if args.deep or expected <= _QUICK:
                    with progress_on(sys.stderr) as report:
                        counted = perft(
                            board, depth, **_effort(args), routes=routes, progress=report
                        )
                    yield _Count(table.variant, table.name, convention, depth, expected, counted)


def _announced_board(args: argparse.Namespace) -> Board:
    """The position asked for, shown before a count that may take long."""
    board = Board(args.variant, args.fen)
    if not args.json:
        print(f"{args.variant}  {board.fen(ranges=True)}", flush=True)
    return board


def _effort(args: argparse.Namespace) -> dict[str, Any]:
    return {"threads": args.threads, "hash_mb": args.hash}


def _convention(args: argparse.Namespace) -> str:
    return "routes" if args.routes else "moves"


def _print_total(args: argparse.Namespace, nodes: int, seconds: float) -> None:
    print(f"depth {args.depth}, {_convention(args)}: {nodes:,}")
    _print_pace(nodes, seconds)


def _print_pace(leaves: int, seconds: float) -> None:
    print(f"{seconds:,.3f} s, {leaves / max(seconds, 1e-9):,.0f} leaves per second")


def _count_record(
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


def _print_columns(rows: Sequence[Sequence[str]], alignment: str) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, alignment, widths, strict=True)
        print("  ".join(f"{text:{side}{width}}" for text, side, width in cells).rstrip())


def _print_json(value: object) -> None:
    import json

    print(json.dumps(value))


class _Parser(argparse.ArgumentParser):
    """Leaves the reporting of bad arguments to main."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="damier", description="Draughts on 8x8 and 10x10 boards, counted.")
    parser.add_argument("--version", action="version", version=f"damier {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, run: Callable[[argparse.Namespace], int], about: str) -> _Parser:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        return command

    command = add("perft", _perft, "count the lines of play of DEPTH plies")
    command.add_argument("depth", metavar="DEPTH", type=whole_number(0))
    add_position(command)
    add_convention(command)
    add_effort(command)

    command = add("divide", _divide, "count the lines of play of DEPTH plies by first move")
    command.add_argument("depth", metavar="DEPTH", type=whole_number(1))
    add_position(command)
    add_convention(command)
    add_effort(command)

    command = add("moves", _moves, "list the legal moves")
    add_position(command)

    command = add("verify", _verify, "count the published perft tables again and compare")
    add_variant(command, default=None, about="both if not given")
    command.add_argument("--deep", action="store_true", help="all depths; takes minutes")
    add_effort(command)

    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print JSON, on one line")

    about = "check, convert or count the games in PDN files"
    pdn = commands.add_parser("pdn", help=about, description=about)
    cli_pdn.add_commands(pdn)

    about = "count in shares, over days and on many machines"
    campaign = commands.add_parser("campaign", help=about, description=about)
    cli_campaign.add_commands(campaign)
    return parser
