"""Progress of a long count: what `perft` reports, and what a terminal shows of it."""

import io
import sys
from typing import Any

import pytest

from damier import Board, divide, perft
from damier.progress import progress_on


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_perft_reports_parts_and_leaves_up_to_the_whole() -> None:
    reports: list[tuple[int, int, int]] = []
    nodes = perft(Board("international"), 8, progress=lambda *report: reports.append(report))
    done, total, counted = reports[-1]
    assert done == total > 1
    assert counted == nodes == 6_483_961
    assert reports == sorted(reports)


def test_divide_reports_too() -> None:
    reports: list[tuple[int, int, int]] = []
    counts = divide(
        Board("brazilian"), 8, threads=2, progress=lambda *report: reports.append(report)
    )
    assert reports[-1][2] == sum(counts.values()) == 907_830


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_count_too_short_to_watch_reports_its_end(depth: int) -> None:
    reports: list[tuple[int, int, int]] = []
    nodes = perft(Board("international"), depth, progress=lambda *report: reports.append(report))
    assert reports == [(1, 1, nodes)]


@pytest.mark.parametrize("count", [perft, divide])
def test_what_the_report_of_a_short_count_raises_is_raised(count: Any) -> None:
    def refuse(*report: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        count(Board("brazilian"), 2, progress=refuse)


def test_what_a_report_raises_stops_the_count() -> None:
    def refuse(done: int, total: int, nodes: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        perft(Board("international"), 30, progress=refuse)


def test_a_stream_that_is_no_terminal_stays_clean() -> None:
    stream = io.StringIO()
    with progress_on(stream) as report:
        assert report is None
    assert stream.getvalue() == ""


@pytest.mark.parametrize("with_tqdm", [False, True])
def test_a_terminal_shows_leaves_rate_and_remaining_time(
    monkeypatch: pytest.MonkeyPatch, with_tqdm: bool
) -> None:
    if with_tqdm:
        pytest.importorskip("tqdm", reason="the progress extra is not installed")
    else:
        monkeypatch.setitem(sys.modules, "tqdm", None)
    stream = Terminal()
    with progress_on(stream) as report:
        assert report is not None
        report(0, 4, 0)
        report(1, 4, 1_234_567)
    shown = stream.getvalue()
    assert "1,234,567 leaves" in shown
    assert "per second" in shown
    assert "s left" in shown
    assert "25" in shown
    assert stream.getvalue().endswith("\r")
