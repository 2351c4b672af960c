"""The moves of a game as text."""

from collections.abc import Sequence

from .._core import Move


class History:
    """The moves as PDN text, numbered, in the official notation of the game.

    It keeps the text of the moves it has seen, so that a game can be shown after each of them.

    Args:
        black_begins: Whether Black makes the first move.

    >>> from damier import Board
    >>> board = Board("brazilian")
    >>> moves = [board.push(text) for text in ("22-18", "11-15", "18x11")]
    >>> History(black_begins=False).text(moves)
    '1. c3-d4 f6-e5 2. d4xf6'
    """

    def __init__(self, black_begins: bool) -> None:
        self._first = 1 if black_begins else 0
        self._words: list[str] = []

    def text(self, moves: Sequence[Move]) -> str:
        """The text of a game that goes on from the one seen last, or has not gone so far."""
        words = self._words
        del words[len(moves) :]
        for index in range(len(words), len(moves)):
            pair, second = divmod(index + self._first, 2)
            text = moves[index].text("official")
            if not second:
                text = f"{pair + 1}. {text}"
            elif index == 0:
                text = f"1... {text}"
            words.append(text)
        return " ".join(words)

    def undo(self, plies: int) -> None:
        """Only so many plies are left: what follows may be other moves."""
        del self._words[plies:]

    def __copy__(self) -> "History":
        twin = History(self._first == 1)
        twin._words = self._words.copy()
        return twin
