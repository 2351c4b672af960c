"""Games as records, and back: tags, times and the end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from ..values import Color
from . import results
from .clocks import Clock as Times
from .clocks import write_time
from .headers import UNKNOWN
from .tree import Comment, Ply

if TYPE_CHECKING:
    from ..game import Clock, Game
    from ..game.rules import RuleSet
    from .record import Record

_CONTROLS = {Color.WHITE: "TimeControlWhite", Color.BLACK: "TimeControlBlack"}

# How other programs name the ends of games.
_TERMINATIONS = {
    "time forfeit": "time",
    "draw by agreement": "agreement",
    "agreed draw": "agreement",
    "resigned": "resignation",
}


def record_of(game: Game) -> Record:
    from .record import Record

    record = Record.from_board(game.board, headers=game.headers)
    rules = game.rules.to_plain()
    record.headers["RuleSet"] = rules if isinstance(rules, str) else json.dumps(rules)
    if game.outcome is not None:
        record.result = game.result
        record.headers["Termination"] = game.outcome.rule
    for ply, left in zip(record.line.plies, game.move_times, strict=True):
        if left is not None:
            ply.add(Comment(f"[%clk {write_time(left)}]"))
    if game.clock is not None:
        _write_clock(record, game.clock)
    return record


def _write_clock(record: Record, clock: Clock) -> None:
    """The controls as tags, and the times at the end behind the last move."""
    white, black = (clock.control(color) for color in Color)
    if white == black:
        record.headers["TimeControl"] = white
    else:
        record.headers[_CONTROLS[Color.WHITE]] = white
        record.headers[_CONTROLS[Color.BLACK]] = black
    times = []
    for color, letter in ((Color.WHITE, "w"), (Color.BLACK, "b")):
        left = clock.remaining(color)
        if left is not None:
            runs = clock.running is color and not clock.paused
            times.append(f"{letter.upper() if runs else letter}{write_time(left)}")
    if times:
        comment = Comment(f"[%clock {' '.join(times)}]")
        if record.line.plies:
            record.line.plies[-1].add(comment)
        else:
            record.line.items.append(comment)


def game_of(record: Record, rules: RuleSet | str | None) -> Game:
    from ..game import Game

    start = record.board()
    played_by = _rules_of(record) if rules is None else rules
    game = Game(start.variant, record.fen, rules=played_by)
    for move in record.moves:
        game.play(move)
    outcome = _outcome_of(record, game)
    clock = _clock_of(record, game, outcome)
    data = game.to_dict()
    data["move_times"] = [_time_left(ply) for ply in record.line.plies[: len(game.moves)]]
    data["outcome"] = outcome
    data["clock"] = None if clock is None else clock.to_dict()
    told = {"SetUp", "FEN", "GameType"}
    if rules is None:
        told.add("RuleSet")
    if clock is not None:
        told.update(("TimeControl", *_CONTROLS.values()))
    if outcome is not None and record.headers.get("Termination") == outcome["rule"]:
        told.add("Termination")
    data["headers"] = {name: value for name, value in record.headers.items() if name not in told}
    game = Game.from_dict(data)
    for name, unknown in {**UNKNOWN, "Result": game.result}.items():
        if game.headers.get(name) == unknown:
            del game.headers[name]
    return game


def _rules_of(record: Record) -> RuleSet | str:
    """The set of the tag, or else none."""
    from ..game.rules import RuleSet

    text = record.headers.get("RuleSet", "none")
    try:
        return RuleSet.from_plain(json.loads(text) if text.startswith("{") else text)
    except ValueError as error:
        raise ValueError(f"the tag RuleSet: {error}") from None


def _time_left(ply: Ply) -> float | None:
    value = _command(ply.items, "clk")
    return value.total_seconds() if isinstance(value, timedelta) else None


def _command(items: Iterable[object], name: str) -> object:
    """The value of the last command of this name in the comments, or None."""
    values = [
        command.value
        for item in items
        if isinstance(item, Comment)
        for command in item.commands
        if command.name == name
    ]
    return values[-1] if values else None


def _outcome_of(record: Record, game: Game) -> dict[str, Any] | None:
    """The end as the moves, or else result and Termination, have it."""
    ended, stated = game.outcome, record.score
    if stated is results.Score.BOTH_LOST:
        raise ValueError("the result 0-0 gives no player the game, nor a draw")
    if ended is not None:
        if stated not in (results.Score.UNKNOWN, results.score(game.result)):
            raise ValueError(f"the moves end the game {game.result}, not {record.result}")
        return game.to_dict()["outcome"]  # type: ignore[no-any-return]
    if stated is results.Score.UNKNOWN:
        return None
    winner = {results.Score.WHITE: "white", results.Score.BLACK: "black"}.get(stated)
    text = record.headers.get("Termination", "").strip().lower()
    text = _TERMINATIONS.get(text, text)
    claims = {rule.rule: rule.termination.value for rule in game.claimable}
    if winner is None and text in claims:
        return {"winner": None, "termination": claims[text], "rule": text}
    known = ("resignation", "time") if winner else ("agreement",)
    kind = text if text in known else "adjudication"
    return {"winner": winner, "termination": kind, "rule": kind}


def _clock_of(record: Record, game: Game, outcome: dict[str, Any] | None) -> Clock | None:
    """The clock as the tags and the last `[%clock]` tell it, None if they do not."""
    from ..game import Clock

    both = record.headers.get("TimeControl")
    controls = [record.headers.get(_CONTROLS[color], both) for color in Color]
    if None in controls:
        return None
    try:
        clock = Clock.from_time_control(*map(str, controls))
    except ValueError:
        return None
    plies = record.line.plies
    times = _command(plies[-1].items if plies else record.line.items, "clock")
    times = times if isinstance(times, Times) else Times()
    made = {game.turn: len(game.moves) // 2, ~game.turn: (len(game.moves) + 1) // 2}
    for color, left in zip(Color, (times.white, times.black), strict=True):
        if left is None and clock.remaining(color) is not None:
            return None
        clock.set(color, left.total_seconds() if left else 0.0, made[color])
    if outcome is None:
        clock.start(game.turn)
        if times.running is None and times != Times():
            clock.pause()
    elif outcome["termination"] == "time":
        loser = Color.BLACK if outcome["winner"] == "white" else Color.WHITE
        clock.set(loser, 0.0, made[loser])
    return clock
