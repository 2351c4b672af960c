"""Runs against `damier.pdn`: guided by coverage with atheris, or a loop that needs nothing.

    python tests/fuzz_pdn.py -max_total_time=60
    python tests/fuzz_pdn.py mutate SECONDS [SEED [INPUTS]]
    python tests/fuzz_pdn.py core SECONDS [SEED [INPUTS]]

Whatever the bytes are, reading them must not raise nor take long, the core and the reader in Python
must agree, what is written must read as the same record, and headings must lead to their games.
The third looks only at what the core does, twenty times as fast: where games begin and end, and the
games that it plays.
Options of the first are those of libFuzzer; a directory with files to start from may be given.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from damier import Variant, pdn
from damier._core import _read_plain_game
from damier.pdn.builder import Unread, build_whole
from damier.pdn.source import Piece, pieces
from pdn_games import PIECES, plain_text

CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"

# Seconds that a text of a few hundred bytes may take, on a busy machine too.
_TOO_LONG = 5.0

# Every so many inputs one is repeated, to see that time grows with the size alone.
_GROWN = 5_000


def read_write_read(data: bytes) -> None:
    records = pdn.loads(data)
    parts = list(pieces(data))
    assert len(records) == len(parts)
    for record, piece in zip(records, parts, strict=True):
        if "_unread" in record.__dict__:
            played_by_both(record, piece)
        assert pdn.loads(pdn.dumps(record)) == [record]
    headings = list(pdn.read_headers(data))
    assert [h.offset for h in headings] == [r.offset for r in records]
    assert [h.headers.pairs for h in headings] == [r.headers.pairs for r in records]
    if len(headings) > 1 or (headings and headings[0].offset):
        assert pdn.read_game(data, headings[-1]) == records[-1]


def played_by_both(record: pdn.Record, piece: Piece) -> None:
    """A game that the core has read is the one that the reader in Python finds."""
    whole = build_whole(piece, None)
    assert record.moves == whole.moves
    assert (record.result, record.errors) == (whole.result, whole.errors)
    assert record == whole


def read_in_the_core(data: bytes) -> None:
    end = 0
    for number, piece in enumerate(pieces(data), 1):
        assert piece.number == number
        assert 0 <= piece.body <= piece.terminator <= piece.closing <= len(piece.data)
        if not piece.encoding.recoded:
            assert end <= piece.offset
            end = piece.offset + len(piece.data)
            assert data[piece.offset : end] == piece.data
        places = piece.body, piece.terminator, piece.closing
        if game := _read_plain_game(piece.data, *places, None):
            played_by_both(pdn.Record.unread(Unread(piece, game, None)), piece)


def time_to_read(data: bytes) -> float:
    """Seconds to read and write a text: the least of three, to leave out interruptions."""
    times = []
    for _ in range(3):
        start = time.process_time()
        pdn.dumps(pdn.loads(data))
        times.append(time.process_time() - start)
    return min(times)


def grow(data: bytes) -> None:
    """Eight times the text takes not much more than eight times as long; 64 would be quadratic."""
    once = data * (2_000 // len(data) + 1)
    few, many = time_to_read(once), time_to_read(once * 8)
    assert many < 20 * max(few, 0.002), (few, many)


def mutations(chance: random.Random) -> Iterator[bytes]:
    """Texts of up to some hundred bytes: parts of whole games, damaged here and there."""
    seeds = [piece.encode() for piece in PIECES]
    seeds += [game.encode() for game in CLUB.read_text("utf-8").split("\n\n")]
    seeds += [plain_text(chance, variant, 24).encode() for variant in Variant for _ in range(40)]
    while True:
        data = chance.choice(seeds)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data) + 1)
            end = min(len(data), at + int(chance.expovariate(0.1)))
            put = chance.choice(
                (b"", data[at:end] * 2, chance.choice(seeds)[:60], bytes([chance.randrange(256)]))
            )
            data = data[:at] + put + data[end:]
        yield data[:600]


def mutate(
    seconds: float,
    seed: int,
    most: int | None = None,
    check: Callable[[bytes], None] = read_write_read,
) -> int:
    """Checks mutations for so long, or so many; returns how many."""
    until = time.monotonic() + seconds
    for number, data in enumerate(islice(mutations(random.Random(seed)), most), 1):
        start = time.process_time()
        try:
            check(data)
            assert time.process_time() - start < _TOO_LONG
            if number % _GROWN == 0 and data and check is read_write_read:
                grow(data)
        except BaseException:
            print("input", number, "of seed", seed, "is", data)
            raise
        if time.monotonic() > until:
            break
    return number


if __name__ == "__main__":
    checks = {"mutate": read_write_read, "core": read_in_the_core}
    if len(sys.argv) > 2 and sys.argv[1] in checks:
        seed, *most = map(int, sys.argv[3:] or ["0"])
        count = mutate(float(sys.argv[2]), seed, most[0] if most else None, checks[sys.argv[1]])
        print(f"{count:,} inputs")
    else:
        import atheris

        atheris.instrument_all()
        atheris.Setup(sys.argv, read_write_read)
        atheris.Fuzz()
