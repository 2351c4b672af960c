"""The project's reference material, where a folder `shared` lies beside the repository."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import reference
from compare import as_reference, identities, identity
from damier import AmbiguousMoveError, Board, Color, Game, InvalidFenError, perft
from damier.tables import TABLES

SHARED = Path(__file__).parent.parent.parent / "shared"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not present")

LIMIT = 1_000_000


def load(name: str) -> list[dict[str, Any]]:
    path = SHARED / name
    entries: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return entries


@pytest.mark.parametrize("convention", ["moves", "routes"])
@pytest.mark.parametrize(
    "entry",
    [pytest.param(e, id=f"{e['variant']} {e['name']}") for e in load("perft/reference.json")],
)
def test_reference_counts(entry: dict[str, Any], convention: str) -> None:
    board = Board(entry["variant"], entry["fen"])
    for depth, count in enumerate(entry[convention], 1):
        if count <= LIMIT:
            assert perft(board, depth, routes=convention == "routes") == count


def test_the_shipped_tables_are_the_reference_counts() -> None:
    assert {
        (str(t.variant), t.name, Board(t.variant, t.fen).fen(), tuple(t.moves), tuple(t.routes))
        for t in TABLES
    } == {
        (
            e["variant"],
            e["name"],
            Board(e["variant"], e["fen"]).fen(),
            tuple(e["moves"]),
            tuple(e["routes"]),
        )
        for e in load("perft/reference.json")
    }


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"]) for c in load("rules/cases.json") if c["kind"] == "movement"],
)
def test_movement_case(case: dict[str, Any]) -> None:
    board = Board(case["variant"], case["fen"])
    expected = case["expect"]
    assert len(board.legal_moves) == expected["legal_move_count"]
    assert sorted(map(str, board.legal_moves)) == sorted(expected["legal_moves"])
    legal = {identity(move): move for move in board.legal_moves}
    for entry in expected["moves"]:
        key = reference.Move(entry["from"], entry["to"], frozenset(entry["captured"]))
        move = legal[key]
        assert str(move) == entry["pdn"]
        assert move.is_promotion == entry.get("promotes", False)
        if "paths" in entry:
            paths = {"x".join(map(str, path)) for path in board.paths(move)}
            assert paths == set(entry["paths"])
        if "pdn_alg" in entry:
            assert move.text("algebraic") == entry["pdn_alg"]
            assert board.parse_move(entry["pdn_alg"]) == move
        assert board.push(entry["pdn"]) == move
        assert board.fen() == entry["fen_after"]
        board.pop()


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"]) for c in load("rules/cases.json") if c["kind"] == "validation"],
)
def test_validation_case(case: dict[str, Any]) -> None:
    if case["expect"]["valid"]:
        assert Board(case["variant"], case["fen"]).piece_map()
    else:
        with pytest.raises(InvalidFenError):
            Board(case["variant"], case["fen"])


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"]) for c in load("rules/cases.json") if c["kind"] == "draw"],
)
def test_the_moves_of_a_draw_case_can_be_played(case: dict[str, Any]) -> None:
    board = Board(case["variant"], case["fen"])
    for text in case["moves"]:
        board.push(text)
    assert board.ply == len(case["moves"])
    for _ in case["moves"]:
        board.pop()
    assert board == Board(case["variant"], case["fen"])


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"]) for c in load("rules/cases.json") if c["kind"] == "draw"],
)
def test_draw_case(case: dict[str, Any]) -> None:
    game = Game(case["variant"], case["fen"], rules=case["ruleset"])
    expected = case["expect"]
    claimable = []
    for ply, text in enumerate(case["moves"], 1):
        game.play(text)
        if game.can_claim_draw():
            claimable.append(ply)
        if game.outcome is not None:
            break
    assert claimable[:1] == [expected[k] for k in ("claimable_at",) if k in expected]
    if expected["outcome"] == "ongoing":
        assert game.outcome is None
        return
    assert game.outcome is not None
    assert (len(game.moves), game.outcome.rule) == (expected["ply"], expected["rule"])
    assert list(game.outcome.also_due) == expected.get("also_due", [])
    winner = {"W": Color.WHITE, "B": Color.BLACK}.get(expected.get("winner", ""))
    assert game.outcome.winner is winner


def pitfall_positions() -> list[Any]:
    """Each movement and notation entry with one FEN, and the board its input line names."""
    path = SHARED / "pitfalls.md"
    text = path.read_text("utf-8") if path.is_file() else ""
    entries = re.findall(r"^### (E\d+) (?:MOV|NOT) .*\n- input: (.*)\n", text, re.MULTILINE)
    return [
        pytest.param("brazilian" if "8x8" in line else "international", fen, id=name)
        for name, line in entries
        for fen in re.findall(r"`([WB]:[^`]+)`", line)
    ]


@pytest.mark.parametrize(("variant", "fen"), pitfall_positions())
def test_the_moves_of_a_pitfall_are_those_of_the_rules(variant: str, fen: str) -> None:
    board = Board(variant, fen)
    position = reference.read_fen(variant, fen)
    assert as_reference(board) == position
    assert identities(board) == set(reference.legal_moves(position))
    assert len({str(move) for move in board.legal_moves}) == len(board.legal_moves)
    for move in board.legal_moves:
        assert board.parse_move(str(move)) == move
        if str(move) == move.long() and len(move.path) > 2:
            with pytest.raises(AmbiguousMoveError):
                board.parse_move(f"{move.from_square}x{move.to_square}")
