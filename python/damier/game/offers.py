"""Draw offers: one at a time, and so many for each player."""

from ..errors import Code, GameStateError
from ..values import Color
from .plain import color_name, read_color, read_integer, read_object, refuse


class DrawOffers:
    """The offers of a game.

    Args:
        limit: How many each player may make, None for any number.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.pending: Color | None = None
        self._white = 0
        self._black = 0

    def made(self, color: Color) -> int:
        return self._white if color is Color.WHITE else self._black

    def left(self, color: Color) -> int | None:
        return None if self.limit is None else self.limit - self.made(color)

    def make(self, color: Color) -> None:
        if self.pending is not None:
            raise GameStateError(Code.OFFER_PENDING, color=self.pending)
        if self.left(color) == 0:
            raise GameStateError(Code.OFFERS_USED_UP, color=color, limit=self.limit)
        self.pending = color
        if color is Color.WHITE:
            self._white += 1
        else:
            self._black += 1

    def settle(self, by: Color) -> None:
        """Takes the pending offer away, which has to be this player's."""
        if self.pending is not by:
            raise GameStateError(Code.NO_OFFER, color=by)
        self.pending = None

    def expire(self, turn: Color) -> None:
        """A move has been played and it is this side's turn: the other has declined its offer."""
        if self.pending is turn:
            self.pending = None

    def to_plain(self) -> dict[str, object]:
        return {
            "pending": None if self.pending is None else color_name(self.pending),
            "made": {"white": self._white, "black": self._black},
        }

    @staticmethod
    def from_plain(data: object, limit: int | None) -> "DrawOffers":
        parts = read_object(data, "offers", ("pending", "made"))
        made = read_object(parts["made"], "offers.made", ("white", "black"))
        offers = DrawOffers(limit)
        most = {} if limit is None else {"most": limit}
        offers._white = read_integer(made["white"], "offers.made.white", **most)
        offers._black = read_integer(made["black"], "offers.made.black", **most)
        if parts["pending"] is not None:
            offers.pending = read_color(parts["pending"], "offers.pending")
            if offers.made(offers.pending) == 0:
                refuse("offers.pending", "an offer that has not been made")
        return offers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DrawOffers):
            return NotImplemented
        return (self.limit, self.to_plain()) == (other.limit, other.to_plain())

    __hash__ = None  # type: ignore[assignment]
