"""A coverage-guided run against `damier.pdn`; needs atheris.

    python tests/fuzz_pdn.py -max_total_time=60

Whatever the bytes are, reading them must not raise, and what is written must read as the same
record. Options are those of libFuzzer; a directory with files to start from may be given.
"""

import sys

import atheris

from damier import pdn


def read_write_read(data: bytes) -> None:
    records = pdn.loads(data)
    for record in records:
        assert pdn.loads(pdn.dumps(record)) == [record]
    assert [h.offset for h in pdn.read_headers(data)] == [r.offset for r in records]


if __name__ == "__main__":
    atheris.instrument_all()
    atheris.Setup(sys.argv, read_write_read)
    atheris.Fuzz()
