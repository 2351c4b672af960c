"""An engine for tests that does what engines were seen to do: `python fake_engine.py FAULT…`.

It plays the first legal move. Each fault is a word of `FAULTS`; without one it is flawless.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

from damier import Board, Variant
from damier.hub.messages import Message, read_position

FAULTS = frozenset(sys.argv[1:])


def has(fault: str) -> bool:
    return fault in FAULTS


def say(line: str, end: str = "\n") -> None:
    sys.stdout.write(line + end)
    sys.stdout.flush()


def sleep() -> None:
    time.sleep(1000)


class Engine:
    """What it knows: the position, and the time for a move."""

    def __init__(self) -> None:
        self.variant = Variant.INTERNATIONAL
        self.board = Board(self.variant)
        self.seconds = 0.0
        self.moves = 0
        self.stopped = threading.Event()

    def hear(self, message: Message) -> None:
        answer = getattr(self, message.word.replace("-", "_"), None)
        if answer is not None:
            answer(message)

    def hub(self, message: Message) -> None:
        if has("silent-at-hub"):
            sleep()
        say("id name=fake version=1")
        say("param name=book value=true type=bool")
        say("param name=bb-size value=6 type=int min=0 max=7")
        if not has("one-game"):
            say('param name=variant value=normal type=enum values="normal brazilian"')
        say("wait")

    def set_param(self, message: Message) -> None:
        if message.text("name") == "variant":
            self.variant = Variant(message.text("value"))
        elif has("refuses-params"):
            say(f'error message="no {message.text("name")} here"')

    def init(self, message: Message) -> None:
        if has("noise"):
            say("reading tables...\nid\ninfo depth=1\n\n===\nparam\n" + "x" * 1_000_000)
        if has("silent-at-init"):
            say("loading 4 GB")
            sleep()
        say("ready")

    def ping(self, message: Message) -> None:
        if has("silent-at-ping"):
            sleep()
        say("pong")

    def pos(self, message: Message) -> None:
        """Like some, it takes no capture without its squares, and keeps the old position then."""
        board = read_position(message.text("pos"), self.variant)
        for text in message.text("moves").split():
            move = board.parse_move(text)
            if text != move.hub() or has("refuses-moves"):
                say(f'error message="bad move {text}"')
                return
            board.push(move)
        self.board = board

    def new_game(self, message: Message) -> None:
        if has("ends-after-a-game") and self.moves:
            os._exit(0)

    def level(self, message: Message) -> None:
        self.seconds = message.number("move-time") or 0.0
        print(message, file=sys.stderr, flush=True)

    def go(self, message: Message) -> None:
        move = self.board.legal_moves[0]
        self.moves += 1
        if has("silent-at-go") or has("ignores-stop"):
            sleep() if has("silent-at-go") else self.sulk()
        if has("dies"):
            print("segmentation fault, sorry", file=sys.stderr, flush=True)
            say("done mo", end="")
            os._exit(3)
        if has("garbage"):
            while True:
                say("\x00\x1b]\udcff done?".encode(errors="replace").decode() * 100)
        if has("half-a-line"):
            say(f"done move={move.hub()}", end="")
            sleep()
        if has("endless-line"):
            say("x" * 5_000_000, end="")
            sleep()
        if has("too-long-line"):
            say("x" * 20_000_000, end="")
            sleep()
        if has("error"):
            say('error message="out of ideas"')
            return
        if has("slow-to-stop"):
            threading.Thread(target=self.stop_slowly, args=(move.hub(),), daemon=True).start()
            return
        if has("overruns"):
            time.sleep(self.seconds + 0.15)
        self.tell(message, move.hub())

    def stop(self, message: Message) -> None:
        self.stopped.set()

    def stop_slowly(self, move: str) -> None:
        self.stopped.wait()
        self.stopped.clear()
        time.sleep(0.3)
        say(f"done move={move}")

    def tell(self, message: Message, move: str) -> None:
        if has("book"):
            say("info score=0.07")
        elif has("long-info"):
            say(f'info depth=4 score=0.25 nodes=1000 time=0.001 pv="{move}{" x" * 200_000}"')
        elif not has("forced"):
            say(f'info depth=3 mean-depth=2.5 score=0.25 nodes=1000 time=0.001 nps=1 pv="{move}"')
        if has("other-order"):
            origin, destination, *captured = move.split("x")
            move = "x".join([origin, destination, *reversed(captured)])
        if has("short-captures"):
            move = "x".join(move.split("x")[:2])
        if has("illegal"):
            move = "1-50"
        if has("no-move"):
            say("done")
        elif has("strange-done"):
            say("done move= ponder=32-28 32-28")
        else:
            say(f"done move={move}")

    def sulk(self) -> None:
        while True:
            time.sleep(0.01)

    def quit(self, message: Message) -> None:
        if not has("ignores-quit"):
            sys.exit()


def main() -> None:
    if has("ignores-quit"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if has("child"):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    engine = Engine()
    for line in sys.stdin:
        engine.hear(Message.parse(line))
    while has("ignores-quit"):
        time.sleep(0.01)


if __name__ == "__main__":
    main()
