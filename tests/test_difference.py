"""Counts of other programs: read, compared, and followed to where they part."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from compare import as_reference, board_of, identity, unchanged
from damier import AmbiguousMoveError, Board, Difference, Move, divide, first_difference
from damier.cli.main import main
from damier.difference import read_counts
from strategies import VARIANTS, positions

both_variants = pytest.mark.parametrize("variant", VARIANTS)

Moves = Callable[[reference.Position], list[reference.Move]]


def program(moves: Moves = lambda position: list(reference.legal_moves(position))) -> Any:
    """Another program, which counts with the reference generator and has these moves."""

    def count(position: reference.Position, depth: int) -> int:
        found = moves(position)
        if depth == 1:
            return len(found)
        return sum(count(reference.play(position, move), depth - 1) for move in found)

    def counts(board: Board, depth: int) -> dict[str, int]:
        position = as_reference(board)
        return {
            hub(move): count(reference.play(position, move), depth - 1) if depth > 1 else 1
            for move in moves(position)
        }

    return counts


def hub(move: reference.Move) -> str:
    sign = "x" if move.captured else "-"
    squares = [move.origin, move.destination, *sorted(move.captured)]
    return sign.join(map(str, squares))


def at(position: reference.Position, fen: str) -> bool:
    return reference.write_fen(position) == fen


class TestFirstDifference:
    @given(data=st.data())
    @both_variants
    @settings(max_examples=30)
    def test_a_right_program_differs_nowhere(self, variant: str, data: st.DataObject) -> None:
        board = board_of(variant, data.draw(positions(variant, most_lines=20)))
        with unchanged(board):
            assert first_difference(board, 2, program()) is None

    @given(data=st.data())
    @both_variants
    @settings(max_examples=30)
    def test_one_missing_move_anywhere_in_the_tree_is_found(
        self, variant: str, data: st.DataObject
    ) -> None:
        board = Board(variant)
        here = board.copy()
        for _ in range(data.draw(st.integers(0, 2))):
            here.push(data.draw(st.sampled_from(here.legal_moves)))
        lost = data.draw(st.sampled_from(here.legal_moves))

        def moves(position: reference.Position) -> list[reference.Move]:
            found = list(reference.legal_moves(position))
            if at(position, here.fen()):
                found.remove(identity(lost))
            return found

        with unchanged(board):
            found = first_difference(board, 3, program(moves))
        assert found is not None
        for move in found.path:
            board.push(move)
        assert board.fen() == found.fen == here.fen()
        assert (found.missing, found.extra) == ((str(lost),), ())
        assert found.depth == 3 - len(found.path)
        assert found.differing == [str(lost)]

    def test_a_move_that_is_none_is_extra(self) -> None:
        def moves(position: reference.Position) -> list[reference.Move]:
            found = list(reference.legal_moves(position))
            if at(position, "B:W22:B6"):  # R4: a man may not step backwards
                found.append(reference.Move(6, 1, frozenset()))
            return found

        found = first_difference(Board("brazilian", "W:W26:B6"), 3, program(moves))
        assert found is not None
        assert [str(move) for move in found.path] == ["26-22"]
        assert (found.fen, found.depth, found.missing) == ("B:W22:B6", 2, ())
        assert found.extra == ("6-1",)
        assert found.theirs["6-1"] == 2
        assert "6-1" not in found.ours

    def test_counts_that_cannot_be_followed_end_the_way(self) -> None:
        def contradicts_itself(board: Board, depth: int) -> dict[str, int]:
            counts = {str(move): count for move, count in divide(board, depth).items()}
            return counts | ({"32-28": 82} if depth == 3 else {})

        found = first_difference(Board("international"), 3, contradicts_itself)
        assert found is not None
        assert (found.path, found.missing, found.extra) == ((), (), ())
        assert (found.ours["32-28"], found.theirs["32-28"]) == (
            divide(Board("international"), 3)[Board("international").parse_move("32-28")],
            82,
        )

    def test_a_move_listed_once_for_each_route_differs_in_its_count(self) -> None:
        white = "6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46"
        board = Board("international", f"B:W{white}:BK17,K24")
        position = as_reference(board)
        counts = {hub(move): n for move, n in reference.routes(position).items()}
        assert max(counts.values()) > 1
        found = first_difference(board, 1, lambda board, depth: counts)
        assert found is not None
        assert (found.missing, found.extra) == ((), ())
        assert first_difference(board, 1, lambda board, depth: counts, routes=True) is None

    def test_a_text_of_two_moves_is_refused(self) -> None:
        board = Board("international", "W:WK4:B13,20,32,37")
        with pytest.raises(AmbiguousMoveError, match="4x15"):
            first_difference(board, 1, lambda board, depth: {"4x15": 2})

    def test_what_the_other_program_does_to_its_board_is_its_own(self) -> None:
        def plays(board: Board, depth: int) -> dict[str, int]:
            counts = {str(move): count for move, count in divide(board, depth).items()}
            board.push(board.legal_moves[0])
            return counts

        assert first_difference(Board("international"), 3, plays) is None


class TestReadCounts:
    @pytest.mark.parametrize(
        "line",
        [
            "32-28: 1234",
            "32-28 1234",
            "32-28 : 1,234",
            "  32-28   1 234  ",
            "32-28:1.234",
            "32-28\t1'234",
            "32-28 = 1_234",
            "32-28 1\u202f234",
        ],
    )
    def test_many_ways_to_write_a_count_are_read(self, line: str) -> None:
        text = f"depth 5\n\n{line}\r\nTotal: 1,234\nNodes searched: 1234\n0.12 s\n"
        assert read_counts(text) == {"32-28": 1234}

    @pytest.mark.parametrize("move", ["28x19", "28:19", "4x27x38x15", "e3-d4", "a1xc3xf6"])
    def test_moves_of_all_spellings_are_read(self, move: str) -> None:
        assert read_counts(f"{move}: 7\n") == {move: 7}

    def test_a_move_that_comes_twice_is_added_up(self) -> None:
        assert read_counts("4x15 2\n4x15 3") == {"4x15": 5}

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "no counts"),
            ("nothing\n658", "no counts"),
            ("32-28 81\n31-27 many\n", "line 2: no count for 31-27"),
            ("32-28:\n", "line 1: no count for 32-28"),
            ("{", "line 1"),
            ("{}", "no counts"),
            ('{"moves": [1]}', "whole numbers"),
            ('{"32-28": 1.5}', "whole numbers"),
            ('{"32-28": true}', "whole numbers"),
            ('{"a":' * 100_000, "nested|delimiter|Expecting"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            read_counts(text)

    @given(st.text(alphabet="0123456789abh-xX: ,.\n{}\"'\u00a0", max_size=60))
    def test_no_text_brings_more_than_a_refusal(self, text: str) -> None:
        try:
            counts = read_counts(text)
        except ValueError:
            return
        assert all(count >= 0 for count in counts.values())


class TestCommand:
    @pytest.fixture
    def run(self, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str]]]:
        def run(*argv: object) -> tuple[int, list[str]]:
            status = main([str(word) for word in argv])
            captured = capsys.readouterr()
            return status, (captured.out + captured.err).splitlines()

        return run

    def test_the_plain_form_is_moves_and_counts_sorted(self, run: Any) -> None:
        expected = {str(move): n for move, n in divide(Board("international"), 3).items()}
        status, lines = run("divide", 3, "--plain")
        assert (status, lines) == (0, sorted(f"{move} {n}" for move, n in expected.items()))
        assert run("divide", 3, "--plain", "--fen", "W:W:B1") == (0, [])

    @pytest.mark.parametrize("form", ["--plain", "--json", None])
    def test_what_divide_prints_can_be_compared_with(
        self, form: str | None, run: Any, tmp_path: Path
    ) -> None:
        file = tmp_path / "other.txt"
        for options in ((), ("-v", "brazilian"), ("--fen", "W:WK4:B13,20,32,37")):
            _, lines = run("divide", 4, *options, *filter(None, [form]))
            file.write_text("\n".join(lines))
            status, lines = run("divide", 4, *options, "--against", file)
            assert status == 0
            assert "moves have the same counts" in lines[1]

    def test_what_differs_is_shown(self, run: Any, tmp_path: Path) -> None:
        counts = {str(move): n for move, n in divide(Board("brazilian"), 3).items()}
        lost, wrong = list(counts)[:2]
        file = tmp_path / "other.txt"
        file.write_text(
            "\n".join(f"{m}: {n + (m == wrong)}" for m, n in counts.items() if m != lost)
            + "\n22-19: 5\n"
        )
        status, lines = run("divide", 3, "-v", "brazilian", "--against", file)
        assert status == 1
        assert [line.split() for line in lines[1:5]] == [
            ["move", "damier", str(file)],
            [lost, str(counts[lost]), "-"],
            [wrong, str(counts[wrong]), str(counts[wrong] + 1)],
            ["22-19", "-", "5"],
        ]
        assert lines[5:] == [
            "3 of 8 moves differ",
            f"next: damier divide 2 --variant brazilian --moves {wrong}",
        ]
        status, (line,) = run("divide", 3, "-v", "brazilian", "--against", file, "--json")
        record = json.loads(line)
        assert (status, record["same"], record["missing"]) == (1, False, [lost])
        assert record["extra"] == ["22-19"]
        assert record["theirs"] == {lost: None, wrong: counts[wrong] + 1, "22-19": 5}

    def test_the_next_command_leads_on(self, run: Any, tmp_path: Path) -> None:
        file = tmp_path / "other.txt"
        file.write_text("28x19 1\n")
        _, lines = run("divide", 2, "--moves", "32-28 19-23", "--against", file)
        assert lines[-1] == (
            "next: damier divide 1 --variant international --moves '32-28 19-23 28x19'"
        )

    @pytest.mark.parametrize(
        ("text", "reason"),
        [(None, "No such file or directory"), ("", "there are no counts in it")],
    )
    def test_a_file_that_tells_nothing_is_refused(
        self, text: str | None, reason: str, run: Any, tmp_path: Path
    ) -> None:
        file = tmp_path / "other.txt"
        if text is not None:
            file.write_text(text)
        assert run("divide", 3, "--against", file) == (2, [f"damier: {file}: {reason}"])

    def test_the_plain_form_stands_alone(self, run: Any) -> None:
        for options in (["--json"], ["--against", "other.txt"]):
            status, (line,) = run("divide", 3, "--plain", *options)
            assert status == 2
            assert "--plain" in line


class TestMovesPlayedFirst:
    @pytest.mark.parametrize("moves", ["32-28 19-23", "1. 32-28 19-23", "1.32-28  19-23 2."])
    def test_they_are_played_from_the_position(
        self, moves: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["moves", "--moves", moves]) == 0
        assert capsys.readouterr().out.split()[0] == "28x19"
        assert main(["perft", "2", "--json", "--moves", moves]) == 0
        record = json.loads(capsys.readouterr().out)
        board = Board("international")
        for text in ("32-28", "19-23"):
            board.push(text)
        assert record["fen"] == board.fen()
        assert record["nodes"] == reference.perft(as_reference(board), 2)

    @pytest.mark.parametrize(
        ("moves", "reason"),
        [
            ("32-28 19-23 31-27", "move 3, 31-27: capture is compulsory: 28x19"),
            ("1. 32-28 hello", "move 2, hello: "),
            ("50-60", "move 1, 50-60: "),
        ],
    )
    @pytest.mark.parametrize("command", [["perft", "3"], ["divide", "3"], ["moves"]])
    def test_one_that_is_refused_is_named_by_its_number(
        self, command: list[str], moves: str, reason: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([*command, "--moves", moves]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"damier: {reason}")


def test_a_difference_is_a_small_value() -> None:
    move: Move = Board("international").parse_move("32-28")
    found = Difference((move,), "B:W:B", 2, {"a": 1, "b": 2}, {"b": 3, "c": 4}, ("a",), ("c",))
    assert found.differing == ["a", "b", "c"]
