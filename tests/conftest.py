from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

# One example can cost the slow reference generator a while; the number of examples bounds the run.
# In the background of a shell Ctrl-C is ignored, and programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "damier",
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("damier")

if TYPE_CHECKING:
    from table_browser import People, Server


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file for a campaign."""
    return tmp_path / "some.campaign"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium. Its driver runs a loop in this thread, so that no module leaves it open."""
    from playwright.sync_api import sync_playwright

    from table_browser import launch

    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of tables."""
    from table_browser import Server

    server = Server(tmp_path_factory.mktemp("tables"))
    yield server
    server.stop()


@pytest.fixture
def people(browser: Any) -> Iterator[People]:
    """People who come to tables; no page of theirs may complain."""
    from table_browser import People

    people = People(browser)
    yield people
    people.leave()
    assert people.complaints == []
