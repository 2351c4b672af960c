"""The generator against tests/reference.py, on positions of every kind."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import reference
from compare import as_reference, board_of, identities, identity
from damier import Board, divide, perft
from strategies import VARIANTS, positions

pytestmark = pytest.mark.parametrize("variant", VARIANTS)


@given(data=st.data())
@settings(max_examples=300)
def test_the_legal_moves_are_those_of_the_rules(variant: str, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    board = board_of(variant, position)
    assert identities(board) == set(reference.legal_moves(position))


@given(data=st.data())
def test_capturing_is_compulsory_where_the_rules_say_so(variant: str, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    board = board_of(variant, position)
    can_capture = any(True for _ in reference.all_capture_lines(position))
    assert board.must_capture == can_capture
    assert all(move.is_capture == can_capture for move in board.legal_moves)


@given(data=st.data())
def test_every_move_leads_to_the_position_of_the_rules(variant: str, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    board = board_of(variant, position)
    for move in board.legal_moves:
        expected = reference.play(position, identity(move))
        board.push(move)
        assert as_reference(board) == expected
        assert board.fen() == reference.write_fen(expected)
        board.pop()
        assert move.is_promotion == reference.promotes(position, identity(move))
    assert as_reference(board) == position


@given(data=st.data())
def test_the_paths_are_all_the_landing_squares_of_the_rules(
    variant: str, data: st.DataObject
) -> None:
    position = data.draw(positions(variant))
    board = board_of(variant, position)
    expected = reference.legal_moves(position)
    for move in board.legal_moves:
        assert sorted(board.paths(move)) == sorted(expected[identity(move)])


@given(data=st.data())
def test_one_ply_counts_match_in_both_conventions(variant: str, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    board = board_of(variant, position)
    routes = reference.routes(position)
    assert perft(board, 1) == len(routes) == len(board.legal_moves)
    assert perft(board, 1, routes=True) == routes.total()
    by_move = divide(board, 1, routes=True)
    assert {identity(move): count for move, count in by_move.items()} == routes
    assert set(divide(board, 1).values()) <= {1}


@given(data=st.data(), by_route=st.booleans())
@settings(max_examples=60)
def test_two_ply_counts_match(variant: str, by_route: bool, data: st.DataObject) -> None:
    position = data.draw(positions(variant, most_lines=100))
    assume(len(reference.legal_lines(position)) <= 60)
    board = board_of(variant, position)
    counts = {}
    for move, routes in reference.routes(position).items():
        below = reference.perft(reference.play(position, move), 1, by_route=by_route)
        counts[move] = (routes if by_route else 1) * below
    parts = divide(board, 2, routes=by_route)
    assert {identity(move): count for move, count in parts.items()} == counts
    assert perft(board, 2, routes=by_route) == sum(counts.values())


@given(data=st.data(), by_route=st.booleans())
@settings(max_examples=60)
def test_divide_splits_perft_by_the_legal_moves(
    variant: str, by_route: bool, data: st.DataObject
) -> None:
    board = board_of(variant, data.draw(positions(variant)))
    parts = divide(board, 3, routes=by_route)
    assert set(parts) == set(board.legal_moves)
    assert sum(parts.values()) == perft(board, 3, routes=by_route)
    routes = divide(board, 1, routes=by_route)
    for move, count in parts.items():
        board.push(move)
        assert count == routes[move] * perft(board, 2, routes=by_route)
        board.pop()


@given(data=st.data())
def test_the_order_of_moves_depends_on_the_position_alone(
    variant: str, data: st.DataObject
) -> None:
    board = board_of(variant, data.draw(positions(variant)))
    order = board.legal_moves
    for move in order[:3]:
        board.push(move)
        after = board.legal_moves
        assert after == Board(variant, board.fen()).legal_moves
        board.pop()
        assert board.legal_moves == order


@given(data=st.data())
def test_both_sides_move_alike_on_the_turned_board(variant: str, data: st.DataObject) -> None:
    position = data.draw(positions(variant))
    last = position.size - 1
    turned = reference.Position(
        position.size,
        "b" if position.turn == "w" else "w",
        {
            (last - row, last - column): piece.translate(str.maketrans("wbWB", "bwBW"))
            for (row, column), piece in position.pieces.items()
        },
    )
    top = position.size**2 // 2 + 1
    mirrored = {
        reference.Move(top - origin, top - destination, frozenset(top - s for s in captured))
        for origin, destination, captured in identities(board_of(variant, position))
    }
    assert identities(board_of(variant, turned)) == mirrored
