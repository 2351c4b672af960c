"""The part of the command line that deals with PDN files: `damier pdn check|convert|annotate|…`."""

import argparse
import codecs
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from damier import Variant

from .options import add_engine, whole_number

# damier.pdn is loaded by the commands that need it, so that the others start at once.
if TYPE_CHECKING:
    from damier.pdn import Record, commands, files
    from damier.pdn.files import Counted, Text

# Smaller inputs are read before anybody would look at a progress bar.
_BIG = 4_000_000

# How far `annotate` looks ahead if nothing is limited.
_DEPTH = 12


def check(args: argparse.Namespace) -> int:
    """Prints every problem on a line, and a summary."""
    from damier.pdn import commands, tally

    total = tally.Tally()
    options = commands.Options(*_reading(args), json=args.json, notes=args.notes)
    for line in _each(args, commands.check, options, tally.Tally(), total):
        sys.stdout.write(line)
    if not args.json:
        print(total)
    return 1 if total.errors else 0


def convert(args: argparse.Namespace) -> int:
    """Prints the games anew, or writes them to a file; the summary goes to standard error."""
    from damier.pdn import commands, tally

    total = tally.Tally()
    options = commands.Options(
        *_reading(args),
        notation=args.notation,
        ranges=args.ranges,
        keep_results=args.keep_results,
        star=args.star,
        output_encoding=args.encoding,
    )
    _write(args, _each(args, commands.convert, options, tally.Tally(), total))
    print(total, file=sys.stderr)
    return 1 if total.errors else 0


def annotate(args: argparse.Namespace) -> int:
    """Prints the games with scores and better lines, or writes them to a file; the summary goes to
    standard error."""
    from damier import engine
    from damier.pdn import commands, files, tally

    unlimited = args.time is None and args.depth is None
    limit = engine.Limit(time=args.time, depth=_DEPTH if unlimited else args.depth)
    total = tally.Tally()
    options = commands.Options(*_reading(args), output_encoding=args.encoding)
    with engine.Engine(threads=args.threads, hash_mb=args.hash) as judge:

        def change(record: "Record") -> None:
            engine.annotate(record, limit, engine=judge)

        found = files.inputs(args.files)
        _write(args, (t for file in found for t in commands.convert(file, options, total, change)))
    print(total, file=sys.stderr)
    return 1 if total.errors else 0


def stats(args: argparse.Namespace) -> int:
    """Prints how many games, plies, results and openings there are."""
    from damier.pdn import commands, tally

    statistics = tally.Statistics(args.opening)
    options = commands.Options(*_reading(args))
    for _ in _each(args, commands.count, options, tally.Statistics(args.opening), statistics):
        pass
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
    from damier.pdn import commands, files

    options = commands.Options(*_reading(args))
    records = (r for file in files.inputs(args.files) for r in commands.records(file, options))
    record = next(islice(records, args.game - 1, None), None)
    if record is None:
        raise ValueError(f"there is no game {args.game}")
    _write(args, [svg.animate(record, lang=args.lang).encode("utf-8", "replace")])
    return 0


def _write(args: argparse.Namespace, texts: Iterable[str | bytes]) -> None:
    """Writes to the output; bytes are written as they are."""
    from damier.pdn import files

    encoder = codecs.getincrementalencoder(getattr(args, "encoding", None) or "utf-8")()
    parts = (text if isinstance(text, bytes) else encoder.encode(text) for text in texts)
    if args.output:
        files.write_whole(args.output, parts)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(parts)
        sys.stdout.buffer.flush()


def _reading(args: argparse.Namespace) -> tuple[Variant | None, str | None]:
    return Variant(args.variant) if args.variant else None, args.input_encoding


def _each(
    args: argparse.Namespace,
    work: "files.Work[commands.Options, Counted, Text]",
    options: "commands.Options",
    empty: "Counted",
    total: "Counted",
) -> "Iterator[Text]":
    """What the files give, read by as many processes as there are cores if they are big."""
    from damier.pdn import files

    found = files.inputs(args.files)
    jobs = args.jobs
    if any(file.name == "-" for file in found):
        jobs = 1  # other processes have no standard input
    elif jobs is None:
        big = sum(file.size for file in found) >= _BIG
        jobs = _cores() if big else 1
    return files.each(work, found, options, empty, total, jobs, _progress())


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _progress() -> "files.Progress":
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
        action.add_argument(
            "--input-encoding",
            metavar="NAME",
            type=_encoding,
            help="of the files, such as cp1251; found out if not given",
        )
        action.add_argument(
            "--jobs",
            metavar="N",
            type=whole_number(1),
            help="how many files to read at a time; one for each core if not given",
        )
        return action

    def add_encoding(action: argparse.ArgumentParser) -> None:
        action.add_argument(
            "--encoding",
            type=_encoding,
            help="of the output; if not given utf-8, and games that are left alone keep their own",
        )

    action = add("check", check, "report what is wrong in PDN files")
    action.add_argument("--json", action="store_true", help="a line of JSON for each game")
    action.add_argument(
        "--notes", action="store_true", help="tell how doubtful text was understood, too"
    )

    action = add("convert", convert, "write games anew, as PDN 3.0")
    action.add_argument("--output", "-o", metavar="FILE", help="standard output if not given")
    action.add_argument(
        "--notation", choices=["numeric", "algebraic"], help="that of the game if not given"
    )
    action.add_argument("--keep-results", action="store_true", help="leave the style of results")
    action.add_argument("--ranges", action="store_true", help="write positions with ranges")
    action.add_argument("--star", action="store_true", help="end games with * and not the result")
    add_encoding(action)

    action = add("annotate", annotate, "write scores and better lines into games")
    action.add_argument("--output", "-o", metavar="FILE", help="standard output if not given")
    action.add_argument("--time", type=float, metavar="S", help="seconds for each position")
    action.add_argument(
        "--depth", type=whole_number(1), metavar="PLIES", help=f"{_DEPTH} if nothing is limited"
    )
    add_engine(action)
    add_encoding(action)

    action = add("show", show, "write a page that steps through a game")
    action.add_argument("--output", "-o", metavar="FILE", help="standard output if not given")
    action.add_argument(
        "--game",
        metavar="N",
        type=whole_number(1),
        default=1,
        help="which one, the first if not given",
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
