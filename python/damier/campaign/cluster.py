"""Executors on a dask cluster (`pip install 'damier[cluster]'`)."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import damier

from ..interrupts import children_without_ctrl_c
from .errors import CampaignError

_PATIENCE = 10  # seconds for a scheduler to answer and for a worker to be there
_LONG_PATIENCE = 60  # seconds for workers to come back

_T = TypeVar("_T")


class Cluster(NamedTuple):
    """What `Campaign.run` needs to count on a cluster."""

    executor: Executor
    pending: int
    lost: Callable[[], str]


@contextmanager
def dask_cluster(address: str, workers: int = 0) -> Iterator[Cluster]:
    """A dask cluster, for as long as it is used.

    Its workers are given twice as many units ahead as they have threads at the start.

    Args:
        address: Of a running scheduler, such as "tcp://10.0.0.1:8786"; or "local" for a cluster on
            this machine, which ends with this.
        workers: How many processes a local cluster has; 0 is one for each core.

    Raises:
        CampaignError: dask is not installed, no scheduler answers, it has no workers, or one of
            them has not this version of damier. A cluster that does not answer is given up after
            20 s.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise CampaignError("dask is not installed: pip install 'damier[cluster]'") from None
    with ExitStack() as stack:
        try:
            cluster: Any = address
            if address == "local":
                with children_without_ctrl_c():
                    cluster = stack.enter_context(
                        LocalCluster(
                            n_workers=workers or os.cpu_count() or 1,
                            threads_per_worker=1,
                            memory_limit=None,
                            dashboard_address=":0",
                            silence_logs=logging.CRITICAL,
                        )
                    )
            client, threads = _within(2 * _PATIENCE, partial(_connected, Client, cluster))
            stack.callback(client.close)
        except CampaignError:
            raise
        except Exception as error:  # of many kinds, by address and protocol
            raise CampaignError(f"no dask workers at {address}: {error}") from None
        yield Cluster(client.get_executor(pure=False), 2 * threads + 2, _Watch(client).lost)


def _connected(client_type: Any, cluster: Any) -> tuple[Any, int]:
    """A client whose workers will do, and how many threads those have."""
    client = client_type(cluster, timeout=_PATIENCE)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
        _require_version(client)
        return client, sum(client.nthreads().values())
    except BaseException:
        client.close()
        raise


def _within(seconds: float, call: Callable[[], _T]) -> _T:
    """What a call returns; if it hangs it is given up after so many seconds, and goes on alone."""
    answer: Future[_T] = Future()

    def work() -> None:
        try:
            answer.set_result(call())
        except CampaignError as error:
            answer.set_exception(CampaignError(*error.args))
        except Exception as error:  # its frames own what may hang when it is thrown away
            answer.set_exception(OSError(str(error) or type(error).__name__))

    threading.Thread(target=work, daemon=True).start()
    try:
        return answer.result(seconds)
    except TimeoutError:
        raise OSError(f"no answer within {seconds} s") from None


def _require_version(client: Any) -> None:
    """Workers that come later are refused by `run_unit`."""

    def version() -> str | None:  # sent by value: the worker may have no damier
        try:
            import damier
        except ImportError:
            return None
        return damier.__version__

    for worker, found in client.run(version).items():
        if found is None:
            raise CampaignError(f"worker {worker} has no damier")
        if found != damier.__version__:
            raise CampaignError(
                f"worker {worker} has damier {found}, the campaign {damier.__version__}"
            )


class _Watch:
    """Looks after a cluster, from which dask would wait for results for ever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._asked = time.monotonic()
        self._missing_since: float | None = None

    def lost(self) -> str:
        """Why no results will come, or an empty text."""
        if self._client.status in ("closing", "closed"):
            return "the dask scheduler is gone"
        now = time.monotonic()
        if now - self._asked > 5:
            self._asked = now
            with suppress(OSError):  # while it tries to reach the scheduler again
                if self._client.scheduler_info(n_workers=1).get("workers"):
                    self._missing_since = None
                elif self._missing_since is None:
                    self._missing_since = now
        if self._missing_since is not None and now - self._missing_since > _LONG_PATIENCE:
            return f"the dask cluster has had no workers for {_LONG_PATIENCE} s"
        return ""
