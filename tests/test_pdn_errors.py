"""Every error of a game is found, named and placed, and harms nothing else."""

from __future__ import annotations

import pytest

from damier import pdn
from damier.pdn import Code, PdnError


@pytest.mark.parametrize(
    ("variant", "text", "code", "words", "ply"),
    [
        ("international", "1. 32-28 19-23 2. 37-32", Code.CAPTURE_COMPULSORY, "28x19", 3),
        (
            "brazilian",
            "1. a3-b4 b6-a5 2. e3-d4 d6-c5 3. b4xd6 c7xe5",
            Code.MAJORITY,
            "must take 2",
            6,
        ),
        (
            "international",
            '[FEN "W:W33:B28,18"] 1. 33x22',
            Code.CAPTURE_UNFINISHED,
            "33x22x13",
            1,
        ),
        ("international", "1. 28-23", Code.NO_PIECE, "no piece on 28", 1),
        ("international", "1. 19-23", Code.NOT_YOUR_PIECE, "Black's", 1),
        ("international", "1. 37-32", Code.OCCUPIED, "square 32 is occupied", 1),
        ("international", "1. 32-55", Code.OFF_BOARD, "square 55 is off the board", 1),
        ("brazilian", "1. c3-i9", Code.UNKNOWN_TOKEN, "not a move", 1),
        ("brazilian", "1. c3-c4", Code.LIGHT_SQUARE, "light", 1),
        ("international", "1. 32-22", Code.NOT_A_MOVE, "cannot move to 22", 1),
        ("international", '[FEN "W:W31:B"] 1. 31-27 1-6', Code.GAME_OVER, "no legal move", 2),
        (
            "international",
            '[FEN "W:WK4:B13,20,32,37"] 1. 4x15',
            Code.AMBIGUOUS_MOVE,
            "4x31x42x15",
            1,
        ),
        ("international", "1. 32-28 castles 19-23", Code.UNKNOWN_TOKEN, "not a move", 2),
        ("international", "1. 32-28 {and so on", Code.UNCLOSED_COMMENT, "not closed", 2),
        ("international", "1. 32-28 (1. 33-28", Code.UNCLOSED_VARIATION, "not closed", 2),
        ("international", '[FEN "W:W31,,x:B1"] 1. 31-27', Code.BAD_FEN, "FEN character", 0),
    ],
)
def test_each_reason_has_a_code_and_a_sentence(
    variant: str, text: str, code: Code, words: str, ply: int
) -> None:
    (record,) = pdn.loads(text, variant=variant)
    (error,) = record.errors
    assert (error.code, error.ply) == (code, ply)
    assert words in error.reason
    assert error.move_number == (ply + 1) // 2


def test_an_error_tells_the_place_and_the_alternatives() -> None:
    text = '[White "a"]\n\n1. 32-28 *\n\n[White "b"]\n\n1. 32-28\n19-23\n2. 37-32 14-20 *\n'
    good, bad = pdn.loads(text)
    assert good.errors == []
    (error,) = bad.errors
    assert error[2:] == (2, 9, 3, 2, "37-32", ("28x19",), False)
    assert str(error) == "game 2, move 2: 37-32: capture is compulsory: 28x19"
    assert [ply.text for ply in bad.line.plies] == ["32-28", "19-23", "37-32", "14-20"]
    assert [str(move) for move in bad.moves] == ["32-28", "19-23"]


def test_lines_are_counted_whatever_ends_them() -> None:
    for line_end in ("\n", "\r\n", "\r"):
        text = line_end.join(["1. 32-28", "19-23", "castles", "2. 37-32", "*"])
        (record,) = pdn.loads(text)
        assert [error.line for error in record.errors] == [3, 4]


def test_the_numbers_of_a_game_that_begins_later() -> None:
    (record,) = pdn.loads('[FEN "B:W28:B10,19"] 41... 19-23 42. 28-22 *', variant="international")
    (error,) = record.errors
    assert (error.ply, error.move_number) == (2, 42)


def test_an_illegal_variation_keeps_the_main_line() -> None:
    text = "1. 32-28 (1. 32-28 99-1) 19-23 (1... 18-23 2. 50-45 (2. 37-32)) 2. 28x19 *"
    (record,) = pdn.loads(text, variant="international")
    assert len(record.moves) == 3
    assert [(e.ply, e.move_number, e.text, e.in_variation) for e in record.errors] == [
        (2, 1, "99-1", True),
        (3, 2, "50-45", True),
    ]


@pytest.mark.parametrize(
    "bad",
    [
        "1. 32-28 {open",
        "1. 32-28 (1. 33-28 {open",
        "1. 32-28 (open",
        "1. 50-1",
        '[FEN "nonsense"]\n1. 32-28',
        "} ) ] [ $ / \\ \x00",
        '[Unclosed "tag\n1. 32-28',
    ],
)
def test_a_bad_game_never_harms_the_next(bad: str) -> None:
    good = '[Black "a"]\n[Result "1-1"]\n\n1. 33-29 19-24 {fine} 1-1\n'
    text = f'[Black "b"]\n{bad}\n\n{good}'
    first, *rest = pdn.loads(text, variant="international")
    assert rest == pdn.loads(good, variant="international")
    assert first.errors or first.warnings


def test_strict_raises_the_first_error() -> None:
    games = pdn.read_games("1. 32-28 * 1. 35-1 99-1 *", variant="international", strict=True)
    assert len(next(games).moves) == 1
    with pytest.raises(PdnError, match=r"line 1: game 2, move 1: 35-1") as caught:
        next(games)
    assert caught.value.problem.code is Code.OCCUPIED
