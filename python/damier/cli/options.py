"""Options that several commands share."""

import argparse
import re
from collections.abc import Callable

from damier import Board, Variant

# Depths, threads and mebibytes beyond this are slips; up to it they fit the core's integers.
_MOST = 1_000_000


def add_variant(command: argparse.ArgumentParser, default: str | None, about: str) -> None:
    choices = [variant.value for variant in Variant]
    command.add_argument("--variant", "-v", choices=choices, default=default, help=about)


def add_position(command: argparse.ArgumentParser) -> None:
    add_variant(command, default="international", about="international if not given")
    command.add_argument("--fen", help="the position; the initial one if not given")


def add_moves(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--moves", metavar="MOVES", default="", help='played first, such as "32-28 19-23"'
    )


def board_of(args: argparse.Namespace) -> Board:
    """The position that `add_position` and `add_moves` ask for."""
    board = Board(args.variant, args.fen)
    texts = re.sub(r"\b\d+\.+", " ", args.moves).split()  # the numbers of PDN are passed over
    for number, text in enumerate(texts, start=1):
        try:
            board.push(text)
        except ValueError as error:
            raise ValueError(f"move {number}, {text}: {error}") from None
    return board


def add_convention(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--routes",
        action="store_true",
        help="captures of the same pieces in another order are other moves",
    )


def add_effort(command: argparse.ArgumentParser) -> None:
    number = whole_number(0)
    command.add_argument(
        "--threads", metavar="N", type=number, default=1, help="1 if not given, 0 for one per core"
    )
    command.add_argument(
        "--hash", metavar="MIB", type=number, default=0, help="memory for a table of positions"
    )


def add_engine(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--threads", metavar="N", type=whole_number(0), default=1, help="0 for one per core"
    )
    command.add_argument(
        "--hash", metavar="MIB", type=whole_number(1), default=16, help="memory for its table"
    )


def whole_number(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= _MOST:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {_MOST:,}")

    return parse
