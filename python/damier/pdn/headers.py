"""The tags of a game (PDN 3.0, "Tags")."""

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from datetime import date
from typing import NamedTuple

SEVEN = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

# What the seven say if nothing is known.
UNKNOWN = {name: "????.??.??" if name == "Date" else "?" for name in SEVEN}

# The tags that are written first, by their names in small letters.
_LEADING = {name.lower(): name for name in (*SEVEN, "GameType", "SetUp", "FEN")}

# In a quoted value \" and \\ are escapes, other backslashes are themselves. Quotation marks that
# were not escaped are read on the first line. A value may run over lines, but not over one that
# begins with a bracket. A tag that is not closed ends with its line.
NAME = r'(?!\s)[A-Za-z&\x80-\U0010ffff][^"\[\]{}\r\n]{0,48}'
TAG = rf"""
    \[[ \t\r\n]{{0,16}}(?P<name>{NAME}?)[ \t]*"
        (?P<value>(?:[^"\\\r\n]++|\\["\\]|\\|"(?![ \t]*\]))*+
                  (?:[\r\n](?![ \t]*\[)(?:[^"\\\r\n]++|\\["\\]|\\)*+)*+)
    "[ \t]*\]
  | \[[ \t\r\n]{{0,16}}(?P<open_name>{NAME}?)[ \t]*"(?P<open_value>[^\r\n]*)
  | (?<![^\r\n])\[(?P<bare_name>(?!\s)[A-Za-z&\x80-\U0010ffff][^\s\[\]]*)
        (?P<bare_value>[^\]\r\n]*)\]?
"""
PLAIN_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,40}) "([^"\\\r\n]*)"\]')
_NAME = re.compile(NAME)
_ESCAPE = re.compile(r"\\([\"\\])")
_DATE = re.compile(r"([0-9]{4})[.\-/]([0-9]{1,2})[.\-/]([0-9]{1,2})")
_CONTROL = re.compile(r"(?:\r\n|[\x00-\x1f\x7f\u0085\u2028\u2029])")


class TimeStage(NamedTuple):
    """A part of a time control: moves to make (None for the rest), seconds, increment."""

    moves: int | None
    seconds: int
    increment: int = 0
    sandglass: bool = False


class Headers(MutableMapping[str, str]):
    """Tags by name, in their order; names are found in any case, values are kept as written.

    A file may give a tag twice: the last one counts, and all stand in `pairs`.

    >>> headers = Headers([("White", "Sijbrands, Ton"), ("Date", "1969.??.??")])
    >>> headers["white"], headers.date, list(headers)
    ('Sijbrands, Ton', None, ['White', 'Date'])
    """

    __slots__ = ("_places", "pairs")

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self.pairs: list[tuple[str, str]] = list(pairs)
        self._places: dict[str, int] | None = None

    @property
    def _index(self) -> dict[str, int]:
        """Where in the pairs a name, in small letters, stands last; made when first needed."""
        if self._places is None:
            self._places = {name.lower(): i for i, (name, _) in enumerate(self.pairs)}
        return self._places

    def __getitem__(self, name: str) -> str:
        return self.pairs[self._index[name.lower()]][1]

    def __setitem__(self, name: str, value: str) -> None:
        """Sets a tag; a new one goes to the end.

        Raises:
            ValueError: A file could not hold the name.
        """
        if not _NAME.fullmatch(name) or name != " ".join(name.split()):
            raise ValueError(f"{name!r} is no name of a tag")
        found = self._index.get(name.lower())
        if found is None:
            self._index[name.lower()] = len(self.pairs)
            self.pairs.append((name, value))
        else:
            self.pairs[found] = (self.pairs[found][0], value)

    def __delitem__(self, name: str) -> None:
        if name.lower() not in self._index:
            raise KeyError(name)
        self.__init__(pair for pair in self.pairs if pair[0].lower() != name.lower())  # type: ignore[misc]

    def __iter__(self) -> Iterator[str]:
        last = set(self._index.values())
        return (name for i, (name, _) in enumerate(self.pairs) if i in last)

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._index

    def __repr__(self) -> str:
        return f"Headers({self.pairs!r})"

    @property
    def date(self) -> date | None:
        """The date, if it is complete and unambiguous: the year first.

        >>> Headers([("Date", "2007.05.19")]).date
        datetime.date(2007, 5, 19)
        """
        match = _DATE.fullmatch(self.get("Date", "").strip())
        try:
            return date(*map(int, match.groups())) if match else None
        except ValueError:
            return None

    @property
    def white_rating(self) -> int | None:
        """The rating of White, from WhiteRating or WhiteElo."""
        return self._number("WhiteRating", "WhiteElo")

    @property
    def black_rating(self) -> int | None:
        """The rating of Black, from BlackRating or BlackElo."""
        return self._number("BlackRating", "BlackElo")

    @property
    def game_type(self) -> int | None:
        """The number of the game, the first part of GameType."""
        match = re.match(r"\s*([0-9]{1,4})\b", one_line(self.get("GameType", "")))
        return int(match[1]) if match else None

    @property
    def time_control(self) -> tuple[TimeStage, ...] | None:
        """The stages of TimeControl, or None if they are unknown or not in the form of PDN 3.0.

        >>> Headers([("TimeControl", "50/7200:3600+30")]).time_control
        (TimeStage(moves=50, seconds=7200, increment=0, sandglass=False), TimeStage(moves=None, seconds=3600, increment=30, sandglass=False))
        """  # noqa: E501
        stages = []
        for part in self.get("TimeControl", "").strip().split(":"):
            match = re.fullmatch(r"(?:([0-9]{1,9})/|(\*))?([0-9]{1,9})(?:\+([0-9]{1,9}))?", part)
            if not match:
                return None
            moves, sandglass, seconds, increment = match.groups()
            stages.append(
                TimeStage(
                    int(moves) if moves else None,
                    int(seconds),
                    int(increment or 0),
                    bool(sandglass),
                )
            )
        return tuple(stages)

    def _number(self, *names: str) -> int | None:
        for name in names:
            text = self.get(name, "").strip()
            if re.fullmatch(r"[0-9]{1,6}", text):
                return int(text)
        return None


def read_tag(match: re.Match[str]) -> tuple[str, str, bool]:
    """Name and value of a match of TAG, and whether it was well formed."""
    name, value = match["name"], match["value"]
    if name is not None:
        if "\\" in value:
            value = _ESCAPE.sub(r"\1", value)
        return name.rstrip(), value, True
    if match["open_name"] is not None:
        return (
            match["open_name"].rstrip(),
            re.sub(r'"?[ \t]*\]?[ \t]*$', "", match["open_value"]),
            False,
        )
    return re.sub(r'["{}]', "", match["bare_name"])[:49], match["bare_value"].strip(), False


def one_line(value: str) -> str:
    """A value as it can be written: without line breaks and control characters."""
    return value if value.isprintable() else _CONTROL.sub(" ", value)


def write_tag(name: str, value: str) -> str:
    """The line of one tag."""
    escaped = one_line(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def arranged(pairs: list[tuple[str, str]], missing: Mapping[str, str]) -> list[tuple[str, str]]:
    """Tags in the order in which they are written: the seven, GameType, SetUp, FEN, the others.

    Of those that come first, the ones that are not there get the value in `missing`, if any.
    """
    leading: dict[str, list[tuple[str, str]]] = {name: [] for name in _LEADING}
    others: list[tuple[str, str]] = []
    for pair in pairs:
        leading.get(pair[0].lower(), others).append(pair)
    written = []
    for lower, name in _LEADING.items():
        if leading[lower]:
            written += leading[lower]
        elif name in missing:
            written.append((name, missing[name]))
    return [(name, one_line(value)) for name, value in (*written, *others)]
