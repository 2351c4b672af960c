"""The files a command reads and writes, and the sharing of them among processes."""

import multiprocessing
import os
import shutil
import signal
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from typing import IO, NamedTuple, Protocol, Self, TypeVar

from .source import files_below

# Called with how many bytes of how many have been read.
Progress = Callable[[int, int], object]


class Input(NamedTuple):
    """A file to read: its name, `-` for standard input, and its size, 0 if that is not known."""

    name: str
    size: int = 0

    def source(self) -> Path | IO[bytes]:
        """Where to read it."""
        return sys.stdin.buffer if self.name == "-" else Path(self.name)


def inputs(names: Iterable[str]) -> list[Input]:
    """The files that names stand for: `-` is standard input, a directory all files of games below.

    Raises:
        ValueError: There is no such file, or none in a directory.
    """
    found = []
    for name in names:
        path = Path(name)
        if name == "-" and sys.stdin is None:
            raise ValueError("-: standard input is closed")
        if name == "-":
            found.append(Input(name))
        elif path.is_dir():
            below = files_below(path)
            if not below:
                raise ValueError(f"{name}: no .pdn file in this directory")
            found += [Input(str(p), p.stat().st_size) for p in below]
        elif path.exists():
            found.append(Input(name, path.stat().st_size))
        else:
            raise ValueError(f"{name}: no such file")
    return found


class Total(Protocol):
    """What is counted while files are read."""

    def merge(self, other: Self, /) -> None:
        """Takes in what was counted elsewhere."""


Text = TypeVar("Text")
Options = TypeVar("Options")
Counted = TypeVar("Counted", bound=Total)
Work = Callable[[Input, Options, Counted], Iterator[Text]]


def each(
    work: Work[Options, Counted, Text],
    files: list[Input],
    options: Options,
    empty: Counted,
    total: Counted,
    jobs: int,
    progress: Progress,
) -> Iterator[Text]:
    """What `work` gives for the files, in their order, whichever process reads them.

    Args:
        work: Called with a file, the options and what is counted; with several jobs they go to
            other processes.
        files: The files.
        options: For `work`.
        empty: What counting begins with.
        total: Takes in all that is counted.
        jobs: How many files to read at a time.
        progress: Told about every file that is done.

    Raises:
        ValueError: As `work`, after all that comes before.
    """
    size = sum(file.size for file in files)
    done = 0
    if jobs == 1 or len(files) == 1:
        for file in files:
            yield from work(file, options, total)
            done += file.size
            progress(done, size)
        return
    with ProcessPoolExecutor(min(jobs, len(files)), initializer=_ignore_interrupts) as pool:
        try:
            shares = pool.map(_share, repeat(work), files, repeat(options), repeat(empty))
            for file, (texts, counted, error) in zip(files, shares, strict=True):
                yield from texts
                total.merge(counted)
                if error is not None:
                    raise error
                done += file.size
                progress(done, size)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _share(
    work: Work[Options, Counted, Text], file: Input, options: Options, counted: Counted
) -> tuple[list[Text], Counted, ValueError | None]:
    texts: list[Text] = []
    try:
        texts.extend(work(file, options, counted))
    except ValueError as error:
        return texts, counted, error
    return texts, counted, None


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes; the one that prints ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def write_whole(path: str, texts: Iterable[bytes]) -> None:
    """Writes a file that is only replaced when all of it is there.

    A symbolic link stays and what it leads to is written; a file keeps its mode. What cannot be
    replaced, such as a device, or has several names is written into.

    Raises:
        OSError: It cannot be written.
    """
    target = Path(os.path.realpath(path))
    before = target.stat() if target.exists() else None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with target.open("wb") as handle:
            handle.writelines(texts)
        return
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as handle:
            handle.writelines(texts)
        if before is not None and before.st_nlink > 1:
            shutil.copyfile(part, target)
            return
        if before is not None:
            with suppress(OSError):  # only root may give files away
                shutil.chown(part, before.st_uid, before.st_gid)
        part.chmod(stat.S_IMODE(before.st_mode) if before is not None else 0o666 & ~_umask())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
