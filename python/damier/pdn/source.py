"""From a path, a handle, a str or bytes to the bytes of one game after another."""

from __future__ import annotations

import codecs
import errno
import gzip
import io
import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, NamedTuple, Union, cast

from .._core import _next_game

Source = Union[str, bytes, "os.PathLike[str]", IO[str], IO[bytes]]

_CHUNK = 1 << 20
_PAST_ASCII = re.compile(rb"[\x80-\xff]+")
_PATH = re.compile(r"""(?:\.{0,2}[/\\]|[A-Za-z]:[/\\])[^\r\n"]*|[^\r\n"]+\.[A-Za-z]{2,4}""")
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Encoding(NamedTuple):
    """How the bytes of a game are to be read.

    `name` is None for an 8-bit file, where each game is looked at, and for a text. Bytes are
    `recoded` if they are UTF-8 by now, whatever they were in the source.
    """

    name: str | None
    recoded: bool = False


class Piece(NamedTuple):
    """One game of a source.

    `data` is its bytes in UTF-8 or, in 8-bit files, as they are; `body`, `terminator` and `closing`
    are offsets in it: where the tags end, and where what ends the game begins and ends.
    """

    number: int
    line_number: int
    offset: int
    data: bytes
    body: int
    terminator: int
    closing: int
    encoding: Encoding

    def head(self) -> str:
        """The text up to the end of the tags, in the encoding that the whole game has."""
        encoding = self.encoding
        if not encoding.recoded:
            encoding = Encoding(decode(self.data, encoding)[1])
        return decode(self.data[: self.body], encoding)[0]

    def texts(self) -> tuple[str, str, str | None]:
        """The text of the game with blanks for what ends it, what ends it, and the encoding."""
        data = self.data
        text, encoding = decode(data, self.encoding)
        if self.terminator == len(data):
            return text, "", encoding
        known = self.encoding if self.encoding.recoded else Encoding(encoding)
        before = len(decode(data[: self.terminator], known)[0])
        behind = before + len(decode(data[self.terminator : self.closing], known)[0])
        blanked = text[:before] + " " * (behind - before) + text[behind:]
        return blanked if behind < len(text) else text[:before], text[before:behind], encoding


def decode(data: bytes, encoding: Encoding) -> tuple[str, str | None]:
    """The text of bytes and the name of its encoding, which is found out if it is not given.

    Bytes that the encoding does not have are read as Latin-1.
    """
    if encoding.recoded:
        return data.decode("utf-8", "surrogatepass"), encoding.name
    for tried in (encoding.name,) if encoding.name else ("utf-8", _guess(data)):
        try:
            return data.decode(tried), tried
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _guess(data: bytes) -> str:
    """Windows-1251 or Windows-1252: Cyrillic words are whole of letters past ASCII.

    In Western words letters past ASCII stand alone, or by twos.
    """
    words = _PAST_ASCII.findall(data)
    cyrillic = sum(len(word) for word in words if len(word) > 2)
    return "cp1251" if 2 * cyrillic > sum(map(len, words)) else "cp1252"


class _Stream(NamedTuple):
    """A source as a stream of UTF-8 or 8-bit bytes.

    `measure` tells how long bytes were in the source, if they were not bytes there already.
    `context` is what stands right before the offset `start`: it tells whether a line begins there.
    """

    read: Callable[[int], bytes]
    encoding: Encoding
    measure: Callable[[bytes], int] | None
    start: int
    context: bytes = b""


def pieces(
    source: Source, offset: int | None = None, encoding: str | None = None
) -> Iterator[Piece]:
    """The games of a source, from an offset in it (bytes; characters of a str).

    Without an offset a handle is read from where it stands.

    Raises:
        OSError: A file cannot be read.
        TypeError: This is no source.
        ValueError: An offset was given for a handle of text or a directory, which cannot go there;
            or the encoding is unknown.
    """
    if is_path(source) and os.path.isdir(source):  # type: ignore[arg-type]
        if offset is not None:
            raise ValueError("an offset needs the file itself, not the directory")
        for path in files_below(source):  # type: ignore[arg-type]
            yield from pieces(path, None, encoding)
        return
    with _opened(source) as handle:
        yield from _split(_stream(handle, offset, encoding))


def is_path(source: Source) -> bool:
    r"""Whether a source is the name of a file or directory, and not a text.

    A str is a name if it is one line without a quotation mark that begins like a path (with /, ./,
    ../ or a drive, or with backslashes) or ends in a dot and two to four letters.

    >>> [is_path(s) for s in ("games.pdn", "./games", "/no/such.txt", "old games.pdn.gz")]
    [True, True, True, True]
    >>> [is_path(s) for s in ("games", "1. 32-28 19-23 1-1", '[White "a.pdn"]', "*\n./games.pdn")]
    [False, False, False, False]
    """
    if isinstance(source, str):
        return _PATH.fullmatch(source) is not None
    return isinstance(source, os.PathLike)


def files_below(directory: str | os.PathLike[str]) -> list[Path]:
    """The .pdn and .pdn.gz files in a directory and those below it, in order."""
    return sorted(
        path
        for path in Path(directory).rglob("*")
        if path.name.lower().endswith((".pdn", ".pdn.gz")) and path.is_file()
    )


class _Gzip(gzip.GzipFile):
    """A compressed file whose every fault is an OSError."""

    def read(self, size: int | None = -1) -> bytes:
        try:
            return super().read(size)
        except (EOFError, zlib.error) as error:
            raise OSError(errno.EINVAL, f"not a whole gzip file: {error}") from error


def _opened(source: Source) -> AbstractContextManager[IO[str] | IO[bytes]]:
    if is_path(source):
        name = os.fspath(source)  # type: ignore[arg-type]
        if name.lower().endswith(".gz"):
            return cast("IO[bytes]", _Gzip(name, "rb"))
        return open(name, "rb")
    if isinstance(source, str):
        return nullcontext(io.StringIO(source, newline=""))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return nullcontext(io.BytesIO(source))
    if hasattr(source, "read"):
        return nullcontext(cast("IO[str] | IO[bytes]", source))
    raise TypeError(f"cannot read games from {type(source).__name__}")


def _stream(handle: IO[str] | IO[bytes], offset: int | None, encoding: str | None) -> _Stream:
    if offset is not None:
        handle.seek(0)
    first = handle.read(3 if not isinstance(handle, io.StringIO) else 1)
    if isinstance(first, str):
        return _text_stream(handle, first, offset or 0)  # type: ignore[arg-type]
    return _byte_stream(handle, first, offset or 0, encoding)  # type: ignore[arg-type]


def check_encoding(name: str) -> str:
    """The encoding, if it is one of texts.

    Raises:
        ValueError: It is not.
    """
    try:
        " ".encode(name)
    except LookupError as error:
        raise ValueError(str(error)) from error
    return name


def _keeps_ascii(encoding: str) -> bool:
    """Whether ASCII bytes mean ASCII characters, whatever stands before them."""
    return all(bytes((lead, 0x7B)).decode(encoding, "replace")[-1:] == "{" for lead in range(256))


def _utf_8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text_stream(handle: IO[str], first: str, offset: int) -> _Stream:
    start = int(first.startswith("\ufeff"))
    pending = [first[start:]]
    context = ""
    if offset > start:
        if not isinstance(handle, io.StringIO):
            raise ValueError("an offset needs a path, a str, bytes or a binary handle")
        handle.seek(0)
        context = handle.read(offset)[-1:]
        pending, start = [""], offset

    def read(size: int) -> bytes:
        text = pending.pop() if pending else ""
        return _utf_8(text + handle.read(size))

    def measure(data: bytes) -> int:
        return len(data.decode("utf-8", "surrogatepass"))

    return _Stream(read, Encoding(None, recoded=True), measure, start, _utf_8(context))


def _byte_stream(handle: IO[bytes], first: bytes, offset: int, given: str | None) -> _Stream:
    wide = _UTF_16.get(first[:2])
    start = 2 if wide else 3 if first == codecs.BOM_UTF8 else 0
    if given is not None and not start and not _keeps_ascii(given):
        wide = given
    name = "utf-16" if start == 2 else given
    pending = [first[start:]]
    context = b""
    if offset > start:
        before = len("\n".encode(wide)) if wide else 1
        handle.seek(offset - before)
        context = handle.read(before)
        if wide:
            context = _utf_8(context.decode(wide, "replace"))
        pending, start = [b""], offset

    def read(size: int) -> bytes:
        return (pending.pop() if pending else b"") + handle.read(size)

    if not wide:
        return _Stream(read, Encoding(name), None, start, context)
    decoder = codecs.getincrementaldecoder(wide)("replace")

    def read_wide(size: int) -> bytes:
        while True:
            data = read(size)
            text = decoder.decode(data, final=not data)
            if text or not data:
                return _utf_8(text)

    def measure(data: bytes) -> int:
        return len(data.decode("utf-8", "surrogatepass").encode(wide, "surrogatepass"))

    return _Stream(read_wide, Encoding(name, recoded=True), measure, start, context)


def _split(stream: _Stream) -> Iterator[Piece]:
    read, encoding, measure, offset, buffer = stream
    at, whole = len(buffer), False
    base = offset - at  # where the buffer begins in the source, if that is bytes
    number, line = 1, 1
    while True:
        found = _next_game(buffer, at, whole)
        if found is not None:
            begin, body, terminator, closing, end, before, within = found
            line += before
            offset = offset + measure(buffer[at:begin]) if measure else base + begin
            data = buffer[begin:end]
            places = body - begin, terminator - begin, closing - begin
            yield Piece(number, line, offset, data, *places, encoding)
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
