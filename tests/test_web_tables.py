"""Tables of the server: players, offers, clocks, bots, the end, and the next game."""

import asyncio
import json
import os
import threading
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from damier import pdn
from damier.web import bots
from web_client import serving

LANGUAGES = {"en", "fr", "pt", "nl"}


@pytest.fixture
def server():
    with serving() as server:
        yield server


class TestNewGames:
    def test_a_friend_gets_a_link_of_their_own(self, server):
        made = server.create(color="black")
        assert made["seat"] == "black"
        assert made["links"]["you"] == f"/game/{made['id']}#{made['secret']}"
        assert made["links"]["spectator"] == f"/game/{made['id']}"
        friend = made["links"]["friend"].partition("#")[2]
        assert friend
        assert friend != made["secret"]
        with server.page(made["id"], friend) as page:
            assert page.state()["seat"] == "white"

    def test_secrets_have_128_bits_or_more(self, server):
        # url-safe base64 has 6 bits a letter
        assert len(server.create()["secret"]) * 6 >= 128

    def test_the_store_has_no_secret(self, tmp_path):
        with serving(tmp_path / "games") as server:
            made = server.create()
            with server.page(made["id"], made["secret"]) as page:
                page.state()
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert made["id"].encode() in stored
        assert made["secret"].encode() not in stored

    @pytest.mark.parametrize(
        ("wish", "field"),
        [
            ({"variant": "chess"}, "variant"),
            ({"variant": ["brazilian"]}, "variant"),
            ({"opponent": "nobody"}, "opponent"),
            ({"color": "red"}, "color"),
            ({"opponent": "bot", "level": "hard"}, "level"),
            ({"opponent": "bot"}, "level"),
            ({"rules": "cbd"}, "rules"),
            ({"rules": 3}, "rules"),
            ({"clock": "0"}, "clock"),
            ({"clock": "181"}, "clock"),
            ({"clock": "3+"}, "clock"),
            ({"clock": 3}, "clock"),
            ({"clock": "\u0663"}, "clock"),
            ({"name": "x" * 31}, "name"),
            ({"name": "a\x00b"}, "name"),
            ({"name": 7}, "name"),
            ({"practice": True}, "practice"),
            ({"practice": "yes", "opponent": "screen"}, "practice"),
        ],
    )
    def test_what_is_wrong_is_named(self, server, wish, field):
        wish = {"variant": "international", "opponent": "friend", **wish}
        answer = server.post("/api/games", wish)
        assert answer.status == 422
        assert answer.json()["error"] == {
            "code": "bad-request",
            "text": f"this cannot be read: {field}",
        }

    def test_options_say_what_may_be_chosen(self, server):
        for language in LANGUAGES:
            options = server.get(f"/api/options?lang={language}").json()
            names = [variant["name"] for variant in options["variants"]]
            assert names == ["brazilian", "international"]
            for variant in options["variants"]:
                rules = {rule["name"]: rule["text"] for rule in variant["rules"]}
                assert variant["default_rules"] in rules
                assert all(rules.values())
                assert len(variant["start"]) == {8: 24, 10: 40}[variant["size"]]

    def test_the_board_is_drawn_without_style(self, server):
        for variant, squares in (("brazilian", 32), ("international", 50)):
            answer = server.get(f"/board/{variant}.svg?numbers=1&perspective=black")
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert answer.text.count('class="square ') == squares
            assert "style" not in answer.text


class TestPlay:
    def test_moves_are_told_to_both_and_to_spectators(self, server):
        with server.pair() as (white, black), server.page(white.last["id"]) as spectator:
            white.plays("32-28", black)
            state = spectator.until(lambda state: state["view"]["ply"] == 1)
            assert state["seat"] == "spectator"
            assert state["can"] == []
            assert state["view"]["legal_moves"] == {}
            [move] = black.last["moves"]
            assert (move["text"], move["from"], move["to"]) == ("32-28", 32, 28)
            assert black.last["view"]["legal_moves"]["19"]
            assert white.last["view"]["legal_moves"] == {}

    def test_a_move_of_the_other_side_is_refused(self, server):
        with server.pair() as (_, black):
            answer = black.act("move", move="32-28")
            assert (answer["type"], answer["code"]) == ("refused", "not-your-turn")

    def test_a_refusal_is_in_the_language_of_the_page(self, server):
        made = server.create(opponent="screen")
        with server.page(made["id"], made["secret"], lang="nl") as page:
            page.state()
            answer = page.act("move", move="32-23")
            assert answer["code"] == "not-a-move"
            assert answer["text"] == "de schijf op 32 kan niet naar 23"

    def test_a_stale_action_is_refused_and_the_state_follows(self, server):
        with server.pair() as (white, black):
            white.plays("32-28", black)
            answer = black.act("move", move="19-23", version=0)
            assert answer["code"] == "stale"
            assert black.state()["version"] == 1

    def test_a_repeated_action_is_done_once(self, server):
        with server.pair() as (white, black):
            for _ in range(3):
                answer = white.act("move", move="32-28", nr=5, version=0)
                assert answer == {"type": "done", "nr": 5}
            white.until(lambda state: state["view"]["ply"] == 1)
            assert black.until(lambda state: state["view"]["ply"] == 1)["version"] == 1

    def test_a_half_made_capture_is_there_after_a_reload(self, server):
        made = server.create(opponent="screen", variant="brazilian")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            assert page.act("touch", square=22)["type"] == "done"
        with server.page(made["id"], made["secret"]) as page:
            view = page.state()["view"]
            assert (view["at"], view["next_squares"]) == (22, [17, 18])

    def test_the_other_side_does_not_see_a_half_made_move(self, server):
        with server.pair() as (white, black):
            white.act("touch", square=32)
            assert white.until(lambda state: state["view"]["at"])["view"]["touched"] == [32]
            assert black.state()["view"]["touched"] == []

    def test_many_pages_of_one_player(self, server):
        made = server.create(opponent="screen")
        with server.page(made["id"], made["secret"]) as one:
            one.state()
            with server.page(made["id"], made["secret"]) as other:
                other.state()
                one.plays("32-28", other)
                other.plays("19-23", one)
                assert one.last["moves"] == other.last["moves"]

    def test_presence(self, server):
        made = server.create()
        friend = made["links"]["friend"].partition("#")[2]
        with server.page(made["id"], made["secret"], name="Ada") as white:
            state = white.state()
            assert state["players"]["white"]["present"]
            assert not state["players"]["black"]["present"]
            with server.page(made["id"], friend, name="Bo"):
                state = white.until(lambda state: state["players"]["black"]["present"])
                assert state["players"]["black"]["name"] == "Bo"
            white.until(lambda state: not state["players"]["black"]["present"])

    def test_who_is_sent_away_while_coming_is_not_there(self):
        """The store takes longer to note that a player has come than the player has time."""
        goes = threading.Event()
        with serving(join_seconds=1) as server:
            made = server.create()
            friend = made["links"]["friend"].partition("#")[2]
            write = server.store.write

            async def slowly(rows, delete=()):
                await asyncio.to_thread(goes.wait, 30)
                await write(rows, delete)

            with server.page(made["id"], made["secret"]) as white:
                white.state()
                server.store.write = slowly
                with server.page(made["id"], friend) as black:
                    assert black.receive()["type"] == "gone"
                goes.set()
                state = white.until(lambda state: state["players"]["black"]["arrived"])
                assert not state["players"]["black"]["present"]
                white.act("resign")
                state = white.until(lambda state: state["outcome"])
                assert not state["players"]["black"]["present"]

    def test_a_name_is_given_once(self, server):
        made = server.create(name="Ada")
        with server.page(made["id"], made["secret"], name="Eve") as white:
            assert white.state()["players"]["white"]["name"] == "Ada"


class TestOffers:
    def test_a_draw_offer_declined_and_another_accepted(self, server):
        with server.pair() as (white, black):
            assert "offer_draw" in white.last["can"]
            white.act("offer_draw")
            state = black.until(lambda state: state["offers"]["draw"] == "white")
            assert {"accept_draw", "decline_draw"} <= set(state["can"])
            white.until(lambda state: state["offers"]["draw"])
            assert white.act("accept_draw")["code"] == "no-offer"
            black.act("decline_draw")
            white.until(lambda state: not state["offers"]["draw"])
            black.until(lambda state: not state["offers"]["draw"])
            black.act("offer_draw")
            white.until(lambda state: state["offers"]["draw"] == "black")
            white.act("accept_draw")
            outcome = black.until(lambda state: state["outcome"])["outcome"]
            assert (outcome["result"], outcome["rule"]) == ("1-1", "agreement")
            assert set(outcome["sentence"]) == LANGUAGES

    def test_a_take_back_by_agreement(self, server):
        with server.pair() as (white, black):
            white.plays("32-28", black)
            white.act("offer_undo")
            black.until(lambda state: "accept_undo" in state["can"])
            black.act("accept_undo")
            state = white.until(lambda state: state["view"]["ply"] == 0)
            assert state["moves"] == []
            white.plays("31-27", black)
            assert [move["text"] for move in black.last["moves"]] == ["31-27"]

    def test_resignation_and_a_rematch_with_colours_changed(self, server):
        with server.pair(name="Ada", clock="5") as (white, black):
            white.act("resign")
            outcome = white.until(lambda state: state["outcome"])["outcome"]
            assert (outcome["winner"], outcome["result"]) == ("black", "0-2")
            assert white.last["can"] == ["rematch"]
            white.act("rematch")
            state = black.until(lambda state: state["offers"]["rematch"] == "white")
            assert white.until(lambda state: state["offers"]["rematch"])["can"] == []
            assert state["can"] == ["rematch"]
            black.act("rematch")
            links = [
                page.until(lambda state: state["rematch"])["rematch"] for page in (white, black)
            ]
            assert links[0]["id"] == links[1]["id"] != white.last["id"]
            assert links[0]["link"] != links[1]["link"]
            secret = links[0]["link"].partition("#")[2]
            with server.page(links[0]["id"], secret) as again:
                state = again.state()
                assert state["seat"] == "black"
                assert state["players"]["black"]["name"] == "Ada"
                assert state["clock"] == {"white": 300.0, "black": 300.0, "running": None}
            with server.page(white.last["id"]) as spectator:
                assert "#" not in spectator.state()["rematch"]["link"]
            assert white.act("rematch")["code"] == "not-now"

    def test_a_claim(self, server):
        made = server.create(opponent="screen", rules="lidraughts")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            assert page.act("claim_draw")["code"] == "no-claim"
            for text in ("32-28", "19-23", "28x19", "14x23", "31-27", "20-24"):
                page.plays(text)
            assert "claim_draw" not in page.last["can"]

    def test_a_claim_that_holds(self, server):
        made = server.create(opponent="screen", rules="lidraughts", variant="brazilian")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            for text in _SHUFFLED.split():
                page.plays(text)
            assert "claim_draw" in page.last["can"]
            assert page.act("claim_draw")["type"] == "done"
            outcome = page.until(lambda state: state["outcome"])["outcome"]
            assert (outcome["rule"], outcome["winner"]) == ("repetition", None)

    def test_a_game_is_given_up_before_it_has_begun(self, server):
        with server.pair() as (white, black):
            assert "abort" in white.last["can"]
            white.plays("32-28", black)
            black.plays("19-23", white)
            assert "abort" not in white.last["can"]
            assert white.act("abort")["code"] == "not-now"
        with server.pair() as (white, black):
            id = white.last["id"]
            assert white.act("abort")["type"] in ("gone", "done")
            assert black.of_type("gone")["final"] is True
        with server.page(id) as page:
            gone = page.of_type("gone")
            assert (gone["code"], gone["final"]) == ("no-such-game", True)


class TestClocks:
    def test_a_clock_stands_until_both_are_there(self, server):
        made = server.create(clock="3+2")
        with server.page(made["id"], made["secret"]) as white:
            assert white.state()["clock"] == {"white": 180.0, "black": 180.0, "running": None}
            assert "move" not in white.last["can"]
            assert white.act("move", move="32-28")["code"] == "clock-paused"
            friend = made["links"]["friend"].partition("#")[2]
            with server.page(made["id"], friend) as black:
                assert black.state()["clock"]["running"] == "white"

    def test_a_flag_falls_without_anybody_moving(self, server):
        with server.pair(clock="1") as (white, black):
            server.store.ahead = 59.5
            white.act("touch", square=32)  # has the server look at the time
            outcome = white.until(lambda state: state["outcome"])["outcome"]
            assert (outcome["winner"], outcome["rule"]) == ("black", "time")
            assert black.until(lambda state: state["outcome"])["outcome"] == outcome
            assert white.last["clock"]["white"] == 0.0


class TestBots:
    @pytest.mark.parametrize(
        ("variant", "level"),
        [
            ("brazilian", "easy"),
            ("brazilian", "medium"),
            ("international", "beginner"),
            ("international", "intermediate"),
        ],
    )
    def test_a_bot_answers(self, server, variant, level):
        made = server.create(variant=variant, opponent="bot", level=level, color="black")
        with server.page(made["id"], made["secret"]) as page:
            state = page.until(lambda state: state["view"]["ply"] == 1)
            assert state["players"]["white"] == {
                "name": None,
                "present": True,
                "arrived": True,
                "bot": level,
            }
            text = next(iter(state["view"]["legal_moves"].values()))[0]["text"]
            page.plays(text)
            page.until(lambda state: state["view"]["ply"] == 3)

    def test_a_bot_agrees_to_a_take_back_and_answers_a_draw_offer(self, server):
        made = server.create(variant="brazilian", opponent="bot", level="easy")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            page.plays("c3-d4")
            page.until(lambda state: state["view"]["ply"] == 2)
            page.act("offer_undo")
            page.until(lambda state: state["view"]["ply"] == 0)
            page.act("offer_draw")
            # no bot agrees before the sixtieth ply unless it is losing
            page.until(lambda state: state["view"]["offers"]["left"]["white"] == 2)
            page.until(lambda state: state["offers"]["draw"] is None)
            assert page.last["outcome"] is None

    def test_a_bot_always_wants_another_game(self, server):
        made = server.create(variant="brazilian", opponent="bot", level="easy")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            page.act("resign")
            page.until(lambda state: state["outcome"])
            page.act("rematch")
            again = page.until(lambda state: state["rematch"])["rematch"]["id"]
            with server.page(again, made["secret"]) as other:
                state = other.until(lambda state: state["view"]["ply"] == 1)
                assert state["seat"] == "black"


class TestThinking:
    def test_bots_hold_nobody_up(self, server, monkeypatch):
        """A bot that thinks for ever: others play, and flags fall."""
        ends = threading.Event()
        monkeypatch.setattr(bots, "reply", lambda *arguments: ends.wait())
        try:
            made = server.create(opponent="bot", level="expert", clock="1", color="black")
            with server.page(made["id"], made["secret"]) as page:
                page.state()
                with server.pair(clock="1") as (white, black):
                    white.plays("32-28", black)
                    server.store.ahead = 59.8
                    black.act("touch", square=19)
                    assert black.until(lambda state: state["outcome"])["outcome"]["rule"] == "time"
                page.act("touch", square=19)  # has the server look at the time
                outcome = page.until(lambda state: state["outcome"])["outcome"]
                assert (outcome["winner"], outcome["rule"]) == ("black", "time")
        finally:
            ends.set()

    @pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities as POSIX has them")
    def test_thinking_gives_way(self):
        def priority():
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        before = priority()
        assert asyncio.run(bots.Thinkers(1, "test").run(priority)) == 10
        assert priority() == before


class TestAfterTheEnd:
    def test_pdn(self, server):
        with server.pair(name="Ada") as (white, black):
            white.plays("32-28", black)
            black.act("resign")
            white.until(lambda state: state["outcome"])
            answer = server.get(f"/api/games/{white.last['id']}.pdn")
            assert "attachment" in answer.headers["content-disposition"]
            [record] = pdn.loads(answer.text)
            assert record.headers["White"] == "Ada"
            assert (record.result, str(record.to_game().moves[0])) == ("2-0", "32-28")

    def test_a_bot_is_named_in_the_pdn(self, server):
        made = server.create(opponent="bot", level="beginner", name="Ada")
        [record] = pdn.loads(server.get(f"/api/games/{made['id']}.pdn").text)
        assert (record.headers["White"], record.headers["Black"]) == ("Ada", "damier beginner")

    def test_analysis(self, server):
        made = server.create(opponent="screen", variant="brazilian")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            page.plays("c3-d4")
            path = f"/api/games/{made['id']}/analysis"
            assert server.post(path).status == 409
            page.act("resign")
            page.until(lambda state: state["outcome"])
            assert server.post(path).status == 202
            while not (message := page.of_type("analysis"))["done"]:
                pass
            assert [scored["ply"] for scored in message["scores"]] == [0, 1]
            assert all(scored["best"] == scored["pv"][0] for scored in message["scores"])
            with server.page(made["id"]) as late:
                assert late.of_type("analysis") == message

    def test_an_analysis_that_fails_can_be_begun_again(self, server, monkeypatch):
        made = server.create(opponent="screen", variant="brazilian")
        with server.page(made["id"], made["secret"]) as page:
            page.state()
            page.act("resign")
            page.until(lambda state: state["outcome"])
            path = f"/api/games/{made['id']}/analysis"
            with monkeypatch.context() as broken:
                broken.setattr("damier.web.analysis._score", None)
                assert server.post(path).status == 202
                assert page.of_type("analysis")["failed"] is True
            assert server.post(path).status == 202
            while not (message := page.of_type("analysis"))["done"]:
                pass
            assert message["failed"] is False

    def test_practice_is_deleted_when_it_ends(self, tmp_path):
        with serving(tmp_path / "games") as server:
            made = server.create(opponent="screen", practice=True)
            kept = server.create(opponent="screen")
            for id, secret in ((made["id"], made["secret"]), (kept["id"], kept["secret"])):
                with server.page(id, secret) as page:
                    page.state()
                    page.act("resign")
                    assert page.until(lambda state: state["outcome"])["can"] == ["rematch"]
        with serving(tmp_path / "games") as server:
            with server.page(made["id"]) as page:
                assert page.of_type("gone")["code"] == "no-such-game"
            with server.page(kept["id"]) as page:
                assert page.state()["outcome"]


# Two kings go to and fro until a position is there for the third time.
_SHUFFLED = (
    "22-17 11-15 23-19 8-11 26-22 9-14 31-26 5-9 27-23 15-18 22x15x8 4x11 25-22 14-18 22x15x8 "
    "12-16 19x12 9-13 8-4 13x22x31 4-8 31x20 8-4 20-31 4-8 31-20 8-4 20-31 4-8 31-20"
)


class TestIdleGames:
    def test_what_nobody_has_touched_for_long_is_removed(self, tmp_path):
        with serving(tmp_path / "games") as server:
            made = server.create()
        with serving(tmp_path / "games", unseen_hours=0) as server:
            for _ in range(100):
                with server.page(made["id"]) as page:
                    if page.of_type("state", "gone")["type"] == "gone":
                        break
                time.sleep(0.05)
            else:
                pytest.fail("the game is still there")


def test_a_state_is_what_json_has():
    with serving() as server:
        made = server.create(opponent="screen")
        with server.page(made["id"], made["secret"]) as page:
            raw = page.connection.recv(timeout=30)
            assert json.loads(raw, parse_constant=pytest.fail)["type"] == "state"
