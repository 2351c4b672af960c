from __future__ import annotations

import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from compare import board_of, identity, letters
from damier import Board, Move, Variant
from strategies import VARIANTS, positions

both_variants = pytest.mark.parametrize("variant", VARIANTS)


def only(variant: str, fen: str) -> Move:
    (move,) = Board(variant, fen).legal_moves
    return move


def shared_ends(board: Board, move: Move) -> bool:
    ends = [(other.from_square, other.to_square) for other in board.legal_moves]
    return ends.count((move.from_square, move.to_square)) > 1


class TestParts:
    def test_a_quiet_move_names_its_squares_and_takes_nothing(self) -> None:
        move = Board("international").parse_move("32-28")
        assert (move.from_square, move.to_square) == (32, 28)
        assert (move.captured, move.path) == ((), (32, 28))
        assert not move.is_capture
        assert not move.is_promotion
        assert move.variant is Variant.INTERNATIONAL

    def test_a_capture_lists_what_it_takes_in_ascending_order(self) -> None:
        move = only("brazilian", "W:WK12:B7,K8,14,16,26,K27,28")
        assert move.captured == (7, 8, 14, 16, 26, 27)
        assert move.path == (12, 3, 10, 17, 31, 20, 11)
        assert move.is_capture
        assert move.variant is Variant.BRAZILIAN

    @pytest.mark.parametrize(
        ("variant", "fen", "promotion"),
        [
            ("international", "W:W6:B45", True),
            ("international", "W:WK46:B10,37", False),
            ("international", "W:W14:B10", True),
            ("brazilian", "W:W12:B2,5,6,K7,8,19,27", True),
            ("brazilian", "W:W10:B7,8", False),
            ("international", "W:W12:B8,9,25", False),
            ("international", "B:W41,42:B36", False),
        ],
    )
    def test_a_promotion_is_a_man_that_ends_on_the_far_row(
        self, variant: str, fen: str, promotion: bool
    ) -> None:
        assert only(variant, fen).is_promotion is promotion

    @pytest.mark.parametrize(
        "name", ["variant", "from_square", "to_square", "captured", "path", "is_capture", "other"]
    )
    def test_a_move_cannot_be_changed(self, name: str) -> None:
        move = Board("international").legal_moves[0]
        with pytest.raises(AttributeError):
            setattr(move, name, 1)


class TestPath:
    """PDN 3.0: the turning square where the path turns, the square right behind the captured piece
    where it goes straight on."""

    @pytest.mark.parametrize(
        ("fen", "path"),
        [
            ("W:WK46:B10,37", (46, 32, 5)),  # straight on, with five squares to land on
            ("W:WK46:B14,32", (46, 28, 10)),
            ("B:W6,24,28,38,41:B13,K49", (49, 32, 19, 30)),  # a turn after two in a line
            ("W:WK27:B14,18,21,29,30,37,40", (27, 9, 20, 42, 26, 8, 35, 44)),
            ("W:WK5:B14", (5, 19)),
        ],
    )
    def test_the_path_turns_where_the_piece_does_and_else_stops_right_behind(
        self, fen: str, path: tuple[int, ...]
    ) -> None:
        board = Board("international", fen)
        assert path in {move.path for move in board.legal_moves}

    @given(data=st.data())
    @both_variants
    def test_every_path_is_a_way_to_play_the_move_with_the_squares_pdn_asks_for(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant))
        board = board_of(variant, position)
        paths = reference.legal_moves(position)
        for move in board.legal_moves:
            assert move.path in paths[identity(move)]
            assert move.path[0] == move.from_square
            assert move.path[-1] == move.to_square
            assert len(move.path) == max(len(move.captured), 1) + 1
            squares = [reference.coordinates(position.size, square) for square in move.path]
            for before, here, after in zip(squares, squares[1:], squares[2:], strict=False):
                arrival = direction(before, here)
                if arrival == direction(here, after):
                    behind = (here[0] - arrival[0], here[1] - arrival[1])
                    assert reference.number(position.size, behind) in move.captured


def direction(start: reference.Square, end: reference.Square) -> tuple[int, int]:
    return (1 if end[0] > start[0] else -1, 1 if end[1] > start[1] else -1)


class TestText:
    @pytest.mark.parametrize(
        ("variant", "fen", "short", "long", "hub"),
        [
            ("international", "W:W6:B45", "6-1", "6-1", "6-1"),
            ("international", "W:W28:B12,23", "28x19", "28x19", "28x19x23"),
            ("brazilian", "W:WK29:B7,16,18,25,27", "29x31", "29x22x11x20x31", "29x31x16x18x25x27"),
            (
                "brazilian",
                "W:WK12:B7,K8,14,16,26,K27,28",
                "12x11",
                "12x3x10x17x31x20x11",
                "12x11x7x8x14x16x26x27",
            ),
        ],
    )
    def test_a_move_is_written_short_long_and_for_engines(
        self, variant: str, fen: str, short: str, long: str, hub: str
    ) -> None:
        move = only(variant, fen)
        assert str(move) == move.text() == short
        assert move.long() == move.text(full=True) == long
        assert move.hub() == hub

    def test_letters_serve_the_small_board(self) -> None:
        move = only("brazilian", "W:WK29:B7,16,18,25,27")
        assert move.text("algebraic") == move.text(notation="algebraic") == "a1xe1"
        assert move.text("algebraic", full=True) == "a1xc3xf6xh4xe1"
        assert only("brazilian", "W:W5:B28").text("algebraic") == "a7-b8"

    def test_letters_are_refused_on_the_large_board(self) -> None:
        move = Board("international").legal_moves[0]
        with pytest.raises(ValueError, match="algebraic"):
            move.text("algebraic")

    def test_the_official_notation_is_that_of_the_game(self) -> None:
        small = only("brazilian", "W:WK29:B7,16,18,25,27")
        assert small.text("official", full=True) == small.text("algebraic", full=True)
        large = only("international", "W:W28:B12,23")
        assert large.text(notation="official") == large.text("numeric") == "28x19"

    @pytest.mark.parametrize("notation", ["", "numbers", "Numeric", "hub", "Official"])
    def test_an_unknown_notation_is_refused(self, notation: str) -> None:
        with pytest.raises(ValueError, match="notation"):
            Board("brazilian").legal_moves[0].text(notation)  # type: ignore[arg-type]

    def test_captures_with_shared_ends_are_written_in_full(self) -> None:
        board = Board("international", "W:WK43:BK8,14,22,38")
        assert sorted(map(str, board.legal_moves)) == [
            "43x2",
            "43x21x3x20",
            "43x21x3x25",
            "43x27x9x20",
            "43x27x9x25",
        ]
        board = Board("brazilian", "W:WK22,K23:BK7,9,10,K12,K18")
        texts = {move.text("algebraic") for move in board.legal_moves if move.to_square == 13}
        expected = [(22, 15, 6, 13), (22, 11, 2, 13)]
        assert texts == {"x".join(map(letters, path)) for path in expected}

    @given(data=st.data())
    @both_variants
    def test_the_text_is_short_exactly_where_the_ends_tell_the_move(
        self, variant: str, data: st.DataObject
    ) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        for move in board.legal_moves:
            sign = "x" if move.is_capture else "-"
            full = sign.join(map(str, move.path))
            short = f"{move.from_square}{sign}{move.to_square}"
            assert move.long() == move.text(full=True) == full
            assert str(move) == move.text() == (full if shared_ends(board, move) else short)
            assert move.hub() == "x".join([short, *map(str, move.captured)])

    @given(data=st.data())
    @both_variants
    def test_the_texts_of_one_position_all_differ(self, variant: str, data: st.DataObject) -> None:
        moves = board_of(variant, data.draw(positions(variant))).legal_moves
        for texts in (map(str, moves), map(Move.long, moves), map(Move.hub, moves)):
            assert len(set(texts)) == len(moves)

    @given(data=st.data())
    def test_letters_spell_the_same_squares_as_numbers(self, data: st.DataObject) -> None:
        board = board_of("brazilian", data.draw(positions("brazilian")))
        for move in board.legal_moves:
            sign = "x" if move.is_capture else "-"
            for full in (False, True):
                numbers = move.text(full=full).split(sign)
                expected = sign.join(letters(int(number)) for number in numbers)
                assert move.text("algebraic", full=full) == expected

    def test_repr_names_the_move(self) -> None:
        assert "28x19" in repr(only("international", "W:W28:B12,23"))


class TestIdentity:
    def test_moves_with_equal_ends_and_captures_are_one_wherever_they_were_made(self) -> None:
        spelled = Board("international", "W:WK4:B13,20,32,37").parse_move("4x27x38x15")
        plain = Board("international", "W:WK4:B13,20,32").parse_move("4x15")
        assert str(spelled) != str(plain)
        assert spelled == plain
        assert hash(spelled) == hash(plain)
        assert len({spelled, plain}) == 1

    def test_the_captured_pieces_tell_moves_apart(self) -> None:
        one, two = Board("international", "W:WK4:B13,20,32,37").legal_moves
        assert (one.from_square, one.to_square) == (two.from_square, two.to_square)
        assert one != two
        assert len({one, two}) == 2

    def test_the_variant_tells_moves_apart(self) -> None:
        small = Board("brazilian", "B:W32:B9").parse_move("9-13")
        large = Board("international", "B:W50:B9").parse_move("9-13")
        assert identity(small) == identity(large)
        assert small != large
        assert not small == large  # noqa: SIM201
        assert len({small, large}) == 2

    def test_a_move_equals_no_other_kind_of_thing(self) -> None:
        move = Board("international").legal_moves[0]
        for thing in (str(move), (move.from_square, move.to_square), None):
            assert move != thing
            assert not move == thing  # noqa: SIM201

    @given(data=st.data())
    @both_variants
    def test_moves_are_equal_exactly_when_their_identities_are(
        self, variant: str, data: st.DataObject
    ) -> None:
        one = board_of(variant, data.draw(positions(variant)))
        two = board_of(variant, data.draw(positions(variant)))
        for here, there in itertools.product(one.legal_moves[:12], two.legal_moves[:12]):
            assert (here == there) == (identity(here) == identity(there))
            if here == there:
                assert hash(here) == hash(there)

    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    def test_a_pickled_move_comes_back_whole(self, protocol: int) -> None:
        board = Board("international", "W:WK43:BK8,14,22,38")
        quiet = Board("brazilian", "W:W5:B28")
        for owner, move in [
            *((board, m) for m in board.legal_moves),
            (quiet, quiet.legal_moves[0]),
        ]:
            again = pickle.loads(pickle.dumps(move, protocol))
            assert again == move
            assert hash(again) == hash(move)
            assert (str(again), again.long(), again.path) == (str(move), move.long(), move.path)
            assert (again.variant, again.is_promotion) == (move.variant, move.is_promotion)
            assert owner.push(again) == move
            owner.pop()
