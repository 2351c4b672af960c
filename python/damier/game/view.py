"""What a page shows of a game."""

from collections.abc import Iterable
from typing import Literal, TypedDict

from .._core import Board, _shown_move, _shown_moves, _shown_pieces
from ..values import Color, Variant
from .clock import Clock
from .draws import Rule
from .offers import Offers
from .outcome import Outcome
from .snapshot import Snapshot
from .touch import jumped

Side = Literal["white", "black"]

# A move has a key that is a word of Python.
ShownMove = TypedDict(
    "ShownMove",
    {"text": str, "from": int, "to": int, "path": list[int], "captured": list[int]},
)
"""A move: its text in the official notation, its origin and destination, all its squares from the
first to the last, and the squares of the pieces it takes."""


class Players(TypedDict):
    """The names in the headers White and Black, None where there is none."""

    white: str | None
    black: str | None


class TimeControls(TypedDict):
    """The controls of both sides as PDN TimeControl."""

    white: str
    black: str


class Clocks(TypedDict):
    """The seconds both sides have left, None without limit; whose time runs, or will after a
    pause; and whether the clock is paused."""

    white: float | None
    black: float | None
    running: Side | None
    paused: bool


class OffersLeft(TypedDict):
    """How many more draws each side may offer, None for any number."""

    white: int | None
    black: int | None


class ShownOffers(TypedDict):
    """Whose draw offer and whose offer of a take-back is pending, how many draws may yet be
    offered, and whether a draw can be claimed in this position."""

    pending: Side | None
    undo: Side | None
    left: OffersLeft
    can_claim: bool


class ShownDraw(TypedDict):
    """A draw that is under way: the name of its rule, and the least plies until it is due."""

    rule: str
    plies_left: int


class ShownOutcome(TypedDict):
    """The end: who won, the kind of end, the name of the rule, and the result as PDN has it."""

    winner: Side | None
    termination: str
    rule: str
    result: str


class View(TypedDict):
    """What a page shows, as data that `json.dumps` takes; there, squares that are keys are text.

    Attributes:
        variant: "brazilian" or "international".
        rules: The name of the set of draw rules.
        players: The names of the players.
        time_control: The controls of the clock, None without a clock.
        version: `Game.version`, which a click can carry to tell what it has seen.
        ply: How many moves have been played.
        turn: The side to move.
        pieces: A letter by square: w and b for men, W and B for kings. A capture that is half made
            has moved and taken nothing here.
        legal_moves: The moves of each origin; none but for the side to move.
        must_capture: The origins if capturing is compulsory.
        touched: The squares of a half-made move; none but for the side to move, as are the next
            three.
        next_squares: What may be touched next.
        at: Where the piece of a half-made move stands.
        jumped: The squares of the pieces it has jumped.
        last_move: The move played last, None at the start.
        clocks: The times, None without a clock.
        offers: The offers between the players.
        draws: The draws that are under way, in plies.
        outcome: How the game ended, None while it is on.
        history: The moves as PDN text.
    """

    variant: str
    rules: str
    players: Players
    time_control: TimeControls | None
    version: int
    ply: int
    turn: Side
    pieces: dict[int, str]
    legal_moves: dict[int, list[ShownMove]]
    must_capture: list[int]
    touched: list[int]
    next_squares: list[int]
    at: int | None
    jumped: list[int]
    last_move: ShownMove | None
    clocks: Clocks | None
    offers: ShownOffers
    draws: list[ShownDraw]
    outcome: ShownOutcome | None
    history: str


def view(
    game: Snapshot,
    board: Board,
    viewer: Color | Literal["spectator"] | None,
    can_claim: bool,
    draws: Iterable[tuple[Rule, int]],
    history: str,
) -> View:
    """What `viewer` is shown of a game that stands on this board; None sees what both see."""
    turn = board.turn
    on = game.outcome is None
    moving = on and viewer in (None, turn)
    touched = game.touched if moving else ()
    origins = board.next_squares() if on and board.must_capture else ()
    headers, clock = game.headers, game.clock
    return {
        "variant": game.variant.value,
        "rules": game.rules.name,
        "players": {"white": headers.get("White"), "black": headers.get("Black")},
        "time_control": None if clock is None else _controls(clock),
        "version": game.version,
        "ply": board.ply,
        "turn": _side(turn),
        "pieces": _shown_pieces(board),
        "legal_moves": _shown_moves(board) if moving else {},
        "must_capture": list(origins),
        "touched": list(touched),
        "next_squares": list(board.next_squares(touched)) if moving else [],
        "at": touched[-1] if touched else None,
        "jumped": jumped(board, touched) if len(touched) > 1 else [],
        "last_move": _shown_move(game.moves[-1]) if game.moves else None,
        "clocks": None if clock is None else _clocks(clock),
        "offers": _offers(game.offers, can_claim),
        "draws": [{"rule": rule.rule, "plies_left": plies} for rule, plies in draws],
        "outcome": None if game.outcome is None else _outcome(game.outcome, game.variant),
        "history": history,
    }


def _side(color: Color) -> Side:
    return "white" if color is Color.WHITE else "black"


def _controls(clock: Clock) -> TimeControls:
    return {"white": clock.control(Color.WHITE), "black": clock.control(Color.BLACK)}


def _clocks(clock: Clock) -> Clocks:
    return {
        "white": clock.remaining(Color.WHITE),
        "black": clock.remaining(Color.BLACK),
        "running": None if clock.running is None else _side(clock.running),
        "paused": clock.paused,
    }


def _offers(offers: Offers, can_claim: bool) -> ShownOffers:
    return {
        "pending": None if offers.draw is None else _side(offers.draw),
        "undo": None if offers.undo is None else _side(offers.undo),
        "left": {"white": offers.left(Color.WHITE), "black": offers.left(Color.BLACK)},
        "can_claim": can_claim,
    }


def _outcome(outcome: Outcome, variant: Variant) -> ShownOutcome:
    return {
        "winner": None if outcome.winner is None else _side(outcome.winner),
        "termination": outcome.termination.value,
        "rule": outcome.rule,
        "result": outcome.result(variant),
    }
