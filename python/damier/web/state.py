"""All that is stored of a table: the game, who sits where, what they have asked for."""

import json
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Literal

from ..game import Game
from ..values import Color
from .store import Row

Side = Literal["white", "black"]
Role = Literal["white", "black", "both", "spectator"]
COLORS: dict[Side, Color] = {"white": Color.WHITE, "black": Color.BLACK}

# So many pages of one player are remembered, with the number of the last action of each.
_MOST_CLIENTS = 8


def side_of(color: Color) -> Side:
    return "white" if color is Color.WHITE else "black"


def hashed(secret: str) -> str:
    """What is stored of a secret; it has so many bits that it needs no salt."""
    return sha256(secret.encode()).hexdigest()


def today() -> str:
    """The date as PDN has it."""
    return datetime.now(UTC).strftime("%Y.%m.%d")


@dataclass(frozen=True)
class Seat:
    """Who plays a colour.

    Attributes:
        key: The hash of the secret; None for a bot.
        level: The bot's level; None for people.
        seed: What the bot's errors depend on.
        arrived: Whether the player has been there.
        clients: The last action of each of the player's pages, by the name it gave itself.
    """

    key: str | None = None
    level: str | None = None
    seed: int = 0
    arrived: bool = False
    clients: dict[str, int] = field(default_factory=dict)


@dataclass
class TableState:
    """All that is stored of a table; a change is made on a copy, which is stored and then shown.

    Attributes:
        revision: How often it has been stored.
        game: The game.
        seats: Who plays which colour.
        practice: Whether it is deleted when it ends.
        rematch_by: The sides that want another game.
        rematch: The other game, once both have wanted it.
        ended: Whether the end of the game has been stored, which its clock may bring at any time.
    """

    id: str
    game: Game
    seats: dict[Side, Seat]
    practice: bool = False
    revision: int = 0
    rematch_by: frozenset[Side] = frozenset()
    rematch: str | None = None
    ended: bool = False

    def twin(self) -> "TableState":
        """A copy to be changed."""
        return replace(self, game=copy(self.game), seats=dict(self.seats))

    def role(self, secret: str | None) -> Role | None:
        """The seat that a secret opens; None if it opens none."""
        if secret is None:
            return "spectator"
        key = hashed(secret)
        opened: list[Side] = [
            side for side, seat in self.seats.items() if seat.key and compare_digest(seat.key, key)
        ]
        if len(opened) == 2:
            return "both"
        return opened[0] if opened else None

    def last_done(self, side: Side, client: str) -> int:
        """The number of the last action that was carried out for this page, -1 if none was."""
        return self.seats[side].clients.get(client, -1)

    def remember(self, side: Side, client: str, number: int) -> None:
        """That an action has been carried out."""
        clients = {k: v for k, v in self.seats[side].clients.items() if k != client}
        clients[client] = number
        while len(clients) > _MOST_CLIENTS:
            del clients[next(iter(clients))]
        self.seats[side] = replace(self.seats[side], clients=clients)

    def arrive(self, role: Role, name: str | None = None) -> bool:
        """That a player is there, who starts the clock if all are; whether that is news."""
        news = False
        for side in sides(role):
            seat = self.seats[side]
            if not seat.arrived:
                self.seats[side] = replace(seat, arrived=True)
                news = True
            header = side.capitalize()
            if name and role != "both" and self.game.headers.get(header) is None:
                self.game.headers[header] = name
                news = True
        clock = self.game.clock
        if clock is not None and clock.paused and self.complete:
            clock.resume()
        return news

    @property
    def complete(self) -> bool:
        """Whether all players have been there."""
        return all(seat.arrived or seat.level for seat in self.seats.values())

    def row(self, now: float) -> Row:
        """What is to be stored at this time of the server."""
        game = self.game
        data = {
            "at": now,
            "game": game.to_dict(),
            "seats": {side: vars(seat) for side, seat in self.seats.items()},
            "practice": self.practice,
            "rematch_by": sorted(self.rematch_by),
            "rematch": self.rematch,
        }
        flag = game.clock.flag_at() if game.clock is not None else None
        return Row(self.id, self.revision, flag, len(game.moves), json.dumps(data))

    @staticmethod
    def from_row(row: Row, now: Callable[[], float]) -> "TableState":
        """The table as it was stored, its clock further on by what has passed since.

        Raises:
            ValueError, TypeError, KeyError: The data has been damaged.
        """
        data: dict[str, Any] = json.loads(row.data)
        elapsed = max(0.0, now() - data["at"])
        return TableState(
            id=row.id,
            game=Game.from_dict(data["game"], now=now, elapsed=elapsed),
            seats={side: Seat(**data["seats"][side]) for side in COLORS},
            practice=data["practice"],
            revision=row.revision,
            rematch_by=frozenset(data["rematch_by"]),
            rematch=data["rematch"],
            ended=data["game"]["outcome"] is not None,
        )


def sides(role: Role) -> tuple[Side, ...]:
    """The sides that someone with this role plays."""
    if role == "spectator":
        return ()
    return ("white", "black") if role == "both" else (role,)
