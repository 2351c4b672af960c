"""An engine that plays and analyses."""

import random
from types import TracebackType
from typing import Self

from .._core import Board, Stop
from ..endgame import Tables
from ..game import Game
from .analysis import Analysis
from .info import Info, PlayResult
from .limit import Limit
from .searcher import Noise, Searcher, require_lines, require_moves

# An engine that was given a seed judges with this error: enough to choose between equal moves.
_VARIETY = 3


class Engine:
    """The engine in the core, for both games.

    What it found helps with the next position. Several threads may use an engine; they take turns.

    Args:
        threads: How many threads search, 1 to 256; 0 is one for each core. With one thread the
            same calls with the same depth, nodes and seed give the same moves, scores and lines.
        hash_mb: MiB of memory for what was found in each game, 1 or more; the greatest power of two
            in it is taken.
        seed: Play varies with it; None always plays the same.
        endgames: The endgame tables it knows; None for those that are built in.

    Raises:
        ValueError: An argument is out of range.
        MemoryError: There is not so much memory.

    >>> with Engine() as engine:
    ...     result = engine.play(Board("international", "W:W28,50:B23,1"), Limit(depth=4))
    >>> str(result.move), result.info["depth"]
    ('28x19', 4)
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int | None = None,
        endgames: Tables | None = None,
    ) -> None:
        self._threads, self._hash_mb, self._endgames = threads, hash_mb, endgames
        self._noise = _noise(seed)
        self._searcher = Searcher(threads, hash_mb, endgames)

    def configure(
        self,
        *,
        threads: int | None = None,
        hash_mb: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Changes what is given, forgets what was found, and stops what is running.

        Raises:
            ValueError, MemoryError: As for `Engine`; then nothing changes.
        """
        self._searcher.require_open()
        threads = self._threads if threads is None else threads
        hash_mb = self._hash_mb if hash_mb is None else hash_mb
        before, self._searcher = self._searcher, Searcher(threads, hash_mb, self._endgames)
        before.close()
        self._threads, self._hash_mb = threads, hash_mb
        if seed is not None:
            self._noise = _noise(seed)

    def clear(self) -> None:
        """Forgets what was found, as before a new game."""
        self._searcher.clear()

    def play(self, position: Board | Game, limit: Limit) -> PlayResult:
        """The best move as far as the limit lets it see.

        Other Python threads run meanwhile, and Ctrl-C stops it.

        Args:
            position: A `Board`, of whose history repetition is known, or a `Game`, whose draw rules
                are kept in mind.
            limit: When to stop; at least one thing must be limited.

        Raises:
            GameOverError: There is no move.
            ValueError: Nothing is limited, or the engine is closed.
        """
        return PlayResult.of(self.analyse(position, limit))

    def analyse(self, position: Board | Game, limit: Limit, multipv: int = 1) -> list[Info]:
        """What the engine thinks of the best moves, the best first.

        Args:
            position, limit: As for `play`.
            multipv: How many moves to look for, 1 or more; there may be fewer.

        Raises:
            GameOverError, ValueError: As for `play`.

        >>> with Engine() as engine:
        ...     best, other = engine.analyse(Board("brazilian"), Limit(depth=6), multipv=2)
        >>> best["score"].value >= other["score"].value
        True
        """
        limit.require()
        return self._searcher.search(position, limit, multipv=multipv, noise=self._noise)

    def analysis(
        self, position: Board | Game, limit: Limit | None = None, multipv: int = 1
    ) -> Analysis:
        """An analysis that runs in a thread of its own, until the limit or until it is stopped.

        Args:
            position, multipv: As for `analyse`.
            limit: When to stop; None to go on until `Analysis.stop`.

        Raises:
            GameOverError, ValueError: As for `play`.

        >>> with Engine() as engine, engine.analysis(Board("brazilian")) as analysis:
        ...     for info in analysis:
        ...         if info["depth"] >= 5:
        ...             break
        """
        require_moves(position)
        require_lines(multipv)
        self._searcher.require_open()
        searcher, noise, stop = self._searcher, self._noise, Stop()
        board_or_game = position.copy() if isinstance(position, Board) else position
        return Analysis(
            lambda report: searcher.search(
                board_or_game,
                limit or Limit(),
                multipv=multipv,
                noise=noise,
                stop=stop,
                report=report,
            ),
            stop,
        )

    def close(self) -> None:
        """Stops what is running and gives the memory back; closing twice does nothing."""
        self._searcher.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _noise(seed: int | None) -> Noise:
    """Seeds of any size are spread over 64 bits."""
    return Noise() if seed is None else Noise(_VARIETY, random.Random(seed).getrandbits(64))
