"""Games in plain form are read by the core, others by the reader that tells what is wrong."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier import Variant, pdn
from damier.pdn import Record
from damier.pdn.builder import build, build_whole
from damier.pdn.source import pieces
from pdn_games import PIECES, plain_text
from test_pdn_robust import SOUP

SHARED = Path(__file__).parent.parent.parent / "shared" / "pdn" / "corpus"
ATTRIBUTES = (
    "number", "line_number", "offset", "encoding", "first_number", "variant", "candidates",
    "terminator", "errors", "warnings", "notes", "moves", "result", "score", "played_as", "begins",
    "fen",
)  # fmt: skip


def both(
    source: str | bytes | Path, variant: Variant | None = None
) -> Iterator[tuple[Record, Record]]:
    for piece in pieces(source):
        yield build(piece, variant), build_whole(piece, variant)


def assert_alike(source: str | bytes | Path, variant: Variant | None = None) -> int:
    """Compares every game; returns how many of them the core read."""
    by_the_core = 0
    for quick, whole in both(source, variant):
        by_the_core += quick._plain is not None
        # Each attribute is asked of a record that was asked for nothing else.
        for name in ATTRIBUTES:
            fresh = copy.copy(quick) if quick._plain is None else Record.unread(quick._unread)
            assert getattr(fresh, name) == getattr(whole, name), name
        if quick._plain is not None:
            fresh = Record.unread(quick._unread)
            assert fresh.headers.pairs == whole.headers.pairs
            assert fresh.result == whole.result
            assert [b.fen() for b in Record.unread(quick._unread).positions()] == [
                b.fen() for b in whole.positions()
            ]
            assert Record.unread(quick._unread).end().move_stack == whole.end().move_stack
            assert [str(m) for m in quick.moves] == [str(m) for m in whole.moves]
        assert quick == whole
    return by_the_core


@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("given_variant", [False, True])
def test_random_games_are_read_alike_and_by_the_core(variant: Variant, given_variant: bool) -> None:
    chance = random.Random(20)
    texts = [plain_text(chance, variant) for _ in range(60)]
    known = variant if given_variant else None
    found = sum(assert_alike(f"{text}\n".encode(), known) for text in texts)
    # Without the tag, games on 8x8 stay undecided, which is not for the core to tell.
    tagged = sum("GameType" in text for text in texts)
    assert found >= (len(texts) if given_variant else tagged) - 2
    assert assert_alike("".join(texts), known) == found


@given(SOUP, st.sampled_from([None, *Variant]))
def test_any_text_is_read_alike(text: str, variant: Variant | None) -> None:
    assert_alike(text + "\n", variant)


@given(st.randoms(use_true_random=False), st.sampled_from(list(Variant)))
def test_a_plain_text_with_something_put_in_is_read_alike(
    chance: random.Random, variant: Variant
) -> None:
    text = plain_text(chance, variant, 30)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text))
        text = (
            text[:at]
            + chance.choice([*PIECES, "", "x", "0", "\u0663"])
            + text[at + chance.randrange(2) :]
        )
    assert_alike(text.encode("utf-8"), chance.choice([None, variant]))


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/pdn is not present")
def test_real_files_are_read_alike() -> None:
    for path in sorted(SHARED.rglob("*.pdn")):
        assert_alike(path)


class TestRecords:
    TEXT = '[White "a"]\n[GameType "20"]\n[Result "1-1"]\n\n1. 32-28 {c} 19-23 2. 28x19 14x23 1-1\n'

    def record(self) -> Record:
        (record,) = pdn.loads(self.TEXT)
        assert record._plain is not None
        return record

    def test_what_was_set_before_the_rest_is_read_stays(self) -> None:
        record = self.record()
        record.headers["White"] = "b"
        record.result = "2-0"
        record.first_number = 7
        assert record.line.plies[0].comments
        assert (record.headers["White"], record.result, record.first_number) == ("b", "2-0", 7)

    def test_edited_moves_count(self) -> None:
        record = self.record()
        record.append("33-28")
        assert len(record.moves) == 5
        record = self.record()
        record.line = pdn.Line()
        assert record.moves == []

    @pytest.mark.parametrize(
        "way", [copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))]
    )
    def test_copies_are_equal(self, way: object) -> None:
        record = self.record()
        assert way(record) == record  # type: ignore[operator]
        assert way(record).moves == record.moves  # type: ignore[operator]

    def test_an_attribute_that_does_not_exist(self) -> None:
        with pytest.raises(AttributeError, match="nothing"):
            self.record().nothing  # noqa: B018
        with pytest.raises(AttributeError, match="nothing"):
            Record("brazilian").nothing  # noqa: B018
