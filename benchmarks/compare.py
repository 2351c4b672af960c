"""Compares damier with other draughts packages and prints the ratios as a Markdown table.

    pip install '.[bench]'
    python benchmarks/compare.py

Peers are timed in turn with damier, so that a machine whose speed drifts drifts for both; the
median ratio of the rounds is printed. Every perft count is checked. Packages that are not installed
are left out.
"""

import argparse
import sys
from importlib.util import find_spec

import peers
from measure import side_by_side


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="3 if not given")
    args = parser.parse_args()

    packages = {"dame": "dame-rs", "draughts": "py-draughts"}
    present = {module: find_spec(module) is not None for module in packages}
    for module, name in packages.items():
        if not present[module]:
            print(f"{name} is not installed: left out", file=sys.stderr)

    print("| what | damier, per second | peer | peer, per second | times |")
    print("|---|---:|---|---:|---:|")
    for row in peers.rows(present["dame"], present["draughts"]):
        ours, theirs, times = side_by_side(row, args.rounds)
        print(
            f"| {row.name} | {ours:,.0f} | {row.peer} | {theirs:,.0f} | **{times:,.1f}** |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
