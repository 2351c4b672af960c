"""What a page shows of a game."""

from typing import Any

from .._core import Move
from ..values import Color, Variant
from .game import Game
from .outcome import Outcome
from .plain import color_name


def view(game: Game, color: Color | None) -> dict[str, Any]:
    outcome = game.outcome
    moves = game.legal_moves if color in (None, game.turn) else ()
    origins: dict[int, list[dict[str, Any]]] = {}
    for move in moves:
        origins.setdefault(move.from_square, []).append(_move(move))
    return {
        "variant": str(game.variant),
        "turn": color_name(game.turn),
        "pieces": {
            square: ("wW" if piece.color is Color.WHITE else "bB")[piece.king]
            for square, piece in game.board.piece_map().items()
        },
        "legal_moves": origins,
        "must_capture": list(game.movable_squares) if game.must_capture else [],
        "touched": list(game.touched),
        "next_squares": list(game.next_squares) if moves else [],
        "last_move": _move(game.moves[-1]) if game.moves else None,
        "clocks": _clocks(game),
        "offers": {
            "pending": None if game.draw_offer is None else color_name(game.draw_offer),
            "left": {color_name(side): game.draw_offers_left(side) for side in Color},
            "can_claim": game.can_claim_draw(),
        },
        "outcome": None if outcome is None else _outcome(outcome, game.variant),
        "history": history(game),
    }


def history(game: Game) -> str:
    """The moves as PDN text, numbered, in the official notation of the game.

    >>> game = Game("brazilian")
    >>> moves = [game.play(text) for text in ("22-18", "11-15", "18x11")]
    >>> history(game)
    '1. c3-d4 f6-e5 2. d4xf6'
    """
    words = []
    black_begins = game.start.startswith("B")
    for number, move in enumerate(game.moves, 2 if black_begins else 1):
        pair, second = divmod(number + 1, 2)
        if not second:
            words.append(f"{pair}.")
        elif not words:
            words.append(f"{pair}...")
        words.append(_text(move))
    return " ".join(words)


def _text(move: Move) -> str:
    return move.text("algebraic" if move.variant is Variant.BRAZILIAN else "numeric")


def _move(move: Move) -> dict[str, Any]:
    return {
        "text": _text(move),
        "from": move.from_square,
        "to": move.to_square,
        "path": list(move.path),
        "captured": list(move.captured),
    }


def _clocks(game: Game) -> dict[str, Any] | None:
    clock = game.clock
    if clock is None:
        return None
    return {
        **{color_name(side): clock.remaining(side) for side in Color},
        "running": None if clock.running is None else color_name(clock.running),
        "paused": clock.paused,
    }


def _outcome(outcome: Outcome, variant: Variant) -> dict[str, Any]:
    return {
        "winner": None if outcome.winner is None else color_name(outcome.winner),
        "termination": outcome.termination.value,
        "rule": outcome.rule,
        "result": outcome.result(variant),
    }
