"""Where two contenders meet: the games of a match, by number."""

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from .. import pdn
from ..engine import Limit
from ..engine.annotate import write_eval
from ..game import Clock, Game
from ..hub import HubError
from ..pdn.clocks import write_time
from ..values import Color, Variant
from .contender import Contender
from .play import Failure, Played, play_game
from .sides import Side


@dataclass(frozen=True)
class Plan:
    """What is the same in all games of a match; for the arguments see `play_match`.

    The games of an opening follow each other, `one` with White in the first.
    """

    one: Contender
    other: Contender
    variant: Variant
    rules: str
    openings: tuple[tuple[str, ...], ...]
    limit: Limit | None
    clock: str | None
    margin: float
    max_plies: int | None
    seed: int

    def to_plain(self) -> dict[str, object]:
        """What tells this match from another, as plain data. The openings may be more."""
        return {
            "one": self.one.to_plain(),
            "other": self.other.to_plain(),
            "variant": str(self.variant),
            "rules": self.rules,
            "limit": None if self.limit is None else asdict(self.limit),
            "clock": self.clock,
            "margin": self.margin,
            "max_plies": self.max_plies,
            "seed": self.seed,
            "first opening": list(self.openings[0]),
        }


@dataclass
class Effort:
    """How a side has thought in a game, or in several.

    Args:
        moves: Its moves.
        seconds: All that it thought.
        longest: The longest that it thought of a move.
        searched: The moves of which it told a depth.
        depth: The sum of these depths.
        nodes: The positions it looked at.
    """

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    searched: int = 0
    depth: int = 0
    nodes: int = 0

    def add(self, other: "Effort") -> None:
        """Adds those of another game."""
        self.moves += other.moves
        self.seconds = round(self.seconds + other.seconds, 6)
        self.longest = max(self.longest, other.longest)
        self.searched += other.searched
        self.depth += other.depth
        self.nodes += other.nodes

    def to_plain(self) -> dict[str, object]:
        """Averages, for people: of each move, or of each of which it told a depth."""
        moves, searched = max(self.moves, 1), max(self.searched, 1)
        return {
            "moves": self.moves,
            "seconds_per_move": round(self.seconds / moves, 4),
            "longest": round(self.longest, 3),
            "depth": round(self.depth / searched, 2),
            "nodes_per_move": round(self.nodes / searched),
        }


@dataclass(frozen=True)
class GameResult:
    """A game of a match.

    Args:
        number: Its number, from 1.
        white, black: Who played.
        points: What the first contender has of it: 1, 0.5 or 0.
        result: The result as the game writes it.
        rule: The rule that ended it, or the kind of failure.
        plies: How long it was.
        cut: Whether it was given drawn for its length.
        failed: Who lost by a failure, or None, and why.
        reason: Why.
        efforts: How the first contender has thought, and the other.
        text: The game as PDN, with scores and times.
    """

    number: int
    white: str
    black: str
    points: float
    result: str
    rule: str
    plies: int
    cut: bool
    failed: str | None
    reason: str | None
    efforts: tuple[Effort, Effort]
    text: str

    @property
    def record(self) -> pdn.Record:
        """The game, to read and edit."""
        return pdn.loads(self.text)[0]

    def to_plain(self) -> dict[str, object]:
        """Plain data, from which `from_plain` makes an equal result."""
        return asdict(self)

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The result that `to_plain` has written."""
        first, second = (Effort(**effort) for effort in data["efforts"])
        return cls(**{**data, "efforts": (first, second)})


@dataclass
class Arena:
    """The two contenders, ready to play.

    Args:
        plan: The match.

    Raises:
        HubError, ValueError: One of them cannot be had.
    """

    plan: Plan
    _sides: dict[str, Side] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        try:
            self._ready()
        except BaseException:
            self.close()
            raise

    def play(self, number: int) -> GameResult:
        """Plays the game of this number, from 1.

        Raises:
            HubError: A contender has failed before, and cannot be started again.
            ValueError: A contender has no limit.
        """
        plan = self.plan
        self._ready()
        opening, swapped = divmod(number - 1, 2)
        colors = {Color.BLACK if swapped else Color.WHITE: "one"}
        colors[~next(iter(colors))] = "other"
        contenders = {color: getattr(plan, key) for color, key in colors.items()}
        for salt, key in enumerate(self._sides):
            self._begin(key, 2 * (plan.seed + number) + salt)
        game = self._game(number, opening, contenders)
        played = play_game(
            self._sides[colors[Color.WHITE]],
            self._sides[colors[Color.BLACK]],
            game,
            limit=contenders[Color.WHITE].limit or plan.limit,
            black_limit=contenders[Color.BLACK].limit or plan.limit or Limit(),
            margin=plan.margin,
            max_plies=plan.max_plies,
        )
        own = next(color for color, key in colors.items() if key == "one")
        return _result(number, game, played, own, contenders)

    def close(self) -> None:
        """Ends those that this has opened."""
        for key, side in self._sides.items():
            if not getattr(self.plan, key).stays:
                side.close()
        self._sides = {}

    def _ready(self) -> None:
        """Opens those that are not open."""
        for key in ("one", "other"):
            if key not in self._sides or self._sides[key].closed:
                self._sides[key] = getattr(self.plan, key).open(self.plan.variant)

    def _begin(self, key: str, seed: int) -> None:
        """Tells of a new game; who has ended since the last one is started again."""
        try:
            self._sides[key].begin(seed)
        except HubError:
            self._sides[key].close()
            self._ready()
            self._sides[key].begin(seed)

    def _game(self, number: int, opening: int, players: Mapping[Color, Contender]) -> Game:
        plan = self.plan
        headers = {
            "Event": f"{plan.one.name} - {plan.other.name}",
            "Date": f"{datetime.date.today():%Y.%m.%d}",
            "Round": str(number),
            "White": players[Color.WHITE].name,
            "Black": players[Color.BLACK].name,
        }
        controls = [players[color].clock or plan.clock for color in Color]
        white, black = (control or "-" for control in controls)
        clock = Clock(white, black) if any(controls) else None
        game = Game(plan.variant, rules=plan.rules, clock=clock, headers=headers)
        for text in plan.openings[opening % len(plan.openings)]:
            game.play(text)
        return game


def _result(
    number: int, game: Game, played: Played, own: Color, players: Mapping[Color, Contender]
) -> GameResult:
    outcome = game.outcome
    assert outcome is not None
    points = 0.5 if outcome.winner is None else 1.0 if outcome.winner is own else 0.0
    failure = played.failure
    rule = "max-plies" if played.cut else failure.kind.value if failure else outcome.rule
    return GameResult(
        number=number,
        white=players[Color.WHITE].name,
        black=players[Color.BLACK].name,
        points=points,
        result=game.result,
        rule=rule,
        plies=len(game.moves),
        cut=played.cut,
        failed=players[failure.color].name if failure else None,
        reason=failure.reason if failure else None,
        efforts=(_effort(played, game, own), _effort(played, game, ~own)),
        text=pdn.dumps(_record(game, played, rule, failure)),
    )


def _effort(played: Played, game: Game, color: Color) -> Effort:
    effort = Effort()
    begins = game.turn if len(played.infos) % 2 == 0 else ~game.turn
    first = 0 if begins is color else 1
    for info, seconds in list(zip(played.infos, played.seconds, strict=True))[first::2]:
        told = info is not None and info["depth"] > 0
        depth, nodes = (info["depth"], info["nodes"]) if info and told else (0, 0)
        effort.add(Effort(1, round(seconds, 6), round(seconds, 6), int(told), depth, nodes))
    return effort


def _record(game: Game, played: Played, rule: str, failure: Failure | None) -> pdn.Record:
    """The game with the score and the time of each move, and why it ended."""
    record = pdn.Record.from_game(game)
    record.headers["Termination"] = rule
    plies = record.line.plies[played.first :]
    for ply, info, seconds in zip(plies, played.infos, played.seconds, strict=True):
        text = f"[%emt {write_time(seconds)}]"
        if info is not None:
            text = f"[%eval {write_eval(info['score'])}] {text} depth {info['depth']}"
        ply.add(pdn.Comment(text))
    if failure is not None:
        comment = pdn.Comment(f"{failure.color.name.title()}: {failure.kind}: {failure.reason}")
        if record.line.plies:
            record.line.plies[-1].add(comment)
        else:
            record.line.items.append(comment)
    return record
