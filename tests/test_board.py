from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier
import reference
from compare import as_reference, board_of, identities, identity, state, unchanged
from damier import Board, Color, IllegalMoveError, InvalidMoveError, Move, Variant
from strategies import VARIANTS, positions, squares

both_variants = pytest.mark.parametrize("variant", VARIANTS)


class TestStart:
    @both_variants
    def test_a_new_board_is_the_initial_position(self, variant: str) -> None:
        board = Board(variant)
        assert as_reference(board) == reference.start(variant)
        assert board.turn is Color.WHITE
        assert (board.ply, board.move_stack, board.reversible_plies) == (0, (), 0)
        assert board.repetitions() == 1

    @both_variants
    def test_the_variant_may_be_given_by_name_or_as_a_member(self, variant: str) -> None:
        assert Board(variant) == Board(Variant(variant))
        assert Board(variant).variant is Variant(variant)

    @pytest.mark.parametrize("variant", ["russian", "", "INTERNATIONAL ", "8x8"])
    def test_an_unknown_variant_is_refused(self, variant: str) -> None:
        with pytest.raises(ValueError, match=re.escape(repr(variant))):
            Board(variant)

    def test_the_variants_know_their_boards(self) -> None:
        assert [(v.value, v.size, v.squares, v.game_type) for v in Variant] == [
            ("brazilian", 8, 32, 26),
            ("international", 10, 50, 20),
        ]
        for variant in Variant:
            assert Board(variant, variant.starting_fen) == Board(variant)

    def test_a_color_inverts_to_the_other(self) -> None:
        assert ~Color.WHITE is Color.BLACK
        assert ~Color.BLACK is Color.WHITE

    def test_playing_on_one_board_leaves_new_boards_at_the_start(self) -> None:
        Board("international").push("32-28")
        assert as_reference(Board("international")) == reference.start("international")


class TestGeometry:
    @pytest.mark.parametrize("variant", list(Variant))
    def test_rows_and_columns_are_those_of_the_reference(self, variant: Variant) -> None:
        for square in squares(variant):
            place = variant.row_column(square)
            assert place == reference.coordinates(variant.size, square)
            assert variant.square_at(*place) == square

    @pytest.mark.parametrize("variant", list(Variant))
    def test_a_light_square_and_one_off_the_board_have_no_number(self, variant: Variant) -> None:
        places = itertools.product(range(-2, variant.size + 2), repeat=2)
        found = [square for place in places if (square := variant.square_at(*place)) is not None]
        assert found == list(squares(variant))

    @pytest.mark.parametrize("variant", list(Variant))
    def test_a_square_off_the_board_is_nowhere(self, variant: Variant) -> None:
        for square in (0, -1, variant.squares + 1, 10**20):
            with pytest.raises(ValueError, match=f"square {square} is off the board"):
                variant.row_column(square)

    def test_whatever_is_an_integer_is_a_number_and_a_bool_is_none(self) -> None:
        class Number:
            def __index__(self) -> int:
                return 6

        variant = Variant.INTERNATIONAL
        assert variant.row_column(Number()) == variant.row_column(6)
        assert variant.square_at(Number(), 1) == variant.square_at(6, 1)
        for wrong in (True, 1.0, "6", None):
            with pytest.raises(TypeError):
                variant.row_column(wrong)  # type: ignore[arg-type]
            with pytest.raises(TypeError):
                variant.square_at(wrong, 1)  # type: ignore[arg-type]


class TestPushAndPop:
    def test_push_returns_the_move_and_pop_gives_it_back(self) -> None:
        board = Board("international")
        start = state(board)
        by_text = board.push("32-28")
        by_move = board.push(board.legal_moves[0])
        assert board.move_stack == (by_text, by_move)
        assert board.ply == 2
        assert board.peek() == by_move
        assert board.pop() == by_move
        assert board.peek() == by_text
        assert board.pop() == by_text
        assert state(board) == start

    @both_variants
    def test_pop_and_peek_raise_index_error_where_no_move_was_made(self, variant: str) -> None:
        board = Board(variant)
        with unchanged(board):
            with pytest.raises(IndexError):
                board.pop()
            with pytest.raises(IndexError):
                board.peek()

    def test_a_move_made_is_legal_no_longer(self) -> None:
        board = Board("international", "W:WK2,25:B14,15,16")
        move = board.push("25-20")
        with unchanged(board), pytest.raises(IllegalMoveError):
            board.push(move)

    def test_a_legal_move_kept_through_push_and_pop_can_be_played_again(self) -> None:
        board = Board("brazilian")
        moves = board.legal_moves
        for move in moves:
            board.push(move)
            board.pop()
        assert board.legal_moves == moves
        board.push(moves[-1])
        assert board.move_stack == (moves[-1],)

    @both_variants
    @pytest.mark.parametrize("seed", range(12))
    def test_a_random_game_holds_every_invariant(self, variant: str, seed: int) -> None:
        rng = random.Random(seed)
        board = Board(variant)
        position = reference.start(variant)
        states = [state(board)]
        seen = Counter([board.fen()])
        reversible = 0
        for ply in range(1, 121):
            if not board.legal_moves:
                break
            move = rng.choice(board.legal_moves)
            by_king = board.piece_map()[move.from_square].king
            reversible = reversible + 1 if by_king and not move.is_capture else 0
            position = reference.play(position, identity(move))

            spellings: list[Move | str] = [move, str(move), move.long(), move.hub()]
            assert board.push(rng.choice(spellings)) == move

            seen[board.fen()] += 1
            fresh = Board(variant, board.fen())
            assert as_reference(board) == position
            assert fresh == board
            assert fresh.key == board.key
            assert fresh.fen() == board.fen()
            assert fresh.legal_moves == board.legal_moves
            assert (board.ply, board.reversible_plies) == (ply, reversible)
            assert board.repetitions() == seen[board.fen()]
            assert board.peek() == board.move_stack[-1] == move
            assert eval(repr(board), vars(damier)) == board
            if ply % 5 == 0:
                assert identities(board) == set(reference.legal_moves(position))
            states.append(state(board))
        for before in reversed(states[:-1]):
            board.pop()
            assert state(board) == before

    @given(data=st.data())
    @both_variants
    @settings(max_examples=60)
    def test_any_mixture_of_push_and_pop_ends_where_the_moves_left_lead(
        self, variant: str, data: st.DataObject
    ) -> None:
        board = Board(variant)
        for back, choice in data.draw(
            st.lists(st.tuples(st.integers(0, 3), st.integers(0, 63)), max_size=40)
        ):
            for _ in range(min(back, len(board.move_stack))):
                board.pop()
            if board.legal_moves:
                board.push(board.legal_moves[choice % len(board.legal_moves)])
        replayed = Board(variant)
        for move in board.move_stack:
            replayed.push(move)
        assert state(replayed) == state(board)


class TestText:
    @given(data=st.data())
    @both_variants
    def test_diagrams_differ_exactly_where_the_pieces_do(
        self, variant: str, data: st.DataObject
    ) -> None:
        one = board_of(variant, data.draw(positions(variant)))
        two = board_of(variant, data.draw(positions(variant)))
        same_pieces = one.piece_map() == two.piece_map()
        assert (
            str(Board.from_pieces(variant, one.piece_map(), Color.WHITE))
            == str(Board.from_pieces(variant, two.piece_map(), Color.WHITE))
        ) == same_pieces

    @both_variants
    def test_a_diagram_shows_the_rows_with_black_on_top(self, variant: str) -> None:
        size = reference.SIZES[variant]
        lines = str(Board(variant, f"W:W{size // 2 + 1}:B1")).splitlines()
        assert len(lines) >= size
        black = next(n for n, line in enumerate(lines) if "b" in line)
        white = next(n for n, line in enumerate(lines) if "w" in line)
        assert white == black + 1

    @both_variants
    def test_a_plain_diagram_is_the_text_of_the_board(self, variant: str) -> None:
        board = Board(variant, "W:W21,K32:BK1,12")
        assert board.diagram() == str(board)

    @given(data=st.data())
    @both_variants
    def test_a_numbered_diagram_tells_every_square_and_what_stands_on_it(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant))
        text = board_of(variant, position).diagram(numbers=True)
        pieces = {reference.number(position.size, s): p for s, p in position.pieces.items()}
        assert text.split() == [f"{pieces.get(n, '')}{n}" for n in squares(variant)]

    @given(data=st.data())
    @both_variants
    def test_symbols_stand_where_the_letters_do(self, variant: str, data: st.DataObject) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        letters = str.maketrans("\u26c0\u26c1\u26c2\u26c3\u00b7", "wWbB.")
        for options in ({}, {"numbers": True}, {"perspective": Color.BLACK}):
            symbols = board.diagram(unicode=True, **options)
            assert symbols.translate(letters) == board.diagram(**options)
            assert not set("wWbB") & set(symbols)

    @given(data=st.data())
    @both_variants
    def test_black_sees_the_board_turned_round(self, variant: str, data: st.DataObject) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        seen = board.diagram(perspective=Color.BLACK).split()
        assert seen == str(board).split()[::-1]
        assert board.diagram(perspective=Color.WHITE) == str(board)
        colors_changed = str.maketrans("wWbB", "bBwW")
        assert board.diagram(perspective=Color.BLACK) == str(board.mirrored()).translate(
            colors_changed
        )

    @given(data=st.data())
    @both_variants
    def test_repr_evaluates_to_an_equal_board(self, variant: str, data: st.DataObject) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        again = eval(repr(board), vars(damier))
        assert again == board
        assert again.legal_moves == board.legal_moves


class TestNextSquares:
    """The squares a player may click, one after the other."""

    @given(data=st.data())
    @both_variants
    def test_exactly_the_squares_that_go_on_follow_each_prefix(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant, most_lines=150))
        board = board_of(variant, position)
        follow: dict[tuple[int, ...], set[int]] = {(): set()}
        for path in itertools.chain.from_iterable(reference.legal_moves(position).values()):
            for n in range(len(path)):
                follow.setdefault(path[:n], set()).add(path[n])
            follow[path] = set()
        with unchanged(board):
            for prefix, expected in follow.items():
                assert sorted(board.next_squares(prefix)) == sorted(expected)

    @given(data=st.data())
    @both_variants
    def test_a_prefix_of_no_move_is_refused(self, variant: str, data: st.DataObject) -> None:
        position = data.draw(positions(variant, most_lines=150))
        board = board_of(variant, position)
        paths = list(itertools.chain.from_iterable(reference.legal_moves(position).values()))
        prefixes = {path[:n] for path in paths for n in range(len(path) + 1)}
        for prefix in sorted(prefixes)[:20]:
            square = data.draw(st.integers(-1, len(squares(variant)) + 1))
            if (*prefix, square) not in prefixes:
                with pytest.raises((IllegalMoveError, InvalidMoveError)):
                    board.next_squares([*prefix, square])

    def test_clicking_through_a_capture_ends_with_no_square_to_click(self) -> None:
        board = Board("international", "B:W6,24,28,38,41:B13,K49")
        assert board.next_squares() == (49,)
        assert board.next_squares((49,)) == (32,)
        assert board.next_squares((49, 32)) == (19,)
        assert sorted(board.next_squares([49, 32, 19])) == [30, 35]
        assert board.next_squares([49, 32, 19, 30]) == ()

    def test_a_capture_that_comes_home_goes_on_from_its_origin(self) -> None:
        board = Board("brazilian", "W:W11:B1,6,7,14,15,K16,K32")
        assert board.next_squares([11, 18, 9, 2]) == (11,)
        assert board.next_squares([11, 18, 9, 2, 11]) == (20,)

    @pytest.mark.parametrize("prefix", [[44], [1], [34, 30], [34, 23, 14, 25, 34, 43, 38], [99]])
    def test_a_click_that_leads_nowhere_is_refused(self, prefix: list[int]) -> None:
        board = Board("international", "W:W34,44:B19,20,29,30,39")
        with unchanged(board), pytest.raises((IllegalMoveError, InvalidMoveError)):
            board.next_squares(prefix)

    def test_the_paths_of_a_move_that_is_not_legal_are_refused(self) -> None:
        move = Board("international").parse_move("32-28")
        board = Board("international", "W:W28,50:B23")
        with unchanged(board), pytest.raises(IllegalMoveError):
            board.paths(move)


def test_boards_on_several_threads_do_not_disturb_each_other() -> None:
    def game(seed: int) -> list[Any]:
        rng = random.Random(seed)
        board = Board(VARIANTS[seed % 2])
        while board.legal_moves and board.ply < 150:
            board.push(rng.choice(board.legal_moves))
        result = [board.fen(), board.move_stack, board.key, board.repetitions()]
        while board.move_stack:
            board.pop()
        assert board == Board(board.variant)
        return result

    alone = [game(seed) for seed in range(24)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(game, range(24))) == alone
