"""How fast a big PDN file is read, on one core: `python benchmarks/pdn.py [GAMES]`.

Random games from the initial position are written to a file once; each way to read it is timed in
processor time, and the most memory that the process ever held is told.
"""

import contextlib
import io
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from damier import Board, Variant, pdn
from damier.cli.main import main


def write_games(path: Path, games: int) -> int:
    """Writes games of at most 160 plies; returns how many plies there are."""
    chance = random.Random(7)
    plies = 0
    with path.open("wb") as handle:
        for number in range(games):
            board = Board(Variant.INTERNATIONAL)
            while (moves := board.legal_moves) and board.ply < 160:
                board.push(moves[int(chance.random() * len(moves))])
            record = pdn.Record.from_board(board, headers={"Event": "Random", "Round": str(number)})
            record.result = "1-1" if board.legal_moves else "2-0" if board.ply % 2 else "0-2"
            pdn.write_game(record, handle)
            plies += board.ply
    return plies


def read(path: Path) -> None:
    for record in pdn.read_games(path):
        assert record.moves
        assert record.result
        assert not record.errors


def command(name: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(["pdn", name, "--jobs", "1", str(path)]) == 0

    return run


def report(games: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "games.pdn"
        plies = write_games(path, games)
        print(f"{games:,} games, {plies:,} plies, {path.stat().st_size / 1e6:.1f} MB")
        ways = {"read_games": read, "pdn stats": command("stats"), "pdn check": command("check")}
        for name, way in ways.items():
            start = time.process_time()
            way(path)
            seconds = time.process_time() - start
            print(f"{name:12} {seconds:7.2f} s {plies / seconds:12,.0f} plies/s")
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB of memory")


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
