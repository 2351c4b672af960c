"""What damier and other draughts packages do, as rows to measure side by side."""

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import bots
import damier
import damier.campaign
import damier.pdn
from damier.tables import TABLES
from measure import Row, Work, timed

INTERNATIONAL, BRAZILIAN = damier.Variant.INTERNATIONAL, damier.Variant.BRAZILIAN


def known(variant: str, name: str, depth: int) -> tuple[str, int]:
    """The position and the published count of a table."""
    table = next(t for t in TABLES if (t.variant, t.name) == (variant, name))
    return table.fen, table.moves[depth - 1]


@contextmanager
def kernel(name: str) -> Iterator[None]:
    """Has damier count with a kernel; an empty name is the best."""
    before = os.environ.get("DAMIER_KERNEL", "")
    os.environ["DAMIER_KERNEL"] = name
    try:
        yield
    finally:
        os.environ["DAMIER_KERNEL"] = before


def runs_here(name: str) -> bool:
    with kernel(name):
        try:
            damier.build_info()
        except ValueError:
            return False
    return True


def ours(variant: str, name: str, depth: int, *, using: str = "", **options: int) -> Work:
    fen, expected = known(variant, name, depth)
    board = damier.Board(variant, fen)
    with kernel(using):
        work = timed(lambda: damier.perft(board, depth, **options))
    assert work[0] == expected
    return work


def dame_perft(name: str, depth: int) -> Work:
    import dame

    fen, expected = known(INTERNATIONAL, name, depth)
    board = dame.Board(fen)
    work = timed(lambda: dame.perft(board, depth))
    assert work[0] == expected
    return work


def py_draughts_perft(depth: int) -> Work:
    from draughts.boards.brazilian import Board

    def count(board: Any, depth: int) -> int:
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    work = timed(lambda: count(Board(), depth))
    assert work[0] == known(BRAZILIAN, "initial", depth)[1]
    return work


def random_games(new_board: Callable[[], Any], games: int) -> Work:
    """Plays at random, at most 100 plies a game, and counts the plies."""

    def play() -> int:
        rng = random.Random(7)
        plies = 0
        for _ in range(games):
            board = new_board()
            for _ in range(100):
                moves = board.legal_moves
                if not moves:
                    break
                board.push(moves[int(rng.random() * len(moves))])
                plies += 1
        return plies

    return timed(play)


def whole_games(games: int, play: Callable[[random.Random], None]) -> Work:
    """Plays at random until the game has an outcome, and counts the games."""

    def run() -> int:
        rng = random.Random(7)
        for _ in range(games):
            play(rng)
        return games

    return timed(run)


def play_game(rng: random.Random) -> None:
    game = damier.Game(INTERNATIONAL, rules="fmjd")
    while game.outcome is None:
        moves = game.legal_moves
        game.play(moves[int(rng.random() * len(moves))])


def play_dame_game(rng: random.Random) -> None:
    import dame

    board = dame.Board()
    while board.outcome() is None:
        moves = board.legal_moves
        board.push(moves[int(rng.random() * len(moves))])


def push_and_pop(board: Any, times: int) -> Work:
    """Plays a move, lists the replies and takes the move back."""
    move = board.legal_moves[0]

    def play() -> int:
        for _ in range(times):
            board.push(move)
            assert len(board.legal_moves) == 9
            board.pop()
        return times

    return timed(play)


def random_pdn(games: int) -> list[str]:
    """The PDN of games played at random for up to 80 plies."""
    rng = random.Random(7)
    texts = []
    for _ in range(games):
        board = damier.Board(INTERNATIONAL)
        while (moves := board.legal_moves) and board.ply < 80:
            board.push(moves[int(rng.random() * len(moves))])
        texts.append(damier.pdn.dumps(damier.pdn.Record.from_board(board)))
    return texts


def read_pdn(texts: list[str]) -> Work:
    """Reads games one by one, every move checked, and asks for moves, result and errors."""

    def read() -> int:
        games = 0
        for text in texts:
            for record in damier.pdn.loads(text):
                assert record.moves
                assert record.result
                assert not record.errors
                games += 1
        return games

    return timed(read)


def py_draughts_read_pdn(texts: list[str]) -> Work:
    from draughts.boards.standard import Board

    def read() -> int:
        games = 0
        for text in texts:
            with suppress(ValueError):  # some captures it finds ambiguous
                Board.from_pdn(text)
                games += 1
        return games

    return timed(read)


def rows(dame: bool, py_draughts: bool) -> Iterator[Row]:
    if dame:
        import dame as dame_rs

        def dame_board() -> Any:
            return dame_rs.Board()

        def board() -> damier.Board:
            return damier.Board(INTERNATIONAL)

        def initial() -> Work:
            return dame_perft("initial", 9)

        for using in filter(runs_here, damier.build_info()["kernels"]):
            yield Row(
                f"perft, 10x10 initial, depth 10 (dame-rs: 9), {using} kernel",
                lambda using=using: ours(INTERNATIONAL, "initial", 10, using=using),
                initial,
                "dame-rs",
            )
        for name, depth in (("Random178", 8), ("Woldouby", 14), ("AllKings", 9)):
            yield Row(
                f"perft, 10x10 {name}, depth {depth}",
                lambda name=name, depth=depth: ours(INTERNATIONAL, name, depth),
                lambda name=name, depth=depth: dame_perft(name, depth),
                "dame-rs",
            )
        yield Row(
            "perft, 10x10 initial, depth 12 (dame-rs: 9), table of 1 GiB",
            lambda: ours(INTERNATIONAL, "initial", 12, hash_mb=1024),
            initial,
            "dame-rs",
        )
        yield Row(
            "`push(move)`, `legal_moves`, `pop()`, 10x10 initial",
            lambda: push_and_pop(board(), 100_000),
            lambda: push_and_pop(dame_board(), 100_000),
            "dame-rs",
        )
        yield Row(
            "random games, 10x10, first 100 plies: `legal_moves`, `push(move)`",
            lambda: random_games(board, 2000),
            lambda: random_games(dame_board, 2000),
            "dame-rs",
        )
        yield Row(
            "whole random games, 10x10, FMJD rules, outcome asked for at every ply",
            lambda: whole_games(2000, play_game),
            lambda: whole_games(2000, play_dame_game),
            "dame-rs",
        )
    if py_draughts:
        yield Row(
            "perft, 8x8 initial, depth 11 (py-draughts: 7)",
            lambda: ours(BRAZILIAN, "initial", 11),
            lambda: py_draughts_perft(7),
            "py-draughts",
        )
        yield Row(
            "PDN of random 10x10 games, read and checked",
            lambda: read_pdn(random_pdn(300)),
            lambda: py_draughts_read_pdn(random_pdn(300)),
            "py-draughts",
        )
    yield Row(
        "the bot of docs/bots.md, nodes",
        *bots.contest(),
        "the same with `piece_map()`",
    )
    for depth, hash_mb in ((10, 0), (12, 1024)):
        yield Row(
            f"perft by two threads, 10x10 initial, depth {depth}"
            + (", table of 1 GiB" if hash_mb else ""),
            lambda d=depth, mb=hash_mb: ours(INTERNATIONAL, "initial", d, threads=2, hash_mb=mb),
            lambda d=depth, mb=hash_mb: ours(INTERNATIONAL, "initial", d, hash_mb=mb),
            "one thread",
        )
    yield Row(
        "campaign of two workers, 10x10 initial, depth 13, table of 1 GiB",
        lambda: campaign(13, expected=two_threads(13)[0]),  # no table reaches so far
        lambda: two_threads(13),
        "`perft`, two threads",
    )


def two_threads(depth: int) -> Work:
    board = damier.Board(INTERNATIONAL)
    return timed(lambda: damier.perft(board, depth, threads=2, hash_mb=1024))


def campaign(depth: int, expected: int) -> Work:
    """The same as a campaign, file and all."""
    board = damier.Board(INTERNATIONAL)
    with tempfile.TemporaryDirectory() as folder:

        def count() -> int:
            file = f"{folder}/10x10.campaign"
            with damier.campaign.Campaign.start(file, board, depth, plies=5) as started:
                return started.run(workers=2, hash_mb=1024)

        work = timed(count)
    assert work[0] == expected
    return work
