"""What a reader finds wrong or worth knowing in a game."""

from typing import NamedTuple

from ..errors import Code


class Problem(NamedTuple):
    """One thing that is wrong in a game, or worth knowing, and where.

    `game` and `line` count from 1. `ply` and `move_number` are those of the move concerned, or of
    the next move where no move is; 0 in the tags. `text` is what was read, `alternatives` are the
    legal moves instead.
    """

    code: Code
    reason: str
    game: int
    line: int
    ply: int
    move_number: int
    text: str
    alternatives: tuple[str, ...] = ()
    in_variation: bool = False

    def __str__(self) -> str:
        where = f", move {self.move_number}" if self.ply else ""
        inside = " in a variation" if self.in_variation else ""
        said = f"{self.text}: " if self.text else ""
        return f"game {self.game}{where}{inside}: {said}{self.reason}"


class PdnError(ValueError):
    """The first error of a game, raised when reading with `strict=True`; see `problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.problem.line}: {self.problem}"
