from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# One example can cost the slow reference generator a while; the number of examples bounds the run.
settings.register_profile(
    "damier",
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("damier")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file for a campaign."""
    return tmp_path / "some.campaign"
