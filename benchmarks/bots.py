"""The bot of docs/bots.md, and the same bot that reads its pieces from `piece_map()`."""

from collections.abc import Callable
from doctest import DocTestParser
from pathlib import Path
from typing import Any

from damier import Board, Color, Move, Variant
from measure import Work, timed

_PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
_MAN, _KING = 100, 300

#: The initial positions and two of the middle game, and how deep the bots look.
POSITIONS = [
    (Variant.INTERNATIONAL, None),
    (Variant.INTERNATIONAL, "W:W27,28,32,37,38,39,42,48:B7,8,12,13,16,17,18,19"),
    (Variant.BRAZILIAN, None),
    (Variant.BRAZILIAN, "W:W18,21,22,26,27,30:B5,6,9,11,12,15"),
]
DEPTH = 6


def page() -> dict[str, Any]:
    """What the page defines: `evaluate`, `search` and what they need, made anew."""
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples(_PAGE.read_text(encoding="utf-8")):
        if "search" not in names:
            exec(example.source, names)
    return names


def _steps(variant: Variant, square: int, color: Color) -> list[int]:
    row, column = variant.row_column(square)
    ahead = row - 1 if color is Color.WHITE else row + 1
    found = (variant.square_at(ahead, beside) for beside in (column - 1, column + 1))
    return [step for step in found if step is not None]


_STEPS = {
    variant: [
        [_steps(variant, square, color) for square in range(1, variant.squares + 1)]
        for color in (Color.WHITE, Color.BLACK)
    ]
    for variant in Variant
}


def evaluate_by_pieces(board: Board) -> int:
    """What `evaluate` of the page gives, made from `piece_map()`."""
    up_steps, down_steps = _STEPS[board.variant]
    white = Color.WHITE
    pieces = board.piece_map()
    up, down = set(), set()
    value = 0
    for square, (color, king) in pieces.items():
        if color is white:
            if king:
                value += _KING
            else:
                value += _MAN
                up.update(up_steps[square - 1])
        elif king:
            value -= _KING
        else:
            value -= _MAN
            down.update(down_steps[square - 1])
    value += len(up - pieces.keys()) - len(down - pieces.keys())
    return value if board.turn is white else -value


class Bot:
    """One of the two."""

    def __init__(self, *, by_pieces: bool) -> None:
        self._names = page()
        self._by_pieces = by_pieces

    def think(self) -> list[tuple[int, Move]]:
        """The value and the best move of each position."""
        answers = []
        for variant, fen in POSITIONS:
            evaluate = evaluate_by_pieces if self._by_pieces else self._names["evaluator"](variant)
            answers.append(self._names["search"](Board(variant, fen), DEPTH, evaluate))
        return answers

    def nodes(self) -> int:
        """How many positions it enters on the way."""
        search = self._names["search"]
        entered = 0

        def counting(*arguments: Any) -> Any:
            nonlocal entered
            entered += 1
            return search(*arguments)

        self._names["search"] = counting
        self.think()
        self._names["search"] = search
        return entered


def contest() -> tuple[Callable[[], Work], Callable[[], Work]]:
    """The page's bot and the other, each as something to measure, in nodes."""
    bots = Bot(by_pieces=False), Bot(by_pieces=True)
    nodes, same_nodes = (each.nodes() for each in bots)
    answers, same_answers = (each.think() for each in bots)
    assert (nodes, answers) == (same_nodes, same_answers)

    def measured(each: Bot) -> Work:
        def think() -> int:
            assert each.think() == answers
            return nodes

        return timed(think)

    first, second = bots
    return lambda: measured(first), lambda: measured(second)
