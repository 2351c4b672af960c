"""The part of the command line that deals with campaigns: `damier campaign start|resume|...`."""

import argparse
import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from damier import Board
from damier.progress import progress_on

from .options import add_convention, add_position, whole_number
from .perft import print_columns

# damier.campaign is loaded by the commands that need it, so that the others start at once.
if TYPE_CHECKING:
    from damier.campaign import Campaign
    from damier.campaign.store import Problem


def start(args: argparse.Namespace) -> int:
    """Makes a campaign and counts."""
    from damier.campaign import Campaign

    plies = max(0, min(7, args.depth - 8)) if args.split is None else args.split
    board = Board(args.variant, args.fen)
    with Campaign.start(
        args.file,
        board,
        args.depth,
        plies=plies,
        routes=args.routes,
        check=args.check,
        unit_size=args.unit_size,
    ) as campaign:
        return _run(args, campaign)


def resume(args: argparse.Namespace) -> int:
    """Goes on counting."""
    from damier.campaign import Campaign

    with Campaign(args.file) as campaign:
        if args.recount:
            for number in campaign.recount():
                print(f"unit {number} is counted again", file=sys.stderr)
        return _run(args, campaign)


def status(args: argparse.Namespace) -> int:
    """Prints how far a campaign has come."""
    from damier.campaign import Campaign

    with Campaign(args.file) as campaign:
        state = campaign.status()
        if args.json:
            record = campaign.problem._asdict() | state._asdict()
            print(json.dumps(record | {"complete": state.complete}))
            return 0
        print(campaign.problem)
        print(f"counted {state.finished:,} of {state.units:,} units: {state.nodes:,} lines of play")
        print(f"checked {state.checked:,} of {state.chosen:,} units")
        print(f"{state.seconds:,.1f} s of work", end="")
        if state.finished and not state.complete:
            each = state.seconds / (state.finished + state.checked)
            left = state.units - state.finished + state.chosen - state.checked
            print(f", about {each * left:,.1f} s of work left", end="")
        print()
    return 0


def divide(args: argparse.Namespace) -> int:
    """Prints the count of a campaign by first move."""
    from damier.campaign import Campaign, CampaignError
    from damier.campaign.division import divide as by_first_move

    with Campaign(args.file) as campaign:
        try:
            moves = {move.long(): count for move, count in by_first_move(campaign).items()}
        except CampaignError as error:
            raise CampaignError(f"{args.file}: {error}") from None
        problem = campaign.problem
    nodes = sum(moves.values())
    if args.json:
        record = {
            **_told(problem),
            "nodes": nodes,
            "moves": moves,
        }
        print(json.dumps(record))
    else:
        print(problem)
        print_columns([(text, f"{count:,}") for text, count in moves.items()], "<>")
        print(f"depth {problem.depth}, {problem.convention}: {nodes:,}")
    return 0


def verify(args: argparse.Namespace) -> int:
    """Checks a campaign, or what somebody exported of one, with this machine."""
    from damier.campaign import Campaign, CampaignError
    from damier.campaign.export import export, read_export
    from damier.campaign.export import verify as findings

    record = read_export(args.file)
    if record is None:
        with Campaign(args.file) as campaign:
            record = export(campaign)
        if not record["complete"]:
            raise CampaignError(
                f"{args.file}: this campaign is not complete yet;"
                f" damier campaign resume {args.file} goes on"
            )
    right = True
    try:
        for what, found, holds in findings(record, args.check, args.workers, args.hash):
            right &= holds
            print(f"{what:<14} {found:>26}  {'ok' if holds else 'DIFFERS'}", flush=True)
    except CampaignError as error:
        raise CampaignError(f"{args.file}: {error}") from None
    return 0 if right else 1


def write(args: argparse.Namespace) -> int:
    """Prints the table of a campaign with its provenance."""
    from damier.campaign import Campaign
    from damier.campaign.export import export, markdown

    with Campaign(args.file) as campaign:
        record = export(campaign)
    print(markdown(record) if args.markdown else json.dumps(record, indent=1))
    return 0


def _run(args: argparse.Namespace, campaign: "Campaign") -> int:
    from damier.campaign import MismatchError
    from damier.campaign.cluster import dask_cluster
    from damier.campaign.export import known_count

    problem = campaign.problem
    if not args.json:
        print(problem, flush=True)
    begun = time.perf_counter()
    try:
        with progress_on(sys.stderr) as report:
            options: dict[str, Any] = {"hash_mb": args.hash, "progress": report}
            if args.dask is not None:
                with _no_logs(), dask_cluster(args.dask, args.workers) as cluster:
                    nodes = campaign.run(**cluster._asdict(), **options)
            else:
                nodes = campaign.run(workers=args.workers, **options)
    except KeyboardInterrupt:
        state = campaign.status()
        raise KeyboardInterrupt(
            f"interrupted: {state.finished:,} of {state.units:,} units are kept;"
            f" damier campaign resume {args.file} goes on"
        ) from None
    except MismatchError as error:
        print(f"damier: {error}; resume --recount counts it again", file=sys.stderr)
        return 1
    seconds = time.perf_counter() - begun
    known = known_count(problem)
    if args.json:
        record = {
            **_told(problem),
            "nodes": nodes,
            "seconds": round(seconds, 6),
        }
        print(json.dumps(record))
    else:
        state = campaign.status()
        print(f"depth {problem.depth}, {problem.convention}: {nodes:,}")
        print(f"{seconds:,.3f} s, checked {state.checked:,} of {state.units:,} units")
        if known is not None:
            print("as in the known table" if known == nodes else f"the known table has {known:,}")
    return 0 if known in (None, nodes) else 1


def _told(problem: "Problem") -> dict[str, object]:
    """What is counted, as JSON has it."""
    return {
        "variant": problem.variant,
        "fen": problem.fen,
        "depth": problem.depth,
        "convention": problem.convention,
    }


@contextmanager
def _no_logs() -> Iterator[None]:
    """Keeps dask from telling of lost workers."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Adds the commands to the parser of `damier campaign`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(
        name: str, run: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        command.add_argument("file", metavar="FILE", help="the file of the campaign")
        return command

    command = add("start", start, "make a campaign and count; goes on if it is there")
    command.add_argument("depth", metavar="DEPTH", type=whole_number(0))
    add_position(command)
    add_convention(command)
    command.add_argument(
        "--split",
        metavar="PLY",
        type=whole_number(0),
        help="where the tree is cut into units; if not given, DEPTH - 8, from 0 to 7",
    )
    command.add_argument(
        "--unit-size",
        metavar="N",
        type=whole_number(1),
        default=100,
        help="positions in a unit; 100 if not given",
    )
    _add_check(command, "of the units that is counted again with other settings")
    _add_effort(command)

    command = add("resume", resume, "go on with a campaign")
    command.add_argument(
        "--recount", action="store_true", help="count units again whose check found another count"
    )
    _add_effort(command)

    command = add("status", status, "show how far a campaign has come, also while it runs")
    command.add_argument("--json", action="store_true", help="print JSON, on one line")

    command = add("divide", divide, "print the count of a complete campaign by first move")
    command.add_argument("--json", action="store_true", help="print JSON, on one line")

    command = add("verify", verify, "check a campaign, or a JSON export of one, on this machine")
    _add_check(command, "of the units that is counted again")
    _add_workers(command)

    command = add("export", write, "print the result with its provenance")
    style = command.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="as JSON, unit by unit (the default)")
    style.add_argument("--markdown", action="store_true", help="as Markdown, by worker")


def _add_check(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument(
        "--check", metavar="SHARE", type=_share, default=0.01, help=f"share {what}; 0.01"
    )


def _add_workers(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(0),
        default=0,
        help="how many count on this machine; 0, or none given, is one for each core",
    )
    command.add_argument(
        "--hash",
        metavar="MIB",
        type=whole_number(0),
        default=256,
        help="memory for the table of each process, and half as much for checks; 256 if not given",
    )


def _add_effort(command: argparse.ArgumentParser) -> None:
    _add_workers(command)
    command.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="of a dask scheduler whose workers count; local starts a cluster on this machine",
    )
    command.add_argument("--json", action="store_true", help="print JSON, on one line")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError("must be a number from 0 to 1")
    return share
