"""A game of two players: moves, draws, clocks, offers, and a state that can be stored."""

import time
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from typing import Any, Literal, Self

from .._core import Board, Move
from ..errors import (
    Code,
    GameStateError,
    IllegalMoveError,
    InvalidMoveError,
    NothingToUndoError,
)
from ..values import Color, Variant, integer
from .clock import Clock
from .course import PARTS, drawn_by, require_color
from .dealings import Dealings
from .offers import Offers
from .plain import refuse
from .rules import RuleSet, default_rules, rule_set
from .state import possible_outcome, read_game, read_touched, require_in_step, write_game
from .touch import Touch, follow, touchable
from .view import View, view


class Game(Dealings):
    """A game by a set of rules, from its start to its outcome.

    Args:
        variant: The game, by `Variant` or name.
        fen: The position to start from; the starting position of the game if left out.
        rules: When the game is drawn: a `RuleSet` or a name in `RULE_SETS`. If left out,
            `dream-games` on 8x8 and `belote-tarot` on 10x10. Games by official rules name `fmjd`
            on 10x10, `fmjd64` or `cbd` on 8x8.
        clock: A `Clock`, which the game then owns, or its control as text; None for no clock. It
            starts at once, unless it is paused.
        headers: PDN tags by name. Players are "White" and "Black".

    Raises:
        InvalidFenError: `fen` cannot be read or is no position.
        ValueError: Variant, rule set or time control is unknown, or the set is not for this board.
        TypeError: An argument is of the wrong type.

    Every action reads the clock first. If a flag has fallen its owner has lost, and the action
    raises GameOverError, as every action does once the game has ended. Reading `outcome`,
    `legal_moves`, `view` or `to_dict` notices a fallen flag as well. An action that raises
    changes nothing else.

    Games are equal if start, rules, moves, clocks (see `Clock`), offers, half-made move, headers
    and outcome are. A game has one owner: one thread at a time may use it. Games that different
    threads use never touch each other.

    A class may inherit from Game. What its instances hold besides is kept by copies, pickles and
    rematches, and stored by `to_dict`: there it has to be plain JSON data.

    >>> game = Game("international", "W:W28:B23")
    >>> str(game.play("28x19"))
    '28x19'
    >>> game.outcome.result(game.variant), game.outcome.rule
    ('2-0', 'no-legal-moves')
    """

    # All else that an instance holds belongs to a derived class.
    __slots__ = ("__dict__", "__weakref__")

    def __init__(
        self,
        variant: Variant | str,
        fen: str | None = None,
        *,
        rules: RuleSet | str | None = None,
        clock: Clock | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        board = Board(variant, fen)
        self._set_up(board, _to_rules(rules, board.variant), headers)
        self._start_clock(_to_clock(clock))

    def play(self, move: Move | str, *, by: Color | None = None) -> Move:
        """Plays a legal move and returns it.

        Args:
            move: A `Move`, or text as in `Board.parse_move`.
            by: Who plays it, if that is to be checked.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: As `Board.push`; it is not this
                player's turn.
            GameOverError: The game has ended.
            GameStateError: The clock is paused.

        >>> Game("brazilian").play("c3-d4", by=Color.WHITE).to_square
        18
        """
        clock = self._clock
        instant = 0.0
        if clock is not None or self._outcome is not None:
            instant = self._begin()
        board = self._board
        if by is not None:
            self._require_turn(by, board.turn)
        if clock is not None and clock.paused:
            raise GameStateError(Code.CLOCK_PAUSED)
        played = board.push(move)
        left = None
        if clock is not None:
            clock.press(instant)
            left = clock.remaining(~board.turn)
        self._move_times.append(left)
        self._touched = ()
        self._version += 1
        self._offers.expire(board.turn)
        self._settle(self._watch.follow(board), instant)
        return played

    def undo(self, *, by: Color | None = None) -> Move:
        """Takes the last move back and returns it.

        Position, counters, the turn and the increment of the move come back; offers made and time
        used do not. Offers that are pending end.

        Args:
            by: Who takes it back, if that is to be checked: the player who made the move.

        Raises:
            NothingToUndoError: No move has been played; it is an IndexError too, as for a board.
            IllegalMoveError: The last move is not this player's.
            GameOverError: The game has ended.
        """
        self._begin()
        if by is not None:
            self._require_turn(by, ~self._board.turn)
        if not self._move_times:
            raise NothingToUndoError(Code.NOTHING_TO_UNDO)
        return self._take_back()

    def touch(self, square: int, *, by: Color | None = None) -> Touch:
        """Builds a move square by square, as a player clicks or drags, and plays it when complete.

        The first touch selects a piece that may move, each further one a landing square; the
        square on which a single capture ends plays that capture at once. Another piece that may
        move is selected instead, the piece of a half-made capture begins again, and the last square
        once more changes nothing.

        Args:
            square: 1 to 32 or 50.
            by: Who touches it, if that is to be checked.

        Raises:
            InvalidMoveError: The square is off the board.
            IllegalMoveError: It cannot be touched: the message lists those that can. Or it is not
                this player's turn.
            GameOverError: The game has ended.
            GameStateError: The move is complete, but the clock is paused.

        >>> game = Game("international", "B:W6,24,28,38,41:B13,K49")
        >>> game.touch(49).next_squares, game.touch(32).next_squares
        ((32,), (19,))
        >>> game.touch(19).next_squares, str(game.touch(35).move)
        ((30, 35), '49x35')
        """
        self._begin()
        board = self._board
        if by is not None:
            self._require_turn(by, board.turn)
        square = integer(square, "square")
        if not 1 <= square <= self._variant.squares:
            raise InvalidMoveError(Code.OFF_BOARD, (square,), variant=self._variant, given=square)
        squares = follow(board, self._touched, square)
        if squares is None:
            allowed = touchable(board, self._touched)
            raise IllegalMoveError(
                Code.CANNOT_TOUCH, (square,), variant=self._variant, allowed=allowed
            )
        following = board.next_squares(squares)
        if not following:
            move = self.play("x".join(map(str, squares)))
            return Touch("played", squares, self.next_squares, move)
        self._touched = squares
        return Touch("extended" if len(squares) > 1 else "selected", squares, following, None)

    def rematch(
        self,
        colors: Literal["swapped", "kept", "random"] = "swapped",
        *,
        seed: int | None = None,
        start: bool = True,
    ) -> Self:
        """A new game with the same start, rules, time controls and headers but Result.

        Args:
            colors: Whether the players change colours. Then the headers and the time control of
                White become those of Black and the reverse; who plays what is read in the headers.
            seed: For "random": the same seed draws the same colours.
            start: Let the clock run at once; otherwise it is paused, until `clock.resume()`.

        Raises:
            ValueError: `colors` is none of the three.

        >>> game = Game("brazilian", headers={"White": "Ada", "Black": "Bo"})
        >>> game.rematch().headers
        {'Black': 'Ada', 'White': 'Bo'}
        """
        if colors not in ("swapped", "kept", "random"):
            raise ValueError("colors: expected 'swapped', 'kept' or 'random'")
        swapped = colors == "swapped"
        if colors == "random":
            from random import Random

            swapped = Random(seed).random() < 0.5
        headers = {k: v for k, v in self._headers.items() if k != "Result"}
        if swapped:
            headers = {_other_side(name): value for name, value in headers.items()}
        again = type(self).__new__(type(self))
        again.__dict__.update(self.__dict__)
        again._set_up(Board(self._variant, self._start), self._rules, headers)
        if self._clock is not None:
            clock = self._clock.fresh(swapped)
            if not start:
                clock.pause()
            again._start_clock(clock)
        return again

    def view(self, color: Color | Literal["spectator"] | None = None) -> View:
        """What a page shows, as data that `json.dumps` takes; `View` describes each field.

        Args:
            color: The player who looks, or "spectator". Only the side to move is shown its legal
                moves and its half-made move. None for one screen that both players look at.

        >>> view = Game("international").view(Color.WHITE)
        >>> view["pieces"][31], [move["text"] for move in view["legal_moves"][31]]
        ('w', ['31-26', '31-27'])
        """
        if color is not None and color != "spectator":
            require_color(color)
        game = self._snapshot()
        board, watch = self._board, self._watch
        on = game.outcome is None
        draws = watch.under_way(board) if on else []
        can_claim = on and bool(watch.claimable(board))
        return view(game, board, color, can_claim, draws, self._history.text(game.moves))

    def to_dict(self) -> dict[str, Any]:
        """The whole game as plain JSON data, from which `from_dict` makes an equal game.

        A clock that runs is stored with the time the move has taken so far.

        >>> Game.from_dict(Game("international").to_dict()) == Game("international")
        True
        """
        return write_game(self._snapshot())

    @classmethod
    def from_dict(
        cls,
        data: object,
        *,
        now: Callable[[], float] = time.monotonic,
        elapsed: float = 0.0,
    ) -> Self:
        """The game that `to_dict` has written, in this version or an earlier one.

        Args:
            data: Plain data; it is checked, not trusted.
            now: The source of the clock's time.
            elapsed: Seconds since it was stored, 0 or more, charged to the side whose time runs. A
                flag that has fallen meanwhile is noticed as always.

        Raises:
            ValueError, TypeError: The data is no game, contradicts itself, or was written by a
                newer version; the message says where and why.

        >>> Game.from_dict({**Game("brazilian").to_dict(), "moves": ["21-17", "9-14", "17x10"]})
        Traceback (most recent call last):
        ValueError: moves[2]: square 10 is occupied
        """
        return cls._restored(data, now, elapsed)

    @classmethod
    def _restored(
        cls, data: object, now: Callable[[], float] = time.monotonic, elapsed: float = 0.0
    ) -> Self:
        stored = read_game(data, now, elapsed)
        game = cls.__new__(cls)
        try:
            board = Board(stored.variant, stored.start)
            game._set_up(board, stored.rules, stored.headers)
        except ValueError as error:
            raise ValueError(f"start: {error}") from None
        game._replay(stored.moves)
        by_moves, claims = game._outcome, []
        if by_moves is None:
            due = game._watch.claimable(board)
            claims = [drawn_by(rule, due) for rule in due]
        outcome = possible_outcome(stored.outcome, by_moves, claims, stored.clock)
        if stored.clock is not None:
            require_in_step(stored.clock, board.ply, board.turn, ended=outcome is not None)
        if len(stored.move_times) != board.ply:
            refuse("move_times", f"expected {board.ply} times, one a move")
        game._move_times = stored.move_times
        game._offers = Offers.from_plain(stored.offers, stored.rules.max_draw_offers)
        game._touched = read_touched(stored.touched, board)
        if outcome is not None:
            if game._offers.draw or game._offers.undo:
                refuse("offers", "the game has ended")
            if game._touched:
                refuse("touched", "the game has ended")
            game._end(outcome)
        game._clock = stored.clock
        game._version = stored.changes
        for name, value in stored.attributes.items():
            if hasattr(Game, name):
                refuse("attributes", f"{name!r} is the game's own")
            game.__dict__[name] = value
        return game

    def _replay(self, moves: list[str]) -> None:
        """Plays stored moves; together, where no draw can be due between them."""
        board = self._board
        while board.ply < len(moves):
            if self._outcome is not None:
                refuse(f"moves[{board.ply}]", f"the game is over: {self._outcome.sentence()}")
            try:
                due = self._watch.play(board, moves)
            except ValueError as error:
                raise ValueError(f"moves[{board.ply}]: {error}") from None
            if due or board.ply == len(moves):
                self._settle(due)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._snapshot().comparable() == other._snapshot().comparable()

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Self:
        """An independent game; what a derived class holds is shared."""
        twin = type(self).__new__(type(self))
        for name in PARTS:
            setattr(twin, name, copy(getattr(self, name)))
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = copy(self)
        memo[id(self)] = twin
        twin.__dict__.update(deepcopy(self.__dict__, memo))
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        data = {**Game.to_dict(self), "attributes": {}}
        return _unpickled, (type(self), data), dict(self.__dict__)

    def _repr_svg_(self) -> str:
        """The picture of the board, for notebooks."""
        return self._board.svg()

    def __repr__(self) -> str:
        state = "on" if self._outcome is None else self._outcome.rule
        return f"<Game of {self._variant} draughts, {self._board.ply} plies, {state}>"


def _to_rules(rules: RuleSet | str | None, variant: Variant) -> RuleSet:
    if rules is None:
        return default_rules(variant)
    if isinstance(rules, str):
        return rule_set(rules)
    if not isinstance(rules, RuleSet):
        raise TypeError("rules: expected a RuleSet or its name")
    return rules


def _unpickled(cls: type[Game], data: object) -> Game:
    return cls._restored(data)


def _to_clock(clock: Clock | str | None) -> Clock | None:
    if isinstance(clock, str):
        return Clock(clock)
    if not isinstance(clock, Clock | None):
        raise TypeError("clock: expected a Clock, its control as text, or None")
    if clock is not None and (clock.running is not None or any(map(clock.moves, Color))):
        raise ValueError("clock: it has run already; a game needs a clock of its own")
    return clock


def _other_side(name: str) -> str:
    """The tag of the other player: White, WhiteTitle and the like."""
    for one, other in (("White", "Black"), ("Black", "White")):
        if name.startswith(one):
            return other + name.removeprefix(one)
    return name
