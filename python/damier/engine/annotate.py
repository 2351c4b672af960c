"""Scores and best lines written into a record of a game."""

from typing import TYPE_CHECKING

from .._core import Board
from .engine import Engine
from .info import Info
from .limit import Limit
from .score import Score

if TYPE_CHECKING:
    from ..pdn import Record

# A move that gives away so many centimen gets the better line beside it.
_WORTH_A_LINE = 30
_LINE_LENGTH = 10


def annotate(record: "Record", limit: Limit, *, engine: Engine | None = None) -> None:
    """Writes into the main line of a record what the engine thinks of it.

    After each move stands the score in men as White sees it, `[%eval 0.35]`, or `#12` if White
    wins in 12 plies and `#-12` if Black does. Beside a move that gives away 0.3 men or more
    stands the line that was better. Plies after one that cannot be played are left alone.

    Args:
        record: A record whose variant is known.
        limit: How long to think about each position.
        engine: Who thinks; an engine of one thread if left out.

    Raises:
        ValueError: The variant of the record is not known, or nothing is limited.

    >>> from damier import pdn
    >>> record = pdn.loads("1. 32-28 19-23 2. 28x19 14x23 *")[0]
    >>> annotate(record, Limit(depth=5))
    >>> [len(ply.comments) for ply in record.line.plies]
    [1, 1, 1, 1]
    """
    from ..pdn import Comment

    limit.require()
    board = record.board()
    own = engine or Engine()
    try:
        before = _best(own, board, limit)
        for index, ply in enumerate(record.line.plies):
            if ply.move is None:
                break
            board.push(ply.move)
            after = _best(own, board, limit)
            score = Score(-30_000, board.turn) if after is None else after["score"]
            ply.add(Comment(f"[%eval {write_eval(score)}]"))
            if before and before["pv"][0] != ply.move and _lost(before["score"], score):
                record.add_variation(index, before["pv"][:_LINE_LENGTH])
            before = after
    finally:
        if engine is None:
            own.close()


def _best(engine: Engine, board: Board, limit: Limit) -> Info | None:
    return engine.analyse(board, limit)[0] if board.legal_moves else None


def _lost(before: Score, after: Score) -> bool:
    return before.value + after.value >= _WORTH_A_LINE


def write_eval(score: Score) -> str:
    """A score as it stands in `[%eval]`: men as White sees it, or `#` and the plies to a win."""
    if score.win_in is None:
        return f"{score.white() / 100:.2f}"
    return f"#{abs(score.win_in) if score.white() > 0 else -abs(score.win_in)}"
