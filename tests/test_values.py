"""What is taken at the door: integers of any type, names, and words for what does not fit."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

import damier
from damier import (
    Board,
    Color,
    Game,
    Move,
    Piece,
    Variant,
    _core,
    campaign,
    divide,
    parse_square,
    pdn,
    perft,
    square_name,
)

KING = Piece(Color.WHITE, True)


class Index:
    """An integer as other packages have them: all that is known is `__index__`."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Number(IntEnum):
    TWO = 2
    THREE = 3
    THIRTY_TWO = 32


DOORS: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "piece_at": (32, lambda n: Board("brazilian").piece_at(n)),
    "next_squares": (32, lambda n: Board("international").next_squares([n])),
    "from_pieces": (32, lambda n: Board.from_pieces("brazilian", {n: KING}, Color.WHITE).fen()),
    "square_name": (32, lambda n: square_name("brazilian", n)),
    "row_column": (32, lambda n: Variant.BRAZILIAN.row_column(n)),
    "square_at": (3, lambda n: Variant.BRAZILIAN.square_at(n, 2)),
    "touch": (32, lambda n: Game("international").touch(n)),
    "perft depth": (3, lambda n: perft(Board("brazilian"), n)),
    "perft threads": (2, lambda n: perft(Board("brazilian"), 3, threads=n)),
    "perft hash_mb": (2, lambda n: perft(Board("brazilian"), 3, hash_mb=n)),
    "divide depth": (3, lambda n: divide(Board("brazilian"), n)),
    "split plies": (2, lambda n: list(campaign.split(Board("brazilian"), n))),
    "split memory_mb": (2, lambda n: list(campaign.split(Board("brazilian"), 2, memory_mb=n))),
    "cut depth": (3, lambda n: list(campaign.cut(Board("brazilian"), n, 2))),
    "cut plies": (2, lambda n: list(campaign.cut(Board("brazilian"), 3, n))),
    "cut size": (2, lambda n: list(campaign.cut(Board("brazilian"), 3, 2, size=n))),
}


@pytest.mark.parametrize("door", DOORS)
def test_what_has_an_index_is_an_integer(door: str) -> None:
    value, call = DOORS[door]
    expected = call(value)
    assert call(Index(value)) == expected
    assert call(Number(value)) == expected


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("wrong", [True, False, "3", 3.0, None], ids=repr)
def test_what_is_no_integer_is_refused_by_name(door: str, wrong: object) -> None:
    with pytest.raises(TypeError, match=r"^[a-z_]+ must be an integer, not (bool|str|float|None)"):
        DOORS[door][1](wrong)


def test_integers_of_numpy_are_integers() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    board = Board("international")
    assert board.piece_at(numpy.int64(32)) == board.piece_at(32)
    assert board.next_squares(numpy.array([32])) == board.next_squares([32])
    with pytest.raises(TypeError):
        board.piece_at(numpy.bool_(True))


WRONG: list[Callable[[], object]] = [
    lambda: perft("international", 3),  # type: ignore[arg-type]
    lambda: perft(Board("international")),  # type: ignore[call-arg]
    lambda: perft(Board("international"), 3, 4),  # type: ignore[misc]
    lambda: perft(Board("international"), 3, rootes=True),  # type: ignore[call-arg]
    lambda: Board(),  # type: ignore[call-arg]
    lambda: Board(3),  # type: ignore[arg-type]
    lambda: Board("brazilian", 3),  # type: ignore[arg-type]
    lambda: Board("brazilian", None, True),  # type: ignore[misc]
    lambda: Board("brazilian").next_squares(32),  # type: ignore[arg-type]
    lambda: Board("brazilian").push(),  # type: ignore[call-arg]
    lambda: Board("brazilian").push(3),  # type: ignore[arg-type]
    lambda: Board("brazilian").parse_move(3),  # type: ignore[arg-type]
    lambda: Board("brazilian").fen(notation=3),  # type: ignore[arg-type]
    lambda: Board("brazilian").fen(True, "numeric", 3),  # type: ignore[call-arg]
    lambda: Board("brazilian").copy(False),  # type: ignore[misc]
    lambda: Board.fen(3),  # type: ignore[arg-type]
    lambda: Board.__new__(Board).fen(),
    lambda: Board.from_pieces("brazilian", 3, Color.WHITE),  # type: ignore[arg-type]
    lambda: Board("brazilian").legal_moves[0].text(3),  # type: ignore[arg-type]
    lambda: vars(Board)["ply"].fget(3),
    lambda: parse_square("brazilian", 3),  # type: ignore[arg-type]
    lambda: Move(),
]


@pytest.mark.parametrize("call", WRONG)
def test_no_message_speaks_of_c_plus_plus(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as refused:
        call()
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    for word in ("incompatible", "Invoked with", "constructor", "std::", "_core", "handle", "::"):
        assert word not in message


def test_a_message_shows_how_a_function_is_called() -> None:
    with pytest.raises(TypeError, match=r"Board\(variant, fen=None, \*, strict=True\)$"):
        Board()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"perft\(board, depth, \*, routes=False, threads=1, .*\)$"):
        perft(Board("international"))  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^board must be a Board, not str$"):
        perft("international", 3)  # type: ignore[arg-type]


# -- names and texts ------------------------------------------------------------------------------


def test_colours_and_variants_by_name() -> None:
    assert Color("white") is Color.WHITE
    assert Color("black") is Color.BLACK
    for wrong in ("White", "red", "", 2, None):
        with pytest.raises(ValueError, match="not a valid Color"):
            Color(wrong)


@pytest.mark.parametrize(
    "door",
    [
        Variant,
        Board,
        Game,
        lambda name: pdn.loads("1. 32-28 *", variant=name),
        lambda name: pdn.Record(variant=name),
    ],
)
def test_an_unknown_variant_is_told_the_names(door: Callable[[Any], object]) -> None:
    with pytest.raises(
        ValueError, match=r"^unknown variant 'russian': expected brazilian or inter"
    ):
        door("russian")


def test_moves_are_formatted_as_their_text() -> None:
    move = Board("international").parse_move("32-28")
    assert f"{move:>8}" == "   32-28"
    assert f"{move:<8}|{move}" == "32-28   |32-28"
    with pytest.raises(ValueError, match="format"):
        f"{move:d}"


@pytest.mark.parametrize("base", [Board, Move, damier.Stop])
def test_classes_whose_copies_would_lose_attributes_are_final(base: type) -> None:
    with pytest.raises(TypeError):
        type("Mine", (base,), {})


@pytest.mark.parametrize("made", [Board("brazilian"), Game("brazilian")])
def test_copies_are_of_the_same_class(made: Any) -> None:
    made.push("22-18") if isinstance(made, Board) else made.play("22-18")
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert type(other) is type(made)
        assert other == made


# -- what help() shows is what the stub says ------------------------------------------------------


def in_stub() -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    stub = Path(damier.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and hasattr(_core, node.name):
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        yield f"{node.name}.{member.name}", member


def found(name: str) -> Any:
    scope, _, member = name.rpartition(".")
    return getattr(getattr(_core, scope), member) if scope else getattr(_core, name)


@pytest.mark.parametrize(("name", "node"), list(in_stub()), ids=lambda value: str(value)[:40])
def test_docstrings_and_signatures_are_those_of_the_stub(
    name: str, node: ast.FunctionDef | ast.ClassDef
) -> None:
    text = ast.get_docstring(node)
    if text is not None:
        assert inspect.cleandoc(found(name).__doc__ or "") == text
    if isinstance(node, ast.ClassDef) or any(
        isinstance(decorator, ast.Name) and decorator.id == "property"
        for decorator in node.decorator_list
    ):
        return
    if node.args.vararg is not None:  # it cannot be called
        return
    parameters = inspect.signature(found(name)).parameters
    stubbed = node.args
    names = [a.arg for a in (*stubbed.posonlyargs, *stubbed.args, *stubbed.kwonlyargs)]
    assert list(parameters) == names
    assert [a.arg for a in stubbed.kwonlyargs] == [
        p.name for p in parameters.values() if p.kind is p.KEYWORD_ONLY
    ]


def test_classes_tell_how_they_are_made() -> None:
    assert str(inspect.signature(Board)) == "(variant, fen=None, *, strict=True)"
    assert str(inspect.signature(Board("brazilian").push)) == "(move)"
