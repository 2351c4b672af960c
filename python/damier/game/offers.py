"""Offers between the players: draws, of which each may make so many, and take-backs."""

from ..errors import Code, GameStateError
from ..values import Color
from .plain import color_name, read_color, read_integer, read_object, refuse


class Offers:
    """The offers of a game: at most one draw and one take-back are pending.

    Args:
        limit: How many draws each player may offer, None for any number.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.draw: Color | None = None
        self.undo: Color | None = None
        self._white = 0
        self._black = 0

    def made(self, color: Color) -> int:
        return self._white if color is Color.WHITE else self._black

    def left(self, color: Color) -> int | None:
        return None if self.limit is None else self.limit - self.made(color)

    def offer_draw(self, color: Color) -> None:
        if self.draw is not None:
            raise GameStateError(Code.OFFER_PENDING, color=self.draw)
        if self.left(color) == 0:
            raise GameStateError(Code.OFFERS_USED_UP, color=color, limit=self.limit)
        self.draw = color
        if color is Color.WHITE:
            self._white += 1
        else:
            self._black += 1

    def settle_draw(self, by: Color) -> None:
        """Takes the pending draw offer away, which has to be this player's."""
        if self.draw is not by:
            raise GameStateError(Code.NO_OFFER, color=by)
        self.draw = None

    def offer_undo(self, color: Color) -> None:
        if self.undo is not None:
            raise GameStateError(Code.UNDO_OFFER_PENDING, color=self.undo)
        self.undo = color

    def settle_undo(self, by: Color) -> None:
        """Takes the pending offer of a take-back away, which has to be this player's."""
        if self.undo is not by:
            raise GameStateError(Code.NO_UNDO_OFFER, color=by)
        self.undo = None

    def expire(self, turn: Color) -> None:
        """A move has been played and it is this side's turn: the other has declined its draw."""
        self.undo = None
        if self.draw is turn:
            self.draw = None

    def clear(self) -> None:
        """The position in which the offers were made is gone."""
        self.draw = self.undo = None

    def __copy__(self) -> "Offers":
        twin = Offers(self.limit)
        twin.__dict__.update(self.__dict__)
        return twin

    def to_plain(self) -> dict[str, object]:
        return {
            "pending": None if self.draw is None else color_name(self.draw),
            "undo": None if self.undo is None else color_name(self.undo),
            "made": {"white": self._white, "black": self._black},
        }

    @staticmethod
    def from_plain(data: object, limit: int | None) -> "Offers":
        parts = read_object(data, "offers", ("pending", "undo", "made"))
        made = read_object(parts["made"], "offers.made", ("white", "black"))
        offers = Offers(limit)
        most = {} if limit is None else {"most": limit}
        offers._white = read_integer(made["white"], "offers.made.white", **most)
        offers._black = read_integer(made["black"], "offers.made.black", **most)
        if parts["pending"] is not None:
            offers.draw = read_color(parts["pending"], "offers.pending")
            if offers.made(offers.draw) == 0:
                refuse("offers.pending", "an offer that has not been made")
        if parts["undo"] is not None:
            offers.undo = read_color(parts["undo"], "offers.undo")
        return offers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Offers):
            return NotImplemented
        return self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]
