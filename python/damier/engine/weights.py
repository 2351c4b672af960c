"""The weights of the evaluation, which training/ makes."""

import zlib
from functools import cache
from importlib.resources import files

from ..values import Variant


@cache
def weights(variant: Variant) -> bytes:
    """The weights of a variant, as the core reads them."""
    return zlib.decompress((files("damier.engine") / "data" / f"{variant}.weights").read_bytes())
