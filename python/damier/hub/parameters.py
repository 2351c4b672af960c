"""The parameters that an engine declares."""

import math
import re
from dataclasses import dataclass

from .messages import Message


@dataclass(frozen=True)
class Parameter:
    """A parameter of an engine, as it declares it.

    Args:
        name: Its name.
        value: What it is if it is not set.
        kind: "bool", "int", "real", "string", "enum", or what else the engine says.
        least, most: The limits of a number, None where none is told.
        values: What an enum can be.
    """

    name: str
    value: str
    kind: str
    least: float | None = None
    most: float | None = None
    values: tuple[str, ...] = ()

    @staticmethod
    def of(message: Message) -> "Parameter":
        """The one that a message declares."""
        return Parameter(
            name=message.text("name"),
            value=message.text("value"),
            kind=message.text("type"),
            least=message.number("min"),
            most=message.number("max"),
            values=tuple(message.text("values").split()),
        )

    def spell(self, value: object) -> str:
        """The text that sets it to a value.

        Raises:
            ValueError: It cannot be that; the message says what it can be.

        >>> Parameter("threads", "1", "int", least=1, most=16).spell(4)
        '4'
        """
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self.kind in ("int", "real"):
            self._require_number(text)
        elif self.kind == "bool" and text not in ("true", "false"):
            raise ValueError(f"{self.name}: expected true or false, not {text!r}")
        elif self.values and text not in self.values:
            raise ValueError(f"{self.name}: expected {', '.join(self.values)}, not {text!r}")
        return text

    def _require_number(self, text: str) -> None:
        form = r"[-+]?\d{1,18}" if self.kind == "int" else r"[-+]?\d{1,18}(\.\d*)?"
        least = -math.inf if self.least is None else self.least
        most = math.inf if self.most is None else self.most
        if not re.fullmatch(form, text, re.ASCII) or not least <= float(text) <= most:
            kind = "a whole number" if self.kind == "int" else "a number"
            raise ValueError(
                f"{self.name}: expected {kind} from {least:g} to {most:g}, not {text!r}"
            )
