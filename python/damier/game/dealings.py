"""What players say to each other and to an arbiter, moves apart."""

from ..errors import Code, GameStateError, NothingToUndoError
from ..values import Color
from .course import Course, drawn_by, require_color
from .draws import Rule
from .outcome import Outcome, Termination


class Dealings(Course):
    """A game in which players make offers, resign and claim, and an arbiter may decide."""

    __slots__ = ()

    def offer_undo(self, color: Color) -> None:
        """Asks for a take-back of this player's last move, and of the answer if there is one.

        The next move or take-back ends the offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: Such an offer is pending.
            NothingToUndoError: The player has made no move.
        """
        self._begin()
        if len(self._move_times) < self._plies_to_undo(require_color(color)):
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
        self._offers.settle_undo(~require_color(color))
        for _ in range(self._plies_to_undo(~color)):
            self._take_back()

    def decline_undo(self, color: Color) -> None:
        """Declines the opponent's pending offer of a take-back.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no such offer pending.
        """
        self._begin()
        self._offers.settle_undo(~require_color(color))
        self._version += 1

    def _plies_to_undo(self, color: Color) -> int:
        """The plies from the last move of a player on."""
        return 2 if self._board.turn is color else 1

    def resign(self, color: Color) -> None:
        """Ends the game: this player, on turn or not, loses.

        Raises:
            GameOverError: The game has ended.
        """
        instant = self._begin()
        winner = ~require_color(color)
        self._end(Outcome(winner, Termination.RESIGNATION, "resignation"), instant)

    def offer_draw(self, color: Color) -> None:
        """Offers a draw, on either player's turn; the opponent's next move declines it.

        A take-back ends the offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: An offer is pending, or the player has made all offers the rules allow.
        """
        self._begin()
        self._offers.offer_draw(require_color(color))
        self._version += 1

    def withdraw_draw(self, color: Color) -> None:
        """Withdraws this player's pending offer, which still counts as made.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The player has no offer pending.
        """
        self._begin()
        self._offers.settle_draw(require_color(color))
        self._version += 1

    def decline_draw(self, color: Color) -> None:
        """Declines the opponent's pending offer.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no offer pending.
        """
        self._begin()
        self._offers.settle_draw(~require_color(color))
        self._version += 1

    def accept_draw(self, color: Color) -> None:
        """Accepts the opponent's pending offer, which ends the game.

        Raises:
            GameOverError: The game has ended.
            GameStateError: The opponent has no offer pending.
        """
        instant = self._begin()
        self._offers.settle_draw(~require_color(color))
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
        require_color(color)
        due = self._watch.due(self._board)
        claimable = self._watch.claimable(self._board)
        if not claimable:
            raise GameStateError(Code.NO_CLAIM, color=color, rules=self._rules.name)
        self._end(drawn_by(claimable[0], due), instant)

    def adjudicate(self, winner: Color | None) -> None:
        """Ends the game as an arbiter decides: this player wins, or None.

        Raises:
            GameOverError: The game has ended.
        """
        instant = self._begin()
        if winner is not None:
            require_color(winner)
        self._end(Outcome(winner, Termination.ADJUDICATION, "adjudication"), instant)
