"""The tags of a game."""

from collections.abc import Iterable, Mapping
from typing import Any


class Headers(dict[str, str]):
    """PDN tags by name: a dict that refuses what is no text.

    >>> Headers(Round=3)
    Traceback (most recent call last):
    TypeError: headers: expected text by name, not 'Round': 3
    """

    def __init__(self, *tags: Mapping[str, str] | Iterable[tuple[str, str]], **more: str) -> None:
        super().__init__()
        self.update(*tags, **more)

    def __setitem__(self, name: str, value: str) -> None:
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"headers: expected text by name, not {name!r}: {value!r}")
        super().__setitem__(name, value)

    def setdefault(self, name: str, default: str = "") -> str:
        """The value of a tag, which is set first if there is none."""
        if name not in self:
            self[name] = default
        return self[name]

    def update(self, *tags: Any, **more: str) -> None:
        """Sets tags; if one of them is refused, none is set."""
        for name, value in (checked := dict(*tags, **more)).items():
            if not isinstance(name, str) or not isinstance(value, str):
                raise TypeError(f"headers: expected text by name, not {name!r}: {value!r}")
        super().update(checked)

    def __ior__(self, tags: Any) -> "Headers":  # type: ignore[override,misc]
        self.update(tags)
        return self
