"""`damier divide`: counts by first move, and compared with those of another program."""

import argparse
import shlex
import sys
import time
from typing import Any

import damier
from damier import Board, Move
from damier.progress import progress_on

from .options import (
    add_convention,
    add_effort,
    add_moves,
    add_position,
    board_of,
    whole_number,
)
from .perft import announced_board, count_record, effort, print_columns, print_json, print_total


def divide(args: argparse.Namespace) -> int:
    """Counts the lines of play of a length for each first move."""
    if args.plain and (args.json or args.against):
        raise ValueError("--plain goes neither with --json nor with --against")
    theirs = _read_counts(args.against) if args.against else None
    board = board_of(args) if args.plain else announced_board(args)
    start = time.perf_counter()
    with progress_on(sys.stderr) as report:
        counts = damier.divide(
            board, args.depth, **effort(args), routes=args.routes, progress=report
        )
    seconds = time.perf_counter() - start
    if theirs is not None:
        return _compare(args, board, counts, theirs, seconds)
    if args.plain:
        for line in sorted(f"{move} {count}" for move, count in counts.items()):
            print(line)
    elif args.json:
        print_json(_record(args, board, counts, seconds))
    else:
        print_columns([(move.long(), f"{count:,}") for move, count in counts.items()], "<>")
        print_total(args, sum(counts.values()), seconds)
    return 0


def _record(
    args: argparse.Namespace, board: Board, counts: dict[Move, int], seconds: float
) -> dict[str, object]:
    moves = {move.long(): count for move, count in counts.items()}
    return count_record(args, board, sum(counts.values()), seconds) | {"moves": moves}


def _read_counts(name: str) -> dict[str, int]:
    """What another program counted, from a file or, for `-`, from standard input."""
    from damier.difference import read_counts

    if name == "-" and sys.stdin is None:
        raise ValueError("-: standard input is closed")
    try:
        if name == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:
                data = file.read()
        return read_counts(data.decode("utf-8-sig", "replace"))
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _compare(
    args: argparse.Namespace,
    board: Board,
    ours: dict[Move, int],
    theirs: dict[str, int],
    seconds: float,
) -> int:
    from damier.difference import compare

    found = compare(board, args.depth, ours, theirs)
    if args.json:
        record = _record(args, board, ours, seconds) | {"same": found is None}
        if found is not None:
            disagreed = {text: found.theirs.get(text) for text in found.differing}
            record |= {"theirs": disagreed, "missing": found.missing, "extra": found.extra}
        print_json(record)
    elif found is None:
        print(f"all {len(ours)} moves have the same counts")
        print_total(args, sum(ours.values()), seconds)
    else:
        rows = [
            (text, _told(found.ours.get(text)), _told(found.theirs.get(text)))
            for text in found.differing
        ]
        print_columns([("move", "damier", args.against), *rows], "<>>")
        print(f"{len(found.differing)} of {len(found.ours | found.theirs)} moves differ")
        parted = [text for text in found.differing if text in found.ours and text in found.theirs]
        if parted and args.depth > 1:
            print(f"next: {_deeper(args, board, parted[0])}")
    return 0 if found is None else 1


def _told(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"


def _deeper(args: argparse.Namespace, board: Board, move: str) -> str:
    """The command that shows what a move leads to."""
    words = ["damier", "divide", str(args.depth - 1), "--variant", args.variant]
    words += ["--fen", args.fen] if args.fen else []
    words += ["--moves", " ".join([*map(str, board.move_stack), move])]
    words += ["--routes"] if args.routes else []
    return shlex.join(words)


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Adds the command to the parser of `damier`."""
    about = "count the lines of play of DEPTH plies by first move"
    command: argparse.ArgumentParser = commands.add_parser("divide", help=about, description=about)
    command.set_defaults(run=divide)
    command.add_argument("depth", metavar="DEPTH", type=whole_number(1))
    add_position(command)
    add_moves(command)
    add_convention(command)
    add_effort(command)
    command.add_argument("--json", action="store_true", help="print JSON, on one line")
    command.add_argument(
        "--plain", action="store_true", help="move and count on a line, sorted, nothing else"
    )
    command.add_argument(
        "--against",
        metavar="FILE",
        help="what another program counted, - for standard input: print what differs",
    )
