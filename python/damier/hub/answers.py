"""What an engine found, as infos."""

from collections.abc import Mapping

from .._core import Board, Move
from ..engine import Info
from .messages import Message, read_score

# Lines of play are kept to this length.
_LONGEST = 100


def read_info(told: Mapping[str, str | None], board: Board, seconds: float) -> Info:
    """What is told so far, 0 where it is not; the line as far as it is legal.

    Args:
        told: The fields of all infos, the last of each.
        board: What the engine looks at.
        seconds: How long it has thought.
    """
    message = Message("info", told)
    nodes = max(int(message.number("nodes") or 0), 0)
    time = message.number("time") or seconds
    depth = max(int(message.number("depth") or 0), 0)
    return Info(
        depth=depth,
        seldepth=depth,
        score=read_score(message.number("score") or 0.0, board.turn),
        bound="exact",
        nodes=nodes,
        nps=round(nodes / max(time, 1e-6)),
        time=time,
        pv=_read_line(message.text("pv"), board),
        multipv=1,
    )


def read_done(message: Message, info: Info, board: Board) -> Info:
    """The same with a line that begins with the move the engine plays.

    Raises:
        ValueError: The move is not legal; the message says why.
    """
    move = board.parse_move(message.text("move"))
    if info["pv"][:1] == (move,):
        return info
    after = board.copy()
    after.push(move)
    return {**info, "pv": (move, *_read_line(message.text("ponder"), after))}


def _read_line(text: str, board: Board) -> tuple[Move, ...]:
    after = board.copy()
    line = []
    for word in text.split()[:_LONGEST]:
        if not after.is_legal(word):
            break
        line.append(after.push(word))
    return tuple(line)
