"""Measures a table's server: many games at once, each of two players, and a kill in the middle.

    python benchmarks/table.py [--games 200] [--rate 200] [--seconds 60] [--bots 0] [--kill]

The server has one core, the players have another. Players follow scripts: games of random moves,
made by the rules beforehand. A move is told when both players have the state after it; the time
from its sending until then is what is measured. Every state is compared with the script, so that
a move that is lost, done twice or illegal ends the run. With --kill the server is ended by SIGKILL
in the middle and started again; players come back and repeat what has not been answered. With
--bots so many games against bots of the highest level go on beside those that are measured.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from damier import Board, Piece, Variant

PORT = 8911
AROUND = 5.0  # seconds before and after a kill that are left out of the times
ORIGIN = f"http://127.0.0.1:{PORT}"
LETTERS = {(1, False): "w", (1, True): "W", (0, False): "b", (0, True): "B"}


def main() -> int:
    args = _arguments()
    if args.serve:
        return _serve(args.serve)
    scripts = _scripts(args.games, 2 + int(args.seconds * args.rate / args.games))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        return asyncio.run(Run(args, scripts, Path(folder) / "games.sqlite").whole())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--bots", type=int, default=0, help="games against bots beside these")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--folder", help="on the disk whose durability is to be measured")
    parser.add_argument("--serve", metavar="FILE", help=argparse.SUPPRESS)
    return parser.parse_args()


def _serve(path: str) -> int:
    import uvicorn

    from damier.web import Limits, SqliteStore, make_app

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    most = 1_000_000
    limits = Limits(
        sockets_per_address=most,
        sockets_per_minute=most,
        games_at_once=most,
        requests=most,
        messages=1000,
    )
    app = make_app(SqliteStore(path), limits=limits)
    uvicorn.run(app, port=PORT, log_level="error", access_log=False, ws_per_message_deflate=False)
    return 0


class Script:
    """A game of random moves: the texts, and the pieces after each."""

    def __init__(self, variant: Variant, plies: int, seed: int) -> None:
        self.variant = variant
        self.moves: list[str] = []
        self.pieces: list[dict[str, str]] = []
        while len(self.moves) < plies:  # a game that ends too soon is made anew
            choice = random.Random(seed)
            seed += 1_000_003
            self._play(Board(variant), plies, choice)

    def _play(self, board: Board, plies: int, choice: random.Random) -> None:
        self.moves, self.pieces = [], [_pieces(board)]
        while len(self.moves) < plies and board.legal_moves and board.reversible_plies < 40:
            move = choice.choice(board.legal_moves)
            self.moves.append(move.long())
            board.push(move)
            self.pieces.append(_pieces(board))


def _pieces(board: Board) -> dict[str, str]:
    return {str(square): _letter(piece) for square, piece in board.piece_map().items()}


def _letter(piece: Piece) -> str:
    return LETTERS[piece.color.name == "WHITE", piece.king]


def _scripts(games: int, plies: int) -> list[Script]:
    """On 8x8 random games are short: they have a turn where the length asked for is."""
    variants = (
        [Variant.BRAZILIAN, Variant.INTERNATIONAL] if plies <= 40 else [Variant.INTERNATIONAL]
    )
    return [Script(variants[n % len(variants)], plies, n) for n in range(games)]


class Player:
    """One side: its socket, which comes back when it is cut, and the last state it was told."""

    def __init__(self, id: str, secret: str, name: str) -> None:
        self.id, self.secret, self.name = id, secret, name
        self.ply = -1
        self.came = asyncio.Event()
        self.state: dict[str, object] = {}
        self.socket = None
        self.refused: list[str] = []
        self.here = asyncio.Event()

    async def stay(self) -> None:
        import websockets

        while True:
            try:
                url = f"ws://127.0.0.1:{PORT}/ws/{self.id}"
                async with websockets.connect(url, origin=ORIGIN, compression=None) as socket:
                    self.socket = socket
                    await self.send({"type": "join", "secret": self.secret})
                    async for text in socket:
                        self._take(json.loads(text))
            except (OSError, websockets.WebSocketException):
                pass
            self.here.clear()
            await asyncio.sleep(0.2)

    async def send(self, message: dict[str, object]) -> None:
        import websockets

        try:
            await self.socket.send(json.dumps(message))
        except (OSError, websockets.WebSocketException):
            self.here.clear()

    def _take(self, message: dict[str, object]) -> None:
        if message["type"] == "state":
            self.state = message
            self.ply = message["view"]["ply"]
            self.here.set()
            self.came.set()
        elif message["type"] == "refused":
            self.refused.append(message["code"])

    async def sees(self, ply: int) -> None:
        while self.ply < ply:
            self.came.clear()
            await self.came.wait()


class Run:
    """A run: the server, the games, and what was measured."""

    def __init__(self, args: argparse.Namespace, scripts: list[Script], path: Path) -> None:
        self.args, self.scripts, self.path = args, scripts, path
        self.server = self._start()
        self.killed: list[tuple[float, float]] = []
        self.told: list[tuple[float, float]] = []

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, __file__, "--serve", str(self.path)])

    async def whole(self) -> int:
        try:
            return await self._whole()
        finally:
            self.server.kill()
            self.server.wait()

    async def _whole(self) -> int:
        await _answers()
        pairs = [await self._create(script) for script in self.scripts]
        self.stays = [asyncio.ensure_future(p.stay()) for pair in pairs for p in pair]
        await asyncio.gather(*(p.here.wait() for pair in pairs for p in pair))
        for seed in range(self.args.bots):
            await self._against_bot(seed)
        self.begin = time.monotonic()
        games = [asyncio.ensure_future(self._game(n, pair)) for n, pair in enumerate(pairs)]
        if self.args.kill:
            games.append(asyncio.ensure_future(self._kill()))
        await asyncio.gather(*games)
        seconds = time.monotonic() - self.begin
        used = _processor_seconds(self.server.pid)
        for task in self.stays:
            task.cancel()
        return self._report(pairs, seconds, used)

    async def _against_bot(self, seed: int) -> None:
        """A game against a bot, which is answered at once by a move of chance, again and again."""
        wish = {"variant": "international", "opponent": "bot", "level": "expert"}
        opened = await asyncio.to_thread(_post, "/api/games", wish)
        player, choice = Player(opened["id"], opened["secret"], "human"), random.Random(seed)

        async def play() -> None:
            for number in itertools.count():
                moves = [m for ms in player.state["view"]["legal_moves"].values() for m in ms]
                if moves:
                    act = {"action": "move", "move": choice.choice(moves)["text"]}
                    about = {"nr": number, "client": "c", "version": player.state["version"]}
                    await player.send({"type": "act", **act, **about})
                player.came.clear()
                await player.came.wait()

        self.stays.append(asyncio.ensure_future(player.stay()))
        await player.here.wait()
        self.stays.append(asyncio.ensure_future(play()))

    async def _create(self, script: Script) -> tuple[Player, Player]:
        wish = {
            "variant": script.variant.value,
            "rules": "none",
            "clock": "60",
            "opponent": "friend",
            "color": "white",
        }
        opened = await asyncio.to_thread(_post, "/api/games", wish)
        white = Player(opened["id"], opened["secret"], "white")
        black = Player(opened["id"], opened["links"]["friend"].partition("#")[2], "black")
        return white, black

    async def _game(self, nth: int, pair: tuple[Player, Player]) -> None:
        """Plays a script, a move at a time, at the moments that are its own."""
        script, step = self.scripts[nth], self.args.games / self.args.rate
        for ply, move in enumerate(script.moves):
            at = self.begin + step * (ply + nth / self.args.games)
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            await self._move(script, pair, ply, move)

    async def _move(self, script: Script, pair: tuple[Player, Player], ply: int, move: str) -> None:
        player = pair[ply % 2]
        act = {"type": "act", "client": "c", "nr": ply, "action": "move", "move": move}
        sent = time.monotonic()
        while min(p.ply for p in pair) <= ply:
            await player.here.wait()
            await player.send({**act, "version": ply})
            both = asyncio.gather(*(p.sees(ply + 1) for p in pair))
            try:
                await asyncio.wait_for(both, 1 if self.args.kill else 10)
            except TimeoutError:
                assert self.args.kill, f"ply {ply} was not told: {player.refused}"
        self.told.append((sent, time.monotonic()))
        for p in pair:
            assert p.ply == ply + 1, f"{p.ply} plies are told, {ply + 1} were played"
            assert p.state["view"]["pieces"] == script.pieces[ply + 1], "another position"

    async def _kill(self) -> None:
        await asyncio.sleep(self.args.seconds / 2)
        killed = time.monotonic()
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()
        self.server = self._start()
        await _answers()
        self.killed.append((killed, time.monotonic()))

    def _report(
        self, pairs: list[tuple[Player, Player]], seconds: float, used: float | None
    ) -> int:
        for script, pair in zip(self.scripts, pairs, strict=True):
            for player in pair:
                played = [str(move["path"]) for move in player.state["moves"]]
                assert len(played) == len(script.moves), "moves were lost"
        calm = sorted(1000 * (b - a) for a, b in self.told if not self._cut(a))
        moves = sum(len(script.moves) for script in self.scripts)
        refused = sum(len(p.refused) for pair in pairs for p in pair)
        print(
            f"{len(pairs)} games, {moves} moves in {seconds:.1f} s: {moves / seconds:.0f} a second"
        )
        print("no move was lost, none done twice, every position was that of the script")
        points = statistics.quantiles(calm, n=100)
        print(
            f"told to both: median {points[49]:.1f} ms, 95 % within {points[94]:.1f} ms, "
            f"99 % within {points[98]:.1f} ms, the slowest {calm[-1]:.1f} ms; {refused} refused"
        )
        if used is not None:
            own = time.process_time()
            print(f"the server used {used:.1f} s of its core, the players {own:.1f} s of theirs")
        for killed, back in self.killed:
            longest = max(b - killed for a, b in self.told if b > killed and a < back)
            print(f"killed once, back after {back - killed:.2f} s, all went on in {longest:.2f} s")
        return 0

    def _cut(self, sent: float) -> bool:
        return any(killed - AROUND < sent < back + AROUND for killed, back in self.killed)


def _post(path: str, data: object) -> dict[str, object]:
    from urllib.request import Request, urlopen

    request = Request(ORIGIN + path, json.dumps(data).encode(), {"Origin": ORIGIN})
    with urlopen(request, timeout=30) as answer:
        return json.load(answer)


async def _answers() -> None:
    """Waits until the server answers."""
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", PORT)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError("the server does not answer")


def _processor_seconds(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
