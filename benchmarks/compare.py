"""Compares damier with other draughts packages, or with another commit, as a Markdown table.

    pip install '.[bench]'
    python benchmarks/compare.py
    python benchmarks/compare.py --against HEAD~5 --instructions --save figures.json

What is compared is timed in turn, so that a machine whose speed drifts drifts for both; the median
ratio of the rounds is printed. Every answer is checked. Packages that are not installed are left
out. Another commit is built in a folder of its own, and removed again.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import against
import peers
from measure import Row, side_by_side


def told(figure: float) -> str:
    digits = 0 if figure >= 100 else 1 if figure >= 10 else 2
    return f"{figure:,.{digits}f}"


def table(rows: Iterable[Row], rounds: int) -> list[dict[str, Any]]:
    """Measures rows, and prints each when it is done."""
    print("| what | damier, per second | peer | peer, per second | times |")
    print("|---|---:|---|---:|---:|")
    figures = []
    for row in rows:
        ours, theirs, times = side_by_side(row, rounds)
        print(
            f"| {row.name} | {told(ours)} | {row.peer} | {told(theirs)} | **{told(times)}** |",
            flush=True,
        )
        figures.append(
            {"name": row.name, "ours": ours, "peer": row.peer, "theirs": theirs, "times": times}
        )
    return figures


def instruction_table(figures: list[dict[str, Any]], here: str, there: str) -> None:
    """Counts the instructions of rows that were measured, and adds them to their figures."""
    if not against.can_count_instructions():
        print("valgrind is not installed: no instructions are counted", file=sys.stderr)
        return
    print("\n| what | instructions | peer's | change |")
    print("|---|---:|---:|---:|")
    for figure in figures:
        ours, theirs = (against.instructions(python, figure["name"]) for python in (here, there))
        print(
            f"| {figure['name']} | {ours:,} | {theirs:,} | {ours / theirs - 1:+.2%} |", flush=True
        )
        figure |= {"instructions": ours, "their_instructions": theirs}


def present_peers() -> tuple[bool, bool]:
    packages = {"dame": "dame-rs", "draughts": "py-draughts"}
    present = {module: find_spec(module) is not None for module in packages}
    for module, name in packages.items():
        if not present[module]:
            print(f"{name} is not installed: left out", file=sys.stderr)
    return present["dame"], present["draughts"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="3 if not given")
    parser.add_argument("--against", metavar="REF", help="another commit of this repository")
    parser.add_argument(
        "--instructions", action="store_true", help="with --against: count them by callgrind too"
    )
    parser.add_argument("--save", metavar="FILE", type=Path, help="keep the figures as JSON")
    args = parser.parse_args()
    if args.instructions and not args.against:
        parser.error("--instructions needs --against")

    if args.against:
        with against.built(args.against) as (here, there):
            figures = table(against.rows(here, there, args.against), args.rounds)
            if args.instructions:
                instruction_table(figures, here, there)
    else:
        figures = table(peers.rows(*present_peers()), args.rounds)
    if args.save:
        args.save.write_text(json.dumps({"rounds": args.rounds, "rows": figures}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
