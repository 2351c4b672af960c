"""Arrays: planes, actions and masks of a board, and many boards at once."""

from __future__ import annotations

import doctest
import importlib
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier import Board, Color, Variant, pdn
from reference import Position, write_fen
from strategies import VARIANTS, positions

np = pytest.importorskip("numpy", reason="arrays need NumPy")
from damier import arrays  # noqa: E402
from damier.arrays import Boards  # noqa: E402

CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"


def board_of(variant: str, position: Position) -> Board:
    return Board(variant, write_fen(position))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    variant = draw(st.sampled_from(VARIANTS))
    return board_of(variant, draw(positions(variant, most_lines=300)))


def squares(board: Board, mask: np.ndarray) -> set[tuple[int, int]]:
    return {arrays.action_squares(board.variant, action) for action in mask.nonzero()[0]}


class TestActions:
    def test_they_are_numbered_by_origin_then_landing(self) -> None:
        for variant in Variant:
            count = arrays.action_count(variant)
            pairs = [arrays.action_squares(variant, action) for action in range(count)]
            assert pairs == sorted(set(pairs))
            for origin, landing in pairs:
                row, column = variant.row_column(origin)
                other_row, other_column = variant.row_column(landing)
                assert abs(row - other_row) == abs(column - other_column) > 0
            with pytest.raises(ValueError, match=f"no action {count}"):
                arrays.action_squares(variant, count)

    def test_the_board_turned_round_counts_from_the_other_end(self) -> None:
        for variant in Variant:
            count, last = arrays.action_count(variant), variant.squares + 1
            for action in range(count):
                origin, landing = arrays.action_squares(variant, action)
                turned = arrays.action_squares(variant, count - 1 - action)
                assert turned == (last - origin, last - landing)

    @given(boards())
    def test_the_actions_of_a_move_lead_back_to_it(self, board: Board) -> None:
        for move in board.legal_moves:
            run = arrays.actions(move)
            assert len(run) == max(1, len(move.captured))
            assert arrays.move_from(board, run) == move

    @given(boards())
    def test_every_way_of_a_capture_is_the_capture(self, board: Board) -> None:
        pairs = [
            arrays.action_squares(board.variant, action)
            for action in range(arrays.action_count(board.variant))
        ]
        for move in board.legal_moves:
            for path in board.paths(move)[:20]:
                run = [pairs.index(pair) for pair in itertools.pairwise(path)]
                assert arrays.move_from(board, run) == move

    def test_what_is_no_move_is_refused(self) -> None:
        board = Board("international", "W:W32:B28,19")
        (move,) = board.legal_moves
        first, second = arrays.actions(move)
        with pytest.raises(ValueError, match="beginning of a move only"):
            arrays.move_from(board, [first])
        with pytest.raises(ValueError, match=r"action \d+, 23 to 14, is not legal here"):
            arrays.move_from(board, [second])
        with pytest.raises(ValueError, match="is not legal here"):
            arrays.move_from(board, [first, second, first])
        with pytest.raises(ValueError, match="no action -1: from 0 to 569"):
            arrays.move_from(board, [-1])
        with pytest.raises(TypeError):
            arrays.move_from(board, [1.5])  # type: ignore[list-item]


class TestMasks:
    @given(boards(), st.data())
    def test_they_follow_next_squares(self, board: Board, data: st.DataObject) -> None:
        prefix: list[int] = []
        path: list[int] = []
        while True:
            mask = arrays.legal_mask(board, prefix)
            found = squares(board, mask)
            if not path:
                assert sorted({origin for origin, _ in found}) == list(board.next_squares())
                for origin in board.next_squares():
                    landings = sorted(to for start, to in found if start == origin)
                    assert landings == list(board.next_squares([origin]))
            else:
                assert {origin for origin, _ in found} <= {path[-1]}
                assert sorted(to for _, to in found) == list(board.next_squares(path))
            if not found:
                break
            prefix.append(int(data.draw(st.sampled_from(list(mask.nonzero()[0])))))
            origin, landing = arrays.action_squares(board.variant, prefix[-1])
            path = [*(path or [origin]), landing]
        if prefix:
            assert arrays.move_from(board, prefix) in board.legal_moves

    def test_a_mask_is_written_where_it_is_wanted(self) -> None:
        board = Board("brazilian")
        out = np.ones(280, np.bool_)
        assert arrays.legal_mask(board, out=out) is out
        assert out.sum() == len(board.legal_moves)

    @pytest.mark.parametrize(
        "out",
        [
            np.zeros(279, np.bool_),
            np.zeros(280, np.int32),
            np.zeros((280, 1), np.bool_),
            np.zeros(560, np.bool_)[::2],
            b"\0" * 280,
            "text",
        ],
        ids=["length", "type", "shape", "strides", "read-only", "no array"],
    )
    def test_what_does_not_fit_is_refused(self, out: object) -> None:
        with pytest.raises(ValueError, match=r"out: expected .* shape \(280,\)"):
            arrays.legal_mask(Board("brazilian"), out=out)  # type: ignore[arg-type]


class TestPlanes:
    @given(boards())
    def test_every_piece_is_in_its_plane(self, board: Board) -> None:
        planes = arrays.planes(board)
        size = board.variant.size
        expected = np.zeros((arrays.PLANES, size, size), np.uint8)
        for square, (color, king) in board.piece_map().items():
            plane = 2 * (color is Color.BLACK) + king
            expected[plane, *board.variant.row_column(square)] = 1
        expected[4] = board.turn is Color.BLACK
        assert (planes == expected).all()

    def test_planes_that_do_not_fit_are_refused(self) -> None:
        with pytest.raises(ValueError, match=r"shape \(6, 10, 10\)"):
            arrays.planes(Board("international"), np.zeros((6, 8, 8), np.uint8))


class TestBoards:
    @pytest.mark.parametrize("variant", list(Variant))
    @pytest.mark.parametrize("threads", [1, 2])
    def test_they_play_as_single_boards_do(self, variant: Variant, threads: int) -> None:
        many = Boards(variant, 600, threads=threads)
        single = [Board(variant) for _ in range(len(many))]
        prefixes: list[list[int]] = [[] for _ in single]
        shown = range(0, len(many), 37)
        for ply in range(90):
            masks, chosen = many.legal_masks(), many.sample(seed=ply)
            planes = many.planes()
            for i in shown:
                if many.outcomes[i] != Boards.ON:
                    assert (chosen[i], masks[i].any()) == (-1, False)
                    continue
                assert (masks[i] == arrays.legal_mask(single[i], prefixes[i])).all()
                assert masks[i, chosen[i]]
                if not prefixes[i]:
                    assert (planes[i] == arrays.planes(single[i])).all()
                prefixes[i].append(int(chosen[i]))
                if not arrays.legal_mask(single[i], prefixes[i]).any():
                    single[i].push(arrays.move_from(single[i], prefixes[i]))
                    prefixes[i] = []
            many.push(chosen)
            for i in shown:
                assert many[i] == single[i]
                assert many[i].ply == single[i].ply
                assert many[i].reversible_plies == single[i].reversible_plies
                assert many.turns[i] == (single[i].turn is Color.BLACK)
                if not single[i].legal_moves:
                    assert many.outcomes[i] == (1 if single[i].turn is Color.BLACK else -1)

    def test_a_capture_under_way_is_shown(self) -> None:
        boards = Boards("international", 1, fen="W:W32:B28,19,K1")
        boards.push(boards.sample(seed=1))
        planes = boards.planes()[0]
        places = [tuple(map(int, place)) for place in np.argwhere(planes)]
        at = Variant.INTERNATIONAL.row_column
        assert places == [(0, *at(23)), (2, *at(19)), (2, *at(28)), (3, *at(1)), (5, *at(28))]
        assert boards[0].fen() == "W:W32:BK1,19,28"
        boards.push(boards.sample(seed=2))
        assert boards[0].fen() == "B:W14:BK1"

    def test_the_same_seed_draws_the_same_on_any_number_of_threads(self) -> None:
        one, many = (Boards("international", 5000, threads=n) for n in (1, 4))
        for seed in range(20):
            assert (one.sample(seed) == many.sample(seed)).all()
            one.push(one.sample(seed))
            many.push(many.sample(seed))
        assert len(np.unique(one.sample(seed=99))) > 5

    def test_each_action_is_drawn_about_as_often(self) -> None:
        """The chance that one of nine counts strays so far (6 sigma) is below one in a million."""
        boards = Boards("international", 9000)
        drawn, counts = np.unique(boards.sample(seed=3), return_counts=True)
        assert len(drawn) == len(Board("international").legal_moves) == 9
        assert abs(counts - 1000).max() < 6 * (1000 * 8 / 9) ** 0.5

    def test_an_illegal_action_is_named_and_nothing_changes(self) -> None:
        boards = Boards("brazilian", 3)
        chosen = boards.sample(seed=1)
        chosen[1] = 0
        with pytest.raises(ValueError, match="action 0 is not legal on board 1"):
            boards.push(chosen)
        for i in range(3):
            assert boards[i] == Board("brazilian")
        for wrong in (280, -2, 2**31 - 1):
            with pytest.raises(ValueError, match="is not legal on board 2"):
                boards.push([-1, -1, wrong])
        boards.push([-1, -1, chosen[2]])
        assert boards.turns.tolist() == [0, 0, 1]
        with pytest.raises(ValueError, match=r"shape \(3,\)"):
            boards.push([-1, -1])

    def test_kings_alone_draw(self) -> None:
        boards = Boards("international", 50, fen="W:WK1:BK2", king_plies=6)
        for seed in range(8):
            for board, outcome in zip(boards, boards.outcomes.tolist(), strict=True):
                if not board.legal_moves:
                    assert outcome in (1, -1)
                else:
                    assert outcome == (0 if board.reversible_plies == 6 else Boards.ON)
            boards.push(boards.sample(seed))
        outcomes = boards.outcomes
        assert 0 in outcomes
        boards.reset(outcomes == 0)
        assert 0 not in boards.outcomes
        assert (boards.outcomes[outcomes != 0] == outcomes[outcomes != 0]).all()
        boards.reset()
        assert (boards.outcomes == Boards.ON).all()

    def test_numbers_out_of_range_are_refused(self) -> None:
        for options in ({"n": 0}, {"n": 1, "threads": -1}, {"n": 1, "king_plies": -1}):
            with pytest.raises(ValueError, match="must"):
                Boards("brazilian", **options)  # type: ignore[arg-type]
        with pytest.raises(IndexError):
            Boards("brazilian", 2)[2]
        assert [board.ply for board in Boards("brazilian", 2)] == [0, 0]

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
    @pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
    def test_a_child_process_has_threads_of_its_own(self) -> None:
        boards = Boards("brazilian", 3000, threads=2)
        boards.push(boards.sample(1))
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            boards.push(boards.sample(2))
            del boards
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        boards.push(boards.sample(2))
        assert (boards.turns == 0).all()

    def test_threads_of_python_take_turns(self) -> None:
        boards = Boards("brazilian", 3000, threads=2)
        errors: list[BaseException] = []

        def play(seed: int) -> None:
            try:
                for step in range(30):
                    boards.sample(seed + step)
                    boards.legal_masks()
                    boards.reset()
            except BaseException as error:
                errors.append(error)

        players = [threading.Thread(target=play, args=(100 * i,)) for i in range(3)]
        for player in players:
            player.start()
        for player in players:
            player.join()
        assert errors == []
        assert (boards.turns == 0).all()


class TestReading:
    @staticmethod
    def files(variant: Variant) -> list[pdn.Record]:
        """Games of random play, won, drawn, lost and not ended, and one that begins elsewhere."""
        draw = random.Random(variant.size)
        records = []
        for result in ("*", "2-0", "0-2", "1-1", "*", "2-0"):
            record = pdn.Record(variant)
            board = record.board()
            while board.legal_moves and board.ply < 80:
                record.append(board.push(draw.choice(board.legal_moves)))
            record.result = result
            records.append(record)
        late = pdn.Record(variant, "W:W32,K31:B1,28")
        late.append(late.board().legal_moves[0])
        return [*records, late]

    @pytest.mark.parametrize("variant", list(Variant))
    @pytest.mark.parametrize("batch", [1, 100, 10_000])
    def test_every_position_and_move_is_there(self, variant: Variant, batch: int) -> None:
        records = self.files(variant)
        expected = []
        for number, record in enumerate(records, 1):
            result = {"2-0": 1, "0-2": -1, "1-1": 0}.get(record.result, 2)
            for ply, (board, move) in enumerate(
                zip(record.positions(), record.moves, strict=False)
            ):
                (action, *_) = arrays.actions(move)
                sides = board.white, board.black, board.kings
                turn = int(board.turn is Color.BLACK)
                expected.append((*sides, number, ply, action, turn, result))
        found = list(arrays.read_positions(pdn.dumps(records).encode(), variant, batch=batch))
        assert [tuple(row) for rows in found for row in rows.tolist()] == expected
        assert all(0 < len(rows) <= max(batch, 80) for rows in found)

    def test_games_that_need_the_other_reader_are_read_too(self) -> None:
        files = [CLUB, b'[GameType "20"] 1. 32 - 28 ; a comment\n 19-23 2. 28:19 2-0']
        (rows,) = arrays.read_positions(files, "international")
        assert rows["game"].tolist() == [1] * 7 + [2] * 4 + [4] * 3
        assert rows["result"].tolist() == [0] * 7 + [-1] * 4 + [1] * 3
        (rows,) = arrays.read_positions(files, "brazilian")
        assert rows["game"].tolist() == [3] * 3

    def test_their_planes_are_those_of_the_boards(self) -> None:
        for variant in Variant:
            (rows,) = arrays.read_positions(pdn.dumps(self.files(variant)).encode(), variant)
            boards = [
                board
                for record in self.files(variant)
                for board, _ in zip(record.positions(), record.moves, strict=False)
            ]
            planes = arrays.planes_of(rows, variant)
            assert (planes == np.array([arrays.planes(board) for board in boards])).all()
            with pytest.raises(ValueError, match="type POSITION"):
                arrays.planes_of(np.zeros(3), variant)

    def test_nonsense_is_refused(self) -> None:
        with pytest.raises(ValueError, match="batch"):
            arrays.read_positions(b"", "brazilian", batch=0)
        with pytest.raises(ValueError, match="russian"):
            arrays.read_positions(b"", "russian")
        assert list(arrays.read_positions(b"", "brazilian")) == []


def test_numpy_loads_with_the_arrays_and_not_before() -> None:
    code = (
        "import sys, damier; damier.Board('brazilian').svg(); print('numpy' in sys.modules); "
        "import damier.arrays; print('numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.split() == ["False", "True"], run.stderr


def test_the_examples_of_the_module_run_as_shown() -> None:
    failed, tried = doctest.testmod(importlib.import_module("damier.arrays"))
    assert tried
    assert not failed
