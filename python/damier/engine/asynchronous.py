"""The engine for asyncio."""

import asyncio
from types import TracebackType
from typing import Self

from .._core import Board
from ..endgame import Tables
from ..game import Game
from .analysis import Analysis
from .engine import Engine
from .info import Info, PlayResult
from .limit import Limit


class AsyncEngine:
    """The twin of `Engine` whose calls are awaited; the event loop runs on meanwhile.

    A cancelled call stops its search.

    Args:
        threads, hash_mb, seed, endgames: As for `Engine`.

    >>> async def first_move() -> str:
    ...     async with AsyncEngine() as engine:
    ...         result = await engine.play(Board("brazilian", "W:W22:B18"), Limit(depth=3))
    ...     return str(result.move)
    >>> asyncio.run(first_move())
    '22x15'
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int | None = None,
        endgames: Tables | None = None,
    ) -> None:
        self._engine = Engine(threads=threads, hash_mb=hash_mb, seed=seed, endgames=endgames)

    def configure(
        self,
        *,
        threads: int | None = None,
        hash_mb: int | None = None,
        seed: int | None = None,
    ) -> None:
        """As `Engine.configure`."""
        self._engine.configure(threads=threads, hash_mb=hash_mb, seed=seed)

    def clear(self) -> None:
        """As `Engine.clear`."""
        self._engine.clear()

    async def play(self, position: Board | Game, limit: Limit) -> PlayResult:
        """As `Engine.play`."""
        return PlayResult.of(await self.analyse(position, limit))

    async def analyse(self, position: Board | Game, limit: Limit, multipv: int = 1) -> list[Info]:
        """As `Engine.analyse`."""
        limit.require()
        async with self.analysis(position, limit, multipv) as analysis:
            return await analysis.wait()

    def analysis(
        self, position: Board | Game, limit: Limit | None = None, multipv: int = 1
    ) -> "AsyncAnalysis":
        """As `Engine.analysis`, to be iterated with `async for`."""
        return AsyncAnalysis(self._engine.analysis(position, limit, multipv))

    async def close(self) -> None:
        """As `Engine.close`."""
        self._engine.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class AsyncAnalysis:
    """The twin of `Analysis`."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    @property
    def lines(self) -> list[Info]:
        """As `Analysis.lines`."""
        return self._analysis.lines

    async def stop(self) -> list[Info]:
        """As `Analysis.stop`."""
        return await asyncio.to_thread(self._analysis.stop)

    async def wait(self) -> list[Info]:
        """As `Analysis.wait`."""
        return await asyncio.to_thread(self._analysis.wait)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        info = await asyncio.to_thread(next, self._analysis, None)
        if info is None:
            raise StopAsyncIteration
        return info

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._analysis.halt()
