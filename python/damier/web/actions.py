"""What a player may do, and the doing of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..game import Game
from ..values import Color
from .state import COLORS, Role, Seat, Side, TableState, side_of, sides, today
from .words import RefusalError

# A game may be given up without a result until both sides have moved.
_PLIES_TO_ABORT = 2


@dataclass(frozen=True)
class Action:
    """What a page asks for.

    Attributes:
        name: A key of `_ACTIONS`, or "rematch" or "abort", which concern more than the game.
        version: `Game.version` as the player saw it.
        client: The name that the page gave itself.
        number: Counted by the page, so that an action it repeats is not done twice.
        square: What is touched.
        move: The text of a move.
    """

    name: str
    version: int
    client: str
    number: int
    square: int = 0
    move: str = ""


def perform(state: TableState, role: Role, action: Action) -> None:
    """Does what concerns the game alone.

    Raises:
        RefusedError: The game refuses it.
    """
    _ACTIONS[action.name](state, role, action)


def known(name: str) -> bool:
    """Whether there is such an action."""
    return name in _ACTIONS or name in ("rematch", "abort")


def _touch(state: TableState, role: Role, action: Action) -> None:
    state.game.touch(action.square, by=_mover(state.game, role))


def _move(state: TableState, role: Role, action: Action) -> None:
    state.game.play(action.move, by=_mover(state.game, role))


def _resign(state: TableState, role: Role, action: Action) -> None:
    state.game.resign(_mover(state.game, role))


def _offer_draw(state: TableState, role: Role, action: Action) -> None:
    state.game.offer_draw(_mover(state.game, role))


def _accept_draw(state: TableState, role: Role, action: Action) -> None:
    state.game.accept_draw(_answerer(state.game.draw_offer, state.game, role))


def _decline_draw(state: TableState, role: Role, action: Action) -> None:
    state.game.decline_draw(_answerer(state.game.draw_offer, state.game, role))


def _claim_draw(state: TableState, role: Role, action: Action) -> None:
    state.game.claim_draw(_mover(state.game, role))


def _offer_undo(state: TableState, role: Role, action: Action) -> None:
    """Who plays both sides need not ask, and bots always agree."""
    if role == "both":
        state.game.undo()
        return
    color = _mover(state.game, role)
    state.game.offer_undo(color)
    if state.seats[side_of(~color)].level:
        state.game.accept_undo(~color)


def _accept_undo(state: TableState, role: Role, action: Action) -> None:
    state.game.accept_undo(_answerer(state.game.undo_offer, state.game, role))


def _decline_undo(state: TableState, role: Role, action: Action) -> None:
    state.game.decline_undo(_answerer(state.game.undo_offer, state.game, role))


_ACTIONS: dict[str, Callable[[TableState, Role, Action], None]] = {
    "touch": _touch,
    "move": _move,
    "resign": _resign,
    "offer_draw": _offer_draw,
    "accept_draw": _accept_draw,
    "decline_draw": _decline_draw,
    "claim_draw": _claim_draw,
    "offer_undo": _offer_undo,
    "accept_undo": _accept_undo,
    "decline_undo": _decline_undo,
}


def _mover(game: Game, role: Role) -> Color:
    """The colour that acts; at one screen it is the side to move."""
    return COLORS[role] if role in ("white", "black") else game.turn


def _answerer(offered_by: Color | None, game: Game, role: Role) -> Color:
    """The colour that answers an offer; at one screen it is the other side's."""
    if role in ("white", "black"):
        return COLORS[role]
    return game.turn if offered_by is None else ~offered_by


def possible(state: TableState, role: Role) -> list[str]:
    """The actions, touches apart, that would not be refused now."""
    if role == "spectator":
        return []
    if state.ended:
        wanted = state.rematch is None and not state.rematch_by >= set(sides(role))
        return ["rematch"] if wanted else []
    found = ["resign"]
    clock = state.game.clock
    waits = clock is not None and clock.paused
    if not waits and (role == "both" or state.game.turn is COLORS[role]):
        found.insert(0, "move")
    found += _offers(state, role)
    if may_abort(state):
        found.append("abort")
    return found


def may_abort(state: TableState) -> bool:
    """Whether the game may be given up without a result."""
    return not state.ended and len(state.game.moves) < _PLIES_TO_ABORT


def _offers(state: TableState, role: Role) -> list[str]:
    game, color = state.game, _mover(state.game, role)
    found = []
    if game.draw_offer is None and game.draw_offers_left(color) != 0:
        found.append("offer_draw")
    if game.draw_offer is not None and (role == "both" or game.draw_offer is not color):
        found += ["accept_draw", "decline_draw"]
    if game.can_claim_draw():
        found.append("claim_draw")
    if role == "both":
        found += ["offer_undo"] if game.moves else []
    elif game.undo_offer is None and len(game.moves) >= (2 if game.turn is color else 1):
        found.append("offer_undo")
    if game.undo_offer is not None and game.undo_offer is not color and role != "both":
        found += ["accept_undo", "decline_undo"]
    return found


def rematch(state: TableState, role: Role, id: str) -> TableState | None:
    """Asks for another game, and makes it, with colours changed, if all want it.

    Raises:
        RefusalError: The game is on, or the other has been made already.
    """
    if not state.ended or state.rematch is not None:
        raise RefusalError("not-now")
    bots: set[Side] = {side for side, seat in state.seats.items() if seat.level}
    state.rematch_by |= bots | set(sides(role))
    if len(state.rematch_by) < 2:
        return None
    state.rematch = id
    game = state.game.rematch(start=False)
    game.headers["Date"] = today()
    return TableState(
        id=id,
        game=game,
        seats={side: _anew(state, other) for side, other in _OTHER.items()},
        practice=state.practice,
    )


_OTHER: dict[Side, Side] = {"white": "black", "black": "white"}


def _anew(state: TableState, side: Side) -> Seat:
    """The seat of a player, who keeps the secret, in the next game."""
    return replace(state.seats[side], arrived=False, clients={})
