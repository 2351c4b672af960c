"""Records that are made, edited and turned into boards and games."""

from __future__ import annotations

import pytest

from damier import Board, Game, IllegalMoveError, pdn
from damier.pdn import Comment, Line, Record


def game() -> Record:
    (record,) = pdn.loads(
        "1. 32-28 (1. 33-28 {a} (1. 31-27) 18-22) (1. 34-29) 19-23 {x} 2. 28x19 *",
        variant="international",
    )
    return record


def texts(line: Line) -> list[str]:
    return [str(move) for move in line.moves]


class TestMoves:
    def test_append(self) -> None:
        record = Record("brazilian")
        record.append("c3-d4")
        ply = record.append("f6-g5")
        assert str(ply.move) == "11-16"
        assert texts(record.line) == ["22-18", "11-16"]
        assert record.end().ply == 2

    def test_a_refused_move_changes_nothing(self) -> None:
        record = Record("international")
        with pytest.raises(IllegalMoveError, match="no piece on 28"):
            record.append("28-23")
        assert record == Record("international")

    def test_append_after_what_cannot_be_played(self) -> None:
        (record,) = pdn.loads("1. 32-28 50-1 *", variant="international")
        with pytest.raises(ValueError, match="50-1 cannot be played"):
            record.append("19-23")

    def test_add_variation(self) -> None:
        record = game()
        variation = record.add_variation(2, ["28x19", "14x23"])
        inner = record.add_variation(1, ["13x24"], line=variation)
        record.append_to(inner, "33-28")
        assert texts(inner) == ["13x24", "33-28"]
        (again,) = pdn.loads(pdn.dumps(record))
        assert again == record
        assert again.errors == []

    def test_a_variation_with_a_refused_move_is_not_added(self) -> None:
        record = game()
        with pytest.raises(IllegalMoveError):
            record.add_variation(0, ["33-29", "33-29"])
        assert record == game()
        with pytest.raises(IndexError, match="no ply 3"):
            record.add_variation(3, [])
        with pytest.raises(ValueError, match="not part of this record"):
            record.append_to(Line(), "32-28")

    def test_append_after_a_setup(self) -> None:
        (record,) = pdn.loads('1. 32-28 /FEN "W:W30:B20"/ *', variant="international")
        record.append("30-24")
        assert record.end().fen() == "B:W24:B20"


class TestVariations:
    def test_promote(self) -> None:
        record = game()
        first, second = record.line.plies[0].variations
        record.line.promote(first)
        assert texts(record.line) == ["33-28", "18-22"]
        former, inner, other = record.line.plies[0].variations
        assert texts(former) == ["32-28", "19-23", "28x19"]
        assert texts(inner) == ["31-27"]
        assert other is second
        assert record.line.plies[0].comments == [Comment("a")]
        (again,) = pdn.loads(pdn.dumps(record))
        assert (again, again.errors) == (record, [])

    def test_promote_twice_gives_the_main_line_back(self) -> None:
        record = game()
        record.line.promote(record.line.plies[0].variations[0])
        record.line.promote(record.line.plies[0].variations[0])
        assert texts(record.line) == texts(game().line)

    def test_what_stood_before_a_promoted_variation_stays_before_it(self) -> None:
        (record,) = pdn.loads("1. 32-28 19-23 ({w} 1... 18-22) *", variant="international")
        record.line.promote(record.line.plies[1].variations[0])
        assert record.line.plies[0].comments == [Comment("w")]
        assert texts(record.line) == ["32-28", "18-22"]

    def test_remove_and_reorder(self) -> None:
        record = game()
        first, second = record.line.plies[0].variations
        record.line.reorder(second, 0)
        assert record.line.plies[0].variations == [second, first]
        record.line.remove(second)
        assert record.line.plies[0].variations == [first]
        with pytest.raises(ValueError, match="not a variation"):
            record.line.remove(second)
        with pytest.raises(ValueError, match="no variation 1"):
            record.line.reorder(first, 1)

    def test_what_cannot_be_promoted(self) -> None:
        (record,) = pdn.loads("(1. 33-28) 1. 32-28 () *", variant="international")
        before = record.line.items[0]
        assert isinstance(before, Line)
        with pytest.raises(ValueError, match="before the first move"):
            record.line.promote(before)
        with pytest.raises(ValueError, match="without moves"):
            record.line.promote(record.line.plies[0].variations[0])


def test_comments_marks_and_tags() -> None:
    record = game()
    record.line.plies[2].add(Comment("[%clk 0:10:00]"))
    record.line.plies[2].add_mark("!?")
    record.line.plies[2].add_mark("$14")
    with pytest.raises(ValueError, match="no strength mark"):
        record.line.plies[2].add_mark("good")
    record.headers["White"] = "Ames, Ada"
    record.headers["Mine"] = "1"
    record.result = "2-0"
    (again,) = pdn.loads(pdn.dumps(record))
    assert again == record
    assert again.line.plies[2].nags == (5, 14)
    assert (again.headers["White"], again.result) == ("Ames, Ada", "2-0")
    del again.headers["mine"]
    assert "Mine" not in again.headers
    with pytest.raises(KeyError):
        del again.headers["Mine"]


class TestBoards:
    def test_there_and_back(self) -> None:
        board = Board("international", "B:W28,33:B10,19")
        for move in ("19-23", "28x19"):
            board.push(move)
        record = Record.from_board(board, headers={"White": "a"})
        assert record.headers["FEN"] == "B:W28,33:B10,19"
        assert record.end() == board
        assert record.end().move_stack == board.move_stack
        assert pdn.loads(pdn.dumps(record)) == [record]

    def test_a_board_without_history(self) -> None:
        record = Record.from_board(Board("brazilian"))
        assert (record.moves, "FEN" in record.headers) == ([], False)

    def test_the_boards_of_a_record_are_its_own(self) -> None:
        record = game()
        record.board().push("32-28")
        record.end().pop()
        assert record.board() == Board("international")
        assert len(record.moves) == 3


class TestGames:
    def test_there_and_back(self) -> None:
        record = game()
        record.headers["White"] = "Ames, Ada"
        played = record.to_game()
        assert list(played.moves) == record.moves
        again = Record.from_game(played)
        assert again.moves == record.moves
        assert again.headers["White"] == "Ames, Ada"

    def test_moves_after_a_repetition_are_played(self) -> None:
        moves = "1-6 50-45 6-1 45-50 " * 5
        (record,) = pdn.loads(f'[FEN "W:WK1:BK50"] {moves} *', variant="international")
        assert len(record.to_game().moves) == 20
        with pytest.raises(ValueError, match="over"):
            record.to_game(rules="fmjd")

    def test_the_result_of_a_game_that_is_over(self) -> None:
        played = Game("international", "W:W32:B28")
        played.play("32x23")
        assert Record.from_game(played).result == "2-0"
