"""Hostile clients: refused, logged without secrets, and nobody else is disturbed."""

import asyncio
import contextlib
import json
import logging
import os
import random
import socket
import struct
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed, InvalidStatus

from damier.web import Limits
from damier.web.connection import Connection
from web_client import serving


@pytest.fixture
def server():
    with serving() as server:
        yield server


def _play_on(pair):
    """The players of another table notice nothing."""
    white, black = pair
    began = time.monotonic()
    white.plays("32-28", black)
    black.plays("19-23", white)
    white.plays("28x19", black)
    assert time.monotonic() - began < 10


def _goodbye(connection):
    """The last message, and how the socket was closed."""
    last = None
    try:
        while True:
            last = json.loads(connection.recv(timeout=30))
    except ConnectionClosed as closed:
        return last, closed.rcvd.code if closed.rcvd else None


class TestSecrets:
    @pytest.mark.parametrize("secret", ["x", "", "0" * 24, "\u00e9", "x" * 3000])
    def test_a_forged_secret_opens_nothing(self, server, secret):
        made = server.create()
        with server.page(made["id"], secret) as page:
            gone = page.receive()
            assert (gone["type"], gone["code"], gone["final"]) == ("gone", "wrong-secret", True)

    def test_the_secret_of_another_game_opens_nothing(self, server):
        one, other = server.create(), server.create()
        with server.page(one["id"], other["secret"]) as page:
            assert page.receive()["code"] == "wrong-secret"

    def test_a_hash_is_no_secret(self, server):
        from hashlib import sha256

        made = server.create()
        with server.page(made["id"], sha256(made["secret"].encode()).hexdigest()) as page:
            assert page.receive()["code"] == "wrong-secret"

    def test_nobody_is_told_a_secret(self, server):
        made = server.create()
        friend = made["links"]["friend"].partition("#")[2]
        with server.page(made["id"], made["secret"]) as white, server.page(made["id"]) as other:
            for page in (white, other):
                text = json.dumps(page.state())
                assert friend not in text
                assert made["secret"] not in text
        pdn = server.get(f"/api/games/{made['id']}.pdn").text
        assert friend not in pdn
        assert made["secret"] not in pdn

    def test_logs_have_no_secret(self, server, caplog):
        caplog.set_level(logging.DEBUG)
        made = server.create()
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            page.act("move", move="19-23")
            page.connection.send("{" + made["secret"])
            _goodbye(page.connection)
        with server.page(made["id"], made["secret"] + "x") as page:
            _goodbye(page.connection)
        server.get(f"/game/{made['id']}")
        logged = [record for record in caplog.records if record.name.startswith("damier")]
        assert any("wrong-secret" in record.getMessage() for record in logged)
        for record in caplog.records:
            if record.name.startswith(("damier", "uvicorn")):
                assert made["secret"] not in record.getMessage()


class TestActions:
    def test_spectators_do_nothing(self, server):
        with server.pair() as pair, server.page(pair[0].last["id"]) as spectator:
            spectator.state()
            for action in ("move", "touch", "resign", "offer_draw", "abort", "rematch"):
                answer = spectator.act(action, move="32-28", square=32)
                assert (answer["type"], answer["code"]) == ("refused", "not-a-player")
            _play_on(pair)

    @pytest.mark.parametrize(
        ("action", "more", "code"),
        [
            ("move", {"move": "19-23"}, "not-your-turn"),
            ("touch", {"square": 32}, "not-your-turn"),
            ("accept_draw", {}, "no-offer"),
            ("decline_draw", {}, "no-offer"),
            ("accept_undo", {}, "no-undo-offer"),
            ("offer_undo", {}, "nothing-to-undo"),
            ("claim_draw", {}, "no-claim"),
            ("rematch", {}, "not-now"),
            ("resign", {"version": 7}, "stale"),
            ("resign", {"version": -1}, "stale"),
        ],
    )
    def test_what_the_game_does_not_allow(self, server, action, more, code):
        with server.pair() as (white, black):
            answer = black.act(action, **more)
            assert (answer["type"], answer["code"]) == ("refused", code)
            white.plays("32-28", black)

    @pytest.mark.parametrize("text", ["", "x", "32-28" * 500, "99-98", "32x", "\x00", "32-28\n"])
    def test_texts_that_are_no_moves(self, server, text):
        with server.pair() as (white, black):
            answer = white.act("move", move=text)
            if answer["type"] == "done":  # white space around a move is no harm
                assert text.strip() == "32-28"
                return
            assert answer["type"] == "refused"
            white.plays("32-28", black)

    @pytest.mark.parametrize("square", [0, -1, 51, 10**9])
    def test_squares_off_the_board(self, server, square):
        with server.pair() as (white, _):
            assert white.act("touch", square=square)["code"] == "off-board"


class TestMessages:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "x",
            "[]",
            "null",
            '"join"',
            "{}",
            '{"type": "jump"}',
            '{"type": "join", "secret": 3}',
            '{"type": "act", "nr": 1}',
            '{"type": "act", "nr": 1, "version": 0, "action": "__init__", "client": ""}',
            '{"type": "act", "nr": "1", "version": 0, "action": "resign", "client": ""}',
            '{"type": "act", "nr": 1e999, "version": 0, "action": "resign", "client": ""}',
            '{"type": "act", "nr": true, "version": 0, "action": "resign", "client": ""}',
            '{"type": "act", "nr": 1, "version": 0, "action": ["move"], "client": ""}',
            '{"type": "act", "nr": 1, "version": 0, "action": "move", "move": 3, "client": ""}',
            '{"type": "act", "nr": 1, "version": 0, "action": "touch", "square": 1.5}',
            '{"type": "act", "nr": 1, "version": 0, "action": "resign", "client": ["x"]}',
            '{"type": "act", "nr": ' + "9" * 3000 + ', "version": 0, "action": "resign"}',
            '{"type": "join", "secret": "\\ud800"}',
            '{"type": "act", "nr": 1, "version": 0, "action": "move", "move": "\\udfff"}',
            "[" * 4000,
            b"\x00\x01",
        ],
    )
    def test_broken_messages(self, server, text):
        with server.pair() as pair:
            for joined in (False, True):
                with server.connect(pair[0].last["id"]) as connection:
                    if joined:
                        connection.send('{"type": "join", "secret": null}')
                        connection.recv(timeout=30)
                    connection.send(text)
                    last, code = _goodbye(connection)
                    assert (last["type"], last["code"], code) == ("gone", "bad-message", 1008)
            _play_on(pair)

    def test_a_message_of_broken_utf_8(self, server):
        with server.pair() as pair:
            with server.connect(pair[0].last["id"]) as connection:
                connection.socket.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
                assert _goodbye(connection)[1] in (1007, 1006, None)
            _play_on(pair)

    def test_a_huge_message(self, server):
        with server.pair() as pair:
            with server.connect(pair[0].last["id"]) as connection:
                connection.send("x" * 5000)
                assert _goodbye(connection)[1] == 1009
            _play_on(pair)

    def test_a_frame_that_claims_to_be_endless(self, server):
        with server.pair() as pair:
            with server.connect(pair[0].last["id"]) as connection:
                connection.socket.sendall(b"\x81\xff" + struct.pack("!Q", 2**62) + b"\x00" * 4)
                assert _goodbye(connection)[1] in (1009, 1006, None)
            _play_on(pair)

    def test_who_says_nothing_is_sent_away(self):
        with serving(join_seconds=0.3) as server:
            made = server.create()
            with server.connect(made["id"]) as connection:
                last, _ = _goodbye(connection)
                assert last["code"] == "bad-message"

    @pytest.mark.parametrize(
        "body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 4000, b'{"variant": {}}']
    )
    def test_broken_requests(self, server, body):
        answer = server.post("/api/games", body)
        assert 400 <= answer.status < 500
        assert answer.json()["error"]["text"]

    def test_a_huge_request(self, server):
        assert server.post("/api/games", b"x" * 5000).status == 413

    @pytest.mark.parametrize(
        "path",
        [
            "/api/games/..%2f..%2fx.pdn",
            "/api/games/'--.pdn",
            "/api/games/%00.pdn",
            "/board/chess.svg",
            "/static/../app.py",
            "/static/..%2fapp.py",
            "/static/%2e%2e/app.py",
            "/nothing",
        ],
    )
    def test_paths_that_lead_nowhere(self, server, path):
        assert server.get(path).status == 404

    def test_whatever_is_sent_no_error_is_ours(self, caplog):
        """Messages with parts from a drawer of strange things; DAMIER_FUZZ sets how many."""
        chance = random.Random(16)
        things = [
            "\u200d",
            None,
            True,
            0,
            1,
            -1,
            2**53,
            10**30,
            1.5,
            float("inf"),
            "",
            "x",
            "32-28",
            "move",
        ]
        things += [
            "touch",
            "undo",
            "spectator",
            "\x00",
            "\u200d",
            "\ud83d",
            [],
            {},
            [[]],
            {"type": "act"},
        ]
        keys = ["type", "secret", "lang", "client", "nr", "version", "action", "square", "move"]
        keys += ["name"]
        things += ["\u200d"]
        usual = {"type": "act", "nr": 1, "version": 0, "action": "touch", "square": 32}
        with serving(sockets_per_minute=10**6) as server, server.pair() as pair:
            for _ in range(int(os.environ.get("DAMIER_FUZZ", "60"))):
                with server.connect(pair[0].last["id"]) as connection:
                    join = {"type": "join", "secret": server.secret}
                    connection.send(json.dumps(_strange(join, keys, things, chance, 1)))
                    for _ in range(5):
                        with contextlib.suppress(ConnectionClosed):
                            message = _strange(usual, keys, things, chance, 2)
                            connection.send(json.dumps(message))
            with server.page(pair[0].last["id"]) as page:
                state = page.state()
                assert (state["outcome"], state["moves"]) == (None, [])
            _play_on(pair)
        assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def _strange(message, keys, things, chance, most):
    """A message of which some parts are another thing or are missing."""
    message = dict(message)
    for key in chance.sample(keys, chance.randint(0, most)):
        if chance.random() < 0.2:
            message.pop(key, None)
        else:
            message[key] = chance.choice(things)
    return message


class TestFloods:
    def test_too_many_messages(self):
        with serving(messages=2) as server, server.pair() as pair:
            with server.page(pair[0].last["id"]) as page:
                with contextlib.suppress(ConnectionClosed):  # which may come before the last
                    for _ in range(30):  # twenty at once, and two a second
                        page.send(type="ping")
                last, code = _goodbye(page.connection)
                assert (last["type"], last["code"], code) == ("gone", "too-fast", 1008)
            _play_on(pair)

    def test_rematches_are_games_too(self):
        with serving(games=1) as server:
            made = server.create(opponent="screen")
            with server.page(made["id"], made["secret"]) as page:
                page.state()
                page.plays("32-28")
                assert page.act("resign")["type"] == "done"
                page.until(lambda state: state["outcome"])
                assert page.act("rematch")["code"] == "too-many"

    def test_too_many_games(self):
        with serving(games_at_once=3) as server:
            for _ in range(3):
                server.create()
            answer = server.post("/api/games", {"variant": "brazilian", "opponent": "friend"})
            assert (answer.status, answer.json()["error"]["code"]) == (429, "too-fast")

    def test_a_full_store(self):
        with serving(games=2) as server:
            server.create()
            server.create()
            answer = server.post("/api/games", {"variant": "brazilian", "opponent": "friend"})
            assert (answer.status, answer.json()["error"]["code"]) == (503, "too-many")

    def test_too_many_sockets(self):
        with serving(sockets_per_address=3) as server, server.pair() as pair:
            with server.page(pair[0].last["id"]) as page:
                page.state()
                with server.connect(pair[0].last["id"]) as fourth:
                    assert _goodbye(fourth)[1] == 1013
            _play_on(pair)

    def test_too_many_spectators(self):
        with serving(sockets_per_game=1) as server, server.pair() as pair:
            with server.page(pair[0].last["id"]) as one, server.page(pair[0].last["id"]) as two:
                one.state()
                assert two.receive()["code"] == "too-many"
            _play_on(pair)

    def test_too_many_requests(self):
        with serving(requests=1) as server:
            made = server.create()
            path = f"/api/games/{made['id']}.pdn"
            statuses = [server.get(path).status for _ in range(30)]
            assert statuses[0] == 200
            assert 429 in statuses

    def test_behind_a_proxy_everybody_has_limits_of_their_own(self):
        with serving(games_at_once=1) as server:
            wish = {"variant": "brazilian", "opponent": "friend", "color": "white"}
            answers = [
                server.post("/api/games", wish, **{"X-Forwarded-For": address}).status
                for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2")
            ]
            assert answers == [201, 201, 429, 201, 429]  # of IPv6 a network is one

    def test_of_ipv6_an_address_of_ipv4_is_one(self):
        with serving(games_at_once=1) as server:
            wish = {"variant": "brazilian", "opponent": "friend", "color": "white"}
            answers = [
                server.post("/api/games", wish, **{"X-Forwarded-For": address}).status
                for address in ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.3:4567")
            ]
            assert answers == [201, 201, 201]

    def test_a_name_that_cannot_be_read_is_told(self, server):
        made = server.create()
        with server.page(made["id"], made["secret"], name="a\u200db") as page:
            gone = page.of_type("gone")
            assert (gone["code"], gone["final"]) == ("bad-request", True)
            assert "name" in gone["text"]

    def test_a_slow_page_gets_the_newest_state_only(self):
        sent = asyncio.run(_shown_while_it_sleeps(50))
        assert len(sent) == 2

    def test_who_does_not_listen_holds_nobody_up(self, server):
        with server.pair() as pair:
            deaf = socket.create_connection(("127.0.0.1", server.port))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            with deaf:
                deaf.sendall(_handshake(server, pair[0].last["id"]))
                deaf.sendall(_frame(b'{"type": "join", "secret": null}'))
                for _ in range(90):
                    deaf.sendall(_frame(b'{"type": "ping"}'))
                _play_on(pair)


async def _shown_while_it_sleeps(times):
    """What a page is sent that takes the first message only after it was told so often."""

    class Socket:
        path_params = {"id": "x"}  # noqa: RUF012 - as Starlette has it

        async def send_text(self, text):
            sent.append(text)
            await takes.wait()

    class Tables:
        limits = Limits()

    class Table:
        analysis = None

        def text(self, watcher):
            return "state"

    sent, takes = [], asyncio.Event()
    page = Connection(Socket(), Tables(), "here")
    page._table = Table()
    writer = asyncio.ensure_future(page._write())
    for _ in range(times):
        page.show()
        await asyncio.sleep(0)
    takes.set()
    await asyncio.sleep(0.1)
    writer.cancel()
    return sent


def _handshake(server, id):
    return (
        f"GET /ws/{id} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def _frame(data):
    """A short frame of text with a mask that changes nothing (RFC 6455, 5.2)."""
    return bytes((0x81, 0x80 | len(data))) + bytes(4) + data


class TestOrigins:
    @pytest.mark.parametrize(
        "origin", [None, "null", "http://evil.example", "http://localhost:1", "x", "http://["]
    )
    def test_other_origins_get_no_socket(self, server, origin):
        made = server.create()
        with pytest.raises(InvalidStatus) as refused:
            server.connect(made["id"], origin=origin)
        assert refused.value.response.status_code == 403

    @pytest.mark.parametrize("origin", ["null", "http://evil.example", ""])
    def test_other_origins_make_no_game(self, server, origin):
        answer = server.post("/api/games", {"variant": "brazilian"}, Origin=origin)
        assert (answer.status, answer.json()["error"]["code"]) == (403, "other-origin")

    def test_a_foreign_name_that_leads_here_is_refused(self, server):
        for host in ("evil.example", "evil.example:80", "localhost.evil.example", "", "["):
            assert server.get("/", Host=host).status in (400, 403)

    def test_the_names_of_this_machine_are_known(self, server):
        for host in ("localhost", "127.0.0.1", "[::1]", "192.168.1.7:8000", socket.gethostname()):
            assert server.get("/api/options", Host=host).status == 200


def test_every_answer_says_what_a_page_may_load(server):
    for path in ("/", "/game/x", "/api/options", "/board/brazilian.svg", "/nothing"):
        policy = server.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert server.get(path).headers["x-content-type-options"] == "nosniff"
