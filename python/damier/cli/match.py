"""The part of the command line that plays matches: `damier match`."""

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from damier.progress import progress_on

from .options import add_variant, whole_number

if TYPE_CHECKING:
    from damier.engine import Limit
    from damier.match import Effort, Match, Options, Sprt

_SECONDS = 0.1
_WHO = (
    "engine (this one), the name of a level, python:MODULE:FUNCTION, hub1:COMMAND for version 1 of "
    "the Hub protocol, or the command of an engine that speaks version 2"
)


def match(args: argparse.Namespace) -> int:
    """Plays a match and prints its result."""
    from damier.hub import HubError

    journal = args.journal or (f"{args.pdn}.journal" if args.pdn else None)
    with progress_on(sys.stderr, unit="games") as report:
        try:
            played = _played(args, journal, _teller(args.json, report, args.games))
        except KeyboardInterrupt:
            kept = f"; the same command goes on from {journal}" if journal else ""
            raise KeyboardInterrupt(f"interrupted{kept}") from None
        except OSError as error:
            if error.filename is None:
                raise
            raise ValueError(f"{error.filename}: {error.strerror}") from None
        except HubError as error:
            raise ValueError(str(error)) from None
    print(json.dumps(played.to_plain()) if args.json else _summary(played))
    return 0


def _played(
    args: argparse.Namespace, journal: str | None, tell: "Callable[[Match], None]"
) -> "Match":
    from damier.match import contender, play_match

    return play_match(
        contender(args.one, _options(args, "a")),
        contender(args.other, _options(args, "b")),
        variant=args.variant,
        games=args.games,
        openings=args.openings,
        limit=_limit(args.time, args.depth, args.nodes),
        clock=args.clock,
        rules=args.rules,
        seed=args.seed,
        jobs=args.jobs,
        sprt=_sprt(args.sprt),
        margin=args.margin,
        max_plies=args.max_plies,
        journal=journal,
        pdn_file=args.pdn,
        progress=tell,
    )


def _options(args: argparse.Namespace, side: str) -> "Options":
    from damier.match import Options

    def given(name: str) -> str | None:
        value: str | None = getattr(args, f"{name}_{side}")
        return value

    limit = _limit(*(getattr(args, f"{name}_{side}") for name in ("time", "depth", "nodes")))
    others = given("clock"), args.clock, args.time, args.depth, args.nodes
    if limit is None and all(each is None for each in others):
        limit = _limit(_SECONDS, None, None)
    return Options(
        name=given("name"),
        params=_params(given("params") or ""),
        cwd=given("cwd"),
        patience=args.patience,
        limit=limit,
        clock=given("clock"),
    )


def _params(text: str) -> dict[str, str]:
    params = {}
    for word in shlex.split(text):
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise ValueError(f"parameters: expected NAME=VALUE, not {word!r}")
        params[name] = value
    return params


def _limit(time: float | None, depth: int | None, nodes: int | None) -> "Limit | None":
    from damier.engine import Limit

    return None if time is depth is nodes is None else Limit(time=time, depth=depth, nodes=nodes)


def _sprt(text: str | None) -> "Sprt | None":
    from damier.match import Sprt

    if text is None:
        return None
    low, _, high = text.partition(",")
    try:
        return Sprt(float(low), float(high))
    except ValueError:
        raise ValueError(f"--sprt: expected two Elo differences as 0,5, not {text!r}") from None


def _teller(
    as_json: bool, report: Callable[[int, int, int], None] | None, games: int
) -> "Callable[[Match], None]":
    """Moves the bar where there is a terminal, else prints a line for each game."""

    def tell(match: "Match") -> None:
        played = len(match.results)
        if report is not None:
            report(played, games, played)
        elif not as_json:
            print(_line(match), flush=True)

    return tell


def _line(match: "Match") -> str:
    return f"{len(match.results):>5}  {_standing(match)}"


def _standing(match: "Match") -> str:
    text = f"{match.one} - {match.other}: +{match.wins} ={match.draws} -{match.losses}"
    found = match.estimate
    if found is None:
        return text
    share = 100 * match.points / len(match.results)
    return f"{text}, {share:.1f} %, Elo {found.elo:+.0f} ({found.low:+.0f} to {found.high:+.0f})"


def _summary(match: "Match") -> str:
    told = match.to_plain()
    ends = told["ends"]
    assert isinstance(ends, dict)
    lines = [
        _standing(match),
        "ends: " + ", ".join(f"{rule} {count}" for rule, count in ends.items()),
        *(
            f"{name}: {_effort(match.effort(first))}"
            for name, first in ((match.one, True), (match.other, False))
        ),
        *(
            f"game {game.number}: {game.failed} lost by {game.rule}: {game.reason}"
            for game in match.failures
        ),
    ]
    if match.sprt is not None:
        accepted = {None: "open", "low": f"{match.sprt.low:g}", "high": f"{match.sprt.high:g}"}
        ratio = match.sprt.ratio(match.pairs)
        lines.append(f"SPRT {match.sprt}: {accepted[match.decision]}, ratio {ratio:.2f}")
    return "\n".join(lines)


def _effort(effort: "Effort") -> str:
    told = effort.to_plain()
    return (
        f"{told['moves']} moves, {told['seconds_per_move']} s a move, {told['longest']} s at most,"
        f" depth {told['depth']}, {told['nodes_per_move']:,} nodes a move"
    )


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Adds `match` to the parser of `damier`."""
    about = "play engines against each other"
    command: argparse.ArgumentParser = commands.add_parser("match", help=about, description=about)
    command.set_defaults(run=match)
    command.add_argument("one", metavar="A", help=_WHO)
    command.add_argument("other", metavar="B", help="likewise")
    add_variant(command, default="international", about="international if not given")
    command.add_argument("--games", type=whole_number(1), metavar="N", default=40)
    command.add_argument(
        "--openings",
        default="random:3",
        help="start, random:PLIES, all:PLIES, a PDN file, or a file with moves on each line",
    )
    command.add_argument("--rules", help="fmjd on 10x10, fmjd64 on 8x8 if not given")
    _add_limits(command)
    command.add_argument("--seed", type=whole_number(0), default=1, help="of the openings, levels")
    command.add_argument("--jobs", type=whole_number(1), metavar="N", default=1, help="processes")
    command.add_argument("--sprt", metavar="LOW,HIGH", help="end once one of them is accepted")
    command.add_argument(
        "--margin", type=float, metavar="S", default=1.0, help="seconds late that lose; 1"
    )
    command.add_argument(
        "--patience", type=float, metavar="S", default=10.0, help="for answers of engines; 10"
    )
    command.add_argument("--max-plies", type=whole_number(1), metavar="N", help="then a draw")
    command.add_argument("--pdn", metavar="FILE", help="for all games")
    command.add_argument(
        "--journal",
        metavar="FILE",
        help="keeps finished games, from where the match goes on; FILE.journal beside --pdn",
    )
    command.add_argument("--json", action="store_true", help="print JSON, on one line")


def _add_limits(command: argparse.ArgumentParser) -> None:
    """Limits of both, and what may differ."""
    for side, whose in (("", ""), ("-a", " of A"), ("-b", " of B")):
        default = "" if side else "; 0.1 if nothing is limited"
        command.add_argument(
            f"--time{side}", type=float, metavar="S", help=f"seconds a move{whose}{default}"
        )
        for name, metavar in (("depth", "PLIES"), ("nodes", "N")):
            about = f"a move{whose}"
            command.add_argument(f"--{name}{side}", type=int, metavar=metavar, help=about)
        command.add_argument(
            f"--clock{side}", metavar="M+S", help=f"1+0.6 is a minute and 0.6 s a move{whose}"
        )
    for side, whose in (("a", "A"), ("b", "B")):
        command.add_argument(f"--name-{side}", metavar="NAME", help=f"what to call {whose}")
        command.add_argument(
            f"--params-{side}", metavar="PARAMS", help=f'of {whose}, such as "hash=64 threads=2"'
        )
        command.add_argument(f"--cwd-{side}", metavar="DIRECTORY", help=f"{whose} runs there")
