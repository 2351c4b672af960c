"""What is told to the pages: the state of a table, as JSON."""

import json
from typing import Any, Literal

from .._core import Board, Move
from ..game import Game
from ..game.outcome import Outcome
from ..words import LANGUAGES
from .actions import possible
from .state import COLORS, Role, Side, TableState, side_of

# Who plays both sides sees what both see.
_EYES: dict[str, Literal["spectator"] | None] = {"both": None, "spectator": "spectator"}


class ShownTable:
    """A table as each role sees it; the texts of moves and of the start are made once."""

    def __init__(self) -> None:
        self._moves: list[tuple[Move, float | None]] = []
        self._texts: list[str] = []
        self._start: dict[str, str] = {}

    def text(self, state: TableState, role: Role, present: set[Side], secret: str | None) -> str:
        """The message `state` for someone with this role and secret."""
        game = state.game
        self._start = self._start or pieces_at_start(game)
        head = json.dumps(_head(state, role, present, secret, self._start), ensure_ascii=False)
        return f'{head[:-1]}, "moves": [{", ".join(self._shown_moves(game))}]}}'

    def _shown_moves(self, game: Game) -> list[str]:
        played = list(zip(game.moves, game.move_times, strict=True))
        same = 0
        while same < min(len(played), len(self._moves)) and played[same] == self._moves[same]:
            same += 1
        self._texts[same:] = [json.dumps(_move(move, left)) for move, left in played[same:]]
        self._moves = played
        return self._texts


def pieces_at_start(game: Game) -> dict[str, str]:
    """The pieces by square with which a game starts."""
    board = Board(game.variant, game.start)
    return {
        str(square): f"{piece.color.name.lower()}-{'king' if piece.king else 'man'}"
        for square, piece in board.piece_map().items()
    }


def _head(
    state: TableState,
    role: Role,
    present: set[Side],
    secret: str | None,
    start: dict[str, str],
) -> dict[str, Any]:
    """All but the moves."""
    game = state.game
    outcome = game.outcome
    view = game.view(COLORS[role] if role in ("white", "black") else _EYES[role])
    clocks = view["clocks"]
    return {
        "type": "state",
        "id": state.id,
        "seat": role,
        "version": game.version,
        "view": view,
        "players": {side: _player(state, side, present) for side in state.seats},
        "clock": None if clocks is None else _clock(clocks),
        "start": start,
        "can": possible(state, role),
        "offers": {
            "draw": view["offers"]["pending"],
            "undo": view["offers"]["undo"],
            "rematch": _rematch_by(state),
        },
        "outcome": None if outcome is None else _outcome(outcome, game),
        "rematch": None if state.rematch is None else _rematch(state.rematch, secret),
        "practice": state.practice,
    }


def _player(state: TableState, side: Side, present: set[Side]) -> dict[str, Any]:
    seat = state.seats[side]
    return {
        "name": state.game.headers.get(side.capitalize()),
        "present": seat.level is not None or side in present,
        "arrived": seat.level is not None or seat.arrived,
        "bot": seat.level,
    }


def _clock(clocks: Any) -> dict[str, Any]:
    """The times, of which one runs only if no pause holds it."""
    running = None if clocks["paused"] else clocks["running"]
    return {"white": clocks["white"], "black": clocks["black"], "running": running}


def _outcome(outcome: Outcome, game: Game) -> dict[str, Any]:
    return {
        "result": outcome.result(game.variant),
        "winner": None if outcome.winner is None else side_of(outcome.winner),
        "rule": outcome.rule,
        "sentence": {language: outcome.sentence(language) for language in LANGUAGES},
    }


def _rematch_by(state: TableState) -> Side | None:
    """Who alone has asked for another game."""
    people: list[Side] = [side for side in state.rematch_by if state.seats[side].level is None]
    return people[0] if len(people) == 1 and state.rematch is None else None


def _rematch(id: str, secret: str | None) -> dict[str, str]:
    return {"id": id, "link": link(id, secret)}


def link(id: str, secret: str | None = None) -> str:
    """The page of a game; a secret stands behind a #, which no browser sends to a server."""
    return f"/game/{id}" + (f"#{secret}" if secret else "")


def _move(move: Move, left: float | None) -> dict[str, Any]:
    return {
        "text": move.text("official"),
        "from": move.from_square,
        "to": move.to_square,
        "captured": list(move.captured),
        "path": list(move.path),
        "promotion": move.is_promotion,
        "time": left,
    }
