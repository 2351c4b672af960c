"""Endgame tables: what is known of endgames, what is built in, files, and the command."""

from __future__ import annotations

import json
import os
import random
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from damier import Board, Color, Piece, Stop, Stopped, Variant, _core, endgame
from damier.cli.main import main
from damier.endgame import Endgame, TableFileError, Tables

VARIANTS = list(Variant)
SCRIPT = Path(__file__).parent.parent / "training" / "endgames.py"
BUILT_IN = {Variant.BRAZILIAN: 4, Variant.INTERNATIONAL: 3}
MAIN_ROAD = {
    Variant.BRAZILIAN: (29, 25, 22, 18, 15, 11, 8, 4),
    Variant.INTERNATIONAL: (46, 41, 37, 32, 28, 23, 19, 14, 10, 5),
}

both_variants = pytest.mark.parametrize("variant", VARIANTS)


def files_in(directory: Path) -> dict[str, bytes]:
    """The files of a directory by name."""
    return {path.name: path.read_bytes() for path in directory.glob("*.endgames")}


def data(variant: Variant) -> bytes:
    return (Path(endgame.__file__).parent / "data" / f"{variant}.endgames").read_bytes()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything of up to three pieces."""
    directory = tmp_path_factory.mktemp("endgames")
    for variant in VARIANTS:
        endgame.build(variant, 3, directory)
    return directory


def by_its_moves(board: Board, tables: Tables) -> Endgame:
    """How a position ends, from its legal moves alone."""
    endings = []
    for move in board.legal_moves:
        board.push(move)
        found = tables.probe(board)
        board.pop()
        assert found is not None, f"{board.fen()} {move}"
        endings.append(found)
    lost = [ending.plies for ending in endings if ending.value == "loss"]
    won = [ending.plies for ending in endings if ending.value == "win"]
    if lost:
        return Endgame("win", 1 + min(plies for plies in lost if plies is not None))
    if len(won) < len(endings):
        return Endgame("draw", None)
    return Endgame("loss", max((1 + plies for plies in won if plies is not None), default=0))


def some_boards(variant: Variant, pieces: int, count: int) -> Iterator[Board]:
    """Positions of so many pieces, any share of kings, none with a man not crowned."""
    source = random.Random(f"{variant} {pieces}")
    home = variant.size // 2
    while count:
        squares = source.sample(range(1, variant.squares + 1), pieces)
        colors = [Color.WHITE, Color.BLACK, *source.choices(list(Color), k=pieces - 2)]
        kings = source.random()
        placed = {}
        for square, color in zip(squares, colors, strict=True):
            far = square <= home if color is Color.WHITE else square > variant.squares - home
            placed[square] = Piece(color, far or source.random() < kings)
        yield Board.from_pieces(variant, placed, source.choice(list(Color)))
        count -= 1


def longest_win(variant: str, *piece_sets: tuple[int, int, int, int]) -> int:
    """The plies to the slowest win of the other side of the last set, to move."""
    tables = _core._EndgameTables(variant)
    for piece_set in piece_sets:
        files = tables.solve(piece_set)
        for file in files:
            tables.add(file)
    cells = files[-1][32:]
    return max(plies for plies in cells if plies % 2 and plies < 255)


@pytest.fixture(scope="module")
def kings() -> _core._EndgameTables:
    """On 10x10: one king against one, two and three."""
    tables = _core._EndgameTables("international")
    for other in (1, 2, 3):
        for file in tables.solve((0, 1, 0, other)):
            tables.add(file)
    return tables


class TestWhatIsKnown:
    """Published positions. Their sources are in docs/endgame.md."""

    @pytest.mark.parametrize(
        "fen",
        [
            "W:WK29,K25,K22:BK1",  # Montero, 1591: a1 b2 c3 against b8
            "W:WK29,K30,K31:BK6",  # Timoneda, 1635: a1 c1 e1 against c7
            "W:WK29,K30,K31:BK3",  # Petrov, 1827: a1 c1 e1 against f8
        ],
    )
    def test_three_kings_with_the_main_road_win_by_the_thirteenth_move(self, fen: str) -> None:
        found = endgame.probe(Board("brazilian", fen))
        assert found is not None
        assert found.plies in range(2 * 13)

    def test_no_three_kings_need_more_than_thirteen_moves(self) -> None:
        assert longest_win("brazilian", (0, 1, 0, 1), (0, 1, 0, 2), (0, 1, 0, 3)) == 2 * 13 - 1

    @pytest.mark.parametrize("turn", "WB")
    @pytest.mark.parametrize("square", MAIN_ROAD[Variant.BRAZILIAN])
    def test_a_lone_king_on_the_main_road_draws_against_three_far_from_it(
        self, turn: str, square: int
    ) -> None:
        board = Board("brazilian", f"{turn}:WK31,K32,K21:BK{square}")
        if not board.must_capture:
            assert endgame.probe(board) == Endgame("draw", None)

    def test_the_coup_of_hoyle_and_how_to_avoid_it(self, kings: _core._EndgameTables) -> None:
        board = Board("international", "W:WK46:BK13,K16,K27")
        endings = {}
        for move in board.legal_moves:
            board.push(move)
            endings[move.to_square] = kings.probe(board)
            board.pop()
        assert {to for to, ending in endings.items() if ending == (0, None)} == {41, 37, 28, 23}
        for to in (5, 10, 14):
            assert endings[to] == (1, 3)  # two kings offered at once, then taken

    @pytest.mark.parametrize(
        "fen",
        ["W:WK46,K37,K27:BK11", "W:WK19,K27,K37:BK11", "W:WK13,K25,K41:BK26"],
    )
    def test_the_wins_of_hoyle_with_three_kings(
        self, kings: _core._EndgameTables, fen: str
    ) -> None:
        found = kings.probe(Board("international", fen))
        assert found is not None
        assert found[0] == 1

    @both_variants
    def test_two_kings_win_by_the_fifth_move_or_never(self, variant: Variant) -> None:
        """FMJD, Annex 1, 6.4: the game is drawn when both sides have played five moves."""
        assert longest_win(variant, (0, 1, 0, 1), (0, 1, 0, 2)) < 2 * 5

    @both_variants
    def test_two_kings_against_one_on_the_main_road_is_a_draw(self, variant: Variant) -> None:
        road = MAIN_ROAD[variant]
        for square in road[2:-2]:
            board = Board(variant, f"B:WK{variant.size // 2 + 1},K{variant.squares}:BK{square}")
            if not board.must_capture:
                assert endgame.probe(board) == Endgame("draw", None)

    @both_variants
    def test_a_side_without_a_move_has_lost(self, variant: Variant) -> None:
        blocked = {"brazilian": "W:W5:B1", "international": "W:W6:B1"}[variant]
        assert endgame.probe(Board(variant, blocked)) == Endgame("loss", 0)


class TestBuiltIn:
    @both_variants
    def test_every_position_up_to_its_number_of_pieces_is_there(self, variant: Variant) -> None:
        most = BUILT_IN[variant]
        assert Tables().pieces(variant) == most
        for pieces in range(2, most + 1):
            for board in some_boards(variant, pieces, 200):
                assert endgame.probe(board) is not None
        for board in some_boards(variant, most + 1, 100):
            assert board.must_capture or endgame.probe(board) is None

    @both_variants
    def test_positions_end_as_the_best_of_their_moves(self, variant: Variant) -> None:
        tables = Tables()
        for board in some_boards(variant, BUILT_IN[variant], 2000):
            assert tables.probe(board) == by_its_moves(board, tables), board.fen()

    @both_variants
    def test_the_same_position_for_the_other_side_ends_alike(self, variant: Variant) -> None:
        for board in some_boards(variant, BUILT_IN[variant], 500):
            assert endgame.probe(board) == endgame.probe(board.mirrored())

    def test_the_first_tables_are_those_that_are_built_from_nothing(self) -> None:
        packed = runpy.run_path(str(SCRIPT))["packed"]
        small = packed(Variant.BRAZILIAN, 3)
        assert len(small) > 5_000
        assert data(Variant.BRAZILIAN).startswith(small)
        assert data(Variant.INTERNATIONAL) == packed(Variant.INTERNATIONAL, 3)

    @pytest.mark.deep
    def test_all_tables_are_those_that_are_built_from_nothing(self) -> None:
        packed = runpy.run_path(str(SCRIPT))["packed"]
        assert data(Variant.BRAZILIAN) == packed(Variant.BRAZILIAN, 4)

    def test_they_take_less_than_four_hundred_kilobytes(self) -> None:
        assert sum(len(data(variant)) for variant in VARIANTS) < 400_000

    def test_they_load_when_they_are_first_asked_for(self) -> None:
        code = "import sys, damier.endgame as e; e.Tables(); print(e.built_in._cores)"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert run.stdout == "{}\n"

    def test_threads_may_ask_at_once(self) -> None:
        tables = Tables()
        boards = list(some_boards(Variant.BRAZILIAN, 4, 500))
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: [tables.probe(b) for b in boards], range(8)))
        assert answers == [[endgame.probe(board) for board in boards]] * 8

    def test_a_man_not_crowned_is_not_known(self) -> None:
        assert endgame.probe(Board("brazilian", "W:W1,9:B31", strict=False)) is None


class TestFiles:
    def test_files_replace_and_extend_what_is_built_in(self, built: Path) -> None:
        tables = Tables(built)
        assert tables.pieces("brazilian") == 4
        for board in some_boards(Variant.BRAZILIAN, 3, 500):
            assert tables.probe(board) == endgame.probe(board)

    def test_a_file_for_more_pieces_is_used(self, tmp_path: Path, built: Path) -> None:
        core = _core._EndgameTables("international")
        for path in built.glob("international-*.endgames"):
            core.add(path.read_bytes())
        for number, file in enumerate(core.solve((0, 2, 0, 2))):
            (tmp_path / f"international-{number}.endgames").write_bytes(file)
        board = Board("international", "W:WK46,K41:BK5,K10")
        assert endgame.probe(board) is None
        assert Tables(tmp_path).probe(board) == Endgame("draw", None)

    def test_a_build_goes_on_where_it_was_ended(self, tmp_path: Path, built: Path) -> None:
        endgame.build("brazilian", 2, tmp_path)
        before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        (tmp_path / "brazilian-1010.endgames").unlink()
        endgame.build("brazilian", 3, tmp_path, threads=2)
        kept = {path for path in before if path.stat().st_mtime_ns == before[path]}
        assert before.keys() - kept == {tmp_path / "brazilian-1010.endgames"}
        assert files_in(tmp_path).items() <= files_in(built).items()
        assert len(files_in(tmp_path)) == 16

    @pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
    def test_a_killed_build_loses_no_file(self, tmp_path: Path, built: Path) -> None:
        code = "import sys; from damier import endgame; endgame.build('brazilian', 3, sys.argv[1])"
        for _ in range(6):
            ran = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)])
            before = whole(tmp_path)
            while ran.poll() is None and whole(tmp_path) == before:
                time.sleep(0.001)
            ran.kill()
            ended = ran.wait()
            assert whole(tmp_path) >= before
            Tables(tmp_path).pieces("brazilian")  # every file is whole
            if ended == 0:
                break
        endgame.build("brazilian", 3, tmp_path)
        assert files_in(tmp_path).items() <= files_in(built).items()
        assert len(files_in(tmp_path)) == 16

    def test_an_interrupted_build_stops_at_once(self, tmp_path: Path) -> None:
        def interrupt(done: int, total: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            endgame.build("international", 4, tmp_path, progress=interrupt)
        assert not list(tmp_path.glob("*.part"))

    def test_a_build_ends_when_it_is_told_to(self, tmp_path: Path) -> None:
        stop = Stop()
        with pytest.raises(Stopped):
            endgame.build(
                "international", 4, tmp_path, progress=lambda done, total: stop.set(), stop=stop
            )

    def test_progress_goes_from_nothing_to_all(self, tmp_path: Path) -> None:
        seen: list[tuple[int, int]] = []
        endgame.build("international", 3, tmp_path, progress=lambda *state: seen.append(state))
        assert [done for done, _ in seen] == sorted(done for done, _ in seen)
        assert all(0 <= done <= total for done, total in seen)
        assert len({total for _, total in seen}) == 1

    @pytest.mark.parametrize("pieces", [-1, 0, 1, 7, 10**9])
    def test_a_number_of_pieces_out_of_range_is_refused(self, pieces: int, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match=f"from 2 to 6, not {pieces}"):
            endgame.build("brazilian", pieces, tmp_path)

    @pytest.mark.parametrize("pieces", [True, "3", 3.0, None])
    def test_a_number_of_pieces_that_is_none_is_refused(self, pieces: Any, tmp_path: Path) -> None:
        with pytest.raises(TypeError, match="pieces must be an integer"):
            endgame.build("brazilian", pieces, tmp_path)

    def test_a_missing_directory_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            Tables(tmp_path / "nowhere").pieces("brazilian")


def whole(directory: Path) -> set[str]:
    return {path.name for path in directory.glob("*.endgames")}


class TestDamage:
    @pytest.fixture
    def path(self, tmp_path: Path, built: Path) -> Path:
        path = tmp_path / "brazilian-0101.endgames"
        path.write_bytes((built / path.name).read_bytes())
        return path

    @pytest.mark.parametrize(
        ("damage", "reason"),
        [
            (lambda file: b"", "empty"),
            (lambda file: file[:31], "no endgame table"),
            (lambda file: b"PK" + file[2:], "no endgame table"),
            (lambda file: file[:8] + b"\x02" + file[9:], "another version"),
            (lambda file: file[:-1], "cut short"),
            (lambda file: file[:500] + bytes([file[500] ^ 1]) + file[501:], "damaged"),
            (lambda file: file + b"\0", "no endgame table"),
        ],
        ids=["empty", "short", "magic", "version", "cut", "flipped", "longer"],
    )
    def test_damage_is_refused_with_file_and_reason(
        self, path: Path, damage: Any, reason: str
    ) -> None:
        path.write_bytes(damage(path.read_bytes()))
        for use in (
            lambda: Tables(path.parent).probe(Board("brazilian", "W:WK29:BK4")),
            lambda: endgame.build("brazilian", 2, path.parent),
        ):
            with pytest.raises(TableFileError) as refusal:
                use()
            assert str(refusal.value).startswith(f"{path}: ")
            assert reason in str(refusal.value)

    def test_a_file_of_the_other_variant_is_refused(self, path: Path) -> None:
        path.rename(path.with_name("international-0101.endgames"))
        with pytest.raises(TableFileError, match="other variant"):
            Tables(path.parent).pieces("international")

    def test_any_change_of_the_built_in_bytes_is_refused(self) -> None:
        file = data(Variant.INTERNATIONAL)
        source = random.Random(1)
        for _ in range(300):
            damaged = bytearray(file)
            for _ in range(source.randrange(1, 4)):
                damaged[source.randrange(len(file))] ^= 1 << source.randrange(8)
            if source.random() < 0.5:
                del damaged[source.randrange(len(file)) :]
            if damaged in (file, b""):
                continue
            tables = _core._EndgameTables("international")
            try:
                tables.add(bytes(damaged))
            except ValueError:
                assert tables.pieces() == 1
            else:
                assert file.startswith(bytes(damaged))  # some tables of the file, all whole


class TestCommand:
    def test_build_and_probe(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        where = ["--directory", str(tmp_path / "tables")]
        assert main(["endgame", "build", "-v", "brazilian", "--pieces", "2", *where]) == 0
        assert capsys.readouterr().out == (
            f"{tmp_path / 'tables'}: brazilian, every position of up to 2 pieces\n"
        )
        assert main(["endgame", "probe", "-v", "brazilian", "--fen", "W:W5:B1", *where]) == 0
        assert capsys.readouterr().out == "loss in 0 plies\n"

    def test_probe_tells_what_each_move_makes_of_it(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        position = ["-v", "brazilian", "--fen", "W:WK29,K30,K31:BK3"]
        assert main(["endgame", "probe", *position, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["value"] == "win"
        board = Board("brazilian", "W:WK29,K30,K31:BK3")
        assert [move["move"] for move in told["moves"]] == [str(m) for m in board.legal_moves]
        assert told["plies"] == min(m["plies"] for m in told["moves"] if m["value"] == "win")

    def test_a_position_with_too_many_pieces_is_refused(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["endgame", "probe"]) == 2
        assert capsys.readouterr().err == (
            "damier: the tables tell positions of up to 3 pieces, not this of 40\n"
        )

    def test_a_directory_that_cannot_be_read_is_told_in_one_line(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "brazilian-0101.endgames").write_bytes(b"nonsense")
        for directory in (tmp_path, tmp_path / "nowhere"):
            arguments = ["endgame", "probe", "-v", "brazilian", "--directory", str(directory)]
            assert main(arguments) == 2
            error = capsys.readouterr().err
            assert error.startswith("damier: ")
            assert str(directory) in error
            assert error.count("\n") == 1
