"""The reader over the project's collection of real files, where it lies beside the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from damier import Board, pdn
from damier.pdn import Code, Record

SHARED = Path(__file__).parent.parent.parent / "shared" / "pdn"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/pdn is not present")

# The word of an expected reason, and the codes that say the same.
REASONS = {
    "no piece": {Code.NO_PIECE},
    "is not": {Code.NOT_YOUR_PIECE},
    "occupied": {Code.OCCUPIED},
    "compulsory": {Code.CAPTURE_COMPULSORY, Code.MAJORITY},
    # The one such text goes on behind the end of the only legal capture, so nothing is unfinished.
    "not completed": {Code.CAPTURE_UNFINISHED, Code.CAPTURE_COMPULSORY},
    "not a capture": {Code.NOT_A_MOVE},
    "not a legal move": {Code.NOT_A_MOVE},
    "twice": {Code.BAD_FEN},
}

# A short capture in these games fits two moves. The expectation took the first, with which a later
# move cannot be played; with the second the game can be played to its end as written.
SETTLED_BY_THE_REST = {
    ("wiegerw/games__succeed__schildpad.pdn", 3),
    ("wiegerw/games__succeed__schildpad.pdn", 7),
}


def load_examples() -> list[Any]:
    path = SHARED / "examples.json"
    examples = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return [pytest.param(example, id=example["name"]) for example in examples]


def load_expected() -> list[Any]:
    path = SHARED / "expected.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    files = [json.loads(line) for line in lines]
    return [pytest.param(file["file"], file["games"], id=file["file"]) for file in files]


@pytest.mark.parametrize("example", load_examples())
def test_example(example: dict[str, Any]) -> None:
    expected = example["expect"]
    records = pdn.loads(example["text"], variant=example["variant"])
    assert len(records) == expected["games"]
    if "plies" in expected:
        assert [len(record.moves) for record in records] == expected["plies"]
    if "results" in expected:
        assert [record.result for record in records] == expected["results"]
    if "variations" in expected:
        (record,) = records
        assert sum(len(p.variations) for p in record.line.plies) == expected["variations"]
    if "captured" in expected:
        assert [list(m.captured) for r in records for m in r.moves] == [expected["captured"]]
    codes = [(e.code, e.ply) for r in records for e in r.errors if not e.in_variation]
    if expected.get("ambiguous"):
        assert codes == [(Code.AMBIGUOUS_MOVE, 1)]
    elif expected.get("fen_error"):
        assert codes == [(Code.BAD_FEN, 0)]
    elif "error_ply" in expected:
        code = {
            "majority": Code.MAJORITY,
            "compulsory": Code.CAPTURE_COMPULSORY,
            "square": Code.OFF_BOARD,
        }[expected["reason"]]
        assert codes == [(code, expected["error_ply"])]
    else:
        assert codes == []


@pytest.mark.parametrize(("name", "games"), load_expected())
def test_file(name: str, games: list[dict[str, Any]]) -> None:
    path = SHARED / "corpus" / name
    given = "brazilian" if any(g["variant"] == "brazilian?" for g in games) else None
    records = list(pdn.read_games(path))
    assert len(records) == len(games)
    as_given = list(pdn.read_games(path, variant=given))
    for record, checked, expected in zip(records, as_given, games, strict=True):
        if expected["variant"] in ("international", "brazilian"):
            assert record.variant == expected["variant"]
            check(name, record, expected)
        elif expected["variant"] == "brazilian?":
            assert record.variant is None
            check(name, checked, expected)


def check(name: str, record: Record, expected: dict[str, Any]) -> None:
    errors = [error for error in record.errors if not error.in_variation]
    if "error" not in expected or (name, record.number) in SETTLED_BY_THE_REST:
        assert errors == []
    else:
        assert len(record.moves) == expected["plies"]
        (codes,) = [REASONS[word] for word in REASONS if word in expected["error"]]
        assert errors[0].code in codes
        assert errors[0].ply == (0 if Code.BAD_FEN in codes else expected["plies"] + 1)
    if "final" in expected:
        assert len(record.moves) == expected["plies"]
        end = record.end()
        assert end == Board(end.variant, expected["final"], strict=False)
    if "result_tag" in expected:
        assert record.headers["Result"] == expected["result_tag"]
    if "variations" in expected:
        illegal = [error for error in record.errors if error.in_variation]
        assert len(illegal) == expected["variations"]["illegal"]


@pytest.mark.parametrize(("name", "games"), load_expected())
def test_round_trip(name: str, games: list[dict[str, Any]]) -> None:
    records = list(pdn.read_games(SHARED / "corpus" / name))
    for record in records:
        assert pdn.loads(pdn.dumps(record)) == [record]
    text = pdn.dumps(records)
    assert pdn.loads(text) == records
    assert pdn.dumps(pdn.loads(text)) == text
