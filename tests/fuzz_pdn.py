"""Runs against `damier.pdn`: guided by coverage with atheris, or a loop that needs nothing.

    python tests/fuzz_pdn.py -max_total_time=60
    python tests/fuzz_pdn.py mutate SECONDS [SEED]

Whatever the bytes are, reading them must not raise nor take long, the core and the reader in Python
must agree, what is written must read as the same record, and headings must lead to their games.
Options of the first are those of libFuzzer; a directory with files to start from may be given.
"""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from damier import Variant, pdn
from damier.pdn.builder import build_whole
from damier.pdn.source import pieces
from pdn_games import PIECES, plain_text

CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"

# Seconds that a text of a few hundred bytes may take, on a busy machine too.
_TOO_LONG = 5.0


def read_write_read(data: bytes) -> None:
    records = pdn.loads(data)
    for record, piece in zip(records, pieces(data), strict=True):
        whole = build_whole(piece, None)
        assert record.moves == whole.moves
        assert (record.result, record.errors) == (whole.result, whole.errors)
        assert record == whole
        assert pdn.loads(pdn.dumps(record)) == [record]
    headings = list(pdn.read_headers(data))
    assert [h.offset for h in headings] == [r.offset for r in records]
    assert [h.headers.pairs for h in headings] == [r.headers.pairs for r in records]
    if headings:
        last = pdn.read_game(data, headings[-1])
        assert last == records[-1]


def mutations(chance: random.Random) -> Iterator[bytes]:
    """Texts of some hundred bytes: parts of whole games, damaged here and there."""
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


def mutate(seconds: float, seed: int) -> int:
    """Tries mutations for so long; returns how many."""
    until = time.monotonic() + seconds
    for number, data in enumerate(mutations(random.Random(seed)), 1):
        start = time.process_time()
        try:
            read_write_read(data)
        except BaseException:
            print("input", number, "of seed", seed, "is", data)
            raise
        assert time.process_time() - start < _TOO_LONG, data
        if time.monotonic() > until:
            break
    return number


if __name__ == "__main__":
    if sys.argv[1:2] == ["mutate"]:
        count = mutate(float(sys.argv[2]), int((sys.argv[3:] or ["0"])[0]))
        print(f"{count:,} inputs")
    else:
        import atheris

        atheris.instrument_all()
        atheris.Setup(sys.argv, read_write_read)
        atheris.Fuzz()
