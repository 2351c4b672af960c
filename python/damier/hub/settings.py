"""What a program can set of the engine that serves it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..engine import LEVELS
from ..values import Variant
from .messages import Message

# The protocol's name of the international game; its own name is taken as well.
_VARIANTS = {"normal": Variant.INTERNATIONAL} | {variant.value: variant for variant in Variant}
_LEVELS = ("full", *(name for levels in LEVELS.values() for name in levels))
_MOST_THREADS = 256
_MOST_MIB = 65_536
_NO_SEED = -1


@dataclass
class Settings:
    """The parameters of the engine server.

    Args:
        variant: The game.
        threads: As for `Engine`.
        hash: MiB for what was found.
        level: "full", or a level of `Player`.
        seed: As for `Engine`.
        endgames: A directory of endgame tables, "" for those that are built in.
    """

    variant: Variant = Variant.INTERNATIONAL
    threads: int = 1
    hash: int = 16
    level: str = "full"
    seed: int | None = None
    endgames: str = ""

    def __post_init__(self) -> None:
        self._require_level(self.level)

    def messages(self) -> Iterator[Message]:
        """The parameters as the protocol declares them."""
        variant = "brazilian" if self.variant is Variant.BRAZILIAN else "normal"
        yield _declared("variant", variant, "enum", values="normal brazilian")
        yield _declared("threads", self.threads, "int", min="0", max=str(_MOST_THREADS))
        yield _declared("hash", self.hash, "int", min="1", max=str(_MOST_MIB))
        yield _declared("level", self.level, "enum", values=" ".join(_LEVELS))
        seed = _NO_SEED if self.seed is None else self.seed
        yield _declared("seed", seed, "int", min=str(_NO_SEED))
        yield _declared("endgames", self.endgames, "string")

    def set(self, name: str, value: str) -> None:
        """Sets a parameter; names that are not known mean nothing.

        Raises:
            ValueError: The value is not one of the parameter's; then nothing changes.
        """
        match name:
            case "variant":
                if value not in _VARIANTS:
                    raise ValueError(f"variant: expected normal or brazilian, not {value!r}")
                self.variant = _VARIANTS[value]
            case "threads":
                self.threads = _integer(name, value, 0, _MOST_THREADS)
            case "hash":
                self.hash = _integer(name, value, 1, _MOST_MIB)
            case "level":
                self._require_level(value)
                self.level = value
            case "seed":
                seed = _integer(name, value, _NO_SEED)
                self.seed = None if seed == _NO_SEED else seed
            case "endgames":
                self.endgames = value

    @staticmethod
    def _require_level(level: str) -> None:
        if level not in _LEVELS:
            raise ValueError(f"level: expected {', '.join(_LEVELS)}, not {level!r}")


def _declared(name: str, value: object, kind: str, **fields: str) -> Message:
    return Message("param", {"name": name, "value": str(value), "type": kind, **fields})


def _integer(name: str, text: str, least: int, most: int | None = None) -> int:
    number = int(text) if re.fullmatch(r"-?\d{1,18}", text, re.ASCII) else None
    if number is None or number < least or (most is not None and number > most):
        limits = f"of {least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name}: expected a whole number {limits}, not {text!r}")
    return number
