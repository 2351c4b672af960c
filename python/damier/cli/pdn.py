"""The part of the command line that deals with PDN files: `damier pdn check|convert|stats|show`."""

import argparse
import codecs
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from damier import Variant

# damier.pdn is loaded by the commands that need it, so that the others start at once.
if TYPE_CHECKING:
    from damier.pdn import Record, commands

# Smaller inputs are read before anybody would look at a progress bar.
_BIG = 4_000_000


def check(args: argparse.Namespace) -> int:
    """Prints every problem on a line, and a summary."""
    from damier.pdn import commands

    tally = commands.Tally()
    for name, record in _games(args):
        tally.add(name, record)
        if args.json:
            print(json.dumps(commands.check_object(name, record)))
        else:
            for line in commands.problem_lines(name, record):
                print(line)
    if not args.json:
        print(tally)
    return 1 if tally.errors else 0


def convert(args: argparse.Namespace) -> int:
    """Prints the games anew, or writes them to a file; the summary goes to standard error."""
    from damier.pdn import commands

    tally = commands.Tally()
    encoder = codecs.getincrementalencoder(args.encoding)()

    def texts() -> Iterator[bytes]:
        for name, record in _games(args):
            tally.add(name, record)
            style = args.notation, args.ranges, args.keep_results, args.star
            try:
                yield encoder.encode(commands.converted(record, *style))
            except UnicodeEncodeError as error:
                place = f"{name}:{record.line_number}: game {record.number}"
                letter = error.object[error.start]
                raise ValueError(f"{place}: {args.encoding} has no {letter!a}") from None

    if args.output:
        commands.write_whole(args.output, texts())
    else:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(texts())
        sys.stdout.buffer.flush()
    print(tally, file=sys.stderr)
    return 1 if tally.errors else 0


def stats(args: argparse.Namespace) -> int:
    """Prints how many games, plies, results and openings there are."""
    from damier.pdn import commands

    statistics = commands.Statistics(args.opening)
    for _, record in _games(args):
        statistics.add(record)
    if args.json:
        print(json.dumps(statistics.as_object()))
        return 0
    rows = statistics.rows()
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for what, count, part in rows:
        print(f"{what:<{widths[0]}}  {count:>{widths[1]}}  {part:>{widths[2]}}".rstrip())
    return 0


def show(args: argparse.Namespace) -> int:
    """Writes a page that steps through a game."""
    from damier import svg
    from damier.pdn import commands

    record = next(islice((record for _, record in _games(args)), args.game - 1, None), None)
    if record is None:
        raise ValueError(f"there is no game {args.game}")
    page = svg.animate(record, lang=args.lang).encode("utf-8", "replace")
    if args.output:
        commands.write_whole(args.output, iter([page]))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(page)
        sys.stdout.buffer.flush()
    return 0


def _games(args: argparse.Namespace) -> Iterator[tuple[str, "Record"]]:
    from damier.pdn import commands

    variant = Variant(args.variant) if args.variant else None
    return commands.games(commands.inputs(args.files), variant, _progress())


def _progress() -> "commands.Progress":
    """Shows on a terminal how much of a big input has been read."""
    if not sys.stderr.isatty():
        return lambda done, total: None
    start = shown = time.monotonic()

    def show(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if total < _BIG or (now - shown < 0.1 and done < total):
            return
        shown = now
        pace = done / max(now - start, 1e-9) / 1e6
        bar = f"\r[{'#' * (30 * done // total):30}] {done / total:4.0%}  {pace:.1f} MB/s"
        print(bar, end="\n" if done >= total else "", file=sys.stderr, flush=True)

    return show


def _encoding(name: str) -> str:
    try:
        "".encode(name)
    except (LookupError, ValueError) as error:  # there is none, or it is not one of text
        raise argparse.ArgumentTypeError(str(error)) from error
    return name


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("expected a number from 1")
    return int(text)


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Adds the commands to the parser of `damier pdn`."""
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(
        name: str, run: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=about, description=about)
        action.set_defaults(run=run)
        action.add_argument(
            "files", metavar="FILE", nargs="+", help="a file, a directory, or - for standard input"
        )
        choices = [variant.value for variant in Variant]
        action.add_argument("--variant", "-v", choices=choices, help="found out if not given")
        return action

    action = add("check", check, "report what is wrong in PDN files")
    action.add_argument("--json", action="store_true", help="a line of JSON for each game")

    action = add("convert", convert, "write games anew, as PDN 3.0")
    action.add_argument("--output", "-o", metavar="FILE", help="standard output if not given")
    action.add_argument(
        "--notation", choices=["numeric", "algebraic"], help="that of the game if not given"
    )
    action.add_argument("--keep-results", action="store_true", help="leave the style of results")
    action.add_argument("--ranges", action="store_true", help="write positions with ranges")
    action.add_argument("--star", action="store_true", help="end games with * and not the result")
    action.add_argument(
        "--encoding", type=_encoding, default="utf-8", help="of the output, utf-8 if not given"
    )

    action = add("show", show, "write a page that steps through a game")
    action.add_argument("--output", "-o", metavar="FILE", help="standard output if not given")
    action.add_argument(
        "--game", metavar="N", type=_number, default=1, help="which one, the first if not given"
    )
    action.add_argument(
        "--lang", choices=["en", "fr", "pt", "nl"], default="en", help="of the text read aloud"
    )

    action = add("stats", stats, "count games, plies, results and openings")
    action.add_argument(
        "--opening",
        metavar="PLIES",
        type=int,
        default=4,
        help="plies of an opening, 4 if not given",
    )
    action.add_argument("--json", action="store_true", help="print JSON, on one line")
