"""The package around the code: import, typing, version, README."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest

import damier

ROOT = Path(__file__).parent.parent
PACKAGE = Path(damier.__file__).parent

PUBLIC = {
    "AmbiguousMoveError",
    "Board",
    "Clock",
    "Color",
    "Difference",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "Move",
    "Outcome",
    "Piece",
    "RuleSet",
    "Termination",
    "Variant",
    "build_info",
    "divide",
    "first_difference",
    "parse_square",
    "perft",
    "square_name",
}

# Modules that cost an import more than a board is worth.
HEAVY = {
    "argparse",
    "asyncio",
    "concurrent",
    "ctypes",
    "dataclasses",
    "decimal",
    "email",
    "importlib.metadata",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "random",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "typing_extensions",
    "unittest",
}


def python(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


class TestImport:
    def test_import_adds_under_twenty_milliseconds(self, tmp_path: Path) -> None:
        def milliseconds() -> float:
            run = python("-X", "importtime", "-c", "import damier", cwd=tmp_path)
            (line,) = re.findall(r"\|\s*(\d+) \| damier\n", run.stderr)
            return int(line) / 1000

        assert min(milliseconds() for _ in range(7)) < 20

    def test_import_does_nothing_but_import(self, tmp_path: Path) -> None:
        code = (
            "import sys, os; before = set(sys.modules); import damier; "
            "new = sorted(set(sys.modules) - before); "
            "tasks = '/proc/self/task'; "
            "threads = len(os.listdir(tasks)) if os.path.isdir(tasks) else 1; "
            "sys.stdout.write(repr((new, threads)))"
        )
        run = python("-W", "error", "-c", code, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (0, "")
        new, threads = eval(run.stdout)
        assert "damier" in new
        assert threads == 1
        assert HEAVY & set(new) == set()
        rooms = ("campaign", "cli", "difference", "endgame", "game", "pdn", "svg", "tables", "web")
        later = {f"damier.{name}" for name in rooms}
        assert later & set(new) == set()
        others = {name.partition(".")[0] for name in new} - set(sys.stdlib_module_names)
        assert others == {"damier"}
        assert list(tmp_path.iterdir()) == []

    def test_warnings_stay_silent_when_everything_is_used(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            board = damier.Board("brazilian")
            damier.divide(board, 2, threads=2)
            board.push(str(board.legal_moves[0]))

    def test_the_public_names_are_exported(self) -> None:
        assert set(damier.__all__) >= PUBLIC
        for name in damier.__all__:
            assert getattr(damier, name) is not None

    def test_p6_the_rooms_that_checkers_see_are_there_after_a_plain_import(
        self, tmp_path: Path
    ) -> None:
        stub = Path(damier.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
        rooms = re.findall(r"^from \. import (\w+) as \1$", stub, re.MULTILINE)
        assert {"campaign", "errors", "game", "hub", "rules"} <= set(rooms)
        names = ", ".join(f"damier.{room}.__name__" for room in rooms)
        found = python("-c", f"import damier; print({names})", cwd=tmp_path)
        assert found.stdout.split() == [f"damier.{room}" for room in rooms]

    def test_core_names_say_that_they_belong_to_the_package(self) -> None:
        for name in sorted(PUBLIC):
            assert getattr(damier, name).__module__.partition(".")[0] == "damier"

    @pytest.mark.parametrize("name", sorted(n for n in PUBLIC if n.endswith("Error")))
    def test_the_errors_are_value_errors(self, name: str) -> None:
        assert issubclass(getattr(damier, name), ValueError)


class TestVersion:
    def test_there_is_one_version_number(self) -> None:
        version = importlib.metadata.version("damier")
        assert re.fullmatch(r"\d+\.\d+\.\d+.*", version)
        assert damier.__version__ == version
        assert damier.build_info()["version"] == version

    def test_the_build_tells_what_it_uses(self) -> None:
        info = damier.build_info()
        assert set(info) >= {"version", "compiler", "kernels", "kernel"}
        assert "plain" in info["kernels"]
        assert info["kernel"] in info["kernels"]
        assert re.search(r"\d", info["compiler"])

    def test_there_is_no_run_time_dependency(self) -> None:
        requires = importlib.metadata.requires("damier") or []
        assert [r for r in requires if "extra ==" not in r.replace("'", '"')] == []


SAMPLE = """
from typing import assert_type

from damier import (
    RULE_SETS, AmbiguousMoveError, Board, Clock, Color, Difference, Game, IllegalMoveError,
    InvalidFenError, InvalidMoveError, Move, Outcome, Piece, RuleSet, Termination, Variant,
    build_info, divide, first_difference, parse_square, perft, square_name,
)

board = Board(Variant.BRAZILIAN)
board = Board("international", "W:W31-50:B1-20", strict=False)
board = Board.from_pieces("brazilian", {18: Piece(Color.WHITE, True)}, Color.WHITE, strict=True)
assert_type(board.variant, Variant)
assert_type(board.turn, Color)
assert_type(~board.turn, Color)
assert_type(board.legal_moves, tuple[Move, ...])
assert_type(board.move_stack, tuple[Move, ...])
assert_type(board.must_capture, bool)
assert_type(board.ply, int)
assert_type(board.key, int)
assert_type(board.reversible_plies, int)
assert_type(board.repetitions(), int)
assert_type(board.push("18-4"), Move)
assert_type(board.peek(), Move)
move = board.pop()
assert_type(move, Move)
assert_type(board.push(move), Move)
assert_type(board.parse_move("32-28"), Move)
assert_type(board.is_legal("32-28"), bool)
assert_type(board.is_legal(move), bool)
assert_type(board.paths(move), tuple[tuple[int, ...], ...])
assert_type(board.next_squares(), tuple[int, ...])
assert_type(board.next_squares([1, 2]), tuple[int, ...])
assert_type(board.piece_at(1), Piece | None)
assert_type(board.piece_map(), dict[int, Piece])
assert_type(board.fen(ranges=True, notation="algebraic"), str)
assert_type(board.white, int)
assert_type(board.men(Color.WHITE), int)
assert_type(board.material, tuple[int, int, int, int])
assert_type(board.can_capture(~board.turn), bool)
assert_type(board.mirrored().passed(), Board)
assert_type(board.diagram(numbers=True, perspective=Color.BLACK), str)
assert_type(Variant.BRAZILIAN.square_at(*Variant.BRAZILIAN.row_column(1)), int | None)
assert_type(board.copy(stack=False), Board)
assert_type(board.svg(size=300, arrows=[move, (1, 6)], lang="fr", theme="dark"), str)
assert_type(move.variant, Variant)
assert_type(move.from_square, int)
assert_type(move.to_square, int)
assert_type(move.captured, tuple[int, ...])
assert_type(move.path, tuple[int, ...])
assert_type(move.is_capture, bool)
assert_type(move.is_promotion, bool)
assert_type(move.long(), str)
assert_type(move.hub(), str)
assert_type(move.text("numeric", full=True), str)
assert_type(perft(board, 3, routes=True, threads=2), int)
assert_type(divide(board, 3), dict[Move, int])
assert_type(first_difference(board, 3, lambda board, depth: {}), Difference | None)
assert_type(square_name("brazilian", 1), str)
assert_type(parse_square(Variant.BRAZILIAN, "g1"), int)
assert_type(build_info()["version"], str)
assert_type(Variant.BRAZILIAN.size, int)
game = Game("international", rules=RULE_SETS["fmjd"], clock=Clock("3+2"), headers={"White": "Ada"})
assert_type(game.play("32-28"), Move)
assert_type(game.touch(19).next_squares, tuple[int, ...])
assert_type(game.outcome, Outcome | None)
assert_type(game.rules, RuleSet)
assert_type(game.clock, Clock | None)
assert_type(Outcome(None, Termination.AGREEMENT, "agreement").result("brazilian"), str)
errors: list[type[ValueError]] = [
    AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError,
]
"""

MISUSE = """
from damier import Board, Game, Move, perft

Board(8)  # wrong
board = Board("brazilian")
board.push(3)  # wrong
board.turn = None  # wrong
key: str = board.key  # wrong
board.fen(notation="letters")  # wrong
board.men("white")  # wrong
perft(board)  # wrong
perft(board, 3, True)  # wrong
Move.nothing  # wrong
game = Game("brazilian", rules=3)  # wrong
game.turn = board.turn  # wrong
game.resign("white")  # wrong
"""


class TestTyping:
    @pytest.fixture
    def mypy_path(self) -> str:
        """Where mypy finds the package, which an editable install shows to Python only."""
        pytest.importorskip("mypy", reason="mypy is not installed")
        parent = PACKAGE.parent
        return "" if str(parent) in sys.path else str(parent)

    def test_the_package_is_marked_as_typed(self) -> None:
        assert (PACKAGE / "py.typed").is_file()
        assert (PACKAGE / "_core.pyi").is_file()

    def test_code_that_uses_the_package_well_passes_strict_mypy(
        self, tmp_path: Path, mypy_path: str
    ) -> None:
        assert self.complaints(SAMPLE, tmp_path, mypy_path) == {}

    def test_each_misuse_is_found(self, tmp_path: Path, mypy_path: str) -> None:
        wrong = [n for n, line in enumerate(MISUSE.splitlines(), 1) if line.endswith("# wrong")]
        assert list(self.complaints(MISUSE, tmp_path, mypy_path)) == wrong

    def complaints(self, code: str, tmp_path: Path, mypy_path: str) -> dict[int, str]:
        """What strict mypy says about code, by line."""
        (tmp_path / "sample.py").write_text(code, encoding="utf-8")
        run = python("-m", "mypy", "--strict", "sample.py", cwd=tmp_path, MYPYPATH=mypy_path)
        found = re.findall(r"^sample\.py:(\d+): error: (.*)$", run.stdout, re.MULTILINE)
        assert re.search(r"Success|Found", run.stdout), run.stdout + run.stderr
        assert bool(found) == bool(run.returncode), run.stdout + run.stderr
        return {int(line): message for line, message in found}

    def test_the_stub_describes_the_module(self, tmp_path: Path, mypy_path: str) -> None:
        run = python("-m", "mypy.stubtest", "damier._core", cwd=tmp_path, MYPYPATH=mypy_path)
        assert run.returncode == 0, run.stdout + run.stderr


class TestDocumentation:
    README = ROOT / "README.md"
    PAGES = sorted((ROOT / "docs").glob("*.md"))

    @pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
    def test_its_examples_have_no_excuses(self, page: Path) -> None:
        assert "doctest:" not in page.read_text(encoding="utf-8")

    def test_its_examples_are_run_by_the_tests(self) -> None:
        settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        options = settings["tool"]["pytest"]["ini_options"]
        assert {"README.md", "docs"} <= set(options["testpaths"])
        assert "--doctest-glob=*.md" in options["addopts"]
        for page in (self.README, ROOT / "docs" / "boards.md"):
            assert doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))

    def test_the_readme_is_short(self) -> None:
        assert len(self.README.read_text(encoding="utf-8").splitlines()) < 200

    def test_every_page_is_in_the_tables_of_contents(self) -> None:
        pages = {page.name for page in self.PAGES} - {"README.md"}
        for contents in (self.README, ROOT / "docs" / "README.md"):
            links = re.findall(
                r"\]\((?:docs/)?([\w-]+\.md)\)", contents.read_text(encoding="utf-8")
            )
            assert pages <= set(links), contents

    @pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
    def test_its_links_lead_somewhere(self, page: Path) -> None:
        for link, heading in re.findall(
            r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text(encoding="utf-8")
        ):
            target = page.parent / link if link else page
            assert target.exists(), link
            if heading:
                titles = re.findall(r"^#+ (.*)$", target.read_text("utf-8").lower(), re.MULTILINE)
                slugs = {
                    re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles
                }
                assert heading in slugs, f"{link}#{heading}"

    @pytest.mark.parametrize("name", ["difference", "values"])
    def test_the_examples_of_small_modules_run_as_shown(self, name: str) -> None:
        failed, tried = doctest.testmod(importlib.import_module(f"damier.{name}"))
        assert tried
        assert not failed

    def test_the_examples_of_the_stub_run_as_shown(self) -> None:
        text = (PACKAGE / "_core.pyi").read_text(encoding="utf-8")
        examples = doctest.DocTestParser()
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        docstrings = re.findall(r'^ *"""(.*?)"""', text, re.DOTALL | re.MULTILINE)
        for docstring in docstrings:
            globs = dict(vars(damier))
            runner.run(examples.get_doctest(docstring, globs, "_core.pyi", None, None))
        assert runner.tries >= 10
        assert runner.failures == 0
