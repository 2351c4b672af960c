"""How fast, how sharp and how punctual the engine is; for a machine that does nothing else.

    python benchmarks/engine.py speed      nodes a second, beside dame-rs
    python benchmarks/engine.py tactics    seconds to solve tests/data/tactics.jsonl, beside dame-rs
    python benchmarks/engine.py time       whether moves are made in their time, and stop is heard
    python benchmarks/engine.py same       digests of moves, scores and lines, to compare builds by
    python benchmarks/engine.py fuzz       any positions: no crash, no illegal move

dame-rs is in the extra `bench`. Matches are played by `damier match`; `random_move` is a player for
it: `damier match beginner python:benchmarks/engine.py:random_move`.
"""

import argparse
import hashlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from damier import Board, Color, Move, Piece, Variant
from damier.engine import Engine, Limit

#: Seconds that a side gets for a tactical position; who has not solved it has used them.
_MOST = 0.5


def random_move(board: Board, _limit: Limit) -> Move:
    return random.choice(board.legal_moves)


def positions(variant: Variant, count: int, seed: int) -> Iterator[Board]:
    """Positions of games played at random."""
    dice = random.Random(seed)
    while count:
        board = Board(variant)
        for _ in range(dice.randrange(60)):
            if not board.legal_moves:
                break
            board.push(dice.choice(board.legal_moves))
        if len(board.legal_moves) > 1:
            count -= 1
            yield board


def speed(count: int) -> None:
    """Both look at the same positions for 0.1 s each, in turn; what counts is the time that they
    had a processor."""
    import dame

    ours, theirs = Engine(hash_mb=64), dame.Engine(hash_mb=64)
    rates: list[tuple[float, float]] = []
    for board in positions(Variant.INTERNATIONAL, count, 1):
        ours.clear()
        theirs.clear()
        other_board = dame.Board(board.fen())
        mine = _rate(lambda b=board: ours.play(b, Limit(time=0.1)).info["nodes"])
        rates.append((mine, _rate(lambda b=other_board: theirs.search(b, time=0.1).nodes)))
    times = statistics.median(one / other for one, other in rates)
    mine, its = (statistics.median(side) / 1e6 for side in zip(*rates, strict=True))
    print(f"damier {mine:.2f}, dame-rs {its:.2f} million nodes a second: {times:.2f} times")


def _rate(nodes: Callable[[], int]) -> float:
    start = time.process_time()
    found = nodes()
    return found / (time.process_time() - start)


def solve(count: int) -> None:
    """Both search each position for a while; what counts is the moment from which on their best
    move is that of the position, by their own clocks."""
    import dame

    import tactics

    ours, theirs = Engine(hash_mb=64), dame.Engine(hash_mb=64)
    mine, its = [], []
    for tactic in tactics.read()[:count]:
        board = Board(tactic.variant, tactic.fen)
        ours.clear()
        with ours.analysis(board, Limit(time=_MOST)) as analysis:
            found = [(info["time"], info["pv"][0].long()) for info in analysis]
        mine.append(_solved(found, tactic.move))
        theirs.clear()
        told: list[Any] = []
        theirs.search(dame.Board(tactic.fen), time=_MOST, info=told.append)
        found = [(each.elapsed, board.parse_move(str(each.pv[0])).long()) for each in told]
        its.append(_solved(found, tactic.move))
    for name, spent in (("damier", mine), ("dame-rs", its)):
        print(
            f"{name}: {sum(spent):.4f} s, median {statistics.median(spent) * 1e3:.3f} ms, "
            f"{spent.count(_MOST)} of {len(spent)} not solved in {_MOST:g} s"
        )
    print(f"{sum(mine) / sum(its):.3f} of the time")


def _solved(found: list[tuple[float, str]], move: str) -> float:
    """When a move was found for good."""
    seconds = _MOST
    for when, first in reversed(found):
        if first != move:
            break
        seconds = when
    return seconds


def punctual(count: int) -> None:
    """Moves of both games at 20, 100 and (a tenth of them) 1000 ms, as the core timed them; then
    the time from `stop` to the end of a search."""
    for seconds, moves in ((0.02, count), (0.1, count), (1.0, max(count // 10, 1))):
        taken = []
        for variant in Variant:
            with Engine() as engine:
                for board in positions(variant, -(-moves // 2), 2):
                    taken.append(engine.play(board, Limit(time=seconds)).info["time"])
        _tell_times(f"{seconds * 1e3:g} ms", taken, seconds + 0.01)
    taken = []
    with Engine() as engine:
        for board in positions(Variant.INTERNATIONAL, max(count // 10, 1), 3):
            with engine.analysis(board) as analysis:
                time.sleep(0.02)
                start = time.perf_counter()
                analysis.stop()
                taken.append(time.perf_counter() - start)
    _tell_times("stop", taken, 0.02)


def _tell_times(what: str, taken: list[float], limit: float) -> None:
    within = sum(seconds <= limit for seconds in taken) / len(taken)
    print(
        f"{what}: {len(taken)} times, {within:.2%} within {limit * 1e3:g} ms, "
        f"least {min(taken) * 1e3:.2f}, median {statistics.median(taken) * 1e3:.2f}, "
        f"most {max(taken) * 1e3:.2f} ms"
    )


def same(count: int) -> None:
    """Searches by depth, by nodes and with a seed."""
    for name, limit, seed in (
        ("depth 7", Limit(depth=7), None),
        ("20,000 nodes", Limit(nodes=20_000), None),
        ("20,000 nodes, seed 5", Limit(nodes=20_000), 5),
    ):
        digest = hashlib.sha256()
        with Engine(hash_mb=1, seed=seed) as engine:
            for variant in Variant:
                for board in positions(variant, -(-count // 2), 4):
                    info = engine.play(board, limit).info
                    line = " ".join(move.long() for move in info["pv"])
                    digest.update(f"{info['score'].value} {info['nodes']} {line}\n".encode())
        print(f"{name}: {count} positions, {digest.hexdigest()[:32]}", flush=True)


def any_position(variant: Variant, dice: random.Random) -> Board:
    """Few or many pieces anywhere: many kings, men on odd rows, blocked sides, one piece."""
    squares = list(range(1, variant.squares + 1))
    dice.shuffle(squares)
    count = dice.choice((2, 4, 8, 16, 24, variant.squares - 1))
    kings = dice.choice((0.0, 0.1, 0.5, 1.0))
    pieces = {}
    for number, square in enumerate(squares[: max(2, min(count, dice.randint(2, count)))]):
        color = Color.WHITE if number % 2 or dice.random() < 0.1 else Color.BLACK
        last = variant.row_column(square)[0] == (0 if color is Color.WHITE else variant.size - 1)
        pieces[square] = Piece(color, last or dice.random() < kings)
    return Board.from_pieces(variant, pieces, dice.choice(list(Color)), strict=False)


def fuzz(count: int) -> None:
    dice = random.Random(6)
    played = 0
    with Engine(hash_mb=1) as engine:
        for number in range(count):
            board = any_position(list(Variant)[number % 2], dice)
            if not board.legal_moves:
                continue
            played += 1
            line = board.copy()
            for move in engine.play(board, Limit(nodes=dice.choice((1, 10, 100, 500)))).info["pv"]:
                line.push(move)
    print(f"{count} positions, {played} with a move: no crash, no illegal move")


COMMANDS = {
    "speed": (speed, 40),
    "tactics": (solve, 100),
    "time": (punctual, 1000),
    "same": (same, 1000),
    "fuzz": (fuzz, 100_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=COMMANDS)
    parser.add_argument("--count", type=int, help="positions or moves")
    options = parser.parse_args()
    run, count = COMMANDS[options.what]
    run(options.count or count)


if __name__ == "__main__":
    main()
