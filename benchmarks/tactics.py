"""Tactical positions, each with a proof that the rules alone can check.

    python benchmarks/tactics.py [--count 100] [--seed 1] > tests/data/tactics.jsonl

looks for them in games of weak play. In each the side to move gives men away and gets more back:
whatever the opponent takes, at the end it has won at least `gain` men (a king counts three), or the
opponent has no move.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from damier import Board, Color, Game, Move, Variant
from damier.engine import LEVELS, Engine, Limit, Player

FILE = Path(__file__).parent.parent / "tests" / "data" / "tactics.jsonl"

#: What is answered to each capture of the opponent, by its long text; empty where it has none.
Replies: TypeAlias = dict[str, "tuple[str, Replies]"]

_GAIN = 2
_MOST_SACRIFICES = 4
_MOST_VISITS = 20_000
_LEAST_LEAD = 100  # centimen by which the move must be better than any other


@dataclass(frozen=True)
class Tactic:
    """A position, the move that wins at least `gain` men, and its proof."""

    variant: str
    fen: str
    move: str
    gain: int
    proof: Any  # Replies

    def holds(self) -> bool:
        """Whether the proof is one by the rules."""
        board = Board(self.variant, self.fen)
        goal = _lead(board, board.turn) + self.gain
        board.push(self.move)
        return _is_proved(board, self.proof, goal)


def read(path: Path = FILE) -> list[Tactic]:
    return [Tactic(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _lead(board: Board, color: Color) -> int:
    white_men, white_kings, black_men, black_kings = board.material
    white = white_men - black_men + 3 * (white_kings - black_kings)
    return white if color is Color.WHITE else -white


def _is_won(board: Board, goal: int) -> bool | None:
    """Whether the opponent, who is to move, has lost so much; None while it must capture."""
    if not board.legal_moves:
        return True
    return None if board.must_capture else _lead(board, ~board.turn) >= goal


def _is_proved(board: Board, replies: Replies, goal: int) -> bool:
    won = _is_won(board, goal)
    if won is not None:
        return won and not replies
    if {move.long() for move in board.legal_moves} != set(replies):
        return False
    for reply, (answer, rest) in replies.items():
        board.push(reply)
        board.push(answer)
        proved = _is_proved(board, rest, goal)
        board.pop()
        board.pop()
        if not proved:
            return False
    return True


class _Solver:
    """Looks through all sacrifices and captures, and nothing else."""

    def __init__(self, board: Board) -> None:
        self._board = board.copy()
        self._goal = _lead(board, board.turn) + _GAIN
        self._visits = 0

    def solve(self, move: Move) -> Replies | None:
        """The proof that a move wins."""
        for sacrifices in range(_MOST_SACRIFICES):
            proof = self._after(move, sacrifices)
            if proof is not None or self._visits > _MOST_VISITS:
                return proof
        return None

    def _after(self, move: Move, sacrifices: int) -> Replies | None:
        self._board.push(move)
        proof = self._against(sacrifices)
        self._board.pop()
        return proof

    def _against(self, sacrifices: int) -> Replies | None:
        board = self._board
        self._visits += 1
        won = _is_won(board, self._goal)
        if won is not None or self._visits > _MOST_VISITS:
            return {} if won else None
        replies: Replies = {}
        for reply in board.legal_moves:
            board.push(reply)
            answer = self._answer(sacrifices)
            board.pop()
            if answer is None:
                return None
            replies[reply.long()] = answer
        return replies

    def _answer(self, sacrifices: int) -> tuple[str, Replies] | None:
        left = sacrifices if self._board.must_capture else sacrifices - 1
        if left < 0:
            return None
        for move in self._board.legal_moves:
            proof = self._after(move, left)
            if proof is not None:
                return move.long(), proof
        return None


def _positions(variant: str, dice: random.Random) -> Iterator[Board]:
    """Quiet positions of games between beginners."""
    player = Player(variant, next(iter(LEVELS[Variant(variant)])), seed=dice.getrandbits(32))
    while True:
        game = Game(variant)
        while game.outcome is None and len(game.moves) < 80:
            if len(game.moves) < 8 or dice.random() < 0.1:
                game.play(dice.choice(game.legal_moves))
                continue
            game.play(player.play(game).move)
            board = game.board
            if len(board.legal_moves) > 1 and not board.must_capture:
                yield board


def find(variant: str, seed: int) -> Iterator[Tactic]:
    """Tactics that take a first sacrifice which no other move comes near."""
    with Engine() as engine:
        for board in _positions(variant, random.Random(seed)):
            if not _is_shot(board, engine.play(board, Limit(depth=6)).move):
                continue
            best, other = engine.analyse(board, Limit(depth=12), 2)
            move = best["pv"][0]
            if not _is_shot(board, move):
                continue
            if best["score"].value - other["score"].value < _LEAST_LEAD:
                continue
            proof = _Solver(board).solve(move)
            if proof and 60 <= len(json.dumps(proof)) <= 1000:
                yield Tactic(variant, board.fen(), move.long(), _GAIN, proof)


def _is_shot(board: Board, move: Move) -> bool:
    """Whether a move gives something away."""
    board = board.copy()
    board.push(move)
    return board.must_capture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    seen = set()
    for tactic in find("international", options.seed):
        if tactic.fen not in seen:
            assert tactic.holds()
            seen.add(tactic.fen)
            print(json.dumps(asdict(tactic), separators=(",", ":")), flush=True)
        if len(seen) == options.count:
            break


if __name__ == "__main__":
    sys.exit(main())
