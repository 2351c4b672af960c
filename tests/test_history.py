"""What a board keeps of the moves that led to it, and when two boards are the same."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier
import reference
from compare import board_of, state, unchanged
from damier import Board, Color, Piece
from strategies import VARIANTS, games, positions, squares

both_variants = pytest.mark.parametrize("variant", VARIANTS)

SHUTTLE = ["1-6", "50-45", "6-1", "45-50"]  # four plies by kings that come back to where they began
TWO_KINGS = "W:WK1,31:B20,K50"


def played(board: Board, choices: list[int]) -> Board:
    for choice in choices:
        if not board.legal_moves:
            break
        board.push(board.legal_moves[choice % len(board.legal_moves)])
    return board


def splitmix64(value: int) -> int:
    """The finalizer of splitmix64 (Steele, Lea and Flood, 2014)."""
    value %= 2**64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
    return value ^ value >> 31


class TestCountersAndRepetition:
    def test_a_position_is_counted_with_the_same_side_to_move(self) -> None:
        board = Board("international", TWO_KINGS)
        counts = [board.repetitions()]
        for text in SHUTTLE * 2:
            board.push(text)
            counts.append(board.repetitions())
        assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3]

    def test_a_cycle_of_six_plies_repeats_at_the_sixth(self) -> None:
        board = Board("international", TWO_KINGS)
        counts = []
        for text in ["1-7", "50-44", "7-12", "44-39", "12-1", "39-50"] * 2:
            board.push(text)
            counts.append(board.repetitions())
        assert counts[4:6] == [1, 2]
        assert counts[11] == 3
        assert max(counts[:11]) == 2

    def test_only_a_man_a_capture_or_a_promotion_ends_the_run_of_reversible_plies(self) -> None:
        board = Board("international", "W:WK1,8,36:BK50,26")
        runs = []
        for text in ["1-6", "50-45", "36-31", "26x37", "6-1", "45-50", "8-3"]:
            board.push(text)
            runs.append(board.reversible_plies)
        assert runs == [1, 2, 0, 0, 1, 2, 0]
        for before in reversed([0, *runs[:-1]]):
            board.pop()
            assert board.reversible_plies == before

    def test_a_fen_seeds_the_run_and_a_man_ends_it(self) -> None:
        board = Board("international", TWO_KINGS + ":H37:F12")
        assert board.reversible_plies == 37
        assert board.repetitions() == 1
        for text, run in zip([*SHUTTLE, "31-27"], [38, 39, 40, 41, 0], strict=True):
            board.push(text)
            assert board.reversible_plies == run
        assert board.repetitions() == 1
        while board.move_stack:
            board.pop()
        assert board.reversible_plies == 37


class TestCopies:
    @pytest.mark.parametrize("make", [Board.copy, copy.copy, copy.deepcopy])
    def test_a_copy_goes_its_own_way(self, make: Any) -> None:
        board = played(Board("brazilian"), [3, 1, 4, 1, 5])
        other = make(board)
        assert state(other) == state(board)
        with unchanged(board):
            other.push(other.legal_moves[0])
            other.push(other.legal_moves[0])
        with unchanged(other):
            while board.move_stack:
                board.pop()
        assert len(other.move_stack) == 7

    def test_a_copy_without_its_stack_keeps_the_counters(self) -> None:
        board = Board("international", TWO_KINGS + ":H10")
        for text in SHUTTLE:
            board.push(text)
        bare = board.copy(stack=False)
        assert bare == board
        assert bare.move_stack == ()
        assert (bare.repetitions(), bare.reversible_plies) == (2, 14)
        with pytest.raises(IndexError):
            bare.pop()
        with pytest.raises(IndexError):
            bare.peek()
        for text in SHUTTLE:
            bare.push(text)
        assert (bare.repetitions(), bare.reversible_plies) == (3, 18)
        assert len(bare.move_stack) == 4
        assert len(board.move_stack) == 4

    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    def test_a_pickled_board_comes_back_whole(self, protocol: int) -> None:
        board = Board("international", TWO_KINGS + ":H10")
        for text in SHUTTLE:
            board.push(text)
        again = pickle.loads(pickle.dumps(board, protocol))
        assert state(again) == state(board)
        for text in SHUTTLE:
            again.push(text)
        assert again.repetitions() == 3
        while again.move_stack:
            again.pop()
        assert again.reversible_plies == 10

    @given(data=st.data())
    @both_variants
    @settings(max_examples=40)
    def test_every_board_survives_pickle_and_copy(self, variant: str, data: st.DataObject) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        played(board, data.draw(games(variant, 10)))
        for again in (pickle.loads(pickle.dumps(board)), board.copy(), copy.deepcopy(board)):
            assert state(again) == state(board)

    def test_a_board_with_a_man_on_its_promotion_row_survives_pickle_copy_and_repr(self) -> None:
        board = Board("international", "W:W4,K30:B49", strict=False)
        for again in (
            pickle.loads(pickle.dumps(board)),
            board.copy(),
            board.copy(stack=False),
            eval(repr(board), vars(damier)),
        ):
            assert again == board
            assert again.piece_at(4) == Piece(Color.WHITE, False)


class TestIdentity:
    def test_equality_is_variant_and_position_whatever_the_way_there(self) -> None:
        one, two = Board("international"), Board("international")
        for here, there in [("31-26", "32-27"), ("20-25", "20-25"), ("32-27", "31-26")]:
            one.push(here)
            two.push(there)
        assert one.move_stack != two.move_stack
        assert one == two
        assert not one != two  # noqa: SIM202
        assert one == Board("international", one.fen())
        two.push("15-20")
        assert one != two
        assert not one == two  # noqa: SIM201

    def test_counters_do_not_make_a_board_another(self) -> None:
        assert Board("international", TWO_KINGS + ":H9") == Board("international", TWO_KINGS)

    def test_turn_rank_colour_square_and_variant_do(self) -> None:
        fens = ["W:W22:B9", "B:W22:B9", "W:WK22:B9", "W:W22:BK9", "W:W23:B9", "W:W22,23:B9"]
        boards = [Board(variant, fen) for variant in VARIANTS for fen in fens]
        for one, two in itertools.combinations(boards, 2):
            assert one != two

    def test_a_board_equals_no_other_kind_of_thing(self) -> None:
        board = Board("brazilian")
        for thing in (None, board.fen(), board.key, object()):
            assert board != thing
            assert not board == thing  # noqa: SIM201

    def test_a_board_cannot_be_hashed(self) -> None:
        with pytest.raises(TypeError, match="unhashable"):
            hash(Board("brazilian"))

    @given(data=st.data())
    @both_variants
    def test_keys_are_equal_exactly_for_equal_positions(
        self, variant: str, data: st.DataObject
    ) -> None:
        one = board_of(variant, data.draw(positions(variant)))
        two = board_of(variant, data.draw(positions(variant)))
        assert (one.key == two.key) == (one == two)
        assert one.key == Board(variant, one.fen()).key
        assert 0 <= one.key < 2**64

    def test_a_promoted_piece_makes_the_same_position_as_a_king_placed_there(self) -> None:
        board = Board("international", "W:W12:B7,20")
        board.push("12x1")
        placed = Board("international", "B:WK1:B20")
        assert board == placed
        assert board.key == placed.key

    @given(data=st.data())
    @both_variants
    def test_the_key_is_the_documented_function_of_the_position(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant))
        sets = {"w": 0, "b": 0, "kings": 0}
        for square, piece in position.pieces.items():
            bit = 1 << (reference.number(position.size, square) - 1)
            sets[piece.lower()] |= bit
            sets["kings"] |= bit if piece.isupper() else 0
        key = splitmix64(splitmix64(position.size) + sets["w"])
        key = splitmix64(key + sets["b"])
        key = splitmix64(key + 2 * sets["kings"] + (position.turn == "b"))
        assert board_of(variant, position).key == key

    def test_keys_spread_over_all_64_bits(self) -> None:
        pairs = itertools.permutations(squares("international"), 2)
        keys = {Board("international", f"W:WK{i}:BK{j}").key for i, j in pairs}
        assert len(keys) == 50 * 49
        for bit in range(64):
            ones = sum(key >> bit & 1 for key in keys)
            assert 1000 < ones < 1450, f"bit {bit} is set in {ones} of {len(keys)} keys"

    def test_the_key_is_the_same_in_every_process(self) -> None:
        code = "import damier; print(damier.Board('brazilian').key, hash('salt'))"
        runs = {
            seed: subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
            for seed in ("1", "2")
        }
        assert runs["1"][0] == runs["2"][0] == str(Board("brazilian").key)
        assert runs["1"][1] != runs["2"][1]
