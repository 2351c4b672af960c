"""Random play by many boards at once beside single boards, and the time arrays take to fill.

python benchmarks/arrays.py
"""

import random
import sys

import numpy as np

from damier import Board, Variant
from damier.arrays import Boards, legal_mask, planes
from measure import Row, Work, side_by_side, timed

_BOARDS = 1024
_PLIES = 400_000
_KING_PLIES = 50


def play_single(variant: Variant) -> Work:
    """Random games of one board after the other, by the same rule of draws."""

    def play() -> int:
        draw = random.Random(1).random
        plies = 0
        while plies < _PLIES:
            board = Board(variant)
            push = board.push
            while (moves := board.legal_moves) and board.reversible_plies < _KING_PLIES:
                push(moves[int(draw() * len(moves))])
            plies += board.ply
        return plies

    return timed(play)


def play_many(variant: Variant, threads: int) -> Work:
    """Random games on many boards; those that end begin anew."""
    boards = Boards(variant, _BOARDS, king_plies=_KING_PLIES, threads=threads)
    actions = np.empty(_BOARDS, np.int32)

    def play() -> int:
        plies = step = 0
        while plies < 4 * _PLIES:
            before = boards.turns
            boards.push(boards.sample(step, out=actions))
            plies += int((before != boards.turns).sum())
            over = boards.outcomes != Boards.ON
            if over.any():
                boards.reset(over)
            step += 1
        return plies

    return timed(play)


def fill(variant: Variant) -> list[tuple[str, float]]:
    """Nanoseconds a board for each array, in place."""
    boards = Boards(variant, _BOARDS)
    for step in range(40):
        boards.push(boards.sample(step))
    board = boards[0]
    many, masks = boards.planes(), boards.legal_masks()
    one, mask = planes(board), legal_mask(board)
    works = [
        ("planes, one board", lambda: planes(board, one), 20_000, 1),
        ("planes, 1024 boards", lambda: boards.planes(many), 100, _BOARDS),
        ("mask, one board", lambda: legal_mask(board, (), mask), 20_000, 1),
        ("masks, 1024 boards", lambda: boards.legal_masks(masks), 100, _BOARDS),
    ]
    found = []
    for name, work, times, each in works:

        def repeat(work: object = work, times: int = times) -> int:
            for _ in range(times):
                work()  # type: ignore[operator]
            return times

        seconds = min(timed(repeat)[1] for _ in range(5))
        found.append((name, seconds / times / each * 1e9))
    return found


def main() -> int:
    for variant in Variant:
        for threads in (1, 2):
            row = Row(
                f"random play, {threads} threads",
                lambda v=variant, t=threads: play_many(v, t),  # type: ignore[misc]
                lambda v=variant: play_single(v),  # type: ignore[misc]
                "Board",
            )
            ratio = side_by_side(row, 3)
            print(
                f"{variant:13} {row.name}: {ratio.ours / 1e6:.1f} M plies/s, "
                f"Board {ratio.theirs / 1e6:.1f} M, {ratio.times:.1f} times"
            )
        for name, nanoseconds in fill(variant):
            print(f"{variant:13} {name}: {nanoseconds:.0f} ns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
