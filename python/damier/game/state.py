"""A game as plain data: written whole, and believed only after its moves have been played again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..values import Color
from .clock import Clock
from .game import Game
from .offers import DrawOffers
from .outcome import Outcome, Termination
from .plain import (
    color_name,
    read_color,
    read_integer,
    read_list,
    read_object,
    read_text,
    refuse,
    shown,
)
from .rules import RuleSet

_FORMAT = "damier game"
_VERSION = 1

_KEYS = (
    "format",
    "version",
    "variant",
    "start",
    "rules",
    "headers",
    "moves",
    "touched",
    "offers",
    "clock",
    "outcome",
)


class StoredGame(NamedTuple):
    """The parts of a stored game: start, rules, headers and moves are in `game` already."""

    game: Game
    offers: DrawOffers
    touched: tuple[int, ...]
    clock: Clock | None
    outcome: Outcome | None


def game_to_plain(game: Game, offers: DrawOffers) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "variant": str(game.variant),
        "start": game.start,
        "rules": game.rules.to_plain(),
        "headers": dict(game.headers),
        "moves": [move.long() for move in game.moves],
        "touched": list(game.touched),
        "offers": offers.to_plain(),
        "clock": None if game.clock is None else game.clock.to_dict(),
        "outcome": None if outcome is None else outcome_to_plain(outcome),
    }


def outcome_to_plain(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": None if outcome.winner is None else color_name(outcome.winner),
        "termination": outcome.termination.value,
        "rule": outcome.rule,
    }


def read_game(data: object, now: Callable[[], float]) -> StoredGame:
    parts = _parts_of_this_version(data)
    game = _replayed(parts)
    outcome = None if parts["outcome"] is None else _outcome(parts["outcome"])
    clock = None if parts["clock"] is None else Clock.from_dict(parts["clock"], now=now)
    _require_possible(outcome, game, clock)
    if clock is not None:
        _require_in_step(clock, game, None if outcome else game.turn)
    offers = DrawOffers.from_plain(parts["offers"], game.rules.max_draw_offers)
    if outcome and offers.pending:
        refuse("offers.pending", "the game has ended")
    touched = _touched(parts["touched"], game)
    if outcome and touched:
        refuse("touched", "the game has ended")
    return StoredGame(game, offers, touched, clock, outcome)


def _require_in_step(clock: Clock, game: Game, running: Color | None) -> None:
    if clock.running is not running:
        refuse("clock.running", f"expected {running and color_name(running)!r}")
    plies = len(game.moves)
    for color, moves in ((game.turn, plies // 2), (~game.turn, plies - plies // 2)):
        if clock.moves(color) != moves:
            refuse(f"clock.{color_name(color)}.moves", f"expected {moves}")


def _parts_of_this_version(data: object) -> dict[str, object]:
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        refuse("format", f"this is no {_FORMAT}")
    version = read_integer(data.get("version"), "version", least=1)
    if version > _VERSION:
        refuse("version", f"{version} is newer than this damier reads, which is {_VERSION}")
    return read_object(data, "game", _KEYS)


def _replayed(parts: dict[str, object]) -> Game:
    headers = parts["headers"]
    if not isinstance(headers, dict):
        refuse("headers", f"expected an object, not {shown(headers)}")
    texts = {
        read_text(name, "headers"): read_text(value, f"headers[{shown(name)}]")
        for name, value in headers.items()
    }
    start = read_text(parts["start"], "start")
    variant = read_text(parts["variant"], "variant")
    rules = RuleSet.from_plain(parts["rules"])
    try:
        game = Game(variant, start, rules=rules, headers=texts)
    except ValueError as error:
        raise ValueError(f"start: {error}") from None
    for number, move in enumerate(read_list(parts["moves"], "moves")):
        try:
            game.play(read_text(move, f"moves[{number}]"))
        except ValueError as error:
            raise ValueError(f"moves[{number}]: {error}") from None
    return game


def _outcome(data: object) -> Outcome:
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


def _require_possible(outcome: Outcome | None, game: Game, clock: Clock | None) -> None:
    """The moves tell whether the game has ended by itself, the clock who can have lost on time."""
    by_moves = game.outcome
    if by_moves is not None and outcome != by_moves:
        refuse("outcome", f"the moves end the game by {by_moves.rule}")
    if by_moves is not None or outcome is None:
        return
    possible = [Outcome(None, rule.termination, rule.rule) for rule in game.claimable]
    possible.append(Outcome(None, Termination.AGREEMENT, "agreement"))
    possible.append(Outcome(None, Termination.ADJUDICATION, "adjudication"))
    for winner in Color:
        possible.append(Outcome(winner, Termination.ADJUDICATION, "adjudication"))
        possible.append(Outcome(winner, Termination.RESIGNATION, "resignation"))
        if clock is not None and clock.remaining(~winner) == 0:
            possible.append(Outcome(winner, Termination.TIME, "time"))
    if outcome not in possible:
        refuse("outcome", f"moves and clock do not lead to {outcome.rule}")


def _touched(data: object, game: Game) -> tuple[int, ...]:
    squares = tuple(
        read_integer(square, "touched", 1, game.variant.squares)
        for square in read_list(data, "touched")
    )
    try:
        following = game.board.next_squares(squares)
    except ValueError as error:
        raise ValueError(f"touched: {error}") from None
    if squares and not following:
        refuse("touched", "the move is complete")
    return squares
