"""Makes the endgame tables that are built in, from nothing: `python training/endgames.py`.

It takes seconds and writes the same bytes on every machine.
"""

import tempfile
from pathlib import Path

from damier import Variant, _core, endgame

DATA = Path(__file__).parent.parent / "python" / "damier" / "data"
PIECES = {Variant.BRAZILIAN: 4, Variant.INTERNATIONAL: 3}


def packed(variant: Variant, pieces: int) -> bytes:
    """Every position of up to so many pieces, packed."""
    with tempfile.TemporaryDirectory() as directory:
        endgame.build(variant, pieces, directory)
        files = b"".join(path.read_bytes() for path in sorted(Path(directory).iterdir()))
    return _core._pack_endgames(variant, files)


if __name__ == "__main__":
    for variant, pieces in PIECES.items():
        (DATA / f"{variant}.endgames").write_bytes(packed(variant, pieces))
