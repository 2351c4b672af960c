"""Counts against published tables, in both conventions, and the behaviour of long counts."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from compare import unchanged
from damier import Board, divide, perft
from damier.tables import TABLES
from strategies import VARIANTS

both_variants = pytest.mark.parametrize("variant", VARIANTS)

DEFAULT_LIMIT = 2_000_000  # larger counts are marked "deep"

# Every ply is forced: one king on either side steps to and fro, the rest is locked.
TREADMILL = (
    "W:WK3,K4,K5,6,7,9,K10,11,12,14,K20,29,K30,K31"
    ":B1,2,8,K13,15,K18,19,21,22,K23,24,25,26,K27,28,K32"
)


def counts() -> Iterator[Any]:
    for table in TABLES:
        for convention in ("moves", "routes"):
            for depth, count in enumerate(getattr(table, convention), 1):
                yield pytest.param(
                    table.variant,
                    table.fen,
                    convention == "routes",
                    depth,
                    count,
                    id=f"{table.variant} {table.name} {convention} {depth}",
                    marks=[pytest.mark.deep] if count > DEFAULT_LIMIT else [],
                )


class TestTables:
    @pytest.mark.parametrize(("variant", "fen", "routes", "depth", "count"), list(counts()))
    def test_a_table_is_reproduced(
        self, variant: str, fen: str, routes: bool, depth: int, count: int
    ) -> None:
        threads = 1 if count <= DEFAULT_LIMIT else 2
        assert perft(Board(variant, fen), depth, routes=routes, threads=threads) == count

    def test_the_tables_hold_the_positions_in_print(self) -> None:
        assert {(table.variant, table.name) for table in TABLES} >= {
            ("international", "initial"),
            ("international", "Random178"),
            ("international", "Woldouby"),
            ("international", "AllKings"),
            ("international", "AlmostPromotion"),
            ("international", "FrontRows"),
            ("brazilian", "initial"),
            ("brazilian", "AllKings"),
            ("brazilian", "FrontRows"),
        }
        for table in TABLES:
            assert min(len(table.moves), len(table.routes)) >= 7

    def test_the_initial_positions_begin_as_everybody_counts_them(self) -> None:
        begun = {t.variant: t.moves[:8] for t in TABLES if t.name == "initial"}
        assert begun == {
            "international": (9, 81, 658, 4265, 27117, 167140, 1049442, 6483961),
            "brazilian": (7, 49, 302, 1469, 7473, 37628, 187302, 907830),
        }

    @pytest.mark.parametrize(
        ("variant", "moves", "routes"),
        [("international", 6_483_961, 6_483_971), ("brazilian", 907_830, 907_836)],
    )
    def test_the_conventions_part_at_the_eighth_ply(
        self, variant: str, moves: int, routes: int
    ) -> None:
        board = Board(variant)
        for depth in range(8):
            assert perft(board, depth) == perft(board, depth, routes=True)
        assert perft(board, 8) == moves
        assert perft(board, 8, routes=True) == routes


class TestEdges:
    @both_variants
    @pytest.mark.parametrize("routes", [False, True])
    def test_depth_zero_counts_the_position_itself(self, variant: str, routes: bool) -> None:
        for fen in (None, "W:W:B1", "W:W:B"):
            assert perft(Board(variant, fen), 0, routes=routes) == 1

    @pytest.mark.parametrize(
        ("variant", "fen"),
        [("brazilian", "W:W9:B1,2,5,6"), ("international", "W:W6:B1"), ("international", "W:W:B1")],
    )
    @pytest.mark.parametrize("depth", [1, 2, 3, 10, 10**6, 2**31, 2**62])
    def test_a_side_that_cannot_move_has_no_line(self, variant: str, fen: str, depth: int) -> None:
        board = Board(variant, fen)
        assert perft(board, depth) == 0
        assert perft(board, depth, routes=True, threads=2) == 0
        assert divide(board, depth) == {}

    @pytest.mark.parametrize("depth", [2, 63, 64, 65, 66, 10**6, 2**31 + 1, 2**62])
    def test_a_game_that_ends_sooner_has_no_longer_line(self, depth: int) -> None:
        board = Board("international", "W:W28:B23")
        assert perft(board, 1) == 1
        assert perft(board, depth) == 0
        (count,) = divide(board, depth).values()
        assert count == 0

    @pytest.mark.parametrize("depth", [1, 2, 63, 64, 65, 66, 127, 128, 129, 1000, 100_001])
    @pytest.mark.parametrize("threads", [1, 3])
    def test_a_forced_line_is_one_line_however_long(self, depth: int, threads: int) -> None:
        board = Board("brazilian", TREADMILL)
        assert perft(board, depth, threads=threads) == 1
        assert list(divide(board, depth, routes=True, threads=threads).values()) == [1]

    @both_variants
    @pytest.mark.parametrize(
        ("depth", "options"), [(-1, {}), (-(2**40), {}), (3, {"threads": -1}), (0, {"threads": -2})]
    )
    def test_nonsense_is_refused(self, variant: str, depth: int, options: dict[str, Any]) -> None:
        board = Board(variant)
        with unchanged(board):
            with pytest.raises(ValueError, match=r"\S"):
                perft(board, depth, **options)
            with pytest.raises(ValueError, match=r"\S"):
                divide(board, depth, **options)

    def test_divide_needs_a_ply_to_divide_by(self) -> None:
        with pytest.raises(ValueError, match="depth"):
            divide(Board("international"), 0)

    @pytest.mark.parametrize("depth", ["3", 2.5, None])
    def test_a_depth_is_a_whole_number(self, depth: Any) -> None:
        with pytest.raises(TypeError):
            perft(Board("brazilian"), depth)

    def test_a_board_in_mid_game_counts_from_where_it_stands(self) -> None:
        board = Board("international")
        total = perft(board, 5)
        parts = 0
        for move in board.legal_moves:
            board.push(move)
            with unchanged(board):
                parts += perft(board, 4)
            board.pop()
        assert parts == total == 27_117


class TestThreads:
    @pytest.mark.parametrize("threads", [1, 2, 7])
    @pytest.mark.parametrize("routes", [False, True])
    def test_any_number_of_threads_counts_the_same(self, threads: int, routes: bool) -> None:
        for table in TABLES:
            expected = table.routes if routes else table.moves
            for depth in range(6):
                count = perft(
                    Board(table.variant, table.fen), depth, routes=routes, threads=threads
                )
                assert count == (1, *expected)[depth]

    @pytest.mark.parametrize("threads", [1, 2, 7])
    @pytest.mark.parametrize("depth", [1, 2, 3, 6])
    @both_variants
    def test_divide_has_a_part_for_each_move_and_they_make_the_whole(
        self, variant: str, depth: int, threads: int
    ) -> None:
        board = Board(variant)
        parts = divide(board, depth, threads=threads)
        assert list(parts) == list(board.legal_moves)
        assert parts == divide(board, depth)
        assert sum(parts.values()) == perft(board, depth)

    def test_several_boards_are_counted_on_several_threads_at_once(self) -> None:
        jobs = [
            (table, depth, routes, 1 + (depth + routes) % 2)
            for table in TABLES
            for depth in (3, 4, 5, 6)
            for routes in (False, True)
        ]

        def count(job: Any) -> int:
            table, depth, routes, threads = job
            board = Board(table.variant, table.fen)
            return perft(board, depth, routes=routes, threads=threads)

        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(count, jobs))
        assert found == [
            (table.routes if routes else table.moves)[depth - 1] for table, depth, routes, _ in jobs
        ]

    def test_one_board_is_counted_by_several_threads_at_once(self) -> None:
        board = Board("brazilian")
        with unchanged(board), ThreadPoolExecutor(4) as pool:
            assert set(pool.map(lambda depth: perft(board, depth), [7] * 12)) == {187_302}

    def test_other_threads_run_during_a_count(self) -> None:
        result: list[int] = []
        worker = threading.Thread(target=lambda: result.append(perft(Board("international"), 9)))
        worker.start()
        turns = 0
        while worker.is_alive():
            time.sleep(0.001)
            turns += 1
        worker.join()
        assert result == [41_022_423]
        assert turns >= 20

    def test_a_board_that_moves_on_does_not_disturb_a_count(self) -> None:
        board = Board("international")
        result: list[int] = []
        worker = threading.Thread(target=lambda: result.append(perft(board, 9)))
        worker.start()
        while not result:
            time.sleep(0.001)
            if worker.is_alive():
                board.copy().push("32-28")
        worker.join()
        assert result == [41_022_423]


INTERRUPTED = """
import signal, sys, time
import damier

signal.signal(signal.SIGINT, signal.default_int_handler)
board = damier.Board({variant!r}, {fen!r})
print("counting", flush=True)
try:
    damier.{call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
assert damier.perft(damier.Board("international"), 5, threads=2) == 27117
assert damier.perft(board, 0) == 1
try:
    damier.{call}
except KeyboardInterrupt:
    print("interrupted again", flush=True)
print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT reaches a process otherwise there")
class TestInterrupts:
    @pytest.mark.parametrize(
        ("variant", "fen", "call"),
        [
            pytest.param("international", None, "perft(board, 40)", id="perft"),
            pytest.param("brazilian", None, "perft(board, 40, routes=True)", id="routes"),
            pytest.param("international", None, "perft(board, 40, threads=2)", id="two threads"),
            pytest.param("international", None, "divide(board, 40)", id="divide"),
            pytest.param("brazilian", None, "perft(board, 10**5)", id="endless depth"),
            pytest.param("brazilian", TREADMILL, "perft(board, 2**62)", id="endless forced line"),
            pytest.param(
                "international",
                "W:WK31-50:BK1-20",
                "perft(board, 30, routes=True, threads=2)",
                id="many kings",
            ),
            pytest.param(
                "international",
                "W:WK1,K2,K6,K15,K16,K25,K35,K45,K50:BK4,K9,K10,K13,K18,K20,K21,K22,K30,K31,K32,"
                "K36,K38,K40,K43,K44",
                "perft(board, 30)",
                id="long captures",
            ),
            pytest.param(
                "international", "W:WK46-50:BK1-5", "perft(board, 30)", id="kings in the open"
            ),
        ],
    )
    def test_ctrl_c_stops_a_count_at_once_and_leaves_the_process_usable(
        self, variant: str, fen: str | None, call: str
    ) -> None:
        attempts = (self.interrupt(variant, fen, call) for _ in range(3))  # a busy machine may lag
        assert any(seconds < 0.2 for seconds in attempts)

    def interrupt(self, variant: str, fen: str | None, call: str) -> float:
        """The seconds from the slower of two signals to the answer."""
        code = INTERRUPTED.format(variant=variant, fen=fen, call=call)
        with subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            slowest = 0.0
            try:
                assert process.stdout.readline() == "counting\n"
                for answer in ("interrupted\n", "interrupted again\n"):
                    time.sleep(0.3)
                    assert process.poll() is None
                    sent = time.perf_counter()
                    process.send_signal(signal.SIGINT)
                    watchdog = threading.Timer(5, process.kill)
                    watchdog.start()
                    try:
                        assert process.stdout.readline() == answer
                    finally:
                        watchdog.cancel()
                    slowest = max(slowest, time.perf_counter() - sent)
                assert process.stdout.read() == "done\n"
                assert process.wait(5) == 0
            finally:
                process.kill()
        return slowest
