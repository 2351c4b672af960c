"""A game as plain data: written whole, and believed only after its moves have been played again."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .._core import Board
from ..values import Color
from .clock import Clock
from .outcome import Outcome, Termination
from .plain import (
    MOST,
    color_name,
    read_color,
    read_integer,
    read_list,
    read_number,
    read_object,
    read_text,
    read_texts,
    refuse,
    shown,
)
from .rules import RuleSet
from .snapshot import Snapshot

_FORMAT = "damier game"
_VERSION = 2

_KEYS = (
    "format",
    "version",
    "variant",
    "start",
    "rules",
    "headers",
    "moves",
    "move_times",
    "touched",
    "offers",
    "clock",
    "outcome",
    "changes",
    "attributes",
)


class StoredGame(NamedTuple):
    """The parts of a stored game, each well-formed; whether they fit together is to be seen."""

    variant: str
    start: str
    rules: RuleSet
    headers: dict[str, str]
    moves: list[str]
    move_times: list[float | None]
    touched: object
    offers: object
    clock: Clock | None
    outcome: Outcome | None
    changes: int
    attributes: dict[str, object]


def write_game(game: Snapshot) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "variant": game.variant.value,
        "start": game.start,
        "rules": game.rules.to_plain(),
        "headers": dict(game.headers),
        "moves": [move.long() for move in game.moves],
        "move_times": list(game.move_times),
        "touched": list(game.touched),
        "offers": game.offers.to_plain(),
        "clock": None if game.clock is None else game.clock.to_dict(),
        "outcome": None if outcome is None else _plain_outcome(outcome),
        "changes": game.version,
        "attributes": dict(game.attributes),
    }


def _plain_outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": None if outcome.winner is None else color_name(outcome.winner),
        "termination": outcome.termination.value,
        "rule": outcome.rule,
    }


def read_game(data: object, now: Callable[[], float], elapsed: float) -> StoredGame:
    parts = _parts_of_this_version(data)
    elapsed = read_number(elapsed, "elapsed")
    clock, outcome = parts["clock"], parts["outcome"]
    return StoredGame(
        variant=read_text(parts["variant"], "variant"),
        start=read_text(parts["start"], "start"),
        rules=RuleSet.from_plain(parts["rules"]),
        headers=_read_headers(parts["headers"]),
        moves=read_texts(parts["moves"], "moves"),
        move_times=_read_times(parts["move_times"]),
        touched=parts["touched"],
        offers=parts["offers"],
        clock=None if clock is None else Clock.from_dict(clock, now=now, elapsed=elapsed),
        outcome=None if outcome is None else _read_outcome(outcome),
        changes=read_integer(parts["changes"], "changes"),
        attributes=_read_attributes(parts["attributes"]),
    )


def _parts_of_this_version(data: object) -> dict[str, object]:
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        refuse("format", f"this is no {_FORMAT}")
    version = read_integer(data.get("version"), "version", least=1)
    if version > _VERSION:
        refuse("version", f"{version} is newer than this damier reads, which is {_VERSION}")
    return read_object(_from_version_1(data) if version == 1 else data, "game", _KEYS)


def _from_version_1(data: dict[str, object]) -> dict[str, object]:
    """Version 1 kept neither the times of moves nor changes, and knew no offers of take-backs."""
    moves, offers = data.get("moves"), data.get("offers")
    plies = len(moves) if isinstance(moves, list) else 0
    return {
        **data,
        "move_times": [None] * plies,
        "offers": {**offers, "undo": None} if isinstance(offers, dict) else offers,
        "changes": plies,
        "attributes": {},
    }


def _read_headers(data: object) -> dict[str, str]:
    if not isinstance(data, dict):
        refuse("headers", f"expected an object, not {shown(data)}")
    return {
        read_text(name, "headers"): value
        if isinstance(value, str)
        else read_text(value, f"headers[{shown(name)}]")
        for name, value in data.items()
    }


def _read_times(data: object) -> list[float | None]:
    times: list[Any] = read_list(data, "move_times")
    if set(map(type, times)) == {float} and min(times) >= 0 and sum(times) <= MOST:
        return times.copy()  # all at once; a time that is not a number would spoil the sum
    return [
        None if time is None else read_number(time, f"move_times[{number}]")
        for number, time in enumerate(times)
    ]


def _read_attributes(data: object) -> dict[str, object]:
    if not isinstance(data, dict):
        refuse("attributes", f"expected an object, not {shown(data)}")
    return {read_text(name, "attributes"): value for name, value in data.items()}


def _read_outcome(data: object) -> Outcome:
    parts = read_object(data, "outcome", ("winner", "termination", "rule"))
    winner = parts["winner"]
    text = read_text(parts["termination"], "outcome.termination")
    for termination in Termination:
        if termination.value == text:
            return Outcome(
                None if winner is None else read_color(winner, "outcome.winner"),
                termination,
                read_text(parts["rule"], "outcome.rule"),
            )
    refuse("outcome.termination", f"unknown termination {shown(text)}")


def read_touched(data: object, board: Board) -> tuple[int, ...]:
    squares = tuple(
        read_integer(square, "touched", 1, board.variant.squares)
        for square in read_list(data, "touched")
    )
    try:
        following = board.next_squares(squares)
    except ValueError as error:
        raise ValueError(f"touched: {error}") from None
    if squares and not following:
        refuse("touched", "the move is complete")
    return squares


def require_in_step(clock: Clock, plies: int, turn: Color, ended: bool) -> None:
    """A clock has counted the moves, and runs for the side to move while the game is on."""
    running = None if ended else turn
    if clock.running is not running:
        refuse("clock.running", f"expected {running and color_name(running)!r}")
    for color, moves in ((turn, plies // 2), (~turn, plies - plies // 2)):
        if clock.moves(color) != moves:
            refuse(f"clock.{color_name(color)}.moves", f"expected {moves}")


def possible_outcome(
    outcome: Outcome | None,
    by_moves: Outcome | None,
    claimable: Iterable[Outcome],
    clock: Clock | None,
) -> Outcome | None:
    """The outcome itself, if moves and clock can have led to it.

    The moves tell whether the game has ended by itself, the clock who can have lost on time;
    without a clock, nothing speaks against it.
    """
    if by_moves is not None:
        if outcome != by_moves:
            refuse("outcome", f"the moves end the game by {by_moves.rule}")
        return by_moves
    if outcome is None:
        return None
    possible = [
        *claimable,
        Outcome(None, Termination.AGREEMENT, "agreement"),
        Outcome(None, Termination.ADJUDICATION, "adjudication"),
    ]
    for winner in Color:
        possible.append(Outcome(winner, Termination.ADJUDICATION, "adjudication"))
        possible.append(Outcome(winner, Termination.RESIGNATION, "resignation"))
        if clock is None or clock.remaining(~winner) == 0:
            possible.append(Outcome(winner, Termination.TIME, "time"))
    if outcome not in possible:
        refuse("outcome", f"moves and clock do not lead to {outcome.rule}")
    return possible[possible.index(outcome)]
