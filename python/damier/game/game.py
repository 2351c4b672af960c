"""A game of two players: moves, draws, clocks, offers, and a state that can be stored."""

import time
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from typing import Any, Literal, Self

from .._core import Board, Move
from ..errors import (
    Code,
    GameOverError,
    GameStateError,
    IllegalMoveError,
    InvalidMoveError,
    NothingToUndoError,
)
from ..values import Color, Variant, integer
from .clock import Clock
from .draw_watch import DrawWatch
from .draws import Rule
from .headers import Headers
from .history import History
from .offers import Offers
from .outcome import Outcome, Termination
from .plain import refuse
from .rules import RuleSet, default_rules, rule_set
from .snapshot import Snapshot
from .state import possible_outcome, read_game, read_touched, require_in_step, write_game
from .touch import Touch, follow, touchable
from .view import View, view

# What a game is made of.
_PARTS = (
    "_board",
    "_clock",
    "_headers",
    "_history",
    "_legal_moves",
    "_move_times",
    "_offers",
    "_outcome",
    "_rules",
    "_start",
    "_touched",
    "_variant",
    "_version",
    "_watch",
)


class Game:
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
    __slots__ = (*_PARTS, "__dict__", "__weakref__")

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

    def _set_up(self, board: Board, rules: RuleSet, headers: Mapping[str, str] | None) -> None:
        """Begins the game, without a clock."""
        self._board = board
        self._variant = board.variant
        self._start = _full_fen(board)
        self._rules = rules
        self._watch = DrawWatch(rules.plan_on(board.variant), board)
        self._headers = Headers(headers or {})
        self._offers = Offers(rules.max_draw_offers)
        self._touched: tuple[int, ...] = ()
        self._move_times: list[float | None] = []
        self._history = History(board.turn is Color.BLACK)
        self._version = 0
        self._clock: Clock | None = None
        self._outcome: Outcome | None = None
        self._legal_moves = board.legal_moves
        loser = self._loser_at_start()
        if loser is not None:
            self._end(_no_legal_moves(~loser))

    def _start_clock(self, clock: Clock | None) -> None:
        self._clock = clock
        if clock is not None:
            clock.start(self._board.turn)
            if self._outcome is not None:
                clock.stop()

    @property
    def variant(self) -> Variant:
        """The game."""
        return self._variant

    @property
    def start(self) -> str:
        """The position at the start, as FEN, with the counter that a FEN can carry."""
        return self._start

    @property
    def rules(self) -> RuleSet:
        """The rules by which the game is drawn."""
        return self._rules

    @property
    def headers(self) -> dict[str, str]:
        """PDN tags by name; the dict belongs to the game, may be changed, and takes only text."""
        return self._headers

    @property
    def clock(self) -> Clock | None:
        """The clock, to be read, paused and resumed; all else is the game's."""
        return self._clock

    @property
    def board(self) -> Board:
        """A copy of the board with the moves played; changing it does not change the game.

        The copy costs less than a microsecond: to read much of it, ask for it once.
        """
        return self._board.copy()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, oldest first."""
        return self._board.move_stack

    @property
    def move_times(self) -> tuple[float | None, ...]:
        """The seconds each move left on its player's clock, what it earned included.

        None stands where there was no clock, or no limit.

        >>> seconds = 0.0
        >>> game = Game("international", clock=Clock("3+2", now=lambda: seconds))
        >>> seconds = 10.0
        >>> _ = game.play("32-28")
        >>> game.move_times
        (172.0,)
        """
        return tuple(self._move_times)

    @property
    def version(self) -> int:
        """A number that grows whenever moves, offers or the outcome change; touches count not.

        A page that sends it back with a click tells which position the player has seen.
        """
        return self._version

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._board.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it is on."""
        if self._clock is not None:
            self._notice_flag(self._clock.instant())
        return self._outcome

    @property
    def result(self) -> str:
        """The result as the game writes it, "*" while it is on.

        >>> Game("international").result
        '*'
        """
        outcome = self.outcome
        return "*" if outcome is None else outcome.result(self._variant)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that may be played: those of the rules, none once the game has ended."""
        if self._clock is not None:
            self._notice_flag(self._clock.instant())
        return self._legal_moves

    @property
    def must_capture(self) -> bool:
        """Whether the side to move has to capture; False once the game has ended."""
        return self.outcome is None and self._board.must_capture

    @property
    def movable_squares(self) -> tuple[int, ...]:
        """The squares of the pieces that may move, ascending; none once the game has ended."""
        return self._board.next_squares() if self.outcome is None else ()

    @property
    def touched(self) -> tuple[int, ...]:
        """The squares touched of a move not yet complete, its origin first."""
        return self._touched

    @property
    def next_squares(self) -> tuple[int, ...]:
        """The squares that carry the touched move on, or else those of the pieces that may move."""
        return self._board.next_squares(self._touched) if self.outcome is None else ()

    @property
    def draw_offer(self) -> Color | None:
        """Whose draw offer is pending."""
        return self._offers.draw

    @property
    def undo_offer(self) -> Color | None:
        """Whose offer of a take-back is pending."""
        return self._offers.undo

    def draw_offers_left(self, color: Color) -> int | None:
        """How many more draws a player may offer, None for any number."""
        return self._offers.left(_require_color(color))

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

    def _settle(self, due: list[Rule], instant: float = 0.0) -> None:
        """Ends the game if a ply has ended it, when these draw rules are due."""
        board = self._board
        self._legal_moves = board.legal_moves
        if not self._legal_moves:
            self._end(_no_legal_moves(~board.turn), instant)
            return
        for rule in due:
            if not rule.claim:
                self._end(_drawn_by(rule, due), instant)
                return

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

    def _take_back(self) -> Move:
        move = self._board.pop()
        self._move_times.pop()
        self._history.undo(self._board.ply)
        self._touched = ()
        self._version += 1
        self._offers.clear()
        self._watch.undo()
        self._legal_moves = self._board.legal_moves
        if self._clock is not None:
            self._clock.take_back()
        return move

    def offer_undo(self, color: Color) -> None:
        """Asks for a take-back of this player's last move, and of the answer if there is one.

        The next move or take-back ends the offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: Such an offer is pending.
            NothingToUndoError: The player has made no move.
        """
        self._begin()
        if len(self._move_times) < self._plies_to_undo(_require_color(color)):
            raise NothingToUndoError(Code.NOTHING_TO_UNDO)
        self._offers.offer_undo(color)
        self._version += 1

    def accept_undo(self, color: Color) -> None:
        """Accepts the opponent's pending offer: the opponent is to move again.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no such offer pending.
        """
        self._begin()
        self._offers.settle_undo(~_require_color(color))
        for _ in range(self._plies_to_undo(~color)):
            self._take_back()

    def decline_undo(self, color: Color) -> None:
        """Declines the opponent's pending offer of a take-back.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no such offer pending.
        """
        self._begin()
        self._offers.settle_undo(~_require_color(color))
        self._version += 1

    def _plies_to_undo(self, color: Color) -> int:
        """The plies from the last move of a player on."""
        return 2 if self._board.turn is color else 1

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

    def resign(self, color: Color) -> None:
        """Ends the game: this player, on turn or not, loses.

        Raises:
            GameOverError: The game has ended.
        """
        instant = self._begin()
        winner = ~_require_color(color)
        self._end(Outcome(winner, Termination.RESIGNATION, "resignation"), instant)

    def offer_draw(self, color: Color) -> None:
        """Offers a draw, on either player's turn; the opponent's next move declines it.

        A take-back ends the offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: An offer is pending, or the player has made all offers the rules allow.
        """
        self._begin()
        self._offers.offer_draw(_require_color(color))
        self._version += 1

    def withdraw_draw(self, color: Color) -> None:
        """Withdraws this player's pending offer, which still counts as made.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The player has no offer pending.
        """
        self._begin()
        self._offers.settle_draw(_require_color(color))
        self._version += 1

    def decline_draw(self, color: Color) -> None:
        """Declines the opponent's pending offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no offer pending.
        """
        self._begin()
        self._offers.settle_draw(~_require_color(color))
        self._version += 1

    def accept_draw(self, color: Color) -> None:
        """Accepts the opponent's pending offer, which ends the game.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no offer pending.
        """
        instant = self._begin()
        self._offers.settle_draw(~_require_color(color))
        self._end(Outcome(None, Termination.AGREEMENT, "agreement"), instant)

    def can_claim_draw(self) -> bool:
        """Whether a rule that asks for a claim is due in this position."""
        return bool(self.claimable)

    @property
    def claimable(self) -> tuple[Rule, ...]:
        """The rules due in this position that ask for a claim."""
        if self.outcome is not None:
            return ()
        return tuple(self._watch.claimable(self._board))

    def claim_draw(self, color: Color) -> None:
        """Ends the game by a rule that asks for a claim; either player may claim.

        Raises:
            GameOverError: The game has ended.
            GameStateError: No draw can be claimed in this position.
        """
        instant = self._begin()
        _require_color(color)
        due = self._watch.due(self._board)
        claimable = self._watch.claimable(self._board)
        if not claimable:
            raise GameStateError(Code.NO_CLAIM, color=color, rules=self._rules.name)
        self._end(_drawn_by(claimable[0], due), instant)

    def adjudicate(self, winner: Color | None) -> None:
        """Ends the game as an arbiter decides: this player wins, or None.

        Raises:
            GameOverError: The game has ended.
        """
        instant = self._begin()
        if winner is not None:
            _require_color(winner)
        self._end(Outcome(winner, Termination.ADJUDICATION, "adjudication"), instant)

    def check_clock(self) -> Outcome | None:
        """Ends the game if a flag has fallen, and returns its outcome as `outcome` does."""
        return self.outcome

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
            _require_color(color)
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
        ValueError: moves[2]: there is no piece on 17
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
            claims = [_drawn_by(rule, due) for rule in due]
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

    def _begin(self) -> float:
        """Begins an action: reads the clock and returns the instant read.

        Raises GameOverError if the game has ended, be it by a flag that has just been noticed.
        """
        instant = 0.0
        if self._clock is not None:
            instant = self._clock.instant()
            self._notice_flag(instant)
        if self._outcome is not None:
            raise GameOverError(Code.GAME_OVER, detail="ended", outcome=self._outcome)
        return instant

    def _notice_flag(self, instant: float) -> None:
        if self._clock is not None and self._outcome is None:
            fallen = self._clock.fallen_at(instant)
            if fallen is not None:
                self._end(Outcome(~fallen, Termination.TIME, "time"), instant)

    def _require_turn(self, by: Color, expected: Color) -> None:
        if _require_color(by) is not expected:
            raise IllegalMoveError(Code.NOT_YOUR_TURN, variant=self._variant, color=by)

    def _end(self, outcome: Outcome, instant: float | None = None) -> None:
        self._outcome = outcome
        self._version += 1
        self._offers.clear()
        self._touched = ()
        self._legal_moves = ()
        if self._clock is not None:
            self._clock.stop(instant)

    def _loser_at_start(self) -> Color | None:
        """A side that cannot move, or has nothing, has lost before the first ply."""
        turn = self._board.turn
        if not self._legal_moves:
            return turn
        white, black = self._board.piece_counts
        return None if (white if turn is Color.BLACK else black) else ~turn

    def _snapshot(self) -> Snapshot:
        outcome = self.outcome  # a flag that has fallen changes the rest
        return Snapshot(
            variant=self._variant,
            start=self._start,
            rules=self._rules,
            headers=self._headers,
            moves=self._board.move_stack,
            move_times=tuple(self._move_times),
            touched=self._touched,
            offers=self._offers,
            clock=self._clock,
            outcome=outcome,
            version=self._version,
            attributes=self.__dict__,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._snapshot().comparable() == other._snapshot().comparable()

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Self:
        """An independent game; what a derived class holds is shared."""
        twin = type(self).__new__(type(self))
        for name in _PARTS:
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


def _full_fen(board: Board) -> str:
    """The position with the counter that a FEN can carry."""
    plies = board.reversible_plies
    return f"{board.fen()}:H{plies}" if plies else board.fen()


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


def _require_color(color: Color) -> Color:
    if not isinstance(color, Color):
        raise TypeError("expected Color.WHITE or Color.BLACK")
    return color


def _no_legal_moves(winner: Color) -> Outcome:
    return Outcome(winner, Termination.NO_MOVES, "no-legal-moves")


def _drawn_by(rule: Rule, due: list[Rule]) -> Outcome:
    also_due = tuple(other.rule for other in due if other is not rule)
    return Outcome(None, rule.termination, rule.rule, also_due, rule)


def _other_side(name: str) -> str:
    """The tag of the other player: White, WhiteTitle and the like."""
    for one, other in (("White", "Black"), ("Black", "White")):
        if name.startswith(one):
            return other + name.removeprefix(one)
    return name
