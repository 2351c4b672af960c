"""What damier does by itself, in a process of its own: `python benchmarks/own.py NAME TIMES`.

Prints a line of JSON: how long it took, and an answer in which two versions must agree. It measures
the damier that the interpreter has, so nothing here may need what is new.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

INTERNATIONAL, BRAZILIAN = "international", "brazilian"

#: Does something once and returns an answer.
Work = Callable[[], object]


class Workload(NamedTuple):
    """Something to measure: how often it is done, and what prepares it."""

    times: int
    prepare: Callable[[], Work]


def _damier() -> Any:
    return import_module("damier")


def importing() -> Work:
    return lambda: _damier().__name__


def push_and_pop() -> Work:
    board = _damier().Board(INTERNATIONAL)
    move = board.legal_moves[0]

    def play() -> int:
        board.push(move)
        replies = len(board.legal_moves)
        board.pop()
        return replies

    return play


def _random_game(variant: str, rng: random.Random) -> Any:
    board = _damier().Board(variant)
    while (moves := board.legal_moves) and board.ply < 100:
        board.push(moves[int(rng.random() * len(moves))])
    return board


def random_games() -> Work:
    rng = random.Random(7)
    return lambda: _random_game(INTERNATIONAL, rng).fen()


def counting(function: str, depth: int, variant: str, **options: int) -> Callable[[], Work]:
    def prepare() -> Work:
        board = _damier().Board(variant)
        count = getattr(_damier(), function)

        def answer() -> object:
            found = count(board, depth, **options)
            return sum(found.values()) if isinstance(found, dict) else found

        return answer

    return prepare


def fen() -> Work:
    board = _damier().Board
    text = _random_game(INTERNATIONAL, random.Random(7)).fen()
    return lambda: board(INTERNATIONAL, text).fen()


def reading_pdn() -> Work:
    pdn = import_module("damier.pdn")
    rng = random.Random(7)
    boards = [_random_game(variant, rng) for variant in (INTERNATIONAL, BRAZILIAN) * 20]
    text = pdn.dumps([pdn.Record.from_board(board) for board in boards])
    return lambda: sum(len(record.moves) for record in pdn.loads(text))


def _game() -> Any:
    game = _damier().Game(INTERNATIONAL, rules="fmjd")
    rng = random.Random(7)
    for _ in range(40):
        game.play(rng.choice(game.legal_moves))
    return game


def view() -> Work:
    game = _game()
    return lambda: len(game.view()["legal_moves"])


def from_dict() -> Work:
    game = _game()
    data = json.loads(json.dumps(game.to_dict()))
    return lambda: type(game).from_dict(data).board.fen()


WORKLOADS = {
    "import damier": Workload(1, importing),
    "`push(move)`, `legal_moves`, `pop()`, 10x10 initial": Workload(400_000, push_and_pop),
    "random games, 10x10, first 100 plies": Workload(2000, random_games),
    "perft, 10x10 initial, depth 8": Workload(40, counting("perft", 8, INTERNATIONAL)),
    "perft, 8x8 initial, depth 9": Workload(60, counting("perft", 9, BRAZILIAN)),
    "perft, 10x10 initial, depth 9, table of 4 MiB": Workload(
        20, counting("perft", 9, INTERNATIONAL, hash_mb=4)
    ),
    "divide, 10x10 initial, depth 8": Workload(40, counting("divide", 8, INTERNATIONAL)),
    "FEN read and written, 10x10": Workload(50_000, fen),
    "PDN of 40 random games, read and checked": Workload(10, reading_pdn),
    "`Game.view()`": Workload(4000, view),
    "`Game.from_dict(data)`, 40 plies": Workload(300, from_dict),
}


def main(name: str, times: int) -> None:
    work = WORKLOADS[name].prepare()
    answer = None
    start = time.perf_counter()
    for _ in range(times):
        answer = work()
    print(json.dumps({"seconds": time.perf_counter() - start, "answer": answer}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
