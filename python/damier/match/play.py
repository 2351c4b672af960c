"""One game, played by engines."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ..engine import Info, Limit, PlayResult
from ..errors import RefusedError
from ..game import Clock, Game, Termination
from ..game.clock import Stage, read_time_control
from ..hub import Fault, HubError
from ..values import Color
from .sides import EngineSide, Playing, Side, side_of

# Seconds that a move may take longer than its limit of time before it loses.
_MARGIN = 1.0


class Loss(StrEnum):
    """Why a side lost that did not lose on the board. The words are stable."""

    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    TIME = "time"


@dataclass(frozen=True)
class Failure:
    """What a side did wrong, for which it has lost.

    Args:
        color: The side.
        kind: The kind.
        reason: A sentence.
    """

    color: Color
    kind: Loss
    reason: str


@dataclass
class Played:
    """How a game was played.

    Args:
        first: The plies that were there before.
        infos: What was thought of each ply since, None where nothing was told.
        seconds: How long was thought of it.
        failure: What a side did wrong, or None.
        cut: Whether the game was given drawn for its length.
    """

    first: int
    infos: list[Info | None] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    failure: Failure | None = None
    cut: bool = False


#: Called after each move, with the game, what was played and the seconds it took.
OnMove = Callable[[Game, PlayResult, float], object]


def play_game(
    white: Playing | Side,
    black: Playing | Side,
    game: Game,
    *,
    limit: Limit | None = None,
    black_limit: Limit | None = None,
    margin: float = _MARGIN,
    max_plies: int | None = None,
    on_move: OnMove | None = None,
) -> Played:
    """Plays a game to its end.

    Draws by the rules of the game that have to be claimed are claimed. A side that gives an
    illegal move, fails, or oversteps its time has lost: its failure is told, and the outcome of
    the game is an adjudication, or time where there is a clock.

    Args:
        white, black: Who plays: an `Engine`, a `HubEngine`, a `Player`, or a function that is
            given a `Board` and a `Limit` and returns a move. They stay open.
        game: The game, which is played on; its clock counts, if it has one.
        limit: For each move of both, or of White; without it the clock is the limit.
        black_limit: For each move of Black, if it is another.
        margin: Seconds that a move may take longer than `limit.time`.
        max_plies: Give the game drawn once it has so many plies; None for never.
        on_move: Called after each move with the game, the `PlayResult` and the seconds it took.
            What it raises ends the game where it is.

    Raises:
        TypeError: A side cannot play.
        ValueError: An engine was given no limit.

    >>> from damier.engine import Player
    >>> game = Game("brazilian", rules="fmjd64")
    >>> white, black = (Player("brazilian", "easy", seed=seed) for seed in (1, 2))
    >>> played = play_game(white, black, game)
    >>> game.outcome is not None, len(game.moves) == len(played.infos)
    (True, True)
    """
    sides = {Color.WHITE: side_of(white), Color.BLACK: side_of(black)}
    limits = {Color.WHITE: limit or Limit(), Color.BLACK: black_limit or limit or Limit()}
    played = Played(len(game.moves))
    while game.outcome is None:
        if max_plies is not None and len(game.moves) >= max_plies:
            played.cut = True
            game.adjudicate(None)
            break
        color = game.turn
        began = time.monotonic()
        try:
            result = sides[color].play(game, _limit_now(limits[color], game))
            seconds = time.monotonic() - began
            _require_time(limits[color], seconds, margin)
            move = game.play(result.move)
        except Exception as error:
            played.failure = _failure(sides[color], game, color, error)
            if game.outcome is None:
                game.adjudicate(~color)
            break
        played.infos.append(result.info if result.info["pv"] else None)
        played.seconds.append(seconds)
        if on_move is not None:
            on_move(game, replace(result, move=move), seconds)
        _settle_draw(game, result, sides[~color])
    return played


class _OverstepError(Exception):
    """A move took too long."""


def _require_time(limit: Limit, seconds: float, margin: float) -> None:
    if limit.time is not None and seconds > limit.time + margin:
        raise _OverstepError(f"took {seconds:.2f} s for a move of {limit.time:g} s")


def _failure(side: Side, game: Game, color: Color, error: Exception) -> Failure:
    """What an error of a side means; an error of the caller's is raised."""
    outcome = game.outcome
    if outcome is not None and outcome.termination is Termination.TIME:
        return Failure(color, Loss.TIME, "ran out of time")
    match error:
        case _OverstepError():
            kind = Loss.TIME
        case RefusedError():
            kind = Loss.ILLEGAL_MOVE
        case HubError():
            kinds = {Fault.ILLEGAL: Loss.ILLEGAL_MOVE, Fault.SILENT: Loss.TIME}
            kind = kinds.get(error.fault, Loss.CRASH)
        case _:
            kind = Loss.CRASH
    known = isinstance(error, _OverstepError | RefusedError | HubError)
    if not known and isinstance(side, EngineSide):
        raise error
    reason = str(error) if known else f"{type(error).__name__}: {error}"
    return Failure(color, kind, reason)


def _settle_draw(game: Game, result: PlayResult, opponent: Side) -> None:
    """Claims a draw that is due, and has one that is offered answered."""
    if game.outcome is not None:
        return
    color = ~game.turn
    if game.claimable:
        game.claim_draw(game.turn)
    elif result.draw_offered and game.draw_offer is None and game.draw_offers_left(color) != 0:
        game.offer_draw(color)
        if opponent.answers_draw(game):
            game.accept_draw(~color)
        else:
            game.decline_draw(~color)


def _limit_now(limit: Limit, game: Game) -> Limit:
    """The limit of the next move: what is left on the clock is part of it."""
    clock = game.clock
    left = None if clock is None else clock.remaining(game.turn)
    if clock is None or left is None:
        return limit
    stage, moves = _stage(clock, game.turn)
    return replace(
        limit,
        white_clock=clock.remaining(Color.WHITE),
        black_clock=clock.remaining(Color.BLACK),
        white_inc=stage.increment if game.turn is Color.WHITE else 0.0,
        black_inc=stage.increment if game.turn is Color.BLACK else 0.0,
        moves_to_go=moves,
    )


def _stage(clock: Clock, color: Color) -> tuple[Stage, int | None]:
    """The stage in which a side is, and its moves to the next."""
    made = clock.moves(color)
    stages = read_time_control(clock.control(color))
    for stage in stages:
        if stage.moves is None:
            return stage, None
        if made < stage.moves:
            return stage, stage.moves - made
        made -= stage.moves
    last = stages[-1]
    assert last.moves is not None
    return last, last.moves - made % last.moves
