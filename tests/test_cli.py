"""The command line: what each command prints, and how it refuses."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from damier import Board, tables
from damier.cli.main import main
from damier.cli.perft import Count

RANDOM178 = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"
TWO_WAYS = "W:WK4:B13,20,32,37"
SHORT_TABLES = tuple(
    table._replace(moves=table.moves[:3], routes=table.routes[:3]) for table in tables.TABLES
)

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


class Result(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def run(*argv: str) -> Result:
        status = main(argv)
        return Result(status, *capsys.readouterr())

    return run


@pytest.fixture
def short_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TABLES", SHORT_TABLES)


def module(*argv: str | bytes) -> Result:
    """Runs a command as `python -m damier` does."""
    done = subprocess.run(
        [sys.executable, "-m", "damier", *argv], capture_output=True, text=True, timeout=300
    )
    return Result(done.returncode, done.stdout, done.stderr)


def squeezed(lines: list[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]


# perft


def test_perft_names_position_depth_and_convention(run: Run) -> None:
    status, _, err = result = run("perft", "6")
    assert (status, err) == (0, "")
    assert result.lines[:2] == ["international  W:W31-50:B1-20", "depth 6, moves: 167,140"]
    assert re.fullmatch(r"[\d,]+\.\d{3} s, [\d,]+ leaves per second", result.lines[2])
    assert len(result.lines) == 3


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["0"], "depth 0, moves: 1"),
        (["3", "--variant", "brazilian"], "depth 3, moves: 302"),
        (["3", "-v", "brazilian", "--threads", "2"], "depth 3, moves: 302"),
        (["1", "--fen", RANDOM178], "depth 1, moves: 14"),
        (["1", "--fen", RANDOM178, "--routes"], "depth 1, routes: 178"),
        (["1", "--fen", "W:W:B1"], "depth 1, moves: 0"),
    ],
)
def test_perft_options(run: Run, argv: list[str], line: str) -> None:
    assert run("perft", *argv).lines[1] == line


@pytest.mark.parametrize(("option", "convention"), [([], "moves"), (["--routes"], "routes")])
def test_perft_json(run: Run, option: list[str], convention: str) -> None:
    status, out, err = run("perft", "3", "-v", "brazilian", "--json", *option)
    assert (status, err, out.count("\n")) == (0, "", 1)
    answer = json.loads(out)
    assert answer.pop("seconds") >= 0
    assert answer == {
        "variant": "brazilian",
        "fen": Board("brazilian").fen(),
        "depth": 3,
        "convention": convention,
        "nodes": 302,
    }


# divide


def test_divide_counts_each_first_move(run: Run) -> None:
    status, _, err = result = run("divide", "2")
    assert (status, err) == (0, "")
    assert result.lines[0] == "international  W:W31-50:B1-20"
    moves, counts = zip(*(line.split() for line in result.lines[1:10]), strict=True)
    assert " ".join(moves) == "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30"
    assert set(counts) == {"9"}
    assert result.lines[10] == "depth 2, moves: 81"


def test_divide_aligns_and_separates_thousands(run: Run) -> None:
    lines = run("divide", "7").lines[1:-2]
    counts = [line.split()[1] for line in lines]
    assert all(re.fullmatch(r"\d{2,3},\d{3}", count) for count in counts)
    assert sum(int(count.replace(",", "")) for count in counts) == 1_049_442
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("option", "convention", "nodes"), [([], "moves", 14), (["--routes"], "routes", 178)]
)
def test_divide_json(run: Run, option: list[str], convention: str, nodes: int) -> None:
    status, out, err = run("divide", "1", "--fen", RANDOM178, "--json", *option)
    assert (status, err, out.count("\n")) == (0, "", 1)
    answer = json.loads(out)
    assert answer.pop("seconds") >= 0
    moves = answer.pop("moves")
    assert set(moves) == {move.long() for move in Board("international", RANDOM178).legal_moves}
    assert sum(moves.values()) == nodes
    assert answer == {
        "variant": "international",
        "fen": Board("international", RANDOM178).fen(),
        "depth": 1,
        "convention": convention,
        "nodes": nodes,
    }


def test_divide_without_a_legal_move(run: Run) -> None:
    assert run("divide", "1", "--fen", "W:W:B1").lines[1] == "depth 1, moves: 0"


# moves


def test_moves_of_the_initial_position(run: Run) -> None:
    status, out, err = run("moves", "-v", "brazilian")
    assert (status, err) == (0, "")
    assert " ".join(out.splitlines()) == "21-17 22-17 22-18 23-18 23-19 24-19 24-20"


def test_moves_shows_path_and_captured_squares(run: Run) -> None:
    lines = run("moves", "--fen", TWO_WAYS).lines
    assert squeezed(lines) == [
        "4x27x38x15 4x27x38x15 takes 13, 20, 32",
        "4x31x42x15 4x31x42x15 takes 13, 20, 37",
    ]
    assert squeezed(run("moves", "--fen", "W:W28:B12,23").lines) == ["28x19 28x19 takes 23"]


def test_moves_json(run: Run) -> None:
    status, out, err = run("moves", "--fen", "W:W14:B10", "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == [
        {
            "text": "14x5",
            "long": "14x5",
            "from": 14,
            "to": 5,
            "captured": [10],
            "path": [14, 5],
            "promotion": True,
        }
    ]


def test_no_legal_move(run: Run) -> None:
    assert run("moves", "--fen", "W:W:B1") == (0, "no legal move\n", "")
    assert run("moves", "--fen", "W:W:B1", "--json") == (0, "[]\n", "")


# verify


def test_verify_shows_every_count(run: Run, short_tables: None) -> None:
    status, _, err = result = run("verify")
    assert (status, err) == (0, "")
    assert result.lines[0].split() == [*Count._fields, "verdict"]
    assert squeezed(result.lines[1:-2]) == [
        f"{table.variant} {table.name} {convention} {depth} {count:,} {count:,} ok"
        for table in SHORT_TABLES
        for convention, counts in (("moves", table.moves), ("routes", table.routes))
        for depth, count in enumerate(counts, start=1)
    ]
    assert result.lines[-1] == "all 54 counts verified"
    assert len({len(line) for line in result.lines[1:-2]}) == 1


def test_verify_of_one_variant(run: Run, short_tables: None) -> None:
    result = run("verify", "-v", "brazilian", "--threads", "2")
    assert {line.split()[0] for line in result.lines[1:-2]} == {"brazilian"}
    assert result.lines[-1] == "all 18 counts verified"


def test_verify_leaves_great_counts_to_deep(
    run: Run, short_tables: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damier.cli.perft._QUICK", 81)
    quick = sum(count <= 81 for table in SHORT_TABLES for count in table.moves + table.routes)
    assert run("verify").lines[-1] == f"all {quick} counts verified"
    assert run("verify", "--deep").lines[-1] == "all 54 counts verified"


SHORT_RECORDS = tuple(
    tables.Record(table.variant, table.name, table.fen, 3, table.moves[2:5], table.routes[2:5])
    for table in tables.TABLES
    if table.name == "initial"
)


def test_verify_of_the_records(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "RECORDS", SHORT_RECORDS)
    status, _, err = result = run("verify", "--records", "--hash", "1", "-v", "brazilian")
    assert (status, err) == (0, "")
    assert squeezed(result.lines[1:-2]) == [
        f"brazilian initial {convention} {depth} {count:,} {count:,} ok"
        for convention in ("moves", "routes")
        for depth, count in ((3, 302), (4, 1469), (5, 7473))
    ]
    wrong = SHORT_RECORDS[0]._replace(moves=(659,))
    monkeypatch.setattr(tables, "RECORDS", (wrong,))
    result = run("verify", "--records", "--hash", "1")
    assert result.status == 1
    assert result.lines[-1] == "1 of 4 counts differ"


@pytest.mark.parametrize("options", [("--records",), ("--records", "--deep", "--hash", "16")])
def test_verify_of_the_records_wants_a_table(run: Run, options: tuple[str, ...]) -> None:
    status, out, err = run("verify", *options)
    assert (status, out) == (2, "")
    assert "--records" in err


def test_records_go_on_where_the_tables_end() -> None:
    for record in tables.RECORDS:
        table = next(
            t for t in tables.TABLES if (t.variant, t.name) == (record.variant, record.name)
        )
        assert table.fen == record.fen
        for counts, before in ((record.moves, table.moves), (record.routes, table.routes)):
            assert record.depth == len(before) + 1
            growth = [b / a for a, b in pairwise((before[-1], *counts))]
            assert max(growth) - min(growth) < 0.2
        assert all(
            moves < routes for moves, routes in zip(record.moves, record.routes, strict=False)
        )


def test_verify_json(run: Run, short_tables: None) -> None:
    status, out, err = run("verify", "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    answer = json.loads(out)
    assert answer["ok"] is True
    assert len(answer["positions"]) == 54
    assert answer["positions"][0] == {
        "variant": "international",
        "name": "initial",
        "convention": "moves",
        "depth": 1,
        "expected": 9,
        "counted": 9,
    }


def test_verify_tells_a_mismatch(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = SHORT_TABLES[0]._replace(moves=(9, 81, 659))
    monkeypatch.setattr(tables, "TABLES", (wrong, *SHORT_TABLES[1:]))
    result = run("verify")
    assert (result.status, result.err) == (1, "")
    assert squeezed([line for line in result.lines if not line.endswith("ok")][1:-2]) == [
        "international initial moves 3 659 658 DIFFERS"
    ]
    assert result.lines[-1] == "1 of 54 counts differ"

    status, out, _ = run("verify", "--json")
    answer = json.loads(out)
    assert (status, answer["ok"]) == (1, False)
    assert answer["positions"][2]["expected"] == 659
    assert answer["positions"][2]["counted"] == 658


def test_verify_as_installed() -> None:
    status, out, err = module("verify")
    assert (status, err) == (0, "")
    assert re.fullmatch(r"all \d{3} counts verified", out.splitlines()[-1])
    for table in tables.TABLES:
        assert re.search(rf"^{table.variant} +{table.name} +moves ", out, re.MULTILINE)
        assert re.search(rf"^{table.variant} +{table.name} +routes ", out, re.MULTILINE)


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: f"{table.variant}-{table.name}")
def test_tables_name_their_sources(table: tables.Table) -> None:
    Board(table.variant, table.fen)
    assert 0 <= table.published_moves <= len(table.moves)
    assert 0 <= table.published_routes <= len(table.routes)
    assert bool(table.source) == bool(table.published_moves or table.published_routes)


# refusals


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        ([], "COMMAND"),
        (["solve"], "solve"),
        (["perft"], "DEPTH"),
        (["perft", "three"], "whole number from 0"),
        (["perft", "-1"], "whole number from 0"),
        (["perft", "1.5"], "whole number from 0"),
        (["perft", "9" * 30], "whole number from 0"),
        (["perft", "3", "4"], "4"),
        (["divide", "0"], "whole number from 1"),
        (["perft", "3", "--threads", "-1"], "whole number from 0"),
        (["perft", "3", "--threads", "two"], "whole number from 0"),
        (["perft", "3", "--threads", "5000", "--json"], "5000"),
        (["perft", "3", "--hash", "-1"], "whole number from 0"),
        (["perft", "3", "--variant", "chess"], "chess"),
        (["verify", "-v", "frisian"], "frisian"),
        (["verify", "--fen", TWO_WAYS], "--fen"),
        (["moves", "--routes"], "--routes"),
        (["perft", "3", "--fen", "W:W51:B1"], "51"),
        (["divide", "3", "--fen", "W:W31,31:B1"], "31"),
        (["moves", "--fen", "W31:B1"], ""),
        (["moves", "--fen", ""], ""),
        (["moves", "--fen", "W:W31:B\n1\nQ"], "Q"),
        (["moves", "-v", "brazilian", "--fen", "W:W33:B1"], "33"),
    ],
)
def test_refusals_are_one_line(run: Run, argv: list[str], reason: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert err.startswith("damier: ")
    assert err.count("\n") == 1
    assert reason in err


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (NotImplementedError("no table of positions"), "no table of positions"),
        (MemoryError("no 9 MiB to be had"), "no 9 MiB to be had"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_what_perft_cannot_do_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    def refuse(board: Board, depth: int, *, hash_mb: int, **_: object) -> int:
        assert hash_mb == 9
        raise error

    monkeypatch.setattr("damier.perft", refuse)
    status, _, err = run("perft", "3", "--hash", "9")
    assert (status, err) == (2, f"damier: {reason}\n")


@posix
def test_undecodable_fen_is_refused() -> None:
    status, out, err = module("moves", "--fen", b"W:W31:B1\xff")
    assert (status, out) == (2, "")
    assert err.startswith("damier: ")
    assert err.count("\n") == 1


# the documentation


def documented_examples() -> list[tuple[list[str], str]]:
    """The commands that README and docs show, each with its output."""
    root = Path(__file__).parent.parent
    examples = []
    for page in (root / "README.md", *sorted((root / "docs").glob("*.md"))):
        for block in re.findall(
            r"^```console\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            examples += [example.split("\n", 1) for example in block.split("$ damier ")[1:]]
    return [(shlex.split(command), output) for command, output in examples]


@pytest.mark.parametrize(("argv", "output"), documented_examples())
def test_the_documentation_shows_what_is_printed(run: Run, argv: list[str], output: str) -> None:
    assert run(*argv) == (0, output, "")


# the process


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr() == (f"damier {version('damier')}\n", "")


@pytest.mark.parametrize("command", ["perft", "divide", "moves", "verify"])
def test_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: damier {command} ")


def test_script_and_module_are_the_same_command() -> None:
    script = shutil.which("damier", path=sysconfig.get_path("scripts"))
    assert script is not None
    done = subprocess.run(
        [script, "moves", "--json"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == module("moves", "--json").out
    assert module("perft", "x").status == 2


@posix
def test_interrupt_ends_a_count() -> None:
    # A shell may start us with SIGINT ignored, and children would inherit that.
    program = (
        "import signal, sys; from damier.cli.main import main;"
        "signal.signal(signal.SIGINT, signal.default_int_handler);"
        "sys.exit(main(['perft', '60']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "international  W:W31-50:B1-20\n"
        time.sleep(0.3)  # the count is under way
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=10)
        finally:
            process.kill()
    assert (process.returncode, err) == (130, "damier: interrupted\n")


@posix
def test_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "damier", "moves"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_full_device_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "damier", "moves"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 2
    assert re.fullmatch(r"damier: cannot write: .+\n", done.stderr)
