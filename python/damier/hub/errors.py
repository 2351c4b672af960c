"""What can be wrong with an engine that is talked to."""

from enum import StrEnum


class Fault(StrEnum):
    """The kind of an engine's fault. The words are stable."""

    START = "start"  #: the command cannot be run
    DIED = "died"  #: it ended
    SILENT = "silent"  #: it did not answer in time
    GARBLED = "garbled"  #: its answer cannot be read
    REFUSED = "refused"  #: it answered with an error
    ILLEGAL = "illegal"  #: it answered with a move that is not legal


class HubError(RuntimeError):
    """An engine is at fault; `str()` names it, what it was asked, and its own words.

    Attributes:
        fault: The kind.
    """

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.fault, str(self))
