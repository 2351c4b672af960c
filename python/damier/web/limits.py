"""How much a server takes, from everybody and from each address."""

import time
from collections.abc import Callable
from dataclasses import dataclass


class Bucket:
    """Tokens that come back by and by: `burst` at once, then `rate` a second.

    >>> bucket = Bucket(rate=1, burst=2, now=lambda: 0.0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._seen = burst, now()

    def take(self) -> bool:
        """Takes a token, if there is one."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing is missing, so that nobody needs to keep it."""
        return self._left + (self._now() - self._seen) * self._rate >= self._burst


class Buckets:
    """A bucket for each address; those that are full are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}
        self._most = 1024

    def take(self, address: str) -> bool:
        """Takes a token of this address, if there is one."""
        if address not in self._buckets:
            if len(self._buckets) >= self._most:
                self._buckets = {k: v for k, v in self._buckets.items() if not v.full}
                self._most = max(1024, 2 * len(self._buckets))
            self._buckets[address] = Bucket(self._rate, self._burst)
        return self._buckets[address].take()


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much a server takes.

    Args:
        body: Bytes of a request or of a message on the socket.
        requests: Requests a second from one address that concern games, and ten times as many at
            once.
        messages: Messages a second on one socket, and ten times as many at once.
        games_per_minute: New games from one address, once it has made `games_at_once`.
        games_at_once: New games from one address before that counts.
        sockets_per_minute: New sockets from one address, and as many at once.
        sockets_per_address: Open sockets of one address.
        sockets_per_game: Open sockets at one table, those of its players left out.
        sockets: Open sockets in all.
        games: Games in the store.
        name: Characters of a player's name.
        thinkers: Threads in which bots think; analyses have one more.
        waiting: Analyses that may wait for that one.
        join_seconds: Until a new socket has to say who it is.
        idle_days: After which a game that nobody has touched is removed.
        unseen_hours: The same for a game in which no move has been played.
    """

    body: int = 4096
    requests: float = 10
    messages: float = 10
    games_per_minute: float = 10
    games_at_once: int = 40
    sockets_per_minute: float = 120
    sockets_per_address: int = 100
    sockets_per_game: int = 200
    sockets: int = 2000
    games: int = 20_000
    name: int = 30
    thinkers: int = 1
    waiting: int = 8
    join_seconds: float = 10
    idle_days: float = 30
    unseen_hours: float = 24
