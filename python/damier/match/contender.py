"""Who meets in a match, and how it is made ready to play."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ..endgame import Tables
from ..engine import LEVELS, Engine, Limit, Player
from ..hub import HubEngine
from ..values import Variant
from .sides import EngineSide, FunctionSide, LevelSide, Playing, Side, side_of

_FUNCTION = re.compile(r"python:(.+):(\w+)")
# What `HubEngine.open` takes besides the engine's own parameters.
_OWN = {"command", "variant", "cwd", "patience", "longest", "protocol"}
_LEVELS = {name for levels in LEVELS.values() for name in levels}


@dataclass(frozen=True)
class Contender:
    """Who plays in a match.

    Args:
        name: What it is called in the games.
        open: Makes it ready for a game; called again after it has failed.
        told: What tells it from others when a match is taken up again.
        limit: For each of its moves, if not that of the match.
        clock: Its time control, if not that of the match.
        stays: Whether it stays open after the match.
    """

    name: str
    open: Callable[[Variant], Side]
    told: str = ""
    limit: Limit | None = None
    clock: str | None = None
    stays: bool = False

    def to_plain(self) -> dict[str, object]:
        """What tells it from another, as plain data."""
        limit = None if self.limit is None else asdict(self.limit)
        return {"name": self.name, "told": self.told, "limit": limit, "clock": self.clock}


@dataclass(frozen=True)
class Options:
    """What a contender that is given as text may need besides.

    Args:
        name: Its name, if not what it tells.
        params: Its parameters. `Engine`: threads, hash, seed and endgames. A level: seed.
            A command: those that the engine declares.
        cwd: The directory a command runs in.
        patience: As for `HubEngine.open`.
        limit, clock: As for `Contender`.
    """

    name: str | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None
    patience: float = 10.0
    limit: Limit | None = None
    clock: str | None = None


def contender(who: "str | Playing | Contender", options: Options | None = None) -> Contender:
    """A contender of a match.

    Args:
        who: "engine" for that of this package, the name of a level, `python:MODULE:FUNCTION` or
            `python:FILE.py:FUNCTION` for a function that `play_game` takes, `hub1:COMMAND` for an
            engine that speaks version 1 of the Hub protocol; else the command of one that speaks
            version 2. Or an engine, a player or a function, which stays open.
        options: What it needs besides, where it is text.

    Raises:
        ValueError: A parameter is unknown, or cannot be that.
        TypeError: It cannot play.

    >>> contender("engine").name, contender("dame hub").name
    ('damier', 'dame hub')
    """
    has = options or Options()
    if isinstance(who, Contender):
        return who
    if not isinstance(who, str):
        side = side_of(who)
        name = has.name or getattr(who, "name", None) or getattr(who, "__name__", None)
        name = str(name or type(who).__name__.lower())
        return Contender(name, partial(_opened, side), "", has.limit, has.clock, stays=True)
    name, opener = _opener(who, has)
    told = f"{who} {sorted(has.params.items())}"
    return Contender(has.name or name, opener, told, has.limit, has.clock)


def _opener(text: str, has: Options) -> tuple[str, Callable[[Variant], Side]]:
    if text == "engine":
        _require_known(text, has.params, ("threads", "hash", "seed", "endgames"))
        return "damier", partial(_open_engine, has.params)
    if text in _LEVELS:
        _require_known(text, has.params, ())
        return text, partial(_open_level, text)
    if found := _FUNCTION.fullmatch(text):
        _require_known(text, has.params, ())
        return found[2], partial(_open_function, found[1], found[2])
    for name in has.params.keys() & _OWN:
        raise ValueError(f"{text}: {name} is not a parameter of the engine")
    command, protocol = (text[5:], 1) if text.startswith("hub1:") else (text, 2)
    return command, partial(
        _open_command, command, has.cwd, has.patience, protocol, dict(has.params)
    )


def _require_known(text: str, params: Mapping[str, str], known: tuple[str, ...]) -> None:
    for name in params:
        if name not in known:
            names = ", ".join(known) or "none"
            raise ValueError(f"{text} has no parameter {name}; it has: {names}")


def _opened(side: Side, variant: Variant) -> Side:
    return side


def _open_engine(params: Mapping[str, str], variant: Variant) -> Side:
    numbers = {name: _number(params, name) for name in ("threads", "hash", "seed")}
    return EngineSide(
        Engine(
            threads=1 if numbers["threads"] is None else numbers["threads"],
            hash_mb=16 if numbers["hash"] is None else numbers["hash"],
            seed=numbers["seed"],
            endgames=Tables(params["endgames"]) if params.get("endgames") else None,
        )
    )


def _number(params: Mapping[str, str], name: str) -> int | None:
    text = params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{name}: expected a whole number, not {text!r}")
    return int(text)


def _open_level(level: str, variant: Variant) -> Side:
    return LevelSide(Player(variant, level, seed=0), seeded=True)


def _open_function(module: str, name: str, variant: Variant) -> Side:
    where = f"python:{module}:{name}"
    try:
        loaded = _load(module)
    except (ImportError, OSError) as error:
        raise ValueError(f"{where}: {error}") from None
    if not callable(getattr(loaded, name, None)):
        raise ValueError(f"{where}: there is no function {name}")
    return FunctionSide(getattr(loaded, name))


def _load(module: str) -> ModuleType:
    """A module by its name, from here too, or by its file."""
    if not module.endswith(".py"):
        if "" not in sys.path:
            sys.path.insert(0, "")
        return importlib.import_module(module)
    spec = importlib.util.spec_from_file_location(Path(module).stem, module)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def _open_command(
    command: str,
    cwd: str | None,
    patience: float,
    protocol: int,
    params: Mapping[str, Any],
    variant: Variant,
) -> Side:
    engine = HubEngine.open(
        command, variant, cwd=cwd, patience=patience, protocol=protocol, **params
    )
    return EngineSide(engine)
