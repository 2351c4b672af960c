"""Games and matches of engines."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damier import Board, Clock, Color, Game, Termination, pdn
from damier.cli.main import main
from damier.engine import Engine, Limit, Player, PlayResult
from damier.hub import HubEngine, HubError
from damier.match import (
    Contender,
    Loss,
    Options,
    Sprt,
    contender,
    elo_of,
    estimate,
    openings,
    play_game,
    play_match,
)

FAKE = Path(__file__).with_name("fake_engine.py")


def fake(*faults: str) -> str:
    return " ".join([sys.executable, str(FAKE), *faults])


def first(board: Board, limit: Limit) -> object:
    return board.legal_moves[0]


def last(board: Board, limit: Limit) -> str:
    return board.legal_moves[-1].long()


class TestPlayGame:
    def test_anything_that_plays_can_play(self) -> None:
        players = [
            Engine(),
            HubEngine.open(fake(), "brazilian"),
            Player("brazilian", "easy", seed=1),
            first,
            last,
        ]
        for number, one in enumerate(players):
            game = Game("brazilian", rules="fmjd64")
            limit = Limit(nodes=100, time=1)
            played = play_game(one, players[number - 1], game, limit=limit)
            assert game.outcome is not None
            assert played.failure is None
            assert len(played.infos) == len(played.seconds) == len(game.moves)
        players[0].close()
        players[1].close()

    def test_a_game_that_was_begun_is_played_on(self) -> None:
        game = Game("international", "W:W28:B23")
        assert play_game(first, first, game).infos == [None]
        assert game.outcome.winner is Color.WHITE
        assert play_game(first, first, game).infos == []

    def test_each_move_is_told(self) -> None:
        told = []
        game = Game("brazilian", rules="fmjd64")
        play_game(first, last, game, on_move=lambda *args: told.append(args))
        assert [result.move for _, result, _ in told] == list(game.moves)
        assert all(isinstance(result, PlayResult) for _, result, _ in told)

    @pytest.mark.parametrize(
        ("answer", "kind", "reason"),
        [
            ("32-20", Loss.ILLEGAL_MOVE, "32"),
            ("nonsense", Loss.ILLEGAL_MOVE, "nonsense"),
            (None, Loss.CRASH, "TypeError: it gave a NoneType"),
            (Board("brazilian").legal_moves[0], Loss.ILLEGAL_MOVE, "brazilian"),
        ],
    )
    def test_what_is_no_move_loses(self, answer, kind, reason) -> None:
        game = Game("international")
        played = play_game(first, lambda board, limit: answer, game)
        assert game.outcome.winner is Color.WHITE
        assert game.outcome.termination is Termination.ADJUDICATION
        assert (played.failure.color, played.failure.kind) == (Color.BLACK, kind)
        assert reason in played.failure.reason

    def test_an_error_of_a_function_loses(self) -> None:
        def fails(board: Board, limit: Limit) -> str:
            raise ZeroDivisionError("oh")

        played = play_game(fails, first, Game("international"))
        assert (played.failure.kind, played.failure.reason) == (
            Loss.CRASH,
            "ZeroDivisionError: oh",
        )

    @pytest.mark.parametrize(
        ("fault", "kind"),
        [
            ("illegal", Loss.ILLEGAL_MOVE),
            ("dies", Loss.CRASH),
            ("no-move", Loss.CRASH),
            ("error", Loss.CRASH),
            ("silent-at-go", Loss.TIME),
        ],
    )
    def test_faults_of_engines_lose(self, fault: str, kind: Loss) -> None:
        with HubEngine.open(fake(fault), patience=1) as engine:
            played = play_game(engine, first, Game("international"), limit=Limit(time=0.05))
        assert played.failure.kind is kind

    def test_time_that_is_overstepped_loses(self) -> None:
        def slow(board: Board, limit: Limit) -> object:
            time.sleep(0.2)
            return board.legal_moves[0]

        game = Game("international")
        played = play_game(first, slow, game, limit=Limit(time=0.05), margin=0.1)
        assert played.failure.kind is Loss.TIME
        assert "of 0.05 s" in played.failure.reason
        game = Game("international", clock=Clock.from_time_control("0.3"))
        played = play_game(slow, slow, game)
        assert game.outcome.termination is Termination.TIME
        assert played.failure.kind is Loss.TIME

    def test_the_clock_is_the_limit(self) -> None:
        limits = []

        def looks(board: Board, limit: Limit) -> object:
            limits.append(limit)
            return board.legal_moves[0]

        game = Game("international", clock=Clock.from_time_control("2/60+1:30", "90"))
        play_game(looks, looks, game, max_plies=6)
        assert [limit.moves_to_go for limit in limits] == [2, None, 1, None, None, None]
        assert [limit.white_inc for limit in limits] == [1, 0, 1, 0, 0, 0]
        assert 59 < limits[0].white_clock <= 60
        assert 80 < limits[1].black_clock <= 90
        assert 90 < limits[4].white_clock <= 92

    def test_a_game_that_is_cut_is_drawn(self) -> None:
        game = Game("international")
        assert play_game(first, first, game, max_plies=4).cut
        assert (len(game.moves), game.outcome.winner) == (4, None)

    def test_draws_are_claimed_and_offered(self) -> None:
        def shuffles(board: Board, limit: Limit) -> object:
            return min(board.legal_moves, key=lambda move: (board.ply % 4 < 2, move.to_square))

        claimed = Game("international", "W:WK46:BK5", rules="lidraughts")
        play_game(shuffles, shuffles, claimed, max_plies=100)
        assert claimed.outcome.termination is not Termination.ADJUDICATION

    @pytest.mark.parametrize("agrees", [True, False])
    def test_an_offer_is_answered(self, agrees: bool) -> None:
        class Answering(Player):
            def answers_draw(self, game: Game) -> bool:
                return agrees

        def offers(board: Board, limit: Limit) -> PlayResult:
            return PlayResult(board.legal_moves[0], None, {"pv": ()}, draw_offered=True)

        game = Game("brazilian", rules="fmjd64")
        play_game(offers, Answering("brazilian", "easy"), game, max_plies=2)
        ended, plies = (Termination.AGREEMENT, 1) if agrees else (Termination.ADJUDICATION, 2)
        assert (game.outcome.termination, len(game.moves)) == (ended, plies)

    def test_an_engine_needs_a_limit(self) -> None:
        with Engine() as engine, pytest.raises(ValueError, match="give it a time"):
            play_game(engine, first, Game("international"))

    def test_what_cannot_play_is_refused(self) -> None:
        with pytest.raises(TypeError, match="not int"):
            play_game(1, first, Game("international"))


class TestStatistics:
    def test_elo_of_a_score(self) -> None:
        # 10:1 is 400 points by definition.
        assert elo_of(10 / 11) == pytest.approx(400)
        assert elo_of(1 / 11) == pytest.approx(-400)
        assert (elo_of(0.5), elo_of(0.0)) == (0, -9999)

    def test_limits_hold_the_truth_as_often_as_they_should(self) -> None:
        dice = random.Random(1)
        inside = 0
        for _ in range(400):
            pairs = [tuple(dice.choices((1, 0.5, 0), (4, 3, 3), k=2)) for _ in range(100)]
            found = estimate(pairs)
            inside += found.low <= elo_of(0.55) <= found.high
        assert 0.91 < inside / 400 < 0.99

    def test_few_games_prove_little(self) -> None:
        assert estimate([(1,)]).low < 0
        assert estimate([(1, 1)] * 50).low > 200
        with pytest.raises(ValueError, match="no games"):
            estimate([])

    @pytest.mark.parametrize(("truth", "accepted"), [(0.5, "low"), (0.55, "high")])
    def test_the_test_finds_the_truth(self, truth: float, accepted: str) -> None:
        dice, found = random.Random(2), []
        sprt = Sprt(0, 35)  # 35 Elo are 55 %
        for _ in range(40):
            pairs = []
            while sprt.decision(pairs) is None:
                win = truth - 0.25
                pairs.append(tuple(dice.choices((1, 0.5, 0), (win, 0.5, 0.5 - win), k=2)))
            found.append(sprt.decision(pairs))
        assert found.count(accepted) >= 34

    def test_wins_alone_decide(self) -> None:
        assert Sprt(0, 10).decision([(1, 1)] * 200) == "high"

    def test_a_test_needs_two_differences(self) -> None:
        with pytest.raises(ValueError, match="in order"):
            Sprt(5, 0)
        with pytest.raises(ValueError, match="error: expected a number"):
            Sprt(0, 5, error=0.7)


class TestOpenings:
    def test_more_begin_with_the_same(self) -> None:
        for kind in ("random:4", "all:2"):
            few, many = (openings(kind, "international", n, seed=3) for n in (5, 20))
            assert many[:5] == few
            assert len(set(many)) == 20

    def test_they_are_fair(self) -> None:
        for line in openings("random:5", "brazilian", 50):
            board = Board("brazilian")
            for text in line:
                board.push(text)
            assert board.piece_counts[0] == board.piece_counts[1]
            assert not board.must_capture

    def test_files(self, tmp_path: Path) -> None:
        lines = tmp_path / "lines.txt"
        lines.write_text("# balanced\n32-28 19-23 28x19\n\n33-28\n")
        assert openings(str(lines), "international", 9) == [
            ("32-28", "19-23", "28x19x23"),
            ("33-28",),
        ]
        games = tmp_path / "games.pdn"
        games.write_text('[GameType "20"]\n\n1. 32-28 18-23 *\n')
        assert openings(str(games), "international", 9) == [("32-28", "18-23")]

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("chess", "expected start, random:PLIES"),
            ("random:999", "at most 60"),
            ("lines.txt", "line 2, 32-20"),
            ("empty.txt", "there are none"),
            ("bad.pdn", "32-20"),
        ],
    )
    def test_what_is_none_is_refused(self, tmp_path, monkeypatch, text, reason) -> None:
        monkeypatch.chdir(tmp_path)
        Path("lines.txt").write_text("32-28\n32-20\n")
        Path("empty.txt").write_text("\n")
        Path("bad.pdn").write_text('[GameType "20"]\n\n1. 32-20 *\n')
        with pytest.raises(ValueError, match=reason):
            openings(text, "international", 3)


class TestContender:
    @pytest.mark.parametrize(
        ("text", "params", "reason"),
        [
            ("engine", {"speed": "9"}, "engine has no parameter speed; it has: threads, hash"),
            ("beginner", {"seed": "1"}, "no parameter seed"),
            ("engine", {"hash": "much"}, "hash: expected a whole number"),
            ("python:no.such.module:play", {}, "No module named 'no'"),
            ("python:math:draughts", {}, "there is no function draughts"),
            ("python:/no/such.py:play", {}, "No such file"),
            ("beginner", {}, "brazilian draughts has easy"),
        ],
    )
    def test_what_cannot_be_is_refused(self, text, params, reason) -> None:
        with pytest.raises(ValueError, match=reason):
            contender(text, Options(params=params)).open("brazilian")

    def test_a_command_that_fails_is_a_hub_error(self) -> None:
        with pytest.raises(HubError, match="No such file"):
            contender("/no/such/engine").open("international")

    def test_names(self) -> None:
        assert contender(first).name == "first"
        assert contender("python:math:sqrt").name == "sqrt"
        assert contender("engine", Options(name="mine")).name == "mine"
        one = Contender("x", lambda variant: first)
        assert contender(one) is one


class TestMatch:
    def test_each_opening_is_played_with_both_colours(self) -> None:
        match = play_match(first, last, variant="brazilian", games=5, openings="random:2")
        players = [(game.white, game.black) for game in match.results]
        assert players == [("first", "last"), ("last", "first")] * 2 + [("first", "last")]
        starts = [tuple(map(str, record.moves[:2])) for record in match.records]
        assert starts[0] == starts[1] != starts[2] == starts[3] != starts[4]
        assert match.wins + match.draws + match.losses == 5
        assert [len(pair) for pair in match.pairs] == [2, 2, 1]

    def test_the_games_are_records_with_scores_and_times(self, tmp_path: Path) -> None:
        path = tmp_path / "games.pdn"
        match = play_match(
            "engine", "easy", variant="brazilian", games=2, limit=Limit(nodes=100), pdn_file=path
        )
        records = list(pdn.read_games(path, strict=True))
        assert records == match.records
        for record, result in zip(records, match.results, strict=True):
            assert record.result == result.result
            assert len(record.moves) == result.plies
            names = [
                [command.name for comment in ply.comments for command in comment.commands]
                for ply in record.line.plies
            ]
            assert names == [[]] * 3 + [["eval", "emt"]] * (result.plies - 3)
        assert match.effort().nodes > 0

    def test_two_of_a_name_are_told_apart(self) -> None:
        match = play_match(first, first, variant="brazilian", games=1)
        assert (match.one, match.other) == ("first 1", "first 2")

    def test_faults_are_losses_and_the_match_goes_on(self) -> None:
        one = contender(fake("dies"), Options(name="bad"))
        match = play_match(one, first, games=4, limit=Limit(time=0.1))
        assert match.losses == 4
        assert [game.failed for game in match.failures] == ["bad"] * 4
        assert "segmentation fault" in match.failures[0].reason
        assert match.records[0].headers["Termination"] == "crash"
        assert "segmentation fault" in str(match.records[0].line.plies[-1].comments)

    def test_an_engine_that_cannot_be_had_ends_it(self, tmp_path: Path) -> None:
        file = tmp_path / "games.pdn"
        file.write_text("of another match")
        with pytest.raises(HubError, match="No such file"):
            play_match("/no/such/engine", first, games=2, pdn_file=file)
        assert file.read_text() == "of another match"

    def test_an_engine_that_ends_between_games_is_started_again(self) -> None:
        match = play_match(fake("ends-after-a-game"), first, games=4, limit=Limit(time=0.1))
        assert len(match.results) == 4
        assert match.failures == []

    def test_what_is_no_parameter_and_no_function_is_told(self) -> None:
        with pytest.raises(ValueError, match="cwd is not a parameter"):
            contender("dame hub", Options(params={"cwd": "/"}))
        with pytest.raises(ValueError, match="no function SLOW"):
            play_match(f"python:{__file__}:SLOW", first, games=2)

    def test_a_test_ends_it(self) -> None:
        def loses(board: Board, limit: Limit) -> str:
            return "1-50"

        match = play_match(first, loses, games=1000, sprt=Sprt(0, 100))
        assert match.decision == "high"
        assert len(match.results) < 200

    def test_a_clock_for_each_game_and_side(self) -> None:
        slow = contender("easy", Options(name="slow", clock="2"))
        match = play_match(slow, first, variant="brazilian", games=2, clock="1+0.5")
        assert [record.headers["TimeControlWhite"] for record in match.records] == ["120", "60+0.5"]
        assert match.records[0].headers["TimeControlBlack"] == "60+0.5"

    def test_processes_play_the_same_games(self) -> None:
        options = {"variant": "brazilian", "games": 6, "limit": Limit(nodes=200)}
        alone = play_match("engine", "easy", **options)
        together = play_match("engine", "easy", **options, jobs=2)
        assert [record.moves for record in together.records] == [
            record.moves for record in alone.records
        ]

    def test_processes_end_without_a_word(self, tmp_path: Path) -> None:
        command = [sys.executable, "-m", "damier", "match", "easy", "medium", "-v", "brazilian"]
        command += ["--games", "4", "--jobs", "2"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True)
        assert done.stderr == b""

    def test_an_error_in_a_process_is_told(self) -> None:
        with pytest.raises(HubError, match="No such file"):
            play_match("/no/such/engine", "engine", games=4, jobs=2, limit=Limit(nodes=10))

    def test_what_cannot_be_sent_to_processes_is_told(self) -> None:
        with Engine() as engine, pytest.raises(ValueError, match="cannot be sent"):
            play_match(engine, first, games=2, jobs=2, limit=Limit(nodes=10))
        with pytest.raises(ValueError, match="cannot be sent"):
            play_match(lambda board, limit: None, first, games=2, jobs=2)

    @pytest.mark.parametrize(("games", "jobs"), [(0, 1), (1, 0)])
    def test_numbers_are_positive(self, games: int, jobs: int) -> None:
        with pytest.raises(ValueError, match="expected 1 or more"):
            play_match(first, last, games=games, jobs=jobs)


class TestCommand:
    MATCH = ("match", "easy", "medium", "-v", "brazilian", "--games", "2")

    def test_it_tells_the_games_and_the_result(self, capsys) -> None:
        assert main([*self.MATCH, "--sprt", "0,20"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("    1  easy - medium: +")
        assert lines[2].startswith("easy - medium: +")
        assert lines[3].startswith("ends: ")
        assert lines[4].startswith("easy: ")
        assert lines[-1].startswith("SPRT 0,20: open")

    def test_json_is_one_line(self, capsys) -> None:
        assert main([*self.MATCH, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["games"] == told["wins"] + told["draws"] + told["losses"] == 2
        assert told["elo_low"] <= told["elo"] <= told["elo_high"]
        assert told["efforts"][0]["moves"] > 0

    def test_odds(self, capsys) -> None:
        odds = ["--nodes", "2000", "--depth-b", "1", "--name-a", "deep", "--name-b", "flat"]
        params = ["--params-a", "hash=1 seed=3", "--openings", "start"]
        assert main(["match", "engine", "engine", "--games", "2", *odds, *params, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["one"], told["other"]) == ("deep", "flat")
        assert told["efforts"][1]["depth"] <= 1 < told["efforts"][0]["depth"]

    def test_failures_are_told(self, capsys) -> None:
        command = ["match", fake("illegal"), "beginner", "--games", "1", "--name-a", "bad"]
        assert main(command) == 0
        assert "game 1: bad lost by illegal move: fake 1 gave 1-50" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["engine", "/no/such/engine"], "cannot be run: No such file"),
            (["engine", "engine", "--games", "0"], "--games"),
            (["engine", "engine", "--params-a", "hash"], "expected NAME=VALUE"),
            (["engine", "engine", "--sprt", "5"], "--sprt: expected two Elo differences"),
            (["engine", "engine", "--time", "-1"], "Limit.time"),
            (["engine", "engine", "--clock", "soon"], "time control 'soon'"),
            (["engine", "engine", "--rules", "chess"], "unknown rule set"),
            (["engine", "engine", "--openings", "x"], "expected start"),
            (["engine", "engine", "--journal", "/no/such/directory/x"], "/no/such/directory/x"),
            (["easy", "easy"], "has beginner"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, capsys, arguments, reason) -> None:
        assert main(["match", *arguments]) == 2
        assert reason in capsys.readouterr().err
