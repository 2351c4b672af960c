"""Ctrl-C, which a terminal sends to all processes of a command alike."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def children_without_ctrl_c() -> Iterator[None]:
    """Keeps the Ctrl-C of the terminal from processes that start here; it is for this one.

    They inherit that it is ignored, and while they start it is.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
