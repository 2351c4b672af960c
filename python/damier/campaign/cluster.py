"""Executors on a dask cluster (`pip install 'damier[cluster]'`)."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from .errors import CampaignError

_PATIENCE = 10  # seconds for a scheduler to answer and for a worker to be there


@contextmanager
def dask_executor(address: str, workers: int = 0) -> Iterator[tuple[Executor, int]]:
    """An executor on a dask cluster, and how many units to give it ahead.

    Args:
        address: Of a running scheduler, such as "tcp://10.0.0.1:8786"; or "local" for a cluster on
            this machine, which ends with this.
        workers: How many processes a local cluster has; 0 is one for each core.

    Raises:
        CampaignError: dask is not installed, no scheduler answers, or it has no workers.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise CampaignError("dask is not installed: pip install 'damier[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # its losses are ours to report
    with ExitStack() as stack:
        try:
            cluster = address
            if address == "local":
                cluster = stack.enter_context(
                    LocalCluster(
                        n_workers=workers or os.cpu_count() or 1,
                        threads_per_worker=1,
                        memory_limit=None,
                        dashboard_address=None,
                    )
                )
            client = stack.enter_context(Client(cluster, timeout=_PATIENCE))
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise CampaignError(f"no dask workers at {address}: {error}") from None
        threads = sum(client.nthreads().values())
        yield client.get_executor(pure=False), 2 * threads + 2
