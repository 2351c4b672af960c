"""What stands on a board."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import damier
import reference
from compare import as_reference, board_of, identities, state, unchanged
from damier import Board, Color, Piece, Variant
from strategies import VARIANTS, positions, squares

both_variants = pytest.mark.parametrize("variant", VARIANTS)


class TestPieces:
    @given(data=st.data())
    @both_variants
    def test_piece_at_agrees_with_piece_map_on_every_square(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant))
        board = board_of(variant, position)
        pieces = board.piece_map()
        assert as_reference(board) == position
        for square in squares(variant):
            assert board.piece_at(square) == pieces.get(square)
        assert all(isinstance(piece, Piece) for piece in pieces.values())

    @both_variants
    def test_a_square_off_the_board_has_no_contents(self, variant: str) -> None:
        for square in (0, -1, len(squares(variant)) + 1, 2**31, 2**32 + 1, -(2**63), 10**20):
            with pytest.raises(ValueError, match="off the board"):
                Board(variant).piece_at(square)

    def test_changing_the_piece_map_changes_no_board(self) -> None:
        board = Board("brazilian")
        with unchanged(board):
            board.piece_map().clear()

    @given(data=st.data())
    @both_variants
    def test_from_pieces_restores_a_position_from_its_piece_map(
        self, variant: str, data: st.DataObject
    ) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        again = Board.from_pieces(variant, board.piece_map(), board.turn)
        assert again == board
        assert again.fen() == board.fen()
        assert again.legal_moves == board.legal_moves
        assert again.ply == 0

    @both_variants
    def test_from_pieces_refuses_a_square_off_the_board(self, variant: str) -> None:
        for square in (0, -1, len(squares(variant)) + 1):
            with pytest.raises(ValueError, match=re.escape(str(square))):
                Board.from_pieces(variant, {square: Piece(Color.WHITE, True)}, Color.WHITE)

    @pytest.mark.parametrize(("square", "color"), [(4, Color.WHITE), (47, Color.BLACK)])
    def test_from_pieces_lets_a_man_stand_on_its_promotion_row_only_if_asked(
        self, square: int, color: Color
    ) -> None:
        pieces = {square: Piece(color, False)}
        with pytest.raises(ValueError, match="promotion row"):
            Board.from_pieces("international", pieces, color)
        board = Board.from_pieces("international", pieces, color, strict=False)
        assert board.piece_map() == pieces
        assert board.legal_moves == ()


def bits(numbers: Iterable[int]) -> int:
    return sum(1 << (number - 1) for number in numbers)


class TestSetsOfSquares:
    @given(data=st.data())
    @both_variants
    def test_every_set_is_what_piece_map_says(self, variant: str, data: st.DataObject) -> None:
        position = data.draw(positions(variant))
        board = board_of(variant, position)
        pieces = board.piece_map()

        def standing(*kinds: Piece) -> int:
            return bits(square for square, piece in pieces.items() if piece in kinds)

        for color, own in ((Color.WHITE, board.white), (Color.BLACK, board.black)):
            man, king = Piece(color, False), Piece(color, True)
            assert board.pieces(color) == own == standing(man, king)
            assert board.men(color) == standing(man)
            assert board.kings_of(color) == standing(king)
        assert board.kings == standing(Piece(Color.WHITE, True), Piece(Color.BLACK, True))
        letters = Counter(position.pieces.values())
        assert board.material == (letters["w"], letters["W"], letters["b"], letters["B"])
        assert board.piece_counts == (board.white.bit_count(), board.black.bit_count())

    @both_variants
    def test_they_follow_the_moves(self, variant: str) -> None:
        board = Board(variant)
        before = board.white
        move = board.push(board.legal_moves[0])
        assert board.white == before ^ bits([move.from_square, move.to_square])
        board.pop()
        assert board.white == before

    @pytest.mark.parametrize("name", ["pieces", "men", "kings_of", "can_capture"])
    def test_a_side_is_a_color_and_nothing_else(self, name: str) -> None:
        method = getattr(Board("brazilian"), name)
        assert method(Color.WHITE) == method(color=Color.WHITE)
        for wrong in ("white", 0, None, True, Variant.BRAZILIAN):
            with pytest.raises(TypeError, match=r"Color\.WHITE or Color\.BLACK"):
                method(wrong)
        for arguments in ((), (Color.WHITE, Color.BLACK)):
            with pytest.raises(TypeError, match=name):
                method(*arguments)
        with pytest.raises(TypeError, match=name):
            method(colour=Color.WHITE)


class TestTheOtherSide:
    @given(data=st.data())
    @both_variants
    def test_a_mirrored_board_is_the_same_game_turned_round(
        self, variant: str, data: st.DataObject
    ) -> None:
        board = board_of(variant, data.draw(positions(variant, most_lines=150)))
        last = len(squares(variant)) + 1
        other = board.mirrored()
        assert other.turn is ~board.turn
        assert other.piece_map() == {
            last - square: Piece(~piece.color, piece.king)
            for square, piece in board.piece_map().items()
        }
        assert identities(other) == {
            reference.Move(
                last - move.origin,
                last - move.destination,
                frozenset(last - square for square in move.captured),
            )
            for move in identities(board)
        }
        assert damier.perft(other, 3) == damier.perft(board, 3)
        assert other.mirrored() == board

    def test_a_mirrored_board_keeps_counters_and_repetitions(self) -> None:
        board = Board("international", "W:W35,K50:BK1,16:H6")
        for text in ("50-45", "1-6", "45-50", "6-1"):
            board.push(text)
        other = board.mirrored()
        assert (other.ply, other.reversible_plies, other.repetitions()) == (4, 10, 2)
        assert other.move_stack == ()
        for text in ("1-6", "50-45", "6-1", "45-50"):
            other.push(text)
        assert (other.ply, other.reversible_plies, other.repetitions()) == (8, 14, 3)
        assert state(pickle.loads(pickle.dumps(other))) == state(other)
        assert board.ply == 4

    @given(data=st.data())
    @both_variants
    def test_after_a_pass_the_other_side_has_its_moves(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant))
        board = board_of(variant, position)
        other = board.passed()
        passed = position._replace(turn="b" if position.turn == "w" else "w")
        assert as_reference(other) == passed
        assert identities(other) == set(reference.legal_moves(passed))
        assert other.passed() == board

    def test_a_pass_has_no_history(self) -> None:
        board = Board("international", "W:W35,K50:BK1,16:H6")
        board.push("50-45")
        other = board.passed()
        assert (other.ply, other.reversible_plies, other.move_stack) == (0, 0, ())
        assert other.turn is Color.WHITE
        assert (board.ply, board.reversible_plies) == (1, 7)

    @given(data=st.data())
    @both_variants
    def test_each_side_knows_whether_it_could_capture(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant))
        board = board_of(variant, position)
        for color, turn in ((Color.WHITE, "w"), (Color.BLACK, "b")):
            lines = reference.all_capture_lines(position._replace(turn=turn))
            assert board.can_capture(color) == any(lines)
        assert board.can_capture(board.turn) == board.must_capture
