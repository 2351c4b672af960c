"""From a path, a handle, a str or bytes to the bytes of one game after another."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO, NamedTuple, Union, cast

from .._core import _next_game

Source = Union[str, bytes, "os.PathLike[str]", IO[str], IO[bytes]]

_CHUNK = 1 << 20
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Piece(NamedTuple):
    """One game of a source.

    `data` is its bytes in UTF-8 or, in 8-bit files, as they are; `body` and `terminator` are
    offsets in it. `encoding` is None for an 8-bit file, where each game is looked at.
    """

    number: int
    line_number: int
    offset: int
    data: bytes
    body: int
    terminator: int
    encoding: str | None

    def texts(self) -> tuple[str, str, str | None]:
        """Tags and movetext, what ends the game, and the encoding; "text" for a text."""
        text, encoding = decode(self.data, self.encoding)
        if self.terminator == len(self.data):
            return text, "", encoding
        before, _ = decode(self.data[: self.terminator], encoding)
        return before, text[len(before) :], encoding


def decode(data: bytes, encoding: str | None) -> tuple[str, str | None]:
    """The text of bytes and its encoding, which is found out if None is given.

    UTF-16 and texts arrive here as UTF-8.
    """
    if encoding in ("text", "utf-16"):
        return data.decode("utf-8", "surrogatepass"), encoding
    for tried in (encoding,) if encoding else ("utf-8", "cp1252"):
        try:
            return data.decode(tried), tried
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


class _Stream(NamedTuple):
    """A source as a stream of UTF-8 or 8-bit bytes.

    `measure` tells how long bytes were in the source, if they were not bytes there already.
    """

    read: Callable[[int], bytes]
    encoding: str | None
    measure: Callable[[bytes], int] | None
    start: int


def pieces(source: Source, offset: int = 0) -> Iterator[Piece]:
    """The games of a source, from an offset in it (bytes; characters of a str).

    Raises:
        OSError: A file cannot be read.
        TypeError: This is no source.
        ValueError: An offset was given for a handle of text, which cannot go there.
    """
    with _opened(source) as handle:
        yield from _split(_stream(handle, offset))


def is_path(source: Source) -> bool:
    """Whether a source is the name of a file: a path, or one line of text that ends in .pdn."""
    if isinstance(source, str):
        return source.lower().endswith(".pdn") and len(source.splitlines()) == 1
    return isinstance(source, os.PathLike)


def _opened(source: Source) -> AbstractContextManager[IO[str] | IO[bytes]]:
    if is_path(source):
        return open(source, "rb")  # type: ignore[arg-type]
    if isinstance(source, str):
        return nullcontext(io.StringIO(source, newline=""))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return nullcontext(io.BytesIO(source))
    if hasattr(source, "read"):
        return nullcontext(cast("IO[str] | IO[bytes]", source))
    raise TypeError(f"cannot read games from {type(source).__name__}")


def _stream(handle: IO[str] | IO[bytes], offset: int) -> _Stream:
    first = handle.read(3 if not isinstance(handle, io.StringIO) else 1)
    if isinstance(first, str):
        return _text_stream(handle, first, offset)  # type: ignore[arg-type]
    return _byte_stream(handle, first, offset)  # type: ignore[arg-type]


def _text_stream(handle: IO[str], first: str, offset: int) -> _Stream:
    start = 0
    if offset:
        if not isinstance(handle, io.StringIO):
            raise ValueError("an offset needs a path, a str, bytes or a binary handle")
        handle.seek(0)
        handle.read(offset)
        first, start = "", offset
    elif first.startswith("\ufeff"):
        first, start = first[1:], 1
    pending = [first]

    def read(size: int) -> bytes:
        text = pending.pop() if pending else ""
        return (text + handle.read(size)).encode("utf-8", "surrogatepass")

    return _Stream(read, "text", lambda data: len(data.decode("utf-8", "surrogatepass")), start)


def _byte_stream(handle: IO[bytes], first: bytes, offset: int) -> _Stream:
    wide = _UTF_16.get(first[:2])
    start = 2 if wide else 3 if first == codecs.BOM_UTF8 else 0
    pending = [first[start:]]
    if offset:
        handle.seek(offset)
        pending, start = [b""], offset

    def read(size: int) -> bytes:
        return (pending.pop() if pending else b"") + handle.read(size)

    if not wide:
        return _Stream(read, None, None, start)
    decoder = codecs.getincrementaldecoder(wide)("replace")

    def read_wide(size: int) -> bytes:
        while True:
            data = read(size)
            text = decoder.decode(data, final=not data)
            if text or not data:
                return text.encode("utf-8", "surrogatepass")

    def measure(data: bytes) -> int:
        return len(data.decode("utf-8", "surrogatepass").encode(wide, "surrogatepass"))

    return _Stream(read_wide, "utf-16", measure, start)


def _split(stream: _Stream) -> Iterator[Piece]:
    read, encoding, measure, offset = stream
    buffer, at, whole = b"", 0, False
    base = offset  # where the buffer begins in the source
    number, line = 1, 1
    while True:
        found = _next_game(buffer, at, whole)
        if found is not None:
            begin, body, terminator, end, before, within = found
            line += before
            offset = offset + measure(buffer[at:begin]) if measure else base + begin
            data = buffer[begin:end]
            yield Piece(number, line, offset, data, body - begin, terminator - begin, encoding)
            number += 1
            line += within
            offset = offset + measure(data) if measure else base + end
            at = end
        elif whole:
            return
        else:
            # One byte more tells whether a game begins a line.
            kept = max(at - 1, 0)
            chunk = read(max(_CHUNK, len(buffer) - kept))
            whole = not chunk
            buffer, at = buffer[kept:] + chunk, at - kept
            base += kept
