"""The course of a game: the position it has reached, and how it stands."""

from collections.abc import Mapping

from .._core import Board, Move
from ..errors import Code, GameOverError, IllegalMoveError
from ..values import Color, Variant
from .clock import Clock
from .draw_watch import DrawWatch
from .draws import Rule
from .headers import Headers
from .history import History
from .offers import Offers
from .outcome import Outcome, Termination
from .rules import RuleSet
from .snapshot import Snapshot

# What a game is made of.
PARTS = (
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


class Course:
    """A game as it stands: what can be read of it, and how it goes on and ends.

    What acts on it begins with `_begin`.
    """

    __slots__ = PARTS

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

        >>> from damier import Game
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

        >>> from damier import Game
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
        return self._offers.left(require_color(color))

    def check_clock(self) -> Outcome | None:
        """Ends the game if a flag has fallen, and returns its outcome as `outcome` does."""
        return self.outcome

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
        if require_color(by) is not expected:
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

    def _settle(self, due: list[Rule], instant: float = 0.0) -> None:
        """Ends the game if a ply has ended it, when these draw rules are due."""
        board = self._board
        self._legal_moves = board.legal_moves
        if not self._legal_moves:
            self._end(_no_legal_moves(~board.turn), instant)
            return
        for rule in due:
            if not rule.claim:
                self._end(drawn_by(rule, due), instant)
                return

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


def _full_fen(board: Board) -> str:
    """The position with the counter that a FEN can carry."""
    plies = board.reversible_plies
    return f"{board.fen()}:H{plies}" if plies else board.fen()


def require_color(color: Color) -> Color:
    if not isinstance(color, Color):
        raise TypeError("expected Color.WHITE or Color.BLACK")
    return color


def _no_legal_moves(winner: Color) -> Outcome:
    return Outcome(winner, Termination.NO_MOVES, "no-legal-moves")


def drawn_by(rule: Rule, due: list[Rule]) -> Outcome:
    also_due = tuple(other.rule for other in due if other is not rule)
    return Outcome(None, rule.termination, rule.rule, also_due, rule)
