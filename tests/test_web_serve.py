"""The command `damier serve`, and the room as a part of the package."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import damier

STATIC = Path(damier.__file__).parent / "web" / "static"


def damier_serve(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "damier", "serve", "--no-open", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
    )


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    return line


def test_importing_the_package_or_the_command_loads_no_server(tmp_path):
    code = (
        "import sys, damier, damier.cli.main; "
        "print({'starlette', 'uvicorn', 'websockets', 'damier.web', 'asyncio'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout == "set()\n", run.stderr


def test_without_the_extra_one_sentence_says_what_is_missing(tmp_path):
    code = (
        "import sys; sys.modules['uvicorn'] = sys.modules['starlette'] = None; "
        "from damier.cli.main import main; sys.exit(main(['serve', '--no-open']))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 2
    needs = "damier serve needs Starlette, uvicorn and websockets: pip install 'damier[web]'"
    assert run.stderr == f"damier: {needs}\n"


class TestRefusals:
    @pytest.fixture(autouse=True)
    def _extra(self):
        for name in ("starlette", "uvicorn", "websockets"):
            pytest.importorskip(name)

    def test_a_store_that_cannot_be_opened(self, tmp_path):
        done = damier_serve("--store", "no/folder/games", "--port", "0", cwd=tmp_path)
        assert refusal(done).startswith("damier: cannot open the store no/folder/games: ")

    @pytest.mark.parametrize("host", ["203.0.113.1", "no.such.host.invalid"])
    def test_an_address_that_is_not_ours(self, tmp_path, host):
        done = damier_serve("--store", "games", "--host", host, cwd=tmp_path)
        assert refusal(done).startswith(f"damier: cannot listen on {host}, port 8000: ")

    @pytest.mark.parametrize("port", ["x", "-1", "70000"])
    def test_ports_that_do_not_exist(self, tmp_path, port):
        assert damier_serve("--store", "games", "--port", port, cwd=tmp_path).returncode == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals as POSIX has them")
def test_an_interrupt_ends_it_quietly(tmp_path):
    for name in ("starlette", "uvicorn", "websockets"):
        pytest.importorskip(name)
    command = [sys.executable, "-m", "damier", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--store", str(tmp_path / "games")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with server:
        assert "The table is at http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(30) in (0, 130)
        assert server.stderr.read() in ("", "damier: interrupted\n")


def test_the_page_is_in_the_package_and_small():
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert {"index.html", "main.js"} <= {path.name for path in files}
    assert sum(path.stat().st_size for path in files) < 500_000
    for path in files:
        assert path.suffix in (".html", ".css", ".js", ".svg", ".webmanifest", ".png", ".ico")
