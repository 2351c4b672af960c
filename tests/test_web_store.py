"""What the server keeps: durable before it is told, whole after a kill, one write at a time."""

import asyncio
import contextlib
import json
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.exceptions import WebSocketException

from damier.web import ConflictError, Row, SqliteStore, StoreError
from web_client import SECONDS, Server, serving

POSIX = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


def run(work):
    return asyncio.run(work)


class TestStore:
    def test_what_is_written_is_loaded(self, tmp_path):
        async def work():
            store = SqliteStore(str(tmp_path / "games"))
            row = Row("a", 1, 5.0, 0, "{}")
            await store.write([row])
            loaded, none = await store.load("a"), await store.load("b")
            counted, timed = await store.count(), await store.flags()
            await store.write([Row("a", 2, None, 1, "{}")])
            timed_later = await store.flags()
            await store.write([], ["a"])
            left = await store.count()
            await store.close()
            return loaded == row, none, counted, timed, timed_later, left

        assert run(work()) == (True, None, 1, ["a"], [], 0)

    def test_only_the_next_revision_is_written(self, tmp_path):
        async def work():
            store = SqliteStore(str(tmp_path / "games"))
            await store.write([Row("a", 1, None, 0, "one")])
            for revision in (1, 3):
                with pytest.raises(ConflictError):
                    await store.write([Row("a", revision, None, 0, "other")])
            with pytest.raises(ConflictError):
                await store.write([Row("b", 1, None, 0, "new"), Row("a", 3, None, 0, "other")])
            rows = await store.load("a"), await store.load("b")
            await store.close()
            return rows

        assert run(work()) == (Row("a", 1, None, 0, "one"), None)

    def test_a_conflict_leaves_others_of_its_transaction_alone(self, tmp_path):
        async def work():
            store = SqliteStore(str(tmp_path / "games"))
            await store.write([Row("a", 1, None, 0, "")])
            writes = [store.write([Row(name, 1, None, 0, "")]) for name in "abc"]
            results = await asyncio.gather(*writes, return_exceptions=True)
            count = await store.count()
            await store.close()
            return [type(result).__name__ for result in results], count

        assert run(work()) == (["ConflictError", "NoneType", "NoneType"], 3)

    def test_time_stands_still_while_no_server_runs(self, tmp_path):
        async def times(sleep):
            store = SqliteStore(str(tmp_path / "games"))
            began = store.now()
            await asyncio.sleep(sleep)
            await store.beat()
            ended = store.now()
            await store.close()
            return began, ended

        began, ended = run(times(0.3))
        assert ended - began >= 0.3
        time.sleep(0.5)
        again, _ = run(times(0))
        assert ended - 0.3 < again < ended + 0.3

    def test_it_is_durable_by_its_own_word(self, tmp_path):
        store = SqliteStore(str(tmp_path / "games"))
        (mode,) = store._base.execute("pragma journal_mode").fetchone()
        (synchronous,) = store._base.execute("pragma synchronous").fetchone()
        run(store.close())
        # https://www.sqlite.org/pragma.html#pragma_synchronous: 2 is FULL
        assert (mode, synchronous) == ("wal", 2)

    def test_a_file_that_is_no_store(self, tmp_path):
        path = tmp_path / "games"
        path.write_bytes(b"this is no file of SQLite, but long enough to be taken for one" * 20)
        with pytest.raises(StoreError, match="cannot open the store"):
            SqliteStore(str(path))
        with pytest.raises(StoreError):
            SqliteStore(str(tmp_path / "no" / "folder"))

    def test_a_file_of_a_later_version(self, tmp_path):
        path = tmp_path / "games"
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("pragma user_version = 99")
        with pytest.raises(StoreError, match="another version"):
            SqliteStore(str(path))

    def test_a_database_of_something_else_stays_as_it_is(self, tmp_path):
        path = tmp_path / "other.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("create table notes (text)")
        before = path.read_bytes()
        with pytest.raises(StoreError, match="something else"):
            SqliteStore(str(path))
        assert path.read_bytes() == before


class TestFailures:
    def test_what_cannot_be_stored_is_not_told(self):
        with serving() as server, server.pair() as (white, black):
            server.store.write = _fails
            answer = white.act("move", move="32-28")
            assert (answer["type"], answer["code"]) == ("refused", "not-stored")
            del server.store.write
            white.plays("31-27", black)
            assert [move["text"] for move in black.last["moves"]] == ["31-27"]

    def test_a_bot_moves_once_the_store_is_back(self):
        with serving() as server:
            made = server.create(opponent="bot", level="beginner", clock="5")
            with server.page(made["id"], made["secret"]) as page:
                page.state()
                written = server.store.write

                async def once(rows, delete=()):
                    server.store.write = _fails
                    await written(rows, delete)

                server.store.write = once
                page.plays("32-28")
                time.sleep(0.5)
                server.store.write = written
                page.until(lambda state: state["view"]["ply"] >= 2)

    def test_a_flag_falls_once_the_store_is_back(self):
        with serving() as server, server.pair(clock="1") as (white, _):
            server.store.ahead = 59.8
            white.act("touch", square=32)
            server.store.write = _fails
            with contextlib.suppress(TimeoutError):
                while True:
                    assert json.loads(white.connection.recv(timeout=0.5)).get("outcome") is None
            del server.store.write
            assert white.until(lambda state: state["outcome"])["outcome"]["rule"] == "time"

    def test_a_damaged_game_is_no_game(self, tmp_path):
        path = tmp_path / "games"
        with serving(path) as server:
            ids = [server.create()["id"] for _ in range(3)]
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("update games set data = '{' where id = ?", (ids[0],))
            base.execute("update games set data = '[]' where id = ?", (ids[1],))
            base.commit()
        with serving(path) as server:
            for id in ids[:2]:
                with server.page(id) as page:
                    assert page.receive()["code"] == "no-such-game"
            with server.page(ids[2]) as page:
                assert page.state()


class TestRestarts:
    def test_a_flag_that_falls_at_the_start_is_stored(self, tmp_path):
        """Nobody is at the table; the time went by in the last second before the end."""
        path = tmp_path / "games"
        with serving(path) as server, server.pair(clock="1") as (white, _):
            id = white.last["id"]
        with serving(path, ahead=60):
            for _ in range(200):
                with contextlib.closing(sqlite3.connect(path)) as base:
                    sql = "select flag, data from games where id = ?"
                    flag, data = base.execute(sql, (id,)).fetchone()
                if flag is None:
                    break
                time.sleep(0.05)
        outcome = json.loads(data)["game"]["outcome"]
        assert (outcome["winner"], outcome["rule"]) == ("black", "time")

    def test_everything_is_there_again(self, tmp_path):
        path = tmp_path / "games"
        wish = {"clock": "3+2", "name": "Ada", "rules": "fmjd"}
        with serving(path) as server, server.pair(**wish) as (white, black):
            white.plays("32-28", black)
            black.act("touch", square=19)
            white.act("offer_draw")
            before = black.until(lambda state: state["offers"]["draw"])
            links = (white.last["id"], server.secret)
        with serving(path) as server, server.page(*links) as page:
            after = page.until(lambda state: state["seat"] == "black")
        for state in (before, after):
            state["players"] = state["clock"] = state["view"]["clocks"] = None
        assert after == before


async def _fails(rows, delete=()):
    raise StoreError("the disk is full")


class TestTwoProcesses:
    """A site with a store of its own has many; here two servers share a file and are told."""

    def test_both_see_the_moves_of_either(self, tmp_path):
        path = tmp_path / "games"
        with serving(path) as one, serving(path) as other:
            made = one.create(opponent="screen")
            _announce(one, other)
            _announce(other, one)
            with (
                one.page(made["id"], made["secret"]) as here,
                other.page(made["id"], made["secret"]) as there,
            ):
                here.state()
                there.state()
                here.plays("32-28")
                there.until(lambda state: state["view"]["ply"] == 1)
                there.plays("19-23")
                here.until(lambda state: state["view"]["ply"] == 2)

    def test_of_two_at_once_one_is_refused(self, tmp_path):
        path = tmp_path / "games"
        with serving(path) as one, serving(path) as other:
            made = one.create(opponent="screen")
            with (
                one.page(made["id"], made["secret"]) as here,
                other.page(made["id"], made["secret"]) as there,
            ):
                here.state()
                there.state()
                here.plays("32-28")
                answer = there.act("move", move="31-27")
                assert (answer["type"], answer["code"]) == ("refused", "stale")
                there.until(lambda state: state["view"]["ply"] == 1)
                assert [move["text"] for move in there.last["moves"]] == ["32-28"]


def _announce(writer, reader):
    """What a broker does: the other server hears of every game that one has written."""
    write, changed = writer.store.write, reader.store.heard

    async def announced(rows, delete=()):
        await write(rows, delete)
        for id in (*(row.id for row in rows), *delete):
            changed(id)

    writer.store.write = announced


@contextlib.contextmanager
def process(path, port):
    """`damier serve` as a process of its own."""
    command = [sys.executable, "-m", "damier", "serve", "--no-open"]
    server = subprocess.Popen(
        [*command, "--port", str(port), "--store", str(path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert f":{port}/" in server.stdout.readline()
        _wait_for(port)
        yield server
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def _wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail("the server does not answer")


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@POSIX
class TestKill:
    def test_games_go_on_where_they_stood(self, tmp_path):
        """Three games at once, killed while moves are on their way."""
        port = _free_port()
        server = Server(port, None)
        games = []
        with process(tmp_path / "games", port) as running:
            for _ in range(3):
                games.append(Shuffle(server, server.create(opponent="screen", rules="none")))
            threads = [threading.Thread(target=game.play, args=(10_000,)) for game in games]
            for thread in threads:
                thread.start()
            while min(game.done for game in games) < 20:
                assert all(thread.is_alive() for thread in threads)
                time.sleep(0.01)
            running.send_signal(signal.SIGKILL)
            for thread in threads:
                thread.join(SECONDS)
        with process(tmp_path / "games", port):
            for game in games:
                told = game.done
                game.play(told + 10)
                assert game.done == told + 10

    def test_the_clock_is_charged_for_the_time_that_the_server_ran(self, tmp_path):
        port = _free_port()
        server = Server(port, None)
        with process(tmp_path / "games", port) as running:
            made = server.create(opponent="screen", clock="5")
            with server.page(made["id"], made["secret"]) as page:
                page.until(lambda state: state["clock"]["running"])
                time.sleep(2.5)
            running.send_signal(signal.SIGKILL)
        time.sleep(2)
        with process(tmp_path / "games", port), server.page(made["id"], made["secret"]) as page:
            left = page.state()["clock"]["white"]
            # 2.5 seconds went by, of which the last one may be lost; starting takes its time
            assert 297.4 - 3 < left <= 299


class Shuffle:
    """A game at one screen, of random moves; what is told is counted."""

    def __init__(self, server, made):
        self.server, self.made = server, made
        self.done = 0

    def play(self, until):
        """Plays up to so many moves, or until the server is gone, and loses none."""
        with (
            contextlib.suppress(WebSocketException, OSError, TimeoutError, EOFError),
            self.server.page(self.made["id"], self.made["secret"]) as page,
        ):
            ply = page.state()["view"]["ply"]
            # The move on its way at the kill may have been stored and not told, not the reverse.
            assert self.done <= ply <= self.done + 1
            assert len(page.last["moves"]) == ply
            self.done = ply
            while self.done < until:
                self.step(page)

    def step(self, page):
        moves, ply = page.last["view"]["legal_moves"], page.last["view"]["ply"]
        if not moves or page.last["outcome"]:
            pytest.fail("the game has ended too soon")
        text = random.Random(ply).choice(sorted(m["text"] for ms in moves.values() for m in ms))
        answer = page.act("move", move=text)
        assert answer["type"] == "done"
        page.until(lambda state: state["view"]["ply"] > ply)
        self.done += 1


def test_a_repeated_action_is_done_once_even_after_a_restart(tmp_path):
    path = tmp_path / "games"
    with serving(path) as server:
        made = server.create(opponent="screen")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            page.act("move", move="32-28", nr=1, client="c")
    with serving(path) as server, server.page(made["id"], made["secret"]) as page:
        page.state()
        answer = page.act("move", move="32-28", nr=1, client="c", version=0)
        assert answer == {"type": "done", "nr": 1}
        assert page.last["view"]["ply"] == 1
        assert json.dumps(page.last["moves"]).count("32-28") == 1
