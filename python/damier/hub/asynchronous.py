"""Engines that speak the Hub protocol, for asyncio."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from .._core import Board
from ..engine import AsyncAnalysis, Info, Limit, PlayResult
from ..game import Game
from ..values import Variant
from .client import HubEngine, Pondering
from .parameters import Parameter


class AsyncHubEngine:
    """The twin of `HubEngine` whose calls are awaited; the event loop runs on meanwhile.

    A cancelled call stops its search.

    >>> import sys
    >>> async def first_move() -> str:
    ...     command = [sys.executable, "-m", "damier", "engine", "hub"]
    ...     async with await AsyncHubEngine.open(command, "brazilian") as engine:
    ...         result = await engine.play(Board("brazilian", "W:W22:B18"), Limit(depth=3))
    ...     return str(result.move)
    >>> asyncio.run(first_move())
    '22x15'
    """

    def __init__(self, engine: HubEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(
        cls,
        command: str | Sequence[str],
        variant: Variant | str = Variant.INTERNATIONAL,
        *,
        cwd: str | os.PathLike[str] | None = None,
        patience: float = 10.0,
        longest: float = 600.0,
        protocol: int = 2,
        **params: object,
    ) -> Self:
        """As `HubEngine.open`."""
        engine = await asyncio.to_thread(
            HubEngine.open,
            command,
            variant,
            cwd=cwd,
            patience=patience,
            longest=longest,
            protocol=protocol,
            **params,
        )
        return cls(engine)

    @property
    def variant(self) -> Variant:
        """As `HubEngine.variant`."""
        return self._engine.variant

    @property
    def name(self) -> str:
        """As `HubEngine.name`."""
        return self._engine.name

    @property
    def about(self) -> Mapping[str, str]:
        """As `HubEngine.about`."""
        return self._engine.about

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """As `HubEngine.parameters`."""
        return self._engine.parameters

    @property
    def pid(self) -> int:
        """As `HubEngine.pid`."""
        return self._engine.pid

    @property
    def closed(self) -> bool:
        """As `HubEngine.closed`."""
        return self._engine.closed

    async def configure(self, **params: object) -> None:
        """As `HubEngine.configure`."""
        await asyncio.to_thread(self._engine.configure, **params)

    async def clear(self) -> None:
        """As `HubEngine.clear`."""
        await asyncio.to_thread(self._engine.clear)

    async def ping(self) -> None:
        """As `HubEngine.ping`."""
        await asyncio.to_thread(self._engine.ping)

    async def play(self, position: Board | Game, limit: Limit) -> PlayResult:
        """As `HubEngine.play`."""
        limit.require()
        async with AsyncAnalysis(self._engine.begin(position, "think", limit)) as analysis:
            return PlayResult.of(await analysis.wait())

    async def analyse(self, position: Board | Game, limit: Limit, multipv: int = 1) -> list[Info]:
        """As `HubEngine.analyse`."""
        limit.require()
        async with self.analysis(position, limit, multipv) as analysis:
            return await analysis.wait()

    def analysis(
        self, position: Board | Game, limit: Limit | None = None, multipv: int = 1
    ) -> AsyncAnalysis:
        """As `HubEngine.analysis`, to be iterated with `async for`."""
        return AsyncAnalysis(self._engine.analysis(position, limit, multipv))

    def ponder(self, position: Board | Game, limit: Limit) -> "AsyncPondering":
        """As `HubEngine.ponder`."""
        return AsyncPondering(self._engine.ponder(position, limit))

    async def close(self) -> None:
        """As `HubEngine.close`."""
        await asyncio.to_thread(self._engine.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class AsyncPondering(AsyncAnalysis):
    """The twin of `Pondering`."""

    def __init__(self, pondering: Pondering) -> None:
        super().__init__(pondering)
        self._pondering = pondering

    async def hit(self) -> PlayResult:
        """As `Pondering.hit`."""
        return await asyncio.to_thread(self._pondering.hit)
