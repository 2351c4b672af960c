"""Reads plain data, as JSON has it, and says what is wrong where."""

from collections.abc import Sequence
from typing import NoReturn

from ..values import Color

# No count or time of a game comes near; up to it integers are exact as floats.
MOST = 10**15


def refuse(where: str, reason: str) -> NoReturn:
    raise ValueError(f"{where}: {reason}")


def shown(value: object) -> str:
    """A value for a message, cut short."""
    text = repr(value) if isinstance(value, str | int | float | None) else type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


def read_object(value: object, where: str, keys: Sequence[str]) -> dict[str, object]:
    """A dict with exactly these keys."""
    if not isinstance(value, dict):
        refuse(where, f"expected an object, not {shown(value)}")
    if len(value) == len(keys) and all(map(value.__contains__, keys)):
        return value
    expected = set(keys)
    for key in value:
        if key not in expected:
            refuse(where, f"unknown key {shown(key)}")
    for key in sorted(expected - value.keys()):
        refuse(where, f"{key!r} is missing")
    return value


def read_list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        refuse(where, f"expected a list, not {shown(value)}")
    return value


def read_text(value: object, where: str) -> str:
    if not isinstance(value, str):
        refuse(where, f"expected text, not {shown(value)}")
    return value


def read_texts(value: object, where: str) -> list[str]:
    """A list of texts."""
    texts = read_list(value, where)
    if set(map(type, texts)) == {str}:
        return texts  # type: ignore[return-value]
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            refuse(f"{where}[{number}]", f"expected text, not {shown(text)}")
    return texts  # type: ignore[return-value]


def read_flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        refuse(where, f"expected true or false, not {shown(value)}")
    return value


def read_integer(value: object, where: str, least: int = 0, most: int = MOST) -> int:
    if type(value) is not int or not least <= value <= most:
        refuse(where, f"expected an integer from {least} to {most}, not {shown(value)}")
    return value


def read_number(value: object, where: str, least: float = 0.0, most: float = MOST) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not least <= value <= most:  # type: ignore[operator]
        refuse(where, f"expected a number from {least:g} to {most:g}, not {shown(value)}")
    return float(value)  # type: ignore[arg-type]


def color_name(color: Color) -> str:
    """A colour as plain data has it: white or black."""
    return color.name.lower()


def read_color(value: object, where: str) -> Color:
    if value == "white":
        return Color.WHITE
    if value == "black":
        return Color.BLACK
    refuse(where, f"expected 'white' or 'black', not {shown(value)}")
