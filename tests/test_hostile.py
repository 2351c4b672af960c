"""What a careless or hostile caller may do: an error, never a crash and never a wrong answer."""

import copy
import pickle
import subprocess
import sys
from types import MappingProxyType
from typing import Any

import pytest

from damier import Board, Color, InvalidFenError, Move, Piece, divide, perft

# One kind of error or another, but the process lives and the message is not about C++ types.
REFUSED = (TypeError, ValueError)


def half_made() -> tuple[Board, Move]:
    """Objects whose __init__ never ran."""
    return Board.__new__(Board), Move.__new__(Move)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol_keeps_boards_and_moves(protocol: int) -> None:
    board = Board("international", "W:WK4:B13,20,32,37")
    move = board.push("4x31x42x15")
    again = pickle.loads(pickle.dumps(board, protocol))
    assert (again, again.move_stack) == (board, (move,))
    loaded = pickle.loads(pickle.dumps(move, protocol))
    assert (loaded, loaded.path, str(loaded)) == (move, (4, 31, 42, 15), "4x31x42x15")


@pytest.mark.parametrize(
    "arguments",
    [
        ("brazilian", "5-5", False, None),
        ("brazilian", "1-32", False, None),
        ("brazilian", "22-18", True, None),
        ("brazilian", "22", False, None),
        ("brazilian", "22-99", False, None),
        ("brazilian", "22x15x18", False, "W:W22:B1"),
        ("brazilian", 3, False, None),
        ("draughts", "22-18", False, None),
    ],
)
def test_a_forged_move_is_refused(arguments: tuple[Any, ...]) -> None:
    restore = copy.copy(Board("brazilian").legal_moves[0]).__reduce__()[0]
    assert not isinstance(restore, str)
    with pytest.raises(REFUSED):
        restore(*arguments)


@pytest.mark.parametrize(
    "change",
    [
        {1: "W:W1,1:B2"},
        {2: -1},
        {2: "0"},
        {3: 2**70},
        {4: ["21-17", "21-17"]},
        {4: [None]},
        {4: None},
        {5: 3},
        {5: -1},
    ],
)
def test_a_forged_board_is_refused(change: dict[int, Any]) -> None:
    board = Board("brazilian")
    board.push("21-17")
    reduced = board.__reduce__()
    assert not isinstance(reduced, str)
    restore, arguments = reduced[:2]
    assert restore(*arguments) == board
    forged = [change.get(i, argument) for i, argument in enumerate(arguments)]
    with pytest.raises(REFUSED):
        restore(*forged)


def test_objects_that_were_never_initialised_are_refused() -> None:
    board, move = half_made()
    for use in (
        lambda: board.legal_moves,
        lambda: board.push("21-17"),
        lambda: board.fen(),
        lambda: perft(board, 1),
        lambda: board.copy(),
        lambda: str(move),
        lambda: move.captured,
        lambda: hash(move),
        lambda: Board("brazilian").push(move),
    ):
        with pytest.raises(TypeError):
            use()
    assert not Board("brazilian").is_legal(move)


@pytest.mark.parametrize("suffix", ["f6", "h6", "h11", "H6:B1", "F1:H2:B1"])
def test_a_piece_is_not_taken_for_a_counter(suffix: str) -> None:
    with pytest.raises(InvalidFenError):
        Board("brazilian", f"W:W22:{suffix}")


def test_from_pieces_takes_any_mapping_and_only_pieces() -> None:
    pieces = {18: Piece(Color.WHITE, True)}
    board = Board.from_pieces("brazilian", MappingProxyType(pieces), Color.WHITE)
    assert board.piece_map() == pieces
    for wrong in ({18: Piece(Color.WHITE, "no")}, {18: "w"}, {"18": pieces[18]}, 5):
        with pytest.raises(TypeError):
            Board.from_pieces("brazilian", wrong, Color.WHITE)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [perft, divide])
def test_counts_refuse_what_they_cannot_do(count: Any) -> None:
    board = Board("brazilian")
    with pytest.raises(ValueError, match="256"):
        count(board, 3, threads=257)
    with pytest.raises(TypeError, match="progress"):
        count(board, 3, progress=5)
    with pytest.raises(ValueError, match="depth is too large"):
        count(board, 2**64)


def test_a_tree_too_wide_and_deep_is_refused_before_memory_runs_out() -> None:
    with pytest.raises(MemoryError, match="depth 1000000000"):
        perft(Board("international"), 10**9)


def test_the_command_says_what_is_wrong_even_without_standard_error() -> None:
    command = f"{sys.executable} -m damier perft 3"
    closed = subprocess.run(f"{command} --json 2>&-", shell=True, capture_output=True, text=True)
    assert (closed.returncode, '"nodes": 658' in closed.stdout) == (0, True)
    refused = subprocess.run(f"{command}x 2>&-", shell=True, capture_output=True, text=True)
    assert (refused.returncode, refused.stdout) == (2, "")
