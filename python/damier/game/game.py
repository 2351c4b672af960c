"""A game of two players: moves, draws, clocks, offers, and a state that can be stored."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from .._core import Board, Move
from ..errors import Code, GameOverError, GameStateError, IllegalMoveError, InvalidMoveError
from ..values import Color, Variant
from .clock import Clock
from .draw_watch import DrawWatch
from .draws import Rule
from .offers import DrawOffers
from .outcome import Outcome, Termination
from .rules import RuleSet, default_rules, rule_set


class Touch(NamedTuple):
    """What the touch of a square did.

    `squares` is the beginning of a move that is now selected, `next_squares` what may be touched
    next, `move` the move that was played.
    """

    action: Literal["selected", "extended", "played", "deselected"]
    squares: tuple[int, ...]
    next_squares: tuple[int, ...]
    move: Move | None


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

    >>> game = Game("international", "W:W28:B23")
    >>> str(game.play("28x19"))
    '28x19'
    >>> game.outcome.result(game.variant), game.outcome.rule
    ('2-0', 'no-legal-moves')
    """

    def __init__(
        self,
        variant: Variant | str,
        fen: str | None = None,
        *,
        rules: RuleSet | str | None = None,
        clock: Clock | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._board = Board(variant, fen)
        self._variant = self._board.variant
        self._start = self._board.copy()
        self._rules = _to_rules(rules, self._variant)
        self._watch = DrawWatch(self._rules.plan_on(self._variant), self._board)
        self._headers = _to_headers(headers)
        self._offers = DrawOffers(self._rules.max_draw_offers)
        self._touched: tuple[int, ...] = ()
        self._clock = _to_clock(clock)
        self._legal_moves = self._board.legal_moves
        self._outcome: Outcome | None = None
        if self._clock is not None:
            self._clock.start(self._board.turn)
        loser = self._loser_at_start()
        if loser is not None:
            self._end(_no_legal_moves(~loser))

    @property
    def variant(self) -> Variant:
        """The game."""
        return self._variant

    @property
    def start(self) -> str:
        """The position at the start, as FEN, with the counter that a FEN can carry."""
        plies = self._start.reversible_plies
        return f"{self._start.fen()}:H{plies}" if plies else self._start.fen()

    @property
    def rules(self) -> RuleSet:
        """The rules by which the game is drawn."""
        return self._rules

    @property
    def headers(self) -> dict[str, str]:
        """PDN tags by name; the dict belongs to the game and may be changed."""
        return self._headers

    @property
    def clock(self) -> Clock | None:
        """The clock, to be read, paused and resumed; all else is the game's."""
        return self._clock

    @property
    def board(self) -> Board:
        """A copy of the board with the moves played; changing it does not change the game."""
        return self._board.copy()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, oldest first."""
        return self._board.move_stack

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
        return self._offers.pending

    def draw_offers_left(self, color: Color) -> int | None:
        """How many more draws a player may offer, None for any number."""
        return self._offers.left(_require_color(color))

    def play(self, move: Move | str) -> Move:
        """Plays a legal move and returns it.

        Args:
            move: A `Move`, or text as in `Board.parse_move`.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: As `Board.push`.
            GameOverError: The game has ended.
            GameStateError: The clock is paused.

        >>> Game("brazilian").play("c3-d4").to_square
        18
        """
        clock = self._clock
        instant = 0.0
        if clock is not None or self._outcome is not None:
            instant = self._begin()
        if clock is not None and clock.paused:
            raise GameStateError(Code.CLOCK_PAUSED)
        board = self._board
        played = board.push(move)
        if clock is not None:
            clock.press(instant)
        self._touched = ()
        if self._offers.pending is not None:
            self._offers.expire(board.turn)
        self._legal_moves = board.legal_moves
        if not self._legal_moves:
            self._end(_no_legal_moves(~board.turn), instant)
        elif self._watch.idle:
            self._watch.idle -= 1
        else:
            self._end_if_automatic(self._watch.look(board), instant)
        return played

    def undo(self) -> Move:
        """Takes the last move back and returns it.

        Position, counters and the turn come back; offers made and time used do not.

        Raises:
            IndexError: No move has been played.
            GameOverError: The game has ended.
        """
        self._begin()
        move = self._board.pop()
        self._touched = ()
        self._watch.undo()
        self._legal_moves = self._board.legal_moves
        if self._clock is not None:
            self._clock.take_back()
        return move

    def touch(self, square: int) -> Touch:
        """Builds a move square by square, as a player clicks it, and plays it when it is complete.

        The first touch selects a piece that may move, each further one a landing square; another
        piece that may move is selected instead, and the last square once more drops the move.

        Args:
            square: 1 to 32 or 50.

        Raises:
            InvalidMoveError: The square is off the board.
            IllegalMoveError: It is none of `next_squares`; the message lists them.
            GameOverError: The game has ended.
            GameStateError: The move is complete, but the clock is paused.

        >>> game = Game("international", "B:W6,24,28,38,41:B13,K49")
        >>> game.touch(49).next_squares, game.touch(32).next_squares
        ((32,), (19,))
        >>> game.touch(19).next_squares, str(game.touch(35).move)
        ((30, 35), '49x35')
        """
        self._begin()
        if type(square) is not int:
            raise TypeError("expected the number of a square")
        if not 1 <= square <= self._variant.squares:
            raise InvalidMoveError(Code.OFF_BOARD, (square,), variant=self._variant, given=square)
        board, touched = self._board, self._touched
        allowed = board.next_squares(touched)
        if square in allowed:
            touched = (*touched, square)
            if not board.next_squares(touched):
                move = self.play("x".join(map(str, touched)))
                return Touch("played", touched, self.next_squares, move)
            action: Literal["selected", "extended"] = "extended" if len(touched) > 1 else "selected"
        elif touched and square == touched[-1]:
            self._touched = ()
            return Touch("deselected", (), board.next_squares(), None)
        elif square in board.next_squares():
            touched = (square,)
            action = "selected"
        else:
            raise IllegalMoveError(
                Code.CANNOT_TOUCH, (square,), variant=self._variant, allowed=allowed
            )
        self._touched = touched
        return Touch(action, touched, board.next_squares(touched), None)

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

        Raises:
            GameOverError: The game has ended.
            GameStateError: An offer is pending, or the player has made all offers the rules allow.
        """
        self._begin()
        self._offers.make(_require_color(color))

    def withdraw_draw(self, color: Color) -> None:
        """Withdraws this player's pending offer, which still counts as made.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The player has no offer pending.
        """
        self._begin()
        self._offers.settle(_require_color(color))

    def decline_draw(self, color: Color) -> None:
        """Declines the opponent's pending offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no offer pending.
        """
        self._begin()
        self._offers.settle(~_require_color(color))

    def accept_draw(self, color: Color) -> None:
        """Accepts the opponent's pending offer, which ends the game.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no offer pending.
        """
        instant = self._begin()
        self._offers.settle(~_require_color(color))
        self._end(Outcome(None, Termination.AGREEMENT, "agreement"), instant)

    def can_claim_draw(self) -> bool:
        """Whether a rule that asks for a claim is due in this position."""
        return bool(self.claimable)

    @property
    def claimable(self) -> tuple[Rule, ...]:
        """The rules due in this position that ask for a claim."""
        if self.outcome is not None:
            return ()
        return tuple(rule for rule in self._watch.due(self._board) if rule.claim)

    def claim_draw(self, color: Color) -> None:
        """Ends the game by a rule that asks for a claim; either player may claim.

        Raises:
            GameOverError: The game has ended.
            GameStateError: No draw can be claimed in this position.
        """
        instant = self._begin()
        _require_color(color)
        due = self._watch.due(self._board)
        claimable = [rule for rule in due if rule.claim]
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
    ) -> "Game":
        """A new game with the same start, rules, time controls and headers but Result.

        Args:
            colors: Whether the players change colours. Then the headers and the time control of
                White become those of Black and the reverse; who plays what is read in the headers.
            seed: For "random": the same seed draws the same colours.

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
        clock = None if self._clock is None else self._clock.fresh(swapped)
        return Game(self._variant, self.start, rules=self._rules, clock=clock, headers=headers)

    def view(self, color: Color | None = None) -> dict[str, Any]:
        """What a page shows, as data that `json.dumps` takes.

        Args:
            color: The player who looks; legal moves are listed on this player's turn only. None
                for the side to move.

        Returns:
            `variant`, `turn`; `pieces`, a letter by square (w and b for men, W and B for kings);
            `legal_moves`, by origin a list of `text`, `to`, `path`, `captured`; `must_capture`,
            the origins if capturing is compulsory; `touched` and `next_squares`; `last_move`;
            `clocks` (seconds of `white` and `black`, `running`, `paused`); `offers` (`pending`,
            `left` of each player, `can_claim`); `outcome` (`winner`, `termination`, `rule`,
            `result`); `history`, the moves as PDN text.

        >>> view = Game("international").view(Color.WHITE)
        >>> view["pieces"][31], [move["text"] for move in view["legal_moves"][31]]
        ('w', ['31-26', '31-27'])
        """
        from .view import view

        return view(self, None if color is None else _require_color(color))

    def to_dict(self) -> dict[str, Any]:
        """The whole game as plain JSON data, from which `from_dict` makes an equal game.

        A clock that runs is stored with the time the move has taken so far.

        >>> Game.from_dict(Game("international").to_dict()) == Game("international")
        True
        """
        from .state import game_to_plain

        return game_to_plain(self, self._offers)

    @staticmethod
    def from_dict(data: object, *, now: Callable[[], float] = time.monotonic) -> "Game":
        """The game that `to_dict` has written.

        Args:
            data: Plain data; it is checked, not trusted.
            now: The source of the clock's time. Time between saving and loading counts for nobody.

        Raises:
            ValueError, TypeError: The data is no game, contradicts itself, or was written by a
                newer version; the message says where and why.

        >>> Game.from_dict({**Game("brazilian").to_dict(), "moves": ["21-17", "9-14", "17x10"]})
        Traceback (most recent call last):
        ValueError: moves[2]: 17x10: no piece stands on 17
        """
        from .state import read_game

        stored = read_game(data, now)
        game = stored.game
        game._offers = stored.offers
        game._touched = stored.touched
        game._clock = stored.clock
        if game._outcome is None and stored.outcome is not None:
            game._end(stored.outcome)
        return game

    def _begin(self) -> float:
        """Begins an action: reads the clock and returns the instant read.

        Raises GameOverError if the game has ended, be it by a flag that has just been noticed.
        """
        instant = 0.0
        if self._clock is not None:
            instant = self._clock.instant()
            self._notice_flag(instant)
        if self._outcome is not None:
            raise GameOverError(
                Code.GAME_OVER, variant=self._variant, detail="ended", rule=self._outcome.rule
            )
        return instant

    def _notice_flag(self, instant: float) -> None:
        if self._clock is not None and self._outcome is None:
            fallen = self._clock.fallen_at(instant)
            if fallen is not None:
                self._end(Outcome(~fallen, Termination.TIME, "time"), instant)

    def _end(self, outcome: Outcome, instant: float | None = None) -> None:
        self._outcome = outcome
        self._offers.pending = None
        self._touched = ()
        self._legal_moves = ()
        if self._clock is not None:
            self._clock.stop(instant)

    def _end_if_automatic(self, due: list[Rule], instant: float) -> None:
        """Ends the game by the first rule that asks for no claim."""
        for rule in due:
            if not rule.claim:
                self._end(_drawn_by(rule, due), instant)
                return

    def _loser_at_start(self) -> Color | None:
        """A side that cannot move, or has nothing, has lost before the first ply."""
        turn = self._board.turn
        if not self._legal_moves:
            return turn
        white, black = self._board.piece_counts
        return None if (white if turn is Color.BLACK else black) else ~turn

    def _parts(self) -> tuple[object, ...]:
        return (
            self._variant,
            self.start,
            self._rules,
            self._board.move_stack,
            self._touched,
            self._headers,
            self._offers,
            self._clock,
            self._outcome,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._parts() == other._parts()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return Game.from_dict, (self.to_dict(),)

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


def _to_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    found = dict(headers or {})
    for name, value in found.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError("headers: expected text by name")
    return found


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
    return Outcome(None, rule.termination, rule.rule, also_due)


def _other_side(name: str) -> str:
    """The tag of the other player: White, WhiteTitle and the like."""
    for one, other in (("White", "Black"), ("Black", "White")):
        if name.startswith(one):
            return other + name.removeprefix(one)
    return name
