"""What pages send, read and checked as far as its form goes."""

import json
from typing import Any

from .actions import Action, known

_MOST = 2**53  # so far a page counts exactly
_LONGEST_NAME = 64


def read_message(text: str | bytes) -> dict[str, Any]:
    """An object as JSON.

    Raises:
        ValueError: It is none, or says what no text can.

    >>> read_message('{"type": "ping"}')
    {'type': 'ping'}
    """
    try:
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()  # halves of letters cannot be sent on
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(message, dict):
        raise ValueError("no object")
    return message


def read_action(message: dict[str, Any]) -> Action:
    """The action that a page asks for; whether it is allowed is seen later.

    Raises:
        ValueError: There is no such action, or a part of it is of the wrong type.
    """
    name = _text(message, "action")
    client = _text(message, "client", "")
    if not known(name) or len(client) > _LONGEST_NAME:
        raise ValueError("no such action")
    return Action(
        name=name,
        version=_number(message, "version"),
        client=client,
        number=_number(message, "nr"),
        square=_number(message, "square", 0),
        move=_text(message, "move", ""),
    )


def _text(message: dict[str, Any], key: str, default: str | None = None) -> str:
    value = message.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f"{key}: expected text")
    return value


def _number(message: dict[str, Any], key: str, default: int | None = None) -> int:
    value = message.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MOST:
        raise ValueError(f"{key}: expected a number")
    return value
